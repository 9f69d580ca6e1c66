"""The ground of a scenario as a picture, with its size, and its whole map."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.battle.maps.map import MapDrawing
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules


@dataclass(frozen=True, slots=True)
class Land:
    """A picture of the ground, and how large it is in thousandths of an inch."""

    svg: str
    width: int
    height: int


def land(text: str) -> Land:
    """The picture of a scenario's ground, and how large the table is."""
    scenario = read_scenario(text, "scenario")
    svg = MapDrawing(scenario, scenario_rules(scenario.ruleset)).land()
    return Land(svg, scenario.terrain.width, scenario.terrain.height)


def picture(text: str, theme: str) -> str:
    """The map of a scenario with all that everybody may know, as an SVG file."""
    scenario = read_scenario(text, "scenario")
    return MapDrawing(scenario, scenario_rules(scenario.ruleset)).card(theme)
