"""The words of a sheet with the numbers in force set in.

A text may say ``**bold**``, ``{fire.long_shot.needs}`` (an entry of the tables, with its format after a colon: ``+`` with its sign, ``x`` as a factor, ``next`` for the number after it, ``%`` of a
share, ``list``, ``word`` in letters, ``to`` as a ratio, ``dice`` for a row of dice, sides and what is added), ``{option.delay.factor}``, ``{=m3}`` (a term), ``[d10]`` (a die), ``[REV-G.08]`` (a rule's id) and ``†`` (ours).
A house rule shows itself: the old number struck, the new one underlined twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from sandtable.kernel.flaw import flaw
from sandtable.kernel.messages import MINUS, in_letters
from sandtable.kernel.numbers import exact_number
from sandtable.kernel.tables import NO_ENTRY, Tables
from sandtable.paper.faces import Face
from sandtable.paper.runs import Run, Text

SIZE, ID_SIZE = 8.3, 5.6
EMPTY = "\N{EN DASH}"
TERM, TIMES = "=", "\N{MULTIPLICATION SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
_PIECES = re.compile(r"(\*\*|\{[^{}]+\}|\[d\w+\]|\[[A-Z0-9]+-[^\[\]]+\]|\[chapter [^\[\]]+\]|†)")
_RANGE = re.compile(r"\d+-\d+")
_INDENT = re.compile(r"^ +")
_GLYPHS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
Formatter = Callable[[Any], str]


@dataclass
class Quotes:
    """Puts the words of one arrangement into type, with the tables in force; and keeps which entries it has quoted."""

    tables: Tables
    printed: Tables
    terms: Mapping[str, str]
    quoted_paths: set[str] = field(default_factory=set)  # paths of the entries that stand on the sheet
    sourced: bool = False  # whether each number in type says which one it is

    def text(self, words: str, size: float = SIZE, face: Face = "words") -> Text:
        """A text in type."""
        runs: list[Run] = []
        bold = face == "bold"
        words = _INDENT.sub(lambda spaces: NO_BREAK * len(spaces[0]), words).replace("~", NO_BREAK)
        for piece in _PIECES.split(words):
            if piece == "**":
                bold = not bold
            elif piece.startswith("{"):
                runs += self.value(piece[1:-1], size, "bold" if bold else face)
            elif piece.startswith("[d"):
                runs.append(Run(piece[2:-1], "display", size, mark="die"))
            elif piece.startswith("["):
                runs.append(Run(piece[1:-1].replace(" ", NO_BREAK), "words", ID_SIZE, "soft"))
            elif piece == "†":
                runs.append(Run("†", "bold", size, "red", "dagger"))
            elif piece:
                runs.append(Run(piece, "bold" if bold else face, size))
        return tuple(runs)

    def value(self, quoted: str, size: float = SIZE, face: Face = "words") -> Text:
        """An entry in type, as it stands in force; where a house rule has changed it, what was printed too."""
        if quoted.startswith(TERM):
            return (Run(self.term(quoted[1:]), face, size),)
        path, form = split(quoted)
        now, before = self._dice(path) if form == "dice" else self._entries(path)
        new = self._formed(now, form, path)
        if now == before:
            return self.sourced_runs(_runs(new, size, face), path)
        old = self._formed(before, form, path)
        struck = tuple(_marked(run, "struck", 0.86) for run in _runs(old, size, "words"))
        now_told = tuple(_marked(run, "twice", 1) for run in _runs(new, size, "bold"))
        return (*struck, Run(" ", face, size), *self.sourced_runs(now_told, path))

    def sourced_runs(self, runs: Text, path: str) -> Text:
        """Runs marked with the name of the number that they show, where the sheet wants its numbers named; else as they are."""
        if not self.sourced:
            return runs
        name = number_name(self.tables, split(path)[0].partition(TIMES)[0])
        return tuple(replace(run, source=name) for run in runs)

    def is_empty(self, path: str) -> bool:
        """Whether the page has no entry there, now and as printed."""
        return self._entries(split(path)[0]) == (NO_ENTRY, NO_ENTRY)

    def is_nought(self, path: str) -> bool:
        """Whether the entry is nought, now and as printed."""
        return self._entries(split(path)[0]) == (0, 0)

    def ours(self, path: str) -> bool:
        """Whether the number is ours."""
        path = split(path)[0].partition(TIMES)[0]
        return not path.startswith(("option.", TERM)) and self.tables.note(path, "ours") is True

    def entry(self, path: str) -> Any:
        """The entry in force."""
        return self._entries(path)[0]

    def is_changed(self, path: str) -> bool:
        """Whether a house rule has changed it."""
        now, before = self._entries(path)
        return bool(now != before)

    def _entries(self, path: str) -> tuple[Any, Any]:
        """The entry in force and the printed one; of two paths with a multiplication sign between them the product."""
        if TIMES in path:
            one, other = (self._entries(part) for part in path.split(TIMES))
            return tuple(str(Fraction(left) * Fraction(right)) for left, right in zip(one, other, strict=True))  # type: ignore[return-value]
        if path.startswith("option."):
            name = path.removeprefix("option.")
            if name not in self.tables.options:
                raise flaw(path, "kernel.flaw.no_entry")
            return self.tables.options[name], self.printed.options[name]
        if path in self.tables.cells:
            self.quoted_paths.add(path)
            return self.tables.cells[path], self.printed.cells[path]
        around, _, place = path.rpartition(".")
        row = self.tables.cells.get(around)
        if isinstance(row, tuple) and place.isdecimal() and int(place) < len(row):
            self.quoted_paths.add(around)
            return row[int(place)], self.printed.cells[around][int(place)]
        raise flaw(path, "kernel.flaw.no_entry")

    def term(self, word: str, path: str = "") -> str:
        """The words for what stands in a table, or heads a column of it; a range is its own name."""
        if _RANGE.fullmatch(word):
            return word.replace("-", EMPTY)
        if word not in self.terms:
            raise flaw(path, "kernel.flaw.missing", wanted=f"words for {word}")
        return self.terms[word]

    def _dice(self, path: str) -> tuple[Any, Any]:
        pairs = [self._entries(f"{path}.{part}") for part in ("dice", "sides", "added")]
        return tuple(now for now, _ in pairs), tuple(before for _, before in pairs)

    def _formed(self, value: Any, form: str, path: str) -> str:
        if value == NO_ENTRY:
            return EMPTY
        if form in {"list", "dice"}:
            return _listed(value, form)
        exact = None if isinstance(value, bool) else exact_number(value)
        if exact is None:
            return self.term(str(value).lower() if isinstance(value, bool) else str(value), path)
        return _FORMS[form](Fraction(exact))


def number_name(tables: Tables, path: str) -> str:
    """A number by its path, with its place in a list counted from one: ``fire.result.up_to[2]``."""
    around, _, place = path.rpartition(".")
    in_list = path not in tables.cells and place.isdecimal() and around in tables.cells
    return f"{around}[{int(place) + 1}]" if in_list else path


def split(quoted: str) -> tuple[str, str]:
    """The path of a quotation, and the form it is told in; a path may have colons of its own."""
    path, _, form = quoted.rpartition(":")
    return (path, form) if path and form in {*_FORMS, "list", "dice"} else (quoted, "")


def _listed(value: Any, form: str) -> str:
    if form == "list":
        return ", ".join(str(one) for one in value)
    dice, sides, added = value
    if not dice:
        return str(added)
    return f"{dice}d{sides}" + (f" + {added}" if added else "")


def number(value: Fraction) -> str:
    """A number as a sheet prints it: fractions as fractions, a minus as a minus."""
    sign = MINUS if value < 0 else ""
    whole, part = divmod(abs(value), 1)
    if not part:
        return f"{sign}{whole}"
    glyph = _GLYPHS.get(part, f"^{part.numerator}/{part.denominator}^")
    return f"{sign}{whole or ''}{glyph}"


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}:{value.denominator}"


_FORMS: dict[str, Formatter] = {
    "": number,
    "+": lambda value: f"+{number(value)}" if value > 0 else number(value),
    "x": lambda value: f"{TIMES}{number(value)}",
    "next": lambda value: number(value + 1),
    "less": lambda value: number(abs(value)),
    "%": lambda value: f"{number(value * 100)}%",
    "word": lambda value: in_letters(int(value)) if value.denominator == 1 else number(value),
    "to": _ratio,
}


def _runs(text: str, size: float, face: Face) -> Text:
    """A number in type; a fraction without a sign of its own is built of small figures."""
    runs: list[Run] = []
    for place, piece in enumerate(text.split("^")):
        if place % 2 == 0:
            runs += [Run(piece, face, size)] if piece else []
            continue
        above, below = piece.split("/")
        small = size * 0.62
        runs += [Run(above, face, small, rise=0.55), Run(f"/{below}", face, small)]
    return tuple(runs)


def _marked(run: Run, mark: Any, scale: float) -> Run:
    return Run(run.text, run.face, run.size * scale, "soft" if mark == "struck" else "ink", mark, run.rise)
