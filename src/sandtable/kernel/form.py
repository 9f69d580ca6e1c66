"""Situations described once: from this come the web form, the command line's options and the JSON schema.

A situation is a frozen dataclass; each of its fields is made by one of the helpers below and carries a ``FieldSpec``. Conditions are
data, so that a form can show and hide fields without knowing any rule. A limit that a table gives is not written again:
``number(highest=cell("unit.figures"))``; nor are the bands that a weapon does not reach: ``distance(bars=(beyond(...),))``. Who reads or
shows a form asks for its fields ``under`` the tables in force, and finds plain numbers and bars there.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable
from weakref import WeakKeyDictionary

from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.spelling import folded
from sandtable.kernel.tables import Tables

T = TypeVar("T")
FieldKind = Literal["choice", "number", "distance", "yes_no", "text", "group"]
Widget = Literal["arms", "seg", "trio", "step", "range", "tick", "text", "cards", "list"]


class Section(StrEnum):
    """Which part of the form a field stands in."""

    ACTOR = "actor"
    ACTION = "action"
    TARGET = "target"
    QUESTION = "question"
    CIRCUMSTANCE = "circumstance"
    ALL = "all"


class Condition(ABC):
    """A condition on other fields of the form."""

    @abstractmethod
    def holds(self, values: Mapping[str, Any]) -> bool:
        """Say whether it holds for these values."""

    def __and__(self, other: Condition) -> Condition:
        return Every((self, other))

    def __or__(self, other: Condition) -> Condition:
        return Some((self, other))

    def __invert__(self) -> Condition:
        return Not(self)


@dataclass(frozen=True, slots=True)
class When(Condition):
    """A field has one of these values."""

    field: str
    values: tuple[Any, ...]

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Say whether the field has one of the values."""
        return values.get(self.field) in self.values


