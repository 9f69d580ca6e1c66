"""What the ledger keeps of units and structures, and how it shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sandtable.kernel.effects import Effect
from sandtable.kernel.ledger import Entry, Item, Offer, Panel, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice import effects as done
from sandtable.rulesets.average_dice.fire import VolleyVerdict
from sandtable.rulesets.average_dice.forces import ForceVerdict, field_gun_of
from sandtable.rulesets.average_dice.morale import GeneralFalls
from sandtable.rulesets.average_dice.sheet import SheetLine, StructureEntry, UnitEntry
from sandtable.rulesets.average_dice.structures import StructureVerdict, value_of
from sandtable.rulesets.average_dice.vocabulary import (
    GUN_ARMS,
    OTHER_SIDE,
    UNIT_ARMS,
    Arm,
    Change,
    GunKind,
    Mover,
    Rifle,
    Side,
    StructureKind,
    TargetKind,
    TroopClass,
    Weapon,
)


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

    def rested(self) -> KnownUnit:
        """Its own next turn begins: what it did becomes what it did last."""
        return replace(
            self,
            moved=False,
            fired=False,
            fought=False,
            moved_fast=False,
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
        line.name, line.side, line.arm, weapon, line.figures, line.figures, line.throwers, prone_to_desertion=prone
    )


def entered_structure(situation: StructureEntry, tables: Tables) -> KnownStructure:
    """A structure with its value; the names of those inside are parted by commas."""
    value = value_of(situation.structure, tables)
    inside = tuple(name.strip() for name in (situation.who_is_inside or "").split(",") if name.strip())
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
        return replace(unit, flank_march=False)
    return replace(unit, figures=max(0, unit.figures - effect.count))


def leavers(entry: Entry, tables: Tables) -> frozenset[int]:
    """Which units of a General's test left, by their place in the order; known where the dice are."""
    leaves_on = tables.number("morale.general.leaves_on")
    for key, value, _ in entry.record.answers:
        if key == "general.test" and isinstance(value, Mapping):
            return frozenset(n for n, face in enumerate(value.get("faces", ())) if face <= leaves_on)
    return frozenset()


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


SHEET_COLUMNS = ("name", "arm", "weapon", "figures", "throwers", "notes")


def force_sheet_rows(units: Mapping[str, KnownUnit], side: Side) -> tuple[tuple[Any, ...], ...]:
    """The force sheet of a side: name, arm, weapon, figures now and at the start, throwers, notes. For panels and for print."""
    return tuple(
        (
            unit.name,
            unit.arm,
            unit.weapon,
            Message.of("sheet.figures", now=unit.figures, started=unit.started),
            str(unit.throwers) if unit.throwers else "",
            status_of(unit),
        )
        for unit in units.values()
        if unit.side is side
    )


def status_of(unit: KnownUnit) -> Message:
    """What a player should remember of a unit, the gravest first."""
    if unit.gone:
        return Message("status.gone")
    if unit.flank_march:
        return Message("status.flank_march")
    if unit.prone_to_desertion:
        return Message("status.prone_to_desertion")
    if unit.arm in GUN_ARMS and unit.replacements:
        return Message.of("status.replacements", count=unit.replacements)
    return Message("status.joined" if unit.joined else "status.ok")


def force_panels(units: Mapping[str, KnownUnit]) -> list[Panel]:
    """A force sheet for each side that has entered units."""
    columns = tuple(Message(f"sheet.column.{name}") for name in SHEET_COLUMNS)
    return [
        Panel(
            id=f"force.{side}",
            title=Message.of("panel.force", side=side, units=units_left(units, side)),
            kind="table",
            side=side,
            columns=columns,
            rows=force_sheet_rows(units, side),
        )
        for side in Side
        if any(unit.side is side for unit in units.values())
    ]


def boxes_panel(boxes: int, day: int, turn: int, turns: int, side: str | None, tables: Tables) -> Panel:
    """Boxes crossed, and how far the day has gone."""
    moves = Side(side) if side else Side.VILLISTA
    return Panel(
        id="boxes",
        title=Message.of("panel.boxes", day=day, turn=turn, turns=turns, side=moves),
        kind="meter",
        value=boxes,
        of=tables.number("boxes.most"),
    )


def structures_panel(structures: Mapping[str, KnownStructure]) -> Panel:
    """Structures by name with hits before and left: Church 40 to 28."""
    return Panel(
        id="structures",
        title=Message("panel.structures"),
        kind="table",
        columns=tuple(Message(f"structure_column.{name}") for name in ("name", "kind", "hits", "inside")),
        rows=tuple((known.name, known.kind, _hits(known), ", ".join(known.inside)) for known in structures.values()),
    )


