"""Numbers that rules turn on are a club's to change: shares, ratios, ranks and thresholds, as much as modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.rulesets.mesoamerica.filling import usual_weapons
from sandtable.umpire import desk


def call(name: str, ruleset: str, house: str = "", **body: Any) -> Any:
    return desk.call(name, {"ruleset": ruleset, "house": house, **body})


def help_of(ruleset: str, action: str, field: str, house: str) -> str:
    screen = call("ruleset", ruleset, house)
    fields = next(each["fields"] for each in screen["actions"] if each["id"] == action)
    return str(next(each["help"] for each in fields if each["name"] == field))


@pytest.mark.rule("REV-6.30")
def test_how_many_outnumber_badly():
    fire: dict[str, Any] = {
        "unit": "IrregularInfantry",
        "range": "5",
        "target_type": "IrregularInfantry",
        "target_formation": "deployed",
    }
    fire |= {"bases_of_actor": 3, "bases_of_target": 2}

    def outnumbered(house: str) -> str:
        return str(call("odds", "revolucion", house, action="deployed_fire", fields=fire)["summary"])

    house = '[outnumber]\nbadly = "3/2"'
    assert outnumbered("") == "3 : 2 Target outnumbered"
    assert outnumbered(house) == "3 : 2 Target badly outnumbered"
    told = help_of("revolucion", "deployed_fire", "actor_badly_outnumbered", house)
    assert told == "The target has 1.5 times as many bases, or more."


SIDES = {
    "side": "US",
    "attackers": [{"stands": 10, "effectiveness": "Fresh"}],
    "defenders": [{"stands": 5, "effectiveness": "Fresh"}],
}


def reasons(ruleset: str, action: str, house: str, fields: dict[str, Any], **more: Any) -> list[str]:
    told = call("odds", ruleset, house, action=action, fields=fields, **more)
    assert told["status"] == "ok", told
    return [f"{row['reason']} {row['value'] or ''}".strip() for row in told["why"][0]["rows"]]


@pytest.mark.rule("MAW-G.24f", "MAW-G.51a")
def test_odds_at_which_a_side_is_outnumbered():
    def outnumbered(house: str, fields: dict[str, Any]) -> list[str]:
        return [
            line for line in reasons("mexican_american_war", "charge_combat", house, fields) if "outnumbered" in line
        ]

    assert outnumbered("", SIDES) == ["Defender: outnumbered 2:1, 5 against 10 +2"]
    assert outnumbered('[charge.odds]\ndouble = "5/2"', SIDES) == ["Defender: outnumbered 3:2, 5 against 10 +1"]
    horse = SIDES | {"defenders": [{"arm": "cavalry", "stands": 5, "effectiveness": "Fresh"}]}
    assert outnumbered("", horse) == []
    assert outnumbered('[charge.odds.careless]\ninfantry = "2"', horse) == [
        "Defender: outnumbered 2:1, 5 against 10 +2"
    ]


@pytest.mark.rule("MAW-13.16")
def test_ranks_of_a_line_that_fire():
    deep = {"weapon": "M", "stands": 12, "range": 4, "ranks": 4}
    fields = {"side": "US", "firers": [deep], "target_stands": 6}
    assert reasons("mexican_american_war", "fire", "", fields)[0].startswith("6 fire points")
    house = "[bearing.line]\nranks = 3"
    assert reasons("mexican_american_war", "fire", house, fields)[0].startswith("9 fire points")


@pytest.mark.rule("MAW-G.37")
def test_stands_at_which_print_and_text_disagree():
    unit = {
        "side": "US",
        "name": "A",
        "morale_class": "Dispirited",
        "start_stands": 8,
        "stands": 5,
        "experience": "Raw",
    }

    def effectiveness(house: str) -> str:
        told = call(
            "odds",
            "mexican_american_war",
            house,
            action="maneuver_check",
            fields={"side": "US", "units": [unit]},
            options={"dispirited7": "printed"},
        )
        return str(told["why"])

    assert "Spent" in effectiveness("")
    assert "Spent" not in effectiveness("[dispirited7]\nstands = 8\nprinted = 3")


@pytest.mark.rule("MAW-G.26")
def test_a_larger_battery_may_have_more_guns_damaged():
    gun = {"weapon": "LG", "built_by": "US", "stands": 8, "range": 10, "damaged_stands": 7}
    fields = {"side": "US", "firers": [gun], "target_stands": 6}
    assert call("odds", "mexican_american_war", action="fire", fields=fields)["status"] == "problems"
    house = "[gun_unit]\nmost = 8"
    assert call("odds", "mexican_american_war", house, action="fire", fields=fields)["status"] == "ok"


HALF = "[army.share]\nhand_to_hand = "
SHARES = (
    "",
    HALF + '"4/5"',
    HALF + '"1"',
    '[army.share]\natl_atl = "9/10"',
    '[army.share]\natl_atl = "1"',
    '[army.share.usual]\nmissiles = "1/2"',
    '[army.share.usual]\nmissiles = "0"',
)


@pytest.mark.rule("PRE-3.13", "PRE-3.15")
@pytest.mark.parametrize("house", SHARES)
@pytest.mark.parametrize("number", (1, 2, 5, 12, 30))
def test_the_weapons_a_form_begins_with_keep_to_the_shares_of_the_club(house: str, number: int):
    ruleset = registry.ruleset("mesoamerica")
    weapons = usual_weapons(number, ruleset.tables({}, house))
    assert len(weapons) == number
    units = [{"name": f"U{place}", "type": "combat", "weapon": weapon} for place, weapon in enumerate(weapons)]
    units += [{"name": "Leader", "type": "leader"}, {"name": "Priests", "type": "priest"}]
    told = call("odds", "mesoamerica", house, action="arm", fields={"side": "West", "units_to_arm": units})
    assert told["status"] == "ok", told
