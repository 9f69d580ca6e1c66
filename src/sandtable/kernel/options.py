"""Named switches of a ruleset: the readings a club may choose between."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sandtable.kernel.flaw import flaw
from sandtable.kernel.messages import Message
from sandtable.kernel.numbers import exact_number, truth
from sandtable.kernel.problem import Problem
from sandtable.kernel.spelling import folded

OptionValue = bool | int | str
OptionKind = Literal["yes_no", "choice", "number"]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One switch: its default, what else it may be, and the rule that speaks of it."""

    name: str
    default: OptionValue
    choices: tuple[str, ...] = ()
    lowest: int = 0
    highest: int = 0
    rule: str | None = None
    exact: bool = False  # the choices are suggestions; any fraction between the limits will do
    table_only: bool = False  # matters on the digital table, not to the umpire

    @property
    def kind(self) -> OptionKind:
        """``yes_no``, ``choice`` or ``number``."""
        if isinstance(self.default, bool):
            return "yes_no"
        return "choice" if self.choices else "number"

    def read(self, value: Any, where: str) -> OptionValue | Problem:
        """Read a value for this switch, or say what would be right."""
        if self.kind == "yes_no":
            settled = truth(value)
            if settled is not None:
                return settled
            return Problem(
                where, Message.of("kernel.option.yes_no", name=self.name, value=str(value)), ("on", "off"), self.rule
            )
        if self.kind == "choice":
            for choice in self.choices:
                if choice == str(value) or (not self.exact and folded(choice) == folded(str(value))):
                    return choice
            if self.exact and (fraction := self._fraction(value)) is not None:
                return fraction
            return Problem(
                where, Message.of("kernel.option.choice", name=self.name, value=str(value)), self.choices, self.rule
            )
        try:
            number = int(str(value))
        except ValueError:
            number = self.lowest - 1
        if self.lowest <= number <= self.highest:
            return number
        limits = {"lowest": self.lowest, "highest": self.highest}
        return Problem(
            where, Message.of("kernel.option.number", name=self.name, value=str(value), **limits), (), self.rule
        )

    def _fraction(self, value: Any) -> str | None:
        fraction = exact_number(value)
        return str(fraction) if fraction is not None and self.lowest <= fraction <= self.highest else None


def parse_options(source: str) -> dict[str, OptionSpec]:
    """Read a ruleset's options from TOML: one table per option, its name quoted."""
    specs: dict[str, OptionSpec] = {}
    for name, entry in tomllib.loads(source).items():
        _check_entry(name, entry)
        specs[name] = OptionSpec(
            name=name,
            default=entry["default"],
            choices=tuple(entry.get("choices", ())),
            lowest=entry.get("min", 0),
            highest=entry.get("max", 0),
            rule=entry.get("rule"),
            exact=entry.get("exact", False),
            table_only=entry.get("table_only", False),
        )
    return specs


_WANTED: Mapping[str, tuple[type, str]] = {
    "choices": (list, "a list of words"),
    "min": (int, "a whole number"),
    "max": (int, "a whole number"),
    "rule": (str, "the id of a rule"),
    "exact": (bool, "true or false"),
    "table_only": (bool, "true or false"),
}


def _check_entry(name: str, entry: Any) -> None:
    """Refuse an option whose table lacks its default or has a value of the wrong kind."""
    if not isinstance(entry, Mapping):
        raise flaw(
            name, "kernel.flaw.kind", value=str(entry), wanted="a table of its own for each option, with its default"
        )
    if "default" not in entry:
        raise flaw(f"{name}.default", "kernel.flaw.missing", wanted="what the option is while nobody has set it")
    for key, (kind, wanted) in _WANTED.items():
        value = entry.get(key)
        if value is not None and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
            raise flaw(f"{name}.{key}", "kernel.flaw.kind", value=str(value), wanted=wanted)
    default, choices = entry["default"], entry.get("choices", ())
    if not isinstance(default, bool | int | str):
        raise flaw(
            f"{name}.default", "kernel.flaw.kind", value=str(default), wanted="yes or no, a whole number or a word"
        )
    if not all(isinstance(choice, str) for choice in choices):
        raise flaw(f"{name}.choices", "kernel.flaw.kind", value=str(choices), wanted="a list of words")
    if isinstance(default, str) and not choices:
        raise flaw(f"{name}.choices", "kernel.flaw.missing", wanted="the words to choose from")


def read_options(
    specs: Mapping[str, OptionSpec], chosen: Mapping[str, Any]
) -> tuple[dict[str, OptionValue], list[Problem]]:
    """Settle every option: as chosen, else as the default; with all problems at once."""
    settled = {name: spec.default for name, spec in specs.items()}
    problems: list[Problem] = []
    by_folded_name = {folded(name): name for name in specs}
    for written, value in chosen.items():
        name = by_folded_name.get(folded(written))
        if name is None:
            problems.append(
                Problem(f"option {written}", Message.of("kernel.option.unknown", name=written), tuple(specs))
            )
            continue
        read = specs[name].read(value, f"option {name}")
        if isinstance(read, Problem):
            problems.append(read)
        else:
            settled[name] = read
    return settled, problems
