"""Fire: the situation of a shot from positions, and what it does (chapter 6, REV-3.19 to REV-3.28, REV-G.04, REV-G.20)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import Fact, addressed
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.distance import distance
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Point, in_inches
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Observe
from sandtable.kernel.tables import Tables
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion import fire as rule
from sandtable.rulesets.revolucion.bands import BANDS
from sandtable.rulesets.revolucion.orders import give_order
from sandtable.rulesets.revolucion.table import events, leadership, orders, passengers
from sandtable.rulesets.revolucion.table.combat.aims import Aim, aim, no_shot, reach
from sandtable.rulesets.revolucion.table.damage import aftermath
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.hidden.secrecy import as_known
from sandtable.rulesets.revolucion.table.movement import formations, moves
from sandtable.rulesets.revolucion.table.permission import (
    closed_problems,
    order_problems,
    order_situation,
    target_problems,
)
from sandtable.rulesets.revolucion.table.planning import Plan
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.table.targets import as_target
from sandtable.rulesets.revolucion.vocabulary import (
    Aboard,
    Afterwards,
    Earlier,
    FireMode,
    Formation,
    Order,
    TargetAboard,
    UnitType,
)

ACTIONS = {FireMode.DEPLOYED: "deployed_fire", FireMode.MOVING: "moving_fire"}
SITUATIONS: dict[FireMode, type[rule.Fire]] = {FireMode.DEPLOYED: rule.DeployedFire, FireMode.MOVING: rule.MovingFire}
READY_TO_FIRE = (Formation.DEPLOYED, Formation.MANEUVER, Formation.MARCH)  # the best first
AFTERWARDS = {Afterwards.DEPLOY_TACTICAL: Order.DEPLOY_TACTICAL, Afterwards.MANEUVER: Order.MANEUVER}


@fact
def plan_fire(state: State, order: orders.Fire) -> Plan:
    """Who fires at whom, from where, and whether that is allowed; a column hears that it may not fire, not how far its target is."""
    unit = state.units[order.unit]
    wrong = tuple(_permission(state, unit, order))
    if wrong:
        return Plan(unit.stands, unit.formation, problems=wrong)
    target = state.units[order.target]
    if unit.formation is not Formation.MARCH and _beyond_reach(state, unit, target, order):
        return Plan(unit.stands, unit.formation, problems=(no_shot(unit, "range", reach(unit.kind, state.tables)),))
    never = tuple(_forbidden(state, unit, target, order))
    if never:
        return Plan(unit.stands, unit.formation, problems=never)
    first = _turned(state, unit, order)
    if first.problems:
        return first
    assert first.end is not None  # noqa: S101 - nothing was wrong with it
    found = aim(state, unit, first.end, target, order)
    if isinstance(found, Problem):
        return Plan(first.end, unit.formation, problems=(found,))
    return Plan(first.end, unit.formation, first.trail, 0, (), found)


def _forbidden(state: State, unit: Unit, target: Unit, order: orders.Fire) -> Iterator[Problem]:
    """What forbids this fire wherever the two stand: formations, what the unit did, what it rides on (REV-3.19 to REV-3.45b)."""
    found = _forbids(
        order.mode,
        order.indirect,
        order.afterwards,
        unit.kind,
        unit.bases,
        formation_for_fire(unit),
        unit.deeds.earlier,
        passengers.actor_aboard(state, unit),
        target.kind,
        target.formation,
        target.bases,
        target.card.started,
        passengers.target_aboard(state, target),
        state.tables,
    )
    for each in found:
        if each.rule != "REV-10.56" or not _mounted(state, unit):
            yield each


@lru_cache(maxsize=4096)
def _forbids(
    mode: FireMode,
    indirect: bool,
    afterwards: Afterwards,
    kind: UnitType,
    bases: int,
    formation: Formation,
    earlier: Earlier,
    aboard: Aboard,
    target: UnitType,
    target_formation: Formation,
    target_bases: int,
    started: int,
    target_aboard: TargetAboard,
    tables: Tables,
) -> tuple[Problem, ...]:
    """What forbids such a shot: names, ranges, cover, Leaders and spirits do not, so that few shots differ."""
    told: dict[str, Any] = {"indirect": True} if indirect and mode == FireMode.MOVING else {}
    shot = SITUATIONS[mode](
        unit=kind,
        bases_of_actor=bases,
        range=BANDS[0],
        target_type=target,
        target_formation=target_formation,
        bases_of_target=target_bases,
        starting_bases_of_target=started,
        target_is_a_train_or_aboard_one=target_aboard,
        actor_formation_at_the_start_of_the_turn=formation,
        actor_earlier_this_turn=earlier,
        actor_aboard=aboard,
        actor_moves_afterwards=afterwards,
        **told,
    )
    return tuple(shot.problems(tables))


def _permission(state: State, unit: Unit, order: orders.Fire) -> Iterator[Problem]:
    yield from closed_problems(ACTIONS[order.mode], unit.kind)
    yield from target_problems(state, unit.side, order.target)
    if passengers.place_of(state, unit) is None:  # still to come, or aboard what is
        yield problem("unit", "off_table", "REV-3.30")
    if order.afterwards is not Afterwards.NOTHING:
        yield from order_problems(state, unit, AFTERWARDS[order.afterwards])


def _mounted(state: State, unit: Unit) -> bool:
    """Whether machine guns are specially mounted on the car they ride in (REV-10.56)."""
    vehicle = passengers.vehicle_of(state, unit)
    return vehicle is not None and "mounted_mg" in vehicle.card.flags


def _beyond_reach(state: State, unit: Unit, target: Unit, order: orders.Fire) -> bool:
    """Distance alone rules out most targets, however the unit turns; indirect fire reaches further (REV-10.84)."""
    if unit.stands is None or target.stands is None or order.indirect:
        return False
    slack = 0 if order.facing is None else measures(state.tables).turning  # a turn and its slide are never longer
    return distance(unit.stands, target.stands) > reach(unit.kind, state.tables) + slack


def _turned(state: State, unit: Unit, order: orders.Fire) -> Plan:
    """Moving Fire alone: pivot first, then fire (REV-3.28, REV-G.20); Deployed Fire allows no turn (REV-3.20), nor does fire before a move (REV-3.27b)."""
    if unit.stands is None:  # passengers fire out of any side (REV-10.24)
        return Plan(passengers.place_of(state, unit), unit.formation)
    if order.facing in (None, unit.stands.anchor.facing):
        return Plan(unit.stands, unit.formation, (unit.stands.anchor,))
    if order.mode is FireMode.DEPLOYED:
        return Plan(unit.stands, unit.formation, problems=(problem("facing", "deployed_fire_no_turn", "REV-3.20"),))
    if order.afterwards is not Afterwards.NOTHING or order.indirect:
        return Plan(unit.stands, unit.formation, problems=(problem("facing", "fire_before_turning", "REV-3.27b"),))
    return formations.assumed(state, unit, unit.formation, order.facing)


def situation(state: State, unit: Unit, target: Unit, order: orders.Fire, aimed: Aim) -> rule.Fire:
    """The shot as the umpire's rule wants it."""
    told: dict[str, Any] = {"indirect": True} if order.indirect and order.mode == FireMode.MOVING else {}
    return SITUATIONS[order.mode](
        actor_name=unit.card.name,
        unit=unit.kind,
        leader_with_actor=leadership.leader_place(state, unit),
        actor_status=unit.status,
        bases_of_actor=unit.bases,
        range=in_inches(aimed.range),
        **as_target(state, target, aimed.cover),
        actor_formation_at_the_start_of_the_turn=formation_for_fire(unit),
        actor_earlier_this_turn=unit.deeds.earlier,
        actor_aboard=passengers.actor_aboard(state, unit),
        actor_moves_afterwards=order.afterwards,
        **told,
    )


