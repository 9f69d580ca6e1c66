"""The ground of a scenario as a picture, with its size."""

from __future__ import annotations

from typing import Any

from sandtable.battle.maps.map import MapDrawing
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules


def land(text: str) -> dict[str, Any]:
    """The picture of a scenario's ground, and how large the table is."""
    scenario = read_scenario(text, "scenario")
    svg = MapDrawing(scenario, scenario_rules(scenario.ruleset)).land()
    return {"svg": svg, "width": scenario.terrain.width, "height": scenario.terrain.height}
