"""The part that every call shares: which ruleset, under which options and house rules, told in which measure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from sandtable.kernel import registry
from sandtable.kernel.amending import amendments
from sandtable.kernel.drivers.run import Given
from sandtable.kernel.effects import plain
from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.messages import CM_PER_INCH, PLAIN, Catalogue, Message, Style, Vocabulary
from sandtable.kernel.numbers import exact_number
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.spelling import folded
from sandtable.kernel.tables import Tables

BAND = re.compile(r"[0-9.]+\s*[-\N{EN DASH}]\s*[0-9.]+")
SCALES = ("1", "2", "1/2")  # as printed, doubled for larger figures, halved for smaller
CM_FOR_INCHES = "cm_for_in"
UNITS = ("in", "cm", CM_FOR_INCHES)  # the last reads a centimetre for every inch, for small figures
LARGEST_HOUSE_FILE = 200_000  # characters; the largest ruleset's tables are a tenth of that


@dataclass(frozen=True)
class Setting:
    """A ruleset with its tables in force, and a voice that tells things in the players' measure."""

    ruleset: Ruleset
    tables: Tables
    style: Style
    house: str
    options: Mapping[str, Any]
    house_name: str = ""  # of the file of house rules, where there is one

    def say(self, message: Message) -> str:
        """Put a message into words."""
        return self._voice.say(message, self.style)

    @cached_property
    def _voice(self) -> Catalogue:
        """The ruleset's texts, quoting the tables in force."""
        return replace(self.ruleset.catalogue, quoted=self.tables.quoted)

    def say_if_any(self, message_id: str, **parameters: Any) -> str:
        """Put a message into words if the catalogue has it."""
        return self._voice.say_if_any(Message.of(message_id, **parameters), self.style)

    def name_of(self, value: Any) -> str:
        """A value of a form or an answer in words."""
        if isinstance(value, bool):
            return self.say(Message("kernel.word.yes" if value else "kernel.word.no"))
        if isinstance(value, Vocabulary):
            return self.say(value.message)
        return str(plain(value))

    def action(self, name: Any) -> Action:
        """The action of that name; spelling is forgiving."""
        for actions in (self.ruleset.actions, self._amendments):
            for action in actions:
                if isinstance(name, str) and folded(name) == folded(action.id):
                    return action
        raise refuse("action", "kernel.action.unknown", tuple(self.ruleset.by_id), name=str(name))

    @cached_property
    def _amendments(self) -> tuple[Action, ...]:
        return amendments(self.ruleset)

    def open_action(self, name: Any) -> Action:
        """The action of that name, if the options in force have it; else a refusal that names the option."""
        action = self.action(name)
        if action.option is not None and not action.open_under(self.tables):
            raise refuse("action", "kernel.action.option_off", option=action.option[0])
        return action

    def form(self, action: Action, fields: Any, *, overrule: bool = False) -> Form:
        """Read the fields of an action or refuse them with all their problems; ``overrule`` lets pass what players may."""
        if not isinstance(fields, Mapping):
            raise refuse("fields", "kernel.desk.part", part="fields")
        named, twice = self._by_name(action, fields)
        read = read_form(action, named, self.tables, self.style, self.ruleset.field_names, overrule=overrule)
        if isinstance(read, Form) and not twice:
            return read
        raise Refusal([*twice, *(() if isinstance(read, Form) else read)])

    def with_shown_bands(self, action: Action, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Typed fields in which bands of distances are marked as those that people see, whatever the tables call them."""
        bands = {folded(spec.name) for spec in _with_cards(action.fields) if spec.kind == "distance" and spec.bands}
        return {
            name: _as_shown(value, self.style) if folded(name.rpartition(".")[2]) in bands else value
            for name, value in fields.items()
        }

    def on_tape(self, fields: Mapping[str, Any], action: Action | None = None) -> dict[str, Any]:
        """Fields of a record or of the books with all distances in the players' own measure."""
        return _on_tape(fields, self._lengths if action is None else _lengths((action,)), self.style)

    @cached_property
    def _lengths(self) -> frozenset[str]:
        return _lengths(self.ruleset.actions)

    def _by_name(self, action: Action, fields: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
        """Fields by their names, those of a group's cards too, whether called so or by their labels; and what was said twice."""
        own = _Names(action.fields, self.say)
        groups = {folded(spec.name): _Names(specs_of(spec.group), self.say) for spec in action.fields if spec.group}
        named: dict[str, Any] = {}
        twice: list[Problem] = []
        for written, value in fields.items():
            place, _, inner = written.rpartition(".")
            card = groups.get(folded(written.partition(".")[0])) if place else None
            name = f"{place}.{card.name_of(inner)}" if card else own.name_of(written)
            if name in named:
                twice.append(Problem(written, Message.of("kernel.form.twice", name=written)))
            elif isinstance(value, list) and (cards := groups.get(folded(name))):
                named[name] = [_named_card(cards, one, f"{name}.{at}", twice) for at, one in enumerate(value, start=1)]
            else:
                named[name] = value
        return named, twice


@dataclass(frozen=True)
class _Names:
    """The fields of a form, or of a card, by what people call them; very many names are looked up as cheaply as one."""

    specs: tuple[FieldSpec, ...]
    say: Callable[[Message], str]

    @cached_property
    def _spelled(self) -> frozenset[str]:
        return frozenset(folded(spec.name) for spec in self.specs)

    @cached_property
    def _labelled(self) -> Mapping[str, str]:
        """Names by labels; of two fields with one label the first is meant."""
        return {folded(self.say(Message(f"field.{spec.name}"))): spec.name for spec in reversed(self.specs)}

    def name_of(self, written: Any) -> str:
        """The name of the field with this label; what is no label stays as it was written."""
        said = str(written)
        return said if folded(said) in self._spelled else self._labelled.get(folded(said), said)


def _named_card(names: _Names, card: Any, place: str, twice: list[Problem]) -> Any:
    """A card with its fields by their names. What is said twice in it is added to those problems."""
    if not isinstance(card, Mapping):
        return card
    named: dict[str, Any] = {}
    for written, value in card.items():
        name = names.name_of(written)
        if name in named:
            twice.append(Problem(f"{place}.{written}", Message.of("kernel.form.twice", name=str(written))))
        named.setdefault(name, value)
    return named


def _lengths(actions: Iterable[Action]) -> frozenset[str]:
    """The names of all fields that are distances."""
    return frozenset(spec.name for action in actions for spec in _with_cards(action.fields) if spec.kind == "distance")


def _with_cards(specs: Iterable[FieldSpec]) -> Iterator[FieldSpec]:
    """Fields, and those of the cards of groups."""
    for spec in specs:
        yield spec
        yield from specs_of(spec.group) if spec.group is not None else ()


def _as_shown(value: Any, style: Style) -> Any:
    """A band with its unit, so that it is read as it is shown."""
    bare = isinstance(value, str) and BAND.fullmatch(value.strip())
    return f"{value.strip()} {style.unit}" if bare and style != PLAIN else value


def _on_tape(fields: Mapping[str, Any], lengths: Collection[str], style: Style) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, value in fields.items():
        length = exact_number(value) if name.rpartition(".")[2] in lengths and isinstance(value, str) else None
        if isinstance(value, list | tuple):
            told[name] = [_on_tape(card, lengths, style) if isinstance(card, Mapping) else card for card in value]
        else:
            told[name] = value if length is None else tape_text(style, length)
    return told


def tape_text(style: Style, inches: Fraction) -> str:
    """A length of the rulebook as it is read off the players' tape, exactly."""
    length = style.on_tape(inches)
    return str(float(length)) if length.denominator != 1 else str(length.numerator)


def read_setting(body: Mapping[str, Any]) -> Setting:
    """Read the shared part of a call."""
    options, house = body.get("options") or {}, body.get("house") or ""
    if not isinstance(options, Mapping):
        raise refuse("options", "kernel.desk.part", part="options")
    if not isinstance(house, str) or len(house) > LARGEST_HOUSE_FILE:
        raise refuse("house", "kernel.desk.part", part="house")
    ruleset = registry.ruleset(_text(body, "ruleset"))
    file_name = str(body.get("house_name") or "")
    tables = ruleset.tables(options, house, file_name or "house rules")
    return Setting(ruleset, tables, _style(body.get("style") or {}), house, options, file_name)


def unworkable_house_rules(setting: Setting) -> Refusal:
    """The refusal of house rules that fit the tables one by one, but with which a rule cannot be played."""
    return refuse("house", "kernel.house.unworkable", paths=tuple(setting.tables.overridden))


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """The text as a sentence: a capital first letter, and an end where it has none."""
    return capital(text) if text.endswith((".", "!", "?")) or not text else f"{capital(text)}."


def read_answers(raw: Any) -> dict[str, Given]:
    """Read the answers so far: a list of key and value, or an object."""
    if raw is None:
        return {}
    if isinstance(raw, Mapping):
        return {str(key): Given(value) for key, value in raw.items()}
    if not isinstance(raw, list):
        raise refuse("answers", "kernel.desk.part", part="answers")
    answers: dict[str, Given] = {}
    for answer in raw:
        if not isinstance(answer, Mapping) or not isinstance(answer.get("key"), str) or "value" not in answer:
            raise refuse("answers", "kernel.record.answer")
        answers[answer["key"]] = Given(answer["value"], str(answer.get("by", "person")))
    return answers


def _text(body: Mapping[str, Any], part: str) -> str:
    value = body.get(part)
    if not isinstance(value, str):
        raise refuse(part, "kernel.desk.part", part=part)
    return value


def _style(raw: Any) -> Style:
    if not isinstance(raw, Mapping):
        raise refuse("style", "kernel.desk.part", part="style")
    scale, unit = exact_number(raw.get("scale", 1)), raw.get("unit", "in")
    if scale is None or str(scale) not in SCALES:
        raise refuse("style.scale", "kernel.desk.part", SCALES, part="scale")
    if unit not in UNITS:
        raise refuse("style.unit", "kernel.desk.part", UNITS, part="unit")
    if unit == CM_FOR_INCHES:
        return Style(scale / CM_PER_INCH, "cm")
    return Style(int(scale) if scale.denominator == 1 else scale, unit)
