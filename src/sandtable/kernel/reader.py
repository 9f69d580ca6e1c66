"""The one reader of forms: online, offline and on the command line it refuses in the same words, all problems at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.kernel.drivers.run import Given
from sandtable.kernel.effects import plain
from sandtable.kernel.form import FieldSpec, FromTables, Section, SettledField, roles_of, specs_of, values_of
from sandtable.kernel.messages import PLAIN, Message, Style
from sandtable.kernel.numbers import length_of, truth, whole_number
from sandtable.kernel.problem import Problem
from sandtable.kernel.spelling import folded
from sandtable.kernel.tables import Tables

if TYPE_CHECKING:
    from sandtable.kernel.ruleset import Action

LONGEST_TEXT = 200
UNNUMBERED = "kernel.form.unnumbered"
MOST_UNKNOWN = 50  # names that no field has; to look for what was meant takes time, and the first few tell
KNOWN_CARDS = 1024  # of groups, that are kept as they were read
_FLAT = (str, int, float, Fraction, type(None))  # what a card holds that is read once: words and numbers
THOUSANDTHS = 1000  # distances are kept to a thousandth of an inch, so that a record reads back as what it was


@dataclass(frozen=True, slots=True)
class Form:
    """A form read without problems: the situation, answers given in advance, and the fields as plain data for the record.

    What was given and does not count is not passed over in silence: ``elsewhere`` names fields of other forms, ``left_out``
    fields that nobody needs here. Both are named as they were written, those of groups as ``firers.2.weapon``.
    """

    situation: Any
    answers: Mapping[str, Given]
    fields: Mapping[str, Any]
    elsewhere: tuple[str, ...] = field(default=(), compare=False)
    left_out: tuple[str, ...] = field(default=(), compare=False)
    overruled: tuple[Problem, ...] = field(default=(), compare=False)  # what the players let pass


class _Read(NamedTuple):  # one for every field of every form: a dataclass takes three times as long to make
    value: Any = None
    problems: tuple[Problem, ...] = ()
    elsewhere: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Terms:
    """Under what a form is read: the tables in force, the players' measure, the names of fields of other forms."""

    tables: Tables
    style: Style
    known: frozenset[str] = frozenset()


def read_form(
    action: Action,
    raw: Mapping[str, Any],
    tables: Tables,
    style: Style,
    known_elsewhere: Iterable[str] = (),
    *,
    overrule: bool = False,
) -> Form | list[Problem]:
    """Read the fields of an action. Fields of other forms (``known_elsewhere``) are left out and named, unknown ones are problems.

    With ``overrule`` the players let pass what a rule forbids because of how things stand; what makes no sense stays refused.
    """
    if action.option and not action.open_under(tables):
        return [Problem("action", Message.of("kernel.action.option_off", option=action.option[0]))]
    terms = _Terms(tables, style, frozenset((*known_elsewhere, *(spec.name for spec in action.fields))))
    gathered, problems = nested(raw)
    read = _read_fields(action.fields, gathered, terms)
    values: Mapping[str, Any] = read.value
    problems += read.problems
    problems += [Problem("action", bar.reason, (), bar.rule) for bar in action.bars if bar.condition.holds(values)]
    passed, problems = _let_pass(problems, action, overrule=overrule)
    if problems:
        return _better_reasons(problems, action, values)
    situation = _filled(action.situation, values, tables)
    problems = [_legal(problem) for problem in situation.problems(tables)] if hasattr(situation, "problems") else []
    more, problems = _let_pass(problems, action, overrule=overrule)
    if problems:
        return problems
    answers = {
        spec.question: Given(plain(values[spec.name]), "form")
        for spec in action.fields
        if spec.question and values.get(spec.name) is not None
    }
    fields = {name: plain_field(value) for name, value in values.items() if value not in (None, ())}
    return Form(situation, answers, fields, read.elsewhere, read.left_out, (*passed, *more))


def may_pass(problem: Problem, action: Action) -> bool:
    """Whether players may let a problem pass: a rule forbids it because of a circumstance, such as what a unit has done before."""
    place, _, inner = problem.field.partition(".")
    spec = next((one for one in action.fields if one.name == place), None)
    if spec is not None and spec.group is not None:
        own = inner.partition(".")[2]
        spec = next((one for one in specs_of(spec.group) if one.name == own), None)
    return problem.rule is not None and spec is not None and spec.section is Section.CIRCUMSTANCE


