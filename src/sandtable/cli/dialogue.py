"""Filling in a form by questions and answers: the reader says what it misses, one field is asked at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from sandtable.cli import problems, texts
from sandtable.cli.actions import accepts, plain_value
from sandtable.cli.ask import LEAVING, read_line
from sandtable.cli.case import flattened
from sandtable.cli.screen import show
from sandtable.kernel.effects import plain
from sandtable.kernel.form import FieldSpec, Section, specs_of
from sandtable.kernel.ledger import known_as
from sandtable.kernel.numbers import truth
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form, open_under
from sandtable.kernel.ruleset import Action
from sandtable.kernel.spelling import folded
from sandtable.umpire import form_views, roster_views
from sandtable.umpire.description import describe_field
from sandtable.umpire.setting import Setting

BACK = "back"
SECTIONS = (Section.ALL, Section.ACTOR, Section.ACTION, Section.TARGET, Section.QUESTION, Section.CIRCUMSTANCE)


class Leave(Exception):  # noqa: N818 - not an error: somebody goes back to the menu
    """The user goes back."""


class NobodyThere(Exception):  # noqa: N818 - not an error: the input has ended
    """The input has ended."""


def line_from(prompt: str) -> str:
    """A line that was typed; ``back`` leaves, ``quit`` and the end of the input end everything."""
    line = read_line(prompt)
    if line is None or folded(line) in LEAVING:
        raise NobodyThere
    if folded(line) == BACK:
        raise Leave
    return line


@dataclass
class Dialogue:
    """A form being filled in. ``known`` are values to offer: what was said before, what the books know, the commonest case."""

    setting: Setting
    action: Action
    known: Mapping[str, Any]
    roster: Sequence[roster_views.RosterUnit] = ()
    look_up: Callable[[str], bool] = lambda _: False  # carries out a command that changes nothing, if a line is one
    fields: dict[str, Any] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)  # groups to which nobody is added any more
    typed: set[str] = field(default_factory=set)  # names of fields that somebody set, folded

    def whole(self) -> Form:
        """Ask until the form is whole."""
        while True:
            try:
                form = self.setting.form(self.action, self.fields)
            except Refusal as refusal:
                self._ask_for(min(refusal.problems, key=self._place))
            else:
                if not self._one_more():
                    return form

    def _place(self, problem: Problem) -> int:
        """Who acts comes before what he does, and to whom."""
        spec = self._spec(problem.field.partition(".")[0])
        return SECTIONS.index(spec.section) if spec else -1

    def _ask_for(self, problem: Problem) -> None:
        spec = self._spec(problem.field)
        if spec is None:
            show(Text(problems.lines([problems.in_words(problem)]).rstrip(), "red"))
            raise Leave
        if spec.group is not None:
            self._ask_for_member(spec, self._members(spec) + 1)
            return
        if problem.field in self.fields:
            show(Text(problems.words(problem.message), "red"))
        self._ask(problem.field, spec)

    def _one_more(self) -> bool:
        """Whether another unit of a group is entered."""
        for spec in self.action.fields:
            number = self._members(spec)
            if (
                spec.group is None
                or not 0 < number < spec.under(self.setting.tables).highest
                or spec.name in self.closed
            ):
                continue
            label = self.setting.say_if_any(f"field.{spec.name}") or spec.name
            if truth(line_from(texts.say("cli.play.another", label=label))):
                self._ask_for_member(spec, number + 1)
                return True
            self.closed.add(spec.name)
        return False

    def _ask_for_member(self, group: FieldSpec, number: int) -> None:
        """Begin another unit of a group with what it cannot do without; the reader then asks for the rest."""
        specs = specs_of(group.group) if group.group else ()
        needed = [spec for spec in specs if spec.usual is None and not spec.optional and spec.needed is None]
        first = (needed or list(specs))[0]
        name = f"{group.name}.{number}.{first.name}"
        self._ask(name, first)
        self.fields.setdefault(name, "")  # the unit is there, even if nothing is said of it

    def _members(self, spec: FieldSpec) -> int:
        return len({name.split(".")[1] for name in self.fields if name.startswith(f"{spec.name}.")})

    def _spec(self, name: str) -> FieldSpec | None:
        parts = name.split(".")
        spec = next((one for one in self.action.fields if one.name == parts[0]), None)
        if spec is None or spec.group is None or len(parts) == 1:
            return spec
        return next((one for one in specs_of(spec.group) if one.name == parts[-1]), None)

    def _ask(self, name: str, spec: FieldSpec) -> None:
        """Ask for one field; Enter takes the value offered, and leaves the action where what is known has been refused."""
        described = describe_field(self.setting, spec)
        if described.help:
            show(Text(described.help, "dim"))
        offered = None if name in self.fields else self._offer(name, spec)
        choices = described.choices if spec.kind in {"choice", "distance"} else ()
        numbered = spec.kind == "choice"  # a number typed for a distance is a distance
        listed = [
            Text.assemble((f"{number} " if numbered else "", "dim"), choice.label)
            for number, choice in enumerate(choices, start=1)
        ]
        if listed:
            show(Columns(listed, padding=(0, 3)))
        enter = f" [{_offered(offered, choices)}]" if offered is not None else ""
        line = line_from(f"{described.label}{_limits(described)}{enter}: ")
        while spec.kind != "text" and self.look_up(line):  # a unit may be called anything
            line = line_from(f"{described.label}{_limits(described)}{enter}: ")
        if not line and name in self.fields:  # what the books know is not wiped out by pressing on
            raise Leave
        picked = self.setting.with_shown_bands(self.action, {name: line})[name] if spec.kind == "distance" else ""
        self.set_field(name, (picked or _picked(line, choices, numbered=numbered)) if line else offered)

    def _offer(self, name: str, spec: FieldSpec) -> Any:
        """What is known of a field, unless this form refuses it: another form may have other choices and limits."""
        known = self.known.get(name, self.known.get(spec.name))
        if known is None:
            return None
        try:
            self.setting.form(self.action, {**self.fields, name: known})
        except Refusal as refusal:
            return None if any(folded(problem.field) == folded(name) for problem in refusal.problems) else known
        return known

    def unusual(self, form: Form) -> list[str]:
        """The fields of a form that are not as usual, as they would be typed."""
        specs = [spec.under(self.setting.tables) for spec in self.action.fields]
        usual = {spec.name: plain(spec.usual) for spec in specs}
        for spec in specs:
            for inner in specs_of(spec.group) if spec.group else ():
                as_usual = plain(inner.under(self.setting.tables).usual)
                usual |= {f"{spec.name}.{place}.{inner.name}": as_usual for place in range(1, spec.highest + 1)}
        fields = flattened(self.setting.on_tape(form.fields, self.action))
        return [f"{name}={plain_value(value)}" for name, value in fields.items() if value != usual.get(name)]

    def overview(self, form: Form) -> Table:
        """Every field with its value and what it accepts."""
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        values = flattened(self.setting.on_tape(form.fields, self.action))
        for spec in self.action.fields:
            if spec.group is None and open_under(spec, self.setting.tables):
                value = plain_value(values[spec.name]) if spec.name in values else ""
                table.add_row(spec.name, Text(value, "bold"), Text(accepts(describe_field(self.setting, spec)), "dim"))
        for name, value in values.items():
            if "." in name:
                table.add_row(name, Text(plain_value(value), "bold"), "")
        return table

    def fill(self, known: Mapping[str, Any], given: Mapping[str, Any]) -> None:
        """Take from the books what nobody would be asked for; a list of which a member is typed is typed whole."""
        typed = {name.partition(".")[0] for name in given}
        for spec in self.action.fields:
            unasked = spec.group is not None or spec.optional or spec.usual is not None
            if unasked and known.get(spec.name, []) != [] and spec.name not in typed:
                self.fields.update(flattened({spec.name: known[spec.name]}))

    def set_fields(self, given: Mapping[str, Any]) -> None:
        """Set fields that were typed together: names of units first, so that what else was typed of them wins over the roster."""
        for name, value in sorted(given.items(), key=lambda item: self._unit_named(*item) is None):
            self.set_field(name, value)

    def set_field(self, name: str, value: Any) -> None:
        """Set a field. The name of a unit in the roster also fills in what the roster knows of it; in a group, on the unit's own card."""
        if value is None:
            self.fields.pop(name, None)
            return
        self.typed.add(folded(name))
        self.fields[name] = value
        known = self._unit_named(name, value)
        if known is None:
            return
        place = name.rpartition(".")[0]
        for field_name, told in known.items():
            whole = f"{place}.{field_name}" if place else field_name
            if self._spec(whole) is not None:
                self.fields[whole] = told

    def _unit_named(self, name: str, value: Any) -> Mapping[str, Any] | None:
        """What the roster fills in for the unit that this field names, if it names one; what a card asks of it as of a target as well."""
        place, _, own = name.rpartition(".")
        unit = self._unit(value) if isinstance(value, str) and (not place or self._is_of(name)) else None
        if unit is None:
            return None
        for known in (unit.fields_as.actor, unit.fields_as.target):
            if known.get(own) == unit.name:
                return known
        return {**unit.fields_as.target, **unit.fields_as.actor, own: unit.name} if place else None

    def _is_of(self, name: str) -> bool:
        """Whether this field of a card says of whom the card is: its first text does, others name those whom he goes at."""
        spec, group = self._spec(name), self._spec(name.partition(".")[0])
        texts = (part for part in specs_of(group.group) if part.kind == "text") if group and group.group else iter(())
        return spec is not None and next(texts, None) is spec

    def _unit(self, name: str) -> roster_views.RosterUnit | None:
        own = known_as(name, (unit.name for unit in self.roster))
        return next((unit for unit in self.roster if unit.name == own), None)


