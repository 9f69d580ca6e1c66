"""Leaders: near as many of their units as they can be, with the one that needs them most, and out of harm's way."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.ai.weighing import Reason, Weighed, best
from sandtable.battle.order import Order as TableOrder
from sandtable.geometry.distance import ROUNDING, distances_from
from sandtable.geometry.measure import Length, Point, ahead, direction
from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.opponent.picture import Picture
from sandtable.rulesets.revolucion.table.opponent.stakes import stake
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.table.state import Leader, State, Unit
from sandtable.rulesets.revolucion.vocabulary import ASSAULT_TROOPS, GUNS, Formation, Side

TRIES = 3  # places tried in earnest


def leader_order(view: State, leader: Leader, picture: Picture) -> Weighed[TableOrder]:
    """Where a Leader goes."""
    by = leader.side.value
    stay: Weighed[TableOrder] = Weighed(orders.LeaderRest(by=by, leader=leader.id), (_told("leader_stays", leader),))
    if leader.place is None or leader.aboard:
        return stay
    own = [unit for unit in view.units_of(leader.side) if _his(leader, unit) and unit.stands is not None]
    needs = [_need(unit) for unit in own]
    places = [leader.place, *_room(view, leader.side, list(_places(view, own)))]
    gaps = distances_from(places, [unit.stands for unit in own if unit.stands is not None])
    weighed = [(_worth(view, place, off, own, needs, picture), place) for place, off in zip(places, gaps, strict=True)]
    now = weighed[0][0]
    for worth, place in sorted(weighed[1:], key=lambda pair: -pair[0])[:TRIES]:
        gain = worth - now
        order = orders.MoveLeader(by=by, leader=leader.id, path=(place,))
        if gain > 0 and not problems_of(view, order):
            return best([stay, Weighed(order, (_told("leader_moves", leader, gain),))]) or stay
    return stay


def _told(name: str, leader: Leader, value: float = 0.0) -> Reason:
    return Reason(Message.of(f"opponent.{name}", leader=leader.name), value, (leader.id,))


def _his(leader: Leader, unit: Unit) -> bool:
    return unit.card.column == leader.column or (leader.chief and not leader.column)


def _places(view: State, own: list[Unit]) -> Iterator[Point]:
    """Places in contact with a unit: behind it and at its sides."""
    radius = measures(view.tables).leader_radius
    for unit in own:
        assert unit.stands is not None  # noqa: S101 - only who stands on the table is listed
        anchor = unit.stands.anchor
        x, y = direction(anchor.facing)
        corners = [(dx - anchor.x, dy - anchor.y) for quad in unit.stands.quads.tolist() for dx, dy in quad]
        back = min(dx * x + dy * y for dx, dy in corners)
        sides = [dx * y - dy * x for dx, dy in corners]
        left, right = min(sides), max(sides)
        yield ahead(anchor, back - radius, (left + right) / 2)
        yield ahead(anchor, back / 2, left - radius)
        yield ahead(anchor, back / 2, right + radius)


def _room(view: State, side: Side, places: list[Point]) -> list[Point]:
    """The places where he would not stand on a unit of his own side: most others are taken, in a line of battle."""
    least = measures(view.tables).leader_radius - ROUNDING
    gaps = distances_from(places, view.position.friends(side))
    return [place for place, off in zip(places, gaps, strict=True) if min(off, default=least) >= least]


def _worth(
    view: State, place: Point, gaps: list[Length], own: list[Unit], needs: list[float], picture: Picture
) -> float:
    """What being at a place is worth, so far from each of his units."""
    rules = measures(view.tables)
    command, contact = rules.command + rules.leader_radius, rules.contact + rules.leader_radius
    total = 0.0
    for unit, gap, need in zip(own, gaps, needs, strict=True):
        if gap <= command:
            total += weight("order", "leader_near") * need
            if gap <= contact:
                cell = picture.grid.cell(place.x, place.y)
                risk = picture.danger_at(unit, Formation.MANEUVER, cell) * weight("order", "leader_danger")
                risk *= stake(view, unit.side)
                total += weight("order", "leader_near") * need - risk
    return total


def _need(unit: Unit) -> float:
    """How much a unit gains by him: rallying most, then charging, then guns that hit."""
    arm = "assault_troops" if unit.kind in ASSAULT_TROOPS else "guns" if unit.kind in GUNS else "others"
    return weight("need", unit.status.value) * weight("need", arm)
