"""What an opponent thinks things are worth: pages of numbers that a ruleset ships, and pages that somebody lays over them for one player.

A player is made with its weights. While it decides, its page is the one that is read; everybody else goes by what is shipped. Whatever is worked
out by weights and kept is kept by the page it was worked out with (`Weights.kept`, `Weights.fact`), so that players with other weights never share it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache, wraps
from importlib.resources import files
from math import isfinite
from typing import Any, Concatenate, ParamSpec, TypeVar

from sandtable.ai.player import Maker, Opponent, Why
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role
from sandtable.geometry.facts import Owner, fact
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.requests import Choose
from sandtable.kernel.toml_lines import line_numbers, line_of

PAGE = "weights.toml"
PAGES = 16  # of others that are kept as read
LIKENESS = 0.6  # of the letters of two names, one of them mistyped
MOST_WRONG = 20  # entries of a file that are told at once

Asked = ParamSpec("Asked")
Made = TypeVar("Made")
Rows = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, eq=False)  # each is itself alone, so that what was worked out by it can be kept by it
class Page:
    """All weights by heading and name."""

    rows: Rows

    @cached_property
    def numbers(self) -> Mapping[tuple[str, str], float]:
        """Those weights that are single numbers."""
        return {
            (heading, name): float(value)
            for heading, rows in self.rows.items()
            for name, value in rows.items()
            if _is_number(value)
        }


class Weights:
    """The weights in force: those of the packages named, of which the last counts, or the page of the player that decides. Taste, not rules."""

    def __init__(self, *packages: str) -> None:
        self._packages = packages
        self._now: ContextVar[Page | None] = ContextVar("weights", default=None)
        self._read = lru_cache(maxsize=PAGES)(self._laid_over)

    @cached_property
    def shipped(self) -> Page:
        """The pages of all packages in one."""
        whole: dict[str, dict[str, Any]] = {}
        for package in self._packages:
            own = tomllib.loads(files(package).joinpath(PAGE).read_text(encoding="utf-8"))
            for heading, rows in own.items():
                whole[heading] = {**whole.get(heading, {}), **rows}
        return Page(whole)

    @property
    def page(self) -> Page:
        """The page that is read now."""
        return self._now.get() or self.shipped

    def __call__(self, heading: str, name: str) -> float:
        """One weight."""
        return (self._now.get() or self.shipped).numbers[heading, name]

    def row(self, heading: str, name: str) -> tuple[float, ...]:
        """A weight that is a row of numbers."""
        return tuple(float(each) for each in self.page.rows[heading][name])

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of difficulty, from the easiest."""
        return tuple(self.page.rows["levels"])

    def level(self, name: str, trait: str) -> float:
        """A trait of a level of difficulty."""
        return float(self.page.rows["levels"][name][trait])

    # ---- Weights of somebody's own -------------------------------------------------------------------------------------------------------

    def read(self, text: str, file_name: str = PAGE) -> Page:
        """A page with what a file lays over the shipped one; the same text gives the same page. What is wrong with it is refused all at once."""
        return self._read(text, file_name)

    def _laid_over(self, text: str, file_name: str) -> Page:
        try:
            tree = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # numbers too long, lists too deep
            raise Refusal([Problem(file_name, Message.of("battle.weights.not_toml", error=str(error)))]) from None
        lines = line_numbers(text)
        wrong = [
            Problem(f"{file_name}, line {line_of(lines, path)}", message, choices)
            for path, message, choices in _misfits(tree, self.shipped.rows, "")
        ]
        if wrong:
            raise Refusal(wrong[:MOST_WRONG])
        return Page(_merged(self.shipped.rows, tree))

    @contextmanager
    def by(self, page: Page) -> Generator[None, None, None]:
        """Go by this page meanwhile."""
        before = self._now.set(page)
        try:
            yield
        finally:
            self._now.reset(before)

    # ---- What is kept by the page it was worked out with ---------------------------------------------------------------------------------

    def remembers(self, most: int) -> Callable[[Callable[Asked, Made]], Callable[Asked, Made]]:
        """A function that works something out by weights: so many of its results are kept."""

        def keeping(find: Callable[Asked, Made]) -> Callable[Asked, Made]:
            @lru_cache(maxsize=most)
            def known(_: Page, *asked: Asked.args, **named: Asked.kwargs) -> Made:
                return find(*asked, **named)

            now = self._now.get

            @wraps(find)
            def told(*asked: Asked.args, **named: Asked.kwargs) -> Made:
                return known(now() or self.shipped, *asked, **named)  # type: ignore[arg-type]  # all are hashable

            told.cache_clear = known.cache_clear  # type: ignore[attr-defined]  # as lru_cache has it
            return told

        return keeping

    def fact(self, find: Callable[Concatenate[Owner, Asked], Made]) -> Callable[Concatenate[Owner, Asked], Made]:
        """A fact about a value as it looks by weights."""

        @fact
        def known(owner: Owner, _: Page, /, *asked: Asked.args, **named: Asked.kwargs) -> Made:
            return find(owner, *asked, **named)

        @wraps(find)
        def told(owner: Owner, /, *asked: Asked.args, **named: Asked.kwargs) -> Made:
            return known(owner, self._now.get() or self.shipped, *asked, **named)

        return told


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value if name not in above else _merged(value, above[name]) if isinstance(value, Mapping) else above[name]
        for name, value in below.items()
    }


