"""A move worked out before it is made: where it ends, what it costs, what is wrong with it. Worked out once, checked and carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeVar

from sandtable.battle.order import TableProblem
from sandtable.geometry.around import Hindrance
from sandtable.geometry.drawing import walk_svg
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.measure import Length, Pose, in_inches
from sandtable.geometry.walk import Walk
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem

TOO_LONG = "budget"  # the cause of a way that costs more than there is

Formed = TypeVar("Formed")


@dataclass(frozen=True)
class Plan(Generic[Formed]):
    """A move, legal if it has no problems."""

    end: Footprint | None
    formation: Formed
    trail: tuple[Pose, ...] = ()
    cost: Length = 0
    problems: tuple[Problem, ...] = ()
    more: Any = None  # what else was measured on the way


@dataclass(frozen=True, slots=True)
class Hindering:
    """What a table tells of hindrances: what each is called among its problems, whom it is about, and by which rule it hinders."""

    cause: Callable[[Hindrance], str]
    by: Callable[[Hindrance], str]
    rules: Mapping[str, str]


def hindrance_problems(
    found: Iterable[Hindrance],
    field: str,
    told: Hindering,
    height: Length,
    *,
    zone: Length,
    cost: Length = 0,
    budget: Length = 0,
) -> Iterator[Problem]:
    """What hinders a move on a table so high, in words."""
    for hindrance in found:
        cause = told.cause(hindrance)
        parameters = {
            "by": told.by(hindrance),
            "zone": in_inches(zone),
            "cost": _shown(cost),
            "budget": in_inches(budget),
        }
        shows = partial(_marked, hindrance, height)
        yield TableProblem(field, Message.of(f"problem.table.{cause}", **parameters), (), told.rules[cause], shows)


def is_only_too_long(plan: Plan[Any]) -> bool:
    """Whether nothing is wrong with a move but its length: no other way is shorter than the straight one."""
    return all(problem.message.id == f"problem.table.{TOO_LONG}" for problem in plan.problems)


def _marked(hindrance: Hindrance, height: Length) -> str:
    """Where something is in the way."""
    here = figure(hindrance.at, 0)
    return walk_svg(Walk(0, (), here, (hindrance,), (here.anchor,)), height)


def _shown(cost: Length) -> Fraction:
    """A cost to a hundredth of an inch, rounded up, so that it never reads as allowed."""
    return Fraction(-(-cost // 10), 100)
