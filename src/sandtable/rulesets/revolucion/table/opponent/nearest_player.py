"""A player without a thought: it fires at the nearest enemy it can, else walks at the nearest enemy there is. A yardstick for opponents."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.ai.player import Usual
from sandtable.battle.order import Decision
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.seat import Role, side_of
from sandtable.geometry.distance import distances
from sandtable.geometry.measure import CIRCLE, Pose, ahead
from sandtable.rulesets.revolucion.table import offers, orders, turn
from sandtable.rulesets.revolucion.table.leadership import attached
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.scenarios.line_up import placing
from sandtable.rulesets.revolucion.table.state import Pending, Phase, State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import FireMode, Formation, Order, Side

SHARES = (1.0, 0.75, 0.5, 0.25)  # of the way, tried in turn
SWERVES = (0, 200, -200, 450, -450, 800, -800)  # off the straight way, in tenths of a degree


class NearestPlayer(Usual):
    """Always fires at, or walks to, the nearest enemy."""

    def __init__(self, seed: object = "") -> None:
        self.seed = seed  # nothing is left to luck

    def order(self, view: State, decision: Decision) -> TableOrder:
        """Fire, else walk."""
        role, now = decision.by, view.turn
        if now.phase is Phase.SET_UP:
            return placing(view, role)
        if now.pending is not None:
            return _finishing(view, role, now.pending)
        if now.phase is Phase.ROUND:
            columns = turn.columns_left(view, Side(side_of(role)))
            return orders.Activate(by=role, column=columns[0]) if columns else orders.Pass(by=role)
        units, _ = turn.actors(view)
        if not units:
            return orders.Finish(by=role)
        wishes = (order for order in _wishes(view, units[0]) if not problems_of(view, order))
        return next(wishes, None) or next(offers.unit_orders(view, units[0]), orders.Finish(by=role))


def _by_distance(view: State, unit: Unit) -> list[str]:
    enemies = view.position.standing(other(unit.side))
    if unit.stands is None or not enemies:
        return []
    far = distances([unit.stands], [stands for _, stands in enemies])[0]
    return [name for _, name in sorted((int(gap), name) for gap, (name, _) in zip(far, enemies, strict=True))]


def _wishes(view: State, unit: Unit) -> Iterator[TableOrder]:
    by = unit.side.value
    if unit.route_march or unit.arrives:
        yield from offers.route_marches(view, unit)
        return
    for name in _by_distance(view, unit):
        if unit.formation is Formation.DEPLOYED:
            yield orders.Fire(by=by, unit=unit.id, target=name, mode=FireMode.DEPLOYED)
        else:
            facing = offers.towards(view, unit, name)
            yield orders.Fire(by=by, unit=unit.id, target=name, mode=FireMode.MOVING, facing=facing)
    yield orders.Command(by=by, unit=unit.id, order=Order.MANEUVER)


def _finishing(view: State, role: Role, pending: Pending) -> TableOrder:
    unit = view.units[pending.unit]
    names = _by_distance(view, unit)
    if pending.kind == "move" and names and unit.stands is not None:
        straight = offers.towards(view, unit, names[0]) or 0
        here = unit.stands.anchor
        for swerve in SWERVES:
            facing = (straight + swerve) % CIRCLE
            for share in SHARES:
                there = ahead(Pose(here.x, here.y, facing), pending.distance * share)
                path = (Pose(there.x, there.y, facing),)
                order = orders.Move(by=role, unit=unit.id, facing=facing, path=path, leaders=attached(view, unit))
                if not problems_of(view, order):
                    return order
    return orders.Stay(by=role, unit=unit.id)
