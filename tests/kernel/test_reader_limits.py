"""The reader of forms: options, limits, units of length, and what it hands on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from sandtable.kernel.form import distance, group, number, yes_no
from sandtable.kernel.messages import PLAIN, Message, Style
from sandtable.kernel.problem import Problem
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.tables import Tables
from tests.kernel.muster import MARCH, muster_tables
from tests.kernel.reading import LEGAL, TABLES, form, problems


def test_an_action_of_an_option_is_closed_while_it_is_off():
    action = replace(MARCH, option=("night", True))
    off = read_form(action, LEGAL, TABLES, PLAIN)
    told = Message.of("kernel.action.option_off", option="night")
    assert not isinstance(off, Form)
    assert [(problem.field, problem.message) for problem in off] == [("action", told)]
    assert isinstance(read_form(action, LEGAL, muster_tables(night=True), PLAIN), Form)


def test_a_field_of_an_option_that_is_off_is_refused_by_both_names():
    told = Message.of("kernel.form.option_off", field=Message("field.lantern"), option="night")
    assert problems(lantern="yes")["lantern"].message == told


@pytest.mark.parametrize("nothing", (None, ""))
def test_a_field_of_an_option_that_is_off_may_say_nothing(nothing):
    lamps = replace(MARCH, situation=Lamps)
    assert isinstance(read_form(lamps, {"lamps": nothing}, TABLES, PLAIN), Form)
    assert isinstance(read_form(lamps, {"lamps": 2}, TABLES, PLAIN), Form), "as usual is as good as nothing"
    assert not isinstance(read_form(lamps, {"lamps": 3}, TABLES, PLAIN), Form)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps:
    lamps: int = number(lowest=0, highest=9, usual=2, option=("night", True))


def test_a_whole_distance_is_kept_without_decimals():
    assert form(length="7.0").fields["length"] == "7"


def test_a_field_nobody_knows_is_named_with_the_three_nearest():
    found = problems(lenght="3")["lenght"]
    assert found.message == Message.of("kernel.form.unknown_field_near", name="lenght", near="length")
    assert found.choices == ("length",)
    far = problems(zzz="x", known=("lend", "lender"))["zzz"]
    assert far.message == Message.of("kernel.form.unknown_field", name="zzz")
    assert far.choices == tuple(spec.name for spec in MARCH.fields)


def test_a_field_nobody_knows_inside_a_group_is_named_with_those_of_the_group():
    near = problems(companies=[{"arm": "Infantry", "mem": 4}])["companies.1.mem"]
    assert near.message == Message.of("kernel.form.unknown_field_near", name="mem", near="men")
    far = problems(companies=[{"arm": "Infantry", "zzz": 4}], known=("lend", "lender"))["companies.1.zzz"]
    assert far.choices == ("arm", "men", "name", "mounted")


def test_what_is_given_and_does_not_count_is_named():
    given = {"remounts": "3", "companies": [{"arm": "Infantry"}, {"arm": "Cavalry", "Mounted": "yes"}]}
    assert form(**given).left_out == ("remounts", "companies.2.Mounted")
    others = {"cover": "x", "men": 4, "companies": [{"arm": "Infantry", "cover": "x", "length": 3, "tent": ""}]}
    found = form(**others, known=("cover", "men", "tent"))
    assert found.elsewhere == ("cover", "men", "companies.1.cover", "companies.1.length")
    assert found.left_out == ()


@pytest.mark.parametrize(
    ("style", "raw", "inches"),
    (
        (PLAIN, "30 cm", "12"),
        (PLAIN, "30cm", "12"),
        (PLAIN, "300 mm", "12"),
        (PLAIN, "2'", "24"),
        (PLAIN, "1 ft 6 in", "18"),
        (PLAIN, "7 inches", "7"),
        (Style(1, "cm"), "5in", "5"),
        (Style(1, "cm"), '12"', "12"),
        (Style(2, "in"), "30 cm", "6"),
        (Style(Fraction(1, 2)), "6", "12"),
        (Style(Fraction(2, 5), "cm"), "12", "12"),
    ),
)
def test_a_unit_is_part_of_the_length(style, raw, inches):
    assert form(style=style, length=raw).situation.length == Fraction(inches)


@pytest.mark.parametrize(
    ("style", "raw", "band"),
    (
        (Style(2, "in"), "12-24", "6-12"),
        (Style(2, "in"), "12\N{EN DASH}24 in", "6-12"),
        (Style(1, "cm"), "15-30", "6-12"),
        (Style(1, "cm"), "15-30 cm", "6-12"),
        (Style(2, "in"), "0-12 in", "0-6"),
    ),
)
def test_a_band_can_be_typed_as_it_is_shown(style, raw, band):
    assert form(style=style, length=raw).situation.length == band


def test_a_band_with_a_unit_is_the_one_that_is_shown():
    assert "length" in problems(style=Style(2, "in"), length="6-12 in")
    assert problems(style=Style(2, "in"), length="6-13")["length"].choices == ("0-12", "12-24")


def test_a_number_reaches_to_its_limits():
    assert form(arm="Cavalry", remounts=9).situation.remounts == 9
    assert form(arm="Cavalry", remounts=1).situation.remounts == 1
    told = Message.of("kernel.form.no_number", field=Message("field.remounts"), value="10", lowest=1, highest=9)
    assert problems(arm="Cavalry", remounts=10)["remounts"].message == told


def test_a_distance_that_is_none_is_told_as_it_was_written():
    told = Message.of("kernel.form.no_distance", field=Message("field.length"), value="far")
    assert problems(length="far")["length"].message == told


def test_members_of_a_group_are_measured_on_the_same_tape():
    action = replace(MARCH, situation=Posts)
    read_posts = read_form(action, {"posts": [{"away": "15"}]}, TABLES, Style(1, "cm"))
    assert isinstance(read_posts, Form)
    assert read_posts.situation.posts == (Post(away=Fraction(6)),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    away: str | Fraction = distance(bands=(), highest=48)


@dataclass(frozen=True, slots=True, kw_only=True)
class Posts:
    posts: tuple[Post, ...] = group(Post, lowest=1, highest=3)


def test_a_situation_judges_itself_by_the_tables_in_force():
    action = replace(MARCH, situation=Watch)
    night = muster_tables(night=True)
    assert isinstance(read_form(action, {"awake": "no"}, TABLES, PLAIN), Form)
    found = read_form(action, {"awake": "no"}, night, PLAIN)
    assert not isinstance(found, Form)
    assert [problem.field for problem in found] == ["awake"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    awake: bool = yes_no(usual=True)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        if tables.option("night") and not self.awake:
            yield Problem("awake", Message("problem.asleep"), ("yes",), "M-3.01")
