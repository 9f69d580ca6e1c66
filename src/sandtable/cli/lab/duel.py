"""``sandtable lab duel``: units that act against each other by a script, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from sandtable.cli import bars, texts
from sandtable.cli.case import read_pairs, read_setting
from sandtable.cli.chosen import whole_number
from sandtable.cli.options import AsJson, HouseFile, OptionPairs, RulesetName, Scale, Unit
from sandtable.cli.problems import refuse
from sandtable.cli.screen import heading, show, show_json
from sandtable.cli.verdicts import about, house_note
from sandtable.kernel import codec
from sandtable.kernel.chain import Number
from sandtable.kernel.form import FieldSpec
from sandtable.kernel.numbers import whole_number as read_whole
from sandtable.kernel.problem import Refusal
from sandtable.umpire import duel_views
from sandtable.umpire.description import field_choices
from sandtable.umpire.duels import matrix
from sandtable.umpire.duels.duel import MOST_ROUNDS, ROUNDS, Answer, Duel
from sandtable.umpire.duels.entrants import field_called, fields_named
from sandtable.umpire.duels.reading import by_letter, read_duel
from sandtable.umpire.duels.telling import duel_view, in_hundred, percent, plain_sentence, side_letters
from sandtable.umpire.setting import Setting

ALL = "all"
TOLD_ROUNDS = 12  # in the terminal; JSON tells all that were asked for
MOST_SWEPT = 100
Asked = dict[str, Any]


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("duel")(duel)


def duel(
    ruleset: RulesetName,
    one: Annotated[
        str | None,
        typer.Argument(metavar="A", help='A unit in words: "RegularInfantry 4".', show_default="as is usual"),
    ] = None,
    other: Annotated[
        str | None, typer.Argument(metavar="B", help="The unit against it.", show_default="as is usual")
    ] = None,
    script: Annotated[
        str,
        typer.Option(
            "--script", metavar="STEPS", help='Who does what: "A fires, B fires".', show_default="as is usual"
        ),
    ] = "",
    field: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            metavar="NAME=VALUE",
            help="A field of the forms (range=3-6; range=12-18,6-12 for round after round), or of one unit: B.cover=soft. Repeatable.",
            show_default=False,
        ),
    ] = None,
    until: Annotated[
        list[str] | None,
        typer.Option(
            "--until",
            metavar="WHAT",
            help="What is beaten: gone, half, or a field of a unit, status=Demoralized. Repeatable.",
            show_default=False,
        ),
    ] = None,
    rounds: Annotated[
        int, whole_number("--rounds", 1, MOST_ROUNDS, help="How many rounds are looked at one by one.")
    ] = ROUNDS,
    more: Annotated[
        list[str] | None,
        typer.Option("--more", metavar="C=UNIT", help="A further unit; side=... says whose.", show_default=False),
    ] = None,
    matrix: Annotated[
        str | None,
        typer.Option(
            "--matrix",
            metavar="TYPES",
            help="All against all: all, a field to go through, or units with commas between them.",
            show_default=False,
        ),
    ] = None,
    sweep: Annotated[
        str | None,
        typer.Option(
            "--sweep",
            metavar="FIELD",
            help="The same for every value of a field: range, or A.bases=2,4,6.",
            show_default=False,
        ),
    ] = None,
    house: HouseFile = None,
    option: OptionPairs = None,
    scale: Scale = "1",
    unit: Unit = "in",
    as_json: AsJson = False,
) -> None:
    """Work out what comes of two units that act against each other, exactly."""
    setting = read_setting(ruleset, option, house, scale, unit, as_json=as_json)
    units, fields = _units(setting, one, other, more or [], field or [])
    asked: Asked = {"script": script, "fields": fields, "until": until, "rounds": rounds}
    if matrix is not None:
        _matrix(setting, units, matrix, sweep, asked, as_json=as_json)
    elif sweep is not None:
        _sweep(setting, units, sweep, asked, as_json=as_json)
    else:
        _one(setting, read_duel(setting, units, **asked), as_json=as_json)


def _units(
    setting: Setting, one: str | None, other: str | None, more: Sequence[str], pairs: Sequence[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Units by their letters, what was said of one of them among it; and the fields that are for all."""
    usual = setting.ruleset.duel
    if (one is None or other is None) and usual.units is None:
        raise refuse("A", "cli.lab.no_units")
    given = {"A": one or (usual.units or ("", ""))[0], "B": other or (usual.units or ("", ""))[1]}
    further, problems = read_pairs(more, "--more")
    given |= {label.upper(): unit for label, unit in further.items()}
    fields, wrong = read_pairs(pairs, "--field")
    if problems or wrong:
        raise Refusal([*problems, *wrong])
    common = dict(usual.fields) if one is None or other is None else {}
    return by_letter(given, {**common, **fields})


