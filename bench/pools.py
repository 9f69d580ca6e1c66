"""The dice that the rules throw, their laws worked out by the kernel and by icepool directly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

import icepool

from bench.situations import situations, tables_for
from sandtable.kernel import dice
from sandtable.kernel.dice import Die
from sandtable.kernel.requests import Count, Of, Request, Roll
from sandtable.kernel.ruleset import Ruleset

REPEATS = 9
MICRO = 1_000_000
CACHED = (dice.law_of_total, dice.law_of_difference, dice.law_of_faces, dice.law_of_counts)
Law = dict[Any, int]


@dataclass(frozen=True, slots=True)
class PoolTimes:
    """One pool: microseconds by the kernel (with nothing remembered) and by icepool."""

    name: str
    ours: float
    icepools: float

    @property
    def ratio(self) -> float:
        """How many times as long icepool takes."""
        return self.icepools / self.ours


def pool_times(rulesets: list[Ruleset], forms: int, seed: int) -> Iterator[PoolTimes]:
    """The largest of every kind of throw that the rules ask for, and two that are larger than any."""
    largest: dict[tuple[Any, ...], Request] = {}
    for ruleset in rulesets:
        for request in _requests(ruleset, forms, seed):
            kind = _kind(request)
            if _size(request) > _size(largest.get(kind)):
                largest[kind] = request
    laws = _standard() | dict(found for request in largest.values() if (found := _pool(request)))
    for name, (ours, icepools) in sorted(laws.items()):
        assert _shares(ours()) == _shares(icepools()), name
        yield PoolTimes(name, _time(ours), _time(icepools))


def _kind(request: Request) -> tuple[Any, ...]:
    if isinstance(request, Count):
        return (request.die, len(request.bands))
    return (request.dice[0], request.of) if isinstance(request, Roll) else ()


def _size(request: Request | None) -> int:
    if isinstance(request, Count):
        return request.pool
    return len(request.dice) if isinstance(request, Roll) else 0


def _standard() -> dict[str, tuple[Callable[[], Law], Callable[[], Law]]]:
    return {
        "total of 10d6": (lambda: dict(dice.law_of_total((dice.D6,) * 10)), lambda: dict((10 @ icepool.d6).items())),
        _counted(dice.D6, (2, 1), 20): _counts(dice.D6, (2, 1), 20),
    }


def _requests(ruleset: Ruleset, forms: int, seed: int) -> Iterator[Request]:
    for action in ruleset.actions:
        tables = tables_for(ruleset, action, seed)
        for form in situations(action, tables, forms, seed):
            yield from action.law(form.situation, tables, form.answers).requests.values()


def _pool(request: Request) -> tuple[str, tuple[Callable[[], Law], Callable[[], Law]]] | None:
    if isinstance(request, Count) and request.pool:
        weights = tuple(sum(face in band.faces for face in request.die.faces) for band in request.bands)
        name = _counted(request.die, weights, request.pool)
        return name, _counts(request.die, weights, request.pool)
    if not isinstance(request, Roll):
        return None
    names = " and ".join(die.name for die in request.dice)
    faces: list[Any] = [icepool.Die(die.faces) for die in request.dice]
    if request.of is Of.TOTAL and len(request.dice) > 1:
        thrown = request.dice
        return f"total of {names}", (
            lambda: dict(dice.law_of_total(thrown)),
            lambda: dict(sum(faces, start=icepool.Die([0])).items()),
        )
    if request.of is Of.DIFFERENCE:
        first, second = request.dice
        return f"difference of {names}", (
            lambda: dict(dice.law_of_difference(first, second)),
            lambda: dict((faces[0] - faces[1]).items()),
        )
    return None


def _counted(die: Die, weights: tuple[int, ...], pool: int) -> str:
    return f"{pool} x {die.name}, bands of {', '.join(map(str, weights))} sides"


def _counts(die: Die, weights: tuple[int, ...], pool: int) -> tuple[Callable[[], Law], Callable[[], Law]]:
    rest = len(die.faces) - sum(weights)
    sides: dict[int, int] = dict(enumerate(weights)) | ({len(weights): rest} if rest else {})
    one: Any = icepool.Die({band: weight for band, weight in sides.items() if weight})

    def icepools() -> Law:
        if len(weights) == 1:
            return {(hits,): weight for hits, weight in (pool @ icepool.Die({1: weights[0], 0: rest})).items()}
        return {
            tuple(thrown.count(band) for band in range(len(weights))): weight
            for thrown, weight in one.pool(pool).expand().items()
        }

    return (lambda: {counts: weight for counts, weight in dice.law_of_counts(weights, rest, pool) if weight}), icepools


def _shares(law: Law) -> Law:
    """The law in lowest terms: two ways to weigh the same dice may differ by a factor."""
    total = sum(law.values())
    return {outcome: weight * 10**30 // total for outcome, weight in law.items()}


def _time(law: Callable[[], Law]) -> float:
    taken = []
    for _ in range(REPEATS):
        for remembered in CACHED:
            remembered.cache_clear()
        before = process_time()
        law()
        taken.append(process_time() - before)
    return MICRO * median(taken)
