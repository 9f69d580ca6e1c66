"""Many units looked at in one call: the same as each of them looked at alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sandtable.geometry.distance import distance
from sandtable.geometry.footprint import figure
from sandtable.geometry.marks import Glance, glances, marks
from sandtable.geometry.sight import SightRules, sees
from tests.geometry.ground import at, table, terrains, units, woods

RULES = SightRules(into=3000, clearance=500)
NEVER_THROUGH = SightRules(into=3000, clearance=500, through=False)
FAR = 15_000


def looked_at_alone(terrain, rules, body, other, within):
    gap = distance(body, other)
    line = sees(terrain, rules, body, other)
    if gap > within or not line.clear:
        return gap, None
    return gap, Glance(line.length, line.through_outside, line.start, line.end)


@given(
    terrains,
    st.sampled_from((RULES, NEVER_THROUGH)),
    units,
    st.lists(units, min_size=1, max_size=4),
    st.sampled_from((0, FAR, 10 * FAR)),
)
def test_many_are_seen_as_each_is_seen_alone(terrain, rules, body, others, within):
    gaps, seen = glances(terrain, rules, body, marks(others), np.full(len(others), float(within)))
    found = [(gap, seen.get(number)) for number, gap in enumerate(gaps)]
    assert found == [looked_at_alone(terrain, rules, body, other, within) for other in others]


def test_a_figure_is_as_far_off_as_its_rim_and_nobody_is_nobody():
    terrain = table(woods(10, 0, 20, 20))
    near, hidden = figure(at(5, 10), 500), figure(at(25, 10), 500)
    gaps, seen = glances(terrain, RULES, figure(at(2, 10), 500), marks((near, hidden)), np.full(2, 1e9))
    assert gaps == [2000, 22_000]
    assert list(seen) == [0]
    assert glances(terrain, RULES, near, marks(()), np.empty(0)) == ([], {})


def test_who_is_not_asked_for_is_passed_over():
    terrain = table()
    one, two = figure(at(5, 10), 500), figure(at(25, 10), 500)
    gaps, seen = glances(terrain, RULES, figure(at(2, 10), 500), marks((one, two)), np.array([-1.0, 1e9]))
    assert gaps[1] == 22_000
    assert list(seen) == [1]
