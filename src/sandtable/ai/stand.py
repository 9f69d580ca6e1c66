"""The table from where somebody stands: what he sees, how far off it is, what lies before him."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.grid import Grid, Numbers
from sandtable.ai.lookout import Lookout
from sandtable.geometry.measure import Facing, Point, Pose, direction


@dataclass(frozen=True)
class Stand:
    """Of every cell: the range band in which it is seen, its distance, and whether it lies in the quarter before him.

    ``bands`` numbers the reaches given, nearest first; a cell out of sight or beyond them all has the number after the last.
    """

    bands: NDArray[np.int64]
    far: Numbers
    before: NDArray[np.bool_]


def stand(lookout: Lookout, pose: Pose, reaches: Numbers) -> Stand:
    """The table from a pose; a distance exactly on a reach belongs to the nearer band."""
    far = lookout.grid.distances(pose.point)
    seen = lookout.seen_from(lookout.grid.cell(pose.x, pose.y))
    bands = np.where(seen, np.searchsorted(reaches, far, side="left"), len(reaches))
    return Stand(bands, far, _before(lookout.grid, pose.point, pose.facing))


def _before(grid: Grid, place: Point, facing: Facing) -> NDArray[np.bool_]:
    x, y = direction(facing)
    dx, dy = grid.places[:, 0] - place.x, grid.places[:, 1] - place.y
    forward: NDArray[np.bool_] = dx * x + dy * y >= np.abs(dx * y - dy * x)
    return forward
