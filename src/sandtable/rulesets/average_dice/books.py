"""What the ledger keeps of units and structures, and how it shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sandtable.kernel.effects import Effect
from sandtable.kernel.ledger import Entry
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice import effects as done
from sandtable.rulesets.average_dice.dynamite import ThrowDynamite
from sandtable.rulesets.average_dice.fire import Fire, VolleyVerdict
from sandtable.rulesets.average_dice.forces import ForceVerdict, field_gun_of
from sandtable.rulesets.average_dice.melee import Melee
from sandtable.rulesets.average_dice.morale import GeneralFalls
from sandtable.rulesets.average_dice.movement import Move, SpendMove, rate_used
from sandtable.rulesets.average_dice.sheet import SheetLine, StructureEntry, UnitEntry
from sandtable.rulesets.average_dice.structures import HitStructure, StructureVerdict, names_in, value_of
from sandtable.rulesets.average_dice.vocabulary import (
    GUN_ARMS,
    OTHER_SIDE,
    UNIT_ARMS,
    Arm,
    Change,
    Mover,
    Obstacle,
    Posture,
    Rate,
    Rifle,
    Side,
    StructureKind,
    TroopClass,
    Weapon,
    WholeMove,
)

_NEXT_POSTURE = {Posture.FIRED_PRONE: Posture.PRONE, Posture.CRAWLING: Posture.UPRIGHT}


@dataclass(frozen=True, slots=True)
class KnownUnit:
    """A unit, gun or General as it stands."""

    name: str
    side: Side
    arm: Arm
    weapon: Weapon
    figures: int  # of a gun: its real gunners
    started: int
    throwers: int = 0
    replacements: int = 0
    prone_to_desertion: bool = False
    joined: bool = False
    flank_march: bool = False
    general_tested: bool = False
    gone: bool = False
    moved: bool = False
    moved_fast: bool = False
    fired: bool = False
    fought: bool = False
    fast_last_move: bool = False
    fired_last_move: bool = False
    mounted: bool = False
    posture: Posture = Posture.UPRIGHT
    spent: bool = False  # its whole move, on limbering, mounting and the like
    arrived: bool = False  # from a flank march, this turn
    limbered: bool | None = None  # of a field gun; None until somebody has told
    captured: bool = False  # a gun that its enemy took

    @property
    def off_table(self) -> bool:
        """Gone, or not come yet."""
        return self.gone or self.flank_march

    @property
    def all_figures(self) -> int:
        """Its figures, those lent to a gun included."""
        return self.figures + self.replacements

    def rested(self) -> KnownUnit:
        """Its own next turn begins: what it did becomes what it did last; crawling and having fired prone end (AVD-G.21)."""
        return replace(
            self,
            posture=_NEXT_POSTURE.get(self.posture, self.posture),
            moved=False,
            fired=False,
            fought=False,
            moved_fast=False,
            spent=False,
            arrived=False,
            fast_last_move=self.moved_fast,
            fired_last_move=self.fired,
        )


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


@dataclass(frozen=True, slots=True)
class Victory:
    """A moral victory won in play."""

    side: Side
    cause: str
    points: int


@dataclass(frozen=True, slots=True)
class Known:
    """The part of the books that forms are filled from."""

    units: Mapping[str, KnownUnit]
    raised: Mapping[Side, ForceVerdict]
    boxes: int
    generals_killed: frozenset[Side]
    fallen: tuple[Side, ...]
    side: str | None


def entered(line: SheetLine, tables: Tables, *, prone: bool) -> KnownUnit:
    """A line of the sheet as a unit in the books."""
    if line.arm is Arm.FIELD_GUN:
        weapon = field_gun_of(line.side, tables)
    elif line.arm is Arm.MACHINE_GUN:
        weapon = Weapon.MACHINE_GUN
    else:
        weapon = Weapon((line.rifle or Rifle.HOTCHPOTCH).value)
    return KnownUnit(
        line.name,
        line.side,
        line.arm,
        weapon,
        line.figures,
        line.figures,
        line.throwers,
        prone_to_desertion=prone,
        mounted=line.mounted,
    )


def entered_structure(situation: StructureEntry, tables: Tables) -> KnownStructure:
    """A structure with its value; the names of those inside are parted by commas."""
    value = value_of(situation.structure, tables)
    inside = names_in(situation.who_is_inside)
    left = situation.hits_left or value
    return KnownStructure(situation.structure_name, situation.structure, max(value, left), left, inside=inside)


def changed(unit: KnownUnit, effect: Effect) -> KnownUnit:
    """A unit after one effect on it."""
    if isinstance(effect, done.FiguresLost):
        return replace(unit, figures=max(0, unit.figures - effect.count))
    if isinstance(effect, done.FiguresCaught):
        left = max(0, unit.figures - effect.count)
        return replace(unit, figures=left, gone=unit.gone or not left)
    if isinstance(effect, done.ThrowersKilled):
        left = max(0, unit.figures - effect.count)
        return replace(unit, figures=left, throwers=max(0, unit.throwers - effect.count), gone=unit.gone or not left)
    if isinstance(effect, done.UnitDeserts | done.UnitDestroyed):
        return replace(unit, gone=True)
    if isinstance(effect, done.GunAbandoned):
        return replace(unit, figures=0, replacements=0)
    if isinstance(effect, done.UnitChanged):
        return _noted(unit, effect)
    return unit


def _noted(unit: KnownUnit, effect: done.UnitChanged) -> KnownUnit:
    if effect.change in (Change.DESERTS, Change.REMOVED):
        return replace(unit, gone=True)
    if effect.change is Change.PRONE_TO_DESERTION:
        return replace(unit, prone_to_desertion=True)
    if effect.change is Change.NORMAL_AGAIN:
        return replace(unit, prone_to_desertion=False)
    if effect.change is Change.FLANK_MARCH:
        return replace(unit, flank_march=True)
    if effect.change is Change.ARRIVED:
        return replace(unit, flank_march=False, arrived=True)
    return replace(unit, figures=max(0, unit.figures - effect.count))


def housed(structures: Mapping[str, KnownStructure], situation: Move) -> dict[str, KnownStructure]:
    """The structures after a move: who went through a wall is out of the one he was in, and in the one he named."""
    name = situation.actor_name or ""
    walls = situation.buildings_in_or_out or any(each.obstacle is Obstacle.BUILDING for each in situation.crossed)
    if not name or not walls:
        return dict(structures)
    emptied = vacated(structures, frozenset({name}))
    entered_one = emptied.get(situation.into_building or "")
    if entered_one is not None and not entered_one.fallen:
        emptied[entered_one.name] = replace(entered_one, inside=(*entered_one.inside, name))
    return emptied


def vacated(structures: Mapping[str, KnownStructure], names: frozenset[str]) -> dict[str, KnownStructure]:
    """The structures without these units in them."""
    return {
        place: replace(known, inside=tuple(name for name in known.inside if name not in names))
        for place, known in structures.items()
    }


def captured_gun(gun: KnownUnit, by: Side) -> KnownUnit:
    """A gun that the other side took: without a crew, and silent until the captor's next turn (AVD-11.10, AVD-G.31)."""
    return replace(gun, side=by, captured=True, figures=0, replacements=0, fired=True, gone=False)