@dataclass(frozen=True, slots=True)
class Every(Condition):
    """All of these hold."""

    conditions: tuple[Condition, ...]

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Say whether all hold."""
        return all(condition.holds(values) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class Some(Condition):
    """At least one of these holds."""

    conditions: tuple[Condition, ...]

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Say whether any holds."""
        return any(condition.holds(values) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """This does not hold."""

    condition: Condition

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Say whether the inner condition fails."""
        return not self.condition.holds(values)


def when(field: str, *values: Any) -> Condition:
    """A condition: ``field`` has one of ``values``."""
    return When(field, values)


@dataclass(frozen=True, slots=True)
class Bar:
    """Values that are not possible while a condition holds, with the reason people are told."""

    values: tuple[Any, ...]
    condition: Condition
    reason: Message
    rule: str | None = None
    told_by_rule: bool = False  # shown as closed, but let through: the rule itself gives the verdict ("out of range")


@dataclass(frozen=True, slots=True)
class FromTables(Generic[T]):
    """Part of a field's description that the tables in force give."""

    under: Callable[[Tables], T]


def cell(*paths: str, times: int = 1, plus: int = 0) -> FromTables[int]:
    """A number of the tables, the largest where there are several; ``times`` and ``plus`` for what follows from it."""
    return FromTables(lambda tables: max(tables.number(path) for path in paths) * times + plus)


def lengths(*paths: str) -> FromTables[tuple[Fraction, ...]]:
    """Distances of the tables, from the shortest to the longest, each once."""
    return FromTables(lambda tables: tuple(sorted({tables.exact(path) for path in paths})))


def beyond(
    bands: Iterable[str],
    weapons: Mapping[Any, Condition],
    reached: Callable[[Any, str, Tables], bool],
    reason: Message,
    rule: str,
) -> FromTables[tuple[Bar, ...]]:
    """Bars of the bands that each of these weapons does not reach under the tables in force; with each, when it is the one used.

    ``reached`` is what the rule itself asks. The bands are shown as closed, but let through: the rule gives the verdict.
    """
    told = tuple(bands)

    def bars(tables: Tables) -> tuple[Bar, ...]:
        closed = {weapon: tuple(band for band in told if not reached(weapon, band, tables)) for weapon in weapons}
        return tuple(
            Bar(out, weapons[weapon], reason, rule, told_by_rule=True) for weapon, out in closed.items() if out
        )

    return FromTables(bars)


@dataclass(frozen=True, slots=True)
class Family:
    """Choices shown together under one icon: an arm and its grades."""

    id: str
    members: tuple[Any, ...]


@dataclass(frozen=True)
class FieldSpec:
    """All there is to say about one field of a form; some of it may be left to the tables."""

    kind: FieldKind
    widget: Widget
    section: Section = Section.ALL
    choices: type[Vocabulary] | None = None
    only: tuple[Vocabulary, ...] = ()  # a part of the vocabulary
    bands: tuple[str, ...] = ()
    plates: tuple[Fraction, ...] | FromTables[tuple[Fraction, ...]] = ()  # distances in inches that are one tap away
    quick: tuple[int, ...] = ()  # numbers that are one tap away
    named: bool = False  # its choices say little without its label beside them
    unit: str = ""
    lowest: int | FromTables[int] = 0
    highest: int | FromTables[int] = 999
    step: int = 1
    usual: Any = None
    optional: bool = False
    needed: Condition | FromTables[Condition] | None = None
    question: str | None = None
    asked: bool = False  # a question that waits for its answer: somebody decides, and nothing may be assumed for him
    pair: str | None = None
    bars: tuple[Bar | FromTables[tuple[Bar, ...]], ...] = ()
    families: tuple[Family, ...] = ()
    icons: Mapping[Any, str] = dataclasses.field(default_factory=dict)
    group: type[Any] | None = None
    remembered: str | None = None  # the field whose value the last choice is remembered for
    option: tuple[str, Any] | None = None  # only while this option has this value
    name: str = ""

    @cached_property
    def values(self) -> tuple[Vocabulary, ...]:
        """The terms that may be chosen."""
        return self.only or (tuple(self.choices) if self.choices else ())

    @cached_property
    def spelling(self) -> str:
        """The field's name as it is compared with what people type: case, spaces and hyphens taken out."""
        return folded(self.name)

    @cached_property
    def by_value(self) -> Mapping[str, Vocabulary]:
        """The terms that may be chosen, by their names; most forms come from books and pages, which spell them right."""
        return {value.value: value for value in reversed(self.values)}

    @cached_property
    def by_spelling(self) -> Mapping[str, Vocabulary]:
        """The terms that may be chosen, by their names as they are compared with what people type."""
        return {folded(value.value): value for value in reversed(self.values)}

    @property
    def assumed(self) -> bool:
        """Whether play goes on with the usual value where nobody has said otherwise.

        A circumstance that is not there, and a name, are no values that anybody need confirm.
        """
        if self.question is not None:
            return not self.asked
        at_rest = self.section is Section.CIRCUMSTANCE and self.usual in (False, 0)
        return self.usual is not None and self.kind != "text" and not at_rest

    def under(self, tables: Tables) -> SettledField:
        """The field as it stands under these tables."""
        if not self.from_tables:
            return self._by_itself
        known = self._under.get(tables)
        if known is None:
            known = self._under[tables] = self._settled(tables)
        return known

    @cached_property
    def _under(self) -> WeakKeyDictionary[Tables, SettledField]:
        """The settled fields by the tables they were settled under, kept because every form that is read asks for them."""
        return WeakKeyDictionary()

    @cached_property
    def from_tables(self) -> bool:
        """Whether any part of the description comes from the tables."""
        return any(
            isinstance(part, FromTables)
            for part in (self.plates, self.lowest, self.highest, self.usual, self.needed, *self.bars)
        )

    @cached_property
    def _by_itself(self) -> SettledField:
        return SettledField(**{part.name: getattr(self, part.name) for part in dataclasses.fields(FieldSpec)})

    def _settled(self, tables: Tables) -> SettledField:
        """The field with the tables' numbers filled in; a usual number is kept within the limits that they set."""

        def told(part: Any) -> Any:
            return part.under(tables) if isinstance(part, FromTables) else part

        lowest, highest, usual = told(self.lowest), told(self.highest), told(self.usual)
        if self.kind == "number" and usual is not None:
            usual = min(max(usual, lowest), highest)
        bars = tuple(
            bar for part in self.bars for bar in (part.under(tables) if isinstance(part, FromTables) else (part,))
        )
        return dataclasses.replace(
            self._by_itself,
            plates=told(self.plates),
            lowest=lowest,
            highest=highest,
            usual=usual,
            needed=told(self.needed),
            bars=bars,
        )


@dataclass(frozen=True)
class SettledField(FieldSpec):
    """A field with nothing left to the tables."""

    plates: tuple[Fraction, ...] = ()
    lowest: int = 0
    highest: int = 999
    needed: Condition | None = None
    bars: tuple[Bar, ...] = ()


def _field(spec: FieldSpec) -> Any:
    metadata = {"spec": spec}
    if spec.group is not None:
        return dataclasses.field(default=(), metadata=metadata)
    if isinstance(spec.usual, FromTables):  # no number without tables: the reader of forms fills it in
        return dataclasses.field(metadata=metadata)
    if spec.optional or spec.usual is not None or spec.needed is not None or spec.option is not None:
        return dataclasses.field(default=spec.usual, metadata=metadata)
    return dataclasses.field(metadata=metadata)


def choice(choices: type[Vocabulary], *, widget: Widget = "seg", **about: Any) -> Any:
    """A field with one of the terms of a vocabulary."""
    return _field(FieldSpec("choice", widget, choices=choices, **about))


def number(*, widget: Widget = "step", **about: Any) -> Any:
    """A field with a whole number from ``lowest`` to ``highest``."""
    return _field(FieldSpec("number", widget, **about))


def distance(*, widget: Widget = "range", **about: Any) -> Any:
    """A field with a distance: one of ``bands``, or a number on the players' tape. Read as a band or as inches.

    Where there are no bands, ``plates`` are the distances that people need most; any other is typed.
    """
    return _field(FieldSpec("distance", widget, unit="in", **about))


def yes_no(*, widget: Widget = "tick", **about: Any) -> Any:
    """A field that is true or false."""
    return _field(FieldSpec("yes_no", widget, **about))


def text(*, widget: Widget = "text", **about: Any) -> Any:
    """A field with a name or other free words."""
    return _field(FieldSpec("text", widget, **about))


def group(
    of: type[Any], *, widget: Widget = "cards", lowest: int = 1, highest: int | FromTables[int] = 12, **about: Any
) -> Any:
    """A field that repeats: several units of the same description."""
    return _field(FieldSpec("group", widget, group=of, lowest=lowest, highest=highest, **about))


@dataclass(frozen=True)
class Role:
    """One of the parties of a form, all described alike: its fields are those of the description, each with the role's name before it."""

    of: type[Any]
    prefix: str
    section: Section
    other: str | None = None

    def name(self, own: str) -> str:
        """The name that a field of the description has in the form."""
        return f"{self.prefix}_{own}"

    @cached_property
    def specs(self) -> tuple[FieldSpec, ...]:
        """The fields as they stand in the form, each paired with that of the other role."""
        inner = specs_of(self.of)
        names = {spec.name: self.name(spec.name) for spec in inner}
        return tuple(
            dataclasses.replace(
                spec,
                name=names[spec.name],
                section=self.section if spec.section is Section.ALL else spec.section,
                pair=f"{self.other}_{spec.name}" if self.other else spec.pair,
                remembered=names.get(spec.remembered, spec.remembered) if spec.remembered else None,
                needed=_renamed(spec.needed, names),
                bars=tuple(_renamed(bar, names) for bar in spec.bars),
            )
            for spec in inner
        )


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    """A condition, a bar, or what the tables make one, about fields that are called otherwise in the form."""
    if isinstance(part, FromTables):
        return FromTables(lambda tables: _renamed(part.under(tables), names))
    if isinstance(part, tuple):
        return tuple(_renamed(one, names) for one in part)
    if isinstance(part, Bar):
        return dataclasses.replace(part, condition=_renamed(part.condition, names))
    if isinstance(part, When):
        return When(names.get(part.field, part.field), part.values)
    if isinstance(part, Every | Some):
        return type(part)(tuple(_renamed(one, names) for one in part.conditions))
    return Not(_renamed(part.condition, names)) if isinstance(part, Not) else part


def role(of: type[Any], prefix: str, *, section: Section, other: str | None = None) -> Any:
    """A party of the form, whose fields swap with those of the other one.

    After ``attacker: Fighter = role(Fighter, "attacker", section=Section.ACTOR, other="defender")`` the form has the fields ``attacker_men`` and
    ``attacker_weapon``; the situation has ``attacker.men`` and ``attacker.weapon``.
    """
    return dataclasses.field(metadata={"role": Role(of, prefix, section, other)})


def roles_of(situation: type[Any]) -> dict[str, Role]:
    """The parties of a situation class, by the name of their field: every form that is filled in asks for them."""
    known = _ROLES.get(situation)
    if known is None:
        fields = dataclasses.fields(situation)
        known = _ROLES[situation] = {each.name: each.metadata["role"] for each in fields if "role" in each.metadata}
    return known


def specs_of(situation: type[Any]) -> tuple[FieldSpec, ...]:
    """The field descriptions of a situation class, in order; those of its roles by their names in the form."""
    known = _SPECS.get(situation)
    if known is None:
        found = [spec for field in dataclasses.fields(situation) for spec in _specs_of_field(field)]
        known = _SPECS[situation] = tuple(_side_by_side(found, roles_of(situation).values()))
    return known


def _side_by_side(specs: Iterable[FieldSpec], roles: Iterable[Role]) -> Iterator[FieldSpec]:
    """The fields in their order, but for the circumstances of two parties: these are told of one after the other, pair by pair."""
    paired = {spec.name: spec for role in roles for spec in role.specs if spec.section is Section.CIRCUMSTANCE}
    told: set[str] = set()
    for spec in specs:
        for one in (spec, paired.get(spec.pair or "")) if spec.name in paired else (spec,):
            if one is not None and one.name not in told:
                told.add(one.name)
                yield one


def _specs_of_field(field: dataclasses.Field[Any]) -> tuple[FieldSpec, ...]:
    if "role" in field.metadata:
        role: Role = field.metadata["role"]
        return role.specs
    return (dataclasses.replace(field.metadata["spec"], name=field.name),) if "spec" in field.metadata else ()


def values_of(form: Any) -> dict[str, Any]:
    """The values of a situation, or of a card of a group, by the names of its fields, those of its roles among them."""
    roles = roles_of(type(form))
    own = {spec.name for spec in specs_of(type(form))}
    values: dict[str, Any] = {}
    for each in dataclasses.fields(form):
        value = getattr(form, each.name)
        if each.name in roles:
            values |= {roles[each.name].name(name): inner for name, inner in values_of(value).items()}
        elif each.name in own:
            values[each.name] = value
    return values


@runtime_checkable
class LeavesOpen(Protocol):
    """A situation, or a card of a group in it, that knows what counts where a field of its own is left open."""

    def left_open(self, tables: Tables) -> Mapping[str, Any]:
        """The values that count for fields that nobody has filled in, by the names of the fields."""


def left_open(form: Any, tables: Tables) -> dict[str, Any]:
    """The values that count for fields that nobody has filled in, by place; those of a card are named after it ("units.2.state")."""
    counted = dict(form.left_open(tables)) if isinstance(form, LeavesOpen) else {}
    for spec in specs_of(type(form)):
        for number, card in enumerate(getattr(form, spec.name) if spec.group else (), start=1):
            counted |= {f"{spec.name}.{number}.{name}": value for name, value in left_open(card, tables).items()}
    return counted


def value_in(form: Any, name: str) -> Any:
    """The value of a form's field by its name, whichever role the field belongs to; None where the form has no such field."""
    value = getattr(form, name, None)
    if value is None and dataclasses.is_dataclass(form):
        for place, role in roles_of(type(form)).items():
            if name.startswith(f"{role.prefix}_"):
                return value_in(getattr(form, place), name.removeprefix(f"{role.prefix}_"))
    return value


_SPECS: dict[type[Any], tuple[FieldSpec, ...]] = {}
_ROLES: dict[type[Any], dict[str, Role]] = {}
