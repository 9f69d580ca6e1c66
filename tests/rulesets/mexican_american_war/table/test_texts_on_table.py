"""What the table says: every refusal in words, by a rule of its book, and the promises of a table that need no registering."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.battle.rules import TableRules
from sandtable.battle.texts import catalogue
from sandtable.conformance.table_promises import (
    it_goes_by_the_name_of_its_ruleset,
    its_orders_and_events_can_be_written,
)
from sandtable.kernel.messages import Texts
from sandtable.kernel.problem import Refusal
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war import table
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table.rules import TABLE
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import Formation, OrderState, Phase
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    act,
    area,
    check,
    checked,
    fire,
    guns,
    laid,
    leader,
    maneuver,
    opening,
    phase,
    pose,
    unit,
    wall,
)

UNITS = (
    unit("5th", US, pose(30, 20), 8),
    unit("8th", US, pose(42, 20), 8),
    unit("far", US, pose(80, 5), 4),
    unit("column", US, pose(60, 20), 6, formation=Formation.MARCH_COLUMN),
    guns("LG", US, pose(20, 20), 2),
    leader("Taylor", US, pose(32, 16), "5th", "8th"),
    unit("1st", MEX, pose(30, 26, DOWN), 8),
    unit("6th", MEX, pose(80, 50, DOWN), 8),
)
GROUND = (area("river", 40, 24, 6, 2), wall("breastwork", (36, 22), (39, 22)))
FIELD = laid(*UNITS, ground=GROUND)
MOVING = checked(FIELD, "5th", "8th", "column", "LG")
FIRING = phase(FIELD, Phase.OFFENSIVE_FIRE)
REFUSED: dict[str, tuple[MawField, Act]] = {
    "not_open": (FIELD, act("fire", piece="5th", target="1st")),
    "no_piece": (FIELD, check("1st")),
    "in_command": (FIELD, check("5th")),
    "not_in_radius": (FIELD, check("Taylor", "far")),
    "no_units": (FIELD, check("Taylor")),
    "not_checked": (MOVING, maneuver("far", "full move", ("advance", 3))),
    "too_far": (MOVING, maneuver("8th", "full move", ("withdraw", 13))),
    "too_near": (MOVING, maneuver("5th", "full move", ("advance", 5))),
    "impassable": (MOVING, maneuver("8th", "full move", ("advance", 5))),
    "off_board": (MOVING, maneuver("column", "full move", ("advance", 12), ("advance", 40))),
    "one_wheel": (MOVING, maneuver("5th", "full move", ("wheel", 10), ("wheel", 10))),
    "wheel_and_oblique": (MOVING, maneuver("5th", "full move", ("wheel", 10), ("oblique", 2, 10))),
    "wheel_far": (MOVING, maneuver("5th", "full move", ("wheel", 46))),
    "oblique_far": (MOVING, maneuver("5th", "full move", ("oblique", 2, 46))),
    "to_and_fro": (MOVING, maneuver("5th", "full move", ("advance", 1), ("withdraw", 1))),
    "steps": (MOVING, maneuver("5th", "face by the rear rank", ("advance", 1))),
    "no_road": (MOVING, maneuver("column", "full move", ("along the road", 3))),
    "no_work": (MOVING, maneuver("5th", "scale an obstacle")),
    "no_defile": (MOVING, maneuver("5th", "form a storming column")),
    "refuse_all": (MOVING, maneuver("5th", "hold", refuse_left=8)),
    "refuse_one": (MOVING, maneuver("5th", "hold", refuse_left=1, refuse_right=1)),
    "no_bearing": (
        laid(unit("5th", US, pose(30, 20, DOWN), 8), *UNITS[1:], phase=Phase.OFFENSIVE_FIRE),
        fire("5th", "1st"),
    ),
    "split": (FIRING, fire("5th", "1st", split={"5th": "all of them"})),
    "no_station": (FIRING, fire("5th", "1st", station=3)),
    "no_leader": (laid(*UNITS, phase=Phase.LEADERS), act("attach", piece="5th", target="8th")),
    "leader_far": (laid(*UNITS, phase=Phase.LEADERS), act("attach", piece="Taylor", target="far")),
    "is_alone": (laid(*UNITS, phase=Phase.LEADERS), act("detach", piece="Taylor")),
    "must_check": (
        laid(unit("5th", US, pose(30, 20), 8, order=OrderState.DISORDERED), *UNITS[1:]),
        act("next_phase"),
    ),
    "has_checked": (MOVING, act("refuse", piece="5th", chosen={"refuse_left": 2})),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_have_words_and_a_rule(name):
    field, order = REFUSED[name]
    problems = TABLE.problems(field, order)
    assert f"problem.table.{name}" in {problem.message.id for problem in problems}, problems
    words = catalogue(TABLE)
    with Texts.strictly():
        for problem in problems:
            assert words.say(problem.message).endswith(".")
            assert problem.rule in RULESET.rulebook.by_id


def test_whatever_the_table_may_refuse_has_words():
    found = set()
    for file in Path(table.__file__).parent.rglob("*.py"):
        if file.name != "scenario_rules.py":
            source = file.read_text(encoding="utf-8")
            found |= set(re.findall(r"problem\.table\.([a-z_]+)\"", source))
            found |= set(re.findall(r"(?:wrong|fault)\(\"([a-z_]+)\"", source))
    assert len(found) > 50
    texts = catalogue(TABLE).texts
    assert {name for name in found if f"problem.table.{name}" not in texts} == set()


@pytest.mark.parametrize(
    "text", ("{no table", opening(unit("5th", US, pose(10, 10), 6)).replace('"stands": 6', '"stands": 5', 1))
)
def test_a_table_that_cannot_be_set_up_is_refused_in_words(text):
    with pytest.raises(Refusal) as caught:
        TABLE.set_up(text, RULESET.default_tables)
    with Texts.strictly():
        (problem,) = caught.value.problems
        assert catalogue(TABLE).say(problem.message).startswith("This table cannot be set up: ")


def test_it_is_a_table_that_a_battle_can_use():
    rules: TableRules[MawField] = TABLE
    it_goes_by_the_name_of_its_ruleset(rules)
    its_orders_and_events_can_be_written(rules)
    assert rules.sides(FIELD) == ("US", "MEX")
