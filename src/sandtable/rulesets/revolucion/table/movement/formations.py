"""Taking a formation on the spot: the centre of the front stays (REV-3.15b, REV-3.18b, REV-3.30b, REV-3.34b, REV-4.20b, REV-4.35, REV-4.36)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint, standing
from sandtable.geometry.measure import DEGREE, Facing, Length, Pose, apart
from sandtable.geometry.place import hindrances
from sandtable.geometry.turn import reform
from sandtable.kernel.problem import Problem
from sandtable.miniatures.bending import has_gap, lies_on_itself
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion.table import events, leadership, orders
from sandtable.rulesets.revolucion.table.ground.going import tactical_going
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import base_size, formed, rank_choices
from sandtable.rulesets.revolucion.table.hidden.discovery import in_the_way, reveal
from sandtable.rulesets.revolucion.table.hidden.secrecy import as_known
from sandtable.rulesets.revolucion.table.movement.boarding import get_off, step_off
from sandtable.rulesets.revolucion.table.permission import closed_problems
from sandtable.rulesets.revolucion.table.planning import Plan, around, hindrance_problems
from sandtable.rulesets.revolucion.table.position import Card, Placed, Position, placed
from sandtable.rulesets.revolucion.table.state import Pending, State, Unit, told_to
from sandtable.rulesets.revolucion.vocabulary import Formation, Order

SHARPEST_BEND: Facing = 90 * DEGREE  # between neighbours: a line that bends more is no line


def assumed(
    state: State, unit: Unit, formation: Formation, facing: Facing | None = None, ranks: tuple[int, ...] = ()
) -> Plan:
    """The unit in a formation where it stands, turned as wanted, slid off from enemies that would come nearer."""
    position = state.position
    if position.has(unit):
        return _assumed(position, unit.card.id, formation, facing, ranks)
    return _formed_up(position, placed(unit), formation, facing, ranks)


@fact
def _assumed(
    position: Position, name: str, formation: Formation, facing: Facing | None, ranks: tuple[int, ...]
) -> Plan:
    return _formed_up(position, position.units[name], formation, facing, ranks)


def _formed_up(
    position: Position, unit: Placed, formation: Formation, facing: Facing | None, ranks: tuple[int, ...]
) -> Plan:
    assert unit.stands is not None  # noqa: S101 - it forms up where it stands
    old = unit.stands
    wrong = tuple(_rank_problems(position, unit, formation, ranks)) if ranks else ()
    if wrong:
        return Plan(old, formation, problems=wrong)
    present = _present_ranks(unit, formation)
    unchanged = unit.formation is formation and (not ranks or ranks == present)
    if unchanged and facing in (None, old.anchor.facing):
        return Plan(old, formation, (old.anchor,))
    anchor = old.anchor if facing is None else Pose(old.anchor.x, old.anchor.y, facing)
    new = (
        old.placed(anchor)
        if unchanged
        else formed(unit.card.kind, formation, unit.bases, anchor, position.tables, ranks or present)
    )
    return _settled(position, unit.card, old, new, formation)


def _settled(position: Position, who: Card, old: Footprint, new: Footprint, formation: Formation) -> Plan:
    """A change of formation or facing with its slide (REV-4.36, REV-G.49); one that cannot be made is not allowed (REV-G.49b)."""
    rules = measures(position.tables)
    near = position.around(who.side, who.id, rules.zone)
    turned = reform(old, new, near, rules.turning, rules.strict_turns, tactical_going(who.kind))
    wrong: tuple[Problem, ...] = ()
    if turned.hindrance is not None:
        wrong = tuple(hindrance_problems(position, who.side, who.id, (turned.hindrance,), "facing"))
    return Plan(turned.end, formation, (old.anchor, turned.end.anchor), turned.slide, wrong)


def _present_ranks(unit: Placed, formation: Formation) -> tuple[int, ...]:
    """The ranks in which a unit stands now, if it is in maneuver formation."""
    if formation is not Formation.MANEUVER or unit.formation is not Formation.MANEUVER or unit.stands is None:
        return ()
    front, count = unit.stands.front, unit.bases
    rows = -(-count // front)
    share, more = divmod(count, rows)
    return (share + 1,) * more + (share,) * (rows - more)


def _rank_problems(position: Position, unit: Placed, formation: Formation, ranks: tuple[int, ...]) -> Iterator[Problem]:
    if formation is not Formation.MANEUVER:
        return
    legal = rank_choices(unit.card.kind, unit.bases, position.tables)
    if ranks not in legal:
        told = tuple("+".join(map(str, sizes)) for sizes in legal)
        yield problem("ranks", "ranks", "REV-4.11", told, ranks="+".join(map(str, ranks)), legal=told)


# ---- The order Form --------------------------------------------------------------------------------------------------------------


@fact
def plan_form(state: State, order: orders.Form) -> Plan:
    """The formation that an order wants, and what is wrong with it."""
    unit, pending = state.units[order.unit], state.turn.pending
    assert pending is not None  # noqa: S101 - a decision waits for it
    if unit.aboard:
        return step_off(state, unit, Formation.DEPLOYED, order.start, (), None)
    assert unit.stands is not None  # noqa: S101 - it forms up where it stands
    wrong = tuple(_form_problems(unit, pending, order))
    if wrong:
        return Plan(unit.stands, order.formation, problems=wrong)
    if not order.bases:
        return assumed(state, unit, order.formation, order.facing, order.ranks)
    width, depth = base_size(unit.kind)
    front = 1 if order.formation is Formation.MARCH else len(order.bases)
    bent = standing(order.bases, front, width, depth)
    wrong = tuple(bend_problems(state, unit, bent, order.formation))
    if wrong:
        return Plan(bent, order.formation, problems=wrong)
    room = pending.distance if pending.kind == "move" else 0
    return _bent(state, unit, bent, order.formation, room)


def _form_problems(unit: Unit, pending: Pending, order: orders.Form) -> Iterator[Problem]:
    tactical = pending.kind == "move"
    if tactical and pending.order is not Order.DEPLOY_TACTICAL:
        yield problem("unit", "finish_the_move", "REV-4.13", ("move", "stay"))
    if (tactical or pending.kind == "deploy") and order.formation is not Formation.DEPLOYED:
        yield problem("formation", "deploys", "REV-4.20", (Formation.DEPLOYED.value,))
    if order.formation is Formation.DEPLOYED:
        yield from closed_problems("deploy_tactical", unit.kind)
    assert unit.stands is not None  # noqa: S101 - it forms up where it stands
    turns = order.facing not in (None, unit.stands.anchor.facing)
    if pending.kind == "deploy" and pending.delayed and turns:
        yield problem("facing", "late_deploy_keeps_facing", "REV-G.03b")


def bend_problems(state: State, unit: Unit, bent: Footprint, formation: Formation) -> Iterator[Problem]:
    """A line or column may bend, its bases touching all the way (REV-4.20b, REV-4.30b, REV-4.33)."""
    if formation is Formation.MANEUVER:
        yield problem("bases", "maneuver_is_straight", "REV-4.10b")
    if len(bent.bases) != unit.bases:
        yield problem("bases", "all_bases", "REV-4.20", (), bases=unit.bases)
    if has_gap(bent, measures(state.tables).contact, SHARPEST_BEND, in_file=formation is Formation.MARCH):
        yield problem("bases", "gap", "REV-4.33")
    elif lies_on_itself(bent):
        yield problem("bases", "bases_overlap", "REV-4.20")


def _bent(state: State, unit: Unit, bent: Footprint, formation: Formation, room: Length) -> Plan:
    """A bent line about the same centre of the front, or within the tactical inch of it (REV-3.16)."""
    assert unit.stands is not None  # noqa: S101 - it forms up where it stands
    old, new = unit.stands.anchor, bent.anchor
    slack = measures(state.tables).contact
    if apart(old, new) > max(room, slack):
        return Plan(bent, formation, problems=(problem("bases", "front_stays", "REV-4.35"),))
    going = tactical_going(unit.kind)
    found = hindrances(bent, going, around(state, unit), measures(state.tables).zone)
    wrong = tuple(hindrance_problems(state.position, unit.side, unit.id, found, "bases"))
    return Plan(bent, formation, (old, new), 0, wrong)


def form(story: Story[State], order: orders.Form) -> None:
    """Take the formation; the action is spent (REV-3.15, REV-3.34b)."""
    pending = story.state.turn.pending
    assert pending is not None  # noqa: S101 - a decision waits for it
    unit = story.state.units[order.unit]
    plan = plan_form(as_known(story.state, unit.side), order)
    found = in_the_way(story.state, unit.side, plan.end) if plan.end is not None else ()
    for enemy in found:  # who was hidden there is seen, and the formation is not taken
        reveal(story, enemy)
    if not found:
        get_off(story, order.unit)
        stand(story, order.unit, plan, "forms", order.leaders)
    finish(story, order.unit, pending)


def stand(story: Story[State], name: str, plan: Plan, how: str, leaders: tuple[str, ...] = ()) -> None:
    """A unit stands where a plan ends, Leaders who go along beside it."""
    unit = story.state.units[name]
    assert plan.end is not None  # noqa: S101 - a legal plan ends somewhere
    if plan.end == unit.stands and plan.formation is unit.formation:
        return
    before = unit.stands or plan.end
    trail = tuple(pose.point for pose in plan.trail)
    known_to = EVERYBODY if how == "arrives" else told_to(unit)
    story.tell(
        events.Stood(
            unit=name,
            stands=plan.end,
            formation=plan.formation,
            how=how,
            trail=trail,
            cost=plan.cost,
            known_to=known_to,
        )
    )
    leadership.go_along(story, name, before, leaders)


def finish(story: Story[State], name: str, pending: Pending) -> None:
    """What was pending is done."""
    deed = {"form": "regrouped", "deploy": "deployed"}.get(pending.kind, "moved")
    if pending.order is Order.DEPLOY_TACTICAL:
        deed = "deployed"
    may_fire = deed == "deployed" and bool(story.state.tables.option("fire.afterDeploy")) and not pending.delayed
    unit = story.state.units[name]
    done = not may_fire or unit.deeds.fired
    story.tell(events.Acted(unit=name, deed=deed, done=done, known_to=told_to(unit)))
