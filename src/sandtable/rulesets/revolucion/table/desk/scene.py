"""The table as a seat sees it, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.scene import Clock, Fact, Figure, Mark, Meter, Off, Piece, Plate, Scene
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import INCH, Point, in_inches
from sandtable.kernel.messages import decimal_text
from sandtable.rulesets.revolucion.table import turn
from sandtable.rulesets.revolucion.table.desk.words import put, say
from sandtable.rulesets.revolucion.table.leading import gap
from sandtable.rulesets.revolucion.table.measures import measures
from sandtable.rulesets.revolucion.table.state import Leader, Phase, State, Unit
from sandtable.rulesets.revolucion.vocabulary import ARMS, CAVALRY, INFANTRY, Loss, Side, Status, UnitType

GRADES = {"Irregular": "I", "Regular": "R", "Veteran": "V"}
SLASHES = {Status.OK: 0, Status.DISORDERED: 1, Status.DEMORALIZED: 2}
ICONS = {
    UnitType.TRAIN: "train",
    UnitType.MAQUINA_LOCA: "maquina-loca",
    UnitType.TRUCK: "truck",
    UnitType.SALOON_CAR: "car",
    UnitType.ARMORED_CAR: "armored-car",
    UnitType.TANKETTE: "tankette",
    UnitType.AIRCRAFT: "aircraft",
    UnitType.MULE_TRAIN: "mule",
}


def scene(view: State, seat: Seat) -> Scene:
    """All that a seat sees."""
    units, leaders = turn.actors(view)
    ready = {unit.id for unit in units} | {leader.id for leader in leaders}
    if view.turn.pending is not None:
        ready = {view.turn.pending.unit}
    if view.turn.side is None or not seat.speaks_for(view.turn.side.value):
        ready = set()
    return Scene(
        clock=_clock(view),
        meters=tuple(
            Meter(army.side.value, say("morale", side=army.side.message), army.morale, army.break_point)
            for army in view.armies.values()
            if army.counts
        ),
        pieces={unit.id: _piece(view, unit, unit.id in ready) for unit in view.units.values() if _stands(unit)},
        figures={each.id: _figure(view, each, each.id in ready) for each in view.leaders.values() if _present(each)},
        marks=dict(_marks(view)),
        off=tuple(_off(view)),
        result=_result(view),
    )


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
    assert unit.stands is not None  # noqa: S101 - only who stands on the table is drawn
    anchor = unit.stands.anchor
    return Piece(
        id=unit.id,
        side=unit.side.value,
        name=unit.card.name,
        detail=say("unit", kind=unit.kind.message, column=view.columns[unit.card.column].name),
        icon=icon(unit.kind),
        corners=tuple(tuple(Point(int(x), int(y)) for x, y in quad) for quad in unit.stands.quads),
        front=unit.stands.front,
        anchor=anchor.point,
        facing=anchor.facing,
        plate=Plate(grade(unit.kind), unit.bases, unit.card.started),
        slashes=SLASHES[unit.status],
        spent=not unit.may_act,
        secret=unit.hidden,
        ready=ready,
        group=unit.card.column,
        facts=_facts(view, unit),
    )


def _facts(view: State, unit: Unit) -> tuple[Fact, ...]:
    facts = [
        Fact(say("bases_of", now=unit.bases, start=unit.card.started), say("bases")),
        Fact(put(unit.status.message), say("status")),
        Fact(put(unit.formation.message), say("formation")),
    ]
    leader = view.leaders.get(view.columns[unit.card.column].leader)
    far = gap(view, leader, unit) if leader is not None and leader.alive else None
    if leader is not None and far is not None:
        facts.append(Fact(inches_text(far), say("to_leader", leader=leader.name)))
    return tuple(facts)


def inches_text(length: int) -> str:
    """A length to a tenth of an inch."""
    tenths = round(in_inches(length) * 10)
    return say("inches", number=decimal_text(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}")


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


def _marks(view: State) -> Iterator[tuple[str, Mark]]:
    for mine in view.mines.values():
        if not mine.gone:
            yield mine.id, Mark("mine", say("mine"), _square(mine.at))
    for goal in view.terms.objectives:
        if goal.at is not None:
            yield goal.id, Mark("objective", goal.name, (goal.at,))
    for line in view.cut:
        yield line.id, Mark("gap", say("gap"), line.points)


def _square(at: Point) -> tuple[Point, ...]:
    return tuple(Point(at.x + dx, at.y + dy) for dx, dy in ((-INCH, -INCH), (INCH, -INCH), (INCH, INCH), (-INCH, INCH)))


def _off(view: State) -> Iterator[Off]:
    for unit in view.units.values():
        if unit.gone is not None:
            why = {Loss.SURRENDERED: "surrendered", Loss.LEFT_TABLE: "left"}.get(unit.gone, "destroyed")
            yield Off(unit.id, unit.side.value, unit.card.name, say(f"off.{why}"), icon(unit.kind))
        elif unit.arrives:
            yield Off(unit.id, unit.side.value, unit.card.name, say("off.arrives", turn=unit.arrives), icon(unit.kind))
        elif unit.aboard:
            ride = view.units[unit.aboard].card.name
            yield Off(unit.id, unit.side.value, unit.card.name, say("off.aboard", vehicle=ride), icon(unit.kind))
    for leader in view.leaders.values():
        if not leader.alive:
            yield Off(leader.id, leader.side.value, leader.name, say("off.killed"), "leader")


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
    return say("ended.won", side=Side(view.ending.winner).message, why=say(f"ended.{view.ending.why}"))