def names(entry: Entry) -> dict[str, str]:
    """Who the roles of an entry are."""
    actor = getattr(entry.situation, "actor_name", None) or ""
    target = getattr(entry.situation, "target_name", None) or ""
    return {role: name for role, name in (("actor", actor), ("target", target)) if name}


def struck_side(entry: Entry) -> Side | None:
    """The side hit, where no name tells: the acting side's opponent."""
    acting = str(entry.record.meta.get("side") or "")
    return OTHER_SIDE[Side(acting)] if acting in set(Side) else None


def out_of_range(verdict: Any) -> bool:
    """Nothing was spent."""
    if isinstance(verdict, VolleyVerdict):
        return verdict.reach > 0
    return isinstance(verdict, StructureVerdict) and verdict.ended == "out_of_range"


def touched(entry: Entry) -> frozenset[str]:
    """Units and structures that an entry names."""
    found = {f"unit.{name}" for name in names(entry).values()}
    structure = getattr(entry.situation, "structure_name", None)
    if structure:
        found.add(f"structure.{structure}")
    if isinstance(entry.situation, GeneralFalls):
        found |= {f"unit.{unit.unit_name}" for unit in entry.situation.own_units if unit.unit_name}
    if isinstance(entry.situation, UnitEntry):
        found.add(f"unit.{entry.situation.name}")
    return frozenset(found)


_READS = {"new_day": "boxes", "score": "points", "restore_units": "points", "next_move": "turn", "draw_lot": "lots"}


def rests_on(entry: Entry) -> frozenset[str]:
    """What of the game's state an entry was filled from."""
    found = {_READS[entry.record.action]} if entry.record.action in _READS else set()
    if entry.record.action == "score":
        found |= {"boxes"}
    return frozenset(found)


def leaves_behind(entry: Entry) -> frozenset[str]:
    """What of the game's state an entry changed."""
    found = set()
    for effect in entry.verdict.effects:
        if isinstance(effect, done.DayBegins):
            found |= {"boxes", "turn"}
        elif isinstance(effect, done.TurnBegins):
            found.add("turn")
        elif isinstance(effect, done.MoralVictory | done.GeneralKilled):
            found.add("points")
        elif isinstance(effect, done.ProneToDesertion | done.LotDrawn):
            found.add("lots")
    return frozenset(found)


