"""Bases as lines of sight and ways see them: nine points between which lines run, the middle of a base and eight on its rim, and a post
that lines and ways keep off. What is in the way is told as segments, outlines and posts (`compiled.sightlines`); what that means, a ruleset says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, Pose, direction

Numbers = NDArray[np.float64]
KNOWN = 65536  # bases whose points are kept


@lru_cache(maxsize=KNOWN)
def nine_points(stand: Footprint) -> Numbers:
    """The middle of a base and eight points on its rim."""
    pose, half = stand.bases[0], stand.depth / 2
    x, y = direction(pose.facing)
    if stand.width:
        wide = stand.width / 2
        local = [(-half, 0.0), *((along, across) for along in (0, -half, -2 * half) for across in (-wide, 0.0, wide))]
        local.pop(5)  # the middle again
    elif stand.depth:
        deep, r = stand.depth, stand.radius
        local = [(-half, 0.0), (r, 0.0), (-deep - r, 0.0)]
        local += [(along, across) for along in (0.0, -half, -deep) for across in (-r, r)]
    else:
        rim = [(cos(step * pi / 4) * stand.radius, sin(step * pi / 4) * stand.radius) for step in range(8)]
        return np.array([(pose.x, pose.y), *((pose.x + a, pose.y + b) for a, b in rim)])
    return np.array([(pose.x + along * x + across * y, pose.y + along * y - across * x) for along, across in local])


def core_of(stand: Footprint) -> tuple[float, float, float, float, float]:
    """A base as a post: a segment, and how far around it the base reaches."""
    pose = stand.bases[0]
    x, y = direction(pose.facing)
    if not stand.width:
        return pose.x, pose.y, pose.x - stand.depth * x, pose.y - stand.depth * y, stand.radius
    near, far = sorted((stand.width / 2, max(stand.width / 2, stand.depth - stand.width / 2)))
    return pose.x - near * x, pose.y - near * y, pose.x - far * x, pose.y - far * y, stand.width / 2


def edges_of(outline: Sequence[Point | Pose], *, closed: bool = True) -> Numbers:
    """An outline, or a line, as segments."""
    points = [(point[0], point[1]) for point in outline]
    return np.array([(*a, *b) for a, b in pairwise((*points, points[0]) if closed else points)], dtype=np.float64)


def point(place: Point | Pose) -> Footprint:
    """A place from which somebody looks without a base, such as a muzzle."""
    return Footprint((Pose(place[0], place[1]),), 1, 0, 0, 0)
