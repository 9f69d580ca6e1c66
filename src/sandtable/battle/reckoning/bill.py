"""The bill of a battle that is over: how it ended, what each unit lost, and the luck of both sides. Nothing is hidden any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.battle.desk import HasDesk
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.fold import events_of
from sandtable.battle.event import Event
from sandtable.battle.matches.match import REFEREE, strengths_in
from sandtable.battle.reckoning.luck import Luck, Stroke, luck_of, upsets
from sandtable.battle.reckoning.throws import Deed, deeds
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Role, Seat
from sandtable.kernel.problem import Refusal, refuse

State = TypeVar("State", contravariant=True)  # noqa: PLC0105 - a reckoner reads states and never makes one


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a battle ended as it did: a headline, and what there is to say about it, for one who looks from his own side."""

    headline: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Remains:
    """What is left of a unit, and a word about it where there is one to say: shaken, destroyed, gone elsewhere.

    ``counted``: whether it is among the losses at all; a leader may be none.
    """

    left: int
    word: str = ""
    counted: bool = True


class Reckoner(Protocol[State]):
    """What a ruleset knows of its battles once they are over."""

    def reason(self, end: State, events: Iterable[Event], seat: Seat) -> Reason:
        """Why it ended so; ``events`` are those of the last order."""

    def remains(self, end: State, unit: str) -> Remains:
        """What a unit has left, and how it is."""

    def counts(self, key: str) -> bool:
        """Whether throws of this key count when luck is reckoned up."""

    def strokes(self, deed: Deed) -> Iterable[Stroke]:
        """The throws of an order as the game counts them."""

    def measure(self, number: int) -> str:
        """What the game counts, for so many of it: ``levels``."""


@runtime_checkable
class HasReckoner(Protocol):
    """A table whose battles can be reckoned up."""

    @property
    def reckoner(self) -> Reckoner[Any]:
        """The ruleset's own part of it."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What a unit has left of what it had; ``word``: how it is, or where."""

    unit: str
    side: Role
    name: str
    start: int
    lost: int
    word: str = ""


@dataclass(frozen=True, slots=True)
class Bill:
    """A battle that is over, as one seat reads it."""

    winner: Role | None
    reason: Reason
    turn: int
    orders: int
    losses: tuple[Loss, ...]
    luck: tuple[Luck, ...]
    upsets: tuple[Stroke, ...]


def bill_of(battle: Battle[Any], seat: str) -> Bill:
    """The bill of a battle for a seat; one that is not over is refused."""
    result, rules = battle.result, battle.rules
    if result is None:
        raise refuse("battle", "battle.bill.not_over")
    if not isinstance(rules, HasDesk):
        raise refuse("ruleset", "battle.bill.no_desk")
    live = battle.log.live()
    scene = rules.desk.scene(battle.state, REFEREE)
    strokes = [] if battle.halted else strokes_in(battle)
    sides = list(dict.fromkeys(each.side for each in strokes))
    return Bill(
        winner=result.winner,
        reason=_reason(battle, scene, battle.log.seat(seat)),
        turn=scene.clock.turn,
        orders=len(live),
        losses=tuple(_losses(battle, scene)),
        luck=tuple(luck_of(side, strokes) for side in sides),
        upsets=tuple(upsets(strokes)),
    )


def _reason(battle: Battle[Any], scene: Scene, seat: Seat) -> Reason:
    live = battle.log.live()
    if not isinstance(battle.rules, HasReckoner) or not live:
        return Reason(scene.result)
    return battle.rules.reckoner.reason(battle.state, events_of(battle.rules, live[-1]), seat)


def strokes_in(battle: Battle[Any]) -> list[Stroke]:
    """All strokes, with the entries they belong to; none of a table that counts none, nor where the rules no longer run the orders as logged."""
    if not isinstance(battle.rules, HasReckoner):
        return []
    reckoner = battle.rules.reckoner
    found: list[Stroke] = []
    try:
        for deed in deeds(battle.rules, battle.start, battle.log.live(), reckoner.counts):
            turn = battle.rules.desk.scene(deed.before, REFEREE).clock.turn  # type: ignore[attr-defined]  # whoever reckons has one
            found += (replace(each, number=deed.entry.number, turn=turn) for each in reckoner.strokes(deed))
    except Refusal:
        return []
    return found


def _losses(battle: Battle[Any], last: Scene) -> Iterator[Loss]:
    """What every unit has lost, side by side."""
    strengths = strengths_in(battle.rules, battle.log.scenario)
    sides = list(dict.fromkeys(side for side, _ in strengths.values()))
    names = {one.id: one.name for one in last.off} | {one.id: one.name for one in last.pieces.values()}
    for unit, (side, bases) in sorted(strengths.items(), key=lambda one: sides.index(one[1][0])):
        remains = _remains(battle, last, unit)
        start, left = (bases, remains.left) if remains.counted else (0, 0)
        yield Loss(unit, side, names.get(unit, unit), start, start - left, remains.word)


def _remains(battle: Battle[Any], last: Scene, unit: str) -> Remains:
    """What is left of a unit: as its ruleset knows, or by what stands on the table."""
    if isinstance(battle.rules, HasReckoner):
        return battle.rules.reckoner.remains(battle.state, unit)
    piece = last.pieces.get(unit)
    off = next((one for one in last.off if one.id == unit), None)
    return Remains(piece.plate.now if piece else 0, off.detail if off else "")
