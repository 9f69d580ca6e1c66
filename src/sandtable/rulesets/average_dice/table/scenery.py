"""Mexican scenery between the base line and the villages, by a seed: a stream, broken ground, a hill, fences, walls before the villages, a road (AVD-1.08b)."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from random import Random

Place = tuple[float, float]

WIDE, NEAR, FAR = 48.0, 14.0, 57.0  # inches: the board, and from where to where nobody begins
VILLAGES = (17.0, 31.0)  # the middles of the villages from the left
WALL = 59.5  # inches up the board, before those who line up there
CORNERS = 7  # of a patch or a hill
TRIES = 60  # places for a thing until there is room for it


class _Scenery:
    """What lies on the board so far; everything keeps clear of everything else."""

    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)  # noqa: S311 - a landscape, not a secret
        self.taken: list[tuple[Place, float]] = []

    def room(self, radius: float) -> Place | None:
        """A free place for something of that size."""
        for _ in range(TRIES):
            x, y = self.chance.uniform(radius, WIDE - radius), self.chance.uniform(NEAR + radius, FAR - radius)
            if all(hypot(x - a, y - b) > radius + other for (a, b), other in self.taken):
                self.taken.append(((x, y), radius))
                return x, y
        return None

    def patch(self, radius: float) -> list[Place]:
        """The corners of a patch somewhere; none where there is no room."""
        middle = self.room(radius)
        if middle is None:
            return []
        turns = [2 * pi * (corner + self.chance.uniform(0, 0.4)) / CORNERS for corner in range(CORNERS)]
        far = [radius * self.chance.uniform(0.7, 0.95) for _ in turns]
        return [(middle[0] + r * cos(turn), middle[1] + r * sin(turn)) for turn, r in zip(turns, far, strict=True)]

    def length(self, half: float) -> list[Place]:
        """The ends of a straight line somewhere."""
        middle = self.room(half)
        if middle is None:
            return []
        turn = self.chance.uniform(-0.6, 0.6)
        x, y = half * cos(turn), half * sin(turn)
        return [(middle[0] - x, middle[1] - y), (middle[0] + x, middle[1] + y)]

    def stream(self) -> list[Place]:
        """A way across the board, which others keep clear of."""
        middle = self.chance.uniform(26, 44)
        points = [(-2.0 + 10.4 * number, middle + self.chance.uniform(-2, 2)) for number in range(6)]
        self.taken += [(point, 3.0) for point in points]
        return points


def landscape(seed: str) -> Iterator[str]:
    """The lines of a scenario file that lay a landscape out."""
    scenery = _Scenery(seed)
    yield from ("", "[[road]]", 'kind = "road"', f"points = {_places(_road(scenery.chance))}")
    yield from ("", "[[area]]", 'kind = "stream"', f"path = {_places(scenery.stream())}", "width = 1.2")
    for number in range(scenery.chance.choice((1, 2))):
        yield from _thing("hill", f"hill-{number}", "", scenery.patch(scenery.chance.uniform(4, 5.5)))
    for number in range(3):
        yield from _thing("area", f"broken-{number}", "broken_ground", scenery.patch(scenery.chance.uniform(2.5, 4)))
    for number, kind in enumerate(("fence", "fence", "low_wall")):
        yield from _thing("line", f"field-{number}", kind, scenery.length(scenery.chance.uniform(3, 5)))
    for number, x in enumerate(VILLAGES):
        yield from _thing("line", f"wall-{number}", "low_wall", [(x - 4.5, WALL), (x + 4.5, WALL)])


def _road(chance: Random) -> list[Place]:
    """From the base line to between the villages."""
    bends = [(24 + chance.uniform(-8, 8), y) for y in (16.0, 32.0, 46.0)]
    return [(24 + chance.uniform(-10, 10), -2.0), *bends, (24.0, 60.0), (24.0, 74.0)]


def _thing(table: str, name: str, kind: str, points: list[Place]) -> Iterator[str]:
    if points:
        key = "points" if table == "line" else "outline"
        yield from ("", f"[[{table}]]", f'id = "{name}"', *([f'kind = "{kind}"'] if kind else []))
        yield f"{key} = {_places(points)}"


def _places(points: list[Place]) -> str:
    return "[" + ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in points) + "]"
