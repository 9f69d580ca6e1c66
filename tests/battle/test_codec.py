"""Orders, events and states as JSON, and what comes from strangers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import ClassVar, Generic, Literal, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.battle.order import Order
from sandtable.geometry.footprint import Footprint, line
from sandtable.geometry.measure import Point, Pose
from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal


class Arm(StrEnum):
    FOOT = "foot"
    HORSE = "horse"


class Grade(IntEnum):
    RAW = 1
    GUARD = 2


@dataclass(frozen=True, slots=True)
class Walk:
    kind: ClassVar[str] = "walk"
    path: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class Ride:
    kind: ClassVar[str] = "ride"
    aboard: str
    then: Ride | Walk | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything(Order):
    kind: ClassVar[str] = "everything"
    number: int = 0
    share: Fraction = Fraction(1, 2)
    weight: float = 0.5
    yes: bool = False
    arm: Arm = Arm.FOOT
    grade: Grade | None = None
    place: Point = Point(0, 0)
    bases: Footprint | None = None
    pair: tuple[int, str] = (0, "")
    names: frozenset[str] = frozenset()
    arms: Mapping[Arm, tuple[Point, ...]] | None = None
    how: Walk | Ride | None = None
    gait: Literal["slow", "fast"] = "slow"
    text_or_number: str | int = 0


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
whole = st.integers(-(2**40), 2**40)
points = st.builds(Point, whole, whole)
poses = st.builds(Pose, whole, whole, st.integers(0, 3599))
walks = st.builds(Walk, st.lists(poses).map(tuple))
everything = st.builds(
    Everything,
    by=texts,
    number=whole,
    share=st.fractions(-1000, 1000, max_denominator=1000),
    weight=st.floats(-1e9, 1e9),
    yes=st.booleans(),
    arm=st.sampled_from(Arm),
    grade=st.none() | st.sampled_from(Grade),
    place=points,
    bases=st.none() | st.builds(line, poses, st.integers(1, 4), st.just(1000), st.just(500)),
    pair=st.tuples(whole, texts),
    names=st.frozensets(texts),
    arms=st.none() | st.dictionaries(st.sampled_from(Arm), st.lists(points).map(tuple)),
    how=st.none() | walks | st.builds(Ride, texts, walks),
    gait=st.sampled_from(("slow", "fast")),
    text_or_number=texts | whole,
)


@settings(max_examples=40)
@given(everything)
def test_what_is_written_is_read_the_same(order):
    text = json.dumps(codec.write(order))
    assert codec.read(Everything, json.loads(text)) == order
    assert codec.read_by_kind({"everything": Everything}, json.loads(text), "order") == order


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
names = (
    "kind",
    "by",
    "number",
    "share",
    "weight",
    "yes",
    "arm",
    "grade",
    "place",
    "bases",
    "pair",
    "names",
    "arms",
    "how",
)


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(names), json_values) | json_values)
def test_whatever_strangers_send_is_read_or_refused(raw):
    places = []
    try:
        codec.read(Everything, raw, "order")
    except Refusal as refusal:
        places = [problem.field for problem in refusal.problems]
    assert all(place.startswith("order") for place in places)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    (
        ("number", True, "whole"),
        ("number", 1.5, "whole"),
        ("number", 10**400, "whole"),
        ("number", "7", "whole"),
        ("weight", float("nan"), "number"),
        ("weight", float("inf"), "number"),
        ("share", "1/0", "fraction"),
        ("share", "a", "fraction"),
        ("share", "9" * 5000, "fraction"),
        ("text_or_number", "\0", "letters"),
        ("text_or_number", "\ud800", "letters"),
        ("yes", 1, "truth"),
        ("arm", "navy", "choice"),
        ("arm", [], "choice"),
        ("grade", 7, "choice"),
        ("gait", "trot", "choice"),
        ("place", [1], "parts"),
        ("place", [1, 2, 3], "parts"),
        ("place", {"x": 1}, "parts"),
        ("pair", [1], "length"),
        ("names", "abc", "list"),
        ("arms", [], "no_object"),
        ("how", {"kind": "swim"}, "none_fits"),
        ("text_or_number", None, "none_fits"),
        ("surprise", 1, "unknown"),
    ),
)
def test_what_does_not_fit_is_refused_at_its_place(field, value, message):
    with pytest.raises(Refusal) as refusal:
        codec.read(Everything, {"kind": "everything", "by": "red", field: value}, "order")
    (problem,) = refusal.value.problems
    assert problem.field == f"order.{field}"
    assert problem.message.id == f"kernel.codec.{message}"


def test_all_problems_come_at_once_with_their_places():
    with pytest.raises(Refusal) as refusal:
        codec.read(
            Everything, {"kind": "everything", "how": {"kind": "walk", "path": [[1, "x"], [1, 2, "y"]]}, "yes": 0}
        )
    assert {problem.field for problem in refusal.value.problems} == {"by", "how.path.0.y", "how.path.1.facing", "yes"}


def test_what_is_nested_without_end_is_refused():
    raw: dict = {"kind": "ride", "aboard": "x"}
    for _ in range(2000):
        raw = {"kind": "ride", "aboard": "x", "then": raw}
    with pytest.raises(Refusal, match="deep"):
        codec.read(Ride, raw)


def test_a_kind_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(Refusal) as refusal:
        codec.read_by_kind({"walk": Walk, "ride": Ride}, {"kind": ["walk"]}, "order")
    assert refusal.value.problems[0].choices == ("ride", "walk")
    with pytest.raises(Refusal):
        codec.read(Walk, {"kind": "ride", "path": []})


def test_whole_numbers_written_as_decimals_are_understood():
    assert codec.read(Walk, {"kind": "walk", "path": [[1.0, 2.0, 30.0]]}) == Walk((Pose(1, 2, 30),))


def test_a_type_json_cannot_hold_is_a_fault_of_the_program():
    @dataclass(frozen=True)
    class Odd:
        value: complex = 0j

    with pytest.raises(TypeError, match="complex"):
        codec.write(Odd())
    with pytest.raises(TypeError, match="complex"):
        codec.check(tuple[Odd, ...])
    codec.check(Everything)
    with pytest.raises(TypeError, match="a key"):
        codec.codec_of(Mapping[int, int])


Held = TypeVar("Held")


@dataclass(frozen=True)
class Box(Generic[Held]):
    """Whoever derives from it says what it holds."""

    held: Mapping[str, Held]
    first: Held | None = None
    count: int = 0


@dataclass(frozen=True)
class BoxOfRides(Box[Ride]):
    """It holds rides."""


@dataclass(frozen=True)
class Crate(Box[Held]):
    """It leaves open what it holds, as its base did."""

    nailed: bool = False


@dataclass(frozen=True)
class CrateOfRides(Crate[Ride]):
    """It holds rides."""


def test_what_two_bases_left_open_is_what_the_class_made_of_it() -> None:
    crate = CrateOfRides({"a": Ride("Ana")}, Ride("Bea"), 3, nailed=True)
    assert codec.read(CrateOfRides, json.loads(json.dumps(codec.write(crate)))) == crate


def test_what_a_base_left_open_is_what_the_class_made_of_it() -> None:
    box = BoxOfRides({"a": Ride("Ana")}, Ride("Bea"), 3)
    assert codec.read(BoxOfRides, json.loads(json.dumps(codec.write(box)))) == box
    codec.check(BoxOfRides)
    with pytest.raises(TypeError, match="cannot be written"):
        codec.check(Box)
