"""The maneuver check: modifiers, columns, and what each result makes a unit do (chapters 1 and 6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.requests import Roll
from sandtable.rulesets.mexican_american_war.check import shared_die
from sandtable.rulesets.mexican_american_war.vocabulary import Commander
from tests.rulesets.mexican_american_war.play import (
    RULESET,
    check,
    checked,
    effect,
    exact,
    kinds,
    law,
    problems,
    read,
    refused_by,
    requests,
    tables,
    verdict,
)
from tests.support.talk import Fields, of_kind

WORN: Fields = {"effectiveness": "Worn"}


@pytest.mark.rule("MAW-1.05", "MAW-17.01")
def test_every_line_of_the_modifiers():
    assert check(**WORN) == 0
    for experience, value in {"Elite": 2, "Veteran": 1, "Trained": 0, "Raw": -1}.items():
        assert check(**WORN, experience=experience) == value
    for state, value in {"Fresh": 2, "Worn": 0, "Spent": -2}.items():
        assert check(effectiveness=state) == value
    for rating, value in {"Gallant": 1, "Able": 0, "Poor": -1}.items():
        assert check(about={"leader_rating": rating}, **WORN) == value
    assert check(**WORN, command="provisional") == -1
    assert check(**WORN, command="out of command") == -2
    assert check(**WORN, outflanked=True) == -2
    assert check(**WORN, linear_cover=True) == 1
    for line, value in {"key_position_lost": -1, "heavy_casualties": -1, "greater_losses": -2}.items():
        assert check(about={line: True}, **WORN) == value


@pytest.mark.rule("MAW-17.09", "MAW-G.26c", "MAW-1.05")
def test_guns_use_the_battery_line_and_have_no_effectiveness():
    assert check(arm="guns") == 2
    assert check(arm="guns", stands=1, start_stands=3) == 2, "a lone section counts as a battery"
    assert check(arm="guns", limbered=True) == 3


@pytest.mark.rule("MAW-1.05a", "MAW-G.16b", "MAW-6.05", "MAW-6.06")
def test_the_rating_that_counts_is_that_of_the_leader_who_leads():
    assert check(about={"leader_rating": "Gallant"}, **WORN, command="provisional") == 0
    assert check(about={"leader_rating": "Gallant"}, **WORN, command="out of command") == -2
    for commander in ("army", "division", "brigade"):
        led = {"leader_rating": "Gallant", "commander": commander}
        assert check(about=led, **WORN, command="provisional") == 0, "any leader may take a unit under his wing"


@pytest.mark.rule("MAW-G.16")
def test_ranks_of_leaders():
    assert list(Commander) == ["army", "division", "brigade", "artillery"]
    for commander in ("army", "division", "brigade"):
        assert check(about={"commander": commander}, **WORN) == 0, "the army leader commands unbrigaded units himself"


@pytest.mark.rule("MAW-6.06a")
def test_an_artillery_leader_commands_guns_only():
    assert refused_by("maneuver_check", side="US", commander="artillery", units=[{}]) == {"MAW-6.06a"}
    assert not problems("maneuver_check", side="US", commander="artillery", units=[{"arm": "guns"}])
    lone = {"command": "out of command"}
    assert not problems("maneuver_check", side="US", commander="artillery", units=[lone])


@pytest.mark.rule("MAW-1.08", "MAW-1.09")
def test_the_posture_line_counts_once():
    for formation in ("field column", "march column", "deliberate square", "hasty square", "garrison"):
        assert check(**WORN, formation=formation) == 1
        assert check(**WORN, formation=formation, linear_cover=True) == 1
    assert check(**WORN, formation="open order thin") == 0
    assert check(arm="guns", limbered=True, linear_cover=True) == 3


@pytest.mark.rule("MAW-1.08a")
def test_outflanked_and_broken_count_once():
    assert check(**WORN, order="broken") == -2
    assert check(**WORN, order="broken", outflanked=True) == -2


@pytest.mark.rule("MAW-G.12b")
def test_squares_garrisons_and_storming_columns_are_never_outflanked():
    for formation in ("deliberate square", "garrison", "storming column"):
        assert check(**WORN, formation=formation, outflanked=True) == 1
    assert check(**WORN, formation="field column", outflanked=True) == -1


@pytest.mark.rule("MAW-1.10", "MAW-6.07", "MAW-18.04", "MAW-G.55", "MAW-G.46")
def test_part_timers_are_always_under_provisional_command():
    for unit_class in ("national guard", "auxiliary", "irregular", "militia"):
        formation = "open order thin" if unit_class == "irregular" else "line"
        raw = -1 if unit_class != "militia" else 0
        assert check(**WORN, unit_class=unit_class, formation=formation) == raw - 1
        assert check(**WORN, unit_class=unit_class, formation=formation, command="provisional") == raw - 1
    for unit_class in ("regular", "volunteer", "active militia"):
        assert check(**WORN, unit_class=unit_class) == 0


@pytest.mark.rule("MAW-18.02", "MAW-18.03")
def test_part_timers_are_raw_and_dispirited():
    guard: Fields = {"unit_class": "national guard", "start_stands": 8, "stands": 7}
    assert check(**guard, experience="Elite") == -1 - 2 - 1, "Raw, Spent after one loss, provisional"
    assert check(unit_class="regular", start_stands=8, stands=7) == 2, "others are not spent without a morale class"


@pytest.mark.rule("MAW-G.18a")
def test_greater_losses_replace_heavy_casualties_or_add_to_them():
    both = {"heavy_casualties": True, "greater_losses": True}
    assert check(about=both, **WORN) == -2
    assert check(options={"greaterLosses": "add"}, about=both, **WORN) == -3


@pytest.mark.rule("MAW-6.01", "MAW-6.08")
def test_a_unit_out_of_command_checks_alone():
    out: Fields = {"command": "out of command"}
    assert not problems("maneuver_check", side="US", units=[out])
    assert refused_by("maneuver_check", side="US", units=[{}, out]) == {"MAW-6.01"}


@pytest.mark.rule("MAW-6.02", "MAW-6.03", "MAW-0.10", "MAW-G.67")
def test_one_die_for_the_whole_check():
    units = [{"name": "5th", "experience": "Elite"}, {"name": "6th", **WORN}, {"name": "Duncan", "arm": "guns"}]
    met = requests("maneuver_check", side="US", units=units)
    assert list(met) == ["maneuver.die"]
    assert [die.name for die in of_kind(Roll, met["maneuver.die"]).dice] == ["d10"]
    found = verdict("maneuver_check", {"maneuver.die": 4}, side="US", units=units)
    assert [(one.name, one.effect) for one in found.results] == [
        ("5th", "Double Quick"),
        ("6th", "Well Handled"),
        ("Duncan", "Well Handled"),
    ]


@pytest.mark.rule("MAW-6.03")
def test_each_unit_shows_its_own_strip_under_the_die():
    units = [{"name": "8th", "experience": "Elite", "effectiveness": "Spent", "outflanked": True}]
    form = read("maneuver_check", {"side": "US", "units": units})
    shown = shared_die(form.situation, tables(), {}).units[0]
    assert shown.total == -2
    strips = [(strip.label.id.rpartition(".")[2], strip.first, strip.last) for strip in shown.strips]
    assert strips == [("Fall Back", 1, 2), ("Tardy", 3, 4), ("Well Handled", 5, 9), ("Double Quick", 10, 10)]
    for strip in shown.strips:
        for face in range(strip.first, strip.last + 1):
            found = verdict("maneuver_check", {"maneuver.die": face}, side="US", units=units)
            assert found.results[0].effect.message == strip.label


GOOD = {
    "US": {-2: "Panic", -1: "Fall Back", 0: "Fall Back", 1: "Tardy", 2: "Tardy", 3: "Well Handled", 7: "Well Handled", 8: "Double Quick"},
    "MEX": {-2: "Panic", -1: "Fall Back", 0: "Fall Back", 1: "Tardy", 3: "Tardy", 4: "Well Handled", 10: "Well Handled", 11: "Double Quick"},
}  # fmt: skip
SHAKY = {
    "US": {0: "Panic", 1: "Wavering", 2: "Wavering", 3: "Shaken", 4: "Shaken", 5: "Rally", 10: "Rally", 11: "Rally with Elan"},
    "MEX": {0: "Panic", 1: "Wavering", 2: "Wavering", 3: "Shaken", 5: "Shaken", 6: "Rally", 12: "Rally"},
}  # fmt: skip


@pytest.mark.rule("MAW-1.11", "MAW-1.12", "MAW-1.19", "MAW-6.04")
@pytest.mark.parametrize("side", ("US", "MEX"))
def test_both_columns_of_both_armies(side):
    for total, name in GOOD[side].items():
        unit: Fields = {"effectiveness": "Spent" if total < 0 else "Worn"}
        assert checked(total, side=side, **unit).results[0].effect == name, (side, total)
        assert checked(total, side=side, **unit, arm="guns", outflanked=total < 3).results[0].effect == name
    for total, name in SHAKY[side].items():
        for order in ("disordered", "broken"):
            spent: Fields = (
                {"effectiveness": "Spent"} if total < 2 else {"experience": "Elite", "effectiveness": "Fresh"}
            )
            assert checked(total, side=side, order=order, **spent).results[0].effect == name, (side, total)


@pytest.mark.rule("MAW-1.13")
def test_command_moves_the_die_and_not_the_column():
    for total in range(1, 9):
        inside = checked(total, **WORN).results[0].effect
        outside = checked(total, **WORN, command="out of command").results[0].effect
        assert inside is outside


@pytest.mark.rule("MAW-1.16")
def test_guns_read_the_left_column_even_when_silenced():
    for total in range(3, 12):
        assert checked(total, arm="guns", silenced=True).results[0].effect in ("Well Handled", "Double Quick")


@pytest.mark.rule("MAW-1.20", "MAW-15.11")
def test_a_square_holds_where_others_retreat():
    for formation in ("deliberate square", "hasty square"):
        square: Fields = {"formation": formation, "effectiveness": "Spent", "in_close_range": True}
        fallen_back = checked(0, **square)
        assert kinds(fallen_back) == ["checked", "holds"], "in good order"
        for total, order in ((3, "good order"), (1, None)):
            found = checked(total, **square, order="disordered")
            assert "holds" in kinds(found)
            assert "retreats_beyond_close_range" not in kinds(found)
            assert ("order_becomes" in kinds(found)) is (order is not None)
    line = checked(0, formation="line", effectiveness="Spent", in_close_range=True)
    assert kinds(line) == ["checked", "retreats_beyond_close_range", "order_becomes"]


@pytest.mark.rule("MAW-1.18", "MAW-6.09", "MAW-6.09a")
def test_rally_with_elan_restores_order_and_allows_any_well_handled_maneuver():
    found = checked(11, order="broken", experience="Elite", effectiveness="Fresh", about={"leader_rating": "Gallant"})
    assert kinds(found) == ["checked", "reforms", "order_becomes"]
    allowed = effect(found, "checked").maneuvers
    well_handled = effect(checked(5, **WORN), "checked").maneuvers
    assert allowed == well_handled
    assert {"full move", "change front", "hold"} <= set(allowed)


@pytest.mark.rule("MAW-6.10", "MAW-6.10a", "MAW-7.02", "MAW-7.03")
def test_rally_restores_order_and_allows_a_tardy_maneuver():
    found = checked(6, order="broken", **WORN)
    assert kinds(found) == ["checked", "reforms", "order_becomes"]
    assert effect(found, "order_becomes").order == "good order"
    assert effect(found, "checked").maneuvers == effect(checked(2, **WORN), "checked").maneuvers
    assert "full move in disorder" in effect(found, "checked").maneuvers


@pytest.mark.rule("MAW-6.11", "MAW-6.11a", "MAW-6.11c", "MAW-6.12", "MAW-6.13")
def test_shaken_and_wavering_retreat_from_close_range_and_do_nothing_else():
    for total in (1, 3):
        near = checked(total, order="disordered", **WORN, in_close_range=True)
        far = checked(total, order="disordered", **WORN, in_close_range=False)
        assert "retreats_beyond_close_range" in kinds(near)
        assert "holds" in kinds(far)
        assert effect(near, "checked").maneuvers == effect(far, "checked").maneuvers == ()
        untold = checked(total, order="disordered", **WORN)
        assert kinds(untold) == kinds(near), "disordered troops are taken to be in close range"


@pytest.mark.rule("MAW-6.14", "MAW-6.15")
def test_panic_breaks_troops_and_puts_dismounted_cavalry_in_the_saddle():
    spent: Fields = {"effectiveness": "Spent", "experience": "Raw"}
    assert kinds(checked(-1, **spent, order="disordered")) == [
        "checked",
        "stands_lost",
        "order_becomes",
        "full_retreat",
    ]
    left = checked(-2, **spent)
    assert kinds(left) == ["checked", "order_becomes", "full_retreat"], "in good order nobody is lost"
    on_foot = checked(-2, **spent, arm="cavalry", mounted=False)
    assert kinds(on_foot) == ["checked", "order_becomes", "mounts", "full_retreat"]


@pytest.mark.rule("MAW-6.16", "MAW-10.04")
def test_a_panic_never_costs_more_than_there_is_and_may_end_a_unit():
    shaky: Fields = {"order": "disordered", "effectiveness": "Spent", "experience": "Raw"}
    found = checked(-2, **shaky, stands=3, start_stands=3)
    assert kinds(found) == ["checked", "stands_lost", "unit_removed"]
    assert checked(-2, **shaky, stands=1, start_stands=1).measured()["stands_lost"] == 1


@pytest.mark.rule("MAW-1.11", "MAW-G.32", "MAW-G.32a", "MAW-G.26b")
def test_panic_of_guns():
    def panic(options=None, **gun):
        return kinds(
            checked(-2, options, arm="guns", experience="Raw", outflanked=True, command="out of command", **gun)
        )

    assert panic(carriage="hlc") == ["checked", "limbers", "silenced", "full_retreat"]
    assert panic(carriage="hlc", limbered=True) == ["checked", "silenced", "full_retreat"]
    assert panic(carriage="hc field", in_close_range=False) == ["checked", "guns_lost"]
    assert panic(carriage="hlc", fixed=True, in_close_range=False) == ["checked", "guns_lost"]
    assert panic(carriage="hc field", fortified=True) == ["checked", "holds"]
    assert panic(carriage="hc field", limbered=True) == ["checked", "silenced", "full_retreat"]
    assert panic({"heavyPanic": "close"}, carriage="hc field", in_close_range=False) == ["checked", "holds"]
    assert panic({"heavyPanic": "close"}, carriage="hc field", in_close_range=True) == ["checked", "guns_lost"]


@pytest.mark.rule("MAW-G.32", "MAW-G.26b")
def test_fixed_guns_fall_back_no_better_than_heavy_ones():
    lost = checked(0, arm="guns", carriage="hlc", fixed=True, in_close_range=True, outflanked=True, experience="Raw")
    assert kinds(lost) == ["checked", "guns_lost"]


@pytest.mark.rule("MAW-1.04", "MAW-12.09", "MAW-G.41")
def test_at_night_only_an_attached_leader_keeps_a_unit_in_command():
    night: Fields = {"light": "night moonlit", "leader_rating": "Gallant"}
    assert check(about=night, **WORN) == -2
    assert check(about=night, **WORN, leader_with_unit="brave colonel") == -2 + 1
    assert check(about=night, **WORN, leader_with_unit="leader") == 1 + 1
    assert check(about={"light": "evening 3", "leader_rating": "Gallant"}, **WORN) == 1


@pytest.mark.rule("MAW-12.10")
def test_at_night_the_best_results_allow_a_tardy_maneuver_only():
    night: Fields = {"light": "night full moon"}
    by_day = effect(checked(2, **WORN), "checked").maneuvers
    for total in (3, 8):
        found = checked(total, about=night, **WORN, leader_with_unit="leader")
        assert effect(found, "checked").maneuvers == by_day
    elan = checked(11, about=night, order="disordered", experience="Elite", leader_with_unit="leader")
    assert "change front" in effect(elan, "checked").maneuvers, "other effects are unchanged"


@pytest.mark.rule("MAW-G.15a")
def test_one_check_for_each_unit_and_turn():
    assert refused_by("maneuver_check", side="US", units=[{"checked_already": True}]) == {"MAW-G.15a"}


@pytest.mark.rule("MAW-17.04", "MAW-17.03")
def test_effectiveness_follows_from_the_stands():
    label: Fields = {"morale_class": "Reliable", "start_stands": 10}
    assert [check(**label, stands=stands) for stands in (10, 9, 8, 6, 5, 1)] == [2, 2, 0, 0, -2, -2]
    wrong = problems("maneuver_check", side="US", units=[{**label, "stands": 5, "effectiveness": "Fresh"}])
    assert [(one.field, one.rule, one.choices) for one in wrong] == [("units.1.effectiveness", "MAW-17.04", ("Spent",))]


@pytest.mark.rule("MAW-6.18", "MAW-6.18a", "MAW-7.01")
def test_tardy_is_half_a_move_or_a_full_one_in_disorder():
    allowed = effect(checked(2, **WORN), "checked").maneuvers
    assert allowed[:2] == ("half move", "full move in disorder")
    assert "hold" in allowed
    half = verdict("maneuver", side="US", check_effect="Tardy", maneuver="half move")
    full = verdict("maneuver", side="US", check_effect="Tardy", maneuver="full move in disorder")
    assert (
        half.measure("distance"),
        half.measure("disordered"),
        full.measure("distance"),
        full.measure("disordered"),
    ) == (6, False, 12, True)


def test_a_check_of_twelve_units_has_at_most_ten_branches():
    units = [{"name": str(number), "experience": "Veteran", "order": "disordered"} for number in range(12)]
    assert len(exact("maneuver_check", side="US", units=units).law) <= 10
    assert law("maneuver_check", side="US", units=units).total == 1
    assert RULESET.by_id["maneuver_check"].layout == "tenths"


@pytest.mark.rule("MAW-2.12", "MAW-12.10", "MAW-6.10")
def test_a_check_says_how_far_the_full_move_goes():
    def far(found: Any) -> tuple[int | Fraction, ...]:
        moves: tuple[int | Fraction, ...] = effect(found, "checked").full_move
        return moves

    assert far(checked(8, **WORN)) == (16, 12, 10), "a line at the double quick"
    assert far(checked(5, **WORN)) == (12, 8, 6)
    assert far(checked(5, side="MEX", **WORN)) == (10, 8, 6)
    assert far(checked(5, formation="march column", **WORN)) == (12, 10, 8)
    assert far(checked(8, about={"light": "night moonless"}, **WORN, leader_with_unit="leader")) == (12, 8, 6)
    assert far(checked(6, order="broken", **WORN)) == (12, 8, 6), "it reforms in line first"
    assert far(checked(5, arm="guns", carriage="hc siege", limbered=True)) == (6, 4, 2)
    assert far(checked(5, arm="guns", fixed=True)) == (), "fixed guns go nowhere"
    assert far(checked(0, **WORN)) == (), "it falls back"


@pytest.mark.rule("MAW-12.09", "MAW-6.01")
def test_by_night_only_units_with_a_leader_share_a_die():
    led, alone = {"leader_with_unit": "leader"}, {"leader_with_unit": "brave colonel"}
    night: Fields = {"side": "US", "light": "night moonlit"}
    assert not problems("maneuver_check", **night, units=[led, led])
    assert not problems("maneuver_check", **night, units=[alone])
    found = problems("maneuver_check", **night, units=[led, alone])
    assert [(one.field, one.rule) for one in found] == [("units.2.leader_with_unit", "MAW-12.09")]
    assert not problems("maneuver_check", side="US", units=[led, alone]), "by day they may"


@pytest.mark.rule("MAW-6.08")
def test_a_unit_whose_leader_is_with_it_is_not_out_of_command():
    out: Fields = {"command": "out of command"}
    assert refused_by("maneuver_check", side="US", units=[{**out, "leader_with_unit": "leader"}]) == {"MAW-6.08"}
    assert not problems("maneuver_check", side="US", units=[{**out, "leader_with_unit": "brave colonel"}])


@pytest.mark.rule("MAW-G.12b")
def test_a_unit_without_flanks_says_so_when_it_is_told_to_be_outflanked():
    for formation in ("deliberate square", "garrison", "storming column"):
        tally = requests("maneuver_check", side="US", units=[{"formation": formation, "outflanked": True}])[
            "maneuver.die"
        ].tally
        assert [one.rule for one in tally if one.value is None] == ["MAW-G.12b"]
        assert tally.total == 2 + 1, "Fresh, and its posture"


@pytest.mark.rule("MAW-G.26b")
def test_fixed_guns_are_never_limbered():
    fixed: Fields = {"arm": "guns", "fixed": True}
    assert refused_by("maneuver_check", side="US", units=[{**fixed, "limbered": True}]) == {"MAW-G.26b"}
    assert not problems("maneuver_check", side="US", units=[fixed])
