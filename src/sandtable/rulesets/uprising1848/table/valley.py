"""Valleys from a seed: a river with its bridge, a road, a village, woods and walls, and the forces of the generic mission (R48-11.02)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random
from typing import Any

from sandtable.miniatures.random_ground import ragged
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.scenarios import ScenarioUnit, all_scenarios
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER
from sandtable.rulesets.uprising1848.vocabulary import Scenario, Side

WIDE, HIGH = 48, 72  # inches
HOME = 4  # how deep friendly lines are, which nothing stands on
MARGIN = 6  # houses keep so far from the edge
Spot = tuple[float, float, float]  # the middle of something and how far it reaches


class _Ground:
    """Ground that grows thing by thing, each where there is room."""

    def __init__(self, chance: Random) -> None:
        self.chance, self.taken = chance, list[Spot]()
        self.lines: list[str] = []

    def room(self, reach: float, low: float = HOME + 2, high: float = HIGH - 3) -> tuple[float, float] | None:
        """A place with so much room about it."""
        for _ in range(60):
            x, y = self.chance.uniform(reach, WIDE - reach), self.chance.uniform(low + reach, high - reach)
            if self.free(x, y, reach):
                return x, y
        return None

    def free(self, x: float, y: float, reach: float) -> bool:
        """Whether nothing is that near."""
        return all(hypot(x - there[0], y - there[1]) > reach + there[2] for there in self.taken)

    def take(self, x: float, y: float, reach: float) -> None:
        """Nothing else may stand here."""
        self.taken.append((x, y, reach))

    def add(self, table: str, **values: Any) -> None:
        """An entry of the file."""
        self.lines += ["", f"[[{table}]]", *(f"{key} = {_said(value)}" for key, value in values.items())]


def _said(value: Any) -> str:
    """A value as a file has it."""
    if isinstance(value, float):
        return f"{value:.1f}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_said, value))}]"
    return json.dumps(value, ensure_ascii=False)


def valley(seed: int, words: Mapping[str, Any]) -> str:
    """A scenario file of the generic mission in a valley of a seed's."""
    chance = Random(f"valley {seed}")  # noqa: S311 - a game, not a secret
    ground = _Ground(chance)
    village, river = chance.choice(words["villages"]), chance.choice(words["rivers"])
    _water(ground, river)
    houses = _village(ground, village, words["farm"])
    _country(ground)
    title = f"{words['title']}, {seed}"
    head = [
        f'ruleset = "{RULESET.id}"', f"title = {_said(title)}", f"place = {_said(village)}", "",
        "[table]", f"width = {WIDE}", f"height = {HIGH}", "",
        "[victory]", "morale = false", f"turns = {words['turns']}",
    ]  # fmt: skip
    ground.add("zone", id="home", side=PLAYER, name=words["home"], outline=((0, 0), (WIDE, 0), (WIDE, HOME), (0, HOME)))
    for label, edge in ((PLAYER, "south"), (GOVERNMENT, "north")):
        ground.add("side", label=label, name=RULESET.catalogue.say(Side(label).message), edge=edge)
    return "\n".join([*head, *ground.lines, *_forces(words["force"]), *_villagers(ground, village, houses)]) + "\n"


# ---- Ground ------------------------------------------------------------------------------------------------------------------------


def _water(ground: _Ground, name: str) -> None:
    """A river from side to side, the road that crosses it, its bridge and a ford."""
    chance = ground.chance
    x, y = chance.uniform(16, 32), chance.uniform(28, 42)
    left, right = chance.uniform(-4, 4), chance.uniform(-4, 4)
    path = ((-2.0, y + left), (x / 2, y + left / 2), (x, y), ((x + WIDE) / 2, y + right / 2), (WIDE + 2.0, y + right))
    ground.add("area", kind="river", name=name, path=path, width=2.0)
    for number in range(25):
        share = number / 12 - 1
        ground.take(x + share * 26, y + (left if share < 0 else right) * abs(share), 2.5)
    ford = x + (12 if x < WIDE / 2 else -12)
    ground.add("area", kind="ford", outline=_box(ford, y + (right if ford > x else left) * 12 / 26, 5, 5))
    ground.add("area", kind="bridge", outline=_box(x, y, 2.6, 4))
    south, north = x + chance.uniform(-8, 8), x + chance.uniform(-8, 8)
    road = (
        (south, -2.0),
        ((south + x) / 2, y / 2),
        (x, y - 3),
        (x, y + 3),
        ((north + x) / 2, (y + HIGH) / 2),
        (north, HIGH + 2.0),
    )
    ground.add("road", kind="road", points=road)
    for (ax, ay), (bx, by) in pairwise(road):
        for number in range(9):
            ground.take(ax + (bx - ax) * number / 8, ay + (by - ay) * number / 8, 1.6)


