"""House rules in place: the numbers of a rule as they stand in force, and what becomes of the odds when one of them is changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from sandtable.kernel.form import FieldSpec, Section
from sandtable.kernel.house_text import house_text, toml_value
from sandtable.kernel.messages import Message
from sandtable.kernel.noted_cells import NotedCells
from sandtable.kernel.problem import Refusal, refuse
from sandtable.kernel.reader import Form
from sandtable.kernel.ruleset import Action
from sandtable.kernel.table_names import Names, is_cell, table_of
from sandtable.umpire import house_views
from sandtable.umpire.examples import example
from sandtable.umpire.odds import odds_view
from sandtable.umpire.setting import Setting, capital

MOST_CASES = 48  # forms that are tried until one reads the number


def numbers(setting: Setting, rule: Any) -> house_views.Numbers:
    """Every table whose numbers a rule gives, as they stand in force."""
    tables = setting.tables
    paths = [path for path in tables.paths() if tables.rule(path) == rule]
    names = Names(setting.ruleset)
    grouped: dict[str, list[str]] = {}
    for path in paths:
        grouped.setdefault(table_of(tables, path), []).append(path)
    return house_views.Numbers(tables=tuple(_table(setting, names, table, own) for table, own in grouped.items()))


def _table(setting: Setting, names: Names, table: str, paths: list[str]) -> house_views.NumberTable:
    tables = setting.tables
    rows: dict[str, list[str]] = {}
    for path in paths:
        rows.setdefault(path.rpartition(".")[0] if is_cell(tables, path) else path, []).append(path)
    keys = [row.rpartition(".")[2] for row in rows]
    columns = [path.rpartition(".")[2] for path in paths if is_cell(tables, path)]
    columns = list(dict.fromkeys(columns))
    signed = any(type(value := tables.value(path)) is int and value < 0 for path in paths)
    return house_views.NumberTable(
        title=names.title(table, ""),
        columns=tuple(capital(names.term(column, columns)) for column in columns),
        rows=tuple(
            house_views.NumberRow(
                label=capital(names.row(row, row.rpartition(".")[2], keys)),
                cells=tuple(cell for path in own for cell in _cells(setting, names, path, signed=signed)),
            )
            for row, own in rows.items()
        ),
    )


def _cells(setting: Setting, names: Names, path: str, *, signed: bool) -> Iterator[house_views.NumberCell]:
    """An entry as a cell, or a list as one for each of its members."""
    now, printed = setting.tables.value(path), setting.ruleset.default_tables.value(path)
    if not isinstance(now, tuple):
        yield _cell(names, path, None, now, printed, signed=signed)
        return
    for at, (value, was) in enumerate(zip(now, printed, strict=True)):
        yield _cell(names, path, at, value, was, signed=signed)


def _cell(names: Names, path: str, at: int | None, value: Any, was: Any, *, signed: bool) -> house_views.NumberCell:
    number = type(value) is int
    return house_views.NumberCell(
        path=path,
        at=at,
        text=names.value(value, signed=signed),
        printed=names.value(was, signed=signed) if was != value else "",
        value=value if number else None,
    )


# ---- One number changed ----------------------------------------------------------------------------------------------------------


def changed_number(setting: Setting, path: Any, at: Any, value: Any) -> house_views.NumberChange:
    """What a house rule would make of a number: whether it may be so, the odds of a usual case before and after, and the file to keep.

    Without a value the entry is as printed again, whatever it holds.
    """
    printed = setting.ruleset.default_tables
    if not isinstance(path, str) or path not in printed.cells or not (value is None or type(value) is int):
        raise refuse("path", "kernel.house.unknown", path=str(path))
    entry = printed.value(path)
    if value is not None and isinstance(entry, tuple) and (type(at) is not int or not 0 <= at < len(entry)):
        raise refuse("at", "kernel.desk.part", part="at")
    wanted = entry if value is None else _with_member(setting.tables.value(path), at, value)
    house = house_file(setting, {path: wanted})
    names = Names(setting.ruleset)
    was = entry[at] if isinstance(entry, tuple) and value is not None else entry
    told = house_views.NumberChange(
        label=names.entry(setting.tables, path),
        printed=names.value(was),
        value=value,
        lowest=setting.tables.note(path, "min"),
        highest=setting.tables.note(path, "max"),
        problem="",
        case="",
        rows=(),
        house=house,
    )
    try:
        other = replace(setting, tables=setting.ruleset.tables(setting.options, house), house=house)
    except Refusal as refusal:
        return replace(told, problem=setting.say(refusal.problems[0].message))
    case = usual_case(setting, path) if value is not None else None
    if case is None:
        return told
    action, form, words = case
    try:
        rows = tuple(_compared(setting, other, action, form))
    except Exception:  # noqa: BLE001 - a number with which no rule can be played: the desk says so in its own words
        return replace(told, problem=setting.say(Message.of("kernel.house.unworkable", paths=(path,))))
    return replace(told, case=words, rows=rows)


def _with_member(now: Any, at: int | None, value: int) -> Any:
    return value if at is None or not isinstance(now, tuple) else (*now[:at], value, *now[at + 1 :])


def _compared(now: Setting, other: Setting, action: Action, form: Form) -> Iterator[house_views.OddsChange]:
    """The odds of a case under two sets of house rules, row by row."""
    before = {row.key: row for row in odds_view(now, action, form, {}, 0).rows}
    after = {row.key: row for row in odds_view(other, action, form, {}, 0).rows}
    for key in dict.fromkeys((*before, *after)):
        row = before.get(key) or after[key]
        yield house_views.OddsChange(
            label=row.label,
            was=before[key].percent if key in before else 0,
            now=after[key].percent if key in after else 0,
        )


# ---- A usual case in which a number counts ---------------------------------------------------------------------------------------


def usual_case(setting: Setting, path: str) -> tuple[Action, Form, str] | None:
    """An action whose odds rest on a number, its form as usual but for what the number is about, and that in words."""
    for action, known in islice(_cases(setting, path), MOST_CASES):
        form = _form(setting, action, known)
        if form is not None and path in _read_by(setting, action, form):
            return action, form, _in_words(setting, action, form, known)
    return None


def _cases(setting: Setting, path: str) -> Iterator[tuple[Action, dict[str, Any]]]:
    """Forms to try: every action with what the path names filled in, then one thing after the other otherwise than usual."""
    told = path.split(".")
    actions = _likely_first(setting, path)
    for action in actions:
        yield from ((action, known) for known in _named_in(action, told))
    for action in actions[:2]:
        named = next(_named_in(action, told))
        for spec in action.fields:
            if spec.name not in named:
                yield from ((action, {**named, spec.name: value}) for value in _other_values(spec.kind, spec.values))


def _likely_first(setting: Setting, path: str) -> list[Action]:
    """The actions whose odds are shown: those of the number's own rule first, then those that the path names, then the commonest."""
    ruleset, rule, told = setting.ruleset, setting.tables.rule(path), set(path.replace("_", ".").split("."))
    shown = [
        action
        for action in ruleset.actions
        if not action.ledger_only and action.layout != "plain" and action.open_under(setting.tables)
    ]
    return sorted(
        shown,
        key=lambda action: (
            rule not in action.rules,
            -len(set(action.id.split("_")) & told),
            action.id != ruleset.fresh[0],
        ),
    )


