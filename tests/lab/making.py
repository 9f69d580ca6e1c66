"""Experiments whose battles are made up, so that their truth is known and nobody waits for them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from sandtable.battle.matches.course import Course, pack_spots
from sandtable.battle.matches.match import Failure, Record
from sandtable.battle.scenario.library import load
from sandtable.geometry.measure import Point
from sandtable.lab.battles.jobs import Outcome, Pair, Parting
from sandtable.lab.battles.variant import Variant, variant
from sandtable.lab.experiment import Experiment, Seeds, Stop

OWN, OTHER = "Revolutionary", "Government"
COVER = "[fire.modifier.cover]\nsoft = -2\n"


@cache
def tutorial() -> Variant:
    """The tutorial as printed."""
    return variant(load("tutorial"))


@cache
def club() -> Variant:
    """The tutorial with soft cover that helps more."""
    return tutorial().under(COVER, "club.toml")


def fair(stop: Stop | None = None, seeds: Seeds | None = None) -> Experiment:
    """Is it fair?"""
    return Experiment("Is it fair?", ((tutorial(),),), stop or Stop(), seeds or Seeds())


def compared(stop: Stop | None = None, seeds: Seeds | None = None) -> Experiment:
    """What does this rule do?"""
    return Experiment("What does it do?", ((tutorial(), club()),), stop or Stop(), seeds or Seeds())


def record(seed: str, winner: str | None, turns: int = 6, lost: tuple[int, int] = (2, 4)) -> Record:
    """A battle with a course: whoever wins leads from turn 3 on."""
    won = {OWN: winner == OWN, OTHER: winner == OTHER}
    stakes = {
        role: tuple(100 - 5 * turn * (1 if won[role] or turn < 2 else 2) for turn in range(turns)) for role in won
    }
    course = Course(
        {OWN: (0,) * turns, OTHER: (0,) * turns},
        stakes,
        {OWN: (0,) * (turns - 1) + (lost[0],), OTHER: (0,) * (turns - 1) + (lost[1],)},
        (3,) * turns,
        (1,) + (3,) * (turns - 1),
        1,
        False,
        pack_spots([(0, Point(20_000, 10_000)), (1, Point(30_000, 30_000))]),
        pack_spots([(0, Point(24_000, 12_000))]),
    )
    return Record(seed, winner, "morale", turns, 60, {OWN: lost[0], OTHER: lost[1]}, {}, course)


def by_chance(share: float, draws: float = 0.0, salt: str = "") -> Callable[[str], Record]:
    """Battles of which the first side wins such a share."""

    def play(seed: str) -> Record:
        luck = Random(f"{salt}{seed}")
        if luck.random() < draws:
            return record(seed, None)
        winner = OWN if luck.random() < share else OTHER
        return record(seed, winner, luck.randint(3, 8), (luck.randint(0, 8), luck.randint(0, 8)))

    return play


def pairs_by_chance(share: float, gained: float, lost: float) -> Callable[[str], Pair]:
    """Pairs: of the battles that were lost such a share is won under the second text, of those that were won such a share is lost."""
    first = by_chance(share)

    def play(seed: str) -> Pair:
        before, luck = first(seed), Random(f"second {seed}")
        changed = luck.random() < (lost if before.winner == OWN else gained)
        after = record(seed, {OWN: OTHER, OTHER: OWN}[str(before.winner)]) if changed else before
        kind: Any = luck.choice(["order", "throw"])
        return Pair(seed, before, after, Parting(10, luck.randint(1, 5), kind) if changed else None)

    return play


@dataclass
class Dealer:
    """Plays made-up battles, in an order of its own: those that take longer come later."""

    play: Callable[[str], Outcome]
    apart: int = 3  # battles in hand at once
    fails: frozenset[str] = frozenset()
    submitted: list[str] = field(default_factory=list)

    def submit(self, job: Any, seeds: Iterable[str]) -> Generator[Any, None, None]:  # noqa: ARG002 - all jobs are alike
        hand: list[str] = []
        waiting = iter(seeds)
        while True:
            while len(hand) < self.apart and (following := next(waiting, None)) is not None:
                hand.append(following)
                self.submitted.append(following)
            if not hand:
                return
            seed = hand.pop(Random(len(self.submitted)).randrange(len(hand)))
            yield Failure(seed, "KeyError: 'x'", "play.py, line 1, in play") if seed in self.fails else self.play(seed)
