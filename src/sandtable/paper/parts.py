"""The kinds of parts that a block is made of: lists of modifiers, grids, bands of a score, rulers, ladders, steps and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from sandtable.kernel.flaw import flaw
from sandtable.kernel.tables import NO_ENTRY
from sandtable.paper.bands import Band, bands_of
from sandtable.paper.block import Align, Beside, Block, Cell, Paragraph, Row, Rule, Stack, Table
from sandtable.paper.quotes import EMPTY, NO_BREAK, TIMES, Quotes, number, number_name, split
from sandtable.paper.ruler import Ladder, Ruler, Rung, Stretch
from sandtable.paper.runs import Mark, Run, Text

WORDS, FIGURES, HEADS, NOTES = 8.3, 9.4, 7.2, 7.9  # points
TABLE = "@"  # begins the name of a table that gives a grid its columns
MERGED = "<"  # a cell that goes on from the one before it
_QUOTED = re.compile(r"\{([^{}]+)\}")
Part = Mapping[str, Any]


@dataclass(frozen=True)
class Setter:
    """Sets the parts of one block in type of a size; ``marked`` says that the head has told already that all is ours."""

    quotes: Quotes
    scale: float
    marked: bool = False

    def part(self, part: Part) -> Block:
        """The part as a block."""
        kind = part.get("kind", "")
        if kind not in _KINDS:
            raise flaw("kind", "kernel.flaw.kind", value=str(kind), wanted=", ".join(_KINDS))
        return _KINDS[kind](self, part)

    def words(self, words: str, size: float = WORDS, *, bold: bool = False) -> Text:
        """A text, with a dagger behind it where it quotes a number of ours that nothing has marked yet."""
        if self.marked:
            words = words.replace("†", "")
        text = self.quotes.text(words, size * self.scale, "bold" if bold else "words")
        quoted = _QUOTED.findall(words)
        if self.marked or "†" in words or not any(self.quotes.ours(path) for path in quoted):
            return text
        return (*text, self._dagger(size))

    def figure(self, path: str, size: float = FIGURES) -> Text:
        """A number alone in its cell: bold, soft where it is nought, a dash where there is none."""
        if self.quotes.is_empty(path):
            return (Run(EMPTY, "words", size * self.scale, "hair"),)
        if self.quotes.is_nought(path):
            return self.quotes.sourced_runs((Run("0", "words", size * self.scale, "soft"),), path)
        return self.quotes.value(path, size * self.scale, "bold")

    def _dagger(self, size: float) -> Run:
        return Run("†", "bold", size * self.scale, "red", "dagger")

    def head(self, words: str) -> Text:
        """A column's head."""
        return tuple(
            Run(run.text, run.face, run.size, "soft" if run.ink == "ink" else run.ink, run.mark, run.rise)
            for run in self.quotes.text(words, HEADS * self.scale)
        )

    # ---- lists ----

    def modifiers(self, part: Part) -> Block:
        """Modifiers: words at the left, their values at the right."""
        rows = [self._list_row(label, path, part.get("form", "+")) for label, path in part["rows"]]
        height = -(-len(rows) // part.get("columns", 1))
        while height < len(rows) and part["rows"][height][0].startswith(" "):
            height += 1  # what goes on from the row above stays below it
        return Beside(tuple(_listed(rows[start : start + height]) for start in range(0, len(rows), height)))

    def _list_row(self, label: str, path: str, form: str) -> Row:
        if "{" in path:
            value = self.quotes.text(path, FIGURES * self.scale, "bold")
            paths = _QUOTED.findall(path)
        else:
            value = self.figure(path if split(path)[1] else f"{path}:{form}")
            paths = [path]
        name = self.quotes.text(label, WORDS * self.scale)
        if not self.marked and "†" not in label and all(self.quotes.ours(one) for one in paths):
            name = (*name, self._dagger(WORDS))
        return Row((Cell(name, "left"), Cell(value, "right")), pad=0.75 * self.scale)

    # ---- tables ----

    def grid(self, part: Part) -> Block:
        """A row for each kind of troops or thing, a column for each number."""
        columns = self._columns(part)
        names = max(len(row) for row in part["rows"] if row) - 1
        heads: list[Row] = []
        if "groups" in part:
            heads.append(self._group_row(part["groups"], names, part.get("corner", "")))
        if any(head for head, _ in columns):
            first = Cell(self.head("" if "groups" in part else part.get("corner", "")), "left", names)
            starts = _starts(part)
            cells = tuple(Cell(self.head(head), bar=place in starts) for place, (head, _) in enumerate(columns))
            heads.append(Row((first, *cells), "" if heads or part.get("bare") else "ink", 0.8, low=True))
        rows: list[Row] = []
        rule: Rule = "ink"
        for row in part["rows"]:
            if row:
                rows.append(self._grid_row(row, names, columns, part, rule))
                rule = "hair"
            else:
                rule = "ink"
        return Table(
            (*heads, *rows), gap=part.get("gap", 4.0) * self.scale, grows=tuple(range(names, names + len(columns)))
        )

    def _columns(self, part: Part) -> list[tuple[str, str]]:
        """The columns of a grid: each with its head and path; ``@fire.factor.moving`` stands for all columns of that table."""
        columns: list[tuple[str, str]] = []
        for head, path in part["columns"]:
            if head.startswith(TABLE):
                pattern = path if "#" in path else f"{head[1:]}.*.#{path}"
                found = [(key, pattern.replace("#", key)) for key in self.quotes.tables.note(head[1:], "columns")]
                columns += [(self.quotes.term(key), one) for key, one in found if self._says_something(one, part)]
            else:
                columns.append((head, path))
        return columns

    def _says_something(self, path: str, part: Part) -> bool:
        """Whether a column has an entry in any row."""
        cells = [path.replace("*", row[-1]) for row in part["rows"] if row]
        return any(self._known(cell) and not self.quotes.is_empty(cell) for cell in cells)

    def _group_row(self, groups: Sequence[Sequence[Any]], names: int, corner: str) -> Row:
        def cell(title: str, about: str, span: int, *, bar: bool) -> Cell:
            words = (*self._wood(title, 12), *self.quotes.text(f" {about}" if about else "", HEADS * self.scale))
            return Cell(words, "left", span, bar=bar)

        first = cell(corner, "", names, bar=False)
        return Row((first, *(cell(title, about, span, bar=True) for title, about, span in groups)), "heavy", 2.0)

    def _wood(self, words: str, size: float) -> Text:
        return tuple(
            run if run.mark else Run(run.text.upper(), "wood", run.size, run.ink)
            for run in self.quotes.text(words, size * self.scale)
        )

    def _grid_row(
        self, row: Sequence[str], names: int, columns: Sequence[tuple[str, str]], part: Part, rule: Rule
    ) -> Row:
        *labels, key = row
        starts = _starts(part)
        first = [
            Cell(self.quotes.text(label, WORDS * self.scale, "bold" if place == 0 and names > 1 else "words"), "left")
            for place, label in enumerate(labels)
        ]
        if len(labels) < names:
            first[0] = Cell(self.quotes.text(labels[0], WORDS * self.scale, "bold"), "left", names)
        cells = [
            Cell(self._grid_cell(path.replace("*", key), part), bar=place in starts)
            for place, (_, path) in enumerate(columns)
        ]
        if not any(self._known(path.replace("*", key)) for _, path in columns):
            raise flaw(key, "kernel.flaw.no_entry")
        return Row((*first, *cells), rule, part.get("pad", 0.7) * self.scale)

    def _known(self, path: str) -> bool:
        quoted = _QUOTED.findall(path) or [path]
        return split(quoted[0])[0].partition(TIMES)[0] in self.quotes.tables.cells

    def _grid_cell(self, path: str, part: Part) -> Text:
        size = part.get("size", FIGURES)
        if not self._known(path):
            return (Run(EMPTY, "words", size * self.scale, "hair"),)
        if "{" not in path:
            return self.figure(path, size)
        quoted = _QUOTED.findall(path)
        if path == f"{{{quoted[0]}}}":
            return self.figure(quoted[0], size)
        if all(self.quotes.is_empty(one) for one in quoted):
            return self.figure(quoted[0], size)
        return self.quotes.text(path.replace(" ", NO_BREAK), size * self.scale)

    def matrix(self, part: Part) -> Block:
        """Rows of any tables over the same columns; a row may stand for all faces of a die."""
        if "faces" in part:
            keys = [f"die_{face}" for face in _faces(part["faces"])]
            heads = [str(face) for face in _faces(part["faces"])]
        else:
            keys = list(self.quotes.tables.note(part["keys"], "columns"))
            heads = [self.quotes.term(key) for key in keys]
        rows: list[Row] = []
        if any(heads):
            corner = Cell(self.head(part.get("corner", "")), "left")
            rows.append(Row((corner, *(Cell(self.head(head)) for head in heads)), "", 0.8, low=True))
        rule: Rule = "ink"
        for row in part["rows"]:
            if not row:
                rule = "ink"
                continue
            for label, cell in _matrix_rows(row):
                name = Cell(self.quotes.text(label, WORDS * self.scale), "left")
                cells = [Cell(self._matrix_cell(cell.replace("#", key), part)) for key in keys]
                rows.append(Row((name, *cells), rule, 0.7 * self.scale))
                rule = "hair"
        return Table(tuple(rows), gap=3.0 * self.scale)

    def _matrix_cell(self, path: str, part: Part) -> Text:
        """A cell; the usual word of a matrix stands in soft ink, so that the others are seen."""
        usual = part.get("usual")
        if usual and self.quotes.entry(path) == usual and not self.quotes.is_changed(path):
            return (Run(self.quotes.term(usual), "words", part.get("size", FIGURES) * self.scale, "soft"),)
        return self._grid_cell(path, part)

    def table(self, part: Part) -> Block:
        """Rows of words, numbers set in; a cell ``<`` goes on from the one before it."""
        aligns: Sequence[Align] = part.get("align", ())
        rows: list[Row] = []
        if "head" in part:
            cells = self._cells(part["head"], aligns, self.head)
            rows.append(Row(cells, "" if part.get("bare") else "ink", 0.8, low=True))
        rule: Rule = "ink"
        for row in part["rows"]:
            if not row:
                rule = "ink"
                continue
            rows.append(Row(self._cells(row, aligns, self._table_words), rule, part.get("pad", 0.9) * self.scale))
            rule = "hair"
        return Table(tuple(rows), tuple(part.get("grows", ())), gap=part.get("gap", 6.0) * self.scale)

    def _table_words(self, words: str) -> Text:
        alone = re.fullmatch(r"\{([^{}]+)\}", words)
        return self.figure(alone[1]) if alone else self.words(words)

    def _cells(self, row: Sequence[str], aligns: Sequence[Align], made: Callable[[str], Text]) -> tuple[Cell, ...]:
        cells: list[Cell] = []
        for place, words in enumerate(row):
            if words == MERGED:
                before = cells.pop()
                cells.append(Cell(before.text, before.align, before.span + 1))
            else:
                align: Align = aligns[place] if place < len(aligns) else "left"
                cells.append(Cell(made(words), align))
        return tuple(cells)

    def classes(self, part: Part) -> Block:
        """What belongs to which class: the things of each class in a line, as the tables have them now."""
        rows: list[Row] = []
        for name in part["order"]:
            things = [(label, path) for label, path in part["rows"] if self.quotes.entry(path) == name]
            words: list[Run] = []
            for place, (label, path) in enumerate(things):
                mark: Mark = "twice" if self.quotes.is_changed(path) else ""
                ours = not self.marked and self.quotes.ours(path)
                words += [Run(label, "words", WORDS * self.scale, mark=mark), *([self._dagger(WORDS)] if ours else [])]
                words += [Run(", ", "words", WORDS * self.scale)] if place < len(things) - 1 else []
            title = self.quotes.text(self.quotes.term(name), WORDS * self.scale, "bold")
            rows.append(Row((Cell(title, "left"), Cell(tuple(words), "left")), "hair" if rows else "ink", 0.9))
        return Table(tuple(rows), (1,), gap=6.0 * self.scale)

    # ---- bands ----

    def bands(self, part: Part) -> Block:
        """What each band of a score leads to: one below the other in words, or side by side in figures."""
        table = part["table"]
        bands = bands_of(self.quotes, table, part)
        return self._across(part, table, bands) if part.get("across") else self._down(part, table, bands)

    def _down(self, part: Part, table: str, bands: Sequence[Band]) -> Block:
        rows = [
            Row(
                (
                    Cell(band.in_type(FIGURES * self.scale), "left"),
                    *(Cell(self.words(words), "left") for words in self._meaning(part, table, place)),
                ),
                "hair" if place else "ink",
                0.9 * self.scale,
            )
            for place, band in enumerate(bands)
        ]
        if part.get("reverse"):
            rows = [Row(row.cells, "hair" if place else "ink", row.pad) for place, row in enumerate(reversed(rows))]
        head = part.get("head")
        heads = (Row(tuple(Cell(self.head(words), "left") for words in head), "", 0.8, low=True),) if head else ()
        return Table((*heads, *rows), gap=7.0 * self.scale, grows=(len(rows[0].cells) - 1,))

    def _meaning(self, part: Part, table: str, place: int) -> Sequence[str]:
        """What a band means: words for it by its place, or by what stands there in the table."""
        if "cells" in part:
            words = part["cells"][place]
            return [words] if isinstance(words, str) else list(words)
        result = self.quotes.entry(f"{table}.{part['row']}")[place]
        words = part["words"].get(str(result))
        if words is None:
            raise flaw(f"{table}.{part['row']}", "kernel.flaw.missing", wanted=f"words for {result}")
        return [words] if isinstance(words, str) else list(words)

    def _across(self, part: Part, table: str, bands: Sequence[Band]) -> Block:
        rows = part["rows"]
        columns = [
            tuple(self.quotes.entry(f"{table}.{row}")[place] for _, row, *_ in rows) for place in range(len(bands))
        ]
        told = range(part.get("skip", 0), len(bands))
        groups = [list(places) for _, places in groupby(told, key=lambda place: columns[place])]
        top = [Cell(self.head(part.get("corner", "")), "left")]
        top += [
            Cell(bands[places[0]].with_last(bands[places[-1]]).in_type(HEADS * self.scale * 1.12)) for places in groups
        ]
        below = [
            Row(
                (
                    Cell(self.words(label), "left"),
                    *(Cell(self._across_cell(f"{table}.{row}.{places[0]}", *form)) for places in groups),
                ),
                "ink" if not number_of else "hair",
                0.8 * self.scale,
            )
            for number_of, (label, row, *form) in enumerate(rows)
        ]
        return Table((Row(tuple(top), "", 0.8, low=True), *below), gap=4.0 * self.scale)

    def _across_cell(self, path: str, form: str = "") -> Text:
        value = self.quotes.entry(path)
        if isinstance(value, str) and value != NO_ENTRY and not value[:1].isdigit():
            return self.quotes.value(path, WORDS * self.scale)
        return self.figure(f"{path}:{form}" if form else path)

    def ruler(self, part: Part) -> Block:
        """Bands of one score or more on one scale, so that the difference is seen."""
        rows: list[tuple[Text, tuple[Stretch, ...]]] = []
        limits = [step for _, path in part["rows"] for step in self.quotes.entry(f"{path}.up_to")]
        first, last = min(limits) - 1, max(limits) + part.get("beyond", 2)
        shades = part["shades"]
        for label, path in part["rows"]:
            steps, results = self.quotes.entry(f"{path}.up_to"), self.quotes.entry(f"{path}.{part['row']}")
            ends = [*steps, last]
            starts = [first, *(step + 1 for step in steps)]
            told = [
                Stretch(
                    start,
                    end,
                    shades[min(place + part.get("from", {}).get(label, 0), len(shades) - 1)],
                    self.quotes.text(self.quotes.terms.get(str(result), str(result)), 6.9 * self.scale, "bold"),
                    number_name(self.quotes.tables, f"{path}.up_to.{place}") if place < len(steps) else "",
                )
                for place, (start, end, result) in enumerate(zip(starts, ends, results, strict=True))
            ]
            changed = self.quotes.is_changed(f"{path}.up_to") or self.quotes.is_changed(f"{path}.{part['row']}")
            name = self.quotes.text(label, WORDS * self.scale, "bold")
            rows.append(
                (
                    tuple(Run(run.text, run.face, run.size, mark="twice") for run in name) if changed else name,
                    tuple(told),
                )
            )
        figures = tuple(
            self.quotes.text(_scale_figure(step, last), HEADS * self.scale, "bold") for step in range(first, last + 1)
        )
        return Ruler(tuple(rows), figures, first, self.scale)

    def ladder(self, part: Part) -> Block:
        """Statuses in order, from one to the next by a step."""
        rungs = tuple(
            Rung(
                self.quotes.text(label, HEADS * self.scale, "bold"),
                self.quotes.text(below, 6.8 * self.scale),
                place if place < part.get("lost", len(part["rungs"])) else -1,
            )
            for place, (label, below) in enumerate(part["rungs"])
        )
        return Ladder(rungs, self.quotes.text(part.get("step", ""), 6.8 * self.scale), self.scale)

    # ---- reach and reckoning ----

    def reach(self, part: Part) -> Block:
        """Weapons by distance, each with breaks of its own: all breaks make the columns; the first band of each is framed."""
        weapons = [row for row in part["rows"] if len(row) > 1]
        marks = sorted({step for *_, path in weapons for step in self.quotes.entry(f"{path}.up_to")})
        names = len(weapons[0]) - 1
        heads = [self.head(f"{low}\N{EN DASH}{high}") for low, high in zip([0, *marks], marks, strict=False)]
        rows = [Row((Cell(self.head(part.get("corner", "")), "left", names), *map(Cell, heads)), "", 0.8, low=True)]
        for row in part["rows"]:
            if len(row) == 1:
                rows.append(Row((Cell(self._wood(row[0], 10), "left", names + len(marks)),), "ink", 0.9))
                continue
            *labels, path = row
            steps = self.quotes.entry(f"{path}.up_to")
            cells = [
                Cell(
                    self._reach_cell(f"{path}.{part['row']}", steps, mark),
                    frame=mark <= steps[0] and self._reach_value(f"{path}.{part['row']}", steps, mark) != "0",
                )
                for mark in marks
            ]
            first = [Cell(self.quotes.text(label, WORDS * self.scale), "left") for label in labels]
            rows.append(Row((*first, *cells), "hair", 0.75 * self.scale))
        return Table(tuple(rows), gap=3.0 * self.scale)

    def _reach_value(self, row: str, steps: Sequence[int], mark: int) -> str:
        return str(self.quotes.entry(row)[sum(step < mark for step in steps)])

    def _reach_cell(self, row: str, steps: Sequence[int], mark: int) -> Text:
        if self._reach_value(row, steps, mark) == "0":
            return (Run(EMPTY, "words", FIGURES * self.scale, "hair"),)
        return self.figure(f"{row}.{sum(step < mark for step in steps)}")

    def reckoner(self, part: Part) -> Block:
        """A percentage worked out: a factor times the row's number by the column's, cut."""
        factor, over, most, step, end = (
            Fraction(self.quotes.entry(part[name])) for name in ("times", "over", "most", "step", "reach")
        )
        across = [step * place for place in range(1, int(end / step) + 1)]
        heads = (Cell(self.head(part["corner"]), "left"), *(Cell(self.head(number(one))) for one in across))
        rows = [
            Row(
                (
                    Cell(self.quotes.text(str(down), WORDS * self.scale, "bold"), "left"),
                    *(
                        Cell(
                            self.quotes.text(
                                str(min(int(100 * factor * down / one / over), int(most))), 7.8 * self.scale
                            )
                        )
                        for one in across
                    ),
                ),
                "hair" if down > 1 else "ink",
                0.5 * self.scale,
            )
            for down in range(1, int(over) + 1)
        ]
        return Table((Row(heads, "", 0.5, low=True), *rows), gap=2.0 * self.scale)

    def lists(self, part: Part) -> Block:
        """Long lists under one row of heads, the lines of each name one below the other; nought is a dash."""
        heads = self.quotes.entry(part["heads"])
        top = (Cell(self.head(part.get("corner", "")), "left"), *(Cell(self.head(str(head))) for head in heads))
        rows = [Row(top, "", 0.5, low=True)]
        for label, path in part["rows"]:
            for place, line in enumerate(part["lines"]):
                name = self.quotes.text("" if place else label, WORDS * self.scale)
                cells = [self._list_figure(f"{path}.{line}.{column}", bold=bool(place)) for column in range(len(heads))]
                rows.append(Row((Cell(name, "left"), *map(Cell, cells)), "" if place else "hair", 0.2))
        rows[1] = Row(rows[1].cells, "ink", rows[1].pad)
        return Table(tuple(rows), gap=1.5 * self.scale)

    def _list_figure(self, path: str, *, bold: bool) -> Text:
        if self.quotes.is_nought(path):
            return (Run(EMPTY, "words", 7.9 * self.scale, "hair"),)
        return self.quotes.value(path, 7.9 * self.scale, "bold" if bold else "words")

    # ---- words ----

    def paragraphs(self, part: Part) -> Block:
        """Sentences."""
        told = [words for words in part["text"] if self._in_force(words)]
        texts = [words if isinstance(words, str) else words["text"] for words in told]
        return Stack(tuple(Paragraph(self.words(words, NOTES)) for words in texts), 1.6 * self.scale)

    def _in_force(self, words: str | Mapping[str, Any]) -> bool:
        """Whether the option that a sentence stands for is set so."""
        return isinstance(words, str) or self.quotes.tables.options.get(words["option"]) == words["is"]

    def steps(self, part: Part) -> Block:
        """Steps in order, numbered."""
        indent = 11 * self.scale
        return Stack(
            tuple(
                Paragraph(
                    self.words(words, NOTES),
                    indent=indent,
                    number=(Run(str(place), "display", 9 * self.scale, "red"),),
                )
                for place, words in enumerate(part["text"], start=1)
            ),
            1.6 * self.scale,
        )

    def heading(self, part: Part) -> Block:
        """A heading within a block."""
        return Paragraph(self.words(part["text"], bold=True), above=2.4 * self.scale)

    def beside(self, part: Part) -> Block:
        """Parts side by side."""
        return Beside(tuple(map(self.part, part["parts"])))


def _listed(rows: Sequence[Row]) -> Block:
    first, *others = rows
    return Table((Row(first.cells, "ink", first.pad), *others), grows=(0,), gap=2.0)


def _faces(ends: Sequence[int]) -> range:
    return range(ends[0], ends[1] + 1)


def _matrix_rows(row: Any) -> list[tuple[str, str]]:
    """A row of a matrix, or one for each face of a die, the first with its name."""
    if not isinstance(row, Mapping):
        return [(row[0], row[1])]
    first = row["die"][0]
    return [
        (f"{row['label']} {face}" if face == first else str(face), row["cell"].replace("@", str(face)))
        for face in _faces(row["die"])
    ]


def _starts(part: Part) -> set[int]:
    """The columns at which a group begins."""
    starts, column = set(), 0
    for *_, span in part.get("groups", ()):
        starts.add(column)
        column += span
    return starts


def _scale_figure(step: int, last: int) -> str:
    told = number(Fraction(step))
    return f"{told}+" if step == last else told


_KINDS: dict[str, Callable[[Setter, Part], Block]] = {
    "list": Setter.modifiers,
    "grid": Setter.grid,
    "matrix": Setter.matrix,
    "table": Setter.table,
    "classes": Setter.classes,
    "bands": Setter.bands,
    "ruler": Setter.ruler,
    "ladder": Setter.ladder,
    "reach": Setter.reach,
    "reckoner": Setter.reckoner,
    "lists": Setter.lists,
    "words": Setter.paragraphs,
    "steps": Setter.steps,
    "heading": Setter.heading,
    "beside": Setter.beside,
}
