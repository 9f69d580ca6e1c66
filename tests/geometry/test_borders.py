"""The edges of a table: where each looks, what lies straight across on it, and how far off it is."""

from __future__ import annotations

import pytest

from sandtable.geometry.borders import INWARD, OPPOSITE, OUTWARD, from_edges, on_edge
from sandtable.geometry.measure import INCH, Point, Pose, ahead
from sandtable.geometry.terrain import Terrain

TABLE = Terrain(48 * INCH, 36 * INCH)
PLACE = Point(10 * INCH, 20 * INCH)


@pytest.mark.parametrize("edge", OUTWARD)
def test_whoever_goes_straight_out_comes_to_the_place_across(edge):
    far = from_edges(TABLE, (*PLACE, *PLACE))[edge]
    assert ahead(Pose(*PLACE, OUTWARD[edge]), far) == on_edge(TABLE, edge, PLACE)
    assert INWARD[edge] == OUTWARD[OPPOSITE[edge]]


def test_what_is_over_an_edge_is_less_than_nothing_off_it():
    off = from_edges(TABLE, (-500, 1000, 3000, 36_500))
    assert off == {"north": -500, "east": 45_000, "south": 1000, "west": -500}
