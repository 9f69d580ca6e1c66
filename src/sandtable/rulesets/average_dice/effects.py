"""What verdicts do to the figures on the table and to the books."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import Any

from sandtable.kernel import roster
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.ledger import Deed, Offer
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownStructure, KnownUnit, Raised, Victory
from sandtable.rulesets.average_dice.vocabulary import (
    OTHER_SIDE,
    WHOLE_UNITS,
    Change,
    GunKind,
    Posture,
    Side,
    StructureKind,
    WholeMove,
)

# ---- Losses ----------------------------------------------------------------------------------------------------------------------


@effect(icon="base-off")
class FiguresLost(OnUnit):
    """Figures are taken off (AVD-9.01)."""

    count: int
    left: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Without them."""
        return replace(unit, figures=max(0, unit.figures - self.count))


@effect(icon="skull")
class UnitDestroyed(OnUnit):
    """No figure is left."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Gone."""
        return replace(unit, gone=True)


@effect(icon="marker")
class UnitWeak(Effect):
    """Down to 4 or fewer: it no longer advances or goes into melee (AVD-12.01, AVD-12.02)."""

    left: int


@effect(icon="run")
class UnitDeserts(OnUnit):
    """The unit leaves the battlefield (AVD-12.05)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Gone."""
        return replace(unit, gone=True)


@effect(icon="hold")
class UnitStays(Effect):
    """The unit was put to the test and carries on (AVD-12.05, AVD-12.06)."""


@effect(icon="dynamite")
class ThrowersKilled(OnUnit):
    """Throwers blown up by their own cans (AVD-8.22)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Without them."""
        left, throwers = max(0, unit.figures - self.count), max(0, unit.throwers - self.count)
        return replace(unit, figures=left, throwers=throwers, gone=unit.gone or not left)


@effect(icon="leader-fallen", touches=("points",))
class GeneralKilled(OnUnit):
    """A General falls; his opponent has a moral victory (AVD-4.05)."""

    def fold(self, books: AverageDiceLedger, deed: Deed, _: Tables, /) -> AverageDiceLedger:
        """Without him."""
        side = books.side_struck(self.whom, deed)
        return books if side is None else books.general_falls(side)

    def leads_to(self, books: AverageDiceLedger, deed: Deed, /) -> Iterator[Offer]:
        """The test of his units."""
        side = books.side_struck(self.whom, deed)
        if side is not None:
            yield Offer(Message.of("offer.general", side=side), "general_killed", {"side": side})


# ---- Guns ------------------------------------------------------------------------------------------------------------------------


@effect(icon="base-off", says="{gun}")
class CrewShort(Effect):
    """A gun has lost crew and needs figures from the infantry (AVD-8.14, AVD-8.17)."""

    gun: GunKind
    missing: int
    inches: Fraction


@effect(icon="artillery")
class GunAbandoned(OnUnit):
    """Its whole crew was shot; it may be taken by contact (AVD-G.31)."""

    gun: GunKind

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Without anybody."""
        return replace(unit, figures=0, replacements=0)


@effect(icon="flag", says="{gun}")
class GunCaptured(Effect):
    """Its crew was killed in melee (AVD-11.10); who may fire it now (AVD-8.19, AVD-8.20)."""

    gun: GunKind


@effect(told=False)
class ChangesSides(OnUnit):
    """A gun goes over to those who killed its crew hand to hand (AVD-11.10)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """The enemy's."""
        return unit.captured_by(OTHER_SIDE[unit.side])


@effect(icon="average-die")
class GunThrows(Effect):
    """How many average dice a gun throws."""

    gun: GunKind
    dice: int


@effect(says="{why}")
class GunSilent(Effect):
    """A gun cannot fire (AVD-8.15, AVD-8.18)."""

    gun: GunKind
    why: str


@effect(told=False)
class GunServed(OnUnit):
    """Infantry stand in for lost gunners (AVD-8.14, AVD-8.17)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """With them."""
        return replace(unit, replacements=unit.replacements + self.count)


# ---- What a unit has done this turn ----------------------------------------------------------------------------------------------


@effect(told=False)
class Fired(OnUnit):
    """It has fired or thrown; whoever did so prone shows himself (AVD-7.08, AVD-9.06)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Having fired."""
        posture = Posture.FIRED_PRONE if unit.posture is Posture.PRONE else unit.posture
        return replace(unit, fired=True, posture=posture)


FIRED = (Fired(whom="actor"),)


@effect(told=False)
class Fought(OnUnit):
    """It has struck in melee (AVD-11.04)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Having fought."""
        return replace(unit, fought=True)


FOUGHT = (Fought(whom="actor"),)


@effect(told=False)
class Moved(OnUnit):
    """It has moved, and stands or lies so."""

    fast: bool
    posture: Posture
    limbered: bool | None  # of a field gun, by how it was moved

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Having moved."""
        limbered = unit.limbered if self.limbered is None else self.limbered
        return replace(unit, moved=True, moved_fast=self.fast, posture=self.posture, limbered=limbered)


