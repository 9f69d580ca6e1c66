"""Fields and conditions as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from sandtable.kernel import codec
from sandtable.kernel.form import Section, choice, distance, group, number, specs_of, text, when, yes_no
from sandtable.umpire.description import condition_view
from tests.kernel.muster import MARCH, Arm, Company, March


def test_a_condition_holds_for_some_values():
    infantry = when("arm", Arm.INFANTRY, Arm.WAGONS)
    assert infantry.holds({"arm": Arm.WAGONS})
    assert not infantry.holds({"arm": Arm.CAVALRY})
    assert not infantry.holds({})
    assert when("bases", None).holds({})


@pytest.mark.parametrize(("arm", "guide"), [(arm, guide) for arm in Arm for guide in (True, False, None)])
def test_conditions_combine(arm, guide):
    values = {"arm": arm, "guide": guide}
    foot, guided = when("arm", Arm.INFANTRY), when("guide", True)
    assert (foot & guided).holds(values) == (arm is Arm.INFANTRY and guide is True)
    assert (foot | guided).holds(values) == (arm is Arm.INFANTRY or guide is True)
    assert (~foot).holds(values) == (arm is not Arm.INFANTRY)
    assert (~(foot | guided)).holds(values) == (arm is not Arm.INFANTRY and guide is not True)


def test_conditions_are_data():
    condition = when("arm", Arm.INFANTRY) & ~when("guide", True) | when("bases", None, 3)
    assert codec.write(condition_view(condition)) == {
        "any": [
            {"all": [{"field": "arm", "in": ["Infantry"]}, {"not": {"field": "guide", "in": [True]}}]},
            {"field": "bases", "in": [None, 3]},
        ]
    }
    assert type(codec.write(condition_view(when("arm", Arm.INFANTRY)))["in"][0]) is str, "terms are told as plain words"


def test_fields_are_described_in_their_order_with_their_names():
    assert [spec.name for spec in specs_of(March)] == [
        "arm", "weather", "remounts", "length", "guide", "lantern", "leader", "companies",
    ]  # fmt: skip
    assert [spec.name for spec in MARCH.fields][-1] == "river"
    assert specs_of(March) is specs_of(March)


def test_fields_without_a_description_are_none_of_the_form():
    @dataclass(frozen=True)
    class Mixed:
        hidden: int = 3
        shown: bool = yes_no(usual=False, section=Section.CIRCUMSTANCE)

    assert [spec.name for spec in specs_of(Mixed)] == ["shown"]


def test_a_field_has_a_default_where_it_may_be_left_open():
    @dataclass(frozen=True, kw_only=True)
    class Left:
        usual: int = number(usual=3)
        optional: int | None = number(optional=True)
        needed: int | None = number(needed=when("usual", 3))
        optioned: int | None = number(option=("night", True))

    assert Left() == Left(usual=3, optional=None, needed=None, optioned=None)

    @dataclass(frozen=True, kw_only=True)
    class Asked:
        must: int = number()

    with pytest.raises(TypeError):
        Asked()


def described(helper, *arguments, **about):
    """The description that a helper gives a field."""

    @dataclass(frozen=True, kw_only=True)
    class Situation:
        asked: Any = helper(*arguments, **about)

    (spec,) = specs_of(Situation)
    return spec


@pytest.mark.parametrize(
    ("helper", "arguments", "kind", "widget", "unit"),
    (
        (choice, (Arm,), "choice", "seg", ""),
        (number, (), "number", "step", ""),
        (distance, (), "distance", "range", "in"),
        (yes_no, (), "yes_no", "tick", ""),
        (text, (), "text", "text", ""),
        (group, (Company,), "group", "cards", ""),
    ),
)
def test_helpers_describe_their_kind_of_field(helper, arguments, kind, widget, unit):
    spec = described(helper, *arguments)
    assert (spec.name, spec.kind, spec.widget, spec.unit, spec.section) == ("asked", kind, widget, unit, Section.ALL)
    about = described(helper, *arguments, widget="list", section=Section.TARGET, pair="other", usual=3)
    assert (about.widget, about.section, about.pair, about.usual) == ("list", Section.TARGET, "other", 3)


def test_helpers_keep_what_belongs_to_their_kind():
    assert described(choice, Arm).choices is Arm
    assert described(choice, Arm).values == tuple(Arm)
    assert described(choice, Arm, only=(Arm.CAVALRY,)).values == (Arm.CAVALRY,)
    assert described(text).values == ()
    assert (described(number).lowest, described(number).highest) == (0, 999)
    repeated = described(group, Company)
    assert (repeated.group, repeated.lowest, repeated.highest) == (Company, 1, 12)
    assert described(group, Company, lowest=2, highest=5).highest == 5


def test_a_group_is_empty_unless_told():
    @dataclass(frozen=True, kw_only=True)
    class Column:
        companies: tuple[Company, ...] = group(Company)

    assert Column().companies == ()
