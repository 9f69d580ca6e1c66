"""Assaults on the table: the charge from positions, contact, and both sides' places afterwards (chapter 7, REV-G.26, REV-G.27)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from sandtable.battle.event import Story
from sandtable.battle.order import TableProblem
from sandtable.battle.request import Fact, addressed
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.arc import reaches_arc
from sandtable.geometry.around import Hindrance
from sandtable.geometry.compiled.sliding import unit_gap
from sandtable.geometry.contact import assault_path, into_contact, path_cost, path_hindrances
from sandtable.geometry.cover import lines_crossed
from sandtable.geometry.distance import distance_to_point, overlaps, touches
from sandtable.geometry.drawing import arc_svg, sightline_svg
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.measure import Length, Point, Pose, ahead, in_inches, inches
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion import assault as rule
from sandtable.rulesets.revolucion.orders import base_move, moved
from sandtable.rulesets.revolucion.table import events, leadership, orders, passengers
from sandtable.rulesets.revolucion.table.combat import charges
from sandtable.rulesets.revolucion.table.combat.shots import formation_for_fire
from sandtable.rulesets.revolucion.table.cover import cover_of, frontal, ground_at, stands_in, visible
from sandtable.rulesets.revolucion.table.damage import aftermath
from sandtable.rulesets.revolucion.table.ground.going import going, is_obstacle, is_rough
from sandtable.rulesets.revolucion.table.ground.kinds import grounds
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.hidden.secrecy import as_known
from sandtable.rulesets.revolucion.table.movement import formations
from sandtable.rulesets.revolucion.table.permission import closed_problems, target_problems
from sandtable.rulesets.revolucion.table.planning import Plan, around, hindrance_problems
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.table.targets import as_target
from sandtable.rulesets.revolucion.vocabulary import Cover, Formation, Order, OrderResult

ROUGH = frozenset(kind for kind in grounds() if is_rough(kind))
SAMPLES: Length = 100  # how densely the assault path is looked at for rough ground


class Path(NamedTuple):
    """From where to where a charge goes, and what it costs."""

    start: Point
    end: Point
    cost: Length


@dataclass(frozen=True)
class Charge:
    """An assault as geometry sees it: the path, where it begins and where it ends, and what the rule asks about."""

    start: Point
    end: Point
    body: Footprint  # in maneuver formation, facing the target
    contact: Footprint
    cost: Length
    cover: Cover
    frontal: bool
    rough: bool


@fact
def plan_assault(state: State, order: orders.Assault) -> Plan:
    """Whether a unit may assault another from where it stands, and how the charge would go."""
    unit = state.units[order.unit]
    wrong = tuple(_permission(state, unit, order))
    if wrong or unit.stands is None:
        return Plan(unit.stands, unit.formation, problems=wrong or (problem("unit", "off_table", "REV-7.01"),))
    target = passengers.as_assaulted(state, state.units[order.target])
    far = _too_far(state, unit, target, unit.stands, measures(state.tables).turning)  # a slide is never longer
    if far is not None:
        return Plan(unit.stands, unit.formation, problems=(far,))
    first = formations.assumed(state, unit, Formation.MANEUVER, order.facing, order.ranks)
    if first.problems or first.end is None or target.stands is None:
        return (
            first if first.problems else Plan(unit.stands, unit.formation, problems=(problem("target", "no_target"),))
        )
    far = _too_far(state, unit, target, first.end)
    if far is not None:
        return Plan(first.end, Formation.MANEUVER, problems=(far,))
    path = _path(state, unit, target, first.end)
    wrong = tuple(_reach_problems(state, unit, target, first.end, path.cost))
    if wrong:  # the rest matters only to who gets that far
        return Plan(first.end, Formation.MANEUVER, first.trail, path.cost, wrong)
    charge = _charged(state, target, first.end, path)
    problems = tuple(_room_problems(state, unit, target, charge))
    return Plan(first.end, Formation.MANEUVER, first.trail, charge.cost, problems, charge)


def _permission(state: State, unit: Unit, order: orders.Assault) -> Iterator[Problem]:
    """What forbids the assault wherever the units stand."""
    yield from closed_problems("assault", unit.kind)
    wrong = tuple(target_problems(state, unit.side, order.target))
    yield from wrong
    if unit.deeds.ordered is not None:
        yield problem("unit", "one_order", "REV-G.01c")
    elif not wrong:
        target = state.units[order.target]
        yield from situation(state, unit, target, None, leads=order.leads).problems(state.tables)


def _too_far(state: State, unit: Unit, target: Unit, body: Footprint, slack: Length = 0) -> Problem | None:
    """No ground is quicker than open ground in an assault, so distance alone rules out most targets."""
    if target.stands is None:
        return None
    reach = inches(base_move(Order.ASSAULT, unit.kind, state.tables))
    cost = distance_to_point(target.stands, body.anchor.point)
    if cost <= reach + slack:
        return None
    return problem("target", "assault_reach", "REV-7.07b", (), cost=in_inches(cost), reach=in_inches(reach))


def _path(state: State, unit: Unit, target: Unit, body: Footprint) -> Path:
    """The assault path from the middle of the front to the nearest part of the target (REV-7.07)."""
    assert target.stands is not None  # noqa: S101 - only who stands on the table is assaulted
    start, end = assault_path(body, target.stands)
    line = figure(start, 0)  # the path is a line: what the ranks behind it step on does not count (REV-7.07)
    return Path(
        start, end, path_cost(line, start, end, going(unit.kind, Formation.MANEUVER, state.tables), state.terrain)
    )


def _charged(state: State, target: Unit, body: Footprint, path: Path) -> Charge:
    """What there is to know of a charge that reaches its target."""
    assert target.stands is not None  # noqa: S101 - only who stands on the table is assaulted
    start, end, cost = path
    return Charge(
        start=start,
        end=end,
        body=body,
        contact=into_contact(body, target.stands),
        cost=cost,
        cover=passengers.own_cover(state, target, cover_of(state, target.stands, start, end), start, end),
        frontal=passengers.fires_all_round(state, target) or frontal(state, target.stands, start, end),
        rough=_rough(state, target.stands, start, end),
    )


def _rough(state: State, target: Footprint, start: Point, end: Point) -> bool:
    """The target stands in rough, or the path is rough somewhere or crosses a linear obstacle (REV-G.11b)."""
    if stands_in(state, target, ROUGH):
        return True
    if any(is_obstacle(line.kind) for line in lines_crossed(state.terrain, start, end)):
        return True
    steps = max(1, max(abs(end.x - start.x), abs(end.y - start.y)) // SAMPLES)
    places = (
        Point(start.x + (end.x - start.x) * number // steps, start.y + (end.y - start.y) * number // steps)
        for number in range(steps + 1)
    )
    return any(ground_at(state, place) in ROUGH for place in places) if state.terrain.areas else False


def _reach_problems(state: State, unit: Unit, target: Unit, body: Footprint, cost: Length) -> Iterator[Problem]:
    """Arc, reach and sight (REV-7.05 to REV-7.07b)."""
    assert target.stands is not None  # noqa: S101 - only who stands on the table is assaulted
    reach = inches(base_move(Order.ASSAULT, unit.kind, state.tables))
    if cost > reach:
        yield problem("target", "assault_reach", "REV-7.07b", (), cost=in_inches(cost), reach=in_inches(reach))
        return
    height, name = state.terrain.height, target.card.name
    if not reaches_arc(body, target.stands):
        told = Message.of("problem.table.assault_arc", target=name)
        yield TableProblem("facing", told, (), "REV-7.06b", partial(arc_svg, body, reach, height))
    line = visible(state, unit, body, target.stands)
    if not line.clear:
        told = Message.of("problem.table.assault_sight", target=name)
        yield TableProblem("target", told, (), "REV-7.06", partial(sightline_svg, line, height))


def _room_problems(state: State, unit: Unit, target: Unit, charge: Charge) -> Iterator[Problem]:
    """What stands in the way (REV-G.27b)."""
    cost = going(unit.kind, Formation.MANEUVER, state.tables)
    found = path_hindrances(charge.body, charge.start, _anchor(charge), cost, state.terrain)
    yield from hindrance_problems(state.position, unit.side, unit.id, found, "target")
    friends = state.position.friends(unit.side, unit.id)
    inside = (
        Hindrance("friend", number, each.centre)
        for number, each in enumerate(friends)
        if overlaps(charge.contact, each)
    )
    yield from hindrance_problems(state.position, unit.side, unit.id, inside, "target")
    way = charge.contact.anchor.x - charge.start.x, charge.contact.anchor.y - charge.start.y
    enemies = around(state, unit).enemy_bases
    for number, (name, _) in enumerate(state.position.standing(target.side)):
        gap = unit_gap(charge.body.quads, 0.0, float(way[0]), float(way[1]), enemies, number)
        if name != target.id and gap < 0:  # to brush past is no harm: only shared ground counts
            yield problem("target", "assault_other_enemy", "REV-7.07", (name,), enemy=state.units[name].card.name)


def _anchor(charge: Charge) -> Point:
    """Where the middle of the front is in contact: the body goes no further along its path."""
    return charge.contact.anchor.point


def situation(state: State, unit: Unit, target: Unit, charge: Charge | None, *, leads: bool) -> rule.Assault:
    """The assault as the umpire's rule wants it; without a charge, what forbids it anywhere."""
    return rule.Assault(
        actor_name=unit.card.name,
        unit=unit.kind,
        leader_with_actor=leadership.leader_place(state, unit, leads=leads),
        actor_status=unit.status,
        bases_of_actor=unit.bases,
        starting_bases_of_assaulter=unit.card.started,
        **as_target(state, target, charge.cover if charge is not None else Cover.OPEN),
        actor_formation_at_the_start_of_the_turn=formation_for_fire(unit),
        actor_earlier_this_turn=unit.deeds.earlier,
        actor_aboard=passengers.actor_aboard(state, unit),
    )


