"""Fire on the table: range and sight, up to four targets, and all of it at the same moment (chapter 5, PRE-G.14 to PRE-G.20, PRE-G.50)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.distance import between
from sandtable.geometry.measure import in_inches
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form
from sandtable.miniatures import acting
from sandtable.miniatures.acting import certain, form_of
from sandtable.miniatures.events import Ruled, written
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Doing, Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mesoamerica.fire import reach
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table import hiding
from sandtable.rulesets.mesoamerica.table.ground import centre, sees
from sandtable.rulesets.mesoamerica.table.marching import ORDERS
from sandtable.rulesets.mesoamerica.table.nearness import touched
from sandtable.rulesets.mesoamerica.table.state import Deciding, MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import MISSILES, Cause, Fired, Order

FIRE: Deed[MesoamericaField] = Deed(action=RULESET.by_id["fire"], by="PRE-5.02", at="PRE-5.02")
FIRING = (Order.FIRE, Order.HALF_FIRE)


@dataclass(frozen=True, slots=True)
class Shot:
    """A unit fires at one of its targets, as it was when firing began: all fire with the men present then (PRE-G.20)."""

    doing: Deciding
    facts: dict[str, Any]


def fire_facts(doing: Deciding, target: Piece, *, half: bool, targets: int, before: int) -> dict[str, Any]:
    """What geometry and the order tell the umpire of a shot; ranges are from middle to middle (PRE-G.15)."""
    field, firer = doing.field, doing.actor
    return {
        "range": in_inches(between(centre(firer), centre(target))),
        "number_of_targets": targets,
        "targets_before": before,
        "half_rate": half,
        "actor_in_contact": bool(touched(field, firer)),
        "sighted": sees(field, firer, target),
    }


def aim_problems(doing: Deciding, order: Order) -> Iterator[Problem]:
    """Why a unit cannot fire as it is told: what the umpire forbids, then range and sight of every target (PRE-5.02, PRE-5.02b)."""
    if doing.field.unit(doing.actor).weapon not in MISSILES:
        yield Problem("piece", Message("problem.table.no_missiles"), (), "PRE-5.01")
        return
    targets = (doing.target, *doing.targets)
    for number, target in enumerate(targets):
        aimed = Doing(doing.field, Act(by=doing.order.by, action="fire"), doing.actor, target)
        facts = fire_facts(aimed, target, half=order is Order.HALF_FIRE, targets=len(targets), before=number)
        place = "target" if number == 0 else f"targets.{number - 1}"
        try:
            form = form_of(FIRE, aimed, facts)
        except Refusal as refusal:
            yield from refusal.problems
            return
        yield from _out_of_aim(doing, form, place)


def _out_of_aim(doing: Deciding, form: Form, place: str) -> Iterator[Problem]:
    shot = form.situation
    far = reach(shot, doing.field.tables)
    if shot.range > far:
        about = Message.of("problem.table.out_of_range", range=shot.range, reach=far)
        yield Problem(place, about, (), "PRE-5.02b")
    elif not form.answers["fire.sighted"].value:
        yield Problem(place, Message("problem.table.not_sighted"), (), "PRE-5.02")


def aims_at(field: MesoamericaField, firer: Piece, target: Piece) -> bool:
    """Whether a unit could be told to fire at an enemy."""
    order = Act(by=firer.owner, action="fire_order", piece=firer.id, target=target.id)
    return next(aim_problems(Doing(field, order, firer, target), Order.FIRE), None) is None


def fired(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """All fire at once: hidden firers are seen first, then every shot is worked out with those who were there when it began."""
    told = [act for side in ("West", "East") for act in story.state.planned(side)]
    volleys = [act for act in told if ORDERS.get(act.action) in FIRING]
    for act in volleys:
        if act.piece in story.state.pieces and story.state.pieces[act.piece].hidden:
            yield from hiding.revealed(kit, story, act.piece, Cause.FIRED)
    for shot in [shot for act in volleys for shot in shots_of(story.state, act)]:
        yield from _shot(kit, story, shot)


def shots_of(field: MesoamericaField, act: Act) -> Iterator[Shot]:
    """The shots of an order, at each of its targets."""
    firer, half = field.pieces[act.piece], ORDERS[act.action] is Order.HALF_FIRE
    names = (act.target, *act.targets)
    for number, name in enumerate(names):
        target = field.pieces[name]
        doing = Doing(field, Act(by=act.by, action="fire", piece=act.piece, target=name), firer, target)
        facts = fire_facts(doing, target, half=half, targets=len(names), before=number)
        yield Shot(doing, {**facts, "firing_men": field.unit(firer).firing_men, "actor_gone": False})


def _shot(kit: Kit[MesoamericaField], story: Story[MesoamericaField], shot: Shot) -> Asked[None]:
    """Work out a shot; who fires at somebody whom others have killed at the same moment has fired for nothing (PRE-G.20)."""
    name = shot.doing.target.id
    if not story.state.unit(name).gone:
        doing = Doing(story.state, shot.doing.order, shot.doing.actor, shot.doing.target)
        yield from acting.done(kit, story, doing, form_of(FIRE, doing, shot.facts))
        return
    form = form_of(FIRE, shot.doing, shot.facts)
    verdict = certain(FIRE.action, form.situation, story.state.tables)
    own = tuple(written(one) for one in verdict.changes if one.whom == shot.doing.actor.id)
    side = shot.doing.actor.owner
    story.tell(Ruled(action="fire", side=side, fields=form.fields, effects=own, known_to=EVERYBODY))


def fires_by_order(order: Order) -> Fired:
    """Whether a unit will have fired when it moves."""
    return Fired.HALF if order is Order.HALF_FIRE else Fired.NO
