"""The part that every call shares: which ruleset, under which options and house rules, told in which measure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sandtable.kernel import registry
from sandtable.kernel.drivers.run import Given
from sandtable.kernel.effects import plain
from sandtable.kernel.messages import Catalogue, Message, Style, Vocabulary
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.requests import folded
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables

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
        for action in self.ruleset.actions:
            if isinstance(name, str) and folded(name) == folded(action.id):
                return action
        raise refuse("action", "kernel.action.unknown", tuple(self.ruleset.by_id), name=str(name))

    def form(self, action: Action, fields: Any) -> Form:
        """Read the fields of an action or refuse them with all their problems."""
        if not isinstance(fields, Mapping):
            raise refuse("fields", "kernel.desk.part", part="fields")
        read = read_form(action, self._by_name(action, fields), self.tables, self.style, self.ruleset.field_names)
        if isinstance(read, Form):
            return read
        raise Refusal(read)

    def _by_name(self, action: Action, fields: Mapping[str, Any]) -> dict[str, Any]:
        """A field may be called by its label as well as by its name."""
        names = {folded(spec.name) for spec in action.fields}
        labels = {folded(self.say(Message(f"field.{spec.name}"))): spec.name for spec in action.fields}
        return {
            labels.get(folded(written), written) if folded(written) not in names else written: value
            for written, value in fields.items()
        }

    def problem(self, problem: Problem) -> dict[str, Any]:
        """A problem as plain data, in words."""
        return {
            "field": problem.field,
            "message": self.say(problem.message),
            "choices": list(problem.choices),
            "rule": problem.rule,
        }


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
    scale, unit = raw.get("scale", 1), raw.get("unit", "in")
    if scale not in (1, 2) or isinstance(scale, bool):
        raise refuse("style.scale", "kernel.desk.part", ("1", "2"), part="scale")
    if unit not in ("in", "cm"):
        raise refuse("style.unit", "kernel.desk.part", ("in", "cm"), part="unit")
    return Style(scale, unit)
