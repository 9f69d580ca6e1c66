"""Rules that register themselves: a rule says above its name what action it is; its annotations say the rest.

    @action("fight", "AVD-8.02 AVD-9.02", summary=summary)
    def fire(situation: Fire, tables: Tables) -> Staged[VolleyVerdict]: ...

    @action("move", "AVD-12.04", measures="figures may_fight")
    def join(situation: Join, tables: Tables) -> Ruling: ...

Where several forms come to one rule, it is registered for each of them, and an action has the name of its form:

    @action("fight", "R48-6.19", form=FireMusket)
    @action("fight", "R48-6.18", form=FireCarbine)
    def volley(situation: Shooting, tables: Tables) -> Rule[VolleyVerdict]: ...

A ruleset gathers them from its modules, in the order people see: ``actions=actions_of(fire, morale)``. Who did what to whom is told by a method ``subject`` of the
situation, where it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from types import ModuleType
from typing import Any, TypeVar, get_args, get_type_hints

from sandtable.kernel.drivers.run import Given
from sandtable.kernel.exhibit import Exhibit
from sandtable.kernel.form import Bar
from sandtable.kernel.messages import Message, snake_case
from sandtable.kernel.ruleset import Action, Layout, NoQuestions
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling, Verdict

RuleOf = TypeVar("RuleOf", bound=Callable[..., Any])
_REGISTERED: dict[str, dict[str, Action]] = {}
_IDS: dict[Callable[..., Any], tuple[str, ...]] = {}


def action(
    group: str,
    rules: str,
    *,
    name: str = "",
    form: type[Any] | None = None,
    layout: Layout | None = None,
    measures: str = "",
    lengths: str = "",
    questions: type[Any] = NoQuestions,
    bars: tuple[Bar, ...] = (),
    exhibit: Callable[[Any, Tables, Mapping[str, Given]], Exhibit] | None = None,
    summary: Callable[[Any, Tables], Message | None] | None = None,
    option: tuple[str, Any] | None = None,
    ledger_only: bool = False,
    sealed: str | None = None,
) -> Callable[[RuleOf], RuleOf]:
    """Register a rule as an action of its module, under its own name, or that of its form, where no other is given.

    A rule takes the situation and the tables; one that no table has a say in takes the situation alone. ``rules`` are rule ids and ``measures`` the numbers of a ruling, with spaces between them. A rule that returns its ruling at once throws nothing, and is shown without odds.
    """

    def registered(rule: RuleOf) -> RuleOf:
        hints = get_type_hints(rule)
        returned = hints.pop("return")
        own = name or (snake_case(form.__name__) if form else rule.__name__)
        (verdict,) = _verdicts_in(returned)
        situation = form or next(iter(hints.values()))
        before = _REGISTERED.get(rule.__module__, {})
        below = {one: before.pop(one) for one in _IDS.get(rule, ())}  # decorators work upwards, people read downwards
        register(
            rule.__module__,
            Action(
                id=own,
                situation=situation,
                rule=rule if len(signature(rule).parameters) > 1 else lambda told, _: rule(told),
                verdict=verdict,
                group=group,
                rules=tuple(rules.split()),
                layout=layout or ("plain" if returned is Ruling else "bars"),
                questions=questions,
                bars=bars,
                exhibit=exhibit,
                summary=summary,
                subject=getattr(situation, "subject", None),
                option=option,
                ledger_only=ledger_only,
                sealed=sealed,
                numbers=tuple(measures.split()),
                lengths=frozenset(lengths.split()),
            ),
        )
        _REGISTERED[rule.__module__] |= below
        _IDS[rule] = (own, *below)
        return rule

    return registered


def register(module: str, one: Action) -> None:
    """Add an action to those of a module, after those that it has."""
    _REGISTERED.setdefault(module, {})[one.id] = one


def actions_of(*places: ModuleType | Callable[..., Any]) -> tuple[Action, ...]:
    """The actions of these modules, in the order in which they stand there; a rule by itself brings its own forward."""
    found: dict[str, Action] = {}
    for place in places:
        if isinstance(place, ModuleType):
            listed = _REGISTERED.get(place.__name__, {}).values()
            found |= {one.id: one for one in listed if one.id not in found}
        else:
            found |= {one: _REGISTERED[place.__module__][one] for one in _IDS[place]}
    return tuple(found.values())


def _verdicts_in(hint: Any) -> Iterator[type[Verdict]]:
    """The verdicts in the annotation of a rule: itself, or what a generator or stages come to."""
    if isinstance(hint, type) and issubclass(hint, Verdict):
        yield hint
    for part in get_args(hint):
        yield from _verdicts_in(part)
