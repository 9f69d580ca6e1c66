"""Texts a person reads: an id with parameters, put into words by a catalogue.

A template may say ``{name}``, ``{name|base|bases}`` (one or many: by a number, or by whether the name of a unit is a plural, as Dorados is), ``{name:distance}``, ``{name:length}`` (without its unit), ``{name:signed}``, ``{name:word}``
(a number in letters), ``{name:times}`` (how many times as much: half, twice, 1.5 times), ``{name:or}`` (a list to choose from), ``{name:lower}``, ``{name:cap}`` and ``{name:a}``
(with *a* or *an* before it). ``{=move.infantry.amble:distance}`` quotes an entry of the tables in force, in all the same
forms, so that no text repeats a number that a club may change. Parameters may be messages themselves, so that a sentence is built from the
vocabulary of its ruleset and another language needs a second catalogue only.
"""

from __future__ import annotations

import logging
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Self

QUOTES = "="  # begins the path of a table entry in a template
_MISSING = object()
_LOG = logging.getLogger("sandtable.texts")
MINUS = "\N{MINUS SIGN}"
CM_PER_INCH = Fraction(5, 2)  # tape-measure centimetres: 6 in are 15 cm, a difference nobody at a table can see
_FIELD = re.compile(r"\{(=[\w.-]+|\w+)(?:\|([^|{}]*)\|([^|{}]*)|:(\w+))?\}")
PLURALS, OWN_PLURALS = (
    "kernel.grammar.plurals",
    "grammar.plurals",
)  # words in these texts are plurals: the kernel's, a ruleset's own
_OF = re.compile(r"\s+(?:de|del|of|from|with|and|y)\s+", re.IGNORECASE)  # what follows belongs to the noun before it
_NUMBER_WORDS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_PARTS = {
    Fraction(1, 4): "kernel.grammar.times.quarter",
    Fraction(1, 3): "kernel.grammar.times.third",
    Fraction(1, 2): "kernel.grammar.times.half",
    Fraction(2, 3): "kernel.grammar.times.two_thirds",
    Fraction(3, 4): "kernel.grammar.times.three_quarters",
    Fraction(1): "kernel.grammar.times.once",
    Fraction(2): "kernel.grammar.times.twice",
}


@dataclass(frozen=True, slots=True)
class Message:
    """A message id and its parameters; hashable, so that verdicts holding messages can be compared."""

    id: str
    parameters: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, message_id: str, /, **parameters: Any) -> Self:
        """Build a message from keyword parameters."""
        return cls(message_id, tuple(parameters.items()))


class Vocabulary(StrEnum):
    """A list of terms of a rulebook; the value is the term as the rulebook's tables spell it."""

    @property
    def message(self) -> Message:
        """The message that names this term: ``unit_type.RegularInfantry``."""
        return _term_message(type(self), self.value)


@cache
def _term_message(vocabulary: type[Vocabulary], value: str) -> Message:
    return Message(f"{snake_case(vocabulary.__name__)}.{value}")


@dataclass(frozen=True, slots=True)
class Style:
    """How distances are told: the figures' scale factor and the unit on the tape."""

    scale: int | Fraction = 1
    unit: str = "in"

    def distance(self, inches: Fraction) -> str:
        """Tell a distance of the rulebook (inches at scale 1) in the players' measure."""
        return f"{self.number(inches)} {self.unit}"

    def number(self, inches: Fraction) -> str:
        """Tell a distance as a bare number in the players' measure."""
        return decimal_text(self.on_tape(inches))

    def on_tape(self, inches: Fraction) -> Fraction:
        """Turn inches of the rulebook into a length on the players' tape."""
        length = Fraction(inches) * self.scale
        return length * CM_PER_INCH if self.unit == "cm" else length

    def inches(self, length: Fraction, unit: str = "") -> Fraction:
        """Turn a length read off the players' tape, in its unit or in the one that was said, into inches of the rulebook."""
        if (unit or self.unit) == "cm":
            length /= CM_PER_INCH
        return length / self.scale

    def band(self, band: str) -> str:
        """Tell a band of distances (``6-12``) in the players' measure, as it can be typed; other bands are their own names."""
        return _band_told(self, band)


@lru_cache(maxsize=4096)
def _band_told(style: Style, band: str) -> str:
    ends = band.split("-")
    if not all(end.isdecimal() for end in ends):
        return band
    return "-".join(style.number(Fraction(end)) for end in ends)