def facts_about(state: State, unit: Unit, target: Unit, charge: Charge) -> dict[str, Fact]:
    """What the rule asks of the tabletop, by question (REV-7.08, REV-7.09, REV-7.30, REV-G.03c, REV-G.08d, REV-G.11b)."""
    late = moved(base_move(Order.ASSAULT, unit.kind, state.tables), OrderResult.DELAYED, state.tables)
    return {
        rule.FRONTAL.key: charge.frontal,
        rule.ROUGH_PATH.key: charge.rough,
        rule.LEADERS_WITH_TARGET.key: len(leadership.attached(state, target)),
        rule.EARLIER_BASES.key: sum(bases for _, bases in state.assaults.get(target.id, ())),
        rule.IN_REACH_IF_LATE: charge.cost <= inches(late),
    }


def assault(story: Story[State], order: orders.Assault) -> Course[None]:
    """Order, charge, and what becomes of both sides (REV-7.10 to REV-7.23)."""
    plan = plan_assault(as_known(story.state, story.state.units[order.unit].side), order)
    state, charge = story.state, plan.more
    if charges.called_off(story, order.unit, charge.body, charge.contact):
        return
    if charges.into_mines(state, charge.body, charge.contact):
        yield from charges.mined(story, order, plan, charge.cost)
        return
    unit, target = state.units[order.unit], passengers.as_assaulted(state, state.units[order.target])
    leaders = leadership.attached(state, unit) if order.leads else ()
    told = situation(state, unit, target, charge, leads=order.leads)
    verdict = yield from addressed(
        rule.assault(told, state.tables), unit.side.value, EVERYBODY, facts=facts_about(state, unit, target, charge)
    )
    if not verdict.launched:
        result = OrderResult.LOST if verdict.ended == "lost" else OrderResult.DELAYED
        story.tell(events.Commanded(unit=unit.id, order=Order.ASSAULT, result=result))
        story.tell(events.AssaultEnded(unit=unit.id, target=target.id, ended=verdict.ended))
        return
    _launch(story, unit, target, plan, leaders)
    parties = _parties(story.state, unit, target, charge, leaders[:1])
    yield from aftermath.carry_out(story, verdict.effects, parties)
    _stand_off(story, unit.id, target.id)
    story.tell(events.AssaultEnded(unit=unit.id, target=target.id, ended=verdict.ended))