def _let_pass(problems: list[Problem], action: Action, *, overrule: bool) -> tuple[list[Problem], list[Problem]]:
    """The problems that are let pass, and those that stay."""
    passed = [problem for problem in problems if overrule and may_pass(problem, action)]
    return passed, [problem for problem in problems if problem not in passed]


def _filled(kind: type[Any], values: Mapping[str, Any], tables: Tables) -> Any:
    """A situation, or one card of a group, with these values; where none is needed, the usual one that only the tables know."""
    specs, roles = specs_of(kind), roles_of(kind)
    of_roles = {spec.name for role in roles.values() for spec in role.specs}
    usual = {spec.name: spec.under(tables).usual for spec in specs if isinstance(spec.usual, FromTables)}
    known = usual | {spec.name: values[spec.name] for spec in specs if values.get(spec.name) is not None}
    parties = {
        name: _filled(role.of, {own.name: known.get(role.name(own.name)) for own in specs_of(role.of)}, tables)
        for name, role in roles.items()
    }
    return kind(**parties | {name: value for name, value in known.items() if name not in of_roles})


def _read_fields(specs: Iterable[FieldSpec], raw: Mapping[str, Any], terms: _Terms) -> _Read:
    """Read the fields of a form, or of one card of a group: their values by name, what is wrong, and what does not count."""
    specs = list(specs)
    there = [spec.under(terms.tables) for spec in specs if open_under(spec, terms.tables)]
    given, written, elsewhere, problems = _by_name(specs, raw, terms.known)
    problems += _closed_fields(specs, given, terms.tables)
    reads, values = _values(there, given, terms)
    needed = [spec for spec in there if spec.needed is None or spec.needed.holds(values)]
    begun = {folded(one.field.partition(".")[0]) for one in problems if one.message.id == UNNUMBERED}
    asked_for = [spec for spec in needed if spec.group is None or folded(spec.name) not in begun]
    problems += _wrong_fields(asked_for, reads, values, terms)
    named = {spec.name for spec in needed}
    spare = [written[spec.name] for spec in there if spec.name not in named and not _empty(given.get(spec.name))]
    return _Read(
        values,
        tuple(problems),
        (*elsewhere, *(name for spec in needed for name in reads[spec.name].elsewhere)),
        (*spare, *(name for spec in needed for name in reads[spec.name].left_out)),
    )


def _empty(raw: Any) -> bool:
    return raw is None or raw in ("", []) or (isinstance(raw, str) and not raw.strip())


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


def _closed_fields(specs: Iterable[FieldSpec], given: Mapping[str, Any], tables: Tables) -> list[Problem]:
    """Fields of options that are off: to drop what was said there would answer another question than was asked."""
    return [
        Problem(
            spec.name, Message.of("kernel.form.option_off", field=Message(f"field.{spec.name}"), option=spec.option[0])
        )
        for spec in specs
        if spec.option and not open_under(spec, tables) and not _says_nothing(spec, given.get(spec.name), tables)
    ]


def _says_nothing(spec: FieldSpec, raw: Any, tables: Tables) -> bool:
    settled = spec.under(tables)
    return _empty(raw) or _read(settled, raw, _Terms(tables, PLAIN)).value == settled.usual


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
        return {name: plain_field(item) for name, item in values_of(value).items() if item is not None}
    return plain(value)


