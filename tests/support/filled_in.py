"""Logs with what the books know after them: of a unit that is tapped, of one that something is done to, of a form that is opened.

A file has logs; a log has steps (``do`` an action with these fields, dice and options) and ``fills``: whom a tap on the roster names (``actor`` or
``target``) or which ``form`` is opened, the ``field`` that is filled in, its ``value``, and ``in`` which action it counts: the form without it is
refused for something else, or its verdict and its odds are others. ``and`` is whoever is tapped in the other role, ``card`` the list on whose first
card he stands, ``with`` what is told beside ("" leaves a field open), ``dice`` the answers that are given. ``usual`` says that the form would have
this value by itself. A step may tap units as well (``actor``, ``target``), or take what the books have for its form (``opened``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from sandtable.kernel import registry
from sandtable.kernel.effects import plain
from sandtable.kernel.form import specs_of
from sandtable.kernel.ruleset import Action
from sandtable.umpire import desk
from sandtable.umpire.examples import example
from sandtable.umpire.setting import read_setting

Fields = Mapping[str, Any]
ROLES = ("actor", "target")
FORM = "form"
SEEDS = ("a", "b", "c", "d")  # what is filled in may count for some faces only
# What a reply says of the form itself, and not of what comes of it.
OF_THE_FORM = ("record", "left_out", "situation", "throws", "ledger")


@dataclass(frozen=True)
class Books:
    """What the books of a game say after a log."""

    ruleset: str
    steps: tuple[Fields, ...]
    options: Fields = field(default_factory=dict)
    house: str = ""

    @cached_property
    def entries(self) -> list[dict[str, Any]]:
        """The log as it is kept."""
        entries: list[dict[str, Any]] = []
        for number, step in enumerate(self.steps, start=1):
            meta = {"id": str(number), **({"side": step["side"]} if "side" in step else {})}
            fields = {**self._tapped(step, entries), **step.get("fields", {})}
            answers = [{"key": key, "value": value} for key, value in step.get("answers", {}).items()]
            about = {"answers": answers, "seed": "log", "throws": number, "meta": meta, "assume": True}
            reply = self.asked("resolve", step["do"], fields, **about)
            assert reply["status"] == "ok", f"step {number}: {reply}"
            entries.append({"record": reply["record"], "voided": False})
        return entries

    def _tapped(self, step: Fields, entries: list[dict[str, Any]]) -> Fields:
        """What the books so far fill in for those whom a step taps, and into the form that it opens."""
        if not any(role in step for role in (*ROLES, "opened")):
            return {}
        before = Books(self.ruleset, (), self.options, self.house)
        before.__dict__["entries"] = entries
        known = {
            name: value
            for role in reversed(ROLES)
            if role in step
            for name, value in before.of(role, step[role]).items()
        }
        opened: dict[str, Any] = before.told["prefill"].get(step["do"], {})
        return {**opened, **self._taken(action_of(self.ruleset, step["do"]), known)}

    @cached_property
    def told(self) -> dict[str, Any]:
        """The desk's answer on the whole log."""
        books = self._call("ledger", entries=self.entries)
        assert books["status"] == "ok", books
        return books

    def asked(self, call: str, action: str, fields: Fields, **more: Any) -> dict[str, Any]:
        """The desk's answer about an action."""
        return self._call(call, action=action, fields=fields, **more)

    def _call(self, call: str, **about: Any) -> dict[str, Any]:
        setting = {"ruleset": self.ruleset, "options": self.options, "house": self.house}
        told: dict[str, Any] = desk.call(call, setting | about)
        return told

    @cached_property
    def listed(self) -> dict[str, dict[str, Any]]:
        """Who and what a tap may name, with what it fills in by role."""
        units = (*self.told["roster"], *self.told["hidden_units"])
        return {unit["id"]: unit["fields_as"] for unit in units}

    def of(self, role: str, who: str) -> Fields:
        """What is filled in for somebody in a role, or in a form that is opened; the lines of its lists by name."""
        if role == FORM:
            return flat(self.told["prefill"].get(who, {}))
        known: Fields = self.listed[who][role]
        return known

    @cached_property
    def everything(self) -> dict[str, list[tuple[str, Any]]]:
        """All that the books fill in: by role and field, or by form and field, of whom and what."""
        found: dict[str, list[tuple[str, Any]]] = {}
        for who in self.listed:
            for role in ROLES:
                for name, value in self.of(role, who).items():
                    found.setdefault(f"{role}.{name}", []).append((who, value))
        for form in self.told["prefill"]:
            for name, value in self.of(FORM, form).items():
                found.setdefault(unnumbered(f"{FORM} {form}.{name}"), []).append((form, (name, value)))
        return found

    # ---- Whether it counts ------------------------------------------------------------------------------------------------

    def counts(self, fill: Fields) -> bool:
        """Whether an action comes to something else without what is filled in."""
        whole, without = self.forms(fill)
        dice: Fields = fill.get("dice", {})
        return whole != without and any(
            self.outcome(fill["in"], whole, seed, dice) != self.outcome(fill["in"], without, seed, dice)
            for seed in (*SEEDS, "")
        )

    def says_the_usual(self, fill: Fields) -> bool:
        """Whether what is filled in is what the form would have by itself."""
        outer, _, inner = unnumbered(fill["field"]).partition(".")
        specs = {spec.name: spec for spec in action_of(self.ruleset, fill[FORM]).fields}
        group = specs[outer].group
        spec = next(part for part in specs_of(group) if part.name == inner) if group else specs[outer]
        return bool(plain(spec.usual) == fill["value"])

    def forms(self, fill: Fields) -> tuple[Fields, Fields]:
        """The form with all that the books know of it, and the same without one field."""
        role = next(one for one in (*ROLES, FORM) if one in fill)
        beside: Fields = fill.get("with", {})
        action, name = action_of(self.ruleset, fill["in"]), fill["field"]
        begun = dict(begin(self.ruleset, tuple(sorted(self.options.items())), fill["in"]))
        if role == FORM:
            known = self.of(FORM, fill[FORM])
            groups = {own.partition(".")[0] for own in known if "." in own}
            begun = {own: value for own, value in begun.items() if own.partition(".")[0] not in groups}
            whole = {**begun, **known, **beside}
        else:
            other = {"actor": "target", "target": "actor"}[role]
            known = dict(self.of(other, fill["and"])) if "and" in fill else {}
            told = self._taken(action, {**known, **self.of(role, fill[role])}, fill.get("card", ""))
            whole = {**begun, **told, **beside}
        missing = [own for own in whole if own == name or ("." in own and own.rpartition(".")[2] == name)]
        if role == FORM:
            missing = [name]
        whole = {own: value for own, value in whole.items() if value != ""}  # left open
        return whole, {own: value for own, value in whole.items() if own not in missing}

    def _taken(self, action: Action, known: Fields, group: str = "") -> dict[str, Any]:
        """What a form takes of what is known of somebody: its fields, and those of its first cards, or of one list's first card."""
        taken: dict[str, Any] = {}
        for spec in action.fields:
            if spec.group is None and spec.name in known:
                taken[spec.name] = known[spec.name]
            elif spec.group is not None and group in ("", spec.name):
                parts = [part.name for part in specs_of(spec.group) if part.name in known]
                taken |= {f"{spec.name}.1.{part}": known[part] for part in parts}
        return taken

    def outcome(self, action: str, fields: Fields, seed: str, dice: Fields) -> Any:
        """What comes of a form: what is wrong with it, a verdict with dice of this seed, or without a seed the odds."""
        answers = [{"key": key, "value": value} for key, value in dice.items()]
        about: Fields = {"seed": seed, "assume": True, "answers": answers} if seed else {"outcomes": False}
        told = self.asked("resolve" if seed else "odds", action, fields, **about)
        if told["status"] == "problems":
            return sorted((each["field"], each.get("rule") or "", each["message"]) for each in told["problems"])
        return {name: value for name, value in told.items() if name not in OF_THE_FORM}


