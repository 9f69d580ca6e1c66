"""What the umpire remembers of a battle: phases, roster, losses, who must check, marks after a void."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sandtable.kernel import codec
from sandtable.kernel.effects import effect_kinds
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.verdict import Verdict
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.melee import FightingUnit
from sandtable.rulesets.mexican_american_war.shooting import FiringUnit
from sandtable.rulesets.mexican_american_war.units import CheckedUnit
from sandtable.rulesets.mexican_american_war.vocabulary import Side
from tests.rulesets.mexican_american_war.game import Game
from tests.rulesets.mexican_american_war.play import RULESET, effect, firing, tables, unit, verdict

ROSTER = "5th US Infantry, 10\nDuncan's Battery, 2\n4th Line, 12\n7th Line Cavalry, 6\nMexican Light Artillery, 3\n"


@pytest.mark.rule("MAW-2.09", "MAW-2.09a", "MAW-2.10")
def test_the_phases_of_a_player_turn_lead_through_it():
    game = Game(ROSTER)
    seen = []
    for _ in range(13):
        game.play("next_phase")
        seen.append((game.ledger.turn, game.ledger.side, game.ledger.phase))
    phases = ["leaders", "maneuver", "defensive_fire", "offensive_fire", "charges", "end"]
    assert seen == [(1, "US", one) for one in phases] + [(1, "MEX", one) for one in phases] + [(2, "US", "leaders")]
    assert [one.id for one in RULESET.phases] == phases
    fires = [phase.id for phase in RULESET.phases if "fire" in phase.actions]
    assert fires == ["defensive_fire", "offensive_fire"], "charge combats come after both"
    assert "charge_combat" in RULESET.phases[4].actions


@pytest.mark.rule("MAW-2.09", "MAW-2.09a")
def test_defensive_fire_is_the_other_sides():
    game = Game(ROSTER)
    game.to_phase("defensive_fire")
    assert game.ledger.prefill("fire", tables()) == {"side": "MEX", "fire_step": "defensive"}
    game.to_phase("offensive_fire")
    assert game.ledger.prefill("fire", tables()) == {"side": "US", "fire_step": "offensive"}


def test_a_phase_may_be_gone_back_to():
    game = Game()
    game.to_phase("charges")
    game.play("next_phase", phase="maneuver")
    assert (game.ledger.turn, game.ledger.side, game.ledger.phase) == (1, "US", "maneuver")


@pytest.mark.rule("MAW-10.01", "MAW-G.06")
def test_fire_changes_the_roster_of_both_sides():
    game = Game(ROSTER)
    game.to_phase("offensive_fire")
    firer = {**game.card("5th US Infantry", FiringUnit), "range": "4"}
    target = game.ledger.roster()[2].as_target
    game.play(
        "fire",
        {"fire.die": 10},
        firers=[firer],
        **{name: getattr(value, "value", value) for name, value in target.items()},
    )
    line, fifth = game.unit("4th Line"), game.unit("5th US Infantry")
    assert (line.stands, line.order) == (11, "disordered")
    assert (fifth.low_ammunition, fifth.fired) == (True, True)
    assert game.card("5th US Infantry", FiringUnit)["fired_already"] is True
    game.to_phase("charges")
    assert game.unit("5th US Infantry").fired is False
    assert game.ledger.lost(line.side) == 1


@pytest.mark.rule("MAW-G.15", "MAW-G.15a")
def test_disordered_troops_must_check_and_only_once():
    game = Game(ROSTER)
    game.play("roster_change", name="5th US Infantry", order="disordered")
    game.play("roster_change", name="4th Line", order="broken")
    game.play("next_phase")
    assert game.ledger.owed() == ()
    game.play("next_phase")
    owed = game.ledger.owed()
    assert [dict(one.label.parameters)["name"] for one in owed] == ["5th US Infantry"], (
        "of the side that moves, nobody in good order"
    )
    form = read_form(RULESET.by_id["maneuver_check"], owed[0].fields, tables(), PLAIN)
    assert isinstance(form, Form)
    game.play("maneuver_check", {"maneuver.die": 5}, **owed[0].fields)
    assert game.unit("5th US Infantry").order == "good order"
    assert game.ledger.owed() == ()
    assert game.card("5th US Infantry", CheckedUnit)["checked_already"] is True
    game.to_phase("leaders")
    assert game.card("5th US Infantry", CheckedUnit)["checked_already"] is False


@pytest.mark.rule("MAW-G.18", "MAW-G.18c")
def test_the_army_is_judged_at_the_start_of_its_own_turn():
    game = Game(ROSTER)
    game.to_phase("maneuver")
    game.play("losses", side="MEX", name="4th Line", start_stands=12, stands=12, stands_lost=6)
    game.to_phase("end")
    game.play("next_phase")
    game.play("next_phase")
    assert game.ledger.side == "MEX"
    known = game.ledger.prefill("maneuver_check", tables())
    assert (known["heavy_casualties"], known["greater_losses"], known["key_position_lost"]) == (True, True, False)
    assert game.ledger.heavy_at(Side.MEX, tables()) == 6, "a quarter of 21, rounded up"
    game.play("losses", side="US", name="5th US Infantry", start_stands=10, stands=10, stands_lost=9)
    still = game.ledger.prefill("maneuver_check", tables())
    assert still["greater_losses"] is True, "not judged again before the next turn"


def test_a_scenarios_own_number_of_heavy_casualties_and_key_positions():
    game = Game(ROSTER)
    game.play("army_state", side="US", army_stands=12, heavy_number=2, key_position_lost=True)
    game.play("losses", side="US", name="5th US Infantry", start_stands=10, stands=10, stands_lost=2)
    game.to_phase("maneuver")
    known = game.ledger.prefill("maneuver_check", tables())
    assert (known["heavy_casualties"], known["key_position_lost"]) == (True, True)


@pytest.mark.rule("MAW-15.32")
def test_a_hasty_square_is_a_plain_one_when_its_own_turn_begins():
    game = Game(ROSTER)
    game.to_phase("maneuver")
    card = {**game.card("4th Line", FightingUnit)}
    card.pop("lances", None)
    game.play("hasty_maneuver", side="MEX", name="4th Line", hasty_maneuver="hasty square")
    assert game.unit("4th Line").formation == "hasty square"
    game.to_phase("charges")
    assert game.unit("4th Line").formation == "hasty square"
    game.to_phase("leaders")
    assert game.unit("4th Line").formation == "deliberate square"


def test_a_charge_combat_changes_everybody_in_it():
    game = Game(ROSTER)
    game.to_phase("charges")
    attacker = game.card("5th US Infantry", FightingUnit)
    defender = game.card("4th Line", FightingUnit)
    game.play(
        "charge_combat", {"charge.1.dice": [5, 6], "charge.2.dice": [8, 3]}, attackers=[attacker], defenders=[defender]
    )
    fifth, line = game.unit("5th US Infantry"), game.unit("4th Line")
    assert (fifth.stands, fifth.order) == (9, "disordered")
    assert (line.stands, line.order) == (10, "disordered")
    guns = game.card("Mexican Light Artillery", FightingUnit)
    game.play(
        "charge_combat",
        {"charge.1.dice": [10, 1]},
        attackers=[game.card("5th US Infantry", FightingUnit)],
        defenders=[guns],
    )
    assert game.unit("Mexican Light Artillery").gone
    assert game.ledger.lost(line.side) == 2 + 3


def test_markers_of_guns_are_kept():
    game = Game(ROSTER)
    game.play(
        "fire",
        {"fire.die": 10},
        side="MEX",
        firers=[firing("LG", 3, 12)],
        target_name="Duncan's Battery",
        target_arm="guns",
        target_stands=2,
        leader_with_target="none",
    )
    assert game.unit("Duncan's Battery").silenced
    game.play("roster_change", name="Duncan's Battery", damaged_stands=1, limbered=True)
    card = game.card("Duncan's Battery", FiringUnit)
    assert (card["silenced"], card["damaged_stands"], card["limbered"]) == (True, 1, True)
    game.play("maneuver", side="US", name="Duncan's Battery", arm="guns", silenced=True, maneuver="rally the guns")
    assert not game.unit("Duncan's Battery").silenced


def test_the_light_is_remembered():
    game = Game(ROSTER)
    game.play("set_light", light="evening 2")
    assert game.ledger.prefill("fire", tables())["light"] == "evening 2"
    assert [panel.id for panel in game.ledger.panels(tables())] == ["losses.US", "losses.MEX", "light"]


def test_replies_and_breakthroughs_are_offered():
    game = Game(ROSTER)
    game.play("declare_charge", side="MEX", arm="cavalry")
    offer = game.ledger.offers(game.entries[-1])[0]
    assert (offer.action, offer.fields["hasty_maneuver"], offer.fields["side"]) == (
        "hasty_maneuver",
        "hasty square",
        "US",
    )
    assert "formation_becomes" in [one.kind for one in verdict("hasty_maneuver", **offer.fields).effects]
    game.play(
        "charge_combat", {"charge.1.dice": [9, 2]}, side="MEX", attackers=[unit(arm="cavalry")], defenders=[unit()]
    )
    assert [one.fields["combat"] for one in game.ledger.offers(game.entries[-1])] == ["breakthrough"]
    game.play("fallen_leader", {"leader.die": 10}, side="US")
    assert [one.action for one in game.ledger.offers(game.entries[-1])] == ["leader_replacement"]


def test_what_rests_on_a_voided_entry_is_marked():
    game = Game(ROSTER)
    game.play("losses", side="MEX", name="4th Line", start_stands=12, stands=12, stands_lost=2)
    voided = len(game.entries)
    game.play("losses", side="MEX", name="4th Line", start_stands=12, stands=10, stands_lost=1)
    game.play("losses", side="US", name="5th US Infantry", start_stands=10, stands=10, stands_lost=1)
    game.entries[voided - 1] = replace(game.entries[voided - 1], voided=True)
    assert game.fold.marks == {str(voided + 1): str(voided)}
    assert game.unit("4th Line").stands == 11


def test_units_without_a_name_rest_on_nobody():
    game = Game(ROSTER)
    nameless = {"arm": "infantry", "experience": "Veteran", "order": "good order", "formation": "line"}
    for _ in range(2):
        game.play("maneuver_check", {"maneuver.die": 5}, side="US", units=[nameless])
    game.entries[-2] = replace(game.entries[-2], voided=True)
    assert game.fold.marks == {}


def test_a_leader_lost_is_with_nobody():
    game = Game(ROSTER)
    game.play("roster_change", name="4th Line", leader_with_unit="both")
    shot = {"firers": [firing(stands=10)], "target_name": "4th Line", "leader_with_target": "both"}
    found = game.play("fire", {"fire.die": 10, "leader.die": 9, "leader.colonel": 2}, side="US", **shot)
    assert effect(found, "low_on_ammunition").whom == "firer"
    assert game.unit("4th Line").leader == "brave colonel"


def wounded(game, **who):
    """The 4th Line is shot at, and its leader has a flesh wound."""
    shot = {"firers": [firing(stands=10)], "target_name": "4th Line", **who}
    colonel = {"leader.colonel": 2} if who["leader_with_target"] == "both" else {}
    found = game.play("fire", {"fire.die": 10, "leader.die": 7, **colonel}, **shot)
    assert "wounded" in [each.fate for each in found.effects if each.kind == "leader_fares"]


@pytest.mark.rule("MAW-3.06")
def test_a_wounded_leader_is_back_when_his_side_begins_its_next_turn():
    game = Game(ROSTER)
    game.play("roster_change", name="4th Line", leader_with_unit="both")
    game.to_phase("offensive_fire")
    wounded(game, leader_with_target="both")
    assert game.unit("4th Line").leader == "brave colonel"
    (listed,) = [one for one in game.ledger.roster() if one.name == "4th Line"]
    assert "leader wounded, back in turn 2" in RULESET.catalogue.say(listed.note)
    for _ in range(3):  # charges, end, and the leaders of his own side: a turn has not gone by
        game.play("next_phase")
    assert (game.ledger.turn, game.ledger.side, game.ledger.phase) == (1, "MEX", "leaders")
    assert game.unit("4th Line").leader == "brave colonel"
    for _ in range(6):
        game.play("next_phase")
    assert (game.ledger.turn, game.ledger.side, game.ledger.phase) == (2, "US", "leaders")
    assert game.unit("4th Line").leader == "brave colonel", "the enemy's turn brings nobody back"
    for _ in range(6):
        game.play("next_phase")
    assert (game.ledger.turn, game.ledger.side, game.ledger.phase) == (2, "MEX", "leaders")
    assert game.unit("4th Line").leader == "both"
    assert game.unit("4th Line").away == ()
    target = next(one.as_target for one in game.ledger.roster() if one.name == "4th Line")
    assert target["leader_with_target"] == "both", "he counts for checks and combats again"


@pytest.mark.rule("MAW-3.06")
def test_a_leader_lost_for_the_game_does_not_come_back_and_nobody_does_where_turns_are_not_counted():
    game = Game(ROSTER)
    game.play("roster_change", name="4th Line", leader_with_unit="leader")
    wounded(game, side="US", leader_with_target="leader")
    assert (game.unit("4th Line").leader, game.unit("4th Line").away) == ("none", ())
    game.play("roster_change", name="4th Line", leader_with_unit="leader")
    game.to_phase("offensive_fire")
    shot = {"firers": [firing(stands=10)], "target_name": "4th Line", "leader_with_target": "leader"}
    game.play("fire", {"fire.die": 10, "leader.die": 8}, **shot)
    for _ in range(18):
        game.play("next_phase")
    assert game.ledger.turn == 2
    assert game.unit("4th Line").leader == "none"


# ---- The books as a table keeps them ----------------------------------------------------------------------------------------------


def battle() -> Game:
    """A turn in which everything of the books is used: a check, a charge with replies and fire, a combat, a leader lost."""
    game = Game(ROSTER)
    game.play("army_state", side="US", army_stands=12, heavy_number=2, key_position_lost=True)
    game.play("set_light", light="evening 1")
    game.play("roster_change", name="4th Line", leader_with_unit="both", formation="deliberate square")
    game.to_phase("maneuver")
    game.check("5th US Infantry", "Duncan's Battery", die=6)
    game.order("declare_charge", "5th US Infantry", "4th Line", cold_steel=True)
    game.order("maneuver", "Duncan's Battery", maneuver="fire")
    shelter = {"hasty_maneuver": "shelter in a square", "square_name": "4th Line"}
    game.order("hasty_maneuver", "Mexican Light Artillery", side="MEX", **shelter)
    game.to_phase("defensive_fire")
    game.fire("4th Line", target="5th US Infantry", die=3)
    game.to_phase("offensive_fire")
    game.play(
        "fallen_leader", {"leader.die": 7, "leader.colonel": 9}, name="4th Line", leader_with_unit="both", side="MEX"
    )
    return game


def test_the_books_are_plain_data_and_read_back():
    """A table keeps the umpire's books as part of its state."""
    books = battle().ledger
    assert (books.unit("4th Line").crews, books.unit("4th Line").away) == (
        ("Mexican Light Artillery",),
        (("leader", 2),),
    )
    assert books.unit("5th US Infantry").charging == {"4th Line"}
    written = json.loads(json.dumps(codec.write(books)))
    assert codec.read(MexicanAmericanWarLedger, written) == books


