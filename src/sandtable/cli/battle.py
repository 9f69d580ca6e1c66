"""``sandtable battle``: the computer plays a scenario, once with its log or many times over the cores."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli import texts
from sandtable.cli.case import AsJson
from sandtable.cli.problems import refuse, speak
from sandtable.cli.scenario_files import load_scenario, rules_of, tell_left_out
from sandtable.cli.screen import console, show_json

if TYPE_CHECKING:
    from sandtable.battle.battle import Battle
    from sandtable.battle.match import Match, Record, Summary
    from sandtable.battle.match_file import Results, Series
    from sandtable.battle.scenario import Scenario

BY_CHANCE = "random:"
USUAL_RULESET = "revolucion"  # of battles made by chance
USUAL_PLAYER = "opponent"
LARGEST_SEED = 2**63 - 1
MOST_BATTLES = 1_000_000  # in one series
INTERRUPTED = 130


def add_to(app: typer.Typer) -> None:
    """Offer the command."""
    app.command()(battle)


def battle(
    scenario: Annotated[
        str | None,
        typer.Argument(
            metavar="SCENARIO",
            help="The name of a scenario, a file, or random:SEED for one made by chance.",
            show_default=False,
        ),
    ] = None,
    side: Annotated[
        list[str] | None,
        typer.Option(
            "--side",
            metavar="SIDE=PLAYER",
            help="Who plays a side: opponent, nearest or random. Usually opponent.",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        str | None, typer.Option("--level", metavar="LEVEL", help="How well they play.", show_default="the hardest")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            max=LARGEST_SEED,
            metavar="N",
            help="The same seed plays the same battle.",
            show_default=False,
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            "--count",
            min=1,
            max=MOST_BATTLES,
            metavar="N",
            help="Play so many, with seeds that count up.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, metavar="N", help="Processes for many.", show_default="all cores")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where the log goes, or the results of many.",
            show_default="SCENARIO-SEED.json",
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume", metavar="FILE", help="Go on with many that were interrupted: their file.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let the computer play a battle against itself."""
    speak(as_json=as_json)
    if resume is not None:
        results = _taken_up(resume, scenario, side, level, seed, count)
        _many(results, jobs, as_json=as_json)
        return
    if scenario is None:
        raise refuse("SCENARIO", "cli.battle.no_scenario")
    tell_left_out()
    found = _scenario(scenario, as_json=as_json)
    match = _match(found, side or [], level)
    if count is not None:
        _many(_begun(found, match, seed or 0, count, output), jobs, as_json=as_json)
    else:
        chosen = randbelow(LARGEST_SEED) if seed is None else seed
        _one(found, match, chosen, output, as_json=as_json)


def _scenario(name: str, *, as_json: bool) -> Scenario:
    if not name.lower().startswith(BY_CHANCE):
        return load_scenario(name, as_json=as_json)
    from sandtable.battle.scenario_reader import read_scenario

    number = name[len(BY_CHANCE) :]
    if not (number.isascii() and number.isdigit() and int(number) <= LARGEST_SEED):
        raise refuse(name, "cli.battle.no_chance")
    source = rules_of(USUAL_RULESET, as_json=as_json).made_by_chance(int(number))
    return read_scenario(source, name, f"random-{number}")


def _match(scenario: Scenario, pairs: list[str], level: str | None) -> Match:
    """Who plays: sides and players are found whatever their capitals."""
    from sandtable.ai.player import HasPlayers
    from sandtable.battle.match import Match
    from sandtable.battle.registry import table

    rules = table(scenario.ruleset)
    if not isinstance(rules, HasPlayers):
        raise refuse("--side", "cli.battle.no_players", ruleset=scenario.ruleset)
    sides = {one.label.lower(): one.label for one in scenario.sides}
    playing = dict.fromkeys(sides.values(), USUAL_PLAYER)
    named: set[str] = set()
    for pair in pairs:
        who, equals, player = pair.partition("=")
        label = sides.get(who.strip().lower())
        if not equals:
            raise refuse("--side", "cli.pair.no_equals", pair=pair)
        if label is None:
            raise refuse("--side", "cli.scenario.no_side", *sides.values(), side=who)
        if label in named:
            raise refuse("--side", "cli.pair.twice", name=label)
        if player.strip().lower() not in rules.players:
            raise refuse("--side", "cli.battle.no_player", *rules.players, player=player)
        named.add(label)
        playing[label] = player.strip().lower()
    chosen = rules.levels[-1] if level is None else level.lower()
    if chosen not in rules.levels:
        raise refuse("--level", "cli.battle.no_level", *rules.levels, level=level)
    return Match(rules.name, scenario.source, tuple(playing.items()), chosen)