@effect(told=False)
class Housed(OnBooks):
    """It went through a wall: out of the building it was in, and into the one it named (AVD-5.13b)."""

    building: str

    def fold(self, books: AverageDiceLedger, deed: Deed, _: Tables, /) -> AverageDiceLedger:
        """In that building alone."""
        name = books.names(deed).get(self.whom)
        if not name:
            return books
        books = books.vacated(frozenset({name}))
        entered = books.structures.get(self.building)
        if entered is None or entered.fallen:
            return books
        return books.with_structure(replace(entered, inside=(*entered.inside, name)))


@effect(icon="advance")
class MayMove(Effect):
    """So many inches of movement are left after terrain."""

    inches: Fraction


@effect(icon="down")
class GoesProne(Effect):
    """It ends prone (AVD-5.10)."""


@effect(icon="fall-back")
class BreaksOff(Effect):
    """It moves away from a melee; nobody strikes at it (AVD-11.03b, AVD-G.36)."""


@effect(icon="clock", says="{on}")
class MoveSpent(Effect):
    """A whole move is spent on something else (AVD-5.15, AVD-5.16, AVD-6.02, AVD-7.06b)."""

    on: WholeMove
    inches: Fraction


@effect(told=False)
class WholeMoveSpent(OnUnit):
    """It has no move left, and is mounted, on foot, limbered or unlimbered now; riders sit upright."""

    spent_on: WholeMove

    def on(self, unit: KnownUnit) -> KnownUnit:
        """After it."""
        return replace(
            unit,
            moved=True,
            spent=True,
            moved_fast=False,
            mounted={WholeMove.MOUNT: True, WholeMove.DISMOUNT: False}.get(self.spent_on, unit.mounted),
            limbered={WholeMove.LIMBER: True, WholeMove.UNLIMBER: False}.get(self.spent_on, unit.limbered),
            posture=Posture.UPRIGHT if self.spent_on is WholeMove.MOUNT else unit.posture,
        )


@effect()
class NothingSpent(Effect):
    """Out of range: the unit may still do something else (AVD-7.01, AVD-7.11)."""

    reach: Fraction


@effect(icon="figures", says="{may}")
class UnitJoined(OnUnit):
    """Two weak units become one (AVD-12.04)."""

    figures: int
    may: str

    def on(self, unit: KnownUnit) -> KnownUnit:
        """The joined unit."""
        return replace(unit, figures=self.figures, joined=True)


@effect(told=False)
class ProneBecomes(OnUnit):
    """Whether a joined unit is prone to desertion (AVD-G.29)."""

    prone: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Prone to desertion or not."""
        return replace(unit, prone_to_desertion=self.prone)


@effect(told=False)
class JoinsAnother(OnUnit):
    """Its figures belong to another unit now (AVD-12.04)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Gone."""
        return replace(unit, figures=0, gone=True)


# ---- Structures ------------------------------------------------------------------------------------------------------------------


@effect(told=False, adds=("what",))
class OnStructure(OnBooks):
    """An effect on a structure, which the books know by its name."""

    structure: StructureKind
    name: str | None

    @property
    def what(self) -> str | Message:
        """The structure by its name, or by its kind."""
        return self.name or self.structure.message

    def written(self, _: Mapping[str, str], /) -> Iterator[str]:
        """The structure."""
        yield f"structure.{self.name}"

    def known(self, books: AverageDiceLedger) -> KnownStructure:
        """The structure as the books have it; one that nobody entered is kept from its first hit."""
        return books.structures.get(self.name or "") or KnownStructure(self.name or "", self.structure, 0, 0)


@effect(icon="house")
class HitsOnStructure(OnStructure):
    """Hits come off a structure: Church 40 to 28 (AVD-10.03d)."""

    before: int
    left: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With so many hits left."""
        if not self.name:
            return books
        known = self.known(books)
        value = known.value or self.before
        return books.with_structure(replace(known, before=self.before, left=self.left, value=value))


@effect(icon="smoke", says="{structure}")
class StructureFalls(OnStructure):
    """A structure is unusable (AVD-10.04) or destroyed (AVD-10.07); whole units go with a building (AVD-10.05)."""

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """Fallen, with nobody in it."""
        if not self.name:
            return books
        known = self.known(books)
        caught = books.inside(known) if self.structure in WHOLE_UNITS else ()
        books = books.with_structure(replace(known, fallen=True, inside=()))
        return books.with_units(*(replace(unit, gone=True) for unit in caught))


