"""Musketry and cannonade: weapons, fire points, modifiers, effects, ammunition (chapters 4, 10, 12, 19, 20, MAW-G.01 to MAW-G.07)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.requests import Count
from sandtable.rulesets.mexican_american_war.vocabulary import GUN_WEAPONS, SMALL_ARMS, Side, Weapon
from sandtable.rulesets.mexican_american_war.weapons import close_range, fire_points, maximum_range
from tests.rulesets.mexican_american_war.play import (
    exact,
    fire,
    firing,
    kinds,
    law,
    mean,
    pending,
    problems,
    refused_by,
    requests,
    tables,
    verdict,
)
from tests.support.talk import Fields, of_kind

PRINTED = {
    ("US", "M"): {4: "1", 8: "1/2"},
    ("US", "R"): {8: "1", 12: "1/2"},
    ("US", "C"): {4: "1/2"},
    ("MEX", "IM"): {4: "1/2"},
    ("MEX", "IR"): {4: "1", 12: "1/2"},
    ("US", "LG"): {12: "5", 24: "3", 36: "2", 48: "1"},
    ("US", "LH"): {12: "6", 24: "2", 36: "1"},
    ("US", "HG"): {12: "6", 24: "4", 36: "3", 48: "2", 60: "1"},
    ("US", "HH"): {12: "7", 24: "3", 36: "2", 48: "1"},
    ("US", "SG"): {12: "6", 24: "5", 36: "4", 48: "3", 72: "2"},
    ("MEX", "LG"): {12: "3", 24: "2", 36: "1"},
    ("MEX", "MG"): {12: "4", 24: "2", 40: "1"},
    ("MEX", "HG"): {12: "4", 24: "3", 36: "2", 48: "1"},
    ("MEX", "SG"): {12: "4", 24: "4", 36: "3", 48: "2", 60: "1"},
}


def points(weapon, nation, inches):
    return fire_points(Weapon(weapon), Side(nation), Fraction(inches), tables())


@pytest.mark.rule(
    "MAW-G.01",
    "MAW-4.02",
    "MAW-4.03",
    "MAW-4.04",
    "MAW-4.05",
    "MAW-4.05a",
    "MAW-19.02",
    "MAW-20.01",
    "MAW-20.02",
    "MAW-20.06",
)
def test_the_weapon_table():
    for (nation, weapon), bands in PRINTED.items():
        near = 0
        for far, expected in bands.items():
            for inches in (Fraction(near) + Fraction(1, 2), Fraction(far)):
                assert points(weapon, nation, inches) == Fraction(expected), (nation, weapon, inches)
            near = far
        assert points(weapon, nation, Fraction(near) + Fraction(1, 10)) is None


@pytest.mark.rule("MAW-G.01d", "MAW-G.01e")
def test_captured_guns_and_codes_without_a_line():
    assert points("LG", "MEX", 24) == 2
    own = fire(None, firing("LG", 3, 24))
    captured = fire(None, firing("LG", 3, 24, built_by="MEX"))
    assert (own, captured) == (1, 0), "a gun keeps the points of the nation that built it"
    for inches in (12, 24, 36, 48):
        assert points("SH", "US", inches) == points("HH", "US", inches)
    assert points("MG", "US", 40) == 1, "only Mexico built medium guns"


@pytest.mark.rule("MAW-G.11", "MAW-20.02", "MAW-20.04")
def test_close_ranges():
    near = {weapon: close_range(weapon, Side.US, tables()) for weapon in (*SMALL_ARMS, *GUN_WEAPONS)}
    assert {weapon for weapon, inches in near.items() if inches == 4} == {"M", "C", "IM", "IR"}
    assert near[Weapon.R] == 8
    assert near[Weapon.HR] == 0
    assert {near[weapon] for weapon in GUN_WEAPONS if weapon is not Weapon.HR} == {12}
    assert close_range(Weapon.LG, Side.US, tables({"gunClose": "4"})) == 4
    card = verdict("weapon_card", side="US", weapon="R", light="night moonless")
    assert (card.measure("reach"), card.measure("close_range")) == (4, 4)


@pytest.mark.rule("MAW-20.04")
def test_a_sound_rifle_has_the_longer_close_band():
    assert close_range(Weapon.R, Side.US, tables()) > close_range(Weapon.IR, Side.MEX, tables())


@pytest.mark.rule("MAW-4.09", "MAW-20.05", "MAW-20.06", "MAW-1.21")
def test_mexican_guns_are_weaker_in_every_band_and_reach():
    for weapon in ("LG", "HG", "SG"):
        for inches in range(1, maximum_range(Weapon(weapon), Side.US, tables()) + 1):
            theirs = points(weapon, "MEX", inches)
            ours = points(weapon, "US", inches)
            assert theirs is None or theirs < ours, (weapon, inches)
        assert maximum_range(Weapon(weapon), Side.MEX, tables()) < maximum_range(Weapon(weapon), Side.US, tables())


@pytest.mark.rule("MAW-4.02", "MAW-20.02")
def test_rifles_of_both_sides_are_one_weapon_but_for_the_close_band():
    for inches in range(1, 13):
        if inches <= 4 or inches > 8:
            assert points("R", "US", inches) == points("IR", "MEX", inches)
    assert points("R", "US", 8) == 1
    assert points("IR", "MEX", 8) == Fraction(1, 2)


ROW = {1: -3, 2: -2, 3: -1, 4: -1, 5: 0, 8: 0, 9: 1, 11: 1, 12: 2, 14: 2, 15: 3, 19: 3, 20: 4, 24: 4, 25: 5}
COLUMNS = {1: -4, 2: -3, 3: -2, 4: -2, 5: -1, 6: 0, 8: 0, 9: 1, 12: 2, 25: 5}


@pytest.mark.rule("MAW-G.02", "MAW-G.02a", "MAW-4.10", "MAW-4.10a")
def test_fire_points_to_a_modifier():
    for stands, modifier in ROW.items():
        assert fire(None, firing(stands=stands)) == modifier, stands
    for stands, modifier in COLUMNS.items():
        assert fire(None, firing(stands=stands), options={"fireRow": "columns"}) == modifier, stands
    most = [firing(stands=25), firing(stands=25)]
    assert fire(None, *most) == 5, "five at most"


@pytest.mark.rule("MAW-4.10b", "MAW-G.01c", "MAW-G.02")
def test_fractions_are_kept_until_the_total_and_then_dropped():
    halves = [firing("IM", 3, 4), firing("IM", 7, 4)]
    assert fire(None, *halves, side="MEX") == 0, "1 1/2 and 3 1/2 make 5"
    assert fire(None, firing("IM", 9, 4), side="MEX") == -1, "4 1/2 is 4"
    nothing = verdict("fire", side="MEX", firers=[firing("IM", 1, 4)])
    assert (nothing.effect, nothing.effects) == ("Desultory", ())
    assert [one.rule for one in nothing.reasons] == ["MAW-G.02"]


@pytest.mark.rule("MAW-G.01c", "MAW-G.06a", "MAW-G.26")
def test_disorder_low_ammunition_and_damage_halve_fire_points():
    assert fire(None, firing(stands=10)) == 1
    assert fire(None, firing(stands=10, order="disordered")) == 0
    assert fire(None, firing(stands=10, low_ammunition=True)) == 0
    assert fire(None, firing(stands=12, order="disordered", low_ammunition=True)) == -1, "3 of 12"
    assert fire(None, firing("LG", 2, 12)) == 1
    assert fire(None, firing("LG", 2, 12, damaged_stands=1)) == 0, "7 1/2"
    assert fire(None, firing("LG", 2, 12, damaged_stands=2)) == 0, "5"
    assert refused_by("fire", side="US", firers=[firing("LG", 2, 12, damaged_stands=3)]) == {"MAW-G.26"}
    charged: Fields = {"in_charge": "charged by the target"}
    assert fire(None, firing(stands=10, **charged)) == 2
    assert fire(None, firing(stands=10, low_ammunition=True, **charged)) == 0, "buck and ball is lost too"


@pytest.mark.rule("MAW-G.03", "MAW-4.11", "MAW-4.15", "MAW-4.16", "MAW-4.18", "MAW-15.23", "MAW-16.06", "MAW-G.13")
def test_every_line_of_the_fire_modifiers():
    five = firing(stands=5)
    assert fire(None, five) == 0
    assert fire(None, firing(stands=5, experience="Raw")) == -1
    assert fire(None, firing(stands=5, enfilading=True)) == 2
    for formation, value in {
        "deliberate square": 2, "hasty square": 2, "storming column": 2, "march column": 1, "field column": 1,
        "line": 0, "supported line": 0, "garrison": -2, "open order thin": -1, "open order deep": -1,
    }.items():  # fmt: skip
        assert fire(None, five, target_formation=formation) == value, formation
    assert fire(None, five, crossing_abatis=True) == 1
    for cover, value in {"none": 0, "partial": -1, "full": -2, "fortified": -3}.items():
        assert fire(None, five, cover=cover) == value
    for experience, value in {"Elite": -1, "Veteran": 0, "Trained": 0, "Raw": 1}.items():
        assert fire(None, five, target_experience=experience) == value
    assert fire(None, five, target_arm="guns") == -1
    assert fire(None, five, target_arm="guns", target_limbered=True) == 1
    assert fire(None, five, target_arm="guns", cover="full") == -2, "one cover line only"


@pytest.mark.rule("MAW-G.03")
def test_siege_guns_and_heavy_howitzers_count_against_works():
    works: Fields = {"cover": "fortified"}
    for weapon, value in {"SG": -2, "SH": -2, "HH": -2, "HG": -3, "LG": -3}.items():
        bare = fire(None, firing(weapon, 2, 12))
        assert fire(None, firing(weapon, 2, 12), **works) - bare == value, weapon


@pytest.mark.rule("MAW-G.03a")
def test_one_shape_line_and_one_cover_line_count():
    five = firing(stands=5, enfilading=True)
    assert fire(None, five, target_formation="deliberate square") == 2
    assert fire(None, five, target_formation="march column") == 2
    assert fire(None, firing(stands=5), target_formation="open order thin", cover="fortified") == -3
    assert fire(None, firing(stands=5), target_formation="deliberate square", cover="full") == 0, "shape and cover add"


@pytest.mark.rule("MAW-G.13", "MAW-G.03")
def test_lines_about_the_firers_need_half_the_fire_points():
    for field, value in (("enfilading", 2), ("experience", -1)):
        mark: Fields = {"enfilading": True} if field == "enfilading" else {"experience": "Raw"}
        assert fire(None, firing(stands=4), firing(stands=4, **mark)) == value
        assert fire(None, firing(stands=5), firing(stands=4, **mark)) == 1, "under half: 9 points and nothing more"


@pytest.mark.rule("MAW-4.13", "MAW-4.14")
def test_cavalry_is_no_easier_to_hit_than_a_line():
    for stands in (3, 5, 10, 15):
        shot: Fields = {"side": "US", "firers": [firing(stands=stands)]}
        assert mean("fire", "stands_lost", **shot) == mean("fire", "stands_lost", **shot, target_arm="cavalry")
    assert fire(None, firing(stands=5), target_arm="cavalry") == 0


@pytest.mark.rule("MAW-G.04", "MAW-10.06", "MAW-10.05", "MAW-4.21", "MAW-10.07")
def test_the_effects_table():
    expected = {
        5: ("Desultory", 0, []),
        6: ("Lively", 0, ["order_becomes"]),
        7: ("Lively", 0, ["order_becomes"]),
        8: ("Galling", 0, ["order_becomes"]),
        9: ("Galling", 0, ["order_becomes"]),
        10: ("Telling", 1, ["order_becomes", "stands_lost", "low_on_ammunition"]),
    }
    for die, (name, stands, effects) in expected.items():
        found = fire(die, firing(stands=5))
        assert (found.effect, found.stands_lost, kinds(found)) == (name, stands, effects)
    for result, stands in {11: 1, 12: 2, 14: 2, 15: 3}.items():
        found = fire(result - 6, firing(stands=25), crossing_abatis=True)
        assert found.stands_lost == stands


@pytest.mark.rule("MAW-10.06", "MAW-10.07", "MAW-10.08", "MAW-G.04", "MAW-G.26", "MAW-G.26a")
def test_guns_are_silenced_damaged_and_wrecked():
    guns: Fields = {"target_arm": "guns", "target_limbered": True}  # +1
    for die, expected in {
        4: [],
        5: ["silenced"],
        7: ["silenced"],
        9: ["silenced", "guns_damaged"],
    }.items():
        assert kinds(fire(die, firing(stands=5), **guns)) == expected
    assert kinds(fire(7, firing(stands=25), **guns))[:2] == ["silenced", "guns_wrecked"]
    assert fire(7, firing(stands=25), **guns).wrecked == 1
    assert fire(9, firing(stands=25), **guns).wrecked == 2
    again = fire(9, firing(stands=5), **guns, target_stands=2, target_damaged_stands=2)
    assert (again.damaged, again.wrecked) == (0, 1), "a second damage wrecks"
    last = fire(7, firing(stands=25), **guns, target_stands=1)
    assert "unit_removed" in kinds(last)
    left = fire(7, firing(stands=25), **guns, target_stands=2)
    assert "unit_removed" not in kinds(left), "guns may shrink to one stand"


@pytest.mark.rule("MAW-10.04")
def test_troops_reduced_to_one_stand_are_removed():
    assert "unit_removed" in kinds(fire(9, firing(stands=10), target_stands=2))
    assert "unit_removed" not in kinds(fire(9, firing(stands=10), target_stands=3))
    assert "unit_removed" not in kinds(fire(6, firing(stands=10), target_stands=2)), "nobody was hit"


@pytest.mark.rule("MAW-G.04", "MAW-G.04a", "MAW-G.04b", "MAW-G.04c", "MAW-4.20", "MAW-24.24")
def test_what_checks_a_charge():
    def fate(die, stands=5, **target):
        beside = firing(stands=stands, in_charge="no")
        found = fire(die, beside, **{"target_charge": "charging", **target})
        return found.charge

    assert [fate(die) for die in (5, 6, 8, 9)] == ["goes home", "goes home", "checked", "checked"]
    steel: Fields = {"target_charge": "cold steel"}
    assert [fate(die, **steel) for die in (8, 9)] == ["goes home", "goes home"]
    assert fate(9, stands=25, **steel) == "checked"
    mexican_horse: Fields = {"target_arm": "cavalry"}
    assert [fate(die, **mexican_horse) for die in (5, 6, 8)] == ["goes home", "checked", "checked"]
    assert fate(9, stands=25, **mexican_horse) == "checked"
    us_horse = fire(6, firing("IM", 10, 4), side="MEX", target_arm="cavalry", target_charge="charging")
    assert us_horse.charge == "goes home"
    halted = fire(8, firing(stands=5), target_charge="charging")
    told = [one for one in halted.effects if one.kind == "charge_checked"]
    assert [(one.distance, one.or_recall) for one in told] == [(2, False)]
    recalled = fire(8, firing(stands=5), target_charge="charging", target_arm="cavalry")
    assert [one.or_recall for one in recalled.effects if one.kind == "charge_checked"] == [True]
    gone = fire(9, firing(stands=25), target_charge="charging", target_stands=3)
    assert "charge_checked" not in kinds(gone), "nobody is left to halt"


@pytest.mark.rule("MAW-G.05", "MAW-19.11c", "MAW-4.08b", "MAW-G.67")
def test_rocket_stands_throw_to_count():
    near, far = [firing("HR", 3, 40)], [firing("HR", 3, 41)]
    met = requests("fire", side="US", firers=near)
    assert next(iter(met)) == "fire.rockets"
    assert of_kind(Count, met["fire.rockets"]).pool == 3
    assert sorted(of_kind(Count, met["fire.rockets"]).bands[0].faces) == [6, 7, 8, 9, 10]
    assert sorted(of_kind(Count, requests("fire", side="US", firers=far)["fire.rockets"]).bands[0].faces) == [8, 9, 10]
    for counting, modifier in {3: 0, 2: -1, 1: -2}.items():
        assert fire(None, *near, answers={"fire.rockets": {"counts": [counting]}}) == modifier
    nothing = verdict("fire", {"fire.rockets": {"counts": [0]}}, side="US", firers=near)
    assert nothing.effect == "Desultory"
    congreve = tables().row("rocket.congreve.needs")
    assert all(ours < older for ours, older in zip(tables().row("rocket.needs"), congreve, strict=True))


@pytest.mark.rule("MAW-G.05", "MAW-G.67")
def test_rockets_that_throw_alike_throw_together():
    firers = [firing("HR", 2, 40), firing("HR", 1, 30), firing("HR", 2, 60), firing("M", 8, 4)]
    met = requests("fire", side="US", firers=firers)
    assert [of_kind(Count, met[key]).pool for key in met if key.startswith("fire.rockets")] == [3, 2]


@pytest.mark.rule("MAW-G.06", "MAW-G.06a")
def test_a_natural_ten_leaves_the_heaviest_firer_low():
    firers = [firing(stands=3, name="5th"), firing(stands=6, name="8th")]
    assert fire(10, *firers).low_on_ammunition == "8th"
    assert fire(9, *firers).low_on_ammunition is None
    assert fire(10, firing(stands=3, name="5th"), firing(stands=3, name="8th")).low_on_ammunition == "5th"
    assert fire(10, firing(stands=6, low_ammunition=True)).low_on_ammunition is None, "it is low already"
    second = {"lowAmmo": "second"}
    assert pending("fire", {"fire.die": 10}, second, side="US", firers=firers) == "fire.ammo"
    for die, low in {5: None, 6: "8th"}.items():
        assert fire(10, *firers, options=second, answers={"fire.ammo": die}).low_on_ammunition == low
    for options, share in (({}, Fraction(1, 10)), (second, Fraction(1, 20))):
        found = law("fire", options=options, side="US", firers=firers)
        assert found.probability(lambda one: one.low_on_ammunition is not None) == share


@pytest.mark.rule("MAW-G.17")
def test_leaders_are_at_risk_from_a_natural_ten_that_tells():
    shot: Fields = {"side": "US", "firers": [firing(stands=5)], "leader_with_target": "leader"}
    assert pending("fire", {"fire.die": 10}, **shot) == "leader.die"
    lost = law("fire", **shot).probability(lambda one: one.leader == "lost")
    assert lost == Fraction(3, 100)
    weak: Fields = {**shot, "firers": [firing(stands=1)], "cover": "fortified"}
    assert law("fire", **weak).probability(lambda one: one.leader is not None) == 0, "a 10 without effect harms nobody"
    assert fire(9, firing(stands=5), leader_with_target="leader").leader is None


@pytest.mark.rule("MAW-G.07", "MAW-G.19e", "MAW-16.07a", "MAW-G.19f", "MAW-13.16", "MAW-4.06")
def test_which_stands_bear():
    def modifier(**firer):
        return fire(None, firing(stands=12, **firer))

    assert modifier() == modifier(formation="supported line", ranks=2) == modifier(formation="open order deep") == 2
    assert modifier(formation="open order deep", ranks=3) == 0, "two ranks of three: 8 stands"
    assert modifier(formation="field column") == -2
    assert modifier(formation="storming column") == -3
    assert modifier(formation="garrison") == -1
    many = [firing(stands=12, formation="garrison", stands_that_bear=4)]
    assert refused_by("fire", side="US", firers=many) == {"MAW-G.07"}
    assert fire(None, firing(stands=12, stands_that_bear=5)) == 0
    states: tuple[tuple[Fields, str], ...] = (
        ({"formation": "march column"}, "MAW-G.07"),
        ({"order": "broken"}, "MAW-G.19f"),
        ({"mounted": True}, "MAW-4.06"),
    )
    for state, rule in states:
        assert refused_by("fire", side="US", firers=[firing(**state)]) == {rule}
    for mark, rule in (("limbered", "MAW-G.07"), ("silenced", "MAW-G.26"), ("crew_sheltered", "MAW-2.33a")):
        assert refused_by("fire", side="US", firers=[firing("LG", 2, 12, **{mark: True})]) == {rule}
    assert refused_by("fire", side="MEX", firers=[firing("none", 6)]) == {"MAW-G.07"}


@pytest.mark.rule("MAW-15.24", "MAW-15.25", "MAW-15.27", "MAW-G.34", "MAW-15.29")
def test_fire_from_a_square():
    square: Fields = {"formation": "deliberate square"}
    assert fire(None, firing(stands=12, **square)) == -1, "3 stands of one side"
    assert fire(None, firing(stands=20, **square)) == 0, "5, the second rank included"
    assert fire(None, firing(stands=12, **square), options={"squareFire": "caption"}) == -3, "a single stand"
    for stands in (4, 8, 12, 16, 24):
        assert fire(None, firing(stands=stands, **square)) == ROW_OF(stands // 4)


def ROW_OF(points_total):  # noqa: N802 - a row of the table, looked up
    return fire(None, firing(stands=points_total))


@pytest.mark.rule("MAW-15.26", "MAW-G.07c")
def test_all_that_fires_at_one_target_is_one_shot():
    together = [firing(stands=8, formation="deliberate square"), firing(stands=7)]
    met = requests("fire", side="US", firers=together)
    assert list(met) == ["fire.die"]
    assert fire(None, *together) == 1, "2 and 7 make 9"


@pytest.mark.rule("MAW-15.28")
def test_an_abandoned_gun_is_no_target():
    assert refused_by("fire", side="US", firers=[firing()], target_arm="guns", target_crew_sheltered=True) == {
        "MAW-15.28"
    }


@pytest.mark.rule("MAW-G.07e")
def test_a_charge_binds_the_fire_of_both():
    for state in ("charging another", "charged by another"):
        assert refused_by("fire", side="US", firers=[firing(in_charge=state)]) == {"MAW-G.07e"}
    for state in ("charging the target", "charged by the target"):
        assert not problems("fire", side="US", firers=[firing(in_charge=state)])


@pytest.mark.rule("MAW-G.07f")
def test_each_stand_fires_once_in_a_step():
    assert refused_by("fire", side="US", firers=[firing(fired_already=True)]) == {"MAW-G.07f"}


@pytest.mark.rule("MAW-G.07j", "MAW-G.15a")
def test_guns_that_maneuvered_do_not_fire_offensively():
    def rules(step, service):
        firers = [firing("LG", 2, 12, gun_service=service)]
        return refused_by("fire", side="US", fire_step=step, firers=firers)

    assert rules("offensive", "other maneuver") == {"MAW-G.07j"}
    for step, service in (
        ("defensive", "other maneuver"),
        ("offensive", "maneuver with fire"),
        ("offensive", "held"),
    ):
        assert rules(step, service) == set()


@pytest.mark.rule("MAW-12.04", "MAW-12.05", "MAW-12.03", "MAW-12.02")
def test_twilight_caps_every_range():
    for light, cap in {
        "evening 1": 48, "evening 2": 36, "evening 3": 24, "evening 4": 12,
        "morning 1": 12, "morning 2": 24, "morning 3": 36, "morning 4": 48,
    }.items():  # fmt: skip
        shot: Fields = {"side": "US", "light": light}
        assert not problems("fire", **shot, firers=[firing("SG", 2, cap)])
        rule = "MAW-12.05" if "morning" in light else "MAW-12.04"
        assert refused_by("fire", **shot, firers=[firing("SG", 2, cap + 1)]) == {rule}
        assert verdict("set_light", light=light).measure("range_cap") == cap
    assert refused_by("fire", side="US", light="evening 5", firers=[firing()]) == {None}, "four turns at most"


@pytest.mark.rule("MAW-12.01", "MAW-G.63")
def test_civil_twilight_is_half_as_long():
    civil = {"nauticalTwilight": False}
    for light, cap in {"evening 1": 36, "evening 2": 12, "morning 1": 12, "morning 2": 36}.items():
        assert verdict("set_light", options=civil, light=light).measure("range_cap") == cap
    for light in ("evening 3", "evening 4", "morning 3", "morning 4"):
        assert refused_by("set_light", civil, light=light) == {"MAW-G.63"}
        assert "MAW-G.63" in refused_by("fire", civil, side="US", light=light, firers=[firing()])


@pytest.mark.rule("MAW-12.07")
def test_twilight_hides_what_is_fired_at_from_afar():
    for light in ("evening 1", "morning 4"):
        assert fire(None, firing(stands=5), light=light) == 0
        assert fire(None, firing(stands=10, at=5), light=light) == -2
        assert fire(None, firing(stands=4), firing(stands=8, at=8), light=light) == -2, "half from afar"
        assert fire(None, firing(stands=5), firing(stands=8, at=8), light=light) == 1, "less than half from afar"
        assert fire(None, firing(stands=10, at=5), light=light, cover="full") == -2, "one cover line"


@pytest.mark.rule("MAW-12.11")
def test_at_night_all_fire_is_at_full_cover_but_in_charge_combats():
    night: Fields = {"light": "night moonless"}
    assert fire(None, firing(stands=5), **night) == -2
    assert fire(None, firing(stands=5), **night, in_charge_combat=True) == 0


@pytest.mark.rule("MAW-23.07", "MAW-9.03")
def test_a_gun_unit_is_a_battery_or_a_section():
    for stands in (1, 2, 3):
        assert not problems("fire", side="US", firers=[firing("LG", stands, 12)])
    assert refused_by("fire", side="US", firers=[firing("LG", 7, 12)]) == {"MAW-23.07"}


@pytest.mark.rule("MAW-G.07h")
def test_massing_by_a_leader_is_told_by_option():
    fields: Fields = {
        "side": "US",
        "firers": [firing("LG", 2, 24)],
        "closest_or_only_target": False,
        "other_guns_fired": True,
    }
    for radius in ("gun", "target"):
        options = {"massRadius": radius}
        assert refused_by("fire", options, **fields) == {"MAW-9.04"}
        assert not problems("fire", options, **fields, artillery_leader_in_reach=True)
        told = problems("fire", options, **fields)[0].message
        assert dict(told.parameters)["reach"].id == f"word.mass_{radius}"


@pytest.mark.rule("MAW-11.03", "MAW-16.07")
def test_cold_steel_does_not_fire():
    steel = firing(stands=10, experience="Veteran", in_charge="charging the target with cold steel")
    assert refused_by("fire", side="MEX", fire_step="offensive", firers=[steel]) == {"MAW-11.03"}
    storming = {**steel, "formation": "storming column"}
    assert refused_by("fire", side="US", fire_step="offensive", firers=[storming]) == {"MAW-11.03"}


def test_a_shot_of_many_units_is_told_exactly():
    firers = [firing("HR", 3, 40), firing("HR", 2, 60, enfilading=True), firing("M", 6, 8, experience="Raw")]
    found = exact("fire", side="US", firers=firers, leader_with_target="both", target_stands=4)
    assert found.law.total == 1


def test_a_club_may_change_the_fire_points():
    house = '[weapon.MEX.IM]\npoints = ["3/4", 0]\n[weapon.US.M]\npoints = ["1", "1/4", "0"]\n'
    shot: Fields = {"side": "MEX", "firers": [firing("IM", 12, 4)]}
    assert requests("fire", house=house, **shot)["fire.die"].tally.total == 1, "9 points"
    assert requests("fire", **shot)["fire.die"].tally.total == 0, "6 points"


@pytest.mark.rule("MAW-12.11")
def test_by_night_whoever_takes_part_in_the_charge_sees_his_enemy():
    night: Fields = {"light": "night moonless", "target_charge": "charging"}
    charged, beside = {"in_charge": "charged by the target"}, {"in_charge": "no"}
    assert fire(None, firing(stands=5, **charged), **night) == 0 + 1, "buck and ball, and no -2"
    assert fire(None, firing(stands=5), **night) == 0 + 1, "the one unit that fires is the one charged"
    assert fire(None, firing(stands=5, **beside), **night) == -2
    assert fire(None, firing("R", 5, 4, **charged), firing("R", 4, 4, **beside), **night) == 1, "most of the points see"
    assert fire(None, firing("R", 4, 4, **charged), firing("R", 5, 4, **beside), **night) == 1 - 2
    assert fire(None, firing("LG", 1, 4, **charged), **night) == 0, "guns that are charged too"
    assert (
        fire(None, firing(stands=5, in_charge="charging the target"), light="night moonless", fire_step="offensive")
        == 1
    )


@pytest.mark.rule("MAW-4.12", "MAW-4.12a")
def test_a_charging_target_charges_the_one_unit_that_fires_at_it():
    charging: Fields = {"target_charge": "charging"}
    assert fire(None, firing(stands=5), **charging) == 1
    assert fire(None, firing(stands=5, in_charge="no"), **charging) == 0
    assert fire(None, firing("R", 5, 4), **charging) == 0, "only muskets have it"
    assert fire(None, firing(stands=5), **charging, fire_step="offensive") == 0
    two = [firing(stands=5), firing(stands=5)]
    found = problems("fire", side="US", firers=two, **charging)
    assert [(one.field, one.rule) for one in found] == [("firers.1.in_charge", "MAW-4.12")], "which of them?"
    said = [firing(stands=5, in_charge="charged by the target"), firing(stands=5)]
    assert fire(None, *said, **charging) == 1 + 1
    assert not problems("fire", side="MEX", firers=[firing("IM", 5, 4), firing("IM", 5, 4)], **charging)
    alone = fire(8, firing(stands=5, in_charge="charged by the target"))
    assert alone.charge == "checked", "a target that charges the firer is charging"


@pytest.mark.rule("MAW-G.07e", "MAW-G.22a")
def test_guns_are_charged_but_never_charge():
    assert refused_by("fire", side="US", firers=[firing("LG", 2, 12, in_charge="charging the target")]) == {"MAW-G.22a"}
    assert refused_by("fire", side="US", firers=[firing("LG", 2, 12, in_charge="charged by another")]) == {"MAW-G.07e"}


@pytest.mark.rule("MAW-G.09")
def test_a_garrison_is_in_cover_whatever_was_said():
    inside: Fields = {"target_formation": "garrison"}
    for cover, value in {"none": -2, "partial": -2, "full": -2, "fortified": -3}.items():
        assert fire(None, firing(stands=5), **inside, cover=cover) == value


@pytest.mark.rule("MAW-G.22a", "MAW-G.26")
def test_a_target_is_refused_that_cannot_be_as_it_is_told():
    charging: Fields = {"side": "US", "firers": [firing()], "target_charge": "charging"}
    for formation in ("march column", "deliberate square", "garrison"):
        found = problems("fire", **charging, target_formation=formation)
        assert [(one.field, one.rule) for one in found] == [("target_formation", "MAW-G.22a")]
    assert refused_by("fire", **charging, target_order="broken") == {"MAW-G.22a"}
    battery: Fields = {"side": "US", "firers": [firing()], "target_arm": "guns", "target_stands": 2}
    assert refused_by("fire", **battery, target_damaged_stands=3) == {"MAW-G.26"}
    assert not problems("fire", **battery, target_damaged_stands=2)


@pytest.mark.rule("MAW-15.24a")
def test_a_square_fires_at_nobody_twice_however_he_is_written():
    firer = {
        "weapon": "M",
        "stands": 8,
        "range": "2",
        "formation": "deliberate square",
        "stands_fired": 2,
        "fired_at": "San Blas",
    }
    for name in ("San Blas", "san blas"):
        assert "MAW-15.24a" in refused_by("fire", side="US", firers=[firer], target_name=name)
    assert refused_by("fire", side="US", firers=[firer], target_name="Activo") == set()