def prefill(action: str, known: Known, drawable: int) -> dict[str, Any]:
    """What is known of an action's form."""
    if action == "new_day":
        return {"boxes_crossed": known.boxes} if known.boxes else {}
    if action == "next_move":
        return {"side": OTHER_SIDE[Side(known.side)] if known.side else Side.VILLISTA}
    if action == "draw_lot":
        return {"units_to_draw_from": drawable} if drawable else {}
    if action == "restore_units" and known.units:
        return {"prone_units_left": sum(u.prone_to_desertion and not u.gone for u in known.units.values())}
    if action == "force_sheet":
        return _sheet_prefill(known)
    if action == "general_killed" and known.fallen:
        return _general_prefill(known)
    if action == "score" and (known.boxes or known.units):
        return _score_prefill(known)
    return {}


def _sheet_prefill(known: Known) -> dict[str, Any]:
    for side, force in known.raised.items():
        if not any(unit.side is side for unit in known.units.values()):
            told = {"side": side, "units": force.units, "gun_throw": force.guns, "dynamite_unit": force.throwers > 0}
            return told | ({"throwers": force.throwers} if force.throwers else {})
    return {}


def _general_prefill(known: Known) -> dict[str, Any]:
    side = known.fallen[0]
    own = [
        {"unit_name": unit.name, "unit_figures": max(1, unit.figures), "tested_already": unit.general_tested}
        for unit in known.units.values()
        if unit.side is side and unit.arm in UNIT_ARMS and not unit.gone
    ]
    return {"side": side, "own_units": own}


def _score_prefill(known: Known) -> dict[str, Any]:
    told: dict[str, Any] = {
        "boxes_crossed": known.boxes,
        "federal_general_killed": Side.FEDERAL in known.generals_killed,
        "villista_general_killed": Side.VILLISTA in known.generals_killed,
    }
    if known.units:
        told |= {f"{side}_units": units_left(known.units, side) for side in Side}
    return told


def units_left(units: Mapping[str, KnownUnit], side: Side) -> int:
    """Infantry and cavalry units with a figure on the table, flank marchers included, no guns (AVD-G.33)."""
    return sum(
        unit.side is side and unit.arm in UNIT_ARMS and not unit.gone and unit.figures > 0 for unit in units.values()
    )


def melee_class(unit: KnownUnit) -> TroopClass:
    """Gunners are artillery; dismounted cavalry and a General on foot are infantry (AVD-11.07, AVD-G.12, AVD-G.46)."""
    if unit.arm in GUN_ARMS:
        return TroopClass.ARTILLERY
    return TroopClass.CAVALRY if unit.mounted else TroopClass.INFANTRY


def mover(unit: KnownUnit) -> Mover:
    """The row of the movement table (AVD-4.02, AVD-4.02b, AVD-5.01)."""
    if unit.arm is Arm.MACHINE_GUN:
        return Mover.WITH_MACHINE_GUN
    if unit.arm is Arm.FIELD_GUN:
        return Mover.PUSHING_GUN if unit.limbered is False else Mover.FIELD_GUN
    return Mover.CAVALRY if unit.mounted else Mover.INFANTRY


def acted(unit: KnownUnit, situation: Any) -> KnownUnit:
    """What a unit has done this turn, and how it stands or lies after it."""
    if isinstance(situation, Fire | ThrowDynamite | HitStructure):
        posture = Posture.FIRED_PRONE if unit.posture is Posture.PRONE else unit.posture
        return replace(unit, fired=True, posture=posture)
    if isinstance(situation, Move):
        fast = rate_used(situation) is Rate.FAST
        limbered = {Mover.FIELD_GUN: True, Mover.PUSHING_GUN: False}.get(situation.mover, unit.limbered)
        return replace(unit, moved=True, moved_fast=fast, posture=_posture_after(situation), limbered=limbered)
    if isinstance(situation, SpendMove):
        return _spent(unit, situation.whole_move)
    return replace(unit, fought=True) if isinstance(situation, Melee) else unit


def _spent(unit: KnownUnit, on: WholeMove) -> KnownUnit:
    """A unit after a whole move; riders sit upright."""
    return replace(
        unit,
        moved=True,
        spent=True,
        moved_fast=False,
        mounted={WholeMove.MOUNT: True, WholeMove.DISMOUNT: False}.get(on, unit.mounted),
        limbered={WholeMove.LIMBER: True, WholeMove.UNLIMBER: False}.get(on, unit.limbered),
        posture=Posture.UPRIGHT if on is WholeMove.MOUNT else unit.posture,
    )


def _posture_after(situation: Move) -> Posture:
    if situation.mover is Mover.CRAWLING:
        return Posture.CRAWLING
    goes_prone = situation.go_prone_or_rise and not situation.prone
    return Posture.PRONE if goes_prone else Posture.UPRIGHT
