"""How long a whole turn takes in which both sides plan in secret and everybody moves at once: what the rules do, and what the players think, apart."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

from sandtable.battle.matches.match import Match, play_logged, play_through, players_of
from sandtable.battle.matches.play import Player
from sandtable.battle.order import Decision, Order
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.seat import Role
from sandtable.kernel.requests import Choose

TARGET = 150.0  # ms of processor time for what the rules do in a turn
RULESET = "mesoamerica"
CHANCE = 38  # the battle made by chance with 25 units on either side
SEED = "turns"
PLAYERS = ("opponent", "nearest")
BATTLES = 3  # of each kind


@dataclass(frozen=True, slots=True)
class TurnTimes:
    """The turns of a battle: how many, what the rules took in each and what the players did, in ms."""

    name: str
    turns: int
    rules: float
    rules_worst: float
    players: float
    players_worst: float


class Clock:
    """What was spent in each turn, by players and by everything else."""

    def __init__(self) -> None:
        self.turn, self.begun = 0, process_time()
        self.thought = 0.0
        self.spent: list[tuple[float, float]] = []  # rules, players

    def at(self, turn: int) -> None:
        """Somebody decides in this turn."""
        if turn != self.turn:
            now = process_time()
            if self.turn:
                self.spent.append((now - self.begun - self.thought, self.thought))
            self.turn, self.begun, self.thought = turn, now, 0.0


class Thinking:
    """A player whose thoughts are timed."""

    def __init__(self, player: Player[Any], clock: Clock) -> None:
        self._player, self._clock = player, clock

    def order(self, view: Any, decision: Decision) -> Order:
        self._clock.at(view.books.turn)
        begun = process_time()
        order = self._player.order(view, decision)
        self._clock.thought += process_time() - begun
        return order

    def choose(self, view: Any, role: Role, choice: Choose) -> str:
        begun = process_time()
        chosen = self._player.choose(view, role, choice)
        self._clock.thought += process_time() - begun
        return chosen


def turn_times() -> Iterator[TurnTimes]:
    """Straight through as many battles are played, and with a log as a table is."""
    text = scenario_rules(RULESET).made_by_chance(CHANCE)
    sides = [side.label for side in read_scenario(text).sides]
    for player in PLAYERS:
        match = Match(RULESET, text, tuple((side, player) for side in sides), "general")
        _spent(match, "to load what is loaded once", log=False)
        for name, log in (("straight through", False), ("with a log", True)):
            turns = [turn for number in range(BATTLES) for turn in _spent(match, f"{SEED} {number}", log=log)]
            yield _times(f"{player} against {player}, {name}", turns)


def _spent(match: Match, seed: str, *, log: bool) -> list[tuple[float, float]]:
    clock = Clock()
    gc.collect()
    with players_of(match, seed) as players:
        timed = {role: Thinking(player, clock) for role, player in players.items()}
        if log:
            play_logged(match, seed, players=timed)
        else:
            play_through(match, seed, timed)
    return clock.spent


def _times(name: str, spent: list[tuple[float, float]]) -> TurnTimes:
    rules, players = ([1000 * each[part] for each in spent] for part in (0, 1))
    return TurnTimes(name, len(spent), median(rules), max(rules), median(players), max(players))
