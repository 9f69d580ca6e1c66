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


class Rising:
    """A log of 1848! kept under house rules."""

    def __init__(self, house: str) -> None:
        self.house = house
        self.entries: list[dict[str, Any]] = []

    def does(self, action: str, answers: dict[str, Any] | None = None, **fields: Any) -> Any:
        meta = {"id": f"e{len(self.entries)}"}
        body = {
            "action": action,
            "fields": fields,
            "answers": answers or {},
            "seed": "tests",
            "throws": 0,
            "meta": meta,
        }
        told = call("resolve", "uprising1848", self.house, **body)
        assert told["status"] == "ok", told
        self.entries.append({"record": told["record"], "voided": False})
        return told

    def books(self) -> Any:
        return call("ledger", "uprising1848", self.house, entries=self.entries)


@pytest.mark.rule("R48-G.39")
def test_how_long_a_truce_lasts():
    def turns(house: str) -> tuple[str, int]:
        rising = Rising(house)
        told = rising.does("next_turn", {"turn.answer": 1}, emissary_away=True)
        bound = 0
        while rising.books()["prefill"]["what_do_they_do"]["truce"]:
            bound += 1
            rising.does("next_turn")
        return next(line["text"] for line in told["instructions"] if "truce" in line["text"]).partition(",")[0], bound

    assert turns("") == ("A truce holds for 2 turns", 2)
    assert turns("[emissary]\ntruce_turns = 4") == ("A truce holds for 4 turns", 4)


@pytest.mark.rule("R48-G.39")
def test_how_many_points_impress_a_government():
    def impressed(house: str) -> tuple[str, str]:
        rising = Rising(house)
        rising.does("score_entry", entry="cash", count=3)
        known = rising.books()["prefill"]["negotiate"]["points_so_far"]
        screen = call("ruleset", "uprising1848", house)
        form = next(each["fields"] for each in screen["actions"] if each["id"] == "negotiate")
        choices = next(each["choices"] for each in form if each["name"] == "points_so_far")
        return known, " / ".join(choice["label"] for choice in choices)

    assert impressed("") == ("25 or more", "under 25 / 25 or more / 50 or more")
    house = "[negotiation.points]\nsome = 35\nmany = 60"
    assert impressed(house) == ("under 25", "under 35 / 35 or more / 60 or more")


@pytest.mark.rule("R48-G.11")
def test_when_and_how_often_troops_stay_away_from_a_beaten_rising():
    def stays_away(house: str) -> list[bool]:
        rising = Rising(house + '\n[director]\nfair = "99"')
        rising.does("unit_entry", side="Player", name="A", actor="Average", figures=8)
        rising.does("unit_entry", side="NonPlayer", name="G", actor="Average", figures=8)
        fight = {"actor_name": "G", "target_name": "A", "actor": "Average", "target": "Average", "range": 3}
        rising.does("fire_musket", {"fire.hits": [1] * 6 + [100] * 2}, **fight, shooters=8, targets=8)
        told = []
        for _ in range(4):
            told.append(rising.books()["prefill"]["event"]["government_at_cap"])
            rising.does("event", event="conscript infantry", government_at_cap=False)
        return told

    assert stays_away("") == [True, False, True, False]
    assert stays_away("[director.restraint]\nevery = 3") == [True, False, False, True]
    assert stays_away('[director.restraint]\nweak = "1/8"') == [False, False, False, False]


@pytest.mark.rule("AVD-3.11")
def test_how_many_turns_are_enough_to_take_a_village():
    def told(house: str) -> tuple[bool, str]:
        day = call("resolve", "average_dice", house, action="new_day", fields={}, answers={"day.turns": 15}, meta={})
        labels = call("ruleset", "average_dice", house)["actions"]
        measures = next(each["measures"] for each in labels if each["id"] == "new_day")
        label = next(each["label"] for each in measures if each["id"] == "enough_to_take_a_village")
        return day["verdict"]["measures"]["enough_to_take_a_village"], label

    assert told("") == (True, "12 turns or more")
    assert told("[day.advised]\nturns = 16") == (False, "16 turns or more")