# ---- One ----------------------------------------------------------------------------------------------------------------------------


def _one(scenario: Scenario, match: Match, seed: int, output: str | None, *, as_json: bool) -> None:
    from sandtable.battle.match import logged, record, strengths_in

    place = output or f"{scenario.id}-{seed}.json"
    _writable(place)
    with console(stderr=True).status("") as line:
        done = logged(match, str(seed), lambda now: line.update(_progress(now)))
    _write(place, done.log.plain())
    result = done.result
    assert result is not None  # noqa: S101 - it was played to its end
    strengths = strengths_in(done.rules, match.scenario)
    told = record(done.rules, done.start, done.state, result, strengths, str(seed), done.log.number)
    if as_json:
        show_json({"status": "ok", "file": place, "scenario": scenario.id, "level": match.level, **_plain(told)})
        return
    from sandtable.battle.desk import HasDesk
    from sandtable.battle.match import REFEREE

    if isinstance(done.rules, HasDesk):
        sys.stdout.write(done.rules.desk.scene(done.state, REFEREE).result + "\n")
    sys.stdout.write(texts.say("cli.battle.told", turns=told.turns, orders=told.orders, seed=seed) + "\n")
    sys.stdout.write(texts.say("cli.print.written", file=place) + "\n")


def _progress(now: Battle[Any]) -> str:
    """Turn, who acts, how far the log has come."""
    from sandtable.battle.desk import HasDesk
    from sandtable.battle.match import REFEREE

    if not isinstance(now.rules, HasDesk):
        return texts.say("cli.battle.orders", orders=now.log.number)
    clock = now.rules.desk.scene(now.state, REFEREE).clock
    who = " ".join(part for part in (clock.title, clock.detail) if part)
    return texts.say("cli.battle.progress", turn=clock.turn, who=who, orders=now.log.number)


def _writable(place: str) -> None:
    """Whatever keeps a file from being written is told before the battle, not after it."""
    try:
        with Path(place).open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise refuse(place, "cli.file.cannot_write", error=error.strerror or str(error)) from None


def _write(place: str, plain: dict[str, Any]) -> None:
    Path(place).write_text(json.dumps(plain, ensure_ascii=False) + "\n", encoding="utf-8")


def _plain(record: Record) -> dict[str, Any]:
    from sandtable.battle import codec

    plain: dict[str, Any] = codec.write(record)
    return plain


# ---- Many ---------------------------------------------------------------------------------------------------------------------------


def _begun(scenario: Scenario, match: Match, first: int, count: int, output: str | None) -> Results:
    from sandtable.battle.match_file import Results, Series
    from sandtable.battle.registry import table

    series = Series(match, scenario.title, table(match.ruleset).rules_version, first, count)
    place = output or f"{scenario.id}-{first}.jsonl"
    try:
        return Results.begin(Path(place), series)
    except OSError as error:
        raise refuse(place, "cli.file.cannot_write", error=error.strerror or str(error)) from None


def _taken_up(
    place: str, scenario: str | None, side: list[str] | None, level: str | None, seed: int | None, count: int | None
) -> Results:
    """A series goes on as it began; only how many may grow."""
    from dataclasses import replace

    from sandtable.battle.match_file import Results
    from sandtable.cli.files import read_text

    if scenario is not None or side or level is not None or seed is not None:
        raise refuse("--resume", "cli.battle.settled")
    read_text(place)  # tells what is wrong with the file itself
    results = Results.resume(Path(place))
    _check_playable(results.series, place)
    if count is not None:
        results.series = replace(results.series, count=count)
    return results