# ---- One duel ------------------------------------------------------------------------------------------------------------------------


def _one(setting: Setting, asked: Duel, *, as_json: bool) -> None:
    answer = asked.answer()
    view = duel_view(asked, answer)
    if as_json:
        show_json(_json(setting, asked, answer, view))
        return
    show(heading(plain_sentence(asked, answer)), Text(view.detail, "dim"))
    show(*(Text(note, "dim") for note in view.notes))
    show(Text(texts.say("cli.lab.over", counted=view.counted or "1"), "bold"), _ends(view))
    if len(view.rounds) > 1:
        show(Text(texts.say("cli.lab.rounds"), "bold"), _rounds(view))
    show(*house_note(setting))


def _json(setting: Setting, asked: Duel, answer: Answer, view: duel_views.Duel) -> dict[str, Any]:
    told: dict[str, Any] = codec.write(view)
    one, other = side_letters(asked)
    exact = {label: _fraction(answer.wins(label)) for label in (one, other)}
    told["sentence"] = plain_sentence(asked, answer)
    return {"status": "ok", **about(setting), **told, "fractions": exact, "places": answer.places}


def _fraction(chance: Number) -> list[int] | float:
    """A chance for programs: numerator and denominator, or a float where it is one."""
    return chance if isinstance(chance, float) else [chance.numerator, chance.denominator]


def _ends(view: duel_views.Duel) -> Table:
    """How many the winner has left, as bars in the order of the sides."""
    table = _plain_table()
    for end in view.ends:
        who = texts.say("cli.lab.wins", letter=end.winner) if end.winner else texts.say("cli.lab.neither")
        severity = 4 if end.winner == view.units[0].label else 0
        table.add_row(who, f"{end.left} / {end.of}", f"{end.percent:.1f}%", bars.bar(0, end.percent, severity))
    if view.wins.never:
        table.add_row(texts.say("cli.lab.never"), "", f"{view.wins.never:.1f}%", bars.bar(0, view.wins.never, 2))
    return table


def _rounds(view: duel_views.Duel) -> Table:
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    names = [view.units[0].label, next(one.label for one in view.units if one.label != view.units[0].label)]
    for title in (texts.say("cli.lab.round"), *names, texts.say("cli.lab.both")):
        table.add_column(title, justify="right")
    for one in view.rounds[:TOLD_ROUNDS]:
        table.add_row(str(one.number), f"{one.a:.1f}%", f"{one.b:.1f}%", f"{one.going:.1f}%")
    return table


def _plain_table() -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column()
    for _ in range(2):
        table.add_column(justify="right")
    table.add_column(width=bars.WIDTH)
    return table


# ---- For every value of a field ------------------------------------------------------------------------------------------------------


def _sweep(setting: Setting, units: Mapping[str, str], sweep: str, asked: Asked, *, as_json: bool) -> None:
    rows: list[tuple[str, tuple[Duel, Answer] | None, str]] = []
    for value, told, fields in _swept(setting, units, sweep, asked):
        try:
            read = read_duel(setting, told, **{**asked, "fields": fields})
            rows.append((value, (read, read.answer()), ""))
        except Refusal as refusal:
            rows.append((value, None, setting.say(refusal.problems[0].message)))
    if not any(done for _, done, _ in rows):
        raise refuse("--sweep", "cli.lab.sweep_refused", why=rows[0][2])
    if as_json:
        told_rows = [
            {"value": value, "sentence": plain_sentence(*done), **_wins_json(*done)}
            if done
            else {"value": value, "why": why}
            for value, done, why in rows
        ]
        show_json({"status": "ok", **about(setting), "field": sweep.partition("=")[0], "rows": told_rows})
        return
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(sweep.partition("=")[0])
    for title in ("A", "B", texts.say("cli.lab.half")):
        table.add_column(title, justify="right")
    table.add_column(width=bars.WIDTH)
    for value, done, why in rows:
        if done is None:
            table.add_row(value, "", "", "", Text(why, "dim"))
            continue
        read, answer = done
        one, other = (answer.wins(label) for label in side_letters(read))
        median = str(answer.median) if answer.median else ""
        table.add_row(value, f"{percent(one):.1f}%", f"{percent(other):.1f}%", median, bars.bar(0, percent(one), 4))
    show(table, *house_note(setting))


def _wins_json(read: Duel, answer: Answer) -> dict[str, Any]:
    one, other = side_letters(read)
    return {
        "wins": {label: percent(answer.wins(label)) for label in (one, other)},
        "fractions": {label: _fraction(answer.wins(label)) for label in (one, other)},
        "median": answer.median,
    }


