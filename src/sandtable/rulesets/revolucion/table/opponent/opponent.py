"""The opponent: it looks at the table, picks a column, gives each of its units the order that is worth most, and can say why."""

from __future__ import annotations

from random import Random

from sandtable.ai.player import Reasoning
from sandtable.ai.weighing import Reason, Weighed, picked
from sandtable.battle.order import Decision
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.seat import Role, side_of
from sandtable.geometry.measure import Length, inches
from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.table import offers, orders, turn
from sandtable.rulesets.revolucion.table.leadership import attached
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.opponent.choices import choices, deploy_gain
from sandtable.rulesets.revolucion.table.opponent.leader import leader_order
from sandtable.rulesets.revolucion.table.opponent.picture import Picture, enemy_as_seen
from sandtable.rulesets.revolucion.table.opponent.places import best_way, deployed, facing_from, here
from sandtable.rulesets.revolucion.table.opponent.plan import Plan, plan_for
from sandtable.rulesets.revolucion.table.opponent.special_deeds import mine_to_set_off, way_off, way_out
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import WEIGHTS, weight
from sandtable.rulesets.revolucion.table.scenarios.line_up import placing
from sandtable.rulesets.revolucion.table.state import Pending, Phase, State, Unit, other
from sandtable.rulesets.revolucion.table.words import in_words
from sandtable.rulesets.revolucion.vocabulary import (
    CAVALRY,
    GUNS,
    NEVER_DEPLOY,
    FireMode,
    Formation,
    Order,
    Side,
    Status,
)


