"""What a unit could do now, each choice with what speaks for it and against it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from sandtable.ai.weighing import Reason, Weighed
from sandtable.battle.order import Order as TableOrder
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Facing, Length, in_inches, inches
from sandtable.rulesets.revolucion.bands import reach_of
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table import offers, orders
from sandtable.rulesets.revolucion.table.combat import assaults, shots
from sandtable.rulesets.revolucion.table.combat.aims import Aim
from sandtable.rulesets.revolucion.table.leadership import leader_place
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.movement import formations
from sandtable.rulesets.revolucion.table.opponent.odds import arrives, band_at, clash, fire_worth, recovers
from sandtable.rulesets.revolucion.table.opponent.picture import REACH_OF_BANDS, fire_reach, harm, mark_of, shooter_of
from sandtable.rulesets.revolucion.table.opponent.places import best_way, choked, deployed, here
from sandtable.rulesets.revolucion.table.opponent.special_deeds import special_choices
from sandtable.rulesets.revolucion.table.opponent.stakes import stake
from sandtable.rulesets.revolucion.table.opponent.standing import exposure, gaps_to_enemies
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import price, weight
from sandtable.rulesets.revolucion.table.state import other
from sandtable.rulesets.revolucion.vocabulary import (
    ASSAULT_TROOPS,
    FIGHTERS,
    GUNS,
    NEVER_DEPLOY,
    Afterwards,
    FireMode,
    Formation,
    LeaderPlace,
    Order,
    Status,
    UnitType,
)

Choice = Weighed[TableOrder]
TARGETS = 4  # enemies that are tried in earnest


def choices(thinking: Thinking) -> Iterator[Choice]:
    """Everything worth a thought; resting is always one."""
    unit = thinking.unit
    by = unit.side.value
    yield Weighed(orders.Rest(by=by, unit=unit.id), (thinking.reason("rest"),))
    yield from special_choices(thinking)
    if unit.stands is None or unit.rails is not None or unit.flight is not None:
        return
    near = gaps_to_enemies(thinking, unit.stands)
    found = [*_fire(thinking, near), *_indirect_fire(thinking), *_assaults(thinking, near)]
    if unit.status is not Status.OK and not unit.deeds.fired and unit.deeds.ordered is None:
        found.append(_regroup(thinking))
    yield from found
    if unit.deeds.ordered is None:
        combines = unit.formation is Formation.MANEUVER
        moves = list(_moves(thinking, near, 0.0 if combines else max((each.value for each in found), default=0.0)))
        yield from moves
        if combines:
            yield from _fire_and_move(thinking, found, moves)


# ---- Fire --------------------------------------------------------------------------------------------------------------------


def _fire(thinking: Thinking, near: list[tuple[Length, str]]) -> Iterator[Choice]:
    """The best shots that can be had; the promising ones are tried first."""
    view, unit = thinking.view, thinking.unit
    if unit.kind not in FIGHTERS or unit.formation is Formation.MARCH or unit.deeds.fired:
        return
    mode = FireMode.DEPLOYED if unit.formation is Formation.DEPLOYED else FireMode.MOVING
    best, more = 0.0, stake(view, other(unit.side))
    for promise, name in sorted(_promises(thinking, near, mode), reverse=True)[:TARGETS]:
        if mode is FireMode.DEPLOYED and promise * more <= best:
            return  # nothing that follows is worth more, and no move is to follow it
        facing = _turn_to(thinking, name, unit.formation) if mode is FireMode.MOVING else None
        order = orders.Fire(by=unit.side.value, unit=unit.id, target=name, mode=mode, facing=facing)
        shot = _shot(thinking, order)
        if shot is not None:
            best = max(best, shot.value)
            yield Weighed(order, (shot,))


def _turn_to(thinking: Thinking, name: str, formation: Formation) -> Facing | None:
    """Towards an enemy; None, as it stands, for a unit that has no room to turn."""
    facing = offers.towards(thinking.view, thinking.unit, name)
    return None if formations.assumed(thinking.view, thinking.unit, formation, facing).problems else facing


def _fire_and_move(thinking: Thinking, found: list[Choice], moves: list[Choice]) -> Iterator[Choice]:
    """The best shot that can be had without a turn, before the maneuver that is worth making (REV-3.40)."""
    onward = [choice.reasons for choice in moves if _maneuvers(choice.thing) and choice.value > 0]
    shots = [choice for choice in found if isinstance(choice.thing, orders.Fire) and not choice.thing.indirect]
    for choice in sorted(shots, key=lambda each: -each.value) if onward else ():
        assert isinstance(choice.thing, orders.Fire)  # noqa: S101 - only shots were taken
        order = replace(choice.thing, facing=None, afterwards=Afterwards.MANEUVER)
        shot = _shot(thinking, order)
        if shot is not None:
            yield Weighed(order, (shot, *onward[0]))
            return


def _indirect_fire(thinking: Thinking) -> Iterator[Choice]:
    """Artillery fires over what hides a target that others see (REV-10.80)."""
    view, unit = thinking.view, thinking.unit
    if unit.kind is not UnitType.ARTILLERY or unit.deeds.fired or not view.tables.option("indirect"):
        return
    for enemy in thinking.picture.enemies:
        order = orders.Fire(by=unit.side.value, unit=unit.id, target=enemy.id, mode=FireMode.MOVING, indirect=True)
        shot = _shot(thinking, order)
        if shot is not None:
            yield Weighed(order, (shot,))


def _maneuvers(order: TableOrder) -> bool:
    return isinstance(order, orders.Command) and order.order is Order.MANEUVER


def _promises(thinking: Thinking, near: list[tuple[Length, str]], mode: FireMode) -> Iterator[tuple[float, str]]:
    """What a shot at each enemy within reach would be worth in the open."""
    view, unit = thinking.view, thinking.unit
    reach = inches(reach_of(fighting_type(unit.kind, view.tables), view.tables))
    shooter = shooter_of(unit, led=leader_place(view, unit) is LeaderPlace.ATTACHED)
    for gap, name in near:
        if gap > reach:
            return
        worth = harm(shooter, mode, mark_of(view.units[name]), view.tables)
        yield max(worth[bisect_left(REACH_OF_BANDS, gap) :]), name


def _shot(thinking: Thinking, order: orders.Fire) -> Reason | None:
    view, unit = thinking.view, thinking.unit
    if problems_of(view, order):
        return None
    aim: Aim = shots.plan_fire(view, order).more
    target = view.units[order.target]
    band = band_at(in_inches(aim.range))
    if band is None:
        return None
    shooter = shooter_of(unit, led=leader_place(view, unit) is LeaderPlace.ATTACHED)
    worth = fire_worth(shooter, order.mode, band, mark_of(target, None, aim.cover), view.tables)
    worth *= stake(view, target.side)
    return thinking.reason("fire", worth, target, range=in_inches(aim.range))


# ---- Assault -----------------------------------------------------------------------------------------------------------------


def _assaults(thinking: Thinking, near: list[tuple[Length, str]]) -> Iterator[Choice]:
    view, unit = thinking.view, thinking.unit
    if unit.kind not in ASSAULT_TROOPS or unit.formation is Formation.MARCH or unit.deeds.ordered is not None:
        return
    if unit.status is Status.DEMORALIZED or unit.deeds.fired:
        return
    reach = inches(base_move(Order.ASSAULT, unit.kind, view.tables))
    for gap, name in near[:TARGETS]:
        if gap > reach:
            return
        choice = _assault(thinking, name)
        if choice is not None:
            yield choice


def _assault(thinking: Thinking, name: str) -> Choice | None:
    view, unit = thinking.view, thinking.unit
    facing = _turn_to(thinking, name, Formation.MANEUVER)
    order = orders.Assault(by=unit.side.value, unit=unit.id, target=name, facing=facing)
    if problems_of(view, order):
        return None
    target = view.units[name]
    charge: assaults.Charge = assaults.plan_assault(view, order).more
    situation = assaults.situation(view, unit, target, charge, leads=order.leads)
    facts = assaults.facts_about(view, unit, target, charge)
    found = clash(situation, tuple(facts.items()), view.tables)
    chance = round(100 * found.wins)
    gain = found.gain * weight("assault", "trust") * stake(view, target.side) + found.wins * weight("assault", "ground")
    price_paid = -found.price * stake(view, unit.side) * (1 - weight("assault", "daring") * (1 - thinking.caution))
    if gain + price_paid < weight("assault", "least"):
        return None
    return Weighed(
        order,
        (
            thinking.reason("assault", gain, target, chance=chance),
            thinking.reason("assault_cost", price_paid, target),
        ),
    )


# ---- Regroup -----------------------------------------------------------------------------------------------------------------


def _regroup(thinking: Thinking) -> Choice:
    view, unit = thinking.view, thinking.unit
    chance = recovers(unit.kind, leader_place(view, unit), unit.status, view.tables)
    step = weight("regroup", "demoralized" if unit.status is Status.DEMORALIZED else "disordered")
    assert unit.stands is not None  # noqa: S101 - the choices of who stands on the table
    better = replace(unit, status=Status.DISORDERED if unit.status is Status.DEMORALIZED else Status.OK)
    now = exposure(thinking, unit.stands, unit.formation)
    then = exposure(replace(thinking, unit=better), unit.stands, unit.formation)
    safer = weight("ground", "danger") * thinking.caution * (now.danger - then.danger)
    worth = chance * (
        step * price(unit.kind, view.tables) + safer + weight("ground", "tomorrow") * (then.chance - now.chance)
    )
    reason = thinking.reason("regroup", worth, chance=round(100 * chance), status=unit.status.message)
    return Weighed(orders.Regroup(by=unit.side.value, unit=unit.id), (reason,))


# ---- Moves -------------------------------------------------------------------------------------------------------------------


def _moves(thinking: Thinking, near: list[tuple[Length, str]], beat: float) -> Iterator[Choice]:
    """Movement orders that may be worth more than what else there is to do."""
    view, unit = thinking.view, thinking.unit
    by = unit.side.value
    leader = leader_place(view, unit)
    far = not near or near[0][0] > inches(base_move(Order.MARCH, unit.kind, view.tables)) + inches(
        weight("order", "march_off")
    )
    now = here(thinking)
    narrow = False
    for order in (Order.MANEUVER, Order.MARCH):
        if order is Order.MARCH and (not (far or narrow) or unit.formation is Formation.DEPLOYED):
            continue
        command = orders.Command(by=by, unit=unit.id, order=order)
        if problems_of(view, command):
            continue
        budget = inches(base_move(order, unit.kind, view.tables))
        way = best_way(thinking, order, budget, beat)
        narrow = choked(thinking, way, budget)
        if way is None:
            continue
        thinking.intended[order] = way.move
        received, delayed, _ = arrives(unit.kind, order, leader, unit.status, view.tables)
        better = (way.worth - now) * (received + delayed / 2)
        yield Weighed(command, (thinking.reason(f"move_{thinking.plan.stance.value}", better),))
    if unit.formation is not Formation.DEPLOYED and unit.kind not in NEVER_DEPLOY and _in_touch(thinking, near):
        command = orders.Command(by=by, unit=unit.id, order=Order.DEPLOY_TACTICAL)
        body = deployed(thinking)
        if body is not None and not problems_of(view, command):
            received, delayed, _ = arrives(unit.kind, Order.DEPLOY_TACTICAL, leader, unit.status, view.tables)
            gain = deploy_gain(thinking, body)
            yield Weighed(command, (replace(gain, value=gain.value * (received + delayed)),))


def _in_touch(thinking: Thinking, near: list[tuple[Length, str]]) -> bool:
    """Whether the unit or any enemy may fire at the other as they stand, or when it has turned and deployed."""
    unit, tables = thinking.unit, thinking.view.tables
    assert unit.stands is not None  # noqa: S101 - the choices of who stands on the table
    own = fire_reach(unit.kind, tables) if unit.kind in FIGHTERS else 0
    longest = max((max(own, foe.reach, foe.run) for foe in thinking.picture.foes), default=0)
    return bool(near) and near[0][0] <= longest + 2 * unit.stands.extent


def deploy_gain(thinking: Thinking, body: Footprint) -> Reason:
    """What standing deployed here is worth beside standing as it does: better fire, and a smaller mark, for as long as there is time."""
    unit = thinking.unit
    assert unit.stands is not None  # noqa: S101 - the choices of who stands on the table
    now = exposure(thinking, unit.stands, unit.formation, FireMode.MOVING)
    then = exposure(thinking, body, Formation.DEPLOYED)
    more = weight("order", "guns_deploy" if unit.kind in GUNS else "foot_deploy")
    fire = weight("ground", "tomorrow") * (then.chance - now.chance)
    safer = weight("ground", "danger") * thinking.caution * (now.danger - then.danger)
    patience = 1 + (more - 1) * (1 - thinking.plan.haste)
    return thinking.reason("deploy", patience * (fire + safer))