def _hits(known: KnownStructure) -> Message:
    if known.fallen:
        return Message.of("structure_hits.fallen", left=known.left)
    if known.before and known.before != known.left:
        return Message.of("structure_hits.changed", before=known.before, left=known.left)
    return Message.of("structure_hits.whole", left=known.left)


def points_panel(victories: tuple[Victory, ...]) -> Panel:
    """Moral victories won so far; villages and units are counted at the end."""
    return Panel(
        id="points",
        title=Message("panel.points"),
        kind="table",
        columns=tuple(Message(f"points_column.{name}") for name in ("side", "cause", "points")),
        rows=tuple((won.side, Message(f"points_cause.{won.cause}"), str(won.points)) for won in victories),
    )


def arrivals_panel(arrivals: tuple[tuple[int, str], ...]) -> Panel:
    """When flank marchers come: the Villista player's secret."""
    return Panel(
        id="arrivals",
        title=Message("panel.arrivals"),
        kind="list",
        side=Side.VILLISTA,
        items=tuple(
            Item(Message.of("arrival.named" if name else "arrival.all", turn=turn, name=name), secret=True)
            for turn, name in sorted(arrivals)
        ),
    )


def arrival_offer(name: str, turn: int) -> Offer:
    """The flank march is due."""
    if name:
        told = {"actor_name": name, "change": Change.ARRIVED}
        return Offer(Message.of("offer.arrives", name=name), "unit_change", told, at_once=True)
    return Offer(Message.of("offer.flank", turn=turn), "unit_change", {"change": Change.ARRIVED})


_MELEE_CLASS = {
    Arm.INFANTRY: TroopClass.INFANTRY,
    Arm.CAVALRY: TroopClass.CAVALRY,
    Arm.MACHINE_GUN: TroopClass.ARTILLERY,
    Arm.FIELD_GUN: TroopClass.ARTILLERY,
    Arm.GENERAL: TroopClass.INFANTRY,
}
_MOVER = {
    Arm.INFANTRY: Mover.INFANTRY,
    Arm.CAVALRY: Mover.CAVALRY,
    Arm.MACHINE_GUN: Mover.WITH_MACHINE_GUN,
    Arm.FIELD_GUN: Mover.FIELD_GUN,
    Arm.GENERAL: Mover.INFANTRY,
}


def listed(unit: KnownUnit) -> RosterUnit:
    """A unit of the roster with what it fills into forms."""
    note = Message("status.gone") if unit.gone else None
    if unit.fired or unit.moved or unit.fought:
        note = note or Message("roster.acted")
    return RosterUnit(
        id=unit.name,
        name=unit.name,
        side=unit.side,
        label=Message.of("roster.label", weapon=unit.weapon, arm=unit.arm, figures=unit.figures, started=unit.started),
        status=status_of(unit),
        as_actor=_as_actor(unit),
        as_target=_as_target(unit),
        note=note,
        gone=unit.gone,
    )


def _as_actor(unit: KnownUnit) -> dict[str, Any]:
    told: dict[str, Any] = {
        "actor_name": unit.name,
        "side": unit.side,
        "weapon": unit.weapon,
        "mover": _MOVER[unit.arm],
        "attacker_class": _MELEE_CLASS[unit.arm],
        "attacker_number": max(1, unit.figures + unit.replacements),
        "moved_this_turn": unit.moved,
        "fired_this_turn": unit.fired,
        "last_move_fast": unit.fast_last_move,
        "fired_last_move": unit.fired_last_move,
    }
    if unit.arm in GUN_ARMS:
        return told | {"gunners": unit.figures, "replacements": unit.replacements}
    if unit.throwers:
        told["throwers"] = unit.throwers
    told |= {
        "figures_firing": max(1, unit.figures),
        "unit_figures": max(1, unit.figures),
        "general": unit.arm is Arm.GENERAL,
        "general_fires": unit.arm is Arm.GENERAL,
        "own_unit_prone_to_desertion": unit.prone_to_desertion,
    }
    if unit.arm is not Arm.GENERAL:
        told |= {"figures_in_the_unit": max(1, unit.figures), "joined": unit.joined}
    return told


def _as_target(unit: KnownUnit) -> dict[str, Any]:
    kind = TargetKind.UNIT
    if unit.arm in GUN_ARMS:
        kind = TargetKind.GUN_CREW
    elif unit.arm is Arm.GENERAL:
        kind = TargetKind.GENERAL
    figures = max(1, unit.figures + unit.replacements)
    told: dict[str, Any] = {
        "target_name": unit.name,
        "target_kind": kind,
        "target_figures": figures,
        "other_figures": figures,
        "target_prone_to_desertion": unit.prone_to_desertion,
        "defender_class": _MELEE_CLASS[unit.arm],
        "defender_number": figures,
        "defender_is_general": unit.arm is Arm.GENERAL,
    }
    if unit.arm in GUN_ARMS:
        told["crew_of"] = GunKind(unit.arm.value)
    return told
