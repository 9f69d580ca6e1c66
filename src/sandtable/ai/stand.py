"""The table from where somebody stands: what he sees, and in which range band."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.grid import Numbers
from sandtable.ai.lookout import Lookout
from sandtable.geometry.measure import Point

Indices = NDArray[np.int64]


def bands_from(lookout: Lookout, place: Point, reaches: Numbers) -> Indices:
    """The number of the reach, nearest first, within which each cell is seen from a place.

    A distance exactly on a reach belongs to the nearer band; a cell out of sight or beyond them all has the number after the last.
    """
    seen = lookout.seen_from(lookout.grid.cell(place.x, place.y))
    far = lookout.grid.distances(place)
    return np.where(seen, np.searchsorted(reaches, far, side="left"), len(reaches))
