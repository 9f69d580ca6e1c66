"""The one reader of forms: online, offline and on the command line it refuses in the same words, all problems at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sandtable.kernel.drivers.run import Given
from sandtable.kernel.effects import plain
from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.messages import PLAIN, Message, Style
from sandtable.kernel.numbers import exact_number, whole_number
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import folded
from sandtable.kernel.tables import Tables

if TYPE_CHECKING:
    from sandtable.kernel.ruleset import Action

_YES = frozenset({"yes", "y", "true", "on", "1"})
_NO = frozenset({"no", "n", "false", "off", "0"})
LONGEST_TEXT = 200
THOUSANDTHS = 1000  # distances are kept to a thousandth of an inch, so that a record reads back as what it was


@dataclass(frozen=True, slots=True)
class Form:
    """A form read without problems: the situation, answers given in advance, and the fields as plain data for the record."""

    situation: Any
    answers: Mapping[str, Given]
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Read:
    value: Any = None
    problems: tuple[Problem, ...] = ()


def read_form(
    action: Action,
    raw: Mapping[str, Any],
    tables: Tables,
    style: Style,
    known_elsewhere: Iterable[str] = (),
) -> Form | list[Problem]:
    """Read the fields of an action. Fields of other forms (``known_elsewhere``) are ignored, unknown ones are problems."""
    if action.option and not action.open_under(tables):
        return [Problem("action", Message.of("kernel.action.option_off", option=action.option[0]))]
    specs = [spec for spec in action.fields if open_under(spec, tables)]
    known = frozenset({*known_elsewhere, *(spec.name for spec in action.fields)})
    given, problems = _by_name(specs, nested(raw), known)
    problems += _closed_fields(action, given, tables)
    values, field_problems = _values(specs, given, style, known)
    problems += field_problems
    problems += [Problem("action", bar.reason, (), bar.rule) for bar in action.bars if bar.condition.holds(values)]
    if problems:
        return _better_reasons(problems, action, values)
    situation_names = {spec.name for spec in specs_of(action.situation)}
    situation = action.situation(
        **{name: value for name, value in values.items() if name in situation_names and value is not None}
    )
    problems = [_legal(problem) for problem in situation.problems(tables)] if hasattr(situation, "problems") else []
    if problems:
        return problems
    answers = {
        spec.question: Given(plain(values[spec.name]), "form")
        for spec in specs
        if spec.question and values.get(spec.name) is not None
    }
    return Form(
        situation, answers, {name: plain_field(value) for name, value in values.items() if value not in (None, ())}
    )


def _better_reasons(problems: list[Problem], action: Action, values: Mapping[str, Any]) -> list[Problem]:
    """Where the action itself is closed to a choice, its reason says more than that the choice is none."""
    barred = {problem.message for problem in problems if problem.field == "action"}
    outside = [spec for spec in action.fields if spec.only and values.get(spec.name) not in (None, *spec.only)]
    if not barred or not outside:
        return problems
    bar = next(problem for problem in problems if problem.field == "action")
    name = outside[0].name
    told = Problem(name, bar.message, legal_choices(outside[0]), bar.rule)
    return [told if problem.field == name else problem for problem in problems if problem is not bar]


def _closed_fields(action: Action, given: Mapping[str, Any], tables: Tables) -> list[Problem]:
    """Fields of options that are off: to drop what was said there would answer another question than was asked."""
    return [
        Problem(
            spec.name, Message.of("kernel.form.option_off", field=Message(f"field.{spec.name}"), option=spec.option[0])
        )
        for spec in action.fields
        if spec.option and not open_under(spec, tables) and not _says_nothing(spec, given.get(spec.name))
    ]


def _says_nothing(spec: FieldSpec, raw: Any) -> bool:
    return raw is None or raw == "" or _read(spec, raw, PLAIN).value == spec.usual


def open_under(spec: FieldSpec, tables: Tables) -> bool:
    """Say whether a field exists under the options in force."""
    return spec.option is None or tables.options.get(spec.option[0]) == spec.option[1]


def plain_field(value: Any) -> Any:
    """A field's value as a record keeps it; distances stay exact as text."""
    if isinstance(value, Fraction):
        return str(float(value)) if value.denominator != 1 else str(value.numerator)
    if isinstance(value, tuple):
        return [plain_field(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        pairs = ((spec.name, getattr(value, spec.name)) for spec in specs_of(type(value)))
        return {name: plain_field(item) for name, item in pairs if item is not None}
    return plain(value)


def nested(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Gather ``firer.2.weapon`` into lists of groups; a group given as a list stays as it is, and is not added to."""
    gathered: dict[str, Any] = {}
    numbered: dict[str, dict[int, dict[str, Any]]] = {}
    for name, value in raw.items():
        parts = name.split(".")
        number = whole_number(parts[1]) if len(parts) == 3 and parts[0] not in raw else None  # noqa: PLR2004 - group, number, field
        if number is not None and parts[1].isdecimal():
            numbered.setdefault(parts[0], {}).setdefault(number, {})[parts[2]] = value
        else:
            gathered[name] = value
    for name, members in numbered.items():
        gathered[name] = [members[number] for number in sorted(members)]
    return gathered


def _by_name(
    specs: Iterable[FieldSpec], raw: Mapping[str, Any], known: Collection[str]
) -> tuple[dict[str, Any], list[Problem]]:
    names = {folded(name): name for name in known} | {folded(spec.name): spec.name for spec in specs}
    given: dict[str, Any] = {}
    problems: list[Problem] = []
    for written, value in raw.items():
        name = names.get(folded(written))
        if name is None:
            near = get_close_matches(folded(written), names, n=3, cutoff=0.6)
            problems.append(
                Problem(
                    written,
                    Message.of("kernel.form.unknown_field", name=written),
                    tuple(names[n] for n in near) or tuple(sorted(known)),
                )
            )
        else:
            given[name] = value
    return given, problems


def _values(
    specs: Iterable[FieldSpec], given: Mapping[str, Any], style: Style, known: Collection[str]
) -> tuple[dict[str, Any], list[Problem]]:
    specs = list(specs)
    reads = {spec.name: _read(spec, given.get(spec.name), style, known) for spec in specs}
    values = {name: read.value for name, read in reads.items()}
    problems: list[Problem] = []
    for spec in specs:
        if spec.needed is not None and not spec.needed.holds(values):
            values[spec.name] = None
    for spec in specs:
        if spec.needed is not None and not spec.needed.holds(values):
            continue
        problems += reads[spec.name].problems
        value = values[spec.name]
        if value is None and not spec.optional and not reads[spec.name].problems:
            problems.append(Problem(spec.name, _missing(spec), legal_choices(spec)))
        problems += [
            Problem(spec.name, bar.reason, _unbarred(spec, values), bar.rule)
            for bar in spec.bars
            if value is not None and not bar.told_by_rule and value in bar.values and bar.condition.holds(values)
        ]
    return values, problems


def _missing(spec: FieldSpec) -> Message:
    told = "kernel.form.no_members" if spec.kind == "group" else "kernel.form.missing"
    return Message.of(told, field=Message(f"field.{spec.name}"))


def _unbarred(spec: FieldSpec, values: Mapping[str, Any]) -> tuple[str, ...]:
    closed = {value for bar in spec.bars if bar.condition.holds(values) for value in bar.values}
    return tuple(value.value for value in spec.values if value not in closed)


def legal_choices(spec: FieldSpec) -> tuple[str, ...]:
    """What a field accepts, for people who got it wrong."""
    if spec.kind == "yes_no":
        return ("yes", "no")
    return (*(value.value for value in spec.values), *spec.bands)


def _read(spec: FieldSpec, raw: Any, style: Style, known: Collection[str] = ()) -> _Read:
    if raw is None or (isinstance(raw, str) and not raw.strip() and spec.kind != "text"):
        return _Read(spec.usual) if spec.kind != "group" else _read_group(spec, [], style, known)
    if spec.kind == "choice":
        return _read_choice(spec, raw)
    if spec.kind == "number":
        return _read_number(spec, raw)
    if spec.kind == "distance":
        return _read_distance(spec, raw, style)
    if spec.kind == "yes_no":
        return _read_yes_no(spec, raw)
    if spec.kind == "group":
        return _read_group(spec, raw, style, known)
    return _read_text(spec, raw)


def _refused(spec: FieldSpec, message_id: str, raw: Any, **parameters: Any) -> _Read:
    shown = str(raw)[:40]
    about = Message.of(message_id, field=Message(f"field.{spec.name}"), value=shown, **parameters)
    return _Read(None, (Problem(spec.name, about, legal_choices(spec)),))


def _read_choice(spec: FieldSpec, raw: Any) -> _Read:
    for value in spec.values:
        if isinstance(raw, str) and folded(raw) == folded(value.value):
            return _Read(value)
    refused = _refused(spec, "kernel.form.no_choice", raw)
    return _Read(_term_elsewhere(spec, raw), refused.problems)


def _term_elsewhere(spec: FieldSpec, raw: Any) -> Any:
    """A term that other forms know, so that the action itself can say why it is not for this one."""
    terms = spec.choices or ()
    return next((term for term in terms if isinstance(raw, str) and folded(raw) == folded(term.value)), None)


def _read_number(spec: FieldSpec, raw: Any) -> _Read:
    whole = whole_number(raw)
    if whole is None or not spec.lowest <= whole <= spec.highest:
        return _refused(spec, "kernel.form.no_number", raw, lowest=spec.lowest, highest=spec.highest)
    return _Read(whole)


def _read_distance(spec: FieldSpec, raw: Any, style: Style) -> _Read:
    if isinstance(raw, str) and (band := _band(spec.bands, raw)):
        return _Read(band)
    unmeasured = raw.strip().removesuffix("in").removesuffix('"').removesuffix("cm") if isinstance(raw, str) else raw
    length = exact_number(unmeasured)
    if length is None or not 0 <= length <= spec.highest:
        return _refused(spec, "kernel.form.no_distance", raw)
    return _Read(Fraction(round(style.inches(length) * THOUSANDTHS), THOUSANDTHS))


def _band(bands: Iterable[str], raw: str) -> str | None:
    written = raw.replace("\N{EN DASH}", "-").replace(" ", "").removesuffix("in")
    return next((band for band in bands if band == written), None)


def _read_yes_no(spec: FieldSpec, raw: Any) -> _Read:
    if isinstance(raw, bool):
        return _Read(raw)
    word = str(raw).strip().lower()
    if word in _YES | _NO:
        return _Read(word in _YES)
    return _refused(spec, "kernel.form.no_yes_no", raw)


def _read_text(spec: FieldSpec, raw: Any) -> _Read:
    if not isinstance(raw, str) or len(raw) > LONGEST_TEXT:
        return _refused(spec, "kernel.form.no_text", raw, longest=LONGEST_TEXT)
    return _Read(raw.strip() or spec.usual)


def _read_group(spec: FieldSpec, raw: Any, style: Style, known: Collection[str]) -> _Read:
    if not isinstance(raw, list | tuple) or not all(isinstance(member, Mapping) for member in raw):
        return _refused(spec, "kernel.form.no_group", raw)
    if not raw and spec.lowest:
        return _Read(None)  # missing, like any other field that was left out
    if not spec.lowest <= len(raw) <= spec.highest:
        return _refused(spec, "kernel.form.group_size", len(raw), lowest=spec.lowest, highest=spec.highest)
    assert spec.group is not None  # noqa: S101 - the form helper sets it
    members: list[Any] = []
    problems: list[Problem] = []
    for number, member in enumerate(raw, start=1):
        specs = specs_of(spec.group)
        given, unknown = _by_name(specs, member, {*known, *(inner.name for inner in specs)})
        values, wrong = _values(specs, given, style, known)
        problems += [problem.inside(f"{spec.name}.{number}") for problem in (*unknown, *wrong)]
        if not unknown and not wrong:
            members.append(spec.group(**{name: value for name, value in values.items() if value is not None}))
    return _Read(None if problems else tuple(members), tuple(problems))


def _legal(problem: Problem) -> Problem:
    return replace(problem, choices=tuple(str(getattr(value, "value", value)) for value in problem.choices))
