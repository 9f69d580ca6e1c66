"""Many bodies that move at once: moments by hand and against tiny steps, the same whoever is named first, and friends who do not end on one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count, pairwise
from math import atan2, degrees, hypot
from random import Random

import pytest

from sandtable.geometry.measure import Pose
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.shapes import between, gap
from sandtable.miniatures.together import (
    Body,
    Gone,
    Leg,
    Stride,
    Walk,
    _Step,
    body_of,
    is_clear,
    is_near,
    together,
    untangled,
)

SQUARE, ROUND = Base(0, 590, 590), Base(500)
STEPS, NEAR = 8, 500
Told = tuple[Body, Stride | None]
NORTH, EAST, SOUTH, WEST = 0, 900, 1800, 2700


def body(name: str, side: str, x: float, y: float, facing: int = NORTH, base: Base = SQUARE) -> Body:
    return Body(name, side, base, x, y, facing)


def gap_of(one: Body, other: Body) -> float:
    """How far it is from one to the other."""
    return max(0.0, gap(between(one.base, one.facing, other.base, other.facing), other.x - one.x, other.y - one.y))


def way(facing: int, *places: tuple[float, float], pace: float = 500.0) -> Stride:
    """Go from place to place at an even pace, so many thousandths a step."""

    def stride(here: Body, step: int, _: Mapping[str, Body]) -> list[Leg]:
        start = starts.setdefault(here.id, (here.x, here.y))
        first, last, gone_so_far = (step - 1) * pace, step * pace, 0.0
        legs = []
        for (x, y), (to_x, to_y) in pairwise((start, *places)):
            far = hypot(to_x - x, to_y - y)
            reached = min(last, gone_so_far + far)
            if far and reached > max(first, gone_so_far):
                share = (reached - gone_so_far) / far
                legs.append(Leg(x + share * (to_x - x), y + share * (to_y - y), (reached - first) / pace, facing))
            gone_so_far += far
        return legs

    starts: dict[str, tuple[float, float]] = {}
    return stride


def heading(name: str, pace: float = 500.0) -> Stride:
    """Go for where somebody is when the step begins."""

    def stride(here: Body, _: int, places: Mapping[str, Body]) -> list[Leg]:
        if name not in places:
            return []
        there = places[name]
        dx, dy = there.x - here.x, there.y - here.y
        far = hypot(dx, dy)
        facing = round(degrees(atan2(dx, dy)) * 10) % 3600
        return [Leg(here.x + dx / far * pace, here.y + dy / far * pace, 1.0, facing)]

    return stride


def gone(*told: Told, excused: Sequence[frozenset[str]] = ()) -> Gone:
    strides = {each.id: stride for each, stride in told}

    def stride(here: Body, step: int, places: Mapping[str, Body]) -> Sequence[Leg]:
        own = strides[here.id]
        return own(here, step, places) if own else []

    return together([each for each, _ in told], STEPS, stride, NEAR, excused)


# ---- By hand -------------------------------------------------------------------------------------------------------------------------


def test_two_who_meet_head_on_stop_half_an_inch_apart_half_way_through_a_step():
    """From 5.0 to 0.5 they have 4.5 to go, 2.25 each at half an inch a step: in the middle of the fifth."""
    red, blue = body("red", "red", 10_000, 10_000), body("blue", "blue", 10_000, 15_590, SOUTH)
    done = gone((red, way(NORTH, (10_000, 14_000))), (blue, way(SOUTH, (10_000, 11_590))))
    (met,) = done.meetings
    assert (met.one, met.other, met.step) == ("blue", "red", 5)
    assert met.share == pytest.approx(0.5)
    assert done.walks["red"].end.y == pytest.approx(12_250)
    assert done.walks["blue"].end.y == pytest.approx(13_340)
    assert gap_of(done.walks["red"].end, done.walks["blue"].end) == pytest.approx(500)
    assert done.walks["red"].end.pose == Pose(10_000, 12_545, NORTH)


def test_who_stands_still_stops_only_whoever_reaches_it_and_is_not_turned():
    red, other = body("red", "red", 10_000, 10_000), body("other", "red", 12_000, 10_000)
    blue = body("blue", "blue", 10_000, 12_500, EAST)
    done = gone((red, way(NORTH, (10_000, 14_000))), (other, way(NORTH, (12_000, 14_000))), (blue, None))
    assert done.walks["red"].end.y == pytest.approx(12_500 - 590 - 500)
    assert done.walks["other"].end.y == pytest.approx(14_000), "it passes at more than half an inch"
    assert done.walks["blue"].end == blue


def test_a_stop_is_for_the_rest_of_the_turn_and_makes_room_for_others():
    """Blue is stopped by the first; the second, who would have met it further on, meets nobody."""
    blue = body("blue", "blue", 10_000, 14_000, SOUTH)
    first, second = body("first", "red", 10_000, 12_410), body("second", "red", 11_000, 9_000)
    done = gone((blue, way(SOUTH, (10_000, 10_000))), (first, None), (second, way(NORTH, (11_000, 11_000))))
    assert done.walks["blue"].far == pytest.approx(500)
    assert done.walks["second"].end.y == pytest.approx(11_000)
    assert len(done.meetings) == 1


def test_two_that_are_met_at_the_same_moment_both_count():
    blue = body("blue", "blue", 10_000, 14_000, SOUTH)
    left, right = body("left", "red", 9_500, 11_000), body("right", "red", 10_500, 11_000)
    done = gone((blue, way(SOUTH, (10_000, 10_000))), (left, None), (right, None))
    assert {(met.one, met.other) for met in done.meetings} == {("blue", "left"), ("blue", "right")}


def test_who_heads_for_somebody_goes_where_he_is_when_a_step_begins_and_stops_when_he_has_gone():
    hare, hound = body("hare", "blue", 10_000, 12_000), body("hound", "red", 8_000, 10_000)
    done = gone((hare, way(EAST, (20_000, 12_000), pace=300)), (hound, heading("hare")))
    assert done.meetings[0].one == "hare"
    gone_off = gone(
        (hare, lambda here, _step, _places: [Leg(here.x, here.y + 100, 0.5, 0, leaves=True)]), (hound, heading("hare"))
    )
    assert gone_off.walks["hare"].left
    assert gone_off.walks["hound"].far == pytest.approx(500), "after the first step nobody is there to go for"
    assert not gone_off.meetings


def test_who_began_beside_an_enemy_is_not_held_and_may_be_followed_but_not_gone_through():
    hare, hound = body("hare", "blue", 10_000, 11_000), body("hound", "red", 10_000, 10_010)
    pair = [frozenset({"hare", "hound"})]
    done = gone((hare, way(NORTH, (10_000, 13_000))), (hound, heading("hare")), excused=pair)
    assert not done.meetings
    assert done.walks["hare"].far == pytest.approx(2000)
    assert gap_of(done.walks["hare"].end, done.walks["hound"].end) == pytest.approx(1, abs=0.1), (
        "it closes up when the hare stands"
    )
    slow = gone((hare, way(NORTH, (10_000, 13_000), pace=200)), (hound, heading("hare")), excused=pair)
    assert slow.walks["hare"].far == pytest.approx(1600), "nor is who is caught up with"
    assert slow.walks["hound"].end.y < slow.walks["hare"].end.y


def test_who_turns_into_an_enemy_where_that_one_was_stopped_goes_no_further(monkeypatch):
    """One turns on the spot beside an enemy who has just been stopped at the very same moment: the corner of the turned base touches him."""
    at = 0.28311557910881024
    turns = body("turns", "West", 19408.99927732905, 15679.999029797344, 2732)
    comes = body("comes", "East", 20167.995425378493, 15738.814439990017, 2631)
    told = {
        "turns": [Leg(19356.0, 15683.0, at, 2732), Leg(19418.20781367176, 15563.837476922095, 1.0, 1524)],
        "comes": [
            Leg(20024.6384208468, 15727.70555485642, 0.2875735598222535, 2656),
            Leg(19891.45773073548, 15717.38524303564, 1.0, 2656),
        ],
    }
    stops = count(1)
    stop = _Step._stop

    def counted(step, at_once):
        assert next(stops) < 100, "it never ends"
        stop(step, at_once)

    monkeypatch.setattr(_Step, "_stop", counted)
    found = together([turns, comes], 1, lambda here, *_: told[here.id], NEAR, {frozenset({"turns", "comes"})})
    ends = {name: walk.end for name, walk in found.walks.items()}
    assert gap_of(ends["turns"], ends["comes"]) >= 0
    assert found.walks["comes"].trail[-1].until < told["comes"][0].until  # he was stopped
    assert ends["turns"].y >= 15683.0 - 1  # and so was the other, before he went on
    assert not set(found.meetings)  # they are excused


def test_where_everybody_stood_after_each_step_is_told():
    red = body("red", "red", 10_000, 10_000)
    looks: list[float] = []
    done = together(
        [red],
        STEPS,
        lambda here, step, _: [Leg(here.x, here.y + 500, 1.0, 0)] if step < 4 else [],
        NEAR,
        looked=lambda _, places: looks.append(places["red"].y),
    )
    assert looks == [10_500, 11_000, 11_500] + [11_500] * 5
    assert [pose.y - 295 for pose in done.walks["red"].stood] == looks
    assert body_of("red", "red", SQUARE, done.walks["red"].end.pose).y == 11_500


# ---- Against tiny steps, and whoever is named first ------------------------------------------------------------------------------------


def crowd(chance: Random, many: int, wide: float = 9000) -> list[Told]:
    """Two sides in a heap, each going somewhere, after somebody, or nowhere."""
    told: list[Told] = []
    bodies: list[Body] = []
    while len(bodies) < many:
        side = ("red", "blue")[len(bodies) % 2]
        base = chance.choice((SQUARE, SQUARE, ROUND))
        there = Body(
            f"u{len(bodies)}", side, base, chance.uniform(0, wide), chance.uniform(0, wide), chance.randrange(3600)
        )
        if all(gap_of(there, other) > (510 if other.owner != side else 10) for other in bodies):
            bodies.append(there)
    for each in bodies:
        pace = chance.uniform(150, 600)
        enemies = [other.id for other in bodies if other.owner != each.owner]
        kind = chance.random()
        if kind < 0.25:
            told.append((each, None))
        elif kind < 0.6:
            told.append((each, heading(chance.choice(enemies), pace)))
        else:
            places = tuple((chance.uniform(0, wide), chance.uniform(0, wide)) for _ in range(2))
            told.append((each, way(chance.randrange(3600), *places, pace=pace)))
    return told


def slowly(told: Sequence[Told], ticks: int) -> dict[str, Body]:
    """The same in tiny steps."""
    now = {each.id: each for each, _ in told}
    strides = {each.id: stride for each, stride in told}
    stopped: set[str] = set()
    for step in range(1, STEPS + 1):
        begin = dict(now)
        legs = {
            name: list(stride(here, step, begin))
            for name, here in begin.items()
            if (stride := strides[name]) is not None and name not in stopped
        }
        halted: dict[str, Body] = {}
        for tick in range(ticks + 1):
            places = {name: halted.get(name) or _at(begin[name], legs.get(name, []), tick / ticks) for name in begin}
            going = {
                name
                for name, own in legs.items()
                if name not in halted and own and tick / ticks <= own[-1].until + 1e-12
            }
            meets: set[str] = set()
            names = sorted(places)
            for number, one in enumerate(names):
                for other in names[number + 1 :]:
                    a, b = places[one], places[other]
                    if a.owner == b.owner or not {one, other} & going or hypot(a.x - b.x, a.y - b.y) > 2200:
                        continue
                    far = gap(between(a.base, a.facing, b.base, b.facing), b.x - a.x, b.y - a.y)
                    if far <= NEAR:
                        meets |= {one, other} & going
            for name in meets:
                halted[name] = places[name]
                stopped.add(name)
        now = {name: halted.get(name) or _at(begin[name], legs.get(name, []), 1.0) for name in begin}
    return now


def _at(start: Body, legs: Sequence[Leg], when: float) -> Body:
    x, y, begins, facing = start.x, start.y, 0.0, start.facing
    for leg in legs:
        if when <= leg.until and leg.until > begins:
            share = (when - begins) / (leg.until - begins)
            return replace(start, x=x + share * (leg.x - x), y=y + share * (leg.y - y), facing=leg.facing)
        x, y, begins, facing = leg.x, leg.y, leg.until, leg.facing
    return replace(start, x=x, y=y, facing=facing)


def test_everybody_ends_where_tiny_steps_end():
    compared = 0
    for number in range(24):
        ends = slowly(crowd(Random(f"slow {number}"), 8), 300)
        done = gone(*crowd(Random(f"slow {number}"), 8))
        for name, walk in done.walks.items():
            assert hypot(walk.end.x - ends[name].x, walk.end.y - ends[name].y) < 4, (number, name)
        compared += bool(done.meetings)
    assert compared > 15


def test_it_makes_no_difference_who_is_named_first_or_what_they_are_called():
    for number in range(24):
        chance = Random(f"any {number}")
        done = gone(*crowd(Random(f"crowd {number}"), 14))
        told = crowd(Random(f"crowd {number}"), 14)
        chance.shuffle(told)
        assert gone(*told) == done
        assert untangled(gone(*told).walks) == untangled(done.walks)
        called = [f"u{each}" for each in range(14)]
        chance.shuffle(called)
        renamed = {f"u{each}": name for each, name in enumerate(called)}
        others = _renamed(crowd(Random(f"crowd {number}"), 14), renamed)
        again = gone(*others)
        for name, walk in done.walks.items():
            end = again.walks[renamed[name]].end
            assert (end.x, end.y) == pytest.approx((walk.end.x, walk.end.y), abs=1e-6)


def _renamed(told: list[Told], names: Mapping[str, str]) -> list[Told]:
    back = {new: old for old, new in names.items()}

    def under(stride: Stride) -> Stride:
        def renamed(here: Body, step: int, places: Mapping[str, Body]) -> Sequence[Leg]:
            known = {back[name]: replace(each, id=back[name]) for name, each in places.items()}
            return stride(replace(here, id=back[here.id]), step, known)

        return renamed

    return [(replace(each, id=names[each.id]), under(stride) if stride else None) for each, stride in told]


def test_nobody_comes_nearer_than_may_be():
    for number in range(40):
        done = gone(*crowd(Random(f"near {number}"), 16))
        turned = {name for name, walk in done.walks.items() if walk.trail}
        ends = [walk.end for walk in done.walks.values()]
        for one in ends:
            for other in ends:
                if one.owner < other.owner and {one.id, other.id} & turned:
                    assert gap_of(one, other) > 499.99 or _was_turned(done, one, other)


def _was_turned(done: Gone, one: Body, other: Body) -> bool:
    """Whether they met as one of them turned, whose corners then reach further."""
    return any({met.one, met.other} == {one.id, other.id} and met.share < 1e-6 for met in done.meetings) or any(
        len({leg.facing for leg in done.walks[each.id].trail}) > 1 for each in (one, other)
    )


# ---- Friends ---------------------------------------------------------------------------------------------------------------------------


def walked(start: Body, *legs: tuple[float, float, int]) -> Walk:
    trail = tuple(Leg(x, y, 1.0, facing) for x, y, facing in legs)
    end = replace(start, x=trail[-1].x, y=trail[-1].y, facing=trail[-1].facing) if trail else start
    return Walk(start, end, trail)


def sorted_out(*walks: Walk) -> dict[str, Walk]:
    return untangled({walk.start.id: walk for walk in walks})


def test_who_would_end_on_a_friend_goes_back_along_its_way_until_it_is_clear():
    stands = walked(body("stands", "red", 10_000, 12_000))
    comes = walked(body("comes", "red", 8_000, 10_000), (8_000, 12_000, NORTH), (10_200, 12_000, EAST))
    done = sorted_out(stands, comes)
    assert done["stands"].end == stands.end
    assert done["comes"].end.x == pytest.approx(10_000 - 590), "edges that touch are clear"
    assert done["comes"].end.y == 12_000
    assert done["comes"].far == pytest.approx(2000 + 1410, abs=0.1)


def test_of_two_who_moved_the_one_that_went_less_stays():
    short = walked(body("short", "red", 10_000, 11_000), (10_000, 12_000, NORTH))
    long = walked(body("long", "red", 13_000, 12_100), (10_100, 12_100, WEST))
    done = sorted_out(long, short)
    assert done["short"].end.y == 12_000
    assert done["long"].end.x == pytest.approx(10_590)


def test_who_finds_no_room_on_all_of_its_way_is_back_where_it_began_and_others_make_room():
    """The one that goes first into the other's old place has gone less, yet there is nowhere else."""
    first = walked(body("first", "red", 10_000, 10_000), (10_000, 10_700, NORTH))
    second = walked(body("second", "red", 10_000, 10_700), (10_000, 10_000 + 2000, NORTH), (10_000, 10_800, SOUTH))
    wall = [walked(body(f"w{n}", "red", 10_000, 11_500 + 600 * n)) for n in range(2)]
    done = sorted_out(first, second, *wall)
    for one in done.values():
        assert is_clear(one.end, [other.end for other in done.values() if other is not one])


