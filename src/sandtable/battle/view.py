"""What a seat may know of a state. Hidden is the default: a field is shown because its declaration says to whom.

    @dataclass(frozen=True, slots=True)
    class Unit:
        id: str = shown(default="")
        owner: str = shown(default="")
        place: Point = shown(default=Point(0, 0))
        orders: str = shown(OWNER, default="")
        ambush: bool = False  # hidden from all but a referee

        def known_to(self) -> Audience:
            return OWNER if self.ambush else EVERYBODY

A hidden field takes its default, so each one that can be hidden has a default, or looking at it fails at once. A member that has a
method `known_to` is left out of the collection that holds it for those who may not know of it. A part shown to its ``OWNER`` belongs to
whoever its own ``owner`` names, else to the owner of what it is part of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum, auto
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, get_type_hints

from sandtable.battle.seat import EVERYBODY, NOBODY, Audience, Role, Seat
from sandtable.kernel.codec import UNWRITTEN

Viewed = TypeVar("Viewed")
ToWhom = Audience | Callable[[Any], Audience]

_TO = "sandtable.shown_to"
_WHOLE = "sandtable.whole"
_LEFT_OUT: Any = object()
_Plan = tuple[tuple[str, ToWhom, bool, Callable[[], Any]], ...]  # of each field: name, audience, whole, default
_PLANS: dict[type[Any], _Plan] = {}
_MEMBERS: dict[
    type[Any], tuple[str, Callable[[Any], Audience]]
] = {}  # said from outside: the owner's field, and who knows
_KINDS: dict[type[Any], _Kind] = {}
_SIMPLE: frozenset[type[Any]] = frozenset({str, int, bool, float, type(None)})
_PLAIN: set[type[Any]] = set(_SIMPLE)  # and all that were looked at and hide nothing: enums, points


def shown(
    to: ToWhom = EVERYBODY,
    *,
    whole: bool = False,
    written: bool = True,
    default: Any = MISSING,
    default_factory: Any = MISSING,
) -> Any:
    """A field of a state that may be known to an audience, or to whomever a function of its object names.

    ``whole`` shows what it holds without looking inside, for ground and other things that hide nothing. A field that is not
    ``written``, such as the tables in force, is no part of the JSON, nor of what makes two states equal.
    """
    metadata = {_TO: to, _WHOLE: whole, UNWRITTEN: not written}
    if default_factory is not MISSING:
        return field(default_factory=default_factory, metadata=metadata, compare=written)
    if default is not MISSING:
        return field(default=default, metadata=metadata, compare=written)
    return field(metadata=metadata, compare=written)


def showing(
    part: type[Any],
    to: Mapping[str, ToWhom],
    *,
    owner: str = "owner",
    known_to: Callable[[Any], Audience] = lambda _: EVERYBODY,
) -> None:
    """Say for a class that cannot say it itself, such as the umpire's books, who may see which of its fields; unsaid stays hidden.

    ``owner`` names the field that says whom one of them belongs to, ``known_to`` who may know that there is one.
    """
    strange = to.keys() - {each.name for each in fields(part)}
    if strange:
        raise TypeError(f"{part.__name__} has no field {', '.join(sorted(strange))}")
    _PLANS[part] = tuple((each.name, to.get(each.name, NOBODY), False, _default(part, each)) for each in fields(part))
    _MEMBERS[part] = (owner, known_to)


def seen(state: Viewed, seat: Seat) -> Viewed:
    """The state as a seat may know it: of the same type, so that the same rules read it."""
    return state if seat.referee else _viewer(seat).view(state)


class _Seen(NamedTuple):
    """How something looked: the value itself, whose was what held it, what was seen of it, and how what it holds looked, by field, key or number."""

    value: Any
    holder: Role | None
    view: Any
    inside: Mapping[Any, _Seen] = MappingProxyType({})


class Viewer:
    """Makes the views of one seat. What is the same object in the same place as at the last look is not looked into again."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._last: _Seen | None = None

    def view(self, state: Viewed) -> Viewed:
        """The state as the seat may know it."""
        look = self._look(state, None, self._last)
        if look.view is _LEFT_OUT:
            raise TypeError(f"{type(state).__name__} as a whole cannot be kept from a seat")
        self._last = look
        view: Viewed = look.view
        return view

    def _look(self, value: Any, owner: Role | None, before: _Seen | None) -> _Seen:
        if before is not None and before.value is value and before.holder == owner:
            return before
        kind = _KINDS.get(type(value)) or _kind_of(type(value))
        if kind is _Kind.PLAIN:
            return _Seen(value, owner, value)
        known = before.inside if before is not None else {}
        if kind is _Kind.PART:
            return self._part(value, owner, known)
        if kind is _Kind.MAPPING:
            return self._mapping(value, owner, known)
        return self._members(value, owner, known, tuple if kind is _Kind.TUPLE else frozenset)

    def _members(
        self, members: Any, owner: Role | None, known: Mapping[Any, _Seen], collection: Callable[[Any], Any]
    ) -> _Seen:
        looks = {number: self._look(member, owner, known.get(number)) for number, member in enumerate(members)}
        if all(look.view is look.value for look in looks.values()):
            return _Seen(members, owner, members, looks)
        view = collection(look.view for look in looks.values() if look.view is not _LEFT_OUT)
        return _Seen(members, owner, view, looks)

    def _mapping(self, mapping: Mapping[Any, Any], owner: Role | None, known: Mapping[Any, _Seen]) -> _Seen:
        looks = {key: self._look(member, owner, known.get(key)) for key, member in mapping.items()}
        if all(look.view is look.value for look in looks.values()):
            return _Seen(mapping, owner, mapping, looks)
        view = {key: look.view for key, look in looks.items() if look.view is not _LEFT_OUT}
        kind: Any = type(mapping)  # one of a kind of its own stays of that kind
        return _Seen(mapping, owner, kind(view) if kind is not dict and issubclass(kind, dict) else view, looks)

    def _part(self, part: Any, holder: Role | None, known: Mapping[Any, _Seen]) -> _Seen:
        seat = self.seat
        owner = getattr(part, _MEMBERS[type(part)][0] if type(part) in _MEMBERS else "owner", holder)
        if not seat.knows(_known_to(part), owner):
            return _Seen(part, holder, _LEFT_OUT)
        looks: dict[str, _Seen] = {}
        changes: dict[str, Any] = {}
        for name, to, whole, default in _plan_of(type(part)):
            value = getattr(part, name)
            view = _LEFT_OUT
            if to is EVERYBODY or seat.knows(to(part) if callable(to) else to, owner):
                view = value
                if not whole and type(value) not in _PLAIN:
                    looks[name] = self._look(value, owner, known.get(name))
                    view = looks[name].view
            if view is _LEFT_OUT:
                view = default()
            if view is not value:
                changes[name] = view
        return _Seen(part, holder, _changed(part, changes) if changes else part, looks)