@effect(icon="base-off", says="{place}", adds=("whose",))
class FiguresCaught(OnBooks):
    """Figures inside or behind a fallen structure are removed without a save (AVD-10.05, AVD-10.06, AVD-10.08)."""

    structure: StructureKind
    count: int
    inches: Fraction
    units: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Inside a building, in a fieldwork, behind a wall; where only names are known, those."""
        return self.structure if self.count else "named"

    @property
    def whose(self) -> str | Message:
        """Whose figures, where the names are known."""
        return Message.of("word.of_units", units=self.units) if self.units else ""

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """Whole units go with a building; elsewhere the figures of the one unit that is named."""
        caught = [unit for name in self.units if (unit := books.unit(name))]
        if self.structure in WHOLE_UNITS:
            return books.with_units(*(replace(unit, gone=True) for unit in caught))
        if len(self.units) != 1 or not caught:
            return books
        left = max(0, caught[0].figures - self.count)
        return books.with_units(replace(caught[0], figures=left, gone=caught[0].gone or not left))


@effect()
class NoEffectOnStructure(Effect):
    """Only field guns and dynamite reduce structures (AVD-10.02)."""


# ---- Raising the forces ----------------------------------------------------------------------------------------------------------


@effect(icon="figures")
class UnitsRaised(OnBooks):
    """A side has so many units (AVD-2.03, AVD-2.04)."""

    units: int
    figures: int
    most_cavalry: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With a force to arm."""
        return books.with_raised(Side(self.whom), Raised(units=self.units))


@effect(icon="artillery")
class GunsAllowed(OnBooks):
    """So many guns of both kinds together (AVD-2.12)."""

    guns: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With guns to choose."""
        side = Side(self.whom)
        return books.with_raised(side, replace(books.raised.get(side, Raised()), guns=self.guns))


@effect(says="{legal?legal:illegal}")
class GunsSplit(Effect):
    """A split of the gun throw (AVD-2.12b, AVD-2.13)."""

    field_guns: int
    machine_guns: int
    guns: int
    legal: bool


@effect()
class CavalryTooMany(Effect):
    """More cavalry was wanted than half of the units (AVD-2.07)."""

    wanted: int
    most: int


@effect(icon="dynamite")
class DynamiteThrowers(OnBooks):
    """So many figures of the dynamite unit throw cans (AVD-2.08)."""

    count: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With throwers to place."""
        side = Side(self.whom)
        return books.with_raised(side, replace(books.raised.get(side, Raised()), throwers=self.count))


@effect(icon="flank")
class FlankMarch(Effect):
    """Up to so many units go round the flank (AVD-2.09)."""

    units: int


@effect(icon="clock", says="{name?named:counted}")
class FlankArrives(OnBooks):
    """The turn of day 1 in which they come (AVD-2.10)."""

    turn: int
    units: int = 0
    name: str | None = None

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """Awaited."""
        return replace(books, arrivals=(*books.arrivals, (self.turn, self.name or "")))


@effect(icon="run", says="{pick}", touches=("lots",))
class ProneToDesertion(OnBooks):
    """So many Federal units are prone to desertion (AVD-2.11); who picks them (AVD-G.06)."""

    units: int
    pick: str

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With lots to draw."""
        return replace(books, lots_due=self.units)


@effect(icon="hand", touches=("lots",))
class LotDrawn(OnBooks):
    """The lot falls on one unit of a list (AVD-G.06)."""

    number: int
    of: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With that unit prone to desertion."""
        drawn = books.drawable()[self.number - 1 : self.number]
        books = books.with_units(*(replace(unit, prone_to_desertion=True) for unit in drawn))
        return replace(books, lots_due=max(0, books.lots_due - 1))


@effect(told=False)
class UnitEntered(roster.UnitEntered):
    """A unit stands on the force sheet."""

    unit: KnownUnit


