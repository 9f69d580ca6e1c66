"""Dice for several at once: strikes at each of some enemies, and who strikes whom."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from sandtable.kernel.dice import sided
from sandtable.kernel.messages import Message
from sandtable.kernel.pools import Strikes, members, spread
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Band

D4 = sided(4)


def strikes(enemies: int, each: int, scores: tuple[int, ...] = (4,), read=lambda down: down) -> Strikes:
    return Strikes("strikes", D4, enemies * each, (Band(Message("down"), frozenset(scores)),), read, each=each)


@pytest.mark.parametrize(("enemies", "each"), ((1, 1), (1, 3), (2, 1), (2, 2), (3, 2)))
def test_the_law_of_strikes_is_that_of_counting_faces(enemies, each):
    counted: Counter[int] = Counter()
    for faces in product(D4.faces, repeat=enemies * each):
        counted[sum(4 in faces[first : first + each] for first in range(0, len(faces), each))] += 1
    assert dict(strikes(enemies, each).law()) == dict(counted)


def test_strikes_are_read_enemy_by_enemy_or_as_the_number_of_those_down():
    dice = strikes(2, 2)
    assert dice.reading({"faces": [4, 4, 1, 2]}) == 1
    assert dice.reading("4,1,4,1") == 2
    assert dice.reading({"counts": [2]}) == 2
    assert strikes(2, 2, read=lambda down: down > 0).reading({"counts": [2]}) is True
    assert {reading for reading, _ in strikes(2, 2, read=lambda down: down > 0).law()} == {True, False}


@pytest.mark.parametrize("counts", ([3], [1, 1], [-1], [True], "2"))
def test_more_down_than_there_are_is_refused(counts):
    with pytest.raises(Refusal):
        strikes(2, 2).reading({"counts": counts})


def test_members_make_up_all_of_them_where_each_is_under_a_band():
    assert members("x", [1, 2], 2, 3) == (1, 2)
    assert members("x", [1, 1], 2, 3, whole=False) == (1, 1)
    with pytest.raises(Refusal):
        members("x", [1, 1], 2, 3)


@pytest.mark.parametrize(
    ("attackers", "over", "most", "pairs"),
    (
        (5, 3, None, ((2, 2), (1, 1))),
        (6, 3, None, ((3, 2),)),
        (2, 3, None, ((2, 1),)),
        (20, 3, 3, ((3, 3),)),
        (7, 3, 2, ((3, 2),)),
        (0, 3, None, ()),
    ),
)
def test_attackers_spread_evenly(attackers, over, most, pairs):
    assert spread(attackers, over, most) == pairs