PLAIN = Style()


@cache
def snake_case(name: str) -> str:
    """Turn ``RegularInfantry`` into ``regular_infantry``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def decimal_text(value: Fraction | int) -> str:
    """Write a number with as few decimals as it needs, two at most."""
    if value == int(value):
        return minus(str(int(value)))
    return minus(f"{float(value):.2f}".rstrip("0").rstrip("."))


def signed_text(value: Fraction | int) -> str:
    """Write a modifier with its sign; nought has none."""
    return f"+{decimal_text(value)}" if value > 0 else decimal_text(value)


def minus(text: str) -> str:
    """Set a true minus sign."""
    return text.replace("-", MINUS)


def in_letters(number: int) -> str:
    """Write a small number in letters."""
    return _NUMBER_WORDS[number] if 0 <= number < len(_NUMBER_WORDS) else str(number)


def times_message(factor: Fraction | int) -> Message:
    """How many times as much: half, two thirds, twice, three times, 1.5 times; other parts as fractions."""
    if factor in _PARTS:
        return Message(_PARTS[Fraction(factor)])
    if 0 < factor < 1:
        return Message.of("kernel.grammar.times.part", part=str(Fraction(factor)))
    number = in_letters(int(factor)) if factor == int(factor) > 0 else decimal_text(factor)
    return Message.of("kernel.grammar.times.many", number=number)


_NUMBERS: dict[str | None, Callable[[Any], str]] = {
    "signed": signed_text,
    "word": lambda number: in_letters(int(number)),
}


def joined(items: Iterable[str], word: str = "and") -> str:
    """List things as a sentence does: ``a, b and c``."""
    *first, last = list(items) or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def with_article(words: str) -> str:
    """Words, or a number, with the article that is spoken before them: a die, an average die, an 8, an 11."""
    number = re.match(r"[0-9]+", words)
    spoken = number[0] in {"11", "18"} or number[0].startswith("8") if number else words[:1].lower() in {*"aeiou"}
    return f"{'an' if spoken else 'a'} {words}"


def is_plural(name: str, plurals: str) -> bool:
    """Whether a name is a plural: its noun is one of these words, or ends as one of those that begin with a hyphen do."""
    words = [word.strip(".,").lower() for word in _OF.split(name.partition(",")[0], maxsplit=1)[0].split()]
    if not words:
        return False
    whole, endings = _plurals(plurals)
    noun = next((word for word in reversed(words) if not word.isdecimal()), words[-1])
    return noun in whole or noun.endswith(endings)


@cache
def _plurals(plurals: str) -> tuple[frozenset[str], tuple[str, ...]]:
    words = plurals.split()
    return frozenset(words), tuple(word[1:] for word in words if word.startswith("-"))


def flatten(tree: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Turn nested tables into dotted paths."""
    flat: dict[str, Any] = {}
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{path}."))
        else:
            flat[path] = value
    return flat