def flat(fields: Fields) -> dict[str, Any]:
    """Fields with those of cards and lines by name: ``armies.1.killed``."""
    found: dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, list):
            for number, line in enumerate(value, start=1):
                found |= {f"{name}.{number}.{part}": told for part, told in line.items()}
        else:
            found[name] = value
    return found


def unnumbered(name: str) -> str:
    """The name of a field of any line: ``form score.armies.killed``."""
    return ".".join(part for part in name.split(".") if not part.isdecimal())


def action_of(ruleset: str, action: str) -> Action:
    """An action of a ruleset."""
    found: Action = registry.ruleset(ruleset).by_id[action]
    return found


@cache
def begin(ruleset: str, options: tuple[tuple[str, Any], ...], action: str) -> Fields:
    """A form that will do before the books have said anything."""
    setting = read_setting({"ruleset": ruleset, "options": dict(options)})
    return example(setting, action_of(ruleset, action), {})


def logs_of(path: Path) -> Iterator[dict[str, Any]]:
    """The logs of a file."""
    yield from tomllib.loads(path.read_text(encoding="utf-8"))["log"]


def key_of(fill: Fields) -> str:
    """Which field of which role or form this is about."""
    if FORM in fill:
        return unnumbered(f"{FORM} {fill[FORM]}.{fill['field']}")
    role = next(role for role in ROLES if role in fill)
    return f"{role}.{fill['field']}"


__all__ = ["Books", "flat", "key_of", "logs_of"]
