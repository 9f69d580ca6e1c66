"""The table of a battle under way, drawn."""

from __future__ import annotations

from sandtable.battle.desk import HasDesk
from sandtable.battle.maps.replay import Frame, ReplayDrawing
from sandtable.battle.matches.match import REFEREE
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.scenario.scenario import Scenario
from sandtable.kernel.problem import refuse
from sandtable.lab.learning.session import Session


def table_svg(session: Session, scenario: Scenario) -> str:
    """An SVG of the table as an umpire sees it."""
    rules = session.rules
    if not isinstance(rules, HasDesk):
        raise refuse("ruleset", "battle.table.unknown", name=rules.name)
    frame = Frame(0, rules.desk.scene(session.state, REFEREE), "")
    return ReplayDrawing(scenario, scenario_rules(scenario.ruleset)).still([frame], 0)
