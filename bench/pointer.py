"""How long the desk takes to answer a pointer that drags a unit, in every scenario of a game of single figures, in the middle of a battle."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from statistics import median
from time import process_time
from typing import Any, cast

from sandtable.battle.desk import Draft
from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.registry import table
from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Role, Seat
from sandtable.geometry.measure import INCH, Length, Point
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.table import MiniaturesTable

TARGET = 30.0  # ms of processor time
ORDERS = 60  # after which units are dragged
DIRECTIONS = 8
FAR = 7 * INCH
SEED = "pointer"


@dataclass(frozen=True, slots=True)
class PointerTimes:
    """One scenario: how many drags, and how long they took in ms."""

    scenario: str
    drags: int
    median: float
    worst: float


class _Enough(Exception):  # noqa: N818 - nothing is wrong
    """The battle has gone on long enough."""


def pointer_times(only: str = "") -> Iterator[PointerTimes]:
    """Every scenario of a game on the kit, or one by its name."""
    for name, file in shipped().items():
        text = file.read_text(encoding="utf-8")
        scenario = read_scenario(text, file.name)
        rules = table(scenario.ruleset)
        if isinstance(rules, MiniaturesTable) and only in ("", name):
            field, role = _under_way(rules, text, [side.label for side in scenario.sides])
            for draft in _drags(rules, field, role, FAR // 2):
                _took(rules, field, role, draft)  # what a battle under way has ready, but not for these very drags
            gc.collect()
            gc.freeze()  # a battle of many orders is no part of a drag
            times = [_took(rules, field, role, draft) for draft in _drags(rules, field, role, FAR)]
            if times:
                yield PointerTimes(name, len(times), median(times), max(times))


def _under_way(rules: MiniaturesTable[Any], text: str, sides: list[Role]) -> tuple[Any, Role]:
    """A battle of the nearest player after some orders, and who is to decide."""
    states: list[Any] = []

    def watched(battle: Any) -> None:
        if battle.decisions() and battle.question is None:
            states.append(battle.state)
        if len(states) >= ORDERS:
            raise _Enough

    with contextlib.suppress(_Enough):
        play_logged(Match(rules.name, text, tuple((side, "nearest") for side in sides)), SEED, watched)
    fresh = next(state for state in reversed(states) if _ready(rules, state))
    return fresh, rules.decisions(fresh)[0].by


def _ready(rules: MiniaturesTable[Any], state: Any) -> bool:
    return any(True for _ in rules.aims.ready(state, rules.decisions(state)[0].by))


def _drags(rules: MiniaturesTable[Any], field: Any, role: Role, far: Length) -> Iterator[Draft]:
    """Every unit that may act, dragged so far to all sides."""
    seat = Seat(role, (role,))
    for piece in rules.aims.ready(field, role):
        offers = (each.id for each in rules.desk.panel(rules.view(field, seat), seat, piece.id).offers)
        walk = next((each for each in offers if each.partition(":")[0] == rules.aims.walks), None)
        here = middle_of(piece.figures)
        for number in range(DIRECTIONS if walk else 0):
            angle = number * 2 * pi / DIRECTIONS
            there = Point(round(here.x + far * sin(angle)), round(here.y + far * cos(angle)))
            yield Draft(piece.id, cast("str", walk), path=(there,))


def _took(rules: MiniaturesTable[Any], field: Any, role: Role, draft: Draft) -> float:
    seat = Seat(role, (role,))
    begun = process_time()
    rules.desk.preview(rules.view(field, seat), seat, draft)
    return (process_time() - begun) * 1000
