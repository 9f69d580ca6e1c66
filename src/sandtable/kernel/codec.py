"""Dataclasses as plain JSON, by their type annotations: what the desk answers, and a battle's orders, events and states.

A dataclass is an object, with its ``kind`` if it has one; a named tuple such as a point is a list; tuples and frozen sets are
lists, an enum its value, a fraction a text (``3/2``); what is annotated as ``Any`` is JSON already. A field whose name is one of
Python's own words ends in ``_``, which is not written (``from_`` is ``from``). What is read may come from anybody: whatever does not fit is refused with its place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from keyword import iskeyword
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse

Json = Any
Read = TypeVar("Read")

UNWRITTEN = "sandtable.unwritten"  # in a field's metadata: it is not written down
MOST = 2**53  # beyond it, not every reader of JSON keeps a whole number whole


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written and read; ``reads`` says at a glance whether JSON could be of this type."""

    write: Callable[[Any], Json]
    read: Callable[[Json, str], Any]
    reads: Callable[[Json], bool]


@dataclass(frozen=True, slots=True)
class Named:
    """The name by which the front end knows a type that has no class: ``Annotated[tuple[int, int], Named("Fraction")]``."""

    name: str

    def __get_pydantic_json_schema__(self, core: Any, described: Any) -> dict[str, Any]:
        """The schema under its name: the server is asked for it when it describes the interface."""
        return {**described(core), "x-name": self.name}


_CODECS: dict[Any, Codec] = {}


def write(value: Any) -> Json:
    """A dataclass as plain JSON."""
    return codec_of(type(value)).write(value)


def read(kind: type[Read], raw: Json, where: str = "") -> Read:
    """Read a dataclass from JSON, or refuse with everything that is wrong with it."""
    try:
        value: Read = codec_of(kind).read(raw, where)
    except RecursionError:
        raise refuse(where, "kernel.codec.deep") from None
    return value


def read_by_kind(kinds: Mapping[str, type[Read]], raw: Json, where: str) -> Read:
    """Read an object of one of these kinds."""
    if not isinstance(raw, Mapping):
        raise refuse(where, "kernel.codec.no_object")
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise refuse(_inside(where, "kind"), "kernel.codec.kind", sorted(kinds), value=_short(kind))
    return read(kinds[kind], raw, where)


def check(kind: Any, checked: set[Any] | None = None) -> None:
    """Find every codec that a type needs, so that what cannot be written shows at once."""
    checked = set() if checked is None else checked
    if kind in checked:
        return
    checked.add(kind)
    if kind is not Ellipsis:
        codec_of(kind)
    inner = _hints(kind) if isinstance(kind, type) and is_dataclass(kind) else {}
    held = [inner[each.name] for each in fields(kind) if not each.metadata.get(UNWRITTEN)] if inner else []
    for part in (*get_args(kind), *held):
        if get_origin(kind) is not Literal:
            check(part, checked)


def codec_of(kind: Any) -> Codec:
    """The codec of a type; one that JSON cannot hold is a fault of the program."""
    codec = _CODECS.get(kind)
    if codec is None:
        codec = _CODECS[kind] = _made(kind)
    return codec


def _made(kind: Any) -> Codec:
    if kind is Any:
        return Codec(_itself, lambda raw, _: raw, lambda _: True)
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        return _union(get_args(kind))
    if origin is Literal:
        return _literal(get_args(kind))
    if origin in {tuple, frozenset}:
        return _collection(kind, origin)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(*get_args(kind))
    if isinstance(kind, type):
        return _of_class(kind)
    raise TypeError(f"{kind} cannot be written as JSON")


def _of_class(kind: type[Any]) -> Codec:
    simple = _SIMPLE.get(kind)
    if simple is not None:
        return simple
    if issubclass(kind, Enum):
        return _enum(kind)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _named_tuple(kind)
    if is_dataclass(kind):
        return _dataclass(kind)
    raise TypeError(f"{kind.__name__} cannot be written as JSON")


def _itself(value: Any) -> Any:
    return value


