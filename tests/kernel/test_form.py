"""Fields and conditions as data."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from sandtable.kernel.form import Section, number, specs_of, when, yes_no
from tests.kernel.muster import MARCH, Arm, March


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
    assert condition.plain() == {
        "any": [
            {"all": [{"field": "arm", "in": ["Infantry"]}, {"not": {"field": "guide", "in": [True]}}]},
            {"field": "bases", "in": [None, 3]},
        ]
    }


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
