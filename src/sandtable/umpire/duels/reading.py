"""Reading a duel: what somebody asks for, every value of it read by the umpire's own forms, or refused in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import plain_field, read_field
from sandtable.umpire.duels.deeds import is_answer
from sandtable.umpire.duels.duel import MOST_ROUNDS, ROUNDS, Duel, Until
from sandtable.umpire.duels.entrants import (
    Description,
    books_with,
    check_roster,
    field_called,
    fields_named,
    read_entrant,
)
from sandtable.umpire.duels.script import Script, Step, read_script, usual_script
from sandtable.umpire.setting import Setting

MOST_VALUES = 50  # of a field that changes from round to round
LETTERS = "ABCDEFGH"
HALF_LEFT = "half"  # no more than half of it is left
GONE = "gone"  # what ends a duel in any case


def read_duel(
    setting: Setting,
    units: Mapping[str, Description],
    *,
    script: str = "",
    fields: Mapping[str, Any] | None = None,
    until: Sequence[str] | None = None,
    rounds: int = ROUNDS,
) -> Duel:
    """A duel as somebody asks for it: units by their letters, the first against the others where nothing else is said."""
    check_roster(setting)
    letters = tuple(units)
    if not 2 <= len(letters) <= len(LETTERS) or any(one not in LETTERS for one in letters):  # noqa: PLR2004 - a duel
        raise refuse("units", "kernel.duel.letters", tuple(LETTERS))
    if not 1 <= rounds <= MOST_ROUNDS:
        raise refuse("rounds", "kernel.duel.rounds", most=MOST_ROUNDS)
    read = read_script(setting, script, letters) if script.strip() else usual_script(setting, letters)
    actions = [setting.ruleset.by_id[name] for step in read.steps for name in step.actions]
    sides = [side.id for side in setting.ruleset.sides]
    entrants = tuple(
        read_entrant(setting, label, told, sides[min(number, 1)], actions)
        for number, (label, told) in enumerate(units.items())
    )
    books = books_with(setting, entrants)
    kept = {
        name
        for one in entrants
        for known in (
            books.on_roster(books.units[one.label]).as_actor,
            books.on_roster(books.units[one.label]).as_target,
        )
        for name in known
    }
    common = _read_fields(setting, fields or {}, fields_named(actions), kept)
    own = Script(tuple(tuple(_with_fields(setting, step) for step in one) for one in read.rounds), read.again)
    usual = setting.ruleset.duel.beaten
    beaten = usual(setting.tables) if until is None and usual else until or ()
    ends = tuple(_until(setting, one, kept) for one in beaten if one != GONE)
    return Duel(setting, entrants, own, common, ends, rounds)


def by_letter(units: Mapping[str, str], fields: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Units in words with what the fields say of one of them (``B.cover``), and the fields that are for all."""
    told, common = dict(units), dict[str, str]()
    for name, value in fields.items():
        letter, dot, own = name.partition(".")
        if dot and letter.upper() in told and len(letter) == 1:
            told[letter.upper()] += f" '{own}={value}'"
        else:
            common[name] = value
    return told, common


def _read_fields(
    setting: Setting, fields: Mapping[str, Any], specs: Mapping[str, Any], in_books: set[str]
) -> dict[str, tuple[Any, ...]]:
    read: dict[str, tuple[Any, ...]] = {}
    problems: list[Problem] = []
    for written, raw in fields.items():
        if is_answer(written):
            read[written] = tuple(map(_bare, _listed(raw)))
            continue
        name = field_called(setting, specs.values(), written)
        if name is None:
            choices = tuple(one for one in specs if one not in in_books)
            problems.append(Problem(written, Message.of("kernel.form.unknown_field", name=written), choices))
        elif name in in_books:
            problems.append(Problem(written, Message.of("kernel.duel.kept", name=written)))
        else:
            values = _listed(raw)
            if not 1 <= len(values) <= MOST_VALUES:
                problems.append(Problem(written, Message.of("kernel.duel.values", most=MOST_VALUES)))
                continue
            found = [read_field(specs[name], _bare(value), setting.tables, setting.style) for value in values]
            problems += [one for each in found if isinstance(each, list) for one in each]
            read[name] = tuple(plain_field(value) for value in found)
    if problems:
        raise Refusal(problems)
    return read


def _listed(raw: Any) -> list[Any]:
    """The values of a field, one for each round: a list, or words with commas between them."""
    if isinstance(raw, list | tuple):
        return list(raw)
    return raw.split(",") if isinstance(raw, str) else [raw]


def _bare(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def _with_fields(setting: Setting, step: Step) -> Step:
    if not step.fields:
        return step
    specs = fields_named(setting.ruleset.by_id[name] for name in step.actions)
    read = _read_fields(setting, step.fields, specs, set())
    return Step(step.who, step.said, step.actions, step.at, {name: values[0] for name, values in read.items()})


def _until(setting: Setting, typed: str, in_books: set[str]) -> Until:
    """A condition as it is typed: ``status=Demoralized``, ``actor_level<=-3``, ``half``."""
    if typed.strip() == HALF_LEFT:
        return Until()
    relation = next((one for one in ("<=", ">=", "=") if one in typed), "")
    written, _, raw = typed.partition(relation) if relation else (typed, "", "")
    specs = {name: spec for name, spec in fields_named(setting.ruleset.actions).items() if name in in_books}
    name = field_called(setting, specs.values(), written.strip())
    if name is None:
        name = next((one for one in (f"actor_{written.strip()}", f"target_{written.strip()}") if one in specs), None)
    if not relation or name is None:
        raise refuse("until", "kernel.duel.until", tuple(specs), until=typed)
    value = read_field(specs[name], raw.strip(), setting.tables, setting.style)
    if isinstance(value, list):
        raise Refusal(value)
    return Until(name, relation, plain_field(value))
