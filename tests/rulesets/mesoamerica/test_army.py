"""Weapons and armour: the shares that an army must keep, and the choice the form begins with."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Refusal
from sandtable.rulesets.mesoamerica.filling import usual_weapons
from sandtable.rulesets.mesoamerica.roster import read_roster
from tests.rulesets.mesoamerica import play


def units(*weapons: str, armoured: int = 0, command: bool = True) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [{"name": f"W{n}", "weapon": weapon} for n, weapon in enumerate(weapons, start=1)]
    if command:
        rows += [{"name": "WL", "type": "leader"}, {"name": "WP", "type": "priest"}]
    for row in rows[:armoured]:
        row["armoured"] = True
    return {"side": "West", "units_to_arm": rows}


LEGAL = ("war_club", "war_club", "club", "atl_atl", "atl_atl")


@pytest.mark.rule("PRE-3.10", "PRE-3.16", "PRE-3.18b", "PRE-2.01b")
def test_every_unit_gets_one_weapon_and_command_has_its_own():
    verdict = play.verdict("arm", units(*LEGAL))
    assert [(effect.whom, effect.weapon) for effect in verdict.effects] == [
        ("W1", "war_club"), ("W2", "war_club"), ("W3", "club"), ("W4", "atl_atl"), ("W5", "atl_atl"),
        ("WL", "war_club"), ("WP", "sword"),
    ]  # fmt: skip


@pytest.mark.rule("PRE-3.13")
def test_more_than_half_fight_hand_to_hand():
    assert play.refusals("arm", units("war_club", "war_club", "club", "atl_atl", "atl_atl", "atl_atl")) == {
        "units_to_arm.6.weapon": "PRE-3.13"
    }
    assert play.refusals("arm", units(*LEGAL)) == {}


@pytest.mark.rule("PRE-3.14", "PRE-G.06")
def test_two_war_clubs_to_a_club():
    assert play.refusals("arm", units("war_club", "club", "club")) == {"units_to_arm.3.weapon": "PRE-3.14"}
    assert play.refusals("arm", units("war_club", "war_club", "war_club")) == {"units_to_arm.3.weapon": "PRE-3.14"}
    assert play.refusals("arm", units("war_club", "war_club", "club")) == {}


@pytest.mark.rule("PRE-3.15")
def test_more_than_half_of_the_missile_units_throw_atl_atls():
    hand = ("war_club", "war_club", "club")
    assert play.refusals("arm", units(*hand, "atl_atl", "bow")) == {"units_to_arm.5.weapon": "PRE-3.15"}
    assert play.refusals("arm", units(*hand, "bow")) == {"units_to_arm.4.weapon": "PRE-3.15"}
    assert play.refusals("arm", units(*hand, "atl_atl")) == {}


@pytest.mark.rule("PRE-G.06")
def test_swords_are_side_arms_and_lances_come_by_scenario():
    assert play.refusals("arm", units("war_club", "sword"))["units_to_arm.2.weapon"] == "PRE-G.06"
    ten = ("war_club",) * 6 + ("club",) * 3 + ("lance",)
    assert play.refusals("arm", units(*ten)) == {"units_to_arm.10.weapon": "PRE-G.06"}
    assert play.refusals("arm", units(*ten), {"lance_percent": 10}) == {}


@pytest.mark.rule("PRE-3.21", "PRE-G.08")
def test_a_quarter_of_the_units_may_wear_armour():
    assert play.refusals("arm", units(*LEGAL, armoured=1)) == {}
    assert play.refusals("arm", units(*LEGAL, armoured=2)) == {"units_to_arm.2.armoured": "PRE-3.21"}
    assert play.refusals("arm", units(*LEGAL, "club", armoured=2)) == {"units_to_arm.6.weapon": "PRE-3.14"}


@pytest.mark.rule("PRE-3.11")
def test_an_army_has_one_leader_unit_and_a_priest_unit():
    assert play.refusals("arm", units(*LEGAL, command=False)) == {
        "units_to_arm.1.type": "PRE-3.11", "units_to_arm.5.type": "PRE-3.11",
    }  # fmt: skip


@pytest.mark.rule("PRE-3.13", "PRE-3.14", "PRE-3.15")
@pytest.mark.parametrize("number", range(1, 49))
def test_the_choice_a_form_begins_with_is_legal(number):
    weapons = usual_weapons(number, play.tables())
    assert len(weapons) == number
    assert play.refusals("arm", units(*weapons)) == {}


@pytest.mark.rule("PRE-G.46")
def test_spanish_cavalry_count_as_four_units():
    fields = units(*LEGAL)
    fields["units_to_arm"].append({"name": "Horse", "type": "spanish"})
    assert play.refusals("arm", fields) == {"units_to_arm.8.type": "PRE-G.46"}
    assert play.verdict("arm", fields, options={"spanish": True}).measured()["units"] == 11


def test_a_pasted_roster():
    lines = read_roster(
        "# West\nWest, war club, 4 elite armoured, Jaguars\n\nEast, Leader, 5, Lord\nEast, bow, 2, Archers", PLAIN
    )
    assert lines == [
        {
            "side": "West",
            "name": "Jaguars",
            "strength": "4",
            "elite": True,
            "armoured": True,
            "type": "combat",
            "weapon": "war club",
        },
        {"side": "East", "name": "Lord", "strength": "5", "elite": False, "armoured": False, "type": "leader"},
        {
            "side": "East",
            "name": "Archers",
            "strength": "2",
            "elite": False,
            "armoured": False,
            "type": "combat",
            "weapon": "bow",
        },
    ]
    entered = play.verdict("roster_entry", lines[1]).effects[0]
    assert (entered.kind_of_unit, entered.elite, entered.weapon) == ("leader", True, "war_club")


def test_a_roster_with_faults_names_every_line():
    with pytest.raises(Refusal) as refusal:
        read_roster("North, club, 3, A\nWest, musket, 3, B\nWest, club, 9, C\nWest, club, 3, \nWest, club", PLAIN)
    assert [problem.field for problem in refusal.value.problems] == ["line 1", "line 2", "line 3", "line 4", "line 5"]
    with pytest.raises(Refusal):
        read_roster("\n# nothing\n", PLAIN)


@pytest.mark.rule("PRE-G.03")
def test_an_army_has_somebody_to_fight():
    few = {"side": "West", "military_prowess": 5, "base_men": 60}
    assert play.refusals("army", few | {"priest_units": 5}) == {"priest_units": "PRE-G.03"}
    assert play.refusals("army", few) == {"base_men": "PRE-G.03"}
    assert play.refusals("army", few | {"base_men": 200}) == {}
    assert play.refusals("army", few, {"command_included": False}) == {}
