"""Limits that a rule puts on a later action, held by the books alone: every fact comes from a log that was played, none from a ticked box."""

from __future__ import annotations

import pytest

from sandtable.rulesets.mexican_american_war.leaders import FallenLeader, LeaderReplacement
from sandtable.rulesets.mexican_american_war.melee import FightingUnit
from sandtable.rulesets.mexican_american_war.shooting import FiringUnit
from sandtable.rulesets.mexican_american_war.units import CheckedUnit
from tests.rulesets.mexican_american_war.game import Game
from tests.rulesets.mexican_american_war.play import effect, kinds, refused_by, requests, tables
from tests.support.talk import Fields

FIFTH, EIGHTH, DRAGOONS, DUNCAN = "5th US Infantry", "8th US Infantry", "2nd US Dragoons", "Duncan's Battery"
FOURTH, SIXTH, TENTH, HORSE = "4th Line", "6th Line", "10th Line", "7th Line Cavalry"
GUNS, RANCHEROS = "Mexican Light Artillery", "Rancheros"
ROSTER = "\n".join(
    (
        f"{FIFTH}, 10", f"{EIGHTH}, 8", f"{DRAGOONS}, 6", f"{DUNCAN}, 2",
        f"{FOURTH}, 12", f"{SIXTH}, 8", f"{TENTH}, 8", f"{HORSE}, 6", f"{GUNS}, 3", f"{RANCHEROS}, 6",
    )
)  # fmt: skip


@pytest.fixture
def game():
    return Game(ROSTER)


def at(game, side, phase):
    game.to_phase("leaders")
    game.to_turn_of(side, phase)
    return game


# ---- Fire -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-15.24", "MAW-15.24a", "MAW-G.07f")
def test_each_side_of_a_square_fires_once_and_at_a_target_of_its_own(game):
    at(game, "US", "offensive_fire")
    game.play("roster_change", name=EIGHTH, formation="deliberate square")
    game.fire(EIGHTH, target=FOURTH)
    assert game.unit(EIGHTH).shots == ((FOURTH, 2),), "a side of eight stands"
    assert game.no_fire(EIGHTH, target=FOURTH, target_fired_at=False) == {"MAW-15.24a"}
    for target in (SIXTH, TENTH, RANCHEROS):
        assert game.no_fire(EIGHTH, target=target) == set()
        game.fire(EIGHTH, target=target)
    assert game.no_fire(EIGHTH, target=HORSE) == {"MAW-G.07f", "MAW-15.24a"}, "all four sides have fired"
    game.play("next_phase")
    assert game.card(EIGHTH, FiringUnit)["stands_fired"] == 0


@pytest.mark.rule("MAW-15.27")
def test_by_the_caption_two_stands_of_a_square_fire_in_all():
    def rules(fired):
        firer = {"weapon": "M", "stands": 8, "range": "4", "formation": "deliberate square", "stands_fired": fired}
        return refused_by("fire", {"squareFire": "caption"}, side="US", firers=[firer])

    assert rules(0) == rules(1) == set()
    assert rules(2) == {"MAW-G.07f"}


@pytest.mark.rule("MAW-G.07d", "MAW-G.07f")
def test_a_line_splits_its_fire_by_stands(game):
    at(game, "US", "offensive_fire")
    game.fire(FIFTH, target=FOURTH, card={"stands_that_bear": 6})
    assert game.card(FIFTH, FiringUnit)["fired_already"] is False
    assert game.no_fire(FIFTH, target=SIXTH, card={"stands_that_bear": 5}) == {"MAW-G.07"}, "four are left"
    game.fire(FIFTH, target=SIXTH)
    assert game.unit(FIFTH).shots == ((FOURTH, 6), (SIXTH, 4))
    assert game.no_fire(FIFTH, target=TENTH) == {"MAW-G.07f"}


@pytest.mark.rule("MAW-G.07f", "MAW-G.07")
def test_a_column_has_fired_when_its_front_has(game):
    at(game, "US", "offensive_fire")
    game.play("roster_change", name=FIFTH, formation="field column")
    game.fire(FIFTH, target=FOURTH)
    assert game.no_fire(FIFTH, target=SIXTH) == {"MAW-G.07f"}


