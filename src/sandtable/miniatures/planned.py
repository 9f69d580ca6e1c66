"""What a table with secret plans remembers of them, and what is wrong with a plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sandtable.battle.seat import OWNER, Audience, Role, side_of
from sandtable.battle.view import shown
from sandtable.geometry.measure import Point
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.miniatures import acting
from sandtable.miniatures.field import Books, Field
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.kit import State as AnyState
from sandtable.miniatures.orders import Act, Plan

SPARE = 10  # acts that a plan may have beyond two for each piece


@dataclass(frozen=True, slots=True)
class SealedPlan:
    """A side's plan; what is in it only that side sees."""

    owner: Role = shown(default="")
    acts: tuple[Act, ...] = shown(OWNER, whole=True, default=())


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """What of a side's plan does not lie open; that there is any only that side knows."""

    owner: Role = shown(default="")
    acts: tuple[Act, ...] = shown(whole=True, default=())

    def known_to(self) -> Audience:
        """Its owner alone."""
        return OWNER


@dataclass(frozen=True, slots=True)
class FormerPlan:
    """What a side planned last that can be planned once more, in which turn, and where each of them stood then; only that side sees it."""

    owner: Role = shown(default="")
    turn: int = shown(OWNER, default=0)
    acts: tuple[Act, ...] = shown(OWNER, whole=True, default=())
    stood: Mapping[str, Point] = shown(OWNER, whole=True, default_factory=dict)


@dataclass(frozen=True)
class PlannedField(Field[Books]):
    """A table with secret plans: those that are sealed, what lies open, what of it only its side knows, what sides planned before, and whom the program stands in for, in which turn."""

    plans: Mapping[Role, SealedPlan] = shown(default_factory=dict)
    afoot: tuple[Act, ...] = shown(whole=True, default=())
    kept: tuple[KeptPlan, ...] = shown(default=())
    former: Mapping[Role, FormerPlan] = shown(default_factory=dict)
    entrusted: Mapping[Role, int] = shown(default_factory=dict)

    def planned(self, role: Role) -> tuple[Act, ...]:
        """What a side does by the plans that lie open, and by what it keeps to itself."""
        own = (act for act in self.afoot if side_of(act.by) == role)
        return (*own, *(act for plan in self.kept if plan.owner == role for act in plan.acts))

    def is_entrusted(self, role: Role) -> bool:
        """Whether the program decides for a side in this turn."""
        return self.entrusted.get(role) == self.books.turn


State = TypeVar("State", bound=PlannedField[Any])


def remembered(kit: Kit[AnyState], field: PlannedField[Any], role: Role, acts: Sequence[Act]) -> FormerPlan:
    """What a side may plan once more in a later turn: the last order of each of its pieces in this one."""
    before, turn = field.former.get(role), field.books.turn
    same = before if before is not None and before.turn == turn else FormerPlan(role, turn)
    new = {act.piece: act for act in acts if act.action in kit.repeats and act.piece in field.pieces}
    kept = tuple(act for act in same.acts if act.piece not in new)
    stood = {name: field.pieces[name].figures[0].point for name in new}
    return FormerPlan(role, turn, (*kept, *new.values()), {**same.stood, **stood})


def still_to_seal(field: PlannedField[Any], plans: Mapping[Role, tuple[str, ...]]) -> dict[Role, tuple[str, ...]]:
    """Those of some sides that have to plan and have not sealed."""
    return {role: actions for role, actions in plans.items() if role not in field.plans}


def plan_problems(kit: Kit[AnyState], view: AnyState, plan: Plan) -> Iterator[Problem]:
    """What is wrong with a plan: with each of its acts, at its place, and with all of them together."""
    role = side_of(plan.by)
    most = 2 * len(view.of(role)) + SPARE
    if len(plan.acts) > most:
        yield Problem("acts", Message.of("problem.table.long_plan", value=len(plan.acts), most=most))
        return
    hindered = False
    for number, act in enumerate(plan.acts):
        found = _problems_of(kit, view, plan, act)
        hindered = hindered or bool(found)
        yield from (replace(problem, field=f"acts.{number}.{problem.field}") for problem in found)
    if not hindered:
        yield from kit.fits(view, role, plan.acts)


def _problems_of(kit: Kit[AnyState], view: AnyState, plan: Plan, act: Act) -> tuple[Problem, ...]:
    if act.by != plan.by:
        return (Problem("by", Message.of("battle.order.not_yours", role=act.by), (plan.by,)),)
    return acting.problems_of(kit, view, act)
