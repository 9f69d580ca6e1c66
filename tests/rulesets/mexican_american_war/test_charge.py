"""Charge combat: results for both sides, squares, guns, struggles (chapters 3, 5, 11, 15, 16, MAW-G.22 to MAW-G.26, MAW-G.66)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.requests import Roll
from tests.rulesets.mexican_american_war.play import (
    combat,
    effect,
    ending,
    exact,
    kinds,
    law,
    order_of,
    problems,
    refused_by,
    requests,
    total,
    unit,
)
from tests.support.talk import Fields, of_kind

HORSE: Fields = {"arm": "cavalry"}
WORN = {"effectiveness": "Worn"}


# ---- Results: the defender is beaten ------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-3.04", "MAW-3.05", "MAW-G.21a")
def test_swept_from_the_field():
    for difference, stands in {8: 2, 9: 2, 10: 3, 11: 4}.items():
        found = ending(difference, unit(experience="Elite"), unit(10))
        assert (found.effect, found.defender_lost) == ("Swept from the Field", stands)
        assert kinds(found, "defender") == ["stands_lost", "order_becomes", "full_retreat"]
        assert kinds(found, "attacker") == ["carries_position", "breaks_through"]
    light = unit(3, arm="guns", carriage="hlc")
    assert kinds(ending(8, unit(), light), "defender") == ["guns_lost"], "all unlimbered guns are lost"
    limbered = ending(8, unit(), {**light, "limbered": True})
    assert kinds(limbered, "defender") == ["guns_wrecked", "silenced", "full_retreat"]


@pytest.mark.rule("MAW-3.04", "MAW-10.01")
def test_a_leader_is_at_risk_after_the_worst_results_only():
    led = unit(leader_with_unit="leader")
    dice: Fields = {"charge.1.dice": [10, 1]}
    assert "leader.die" in requests("charge_combat", dice, side="US", attackers=[unit()], defenders=[led])
    fallen = combat({**dice, "leader.die": 10}, unit(), led)
    assert effect(fallen, "leader_fares").fate == "lost"
    assert "leader.die" not in requests("charge_combat", dice, side="US", attackers=[led], defenders=[unit()])
    back = {"charge.1.dice": [6, 1]}
    assert "leader.die" not in requests("charge_combat", back, side="US", attackers=[unit()], defenders=[led])
    repulsed = {"charge.1.dice": [1, 10]}
    assert "leader.die" in requests("charge_combat", repulsed, side="US", attackers=[led], defenders=[unit()])


@pytest.mark.rule("MAW-3.04", "MAW-G.51")
def test_driven_back():
    by_foot = ending(4, unit(), unit())
    assert by_foot.defender_lost == 1
    assert kinds(by_foot, "defender") == ["stands_lost", "order_becomes", "retreats_beyond_close_range"]
    outflanked = ending(4, unit(), unit(outflanked=True))
    assert outflanked.defender_lost == 2
    assert kinds(outflanked, "defender") == ["stands_lost", "order_becomes", "full_retreat"]
    assert order_of(outflanked, "defender") == ["broken"]
    with_horse = ending(4, [unit(6), unit(4, **HORSE)], unit(10))
    assert with_horse.defender_lost == 2, "beaten by cavalry if any winner is cavalry"


@pytest.mark.rule("MAW-3.04", "MAW-3.08", "MAW-G.25b")
def test_beaten_cavalry_may_recall_after_a_first_combat_only():
    for difference, kind in {4: "retreats_beyond_close_range", 2: "short_retreat"}.items():
        first = ending(difference, unit(), unit(**HORSE))
        second = ending(difference, unit(), unit(**HORSE), combat="struggle resumed")
        assert effect(first, kind, "defender").or_recall
        assert not effect(second, kind, "defender").or_recall
        on_foot = ending(difference, unit(), unit())
        assert not effect(on_foot, kind, "defender").or_recall


@pytest.mark.rule("MAW-3.04", "MAW-G.45", "MAW-G.36")
def test_hard_pressed():
    good = ending(1, unit(), unit())
    assert good.defender_lost == 0
    assert kinds(good, "defender") == ["order_becomes", "short_retreat"]
    assert effect(good, "short_retreat").distance == 2
    shaken = ending(3, unit(), unit(order="disordered"))
    assert shaken.defender_lost == 1
    assert kinds(shaken, "defender") == ["stands_lost", "short_retreat"]
    already = ending(2, unit(order="disordered"), unit(), ground_charged_over="rough")
    assert kinds(already, "attacker") == ["carries_position"], "a disordered winner stays so and loses nothing"


@pytest.mark.rule("MAW-5.07", "MAW-3.04", "MAW-21.03a", "MAW-G.25j")
def test_beaten_guns():
    def gun(**more):
        return unit(3, arm="guns", **more)

    for difference in (2, 5):
        for stuck in ({"carriage": "hc field"}, {"carriage": "hlc", "fixed": True}):
            found = ending(difference, unit(3), gun(**stuck))
            assert kinds(found, "defender") == ["guns_lost"]
            assert effect(found, "guns_lost").captured
            assert found.defender_lost == 3, "captured guns count as lost"
    pressed = ending(2, unit(3), gun(carriage="hlc"))
    assert kinds(pressed, "defender") == ["guns_damaged", "silenced", "limbers", "full_retreat"]
    driven = ending(5, unit(3), gun(carriage="hlc"))
    assert kinds(driven, "defender") == ["guns_wrecked", "silenced", "limbers", "full_retreat"]
    by_horse = ending(5, unit(3, **HORSE), gun(carriage="hlc"))
    assert kinds(by_horse, "defender") == ["guns_lost"]
    heavy_limbered = ending(5, unit(3), gun(carriage="hc field", limbered=True))
    assert "guns_lost" not in kinds(heavy_limbered, "defender")


@pytest.mark.rule("MAW-G.26a", "MAW-G.66a")
@pytest.mark.parametrize("limbered", (False, True))
@pytest.mark.parametrize("stands", (1, 2, 3))
def test_guns_of_which_no_stand_is_left_are_gone_however_many_rolls_it_took(stands, limbered):
    guns = unit(stands, arm="guns", carriage="hlc", limbered=limbered)
    seen = 0
    for verdict, _ in law("charge_combat", side="US", attackers=[unit(6)], defenders=[guns]):
        if verdict.defender_gone:
            assert {"unit_removed", "guns_lost"} & set(kinds(verdict, "defender")), verdict
            assert "full_retreat" not in kinds(verdict, "defender")
            seen += verdict.rolls > 1
    assert seen or stands == 1


@pytest.mark.rule("MAW-G.53", "MAW-5.08", "MAW-G.25i", "MAW-G.10b")
def test_fortified_defenders_hold_when_hard_pressed():
    for defender in (unit(), unit(3, arm="guns", carriage="hc field"), unit(3, arm="guns", fixed=True)):
        found = ending(2, unit(), defender, ground_defended="fortified")
        assert "holds" in kinds(found, "defender")
        assert kinds(found, "attacker") == ["short_retreat"]
        assert order_of(found, "attacker") == [], "in good order"
    fortress = ending(2, unit(), unit(3, arm="guns", carriage="hc field"), ground_defended="fortified")
    assert kinds(fortress, "defender") == ["guns_damaged", "silenced", "holds"]
    strong = ending(2, unit(), unit(), ground_defended="strong")
    assert "holds" not in kinds(strong, "defender"), "only works of the fortified class"
    stormed = ending(5, unit(), unit(3, arm="guns", carriage="hc field"), ground_defended="fortified")
    assert kinds(stormed, "defender") == ["guns_lost"]


@pytest.mark.rule("MAW-15.37", "MAW-G.54", "MAW-15.37a")
def test_an_outflanked_loser_breaks_whatever_the_effect():
    pressed = ending(2, unit(), unit(outflanked=True))
    assert pressed.defender_lost == 0
    assert kinds(pressed, "defender") == ["order_becomes", "full_retreat"]
    faltered = ending(-2, unit(outflanked=True), unit())
    assert kinds(faltered, "attacker") == ["order_becomes", "full_retreat"]
    square = ending(2, unit(), unit(formation="hasty square", outflanked=True))
    assert kinds(square, "defender") == ["order_becomes", "holds"], "but not one that got into square in time"
    assert kinds(square, "attacker") == ["short_retreat"]


@pytest.mark.rule("MAW-15.38", "MAW-15.39", "MAW-G.25h", "MAW-15.36")
def test_a_broken_square():
    square = unit(formation="deliberate square")
    driven = ending(4, unit(), square, sheltered_crews=2)
    assert driven.defender_lost == 2, "one and one more, whoever the attacker is"
    assert kinds(driven, "defender") == ["stands_lost", "order_becomes", "full_retreat", "crews_lost"]
    swept = ending(8, unit(), square, sheltered_crews=2)
    assert (swept.defender_lost, "crews_lost" in kinds(swept)) == (2, True)
    pressed = ending(3, unit(), square, sheltered_crews=2)
    assert "crews_lost" not in kinds(pressed)
    assert kinds(pressed, "defender") == ["order_becomes", "holds"]


@pytest.mark.rule("MAW-3.04", "MAW-G.25", "MAW-G.22h")
def test_which_winners_end_disordered():
    assert order_of(ending(2, unit(), unit()), "attacker") == []
    for ground in ("broken", "rough"):
        assert order_of(ending(2, unit(), unit(), ground_charged_over=ground), "attacker") == ["disordered"]
    assert order_of(ending(2, unit(**HORSE), unit()), "attacker") == ["disordered"]
    mixed = ending(2, [unit(6, name="foot"), unit(4, **HORSE, name="horse")], unit(10))
    assert (order_of(mixed, "foot"), order_of(mixed, "horse")) == ([], ["disordered"])
    late = ending(5, unit(**HORSE), unit())
    assert [one.late for one in late.effects if one.kind == "order_becomes" and one.whom == "attacker"] == [True]


@pytest.mark.rule("MAW-5.09", "MAW-G.25c", "MAW-G.25e", "MAW-3.08", "MAW-2.10b")
def test_who_breaks_through():
    foot, horse = ending(4, unit(), unit()), ending(4, unit(**HORSE), unit())
    assert (effect(foot, "breaks_through").must, effect(foot, "breaks_through").distance) == (False, 8)
    assert (effect(horse, "breaks_through").must, effect(horse, "breaks_through").distance) == (True, 12)
    assert "breaks_through" in kinds(ending(8, unit(), unit()))
    assert "breaks_through" not in kinds(ending(3, unit(), unit()))
    after_struggle = combat([[5, 5], [9, 3]], unit(), unit())
    assert after_struggle.effect == "Driven Back"
    assert "breaks_through" not in kinds(after_struggle)


# ---- Results: the attacker is beaten ------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-3.04", "MAW-3.05")
def test_falter_recoil_and_repulse():
    falter = ending(-1, unit(), unit())
    assert falter.attacker_lost == 0
    assert kinds(falter, "attacker") == ["order_becomes", "short_retreat"]
    assert kinds(falter, "defender") == ["holds"]
    again = ending(-3, unit(order="disordered"), unit())
    assert again.attacker_lost == 1
    recoil = ending(-7, unit(), unit())
    assert recoil.attacker_lost == 1
    assert kinds(recoil, "attacker") == ["stands_lost", "order_becomes", "retreats_beyond_close_range"]
    outflanked = ending(-5, unit(outflanked=True), unit())
    assert (outflanked.attacker_lost, order_of(outflanked, "attacker")) == (2, ["broken"])
    for difference, stands in {-8: 2, -9: 2, -10: 3, -11: 4}.items():
        repulsed = ending(difference, unit(10), unit(experience="Elite"))
        assert (repulsed.effect, repulsed.attacker_lost) == ("Repulsed", stands)
        assert order_of(repulsed, "attacker") == ["broken"]


@pytest.mark.rule("MAW-3.04", "MAW-G.25b")
def test_beaten_attacking_cavalry_may_recall_after_a_first_combat():
    for difference, kind in {-1: "short_retreat", -5: "retreats_beyond_close_range"}.items():
        assert effect(ending(difference, unit(**HORSE), unit()), kind, "attacker").or_recall
        resumed = ending(difference, unit(**HORSE), unit(), combat="struggle resumed")
        assert not effect(resumed, kind, "attacker").or_recall


@pytest.mark.rule("MAW-3.04", "MAW-G.23c")
def test_a_defender_who_wins_holds_and_his_cavalry_is_disordered():
    stationary = ending(-2, unit(), unit(**HORSE))
    assert kinds(stationary, "defender") == ["holds", "order_becomes"]
    countering = ending(-2, unit(), unit(**HORSE), counter_charging=True)
    assert kinds(countering, "defender") == ["carries_position", "order_becomes"]
    assert effect(countering, "carries_position").or_recall
    lost = ending(2, unit(), unit(**HORSE), counter_charging=True)
    assert lost.effect == "Hard Pressed", "it stays the defender"


@pytest.mark.rule("MAW-16.09", "MAW-16.09a", "MAW-16.09b", "MAW-16.10", "MAW-16.12")
def test_a_storming_column_wins_disordered_or_breaks():
    column = unit(formation="storming column")
    for difference in (1, 5, 8):
        won = ending(difference, column, unit())
        assert kinds(won, "attacker") == ["carries_position", "order_becomes"]
        assert effect(won, "carries_position").forms == "line"
        assert order_of(won, "attacker") == ["disordered"]
    for difference in (-1, -5, -8):
        lost = ending(difference, column, unit())
        assert order_of(lost, "attacker") == ["broken"]
        assert "full_retreat" in kinds(lost, "attacker")


@pytest.mark.rule("MAW-G.24h", "MAW-G.24i")
def test_losses_and_results_are_shared():
    units = [unit(6, name="big"), unit(5, name="small")]
    two = ending(5, unit(11, **HORSE), units)
    assert [(one.whom, one.count) for one in two.effects if one.kind == "stands_lost"] == [("big", 1), ("small", 1)]
    one = ending(4, unit(11), units)
    assert [(each.whom, each.count) for each in one.effects if each.kind == "stands_lost"] == [("big", 1)]
    assert order_of(one, "big") == order_of(one, "small") == ["disordered"]
    with_guns = [unit(5, name="foot"), unit(6, arm="guns", carriage="hlc", limbered=True, name="guns")]
    shielded = ending(4, unit(11), with_guns)
    assert [(each.whom, each.count) for each in shielded.effects if each.kind in ("stands_lost", "guns_wrecked")] == [
        ("foot", 1)
    ]


@pytest.mark.rule("MAW-10.04", "MAW-G.24h")
def test_a_unit_at_its_last_stand_is_removed_and_counts_whole():
    found = ending(4, unit(2), unit(2))
    assert kinds(found, "defender") == ["stands_lost", "unit_removed"]
    assert (found.defender_lost, found.defender_gone) == (2, True)


# ---- Desperate struggles ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-3.04", "MAW-11.07", "MAW-G.64", "MAW-G.66a")
def test_a_struggle_costs_both_a_stand_order_and_momentum():
    foot = combat([[5, 6], [9, 5]], unit(8), unit(8), cold_steel=True)
    assert (foot.rolls, foot.attacker_lost, foot.defender_lost) == (2, 1, 2)
    fields: Fields = {"side": "US", "attackers": [unit(8)], "defenders": [unit(8)], "cold_steel": True}
    met = requests("charge_combat", **fields)
    assert (met["charge.1.dice"].tally.total, met["charge.2.dice"].tally.total) == (1, 0)
    horse: Fields = {"side": "MEX", "attackers": [unit(8, **HORSE)], "defenders": [unit(8, order="disordered")]}
    met = requests("charge_combat", **horse)
    assert met["charge.1.dice"].tally.total == 2 + 1 + 1
    assert met["charge.2.dice"].tally.total == 0, "cavalry charge and lances lost, both disordered"
    through: Fields = {"side": "US", "attackers": [unit(8)], "defenders": [unit(8)], "combat": "breakthrough"}
    assert requests("charge_combat", **through)["charge.2.dice"].tally.total == 0
    ground: Fields = {"side": "US", "attackers": [unit(8)], "defenders": [unit(8)], "ground_defended": "strong"}
    assert requests("charge_combat", **ground)["charge.2.dice"].tally.total == -2, "ground stays"


@pytest.mark.rule("MAW-G.66a", "MAW-17.04")
def test_between_rolls_effectiveness_and_numbers_are_judged_again():
    attackers = [unit(6, start_stands=6, morale_class="Spirited")]  # worn at 4
    defenders = [unit(8, start_stands=8, morale_class="Spirited")]  # worn at 5
    met = requests("charge_combat", side="US", attackers=attackers, defenders=defenders)
    totals = [met[f"charge.{number}.dice"].tally.total for number in (1, 2, 3, 4)]
    assert totals[0] == totals[1] == 0
    assert totals[2] == -2 - 1, "4 stands: worn, and outnumbered 3:2 by 6"
    assert totals[3] == -1, "both worn, 3 against 5"


@pytest.mark.rule("MAW-G.24a", "MAW-17.04")
def test_names_do_not_change_what_equal_units_can_do():
    def rolls(*called):
        pair = [unit(5, start_stands=6, morale_class="Reliable", **name) for name in called]
        found = requests("charge_combat", side="US", attackers=pair, defenders=[unit(9)])
        return {key: request.tally.total for key, request in found.items()}

    assert rolls({}, {}) == rolls({"name": "1st"}, {"name": "2nd"})


@pytest.mark.rule("MAW-G.25g", "MAW-G.66", "MAW-10.04")
def test_a_struggle_ends_when_stands_do():
    small, large = unit(2), unit(6)
    gone = combat([[6, 9]], large, small)  # net +3: 6 + 3 - 9 = 0
    assert (gone.effect, gone.rolls, gone.defender_gone) == ("Driven Back", 1, True)
    assert kinds(gone, "defender") == ["stands_lost", "unit_removed"]
    assert kinds(gone, "attacker") == ["stands_lost", "order_becomes", "carries_position"]
    attacker_gone = combat([[9, 6]], small, large)
    assert (attacker_gone.effect, attacker_gone.attacker_gone) == ("Recoil", True)
    both = combat([[5, 5], [5, 5]], unit(3), unit(3))
    assert (both.effect, both.attacker_gone, both.defender_gone) == ("Desperate Struggle", True, True)
    assert "carries_position" not in kinds(both)
    for stands, rolls in ((3, 2), (5, 4), (9, 8)):
        fields: Fields = {"side": "US", "attackers": [unit(stands)], "defenders": [unit(stands)]}
        assert list(requests("charge_combat", **fields))[-1] == f"charge.{rolls}.dice"


@pytest.mark.rule("MAW-G.25f", "MAW-G.66")
def test_guns_alone_lose_gun_stands_in_a_struggle():
    found = combat([[5, 6], [5, 5]], unit(3), unit(3, arm="guns", carriage="hlc"))
    assert found.effect == "Hard Pressed"
    assert [one.count for one in found.effects if one.kind == "guns_wrecked"] == [1]
    assert found.defender_lost == 1
    fields: Fields = {"side": "US", "attackers": [unit(9)], "defenders": [unit(3, arm="guns")]}
    assert [key for key in requests("charge_combat", **fields) if key.startswith("charge")] == [
        "charge.1.dice", "charge.2.dice", "charge.3.dice",
    ]  # fmt: skip


@pytest.mark.rule("MAW-G.66b")
def test_two_stands_against_six():
    found = law("charge_combat", side="US", attackers=[unit(2)], defenders=[unit(6)])
    by_struggle = found.probability(
        lambda one: one.attacker_gone and one.rolls == 1 and one.attacker_lost == 2 and one.defender_lost == 1
    )
    lost = found.probability(lambda one: not one.won)
    assert by_struggle == Fraction(7, 100)
    assert lost - by_struggle == Fraction(72, 100)


@pytest.mark.rule("MAW-G.67a", "MAW-G.67", "MAW-0.10a")
def test_the_difference_of_opposed_dice():
    for net, attacker in ((0, unit()), (2, unit(experience="Elite")), (-1, unit(experience="Raw"))):
        roll = requests("charge_combat", side="US", attackers=[attacker], defenders=[unit()])["charge.1.dice"]
        weights = dict(of_kind(Roll, roll).law())
        assert sum(weights.values()) == 100
        assert weights[0] == 10 - abs(net)
        assert set(weights) <= set(range(-12, 13))
    certain = unit(25, experience="Elite", leader_with_unit="leader")
    lopsided: Fields = {"side": "US", "attackers": [certain], "defenders": [unit(2, order="broken", experience="Raw")]}
    assert total("charge_combat", "charge.1.dice", **lopsided) == 10
    assert list(requests("charge_combat", **lopsided)) == ["charge.1.dice"], "no struggle from a net of ten on"


@pytest.mark.rule("MAW-G.66")
def test_exact_odds_follow_the_struggle_to_its_end():
    found = exact("charge_combat", side="US", attackers=[unit(14)], defenders=[unit(14)]).law
    assert found.total == 1
    longest = max(one.rolls for one, _ in found)
    assert longest == 13
    assert found.probability(lambda one: one.undecided) == Fraction(1, 10**13)


def test_two_units_of_one_name_are_refused():
    fields: Fields = {"side": "US", "attackers": [unit(name="5th")], "defenders": [unit(name="5th")]}
    assert [one.field for one in problems("charge_combat", **fields)] == ["defenders.1.name"]
    twins = [{"name": "5th"}, {"name": "5th"}]
    assert [one.field for one in problems("maneuver_check", side="US", units=twins)] == ["units.2.name"]


@pytest.mark.rule("MAW-2.25", "MAW-2.27", "MAW-G.22a")
def test_mexican_cavalry_in_disorder_neither_charges_nor_counter_charges():
    shaken = unit(arm="cavalry", order="disordered")
    assert refused_by("charge_combat", side="MEX", attackers=[shaken], defenders=[unit()]) == {"MAW-2.25"}
    assert not problems("charge_combat", side="MEX", attackers=[shaken], defenders=[unit()], combat="struggle resumed")
    assert not problems("charge_combat", side="US", attackers=[shaken], defenders=[unit()])
    shaken_since = {**shaken, "charge_part": "declared"}
    assert not problems("charge_combat", side="MEX", attackers=[shaken_since], defenders=[unit()])
    again: Fields = {"side": "MEX", "attackers": [shaken_since], "defenders": [unit()], "combat": "breakthrough"}
    assert refused_by("charge_combat", **again) == {"MAW-2.25"}
    countering: Fields = {"side": "US", "attackers": [unit()], "defenders": [shaken], "counter_charging": True}
    assert refused_by("charge_combat", **countering) == {"MAW-2.27"}


@pytest.mark.rule("MAW-24.23")
def test_us_cavalry_with_lances_is_refused():
    lancers = unit(arm="cavalry", lances=True)
    assert refused_by("charge_combat", side="US", attackers=[lancers], defenders=[unit()]) == {"MAW-24.23"}
    assert refused_by("charge_combat", side="MEX", attackers=[unit()], defenders=[lancers]) == {"MAW-24.23"}
    assert not problems("charge_combat", side="MEX", attackers=[lancers], defenders=[unit()])


@pytest.mark.rule("MAW-15.41")
def test_crews_told_to_be_in_a_square_that_is_not_there_are_spoken_of():
    def said(formation):
        met = requests(
            "charge_combat", side="US", attackers=[unit()], defenders=[unit(formation=formation)], sheltered_crews=1
        )
        return [one.rule for one in met["charge.1.dice"].tally if one.value is None]

    assert said("line") == ["MAW-15.41"]
    assert said("deliberate square") == []


@pytest.mark.rule("MAW-G.04a", "MAW-11.02")
def test_what_a_unit_declared_before_the_combat_may_be_told_of_the_unit():
    steel = unit(charge_part="cold steel")
    assert combat(None, steel, unit()) == combat(None, unit(), unit(), cold_steel=True) == 1
    assert refused_by(
        "charge_combat", side="US", attackers=[unit(charge_part="checked by fire")], defenders=[unit()]
    ) == {"MAW-G.04a"}
    countering = combat(None, unit(), unit(arm="cavalry", charge_part="counter charged"))
    assert countering == combat(None, unit(), unit(arm="cavalry"), counter_charging=True)