def nested(raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """Gather ``firers.2.weapon`` into lists of groups, which are numbered from 1 without a gap; a list stays as it is."""
    gathered: dict[str, Any] = {}
    numbered: dict[str, dict[int, dict[str, Any]]] = {}
    names: dict[str, str] = {}
    problems: list[Problem] = []
    for name, value in raw.items():
        parts = name.split(".")
        whole = len(parts) == 3 and parts[1].isdecimal() and parts[0] not in raw  # noqa: PLR2004 - group, number, field
        number = whole_number(parts[1]) if whole else None
        if number is not None:
            own = names.setdefault(folded(parts[0]), parts[0])
            card = numbered.setdefault(own, {}).setdefault(number, {})
            if parts[2] in card:
                problems.append(Problem(name, Message.of("kernel.form.twice", name=name)))
            card[parts[2]] = value
        else:
            gathered[name] = value
    for name, members in numbered.items():
        gathered[name] = [members[number] for number in sorted(members)]
        problems += _misnumbered(name, members)
    return gathered, problems


def _misnumbered(name: str, numbers: Collection[int]) -> list[Problem]:
    """A unit whose number leaves a gap: whoever wrote it has lost one, or counts from nought."""
    wrong = [number for number in sorted(numbers) if not 1 <= number <= len(numbers)]
    if len(numbers) == 1:
        about = Message.of("kernel.form.misnumbered_one", name=name)
    else:
        about = Message.of("kernel.form.misnumbered", number=len(numbers), name=name)
    return [Problem(f"{name}.{number}", about) for number in wrong]


ByName = tuple[dict[str, Any], dict[str, str], list[str], list[Problem]]


def _by_name(specs: Collection[FieldSpec], raw: Mapping[str, Any], known: frozenset[str]) -> ByName:
    """Values by the names of their fields, those names as they were written, what belongs to other forms, and what is wrong."""
    names = {spec.spelling: spec.name for spec in specs}
    exactly = set(names.values())
    single = {spec.name for spec in specs if spec.group is None}
    given: dict[str, Any] = {}
    written: dict[str, str] = {}
    elsewhere: list[str] = []
    problems: list[Problem] = []
    for said, value in raw.items():
        name = said if said in exactly else names.get(folded(said))
        if name in given:
            problems.append(Problem(said, Message.of("kernel.form.twice", name=said)))
        elif isinstance(value, list | tuple) and name in single and (cards := _cards_for_one(said, value)):
            problems += [_unknown_field(card, {folded(said): name}) for card in cards]
            given[name], written[name] = None, said
        elif name is not None:
            given[name], written[name] = value, said
        elif folded(said) in _spellings(known):
            elsewhere += [] if _empty(value) else [said]
        elif len(problems) < MOST_UNKNOWN:
            problems.append(_unnumbered(said, specs) or _unknown_field(said, names))
    return given, written, elsewhere, problems


def _cards_for_one(said: str, cards: Iterable[Any]) -> list[str]:
    """Fields of cards (``obstacles.1.kind``) of something that is no list."""
    named = (
        f"{said}.{number}.{inner}"
        for number, card in enumerate(cards, start=1)
        if isinstance(card, Mapping)
        for inner in card
    )
    return list(islice(named, MOST_UNKNOWN))


@lru_cache(maxsize=64)
def _spellings(names: frozenset[str]) -> frozenset[str]:
    return frozenset(map(folded, names))


def _unnumbered(said: str, specs: Iterable[FieldSpec]) -> Problem | None:
    """That units of a list have numbers, where a field of theirs was named without one (``firers.weapon``), or no field."""
    group, dot, inner = said.partition(".")
    spec = next((one for one in specs if one.group is not None and folded(one.name) == folded(group)), None)
    if not dot or spec is None or spec.group is None:
        return None
    names = {folded(own.name): own.name for own in specs_of(spec.group)}
    number, _, field_name = inner.rpartition(".")
    if inner.isdecimal():
        number, field_name = inner, next(iter(names))
    near = get_close_matches(folded(field_name), names, n=1, cutoff=0.6)
    if not near:
        return None
    right = f"{spec.name}.{number if number.isdecimal() else 1}.{names[near[0]]}"
    if folded(right) == folded(said):  # rightly named, in a list that is also given whole
        return None
    return Problem(said, Message.of(UNNUMBERED, field=Message(f"field.{spec.name}"), right=right))


def _unknown_field(said: str, names: Mapping[str, str]) -> Problem:
    """That there is no such field: with the nearest, where any is near, else with all there are."""
    near = tuple(names[name] for name in get_close_matches(folded(said), names, n=3, cutoff=0.6))
    if near:
        return Problem(said, Message.of("kernel.form.unknown_field_near", name=said, near=near[0]), near)
    return Problem(said, Message.of("kernel.form.unknown_field", name=said), tuple(names.values()))


def _values(
    specs: Collection[SettledField], given: Mapping[str, Any], terms: _Terms
) -> tuple[dict[str, _Read], dict[str, Any]]:
    """Every field read, and the values of those that are needed.

    Conditions do not see fields that are not needed, and may point forwards: it is asked again until the answer stands.
    """
    reads = {spec.name: _read(spec, given.get(spec.name), terms) for spec in specs}
    hanging = [spec for spec in specs if spec.needed is not None]
    hidden: set[str] = set()
    values: dict[str, Any] = {}
    for _ in range(len(hanging) + 1):
        values = {name: None if name in hidden else read.value for name, read in reads.items()}
        last, hidden = hidden, {spec.name for spec in hanging if spec.needed and not spec.needed.holds(values)}
        if hidden == last:
            break
    return reads, values


def _wrong_fields(
    needed: Iterable[SettledField], reads: Mapping[str, _Read], values: Mapping[str, Any], terms: _Terms
) -> list[Problem]:
    problems: list[Problem] = []
    for spec in needed:
        problems += reads[spec.name].problems
        value = values[spec.name]
        if value is None and not spec.optional and not reads[spec.name].problems:
            problems.append(Problem(spec.name, _missing(spec), legal_choices(spec, terms.style)))
        problems += [
            Problem(spec.name, bar.reason, _unbarred(spec, values), bar.rule)
            for bar in spec.bars
            if value is not None and not bar.told_by_rule and value in bar.values and bar.condition.holds(values)
        ]
    return problems


def _missing(spec: SettledField) -> Message:
    field_name = Message(f"field.{spec.name}")
    if spec.kind == "group":
        return Message.of("kernel.form.no_members", field=field_name, lowest=spec.lowest)
    return Message.of("kernel.form.missing", field=field_name)


def _unbarred(spec: SettledField, values: Mapping[str, Any]) -> tuple[str, ...]:
    closed = {value for bar in spec.bars if bar.condition.holds(values) for value in bar.values}
    return tuple(value.value for value in spec.values if value not in closed)


def legal_choices(spec: FieldSpec, style: Style = PLAIN) -> tuple[str, ...]:
    """What a field accepts, for people who got it wrong."""
    if spec.kind == "yes_no":
        return ("yes", "no")
    return (*(value.value for value in spec.values), *(style.band(band) for band in spec.bands))


def _read(spec: SettledField, raw: Any, terms: _Terms) -> _Read:
    if raw is None or (isinstance(raw, str) and not raw.strip() and spec.kind != "text"):
        return _Read(spec.usual) if spec.kind != "group" else _read_group(spec, [], terms)
    if spec.kind == "choice":
        return _read_choice(spec, raw)
    if spec.kind == "number":
        return _read_number(spec, raw)
    if spec.kind == "distance":
        return _read_distance(spec, raw, terms.style)
    if spec.kind == "yes_no":
        return _read_yes_no(spec, raw)
    if spec.kind == "group":
        return _read_group(spec, raw, terms)
    return _read_text(spec, raw)


def read_field(spec: FieldSpec, raw: Any, tables: Tables, style: Style = PLAIN) -> Any | list[Problem]:
    """One field by itself, without a form around it: its value, or what is wrong with it."""
    read = _read(spec.under(tables), raw, _Terms(tables, style))
    return list(read.problems) or read.value


def _refused(spec: FieldSpec, message_id: str, raw: Any, style: Style = PLAIN, **parameters: Any) -> _Read:
    shown = str(raw)[:40]
    about = Message.of(message_id, field=Message(f"field.{spec.name}"), value=shown, **parameters)
    return _Read(None, (Problem(spec.name, about, legal_choices(spec, style)),))


def _read_choice(spec: FieldSpec, raw: Any) -> _Read:
    chosen = (spec.by_value.get(raw) or spec.by_spelling.get(folded(raw))) if isinstance(raw, str) else None
    if chosen is not None:
        return _Read(chosen)
    refused = _refused(spec, "kernel.form.no_choice", raw)
    return _Read(_term_elsewhere(spec, raw), refused.problems)


def _term_elsewhere(spec: FieldSpec, raw: Any) -> Any:
    """A term that other forms know, so that the action itself can say why it is not for this one."""
    terms = spec.choices or ()
    return next((term for term in terms if isinstance(raw, str) and folded(raw) == folded(term.value)), None)


def _read_number(spec: SettledField, raw: Any) -> _Read:
    whole = whole_number(raw)
    if whole is None or not spec.lowest <= whole <= spec.highest:
        return _refused(spec, "kernel.form.no_number", raw, lowest=spec.lowest, highest=spec.highest)
    return _Read(whole)


def _read_distance(spec: SettledField, raw: Any, style: Style) -> _Read:
    if isinstance(raw, str) and (band := _band(spec.bands, raw, style)):
        return _Read(band)
    length = length_of(raw)
    if length is None or length[0] < 0:
        return _refused(spec, "kernel.form.no_distance" if spec.bands else "kernel.form.no_length", raw, style)
    inches = style.inches(*length)
    if inches > spec.highest:
        return _refused(spec, "kernel.form.too_far", raw, style, highest=Fraction(spec.highest))
    return _Read(Fraction(round(inches * THOUSANDTHS), THOUSANDTHS))


def _band(bands: Iterable[str], raw: str, style: Style) -> str | None:
    """A band by its name, or as it is shown in the players' measure; with a unit behind it, only as it is shown."""
    written = raw.replace("\N{EN DASH}", "-").replace(" ", "")
    measured = written.removesuffix(style.unit)
    named = {style.band(band): band for band in bands} if written != measured else {band: band for band in bands}
    return named.get(measured) or next((band for band in bands if style.band(band) == measured), None)


def _read_yes_no(spec: FieldSpec, raw: Any) -> _Read:
    told = truth(raw)
    return _refused(spec, "kernel.form.no_yes_no", raw) if told is None else _Read(told)


def _read_text(spec: FieldSpec, raw: Any) -> _Read:
    if not isinstance(raw, str) or len(raw) > LONGEST_TEXT:
        return _refused(spec, "kernel.form.no_text", raw, longest=LONGEST_TEXT)
    return _Read(raw.strip() or spec.usual)


def _read_group(spec: SettledField, raw: Any, terms: _Terms) -> _Read:
    if not isinstance(raw, list | tuple) or not all(isinstance(member, Mapping) for member in raw):
        return _refused(spec, "kernel.form.no_group", raw)
    if not raw and spec.lowest:
        return _Read(None)  # missing, like any other field that was left out
    if not spec.lowest <= len(raw) <= spec.highest:
        return _refused(spec, "kernel.form.group_size", len(raw), lowest=spec.lowest, highest=spec.highest)
    assert spec.group is not None  # noqa: S101 - the form helper sets it
    members: list[Any] = []
    found = _Read()
    for number, member in enumerate(raw, start=1):
        place = f"{spec.name}.{number}"
        read = _read_card(_Card(spec.group, member), terms) if _is_flat(member) else _card(spec.group, member, terms)
        if not read.problems:
            members.append(read.value)
        found = _Read(
            None,
            (*found.problems, *(problem.inside(place) for problem in read.problems)),
            (*found.elsewhere, *(f"{place}.{name}" for name in read.elsewhere)),
            (*found.left_out, *(f"{place}.{name}" for name in read.left_out)),
        )
    return found if found.problems else found._replace(value=tuple(members))


def _card(group: type[Any], member: Mapping[str, Any], terms: _Terms) -> _Read:
    """One card of a group: what it makes, or what is wrong with it."""
    read = _read_fields(specs_of(group), member, terms)
    return read if read.problems else read._replace(value=_filled(group, read.value, terms.tables))


class _Card:
    """A card as it was filled in. Two are the same if the same words stand in them, of the same kinds: a yes is no 1."""

    __slots__ = ("group", "key", "member")

    def __init__(self, group: type[Any], member: Mapping[str, Any]) -> None:
        self.group, self.member = group, member
        self.key = (group, tuple(member.items()), tuple(map(type, member.values())))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Card) and self.key == other.key


def _is_flat(member: Mapping[str, Any]) -> bool:
    return all(isinstance(value, _FLAT) for value in member.values())


@lru_cache(maxsize=KNOWN_CARDS)  # the same orders are given, shown and read again
def _read_card(card: _Card, terms: _Terms) -> _Read:
    return _card(card.group, card.member, terms)


def _legal(problem: Problem) -> Problem:
    return replace(problem, choices=tuple(str(getattr(value, "value", value)) for value in problem.choices))
