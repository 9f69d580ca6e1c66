"""Average Dice's side of scenario files: its words, the books of a file, what it finds wrong, and files from a seed (chapters 1 to 3)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sandtable.battle.scenario.scenario import Mark, Scenario
from sandtable.geometry.distance import overlaps
from sandtable.geometry.measure import DEGREE, INCH, Pose
from sandtable.geometry.terrain import Area
from sandtable.kernel import codec
from sandtable.kernel.problem import Problem
from sandtable.miniatures.bodies import house, is_house
from sandtable.miniatures.pages import page
from sandtable.miniatures.problems import scenario_problem as _wrong
from sandtable.miniatures.scenarios import KitScenarios, housed, piece_of
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.structures import names_in
from sandtable.rulesets.average_dice.table import lesson
from sandtable.rulesets.average_dice.table.opening import HOUSES
from sandtable.rulesets.average_dice.table.rules import KIT
from sandtable.rulesets.average_dice.table.scenery import landscape
from sandtable.rulesets.average_dice.table.setting import made
from sandtable.rulesets.average_dice.table.state import AverageDiceField, AverageDiceOpening
from sandtable.rulesets.average_dice.vocabulary import Arm, Side

LEAST_HOUSES = 2  # fewer could never be captured (AVD-G.32)
LETTERS_BELOW = 2 * INCH  # the name of a village, beneath its houses


def problems(scenario: Scenario) -> Iterable[Problem]:
    """What the rules find wrong with a scenario whose values are all right."""
    for area in scenario.terrain.areas:
        if area.kind in HOUSES and not is_house(area.outline):
            yield _wrong(area.id, "house_shape", "AVD-5.14", id=area.id)
    for mark in scenario.marks:
        yield from _village(scenario, mark)
    yield from _crowded(scenario)
    yield from _on_houses(scenario)
    yield from _units(scenario)


def _village(scenario: Scenario, mark: Mark) -> Iterator[Problem]:
    """A village is some houses that are there (AVD-1.08)."""
    there = {area.id for area in scenario.terrain.areas if area.kind in HOUSES}
    named = names_in(mark.fields.get("houses"))
    for name in named:
        if name not in there:
            yield replace(_wrong(mark.id, "no_house", "AVD-1.08", name=name), choices=tuple(sorted(there)))
    if len(named) < LEAST_HOUSES:
        name = mark.name or mark.id
        yield _wrong(mark.id, "village_houses", "AVD-1.08", name=name, value=len(named), least=LEAST_HOUSES)


def _crowded(scenario: Scenario) -> Iterator[Problem]:
    """A building holds ten figures of each side, and a General besides (AVD-5.14, AVD-G.45)."""
    most = RULESET.default_tables.number("building.figures_of_each_side")
    inside: Counter[tuple[str, str]] = Counter()
    for unit in scenario.units:
        house = housed(KIT, unit, scenario.terrain)
        if house is None or unit.type == Arm.GENERAL:
            continue
        inside[house.id, unit.side] += unit.bases
        value = inside[house.id, unit.side]
        if value > most:
            yield _wrong(unit.id, "house_full", "AVD-5.14", name=unit.name, id=house.id, value=value, most=most)


def _on_houses(scenario: Scenario) -> Iterator[Problem]:
    """Who is not in a building stands beside it: with none of the figures on its ground (AVD-5.14)."""
    tables = RULESET.default_tables
    houses = [area for area in scenario.terrain.areas if area.kind in HOUSES and is_house(area.outline)]
    for unit in scenario.units:
        if housed(KIT, unit, scenario.terrain) is None:
            stands = piece_of(KIT, unit, scenario.terrain, tables).stands
            for area in houses:
                if any(overlaps(stand, house(area.outline)) for stand in stands):
                    yield _wrong(unit.id, "on_a_house", "AVD-5.14", name=unit.name, id=area.id)


def _units(scenario: Scenario) -> Iterator[Problem]:
    """Only Federals desert, a side has one General, and nobody throws who is not there (AVD-2.08, AVD-2.11, AVD-4.01)."""
    generals: dict[str, str] = {}
    for unit in scenario.units:
        if unit.fields.get("deserters") and unit.side == Side.VILLISTA:
            yield _wrong(unit.id, "villista_deserts", "AVD-2.11", name=unit.name)
        if unit.type == Arm.GENERAL:
            first = generals.setdefault(unit.side, unit.name)
            if first != unit.name:
                yield _wrong(unit.id, "two_generals", "AVD-4.01", name=unit.name, first=first)
        throwers = unit.fields.get("throwers", 0)
        if throwers > unit.bases:
            about = {"name": unit.name, "value": throwers, "figures": unit.bases}
            yield _wrong(unit.id, "too_many_throwers", "AVD-2.08", **about)


# ---- A file from a table ---------------------------------------------------------------------------------------------------------


def written(opening: AverageDiceOpening, title: str, landscape: Iterable[str] = ()) -> str:
    """A table before its first order as a scenario file, with lines that say what landscape there is."""
    terrain = opening.terrain
    lines = [
        f'ruleset = "{RULESET.id}"',
        f"title = {_text(title)}",
        "",
        "[table]",
        f"width = {_inches(terrain.width)}",
        f"height = {_inches(terrain.height)}",
        "",
        "[victory]",
        "morale = false",
        *landscape,
    ]
    names = {area.id: f"house-{number}" for number, area in enumerate(terrain.areas, start=1)}
    for area in terrain.areas:
        lines += _area(area, names[area.id], opening.books.structures[area.id].kind.value)
    for number, houses in enumerate(opening.villages, start=1):
        corners = [corner for area in terrain.areas if area.id in houses for corner in area.outline]
        x, y = (sum(each[axis] for each in corners) // len(corners) for axis in (0, 1))
        called, below = f"Village {number}", min(each.y for each in corners) - LETTERS_BELOW
        lines += ["", "[[name]]", f"text = {_text(called)}", f"at = [{_inches(x)}, {_inches(below)}]", 'style = "town"']
        lines += ["", "[[mark]]", 'kind = "village"', f"name = {_text(called)}", 'side = "federal"']
        lines += [f"at = [{_inches(x)}, {_inches(y)}]", f'houses = "{", ".join(names[each] for each in houses)}"']
    for side in Side:
        called = RULESET.catalogue.say(side.message)
        edge = "south" if side is Side.VILLISTA else "north"
        lines += ["", "[[side]]", f'label = "{side.value}"', f"name = {_text(called)}", f'edge = "{edge}"']
    for side in Side:
        lines += ["", "[[column]]", f"name = {_text(RULESET.catalogue.say(side.message))}", f'side = "{side.value}"']
        for piece in opening.pieces:
            if piece.owner == side.value:
                lines += _unit(opening, piece.id)
    return "\n".join(lines) + "\n"


def _area(area: Area, name: str, kind: str) -> list[str]:
    outline = ", ".join(f"[{_inches(each.x)}, {_inches(each.y)}]" for each in area.outline)
    return ["", "[[area]]", f'id = "{name}"', f'kind = "{kind}"', f"outline = [{outline}]"]


def _unit(opening: AverageDiceOpening, name: str) -> list[str]:
    unit = opening.books.units[name]
    piece = next(each for each in opening.pieces if each.id == name)
    lines = ["", "[[column.unit]]", f"name = {_text(name)}", f'type = "{unit.arm.value}"', f"bases = {unit.figures}"]
    inside = any(name in known.inside for known in opening.books.structures.values())
    if piece.marker is not None or inside:
        lines.append(f"at = {_pose(piece.marker or piece.figures[0])}")
    else:
        lines.append(f"bases_at = [{', '.join(map(_pose, piece.figures))}]")
    if not unit.is_gun:
        lines.append(f'weapon = "{unit.weapon.value}"')
    if unit.throwers:
        lines.append(f"throwers = {unit.throwers}")
    if unit.prone_to_desertion:
        lines.append("deserters = true")
    if piece.hidden:
        lines.append("hidden = true")
    flank = opening.books.raised[unit.side].flank
    if flank and unit.is_general:
        lines.append(f"flank = {flank}")
    if unit.arm in (Arm.CAVALRY, Arm.GENERAL):
        lines.append(f"mounted = {str(unit.mounted).lower()}")
    return lines


def _pose(pose: Pose) -> str:
    return f"[{_inches(pose.x)}, {_inches(pose.y)}, {pose.facing / DEGREE:g}]"


def _inches(length: int) -> str:
    return f"{length / INCH:.3f}".rstrip("0").rstrip(".")


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def made_by_chance(seed: int) -> str:
    """A scenario file of the attack on two villages, whose forces and landscape a seed throws for."""
    opening = codec.read(AverageDiceOpening, json.loads(made(f"chance {seed}", RULESET.default_tables)), "scenario")
    return written(opening, f"The Two Villages, {seed}", landscape(f"landscape {seed}"))


SCENARIO_RULES: KitScenarios[AverageDiceField] = KitScenarios(
    KIT,
    page(__package__, "scenario"),
    {"type": Arm, "side": Side},
    problems,
    made_by_chance,
    lesson.MOMENTS,
    (*lesson.SO, *lesson.WHOM),
)