@pytest.mark.rule("MAW-G.07c", "MAW-15.26")
def test_all_that_fires_at_one_target_in_a_step_is_one_shot(game):
    at(game, "US", "offensive_fire")
    game.fire(FIFTH, target=FOURTH)
    assert game.no_fire(EIGHTH, target=FOURTH) == {"MAW-G.07c"}
    assert game.no_fire(EIGHTH, target=SIXTH) == set()
    game.play("next_phase")
    assert game.ledger.roster()[4].as_target["target_fired_at"] is False


def test_without_phases_nobody_knows_whether_a_target_was_fired_at_in_the_same_step(game):
    assert game.ledger.phase is None
    game.fire(FIFTH, target=FOURTH, side="US")
    assert game.no_fire(EIGHTH, target=FOURTH, side="US") == set()
    assert game.no_fire(FIFTH, target=FOURTH, side="US") == {"MAW-G.07f", "MAW-G.07c"}, "but a unit fires once"


@pytest.mark.rule("MAW-9.03", "MAW-9.04")
def test_a_second_battery_is_known_to_share_its_target(game):
    at(game, "US", "offensive_fire")
    game.fire(DUNCAN, target=FOURTH, at="24")
    other: Fields = {"target_fired_at": False, "closest_or_only_target": False}
    assert game.no_fire(
        DUNCAN, target=FOURTH, at="24", card={"stands_fired": 0, "fired_already": False, "fired_at": None}, **other
    ) == {"MAW-9.04"}


@pytest.mark.rule("MAW-G.06", "MAW-G.06a")
def test_a_unit_low_on_ammunition_fires_with_half_its_points_until_it_replenishes(game):
    at(game, "US", "offensive_fire")
    game.fire(FIFTH, target=FOURTH, die=10)
    assert game.card(FIFTH, FiringUnit)["low_ammunition"] is True
    at(game, "US", "maneuver")
    game.check(FIFTH, die=8)
    game.order("maneuver", FIFTH, maneuver="replenish ammunition")
    assert game.card(FIFTH, FiringUnit)["low_ammunition"] is False


@pytest.mark.rule("MAW-G.26", "MAW-G.07", "MAW-2.33a")
def test_silenced_limbered_and_abandoned_guns_do_not_fire(game):
    at(game, "MEX", "offensive_fire")
    game.play("roster_change", name=DUNCAN, limbered=True)
    at(game, "US", "offensive_fire")
    assert game.no_fire(DUNCAN, target=FOURTH) == {"MAW-G.07"}
    game.play("roster_change", name=DUNCAN, limbered=False)
    at(game, "MEX", "offensive_fire")
    game.fire(FOURTH, target=DUNCAN, die=9)
    at(game, "US", "offensive_fire")
    assert game.no_fire(DUNCAN, target=FOURTH) == {"MAW-G.26"}
    at(game, "US", "maneuver")
    game.order("hasty_maneuver", GUNS, hasty_maneuver="shelter in a square", side="MEX")
    assert "MAW-2.33a" in game.no_fire(GUNS, target=FIFTH, side="MEX")
    assert game.no_fire(FIFTH, target=GUNS, side="US") == {"MAW-15.28"}


@pytest.mark.rule("MAW-G.26", "MAW-G.01c")
def test_damage_of_guns_is_kept_and_told(game):
    at(game, "US", "offensive_fire")
    game.fire(FIFTH, target=GUNS, die=10)
    assert game.card(GUNS, FiringUnit)["damaged_stands"] == 1
    assert game.ledger.roster()[8].as_target["target_damaged_stands"] == 1


@pytest.mark.rule("MAW-G.07j")
def test_guns_fire_offensively_only_after_a_maneuver_with_fire(game):
    at(game, "US", "maneuver")
    assert game.card(DUNCAN, FiringUnit)["gun_service"] == "held"
    game.check(DUNCAN, die=3)
    game.order("maneuver", DUNCAN, maneuver="pivot")
    game.to_phase("offensive_fire")
    assert game.no_fire(DUNCAN, target=FOURTH) == {"MAW-G.07j"}
    at(game, "MEX", "defensive_fire")
    assert game.no_fire(DUNCAN, target=FOURTH) == set(), "defensive fire is free, and the turn is another"
    at(game, "US", "maneuver")
    game.check(DUNCAN, die=3)
    game.order("maneuver", DUNCAN, maneuver="pivot and fire")
    game.to_phase("offensive_fire")
    assert game.no_fire(DUNCAN, target=FOURTH) == set()