class Opponent(Reasoning):
    """One opponent in one battle. It keeps nothing that its view does not tell, but for what it has worked out already."""

    def __init__(self, difficulty: str, seed: str) -> None:
        super().__init__(in_words)
        name = difficulty or WEIGHTS.levels[-1]
        self._caution = WEIGHTS.level(name, "danger")
        self._carelessness = WEIGHTS.level(name, "carelessness")
        self._seed = seed
        self._luck = Random(seed)  # noqa: S311 - whoever gives the seed keeps it secret
        self._picture: Picture | None = None
        self._looked_at: State | None = None  # the view that the picture was last found to be true of
        self._plans: dict[tuple[int, str], Plan] = {}
        self._intended: dict[tuple[str, Order | None], orders.Move] = {}

    def order(self, view: State, decision: Decision) -> TableOrder:
        """The next order."""
        role = decision.by
        now = view.turn
        if now.phase is Phase.SET_UP:
            return self.because(Reason(Message("opponent.set_up")), placing(view, role, self._aside))
        if now.pending is not None:
            return self._finishing(view, role, now.pending)
        if now.phase is Phase.ROUND:
            return self._column(view, role)
        return self._acting(view, role)

    def _aside(self, unit: Unit, width: Length) -> float:
        """How far aside of its usual place a unit is set up: with its column, and by itself."""
        own = self._fancy(unit.id) * inches(weight("set_up", "unit"))
        return self._fancy(unit.card.column) * weight("set_up", "column") * width + own

    def _fancy(self, name: str) -> float:
        """From left (-1) to right (1): the same for the same name, whenever it is asked."""
        return Random(f"{self._seed}/set up/{name}").uniform(-1, 1)  # noqa: S311 - as above

    # ---- The round -----------------------------------------------------------------------------------------------------

    def _column(self, view: State, role: Role) -> TableOrder:
        side = Side(side_of(role))
        columns = turn.columns_left(view, side)
        if not columns:
            return self.because(Reason(Message("opponent.passes")), orders.Pass(by=role))
        his = len(turn.columns_left(view, other(side)))
        if len(columns) == 1 and (view.turn.passes or his <= 1):  # there is nothing to choose
            return self._activate(view, role, columns[0])
        weighed = [(self._urgency(view, side, column), column) for column in columns]
        urgency, column = max(weighed)
        if urgency <= 0 and not view.turn.passes and len(columns) < his:
            return self.because(Reason(Message("opponent.waits")), orders.Pass(by=role))
        return self._activate(view, role, column)

    def _activate(self, view: State, role: Role, column: str) -> TableOrder:
        why = Reason(Message.of("opponent.column", column=view.columns[column].name))
        return self.because(why, orders.Activate(by=role, column=column))

    def _urgency(self, view: State, side: Side, column: str) -> float:
        """What the column can do and what may be done to it: it acts before the enemy spoils the one or does the other."""
        total = 0.0
        for unit in view.units_of(side):
            if unit.card.column == column and unit.may_act:
                total += self._press(view, unit) if unit.stands is not None else float(unit.arrives > 0)
        return total

    def _press(self, view: State, unit: Unit) -> float:
        assert unit.stands is not None  # noqa: S101 - asked for those on the table only
        picture = self._pictured(view, unit.side)
        cell = picture.grid.cell(unit.stands.anchor.x, unit.stands.anchor.y)
        mode = FireMode.DEPLOYED if unit.formation is Formation.DEPLOYED else FireMode.MOVING
        fire = picture.chance_at(unit, mode, cell)
        danger = picture.danger_at(unit, unit.formation, cell)
        return fire + danger * (1.0 if unit.status is Status.OK else weight("order", "shaken_first"))

    # ---- A unit --------------------------------------------------------------------------------------------------------

    def _acting(self, view: State, role: Role) -> TableOrder:
        units, leaders = turn.actors(view)
        mine = mine_to_set_off(view, role)
        if mine is not None:
            return self._take(mine)
        if leaders:
            weighed = leader_order(view, leaders[0], self._pictured(view, leaders[0].side))
            return self._take(weighed)
        if not units:
            return self.because(Reason(Message("opponent.done")), orders.Finish(by=role))
        unit = min(units, key=_first)
        if unit.arrives or unit.route_march:
            return self._arriving(view, unit)
        return self._take(self._chosen(view, unit))

    def _chosen(self, view: State, unit: Unit) -> Weighed[TableOrder]:
        thinking = self._thinking(view, unit)
        found = list(choices(thinking))
        self._intended = {(unit.id, order): move for order, move in thinking.intended.items()}
        chosen = picked(found, self._luck.random(), self._carelessness)
        assert chosen is not None  # noqa: S101 - a unit can always rest
        if not problems_of(view, chosen.thing):
            return chosen
        return Weighed(_anything(view, unit), found[0].reasons)

    def _take(self, weighed: Weighed[TableOrder]) -> TableOrder:
        return self.because(weighed.main_reason or Reason(Message("opponent.done")), weighed.thing)

    def _arriving(self, view: State, unit: Unit) -> TableOrder:
        thinking = self._thinking(view, unit)
        leave = way_out(thinking) if unit.stands is not None and not unit.arrives else None
        if leave is not None:
            return self.because(thinking.reason("leaves"), leave)
        why = thinking.reason("arrives")
        for order in offers.route_marches(view, unit):
            if not problems_of(view, order):
                return self.because(why, order)
        return self.because(why, orders.Rest(by=unit.side.value, unit=unit.id))

    # ---- An order that has arrived -------------------------------------------------------------------------------------

    def _finishing(self, view: State, role: Role, pending: Pending) -> TableOrder:
        unit = view.units[pending.unit]
        thinking = self._thinking(view, unit)
        company = attached(view, unit)
        if pending.kind == "move" and pending.order is not None and pending.order is not Order.DEPLOY_TACTICAL:
            leave = way_out(thinking) if unit.stands is not None and unit.rails is None else None
            if leave is not None:
                return self.because(thinking.reason("leaves"), leave)
            move = self._move(thinking, pending)
            if move is not None and not problems_of(view, move):
                return self.because(thinking.reason(f"move_{thinking.plan.stance.value}"), move)
        elif unit.stands is not None and (pending.kind != "form" or self._would_deploy(thinking)):
            for facing in (facing_from(thinking, unit.stands.anchor.point), None):
                form = orders.Form(by=role, unit=unit.id, facing=facing, leaders=company)
                if not problems_of(view, form):
                    return self.because(thinking.reason("deploy"), form)
        return self.because(thinking.reason("stay"), orders.Stay(by=role, unit=unit.id))

    def _would_deploy(self, thinking: Thinking) -> bool:
        """Whether a unit that may take any formation, having regrouped, is better off deployed."""
        body = deployed(thinking) if thinking.unit.kind not in NEVER_DEPLOY else None
        return body is not None and deploy_gain(thinking, body).value > weight("order", "form_up")

    def _move(self, thinking: Thinking, pending: Pending) -> orders.Move | None:
        """The move that the order was given for, if it can still be made; else the best there is, if it is better than none."""
        intended = self._intended.pop((pending.unit, pending.order), None)
        if intended is not None and not problems_of(thinking.view, intended):
            return intended
        if thinking.unit.aboard:
            return way_off(thinking, pending)
        if thinking.unit.stands is None or thinking.unit.rails is not None or pending.order is None:
            return None
        way = best_way(thinking, pending.order, pending.distance)
        return way.move if way is not None and way.worth > here(thinking) else None

    # ---- What it knows -------------------------------------------------------------------------------------------------

    def _thinking(self, view: State, unit: Unit) -> Thinking:
        key = (view.turn.number, unit.card.column)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = plan_for(view, unit.side, unit.card.column)
        caution = self._caution * (1 - weight("plan", "calm") * plan.haste)
        return Thinking(view, unit, plan, self._pictured(view, unit.side), caution)

    def _pictured(self, view: State, side: Side) -> Picture:
        picture = self._picture
        if picture is not None and picture.side is side:
            if view is self._looked_at:
                return picture
            if picture.drawn_from == enemy_as_seen(view, side):
                self._looked_at = view
                return picture
        self._picture, self._looked_at = Picture(view, side, picture), view
        return self._picture


def _anything(view: State, unit: Unit) -> TableOrder:
    """Whatever is legal: a train at full speed may not even rest (REV-G.30m)."""
    role = unit.side.value
    return next(offers.unit_orders(view, unit), orders.Finish(by=role))


def _first(unit: Unit) -> tuple[int, str]:
    """Guns fire before foot goes in, and horse comes last; who is shaken rallies first."""
    rank = 1 if unit.kind in GUNS else 4 if unit.kind in CAVALRY else 3
    return (0 if unit.status is not Status.OK else rank, unit.id)