@dataclass(frozen=True)
class Catalogue:
    """All texts of one package in one language."""

    texts: Mapping[str, str]
    quoted: Callable[[str], Fraction] | None = field(default=None, compare=False)  # an entry of the tables in force

    @classmethod
    def parse(cls, *sources: str) -> Self:
        """Read catalogues from TOML; later sources win."""
        texts: dict[str, Any] = {}
        for source in sources:
            texts.update(flatten(tomllib.loads(source)))
        wrong = next((name for name, text in texts.items() if not isinstance(text, str)), None)
        if wrong is not None:
            raise WrongTextError(wrong, texts[wrong])
        return cls(texts)

    def __contains__(self, message_id: str) -> bool:
        """Say whether a text with this id exists."""
        return message_id in self.texts

    def say(self, message: Message, style: Style = PLAIN) -> str:
        """Put a message into words. Where its text is missing, a stand-in made from its id is returned, and the fault is logged."""
        try:
            return self.say_strictly(message, style)
        except MissingTextError as missing:
            if Texts.strict:
                raise
            _LOG.error("No words for %s", missing)
            return self._stand_in(message, style)

    def _stand_in(self, message: Message, style: Style) -> str:
        """What a message is about, where nobody has written it: the last part of its name, and what it was to tell."""
        words = message.id.rpartition(".")[2].replace("_", " ")
        told = joined(self._plain(value, style) for _, value in message.parameters)
        return f"{words} ({told})" if told else words

    def say_strictly(self, message: Message, style: Style = PLAIN) -> str:
        """Put a message into words, or raise ``MissingTextError`` where its text or one of its parameters is missing."""
        template = self.texts.get(message.id)
        if template is None:
            raise MissingTextError(message.id)
        parameters = dict(message.parameters)
        pieces: list[str] = []
        for literal, name, one, many, form in _parsed(template):
            pieces.append(literal)
            if name:
                value = self._quoted(name, message.id) if name.startswith(QUOTES) else parameters.get(name, _MISSING)
                if value is _MISSING:
                    raise MissingTextError(f"{message.id}: parameter {name}")
                pieces.append(self._fill(value, one, many, form, style))
        return "".join(pieces)

    def _quoted(self, name: str, message_id: str) -> Fraction:
        if self.quoted is None:
            raise MissingTextError(f"{message_id}: no tables to read {name} from")
        return self.quoted(name.removeprefix(QUOTES))

    def say_if_any(self, message: Message, style: Style = PLAIN) -> str:
        """Put a message into words, or nothing when the catalogue has no such text."""
        return self.say(message, style) if message.id in self.texts else ""

    def _fill(self, value: Any, one: str | None, many: str | None, form: str | None, style: Style) -> str:
        if one is not None and many is not None:
            return many if self._several(value, style) else one
        if form == "distance":
            return style.distance(value)
        if form == "length":
            return style.number(value)
        if form in _NUMBERS:
            return _NUMBERS[form](value)
        if form == "times":
            return self.say(times_message(value), style)
        if form == "or" and isinstance(value, tuple | list):
            return joined((self._plain(item, style) for item in value), "or")
        text = self._plain(value, style)
        if form == "lower":
            return text[:1].lower() + text[1:]
        if form == "cap":
            return text[:1].upper() + text[1:]
        return with_article(text) if form == "a" else text

    def _several(self, value: Any, style: Style) -> bool:
        """Whether a verb beside it is in the plural: a number other than one, a list of several, a name that is a plural."""
        if isinstance(value, tuple | list):
            return len(value) != 1 or self._several(value[0], style)
        if isinstance(value, Message | Vocabulary | str):
            return is_plural(self._plain(value, style), self.texts.get(PLURALS, "") + self.texts.get(OWN_PLURALS, ""))
        return bool(value != 1)

    def _plain(self, value: Any, style: Style) -> str:
        if isinstance(value, Message):
            return self.say(value, style)
        if isinstance(value, Vocabulary):
            return self.say(value.message, style)
        if isinstance(value, tuple | list):
            return joined(self._plain(item, style) for item in value)
        if isinstance(value, int | Fraction) and not isinstance(value, bool):
            return decimal_text(value)
        return str(value)


class Texts:
    """How missing texts are taken: strictly where they are looked for, by tests and by `sandtable check`; else leniently."""

    strict = bool(os.environ.get("SANDTABLE_STRICT_TEXTS"))

    @classmethod
    @contextmanager
    def strictly(cls) -> Iterator[None]:
        """Raise what is missing, for a while."""
        before, cls.strict = cls.strict, True
        try:
            yield
        finally:
            cls.strict = before


class WrongTextError(TypeError):
    """An entry of a catalogue that is no text."""

    def __init__(self, name: str, value: Any) -> None:
        self.name, self.value = name, value
        super().__init__(f"{name} is no text")


class MissingTextError(LookupError):
    """A text or one of its parameters is missing from a catalogue; the conformance suite finds these."""


def quoted_paths(template: str) -> tuple[str, ...]:
    """The entries of the tables that a text quotes."""
    return tuple(name.removeprefix(QUOTES) for _, name, *_ in _parsed(template) if name.startswith(QUOTES))


@cache
def _parsed(template: str) -> tuple[tuple[str, str, str | None, str | None, str | None], ...]:
    pieces: list[tuple[str, str, str | None, str | None, str | None]] = []
    position = 0
    for match in _FIELD.finditer(template):
        name, one, many, form = match.groups()
        pieces.append((template[position : match.start()], name, one, many, form))
        position = match.end()
    pieces.append((template[position:], "", None, None, None))
    return tuple(pieces)