def _offered(value: Any, choices: Sequence[form_views.Choice]) -> str:
    return next((choice.label for choice in choices if choice.value == value), plain_value(value))


def _limits(described: form_views.FormField) -> str:
    if described.kind == "choice":
        return ""
    if described.kind == "distance":
        unit = texts.say(f"cli.unit.{described.unit}")
        return f" ({texts.say('cli.play.bands' if described.choices else 'cli.play.distance', unit=unit)})"
    return f" ({accepts(described)})"


def _picked(line: str, choices: Sequence[form_views.Choice], *, numbered: bool) -> str:
    """A choice by its number, by its name, or by the beginning of its name."""
    values = [str(choice.value) for choice in choices]
    for value, choice in zip(values, choices, strict=True):
        if folded(line) in {folded(value), folded(choice.label)}:
            return value
    if line.isdecimal():
        return values[int(line) - 1] if numbered and 1 <= int(line) <= len(values) else line
    begun = [value for value, choice in zip(values, choices, strict=True) if begins(line, value, choice.label)]
    return begun[0] if len(begun) == 1 else line


def begins(line: str, *names: str) -> bool:
    """Whether what was typed begins a name, or each of its words begins one: ``reg cav`` is Regular Cavalry."""
    words = line.lower().split()
    for name in names:
        parts = name.lower().replace("/", " ").split()
        if folded(name).startswith(folded(line)) or (
            words and len(words) <= len(parts) and all(map(str.startswith, parts, words))
        ):
            return True
    return False
