"""Casual forces (REV-2.44, REV-2.45) on ground made by a seed (REV-8.41): a battle for an evening, and the one that benchmarks play.

The same seed makes the same file for ever: whoever changes what is thrown here changes every battle that was named by its seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi
from random import Random
from typing import Any

from shapely.geometry import LineString, Polygon, box

from sandtable.battle.scenario.writer import toml_text
from sandtable.miniatures.pages import page
from sandtable.miniatures.random_ground import Spot, ragged
from sandtable.rulesets.revolucion.table.scenarios.by_chance.forces import Army, forces

TRIES = 200
EDGE = 4  # inches from the sides of the table, where nothing begins


def numbers() -> Mapping[str, Any]:
    """The page of this module."""
    return page(__package__, "numbers")


def random_scenario(seed: int) -> str:
    """A scenario file; the same for the same seed."""
    luck = Random(f"revolucion/{seed}")  # noqa: S311 - a battlefield, not a secret
    given = numbers()
    country = luck.choices(given["country"], [one["weight"] for one in given["country"]])[0]
    ground = _Ground(luck, country)
    ground.lay()
    armies = forces(luck, given)
    return toml_text(
        f"# Made by chance: sandtable scenario random --seed {seed}",
        {
            "ruleset": "revolucion",
            "title": f"{ground.town}, battle {seed}",
            "place": country["name"],
            "history": {
                "note": "No battle of history: forces of the usual kind meet on ground made by a seed.",
                "fitted": "Everything.",
            },
            "table": {"width": given["table"]["width"], "height": given["table"]["height"]},
            **ground.tables,
            "side": [_side(army) for army in armies],
            "zone": [_zone(army) for army in armies],
            "column": [column for army in armies for column in army.columns],
            "victory": {
                "turns": given["table"]["turns"],
                "note": "An army that breaks has lost; after the last turn whoever holds the town has won.",
            },
            "objective": [{"name": ground.town, "kind": "hold", "at": ground.middle, "within": 5, "points": 1}],
        },
    )


def _side(army: Army) -> dict[str, Any]:
    return {
        "label": army.side,
        "name": army.name,
        "quality": "average",
        "edge": army.edge,
        "briefing": "The enemy is in front of you, as strong as you are. Break him, or hold the town when the day is over.",
    }


def _zone(army: Army) -> dict[str, Any]:
    table = numbers()["table"]
    left, right, depth = table["zone_margin"], table["width"] - table["zone_margin"], table["zone_depth"]
    low = 0 if army.edge == "south" else table["height"] - depth
    return {
        "id": f"zone-{army.side.lower()}",
        "name": army.name,
        "side": army.side,
        "outline": [[left, low], [right, low], [right, low + depth], [left, low + depth]],
    }


class _Ground:
    """Features laid in pairs, each turned half about the middle of the table, until there is no room."""

    def __init__(self, luck: Random, country: Mapping[str, Any]) -> None:
        self.luck, self.country, self.page = luck, country, numbers()
        self.width, self.height = self.page["table"]["width"], self.page["table"]["height"]
        self.taken: list[Polygon] = []
        self.tables: dict[str, list[dict[str, Any]]] = {"area": [], "hill": [], "line": [], "road": []}
        self.town = luck.choice(self.page["names"]["towns"])
        self.middle: list[float] = []
        self.street = 0.0
        self.hills = luck.sample(self.page["names"]["hills"], len(self.page["names"]["hills"]))

    def lay(self) -> None:
        self._town()
        self._roads()
        if self.luck.randrange(4) < self.country["stream"]:
            self._stream()
        for kind in ("hill", "woods", "scrub", "rocks", "field"):
            for _ in range(self.luck.randint(*self.country[kind])):
                self._pair(kind)

    def _free(self, shape: Polygon) -> bool:
        room = box(1, self._zone_edge, self.width - 1, self.height - self._zone_edge)
        return room.contains(shape) and not any(shape.distance(one) < self.page["table"]["gap"] for one in self.taken)

    @property
    def _zone_edge(self) -> float:
        return float(self.page["table"]["zone_depth"])

    def _town(self) -> None:
        """A town of four to six blocks about the middle, with its plaza."""
        x = self.width / 2 + self.luck.uniform(-8, 8)
        y = self.height / 2 + self.luck.uniform(-2, 2)
        half_x, half_y = self.luck.uniform(3.6, 4.8), self.luck.uniform(2.8, 3.6)
        cut = self.luck.uniform(1.4, 2.2)
        outline = [
            (x - half_x, y - half_y),
            (x + half_x - cut, y - half_y),
            (x + half_x, y - half_y + cut),
            (x + half_x, y + half_y),
            (x - half_x + cut, y + half_y),
            (x - half_x, y + half_y - cut),
        ]
        self.middle = _rounded((x, y))
        self.street = half_x / 3  # between two rows of blocks
        self._area("town", outline, name=self.town, label=[round(x, 1), round(y + half_y + 1.1, 1), 0])
        plaza = [(x - 1.1, y - 1), (x + 1.1, y - 1), (x + 1.1, y + 1), (x - 1.1, y + 1)]
        self._area("plaza", plaza)
        self.taken.append(Polygon(outline))

    def _roads(self) -> None:
        """A road from edge to edge through the town, and often a railway past it."""
        x, y = self.middle
        start, end = self.luck.uniform(8, self.width - 8), self.luck.uniform(8, self.width - 8)
        street = x + self.street
        points = [
            (start, -1.0),
            ((start + street) / 2 + self.luck.uniform(-2, 2), y / 2),
            (street, y - 4.5),
            (street, y),
            (street, y + 4.5),
            ((end + street) / 2 + self.luck.uniform(-2, 2), (y + self.height) / 2),
            (end, self.height + 1.0),
        ]
        self._way("road", points)
        if self.luck.random() < 0.5:  # noqa: PLR2004 - one in two
            off = self.luck.choice((-6.0, 6.0))
            rails = [
                (-1.0, y + off + self.luck.uniform(-4, 4)),
                (x - 12, y + off * 1.1),
                (x + 12, y + off),
                (self.width + 1.0, y + off + self.luck.uniform(-4, 4)),
            ]
            self._way("railway", rails, name="F. C. Central")

    def _way(self, kind: str, points: Sequence[Spot], **more: Any) -> None:
        self.tables["road"].append({"kind": kind, **more, "points": [_rounded(point) for point in points]})
        self.taken.append(LineString(points).buffer(0.6))

    def _stream(self) -> None:
        """A stream from west to east that can be waded everywhere, past the town."""
        x, y = self.middle
        side = self.luck.choice((-1, 1))
        run = y - side * 5.6
        points = [(-1.0, run + self.luck.uniform(-2, 2))]
        inside = [x + dx for dx in (-22, -11, 0, 11, 22) if EDGE < x + dx < self.width - EDGE]
        points += [(place, run + self.luck.uniform(-0.5, 0.5)) for place in inside]
        points.append((self.width + 1.0, run + self.luck.uniform(-2, 2)))
        path = [_rounded(point) for point in points]
        self.tables["area"].append(
            {"kind": "stream", "name": self.luck.choice(self.page["names"]["streams"]), "path": path, "width": 1}
        )
        self.taken.append(LineString(points).buffer(1.2))

    def _pair(self, kind: str) -> None:
        """A feature and its twin on the other half of the table."""
        least_long, most_long, least_broad, most_broad = self.page["size"][kind]
        for _ in range(TRIES):
            x, y = self.luck.uniform(EDGE, self.width - EDGE), self.luck.uniform(self._zone_edge, self.height / 2)
            reach = self.luck.uniform(least_long, most_long), self.luck.uniform(least_broad, most_broad)
            turn = self.luck.uniform(-0.6, 0.6)
            outline = self._blob(x, y, *reach, turn, corners=4 if kind == "field" else 11)
            twin = [(self.width - u, self.height - v) for u, v in outline]
            one, other = Polygon(outline).buffer(0.3), Polygon(twin).buffer(0.3)
            if self._free(one) and self._free(other) and one.distance(other) > self.page["table"]["gap"]:
                self.taken += [one, other]
                self._laid(kind, outline, twin)
                return

    def _laid(self, kind: str, outline: list[Spot], twin: list[Spot]) -> None:
        if kind != "hill":
            self._area(kind, outline)
            self._area(kind, twin)
            return
        double = self.luck.randrange(4) < self.page["size"]["second_level"]
        for shape in (outline, twin):
            name = {"name": self.hills.pop()} if self.hills else {}
            self.tables["hill"].append({**name, "outline": [_rounded(point) for point in shape]})
            if double:
                x, y = (sum(part) / len(shape) for part in zip(*shape, strict=True))
                crest = [(x + (u - x) * 0.5, y + (v - y) * 0.5) for u, v in shape]
                self.tables["hill"].append({"level": 2, "outline": [_rounded(point) for point in crest]})

    def _blob(self, x: float, y: float, long: float, broad: float, turn: float, corners: int) -> list[Spot]:
        off = self.page["size"]["ragged"]
        start = pi / 4 if corners == 4 else self.luck.random()  # noqa: PLR2004 - a field has four corners
        return ragged(self.luck, (x, y), (long, broad), corners, (1 - off, 1 + off), start=start, turn=turn)

    def _area(self, kind: str, outline: Sequence[Spot], **more: Any) -> None:
        self.tables["area"].append({"kind": kind, **more, "outline": [_rounded(point) for point in outline]})


def _rounded(point: Spot) -> list[float]:
    """To a tenth of an inch, as a hand would write it."""
    return [round(point[0], 1), round(point[1], 1)]