def _known_to(part: Any) -> Audience:
    """Who may know that there is such a thing."""
    if type(part) in _MEMBERS:
        return _MEMBERS[type(part)][1](part)
    known_to: Any = getattr(part, "known_to", EVERYBODY)
    audience: Audience = known_to() if callable(known_to) else known_to
    return audience


@lru_cache(maxsize=256)
def _viewer(seat: Seat) -> Viewer:
    return Viewer(seat)


def _changed(part: Any, changes: Mapping[str, Any]) -> Any:
    """A copy with some fields changed, made without calling the constructor: the original was checked already."""
    changed = object.__new__(type(part))
    for name, _, _, _ in _plan_of(type(part)):
        object.__setattr__(changed, name, changes[name] if name in changes else getattr(part, name))
    return changed


class _Kind(Enum):
    """How a value is looked at."""

    PLAIN = auto()
    TUPLE = auto()
    SET = auto()
    MAPPING = auto()
    PART = auto()


def _kind_of(kind: type[Any]) -> _Kind:
    if issubclass(kind, list | set | bytearray):
        raise TypeError(f"a state holds no {kind.__name__}: it could be changed")
    if is_dataclass(kind):
        found = _Kind.PART
    elif kind in _SIMPLE or issubclass(kind, Enum | Fraction) or _is_named_plainly(kind):
        found = _Kind.PLAIN
        _PLAIN.add(kind)
    elif kind is tuple:
        found = _Kind.TUPLE
    elif kind is frozenset:
        found = _Kind.SET
    elif issubclass(kind, Mapping):
        found = _Kind.MAPPING
    else:
        raise TypeError(
            f"nothing says what of a {kind.__name__} may be known: make it a dataclass, or show it as a whole"
        )
    _KINDS[kind] = found
    return found


def _is_named_plainly(kind: type[Any]) -> bool:
    """Say whether it is a named tuple of plain values, such as a point, which hides nothing."""
    return hasattr(kind, "_fields") and all(hint in _SIMPLE for hint in get_type_hints(kind).values())


@dataclass(frozen=True, slots=True)
class _NoDefault:
    """A field that cannot be hidden; trying to is a fault of the ruleset, found at once and leaking nothing."""

    owner: str
    name: str

    def __call__(self) -> Any:
        raise TypeError(
            f"{self.owner}.{self.name} is hidden here and has no default: give it one, say to whom it is shown, "
            f"or show what holds it as a whole"
        )


def _plan_of(part: type[Any]) -> _Plan:
    plan = _PLANS.get(part)
    if plan is None:
        plan = _PLANS[part] = _made(part)
    return plan


def _made(part: type[Any]) -> _Plan:
    return tuple(
        (each.name, each.metadata.get(_TO, NOBODY), each.metadata.get(_WHOLE, False), _default(part, each))
        for each in fields(part)
    )


def _default(part: type[Any], each: Field[Any]) -> Callable[[], Any]:
    if each.default is not MISSING:
        default = each.default
        return lambda: default
    if each.default_factory is not MISSING:
        return each.default_factory
    return _NoDefault(part.__name__, each.name)