def _launch(story: Story[State], unit: Unit, target: Unit, plan: Plan, leaders: tuple[str, ...]) -> None:
    """The charge begins: maneuver formation, the new facing, the tally (REV-3.29b, REV-G.50)."""
    charge: Charge = plan.more
    story.tell(events.Commanded(unit=unit.id, order=Order.ASSAULT, result=OrderResult.RECEIVED))
    formations.stand(story, unit.id, plan, "charges", leaders)
    story.tell(
        events.AssaultLaunched(
            unit=unit.id,
            target=target.id,
            bases=unit.bases,
            frontal=charge.frontal,
            cover=charge.cover,
            start=charge.start,
            end=charge.end,
        )
    )


def _parties(state: State, unit: Unit, target: Unit, charge: Charge, leading_it: tuple[str, ...]) -> aftermath.Parties:
    assert target.stands is not None  # noqa: S101 - only who stands on the table is assaulted
    return aftermath.Parties(
        units={"assaulter": unit.id, "target": target.id},
        sources={"assaulter": target.stands.centre, "target": charge.contact.centre},
        leaders={"assaulter": leading_it, "target": leadership.attached(state, target)},
        deeds={"assaulter": "assaulted", "target": "used_up"},
        start=charge.body,
        contact=charge.contact,
        led_by=leading_it,
    )


def _stand_off(story: Story[State], name: str, target: str) -> None:
    """A winner whose enemy cannot move away stands off from it (REV-G.13d, REV-G.46b)."""
    unit, enemy = story.state.units[name], passengers.as_assaulted(story.state, story.state.units[target])
    if unit.stands is None or enemy.stands is None or not touches(unit.stands, enemy.stands):
        return
    zone = measures(story.state.tables).zone
    anchor = unit.stands.anchor
    back = ahead(anchor, -zone)
    stands = unit.stands.placed(Pose(back.x, back.y, anchor.facing))
    story.tell(events.Stood(unit=name, stands=stands, formation=unit.formation, how="stands_off"))
