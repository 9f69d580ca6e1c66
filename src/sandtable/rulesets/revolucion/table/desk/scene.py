"""The table as a seat sees it, ready to be drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from sandtable.battle.scene import Clock, Fact, Figure, Meter, Off, Piece, Plate, Scene
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Length
from sandtable.rulesets.revolucion.table import turn
from sandtable.rulesets.revolucion.table.desk.marks import marks
from sandtable.rulesets.revolucion.table.desk.taking import taken
from sandtable.rulesets.revolucion.table.desk.way import leader_start, start_of
from sandtable.rulesets.revolucion.table.desk.words import inches_text, say
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.hints import about, hint
from sandtable.rulesets.revolucion.table.leadership import gap
from sandtable.rulesets.revolucion.table.state import Leader, Phase, State, Unit
from sandtable.rulesets.revolucion.table.words import in_words
from sandtable.rulesets.revolucion.vocabulary import ARMS, CAVALRY, INFANTRY, Loss, Side, Status, UnitType

DRAWN = 10_000  # how many units, as they were drawn last, are kept
GRADES = {"Irregular": "I", "Regular": "R", "Veteran": "V"}
SLASHES = {Status.OK: 0, Status.DISORDERED: 1, Status.DEMORALIZED: 2}
ICONS = {
    UnitType.TRAIN: "train",
    UnitType.MAQUINA_LOCA: "dynamite",
    UnitType.TRUCK: "truck",
    UnitType.SALOON_CAR: "car",
    UnitType.ARMORED_CAR: "armored-car",
    UnitType.TANKETTE: "tankette",
    UnitType.AIRCRAFT: "aircraft",
    UnitType.MULE_TRAIN: "wagon",
}


def scene(view: State, seat: Seat) -> Scene:
    """All that a seat sees."""
    ready = _ready(view, seat)
    told = hint(view, seat)
    return Scene(
        clock=_clock(view),
        meters=tuple(
            Meter(army.side.value, say("morale", side=army.side.message), army.morale, army.break_point)
            for army in view.armies.values()
            if army.counts
        ),
        pieces={unit.id: _piece(view, unit, unit.id in ready) for unit in view.units.values() if _stands(unit)},
        figures={each.id: _figure(view, each, each.id in ready) for each in view.leaders.values() if _present(each)},
        marks=dict(marks(view)),
        off=tuple(_off(view, ready)),
        result=_result(view),
        hint=told.text if told is not None else "",
        hint_about=about(view, told) if told is not None else "",
    )


def _ready(view: State, seat: Seat) -> set[str]:
    """Whom whoever looks may order now."""
    return {piece.id for piece in _to_be_ordered(view, seat) if commands(seat, piece)}


def _to_be_ordered(view: State, seat: Seat) -> Iterator[Unit | Leader]:
    """All of the side to play that wait for an order, those whose order would take their column as well; before the battle all that have a zone."""
    if view.turn.phase is Phase.SET_UP:
        for side in Side:
            if seat.speaks_for(side.value) and side not in view.turn.ready:
                yield from (unit for unit in view.units_of(side) if unit.zone)
                yield from (leader for leader in view.leaders_of(side) if leader.zone)
    elif view.turn.side is not None and seat.speaks_for(view.turn.side.value):
        if view.turn.pending is not None:
            yield view.units[view.turn.pending.unit]
            return
        if view.turn.phase is Phase.ROUND:
            for column in turn.columns_left(view, view.turn.side):
                units, leaders = turn.actors(taken(view, column))
                yield from units
                yield from (leader for leader in leaders if leader.column)
            return
        units, leaders = turn.actors(view)
        yield from units
        yield from leaders


def commands(seat: Seat, piece: Unit | Leader) -> bool:
    """Whether a seat's orders go to a unit or Leader: a seat may have a single column."""
    column = piece.card.column if isinstance(piece, Unit) else piece.column
    return not seat.part or column == seat.part


def _stands(unit: Unit) -> bool:
    return unit.stands is not None and unit.gone is None


def _present(leader: Leader) -> bool:
    return leader.alive and leader.place is not None and not leader.aboard


def icon(kind: UnitType) -> str:
    """The icon of a unit type: its arm's, or its own where the scenario brings it in."""
    return ICONS.get(kind) or next(arm.id for arm in ARMS if kind in arm.members)


def grade(kind: UnitType) -> str:
    """The letter of its grade; guns and vehicles have none."""
    if kind not in (*INFANTRY, *CAVALRY):
        return ""
    return next(letter for name, letter in GRADES.items() if kind.value.startswith(name))


def _piece(view: State, unit: Unit, ready: bool) -> Piece:
    return _drawn(unit, view.columns[unit.card.column].name, _from_leader(view, unit), ready)


