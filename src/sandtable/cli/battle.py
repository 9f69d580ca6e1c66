"""``sandtable battle``: the computer plays a scenario, once with its log or many times over the cores."""

from __future__ import annotations

import json
import os
import shlex
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from secrets import randbelow
from time import monotonic
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sandtable.ai.player import HasPlayers
from sandtable.battle.desk import HasDesk
from sandtable.battle.engine.battle import Battle
from sandtable.battle.matches.file import Results, Series
from sandtable.battle.matches.match import (
    REFEREE,
    Failure,
    Match,
    Record,
    Summary,
    play_logged,
    record_of,
    series,
    strengths_in,
    summary,
)
from sandtable.battle.matches.staff import check_player, maker_with
from sandtable.battle.registry import table
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.cli import texts
from sandtable.cli.chosen import whole_number
from sandtable.cli.files import read_text
from sandtable.cli.matches import LARGEST_SEED, check_programs, get_ready, match_of, scenario_called, under_rules
from sandtable.cli.options import AsJson, HouseFile, OptionPairs, Programs
from sandtable.cli.problems import refuse, speak, tell_aside
from sandtable.cli.scenario_files import tell_left_out
from sandtable.cli.screen import console, show_json
from sandtable.cli.table_words import table_words
from sandtable.kernel import codec
from sandtable.kernel.messages import joined
from sandtable.kernel.problem import Refusal

MOST_BATTLES = 1_000_000  # in one series
MOST_JOBS = 1_000
INTERRUPTED = 130
BETWEEN = 0.2  # seconds from one word of how far a battle is to the next
MOST_FAILURES = 5  # told one by one; all of them are in the file

ScenarioName = Annotated[
    str | None,
    typer.Argument(
        metavar="SCENARIO",
        help="The name of a scenario, a file, or random:SEED or random:RULESET:SEED for one made by chance.",
        show_default=False,
    ),
]
Players = Annotated[
    list[str] | None,
    typer.Option(
        "--side",
        metavar="SIDE=PLAYER[:LEVEL][:FILE]",
        help="Who plays a side, how well, by which weights: opponent, nearest, random, or program:COMMAND. Usually opponent.",
        show_default=False,
    ),
]
Levels = Annotated[
    list[str] | None,
    typer.Option(
        "--level",
        metavar="LEVEL",
        help="How well they play, or SIDE=LEVEL for one side. Repeatable.",
        show_default="the hardest",
    ),
]
Seed = Annotated[
    int | None,
    whole_number("--seed", 0, LARGEST_SEED, help="The same seed plays the same battle.", show_default=False),
]
Count = Annotated[
    int | None,
    whole_number("--count", 1, MOST_BATTLES, help="Play so many, with seeds that count up.", show_default=False),
]
Jobs = Annotated[int | None, whole_number("--jobs", 1, MOST_JOBS, help="Processes for many.", show_default="all cores")]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where the log goes, or the results of many.",
        show_default="SCENARIO-SEED.json",
    ),
]
Resumed = Annotated[
    str | None,
    typer.Option(
        "--resume", metavar="FILE", help="Go on with many that were interrupted: their file.", show_default=False
    ),
]


def add_to(app: typer.Typer) -> None:
    """Offer the command."""
    app.command()(battle)


def battle(
    scenario: ScenarioName = None,
    side: Players = None,
    level: Levels = None,
    seed: Seed = None,
    count: Count = None,
    jobs: Jobs = None,
    output: Output = None,
    resume: Resumed = None,
    house: HouseFile = None,
    option: OptionPairs = None,
    programs: Programs = False,
    as_json: AsJson = False,
) -> None:
    """Let the computer play a battle against itself."""
    speak(as_json=as_json, words=table_words)
    if resume is not None:
        if scenario is not None or side or level or house is not None or option:
            raise refuse("--resume", "cli.battle.settled")
        results = _taken_up(resume, count)
        check_programs(results.series.match, allowed=programs)
        if seed is not None and count is None:
            _again(results, seed, output, as_json=as_json)
        elif seed is not None:
            raise refuse("--resume", "cli.battle.settled")
        else:
            _many(results, jobs, as_json=as_json)
        return
    if scenario is None:
        raise refuse("SCENARIO", "cli.battle.no_scenario")
    tell_left_out()
    found = scenario_called(scenario, as_json=as_json)
    match = under_rules(match_of(found, side or [], level or []), house, option, as_json=as_json)
    if count is not None:
        _many(_begun(found, match, seed or 0, count, output), jobs, as_json=as_json)
    else:
        chosen = randbelow(LARGEST_SEED) if seed is None else seed
        _one(found.id, match, chosen, output, as_json=as_json)