@pytest.mark.parametrize("kind", effect_kinds(RULESET.package).values(), ids=lambda kind: kind.__name__)
def test_an_effect_can_be_written_down(kind):
    codec.check(kind)


def test_the_books_follow_from_effects_alone():
    """Whatever the verdict's class: the fold asks for the action, its form and its effects."""
    game = battle()
    game.to_phase("charges")
    game.fight("5th US Infantry", "4th Line", [9, 2])
    books = MexicanAmericanWarLedger.start(tables())
    for entry in game.entries:
        bare = replace(entry, verdict=Verdict(effects=entry.verdict.changes))
        assert books.after(bare, tables()) == books.after(entry, tables())
        books = books.after(entry, tables())
    fifth, guns = books.units["5th US Infantry"], books.units["Mexican Light Artillery"]
    assert (books.combats, fifth.charging, guns.gone) == (1, frozenset(), True), (
        "the square broke, and its crews are lost"
    )


def test_a_leader_lost_with_one_of_several_nameless_units_is_his_own_sides():
    game = Game(ROSTER)
    sides = {"attackers": [unit(20, experience="Elite")], "defenders": [unit(8), unit(leader_with_unit="leader")]}
    game.play("charge_combat", {"charge.1.dice": [10, 1], "leader.die": 10}, side="US", **sides, cold_steel=True)
    assert game.ledger.leaders_lost == {"MEX": 1}
    assert [one.fields for one in game.ledger.offers(game.entries[-1]) if one.action == "leader_replacement"] == [
        {"side": "MEX"}
    ]


def test_a_voided_shot_marks_what_its_firers_did_next():
    game = Game(ROSTER)
    game.to_phase("offensive_fire")
    game.fire("5th US Infantry", target="4th Line", die=1, card={"stands_that_bear": 4})
    shot = len(game.entries)
    game.fire("5th US Infantry", target="7th Line Cavalry", die=1)
    game.entries[shot - 1] = replace(game.entries[shot - 1], voided=True)
    assert game.fold.marks == {str(shot + 1): str(shot)}
