"""Pieces whose figures do not all stand on the same base."""

from __future__ import annotations

from sandtable.geometry.measure import Pose, inches
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Piece

FOOT, MOUNTED = Base(inches(0.5)), Base(inches(0.5), inches(1))
PLACES = (Pose(0, 0), Pose(3000, 0), Pose(6000, 0))


def test_figures_stand_on_bases_of_their_own():
    piece = Piece("staff", "red", FOOT, PLACES, bases=(MOUNTED, FOOT, FOOT))
    assert [stand.depth for stand in piece.stands] == [1000, 0, 0]
    assert [stand.depth for stand in Piece("staff", "red", FOOT, PLACES).stands] == [0, 0, 0]


def test_who_falls_takes_his_base_along():
    piece = Piece("staff", "red", FOOT, PLACES, bases=(MOUNTED, FOOT, MOUNTED)).without((0,))
    assert piece.bases == (FOOT, MOUNTED)
    assert piece.figures == PLACES[1:]
