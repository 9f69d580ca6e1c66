"""Lists that people paste: what is read, what is passed over, what is refused."""

from __future__ import annotations

import pytest

from sandtable.kernel.messages import Message
from sandtable.kernel.pasted import parts_of, read_pasted
from sandtable.kernel.problem import Problem, Refusal


def read(line, place):
    side, *names = parts_of(line)
    wrong = [] if names else [Problem(place, Message("nobody"))]
    return [{"side": side, "name": name} for name in names], wrong


def test_a_line_may_say_several_things_and_what_says_nothing_is_passed_over():
    rows = read_pasted("# red\nred, Ana, Bea\n\n   \n  blue,Eva  ", read)
    assert [(row["side"], row["name"]) for row in rows] == [("red", "Ana"), ("red", "Bea"), ("blue", "Eva")]


def test_all_problems_are_refused_at_once_by_their_lines():
    with pytest.raises(Refusal) as refused:
        read_pasted("red\nblue, Eva\n\ngreen", read)
    assert [problem.field for problem in refused.value.problems] == ["line 1", "line 4"]


def test_a_list_that_says_nothing_is_refused_with_what_it_may_say():
    with pytest.raises(Refusal) as refused:
        read_pasted("# only this\n", read, ("Palo Alto",))
    assert refused.value.problems[0].choices == ("Palo Alto",)


def test_tabs_part_a_line_without_commas():
    assert parts_of("red\tAna Maria\t 3") == ["red", "Ana Maria", "3"]
    assert parts_of("red, Ana\tMaria") == ["red", "Ana\tMaria"]
