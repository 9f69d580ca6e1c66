"""What a unit could do now, each choice with what speaks for it and against it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sandtable.ai.weighing import Reason, Weighed
from sandtable.battle.order import Order as TableOrder
from sandtable.geometry.distance import distances
from sandtable.geometry.measure import Length, in_inches, inches
from sandtable.rulesets.revolucion.assault import EARLIER_BASES, FRONTAL, LEADERS_WITH_TARGET, ROUGH_PATH
from sandtable.rulesets.revolucion.bands import reach_of
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table import assaulting, firing, legal, orders
from sandtable.rulesets.revolucion.table.leading import attached, leader_place
from sandtable.rulesets.revolucion.table.opponent.ground import REACHES, harm, mark_of, shooter_of
from sandtable.rulesets.revolucion.table.opponent.odds import arrives, band_at, clash, fire_worth, recovers
from sandtable.rulesets.revolucion.table.opponent.places import best_gain
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import price, weight
from sandtable.rulesets.revolucion.table.planning import planned
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import State, Unit, other
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
)

Choice = Weighed[TableOrder]
TARGETS = 4  # enemies that are tried in earnest


def choices(thinking: Thinking) -> Iterator[Choice]:
    """Everything worth a thought; resting is always one."""
    view, unit = thinking.view, thinking.unit
    by = unit.side.value
    yield Weighed(orders.Rest(by=by, unit=unit.id), (Reason(thinking.message("rest"), 0.0),))
    if unit.stands is None:
        return
    near = _enemies_by_distance(view, unit)
    yield from _fire(thinking, near)
    yield from _assaults(thinking, near)
    if unit.status is not Status.OK and not unit.deeds.fired and unit.deeds.ordered is None:
        yield _regroup(thinking)
    if unit.deeds.ordered is None:
        yield from _moves(thinking, near)


def _enemies_by_distance(view: State, unit: Unit) -> list[tuple[Length, str]]:
    enemies = view.standing(other(unit.side))
    if not enemies or unit.stands is None:
        return []
    far = distances([unit.stands], [stands for _, stands in enemies])[0]
    return sorted((int(gap), name) for gap, (name, _) in zip(far, enemies, strict=True))


# ---- Fire --------------------------------------------------------------------------------------------------------------------


def _fire(thinking: Thinking, near: list[tuple[Length, str]]) -> Iterator[Choice]:
    """The best shot that can be had; the promising ones are tried first, and the first that is legal counts."""
    view, unit = thinking.view, thinking.unit
    if unit.kind not in FIGHTERS or unit.formation is Formation.MARCH or unit.deeds.fired:
        return
    mode = FireMode.DEPLOYED if unit.formation is Formation.DEPLOYED else FireMode.MOVING
    targets = sorted(_promises(thinking, near, mode), reverse=True)
    combines = mode is FireMode.MOVING and unit.deeds.ordered is None
    gain = best_gain(thinking, Formation.MANEUVER, Order.MANEUVER) if combines and targets else None
    by = unit.side.value
    for _, name in targets[:TARGETS]:
        facing = legal.towards(view, unit, name) if mode is FireMode.MOVING else None
        order = orders.Fire(by=by, unit=unit.id, target=name, mode=mode, facing=facing)
        shot = _shot(thinking, order)
        if shot is None:
            continue
        yield Weighed(order, (shot,))
        if gain is not None and gain.value > 0:
            combined = orders.Fire(by=by, unit=unit.id, target=name, mode=mode, afterwards=Afterwards.MANEUVER)
            at_once = _shot(thinking, combined)
            if at_once is not None:
                yield Weighed(combined, (at_once, gain))
        return


def _promises(thinking: Thinking, near: list[tuple[Length, str]], mode: FireMode) -> Iterator[tuple[float, str]]:
    """What a shot at each enemy within reach would be worth in the open."""
    view, unit = thinking.view, thinking.unit
    reach = inches(reach_of(fighting_type(unit.kind, view.tables), view.tables))
    shooter = shooter_of(unit)
    for gap, name in near:
        if gap > reach:
            return
        worth = harm(shooter, mode, mark_of(view.units[name]), view.tables)
        yield float(worth[int(np.searchsorted(REACHES, gap, side="left"))]), name


def _shot(thinking: Thinking, order: orders.Fire) -> Reason | None:
    view, unit = thinking.view, thinking.unit
    if TABLE.problems(view, order):
        return None
    aim: firing.Aim = planned(view, order, firing.plan_fire).more
    target = view.units[order.target]
    band = band_at(in_inches(aim.range))
    if band is None:
        return None
    shooter = shooter_of(unit, led=leader_place(view, unit) is LeaderPlace.ATTACHED)
    worth = fire_worth(shooter, order.mode, band, mark_of(target, None, aim.cover), view.tables)
    return Reason(thinking.message("fire", target=target.card.name, range=in_inches(aim.range)), worth)


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
    order = orders.Assault(by=unit.side.value, unit=unit.id, target=name, facing=legal.towards(view, unit, name))
    if TABLE.problems(view, order):
        return None
    target = view.units[name]
    charge: assaulting.Charge = planned(view, order, assaulting.plan_assault).more
    situation = assaulting.situation(view, unit, target, charge, leads=order.leads)
    facts = (
        (FRONTAL.key, charge.frontal),
        (ROUGH_PATH.key, charge.rough),
        (LEADERS_WITH_TARGET.key, len(attached(view, target))),
        (EARLIER_BASES.key, sum(bases for _, bases in view.assaults.get(name, ()))),
    )
    found = clash(situation, facts, view.tables)
    chance = round(100 * found.wins)
    gain = found.gain * weight("assault", "trust") + found.wins * weight("assault", "ground")
    price_paid = -found.price * (1 - weight("assault", "daring") * (1 - thinking.caution))
    if gain + price_paid < weight("assault", "least"):
        return None
    return Weighed(
        order,
        (
            Reason(thinking.message("assault", target=target.card.name, chance=chance), gain),
            Reason(thinking.message("assault_cost", target=target.card.name), price_paid),
        ),
    )


# ---- Regroup -----------------------------------------------------------------------------------------------------------------


def _regroup(thinking: Thinking) -> Choice:
    view, unit = thinking.view, thinking.unit
    chance = recovers(unit.kind, leader_place(view, unit), unit.status, view.tables)
    step = weight("regroup", "demoralized" if unit.status is Status.DEMORALIZED else "disordered")
    assert unit.stands is not None  # noqa: S101 - the choices of who stands on the table
    cell = thinking.picture.grid.cell(*unit.stands.anchor.point)
    threatened = thinking.picture.danger(unit, unit.formation)[cell] > 0
    worth = chance * step * price(unit.kind, view.tables) * (weight("regroup", "threatened") if threatened else 1.0)
    reason = Reason(thinking.message("regroup", chance=round(100 * chance), status=unit.status.message), worth)
    return Weighed(orders.Regroup(by=unit.side.value, unit=unit.id), (reason,))


# ---- Moves -------------------------------------------------------------------------------------------------------------------


def _moves(thinking: Thinking, near: list[tuple[Length, str]]) -> Iterator[Choice]:
    view, unit = thinking.view, thinking.unit
    by = unit.side.value
    leader = leader_place(view, unit)
    far = not near or near[0][0] > inches(base_move(Order.MARCH, unit.kind, view.tables)) + inches(
        weight("order", "march_off")
    )
    for order in (
        (Order.MANEUVER, Order.MARCH) if far and unit.formation is not Formation.DEPLOYED else (Order.MANEUVER,)
    ):
        received, delayed, _ = arrives(unit.kind, order, leader, unit.status, view.tables)
        formation = Formation.MARCH if order is Order.MARCH else Formation.MANEUVER
        gain = best_gain(thinking, formation, order)
        reason = Reason(gain.message, gain.value * (received + delayed / 2))
        command = orders.Command(by=by, unit=unit.id, order=order)
        if not TABLE.problems(view, command):
            yield Weighed(command, (reason,))
    if unit.formation is not Formation.DEPLOYED and unit.kind not in NEVER_DEPLOY:
        command = orders.Command(by=by, unit=unit.id, order=Order.DEPLOY_TACTICAL)
        if not TABLE.problems(view, command):
            received, delayed, _ = arrives(unit.kind, Order.DEPLOY_TACTICAL, leader, unit.status, view.tables)
            gain = deploy_gain(thinking)
            yield Weighed(command, (Reason(gain.message, gain.value * (received + delayed)),))


def deploy_gain(thinking: Thinking) -> Reason:
    """What standing deployed here is worth beside standing in maneuver formation."""
    unit, picture = thinking.unit, thinking.picture
    assert unit.stands is not None  # noqa: S101 - the choices of who stands on the table
    cell = picture.grid.cell(*unit.stands.anchor.point)
    fire = picture.chance(unit, FireMode.DEPLOYED)[cell] - picture.chance(unit, FireMode.MOVING)[cell]
    safer = picture.danger(unit, unit.formation)[cell] - picture.danger(unit, Formation.DEPLOYED)[cell]
    more = weight("order", "guns_deploy") if unit.kind in GUNS else 1.0
    worth = more * weight("ground", "tomorrow") * float(fire) + weight("ground", "danger") * thinking.caution * float(
        safer
    )
    return Reason(thinking.message("deploy"), worth)