@lru_cache(maxsize=DRAWN)
def _drawn(unit: Unit, column: str, from_leader: tuple[Fact, ...], ready: bool) -> Piece:
    """A unit as it is drawn, which is the same for every seat and every step as long as nothing about it changes."""
    assert unit.stands is not None  # noqa: S101 - only who stands on the table is drawn
    anchor = unit.stands.anchor
    return Piece(
        id=unit.id,
        side=unit.side.value,
        name=unit.card.name,
        detail=say("unit", kind=unit.kind.message, column=column),
        icon=icon(unit.kind),
        corners=unit.stands.outlines,
        front=unit.stands.front,
        anchor=anchor.point,
        facing=anchor.facing,
        plate=Plate(grade(unit.kind), unit.bases, unit.card.started),
        slashes=SLASHES[unit.status],
        spent=not unit.may_act,
        secret=unit.hidden,
        ready=ready,
        group=unit.card.column,
        facts=(*_own_facts(unit), *from_leader),
    )


def _own_facts(unit: Unit) -> tuple[Fact, ...]:
    return (
        Fact(say("bases_of", now=unit.bases, start=unit.card.started), say("bases")),
        Fact(in_words(unit.status.message), say("status")),
        Fact(in_words(unit.formation.message), say("formation")),
    )


def _from_leader(view: State, unit: Unit) -> tuple[Fact, ...]:
    """How far it is from its Leader, where that can be measured."""
    leader = view.leaders.get(view.columns[unit.card.column].leader)
    far = gap(view.position, leader, unit) if leader is not None and leader.alive else None
    return () if leader is None or far is None else (_leader_fact(far, leader.name),)


@lru_cache(maxsize=DRAWN)
def _leader_fact(far: Length, leader: str) -> Fact:
    return Fact(inches_text(far), say("to_leader", leader=leader), whole=True)


def _figure(view: State, leader: Leader, ready: bool) -> Figure:
    assert leader.place is not None  # noqa: S101 - only who is on the table is drawn
    column = view.columns.get(leader.column)
    detail = say("chief") if column is None else say("leads", column=column.name)
    return Figure(
        id=leader.id,
        side=leader.side.value,
        name=leader.name,
        detail=detail,
        icon="leader",
        place=leader.place,
        radius=measures(view.tables).leader_radius,
        chief=leader.chief,
        spent=not leader.may_act,
        ready=ready,
        group=leader.column,
        facts=(),
    )


def _off(view: State, ready: Collection[str]) -> Iterator[Off]:
    for unit in view.units.values():
        why = _why_off(view, unit)
        if why:
            start = start_of(view, unit)
            yield Off(
                unit.id,
                unit.side.value,
                unit.card.name,
                why,
                icon(unit.kind),
                start.point if start is not None else None,
                start.facing if start is not None else 0,
                unit.id in ready,
                (*_own_facts(unit), *_from_leader(view, unit)) if unit.alive else (),
            )
    for leader in view.leaders.values():
        if not leader.alive:
            yield Off(leader.id, leader.side.value, leader.name, say("off.killed"), "leader")
        elif not _present(leader):
            yield Off(
                leader.id,
                leader.side.value,
                leader.name,
                _why_away(view, leader),
                "leader",
                leader_start(view, leader),
                ready=leader.id in ready,
            )


def _why_off(view: State, unit: Unit) -> str:
    """Why a unit is not on the table; nothing when it is."""
    if unit.gone is not None:
        why = {Loss.SURRENDERED: "surrendered", Loss.LEFT_TABLE: "left"}.get(unit.gone, "destroyed")
        return say(f"off.{why}")
    if unit.aboard:
        return say("off.aboard", vehicle=view.units[unit.aboard].card.name)
    if unit.arrives:
        return say("off.arrives", turn=unit.arrives)
    if unit.zone and unit.stands is None:
        return say("off.to_place")
    if unit.flight is not None and unit.stands is None:
        return say("off.flies")
    return ""


def _why_away(view: State, leader: Leader) -> str:
    if leader.left_by:
        return say("off.left")
    if leader.aboard:
        return say("off.aboard", vehicle=view.units[leader.aboard].card.name)
    return say("off.arrives", turn=leader.arrives) if leader.arrives else say("off.to_place")


def _clock(view: State) -> Clock:
    now = view.turn
    side = now.side
    if now.phase is Phase.SET_UP:
        return Clock(0, None, say("clock.set_up"), say("clock.set_up_detail"))
    if now.phase is Phase.OVER or side is None:
        return Clock(now.number, None, say("clock.over"))
    title = say(f"clock.{now.phase.value}", side=side.message)
    if now.phase is Phase.COLUMN:
        column = view.columns[now.column]
        units = [unit for unit in view.units_of(side) if unit.card.column == now.column]
        acted = sum(not unit.may_act for unit in units)
        return Clock(
            now.number, side.value, title, say("clock.acted", column=column.name, acted=acted, units=len(units))
        )
    return Clock(now.number, side.value, title, say(f"clock.{now.phase.value}_detail"))


def _result(view: State) -> str:
    if view.ending is None:
        return ""
    if view.ending.winner is None:
        return say("ended.draw")
    return say("ended.won", side=Side(view.ending.winner).message, why=say(f"ended.{view.ending.why.value}"))
