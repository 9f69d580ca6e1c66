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
from typing import Any, TypeVar, get_type_hints

from sandtable.battle.seat import EVERYBODY, NOBODY, Audience, Role, Seat
from sandtable.kernel.codec import UNWRITTEN

Viewed = TypeVar("Viewed")
ToWhom = Audience | Callable[[Any], Audience]

_TO = "sandtable.shown_to"
_WHOLE = "sandtable.whole"
_LEFT_OUT: Any = object()
_Plan = tuple[tuple[str, ToWhom, bool, Callable[[], Any]], ...]  # of each field: name, audience, whole, default
_PLANS: dict[type[Any], _Plan] = {}
_KINDS: dict[type[Any], _Kind] = {}
_SIMPLE = frozenset({str, int, bool, float, type(None)})
_Looks = dict[tuple[int, Role | None], tuple[Any, Any]]  # a part and how it looks


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


def seen(state: Viewed, seat: Seat) -> Viewed:
    """The state as a seat may know it: of the same type, so that the same rules read it."""
    return state if seat.referee else _viewer(seat).view(state)


class Viewer:
    """Looks for one seat, again and again: parts that did not change since the last look are not looked into again."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._known: _Looks = {}  # by the part's identity; the part is held, so that no other can have the same

    def view(self, state: Viewed) -> Viewed:
        """The state as the seat may know it."""
        look = _Look(self.seat, self._known)
        view: Viewed = look.value(state, None)
        if view is _LEFT_OUT:
            raise TypeError(f"{type(state).__name__} as a whole cannot be kept from a seat")
        self._known = look.looks
        return view


@lru_cache(maxsize=256)
def _viewer(seat: Seat) -> Viewer:
    return Viewer(seat)


class _Look:
    """One look at a state."""

    __slots__ = ("before", "looks", "seat")

    def __init__(self, seat: Seat, before: _Looks) -> None:
        self.seat = seat
        self.before = before
        self.looks: _Looks = {}

    def value(self, value: Any, owner: Role | None) -> Any:
        kind = _KINDS.get(type(value)) or _kind_of(type(value))
        if kind is _Kind.PLAIN:
            return value
        if kind is _Kind.PART:
            return self._part(value, owner)
        if kind is _Kind.MAPPING:
            return self._mapping(value, owner)
        return self._members(value, owner, tuple if kind is _Kind.TUPLE else frozenset)

    def _members(self, members: Any, owner: Role | None, collection: Callable[[Any], Any]) -> Any:
        looked = [(member, self.value(member, owner)) for member in members]
        if all(view is member for member, view in looked):
            return members
        return collection(view for _, view in looked if view is not _LEFT_OUT)

    def _mapping(self, mapping: Mapping[Any, Any], owner: Role | None) -> Mapping[Any, Any]:
        looked = [(key, member, self.value(member, owner)) for key, member in mapping.items()]
        if all(view is member for _, member, view in looked):
            return mapping
        return {key: view for key, _, view in looked if view is not _LEFT_OUT}

    def _part(self, part: Any, owner: Role | None) -> Any:
        owner = getattr(part, "owner", owner)
        key = (id(part), owner)
        known = self.before.get(key)
        if known is None:
            known = (part, self._looked_at(part, owner))
        self.looks[key] = known
        return known[1]

    def _looked_at(self, part: Any, owner: Role | None) -> Any:
        seat = self.seat
        known_to = getattr(part, "known_to", EVERYBODY)
        if not seat.knows(known_to() if callable(known_to) else known_to, owner):
            return _LEFT_OUT
        changes: dict[str, Any] = {}
        for name, to, whole, default in _plan_of(type(part)):
            value = getattr(part, name)
            view = _LEFT_OUT
            if to is EVERYBODY or seat.knows(to(part) if callable(to) else to, owner):
                view = value if whole or type(value) in _SIMPLE else self.value(value, owner)
            if view is _LEFT_OUT:
                view = default()
            if view is not value:
                changes[name] = view
        return _changed(part, changes) if changes else part


def _changed(part: Any, changes: Mapping[str, Any]) -> Any:
    """What `dataclasses.replace` does, without going through the constructor of what is whole already."""
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
