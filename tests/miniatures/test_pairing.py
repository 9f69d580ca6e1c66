"""Who strikes whom, against every way there is to pair them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

from sandtable.miniatures.pairing import paired


def flatness(choice, most):
    """How good a pairing is: many strikers first, then few opponents on any one, taken over all."""
    load = Counter(each for each in choice if each is not None)
    if any(count > most for count in load.values()):
        return None
    return sum(load.values()), -sum(count * count for count in load.values())


def test_as_many_strike_as_can_as_evenly_as_can_be():
    chance = Random(11)
    for _ in range(150):
        enemies, most = chance.randint(1, 4), chance.randint(1, 3)
        touches = [
            sorted(chance.sample(range(enemies), chance.randint(0, enemies))) for _ in range(chance.randint(1, 6))
        ]
        found = paired(touches, most)
        assert all(each is None or each in touches[number] for number, each in enumerate(found))
        ways = product(*([None, *each] for each in touches))
        best = max(good for way in ways if (good := flatness(way, most)) is not None)
        assert flatness(found, most) == best


def test_three_on_one_and_one_on_the_other():
    assert paired([[0], [0], [0], [0], [1]], 3) == (0, 0, 0, None, 1)
    assert paired([[0, 1], [0], [0]], 3) == (1, 0, 0)
    assert paired([[], [1]], 3) == (None, 1)