def _read_whole(raw: Json, where: str) -> int:
    if isinstance(raw, float) and raw.is_integer():  # a surface whose numbers are all decimals means the same
        raw = int(raw)
    if isinstance(raw, bool) or not isinstance(raw, int) or not -MOST <= raw <= MOST:
        raise refuse(where, "kernel.codec.whole", value=_short(raw))
    return raw


def _read_number(raw: Json, where: str) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not abs(raw) <= MOST or not math.isfinite(raw):
        raise refuse(where, "kernel.codec.number", value=_short(raw))
    return float(raw)


def _read_text(raw: Json, where: str) -> str:
    if not isinstance(raw, str):
        raise refuse(where, "kernel.codec.text", value=_short(raw))
    if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in raw):
        raise refuse(where, "kernel.codec.letters")
    return raw


def _read_truth(raw: Json, where: str) -> bool:
    if not isinstance(raw, bool):
        raise refuse(where, "kernel.codec.truth", ("true", "false"), value=_short(raw))
    return raw


def _read_nothing(raw: Json, where: str) -> None:
    if raw is not None:
        raise refuse(where, "kernel.codec.nothing", value=_short(raw))


def _read_fraction(raw: Json, where: str) -> Fraction:
    text = str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw
    if isinstance(text, str):
        above, slash, below = text.removeprefix("-").partition("/")
        parts = (above, below) if slash else (above,)
        if all(part.isascii() and part.isdecimal() and len(part) <= len(str(MOST)) for part in parts):
            numbers = [int(part) for part in parts]
            if numbers[-1] or not slash:
                return Fraction(*numbers) * (-1 if text.startswith("-") else 1)
    raise refuse(where, "kernel.codec.fraction", value=_short(raw))


def _is_number(raw: Json) -> bool:
    return isinstance(raw, int | float) and not isinstance(raw, bool)


_SIMPLE: Mapping[type[Any], Codec] = {
    bool: Codec(_itself, _read_truth, lambda raw: isinstance(raw, bool)),
    int: Codec(_itself, _read_whole, _is_number),
    float: Codec(_itself, _read_number, _is_number),
    str: Codec(_itself, _read_text, lambda raw: isinstance(raw, str)),
    NoneType: Codec(_itself, _read_nothing, lambda raw: raw is None),
    Fraction: Codec(str, _read_fraction, lambda raw: isinstance(raw, str | int)),
}


def _enum(kind: type[Enum]) -> Codec:
    by_value = {member.value: member for member in kind}

    def reads(raw: Json) -> bool:
        return isinstance(raw, str | int) and raw in by_value

    def read_member(raw: Json, where: str) -> Enum:
        if not reads(raw):
            raise refuse(where, "kernel.codec.choice", map(str, by_value), value=_short(raw))
        return by_value[raw]

    return Codec(lambda member: member.value, read_member, reads)


def _literal(values: tuple[Any, ...]) -> Codec:
    def reads(raw: Json) -> bool:
        return any(raw == value and type(raw) is type(value) for value in values)

    def read_one(raw: Json, where: str) -> Any:
        if not reads(raw):
            raise refuse(where, "kernel.codec.choice", map(str, values), value=_short(raw))
        return raw

    return Codec(_itself, read_one, reads)


def _named_tuple(kind: Any) -> Codec:
    hints = get_type_hints(kind)
    parts = [codec_of(hints[name]) for name in kind._fields]
    fewest = len(parts) - len(kind._field_defaults)

    def read_parts(raw: Json, where: str) -> Any:
        if not isinstance(raw, list | tuple) or not fewest <= len(raw) <= len(parts):
            raise refuse(where, "kernel.codec.parts", parts=kind._fields)
        named = zip(raw, parts, kind._fields, strict=False)
        return kind(*_read_all((part.read, each, _inside(where, name)) for each, part, name in named))

    def write_parts(value: Any) -> Json:
        return [part.write(each) for part, each in zip(parts, value, strict=True)]

    return Codec(write_parts, read_parts, _is_list)


