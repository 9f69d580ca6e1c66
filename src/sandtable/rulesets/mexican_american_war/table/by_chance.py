"""Scenario files from a seed: a brigade or two a side on ground between them, and a road crossing or a hill to hold (MAW-G.27, MAW-G.30)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from sandtable.miniatures.random_ground import ragged
from sandtable.rulesets.mexican_american_war.vocabulary import Side

WIDE, HIGH = 84, 54
SOUTH, NORTH = 12.0, 42.0  # the fronts of both lines: thirty inches apart
SPACE = 1.5  # between units of a line
BEHIND = 3.5  # between first and second line
TURNS = 12
ROUND = ("light_woods", "scattered_chaparral", "dense_chaparral", "brush", "soft_ground", "maize")
LINES = ("low_wall", "fence", "hedge", "ditch_bank", "stone_wall")


class Listed(NamedTuple):
    """A unit that may be drawn: its name, type, stands at least and at most, and its formation."""

    name: str
    type: str
    least: int
    most: int
    formation: str = "line"


FOOT = {
    Side.US: (
        Listed("3rd US Infantry", "infantry", 6, 9),
        Listed("4th US Infantry", "infantry", 6, 10),
        Listed("5th US Infantry", "infantry", 6, 10),
        Listed("8th US Infantry", "infantry", 7, 11),
        Listed("Artillery Battalion", "infantry", 6, 10),
    ),
    Side.MEX: (
        Listed("1st Line", "infantry", 7, 11),
        Listed("4th Line", "infantry", 9, 14),
        Listed("6th Line", "infantry", 6, 9),
        Listed("10th Line", "infantry", 7, 10),
        Listed("2nd Light", "infantry", 6, 9),
        Listed("Zapadores", "infantry", 4, 6),
        Listed("Tampico Coast Guard", "infantry", 4, 6),
    ),
}
HORSE = {
    Side.US: (Listed("2nd US Dragoons", "cavalry", 3, 6),),
    Side.MEX: (
        Listed("7th Line Cavalry", "cavalry", 4, 7),
        Listed("8th Line Cavalry", "cavalry", 4, 7),
        Listed("Light Cavalry of Mexico", "cavalry", 3, 5),
    ),
}
GUNS = {
    Side.US: (Listed("Ringgold's Battery", "guns", 2, 2), Listed("Duncan's Battery", "guns", 2, 3)),
    Side.MEX: (
        Listed("Mexican Light Artillery", "guns", 2, 3),
        Listed("Mexican Medium Artillery", "guns", 1, 2),
    ),
}
LEADERS = {Side.US: ("Twiggs", "Taylor"), Side.MEX: ("La Vega", "Arista")}
COUNTS = {Side.US: (3, 1, 1), Side.MEX: (4, 2, 1)}  # of foot, horse and guns
NAMES = {Side.US: "Taylor's column", Side.MEX: "Arista's column"}
MORALE = {Side.US: "", Side.MEX: 'morale_class = "Reliable"'}


def made_by_chance(seed: int) -> str:
    """A scenario file that a seed has drawn."""
    chance = Random(f"mexican american war {seed}")  # noqa: S311 - a game, not a secret
    attacker = chance.choice(tuple(Side))
    lines = [
        'ruleset = "mexican_american_war"',
        f'title = "A meeting on the road, {seed}"',
        "",
        "[table]",
        f"width = {WIDE}",
        f"height = {HIGH}",
        "",
        "[victory]",
        f"turns = {TURNS}",
        "",
        *_ground(chance),
        *_keys(chance),
    ]
    for side in Side:
        quality, edge = ("attacker" if side is attacker else "defender"), "south" if side is Side.US else "north"
        lines += ["[[side]]", f'label = "{side.value}"', f"name = {_text(NAMES[side])}"]
        lines += [f'quality = "{quality}"', f'edge = "{edge}"', ""]
    for side in Side:
        lines += _army(chance, side)
    return "\n".join(lines) + "\n"


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def _ground(chance: Random) -> Iterator[str]:
    """Growth and soft ground between the lines, a wall, a hill, and the road that both armies have come by."""
    for number in range(chance.randint(3, 6)):
        x, y = chance.uniform(8, WIDE - 8), chance.uniform(SOUTH + 6, NORTH - 6)
        yield from ("[[area]]", f'id = "growth-{number}"', f'kind = "{chance.choice(ROUND)}"')
        yield from (f"outline = {_outline(chance, x, y, chance.uniform(3, 7), chance.uniform(1.5, 3.5))}", "")
    if chance.random() < 0.5:  # noqa: PLR2004 - every other time
        x, y = chance.uniform(20, WIDE - 20), chance.uniform(SOUTH + 8, NORTH - 8)
        outline = _outline(chance, x, y, chance.uniform(8, 12), chance.uniform(4, 6))
        yield from ("[[hill]]", 'id = "rise"', 'name = "The rise"', f"outline = {outline}", "")
    for number in range(chance.randint(0, 2)):
        x, y = chance.uniform(12, WIDE - 24), chance.uniform(SOUTH + 5, NORTH - 5)
        end = f"[{x + chance.uniform(6, 12):.1f}, {y + chance.uniform(-1, 1):.1f}]"
        yield from ("[[line]]", f'id = "wall-{number}"', f'kind = "{chance.choice(LINES)}"')
        yield from (f"points = [[{x:.1f}, {y:.1f}], {end}]", "")
    bend = chance.uniform(WIDE * 0.35, WIDE * 0.65)
    south, north = chance.uniform(20, WIDE - 20), chance.uniform(20, WIDE - 20)
    yield from ("[[road]]", 'id = "road"', f'kind = "{chance.choice(("good", "poor"))}"')
    yield from (f"points = [[{south:.1f}, 0], [{bend:.1f}, {HIGH / 2}], [{north:.1f}, {HIGH}]]", "")


def _outline(chance: Random, x: float, y: float, wide: float, high: float) -> str:
    """A rounded shape about a place."""
    corners = ragged(chance, (x, y), (wide, high), 8, (0.75, 1.1))
    return f"[{', '.join(f'[{a:.1f}, {b:.1f}]' for a, b in corners)}]"


def _keys(chance: Random) -> Iterator[str]:
    """The crossing in the middle, and a place on each side's ground."""
    places = (
        ("The crossing", WIDE / 2, HIGH / 2, 4),
        ("The southern wells", chance.uniform(24, WIDE - 24), SOUTH + 4, 3),
        ("The northern wells", chance.uniform(24, WIDE - 24), NORTH - 4, 3),
    )
    for name, x, y, points in places:
        yield from ("[[objective]]", f'name = "{name}"', 'kind = "hold"')
        yield from (f"at = [{x:.1f}, {y:.1f}]", "within = 4", f"points = {points}", "")


