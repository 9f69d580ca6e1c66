"""Swept ground, first contact and lines of sight, each beside a slow twin that goes step by step."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, inf, pi, radians, sin
from random import Random

import numpy as np
import pytest
import shapely

from sandtable.geometry.compiled.rectangles import lines_barred
from sandtable.geometry.cover import area_at
from sandtable.geometry.measure import CIRCLE, DEGREE, Point, Pose, inches
from sandtable.geometry.terrain import Area, Line, Terrain
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.regiment import Array, block, quads_of, shifted, stood, wheeled, wheeling
from sandtable.miniatures.sweeping import (
    barred,
    crossed,
    edges_of,
    entered,
    first_within,
    gaps_to,
    nearest_along,
    overlapped,
    polygons,
    shrunk,
    swept,
    through,
    until_contact,
)

FOOT = Base(width=1000, behind=750)


def box(kind: str, x: float, y: float, wide: float, high: float) -> Area:
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    return Area(f"{kind} {x} {y}", kind, tuple(Point(inches(a), inches(b)) for a, b in corners))


def table(*areas: Area) -> Terrain:
    return Terrain(inches(96), inches(60), areas)


def strewn(chance: Random) -> Terrain:
    return table(
        *(
            box(
                chance.choice(("woods", "maize", "ford")),
                chance.uniform(0, 80),
                chance.uniform(0, 50),
                *(chance.uniform(1, 12) for _ in "xy"),
            )
            for _ in range(12)
        )
    )


def rectangle(chance: Random, near: float = 20) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    pose = Pose(
        round(chance.uniform(20 - near, 20 + near) * 1000),
        round(chance.uniform(20 - near, 20 + near) * 1000),
        chance.randrange(CIRCLE),
    )
    return quads_of(Base(width=chance.randrange(500, 6000), behind=chance.randrange(500, 2000)), (pose,))


def test_the_wedge_of_a_wheel_is_swept_and_what_lies_beside_it_is_not():
    """Eight stands wheel right by 45 degrees on 24, 20: the left corner goes along an arc of 8 inches."""
    line = Array(Pose(20_000, 20_000, 0), 8)
    ground = swept([block(each, 8, FOOT) for each in (line, *wheeling(line, 8, FOOT, 45 * DEGREE))])

    def met(x: float, y: float) -> bool:
        return bool(
            overlapped(ground, polygons(quads_of(Base(width=200, behind=200), (Pose(inches(x), inches(y)),))))[0]
        )

    def on_the_arc(far: float, degrees: float) -> tuple[float, float]:
        return 24 - far * cos(radians(degrees)), 20 + far * sin(radians(degrees))

    assert met(*on_the_arc(7.7, 22))
    assert not met(*on_the_arc(8.3, 22))
    assert met(*on_the_arc(4, 40))
    assert not met(*on_the_arc(7.7, 49))
    assert not met(25, 21)


def test_swept_ground_holds_every_place_between_two_stations():
    chance = Random(11)
    for _ in range(60):
        count = chance.randint(2, 12)
        start = Array(Pose(40_000, 30_000, chance.randrange(CIRCLE)), count)
        by = chance.randrange(-450, 451) or 1
        turned = wheeling(start, count, FOOT, by)
        end = shifted(turned[-1], chance.uniform(-6000, 12_000), chance.uniform(-3000, 3000))
        ground = shapely.union_all(swept([block(each, count, FOOT) for each in (start, *turned, end)])).buffer(12)
        slow = [wheeled(start, count, FOOT, round(by * step / 40)) for step in range(41)]
        slow += [
            Array(
                Pose(
                    round(turned[-1].front.x + (end.front.x - turned[-1].front.x) * step / 20),
                    round(turned[-1].front.y + (end.front.y - turned[-1].front.y) * step / 20),
                    end.front.facing,
                ),
                count,
            )
            for step in range(21)
        ]
        for each in slow:
            assert ground.contains(shapely.Polygon(block(each, count, FOOT)[0])), each


def test_a_ford_on_a_river_is_not_the_river_and_an_edge_is_not_the_inside():
    ground = table(box("river", 0, 20, 96, 4), box("ford", 30, 20, 2, 4))
    file = Array(Pose(31_000, 19_000, 0), 1)
    over = swept([block(each, 2, FOOT) for each in (file, shifted(file, 8000))])
    assert [area.kind for area in entered(ground, over)] == ["ford"]
    wide = Array(Pose(31_000, 19_000, 0), 4)
    assert {
        area.kind for area in entered(ground, swept([block(wide, 4, FOOT), block(shifted(wide, 8000), 4, FOOT)]))
    } == {"river", "ford"}
    before = Array(Pose(60_000, 20_000, 0), 4)  # its front is on the bank
    assert entered(ground, swept([block(before, 4, FOOT)])) == ()
    assert entered(table(), over) == ()


def test_what_is_entered_is_what_points_of_the_swept_ground_lie_in():
    chance = Random(7)
    for _ in range(40):
        ground = strewn(chance)
        line = Array(
            Pose(chance.randrange(10_000, 80_000), chance.randrange(10_000, 50_000), chance.randrange(CIRCLE)), 6
        )
        over = swept([block(line, 6, FOOT), block(shifted(line, 6000), 6, FOOT)])
        whole = shapely.union_all(over)
        left, low, right, high = whole.bounds
        slow = set()
        for _ in range(1500):
            point = Point(round(chance.uniform(left, right)), round(chance.uniform(low, high)))
            if whole.contains(shapely.Point(point)) and (area := area_at(ground, point)):
                slow.add(area.id)
        assert slow <= {area.id for area in entered(ground, over)}
        for area in entered(ground, over):
            assert area.id in slow or _little(ground, area, whole)


def _little(ground: Terrain, area: Area, whole: shapely.Geometry) -> bool:
    """Whether so little of an area is entered that chance may miss it."""
    above = [shapely.Polygon(each.outline) for each in ground.areas[ground.areas.index(area) + 1 :]]
    seen = shapely.Polygon(area.outline).difference(shapely.union_all(above))
    share: float = seen.intersection(whole).area / whole.area
    return share < 0.02


def test_lines_are_crossed_between_the_ends_of_a_track():
    wall = Line("wall", "wall", (Point(0, 10_000), Point(20_000, 10_000)))
    assert crossed((wall,), [(Point(5000, 9000), Point(5000, 11_000))]) == (wall,)
    assert crossed((wall,), [(Point(5000, 10_000), Point(5000, 11_000))]) == ()
    assert crossed((wall,), [(Point(5000, 9000), Point(5000, 10_000))]) == ()
    assert crossed((wall,), [(Point(5000, 9000), Point(15_000, 9500))]) == ()
    assert crossed((wall,), [(Point(5000, 9000),)]) == ()


def test_swept_ground_and_stands_keep_their_distance():
    line = Array(Pose(20_000, 20_000, 0), 4)
    ground = swept([block(line, 4, FOOT), block(shifted(line, 5000), 4, FOOT)])
    stands = polygons(quads_of(FOOT, (Pose(20_000, 28_750, 1800), Pose(22_500, 22_000), Pose(20_000, 23_000))))
    assert gaps_to(ground, stands).tolist() == pytest.approx([3750, 0, 0])
    assert overlapped(ground, stands).tolist() == [False, False, True]


def test_shrunk_rectangles_are_smaller_by_a_hair_on_every_side():
    quad = shrunk(quads_of(FOOT, (Pose(0, 0, 0),)))[0]
    assert quad.tolist() == [[-490, -10], [490, -10], [490, -740], [-490, -740]]


def slow_contact(body: shapely.Geometry, x: float, y: float, other: shapely.Geometry, most: float = 60_000) -> float:
    """Step by step until they touch."""
    far = 0.0
    while far <= most:
        gap = shapely.distance(shapely.affinity.translate(body, x * far, y * far), other)
        if gap <= 1:
            return far
        far += max(1.0, gap)
    return inf


def test_first_contact_is_where_small_steps_find_it():
    chance = Random(13)
    for _ in range(150):
        body, others = rectangle(chance), np.concatenate([rectangle(chance) for _ in range(3)])
        angle = chance.uniform(0, 2 * pi)
        x, y = sin(angle), cos(angle)
        found = until_contact(body, x, y, others)
        for far, quad in zip(found.tolist(), others, strict=True):
            slow = slow_contact(shapely.Polygon(body[0]), x, y, shapely.Polygon(quad))
            if slow > 0 and inf not in (slow, far):
                assert abs(far - slow) <= 30, (far, slow)  # a gap of a thousandth may close slowly
            elif slow == inf:
                assert far == inf or far > 59_000
            assert (far == inf) <= (slow in (inf, 0.0) or _grazes(body, x, y, quad))


def _grazes(
    body: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    x: float,
    y: float,
    quad: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> bool:
    """Whether a body passes by within a few thousandths."""
    path = shapely.union_all(
        [shapely.convex_hull(shapely.MultiPoint([*body[0], *(body[0] + np.array((x, y)) * 60_000)]))]
    )
    overlap: float = path.intersection(shapely.Polygon(quad)).area
    return overlap < 20_000


def test_equal_fronts_that_meet_head_on_touch_after_the_gap_between_them():
    ours, theirs = quads_of(FOOT, (Pose(20_000, 20_000, 0),)), quads_of(FOOT, (Pose(20_000, 26_000, 1800),))
    assert until_contact(ours, 0.0, 1.0, theirs).tolist() == [6000]
    assert until_contact(ours, 0.0, -1.0, theirs).tolist() == [inf]
    assert until_contact(ours, 0.0, 1.0, np.empty((0, 4, 2))).tolist() == []


def slow_through(ground: Terrain, kinds: frozenset[str], start: Point, end: Point, steps: int = 4000) -> float:
    """How much of a line lies in ground of some kinds, point by point."""
    inside = 0
    for step in range(steps):
        share = (step + 0.5) / steps
        point = Point(round(start.x + share * (end.x - start.x)), round(start.y + share * (end.y - start.y)))
        area = area_at(ground, point)
        inside += area is not None and area.kind in kinds
    return inside / steps * hypot(end.x - start.x, end.y - start.y)


def test_the_depth_of_ground_on_a_line_is_what_its_points_add_up_to():
    chance = Random(17)
    kinds = frozenset({"woods", "maize"})
    for _ in range(15):
        ground = strewn(chance)
        ends = [Point(chance.randrange(96_000), chance.randrange(60_000)) for _ in range(8)]
        pairs = list(pairwise(ends))
        found = through(ground, kinds, *(np.array(each, dtype=np.float64) for each in zip(*pairs, strict=True)))
        for far, (start, end) in zip(found.tolist(), pairs, strict=True):
            assert abs(far - slow_through(ground, kinds, start, end)) < 120
    nobody = through(table(), kinds, np.zeros((1, 2)), np.ones((1, 2)))
    assert nobody.tolist() == [0]


def test_a_line_is_barred_by_what_it_goes_over_and_not_by_an_edge_it_touches():
    chance = Random(19)
    quads = np.concatenate([rectangle(chance) for _ in range(30)])
    starts = np.array([[chance.uniform(0, 40_000), chance.uniform(0, 40_000)] for _ in range(60)])
    ends = np.array([[chance.uniform(0, 40_000), chance.uniform(0, 40_000)] for _ in range(60)])
    found = barred(starts, ends, quads)
    for line, row in zip(zip(starts, ends, strict=True), found.tolist(), strict=True):
        for quad, over in zip(quads, row, strict=True):
            inside = shapely.LineString(line).intersection(shapely.Polygon(quad).buffer(-5, join_style="mitre")).length
            assert over is (inside > 0) or inside < 20
    beside = barred(np.array([[500.0, -5000.0]]), np.array([[500.0, 5000.0]]), quads_of(FOOT, (Pose(0, 0),)))
    assert beside.tolist() == [[False]]
    assert barred(starts, ends, quads[:0]).shape == (60, 0)


def test_the_nearest_place_along_a_line():
    assert nearest_along((Point(0, 0), Point(10_000, 0)), Point(4000, 1500)) == (4000.0, 1500)


def test_stands_of_a_formation_lie_on_the_ground_it_sweeps():
    line = Array(Pose(20_000, 20_000, 300), 6)
    assert overlapped(swept([block(line, 6, FOOT)]), polygons(quads_of(FOOT, stood(line, 6, FOOT)))).all()


def test_compiled_lines_are_barred_by_those_that_count_on_their_level_and_by_nobody_else():
    chance = Random(23)
    for _ in range(20):
        quads = np.concatenate([rectangle(chance) for _ in range(25)])
        starts, ends = (np.array([[chance.uniform(0, 40_000) for _ in "xy"] for _ in range(50)]) for _ in "se")
        levels = np.array([chance.randrange(3) for _ in quads], dtype=np.int64)
        tops = np.array([chance.randrange(3) for _ in starts], dtype=np.int64)
        counts = np.array([chance.random() < 0.7 for _ in quads])
        boxes = np.concatenate((quads.min(axis=1), quads.max(axis=1)), axis=1)
        slow = (barred(starts, ends, quads) & counts & (levels[None, :] >= tops[:, None])).any(axis=1)
        found = lines_barred(starts, ends, tops, *edges_of(quads), boxes, levels, counts)
        assert found.tolist() == slow.tolist()


def test_the_first_place_of_a_way_within_some_ground_is_the_first_that_enters_it():
    chance = Random(29)
    met = 0
    for _ in range(40):
        ground = strewn(chance)
        body = rectangle(chance, 18)
        names = frozenset(area.id for area in ground.areas if area.kind == "woods")
        shifts = np.array([(500 * step, 250 * step) for step in range(60)], dtype=np.float64)
        slow = [any(area.id in names for area in entered(ground, polygons(body + shift))) for shift in shifts]
        found = first_within(ground, names, body, shifts)
        assert found == (slow.index(True) if any(slow) else None)
        met += found is not None
    assert met > 5


def test_swept_ground_is_near_to_what_any_part_of_it_is_near_to():
    """Looked at part by part: the same as of all parts together."""
    chance = Random(31)
    for _ in range(30):
        line = Array(Pose(chance.randrange(40_000), chance.randrange(40_000), chance.randrange(CIRCLE)), 5)
        ground = swept([block(each, 5, FOOT) for each in (line, *wheeling(line, 5, FOOT, 45 * DEGREE))])
        stands = polygons(np.concatenate([rectangle(chance) for _ in range(6)]))
        whole = shapely.union_all(ground)
        assert gaps_to(ground, stands).tolist() == pytest.approx(shapely.distance(whole, stands).tolist(), abs=1e-3)
        assert overlapped(ground, stands).tolist() == shapely.intersects(whole, shapely.buffer(stands, -5)).tolist()
