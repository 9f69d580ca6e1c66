"""Leaders, effectiveness, the army, its ratings and its light (chapters 12, 17, 18, 23, 24, MAW-3.06, MAW-G.16 to MAW-G.18, MAW-G.27)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Refusal
from sandtable.kernel.sheet import Card
from sandtable.rulesets.mexican_american_war.armies import all_ratings, order_of_battle, ratings_of
from sandtable.rulesets.mexican_american_war.labels import label
from sandtable.rulesets.mexican_american_war.roster import read_roster
from sandtable.rulesets.mexican_american_war.units import thresholds
from sandtable.rulesets.mexican_american_war.vocabulary import HEAVY_CARRIAGES, Arm, Carriage, MoraleClass, Side, Weapon
from tests.rulesets.mexican_american_war.play import (
    effect,
    kinds,
    law,
    problems,
    read,
    refused_by,
    say,
    tables,
    verdict,
)
from tests.support.talk import Fields, there

PRINTED = {
    2: "2/-/1 2/-/1 2/-/1 2/-/1",
    3: "3/-/1 3/2/1 3/-/2 3/-/2",
    4: "4/2/1 4/3/2 4/-/3 4/-/3",
    5: "5/3/2 5/4/3 5/-/4 5/-/4",
    6: "6/4/2 6/5/3 6/5/4 6/-/5",
    7: "7/5/3 7/6/4 7/6/5 7/-/6",
    8: "8/5/3 8/6/4 8/7/6 8/-/7",
    9: "9/6/4 9/7/5 9/8/7 9/-/8",
    10: "10/7/4 10/8/5 10/9/7 10/-/9",
    11: "11/8/5 11/9/6 11/10/8 11/-/10",
    12: "12/8/5 12/9/6 12/10/8 12/11/10",
    13: "13/9/6 13/10/7 13/11/9 13/12/11",
    14: "14/10/6 14/11/7 14/12/9 14/13/12",
    15: "15/11/7 15/12/8 15/13/10 15/14/13",
    16: "16/11/7 16/12/8 16/13/10 16/15/14",
    17: "17/12/8 17/13/9 17/14/11 17/16/15",
    18: "18/13/8 18/14/9 18/15/11 18/17/16",
    19: "19/14/9 19/15/10 19/16/12 19/18/17",
    20: "20/14/9 20/15/10 20/16/12 20/19/18",
    21: "21/15/10 21/16/11 21/17/13 21/20/19",
    22: "22/16/10 22/17/11 22/18/13 22/21/20",
    23: "23/17/11 23/18/12 23/19/14 23/22/21",
    24: "24/17/11 24/18/12 24/19/14 24/23/22",
    25: "25/18/12 25/19/13 25/20/15 25/24/23",
}


@pytest.mark.rule("MAW-17.03", "MAW-17.05", "MAW-17.06")
def test_the_effectiveness_table():
    for started, row in PRINTED.items():
        for morale, printed in zip(MoraleClass, row.split(), strict=True):
            worn, spent = thresholds(morale, started, tables())
            assert f"{started}/{worn or '-'}/{spent}" == printed, (started, morale)


@pytest.mark.rule("MAW-10.01", "MAW-17.01")
def test_losses_wear_a_unit_down_and_nothing_else_changes():
    states = []
    for lost in range(6):
        fields: Fields = {"side": "US", "morale_class": "Reliable", "start_stands": 8, "stands": 8, "stands_lost": lost}
        states.append(effect(verdict("losses", **fields), "effectiveness_becomes").effectiveness)
    assert states == ["Fresh", "Fresh", "Worn", "Worn", "Spent", "Spent"]
    assert refused_by("losses", side="US", start_stands=4, stands=5) == {"MAW-17.03"}
    assert refused_by("losses", side="US", start_stands=6, stands=5, stands_lost=6) == {"MAW-10.01"}


# ---- Leaders ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-3.06", "MAW-3.07", "MAW-0.10a", "MAW-G.67")
def test_the_fallen_leader_table():
    fates = {
        10: "lost",
        9: "lost",
        8: "lost",
        7: "wounded",
        6: "dismounted",
        5: "unharmed",
        4: "unharmed",
        1: "unharmed",
    }
    for die, fate in fates.items():
        found = verdict("fallen_leader", {"leader.die": die}, side="US")
        assert (found.leader, effect(found, "leader_fares").fate) == (fate, fate)
    odds = law("fallen_leader", side="US").project(lambda one: one.leader)
    assert [odds[fate] * 10 for fate in ("lost", "wounded", "dismounted", "unharmed")] == [3, 1, 1, 5]


@pytest.mark.rule("MAW-G.16e", "MAW-G.67")
def test_a_brave_colonel_is_lost_on_seven_or_more():
    for die, fate in {6: "unharmed", 7: "lost", 10: "lost"}.items():
        found = verdict("fallen_leader", {"leader.colonel": die}, side="US", leader_with_unit="brave colonel")
        assert found.colonel == fate
    both = verdict("fallen_leader", {"leader.die": 7, "leader.colonel": 1}, side="US", leader_with_unit="both")
    assert (both.leader, both.colonel) == ("wounded", "unharmed")


@pytest.mark.rule("MAW-G.16c", "MAW-G.67")
def test_a_new_leader_is_rated_by_a_die():
    for die, rating in {1: "Poor", 3: "Poor", 4: "Able", 9: "Able", 10: "Gallant"}.items():
        found = verdict("leader_replacement", {"replacement.die": die}, side="MEX")
        assert (found.measure("gallant"), effect(found, "leader_replaced").rating) == (rating == "Gallant", rating)
    for commander in ("army", "artillery"):
        assert refused_by("leader_replacement", side="US", commander=commander) == {"MAW-G.16c"}


# ---- The army ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.18", "MAW-G.18a", "MAW-G.18b")
def test_heavy_casualties_greater_losses_and_key_positions():
    def state(options=None, **fields):
        found = verdict("army_state", options=options, **{"side": "US", "army_stands": 61, **fields})
        return tuple(found.measure(name) for name in ("heavy_casualties", "greater_losses", "army_modifier"))

    assert state(army_lost=15) == (False, False, 0)
    assert state(army_lost=16, enemy_lost=16) == (True, False, -1), "a quarter, rounded up"
    assert state(army_lost=16, enemy_lost=15) == (True, True, -2)
    assert state({"greaterLosses": "add"}, army_lost=16) == (True, True, -3)
    assert state(army_lost=12, heavy_number=12, enemy_lost=20) == (True, False, -1), "the scenario's number"
    assert state(army_lost=0, key_position_lost=True) == (False, False, -1)
    assert state(army_lost=20, key_position_lost=True) == (True, True, -3)
    assert refused_by("army_state", side="US", army_stands=10, army_lost=11) == {"MAW-G.18"}


def test_an_army_that_has_lost_half_withdraws():
    assert kinds(verdict("army_state", side="MEX", army_stands=60, army_lost=30)) == ["army_stands", "army_breaks"]
    assert kinds(verdict("army_state", side="MEX", army_stands=60, army_lost=29)) == ["army_stands"]


def test_a_scenario_may_say_at_how_many_lost_stands_an_army_withdraws():
    def breaks(lost, **fields):
        found = verdict("army_state", side="US", army_stands=60, army_lost=lost, **fields)
        return [each.message for each in found.effects if each.kind == "army_breaks"]

    assert breaks(29) == breaks(7, breaking_number=8) == breaks(30, breaking_number=31) == []
    (half,), (eight,) = breaks(30), breaks(8, breaking_number=8)
    assert say(half) == "50% of its stands are lost: the army withdraws and loses."
    assert say(eight) == "8 stands are lost, as many as the scenario allows it: the army withdraws and loses."


def test_victory_points_and_grades():
    found = verdict(
        "victory",
        us_key_positions=1,
        us_units_destroyed=2,
        us_units_spent=1,
        us_gun_stands=3,
        us_leaders=1,
        mex_at_heavy_casualties=True,
    )
    assert (found.measure("us_points"), found.measure("mex_points")) == (3 + 4 + 1 + 3 + 1 + 5, 0)
    assert effect(found, "battle_won").grade == "decisive"
    for points, grade in {2: "draw", 3: "marginal", 7: "marginal", 8: "clear", 14: "clear", 15: "decisive"}.items():
        won = effect(verdict("victory", mex_gun_stands=points), "battle_won")
        assert (won.grade, won.whom) == (grade, "MEX")


@pytest.mark.rule("MAW-12.08", "MAW-12.02")
def test_the_light_is_set_by_the_scenario():
    day = effect(verdict("set_light", light="day"), "light_is")
    assert (day.cap, day.radius) == (0, 8)
    for light, cap in {"night moonless": 4, "night moonlit": 8, "night full moon": 12, "evening 4": 12}.items():
        dark = effect(verdict("set_light", light=light), "light_is")
        assert (dark.cap, dark.radius) == (cap, 4)


# ---- Ratings ----------------------------------------------------------------------------------------------------------------------

US_ROWS = {
    "5th US Infantry": ("infantry", "Veteran Elite", "Spirited", "M"),
    "1st US Artillery": ("infantry", "Veteran Elite", "Spirited", "M"),
    "9th US Infantry": ("infantry", "Veteran", "Spirited", "M"),
    "3rd US Artillery": ("infantry", "Veteran Elite", "Spirited", "M"),
    "US Mounted Rifles": ("infantry", "Veteran", "Spirited", "R"),
    "Voltigeurs": ("infantry", "Veteran", "Spirited", "R"),
    "Converged Rifles": ("infantry", "Veteran Elite", "Spirited", "R"),
    "Volunteer Infantry": ("infantry", "Trained Veteran", "Spirited", "M"),
    "1st Mississippi Rifles": ("infantry", "Trained Veteran", "Spirited", "R"),
    "US Marines": ("infantry", "Trained Veteran", "Spirited", "R"),
    "2nd US Dragoons": ("cavalry", "Elite", "Spirited", "C"),
    "3rd US Dragoons": ("cavalry", "Veteran", "Spirited", "C"),
    "Volunteer Cavalry": ("cavalry", "Trained", "Spirited", "R"),
    "Light Field Artillery": ("guns", "Elite", "", "LG"),
    "Flying Artillery": ("guns", "Elite", "", "LG"),
    "Heavy Field Artillery": ("guns", "Veteran", "", "HG"),
    "Siege Artillery": ("guns", "Veteran", "", "SG"),
    "Howitzer and Rocket Battery": ("guns", "Veteran", "", "LH"),
}
MEX_ROWS = {
    "4th Line": ("infantry", "Trained", "Unreliable Reliable", "IM"),
    "2nd Light": ("infantry", "Trained", "Reliable Spirited", "IM"),
    "Zapadores": ("infantry", "Trained", "Reliable Spirited", "IM"),
    "Tampico Coast Guard": ("infantry", "Trained", "Reliable Spirited", "IM"),
    "Grenadiers of the Guard": ("infantry", "Trained", "Unreliable Reliable", "IM"),
    "Standing Battalion of Mexico": ("infantry", "Trained", "Unreliable", "IM"),
    "Active Militia Infantry": ("infantry", "Raw Trained", "Unreliable Dispirited", "IM"),
    "National Guard Infantry": ("infantry", "Raw", "Dispirited Unreliable", "IM"),
    "Auxiliary Infantry": ("infantry", "Raw", "Dispirited", "IM"),
    "7th Line Cavalry": ("cavalry", "Trained", "Unreliable Reliable", "none"),
    "Hussars of the Guard": ("cavalry", "Trained", "Reliable", "none"),
    "Mexican Mounted Rifles": ("cavalry", "Trained", "Unreliable", "IR"),
    "Active Militia Cavalry": ("cavalry", "Raw Trained", "Unreliable", "none"),
    "Presidential Cavalry": ("cavalry", "Raw", "Unreliable", "none"),
    "Rancheros": ("cavalry", "Raw", "Dispirited", "none"),
    "Mexican Light Artillery": ("guns", "Trained", "", "LG"),
    "National Guard Artillery": ("guns", "Raw", "", "MG"),
    "San Patricios": ("guns", "Veteran", "", "HG"),
}


@pytest.mark.rule("MAW-23.14")
def test_the_ratings_of_the_american_army():
    check_rows(US_ROWS, Side.US)
    assert {one.morale for one in all_ratings().values() if one.side is Side.US and one.arm is not Arm.GUNS} == {
        ("Spirited",)
    }


@pytest.mark.rule("MAW-24.01", "MAW-22.01")
def test_the_ratings_of_the_mexican_army():
    check_rows(MEX_ROWS, Side.MEX)
    assert not [one for one in all_ratings().values() if one.side is Side.MEX and "Elite" in one.experience]


def check_rows(rows, side):
    for name, (arm, experience, morale, weapon) in rows.items():
        found = ratings_of(name)
        assert found is not None, name
        assert (found.side, found.arm, " ".join(found.experience), " ".join(found.morale), found.weapon) == (
            side, arm, experience, morale, weapon,
        ), name  # fmt: skip


@pytest.mark.rule("MAW-24.22", "MAW-24.23", "MAW-24.21")
def test_who_carries_lances():
    for name, lances in {
        "Jalisco Lancers": True,
        "7th Line Cavalry": True,
        "Rancheros": True,
        "Tulancingo Cuirassiers": False,
        "Mexican Mounted Rifles": False,
        "2nd US Dragoons": False,
    }.items():
        assert there(ratings_of(name)).lances is lances


@pytest.mark.rule(
    "MAW-21.02a",
    "MAW-21.03b",
    "MAW-21.04a",
    "MAW-19.05",
    "MAW-19.06",
    "MAW-19.07",
    "MAW-19.08",
    "MAW-19.10",
    "MAW-19.11",
    "MAW-20.07",
    "MAW-20.07a",
    "MAW-20.08",
    "MAW-20.09",
    "MAW-20.10",
)
def test_carriages_of_both_armies():
    guns = [one for one in all_ratings().values() if one.arm is Arm.GUNS]
    light = {Weapon.LG, Weapon.LH, Weapon.HR}
    for gun in guns:
        assert (gun.carriage in HEAVY_CARRIAGES) is (gun.weapon not in light), gun.name
        if gun.side is Side.US and gun.weapon is Weapon.LG:
            assert gun.carriage in (Carriage.HLC, Carriage.FLC)
        if gun.side is Side.MEX and gun.weapon is Weapon.LG:
            assert (gun.carriage is Carriage.HLC) is (gun.name == "Mexican Horse Artillery")
        assert (gun.carriage is Carriage.HC_SIEGE) is (gun.weapon is Weapon.SG)
    assert there(ratings_of("Ringgold's Battery")).carriage is Carriage.FLC
    assert there(ratings_of("Mountain Howitzers")).carriage is Carriage.MLC
    assert there(ratings_of("Hale Rockets")).carriage is Carriage.ROCKET


def test_names_are_found_however_they_are_spelled():
    for written in ("5th us infantry", "5th US INFANTRY", "5th Infantry", "5th-US-Infantry"):
        assert there(ratings_of(written)).name == "5th US Infantry"
    assert there(ratings_of("Duncans battery")).name == "Duncan's Battery"
    assert there(ratings_of("Sappers")).name == "Zapadores"
    assert ratings_of("11th Martian Foot") is None


# ---- Rosters and labels -------------------------------------------------------------------------------------------------------------


def entries(text):
    return [read("roster_entry", fields).situation for fields in read_roster(text, PLAIN)]


@pytest.mark.rule("MAW-0.07", "MAW-0.08", "MAW-0.08a", "MAW-23.07")
def test_strengths_in_men_and_guns():
    found = entries(
        "5th US Infantry, 160 men\n8th US Infantry, 560 men\n4th Line, 14 stands\nDuncan's Battery, 4 guns\nBragg's Battery, 6 guns\n18-pounders, 2 guns\n"
    )
    assert [one.stands for one in found] == [4, 14, 14, 2, 3, 1]


@pytest.mark.rule("MAW-0.11")
def test_the_older_names_are_understood():
    crack, green = entries("5th US Infantry, 7, Crack\n4th Line, 8, green\n")
    assert (crack.unit().experience, green.unit().experience) == ("Elite", "Raw")


@pytest.mark.rule("MAW-17.01", "MAW-23.14", "MAW-24.01", "MAW-18.02", "MAW-18.03")
def test_a_name_fills_in_its_ratings():
    fifth, guard, unknown = (
        one.unit()
        for one in entries(
            "5th US Infantry, 7\nNational Guard Infantry, 8\nMEX, Guerrilleros, 4, cavalry, irregular, no lances\n"
        )
    )
    assert (fifth.side, fifth.experience, fifth.morale_class, fifth.weapon) == ("US", "Veteran", "Spirited", "M")
    assert (guard.experience, guard.morale_class, guard.unit_class) == ("Raw", "Dispirited", "national guard")
    assert (unknown.arm, unknown.experience, unknown.morale_class, unknown.lances) == (
        "cavalry",
        "Raw",
        "Dispirited",
        False,
    )
    raw: Fields = {"name": "National Guard Infantry", "stands": 6, "experience": "Veteran"}
    assert refused_by("roster_entry", **raw) == {"MAW-18.02"}


def test_a_list_with_faults_is_refused_line_by_line():
    with pytest.raises(Refusal) as refusal:
        read_roster(
            "5th US Infantry\nThe Old Guard, 5\n4th Line, many\n5th US Infantry, 7, Heroic\n\n# a note\n", PLAIN
        )
    assert [(one.field, one.message.id) for one in refusal.value.problems] == [
        ("line 1", "problem.roster.columns"),
        ("line 2", "problem.unknown_unit"),
        ("line 3", "problem.roster.stands"),
        ("line 4", "problem.roster.word"),
    ]
    with pytest.raises(Refusal):
        read_roster("# nothing\n", PLAIN)


def test_the_order_of_battle_of_palo_alto():
    units = [one.unit() for one in entries("Palo Alto")]
    totals = {side: sum(unit.stands for unit in units if unit.side is side) for side in Side}
    assert totals == {"US": 55, "MEX": 88}
    assert len(units) == len(there(order_of_battle("palo alto")))
    by_name = {unit.name: unit for unit in units}
    assert by_name["2nd US Dragoons, left squadron"].experience == "Elite"
    assert by_name["4th Line"].morale_class == "Reliable"
    assert by_name["2nd Light"].morale_class == "Spirited"


def test_labels_tell_what_a_player_needs():
    roster = "5th US Infantry, 10, brave colonel\n2nd Light, 8, Lt\nRancheros, 8\nRinggold's Battery, 2\n7th Line Cavalry, 1\n"
    fifth, light, rancheros, guns, one_stand = (label(one.unit(), tables()) for one in entries(roster))
    assert (fifth.name, fifth.side) == ("5th US Infantry", "US")
    assert words(fifth) == [["Veteran", "Spirited"], ["M musket", "brave colonel"]]
    assert steps(fifth) == {"Fresh": 10, "Worn": 7, "Spent": 4}
    assert (words(light)[1], steps(light)["Worn"]) == (["IM inferior musket", "light troops"], 6)
    assert words(rancheros) == [["Raw", "Dispirited"], ["Irregular", "light troops", "lances"]]
    assert steps(rancheros) == {"Fresh": 8, "Worn": None, "Spent": 7}
    assert (words(guns), steps(guns)) == ([["Elite"], ["LG light gun", "flc"]], {"Stands": 2})
    assert steps(one_stand) == {"Fresh": 1, "Worn": None, "Spent": None}


def words(card: Card) -> list[list[str]]:
    return [[say(word) for word in line] for line in card.lines]


def steps(card: Card) -> dict[str, int | None]:
    return {say(step.name): step.number for step in card.steps}


@pytest.mark.rule("MAW-8.16", "MAW-8.13")
def test_the_rule_of_thumb_for_roads():
    for mover, free in (("infantry", Fraction(1, 2)), ("guns", Fraction(1))):
        fields: Fields = {"side": "US", "mover": mover, "formation": "march column", "road": "good"}
        if mover == "guns":
            fields = {"side": "US", "mover": "guns", "road": "good"}
        spent = Fraction(4)
        on_road = spent * (1 + free)
        found = verdict("move", **fields, road_inches=str(float(on_road)))
        assert found.measure("distance") == 12 + spent * free
    assert not problems("move", side="US", mover="guns", road="good")


@pytest.mark.rule("MAW-23.14", "MAW-24.01")
def test_names_are_read_as_the_rating_tables_print_them():
    for written, meant in {
        "2nd Dragoons": "2nd US Dragoons", "5th Regular Infantry": "5th US Infantry", "1st Artillery": "1st US Artillery",
        "12th Line Infantry": "12th Line", "2nd Light Infantry": "2nd Light", "Standing Bn. of Mexico": "Standing Battalion of Mexico",
        "Hussars of the Guard of the Supreme Powers": "Hussars of the Guard", "Auxiliary Cavalry": "Rancheros",
    }.items():  # fmt: skip
        assert there(ratings_of(written)).name == meant, written
    assert there(ratings_of("Marines", Side.US)).name == "US Marines"
    assert there(ratings_of("Marines", Side.MEX)).name == "Mexican Marines", "both armies have some"
    assert ratings_of("5th US Infantry", Side.MEX) is None
    rows = read_roster("2nd Dragoons, 3\nMEX, Mounted Rifles, 4", PLAIN)
    labels = [read("roster_entry", row).situation.unit() for row in rows]
    assert [(one.experience, one.weapon, one.side) for one in labels] == [
        ("Elite", "C", "US"),
        ("Trained", "IR", "MEX"),
    ]


def test_a_name_that_nobody_knows_is_answered_with_those_that_may_be_meant():
    with pytest.raises(Refusal) as refused:
        read_roster("2nd Dragons, 3\n11th Martian Foot, 4", PLAIN)
    first, second = (say(one.message) for one in refused.value.problems)
    assert "Did you mean 2nd US Dragoons" in first
    assert "Did you mean" not in second
    found = problems("roster_entry", name="Raiders", stands=4, side="US", ratings_like="Volunter Cavalry")
    assert [(one.field, one.choices[0]) for one in found] == [("ratings_like", "Volunteer Cavalry")]


@pytest.mark.rule("MAW-23.08", "MAW-23.14")
def test_a_name_that_is_almost_one_of_the_rating_tables_is_told():
    almost = verdict("roster_entry", side="US", name="2nd Dragoons, 3", stands=5)
    assert [one.near for one in almost.effects if one.kind == "rated_as_usual"] == ["2nd US Dragoons"]
    for name in ("2nd Dragoons", "Lost Patrol"):
        assert kinds(verdict("roster_entry", side="US", name=name, stands=5)) == ["unit_entered"]
    like = verdict("roster_entry", side="US", name="2nd Dragoons, 3", stands=5, ratings_like="2nd Dragoons")
    assert kinds(like) == ["unit_entered"]
