"""What the tables in force say of a form's fields: limits, the usual number, bands that are closed, when a field is needed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from sandtable.kernel.form import FromTables, beyond, cell, distance, group, number, specs_of, when
from sandtable.kernel.messages import PLAIN, Message
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.ruleset import NoQuestions
from sandtable.kernel.tables import Tables
from tests.kernel.muster import MARCH, muster_tables
from tests.support.talk import of_kind

PRINTED = muster_tables()
FAR = replace(PRINTED, cells={**PRINTED.cells, "march.Infantry.clear": 20, "march.Cavalry.clear": 1})
ENDS = {"0-6": 6, "6-12": 12, "12-18": 18}


def reached(arm: str, band: str, tables: Tables) -> bool:
    return ENDS[band] <= tables.number("march", arm, "clear")


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A member of a group."""

    hours: int = number(lowest=1, highest=cell("march.Infantry.clear"), usual=cell("march.Infantry.clear"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ride:
    """A form whose numbers stand in tables."""

    miles: int = number(lowest=1, highest=cell("march.Infantry.clear"), usual=4)
    whole: int = number(lowest=1, highest=99, usual=cell("march.Infantry.clear"), needed=when("miles", 1, 2))
    both: int = number(highest=cell("march.Infantry.clear", "march.Cavalry.clear", times=2, plus=1), optional=True)
    way: str = distance(
        bands=tuple(ENDS),
        usual="0-6",
        bars=(beyond(ENDS, {"Infantry": when("miles", 4)}, reached, Message("reason.far"), "M-1.01"),),
    )
    rest: int = number(usual=0, needed=FromTables(lambda tables: when("miles", tables.number("march.Infantry.clear"))))
    posts: tuple[Post, ...] = group(Post, lowest=0, highest=cell("march.Cavalry.clear"))


RIDE = replace(MARCH, situation=Ride, questions=NoQuestions, bars=())


def situation(tables: Tables, **fields: object) -> Ride:
    read = read_form(RIDE, fields, tables, PLAIN)
    assert isinstance(read, Form), read
    return of_kind(Ride, read.situation)


def refused(tables: Tables, **fields: object) -> dict[str, Message]:
    read = read_form(RIDE, fields, tables, PLAIN)
    assert not isinstance(read, Form)
    return {problem.field: problem.message for problem in read}


def test_a_limit_is_the_cell_in_force():
    assert refused(PRINTED, miles=7)["miles"].parameters[-1] == ("highest", 6)
    assert situation(PRINTED, miles=6).miles == 6
    assert situation(FAR, miles=20).miles == 20
    assert "miles" in refused(FAR, miles=21)


def test_the_largest_of_several_cells_counts_with_what_follows_from_it():
    assert situation(PRINTED, both=25).both == 25  # twice 12, and 1
    assert "both" in refused(PRINTED, both=26)
    assert situation(FAR, both=41).both == 41


def test_a_usual_number_keeps_within_the_limits():
    few = replace(PRINTED, cells={**PRINTED.cells, "march.Infantry.clear": 3})
    assert (situation(PRINTED).miles, situation(few).miles) == (4, 3)


def test_a_usual_number_of_the_tables_stands_also_where_nobody_needs_the_field():
    assert situation(PRINTED, miles=1).whole == 6
    assert situation(FAR, miles=5).whole == 20
    assert situation(FAR, posts=[{}]).posts == (Post(hours=20),)
    with pytest.raises(TypeError):
        Ride(miles=1)  # without tables nobody knows


def test_a_field_may_be_needed_by_what_a_table_says():
    assert "rest" in read_form(RIDE, {"miles": 6}, PRINTED, PLAIN).fields  # type: ignore[union-attr]
    assert "rest" not in read_form(RIDE, {"miles": 6}, FAR, PLAIN).fields  # type: ignore[union-attr]


def test_a_group_is_no_larger_than_the_table_says():
    assert len(situation(PRINTED, posts=[{}] * 12).posts) == 12
    assert refused(FAR, posts=[{}] * 2)["posts"].parameters[-1] == ("highest", 1)


def test_bands_that_a_weapon_does_not_reach_are_shown_as_closed_and_let_through():
    way = next(spec for spec in specs_of(Ride) if spec.name == "way")
    (bar,) = way.under(PRINTED).bars
    assert (bar.values, bar.rule, bar.told_by_rule) == (("6-12", "12-18"), "M-1.01", True)
    assert way.under(FAR).bars == ()
    assert situation(PRINTED, miles=4, way="12-18").way == "12-18"


def test_a_field_that_leaves_nothing_to_the_tables_is_the_same_under_all():
    plain = next(spec for spec in MARCH.fields if spec.name == "arm")
    assert plain.under(PRINTED) is plain.under(FAR)
