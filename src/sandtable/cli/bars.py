"""Odds as bars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.bar import Bar
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.cli import texts
from sandtable.cli.screen import console, heading, severity_style
from sandtable.cli.verdicts import Shown, assumed, house_note, why_table
from sandtable.kernel.messages import joined
from sandtable.kernel.record import Scalar
from sandtable.umpire import odds_views
from sandtable.umpire.setting import Setting

WIDTH = 40  # characters for a bar of 100%
WHOLE = 100
HARDLY, ALMOST = "<1%", ">99%"


def odds(setting: Setting, view: odds_views.Odds, title: str, *, hints: bool = True) -> Shown:
    """The odds of an action to read."""
    shown = short(view, title)
    if any(len(measure.distribution) > 1 for measure in view.measures):
        shown.append(_measures(view.measures))
    shown += [why_table(why) for why in view.why]
    rows = [(entry.label, str(entry.value_label), entry.key) for entry in view.assumed]
    shown += assumed(rows, hints=hints)
    return shown + house_note(setting)


def short(view: odds_views.Odds, title: str) -> Shown:
    """The odds in brief: who does what, and the bars."""
    dice = " ".join(part for part in (view.dice, view.total) if part)
    shown: Shown = [heading(title, dice)]
    if view.summary:
        shown.append(Text(view.summary))
    if view.certain:
        shown.append(Text(view.certain, "bold"))
    elif view.rows:
        shown.append(_rows(view.rows, chain=view.layout == "chain"))
    shown += _exhibit(view)
    if view.note:
        shown.append(Text(view.note, "dim"))
    return shown


def _rows(rows: Iterable[odds_views.OddsRow], *, chain: bool) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column(max_width=36)
    table.add_column(justify="right")
    table.add_column(width=WIDTH)
    table.add_column(style="dim")
    begin = 0.0
    for row in rows:
        share = WHOLE * row.weight[0] / row.weight[1]
        start = begin if chain else 0.0
        table.add_row(Text(row.label), percent(row), bar(start, start + share, row.severity), row.die)
        begin += share
    return table


def percent(row: odds_views.OddsRow) -> str:
    """A share in whole percent."""
    return f"{row.percent}%" if row.percent else "<1%"


def bar(begin: float, end: float, severity: int) -> RenderableType:
    """A bar from one percentage to another."""
    style = severity_style(severity)
    if console().encoding.lower().startswith("utf"):
        return Bar(WHOLE, begin, end, width=WIDTH, color=style)
    first, last = round(begin * WIDTH / WHOLE), round(end * WIDTH / WHOLE)
    return Text(" " * first + "#" * (last - first), style)


def _measures(measures: Sequence[odds_views.Measure]) -> RenderableType:
    """Each measure with its mean, and the chance of every value or more; a fact has just its chance."""
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(texts.say("cli.column.measure"))
    table.add_column(texts.say("cli.column.mean"), justify="right")
    table.add_column(texts.say("cli.column.at_least"))
    never = [measure.label for measure in measures if _values(measure) == [0]]
    for measure in measures:
        if _values(measure) == [0, 1]:
            table.add_row(measure.label, _share(measure.distribution[1]), "")
        elif _values(measure) != [0]:
            table.add_row(measure.label, measure.mean_text, at_least(measure.distribution))
    if never:
        names = joined(name[:1].lower() + name[1:] for name in never)
        table.add_row(Text(texts.say("cli.odds.never"), "dim"), "", Text(names, "dim"))
    return Padding(table, (1, 0, 0, 0))


def _values(measure: odds_views.Measure) -> list[Scalar]:
    return [step.value for step in measure.distribution]


def at_least(distribution: Sequence[odds_views.Share]) -> str:
    """The chance to reach each value; those that are all but certain, or hardly ever come, are left out."""
    steps = [(step.value, _share(step)) for step in distribution[1:]]
    telling = [(value, share) for value, share in steps if share not in {HARDLY, ALMOST}] or steps
    told = ", ".join(f"{value}: {share}" for value, share in telling)
    return told or texts.say("cli.odds.always", value=distribution[0].value)


def _share(step: odds_views.Share) -> str:
    """The chance to reach a value above the lowest: never quite nought, never quite one."""
    share = round(step.at_least_percent, 1)
    if share < 1:
        return HARDLY
    return ALMOST if share > WHOLE - 1 else f"{round(share)}%"


def _exhibit(view: odds_views.Odds) -> Shown:
    if view.matrix is not None:
        return [_matrix(view.matrix)]
    units = view.units or ()
    strips: Shown = [_strips(unit) for unit in units if isinstance(unit, odds_views.TenthsUnit)]
    tracks = [unit for unit in units if isinstance(unit, odds_views.TrackUnit)]
    return strips + ([_track(tracks)] if tracks else [])


def _strips(unit: odds_views.TenthsUnit) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    for strip in unit.faces:
        span = str(strip.from_) if strip.from_ == strip.to else f"{strip.from_}\N{EN DASH}{strip.to}"
        table.add_row(Text(span, "bold", justify="right"), Text(strip.label, severity_style(strip.severity)))
    title = Text.assemble((unit.name, "bold"), f"  {unit.sum}", (f"  {unit.total}", "cyan"))
    whole = Table.grid()
    whole.add_row(title)
    whole.add_row(table)
    if unit.text:
        whole.add_row(Text(unit.text, "dim"))
    return whole


def _track(units: Iterable[odds_views.TrackUnit]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    for unit in units:
        steps = Text()
        for level in range(unit.min, unit.max + 1):
            mark = (
                "\N{BLACK CIRCLE}"
                if level == unit.now
                else "\N{WHITE CIRCLE}"
                if level == unit.before
                else "\N{MIDDLE DOT}"
            )
            steps.append(mark, "red" if level == unit.now and unit.bad else "")
        table.add_row(Text(unit.name, "bold"), unit.sum, steps, unit.label, Text(unit.text, "dim"))
    return table


def _matrix(matrix: odds_views.Matrix) -> Table:
    marks = texts.say("cli.odds.matrix", row=matrix.row_title, column=matrix.column_title)
    table = Table(
        box=box.SIMPLE_HEAD, title=matrix.measure, title_justify="left", caption=marks, caption_justify="left"
    )
    table.add_column(f"{matrix.row_title} \\ {matrix.column_title}")
    for column in matrix.columns:
        table.add_column(column, justify="right")
    for name, cells in zip(matrix.rows, matrix.cells, strict=True):
        table.add_row(name, *(_cell(cell) for cell in cells))
    return table


def _cell(cell: odds_views.MatrixCell) -> Text:
    marks = ("*" if cell.best_row else "") + ("+" if cell.best_column else "")
    return Text(f"{cell.text} {marks}".rstrip(), "bold" if marks else "")
