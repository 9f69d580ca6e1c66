"""Who plays what, as the commands about battles are told: scenarios by name, sides, levels, house rules and options."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.ai.compiling import compile_all
from sandtable.ai.player import HasPlayers
from sandtable.battle.matches.collector import spare_the_collector
from sandtable.battle.matches.match import Match
from sandtable.battle.matches.staff import check_player, maker_with, runs_program
from sandtable.battle.registry import table
from sandtable.battle.rules import TableRules
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.cli import texts
from sandtable.cli.case import read_pairs
from sandtable.cli.files import read_text
from sandtable.cli.problems import refuse, speak, tell_aside
from sandtable.cli.scenario_files import load_scenario, rules_of
from sandtable.cli.screen import console
from sandtable.cli.table_words import words_of_battle
from sandtable.geometry.compiled.compiler import uncompiled
from sandtable.kernel.problem import Refusal
from sandtable.umpire.setting import LARGEST_HOUSE_FILE

BY_CHANCE = "random:"
USUAL_RULESET = "revolucion"  # of battles made by chance
USUAL_PLAYER = "opponent"
WEIGHTS_FILE = ".toml"
LARGEST_SEED = 2**63 - 1


def scenario_called(name: str, *, as_json: bool) -> Scenario:
    """A scenario by its name, by its file, or made by chance."""
    if not name.lower().startswith(BY_CHANCE):
        return load_scenario(name, as_json=as_json)
    ruleset, colon, number = name[len(BY_CHANCE) :].rpartition(":")
    if not (number.isascii() and number.isdigit() and int(number) <= LARGEST_SEED):
        raise refuse(name, "cli.battle.no_chance")
    source = rules_of(ruleset if colon else USUAL_RULESET, as_json=as_json).made_by_chance(int(number))
    return read_scenario(source, name, name.lower().replace(":", "-"))


def match_of(scenario: Scenario, pairs: list[str], levels: list[str]) -> Match:
    """Who plays: sides and players are found whatever their capitals."""
    rules = table(scenario.ruleset)
    if not isinstance(rules, HasPlayers):
        raise refuse("--side", "cli.battle.no_players", ruleset=scenario.ruleset)
    sides = {one.label.lower(): one.label for one in scenario.sides}
    playing = dict.fromkeys(sides.values(), USUAL_PLAYER)
    called = {label: player_called(rules, told, "--side") for label, told in _by_side("--side", pairs, sides)}
    playing |= {label: one.player for label, one in called.items()}
    own = {label: one.level for label, one in called.items() if one.level}
    general = [each.strip().lower() for each in levels if "=" not in each]
    named = _by_side("--level", [each for each in levels if "=" in each], sides)
    special = [(label, name.lower()) for label, name in named]
    twice = next((label for label, _ in special if label in own), None)
    if twice is not None:
        raise refuse("--level", "cli.pair.twice", name=twice)
    special += own.items()
    if len(general) > 1:
        raise refuse("--level", "cli.pair.twice", name="--level")
    for chosen in (*general, *(name for _, name in special)):
        if chosen not in rules.levels:
            raise refuse("--level", "cli.battle.no_level", *rules.levels, level=chosen)
    usual = general[0] if general else rules.levels[-1]
    weights = tuple((label, one.file, one.weights) for label, one in called.items() if one.weights)
    return Match(rules.name, scenario.source, tuple(playing.items()), usual, tuple(special), weights=weights)


class Called(NamedTuple):
    """Somebody who plays, as he is named: his level where one is named, and the file by which he weighs things, with its text."""

    player: str
    level: str = ""
    file: str = ""
    weights: str = ""


def player_called(rules: TableRules[Any], written: str, field: str) -> Called:
    """Who is meant by ``opponent:recruit``, ``opponent:general:weights.toml``, ``opponent:weights.toml``, or one from outside with his argument."""
    name, colon, rest = (part.strip() for part in written.partition(":"))
    if isinstance(rules, HasPlayers) and name.lower() in rules.players:
        level, _, file = (part.strip() for part in rest.partition(":"))
        if level and not file and level.lower() not in rules.levels and level.lower().endswith(WEIGHTS_FILE):
            level, file = "", level
        return _weighing(rules, Called(name.lower(), level.lower(), file))
    player = f"{name.lower()}:{_settled(rest)}" if colon else name.lower()
    check_player(rules, player, field)
    return Called(player)


def _weighing(rules: TableRules[Any], called: Called) -> Called:
    """With the weights of his file, which is refused now if it is bad, not in the first battle."""
    if not called.file:
        return called
    text = read_text(called.file, LARGEST_HOUSE_FILE)
    maker_with(rules, called.player, text, called.file)
    return called._replace(weights=text)


def _settled(command: str) -> str:
    """A program's command, its file by the whole path: workers and later runs may stand elsewhere."""
    words = command.split()
    return shlex.join(str(Path(word).resolve()) if Path(word).is_file() else word for word in words)


def check_programs(match: Match, *, allowed: bool) -> None:
    """Programs that only a file names are not run unless somebody says so."""
    program = runs_program(dict(match.players))
    if program is not None and not allowed:
        raise refuse("--programs", "battle.player.from_file", player=program)


def _by_side(name: str, pairs: list[str], sides: Mapping[str, str]) -> list[tuple[str, str]]:
    """What is said of each side; each is named once."""
    found: dict[str, str] = {}
    for pair in pairs:
        who, equals, what = pair.partition("=")
        label = sides.get(who.strip().lower())
        if not equals:
            raise refuse(name, "cli.pair.no_equals", pair=pair)
        if label is None:
            raise refuse(name, "cli.scenario.no_side", *sides.values(), side=who)
        if label in found:
            raise refuse(name, "cli.pair.twice", name=label)
        found[label] = what.strip()
    return list(found.items())


def under_rules(match: Match, house: str | None, options: list[str] | None, *, as_json: bool) -> Match:
    """The match under a club's house rules and options; what is wrong with either is told before anything is played."""
    chosen, problems = read_pairs(options, "--option")
    if problems:
        raise Refusal(problems)
    text = read_text(house, LARGEST_HOUSE_FILE) if house is not None else ""
    speak(match.ruleset, as_json=as_json, words=words_of_battle(match.ruleset))
    rules = table(match.ruleset)
    settled = replace(match, options=tuple(chosen.items()), house=text)
    rules.set_up(match.scenario, rules.ruleset.tables(chosen, text, Path(house).name if house else ""))
    return settled


def get_ready(match: Match) -> None:
    """Make this process one that plays battles and does nothing else."""
    get_ready_for(match.ruleset)


def get_ready_for(ruleset: str) -> None:
    """Make this process one that plays battles of a ruleset and does nothing else."""
    table(ruleset)
    _compile()
    spare_the_collector()


def _compile() -> None:
    """Compile the table's geometry, if that has not been done on this machine; whoever waits for it is told."""
    if not uncompiled():
        return
    tell_aside(texts.say("cli.battle.compiling"))
    with console(stderr=True).status("") as line:
        compile_all(lambda done, total: line.update(texts.say("cli.battle.compiled", done=done, total=total)))
