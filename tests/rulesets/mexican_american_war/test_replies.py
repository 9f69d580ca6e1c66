"""Charges declared and answered (MAW-2.05, MAW-2.26, chapters 14 and 15, MAW-G.22, MAW-G.23)."""

from __future__ import annotations

import pytest

from tests.rulesets.mexican_american_war.play import effect, kinds, problems, refused_by, verdict
from tests.support.talk import Fields


def declare(side="US", **about):
    return verdict("declare_charge", side=side, **about)


def replies(side="US", **about):
    """The replies that a charge leaves open, which its verdict counts."""
    found = declare(side, **about)
    opened = tuple(one.reply for one in found.effects if one.kind == "reply_open")
    assert found.measure("replies") == len(opened)
    return opened


def refused(side="US", **about):
    return refused_by("declare_charge", side=side, **about)


@pytest.mark.rule("MAW-2.05", "MAW-2.11", "MAW-15.18")
def test_a_charge_is_declared_after_the_check_and_opens_replies_in_their_order():
    found = declare(arm="cavalry", target_arm="cavalry")
    assert [one.reply for one in found.effects if one.kind == "reply_open"] == ["counter charge"]
    on_foot = declare(arm="cavalry")
    assert [one.reply for one in on_foot.effects if one.kind == "reply_open"] == ["hasty square"]
    assert refused(moved_already=True) == {"MAW-2.11"}
    late: Fields = {"side": "MEX", "hasty_maneuver": "hasty square", "combat_began": True}
    assert refused_by("hasty_maneuver", **late) == {"MAW-15.18"}


@pytest.mark.rule("MAW-2.07", "MAW-2.33", "MAW-2.33a", "MAW-15.41", "MAW-15.41a")
def test_gun_crews_shelter_in_a_square_nearby():
    near = replies(arm="cavalry", side="MEX", target_arm="guns", square_within_4=True)
    assert near == ("shelter in a square",)
    assert replies(arm="cavalry", side="MEX", target_arm="guns") == ()
    crew = verdict("hasty_maneuver", side="US", arm="guns", hasty_maneuver="shelter in a square")
    assert kinds(crew) == ["crew_shelters", "silenced"]
    far: Fields = {"side": "US", "arm": "guns", "hasty_maneuver": "shelter in a square", "square_within_4": False}
    assert refused_by("hasty_maneuver", **far) == {"MAW-15.41"}
    assert refused_by("hasty_maneuver", side="US", hasty_maneuver="shelter in a square") == {"MAW-15.41a"}


@pytest.mark.rule("MAW-G.22", "MAW-G.22a", "MAW-G.19f")
def test_who_may_charge():
    for formation in (
        "line",
        "supported line",
        "open order thin",
        "open order deep",
        "field column",
        "storming column",
    ):
        assert not problems("declare_charge", side="US", formation=formation)
    for formation in ("march column", "deliberate square", "hasty square", "garrison"):
        assert refused(formation=formation) == {"MAW-G.22a"}
    assert refused(order="broken") == {"MAW-G.22a"}
    assert refused(arm="guns") == {"MAW-G.22a"}


@pytest.mark.rule("MAW-G.22b", "MAW-7.01", "MAW-7.04a")
def test_how_far_a_charge_goes():
    for pace, inches in {"Double Quick": 16, "Well Handled": 12, "Rally with Elan": 12, "Tardy": 6, "Rally": 6}.items():
        order = "disordered" if "Rally" in pace else "good order"
        assert declare(check_effect=pace, order=order).measure("distance") == inches
    for pace in ("Tardy", "Rally"):
        found = declare(check_effect=pace, full_move_disordered=True, cold_steel=True)
        assert found.measure("distance") == 12, "full in disorder, with cold steel if it likes"
        assert effect(found, "order_becomes").order == "disordered"
    assert declare(formation="storming column").measure("distance") == 6


@pytest.mark.rule("MAW-2.25", "MAW-7.08", "MAW-24.25", "MAW-G.22a")
def test_mexican_cavalry_does_not_charge_in_disorder():
    tardy: Fields = {"check_effect": "Tardy", "full_move_disordered": True}
    assert refused("MEX", arm="cavalry", **tardy) == {"MAW-2.25"}
    assert refused("MEX", arm="cavalry", order="disordered") == {"MAW-2.25"}
    assert not problems("declare_charge", side="MEX", arm="cavalry", order="disordered", check_effect="Rally")
    assert not problems("declare_charge", side="US", arm="cavalry", **tardy)
    assert not problems("declare_charge", side="MEX", **tardy), "infantry may"


@pytest.mark.rule("MAW-11.02", "MAW-11.05", "MAW-11.09", "MAW-G.22c", "MAW-24.22")
def test_who_has_cold_steel():
    for side in ("US", "MEX"):
        assert effect(declare(side, cold_steel=True), "charge_declared").cold_steel
    assert effect(declare("US", arm="cavalry", cold_steel=True), "charge_declared").cold_steel
    assert refused("MEX", arm="cavalry", cold_steel=True) == {"MAW-11.05"}
    on_foot: Fields = {"arm": "cavalry", "mounted": False, "formation": "open order thin"}
    assert refused("US", **on_foot, cold_steel=True) == {"MAW-11.09"}
    assert declare("US", **on_foot).measure("distance") == 12, "it charges as foot"


