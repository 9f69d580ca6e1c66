"""Branches of a battle: it is played on from one of its moments, the computer on both sides. Any process can play one, from plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.matches.match import MOST_ORDERS, Failure, Record, failure_of
from sandtable.battle.matches.play import Player, carry_through, play
from sandtable.battle.order import Order
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import Role, Seat
from sandtable.kernel import codec
from sandtable.kernel.problem import refuse
from sandtable.kernel.requests import Choose
from sandtable.kernel.stream import DiceStream
from sandtable.lab.battles.variant import SHORT, USUAL_PLAYER
from sandtable.lab.won.moments import Played, played_from_text

GIVEN = "g"  # behind a place: its order is given once more, and its dice are thrown anew


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """Where a branch begins: after so many orders, or with the last of them given once more, so that its dice fall anew."""

    place: int
    given: bool = False

    def branch(self, seed: int) -> str:
        """The name of one of its branches."""
        return f"{self.place}{GIVEN if self.given else ''}/{seed}"


def read_branch(name: str) -> tuple[Spot, str]:
    """The spot and the seed that a branch is named by."""
    place, _, seed = name.partition("/")
    return Spot(int(place.removesuffix(GIVEN)), place.endswith(GIVEN)), seed


@dataclass(frozen=True)
class BranchJob:
    """The job of playing a battle on: its log as text, the level of both sides, and the side it is looked at from while it is not over."""

    log: str
    level: str
    side: Role | None = None

    @property
    def played(self) -> Played:
        """The battle as far as it was played."""
        return played_from_text(self.log, self.side)

    @property
    def ruleset(self) -> str:
        """The ruleset whose table it needs."""
        return self.played.rules.name

    @cached_property
    def id(self) -> str:
        """What tells it from others."""
        told = json.dumps([self.log, self.level, self.side])
        return sha256(told.encode()).hexdigest()[:SHORT]

    def task(self) -> Callable[[str], Record | Failure]:
        """What is done with each branch, in whatever process."""
        return _BranchTask(self.log, self.level, self.side)


def branch_job(log: str, level: str = "", side: Role | None = None) -> BranchJob:
    """A log to be played on from; at the hardest level where none is named. What could not be is refused."""
    rules = played_from_text(log, side).rules
    if not isinstance(rules, HasPlayers):
        raise refuse("log", "lab.no_players", ruleset=rules.name)
    if level and level not in rules.levels:
        raise refuse("level", "lab.no_level", rules.levels, level=level)
    return BranchJob(log, level or rules.levels[-1], side)


@dataclass(frozen=True, slots=True)
class _BranchTask:
    log: str
    level: str
    side: Role | None

    def __call__(self, name: str) -> Record | Failure:
        try:
            return play_branch(played_from_text(self.log, self.side), self.level, name)
        except Exception as error:  # noqa: BLE001 - a branch that fails is told, and the others go on
            return failure_of(name, error)


def play_branch(played: Played, level: str, name: str) -> Record:
    """Play a branch to its end."""
    spot, seed = read_branch(name)
    rules, dice = played.rules, DiceStream(seed)
    makers = rules.players  # type: ignore[attr-defined]  # whoever plays on has seen to it
    players = {role: makers[USUAL_PLAYER](level, f"{seed}/{role}") for role in played.sides}
    given = 0

    def told(_: Order, __: Any) -> None:
        nonlocal given
        given += 1

    state = played.states[spot.place - 1 if spot.given else spot.place]
    if spot.given:
        state = _given_again(played, spot.place, state, players, dice)
    _, result = play(rules, state, players, dice, most=MOST_ORDERS, on_order=told)
    reason = result.reason.id.rpartition(".")[2]
    return Record(name, result.winner, reason, 0, given, {}, dict(result.scores))


def _given_again(played: Played, place: int, state: Any, players: Mapping[Role, Player[Any]], dice: DiceStream) -> Any:
    """The table after an order that is given once more, with other dice."""
    rules: TableRules[Any] = played.rules
    entry = played.entries[place - 1]
    order = codec.read_by_kind(rules.orders, entry.order, f"entry {entry.number}.order")
    seats = {role: Seat(role, (role,)) for role in players}

    def choose(now: Any, role: Role, choice: Choose) -> str:
        return players[role].choose(rules.view(now, seats[role]), role, choice)

    return carry_through(rules, state, order, dice, choose).state
