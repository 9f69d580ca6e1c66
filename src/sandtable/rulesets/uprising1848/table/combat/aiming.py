"""What whoever aims can choose: which of the target's figures, by cover and range, and with how many; and when it would be in vain."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction

from sandtable.geometry.measure import in_inches
from sandtable.kernel.messages import Message, decimal_text
from sandtable.kernel.problem import Problem
from sandtable.miniatures.desk.courses import AimedAlike
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.behaviour_facts import reach_chance
from sandtable.rulesets.uprising1848.fire import reach_of
from sandtable.rulesets.uprising1848.movement import Pace, paced
from sandtable.rulesets.uprising1848.table.acting import wrong
from sandtable.rulesets.uprising1848.table.combat.shooting import SHOTS, Volley, fires, volleys
from sandtable.rulesets.uprising1848.table.movement.charge_ways import Plan, Run, likely, plans
from sandtable.rulesets.uprising1848.table.state import UprisingField

CHARGE = "charge"
MOST = 4  # kinds of targets that somebody chooses between


def alike(field: UprisingField, order: Act) -> Sequence[AimedAlike]:
    """The kinds of figures at which an order can be aimed, the most promising first."""
    if order.action == CHARGE:
        return [_charged(field, plan) for plan in _hopeful(field, order)[:MOST]]
    if order.action not in SHOTS:
        return ()
    kinds = _in_reach(field, order)
    seeing = {each for volley in kinds for each in volley.shooters}
    several = len({volley.man.quality for volley in kinds}) > 1
    return [_shot_at(field, order, volley, seeing, several=several) for volley in kinds[:MOST]]


def vain(field: UprisingField, order: Act) -> Problem | None:
    """Why a shot or a charge could reach nobody, whoever of the unit it is."""
    if order.action in SHOTS:
        return _short_shot(field, order)
    return _short_charge(field, order) if order.action == CHARGE else None


def _short_shot(field: UprisingField, order: Act) -> Problem | None:
    if _in_reach(field, order):
        return None
    shot = SHOTS[order.action]
    seen = volleys(field, field.pieces[order.piece], field.pieces[order.target], shot)
    far = min((each.range for each in seen), default=Fraction(0))
    most = reach_of(shot, field.tables)
    return wrong("target", "out_of_reach", "R48-8.13", far=decimal_text(round(far, 1)), most=most)


def _short_charge(field: UprisingField, order: Act) -> Problem | None:
    if _hopeful(field, order):
        return None
    found = _plans(field, order)
    near = min((run.cost for plan in found for run in plan.runs), default=0)
    most = max((_farthest(field, plan) for plan in found), default=Fraction(0))
    return wrong("target", "beyond_charge", "R48-9.03", far=_inches(round(near)), most=most)


# ---- Volleys -----------------------------------------------------------------------------------------------------------------------


def _in_reach(field: UprisingField, order: Act) -> list[Volley]:
    """The volleys that may hit anybody."""
    shot = SHOTS[order.action]
    found = volleys(field, field.pieces[order.piece], field.pieces[order.target], shot)
    return [each for each in found if each.chance(shot, field.tables)]


def _shot_at(field: UprisingField, order: Act, volley: Volley, seeing: Collection[int], *, several: bool) -> AimedAlike:
    """One kind of targets; ``several``: those who fire are of more than one quality, so that it is told who they are."""
    shot = SHOTS[order.action]
    able = [each for each, man in enumerate(field.men[order.piece]) if not man.acted and fires(man, shot)]
    left = sum(each not in seeing for each in able)
    told = {
        "count": len(volley.marks),
        "cover": Message(f"aim.cover.{volley.cover.value}"),
        "far": round(volley.range, 1),
        "chance": volley.chance(shot, field.tables),
        "who": Message(f"plural.{volley.man.quality.value}"),
    }
    by = "_by" if several else ""
    return AimedAlike(
        volley.shooters,
        volley.marks,
        Message.of(f"aim.volley{by}", **told),
        Message.of(f"aim.volley_label{by}", **told),
        Message.of("aim.volley_rest", count=left) if left else None,
    )


# ---- Charges -----------------------------------------------------------------------------------------------------------------------


def _plans(field: UprisingField, order: Act) -> list[Plan]:
    group = range(len(field.men[order.piece]))
    found = plans(field, field.pieces[order.piece], field.pieces[order.target], group)
    return [Plan(tuple(sorted(plan.runs, key=_cost)), plan.man, plan.mark, plan.target) for plan in found]


def _hopeful(field: UprisingField, order: Act) -> list[Plan]:
    """The same with those alone who may get there."""
    found = []
    for plan in _plans(field, order):
        runs = tuple(run for run in plan.runs if _chance(field, plan, run))
        if runs:
            found.append(replace(plan, runs=runs))
    return found


def _cost(run: Run) -> tuple[float, int]:
    return run.cost, run.charger


def _pace(plan: Plan) -> Pace:
    return Pace(CHARGE, plan.man.quality, plan.man.mounted, rough=False)


def _chance(field: UprisingField, plan: Plan, run: Run) -> Fraction:
    """How likely it is that a charger, and everybody nearer than he is, gets there."""
    return reach_chance(_pace(plan), in_inches(round(run.cost)), field.tables)


def _farthest(field: UprisingField, plan: Plan) -> Fraction:
    dice = field.tables.number("charge.dice") * field.tables.number("charge.sides")
    return paced(Fraction(dice), _pace(plan), field.tables)


def _charged(field: UprisingField, plan: Plan) -> AimedAlike:
    """Chargers, the nearest first: as many as likely get there, unless more are sent."""
    near, far = (round(in_inches(round(run.cost)), 1) for run in (plan.runs[0], plan.runs[-1]))
    told = {"count": len(plan.marks), "near": near, "far": far}
    return AimedAlike(
        plan.chargers,
        plan.marks,
        Message.of("aim.charge" if near != far else "aim.charge_alone", **told),
        Message.of("aim.charge_label", **told),
        Message("aim.charge_rest"),
        usual=len(likely(field, plan).runs),
    )


def _inches(far: int) -> str:
    return decimal_text(round(in_inches(far), 1))
