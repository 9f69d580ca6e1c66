"""Who takes part in a duel: units that are entered in the roster as in a game, and how each stands.

A unit is told as people tell it, ``Regular Infantry 4`` or ``RegularInfantry 4 status=Disordered``: terms and labels of the roster's
form, a number for how many it has, and ``field=value`` for the rest. What the roster's form does not ask is how it stands (its
status), or, where the books do not keep it, a fact of the ground it is on (its cover).
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from sandtable.kernel.drivers import enumerate_exactly
from sandtable.kernel.effects import Deed
from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.messages import Message
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import plain_field, read_field
from sandtable.kernel.roster import BookUnit, RosterLedger, settable
from sandtable.kernel.ruleset import Action
from sandtable.kernel.spelling import folded
from sandtable.umpire.setting import Setting

Description = str | Mapping[str, Any]
Books = RosterLedger[Any]
MOST_WORDS = 40  # of one unit
LONGEST_TERM = 5  # words


@dataclass(frozen=True, slots=True)
class Entrant:
    """A unit of a duel by its letter: its line of the roster, how it stands, and facts of where it stands, all as plain data."""

    label: str
    line: Mapping[str, Any]
    stands: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


def check_roster(setting: Setting) -> None:
    """Refuse a ruleset whose books know no units."""
    ruleset = setting.ruleset
    if not issubclass(ruleset.ledger, RosterLedger) or ruleset.roster_action not in ruleset.by_id:
        raise refuse("ruleset", "kernel.desk.no_roster")


def read_entrant(
    setting: Setting, label: str, description: Description, usual_side: str, actions: Iterable[Action]
) -> Entrant:
    """A unit read from a line of words or from fields; whatever is wrong with it is refused under its letter."""
    try:
        return _sorted_out(setting, label, line_of(setting, description), usual_side, tuple(actions))
    except Refusal as refusal:
        raise Refusal(problem.inside(label) for problem in refusal.problems) from None


def line_of(setting: Setting, description: Description) -> dict[str, Any]:
    """The fields of a unit that is described by a line of words or by fields."""
    entry = setting.action(setting.ruleset.roster_action)
    return _in_words(setting, entry, description) if isinstance(description, str) else dict(description)


def books_with(setting: Setting, entrants: Sequence[Entrant]) -> Books:
    """Books in which these units are entered, each as it stands when the duel begins."""
    books: Any = setting.ruleset.ledger.start(setting.tables)
    entry = setting.action(setting.ruleset.roster_action)
    for entrant in entrants:
        try:
            form = setting.form(entry, entrant.line)
        except Refusal as refusal:
            raise Refusal(problem.inside(entrant.label) for problem in refusal.problems) from None
        ((verdict, _),) = enumerate_exactly(entry.start(form.situation, setting.tables)).law
        books = books.with_deed(Deed(entry.id, form.situation, verdict.changes), setting.tables)
        unit = books.units[entrant.label]
        if entrant.stands:
            books = books.with_units(unit.with_form_values(_values(setting, type(unit), entrant)))
    whole: Books = books
    return whole


def _values(setting: Setting, kind: type[Any], entrant: Entrant) -> dict[str, Any]:
    """How a unit stands, as values of its books; what its class does not keep is refused."""
    kept, specs = settable(kind), fields_named(setting.ruleset.actions)
    values: dict[str, Any] = {}
    for name, raw in entrant.stands.items():
        if name not in kept or name not in specs:
            raise refuse(f"{entrant.label}.{name}", "kernel.form.unknown_field", (*kept,), name=name)
        values[name] = read_field(specs[name], raw, setting.tables)
    return values


def fields_named(actions: Iterable[Action]) -> dict[str, FieldSpec]:
    """Every field of these actions by its name, those of cards among them; of several with one name the first."""
    found: dict[str, FieldSpec] = {}
    for action in actions:
        for spec in action.fields:
            found.setdefault(spec.name, spec)
            for inner in specs_of(spec.group) if spec.group else ():
                found.setdefault(inner.name, inner)
    return found


# ---- What is said of a unit, sorted out ---------------------------------------------------------------------------------------------


def _sorted_out(
    setting: Setting, label: str, given: Mapping[str, Any], usual_side: str, actions: tuple[Action, ...]
) -> Entrant:
    entry = setting.action(setting.ruleset.roster_action)
    own = {spec.name: spec for spec in entry.fields}
    elsewhere, script = fields_named(setting.ruleset.actions), fields_named(actions)
    usual = _usually_said(setting, {**script, **own})
    line: dict[str, Any] = {"side": usual_side, **{name: value for name, value in usual.items() if name in own}}
    rest: dict[str, Any] = {}
    for written, value in given.items():
        name = field_called(setting, own.values(), written)
        if name is not None:
            line[name] = value
        else:
            rest[_known(setting, elsewhere, written)] = value
    line |= {"name": label}
    rest = {**{name: value for name, value in usual.items() if name not in own}, **rest}
    unit = _unit(setting, label, {name: value for name, value in line.items() if value not in (None, "")})
    kept = settable(type(unit))
    stands = {name: value for name, value in rest.items() if name in kept}
    facts = {name: value for name, value in rest.items() if name not in kept}
    problems = [_not_asked(name, script) for name in facts if name not in script]
    problems += [one for name, value in rest.items() for one in _wrong(setting, elsewhere[name], value)]
    if problems:
        raise Refusal(problems)
    read = {name: _plain(setting, elsewhere[name], value) for name, value in rest.items()}
    return Entrant(
        label,
        line,
        {name: read[name] for name in stands},
        {name: read[name] for name in facts},
    )


def _usually_said(setting: Setting, specs: Mapping[str, FieldSpec]) -> dict[str, Any]:
    """What must be said of a unit, and is said alike of both units of the usual duel of this game: it is so where nobody says otherwise."""
    both = [
        dict(word.split("=", 1) for word in shlex.split(unit) if "=" in word)
        for unit in setting.ruleset.duel.units or ()
    ]
    return {
        name: value
        for name, value in (both[0] if both else {}).items()
        if all(one.get(name) == value for one in both)
        and name in specs
        and specs[name].usual is None
        and not specs[name].optional
    }


def _unit(setting: Setting, label: str, line: Mapping[str, Any]) -> BookUnit:
    try:
        books = books_with(setting, [Entrant(label, line)])
    except Refusal as refusal:
        raise Refusal(_outside(problem, label) for problem in refusal.problems) from None
    unit: BookUnit = books.units[label]
    return unit


def _outside(problem: Problem, label: str) -> Problem:
    return Problem(problem.field.removeprefix(f"{label}."), problem.message, problem.choices, problem.rule)


def _wrong(setting: Setting, spec: FieldSpec, raw: Any) -> list[Problem]:
    read = read_field(spec, raw, setting.tables, setting.style)
    return read if isinstance(read, list) else []


def _plain(setting: Setting, spec: FieldSpec, raw: Any) -> Any:
    return plain_field(read_field(spec, raw, setting.tables, setting.style))


def field_called(setting: Setting, specs: Iterable[FieldSpec], written: str) -> str | None:
    """The name of the field that somebody has written by its name or its label; None where there is none."""
    said = folded(written)
    known = list(specs)
    for spec in known:
        if folded(spec.name) == said:
            return spec.name
    return next((spec.name for spec in known if folded(setting.say_if_any(f"field.{spec.name}")) == said), None)


def _known(setting: Setting, specs: Mapping[str, FieldSpec], written: str) -> str:
    """A field of some form, also where the role before its name was left out: ``status`` is ``actor_status``."""
    found = field_called(setting, specs.values(), written)
    if found is None:
        found = next((name for name in (f"actor_{written}", f"target_{written}") if name in specs), None)
    if found is None:
        raise Refusal([_not_asked(written, specs)])
    return found


def _not_asked(name: str, specs: Mapping[str, FieldSpec]) -> Problem:
    near = tuple(get_close_matches(name, specs, n=3, cutoff=0.6))
    if near:
        return Problem(name, Message.of("kernel.form.unknown_field_near", name=name, near=near[0]), near)
    return Problem(name, Message.of("kernel.form.unknown_field", name=name), tuple(specs))


# ---- A unit in words -----------------------------------------------------------------------------------------------------------------


def _in_words(setting: Setting, entry: Action, text: str) -> dict[str, Any]:
    """Fields of the roster's form from a line: terms, labels, numbers, and ``field=value``."""
    try:
        words = shlex.split(text.replace(",", " "))
    except ValueError:
        raise refuse("", "kernel.duel.quotes") from None
    if len(words) > MOST_WORDS:
        raise refuse("", "kernel.duel.many_words", most=MOST_WORDS)
    given: dict[str, Any] = {}
    plain = [word for word in words if "=" not in word]
    named = dict(word.split("=", 1) for word in words if "=" in word)
    specs = _in_order(setting, entry)
    while plain:
        name, value, used = _read_words(setting, specs, plain, given)
        if name:
            given[name] = value
        plain = plain[used:]
    return given | named


