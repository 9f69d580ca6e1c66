"""What a verdict does to the table: typed, so that words, books and digital table need nothing else.

An effect folds itself: its class is the one place that says what it does to the books.

    @effect(icon="base-off")
    class FiguresLost(OnUnit):
        count: int

        def on(self, unit: KnownUnit) -> KnownUnit:
            return replace(unit, figures=max(0, unit.figures - self.count))

Its words are chosen by data: ``effect.figures_lost``, or by what ``says`` makes of its fields (``says="{gun}"``: ``effect.crew_short.mg``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform, overload

from sandtable.kernel.messages import Message, Vocabulary, snake_case

if TYPE_CHECKING:
    from sandtable.kernel.tables import Tables

EVERYONE = "everyone"
Kind = TypeVar("Kind", bound=type)
_CHOICE = re.compile(
    r"\{(\w+)(?:\?(\w*):(\w*))?\}"
)  # of words by a field: {way}, or {name?named:unnamed} by whether it says anything


@dataclass(frozen=True, slots=True)
class Offer:
    """One tap that opens or writes a further action."""

    label: Message
    action: str
    fields: Mapping[str, Any]
    at_once: bool = False  # writes the entry without showing the form


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One change: to whom, what (the class), how much (its fields), and who may know of it."""

    whom: str
    known_to: str = EVERYONE
    icon: ClassVar[str] = ""
    has_words: ClassVar[bool] = True  # False: bookkeeping that needs no words of its own
    says: ClassVar[str] = ""  # the last part of the message's id: words, and fields or properties in braces
    adds: ClassVar[tuple[str, ...]] = ()  # properties that the words speak of, beside the fields
    touches: ClassVar[tuple[str, ...]] = ()  # what of the books it changes beside the units it names: "boxes", "turn"

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
        """The instruction that tells people to carry it out: its id by ``says``, its parameters all the fields."""
        chosen = _CHOICE.sub(self._chosen, self.says) if self.says else ""
        about = tuple((name, getattr(self, name)) for name in (*_names(type(self)), *self.adds))
        return Message(f"effect.{self.kind}.{chosen}" if chosen else f"effect.{self.kind}", about)

    def _chosen(self, choice: re.Match[str]) -> str:
        name, filled, empty = choice.groups()
        value = getattr(self, name)
        return str(value) if filled is None else filled if value else empty

    @property
    def detail(self) -> Message:
        """The small print below the instruction; optional in the catalogue."""
        message = self.message
        return Message(f"{message.id}_detail", message.parameters)

    def plain(self) -> dict[str, Any]:
        """The effect as plain data."""
        return {"effect": self.kind} | {name: plain(getattr(self, name)) for name in _names(type(self))}

    def fold(self, books: Any, _deed: Deed, _tables: Tables, /) -> Any:
        """The books after it; most effects are ``OnUnit`` or ``OnBooks`` and say it in ``on``."""
        return books

    def written(self, _names: Mapping[str, str], /) -> Iterator[str]:
        """Names of what it changed, by which later entries are marked as resting on it; ``_names`` says who has which role."""
        yield from self.touches

    def leads_to(self, _books: Any, _deed: Deed, /) -> Iterable[Offer]:
        """What it makes possible with one tap."""
        return ()


@dataclass(frozen=True, slots=True)
class Deed:
    """An action as the books see it: the form, what it led to, and whose it was where somebody said so. A table needs no more either."""

    action: str
    situation: Any
    effects: Sequence[Effect]
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnUnit(Effect):
    """An effect on the unit that ``whom`` names, by its role or by its name; where the books know no such unit, nothing changes."""

    def on(self, unit: Any) -> Any:
        """The unit after the effect."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does")

    def fold(self, books: Any, deed: Deed, _: Tables, /) -> Any:
        """The books with that unit changed."""
        unit = books.unit_meant(self.whom, deed)
        return books if unit is None else books.with_units(self.on(unit))

    def written(self, names: Mapping[str, str], /) -> Iterator[str]:
        """The unit, and what else the effect touches."""
        yield f"unit.{names.get(self.whom, self.whom)}"
        yield from self.touches


@dataclass(frozen=True, slots=True, kw_only=True)
class OnBooks(Effect):
    """An effect on the books as a whole: a turn that begins, points, several units at once (those of a field ``units``)."""

    def on(self, books: Any) -> Any:
        """The books after the effect."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does")

    def fold(self, books: Any, _deed: Deed, _tables: Tables, /) -> Any:
        """The books after the effect."""
        return self.on(books)

    def written(self, _: Mapping[str, str], /) -> Iterator[str]:
        """The units that it names, and what else it touches."""
        units = getattr(self, "units", ())
        yield from (f"unit.{name}" for name in (self.whom, *(units if isinstance(units, tuple) else ())))
        yield from self.touches


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def effect(
    *, icon: str = "", says: str = "", adds: Sequence[str] = (), has_words: bool = True, touches: Sequence[str] = ()
) -> Callable[[Kind], Kind]:
    """Make a class an effect: frozen, with its icon, how its words are chosen, and whether it has any."""

    def made(cls: Kind) -> Kind:
        kind: Any = (
            cls  # told before it is made anew with slots: the old class lives on among the subclasses for a while
        )
        kind.icon, kind.says = icon or kind.icon, says or kind.says
        kind.has_words, kind.adds, kind.touches = has_words, (*kind.adds, *adds), (*kind.touches, *touches)
        made_anew: Kind = dataclass(frozen=True, slots=True, kw_only=True)(kind)  # type: ignore[assignment]
        return made_anew

    return made


def effect_kinds(package: str) -> dict[str, type[Effect]]:
    """Every kind of effect that the modules of a package define, by the name it has in records."""
    return {snake_case(kind.__name__): kind for kind in _below(Effect) if kind.__module__.startswith(f"{package}.")}


def _below(base: type[Any]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _below(kind)


def words_of(kind: type[Effect]) -> re.Pattern[str]:
    """The ids of the messages that an effect may choose, as a pattern."""
    chosen = _CHOICE.sub(lambda choice: "[^.]+" if choice[2] is None else f"({choice[2]}|{choice[3]})", kind.says)
    tail = rf"(\.{chosen})?" if chosen else ""
    return re.compile(rf"effect\.{snake_case(kind.__name__)}{tail}(_detail)?")


def numbered(role: str, number: int) -> str:
    """The ``whom`` of an effect where several have one role and no names: ``unit 2``. The umpire puts it into the ruleset's words."""
    return f"{role} {number}"


def numbered_in_words(role: str, number: int) -> Message:
    """The message that names somebody by role and number, to stand inside another message."""
    return Message.of("kernel.role.numbered", role=Message(f"role.{role}"), number=number)


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