def _collection(kind: Any, origin: type[Any]) -> Codec:
    first, *others = get_args(kind)
    if origin is tuple and others != [Ellipsis]:
        return _fixed_tuple(tuple(codec_of(argument) for argument in (first, *others)))
    member = codec_of(first)

    def read_members(raw: Json, where: str) -> Any:
        if not isinstance(raw, list | tuple):
            raise refuse(where, "kernel.codec.list")
        return origin(_read_all((member.read, each, _inside(where, str(number))) for number, each in enumerate(raw)))

    def write_members(value: Any) -> Json:
        written = list(value) if member.write is _itself else [member.write(each) for each in value]
        return sorted(written, key=repr) if origin is frozenset else written

    return Codec(write_members, read_members, _is_list)


def _fixed_tuple(parts: tuple[Codec, ...]) -> Codec:
    def read_parts(raw: Json, where: str) -> Any:
        if not isinstance(raw, list | tuple) or len(raw) != len(parts):
            raise refuse(where, "kernel.codec.length", number=len(parts))
        numbered = enumerate(zip(parts, raw, strict=True))
        return tuple(_read_all((part.read, each, _inside(where, str(number))) for number, (part, each) in numbered))

    def write_parts(value: Any) -> Json:
        return [part.write(each) for part, each in zip(parts, value, strict=True)]

    return Codec(write_parts, read_parts, lambda raw: _is_list(raw) and len(raw) == len(parts))


def _mapping(key: Any, value: Any) -> Codec:
    """An object; its keys are texts, or enums whose values are."""
    keys, values = codec_of(key), codec_of(value)
    if not (isinstance(key, type) and issubclass(key, str)):
        raise TypeError(f"a key of an object is a text, not {key}")

    def read_members(raw: Json, where: str) -> Any:
        if not isinstance(raw, Mapping):
            raise refuse(where, "kernel.codec.no_object")
        names = _read_all((keys.read, name, where) for name in raw)
        members = _read_all((values.read, each, _inside(where, _short(name))) for name, each in raw.items())
        return dict(zip(names, members, strict=True))

    def write_members(value: Any) -> Json:
        if key is str and values.write is _itself:
            return dict(value)
        return {keys.write(name): values.write(each) for name, each in value.items()}

    return Codec(write_members, read_members, lambda raw: isinstance(raw, Mapping))


def _hints(kind: type[Any]) -> dict[str, Any]:
    """What the fields of a class hold; what a base left open (``RosterLedger[KnownUnit]``) is what this class made of it."""
    known: dict[Any, Any] = {}
    for base in kind.__mro__:
        for made in getattr(base, "__orig_bases__", ()):
            for one, told in zip(getattr(get_origin(made), "__parameters__", ()), get_args(made), strict=False):
                known.setdefault(one, known.get(told, told))  # a class in between may have left it open, too
    hints = get_type_hints(kind)
    return {name: _filled_in(hint, known) for name, hint in hints.items()}


def _filled_in(hint: Any, known: Mapping[Any, Any]) -> Any:
    if isinstance(hint, TypeVar):
        return known.get(hint, hint)
    left_open = getattr(hint, "__parameters__", ())
    return hint[tuple(known.get(one, one) for one in left_open)] if left_open else hint


