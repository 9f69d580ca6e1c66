"""One step of a duel: the form of an action filled in by the books, the law of its verdict, and the books after each.

Nothing here knows a rule. A form that the books fill in is read by the umpire's own reader; what it refuses cannot be done, and the
unit does the next thing that its script has for it instead. Laws are worked out once for each form, however many books lead to it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sandtable.kernel.drivers import Given
from sandtable.kernel.effects import Deed, Effect
from sandtable.kernel.form import FieldSpec, Section, specs_of
from sandtable.kernel.law import Law
from sandtable.kernel.ledger import Offer
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Problem
from sandtable.kernel.reader import Form, plain_field, read_form
from sandtable.kernel.ruleset import Action
from sandtable.umpire.duels.entrants import Books, Entrant
from sandtable.umpire.duels.script import Step
from sandtable.umpire.setting import Setting

MOST_OWED = 8  # actions that follow one step by themselves
Fields = Mapping[str, Any]
NOTHING: Fields = {}
Filled = tuple[Fields, Fields]  # what a unit fills in as actor and as target


@dataclass(frozen=True, slots=True)
class Instead:
    """What a unit did in place of a step that it could not do, and why; nothing, where ``action`` is empty."""

    who: str
    wanted: str
    action: str
    why: Problem


@dataclass(frozen=True, slots=True)
class _Ruled:
    """Everything that an action can do to the books, from one form."""

    situation: Any
    changes: Mapping[tuple[Effect, ...], int]
    of: int


@dataclass
class Deeds:
    """The steps of a duel, and what was found out about them: laws by form, books by number, what was done instead."""

    setting: Setting
    entrants: Sequence[Entrant]
    script: Sequence[Step]
    looked_at: Sequence[str] = ()  # what units fill in that no form of the script asks for
    known: list[Books] = field(default_factory=list)
    instead: dict[tuple[str, str], Instead] = field(default_factory=dict)
    done: set[tuple[str, str]] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)  # keys of what the rules have asked
    _numbers: dict[Hashable, int] = field(default_factory=dict)
    _laws: dict[Hashable, _Ruled | tuple[Problem, ...]] = field(default_factory=dict)
    _steps: dict[tuple[int, int, Hashable], Law[int]] = field(default_factory=dict)
    _filled: dict[tuple[int, str], Filled] = field(default_factory=dict)
    _rested: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look up once what each unit's script has for it, and which fields a form has."""
        self.facts = {entrant.label: entrant.facts for entrant in self.entrants}
        self.doings: dict[str, tuple[str, ...]] = {}
        for step in self.script:
            said = self.doings.get(step.who, ())
            self.doings[step.who] = tuple(dict.fromkeys((*said, *step.actions)))
        alike = {(step.who, step.said, step.at, _frozen(step.fields)) for step in self.script}
        self._alike = {step: number for number, step in enumerate(alike)}
        actions = [self.setting.ruleset.by_id[name] for step in self.script for name in step.actions]
        self._shapes = {action.id: _Shape.of(action) for action in actions}
        self._asked = frozenset(self.looked_at).union(*(shape.asked for shape in self._shapes.values()))

    # ---- Books by number -------------------------------------------------------------------------------------------------------------

    def number(self, books: Books) -> int:
        """The number of these books; equal ones have one number."""
        key = _key(books, self.known[0] if self.known else books)
        number = self._numbers.setdefault(key, len(self.known))
        if number == len(self.known):
            self.known.append(books)
        return number

    def rested(self, number: int) -> int:
        """The books as the next round begins."""
        if number not in self._rested:
            self._rested[number] = self.number(self.known[number].next_round())
        return self._rested[number]

    def filled(self, number: int, label: str) -> Filled:
        """What a unit fills into forms."""
        if (number, label) not in self._filled:
            books = self.known[number]
            unit = books.units[label]
            actor, target = books.filled_from_books(unit)
            self._filled[number, label] = (
                self._plain({**unit.as_actor(), **actor}),
                self._plain({**unit.as_target(), **target}),
            )
        return self._filled[number, label]

    def _plain(self, known: Fields) -> Fields:
        return {name: plain_field(value) for name, value in known.items() if name in self._asked}

    def stands(self, number: int, label: str) -> bool:
        """Whether a unit is still there."""
        unit = self.known[number].units[label]
        return not unit.gone and unit.left()[0] > 0

    # ---- A step ----------------------------------------------------------------------------------------------------------------------

    def law(self, number: int, step: Step, common: Fields) -> Law[int]:
        """The law of the books after a step; where nothing can be done they stay as they are."""
        key = (number, self._alike[step.who, step.said, step.at, _frozen(step.fields)], _frozen(common))
        if key not in self._steps:
            self._steps[key] = self._law(number, step, common)
        return self._steps[key]

    def _law(self, number: int, step: Step, common: Fields) -> Law[int]:
        target = self._target(number, step)
        if step.who and not self.stands(number, step.who):
            return Law.over({number: 1}, 1)
        first: tuple[Problem, ...] = ()
        others = [name for name in self.doings[step.who] if name not in step.actions]
        for name in (*step.actions, *others):
            ruled = self._ruled(number, step, self.setting.ruleset.by_id[name], target, common)
            if isinstance(ruled, _Ruled):
                self.done.add((step.who, step.action))
                if name not in step.actions:
                    self._note(step, name, first)
                return self._after(number, ruled, name, step.who)
            first = first or ruled
        self._note(step, "", first)
        return Law.over({number: 1}, 1)

    def _note(self, step: Step, name: str, why: Sequence[Problem]) -> None:
        self.instead.setdefault((step.who, step.action), Instead(step.who, step.action, name, why[0]))

    def _target(self, number: int, step: Step) -> str:
        """Whom a step is aimed at: as it says, else the first of the other side that stands."""
        if step.at or not step.who:
            return step.at
        units = self.known[number].units
        side = units[step.who].side
        enemies = [one.label for one in self.entrants if units[one.label].side != side]
        return next((one for one in enemies if self.stands(number, one)), enemies[0] if enemies else "")

    def _ruled(
        self, number: int, step: Step, action: Action, target: str, common: Fields
    ) -> _Ruled | tuple[Problem, ...]:
        shape = self._shapes[action.id]
        books = self.known[number]
        raw = {name: plain_field(value) for name, value in books.prefill(action.id, self.setting.tables).items()}
        acting = self.filled(number, step.who)[0] if step.who else {}
        aimed = self.filled(number, target)[1] if target else {}
        said = {**common, **step.fields}
        told = {name: value for name, value in said.items() if not is_answer(name)}
        answers = {name: value for name, value in said.items() if is_answer(name)}
        raw |= {**aimed, **acting, **told}
        raw |= shape.facts(self.facts.get(target, {}), acting=False)
        raw |= shape.facts(self.facts.get(step.who, {}), acting=True)
        for group in shape.groups:
            who = step.who if group.acting else target
            if who and group.name not in told:
                raw[group.name] = [group.card(who, self.filled(number, who), {**told, **self.facts.get(who, {})})]
        return self._read(action, {name: value for name, value in raw.items() if name in shape.names}, answers)

    def _read(self, action: Action, raw: Fields, answers: Fields = NOTHING) -> _Ruled | tuple[Problem, ...]:
        """What an action can do, from this form; or why it cannot be done."""
        key = (action.id, _frozen(raw), _frozen(answers))
        if key not in self._laws:
            form = read_form(action, raw, self.setting.tables, PLAIN)
            self._laws[key] = self._weighed(action, form, answers) if isinstance(form, Form) else tuple(form)
        return self._laws[key]

    def _weighed(self, action: Action, form: Form, answers: Fields) -> _Ruled:
        given = {**form.answers, **{key: Given(value) for key, value in answers.items()}}
        exact = action.law(form.situation, self.setting.tables, given)
        self.asked |= exact.requests.keys()
        changes: Law[tuple[Effect, ...]] = exact.law.project(lambda verdict: verdict.changes)
        return _Ruled(form.situation, dict(changes.counts()), changes.of)

    # ---- What follows ----------------------------------------------------------------------------------------------------------------

    def _after(self, number: int, ruled: _Ruled, action: str, who: str, depth: int = 0) -> Law[int]:
        """The books after a ruling, and after what they owe then."""
        books = self.known[number]
        side = str(books.units[who].side) if who else ""
        reached: dict[int, int] = {}
        for changes, weight in ruled.changes.items():
            later = self.number(
                books.with_deed(Deed(action, ruled.situation, changes, side), self.setting.tables) if changes else books
            )
            reached[later] = reached.get(later, 0) + weight
        law = Law.over(reached, ruled.of)
        if depth >= MOST_OWED or not any(self._owed(one) for one in reached):
            return law
        return _then(law, lambda one: self._settled(one, depth + 1))

    def _settled(self, number: int, depth: int) -> Law[int]:
        """The books after the first thing that a unit of the duel owes, and what follows from that."""
        for offer in self._owed(number):
            raw = {name: plain_field(value) for name, value in offer.fields.items()}
            action = self.setting.ruleset.by_id[offer.action]
            known = {
                name: plain_field(v)
                for name, v in self.known[number].prefill(offer.action, self.setting.tables).items()
            }
            ruled = self._read(action, {**known, **raw})
            if isinstance(ruled, _Ruled):
                return self._after(number, ruled, offer.action, "", depth)
        return Law.over({number: 1}, 1)

    def _owed(self, number: int) -> list[Offer]:
        """What the books owe that speaks of a unit of the duel by its name."""
        labels = {entrant.label for entrant in self.entrants}
        return [
            offer
            for offer in self.known[number].owed()
            if any(isinstance(value, str) and value in labels for value in offer.fields.values())
        ]