# ---- One ----------------------------------------------------------------------------------------------------------------------------


def _one(name: str, match: Match, seed: int, output: str | None, *, as_json: bool) -> None:
    get_ready(match)
    place = output or f"{name}-{seed}.json"
    _writable(place)
    done = _logged(match, seed, place)
    _write(place, done.log.plain())
    result = done.result
    assert result is not None  # noqa: S101 - it was played to its end
    strengths = strengths_in(done.rules, match.scenario)
    told = record_of(done.rules, done.start, done.state, result, strengths, str(seed), done.log.number)
    if as_json:
        levels = {role: match.level_of(role) for role, _ in match.players}
        head = {"status": "ok", "file": place, "scenario": name, "level": match.level, "levels": levels}
        show_json({**head, **_plain(told)})
        return
    if isinstance(done.rules, HasDesk):
        sys.stdout.write(done.rules.desk.scene(done.state, REFEREE).result + "\n")
    sys.stdout.write(texts.say("cli.battle.told", turns=told.turns, orders=told.orders, seed=seed) + "\n")
    sys.stdout.write(texts.say("cli.print.written", file=place) + "\n")


def _logged(match: Match, seed: int, place: str) -> Battle[Any]:
    """A battle with its log; of one that fails the log so far is kept."""
    latest: list[Battle[Any]] = []
    errors = console(stderr=True)
    told = -BETWEEN
    with errors.status("") as line:

        def watched(now: Battle[Any]) -> None:
            nonlocal told
            latest[:] = [now]
            if (
                errors.is_terminal and monotonic() - told >= BETWEEN
            ):  # words of a large battle cost more than its orders
                told = monotonic()
                line.update(_progress(now))

        try:
            return play_logged(match, str(seed), watched)
        except Refusal:
            raise
        except Exception:
            if latest:
                _write(place, latest[0].log.plain())
                tell_aside(texts.say("cli.battle.stopped", orders=latest[0].log.number, file=place))
            raise


def _again(results: Results, seed: int, output: str | None, *, as_json: bool) -> None:
    """One battle of a series, with its log."""
    known = {*results.series.seeds, *(one.seed for one in results.records), *(one.seed for one in results.failures)}
    if str(seed) not in known:
        raise refuse("--seed", "cli.battle.no_seed", seed=seed, file=results.place)
    _one(results.place.stem, results.series.match, seed, output, as_json=as_json)


def _progress(now: Battle[Any]) -> str:
    """Turn, who acts, how far the log has come."""
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


def _plain(record: Record | Failure) -> dict[str, Any]:
    plain: dict[str, Any] = codec.write(record)
    return plain


# ---- Many ---------------------------------------------------------------------------------------------------------------------------


def _begun(scenario: Scenario, match: Match, first: int, count: int, output: str | None) -> Results:
    series = Series(match, scenario.title, table(match.ruleset).rules_version, first, count)
    place = output or f"{scenario.id}-{first}.jsonl"
    try:
        return Results.begin(Path(place), series)
    except OSError as error:
        raise refuse(place, "cli.file.cannot_write", error=error.strerror or str(error)) from None


def _taken_up(place: str, count: int | None) -> Results:
    """A series goes on as it began; only how many may grow."""
    read_text(place)  # tells what is wrong with the file itself
    results = Results.resume(Path(place))
    _check_playable(results.series, place)
    if count is not None:
        results.series = replace(results.series, count=count)
    return results


def _check_playable(series: Series, place: str) -> None:
    """A file that was changed may ask for a battle that cannot be played."""
    match = series.match
    scenario, rules = read_scenario(match.scenario, f"{place}, scenario"), table(match.ruleset)
    sides = {one.label for one in scenario.sides}
    sound = (
        isinstance(rules, HasPlayers)
        and scenario.ruleset == rules.name
        and {role for role, _ in match.players} == sides
        and len(match.players) == len(sides)
        and {match.level, *(level for _, level in match.levels)} <= set(rules.levels)
        and {role for role, _ in match.levels} <= sides
        and {role for role, _, _ in match.weights} <= sides
        and 0 <= series.first <= LARGEST_SEED
        and 1 <= series.count <= MOST_BATTLES
    )
    if not sound:
        raise refuse(place, "battle.results.none")
    for _, player in match.players:
        check_player(rules, player, f"{place}, players")
    for role, _, text in match.weights:
        maker_with(rules, dict(match.players)[role], text, f"{place}, weights")