def _named_in(action: Action, parts: list[str]) -> Iterator[dict[str, Any]]:
    """What the parts of a path say in a form, of the unit that acts first, then of its target; once where that is the same."""
    by_actor, by_target = (
        _named(sorted(action.fields, key=lambda spec: spec.section is not section), parts)
        for section in (Section.ACTOR, Section.TARGET)
    )
    yield by_actor
    if by_target != by_actor:
        yield by_target


def _named(specs: Iterable[FieldSpec], parts: Iterable[str]) -> dict[str, Any]:
    """What the parts of a path say in a form: each in the first field that knows it."""
    named: dict[str, Any] = {}
    left = list(parts)
    for spec in specs:
        words = [*(value.value for value in spec.values), *spec.bands]
        found = next((word for word in left if word in words), None)
        if found is not None:
            named[spec.name] = found
            left.remove(found)
    return named


def _other_values(kind: str, values: Iterable[Any]) -> list[Any]:
    if kind == "yes_no":
        return [True, False]
    return [value.value for value in values][:4] if kind == "choice" else []


def _form(setting: Setting, action: Action, known: Mapping[str, Any]) -> Form | None:
    fresh, fields = setting.ruleset.fresh
    usual = dict(fields) if fresh == action.id else {}
    try:
        return setting.form(action, example(setting, action, usual, first={**_plain(usual), **known}))
    except Refusal:
        return None


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: getattr(value, "value", value) for name, value in fields.items()}


def _read_by(setting: Setting, action: Action, form: Form) -> set[str]:
    """The entries that the odds of an action rest on."""
    cells = NotedCells(setting.tables.cells)
    action.law(form.situation, replace(setting.tables, cells=cells), form.answers)
    return cells.seen


def _in_words(setting: Setting, action: Action, form: Form, known: Mapping[str, Any]) -> str:
    """The case: the action, who takes part, and what the number is about."""
    told = [spec for spec in action.fields if spec.widget == "arms" or spec.name in known]
    words = (_value_in_words(setting, spec.kind, spec.name, getattr(form.situation, spec.name, None)) for spec in told)
    return f"{setting.say(Message(f'action.{action.id}.label'))}: {', '.join(filter(None, words))}".rstrip(": ")


def _value_in_words(setting: Setting, kind: str, name: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return setting.say(Message(f"field.{name}"))
    return (
        setting.style.band(value).replace("-", "\N{EN DASH}")
        if kind == "distance" and isinstance(value, str)
        else setting.name_of(value)
    )


# ---- The file --------------------------------------------------------------------------------------------------------------------


def house_file(setting: Setting, more: Mapping[str, Any]) -> str:
    """The house rules in force with these entries as well, as a file; what is as printed is left out. Remarks stay at its head."""
    wanted = {path: now for path, (_, now) in setting.tables.overridden.items()} | dict(more)
    return house_text(setting.ruleset.default_tables, wanted, setting.house)


def paths(setting: Setting) -> house_views.Paths:
    """Every entry that a house file may set, by its path."""
    tables = setting.tables
    return house_views.Paths(
        paths=tuple(
            house_views.Path(path=path, value=toml_value(tables.value(path)), rule=tables.rule(path) or "")
            for path in tables.paths()
        )
    )