@pytest.mark.rule("MAW-4.06", "MAW-G.19f")
def test_mounted_and_broken_troops_do_not_fire(game):
    at(game, "US", "offensive_fire")
    assert game.no_fire(DRAGOONS, target=FOURTH) == {"MAW-4.06"}
    game.play("roster_change", name=FIFTH, order="broken")
    assert game.no_fire(FIFTH, target=FOURTH) == {"MAW-G.19f"}


# ---- Light ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-12.10", "MAW-12.08", "MAW-12.09")
def test_night_is_known_to_every_form_it_matters_to(game):
    game.play("set_light", light="night moonlit")
    at(game, "US", "maneuver")
    game.play("roster_change", name=FIFTH, leader_with_unit="leader")
    game.check(FIFTH, die=10)
    found = game.order("declare_charge", FIFTH, FOURTH)
    assert found.measure("distance") == 6, "Double Quick by night is Tardy"
    hurried = game.play("move", mover="infantry", check_effect="Double Quick", side="US")
    assert (hurried.measure("distance"), kinds(hurried)) == (12, ["may_move", "order_becomes"])
    assert game.no_fire(FIFTH, target=FOURTH, at="12", card={"weapon": "R"}) == {"MAW-12.08"}


# ---- Checks and maneuvers -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-2.19", "MAW-2.28", "MAW-G.15a")
def test_one_check_and_one_maneuver_a_turn(game):
    at(game, "US", "maneuver")
    game.check(FIFTH, EIGHTH, die=3)
    assert game.refused("maneuver", FIFTH, maneuver="full move") == set()
    game.order("maneuver", FIFTH, maneuver="full move")
    assert game.refused("maneuver", FIFTH, maneuver="full move") == {"MAW-2.19"}
    assert game.refused("maneuver", EIGHTH, maneuver="full move") == set()
    game.check(DUNCAN, die=3)
    game.order("maneuver", DUNCAN, maneuver="limber")
    assert game.refused("maneuver", DUNCAN, maneuver="unlimber") == {"MAW-2.28"}
    at(game, "US", "maneuver")
    assert game.refused("maneuver", FIFTH, maneuver="full move") == set()


@pytest.mark.rule("MAW-1.11", "MAW-2.19")
def test_the_effect_of_the_check_is_the_effect_of_the_maneuver(game):
    at(game, "MEX", "maneuver")
    game.check(FOURTH, die=1)
    assert game.acting("maneuver", FOURTH)["check_effect"] == "Tardy"
    assert game.refused("maneuver", FOURTH, maneuver="full move") == {"MAW-2.19"}
    game.play("roster_change", name=SIXTH, order="disordered")
    game.check(SIXTH, die=1, leader_rating="Poor")
    assert game.unit(SIXTH).checked in ("Wavering", "Panic")
    assert game.refused("maneuver", SIXTH, maneuver="half move") >= {"MAW-2.19"}, "no maneuver after that"


@pytest.mark.rule("MAW-2.11")
def test_charges_are_declared_before_any_unit_of_the_check_moves(game):
    at(game, "US", "maneuver")
    game.check(FIFTH, EIGHTH, die=5)
    game.check(DRAGOONS, die=5)
    game.order("maneuver", FIFTH, maneuver="full move")
    assert game.refused("declare_charge", EIGHTH, FOURTH) == {"MAW-2.11"}
    assert game.refused("declare_charge", FIFTH, FOURTH) == {"MAW-2.19"}, "its maneuver is used"
    assert game.refused("declare_charge", DRAGOONS, FOURTH) == set(), "another check"


@pytest.mark.rule("MAW-16.02", "MAW-16.05", "MAW-16.09", "MAW-G.49a")
def test_a_storming_column_charges_from_its_move_and_deploys_when_it_wins(game):
    at(game, "US", "maneuver")
    game.check(FIFTH, die=4)
    game.order("maneuver", FIFTH, maneuver="form a storming column")
    assert game.unit(FIFTH).formation == "storming column"
    assert game.order("declare_charge", FIFTH, FOURTH).measure("distance") == 6
    game.to_phase("charges")
    won = game.fight(FIFTH, FOURTH, [9, 2], storming_forms="field column")
    assert effect(won, "carries_position", FIFTH).forms == "field column"
    assert (game.unit(FIFTH).formation, game.unit(FIFTH).order) == ("field column", "disordered")