def _check_playable(series: Series, place: str) -> None:
    """A file that was changed may ask for a battle that cannot be played."""
    from sandtable.ai.player import HasPlayers
    from sandtable.battle.registry import table
    from sandtable.battle.scenario_reader import read_scenario

    scenario, rules = read_scenario(series.match.scenario, f"{place}, scenario"), table(series.match.ruleset)
    sides = {one.label for one in scenario.sides}
    sound = (
        isinstance(rules, HasPlayers)
        and scenario.ruleset == rules.name
        and {role for role, _ in series.match.players} == sides
        and len(series.match.players) == len(sides)
        and all(player in rules.players for _, player in series.match.players)
        and series.match.level in rules.levels
        and 0 <= series.first <= LARGEST_SEED
        and 1 <= series.count <= MOST_BATTLES
    )
    if not sound:
        raise refuse(place, "battle.results.none")


def _many(results: Results, jobs: int | None, *, as_json: bool) -> None:
    from contextlib import closing

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from sandtable.battle.match import series, summary

    processes = min(jobs or len(os.sched_getaffinity(0)), max(len(results.missing), 1))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    interrupted = False
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(results.series.title, total=results.series.count, completed=len(results.records))
        try:
            with closing(series(results.series.match, results.missing, processes)) as records:
                for record in records:
                    results.add(record)
                    progress.advance(task)
        except KeyboardInterrupt:
            interrupted = True
    told = summary(results.series.match, results.records)
    if as_json:
        show_json(
            {"status": "interrupted" if interrupted else "ok", "file": str(results.place), **_told(results, told)}
        )
    else:
        _show(results, told)
        go_on = texts.say("cli.battle.interrupted", file=results.place) if interrupted else ""
        sys.stdout.write((go_on or texts.say("cli.print.written", file=results.place)) + "\n")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _told(results: Results, told: Summary) -> dict[str, Any]:
    return {
        "title": results.series.title,
        "players": dict(results.series.match.players),
        "level": results.series.match.level,
        "battles": told.battles,
        "of": results.series.count,
        "wins": {
            role: {"count": one.count, "share": one.part, "interval": one.interval} for role, one in told.wins.items()
        },
        "draws": {"count": told.draws.count, "share": told.draws.part, "interval": told.draws.interval},
        "reasons": dict(told.reasons),
        "turns": dict(zip(("least", "mean", "most"), told.turns, strict=True)),
        "orders": dict(zip(("least", "mean", "most"), told.orders, strict=True)),
        "lost": {role: {"mean": mean, "of": there} for role, (mean, there) in told.lost.items()},
    }


def _show(results: Results, told: Summary) -> None:
    from rich.table import Table
    from rich.text import Text

    from sandtable.kernel.messages import joined

    screen = console()
    screen.print(Text(results.series.title, "bold"))
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("side", "player"):
        table.add_column(texts.say(f"cli.battle.column.{name}"))
    for name in ("wins", "share", "interval", "lost"):
        table.add_column(texts.say(f"cli.battle.column.{name}"), justify="right")
    for role, player in results.series.match.players:
        won, (mean, there) = told.wins[role], told.lost[role]
        table.add_row(
            role, player, str(won.count), _percent(won.part), _interval(won.interval), f"{mean:.1f} / {there}"
        )
    if told.draws.count:
        drawn = told.draws
        table.add_row(
            texts.say("cli.battle.drawn"), "", str(drawn.count), _percent(drawn.part), _interval(drawn.interval), ""
        )
    screen.print(table)
    least, mean, most = told.turns
    reasons = joined(f"{count} {_reason(reason)}" for reason, count in told.reasons.items())
    said = {"battles": told.battles, "of": results.series.count, "least": least, "mean": f"{mean:.1f}", "most": most}
    screen.print(Text(texts.say("cli.battle.length", **said, orders=round(told.orders[1]), reasons=reasons)))


def _reason(reason: str) -> str:
    known = f"cli.battle.reason.{reason}"
    return texts.say(known) if known in texts.catalogue() else reason


def _percent(part: float) -> str:
    return f"{100 * part:.0f}%"


def _interval(interval: tuple[float, float]) -> str:
    return f"{100 * interval[0]:.0f} to {100 * interval[1]:.0f}%"
