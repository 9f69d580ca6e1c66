"""The men of a unit, and the small sums that rest on them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.rulesets.mesoamerica.levels import recovered
from sandtable.rulesets.mesoamerica.men import Men, percent_of, rounded
from tests.rulesets.mesoamerica import play

units = st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20)).filter(
    lambda men: men[1] + men[2] <= men[0]
)


@pytest.mark.rule("PRE-G.34")
def test_active_men_fall_first_then_unarmed_then_unconscious():
    men = Men(10, unarmed=3, unconscious=2)
    assert men.killed(5) == Men(5, 3, 2)
    assert men.killed(6) == Men(4, 2, 2)
    assert men.killed(9) == Men(1, 0, 1)
    assert men.killed(30) == Men(0)


@pytest.mark.rule("PRE-G.34", "PRE-8.02")
@given(units, st.integers(0, 25))
def test_no_man_is_counted_twice(counts, number):
    men = Men(*counts)
    for after in (men.killed(number), men.disarmed(number), men.stunned(number), men.awake(), men.rearmed()):
        assert 0 <= after.active <= after.all <= men.all
        assert min(after.unarmed, after.unconscious) >= 0
    assert men.taken(min(number, men.helpless)).active == men.active
    assert men.left_behind().all == men.all - men.unconscious


@pytest.mark.rule("PRE-5.19", "PRE-G.49")
def test_half_or_more_counts_up():
    assert [rounded(Fraction(tenths, 10)) for tenths in (4, 5, 14, 15, -4, -5, -6, -25)] == [0, 1, 1, 2, 0, 0, -1, -2]
    assert [percent_of(men, 5) for men in (9, 10, 29, 30)] == [0, 1, 1, 2]


@given(st.integers(0, 20), st.integers(0, 100))
def test_percentages_in_whole_numbers_are_those_of_fractions(men, percent):
    assert percent_of(men, percent) == rounded(Fraction(men * percent, 100))


@pytest.mark.rule("PRE-5.15")
def test_no_more_men_fall_unconscious_than_stand():
    fields = {
        "actor_weapon": "sling", "actor_strength": 6, "range": "0.5", "target_men": 6, "target_unarmed": 1, "sighted": True,
    }  # fmt: skip
    verdict = play.verdict("fire", fields)
    assert (verdict.measure("killed"), verdict.measure("unconscious")) == (2, 3)


@pytest.mark.rule("PRE-G.38")
def test_unarmed_men_guard_nobody():
    fields = {
        "actor_weapon": "atl_atl", "actor_strength": 6, "range": "0.5", "target_men": 20, "target_unarmed": 10,
        "target_prisoners": 7, "sighted": True,
    }  # fmt: skip
    assert "prisoners_escape" in play.kinds(play.verdict("fire", fields))
    assert "prisoners_escape" not in play.kinds(play.verdict("fire", fields | {"target_unarmed": 9}))


@pytest.mark.rule("PRE-G.41")
def test_recovery_stops_at_nought():
    tables = play.tables()
    levels = [Fraction(tenths, 10) for tenths in (25, 6, 0, -6, -25)]
    assert [recovered(level, tables) for level in levels] == [Fraction(15, 10), 0, 0, 0, Fraction(-15, 10)]