@pytest.mark.rule("MAW-6.10", "MAW-G.46", "MAW-7.13")
def test_irregulars_reform_in_open_order(game):
    game.play("roster_change", name=RANCHEROS, order="broken")
    at(game, "MEX", "maneuver")
    game.check(RANCHEROS, die=10)
    assert (game.unit(RANCHEROS).order, game.unit(RANCHEROS).formation) == ("good order", "open order thin")
    assert game.refused("maneuver", RANCHEROS, maneuver="half move") == set()


@pytest.mark.rule("MAW-13.08")
def test_open_order_changes_its_frontage_once_a_turn(game):
    game.play("roster_change", name=FIFTH, formation="open order thin")
    at(game, "US", "maneuver")
    game.check(FIFTH, die=5)
    game.order("maneuver", FIFTH, maneuver="change formation", new_formation="open order deep", light_troops=True)
    again: Fields = {"maneuver": "change formation", "new_formation": "open order thin", "light_troops": True}
    assert game.refused("maneuver", FIFTH, **again, maneuver_done=False) == {"MAW-13.08"}


# ---- Charges --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-11.03", "MAW-G.07e", "MAW-4.12")
def test_a_declared_charge_binds_the_fire_of_both(game):
    at(game, "MEX", "maneuver")
    game.check(FOURTH, die=10)
    game.order("declare_charge", FOURTH, FIFTH, cold_steel=True)
    game.to_phase("defensive_fire")
    assert game.no_fire(FIFTH, target=SIXTH) == {"MAW-G.07e"}
    found = game.fire(FIFTH, target=FOURTH, die=5)
    assert found.charge == "goes home", "the target is known to charge with cold steel"
    game.to_phase("offensive_fire")
    assert game.no_fire(FOURTH, target=FIFTH, target_fired_at=False) == {"MAW-11.03"}


@pytest.mark.rule("MAW-4.12")
def test_the_charged_unit_is_known_and_has_buck_and_ball(game):
    at(game, "MEX", "maneuver")
    game.check(FOURTH, die=10)
    game.order("declare_charge", FOURTH, FIFTH)
    assert game.card(FIFTH, FiringUnit)["in_charge"] == "charged by the target"
    game.to_phase("defensive_fire")
    shot: Fields = {"firers": [{**game.card(name, FiringUnit), "range": "4"} for name in (FIFTH, EIGHTH)]}
    struck = {unit.name: unit for unit in game.ledger.roster()}[FOURTH].as_target
    tally = requests("fire", side="US", **struck, **shot)["fire.die"].tally
    assert "MAW-4.12" in [one.rule for one in tally]


@pytest.mark.rule("MAW-G.04a", "MAW-G.07e")
def test_a_checked_charge_fights_no_combat(game):
    at(game, "MEX", "maneuver")
    game.check(FOURTH, die=10)
    game.order("declare_charge", FOURTH, FIFTH)
    game.to_phase("defensive_fire")
    assert game.fire(FIFTH, target=FOURTH, die=9).charge == "checked"
    assert game.ledger.roster()[4].as_target["target_charge"] == "no"
    game.to_phase("offensive_fire")
    assert game.no_fire(FOURTH, target=EIGHTH) == {"MAW-G.07e"}, "only at the unit it charged"
    game.to_phase("charges")
    assert game.no_fight(FOURTH, FIFTH) == {"MAW-G.04a"}


@pytest.mark.rule("MAW-11.02")
def test_cold_steel_that_was_declared_counts_in_the_combat(game):
    at(game, "US", "maneuver")
    game.check(FIFTH, die=5)
    game.order("declare_charge", FIFTH, FOURTH, cold_steel=True)
    game.to_phase("charges")
    assert game.card(FIFTH, FightingUnit)["charge_part"] == "cold steel"
    game.fight(FIFTH, FOURTH, [9, 2])
    assert game.entries[-1].situation.steel
    assert game.card(FIFTH, FightingUnit)["charge_part"] == "plain", "the charge is over"


