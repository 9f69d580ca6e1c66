"""The part that every call shares: which ruleset, under which options and house rules, told in which measure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
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
from sandtable.kernel.problem import Refusal, refuse
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
        named = self._by_name(action, fields)
        read = read_form(action, named, self.tables, self.style, self.ruleset.field_names, overrule=overrule)
        if isinstance(read, Form):
            return read
        raise Refusal(read)

    def typed(self, action: Action, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Fields as people type them: a band of distances is the one that is shown, whatever the tables call it."""
        bands = {folded(spec.name) for spec in _with_cards(action.fields) if spec.kind == "distance" and spec.bands}
        return {
            name: _as_shown(value, self.style) if folded(name.rpartition(".")[2]) in bands else value
            for name, value in fields.items()
        }

    def on_tape(self, fields: Mapping[str, Any], action: Action | None = None) -> dict[str, Any]:
        """Fields of a record or of the books as the players would type them: distances by their own tape."""
        return _on_tape(fields, self._lengths if action is None else _lengths((action,)), self.style)

    @cached_property
    def _lengths(self) -> frozenset[str]:
        return _lengths(self.ruleset.actions)

    def _by_name(self, action: Action, fields: Mapping[str, Any]) -> dict[str, Any]:
        """A field may be called by its label as well as by its name, those of a group's cards too."""
        groups = {folded(spec.name): specs_of(spec.group) for spec in action.fields if spec.group is not None}
        named: dict[str, Any] = {}
        for written, value in fields.items():
            place, _, inner = written.rpartition(".")
            cards = groups.get(folded(written.partition(".")[0]), ())
            if place and cards:
                named[f"{place}.{self._name_of(cards, inner)}"] = value
            elif isinstance(value, list) and (cards := groups.get(folded(self._name_of(action.fields, written)), ())):
                named[self._name_of(action.fields, written)] = [self._named_card(cards, card) for card in value]
            else:
                named[self._name_of(action.fields, written)] = value
        return named

    def _named_card(self, specs: tuple[FieldSpec, ...], card: Any) -> Any:
        if not isinstance(card, Mapping):
            return card
        return {self._name_of(specs, written): value for written, value in card.items()}

    def _name_of(self, specs: tuple[FieldSpec, ...], written: Any) -> str:
        own = folded(str(written))
        if any(own == folded(spec.name) for spec in specs):
            return str(written)
        said = (spec.name for spec in specs if own == folded(self.say(Message(f"field.{spec.name}"))))
        return next(said, str(written))


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
    file_name = str(body.get("house_name") or "house rules")
    return Setting(ruleset, ruleset.tables(options, house, file_name), _style(body.get("style") or {}), house, options)


def unworkable(setting: Setting) -> Refusal:
    """The refusal of house rules that fit the tables one by one, and with which no rule can be played all the same."""
    return refuse("house", "kernel.house.unworkable", paths=tuple(setting.tables.overridden))


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def given_answers(raw: Any) -> dict[str, Given]:
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