@pytest.mark.rule("MAW-11.03", "MAW-11.11", "MAW-16.07")
def test_cold_steel_holds_its_fire_unless_elite():
    for experience, fires in {"Elite": True, "Veteran": False, "Raw": False}.items():
        assert effect(declare(cold_steel=True, experience=experience), "may_fire").fire is fires
        assert effect(declare(experience=experience), "may_fire").fire
    storming: Fields = {"formation": "storming column"}
    assert not effect(declare(**storming, cold_steel=True), "may_fire").fire
    assert effect(declare(**storming), "may_fire").fire


@pytest.mark.rule("MAW-2.26", "MAW-2.27", "MAW-G.23", "MAW-24.25a")
def test_who_may_counter_charge():
    counter: Fields = {"hasty_maneuver": "counter charge", "arm": "cavalry"}
    found = verdict("hasty_maneuver", side="US", **counter)
    assert effect(found, "counter_charges").distance == 9, "half way, at most half its full move"
    assert not problems("hasty_maneuver", side="US", **counter, order="disordered")
    assert refused_by("hasty_maneuver", side="MEX", **counter, order="disordered") == {"MAW-2.27"}
    assert not problems("hasty_maneuver", side="MEX", **counter)
    assert refused_by("hasty_maneuver", side="US", **counter, outflanked=True) == {"MAW-G.23"}
    assert refused_by("hasty_maneuver", side="US", **counter, mounted=False, formation="open order thin") == {
        "MAW-G.23"
    }
    assert refused_by("hasty_maneuver", side="US", hasty_maneuver="counter charge") == {"MAW-G.23"}
    assert replies("US", target_arm="cavalry", target_order="disordered") == ()
    assert replies("US", target_arm="cavalry", target_outflanked=True) == ()


@pytest.mark.rule("MAW-G.23d")
def test_one_hasty_maneuver_in_each_enemy_turn():
    assert refused_by("hasty_maneuver", side="US", hasty_already=True) == {"MAW-G.23d"}


@pytest.mark.rule("MAW-14.04", "MAW-14.05")
def test_after_an_evasion_the_charger_carries_the_place_or_goes_on():
    evade: Fields = {"side": "US", "hasty_maneuver": "evade", "formation": "open order thin"}
    for ground, disordered in {"open": False, "broken": True, "rough": True}.items():
        found = verdict("hasty_maneuver", **evade, charger_ground=ground)
        assert effect(found, "charger_goes_on", "charger").disordered is disordered
    assert replies("US", target_formation="open order thin") == ("evade",)
    assert replies("US", arm="cavalry", target_formation="open order thin") == ()


@pytest.mark.rule("MAW-15.05", "MAW-15.17")
def test_hasty_squares_are_offered_to_infantry_in_line_or_column():
    for formation, open_to in {"line": True, "field column": True, "march column": False, "garrison": False}.items():
        assert ("hasty square" in replies("MEX", arm="cavalry", target_formation=formation)) is open_to
    assert "hasty square" not in replies("MEX", arm="cavalry", target_arm="cavalry", target_mounted=False)


@pytest.mark.rule("MAW-16.02", "MAW-12.10")
def test_a_storming_column_charges_on_a_fast_effect_only():
    column: Fields = {"formation": "storming column"}
    for pace in ("Double Quick", "Well Handled", "Rally with Elan"):
        assert not problems("declare_charge", side="US", check_effect=pace, **column)
    for pace in ("Tardy", "Rally"):
        assert refused(check_effect=pace, **column) == {"MAW-16.02"}
    night: Fields = {"light": "night moonlit", **column}
    assert refused(check_effect="Double Quick", **night) == {"MAW-16.02"}
    assert not problems("declare_charge", side="US", check_effect="Rally with Elan", **night)


@pytest.mark.rule("MAW-12.10", "MAW-G.22b")
def test_a_charge_by_night_goes_as_far_as_a_tardy_maneuver():
    for pace in ("Double Quick", "Well Handled", "Tardy"):
        assert declare(check_effect=pace, light="night full moon").measure("distance") == 6
        hurried = declare(check_effect=pace, light="night full moon", full_move_disordered=True)
        assert (hurried.measure("distance"), effect(hurried, "order_becomes").order) == (12, "disordered")
    assert refused("MEX", arm="cavalry", light="night full moon", full_move_disordered=True) == {"MAW-2.25"}
    assert declare(check_effect="Double Quick", light="evening 4").measure("distance") == 16, (
        "twilight does not slow it"
    )


@pytest.mark.rule("MAW-2.25", "MAW-G.22a")
def test_a_refused_charge_names_what_stands_in_its_way():
    horse: Fields = {"side": "MEX", "arm": "cavalry", "check_effect": "Tardy"}
    found = problems("declare_charge", **horse, order="disordered", full_move_disordered=False)
    assert [(one.field, one.choices) for one in found] == [("order", ("good order",))]
    hurried = problems("declare_charge", **horse, full_move_disordered=True)
    assert [(one.field, one.choices) for one in hurried] == [("full_move_disordered", ("no",))]
    assert not problems("declare_charge", **{**horse, "check_effect": "Rally"}, order="disordered"), (
        "rallied by the check"
    )
