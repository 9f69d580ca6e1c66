"""One ladder for all chances: a base in per cent, moved up and down by steps (R48-G.01)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from sandtable.kernel.dice import PERCENT
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Band, Count, Label
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally

CERTAIN = 100


@cache
def up_to(percent: int) -> frozenset[int]:
    """The faces of percentage dice that show this or less."""
    return frozenset(range(1, percent + 1))


def stepped(base: int, steps: int, tables: Tables) -> int:
    """A chance so many steps up or down the ladder, never off its ends."""
    ladder = tables.row("ladder.percent")
    if not steps:
        return base
    place = bisect_left(ladder, base)
    return int(ladder[min(max(place + steps, 0), len(ladder) - 1)])


def ladder_tally(base: Modifier, steps: Iterable[Modifier | None], tables: Tables, title: Message) -> Tally:
    """The tally of a chance: the base, then what each modifier adds in per cent, so that the sum is the chance itself."""
    start = _number(base)
    taken = 0
    before = start
    points: list[Modifier] = []
    for step in steps:
        if step is None or not step.value:
            continue
        taken += _number(step)
        after = stepped(start, taken, tables)
        points.append(replace(step, value=after - before))
        before = after
    return percent_tally((base, *points), title)


def percent_tally(modifiers: tuple[Modifier, ...], title: Message) -> Tally:
    """A tally whose numbers are per cents and whose sum is a chance."""
    return Tally(modifiers, title, percent=True)


def single_chance(path: str, reason: Message, tables: Tables, title: Message) -> Tally:
    """A chance that stands in a table as it is."""
    return percent_tally((tables.modifier(path, reason=reason),), title)


def throw_for_each(
    key: str,
    pool: int,
    tally: Tally,
    band: Message,
    read: Callable[[int], Hashable],
    label: Callable[[Any], Label] | None = None,
    severity: int = 3,
) -> Count:
    """Percentage dice, one for each of a class of equal figures: how many show the chance or less (R48-G.53)."""
    return Count(key, PERCENT, pool, (Band(band, up_to(tally.total), severity),), read, tally=tally, label=label)


def _number(modifier: Modifier) -> int:
    return int(modifier.value or 0)