def _many(results: Results, jobs: int | None, *, as_json: bool) -> None:
    get_ready(results.series.match)
    processes = min(jobs or len(os.sched_getaffinity(0)), max(len(results.missing), 1))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    interrupted, done = False, len(results.records) + len(results.failures)
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(results.series.title, total=results.series.count, completed=done)
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
            {
                "status": "interrupted" if interrupted else "ok",
                "file": str(results.place),
                **_summary_json(results, told),
            }
        )
    else:
        _show(results, told)
        _show_failures(results)
        go_on = texts.say("cli.battle.interrupted", file=results.place) if interrupted else ""
        sys.stdout.write((go_on or texts.say("cli.print.written", file=results.place)) + "\n")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _summary_json(results: Results, summary: Summary) -> dict[str, Any]:
    return {
        "title": results.series.title,
        "players": dict(results.series.match.players),
        "level": results.series.match.level,
        "levels": {role: results.series.match.level_of(role) for role, _ in results.series.match.players},
        "weights": {role: name for role, name, _ in results.series.match.weights},
        "options": dict(results.series.match.options),
        "house": results.series.match.house,
        "planned": results.planned,
        "failures": [_plain(each) for each in results.failures],
        "battles": summary.battles,
        "of": results.series.count,
        "wins": {
            role: {"count": one.count, "share": one.part, "interval": one.interval}
            for role, one in summary.wins.items()
        },
        "draws": {"count": summary.draws.count, "share": summary.draws.part, "interval": summary.draws.interval},
        "reasons": dict(summary.reasons),
        "turns": dict(zip(("least", "mean", "most"), summary.turns, strict=True)),
        "orders": dict(zip(("least", "mean", "most"), summary.orders, strict=True)),
        "lost": {role: {"mean": mean, "of": there} for role, (mean, there) in summary.lost.items()},
    }


def _show(results: Results, summary: Summary) -> None:
    screen = console()
    screen.print(Text(results.series.title, "bold"))
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("side", "player"):
        table.add_column(texts.say(f"cli.battle.column.{name}"))
    for name in ("wins", "share", "interval", "lost"):
        table.add_column(texts.say(f"cli.battle.column.{name}"), justify="right")
    for role, player in results.series.match.players:
        won, (mean, there) = summary.wins[role], summary.lost[role]
        table.add_row(
            role, player, str(won.count), _percent(won.part), _interval(won.interval), f"{mean:.1f} / {there}"
        )
    if summary.draws.count:
        drawn = summary.draws
        table.add_row(
            texts.say("cli.battle.drawn"), "", str(drawn.count), _percent(drawn.part), _interval(drawn.interval), ""
        )
    screen.print(table)
    least, mean, most = summary.turns
    reasons = joined(f"{count} {_reason(reason)}" for reason, count in summary.reasons.items())
    said = {"battles": summary.battles, "of": results.series.count, "least": least, "mean": f"{mean:.1f}", "most": most}
    screen.print(Text(texts.say("cli.battle.length", **said, orders=round(summary.orders[1]), reasons=reasons)))


def _show_failures(results: Results) -> None:
    """What failed and how to see it again; and that a series was made longer than planned."""
    if results.failures:
        first = results.failures[0]
        command = f"sandtable battle --resume {shlex.quote(str(results.place))} --seed {first.seed}"
        sys.stdout.write(texts.say("cli.battle.failed", failed=len(results.failures)) + "\n")
        sys.stdout.writelines(
            f"    {texts.say('cli.battle.failure', seed=each.seed, error=each.error, where=each.where)}\n"
            for each in results.failures[:MOST_FAILURES]
        )
        sys.stdout.write(texts.say("cli.battle.play_again", command=command) + "\n")
    if results.planned != results.series.count:
        sys.stdout.write(texts.say("cli.battle.longer", planned=results.planned) + "\n")


def _reason(reason: str) -> str:
    known = f"cli.battle.reason.{reason}"
    return texts.say(known) if known in texts.catalogue() else reason


def _percent(part: float) -> str:
    return f"{100 * part:.0f}%"


def _interval(interval: tuple[float, float]) -> str:
    return f"{100 * interval[0]:.0f} to {100 * interval[1]:.0f}%"