def _army(chance: Random, side: Side) -> Iterator[str]:
    """A column of foot and guns under a brigade leader, and one of horse under the army's."""
    foot, horse, guns = COUNTS[side]
    first = _drawn(chance, FOOT[side], foot + chance.randint(0, 1))
    second = _drawn(chance, HORSE[side], horse)
    batteries = _drawn(chance, GUNS[side], guns + chance.randint(0, 1))
    facing, away, front = (0, -1, SOUTH) if side is Side.US else (180, 1, NORTH)
    brigade, army = LEADERS[side]
    line = [*first[: len(first) // 2], *batteries[:1], *first[len(first) // 2 :], *batteries[1:]]
    yield from ("[[column]]", f"name = {_text(brigade)}", f'side = "{side.value}"', "")
    yield from _leader(brigade, "brigade", chance, WIDE / 2, front + away * BEHIND, facing)
    yield from _row(line, side, front, facing)
    yield from ("[[column]]", f"name = {_text(army)}", f'side = "{side.value}"', "")
    yield from _leader(army, "army", chance, WIDE / 2 + 6, front + away * (2 * BEHIND + 1), facing)
    yield from _row(second, side, front + away * (BEHIND + 1), facing, WIDE * 0.72)


def _drawn(chance: Random, among: Sequence[Listed], count: int) -> list[tuple[Listed, int]]:
    """Some of a list, each with its stands."""
    picked = chance.sample(among, min(count, len(among)))
    return [(each, chance.randint(each.least, each.most)) for each in picked]


def _leader(name: str, rank: str, chance: Random, x: float, y: float, facing: int) -> Iterator[str]:
    rating = chance.choice(("Gallant", "Able", "Able", "Able", "Poor"))
    yield from ("[[column.unit]]", f"name = {_text(name)}", 'type = "leader"', "bases = 1")
    yield from (f"at = [{x:.1f}, {y:.1f}, {facing}]", f'rank = "{rank}"', f'rating = "{rating}"', "")


def _row(
    units: Sequence[tuple[Listed, int]], side: Side, y: float, facing: int, middle: float = WIDE / 2
) -> Iterator[str]:
    """Units beside each other about a place of the line."""
    wide = sum(stands for _, stands in units) + SPACE * (len(units) - 1)
    x = middle - wide / 2
    for listed, stands in units:
        yield from ("[[column.unit]]", f"name = {_text(listed.name)}", f'type = "{listed.type}"')
        yield from (f"bases = {stands}", f"at = [{x + stands / 2:.2f}, {y:.2f}, {facing}]")
        if listed.type != "guns":
            yield f'formation = "{listed.formation}"'
            yield from (each for each in (MORALE[side],) if each)
        yield ""
        x += stands + SPACE
