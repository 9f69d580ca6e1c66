"""The table as a grid of places: coarse enough to think about all of it, fine enough to choose ground on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.compiled.surveying import cell_of
from sandtable.geometry.facts import once
from sandtable.geometry.measure import Length, Point

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Grid:
    """Square cells over a table, row by row from its corner; a cell stands for its middle."""

    width: Length
    height: Length
    step: Length

    @once
    def columns(self) -> int:
        return -(-self.width // self.step)

    @once
    def rows(self) -> int:
        return -(-self.height // self.step)

    @once
    def places(self) -> Numbers:
        """The middle of every cell, as (x, y)."""
        x = (np.arange(self.columns) + 0.5) * self.step
        y = (np.arange(self.rows) + 0.5) * self.step
        return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)

    def cell(self, x: float, y: float) -> int:
        """The cell that a place lies in; places off the table belong to the nearest."""
        return cell_of(self.step, self.columns, self.rows, x, y)

    def cells(self, places: Numbers) -> NDArray[np.int64]:
        """The cells of many places."""
        column = np.clip(places[:, 0] // self.step, 0, self.columns - 1).astype(np.int64)
        row = np.clip(places[:, 1] // self.step, 0, self.rows - 1).astype(np.int64)
        return row * self.columns + column

    def place(self, cell: int) -> Point:
        """The middle of a cell."""
        x, y = self.places[cell]
        return Point(round(float(x)), round(float(y)))

    def distances(self, place: Point) -> Numbers:
        """How far every cell is from a place."""
        return np.hypot(self.places[:, 0] - place.x, self.places[:, 1] - place.y)
