"""Books of a game with units: who is meant by a name, what a unit fills into forms, what is forgotten when a turn begins.

A unit declares once what it fills in and how long it is remembered:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class KnownUnit(BookUnit):
        side: Side = filled(actor="side")
        fired: bool = filled(False, actor="fired_this_turn", until="turn")
        posture: Posture = filled(Posture.UPRIGHT, target="posture")

        @fills(actor="prone", target="target_prone")
        def lying(self) -> bool:
            return self.posture in LYING

A value of None fills nothing in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from sandtable.kernel.actions import register
from sandtable.kernel.effects import OnBooks, effect
from sandtable.kernel.form import value_in
from sandtable.kernel.ledger import Deed, Entry, Ledger, RosterUnit, known_as
from sandtable.kernel.messages import Message, Style
from sandtable.kernel.pasted import Row, columns_of
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling

Names = str | tuple[str, ...]
Value = TypeVar("Value")
NOTHING: Mapping[str, Any] = {}
UNIT, UNITS = "unit", "units"  # what a field may name: one, or several with commas between them


def _listed(names: Names) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names


@dataclass(frozen=True, slots=True)
class _Filling:
    """The fields of forms that something of a unit fills in, when the unit acts and when it is acted on; and how long it lasts."""

    actor: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    until: tuple[str, ...] = ()


def filled(
    default: Any = dataclasses.MISSING,
    *,
    actor: Names = (),
    target: Names = (),
    until: Names = (),
    default_factory: Any = dataclasses.MISSING,
) -> Any:
    """A field of a unit: what it fills in as actor and as target, and when it goes back to its default (``until="turn"``)."""
    filling = _Filling(_listed(actor), _listed(target), _listed(until))
    return field(default=default, default_factory=default_factory, metadata={"filling": filling})


class _Worked(property):
    """A property that fills in fields of forms."""

    filling = _Filling()


def fills(*, actor: Names = (), target: Names = ()) -> Callable[[Callable[[Any], Value]], Value]:
    """Make a method a property that fills in these fields: what is worked out from the unit, ``max(1, figures)``."""

    def made(method: Callable[[Any], Value]) -> Value:
        worked = _Worked(method)
        worked.filling = _Filling(_listed(actor), _listed(target))
        return cast("Value", worked)

    return made


@cache
def _fillings(kind: type[Any]) -> tuple[tuple[str, _Filling], ...]:
    """What a class of units fills in, by attribute."""
    own = [(each.name, each.metadata["filling"]) for each in dataclasses.fields(kind) if "filling" in each.metadata]
    worked: dict[str, _Filling] = {}
    for base in reversed(kind.__mro__):
        worked |= {name: value.filling for name, value in vars(base).items() if isinstance(value, _Worked)}
    return (*own, *worked.items())


def filled_fields(kind: type[Any], role: str) -> frozenset[str]:
    """The fields of forms that units of a class say they fill in, as ``actor`` or as ``target``."""
    known: Any = kind
    return frozenset(name for _, filling in _fillings(known) for name in getattr(filling, role))


@cache
def _forgotten(kind: type[Any], until: str) -> tuple[tuple[str, Any], ...]:
    """What a class of units forgets at a time, with what it is then."""
    return tuple(
        (each.name, each.default_factory() if callable(each.default_factory) else each.default)
        for each in dataclasses.fields(kind)
        if until in each.metadata.get("filling", _Filling()).until
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BookUnit:
    """The base of units in the books. Rulesets add fields, and say in words what they are."""

    name: str = filled(actor="actor_name", target="target_name")
    side: Any = filled(actor="side")
    gone: bool = False

    def left(self) -> tuple[int, int]:
        """How many are left of it, and how many it began with; of what has no number, whether it is there."""
        return (0 if self.gone else 1), 1

    def described(self) -> Message:
        """What it is, in a few words: "Infantry, Mausers, 8 of 10"."""
        raise NotImplementedError

    def condition(self) -> Message:
        """How it is, in a word or two: "In order"."""
        raise NotImplementedError

    def reminder(self) -> Message | None:
        """What else to remember of it: "Has acted"."""
        return None

    def done(self) -> Message | None:
        """What it has done this turn, for its plate: "has fired"."""
        return None

    def as_actor(self) -> dict[str, Any]:
        """What it fills into a form when it acts."""
        return self._filled("actor")

    def as_target(self) -> dict[str, Any]:
        """What it fills into a form when it is acted on."""
        return self._filled("target")

    def _filled(self, role: str) -> dict[str, Any]:
        kind: Any = type(self)
        return {
            name: value
            for attribute, filling in _fillings(kind)
            for name in getattr(filling, role)
            if (value := getattr(self, attribute)) is not None
        }

    def cleared(self, until: str) -> Self:
        """The unit without what lasts until now: each such field is its default again; one that has nothing to forget is the same."""
        kind: Any = type(self)
        changed = {name: usual for name, usual in _forgotten(kind, until) if getattr(self, name) != usual}
        return dataclasses.replace(self, **changed) if changed else self

    def removed(self) -> Self:
        """The unit as one that is gone."""
        return dataclasses.replace(self, gone=True)

    def rested(self) -> Self:
        """The unit as its own turn begins; a ruleset in which more happens than forgetting says so here."""
        return self.cleared("turn")

    def with_form_values(self, values: Mapping[str, Any]) -> Self:
        """A copy of the unit with values set by the fields of forms that they fill in."""
        own = settable(type(self))
        return dataclasses.replace(self, **{own[name]: value for name, value in values.items()})


def settable(kind: type[Any]) -> Mapping[str, str]:
    """The attribute of a unit behind each field of a form that the unit fills in from an attribute of its own."""
    known: Any = kind
    return _settable(known)


@cache
def _settable(kind: type[Any]) -> Mapping[str, str]:
    own = {each.name for each in dataclasses.fields(kind)}
    known: Any = kind
    return {
        name: attribute
        for attribute, filling in _fillings(known)
        for name in (*filling.actor, *filling.target)
        if attribute in own
    }


Unit = TypeVar("Unit", bound=BookUnit)


@dataclass(frozen=True, kw_only=True)
class RosterLedger(Ledger, Generic[Unit]):
    """Books that know units by name."""

    units: Mapping[str, Unit] = field(default_factory=dict)
    entered: Mapping[str, Unit] = field(
        default_factory=dict
    )  # each as the roster had it before anything happened to it
    roles: ClassVar[Mapping[str, str]] = {
        "actor": "actor_name",
        "target": "target_name",
    }  # and the field that names them
    named: ClassVar[Mapping[str, str]] = {
        "actor_name": UNIT,
        "target_name": UNIT,
        "name": UNIT,
        "listed_as": UNIT,
    }  # fields that name something: units, or whatever else the books know by name
    counted: ClassVar[str] = ""  # the field of the roster's form that says how many a unit has
    rests_on: ClassVar[
        Mapping[str, tuple[str, ...]]
    ] = {}  # what of the books, beside units, an action was filled in from

    def with_deed(self, deed: Deed, tables: Tables) -> Self:
        """The books after an action; of every unit that it brings they keep how it was."""
        books = super().with_deed(deed, tables)
        told = {books.own_name(effect.whom) for effect in deed.effects if isinstance(effect, Entering)}
        come = {name: unit for name, unit in books.units.items() if name in told or name not in self.units}
        return dataclasses.replace(books, entered={**books.entered, **come}) if come else books

    def own_name(self, name: str) -> str:
        """What the books call a unit of this name, whatever its capitals."""
        return name if name in self.units else known_as(name, self.units)

    def names(self, deed: Deed) -> dict[str, str]:
        """Who the roles of a deed are, those that it names."""
        told = ((role, value_in(deed.situation, place)) for role, place in self.roles.items())
        return {role: self.own_name(name) for role, name in told if name}

    def unit(self, name: str | None) -> Unit | None:
        """The unit of this name, if the books know it."""
        return self.units.get(self.own_name(name)) if name else None

    def unit_meant(self, whom: str, deed: Deed) -> Unit | None:
        """The unit that an effect means: by its role in the deed, else by its name."""
        return self.units.get(self.name_meant(whom, deed))

    def name_meant(self, whom: str, deed: Deed) -> str:
        """What the books call whoever an effect means, by his role in the deed or by his name."""
        place = self.roles.get(whom)
        told = None if place is None else value_in(deed.situation, place)
        return self.own_name(told or whom)

    def with_units(self, *units: Unit) -> Self:
        """The books with these units as they are now; with none that has changed, the same books."""
        if all(self.units.get(unit.name) is unit for unit in units):
            return self
        return dataclasses.replace(self, units={**self.units, **{unit.name: unit for unit in units}})

    def without(self, name: str) -> Self:
        """The books as if there were no unit of this name."""
        left = {each: unit for each, unit in self.units.items() if each != name}
        return dataclasses.replace(self, units=left)

    def each(self, change: Callable[[Unit], Unit], where: Callable[[Unit], bool] = lambda _: True) -> Self:
        """The books with every unit changed, or every one for which something holds."""
        return self.with_units(*(change(unit) for unit in self.units.values() if where(unit)))

    def each_of(self, names: Iterable[str], change: Callable[[Unit], Unit]) -> Self:
        """The books with the units of these names changed; names that nobody bears are passed over."""
        known = (self.unit(name) for name in names)
        return self.with_units(*(change(unit) for unit in known if unit is not None))

    def next_round(self) -> Self:
        """The books at the start of another round, for code that looks ahead round by round.

        Mere counters are set back, so that books from which things will go alike compare equal.
        """
        return self.each(lambda unit: unit.rested())

    def reads(self, entry: Entry) -> frozenset[str]:
        """What an entry rests on: what its form names, and what the form was filled in from."""
        return frozenset({*self._named_in(entry.situation), *self.rests_on.get(entry.record.action, ())})

    def writes(self, entry: Entry) -> frozenset[str]:
        """What an entry changed: whatever its effects fall on."""
        deed = entry.deed
        names = self.names(deed)
        return frozenset(self._own_key(key) for effect in deed.effects for key in effect.written(names))

    def _own_key(self, key: str) -> str:
        """What an effect says that it wrote, units under the names that the books have for them."""
        kind, dot, name = key.partition(".")
        return f"unit.{self.own_name(name)}" if dot and kind == "unit" else key

    def _named_in(self, form: Any) -> Iterator[str]:
        """What a form names, its groups included: ``unit.Dorados``."""
        for each in dataclasses.fields(form):
            value = getattr(form, each.name)
            if isinstance(value, str) and value and each.name in self.named:
                yield from self._named_by(self.named[each.name], value)
            parts = value if isinstance(value, tuple) else (value,)
            yield from (name for part in parts if dataclasses.is_dataclass(part) for name in self._named_in(part))

    def _named_by(self, kind: str, value: str) -> Iterator[str]:
        """What a field of this kind names."""
        if kind == UNITS:
            yield from (f"{UNIT}.{self.own_name(name.strip())}" for name in value.split(",") if name.strip())
        else:
            yield f"{kind}.{self.own_name(value) if kind == UNIT else value}"

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units with what they fill into forms."""
        return tuple(self.on_roster(unit) for unit in self.units.values())

    def filled_from_books(self, unit: Unit) -> tuple[Mapping[str, Any], Mapping[str, Any]]:  # noqa: ARG002 - rulesets override
        """What else a unit fills in, as actor and as target, that only the books as a whole know: the building it is in."""
        return NOTHING, NOTHING

    def fills(self, unit: Unit) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """What a unit fills into forms when it acts, and when it is acted on."""
        return self.fills_acting(unit), self.fills_acted_on(unit)

    def fills_acting(self, unit: Unit) -> Mapping[str, Any]:
        """What a unit fills into forms when it acts."""
        return {**unit.as_actor(), **self.filled_from_books(unit)[0]}

    def fills_acted_on(self, unit: Unit) -> Mapping[str, Any]:
        """What a unit fills into forms when it is acted on."""
        return {**unit.as_target(), **self.filled_from_books(unit)[1]}

    def on_roster(self, unit: Unit) -> RosterUnit:
        """A unit with what it fills into forms when it acts and when it is acted on."""
        actor, target = self.fills(unit)
        return RosterUnit(
            id=unit.name,
            name=unit.name,
            side=unit.side,
            label=unit.described(),
            status=unit.condition(),
            as_actor=actor,
            as_target=target,
            note=unit.reminder(),
            acted=None if unit.gone else unit.done(),
            gone=unit.gone,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entering(OnBooks):
    """The base of effects by which the unit ``whom`` comes onto the roster."""


@effect(has_words=False)
class UnitEntered(Entering):
    """A unit is on the roster; rulesets say of which class (``unit: KnownUnit``)."""

    unit: Any

    def on(self, books: Any) -> Any:
        """The books with the unit on the roster."""
        return books.with_units(self.unit)


def roster_entry(
    form: type[Any],
    group: str,
    rules: str,
    *,
    columns: tuple[str, ...],
    more: tuple[str, ...] = (),
    name: str = "roster_entry",
    effect: type[UnitEntered] = UnitEntered,
) -> Callable[[str, Style], list[Row]]:
    """Register the action that enters a unit, and return the reader of lists that people paste.

    The form's method ``unit(tables)`` makes the unit; ``columns`` are the fields of a pasted line in their order, ``more`` those that may follow.
    """

    def entered(situation: Any, tables: Tables) -> Ruling:
        unit: BookUnit = situation.unit(tables)
        return Ruling.of("roster.entered", effect(whom=unit.name, unit=unit), words={"name": unit.name})

    entry = Action(name, form, entered, Ruling, group, tuple(rules.split()), layout="plain", ledger_only=True)
    register(form.__module__, entry)
    return columns_of(*columns, more=more)
