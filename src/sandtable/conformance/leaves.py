"""A twin of the exact driver that thinks of nothing clever: it answers every request with every face there is.

It shares no code with ``enumerate_exactly``: weights are counted over faces, and every leaf is a whole run with its answers, so that its
words can be looked at too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any

from sandtable.kernel.drivers import Asking, Finished, Given, ask
from sandtable.kernel.drivers.run import Start
from sandtable.kernel.requests import Choose, Count, Observe, Of, Roll

MOST_FACES = 20_000  # combinations of faces that are counted one by one


@dataclass(frozen=True, slots=True)
class Leaf:
    """One way a rule can go: how likely, and the run itself."""

    weight: Fraction
    finished: Finished[Any]


class TooManyFacesError(Exception):
    """A throw with more combinations of faces than anybody wants to count one by one."""


def combinations_of(request: Roll | Count) -> int:
    """How many ways the dice of a request can fall."""
    if isinstance(request, Roll):
        return prod(len(die.faces) for die in request.dice)
    return int(len(request.die.faces) ** request.pool)


def every_throw(request: Roll | Count) -> Iterator[Any]:
    """Every way the dice can fall, as answers; sides with equal faces count each."""
    if isinstance(request, Count):
        for faces in product(request.die.faces, repeat=request.pool):
            yield {"faces": list(faces)}
        return
    for faces in product(*(die.faces for die in request.dice)):
        if request.counting is None or request.counting(*seen(request, faces)):
            yield list(faces)


def seen(request: Roll, faces: tuple[int, ...]) -> tuple[int, ...]:
    """What of its faces a roll reads: all of them, their total or their difference."""
    if request.of is Of.TOTAL:
        return (sum(faces),)
    return (faces[0] - faces[1],) if request.of is Of.DIFFERENCE else faces


def law_by_faces(request: Roll | Count) -> dict[Hashable, tuple[Any, Fraction]]:
    """Every reading with an answer that gives it and its probability, counted over all faces."""
    if combinations_of(request) > MOST_FACES:
        raise TooManyFacesError(request.key)
    answers: dict[Hashable, Any] = {}
    counted: Counter[Hashable] = Counter()
    for answer in every_throw(request):
        reading = request.reading(answer)
        answers.setdefault(reading, answer)
        counted[reading] += 1
    return {reading: (answers[reading], Fraction(count, counted.total())) for reading, count in counted.items()}


def leaves(start: Start[Any], answers: Mapping[str, Given] | None = None) -> Iterator[Leaf]:
    """Every way a rule can go; questions get the answers given, else the usual ones."""
    waiting: list[tuple[Fraction, dict[str, Given]]] = [(Fraction(1), dict(answers or {}))]
    while waiting:
        weight, given = waiting.pop()
        result = ask(start, given)
        if isinstance(result, Finished):
            yield Leaf(weight, result)
            continue
        assert isinstance(result, Asking)
        request = result.request
        if isinstance(request, Choose | Observe):
            waiting.append((weight, given | {result.key: Given(request.usual, "usual")}))
            continue
        waiting.extend(
            (weight * share, given | {result.key: Given(answer, "app")})
            for answer, share in law_by_faces(request).values()
        )


def some_leaves(start: Start[Any], answers: Mapping[str, Given] | None, most: int) -> tuple[list[Leaf], bool]:
    """At most so many leaves, and whether these are all."""
    found = list(islice(leaves(start, answers), most + 1))
    return found[:most], len(found) <= most


def law_of_leaves(leaves_of_rule: list[Leaf]) -> dict[Any, Fraction]:
    """The law of the verdict, from all leaves."""
    law: dict[Any, Fraction] = {}
    for leaf in leaves_of_rule:
        law[leaf.finished.verdict] = law.get(leaf.finished.verdict, Fraction(0)) + leaf.weight
    return law
