"""What chapter 10 lets a unit do, and when that is worth doing: wire, tracks, mines, blasts, aircraft, vehicles."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from sandtable.ai.weighing import Reason, Weighed
from sandtable.battle.order import Order as TableOrder
from sandtable.geometry.measure import Length, Point, in_inches, inches
from sandtable.geometry.trail import along
from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.table import offers, orders, passengers, rest
from sandtable.rulesets.revolucion.table.damage import blasts
from sandtable.rulesets.revolucion.table.hidden import minefields
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.movement import moves
from sandtable.rulesets.revolucion.table.opponent.odds import Mark, Shooter, band_at, fire_worth
from sandtable.rulesets.revolucion.table.opponent.stakes import stake
from sandtable.rulesets.revolucion.table.opponent.standing import standing_worth
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.table.state import Pending, State, Unit
from sandtable.rulesets.revolucion.table.vehicles import aircraft, tracks
from sandtable.rulesets.revolucion.vocabulary import (
    ON_RAILS,
    BlastSource,
    FireMode,
    Order,
    Status,
    UnitType,
)

Choice = Weighed[TableOrder]
WEAPONS = {"bomb": UnitType.ARTILLERY, "strafe": UnitType.MACHINE_GUNS}  # as what they hit (REV-10.74, REV-10.75)
AIR_BAND = "3-6"


def special_choices(thinking: Thinking) -> Iterator[Choice]:
    """What a unit may do by the special rules that is worth a thought."""
    unit = thinking.unit
    if unit.flight is not None:
        yield from _flights(thinking)
    elif unit.kind is UnitType.MAQUINA_LOCA:
        yield from _launch(thinking)
    elif unit.aboard:
        yield from _getting_off(thinking)
    elif unit.stands is not None and unit.kind not in ON_RAILS:
        yield from _cutting(thinking)
        yield from _ripping(thinking)
        yield from _destroying(thinking)


def _command(thinking: Thinking, order: Order) -> orders.Command | None:
    command = orders.Command(by=thinking.unit.side.value, unit=thinking.unit.id, order=order)
    return None if problems_of(thinking.view, command) else command


# ---- Wire and tracks ---------------------------------------------------------------------------------------------------------------


def _cutting(thinking: Thinking) -> Iterator[Choice]:
    """Wire is cut where it bars the way to the goal (REV-10.86)."""
    view, unit = thinking.view, thinking.unit
    for segment in rest.wire_touched(view, unit):
        order = orders.Rest(by=unit.side.value, unit=unit.id, cuts=segment)
        if not problems_of(view, order):
            gain = thinking.plan.pull * _shorter(thinking, segment)
            yield Weighed(order, (thinking.reason("cuts_wire", gain),))


def _shorter(thinking: Thinking, segment: str) -> float:
    """How many inches of way a gap saves: what cutting is counted for, where the way leads through that segment."""
    view, unit = thinking.view, thinking.unit
    line = next(each for each in view.terrain.lines if each.id == segment)
    assert unit.stands is not None  # noqa: S101 - who touches wire stands on the table
    here, count = unit.stands.anchor.point, len(line.points)
    x, y = sum(point.x for point in line.points) / count, sum(point.y for point in line.points) / count
    onward = inches(1) / max(1.0, hypot(x - here.x, y - here.y))
    beyond = Point(round(x + (x - here.x) * onward), round(y + (y - here.y) * onward))
    far, near = (thinking.picture.off_at(unit, thinking.plan.goal, place) for place in (here, beyond))
    return max(0.0, min(far - near, weight("way", "wire")))


def _ripping(thinking: Thinking) -> Iterator[Choice]:
    """A track is torn up before enemy trains that could still use it (REV-G.54)."""
    view, unit = thinking.view, thinking.unit
    order = orders.Rest(by=unit.side.value, unit=unit.id, rips_track=True)
    road = tracks.touched(view, unit) if view.tables.option("trackRipping") else None
    if road is None or problems_of(view, order):
        return
    trains = [enemy for enemy in thinking.picture.enemies if enemy.rails is not None and enemy.rails.track == road.id]
    if trains and not any(tear.track == road.id for tear in view.tears):
        yield Weighed(order, (thinking.reason("rips_track", weight("special", "rip")),))


def _destroying(thinking: Thinking) -> Iterator[Choice]:
    """What the enemy lives on is destroyed by whoever stands at it (REV-11.05)."""
    view, unit = thinking.view, thinking.unit
    for asset in rest.assets_touched(view, unit):
        order = orders.Rest(by=unit.side.value, unit=unit.id, destroys=asset)
        if not problems_of(view, order):
            yield Weighed(order, (thinking.reason("destroys", weight("special", "destroy")),))


# ---- Blasts ------------------------------------------------------------------------------------------------------------------------


def blast_worth(view: State, side: str, at: Point, source: BlastSource) -> float:
    """What a blast would cost the enemy, less what it would cost oneself (REV-10.32)."""
    total = 0.0
    for struck in blasts.within(view, at, inches(view.tables.number("blast.radius", source))):
        unit = view.units[struck.unit]
        band = band_at(in_inches(struck.range))
        if band is None or unit.kind is UnitType.MAQUINA_LOCA:
            continue
        mark = Mark(unit.kind, unit.status, unit.bases, unit.card.started, unit.formation, struck.cover)
        shooter = Shooter(UnitType.ARTILLERY, Status.OK, unit.bases)
        worth = fire_worth(shooter, FireMode.DEPLOYED, band, mark, view.tables) * stake(view, unit.side)
        total += worth if unit.side.value != side else -worth
    return total


def mine_to_set_off(view: State, role: str) -> Weighed[TableOrder] | None:
    """The mine that hurts the enemy most, if one hurts him enough (REV-10.91)."""
    found = [
        (blast_worth(view, role, view.mines[name].at, BlastSource(view.mines[name].kind)), name)
        for name in minefields.own(view, role)
    ]
    worth, name = max(found, default=(0.0, ""))
    if worth < weight("special", "mine"):
        return None
    return Weighed(orders.SetOff(by=role, mine=name), (Reason(Message("opponent.sets_off"), worth),))


def _launch(thinking: Thinking) -> Iterator[Choice]:
    """A máquina loca is sent off when it would go off among enemies (REV-10.31)."""
    view, loca = thinking.view, thinking.unit
    command = _command(thinking, Order.MANEUVER)
    if command is None or loca.rails is None or loca.rails.launched:
        return
    worth = blast_worth(view, loca.side.value, _end_of_run(view, loca), BlastSource.MAQUINA_LOCA)
    if worth >= weight("special", "launch"):
        yield Weighed(command, (thinking.reason("launches", worth),))


def _end_of_run(view: State, loca: Unit) -> Point:
    """Where it would go off as things stand: at what blocks its track, or at the end it was set."""
    rails = loca.rails
    assert rails is not None  # noqa: S101 - it runs on rails
    points = tracks.points_of(view, rails.track)
    far: Length = view.terrain.width + view.terrain.height
    met = tracks.block(view, loca, rails, far)
    gone = far if met is None else met.at
    if rails.end is not None:
        to_end = (rails.end - tracks.head(loca, rails)) * tracks.course(rails)
        gone = min(gone, to_end) if to_end >= 0 else gone
    return along(points, tracks.head(loca, rails) + tracks.course(rails) * gone).point


# ---- Aircraft ----------------------------------------------------------------------------------------------------------------------


def _flights(thinking: Thinking) -> Iterator[Choice]:
    """An aircraft attacks whom it hurts most, and keeps away from those that could fire back at it (REV-10.72)."""
    view, plane = thinking.view, thinking.unit
    for offer in offers.special_offers(view, plane):
        order = offer.order
        if not offer.legal or not isinstance(order, orders.Fly):
            continue
        target = view.units[order.target]
        told = aircraft.situation(view, plane, target, order.weapon)
        mark = Mark(target.kind, target.status, target.bases, target.card.started, target.formation, told.cover)
        worth = fire_worth(
            Shooter(WEAPONS[order.weapon], plane.status, plane.bases), FireMode.DEPLOYED, AIR_BAND, mark, view.tables
        )
        stands = aircraft.stands_at(view, plane, order)
        flak = len(aircraft.guns_about(view, plane, stands)) if stands is not None else 0
        cost = -weight("special", "flak") * flak
        gain = worth * stake(view, target.side) + weight("special", "sortie")
        yield Weighed(order, (thinking.reason("flies", gain, target), thinking.reason("flak", cost)))


# ---- Passengers --------------------------------------------------------------------------------------------------------------------


def _getting_off(thinking: Thinking) -> Iterator[Choice]:
    """Passengers get off where they are needed: near the enemy, or near where they are to go (REV-10.04b)."""
    view, unit = thinking.view, thinking.unit
    command = _command(thinking, Order.MANEUVER)
    place = passengers.place_of(view, unit)
    if command is None or place is None:
        return
    near = inches(weight("special", "get_off"))
    marks = [enemy.stands.centre for enemy in thinking.picture.enemies if enemy.stands is not None]
    for mark in (*marks, thinking.plan.goal):
        if abs(mark.x - place.centre.x) <= near and abs(mark.y - place.centre.y) <= near:
            yield Weighed(command, (thinking.reason("gets_off", weight("special", "off")),))
            return


def way_off(thinking: Thinking, pending: Pending) -> orders.Move | None:
    """The best way off a vehicle."""
    found = [
        (standing_worth(thinking, plan.end, plan.formation), number, move)
        for number, move in enumerate(offers.getting_off(thinking.view, thinking.unit, pending))
        if not (plan := moves.plan_move(thinking.view, move)).problems and plan.end is not None
    ]
    return max(found, key=lambda each: (each[0], -each[1]))[2] if found else None


def way_out(thinking: Thinking) -> orders.Leave | None:
    """Off the table by an edge that earns points, where the move reaches it."""
    leavings = offers.leavings(thinking.view, thinking.unit)
    return next((order for order in leavings if not problems_of(thinking.view, order)), None)