def _dataclass(kind: type[Any]) -> Codec:
    hints = _hints(kind)
    written = [each for each in fields(kind) if not each.metadata.get(UNWRITTEN)]
    names = {json_name(each.name): each.name for each in written}
    codecs = {told: _LateCodec(hints[name]) for told, name in names.items()}
    needed = {json_name(each.name) for each in written if each.default is MISSING and each.default_factory is MISSING}
    name_of_kind = None if "kind" in codecs else getattr(kind, "kind", None)
    tag = name_of_kind if isinstance(name_of_kind, str) else None

    def read_object(raw: Json, where: str) -> Any:
        if not isinstance(raw, Mapping):
            raise refuse(where, "kernel.codec.no_object")
        if tag is not None and raw.get("kind") != tag:
            raise refuse(_inside(where, "kind"), "kernel.codec.kind", (tag,), value=_short(raw.get("kind")))
        given = {name: each for name, each in raw.items() if tag is None or name != "kind"}
        problems = [_problem(_inside(where, name), "kernel.codec.missing") for name in sorted(needed - given.keys())]
        strange = [name for name in given if name not in codecs]
        known = sorted(codecs)
        problems += [_problem(_inside(where, _short(name)), "kernel.codec.unknown", known) for name in strange]
        fitting = [name for name in given if name in codecs]
        values = _read_all(((codecs[name].read, given[name], _inside(where, name)) for name in fitting), problems)
        try:
            return kind(**dict(zip((names[name] for name in fitting), values, strict=True)))
        except ValueError as error:  # parts that do not go together
            raise refuse(where, "kernel.codec.unfit", reason=str(error)) from None

    def write_object(value: Any) -> Json:
        plain = {} if tag is None else {"kind": tag}
        for told, name in names.items():
            plain[told] = codecs[told].write(getattr(value, name))
        return plain

    def reads(raw: Json) -> bool:
        if not isinstance(raw, Mapping):
            return False
        return raw.get("kind") == tag if tag is not None else needed <= raw.keys() <= codecs.keys()

    return Codec(write_object, read_object, reads)


def json_name(name: str) -> str:
    """The name under which a field is written."""
    return name.removesuffix("_") if iskeyword(name.removesuffix("_")) else name


class _LateCodec:
    """Found when first needed, since a dataclass may hold others of its own type."""

    __slots__ = ("_kind", "read", "write")

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self.write: Callable[[Any], Json] = self._first_write
        self.read: Callable[[Json, str], Any] = self._first_read

    def _find(self) -> Codec:
        codec = codec_of(self._kind)
        self.write, self.read = codec.write, codec.read
        return codec

    def _first_write(self, value: Any) -> Json:
        return self._find().write(value)

    def _first_read(self, raw: Json, where: str) -> Any:
        return self._find().read(raw, where)


def _union(kinds: tuple[Any, ...]) -> Codec:
    codecs = [(kind, codec_of(kind)) for kind in kinds]

    def read_one(raw: Json, where: str) -> Any:
        fitting = [codec for _, codec in codecs if codec.reads(raw)]
        if not fitting:
            several = [codec for kind, codec in codecs if kind is not NoneType]
            if len(several) == 1:  # an optional value: say what is wrong with the value
                return several[0].read(raw, where)
            raise refuse(where, "kernel.codec.none_fits", value=_short(raw))
        return fitting[0].read(raw, where)

    if all(codec.write is _itself for _, codec in codecs):
        return Codec(_itself, read_one, lambda raw: any(codec.reads(raw) for _, codec in codecs))

    def write_one(value: Any) -> Json:
        for kind, codec in codecs:
            plain = get_origin(kind) or kind
            if plain is not Literal and isinstance(value, plain):
                return codec.write(value)
        return codecs[0][1].write(value)

    return Codec(write_one, read_one, lambda raw: any(codec.reads(raw) for _, codec in codecs))


def _read_all(
    jobs: Iterable[tuple[Callable[[Json, str], Any], Json, str]], problems: Iterable[Problem] = ()
) -> list[Any]:
    """What was read, or every problem at once."""
    values: list[Any] = []
    found = list(problems)
    for read_one, raw, where in jobs:
        try:
            values.append(read_one(raw, where))
        except Refusal as refusal:
            found += refusal.problems
    if found:
        raise Refusal(found)
    return values


def _problem(where: str, message: str, choices: Iterable[str] = ()) -> Problem:
    return Problem(where, Message(message), tuple(choices))


def _is_list(raw: Json) -> bool:
    return isinstance(raw, list | tuple)


def _inside(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _short(value: Any) -> str:
    """A value as a sentence can hold it."""
    longest = 40
    if isinstance(value, Mapping | list):
        return "{…}" if isinstance(value, Mapping) else "[…]"
    text = "nothing" if value is None else str(value)
    return text if len(text) <= longest else f"{text[:longest]}…"
