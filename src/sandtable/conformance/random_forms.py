"""Random forms that an action accepts, made from nothing but the descriptions of its fields.

``random_form`` makes one, ``covering_forms`` a set in which every choice meets every choice of every other field at least once,
where the rules let them meet. ``random_answer`` answers a request; ``random_settings`` switches options through all their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any

from sandtable.kernel.drivers import Finished, Given, ask
from sandtable.kernel.drivers.run import Start
from sandtable.kernel.form import FieldSpec, SettledField, specs_of
from sandtable.kernel.messages import PLAIN, Style
from sandtable.kernel.options import OptionSpec
from sandtable.kernel.problem import Problem
from sandtable.kernel.reader import Form, open_under, read_form
from sandtable.kernel.requests import Choose, Count, Observe, Request, Roll
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables

MOST_TRIES = 200  # repairs before a form is given up
FRESH_START = 20  # repairs before everything is drawn again
LEFT_OPEN = 0.5  # of the fields that need not be filled in
SMALL = 8  # most numbers on a form are small
MIDDLING = 40
LONGEST_RUN = 300  # requests of one run; a rule that asks for more does not end
NAMES = ("Dorados", "1st Battalion", "Los Colorados", "Brigada Zaragoza", "Ñandú", "x")


class NoFormError(AssertionError):
    """No form was accepted: the fields and the problems of a situation leave nothing legal."""


def random_form(
    action: Action,
    random: Random,
    tables: Tables,
    style: Style = PLAIN,
    pinned: Mapping[str, Any] | None = None,
    seen: list[Problem] | None = None,
) -> dict[str, Any]:
    """A form that the reader accepts. ``pinned`` fields keep their values; problems met on the way are added to ``seen``."""
    fixed = dict(pinned or {})
    specs = [spec for spec in action.fields if open_under(spec, tables)]
    raw = _drawn(specs, random, fixed, tables)
    problems: list[Problem] = []
    for attempt in range(MOST_TRIES):
        read = read_form(action, raw, tables, style)
        if isinstance(read, Form):
            return raw
        problems = read
        if seen is not None:
            seen.extend(problems)
        if attempt % FRESH_START == FRESH_START - 1:
            raw = _drawn(specs, random, fixed, tables)
        else:
            _repair(raw, problems, specs, random, fixed, tables)
    reasons = "; ".join(f"{problem.field}: {problem.message.id} {problem.choices}" for problem in problems)
    raise NoFormError(
        f"{action.id}: no form was accepted in {MOST_TRIES} tries with {fixed}. The last: {raw}: {reasons}"
    )


def read_random_form(action: Action, random: Random, tables: Tables, **about: Any) -> Form:
    """A random form, read."""
    read = read_form(action, random_form(action, random, tables, **about), tables, about.get("style", PLAIN))
    assert isinstance(read, Form)
    return read


def _drawn(specs: Sequence[FieldSpec], random: Random, fixed: Mapping[str, Any], tables: Tables) -> dict[str, Any]:
    raw = {spec.name: random_value(spec, random, tables) for spec in specs}
    return {name: value for name, value in raw.items() if value is not None} | dict(fixed)


def changed_form(action: Action, raw: Mapping[str, Any], random: Random, tables: Tables) -> dict[str, Any]:
    """The form with one or two fields drawn again; it need not be legal."""
    changed = dict(raw)
    specs = [spec for spec in action.fields if open_under(spec, tables)]
    for spec in random.sample(specs, min(len(specs), random.choice((1, 1, 2)))):
        value = random_value(spec, random, tables)
        changed.pop(spec.name, None)
        if value is not None:
            changed[spec.name] = value
    return changed


def repaired_form(action: Action, raw: dict[str, Any], random: Random, tables: Tables) -> dict[str, Any]:
    """The form with what the reader refuses of it drawn again, so long as patience lasts; it need not be legal then either."""
    specs = [spec for spec in action.fields if open_under(spec, tables)]
    raw = deepcopy(raw)
    for _ in range(FRESH_START):
        read = read_form(action, raw, tables, PLAIN)
        if isinstance(read, Form):
            break
        _repair(raw, read, specs, random, {}, tables)
    return raw


def _repair(
    raw: dict[str, Any],
    problems: Sequence[Problem],
    specs: Sequence[FieldSpec],
    random: Random,
    fixed: Mapping[str, Any],
    tables: Tables,
) -> None:
    """Draw again what the problems name; a problem with the whole action may lie in any field."""
    by_name = {spec.name: spec for spec in specs}
    for problem in problems:
        name, *inside = problem.field.split(".")
        spec = by_name.get(name) or random.choice(specs)
        if spec.name in fixed:
            spec = random.choice(specs)
            inside = []
        if spec.name in fixed:
            continue
        if len(inside) == 2 and spec.group is not None:
            _repair_member(raw, spec, inside, random, tables)
            continue
        value = random_value(spec, random, tables)
        raw.pop(spec.name, None)
        if value is not None:
            raw[spec.name] = value


def _repair_member(raw: dict[str, Any], spec: FieldSpec, inside: Sequence[str], random: Random, tables: Tables) -> None:
    assert spec.group is not None
    members = raw.get(spec.name, [])
    number, field = int(inside[0]) - 1, inside[1]
    inner = next((inner for inner in specs_of(spec.group) if inner.name == field), None)
    if number >= len(members) or inner is None:
        raw[spec.name] = random_value(spec, random, tables)
        return
    value = random_value(inner, random, tables)
    members[number].pop(field, None)
    if value is not None:
        members[number][field] = value


def random_value(spec: FieldSpec, random: Random, tables: Tables) -> Any:
    """A plain value that the field by itself would take, or None to leave it open."""
    settled = spec.under(tables)
    may_stay_open = spec.optional or spec.usual is not None
    if may_stay_open and spec.kind != "group" and random.random() < LEFT_OPEN:
        return None
    if spec.kind == "choice":
        return random.choice(spec.values).value
    if spec.kind == "yes_no":
        return random.random() < LEFT_OPEN
    if spec.kind == "number":
        return random_number(settled.lowest, settled.highest, random)
    if spec.kind == "distance":
        return random_distance(settled, random)
    if spec.kind == "group":
        return _random_group(settled, random, tables)
    return random.choice(NAMES)


def _random_group(spec: SettledField, random: Random, tables: Tables) -> list[dict[str, Any]]:
    assert spec.group is not None
    inner = [field for field in specs_of(spec.group) if open_under(field, tables)]
    size = random.randint(spec.lowest, min(spec.highest, max(spec.lowest, 3)))
    return [_drawn(inner, random, {}, tables) for _ in range(size)]


def random_number(lowest: int, highest: int, random: Random) -> int:
    """A number between limits: mostly small, now and then the limit itself."""
    kind = random.random()
    if kind < 0.6:
        return random.randint(lowest, min(highest, lowest + SMALL))
    if kind < 0.9:
        return random.randint(lowest, min(highest, lowest + MIDDLING))
    return random.choice((lowest, min(highest, lowest + MIDDLING), highest if highest <= MIDDLING * 10 else lowest))


def random_distance(spec: SettledField, random: Random) -> str:
    """A band, or a length with as few decimals as a tape shows."""
    if spec.bands and random.random() < LEFT_OPEN:
        return random.choice(spec.bands)
    longest = min(spec.highest, MIDDLING * random.choice((1, 2)))
    parts = random.choice((1, 2, 4, 10, 1000))
    return f"{random.randint(parts * spec.lowest, parts * longest) / parts:g}"


# ---- Every choice with every other --------------------------------------------------------------------------------------


def choices_of(spec: FieldSpec) -> tuple[Any, ...]:
    """The values of a field that can be listed."""
    if spec.kind == "yes_no":
        return (True, False)
    if spec.kind == "choice":
        return tuple(value.value for value in spec.values)
    return tuple(spec.bands)


Pair = tuple[tuple[str, Any], tuple[str, Any]]


def covering_forms(action: Action, random: Random, tables: Tables, most: int = 400) -> list[dict[str, Any]]:
    """Forms in which every choice of a field meets every choice of every other, as far as the rules allow it.

    At most ``most`` forms; a pair that is refused twice is taken for barred.
    """
    specs = [spec for spec in action.fields if open_under(spec, tables) and choices_of(spec)]
    missing = list(dict.fromkeys(_pairs(specs)))
    random.shuffle(missing)
    open_pairs = dict.fromkeys(missing)
    forms: list[dict[str, Any]] = []
    while open_pairs and len(forms) < most:
        pair, _ = open_pairs.popitem()
        raw = form_with(action, random, tables, dict(pair))
        if raw is None:
            continue
        forms.append(raw)
        for covered in _met(raw, specs):
            open_pairs.pop(covered, None)
    return forms or [random_form(action, random, tables)]


def _pairs(specs: Sequence[FieldSpec]) -> Iterator[Pair]:
    for first, second in combinations(specs, 2):
        for value in choices_of(first):
            for other in choices_of(second):
                yield (first.name, value), (second.name, other)
    if len(specs) == 1:
        only = specs[0]
        yield from (((only.name, value), (only.name, value)) for value in choices_of(only))


def form_with(action: Action, random: Random, tables: Tables, pinned: dict[str, Any]) -> dict[str, Any] | None:
    """A form with these values, or None where the rules seem to bar it."""
    specs = [spec for spec in action.fields if open_under(spec, tables)]
    raw = _drawn(specs, random, pinned, tables)
    for _ in range(FRESH_START):
        read = read_form(action, raw, tables, PLAIN)
        if isinstance(read, Form):
            return raw
        _repair(raw, read, specs, random, pinned, tables)
    return None


def _met(raw: Mapping[str, Any], specs: Sequence[FieldSpec]) -> Iterator[Pair]:
    told = [(spec.name, raw[spec.name]) for spec in specs if raw.get(spec.name) is not None]
    yield from combinations(told, 2)
    if len(specs) == 1:
        yield from ((one, one) for one in told)


# ---- Answers and options ---------------------------------------------------------------------------------------------------


def random_answer(request: Request, random: Random) -> Any:
    """An answer that the request accepts."""
    if isinstance(request, Roll):
        while True:
            faces = [random.choice(die.faces) for die in request.dice]
            if request.counting is None or _counts(request, faces):
                return faces
    if isinstance(request, Count):
        return {"faces": [random.choice(request.die.faces) for _ in range(request.pool)]}
    if isinstance(request, Choose):
        return random.choice(request.options).value
    return _random_fact(request, random)


def _counts(request: Roll, faces: list[int]) -> bool:
    assert request.counting is not None
    return request.counting(*request._seen(faces))


def _random_fact(request: Observe, random: Random) -> Any:
    if request.options:
        return random.choice(request.options).value
    if request.value_kind == "yes_no":
        return random.random() < LEFT_OPEN
    return random_number(request.lowest, request.highest, random)


def random_run(start: Start[Any], random: Random, answers: Mapping[str, Given] | None = None) -> Finished[Any]:
    """Run a rule to its end with random dice and random answers to its questions."""
    given = dict(answers or {})
    key = ""
    for _ in range(LONGEST_RUN):
        result = ask(start, given)
        if isinstance(result, Finished):
            return result
        key = result.key
        given[key] = Given(random_answer(result.request, random), "person")
    raise AssertionError(f"after {LONGEST_RUN} requests a rule still asked for {key}: a rule that repeats must end")


def with_questions(answers: Mapping[str, Given], finished: Finished[Any]) -> dict[str, Given]:
    """The answers given, and those of a run to its questions, without its dice."""
    asked = (step for step in finished.steps if isinstance(step.request, Choose | Observe))
    return {**answers, **{step.key: Given(step.value, step.by) for step in asked}}


def option_values(spec: OptionSpec) -> tuple[Any, ...]:
    """All values of a switch; of a number its limits and its default."""
    if spec.kind == "yes_no":
        return (False, True)
    if spec.kind == "choice":
        return spec.choices
    return tuple(dict.fromkeys((spec.lowest, spec.default, spec.highest)))


def random_settings(options: Mapping[str, OptionSpec], random: Random) -> list[dict[str, Any]]:
    """The defaults, and as many settings of all options together as it takes for every value to be in force once."""
    if not options:
        return [{}]
    orders = {name: random.sample(option_values(spec), len(option_values(spec))) for name, spec in options.items()}
    rounds = max(len(values) for values in orders.values())
    return [{}, *({name: values[turn % len(values)] for name, values in orders.items()} for turn in range(rounds))]
