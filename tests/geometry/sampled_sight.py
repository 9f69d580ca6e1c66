"""Lines of sight the slow way: the ground looked up at very many places of a line, and the rules read out over them."""

from __future__ import annotations

from math import hypot

import numpy as np
import shapely

from sandtable.geometry.measure import Point
from sandtable.geometry.sight import SightRules
from sandtable.geometry.terrain import Terrain

STEP = 10


class SlowGround:
    """Terrain as shapely has it, all outlines grown by so much (shrunk, if negative)."""

    def __init__(self, terrain: Terrain, grown: float) -> None:
        self.hills = [(each, shapely.Polygon(each.outline).buffer(grown)) for each in terrain.hills]
        self.areas = []
        for number, area in enumerate(terrain.areas):
            covered = shapely.union_all([shapely.Polygon(later.outline) for later in terrain.areas[number + 1 :]])
            visible = shapely.Polygon(area.outline).difference(covered)
            if area.tall:
                self.areas.append((area, visible.buffer(grown)))
        for _, outline in (*self.hills, *self.areas):
            shapely.prepare(outline)

    def level(self, x, y):
        """The level at places."""
        level = np.zeros(len(x), dtype=int)
        for hill, outline in self.hills:
            level = np.where(shapely.contains_xy(outline, x, y), np.maximum(level, hill.level), level)
        return level

    def area(self, x, y):
        """The number of the tall area at places, -1 for none."""
        area = np.full(len(x), -1)
        for number, (_, outline) in enumerate(self.areas):
            area[shapely.contains_xy(outline, x, y)] = number
        return area


def edges(terrain: Terrain) -> shapely.Geometry:
    """All edges of areas and hills."""
    outlines = [area.outline for area in terrain.areas] + [hill.outline for hill in terrain.hills]
    return shapely.union_all([shapely.Polygon(outline).exterior for outline in outlines])


def hidden(terrain: Terrain, rules: SightRules, start: Point, end: Point, grown: float, slack: float) -> bool:
    """Whether the ground hides the ends from each other, with everything a little in favour of hiding (or against it, if negative)."""
    ground = SlowGround(terrain, grown)
    length = hypot(end[0] - start[0], end[1] - start[1])
    count = max(8, round(length / STEP))
    share = (np.arange(count) + 0.5) / count
    x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
    ends_x, ends_y = np.array([start[0], end[0]], float), np.array([start[1], end[1]], float)
    high, low = ground.level(ends_x, ends_y)
    if high < low:  # the higher end first
        high, low = low, high
        x, y, ends_x, ends_y = x[::-1], y[::-1], ends_x[::-1], ends_y[::-1]
    from_high = (np.arange(count) + 0.5) / count * length
    level, area = ground.level(x, y), ground.area(x, y)
    tall = area >= 0
    areas_of_ends = set(ground.area(ends_x, ends_y).tolist()) - {-1}

    def in_shadow(far_side: float, above: int) -> bool:
        return bool((length - far_side) - slack <= far_side / 2 ** (above - 1))

    # Tall ground that the lower end stands in, back to where it begins.
    own_wood = np.zeros(count, dtype=bool)
    if ground.area(ends_x, ends_y)[1] >= 0:
        own_wood = np.logical_and.accumulate(tall[::-1])[::-1]
    counts = tall & (level >= low) & ((level >= high) | own_wood)
    if counts.sum() * length / count > rules.into - slack:
        return True
    if not rules.through and any(number not in areas_of_ends for number in set(area[counts].tolist())):
        return True
    over = tall & (level >= low) & ~counts
    if any(in_shadow(far, high - height) for far, height in zip(from_high[over], level[over], strict=True)):
        return True

    for hill, outline in ground.hills:
        on_hill = shapely.contains_xy(outline, x, y)
        if not on_hill.any() or hill.level <= low:
            continue
        if hill.level > high:
            return True
        # The higher end is on it as far as the ground stays as high.
        own = np.logical_and.accumulate(level >= hill.level)
        if hill.level == high and (on_hill & ~own).any():
            return True
        minds = on_hill & ~own if hill.sloped else on_hill
        if any(in_shadow(far, max(1, high - hill.level)) for far in from_high[minds]):
            return True
    return False
