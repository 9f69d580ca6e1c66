"""Charge combat: its modifiers, one by one (MAW-3.01 to MAW-3.03, MAW-G.22 to MAW-G.24)."""

from __future__ import annotations

import pytest

from sandtable.kernel.requests import Roll
from tests.rulesets.mexican_american_war.play import (
    combat,
    ending,
    kinds,
    order_of,
    problems,
    refused_by,
    requests,
    unit,
)
from tests.support.talk import Fields, of_kind

HORSE: Fields = {"arm": "cavalry"}
WORN = {"effectiveness": "Worn"}


@pytest.mark.rule("MAW-3.01", "MAW-3.03")
def test_every_line_of_the_charge_modifiers():
    for experience, value in {"Elite": 2, "Veteran": 1, "Trained": 0, "Raw": -1}.items():
        assert combat(None, unit(experience=experience)) == value
        assert combat(None, None, unit(experience=experience)) == -value
    for state, value in {"Fresh": 0, "Worn": -2, "Spent": -4}.items():
        assert combat(None, unit(effectiveness=state)) == value
    assert combat(None, unit(order="disordered")) == -1
    for who in ("leader", "brave colonel", "both"):
        assert combat(None, unit(leader_with_unit=who)) == 1
    for formation in ("open order thin", "open order deep"):
        assert combat(None, unit(formation=formation)) == -1
    for ground, value in {"none": 0, "favorable": -1, "strong": -2, "fortified": -3}.items():
        assert combat(None, ground_defended=ground) == value
    assert combat(None, cold_steel=True) == 1
    for ground, value in {"open": 2, "broken": 1, "rough": 0}.items():
        assert combat(None, unit(**HORSE), ground_charged_over=ground) == value
    for shape in ({"outflanked": True}, {"order": "broken"}, {"formation": "march column"}):
        assert combat(None, None, unit(**shape)) == 3
    guns = unit(3, arm="guns")
    assert combat(None, unit(3), guns, guns_supported=True) == 2 - 1
    assert combat(None, unit(3), guns, guns_supported=False) == 2 + 1
    assert combat(None, unit(3), {**guns, "silenced": True}) == 2
    assert combat(None, unit(3), {**guns, "limbered": True}) == 4


@pytest.mark.rule("MAW-3.02a", "MAW-11.10", "MAW-G.60", "MAW-G.24b")
def test_each_line_counts_once():
    all_three: Fields = {"outflanked": True, "formation": "march column"}
    assert combat(None, None, unit(**all_three)) == 3
    assert combat(None, None, unit(order="broken", outflanked=True)) == 3, "broken: -3 and not the -1 of disorder"
    assert combat(None, unit(arm="cavalry", lances=True), unit(order="disordered"), side="MEX") == 2 + 1 + 1
    both: Fields = {"combat": "breakthrough", "cold_steel": True}
    assert combat(None, **both) == 1
    led = [unit(6, leader_with_unit="leader"), unit(4, leader_with_unit="brave colonel")]
    assert combat(None, led) == 1


@pytest.mark.rule("MAW-G.24f", "MAW-G.24e", "MAW-3.01", "MAW-16.08", "MAW-15.34")
def test_outnumbering():
    for own, enemy, value in (
        (10, 14, 0),
        (10, 15, -1),
        (10, 19, -1),
        (10, 20, -2),
        (8, 23, -2),
        (8, 24, -3),
        (15, 10, 1),
    ):
        assert combat(None, unit(own), unit(enemy)) == value, (own, enemy)
    assert combat(None, unit(10), unit(10), defender_supports=5) == -1, "supports count"
    assert combat(None, unit(10), unit(10), attacker_supports=10) == 2
    assert combat(None, [unit(6), unit(4)], [unit(8), unit(7)]) == -1, "all participants count"
    assert combat(None, unit(4), unit(2, arm="guns", experience="Raw"), guns_supported=False) == 2 + 2 + 2, (
        "a gun stand is one"
    )
    assert combat(None, unit(10, formation="storming column"), unit(15)) == -1, (
        "every stand of a storming column counts"
    )
    sheltered: Fields = {"sheltered_crews": 3}
    assert combat(None, unit(10), unit(8, formation="deliberate square"), **sheltered) == 0, "crews do not"


