"""What the ground means: what hides, what shelters (AVD-6.01, AVD-G.15)."""

from __future__ import annotations

from fractions import Fraction

from sandtable.geometry.measure import Length, Point, inches
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.looking import HILL, Clear, hiding, hills_under, sheltering
from sandtable.rulesets.average_dice.fire import RANKED_COVER, cover_of
from sandtable.rulesets.average_dice.vocabulary import Cover, Feature, Obstacle

BUILDING = Obstacle.BUILDING.value
HIDES = frozenset({BUILDING, HILL})  # AVD-G.15: not figures, not low features
_SHELTERS = {
    Obstacle.LOW_WALL: Feature.WALL,
    Obstacle.HIGH_WALL: Feature.WALL,
    Obstacle.RUBBLE: Feature.BROKEN_GROUND,
    Obstacle.STANDING_VEHICLE: Feature.TRUCK,
}


def clear_on(terrain: Terrain, *occupied: str) -> Clear:
    """Whether nothing stands between two places: no building but those they are in, and no hill that neither is on (AVD-G.15)."""

    def clear(start: Point, end: Point) -> bool:
        on = hills_under(terrain, start) | hills_under(terrain, end) | set(occupied)
        return not hiding(terrain, HIDES, start, end, on)

    return clear


def cover_at(terrain: Terrain, start: Point, mark: Point, radius: Length, tables: Tables) -> Cover:
    """The best cover of a figure against a line from somewhere (AVD-6.01, AVD-G.15)."""
    kinds = sheltering(terrain, start, mark, radius + length(tables.number("cover_line.inches")))
    features = (_SHELTERS.get(Obstacle(kind)) or Feature(kind) for kind in kinds)
    return max((cover_of(feature, tables) for feature in features), key=RANKED_COVER.index, default=Cover.OPEN)


def length(number: int | Fraction) -> Length:
    """Inches of a table or an option as a length on the board."""
    return inches(Fraction(number))
