"""What a verdict does to the table: typed, so that words, roster and digital table need nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar, overload

from sandtable.kernel.messages import Message, Vocabulary, snake_case

EVERYONE = "everyone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One change: to whom, what (the class), how much (its fields), and who may know of it."""

    whom: str
    known_to: str = EVERYONE
    icon: ClassVar[str] = ""
    told: ClassVar[bool] = True  # False: bookkeeping that needs no words of its own

    @property
    def kind(self) -> str:
        """The name of this effect in records and catalogues."""
        return snake_case(type(self).__name__)

    @property
    def picture(self) -> str:
        """The icon beside the instruction; a class may choose it by its fields."""
        return self.icon

    @property
    def message(self) -> Message:
        """The instruction that tells people to carry it out; a class may choose a finer one."""
        return Message(f"effect.{self.kind}", tuple((field.name, getattr(self, field.name)) for field in fields(self)))

    @property
    def detail(self) -> Message:
        """The small print below the instruction; optional in the catalogue."""
        message = self.message
        return Message(f"{message.id}_detail", message.parameters)

    def plain(self) -> dict[str, Any]:
        """The effect as plain data."""
        return {"effect": self.kind} | {name: plain(getattr(self, name)) for name in _names(type(self))}


class LaterEffects(Sequence[Effect]):
    """Effects that are worked out when somebody looks: the odds of a long combat weigh hundreds of verdicts and carry none out.

    Equal to, and hashed as, the tuple that it makes.
    """

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], tuple[Effect, ...]]) -> None:
        self._make = make
        self._made: tuple[Effect, ...] | None = None

    def _all(self) -> tuple[Effect, ...]:
        if self._made is None:
            self._made = self._make()
        return self._made

    @overload
    def __getitem__(self, place: int) -> Effect: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Effect, ...]: ...
    def __getitem__(self, place: int | slice) -> Effect | tuple[Effect, ...]:
        return self._all()[place]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Effect]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Sequence) and self._all() == tuple(other))

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


_FIELDS: dict[type, tuple[str, ...]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass, looked up once."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in fields(kind))
    return _FIELDS[kind]


_PLAIN = frozenset({str, int, bool, float, type(None)})  # most values; telling them first is quicker


def plain(value: Any) -> Any:
    """Turn rulebook values into JSON: terms into their names, distances into decimals, messages into their ids."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Vocabulary):
        return value.value
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, Message):
        return {"message": value.id} | {name: plain(parameter) for name, parameter in value.parameters}
    if isinstance(value, tuple | list | frozenset | LaterEffects):
        return [plain(item) for item in value]
    if isinstance(value, Effect):
        return value.plain()
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in _names(type(value))}
    return value
