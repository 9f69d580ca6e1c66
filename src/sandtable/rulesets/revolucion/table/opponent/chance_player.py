"""A player made of chance: it takes legal orders at random. The floor for every opponent, and the hammer that tests the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import TypeVar

from sandtable.ai.player import Usual
from sandtable.battle.order import Decision
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.seat import Role
from sandtable.geometry.measure import CIRCLE, Facing, Point, Pose
from sandtable.kernel.requests import Choose
from sandtable.rulesets.revolucion.table import offers, orders, passengers, turn
from sandtable.rulesets.revolucion.table.hidden import minefields
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.scenarios.deployment import to_place
from sandtable.rulesets.revolucion.table.state import Leader, Phase, State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import Afterwards, FireMode, Formation, Order, Side, Status, UnitType

Item = TypeVar("Item")
TRIES = 12
IN_SIGHT = 30_000  # thousandths: nothing shoots or charges farther
LONGEST_RIDE = 24_000


class ChancePlayer(Usual):
    """Random legal orders from a seed. ``passes``: how often it declines a round."""

    def __init__(self, seed: object, passes: float = 0.1) -> None:
        self.chance = Random(f"{seed}")  # noqa: S311 - a game, not a secret
        self.passes = passes

    def choose(self, view: State, role: Role, choice: Choose) -> str:  # noqa: ARG002 - chance looks at nothing
        """Any option."""
        return self.chance.choice(choice.options).value

    def order(self, view: State, decision: Decision) -> TableOrder:
        """Any legal order."""
        now = view.turn
        if now.phase is Phase.SET_UP:
            return self._set_up(view, decision.by)
        if now.pending is not None:
            return self._finishing(view, decision.by)
        if now.phase is Phase.ROUND:
            columns = turn.columns_left(view, Side(decision.by))
            if not columns or self.chance.random() < self.passes:
                return orders.Pass(by=decision.by)
            return orders.Activate(by=decision.by, column=self.chance.choice(columns))
        return self._acting(view, decision.by)

    def _set_up(self, view: State, role: Role) -> TableOrder:
        left = tuple(to_place(view, Side(role)))
        if not left:
            return orders.Ready(by=role)
        return next(order for order in self._placings(view, role, left[0]) if not problems_of(view, order))

    def _placings(self, view: State, role: Role, name: str) -> Iterator[TableOrder]:
        told = view.units.get(name) or view.leaders[name]
        zone = next(each for each in view.terms.zones if each.id == told.zone)
        xs, ys = [point.x for point in zone.outline], [point.y for point in zone.outline]
        while True:
            x, y = self.chance.randint(min(xs), max(xs)), self.chance.randint(min(ys), max(ys))
            if name in view.leaders:
                yield orders.PlaceLeader(by=role, leader=name, at=Point(x, y))
                continue
            formation = self.chance.choice((Formation.MANEUVER, Formation.DEPLOYED, Formation.MARCH))
            facing = 0 if y < view.terrain.height // 2 else CIRCLE // 2
            yield orders.PlaceUnit(by=role, unit=name, formation=formation, at=Pose(x, y, facing))

    def _finishing(self, view: State, role: Role) -> TableOrder:
        pending = view.turn.pending
        assert pending is not None  # noqa: S101 - the decision says so
        unit = view.units[pending.unit]
        if pending.kind == "move":
            facings = [self._facing(view, unit) for _ in range(TRIES)]
            tries: Iterator[TableOrder] = chain(offers.leavings(view, unit), offers.moves(view, unit, pending, facings))
        else:
            formations = (Formation.DEPLOYED,) if pending.kind == "deploy" else tuple(Formation)
            tries = (
                orders.Form(
                    by=role,
                    unit=unit.id,
                    formation=self.chance.choice(formations),
                    facing=None if pending.delayed else self._facing(view, unit),
                )
                for _ in range(TRIES)
            )
        found = next((order for order in tries if not problems_of(view, order)), None)
        return found or orders.Stay(by=role, unit=unit.id)

    def _facing(self, view: State, unit: Unit) -> Facing:
        """Towards an enemy, or anywhere."""
        enemies = view.position.standing(other(unit.side))
        if enemies and self.chance.random() < 0.7:  # noqa: PLR2004 - some purpose, so that battles end
            found = offers.towards(view, unit, self.chance.choice(enemies)[0])
            return found or 0
        return self.chance.randrange(CIRCLE)

    def _acting(self, view: State, role: Role) -> TableOrder:
        units, leaders = turn.actors(view)
        laid = minefields.own(view, role)
        if laid and self.chance.random() < 0.05:  # noqa: PLR2004 - mines are kept for a while
            return orders.SetOff(by=role, mine=self.chance.choice(laid))
        candidates: list[Unit | Leader] = [*units, *leaders]
        if not candidates:
            return orders.Finish(by=role)
        actor = self.chance.choice(candidates)
        if isinstance(actor, Leader):
            return self._leader(view, actor, role)
        found = next((order for order in self._wishes(view, actor) if not problems_of(view, order)), None)
        rest = orders.Rest(by=role, unit=actor.id)
        if found is None and problems_of(view, rest):  # a train at full speed does not rest
            return orders.Command(by=role, unit=actor.id, order=Order.MANEUVER)
        return found or rest

    def _leader(self, view: State, leader: Leader, role: Role) -> TableOrder:
        if leader.place is not None:
            far = self.chance.randint(0, LONGEST_RIDE)
            facings = [self.chance.randrange(CIRCLE) for _ in range(2)]
            for order in offers.leader_moves(role, leader.id, leader.place, far, facings):
                if not problems_of(view, order):
                    return order
        return orders.LeaderRest(by=role, leader=leader.id)

    def _wishes(self, view: State, unit: Unit) -> Iterator[TableOrder]:
        """What a unit might want, the wished-for first; most of it is not legal."""
        by = unit.side.value
        if unit.route_march or unit.arrives:
            yield from offers.route_marches(view, unit)
        if unit.arrives:
            return
        if unit.status is not Status.OK and self.chance.random() < 0.5:  # noqa: PLR2004
            yield orders.Regroup(by=by, unit=unit.id)
        special = [each.order for each in offers.special_offers(view, unit) if each.legal]
        if special and self.chance.random() < 0.5:  # noqa: PLR2004
            yield self.chance.choice(special)
        targets = self._shuffled([name for name in offers.targets(view, unit.side) if _about(view, unit, name)])
        for kind in self._shuffled(("assault", "fire", "move")):
            if kind == "move":
                yield orders.Command(by=by, unit=unit.id, order=self.chance.choice((*offers.MOVES, Order.MANEUVER)))
                continue
            for target in targets:
                yield self._at(view, unit, target, kind)

    def _at(self, view: State, unit: Unit, target: str, kind: str) -> TableOrder:
        by, facing = unit.side.value, offers.towards(view, unit, target)
        if kind == "assault":
            leads = self.chance.random() < 0.5  # noqa: PLR2004
            return orders.Assault(by=by, unit=unit.id, target=target, facing=facing, leads=leads)
        if unit.kind is UnitType.ARTILLERY and view.tables.option("indirect") and self.chance.random() < 0.5:  # noqa: PLR2004
            return orders.Fire(by=by, unit=unit.id, target=target, mode=FireMode.MOVING, indirect=True)
        if unit.formation is Formation.DEPLOYED:
            return orders.Fire(by=by, unit=unit.id, target=target, mode=FireMode.DEPLOYED)
        afterwards = self.chance.choice(tuple(Afterwards))
        turns = facing if afterwards is Afterwards.NOTHING else None
        return orders.Fire(
            by=by, unit=unit.id, target=target, mode=FireMode.MOVING, facing=turns, afterwards=afterwards
        )

    def _shuffled(self, items: Sequence[Item]) -> list[Item]:
        shuffled = list(items)
        self.chance.shuffle(shuffled)
        return shuffled


def _about(view: State, unit: Unit, target: str) -> bool:
    """Whether an enemy is near enough to think about."""
    stands = passengers.place_of(view, view.units[target])
    if unit.stands is None or stands is None:
        return True  # it rides, and looks out
    here, there = unit.stands.bases[0], stands.bases[0]
    return abs(here.x - there.x) < IN_SIGHT and abs(here.y - there.y) < IN_SIGHT
