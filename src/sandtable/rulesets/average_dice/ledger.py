"""What the umpire remembers of a game: forces, days and boxes, arrivals, structures, points. Every part is optional."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from sandtable.kernel.ledger import Deed, Offer, Panel, PhaseState, RosterUnit, known_as, name_key
from sandtable.kernel.messages import Message
from sandtable.kernel.roster import UNITS, BookUnit, RosterLedger, filled, fills
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice import panels
from sandtable.rulesets.average_dice.vocabulary import (
    GUN_ARMS,
    LYING,
    OTHER_SIDE,
    UNIT_ARMS,
    Arm,
    Buildings,
    Change,
    GunKind,
    Mover,
    Posture,
    Side,
    StructureKind,
    TargetKind,
    TroopClass,
    Weapon,
)

BOXES = ("day1", "day2", "day3", "day4", "day5")
_NEXT_POSTURE = {Posture.FIRED_PRONE: Posture.PRONE, Posture.CRAWLING: Posture.UPRIGHT}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownUnit(BookUnit):
    """A unit, gun or General as it stands."""

    side: Side = filled(actor="side")
    gone: bool = filled(False, actor="actor_gone")
    arm: Arm
    weapon: Weapon = filled(actor="weapon")
    figures: int  # of a gun: its real gunners
    started: int
    throwers: int = filled(0, actor="throwers_in_unit")
    replacements: int = 0
    prone_to_desertion: bool = filled(False, target=("target_prone_to_desertion", "other_prone_to_desertion"))
    joined: bool = False
    flank_march: bool = False
    general_tested: bool = False
    moved: bool = filled(False, actor="moved_this_turn", until="turn")
    moved_fast: bool = filled(False, until="turn")
    fired: bool = filled(False, actor="fired_this_turn", until="turn")
    fought: bool = filled(False, actor="fought_this_turn", until="turn")
    spent: bool = filled(False, actor="spent_whole_move", until="turn")  # on limbering, mounting and the like
    arrived: bool = filled(False, actor="arrived_this_turn", until="turn")  # from a flank march
    fast_last_move: bool = filled(False, actor="last_move_fast")
    fired_last_move: bool = filled(False, actor="fired_last_move")
    mounted: bool = filled(False, actor="mounted", target="target_mounted")
    posture: Posture = filled(Posture.UPRIGHT, target="posture")
    limbered: bool | None = None  # of a field gun; None until somebody has told
    captured: bool = False  # a gun that its enemy took
    rides: Mover | None = None  # the motorbike or truck that a scenario gives it (AVD-G.39)
    aboard: bool = filled(False, actor=("aboard", "aboard_vehicle"))
    threw_at: str = filled(
        "", actor="threw_at", until="turn"
    )  # whom its throwers have thrown at, and the others may still fire at

    def rested(self) -> Self:
        """Its own next turn begins: what it did becomes what it did last; crawling and having fired prone end (AVD-G.21)."""
        posture = _NEXT_POSTURE.get(self.posture, self.posture)
        return replace(
            self.cleared("turn"), posture=posture, fast_last_move=self.moved_fast, fired_last_move=self.fired
        )

    def left(self) -> tuple[int, int]:
        """Figures; a gun has those who serve it."""
        return (0 if self.gone else self.all_figures), self.started

    @property
    def is_gun(self) -> bool:
        """A gun, with those who serve it."""
        return self.arm in GUN_ARMS

    @property
    def all_figures(self) -> int:
        """Its figures, those lent to a gun included."""
        return self.figures + self.replacements

    @fills(actor="actor_off_table")
    def off_table(self) -> bool:
        """Gone, or not come yet."""
        return self.gone or self.flank_march

    @fills(target="target_off_table")
    def no_target(self) -> bool:
        """Not there, or nobody left of it."""
        return self.gone or self.flank_march or not self.all_figures

    @fills(actor="attacker_number", target=("target_figures", "other_figures", "defender_number", "target_strength"))
    def present(self) -> int:
        """Figures as a form counts them."""
        return max(1, self.all_figures)

    @fills(actor="moved_into_contact")
    def moved_up(self) -> bool:
        """It has moved, and not spent the move on something else."""
        return self.moved and not self.spent

    @fills(actor=("prone", "attackers_prone"), target="target_prone")
    def lying(self) -> bool:
        """Prone, whether or not it fired so."""
        return self.posture in LYING

    @fills(actor="never_deserts")
    def never_deserts(self) -> bool:
        """No Villista, no gun, no General deserts (AVD-2.11)."""
        return self.side is Side.VILLISTA or self.arm not in UNIT_ARMS

    @fills(target="defender_is_general")
    def is_general(self) -> bool:
        """A General."""
        return self.arm is Arm.GENERAL

    @fills(actor="mover")
    def mover(self) -> Mover:
        """Its row of the movement table (AVD-4.02, AVD-4.02b, AVD-5.01)."""
        if self.aboard and self.rides is not None:
            return self.rides
        if self.arm is Arm.MACHINE_GUN:
            return Mover.WITH_MACHINE_GUN
        if self.arm is Arm.FIELD_GUN:
            return Mover.PUSHING_GUN if self.limbered is False else Mover.FIELD_GUN
        return Mover.CAVALRY if self.mounted else Mover.INFANTRY

    @fills(actor="attacker_class", target="defender_class")
    def melee_class(self) -> TroopClass:
        """Gunners are artillery; dismounted cavalry and a General on foot are infantry (AVD-11.07, AVD-G.12, AVD-G.46)."""
        if self.is_gun:
            return TroopClass.ARTILLERY
        return TroopClass.CAVALRY if self.mounted else TroopClass.INFANTRY

    @fills(actor="abandoned")
    def abandoned(self) -> bool:
        """A gun whose crew was shot (AVD-G.31)."""
        return self.is_gun and not self.all_figures

    @fills(target="target_kind")
    def target_kind(self) -> TargetKind:
        """What is fired at (AVD-G.48)."""
        if self.aboard:
            return TargetKind.VEHICLE
        if self.is_gun:
            return TargetKind.GUN_CREW
        return TargetKind.GENERAL if self.arm is Arm.GENERAL else TargetKind.UNIT

    @fills(actor="gun", target="crew_of")
    def gun(self) -> GunKind | None:
        """What kind of gun it is, if it is one."""
        return GunKind(self.arm.value) if self.is_gun else None

    def as_actor(self) -> dict[str, Any]:
        """What it fills in when it acts: a gun with those who serve it, others with their figures."""
        told = BookUnit.as_actor(self)
        if self.is_gun:
            told |= {"gunners": self.figures, "replacements": self.replacements, "captured": self.captured}
            told["figures_in_the_unit"] = self.present
            told |= {} if self.limbered is None else {"limbered": self.limbered}
            return told | ({"haulers": self.all_figures} if self.all_figures else {})
        figures = max(1, self.figures)
        firing = max(1, self.figures - self.throwers) if self.threw_at else figures
        if self.arm in UNIT_ARMS:
            told |= {"figures_in_the_unit": figures, "joined": self.joined}
        if self.throwers:
            told["throwers"] = self.throwers
        told |= {"figures_firing": firing, "unit_figures": figures}
        told |= dict.fromkeys(("general", "general_fires"), self.is_general)
        return told | dict.fromkeys(("own_unit_prone_to_desertion", "unit_prone_to_desertion"), self.prone_to_desertion)

    def described(self) -> Message:
        """Arm, weapon and figures."""
        figures = panels.figures_now(self)
        return Message.of("roster.label", weapon=self.weapon, arm=self.arm, figures=figures, started=self.started)

    def condition(self) -> Message:
        """What a player should remember of it."""
        return panels.status_of(self)

    def reminder(self) -> Message | None:
        """That it has acted."""
        acted = (self.fired or self.moved or self.fought) and not self.gone
        return Message("roster.acted") if acted else None

    def done(self) -> Message | None:
        """What it has done, the latest in the order of a turn."""
        told = ((self.fought, "fought"), (self.fired, "fired"), (self.moved, "moved"))
        return next((Message(f"roster.done.{what}") for done, what in told if done), None)

    def captured_by(self, side: Side) -> KnownUnit:
        """A gun that the other side took, or took back: without a crew, and silent until its next turn (AVD-11.10, AVD-G.31)."""
        return replace(self, side=side, captured=not self.captured, figures=0, replacements=0, fired=True, gone=False)


@dataclass(frozen=True, slots=True)
class KnownStructure:
    """A structure by name, with the hits it had and has, and who is inside."""

    name: str
    kind: StructureKind
    value: int
    left: int
    before: int = 0
    inside: tuple[str, ...] = ()
    fallen: bool = False

    def without(self, names: frozenset[str]) -> KnownStructure:
        """The structure without these units in it."""
        keys = set(map(name_key, names))
        return replace(self, inside=tuple(name for name in self.inside if name_key(name) not in keys))


@dataclass(frozen=True, slots=True)
class Victory:
    """A moral victory won in play."""

    side: Side
    cause: str
    points: int


@dataclass(frozen=True, slots=True)
class Raised:
    """What a side has thrown for its force."""

    units: int = 0
    guns: int = 0
    throwers: int = 0
    flank: int = 0  # units that may march round the flank


@dataclass(frozen=True, kw_only=True)
class AverageDiceLedger(RosterLedger[KnownUnit]):
    """The books of a game."""

    counted: ClassVar[str] = "figures"
    phases = (*BOXES, Side.VILLISTA, Side.FEDERAL)
    named: ClassVar[Mapping[str, str]] = {
        **RosterLedger.named,
        "unit_name": "unit",
        **dict.fromkeys(("gun_name", "threw_at"), "unit"),
        "who_is_inside": UNITS,
        "structure_name": "structure",
        **dict.fromkeys(("from_building", "into_building", "firer_building", "target_building"), "structure"),
    }
    rests_on: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "new_day": ("boxes",),
        "score": ("points", "boxes"),
        "restore_units": ("points",),
        "next_move": ("turn",),
        "draw_lot": ("lots",),
    }
    side: Side | None = None
    structures: Mapping[str, KnownStructure] = field(default_factory=dict)
    raised: Mapping[Side, Raised] = field(default_factory=dict)
    day: int = 0
    boxes: int = 0
    turns: int = 0  # turns of this day
    arrivals: tuple[tuple[int, str], ...] = ()  # turn of day 1, and whose
    victories: tuple[Victory, ...] = ()
    lots_due: int = 0  # units still to be drawn as prone to desertion
    restores_due: int = 0  # Federal throws that a moral victory has brought
    fallen: tuple[Side, ...] = ()  # Generals killed whose units have not thrown yet
    generals_killed: frozenset[Side] = frozenset()

    # ---- What effects change ---------------------------------------------------------------------------------------------------

    def with_units(self, *units: KnownUnit) -> Self:
        """The books with these units as they are now; those that are gone are in no building any more."""
        gone = frozenset(unit.name for unit in units if unit.gone)
        return super().with_units(*units).vacated(gone)

    def with_structure(self, known: KnownStructure) -> Self:
        """The books with this structure as it is now, under the name they have for it; nobody who is gone is in it."""
        name, there = self.structure_name(known.name), tuple(dict.fromkeys(map(self.own_name, known.inside)))
        gone = frozenset(unit.name for unit in map(self.unit, there) if unit is not None and unit.gone)
        return replace(
            self, structures={**self.structures, name: replace(known, name=name, inside=there).without(gone)}
        )

    def structure_name(self, name: str) -> str:
        """What the books call a structure of this name, whatever its capitals."""
        return known_as(name, self.structures)

    def structure(self, name: str | None) -> KnownStructure | None:
        """The structure of this name, if the books know it."""
        return self.structures.get(self.structure_name(name)) if name else None

    def vacated(self, names: frozenset[str]) -> Self:
        """The books with these units out of every structure."""
        if not names or not any(known.inside for known in self.structures.values()):
            return self
        return replace(self, structures={name: known.without(names) for name, known in self.structures.items()})

    def with_raised(self, side: Side, **thrown: int) -> Self:
        """The books with what a side has thrown for its force."""
        return replace(self, raised={**self.raised, side: replace(self.raised.get(side, Raised()), **thrown)})

    def general_falls(self, side: Side) -> Self:
        """The books without a side's General; his units still have to throw for it."""
        books = self.each(
            lambda unit: replace(unit, gone=True, figures=0), lambda unit: unit.is_general and unit.side is side
        )
        fallen = self.fallen if side in (*self.fallen, *self.generals_killed) else (*self.fallen, side)
        return replace(books, fallen=fallen, generals_killed=self.generals_killed | {side})

    def side_struck(self, whom: str, deed: Deed) -> Side | None:
        """The side of whoever was struck; where no name tells, the acting side's opponent."""
        unit = self.unit_meant(whom, deed)
        if unit is not None:
            return unit.side
        return OTHER_SIDE[Side(deed.side)] if deed.side in set(Side) else None

    # ---- What is asked of them -------------------------------------------------------------------------------------------------

    def drawable(self) -> tuple[KnownUnit, ...]:
        """Federal units, not guns, not the General, not drawn yet (AVD-G.06)."""
        return tuple(
            unit
            for unit in self.units.values()
            if unit.side is Side.FEDERAL and unit.arm in UNIT_ARMS and not unit.prone_to_desertion and not unit.gone
        )

    def prone_units(self) -> int:
        """Units that are prone to desertion."""
        return sum(unit.prone_to_desertion and not unit.gone for unit in self.units.values())

    def units_left(self, side: Side) -> int:
        """Infantry and cavalry units with a figure on the table, flank marchers included, no guns (AVD-G.33)."""
        return sum(
            unit.side is side and unit.arm in UNIT_ARMS and not unit.gone and unit.figures > 0
            for unit in self.units.values()
        )

    def beaten(self) -> bool:
        """Whether a side that had units has none left: the game ends at once (AVD-G.33)."""
        sides = {unit.side for unit in self.units.values() if unit.arm in UNIT_ARMS}
        return any(not self.units_left(side) for side in sides)

    def inside(self, known: KnownStructure) -> list[KnownUnit]:
        """The units inside a structure, those that the books know."""
        return [unit for unit in map(self.unit, known.inside) if unit is not None]

    # ---- What they fill in -----------------------------------------------------------------------------------------------------

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:  # noqa: ARG002 - the books know units, not tables
        """What the books know of a form."""
        known = _PREFILL.get(action)
        return known(self) if known else {}

    def sheet_known(self) -> dict[str, Any]:
        """The force sheet of a side that has thrown for its force and entered nobody yet."""
        for side, force in self.raised.items():
            if not any(unit.side is side for unit in self.units.values()):
                told = {
                    "side": side,
                    "units": force.units,
                    "gun_throw": force.guns,
                    "dynamite_unit": force.throwers > 0,
                }
                return told | ({"throwers": force.throwers} if force.throwers else {})
        return {}

    def general_known(self) -> dict[str, Any]:
        """The units of a General who has fallen, those that are there; of the only General there is, if none is known to have."""
        led = {unit.side for unit in self.units.values() if unit.is_general and not unit.gone}
        whose = self.fallen[:1] or (tuple(led) if len(led) == 1 else ())
        if not whose:
            return {}
        (side,) = whose
        own = [
            {"unit_name": unit.name, "unit_figures": max(1, unit.figures), "tested_already": unit.general_tested}
            for unit in self.units.values()
            if unit.side is side and unit.arm in UNIT_ARMS and not unit.off_table
        ]
        return {"side": side, "own_units": own}

    def score_known(self) -> dict[str, Any]:
        """Boxes, Generals and units, as far as anybody has told."""
        if not (self.boxes or self.units):
            return {}
        killed = {f"{side}_general_killed": side in self.generals_killed for side in Side}
        left = {f"{side}_units": self.units_left(side) for side in Side} if self.units else {}
        return {"boxes_crossed": self.boxes} | killed | left

    def filled_from_books(self, unit: KnownUnit) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Who is in a building fires out of it, comes out through a wall and has its cover (AVD-5.13b, AVD-6.01).

        Enemies in it are in contact, and he in melee with them (AVD-G.35, AVD-G.45).
        """
        own = name_key(unit.name)
        here = next((k for k in self.structures.values() if own in map(name_key, k.inside) and not k.fallen), None)
        building = here.name if here else ""
        enemies = sum(each.all_figures for each in self.inside(here) if each.side is not unit.side) if here else 0
        actor: dict[str, Any] = {
            "firer_building": building,
            "from_building": building,
            "inside_building": bool(building),
            "buildings_in_or_out": int(bool(building)),
        }
        if enemies:
            actor |= {"buildings": Buildings.ENEMY_INSIDE_TOO, "in_contact": True, "enemies_inside": enemies}
        target: dict[str, Any] = {"target_building": building, "target_in_melee": bool(enemies)}
        return actor, target | ({"inside_building": True} if building else {})

    # ---- What they show --------------------------------------------------------------------------------------------------------

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Days and boxes, forces, structures, points, arrivals."""
        return tuple(panels.panels_of(self, tables))

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units and structures with what they fill into the form."""
        places = (panels.listed_structure(known, self.inside(known)) for known in self.structures.values())
        return (*super().roster(), *places)

    def owed(self) -> tuple[Offer, ...]:
        """What somebody still has to do: lots, throws, arrivals, the end of the day."""
        offers = [
            Offer(Message.of("offer.general", side=side), "general_killed", {"side": side}) for side in self.fallen
        ]
        if self.lots_due and self.drawable():
            fields = {"units_to_draw_from": len(self.drawable())}
            offers.append(Offer(Message.of("offer.lot", units=self.lots_due), "draw_lot", fields))
        if self.restores_due and self.prone_units():
            fields = {"prone_units_left": self.prone_units()}
            offers.append(Offer(Message("offer.restore"), "restore_units", fields))
        if self.day == 1 and self.side is Side.VILLISTA:
            offers += [_arrival(name, turn) for turn, name in self.arrivals if turn == self.turn]
        over = self.day > 0 and self.turn > self.turns
        if over and self.boxes < len(BOXES):
            offers.append(Offer(Message("offer.another_day"), "new_day", {"boxes_crossed": self.boxes}))
        if over or self.beaten():
            offers.append(Offer(Message("offer.stop"), "score", {}))
        return tuple(offers)

    def phase_states(self) -> tuple[PhaseState, ...]:
        """Five boxes, crossed when used; the turn of the day; then the two moves of the turn."""
        boxes = tuple(
            PhaseState(name, "done" if number <= self.boxes else "next") for number, name in enumerate(BOXES, start=1)
        )
        if self.side is None:
            return (*boxes, PhaseState(Side.VILLISTA, "next"), PhaseState(Side.FEDERAL, "next"))
        federal_now = self.side is Side.FEDERAL
        return (
            *boxes,
            PhaseState("turn", "done", Message.of("phase.turn", turn=self.turn, turns=self.turns)),
            PhaseState(Side.VILLISTA, "done" if federal_now else "now"),
            PhaseState(Side.FEDERAL, "now" if federal_now else "next"),
        )


def _arrival(name: str, turn: int) -> Offer:
    """The flank march is due."""
    if name:
        told = {"actor_name": name, "change": Change.ARRIVED}
        return Offer(Message.of("offer.arrives", name=name), "unit_change", told, at_once=True)
    return Offer(Message.of("offer.flank", turn=turn), "unit_change", {"change": Change.ARRIVED})


_PREFILL = {
    "new_day": lambda books: {"boxes_crossed": books.boxes} if books.boxes else {},
    "next_move": lambda books: {"side": OTHER_SIDE[Side(books.side)] if books.side else Side.VILLISTA},
    "draw_lot": lambda books: {"units_to_draw_from": len(books.drawable())} if books.drawable() else {},
    "restore_units": lambda books: {"prone_units_left": books.prone_units()} if books.units else {},
    "force_sheet": AverageDiceLedger.sheet_known,
    "general_killed": AverageDiceLedger.general_known,
    "score": AverageDiceLedger.score_known,
}
