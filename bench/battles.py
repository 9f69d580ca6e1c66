"""Whole battles a second and core: the opponent against itself and random legal play, with where the time goes, beside Wesnoth's."""

from __future__ import annotations

import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from resource import RUSAGE_CHILDREN, getrusage
from shutil import which
from statistics import median
from time import perf_counter, process_time
from types import FrameType
from typing import Any

from sandtable.battle.matches.collector import spare_the_collector
from sandtable.battle.matches.match import Match, play_through, players_of
from sandtable.battle.matches.play import Player, play
from sandtable.battle.order import Decision, Order
from sandtable.battle.registry import table
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import rulesets_with_tables, scenario_rules
from sandtable.battle.seat import Role
from sandtable.kernel.requests import Choose
from sandtable.kernel.stream import DiceStream

BATTLES = 6
WESNOTH_GAMES = 20
TICK = 0.002  # seconds of processor time between two looks at what is being done
LONGEST = 600  # seconds that Wesnoth is waited for
GAMES = "/usr/games:/usr/local/games"  # where Debian puts it, on no root's path
PARTS = {  # the innermost part of the program that is at work; the first match counts
    "/opponent/": "opponent",
    "/ai/": "opponent",
    "_player.py": "player",
    "/geometry/": "geometry",
    "/rulesets/": "rules",
    "/kernel/": "laws of dice",
    "/battle/": "table",
}


@dataclass(frozen=True, slots=True)
class BattleRate:
    """One kind of play: battles a second of processor time, orders a second, the share of each part, and the answers in ms."""

    name: str
    battles: int
    rate: float
    orders: float = 0.0
    shares: dict[str, float] = field(default_factory=dict)
    usual_answer: float = 0.0
    slowest_answer: float = 0.0


class Timed:
    """A player whose answers are timed."""

    def __init__(self, player: Player[Any], answers: list[float]) -> None:
        self._player, self._answers = player, answers

    def order(self, view: Any, decision: Decision) -> Order:
        start = perf_counter()  # somebody waits for it
        order = self._player.order(view, decision)
        self._answers.append(perf_counter() - start)
        return order

    def choose(self, view: Any, role: Role, choice: Choose) -> str:
        return self._player.choose(view, role, choice)


def battle_rates(battles: int = BATTLES) -> Iterator[BattleRate]:
    """The rates of every ruleset that has a table; Wesnoth's last, where it is installed."""
    for ruleset in rulesets_with_tables():
        for player in ("opponent", "random"):
            yield _rate(ruleset, player, battles)
    wesnoth = which("wesnoth") or which("wesnoth", path=GAMES)
    if wesnoth:
        yield _wesnoth(wesnoth, WESNOTH_GAMES)


def _rate(ruleset: str, player: str, battles: int) -> BattleRate:
    scenarios = [scenario_rules(ruleset).made_by_chance(seed) for seed in range(battles)]
    matches = [_match(ruleset, scenario, player) for scenario in scenarios]
    play_through(matches[0], "to load what is loaded once")
    spare_the_collector()  # as whoever plays many does
    parts, answers = Counter[str](), list[float]()
    with _watched(parts):
        start = process_time()
        for number, match in enumerate(matches):
            _play(match, str(number), answers)
        spent = process_time() - start
    ticks = sum(parts.values()) or 1
    shares = {part: count / ticks for part, count in parts.most_common()}
    name = f"{ruleset}: {player} against {player}"
    usual, slowest = 1000 * median(answers), 1000 * max(answers)
    return BattleRate(name, battles, battles / spent, len(answers) / spent, shares, usual, slowest)


def _play(match: Match, seed: str, answers: list[float]) -> None:
    """Play a battle straight through, with a note of how long each answer took."""
    rules = table(match.ruleset)
    start = rules.set_up(match.scenario, rules.ruleset.tables({}, ""))
    with players_of(match, seed) as players:
        timed = {role: Timed(player, answers) for role, player in players.items()}
        play(rules, start, timed, DiceStream(seed))


def _match(ruleset: str, scenario: str, player: str) -> Match:
    sides = tuple((side.label, player) for side in read_scenario(scenario).sides)
    return Match(ruleset, scenario, sides, "general")


@contextmanager
def _watched(parts: Counter[str]) -> Iterator[None]:
    """Count what is at work at every tick of the processor's clock."""

    def look(_number: int, frame: FrameType | None) -> None:
        while frame is not None:
            place = frame.f_code.co_filename
            part = next((name for sign, name in PARTS.items() if "/sandtable/" in place and sign in place), None)
            if part is not None:
                parts[part] += 1
                return
            frame = frame.f_back

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _wesnoth(program: str, games: int) -> BattleRate:
    """Battle for Wesnoth's computer players against each other, without a screen; its start is less than a game, and counted in."""
    command = [program, "--nogui", "--nosound", "--noaddons", "--multiplayer", f"--multiplayer-repeat={games}"]
    command += ["--scenario=multiplayer_The_Freelands", "--controller=1:ai", "--controller=2:ai"]
    before = getrusage(RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=LONGEST)  # noqa: S603 - words of ours
    except subprocess.TimeoutExpired:
        return BattleRate(f"Wesnoth, which did not end {games} games in {LONGEST} s", 0, 0.0)
    after = getrusage(RUSAGE_CHILDREN)
    if done.returncode:
        return BattleRate("Wesnoth, which did not run", 0, 0.0)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return BattleRate("Wesnoth: computer against computer", games, games / spent)