def _then(law: Law[int], following: Callable[[int], Law[int]]) -> Law[int]:
    """The law of what follows, when every event of a law leads on to a law of its own."""
    weights: dict[int, Any] = {}
    for event, weight in law:
        for later, share in following(event):
            weights[later] = weights.get(later, 0) + weight * share
    return Law(weights)


# ---- The shape of forms --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Group:
    """A list in a form whose cards are units: those who act, or those at whom they do."""

    name: str
    acting: bool
    parts: frozenset[str]
    naming: str

    def card(self, who: str, filled: Filled, facts: Fields) -> dict[str, Any]:
        """The card of a unit."""
        known = {**filled[1], **filled[0], **facts, self.naming: who}
        return {name: value for name, value in known.items() if name in self.parts}


@dataclass(frozen=True, slots=True)
class _Shape:
    """Which fields a form has, and whom each of them speaks of."""

    names: frozenset[str]
    of_target: frozenset[str]
    groups: tuple[_Group, ...]

    @property
    def asked(self) -> frozenset[str]:
        """Every field that it has, those of cards among them."""
        return self.names.union(*(group.parts for group in self.groups))

    @classmethod
    def of(cls, action: Action) -> _Shape:
        """The shape of an action's form."""
        groups = [
            _Group(spec.name, spec.section is Section.ACTOR, frozenset(one.name for one in inner), naming)
            for spec in action.fields
            if spec.group is not None and spec.section in (Section.ACTOR, Section.TARGET)
            for inner in (specs_of(spec.group),)
            for naming in [next((one.name for one in inner if one.kind == "text"), "")]
            if naming
        ]
        of_target = frozenset(spec.name for spec in action.fields if speaks_of_target(spec))
        return cls(frozenset(spec.name for spec in action.fields), of_target, tuple(groups))

    def facts(self, facts_of_unit: Fields, *, acting: bool) -> dict[str, Any]:
        """Those facts of a unit that this form asks of it in its role."""
        return {
            name: value
            for name, value in facts_of_unit.items()
            if name in self.names and (name in self.of_target) is not acting
        }


