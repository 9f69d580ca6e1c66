"""Answers drawn: well-formed, in inches, y down the page, with the place and the name of what blocks."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from sandtable.geometry.around import Hindrance
from sandtable.geometry.drawing import arc_svg, footprint_svg, shot_svg, sightline_svg, walk_svg
from sandtable.geometry.footprint import figure, line
from sandtable.geometry.journey import Walk
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.sight import SightRules, shot, sightline
from tests.geometry.ground import at, table, woods

RULES = SightRules()
HEIGHT = 48_000


def drawn(fragment):
    """The fragment as a page would read it: (classes, path or circle, title)."""
    root = ET.fromstring(f"<svg>{fragment}</svg>")  # noqa: S314 - our own
    return root, [
        (each.get("class"), each.get("d") or (each.get("cx"), each.get("cy"), each.get("r")), each.findtext("title"))
        for each in root.iter()
        if each.tag in {"path", "circle"}
    ]


def test_a_clear_line_is_one_ray():
    root, parts = drawn(sightline_svg(sightline(table(), RULES, at(1, 2), at(3.5, 8)), HEIGHT))
    assert root[0].get("class") == "sightline clear"
    assert parts == [("ray", "M1 46L3.5 40", None)]


def test_a_blocked_line_shows_where_and_by_what():
    terrain = table(woods(10, 0, 20, 20, "Elm & ash"))
    root, parts = drawn(sightline_svg(sightline(terrain, RULES, at(5, 10), at(30, 10)), HEIGHT))
    assert root[0].get("class") == "sightline hidden"
    assert parts == [
        ("ray", "M5 38L13 38", None),
        ("ray beyond", "M13 38L30 38", None),
        ("blocked by-tall", "M13 38h0", "Elm & ash"),
    ]


def test_an_arc_starts_and_ends_at_the_front_corners():
    _, parts = drawn(arc_svg(line(Pose(10_000, 10_000), 4, 1000, 1000), 12_000))
    ((classes, path, _),) = parts
    assert classes == "edge"
    assert path.startswith("M8 -10L")
    assert path.endswith("L12 -10Z")


def test_a_refused_shot_shows_arc_target_and_the_line_that_fails():
    firer, target = line(Pose(10_000, 10_000), 4, 1000, 1000), line(Pose(10_000, 20_000, 1800), 2, 1000, 1000)
    friend = line(Pose(10_000, 15_000), 9, 1000, 1000)
    refused = shot(table(), RULES, firer, target, (friend,))
    root, parts = drawn(shot_svg(refused, firer, target, 12_000, HEIGHT))
    assert root[0].get("class") == "shot friend"
    assert [classes for classes, _, _ in parts] == ["edge", "base", "base", "ray", "ray beyond", "blocked by-friend"]
    assert parts[-1][2] == "0"
    behind = line(Pose(10_000, 2_000), 1, 1000, 1000)
    root, parts = drawn(shot_svg(shot(table(), RULES, firer, behind), firer, behind, 12_000))
    assert root[0].get("class") == "shot arc"
    assert [classes for classes, _, _ in parts] == ["edge", "base"]


def test_a_possible_shot_says_so():
    firer, target = line(Pose(10_000, 10_000), 4, 1000, 1000), line(Pose(10_000, 20_000, 1800), 2, 1000, 1000)
    root, _ = drawn(shot_svg(shot(table(), RULES, firer, target), firer, target, 12_000))
    assert root[0].get("class") == "shot possible"


def test_bases_are_drawn_as_they_stand():
    _, parts = drawn(footprint_svg(line(Pose(1000, 2000), 1, 1000, 500), HEIGHT))
    assert parts == [("base", "M0.5 46L1.5 46L1.5 46.5L0.5 46.5Z", None)]
    _, parts = drawn(footprint_svg(figure(Point(1000, 2000), 500), HEIGHT))
    assert parts == [("base", ("1", "46", "0.5"), None)]


def test_a_hindered_way_is_marked_where_it_is_hindered():
    end = line(Pose(1000, 9000), 1, 1000, 1000)
    trail = (Pose(1000, 2000), Pose(1000, 9000))
    way = Walk(7000, (7000,), end, (Hindrance("impassable", "cliff", Point(1000, 6000)),), trail)
    root, parts = drawn(walk_svg(way, HEIGHT))
    assert root[0].get("class") == "walk hindered"
    assert parts[0] == ("way", "M1 46L1 39", None)
    assert parts[-1] == ("blocked by-impassable", "M1 42h0", "cliff")
    root, _ = drawn(walk_svg(Walk(7000, (7000,), end, (), trail)))
    assert root[0].get("class") == "walk"
