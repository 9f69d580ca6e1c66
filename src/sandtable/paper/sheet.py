"""The reference sheet of a ruleset: two sides of paper, drawn in the largest type that fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from sandtable.kernel.messages import PLAIN, Catalogue, Message
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import Tables
from sandtable.paper.arrangement import Arrangement, Placement, Side, arrangement_of
from sandtable.paper.block import Head, Paragraph, Stack, TooNarrowError, set_lines
from sandtable.paper.canvas import Canvas
from sandtable.paper.faces import settable
from sandtable.paper.heat import NO_HEAT, Heat
from sandtable.paper.parts import Setter
from sandtable.paper.quotes import Quotes
from sandtable.paper.runs import Run, Text, height, lines, natural

PAPERS = {"a4": (841.89, 595.28), "letter": (792.0, 612.0)}  # points, laid on their side
LEFT, TOP, BOTTOM, GUTTER = 25.5, 17.0, 14.0, 13.0
BETWEEN = 6.5  # blocks of a column
SCALES = tuple(number / 100 for number in range(80, 131, 2))  # of the type
WORDS = 8.3
FOOT = 6.8
NAME = "\N{WHITE SQUARE}"  # stands in a text until the name comes


class DoesNotFitError(Exception):
    """Even the smallest type needs more than both sides of the paper."""


@dataclass(frozen=True)
class ReferenceSheet:
    """The pages, the size of their words in points, and the entries of the tables that stand on them."""

    pages: tuple[Canvas, ...]
    type_size: float
    quoted_paths: frozenset[str]

    @property
    def drawings(self) -> tuple[str, ...]:
        """The pages as SVG."""
        return tuple(page.svg() for page in self.pages)


def reference_sheet(
    ruleset: Ruleset, tables: Tables, paper: str = "a4", heat: Heat = NO_HEAT, house_name: str = ""
) -> ReferenceSheet | None:
    """The sheet with the tables in force; none where the ruleset arranges none. With heat the grounds of its numbers say something of them.

    House rules go by their title, else by ``house_name``.
    """
    arrangement = arrangement_of(ruleset)
    if arrangement is None:
        return None
    quotes = Quotes(tables, ruleset.default_tables, arrangement.terms, sourced=heat is not NO_HEAT)
    press = _Press(ruleset, arrangement, quotes, PAPERS[paper], heat=heat, house_name=tables.title or house_name)
    pages = press.pages()
    press.elsewhere = tuple(path for path in tables.overridden if path not in quotes.quoted_paths)
    if press.elsewhere:  # what is changed and not on the sheet is known when it is drawn
        pages = press.pages()
    return ReferenceSheet(
        tuple(page for page, _ in pages), WORDS * min(scale for _, scale in pages), frozenset(quotes.quoted_paths)
    )


@cache
def _catalogue() -> Catalogue:
    return Catalogue.parse(files(__package__).joinpath("messages", "en.toml").read_text(encoding="utf-8"))


def _say(name: str, /, **parts: str) -> str:
    return _catalogue().texts[f"paper.{name}"].format(**parts)


@dataclass
class _Press:
    """Draws the pages of one sheet."""

    ruleset: Ruleset
    arrangement: Arrangement
    quotes: Quotes
    paper: tuple[float, float]
    scale: float = 1.0  # of the type
    ours: list[tuple[Placement, bool]] = field(default_factory=list)  # whether all numbers of a block are ours
    heat: Heat = NO_HEAT
    elsewhere: tuple[str, ...] = ()  # entries that house rules have changed and that are not on the sheet
    house_name: str = ""  # what the house rules are called

    def pages(self) -> list[tuple[Canvas, float]]:
        """Every side with the scale of its type."""
        return [self.largest(side, place) for place, side in enumerate(self.arrangement.sides, start=1)]

    def largest(self, side: Side, place: int) -> tuple[Canvas, float]:
        """A side in the largest type in which it holds what stands on it, and that type's scale; found by halving."""
        found: tuple[Canvas, float] | None = None
        low, high = 0, len(SCALES) - 1
        while low <= high:
            middle = (low + high) // 2
            self.scale = SCALES[middle]
            try:
                found, low = (self._page(side, place), self.scale), middle + 1
            except TooNarrowError:
                high = middle - 1
        if found is None:
            raise DoesNotFitError
        return found

    @property
    def _title(self) -> str:
        return self.ruleset.catalogue.say(Message("ruleset.title"), PLAIN)

    def _page(self, side: Side, place: int) -> Canvas:
        canvas = Canvas(*self.paper, title=f"{self._title}, {place}", name=f"side{place}", grounds=self.heat.grounds)
        canvas.area(0, 0, canvas.width, canvas.height, "paper")
        y = self._mast(canvas, side, place)
        if side.steps:
            y = self._strip(canvas, side, y)
        if side.under:
            line = Paragraph(self._setter().words(side.under, 8.3))
            line.draw(canvas, LEFT, y, self._width)
            y += line.height(self._width) + 4
        if self._blocks(canvas, side, y) > canvas.height - BOTTOM - self._foot_height(side) - 3:
            raise TooNarrowError
        self._foot(canvas, side, place)
        return canvas

    @property
    def _width(self) -> float:
        return self.paper[0] - 2 * LEFT

    def _setter(self) -> Setter:
        return Setter(self.quotes, self.scale)

    # ---- head and foot ----

    def _mast(self, canvas: Canvas, side: Side, place: int) -> float:
        """The name of the game, what the side is about, and what the dagger says."""
        baseline = TOP + 21
        name = Run(self._title.upper(), "wood", 25)
        canvas.line(lines((name,), 1e9)[0], LEFT, baseline)
        subtitle = self.heat.subtitle or side.subtitle or self.ruleset.catalogue.say(Message("ruleset.tagline"), PLAIN)
        canvas.line(lines((Run(subtitle, "letter", 12),), 1e9)[0], LEFT + name.width + 12, baseline)
        told = [self.quotes.text(words, 7.4) for words in self._notes(place)]
        start = LEFT + name.width + 12 + natural((Run(subtitle, "letter", 12),)) + 20
        y = baseline + 2 - 8.9 * len(told)
        for words in told:
            wide = natural(words)
            if LEFT + self._width - wide < start:
                raise TooNarrowError
            set_lines(canvas, lines(words, 1e9), LEFT, y, self._width, "right")
            y += 8.9
        canvas.rule(LEFT, baseline + 6.2, self._width, 2.8)
        canvas.rule(LEFT, baseline + 9.4, self._width, 0.7)
        return baseline + 15.5

    def _notes(self, place: int) -> list[str]:
        if self.heat.notes:
            return list(self.heat.notes)
        about = [_say("ours", about=self.arrangement.about)] if self.arrangement.about else []
        return [*about, *([self.arrangement.measures] if place == 1 and self.arrangement.measures else [])]

    def _foot_words(self, side: Side) -> Text:
        """What the foot says at the left: the side's own words, house rules, options."""
        said = [self._small(self.heat.foot or side.foot)]
        if self.quotes.tables.overridden:
            said.append(self._house_words())
        if self.elsewhere:
            said.append(self._small(_say("house_elsewhere", list=", ".join(self.elsewhere))))
        if options := self._options():
            said.append(self._small(_say("options", list="; ".join(options))))
        return tuple(run for words in said if words for run in (*words, Run(" ", size=FOOT)))

    def _house_words(self) -> Text:
        """That house rules are in force, and what they are called: a name is set as it is written."""
        if not self.house_name:
            return self._small(_say("house"))
        before, after = _say("house_named", name=NAME).split(NAME)
        return (*self._small(before), Run(settable(self.house_name, "bold"), "bold", FOOT), *self._small(after))

    def _small(self, words: str) -> Text:
        return self.quotes.text(words, FOOT)

    def _options(self) -> list[str]:
        """Options that are not at their default."""
        tables, say = self.quotes.tables, self.ruleset.catalogue.say
        told = {True: _say("on"), False: _say("off")}
        return [
            f"{say(Message(f'option.{name}.label'), PLAIN)}: {told[value] if isinstance(value, bool) else value}"
            for name, spec in self.ruleset.options.items()
            if (value := tables.options.get(name)) != spec.default
        ]

    def _foot_text(self, side: Side) -> Text:
        return tuple(replace(run, ink="soft") if run.ink == "ink" else run for run in self._foot_words(side))

    def _foot_room(self) -> float:
        return self._width * 0.72

    def _foot_height(self, side: Side) -> float:
        return max(height(lines(self._foot_text(side), self._foot_room())), FOOT * 1.2) + 2

    def _foot(self, canvas: Canvas, side: Side, place: int) -> None:
        top = canvas.height - BOTTOM - self._foot_height(side)
        canvas.rule(LEFT, top, self._width, 0.7)
        set_lines(canvas, lines(self._foot_text(side), self._foot_room()), LEFT, top + 2, self._foot_room(), "left")
        told = _say(
            "foot",
            title=self._title,
            page=str(place),
            pages=str(len(self.arrangement.sides)),
            version=self.ruleset.rules_version,
        )
        right = (Run(told, "words", FOOT, "soft"),)
        if natural(right) > self._width - self._foot_room():
            raise TooNarrowError
        set_lines(canvas, lines(right, 1e9), LEFT, top + 2, self._width, "right")

    # ---- the turn ----

    def _strip(self, canvas: Canvas, side: Side, y: float) -> float:
        """The turn: an arrow a step, its die in it, two lines of what happens below."""
        room = self._width / len(side.steps)
        tall, point = 18.5, 6.8
        deepest = 0.0
        for place, step in enumerate(side.steps):
            x, last = LEFT + room * place, place == len(side.steps) - 1
            end = x + room + (0 if last else point - 2.2)
            notch = [] if place == 0 else [(x + point, y + tall / 2)]
            canvas.shape(
                [(x, y), (end - point, y), (end, y + tall / 2), (end - point, y + tall), (x, y + tall), *notch], "ink"
            )
            start = x + (6 if place == 0 else 11)
            head = (
                Run(str(place + 1), "display", 10, "paper"),
                Run(" ", "words", 6, "paper"),
                Run(step.name.upper(), "wood", 13, "paper"),
                *((Run(" ", "words", 8, "paper"), Run(step.die, "display", 10, "paper", "die")) if step.die else ()),
            )
            if natural(head) > end - point - start:
                raise TooNarrowError
            canvas.line(lines(head, 1e9)[0], start, y + 13.6)
            words = Paragraph(self._setter().words(step.text, 7.9))
            inset = 0 if place == 0 else 6
            words.draw(canvas, x + inset, y + tall + 2.5, room - inset - 5)
            deepest = max(deepest, words.height(room - inset - 5))
        return y + tall + deepest + 6

    # ---- the blocks ----

    def _blocks(self, canvas: Canvas, side: Side, top: float) -> float:
        """Draw the blocks, each as high in its columns as those before it allow; returns where the lowest ends."""
        shares = side.columns
        room = self._width - GUTTER * (len(shares) - 1)
        widths = [room * share / sum(shares) for share in shares]
        lefts = [LEFT + sum(widths[:place]) + GUTTER * place for place in range(len(widths))]
        ends = [top] * len(widths)
        for placement in self._in_force(side):
            columns = range(placement.column - 1, placement.column - 1 + placement.span)
            y = max(ends[column] for column in columns)
            width = sum(widths[column] for column in columns) + GUTTER * (placement.span - 1)
            block = self._block(placement)
            block.draw(canvas, lefts[columns[0]], y, width)
            for column in columns:
                ends[column] = y + block.height(width) + BETWEEN * self.scale
        return max(ends) - BETWEEN * self.scale

    def _in_force(self, side: Side) -> Iterator[Placement]:
        for placement in side.blocks:
            if placement.option is None or self.quotes.tables.options.get(placement.option[0]) == placement.option[1]:
                yield placement

    def _block(self, placement: Placement) -> Stack:
        marked = self._all_ours(placement)
        setter = Setter(self.quotes, self.scale, marked)
        parts = [setter.part(part) for part in placement.parts]
        if not placement.title:
            return Stack(tuple(parts), 2.2 * self.scale)
        name: Text = (Run(placement.title.upper(), "wood", 14.5 * self.scale),)
        if marked:
            name = (*name, Run("†", "bold", 12 * self.scale, "red", "dagger", 0.2))
        dice = tuple(
            piece for die in placement.die for piece in (Run(" ", "words", 7), Run(die, "display", 10.5, mark="die"))
        )
        about = self.quotes.text(placement.about, WORDS * self.scale, "bold")
        rule = (Run(placement.rule, "words", 5.6, "soft"),) if placement.rule else ()
        return Stack((Head((*name, *dice), about, rule), *parts), 2.2 * self.scale)

    def _all_ours(self, placement: Placement) -> bool:
        """Whether every number of a block is ours, so that its head says so once."""
        known = next((ours for block, ours in self.ours if block is placement), None)
        if known is None:
            paths = _paths(placement.parts, self.quotes)
            read = [path for path in paths if self.quotes.tables.note(path, "unreached") is None]
            known = bool(read) and all(self.quotes.ours(path) for path in read)
            self.ours.append((placement, known))
        return known


def _paths(parts: Any, quotes: Quotes) -> Iterator[str]:
    """The tables that parts quote."""
    probe = Quotes(quotes.tables, quotes.printed, quotes.terms)
    setter = Setter(probe, 1.0, marked=True)
    for part in parts:
        setter.part(part)
    yield from probe.quoted_paths