@pytest.mark.rule("MAW-2.26", "MAW-G.23d", "MAW-15.20a")
def test_one_hasty_maneuver_in_each_enemy_turn_and_none_after_the_first_combat(game):
    at(game, "US", "maneuver")
    game.check(DRAGOONS, die=5)
    game.order("declare_charge", DRAGOONS, HORSE)
    offers = game.ledger.offers(game.entries[-1])
    assert [(one.fields["name"], one.fields["hasty_maneuver"]) for one in offers] == [(HORSE, "counter charge")]
    game.play("hasty_maneuver", **offers[0].fields)
    assert game.refused("hasty_maneuver", HORSE, hasty_maneuver="counter charge") == {"MAW-G.23d"}
    assert game.card(HORSE, FightingUnit)["charge_part"] == "counter charged"
    game.to_phase("charges")
    game.fight(DRAGOONS, HORSE, [5, 6])
    assert game.entries[-1].situation.countered
    assert game.refused("hasty_maneuver", FOURTH, hasty_maneuver="hasty square") == {"MAW-15.18"}
    at(game, "US", "maneuver")
    assert game.refused("hasty_maneuver", FOURTH, hasty_maneuver="hasty square") == set()


@pytest.mark.rule("MAW-15.17", "MAW-15.19")
def test_the_square_that_answers_a_charge_stands_in_the_roster(game):
    at(game, "US", "maneuver")
    game.check(DRAGOONS, die=5)
    game.order("declare_charge", DRAGOONS, FOURTH)
    offer = game.ledger.offers(game.entries[-1])[0]
    game.play("hasty_maneuver", **offer.fields)
    assert game.unit(FOURTH).formation == "hasty square"


@pytest.mark.rule("MAW-G.25")
def test_a_winners_disorder_waits_for_its_breakthrough(game):
    at(game, "MEX", "charges")
    game.fight(HORSE, FIFTH, [9, 3])
    assert "breaks_through" in kinds(game.entries[-1].verdict, HORSE)
    assert game.unit(HORSE).order == "good order"
    assert game.no_fight(HORSE, EIGHTH, combat="breakthrough") == set()
    game.play("next_phase")
    assert game.unit(HORSE).order == "disordered"


@pytest.mark.rule("MAW-2.25", "MAW-2.27", "MAW-G.22a")
def test_mexican_cavalry_in_disorder_is_known_not_to_charge(game):
    game.play("roster_change", name=HORSE, order="disordered")
    at(game, "MEX", "charges")
    assert game.no_fight(HORSE, FIFTH) == {"MAW-2.25"}
    at(game, "US", "maneuver")
    assert game.refused("hasty_maneuver", HORSE, hasty_maneuver="counter charge") == {"MAW-2.27"}


@pytest.mark.rule("MAW-3.06", "MAW-G.24b")
def test_a_fallen_leader_leaves_the_unit_he_was_with(game):
    game.play("roster_change", name=SIXTH, leader_with_unit="leader")
    game.play("roster_change", name=TENTH, leader_with_unit="brave colonel")
    at(game, "US", "charges")
    attackers = [{**game.card(FIFTH, FightingUnit), "stands": 10}]
    defenders = [game.card(name, FightingUnit) for name in (FOURTH, SIXTH, TENTH)]
    swept = {"charge.1.dice": [10, 1], "leader.die": 9, "leader.colonel": 9}
    game.play(
        "charge_combat",
        swept,
        attackers=attackers,
        defenders=defenders,
        ground_charged_over="open",
        attacker_supports=40,
        cold_steel=True,
    )
    assert [effect.whom for effect in game.entries[-1].verdict.effects if effect.kind == "leader_fares"] == [
        SIXTH,
        TENTH,
    ]
    assert game.unit(SIXTH).leader == game.unit(TENTH).leader == "none"
    assert game.card(SIXTH, CheckedUnit)["leader_with_unit"] == "none"


# ---- Gone -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-10.04", "MAW-5.07")
def test_a_unit_that_is_gone_takes_no_orders_and_is_no_target(game):
    game.play("losses", side="MEX", name=SIXTH, start_stands=8, stands=8, stands_lost=7)
    assert game.unit(SIXTH).gone
    at(game, "MEX", "maneuver")
    orders: dict[str, Fields] = {
        "maneuver": {"maneuver": "hold"}, "declare_charge": {}, "hasty_maneuver": {}, "losses": {"stands_lost": 1},
    }  # fmt: skip
    for action, about in orders.items():
        assert "MAW-10.04" in game.refused(action, SIXTH, **about), action
    at(game, "US", "offensive_fire")
    assert game.no_fire(FIFTH, target=SIXTH) == {"MAW-10.04"}
    assert game.no_fire(SIXTH, target=FIFTH, side="MEX", fire_step="defensive") == {"MAW-10.04"}
    assert game.refused("declare_charge", FIFTH, SIXTH) == {"MAW-10.04"}
    assert "MAW-10.04" in game.no_fight(FIFTH, SIXTH)
    game.play("roster_change", name=SIXTH, stands=3)
    assert game.no_fire(FIFTH, target=SIXTH) == set(), "corrected, it is back"


