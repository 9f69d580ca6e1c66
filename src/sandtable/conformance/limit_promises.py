"""Promises about the numbers of forms: what a table says stands in no form a second time, and forms follow the tables in force."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any

from sandtable.conformance.breach import BreachError
from sandtable.conformance.cases import SEED, plain_json, with_option_on
from sandtable.conformance.house_rules import house_file, trials
from sandtable.conformance.inspection import watched_tables
from sandtable.conformance.random_forms import NoFormError, random_form
from sandtable.kernel.form import Bar, FieldSpec, SettledField, specs_of
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Refusal
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables
from sandtable.umpire.description import describe_field
from sandtable.umpire.setting import Setting

COUNTED_FROM = (0, 1)  # where counting begins, whatever a table says
NO_LIMIT = 999
FORMS = 12  # random forms, one of which needs the field
CHANGES = 2  # of a cell, held against the reader


def no_form_says_again_what_a_table_says(ruleset: Ruleset) -> None:
    """A limit that equals a cell comes from that cell, or the ruleset's ``own_limits`` say why it is the form's own."""
    cells: dict[int, list[str]] = defaultdict(list)
    for path, value in ruleset.default_tables.cells.items():
        if type(value) is int:
            cells[value].append(path)
    twice = {name: cells[limit] for name, limit in _own_limits(ruleset) if limit in cells}
    explained = {name for names in ruleset.own_limits.values() for name in names}
    unexplained = [f"{name} ({', '.join(paths[:3])})" for name, paths in twice.items() if name not in explained]
    if unexplained:
        raise BreachError(
            'a limit is also a number of a table; take it from there with cell("..."), or give the reason in own_limits: '
            + "; ".join(unexplained)
        )
    idle = sorted(explained - set(twice))
    if idle:
        raise BreachError(f"own_limits explain what needs no reason: {', '.join(idle)}")


def _own_limits(ruleset: Ruleset) -> Iterator[tuple[str, int]]:
    """Every limit that is written in a form, with the name of its field."""
    for action in ruleset.actions:
        for spec, _ in _fields(action):
            for limit in (spec.lowest, spec.highest):
                if isinstance(limit, int) and limit not in (*COUNTED_FROM, NO_LIMIT):
                    yield spec.name, limit


def _fields(action: Action) -> Iterator[tuple[FieldSpec, FieldSpec | None]]:
    """The fields of an action, and the members' fields of its groups with their group."""
    for spec in action.fields:
        yield spec, None
        for inner in specs_of(spec.group) if spec.group is not None else ():
            yield inner, spec


def bands_that_a_rule_closes_come_from_its_tables(ruleset: Ruleset) -> None:
    """What is shown as closed and left to the rule is worked out from what the rule reads, not listed by hand."""
    for action in ruleset.actions:
        for spec, _ in _fields(action):
            if any(isinstance(bar, Bar) and bar.told_by_rule for bar in spec.bars):
                raise BreachError(f"{action.id}, {spec.name}: what a rule tells is closed by hand; use beyond(...)")


def its_forms_follow_its_tables(ruleset: Ruleset) -> None:
    """Every cell that a field depends on is changed: what is drawn of the form changes, and the reader takes and refuses the same."""
    for action in ruleset.actions:
        for spec, group in _fields(action):
            if spec.from_tables:
                _check_that_it_follows(ruleset, action, spec, group)


def _check_that_it_follows(ruleset: Ruleset, action: Action, spec: FieldSpec, group: FieldSpec | None) -> None:
    options = with_option_on(action, {})
    for each in (spec, group):
        options |= {each.option[0]: each.option[1]} if each is not None and each.option else {}
    printed = ruleset.tables(options)
    drawn = _drawn(ruleset, spec, printed)
    read: set[str] = set()
    spec.under(watched_tables(printed, read))
    moved = False
    for path in sorted(read):
        changes = 0
        for tables in _changed(ruleset, options, path):
            now = _drawn(ruleset, spec, tables)
            if now == drawn:
                continue
            moved = True
            changes += 1
            if changes <= CHANGES:
                _check_the_reader(action, spec.under(tables), group, tables, f"{path} = {tables.value(path)}")
    if not moved:
        raise BreachError(f"{action.id}, {spec.name}: no house rule changes what it takes from the tables")


def _changed(ruleset: Ruleset, options: Mapping[str, Any], path: str) -> Iterator[Tables]:
    """The tables under house rules that change one cell."""
    printed = ruleset.default_tables
    for value in trials(printed.value(path), printed, path):
        try:
            yield ruleset.tables(options, house_file(path, value))
        except Refusal:
            continue


def _drawn(ruleset: Ruleset, spec: FieldSpec, tables: Tables) -> dict[str, Any]:
    """A field as a browser gets it: plain data, with a usual number that its own limits allow."""
    told: dict[str, Any] = plain_json(describe_field(Setting(ruleset, tables, PLAIN, "", {}), spec))
    usual = told["usual"]
    if told["kind"] == "number" and usual is not None and not told["min"] <= usual <= told["max"]:
        raise BreachError(f"{spec.name} is usually {usual}, which is not from {told['min']} to {told['max']}")
    return told


def _check_the_reader(action: Action, spec: SettledField, group: FieldSpec | None, tables: Tables, house: str) -> None:
    """The last number that is drawn is read, and the next is refused; the same of the members of a group."""
    wrong = {"number": "kernel.form.no_number", "group": "kernel.form.group_size"}.get(spec.kind)
    form = _form_with(action, spec, group, tables) if wrong else None
    if form is None:
        return
    for more, expected in ((0, False), (1, True)):
        refused = _refuses(action, _with(form, spec, group, spec.highest + more), tables, str(wrong))
        if refused is not expected:
            told = "refused" if refused else "taken"
            raise BreachError(
                f"{action.id}, {spec.name}: {spec.highest + more} is {told} where the form goes to {spec.highest}, with {house}"
            )


def _form_with(action: Action, spec: SettledField, group: FieldSpec | None, tables: Tables) -> dict[str, Any] | None:
    """A legal form in which the field counts, if there is one among a few."""
    random = Random(SEED)
    for _ in range(FORMS):
        try:
            raw = random_form(action, random, tables)
        except NoFormError:
            return None
        read = read_form(action, raw, tables, PLAIN)
        assert isinstance(read, Form)
        cards = read.fields.get(group.name) if group is not None else [read.fields]
        if cards and spec.name in cards[0] and _counts(action, raw, spec, group, tables):
            return deepcopy(raw)
    return None


def _counts(action: Action, raw: dict[str, Any], spec: SettledField, group: FieldSpec | None, tables: Tables) -> bool:
    """Whether a field counts as the others are: what nobody needs on a card is left out, however large it is."""
    if group is None:
        return True
    read = read_form(action, _with(raw, spec, group, spec.highest), tables, PLAIN)
    return not isinstance(read, Form) or f"{group.name}.1.{spec.name}" not in read.left_out


def _with(raw: dict[str, Any], spec: FieldSpec, group: FieldSpec | None, number: int) -> dict[str, Any]:
    changed = deepcopy(raw)
    place = changed[group.name][0] if group is not None else changed
    place[spec.name] = [deepcopy(place[spec.name][0])] * number if spec.kind == "group" else number
    return changed


def _refuses(action: Action, raw: dict[str, Any], tables: Tables, wrong: str) -> bool:
    read = read_form(action, raw, tables, PLAIN)
    return not isinstance(read, Form) and any(problem.message.id == wrong for problem in read)