def test_who_stands_a_hair_too_near_to_a_friend_stays():
    one, other = body("one", "red", 10_000, 10_000), body("other", "red", 10_000, 10_587)
    assert {name: walk.end for name, walk in sorted_out(walked(one), walked(other)).items()} == {
        "one": one,
        "other": other,
    }


def test_nobody_ends_on_anybody_in_any_crowd():
    went_back = 0
    for number in range(24):
        done = gone(*crowd(Random(f"heap {number}"), 24)).walks
        clear = untangled(done)
        ends = [walk.end for walk in clear.values()]
        for each in ends:
            assert is_clear(each, [other for other in ends if other is not each]), number
        went_back += sum(clear[name].far < walk.far - 1 for name, walk in done.items())
    assert went_back > 8


def test_going_back_ends_where_tiny_steps_back_do(monkeypatch):
    quick = {number: untangled(gone(*crowd(Random(f"back {number}"), 20)).walks) for number in range(30)}

    def slowly_back(base: Base, a: Body | Leg, b: Leg, others: Sequence[Body]) -> float | None:
        far = max(1, round(hypot(b.x - a.x, b.y - a.y)))
        for step in range(far, -1, -1):
            x, y = a.x + step / far * (b.x - a.x), a.y + step / far * (b.y - a.y)
            if is_clear(Body("", "", base, x, y, b.facing), others, 0.0):
                return step / far
        return None

    monkeypatch.setattr("sandtable.miniatures.together._last_clear", slowly_back)
    went_back = 0
    for number, clear in quick.items():
        done = gone(*crowd(Random(f"back {number}"), 20)).walks
        for name, walk in untangled(done).items():
            assert walk.far == pytest.approx(clear[name].far, abs=2), (number, name)
            went_back += walk.far < done[name].far - 1
    assert went_back > 10


def test_who_is_near_is_told_at_a_glance_as_by_measuring():
    chance = Random(7)
    one = body("one", "red", 5000, 5000, 200)
    found = set()
    for _ in range(400):
        other = body(
            "two", "blue", chance.uniform(2000, 8000), chance.uniform(2000, 8000), chance.randrange(3600), ROUND
        )
        near = gap_of(one, other) <= NEAR
        found.add(near)
        assert is_near(one, other, NEAR) is near
        assert is_clear(one, [other]) is (
            gap(between(SQUARE, 200, ROUND, other.facing), other.x - 5000, other.y - 5000) >= -3 - 1e-7
        )
    assert found == {True, False}, "some are near, others are not"