@pytest.mark.rule("MAW-5.01", "MAW-11.01", "MAW-G.51a")
def test_cavalry_outnumbered_by_infantry():
    horse = unit(4, **HORSE)
    assert combat(None, horse, unit(12)) == 2
    mixed = [unit(6), unit(6, **HORSE)]
    assert combat(None, horse, mixed) == 2, "half of the counted stands are infantry"
    mostly_horse = [unit(5), unit(7, **HORSE)]
    assert combat(None, horse, mostly_horse) == 2 - 3
    together = [unit(4, **HORSE), unit(1)]
    assert combat(None, together, unit(15)) == 2 - 3, "a side of cavalry only"
    assert combat(None, unit(4, **HORSE, mounted=False, formation="open order thin"), unit(12)) == -3 - 1


@pytest.mark.rule("MAW-5.02", "MAW-18.05", "MAW-13.15", "MAW-G.59", "MAW-G.46")
def test_part_timers_and_open_order_share_a_line():
    guard: Fields = {"unit_class": "national guard"}
    assert combat(None, unit(**guard)) == -1 - 1, "Raw, and the line"
    assert combat(None, unit(**guard, formation="open order thin")) == -2
    stacked: Fields = {"options": {"guardStack": "add"}}
    assert combat(None, unit(**guard, formation="open order thin"), **stacked) == -3
    irregular: Fields = {"unit_class": "irregular", "formation": "open order thin"}
    assert combat(None, unit(**irregular)) == -2
    assert combat(None, unit(unit_class="active militia")) == 0


@pytest.mark.rule("MAW-15.30", "MAW-15.30a", "MAW-15.31", "MAW-5.03", "MAW-15.32", "MAW-15.32a")
def test_a_hasty_square_pays_for_its_haste_in_every_combat_of_that_turn():
    hasty = unit(formation="hasty square")
    for number in ("charge", "breakthrough", "struggle resumed"):
        line = combat(None, None, unit(), combat=number)
        assert combat(None, None, hasty, combat=number) == line + 1
        assert combat(None, None, unit(formation="deliberate square"), combat=number) == line
    again = requests("charge_combat", side="US", attackers=[unit()], defenders=[hasty])
    assert again["charge.2.dice"].tally.total == 1, "after a Desperate Struggle too"


@pytest.mark.rule("MAW-5.05", "MAW-15.35")
def test_cavalry_gains_nothing_against_a_square():
    for ground in ("open", "broken", "rough"):
        square = unit(formation="deliberate square")
        favorable = 0 if ground == "open" else 1
        assert combat(None, unit(**HORSE), square, ground_charged_over=ground) == -favorable


@pytest.mark.rule("MAW-15.33")
def test_a_square_gains_from_the_ground_charged_over():
    square = unit(formation="deliberate square")
    assert combat(None, None, square, ground_charged_over="broken") == -1
    assert combat(None, None, square, ground_charged_over="rough", ground_defended="favorable") == -1
    assert combat(None, None, unit(), ground_charged_over="broken") == 0, "others only in the last 2 inches"


@pytest.mark.rule("MAW-G.10c", "MAW-G.24c", "MAW-G.10b")
def test_ground_is_the_best_of_three_and_none_from_behind():
    assert combat(None, None, unit(outflanked=True), ground_defended="strong") == 3
    assert combat(None, None, [unit(8), unit(4, outflanked=True)], ground_defended="strong") == 3
    assert combat(None, None, [unit(8), unit(2)], ground_defended="fortified") == -3


@pytest.mark.rule("MAW-G.12b", "MAW-16.08a")
def test_storming_columns_and_squares_are_not_outflanked():
    assert combat(None, unit(formation="storming column", outflanked=True)) == 0
    assert combat(None, None, unit(formation="deliberate square", outflanked=True)) == 0
    assert combat(None, None, unit(formation="garrison", outflanked=True)) == -2, "a building, and no -3"
    for formation in ("storming column", "deliberate square"):
        tally = requests(
            "charge_combat", side="US", attackers=[unit()], defenders=[unit(formation=formation, outflanked=True)]
        )
        assert [one.rule for one in tally["charge.1.dice"].tally if one.value is None] == ["MAW-G.12b"], (
            "and it says so"
        )


@pytest.mark.rule("MAW-G.10a", "MAW-G.10b")
def test_a_garrison_stands_in_a_strong_position_at_least():
    inside = unit(formation="garrison")
    for told, value in {"none": -2, "favorable": -2, "strong": -2, "fortified": -3}.items():
        assert combat(None, None, inside, ground_defended=told) == value