@pytest.mark.rule("MAW-10.04", "MAW-3.06", "MAW-G.16c")
def test_no_leader_is_with_a_unit_that_is_gone_and_none_takes_it_over(game):
    def refused(form, action, **about):
        return refused_by(action, **{**game.card(SIXTH, form), **about})

    def both():
        checked = refused(FallenLeader, "fallen_leader", leader_with_unit="leader")
        return checked, refused(LeaderReplacement, "leader_replacement")

    assert both() == (set(), set())
    game.play("losses", side="MEX", name=SIXTH, start_stands=8, stands=8, stands_lost=7)
    assert both() == ({"MAW-10.04"}, {"MAW-10.04"})


@pytest.mark.rule("MAW-G.27a")
def test_the_points_of_victory_are_counted_by_the_books(game):
    game.play("losses", side="MEX", name=SIXTH, start_stands=8, stands=8, stands_lost=7)
    game.play("roster_change", name=FOURTH, order="broken")
    game.play("fallen_leader", {"leader.die": 10}, side="MEX", name=TENTH)
    game.play("roster_change", name=GUNS, stands=1)
    known = game.ledger.prefill("victory", tables())
    earned = ("us_units_destroyed", "us_units_spent", "us_leaders", "us_gun_stands", "mex_units_destroyed")
    assert [known[name] for name in earned] == [1, 1, 1, 2, 0]


@pytest.mark.rule("MAW-15.39", "MAW-15.41", "MAW-15.43a", "MAW-15.34")
def test_the_books_know_whose_crews_are_in_a_square(game):
    at(game, "US", "maneuver")
    game.order("hasty_maneuver", FOURTH, hasty_maneuver="hasty square", side="MEX")
    game.order("hasty_maneuver", GUNS, hasty_maneuver="shelter in a square", square_name=FOURTH, side="MEX")
    square = {one.name: one for one in game.ledger.roster()}[FOURTH]
    assert square.as_actor["crews_inside"] == 3
    at(game, "US", "charges")
    game.fight(DRAGOONS, FOURTH, [10, 2])
    assert "crews_lost" in kinds(game.entries[-1].verdict, FOURTH)
    assert game.unit(GUNS).gone


@pytest.mark.rule("MAW-15.43a")
def test_a_crew_that_has_returned_is_in_no_square(game):
    at(game, "US", "maneuver")
    game.order("hasty_maneuver", GUNS, hasty_maneuver="shelter in a square", square_name=FOURTH, side="MEX")
    at(game, "MEX", "maneuver")
    game.check(GUNS, die=5)
    game.order("maneuver", GUNS, maneuver="return to the guns")
    assert (game.unit(GUNS).sheltered, game.unit(FOURTH).crews) == (False, ())


@pytest.mark.rule("MAW-14.05", "MAW-15.22")
def test_a_charger_whose_target_evades_over_hard_ground_is_disordered_when_the_phase_ends(game):
    game.play("roster_change", name=RANCHEROS, mounted=False)
    at(game, "US", "maneuver")
    game.check(FIFTH, die=5)
    game.order("declare_charge", FIFTH, RANCHEROS)
    offer = next(one for one in game.ledger.offers(game.entries[-1]) if one.fields["hasty_maneuver"] == "evade")
    game.play("hasty_maneuver", **offer.fields, charger_ground="broken")
    assert game.unit(RANCHEROS).order == "broken"
    assert game.unit(FIFTH).order == "good order"
    game.play("next_phase")
    assert game.unit(FIFTH).order == "disordered"


@pytest.mark.rule("MAW-2.21")
def test_a_friend_passed_in_disorder_is_marked_too(game):
    at(game, "US", "maneuver")
    game.check(FIFTH, die=4)
    game.order("maneuver", FIFTH, maneuver="passage of lines", ground="broken", friend_name=EIGHTH)
    assert game.unit(FIFTH).order == game.unit(EIGHTH).order == "disordered"