def is_answer(name: str) -> bool:
    """Whether a name is the key of a rule's question (``fight.defender``) and not the name of a field."""
    return "." in name


def speaks_of_target(spec: FieldSpec) -> bool:
    """Whether a field of a form is about whoever it is done to."""
    if spec.section is Section.TARGET:
        return spec.kind != "distance"
    return spec.section is not Section.ACTOR and "target" in spec.name


# ---- Equal books ---------------------------------------------------------------------------------------------------------------------


def _key(books: Books, first: Books) -> Hashable:
    """A key by which equal books are found: all that is compared in them, without how units were entered and what is as in ``first``."""
    kind: Any = type(books)
    return tuple(books.units.values()), tuple(
        (name, _frozen(value))
        for name in _compared(kind)
        if (value := getattr(books, name)) is not (before := getattr(first, name)) and value != before
    )


@cache
def _compared(kind: type[Any]) -> tuple[str, ...]:
    apart = ("units", "entered")
    return tuple(each.name for each in dataclasses.fields(kind) if each.compare and each.name not in apart)


def _frozen(value: Any) -> Hashable:
    if isinstance(value, Mapping):
        try:
            return frozenset(value.items())  # most have nothing in them that could change
        except TypeError:
            return frozenset((name, _frozen(inner)) for name, inner in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        try:
            hash(value)
        except TypeError:
            return tuple(_frozen(getattr(value, each.name)) for each in dataclasses.fields(value))
    hashed: Hashable = value
    return hashed