def formation_for_fire(unit: Unit) -> Formation:
    """The formation that decides about fire: of the one at the start of the turn and the one it was driven into since, the worse (REV-3.19,
    REV-3.30).
    """
    return max(unit.formation, unit.deeds.began, key=READY_TO_FIRE.index)


def fire(story: Story[State], order: orders.Fire) -> Course[None]:
    """Turn if need be, fire, carry out what it does; then the move that was declared with it (REV-3.27, REV-G.04)."""
    plan = plan_fire(as_known(story.state, story.state.units[order.unit].side), order)
    if not story.state.units[order.unit].aboard:
        formations.stand(
            story, order.unit, plan, "turns", leadership.attached(story.state, story.state.units[order.unit])
        )
    state = story.state
    unit, target, aimed = state.units[order.unit], state.units[order.target], plan.more
    verdict = yield from addressed(
        rule.fire(situation(state, unit, target, order, aimed), state.tables),
        unit.side.value,
        EVERYBODY,
        facts=facts_about(state, target),
    )
    story.tell(
        events.Fired(
            unit=unit.id,
            target=target.id,
            mode=order.mode,
            range=in_inches(aimed.range),
            cover=aimed.cover,
            start=aimed.start,
            end=aimed.end,
            indirect=order.indirect,
            levels=verdict.damage.levels,
        )
    )
    yield from aftermath.carry_out(story, verdict.effects, _parties(state, unit, target))
    yield from _what_follows(story, order)


def facts_about(state: State, target: Unit) -> Callable[[Observe], Fact | None]:
    """What the rule asks of the tabletop: the Leaders with the target (REV-G.08d)."""
    leaders = len(leadership.attached(state, target))
    return lambda request: leaders if request.key == rule.LEADERS_WITH_TARGET.key else None


def _parties(state: State, unit: Unit, target: Unit) -> aftermath.Parties:
    here = passengers.place_of(state, unit)
    source = here.centre if here is not None else Point(0, 0)
    return aftermath.Parties(
        units={"actor": unit.id, "target": target.id},
        sources={"target": source},
        leaders={"target": leadership.attached(state, target)},
        deeds={"actor": "fired"},
    )


def _what_follows(story: Story[State], order: orders.Fire) -> Course[None]:
    """The order of the move comes now; fire alone spends the action. Nothing follows where what it hit blew up and took it along."""
    unit = story.state.units[order.unit]
    if unit.gone is not None:
        return
    if order.afterwards is Afterwards.NOTHING:
        if not unit.deeds.acted:
            story.tell(events.Acted(unit=unit.id, deed="fired"))
        return
    sent = AFTERWARDS[order.afterwards]
    verdict = yield from addressed(
        give_order(order_situation(story.state, unit, sent), story.state.tables), unit.side.value, EVERYBODY
    )
    yield from moves.arrived(story, unit, sent, verdict)