def _village(ground: _Ground, name: str, farm_name: str) -> list[tuple[float, float]]:
    """Houses together beyond the river, a garden wall beside them, and a farm by itself on the near side."""
    chance = ground.chance
    centre = next(iter(_centres(ground)), None)
    houses: list[tuple[float, float]] = []
    for number in range(14):
        if centre is None or len(houses) >= chance.randrange(3, 6):
            break
        turn, far = number * 2.4, 3 + number * 0.9
        x, y = centre[0] + far * cos(turn), centre[1] + far * sin(turn)
        if not (MARGIN < x < WIDE - MARGIN and y < HIGH - MARGIN) or not ground.free(x, y, 3.6):
            continue
        ground.add(
            "area",
            id=f"house-{len(houses) + 1}",
            kind="house",
            outline=_box(x, y, chance.choice((4, 5, 6)), chance.choice((4, 5))),
        )
        ground.take(x, y, 3.6)
        houses.append((x, y))
    farm = ground.room(4, HOME + 4, 26)
    if farm is not None:
        ground.add("area", id="farm", kind="house", name=farm_name, outline=_box(*farm, 5, 4))
        ground.take(*farm, 4)
    if houses:
        ground.add("name", text=name, at=(houses[0][0], houses[0][1] + 4), style="town")
    return houses


def _centres(ground: _Ground) -> Iterator[tuple[float, float]]:
    for _ in range(40):
        x, y = ground.chance.uniform(12, WIDE - 12), ground.chance.uniform(44, 58)
        if ground.free(x, y, 3):
            yield x, y


def _country(ground: _Ground) -> None:
    """Woods, a hill or two, fields, hedges and walls."""
    chance = ground.chance
    for kind, count, sizes in (("woods", 5, (3, 5)), ("ploughland", 3, (3, 4)), ("rubble", 1, (2, 3))):
        for _ in range(count):
            reach = chance.uniform(*sizes)
            place = ground.room(reach)
            if place is not None:
                ground.add("area", kind=kind, outline=_blob(chance, *place, reach))
                ground.take(*place, reach)
    for _ in range(2):
        reach = chance.uniform(4, 6)
        place = ground.room(reach)
        if place is not None:
            ground.add("hill", outline=_blob(chance, *place, reach))
            ground.take(*place, reach)
    for _ in range(6):
        half = chance.uniform(2, 4)
        place = ground.room(half)
        if place is not None:
            (x, y), turn = place, chance.uniform(0, pi)
            ends = ((x - half * cos(turn), y - half * sin(turn)), (x + half * cos(turn), y + half * sin(turn)))
            ground.add("line", kind=chance.choice(("hedge", "wall", "fence")), points=ends)
            ground.take(x, y, half)


def _box(x: float, y: float, wide: float, high: float) -> tuple[tuple[float, float], ...]:
    a, b, c, d = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    return ((a, b), (c, b), (c, d), (a, d))


def _blob(chance: Random, x: float, y: float, reach: float) -> tuple[tuple[float, float], ...]:
    return tuple(ragged(chance, (x, y), (reach, reach), 8, (0.7, 0.95)))


# ---- Forces ------------------------------------------------------------------------------------------------------------------------


def _forces(name: str) -> Iterator[str]:
    """The units of the generic mission, which wait behind friendly lines (R48-11.02, R48-11.05)."""
    units = all_scenarios()[Scenario.GENERIC].units
    yield from ("", "[[column]]", f"name = {_said(name)}", f'side = "{PLAYER}"', 'id = "rising"')
    for unit in units:
        yield from _unit(unit)
    yield from ("", "[[arrival]]", "turn = 1", f"at = [{WIDE // 2}, 0, 0]", 'columns = ["rising"]')


def _unit(unit: ScenarioUnit) -> Iterator[str]:
    party = unit.party
    yield from (
        "",
        "[[column.unit]]",
        f"name = {_said(unit.name)}",
        f"type = {_said(party.kind)}",
        f"bases = {party.figures}",
    )
    yield from (
        f"quality = {_said(party.quality)}",
        f"firearm = {_said(party.firearm)}",
        f"melee = {_said(party.melee)}",
    )
    yield from (f"leader = {_said(party.leader)}", f"ncos = {1 + party.further_ncos if party.nco else 0}")


def _villagers(ground: _Ground, village: str, houses: Sequence[tuple[float, float]]) -> Iterator[str]:
    """People of the village before their houses, who belong to nobody."""
    yield from ("", "[[column]]", f"name = {_said(village)}", f'side = "{GOVERNMENT}"')
    places = [(x, y - 3.5) for x, y in houses[:2]] or [(WIDE / 2, HIGH - 12.0)]
    for number, (x, y) in enumerate(places, start=1):
        count = ground.chance.randrange(3, 7)
        yield from ("", "[[column.unit]]", f"name = {_said(f'{village} {number}')}", 'type = "civilians"')
        yield from (f"bases = {count}", 'formation = "line"', f"at = {_said((x, y, 180.0))}")
