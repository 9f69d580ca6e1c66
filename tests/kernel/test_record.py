"""Records: plain data out and in again; what is not whole is refused with the part that is wrong."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal
from sandtable.kernel.record import Answer, Record, read_record

RECORD = Record(
    "revolucion",
    "1",
    "fire",
    {"unit": "Artillery"},
    (Answer("fire.effect", [7], "app"),),
    {"indirect": True},
    "x = 1",
    {"id": "3"},
)


def test_a_record_goes_through_json_and_back():
    assert read_record(json.loads(json.dumps(RECORD.plain()))) == RECORD


def test_what_may_be_left_out():
    bare = {"ruleset": "r", "rules_version": "1", "action": "a", "fields": {}, "answers": [{"key": "k", "value": None}]}
    assert read_record(bare) == Record("r", "1", "a", {}, (Answer("k", None),))


@pytest.mark.parametrize("raw", (None, [], "x", 3))
def test_what_is_no_record(raw):
    with pytest.raises(Refusal) as refused:
        read_record(raw)
    assert [(problem.field, problem.message.id) for problem in refused.value.problems] == [
        ("record", "kernel.record.no_object")
    ]


@pytest.mark.parametrize(
    "part", ("ruleset", "rules_version", "action", "fields", "answers", "options", "house", "meta")
)
@pytest.mark.parametrize("value", (None, 3, True))
def test_a_part_of_the_wrong_kind_is_named(part, value):
    with pytest.raises(Refusal) as refused:
        read_record(RECORD.plain() | {part: value})
    (problem,) = refused.value.problems
    assert (problem.field, problem.message) == (f"record.{part}", Message.of("kernel.record.part", part=part))


@pytest.mark.parametrize("answer", (None, [], {"key": 3, "value": 1}, {"key": "k"}, {"value": 3}))
def test_an_answer_of_the_wrong_kind_is_refused(answer):
    with pytest.raises(Refusal) as refused:
        read_record(RECORD.plain() | {"answers": [answer]})
    (problem,) = refused.value.problems
    assert (problem.field, problem.message.id) == ("record.answers", "kernel.record.answer")


parts = st.sampled_from(["ruleset", "rules_version", "action", "fields", "answers", "options", "house", "meta"])
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["key", "value", "by", "x"]), inner, max_size=3)
    ),
)


@given(st.dictionaries(parts, anything))
def test_any_json_is_a_record_or_refused(changes):
    raw = RECORD.plain() | changes
    try:
        record = read_record(raw)
    except Refusal as refusal:
        fields = [problem.field for problem in refusal.problems]
    else:
        fields = ["record"]
        assert read_record(json.loads(json.dumps(record.plain()))) == record
    assert all(field.startswith("record") for field in fields)