def _swept(
    setting: Setting, units: Mapping[str, str], sweep: str, asked: Asked
) -> list[tuple[str, dict[str, str], dict[str, str]]]:
    """For every value: what it is called, the units and the fields with it."""
    written, _, listed = sweep.partition("=")
    letter, dot, own = written.partition(".")
    of_unit = bool(dot) and letter.upper() in units
    name = own if of_unit else written
    values = [one.strip() for one in listed.split(",") if one.strip()] if listed else _values(setting, name, written)
    spread = [one for value in values for one in _spread(value)]
    if len(spread) > MOST_SWEPT:
        raise refuse("--sweep", "cli.lab.many_values", most=MOST_SWEPT)
    return [
        (
            value,
            {**units, letter.upper(): f"{units[letter.upper()]} '{name}={value}'"} if of_unit else dict(units),
            asked["fields"] if of_unit else {**asked["fields"], name: value},
        )
        for value in spread
    ]


def _spread(value: str) -> list[str]:
    """``2..6`` as the numbers it stands for."""
    first, dots, last = value.partition("..")
    low, high = read_whole(first), read_whole(last)
    if not dots or low is None or high is None or high - low > MOST_SWEPT:
        return [value]
    return [str(number) for number in range(low, high + 1)]


def _values(setting: Setting, name: str, written: str) -> list[str]:
    specs: dict[str, FieldSpec] = fields_named(setting.ruleset.actions)
    entry = fields_named([setting.action(setting.ruleset.roster_action)])
    known = {**specs, **entry}
    found = field_called(setting, known.values(), name)
    choices = field_choices(setting, known[found]) if found is not None else ()
    if not choices:
        raise refuse("--sweep", "cli.lab.no_values", name=written)
    return [str(choice.value).lower() if isinstance(choice.value, bool) else str(choice.value) for choice in choices]


# ---- All against all -----------------------------------------------------------------------------------------------------------------


def _matrix(
    setting: Setting, units: Mapping[str, str], types: str, sweep: str | None, asked: Asked, *, as_json: bool
) -> None:
    known = _variants(setting, units["A"], types)
    bands = (
        [(value, fields) for value, _, fields in _swept(setting, units, sweep, asked)]
        if sweep
        else [("", asked["fields"])]
    )
    told: list[tuple[str, list[tuple[matrix.Cell, ...]]]] = []
    for value, fields in bands:
        rest = {**asked, "fields": fields, "rounds": 1}
        told.append((value, [matrix.row(setting, known, number, **rest) for number in range(len(known))]))
    if as_json:
        show_json({"status": "ok", **about(setting), "units": [one.label for one in known], "matrices": _plain(told)})
        return
    for value, rows in told:
        show(heading(texts.say("cli.lab.matrix"), value), _cells(known, rows))
    why = next((cell.why for _, rows in told for row in rows for cell in row if cell.why), "")
    show(*([Text(texts.say("cli.lab.no_duel", why=why), "dim")] if why else []), *house_note(setting))


def _variants(setting: Setting, base: str, types: str) -> tuple[matrix.Variant, ...]:
    """Units of a matrix: every kind there is, every value of a field, or those that somebody lists."""
    if types.strip().lower() == ALL:
        return matrix.variants(setting, base)
    if "," not in types and field_called(setting, matrix.varied_fields(setting), types.strip()):
        return matrix.variants(setting, base, types.strip())
    listed = [one.strip() for one in types.split(",") if one.strip()]
    if len(listed) < 2:  # noqa: PLR2004 - one unit has nobody to fight
        fields = [spec.name for spec in matrix.varied_fields(setting)]
        raise refuse("--matrix", "cli.lab.no_types", ALL, *fields, types=types)
    return tuple(matrix.Variant(one, one, one, one) for one in listed)


def _plain(matrices: Sequence[tuple[str, Sequence[Sequence[matrix.Cell]]]]) -> list[dict[str, Any]]:
    return [
        {
            "value": value,
            "rows": [[None if cell.chance is None else percent(cell.chance) for cell in row] for row in rows],
        }
        for value, rows in matrices
    ]


def _cells(units: Sequence[matrix.Variant], rows: Sequence[Sequence[matrix.Cell]]) -> Table:
    """How often the row beats the column, in a hundred; kinds that can fight nobody are left out."""
    fights = [any(cell.chance is not None for cell in row) for row in rows]
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column()
    for unit, there in zip(units, fights, strict=True):
        if there:
            table.add_column(unit.short, justify="right", max_width=10)
    for unit, row, there in zip(units, rows, fights, strict=True):
        if there:
            cells = [_cell(cell) for cell, shown in zip(row, fights, strict=True) if shown]
            table.add_row(unit.short, *cells)
    return table


def _cell(cell: matrix.Cell) -> Text:
    if cell.chance is None:
        return Text("\N{EN DASH}", "dim")
    share = percent(cell.chance)
    style = "red" if share > 54 else "blue" if share < 46 else ""  # noqa: PLR2004 - near even is neither's
    return Text(in_hundred(cell.chance) if 0 < share < 1 else f"{share:.0f}", style)