def _misfits(
    told: Mapping[str, Any], shipped: Mapping[str, Any], above: str
) -> Generator[tuple[str, Message, tuple[str, ...]], None, None]:
    """What does not fit, with its path and what would be right."""
    for name, value in told.items():
        path = f"{above}{name}"
        if name not in shipped:
            near = get_close_matches(name, shipped, n=3, cutoff=LIKENESS)
            unknown = "battle.weights.no_name" if above else "battle.weights.no_heading"
            yield path, Message.of(unknown, path=path), tuple(near or shipped)
            continue
        ours = shipped[name]
        if isinstance(ours, Mapping) and isinstance(value, Mapping):
            yield from _misfits(value, ours, f"{path}.")
        elif isinstance(ours, Mapping):
            yield path, Message.of("battle.weights.wants_heading", path=path), tuple(ours)
        elif isinstance(ours, list):
            if not (isinstance(value, list) and len(value) == len(ours) and all(map(_is_finite, value))):
                yield path, Message.of("battle.weights.wants_row", path=path, number=len(ours), ours=str(ours)), ()
        elif not _is_finite(value):
            yield path, Message.of("battle.weights.wants_number", path=path, value=str(value), ours=str(ours)), ()


def _is_finite(value: Any) -> bool:
    return _is_number(value) and isfinite(value)


# ---- Players with weights of their own -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Weighing:
    """Makes players that go by weights: the shipped ones, or those of a file."""

    weights: Weights
    make: Maker

    def __call__(self, level: str, seed: str) -> Opponent[Any]:
        """One that goes by what is shipped."""
        return self.make(level, seed)

    def with_weights(self, text: str, file_name: str = PAGE) -> Maker:
        """Who makes players by the weights of a file."""
        page = self.weights.read(text, file_name)
        return lambda level, seed: OwnMind(self.weights, page, self.make, level, seed)


class OwnMind:
    """A player with weights of its own: it is made by them, and whatever it decides it decides by them."""

    def __init__(self, weights: Weights, page: Page, make: Maker, level: str, seed: str) -> None:
        self.weights, self.page = weights, page
        with weights.by(page):
            self.player = make(level, seed)

    def order(self, view: Any, decision: Decision) -> Order:
        """Its next order."""
        with self.weights.by(self.page):
            return self.player.order(view, decision)

    def choose(self, view: Any, role: Role, choice: Choose) -> str:
        """A choice in the middle of a rule."""
        with self.weights.by(self.page):
            return self.player.choose(view, role, choice)

    def why(self) -> Why | None:
        """Why the last order was given."""
        return self.player.why()
