"""Jobs: what to play for a seed, one battle or the same battle under two rule texts. A job is plain data, so that any process can do it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal, Protocol

from sandtable.battle.event import Event
from sandtable.battle.matches.course import HasChronicle
from sandtable.battle.matches.match import (
    Failure,
    Match,
    OnOrder,
    Record,
    failure_of,
    play_through,
    players_of,
    try_battle,
)
from sandtable.battle.order import Order
from sandtable.battle.registry import table
from sandtable.lab.battles.holding import Notes, holding_players, noting_players
from sandtable.lab.battles.variant import SHORT, Variant

Kind = Literal["order", "throw"]


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two battles of one seed part: after so many orders, in which turn, at an order or at a throw.

    At a throw the same order was given, and something else came of it; at an order somebody decided otherwise.
    """

    number: int
    turn: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Pair:
    """What came of one battle under two rule texts; ``parting`` is none where they are the same to the last die."""

    seed: str
    first: Record
    second: Record
    parting: Parting | None


Outcome = Record | Pair | Failure


@dataclass(frozen=True)
class Battles:
    """Battles of one variant."""

    variant: Variant

    @property
    def id(self) -> str:
        """What tells this job from others."""
        return self.variant.id

    @property
    def ruleset(self) -> str:
        """The ruleset whose table it needs."""
        return self.variant.match.ruleset

    def task(self) -> Callable[[str], Outcome]:
        """What is done with each seed, in whatever process."""
        return _BattleTask(self.variant.match)


@dataclass(frozen=True)
class PairsOf:
    """Battles under two rule texts. ``held``: the second is played with the decisions of the first, as long as they are legal."""

    first: Variant
    second: Variant
    held: bool = False

    @property
    def id(self) -> str:
        """What tells this job from others."""
        told = json.dumps([self.first.id, self.second.id, self.held])
        return sha256(told.encode()).hexdigest()[:SHORT]

    @property
    def ruleset(self) -> str:
        """The ruleset whose table it needs."""
        return self.first.match.ruleset

    def task(self) -> Callable[[str], Outcome]:
        """What is done with each seed, in whatever process."""
        return _PairTask(self.first.match, self.second.match, self.held)


Job = Battles | PairsOf


class Playable(Protocol):
    """A job as runners need it: a task to do for each seed."""

    @property
    def id(self) -> str:
        """What tells it from others."""

    @property
    def ruleset(self) -> str:
        """The ruleset whose table it needs."""

    def task(self) -> Callable[[str], Outcome]:
        """What is done with each seed, in whatever process."""


@dataclass(frozen=True, slots=True)
class _BattleTask:
    match: Match

    def __call__(self, seed: str) -> Outcome:
        return try_battle(self.match, seed)


@dataclass(frozen=True, slots=True)
class _PairTask:
    first: Match
    second: Match
    held: bool

    def __call__(self, seed: str) -> Outcome:
        try:
            return play_pair(self.first, self.second, seed, held=self.held)
        except Exception as error:  # noqa: BLE001 - a pair that fails is told, and the others go on
            return failure_of(seed, error)


Steps = list[tuple[Order, list[Event], int]]  # orders, what came of each, and its turn


def play_pair(first: Match, second: Match, seed: str, *, held: bool = False) -> Pair:
    """Play the same battle under two rule texts, and find where they part."""
    notes, one, other = Notes(), Steps(), Steps()
    rules = table(first.ruleset)
    with players_of(first, seed) as players:
        before = play_through(first, seed, noting_players(players, notes), _hearing(rules, one))
    with players_of(second, seed) as players:
        after = play_through(
            second, seed, holding_players(players, notes, rules) if held else players, _hearing(rules, other)
        )
    return Pair(seed, before, after, parting_of(one, other))


def _hearing(rules: Any, steps: Steps) -> OnOrder:
    turn = rules.chronicle.turn if isinstance(rules, HasChronicle) else lambda _: 0

    def heard(order: Order, events: list[Event], state: Any) -> None:
        steps.append((order, list(events), turn(state)))

    return heard


def parting_of(one: Steps, other: Steps) -> Parting | None:
    """Where two battles part: at the first order that differs, or that something else came of."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine[0] != theirs[0]:
            return Parting(number, mine[2], "order")
        if mine[1] != theirs[1]:
            return Parting(number, mine[2], "throw")
    if len(one) == len(other):
        return None
    return Parting(min(len(one), len(other)), max(one, other, key=len)[min(len(one), len(other))][2], "throw")