def _in_order(setting: Setting, entry: Action) -> list[FieldSpec]:
    """The fields of the roster's form, first the one that says how many there are."""
    counted = getattr(setting.ruleset.ledger, "counted", "")
    return sorted(entry.fields, key=lambda spec: spec.name != counted)


def _read_words(
    setting: Setting, specs: Sequence[FieldSpec], words: Sequence[str], given: Mapping[str, Any]
) -> tuple[str, Any, int]:
    """The field that the first words speak of, its value, and how many words that took; a word for what is counted is passed over."""
    free = [spec for spec in specs if spec.name not in given]
    number = whole_number(words[0])
    if number is not None:
        counted = next((spec for spec in free if spec.kind == "number"), None)
        if counted is not None:
            return counted.name, number, 1
    for length in range(min(LONGEST_TERM, len(words)), 0, -1):
        said = folded("".join(words[:length]))
        for spec in free:
            value = _term(setting, spec, said)
            if value is not None:
                return spec.name, value, length
    if any(folded(words[0]) in (folded(spec.unit), folded(spec.unit).removesuffix("s")) for spec in specs if spec.unit):
        return "", None, 1
    terms = [str(setting.name_of(value)) for spec in free if spec.kind == "choice" for value in spec.values]
    raise refuse("", "kernel.duel.unknown_word", tuple(terms), word=words[0])


def _term(setting: Setting, spec: FieldSpec, said: str) -> Any:
    """A term of a field by its name or as people see it; the label of something that is or is not says that it is."""
    if spec.kind == "yes_no":
        labels = {folded(spec.name), folded(setting.say_if_any(f"field.{spec.name}"))}
        return True if said in labels else None
    if spec.kind != "choice":
        return None
    by_label = {folded(setting.name_of(value)): value for value in spec.values}
    found = spec.by_spelling.get(said) or by_label.get(said)
    return None if found is None else found.value
