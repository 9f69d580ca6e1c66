"""What the table says: every refusal in words, and the promises of a table that need no registering."""

from __future__ import annotations

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
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import Arm
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    area,
    at,
    fire,
    gun,
    laid,
    move,
    opening,
    pose,
    row,
    unit,
)

HOUSE = area("building", 40, 10, 3, 3)
FIELD = laid(
    unit("V1", VILLISTA, row(10, 10, 6)),
    unit("V2", VILLISTA, row(10, 2, 6)),
    unit("V3", VILLISTA, at(*((41.5, 11.5),) * 10)),
    unit("V4", VILLISTA, row(36, 8.5, 6)),
    unit("V5", VILLISTA, at((30, 30), (31.5, 30))),
    gun("Colt", VILLISTA, Arm.MACHINE_GUN, pose(4, 40), 0),
    unit("V6", VILLISTA, at((33, 30)), fired=True),
    gun("MG", VILLISTA, Arm.MACHINE_GUN, pose(24, 20), 2),
    unit("F1", FEDERAL, row(10, 60, 6)),
    unit("F2", FEDERAL, at((29, 30), (30, 31), (30, 29))),
    ground=(HOUSE,),
)


def act(action, piece="", target="", **about):
    return Act(by="villista", action=action, piece=piece, target=target, **about)


def ends(piece, *places):
    return act("move", piece, ways=tuple((pose(*place),) if place else () for place in places))


REFUSED = {
    "not_open": act("new_day"),
    "no_piece": fire(VILLISTA, "F1", "F2"),
    "no_target": fire(VILLISTA, "V1", "V2"),
    "not_chosen": move(FIELD, "V1", 0, 1, into_melee=False),
    "out_of_reach": fire(VILLISTA, "V2", "F1"),
    "no_contact": act("melee", "V1", "F1"),
    "ways": act("move", "V1"),
    "too_far": move(FIELD, "V1", 0, 7),
    "off_board": move(FIELD, "V2", 0, -2),
    "crowded": ends("V1", (11.5, 10), None, None, None, None, None),
    "scattered": ends("V1", (8, 10), None, None, None, None, None),
    "pinned": ends("V5", (30, 30.01), None),
    "enemy_in_the_way": ends("V5", None, (28, 30)),
    "together": ends("V4", None, None, None, None, None, (41.5, 11.5)),
    "away_from_gun": act("move", "MG", ways=((pose(23, 16),), ())),
    "not_its_move": act("spend_move", "V1", chosen={"whole_move": "limber"}),
    "not_its_mover": move(FIELD, "V1", 0, 11, mover="cavalry"),
    "no_crew": act("spend_move", "Colt", chosen={"whole_move": "realign"}),
    "own_house": act("hit_structure", "V3", HOUSE.id),
    "no_structure": act("hit_structure", "V1", "nowhere"),
    "not_alike": act("join", "V5", "MG"),
    "no_gunners": act("unit_change", "MG", "V1"),
    "lent": act("unit_change", "V1", "MG"),
    "far_from_gun": act("unit_change", "V1", "MG", ways=((pose(24, 21),), *((),) * 5)),
    "acted": act("join", "V5", "V6"),
    "stays": act("spend_move", "MG", chosen={"whole_move": "realign"}, marker=(pose(1, 1),)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_every_refusal_of_the_table_has_words_and_a_rule(name):
    problems = TABLE.problems(FIELD, REFUSED[name])
    assert f"problem.table.{name}" in {problem.message.id for problem in problems}
    words = catalogue(TABLE)
    with Texts.strictly():
        for problem in problems:
            assert words.say(problem.message).endswith(".")
            assert problem.rule in RULESET.rulebook.by_id


@pytest.mark.parametrize(
    "text", ("{no table", opening(unit("V1", VILLISTA, row(10, 10, 6))).replace('"figures": 6', '"figures": 5', 1))
)
def test_a_table_that_cannot_be_set_up_is_refused_in_words(text):
    with pytest.raises(Refusal) as caught:
        TABLE.set_up(text, RULESET.default_tables)
    with Texts.strictly():
        (problem,) = caught.value.problems
        assert catalogue(TABLE).say(problem.message).startswith("This table cannot be set up: ")


def test_it_is_a_table_that_a_battle_can_use():
    rules: TableRules[AverageDiceField] = TABLE
    it_goes_by_the_name_of_its_ruleset(rules)
    its_orders_and_events_can_be_written(rules)
    assert rules.sides(FIELD) == ("villista", "federal")
