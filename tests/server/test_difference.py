"""Differences of views: applied to the one they give the other, and nothing else."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from sandtable.server.table.difference import apply_difference, difference

LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.text("ab", max_size=2)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner)
)
OBJECTS = st.dictionaries(st.sampled_from("abcd"), VALUES)


def text(value) -> str:
    return json.dumps(value, sort_keys=True)


@given(OBJECTS, OBJECTS)
def test_a_difference_turns_the_one_into_the_other(before, after):
    assert text(apply_difference(before, difference(before, after))) == text(after)


@given(OBJECTS)
def test_equal_views_differ_in_nothing(view):
    assert difference(view, json.loads(json.dumps(view))) == {}


def test_only_what_changed_is_told():
    before = {"units": {"a": {"x": 1, "y": 2}, "b": {"x": 5}}, "turn": 1, "gone": 0}
    after = {"units": {"a": {"x": 1, "y": 3}, "b": {"x": 5}}, "turn": 2}
    assert difference(before, after) == {
        "put": {"turn": 2},
        "alter": {"units": {"alter": {"a": {"put": {"y": 3}}}}},
        "drop": ["gone"],
    }


def test_true_is_not_one():
    assert difference({"a": [1]}, {"a": [True]}) == {"put": {"a": [True]}}
