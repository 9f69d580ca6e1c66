"""A battle as the ledger keeps it: phases, armies, orders, fire, the score, what is voided."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.kernel.ledger import fold
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from tests.rulesets.mesoamerica import play
from tests.rulesets.mesoamerica.play import Game
from tests.rulesets.mesoamerica.two_armies import captured, fight, started

# ---- Turn and phases ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-1.05", "PRE-4.01")
def test_the_phase_strip_leads_through_the_turn_and_skips_the_weather():
    game = Game()
    seen = []
    for _ in range(8 + 7 * 14 + 1):
        game.play("next_phase")
        seen.append((game.ledger.turn, game.ledger.phase))
    first = [phase for turn, phase in seen if turn == 1]
    assert first == ["weather", "sacrifice", "orders", "fire", "morale", "move", "fight", "prisoners"]
    assert [phase for turn, phase in seen if turn == 2] == first[1:]
    assert [turn for turn, phase in seen if phase == "weather"] == [1, 16]
    assert [phase.id for phase in RULESET.phases] == first


def test_a_phase_can_be_gone_back_to(game):
    started(game, "move")
    game.play("next_phase", {"begin": "fire"})
    assert (game.ledger.turn, game.ledger.phase) == (1, "fire")
    assert [(state.id, state.state) for state in game.ledger.phase_states()][2:5] == [
        ("orders", "done"), ("fire", "now"), ("morale", "next"),
    ]  # fmt: skip


@pytest.mark.rule("PRE-4.01", "PRE-4.07")
def test_the_weather_is_owed_and_kept_for_its_period(game):
    started(game, "weather")
    assert [offer.action for offer in game.ledger.owed()] == ["weather"]
    game.play("weather", {"season": "summer"}, {"weather.die": [1]})
    assert game.ledger.owed() == ()
    assert game.ledger.prefill("fire", game.tables)["weather"] == "thunderstorm"
    assert game.ledger.weather_until == 15


@pytest.mark.rule("PRE-5.16", "PRE-G.21")
def test_the_unconscious_wake_when_the_next_turn_begins(game):
    started(game, "fire")
    shot = game.tap("Slingers", "Coyotes") | {"range": "0.5", "sighted": True, "actor_strength": 6}
    assert game.play("fire", shot).measure("unconscious") == 5
    assert game.unit("Coyotes").men.unconscious == 5
    assert game.tap("Coyotes")["firing_men"] == 20
    game.to_phase("morale")
    assert game.tap("Coyotes")["firing_men"] == 13
    game.to_phase("sacrifice")
    assert game.unit("Coyotes").men.unconscious == 0
    assert game.unit("Coyotes").men.all == 18


# ---- Raising armies ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-3.07b", "PRE-3.23", "PRE-3.10", "PRE-G.09")
def test_an_army_is_raised_division_by_division_and_keeps_its_strengths():
    game = Game()
    game.play("army", {"side": "West", "military_prowess": 5})
    offers = [offer for offer in game.ledger.owed() if offer.action == "raise_division"]
    assert [(offer.fields["division"], offer.fields["units_to_raise"]) for offer in offers] == [(1, 10), (2, 1)]
    game.play("raise_division", {}, {"division.strength": [6, 6, 5, 5, 4, 4, 3, 2, 1, 1]})
    game.play("raise_division", {}, {"division.strength": [6]})
    strengths = [unit.strength for unit in game.ledger.units.values() if unit.division == 1]
    assert strengths == [6, 6, 5, 5, 5, 5, 4, 4, 3, 3]
    assert [offer.action for offer in game.ledger.owed()] == ["arm"]
    game.play("arm")
    assert game.ledger.owed() == ()
    assert all(unit.weapon is not None for unit in game.ledger.units.values())
    assert [unit.strength for unit in game.ledger.units.values() if unit.division == 1] == strengths
    assert {unit.division for unit in game.ledger.units.values() if unit.kind != "combat"} == {0}


@pytest.mark.rule("PRE-3.27", "PRE-G.10")
def test_hidden_units_are_kept_from_the_enemy_until_they_fire(game):
    game.play("prior_access", {}, {"access.dice": [6, 1]})
    known = {"side": "West", "access_of": "West", "had_access": True, "hidden_before": 0, "battle_begun": False}
    assert game.ledger.prefill("hide", game.tables) == known
    verdict = game.play("hide", {"hidden_units": [{"name": "Archers"}]})
    assert {effect.known_to for effect in verdict.effects} == {"West"}
    assert game.unit("Archers").hidden
    started(game, "fire")
    game.play("fire", game.tap("Archers", "Eagles") | {"range": "2", "sighted": True})
    assert not game.unit("Archers").hidden


@pytest.mark.rule("PRE-9.01c", "PRE-9.03e")
def test_units_near_a_revealed_enemy_check_their_morale(game):
    game.play("hide", {"side": "West", "hidden_units": [{"name": "Jaguars"}]})
    started(game, "move")
    game.play("reveal", {"actor_name": "Jaguars", "near": [{"name": "Eagles"}]})
    assert not game.unit("Jaguars").hidden
    game.to_phase("morale")
    [line] = game.ledger.prefill("morale", game.tables)["units_to_check"]
    assert (line["name"], line["enemy_revealed"]) == ("Eagles", True)


# ---- Orders ------------------------------------------------------------------------------------------------------------------


def orders_of(side: str, *rows: tuple[str, str, str]) -> dict[str, Any]:
    return {
        "side": side,
        "orders": [{"name": name, "order": order} | ({"at": at} if at else {}) for name, order, at in rows],
    }


def test_orders_stay_hidden_until_both_sides_have_given_them(game):
    started(game, "orders")
    assert [offer.action for offer in game.ledger.owed()] == ["orders", "orders"]
    west = game.play("orders", orders_of("West", ("Jaguars", "charge", "Eagles"), ("Coyotes", "hold", "")))
    assert {effect.known_to for effect in west.effects if effect.has_words} == {"West"}
    assert "charge" not in RULESET.catalogue.say(west.headline())
    assert game.ledger.prefill("reveal_orders", game.tables) == {"west_given": True, "east_given": False}
    assert play.refusals("reveal_orders", {"west_given": True}) == {"east_given": "PRE-G.25"}
    assert all(item.secret for panel in game.ledger.panels(game.tables) for item in panel.items)
    assert not game.tap("Archers", "Jaguars")["target_moves"]
    game.play("orders", orders_of("East", ("Eagles", "move", "")))
    assert [offer.action for offer in game.ledger.owed()] == ["reveal_orders"]
    shown = game.play("reveal_orders")
    assert [(effect.whom, effect.order, effect.at) for effect in shown.effects] == [
        ("Jaguars", "charge", "Eagles"), ("Coyotes", "hold", ""), ("Eagles", "move", ""),
    ]  # fmt: skip
    assert not any(item.secret for panel in game.ledger.panels(game.tables) for item in panel.items)
    assert game.tap("Archers", "Eagles")["target_moves"]
    assert not game.tap("Slingers", "Coyotes")["target_moves"]
    game.to_phase("orders")
    assert [offer.action for offer in game.ledger.owed()] == ["orders", "orders"]


def test_orders_need_no_roster_and_the_last_ones_given_count():
    game = Game()
    game.to_phase("orders")
    game.play("orders", orders_of("East", ("Eagles", "hold", "")))
    assert game.ledger.prefill("orders", game.tables)["side"] == "West"
    game.play("orders", orders_of("West", ("Jaguars", "charge", "Eagles")))
    game.play("orders", orders_of("East", ("Eagles", "withdraw", "")))
    assert game.ledger.prefill("orders", game.tables)["orders"] == [], "what was given is not shown again"
    shown = game.play("reveal_orders")
    assert [(effect.whom, effect.order) for effect in shown.effects] == [("Jaguars", "charge"), ("Eagles", "withdraw")]
    game.to_phase("weather")
    assert game.ledger.orders == {}


def test_an_order_for_each_unit_and_an_enemy_for_a_charge():
    assert play.refusals("orders", orders_of("West", ("A", "charge", ""))) == {"orders.1.at": "PRE-G.25"}
    assert play.refusals("orders", orders_of("West", ("A", "hold", ""), ("A", "move", ""))) == {
        "orders.2.name": "PRE-G.25"
    }


# ---- Fire --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-G.20")
def test_all_fire_is_simultaneous(game):
    started(game, "fire")
    first = game.play("fire", game.tap("Archers", "Slingers") | {"range": "0.5", "actor_strength": 6, "sighted": True})
    assert first.measure("killed") == 5
    assert game.tap("Slingers")["firing_men"] == 20
    assert game.unit("Slingers").men.all == 15
    game.to_phase("fire")
    assert game.tap("Slingers")["firing_men"] == 15


@pytest.mark.rule("PRE-5.20", "PRE-5.21")
def test_the_ledger_remembers_who_fired(game):
    started(game, "fire")
    game.play("fire", game.tap("Archers", "Eagles") | {"range": "2", "sighted": True})
    fields = game.tap("Archers") | {"legs": [{"terrain": "clear", "inches": "1"}]}
    assert play.refusals("move", fields) == {"actor_fired": "PRE-5.20"}
    game.to_phase("fire")
    assert game.tap("Archers")["actor_fired"] == "no"
    game.play("fire", game.tap("Archers", "Eagles") | {"range": "2", "sighted": True, "half_rate": True})
    assert (
        game.play("move", game.tap("Archers") | {"legs": [{"terrain": "clear", "inches": "2"}]}).measure("inches_left")
        == 0
    )


@pytest.mark.rule("PRE-5.09", "PRE-5.22")
def test_a_unit_fires_at_as_many_targets_as_it_has_said(game):
    started(game, "fire")
    game.play("fire", game.tap("Archers", "Eagles") | {"range": "2", "number_of_targets": 2, "sighted": True})
    second = game.tap("Archers", "Slingers") | {"range": "2", "sighted": True}
    assert game.play("fire", second).measure("hits") == 60
    assert play.refusals("fire", game.tap("Archers", "Lord East") | {"range": "2"}) == {"targets_before": "PRE-5.09"}
    game.to_phase("fire")
    assert play.refusals("fire", game.tap("Archers", "Lord East") | {"range": "2"}) == {}


# ---- The score and the log ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-G.45", "PRE-8.08")
def test_the_score_is_filled_in_from_the_battle(game):
    started(game, "fire")
    game.play("fire", game.tap("Archers", "Eagles") | {"range": "0.5", "actor_strength": 6, "sighted": True})
    game.to_phase("prisoners")
    captured(game, "Jaguars", "Slingers", 3)
    verdict = game.play("score")
    assert verdict.measured() == {"west_points": 5 + 3, "east_points": 0, "battle_over": False}
    [west, east] = game.ledger.prefill("score", game.tables)["armies"]
    assert (west["starting_men"], west["men_left"]) == (100, 100)
    assert (east["men_left"], east["killed"], east["under_escort"]) == (72, 5, 3)


def test_a_voided_fight_gives_its_men_back_and_marks_what_rests_on_it(game):
    started(game, "fight")
    fight(game, "Jaguars", "Eagles", defender="defend", aggressor="aggressive", aggressor_die=[1])
    first = game.entries[-1].id
    fight(game, "Coyotes", "Eagles", tie=[6], defender="defend", aggressor="pass")
    second = game.entries[-1].id
    entries = [replace(entry, voided=entry.id == first) for entry in game.entries]
    folded = fold(RULESET.ledger.start(game.tables), entries, game.tables)
    assert folded.ledger.units["Eagles"].men.all == 20  # type: ignore[attr-defined]
    assert folded.marks == {second: first}
