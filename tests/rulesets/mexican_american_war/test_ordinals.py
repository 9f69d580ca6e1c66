"""What must be better than what: ordinals on exact laws, over every total that can be reached."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest

from sandtable.rulesets.mexican_american_war.check import effect_of
from sandtable.rulesets.mexican_american_war.units import state_of
from sandtable.rulesets.mexican_american_war.vocabulary import Effectiveness, FireEffect, MoraleClass, Side
from tests.rulesets.mexican_american_war.play import fire, firing, law, mean, read, tables, unit, verdict
from tests.support.talk import Fields

HORSE: Fields = {"arm": "cavalry"}
WORST_FIRST = ["Panic", "Fall Back", "Tardy", "Well Handled", "Double Quick"]
RALLY_WORST_FIRST = ["Panic", "Wavering", "Shaken", "Rally", "Rally with Elan"]


def effects_at(side, modifier, order="good order"):
    """The effects of the ten faces at a total modifier."""
    member = read("maneuver_check", {"side": side, "units": [{"order": order}]}).situation.units[0]
    return [effect_of(member, Side(side), face + modifier, tables()).value for face in range(1, 11)]


@pytest.mark.rule("MAW-1.14")
def test_mexican_units_are_slower_at_every_modifier():
    less = []
    for modifier in range(-6, 11):
        us, mex = effects_at("US", modifier), effects_at("MEX", modifier)
        assert mex.count("Double Quick") <= us.count("Double Quick")
        less.append(mex.count("Double Quick") < us.count("Double Quick"))
        slow = WORST_FIRST[:3]
        assert sum(one in slow for one in mex) >= sum(one in slow for one in us)
    assert any(less)


@pytest.mark.rule("MAW-1.15")
def test_mexican_units_rally_less_and_never_with_elan():
    for modifier in range(-6, 11):
        us, mex = effects_at("US", modifier, "disordered"), effects_at("MEX", modifier, "disordered")
        assert "Rally with Elan" not in mex
        rallies = ("Rally", "Rally with Elan")
        assert sum(one in rallies for one in mex) <= sum(one in rallies for one in us)
    assert "Rally with Elan" in effects_at("US", 5, "disordered")


@pytest.mark.rule("MAW-1.11", "MAW-1.12")
@pytest.mark.parametrize("side", ("US", "MEX"))
def test_a_higher_result_is_never_worse(side):
    for order, ranks in (("good order", WORST_FIRST), ("disordered", RALLY_WORST_FIRST)):
        member = read("maneuver_check", {"side": side, "units": [{"order": order}]}).situation.units[0]
        found = [ranks.index(effect_of(member, Side(side), total, tables())) for total in range(-10, 20)]
        assert found == sorted(found)


@pytest.mark.rule("MAW-6.19")
def test_out_of_command_is_worse_than_provisional_and_that_than_own():
    for side, rating in product(("US", "MEX"), ("Able", "Gallant", "Poor")):
        for order in ("good order", "disordered"):

            def moves(command, side=side, order=order, rating=rating):
                units = [{"order": order, "command": command}]
                return mean(
                    "maneuver_check",
                    "may_move",
                    side=side,
                    units=units,
                    leader_rating="Able" if command == "out of command" else rating,
                )

            if rating == "Able":
                assert moves("out of command") <= moves("provisional") <= moves("own")
            assert moves("provisional") <= moves("own")


@pytest.mark.rule("MAW-2.18", "MAW-2.18a", "MAW-20.05")
def test_rates_rise_in_the_order_of_the_chart():
    def rate(**fields):
        return verdict("move", **{"side": "US", **fields}).measure("distance")

    guns = [rate(mover="guns", carriage=carriage) for carriage in ("hc siege", "hc field", "olc", "hlc", "flc")]
    assert guns == [6, 8, 8, 12, 18]
    for ground, pace in product(("open", "broken", "rough"), ("Well Handled", "Double Quick")):
        us, mex = (rate(side=side, ground=ground, check_effect=pace) for side in ("US", "MEX"))
        faster = ground == "open" or pace == "Double Quick"
        assert us > mex if faster else us == mex


def lost(stands=10, **target):
    return mean("fire", "stands_lost", side="US", firers=[firing(stands=stands)], **target)


@pytest.mark.rule("MAW-0.06a", "MAW-4.16", "MAW-15.23")
def test_fire_does_better_against_a_square():
    for stands in (3, 5, 10, 15, 25):
        line, square = lost(stands), lost(stands, target_formation="deliberate square")
        assert square > line


@pytest.mark.rule("MAW-13.17", "MAW-13.14")
def test_open_order_suffers_less_from_fire_and_more_in_a_charge():
    for cover in ("none", "partial", "full"):
        for stands in (5, 10, 15, 25):
            loose = lost(stands, target_formation="open order thin", cover=cover)
            dense = lost(stands, cover=cover)
            assert loose == dense if cover == "full" else loose <= dense
    assert lost(15, target_formation="open order thin") < lost(15)
    line, skirmishers = ([unit()], [unit(formation="open order thin")])
    assert wins(defenders=skirmishers) > wins(defenders=line)


@pytest.mark.rule("MAW-10.09", "MAW-4.21")
def test_effects_rise_in_severity():
    for order in ("good order", "disordered"):
        found: dict[str, tuple[int, bool]] = {}
        for stands, die in product((5, 25), range(1, 11)):
            one = fire(die, firing(stands=stands), target_order=order)
            found[one.effect] = max(
                found.get(one.effect, (0, False)), (one.stands_lost, "order_becomes" in [e.kind for e in one.effects])
            )
        ranked = [found[effect][0] for effect in FireEffect]
        assert ranked == sorted(ranked)
        assert found["Withering"][0] > found["Telling"][0]
        if order == "good order":
            assert found["Telling"][0] > found["Galling"][0] == 0
            assert found["Lively"] > found["Desultory"]
        else:
            assert found["Galling"][0] > found["Lively"][0]


@pytest.mark.rule("MAW-11.04", "MAW-24.26", "MAW-4.20")
def test_cold_steel_gets_through_more_often_and_mexican_horse_less():
    for stands in (1, 3, 5, 9, 12, 15, 20, 25):

        def checked(side, stands=stands, **charge):
            weapon = "M" if side == "US" else "IR"
            firers = [firing(weapon, stands, 4)]
            return mean("fire", "charge_checked", side=side, firers=firers, **charge)

        steel, plain = checked("US", target_charge="cold steel"), checked("US", target_charge="charging")
        mexican_horse = checked("US", target_charge="charging", target_arm="cavalry")
        us_horse = checked("MEX", target_charge="cold steel", target_arm="cavalry")
        assert steel <= plain
        assert us_horse <= mexican_horse
        disorders = mean("fire", "disordered", side="US", firers=[firing(stands=stands)]) > 0
        assert (us_horse < mexican_horse) is disorders
        if plain > 0:
            assert steel < plain


@pytest.mark.rule("MAW-4.08b")
def test_the_hale_rocket_beats_the_congreve():
    congreve = "[rocket]\nneeds = [7, 9]\n"
    for inches in (20, 60):
        shot: Fields = {"side": "US", "firers": [firing("HR", 3, inches)]}
        assert mean("fire", "stands_lost", **shot) >= mean("fire", "stands_lost", house=congreve, **shot)
        none = law("fire", **shot).probability(lambda one: one.effect == "Desultory")
        older = law("fire", house=congreve, **shot).probability(lambda one: one.effect == "Desultory")
        assert none < older


@pytest.mark.rule("MAW-12.12", "MAW-12.04", "MAW-12.08")
def test_the_light_only_fails():
    evening = ["evening 1", "evening 2", "evening 3", "evening 4"]
    caps = [verdict("set_light", light=light).measure("range_cap") for light in evening]
    assert caps == sorted(caps, reverse=True)
    nights = [
        verdict("set_light", light=light).measure("range_cap")
        for light in ("night full moon", "night moonlit", "night moonless")
    ]
    assert nights == sorted(nights, reverse=True)
    assert max(nights) <= min(caps)
    for inches in (5, 8, 12):
        for stands in (2, 3, 6):
            shot: Fields = {"side": "US", "firers": [firing("LG", stands, inches)]}
            assert mean("fire", "stands_lost", **shot, light="evening 4") <= mean("fire", "stands_lost", **shot)


@pytest.mark.rule("MAW-15.29")
def test_a_square_shoots_worse_than_a_line():
    for stands in (8, 12, 16, 24):
        square = fire(None, firing(stands=stands, formation="deliberate square"))
        assert square < fire(None, firing(stands=stands))


def wins(side="US", attackers=None, defenders=None, **about):
    fields: Fields = {"side": side, "attackers": attackers or [unit()], "defenders": defenders or [unit()], **about}
    return mean("charge_combat", "wins", **fields)


@pytest.mark.rule("MAW-0.06", "MAW-15.40")
def test_cavalry_prefers_a_line_to_a_square():
    for side, experience in product(("US", "MEX"), ("Elite", "Veteran", "Trained", "Raw")):
        horse = [unit(**HORSE, experience=experience)]
        line, hasty, deliberate = (
            wins(side, horse, [unit(formation=formation)])
            for formation in ("line", "hasty square", "deliberate square")
        )
        assert line > hasty > deliberate


@pytest.mark.rule("MAW-17.08")
def test_better_morale_is_never_in_a_worse_state():
    ranks = list(Effectiveness)
    for started in range(2, 26):
        for left in range(1, started + 1):
            states = [ranks.index(state_of(morale, started, left, tables())) for morale in MoraleClass]
            assert states == sorted(states), (started, left)


@pytest.mark.rule("MAW-17.03", "MAW-17.04")
def test_losses_never_improve_a_unit():
    ranks = list(Effectiveness)
    for morale in MoraleClass:
        for started in range(2, 26):
            states = [ranks.index(state_of(morale, started, left, tables())) for left in range(started, 0, -1)]
            assert states == sorted(states)
            assert states[0] == 0, "everybody starts Fresh"


SIGNS = [
    ({"attackers": [unit(experience="Elite")]}, 1),
    ({"attackers": [unit(effectiveness="Spent")]}, -1),
    ({"attackers": [unit(order="disordered")]}, -1),
    ({"attackers": [unit(leader_with_unit="leader")]}, 1),
    ({"attackers": [unit(20)]}, 1),
    ({"defenders": [unit(order="disordered")]}, 1),
    ({"defenders": [unit(outflanked=True)]}, 1),
    ({"defenders": [unit(formation="march column")]}, 1),
    ({"ground_defended": "favorable"}, -1),
    ({"ground_defended": "fortified"}, -1),
    ({"cold_steel": True}, 1),
    ({"combat": "breakthrough"}, 1),
]


@pytest.mark.rule("MAW-3.01")
@pytest.mark.parametrize(("about", "sign"), SIGNS)
def test_every_charge_modifier_has_the_right_sign(about, sign):
    assert (wins(**about) - wins()) * sign > 0


@pytest.mark.rule("MAW-G.03")
@pytest.mark.parametrize(
    ("about", "sign"),
    (
        ({"target_formation": "deliberate square"}, 1),
        ({"target_formation": "march column"}, 1),
        ({"crossing_abatis": True}, 1),
        ({"target_experience": "Raw"}, 1),
        ({"target_experience": "Elite"}, -1),
        ({"cover": "partial"}, -1),
        ({"cover": "fortified"}, -1),
    ),
)
def test_every_fire_modifier_has_the_right_sign(about, sign):
    assert (lost(10, **about) - lost(10)) * sign > 0


@pytest.mark.rule("MAW-G.02", "MAW-G.02a")
def test_more_fire_points_never_do_less():
    for options in ({}, {"fireRow": "columns"}):
        modifiers = [fire(None, firing(stands=stands), options=options) for stands in range(1, 26)]
        assert modifiers == sorted(modifiers)
        assert all(later - earlier in (0, 1) for earlier, later in pairwise(modifiers))


@pytest.mark.rule("MAW-G.04f")
def test_fire_and_combat_together():
    """A charge through one shot, then the first roll of its combat, as the computed cases have it."""

    def goes(side, firer, attacker, defender, **charge):
        shot = law(
            "fire",
            side={"US": "MEX", "MEX": "US"}[side],
            firers=[firer],
            target_arm=attacker.get("arm", "infantry"),
            **charge,
        )
        outcome = dict.fromkeys(("win", "lose"), Fraction(0))
        outcome["checked"] = shot.probability(lambda one: one.charge == "checked")
        for one, share in shot:
            if one.charge == "checked":
                continue
            disordered = one.effect != "Desultory"
            left = attacker["stands"] - one.stands_lost
            order = "disordered" if disordered else "good order"
            fields: Fields = {"attackers": [{**attacker, "order": order, "stands": left}], "defenders": [defender]}
            found = law("charge_combat", side=side, **fields, cold_steel=charge["target_charge"] == "cold steel")
            outcome["win"] += share * found.probability(lambda end: end.rolls == 1 and end.won)
            outcome["lose"] += share * found.probability(
                lambda end: end.rolls == 1 and not end.won and not end.undecided
            )
        return {name: round(float(value) * 100) for name, value in outcome.items()}

    us = unit(10, experience="Veteran", start_stands=10, morale_class="Spirited")
    mex = unit(10, start_stands=10, morale_class="Reliable")
    charged: Fields = {"in_charge": "charged by the target"}
    first = goes("US", firing("IM", 10, 4, **charged), us, mex, target_charge="cold steel")
    assert (first["win"], first["lose"]) == (60, 32)
    twelve = unit(12, start_stands=12, morale_class="Reliable")
    steel = goes(
        "MEX", firing("M", 10, 4, **charged), twelve, us, target_charge="cold steel", target_experience="Trained"
    )
    assert (steel["win"], steel["lose"]) == (35, 46)
    plain = goes("MEX", firing("M", 10, 4, **charged), twelve, us, target_charge="charging")
    assert (plain["win"], plain["lose"], plain["checked"]) == (16, 29, 50)
    horse = unit(10, **HORSE, start_stands=10, morale_class="Reliable")
    cavalry = goes("MEX", firing("M", 10, 4, **charged), horse, us, target_charge="charging")
    assert (cavalry["win"], cavalry["lose"], cavalry["checked"]) == (16, 11, 70)