@pytest.mark.rule("MAW-11.05", "MAW-11.09", "MAW-24.22", "MAW-24.23", "MAW-24.21")
def test_lances_are_mexican_and_cold_steel_is_not_for_mexican_horse():
    shaken = unit(order="disordered")
    assert combat(None, unit(**HORSE), shaken, side="MEX") == 2 + 1 + 1
    assert combat(None, unit(**HORSE), shaken, side="US") == 2 + 1
    assert combat(None, unit(**HORSE, lances=False), shaken, side="MEX") == 2 + 1, "cuirassiers and mounted rifles"
    assert refused_by("charge_combat", side="MEX", attackers=[unit(**HORSE)], defenders=[unit()], cold_steel=True) == {
        "MAW-11.05"
    }
    assert not problems("charge_combat", side="US", attackers=[unit(**HORSE)], defenders=[unit()], cold_steel=True)
    on_foot = unit(**HORSE, mounted=False, formation="open order thin")
    assert combat(None, on_foot, shaken, side="MEX") == 1 - 1
    assert refused_by("charge_combat", side="US", attackers=[on_foot], defenders=[unit()], cold_steel=True) == {
        "MAW-11.09"
    }


@pytest.mark.rule("MAW-G.23b", "MAW-24.21", "MAW-3.01", "MAW-11.09")
def test_counter_charging_cavalry_has_its_own_ground_and_lances():
    horse = unit(**HORSE)
    assert combat(None, horse, horse) == 2, "stationary cavalry has nothing"
    for ground, value in {"open": 0, "broken": 1, "rough": 2}.items():
        assert combat(None, horse, horse, counter_charging=True, counter_ground=ground) == value
    lancers: Fields = {"counter_charging": True}
    assert combat(None, unit(order="disordered"), horse, side="US", **lancers) == -1 - 2 - 1
    assert combat(None, unit(order="disordered"), horse, side="US") == -1
    assert refused_by("charge_combat", side="US", attackers=[unit()], defenders=[unit()], counter_charging=True) == {
        "MAW-G.23"
    }


@pytest.mark.rule("MAW-11.06", "MAW-2.10b", "MAW-3.08")
def test_a_breakthrough_adds_one_and_is_a_second_combat():
    assert combat(None, combat="breakthrough") == 1
    assert combat(None, unit(**HORSE), combat="breakthrough") == 2 + 1
    found = ending(5, unit(**HORSE), unit(), combat="breakthrough")
    assert "breaks_through" not in kinds(found)
    assert order_of(found, "attacker") == ["disordered"]
    assert [one.late for one in found.effects if one.kind == "order_becomes" and one.whom == "attacker"] == [False]


@pytest.mark.rule("MAW-G.24", "MAW-G.24a", "MAW-9.01", "MAW-G.51")
def test_the_unit_with_most_stands_leads_its_side():
    foot, horse = unit(6, experience="Elite"), unit(4, **HORSE, experience="Raw")
    assert combat(None, [foot, horse], unit(10)) == 2, "the Elite foot leads: no cavalry charge"
    assert combat(None, [unit(4, experience="Elite"), unit(6, **HORSE, experience="Raw")], unit(10)) == -1 + 2
    assert combat(None, [unit(5, experience="Elite"), unit(5, experience="Raw")], unit(10)) == 2, "of equals the first"
    one_roll = requests("charge_combat", side="US", attackers=[foot, horse], defenders=[unit(10)])
    assert [die.name for die in of_kind(Roll, one_roll["charge.1.dice"]).dice] == ["d10", "d10"]


@pytest.mark.rule("MAW-G.24d")
def test_one_outflanked_unit_outflanks_its_side():
    assert combat(None, None, [unit(8), unit(2, outflanked=True)]) == 3


@pytest.mark.rule("MAW-G.44")
def test_an_evader_that_is_caught_fights_broken():
    assert combat(None, None, unit(order="broken")) == 3


@pytest.mark.rule("MAW-G.22a", "MAW-G.22", "MAW-16.12")
def test_who_cannot_be_in_the_attack():
    def rules(**attacker):
        return refused_by("charge_combat", side="US", attackers=[unit(**attacker)], defenders=[unit()])

    assert rules(arm="guns") == rules(order="broken") == rules(formation="march column") == {"MAW-G.22a"}
    storming: Fields = {
        "attackers": [unit(formation="storming column")],
        "defenders": [unit()],
        "combat": "breakthrough",
    }
    assert refused_by("charge_combat", side="US", **storming) == {"MAW-16.12"}