@effect(told=False)
class StructureEntered(OnBooks):
    """A structure is entered by name, with its value and those inside, who are in no other."""

    structure: StructureKind
    hits: int
    value: int
    inside: tuple[str, ...] = ()

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With it."""
        known = KnownStructure(self.whom, self.structure, max(self.value, self.hits), self.hits, inside=self.inside)
        return books.vacated(frozenset(self.inside)).with_structure(known)

    def written(self, _: Mapping[str, str], /) -> Iterator[str]:
        """The structure."""
        yield f"structure.{self.whom}"


@effect(says="{change}")
class UnitChanged(OnUnit):
    """Something is noted of a unit by hand."""

    change: Change
    count: int = 0

    def on(self, unit: KnownUnit) -> KnownUnit:
        """With that noted."""
        changes: dict[Change, dict[str, Any]] = {
            Change.DESERTS: {"gone": True},
            Change.REMOVED: {"gone": True},
            Change.PRONE_TO_DESERTION: {"prone_to_desertion": True},
            Change.NORMAL_AGAIN: {"prone_to_desertion": False},
            Change.FLANK_MARCH: {"flank_march": True},
            Change.ARRIVED: {"flank_march": False, "arrived": True},
            Change.LENT_TO_A_GUN: {"figures": max(0, unit.figures - self.count)},
        }
        return replace(unit, **changes[self.change])


# ---- Days, Generals, points ------------------------------------------------------------------------------------------------------


@effect(icon="sun", touches=("boxes", "turn"))
class DayBegins(OnBooks):
    """A day of so many turns; a box is crossed (AVD-3.05 to AVD-3.07)."""

    day: int
    turns: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """The Villistas begin, everybody fresh."""
        books = replace(books.each(KnownUnit.rested), day=self.day, boxes=self.day, turns=self.turns, turn=1)
        return replace(books, side=Side.VILLISTA, phase=Side.VILLISTA)


@effect(icon="turn", touches=("turn",))
class TurnBegins(OnBooks):
    """The move passes to a side."""

    side: Side

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """The Villista move begins a turn (AVD-3.02, AVD-G.08); the side that moves is fresh."""
        begins = self.side is Side.VILLISTA and books.side is not None
        turn = books.turn + 1 if begins else max(1, books.turn)
        books = books.each(KnownUnit.rested, lambda unit: unit.side is self.side)
        return replace(books, turn=turn, side=self.side, phase=self.side)


@effect(icon="star", says="{cause}", touches=("points",))
class MoralVictory(OnBooks):
    """A moral victory and its points (AVD-13.01)."""

    side: Side
    cause: str
    points: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """Won, once."""
        won = Victory(self.side, self.cause, self.points)
        return books if won in books.victories else replace(books, victories=(*books.victories, won))


@effect(icon="rally")
class RestoreThrow(OnBooks):
    """The Federal player may throw to make units normal again (AVD-3.12)."""

    dice: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With a throw due."""
        return replace(books, restores_due=books.restores_due + 1)

    def leads_to(self, _books: AverageDiceLedger, _deed: Deed, /) -> Iterator[Offer]:
        """The throw."""
        yield Offer(Message("offer.restore"), "restore_units", {})


@effect(icon="rally")
class UnitsRestored(OnBooks):
    """So many units are no longer prone to desertion (AVD-3.12)."""

    count: int
    left: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With a throw less due."""
        return replace(books, restores_due=max(0, books.restores_due - 1))


@effect(icon="moon")
class NightRegroup(Effect):
    """Between days a free fast move for units far from the enemy (option days)."""

    inches: Fraction


@effect(icon="run", says="{manner}")
class UnitsLeave(OnBooks):
    """Units that leave at their General's death (AVD-12.06); by name where the dice tell which."""

    count: int
    tested: int
    leaves_on: int
    units: tuple[str, ...] = field(default=(), compare=False)  # which of them is all one to the odds
    stays: tuple[str, ...] = field(default=(), compare=False)

    @property
    def manner(self) -> str:
        """By name, nobody, or without names or single dice how many."""
        if not self.count:
            return "none"
        return "named" if len(self.units) == self.count else "counted"

    @property
    def detail(self) -> Message:
        """Who carries on, or how the dice tell which unit leaves."""
        if self.stays:
            return Message.of("effect.units_leave.stays", units=self.stays, count=len(self.stays))
        return Effect.detail.fget(self)  # type: ignore[attr-defined, no-any-return]

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """Without those who leave."""
        leaving = [unit for name in self.units if (unit := books.unit(name))]
        return books.with_units(*(replace(unit, gone=True) for unit in leaving))


@effect(told=False, touches=("points",))
class GeneralMourned(OnBooks):
    """A General is dead, and these units have thrown for it, once and for all (AVD-12.06b)."""

    units: tuple[str, ...]

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """With nobody left to throw."""
        side = Side(self.whom)
        tested = [unit for name in self.units if (unit := books.unit(name))]
        books = books.with_units(*(replace(unit, general_tested=True) for unit in tested))
        fallen = tuple(each for each in books.fallen if each is not side)
        return replace(books, fallen=fallen, generals_killed=books.generals_killed | {side})


@effect(says="{tested_already?again:strong}")
class NobodyTests(Effect):
    """Every unit is too strong to test, or has tested already (AVD-12.06b, AVD-12.06c)."""

    most: int
    tested_already: int = 0


@effect(icon="scales")
class Scored(Effect):
    """The points of a side (AVD-13.01)."""

    side: Side
    points: int


@effect(icon="flag", says="{how}")
class Wins(Effect):
    """The winner, and how (AVD-G.33)."""

    side: Side
    how: str


@effect()
class Compares(Effect):
    """One line of a comparison of options."""

    line: Message

    @property
    def message(self) -> Message:
        """The line itself."""
        return self.line
