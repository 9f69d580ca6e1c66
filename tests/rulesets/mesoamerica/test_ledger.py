"""A battle as the ledger keeps it: phases, orders, fire, fights by two taps, prisoners, the morale list, the score."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.kernel.ledger import Entry, fold
from sandtable.kernel.record import Record
from sandtable.rulesets.mesoamerica.effects import MenDisarmed
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from tests.rulesets.mesoamerica import play
from tests.rulesets.mesoamerica.play import Game

ARMIES = (
    "West, war club, 4, Jaguars",
    "West, club, 3, Coyotes",
    "West, bow, 3, Archers",
    "West, leader, 5, Lord West",
    "West, priest, 1, Priests West",
    "East, club, 3, Eagles",
    "East, sling, 3, Slingers",
    "East, leader, 5, Lord East",
    "East, priest, 1, Priests East",
)


@pytest.fixture
def game() -> Game:
    game = Game()
    game.muster(*ARMIES)
    return game


def started(game: Game, phase: str) -> Game:
    game.to_phase(phase)
    return game


def fight(game: Game, actor: str, target: str, **answers: Any) -> Any:
    given = {f"fight.{key}": value for key, value in answers.items()}
    return game.play("fight", game.tap(actor, target) | {"within_half_inch": True, "at_the_back": "neither"}, given)


def captured(game: Game, actor: str, target: str, number: int) -> None:
    """Some men of the target lose their weapons and are led away."""
    unit = game.unit(target)
    fields = game.tap(actor, target) | {"target_unarmed": number, "target_men": unit.men.all, "men_claimed": number}
    game.write(disarmed(game, target, number))
    game.play("claim", fields, {})


def disarmed(game: Game, target: str, number: int) -> Entry:
    """An entry that disarms men: a fight of which only this effect is kept."""
    actor = "Coyotes" if game.unit(target).side == "East" else "Slingers"
    fields = {"actor_name": actor, "target_name": target, "within_half_inch": False}
    fields |= {
        f"{role}_{what}": value for role in ("actor", "target") for what, value in (("weapon", "club"), ("strength", 3))
    }
    form = play.form("fight", fields)
    verdict = replace(play.verdict("fight", fields), effects=(MenDisarmed(whom="target", count=number),))
    return Entry(Record("mesoamerica", "1", "fight", form.fields, ()), form.situation, verdict)


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
    assert game.play("fire", shot).unconscious == 5
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
    assert game.ledger.prefill("hide", game.tables) == {"side": "West", "had_access": True}
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
    assert {effect.known_to for effect in west.effects if effect.told} == {"West"}
    assert "charge" not in RULESET.catalogue.say(west.headline())
    assert game.ledger.prefill("reveal_orders", game.tables) == {}
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
    assert game.ledger.prefill("orders", game.tables) == {"side": "West", "orders": []}
    game.play("orders", orders_of("West", ("Jaguars", "charge", "Eagles")))
    game.play("orders", orders_of("East", ("Eagles", "withdraw", "")))
    assert game.ledger.prefill("orders", game.tables) == {"orders": []}, "what was given is not shown again"
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
    assert first.killed == 5
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
    assert game.play("move", game.tap("Archers") | {"legs": [{"terrain": "clear", "inches": "2"}]}).left == 0


@pytest.mark.rule("PRE-5.09", "PRE-5.22")
def test_a_unit_fires_at_as_many_targets_as_it_has_said(game):
    started(game, "fire")
    game.play("fire", game.tap("Archers", "Eagles") | {"range": "2", "number_of_targets": 2, "sighted": True})
    second = game.tap("Archers", "Slingers") | {"range": "2", "sighted": True}
    assert game.play("fire", second).hits == 60
    assert play.refusals("fire", game.tap("Archers", "Lord East") | {"range": "2"}) == {"targets_before": "PRE-5.09"}
    game.to_phase("fire")
    assert play.refusals("fire", game.tap("Archers", "Lord East") | {"range": "2"}) == {}


# ---- Fights ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-G.51", "PRE-7.08")
def test_a_fight_is_two_taps(game):
    started(game, "move")
    game.play("move", game.tap("Jaguars") | {"legs": [{"terrain": "clear", "inches": "3"}]})
    game.to_phase("fight")
    fields = game.tap("Jaguars", "Eagles")
    assert fields["actor_movement"] == "three_quarters"
    assert fields["target_movement"] == "still"
    form = play.form("fight", fields)
    assert (form.situation.actor_weapon, form.situation.target_strength) == ("war_club", 3)
    verdict = fight(game, "Jaguars", "Eagles", defender="defend", aggressor="aggressive", aggressor_die=[1])
    assert verdict.target.killed == 2
    assert game.unit("Eagles").men.all == 18
    assert [(panel.id, len(panel.items)) for panel in game.ledger.panels(game.tables) if panel.id == "fights"] == [
        ("fights", 1)
    ]


@pytest.mark.rule("PRE-7.17", "PRE-G.36", "PRE-7.16")
def test_a_unit_in_a_fight_attacks_nobody_else_and_rolls_once(game):
    started(game, "fight")
    fight(game, "Jaguars", "Eagles", defender="aggressive", defender_die=[6], aggressor="pass")
    assert play.refusals("fight", game.tap("Eagles", "Coyotes")) == {"actor_attacked_by_another": "PRE-7.17"}
    second = game.tap("Coyotes", "Eagles")
    assert second["attackers_on_target"] == 2
    assert second["target_rolled"]
    game.to_phase("fight")
    assert game.tap("Coyotes", "Eagles")["attackers_on_target"] == 1
    assert not game.tap("Coyotes", "Eagles")["target_rolled"]
    assert game.tap("Jaguars")["actor_fought_last_turn"]


@pytest.mark.rule("PRE-7.18", "PRE-7.18b", "PRE-7.18c")
@pytest.mark.parametrize("order", (("Jaguars", "Coyotes"), ("Coyotes", "Jaguars")))
def test_several_attacks_are_worked_out_one_by_one_in_any_order_and_add_up(game, order):
    started(game, "fight")
    answers = {"fight.defender": "defend", "fight.aggressor": "aggressive", "fight.aggressor_die": [1]}
    lost = []
    for attacker in order:
        fields = game.tap(attacker, "Eagles") | {"within_half_inch": True, "at_the_back": "actor", "actor_elite": True}
        verdict = game.play("fight", fields, answers)
        lost.append(verdict.target.killed)
    assert all(lost)
    assert game.unit("Eagles").men.all == 20 - sum(lost)
    assert game.ledger.fights == tuple((attacker, "Eagles") for attacker in order)


# ---- Prisoners ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-8.04")
def test_two_units_may_take_prisoners_from_each_other(game):
    started(game, "prisoners")
    game.write(disarmed(game, "Eagles", 3))
    game.write(disarmed(game, "Jaguars", 2))
    game.play("claim", game.tap("Jaguars", "Eagles"), {})
    game.play("claim", game.tap("Eagles", "Jaguars"), {})
    assert (game.unit("Jaguars").prisoners, game.unit("Eagles").prisoners) == (3, 2)
    assert (game.unit("Jaguars").men.all, game.unit("Eagles").men.all) == (18, 17)


@pytest.mark.rule("PRE-8.07", "PRE-8.07c", "PRE-8.08", "PRE-G.38")
def test_prisoners_go_to_the_priests_and_the_escort_is_free(game):
    started(game, "prisoners")
    captured(game, "Jaguars", "Eagles", 5)
    assert game.tap("Archers", "Jaguars")["target_moves"]
    game.play("hand_over", game.tap("Jaguars"))
    assert game.unit("Jaguars").waited == 1
    assert play.refusals("fire", game.tap("Jaguars") | {"actor_weapon": "bow", "range": "1"}) == {
        "actor_prisoners": "PRE-G.38"
    }
    game.to_phase("prisoners")
    game.play("hand_over", game.tap("Jaguars"))
    assert (game.unit("Jaguars").prisoners, game.unit("Priests West").held) == (0, 5)
    assert game.ledger.tolls["East"].handed_over == 5
    [table] = [panel for panel in game.ledger.panels(game.tables) if panel.id == "prisoners"]
    assert table.rows[0][1:] == ("0", "5", "5")


@pytest.mark.rule("PRE-8.07b", "PRE-8.11")
def test_prisoners_taken_off_the_field_cannot_be_sacrificed(game):
    started(game, "prisoners")
    captured(game, "Jaguars", "Eagles", 5)
    game.play("leave_field", game.tap("Jaguars"))
    for _ in range(3):
        game.play("hand_over", game.tap("Jaguars"))
    assert game.unit("Jaguars").prisoners == 0
    assert game.unit("Priests West").held == 0
    assert game.ledger.tolls["East"].handed_over == 5


@pytest.mark.rule("PRE-8.12", "PRE-8.12b", "PRE-G.40")
def test_a_captor_has_its_bonus_for_fifteen_turns_from_its_next_check(game):
    started(game, "prisoners")
    captured(game, "Jaguars", "Eagles", 5)
    game.play("hand_over", game.tap("Jaguars"))
    game.to_phase("prisoners")
    game.play("hand_over", game.tap("Jaguars"))
    game.to_phase("fire")
    game.play("fire", game.tap("Slingers", "Jaguars") | {"range": "2", "sighted": True})
    game.to_phase("morale")
    line = next(row for row in game.ledger.prefill("morale", game.tables)["units_to_check"] if row["name"] == "Jaguars")
    assert line["captor_bonus"]
    game.play("morale")
    assert game.unit("Jaguars").captor_until == game.ledger.turn + 14
    last = game.unit("Jaguars").captor_until
    while game.ledger.turn < last:
        game.to_phase("move")
    assert game.ledger.additions(game.unit("Jaguars"), game.tables) == 3
    game.to_phase("move")
    assert game.ledger.turn == last + 1
    assert game.ledger.additions(game.unit("Jaguars"), game.tables) == 0


@pytest.mark.rule("PRE-G.48")
def test_a_unit_with_no_men_goes_and_its_prisoners_with_it(game):
    started(game, "prisoners")
    captured(game, "Jaguars", "Eagles", 5)
    game.to_phase("fire")
    shot = game.tap("Slingers", "Jaguars") | {"range": "0.5", "actor_strength": 6, "target_men": 2, "sighted": True}
    game.play("fire", shot)
    assert game.unit("Jaguars").gone
    assert game.unit("Jaguars").prisoners == 0
    assert [row.gone for row in game.ledger.roster() if row.name == "Jaguars"] == [True]


@pytest.mark.rule("PRE-5.17", "PRE-5.17b", "PRE-G.21")
@pytest.mark.parametrize("claimed", (True, False))
def test_men_left_behind_are_claimed_or_out_of_the_game(game, claimed):
    started(game, "fire")
    game.play("fire", game.tap("Slingers", "Coyotes") | {"range": "0.5", "actor_strength": 6, "sighted": True})
    game.to_phase("move")
    path = {"legs": [{"terrain": "clear", "inches": "1"}], "leaves_unconscious": True}
    game.play("move", game.tap("Coyotes") | path)
    assert game.unit("Coyotes").men.all == 13
    game.to_phase("prisoners")
    [offer] = [offer for offer in game.ledger.owed() if offer.action == "claim"]
    if claimed:
        known = {name: getattr(value, "value", value) for name, value in offer.fields.items()}
        game.play("claim", game.tap("Eagles") | known)
        assert game.unit("Eagles").prisoners == 5
    game.to_phase("sacrifice")
    assert game.ledger.markers == ()
    assert game.ledger.tolls["West"].abandoned == (0 if claimed else 5)


@pytest.mark.rule("PRE-G.35")
def test_a_quiet_unit_is_reminded_to_rearm(game):
    started(game, "prisoners")
    game.write(disarmed(game, "Eagles", 4))
    assert [offer.action for offer in game.ledger.owed()] == ["rearm", "score"]
    game.play("rearm", game.tap("Eagles"))
    assert game.unit("Eagles").men.unarmed == 0


@pytest.mark.rule("PRE-8.10", "PRE-8.10b", "PRE-8.09", "PRE-8.09b", "PRE-G.39")
def test_a_sacrifice_lifts_morale_in_its_turn_only(game):
    started(game, "sacrifice")
    held(game, "Priests West", 45)
    [offer] = game.ledger.owed()
    assert offer.action == "sacrifice"
    game.play("sacrifice", game.tap("Priests West"), {"sacrifice.purpose": "morale"})
    assert game.unit("Priests West").held == 25
    assert game.ledger.additions(game.unit("Jaguars"), game.tables) == 1
    assert game.ledger.additions(game.unit("Eagles"), game.tables) == 0
    assert game.ledger.owed() == ()
    assert play.refusals("sacrifice", game.tap("Priests West")) == {"sacrificed_this_turn": "PRE-8.09b"}
    game.muster("West, priest, 1, Second Priests")
    held(game, "Second Priests", 20)
    game.play("sacrifice", game.tap("Second Priests"), {"sacrifice.purpose": "morale"})
    assert game.ledger.additions(game.unit("Jaguars"), game.tables) == 1
    game.to_phase("sacrifice")
    assert game.ledger.additions(game.unit("Jaguars"), game.tables) == 0


@pytest.mark.rule("PRE-4.08", "PRE-G.13")
def test_a_weather_sacrifice_must_not_miss_a_turn(game):
    started(game, "weather")
    game.play("weather", {"season": "spring"}, {"weather.die": [1]})
    game.to_phase("sacrifice")
    held(game, "Priests West", 100)
    for turn, before in ((1, 0), (2, 1)):
        assert game.ledger.turn == turn
        assert game.tap("Priests West")["weather_sacrifices_before"] == before
        game.play("sacrifice", game.tap("Priests West") | {"purpose": "weather"})
        game.to_phase("sacrifice")
    assert game.tap("Priests West")["weather_sacrifices_before"] == 2
    game.to_phase("sacrifice")
    assert game.tap("Priests West")["weather_sacrifices_before"] == 0
    assert game.ledger.weather == "rain"


def held(game: Game, priests: str, number: int) -> None:
    """Prisoners come to a priest unit, by hand-overs of twenty at most."""
    while number:
        part = min(20, number)
        game.play(
            "hand_over", {"actor_name": "Coyotes", "actor_prisoners": part, "turns_waited": 1, "priest_name": priests}
        )
        number -= part


# ---- Morale ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-9.01", "PRE-9.01b", "PRE-G.52", "PRE-9.03d")
def test_the_morale_list_holds_the_units_that_must_check(game):
    started(game, "fight")
    fight(game, "Jaguars", "Eagles", defender="defend", aggressor="pass")
    game.to_phase("fire")
    game.play("fire", game.tap("Archers", "Slingers") | {"range": "4", "sighted": True})
    game.to_phase("morale")
    [offer] = game.ledger.owed()
    lines = {row["name"]: row for row in offer.fields["units_to_check"]}
    assert list(lines) == ["Jaguars", "Eagles", "Slingers"]
    assert (lines["Slingers"]["shot_at"], lines["Slingers"]["fought"], lines["Slingers"]["enemies"]) == (True, False, 0)
    assert (lines["Eagles"]["shot_at"], lines["Eagles"]["fought"], lines["Eagles"]["enemies"]) == (False, True, 1)
    assert all(row["friends"] == 2 and row["previous_level"] == 0 for row in lines.values())
    game.play("morale")
    assert game.ledger.owed() == ()
    assert {unit.name for unit in game.ledger.units.values() if unit.checked_turn == 2} == set(lines)


@pytest.mark.rule("PRE-G.52")
def test_neighbours_are_filled_in_from_the_last_check(game):
    for _ in range(2):
        game.to_phase("fire")
        game.play("fire", game.tap("Archers", "Slingers") | {"range": "4", "sighted": True})
        game.to_phase("morale")
        [line] = game.ledger.prefill("morale", game.tables)["units_to_check"]
        if game.ledger.turn == 1:
            game.play("morale", {"units_to_check": [line | {"friends": 1, "enemies": 3}]})
        else:
            assert (line["friends"], line["enemies"]) == (1, 3)
            assert line["previous_level"] == game.unit("Slingers").stored


@pytest.mark.rule("PRE-G.41")
def test_units_not_checked_go_one_step_toward_nought_and_are_shown_with_the_weather(game):
    started(game, "weather")
    game.play("weather", {"season": "spring"}, {"weather.die": [1]})
    game.to_phase("morale")
    game.play("morale", {"units_to_check": [line("Jaguars", friends=3), line("Eagles", enemies=3)]})
    assert (game.unit("Jaguars").stored, game.unit("Eagles").stored) == (3, -3)
    assert (game.unit("Jaguars").shown, game.unit("Eagles").shown) == (2, -4)
    game.play("next_phase")
    assert game.unit("Jaguars").stored == 3
    game.to_phase("move")
    assert (game.unit("Jaguars").stored, game.unit("Eagles").stored) == (2, -2)
    assert (game.unit("Jaguars").shown, game.unit("Eagles").shown) == (1, -3)
    for _ in range(3):
        game.to_phase("move")
    assert (game.unit("Jaguars").stored, game.unit("Eagles").stored) == (0, 0)


@pytest.mark.rule("PRE-G.41")
def test_going_back_from_the_morale_phase_lets_nobody_recover(game):
    started(game, "morale")
    game.play("morale", {"units_to_check": [line("Jaguars", friends=3)]})
    game.to_phase("morale")
    game.play("next_phase", {"begin": "fire"})
    assert game.unit("Jaguars").stored == 3


@pytest.mark.rule("PRE-G.10")
def test_a_hidden_unit_that_looks_at_its_path_stays_hidden_and_one_that_moves_does_not(game):
    game.play("hide", {"side": "West", "hidden_units": [{"name": "Jaguars"}]})
    started(game, "move")
    game.play("move", game.tap("Jaguars") | {"legs": [{"terrain": "clear"}]})
    assert game.unit("Jaguars").hidden
    assert game.tap("Jaguars")["actor_movement"] == "still"
    game.play("move", game.tap("Jaguars") | {"legs": [{"terrain": "clear", "inches": "1"}]})
    assert not game.unit("Jaguars").hidden


def line(name: str, friends: int = 0, enemies: int = 0, **more: Any) -> dict[str, Any]:
    return {"name": name, "strength": 3, "men": 10, "friends": friends, "enemies": enemies, **more}


@pytest.mark.rule("PRE-9.03g", "PRE-G.44")
def test_units_in_retreat_are_seen_in_the_next_turn(game):
    started(game, "morale")
    game.play("morale", {"units_to_check": [line("Eagles", enemies=3)]})
    game.to_phase("fire")
    for target in ("Slingers", "Coyotes", "Eagles"):
        firer = "Slingers" if target == "Coyotes" else "Archers"
        fields = game.tap("Archers", target) | {"actor_name": firer, "range": "4", "targets_before": 0, "sighted": True}
        game.play("fire", fields)
    game.to_phase("morale")
    lines = {row["name"]: row for row in game.ledger.prefill("morale", game.tables)["units_to_check"]}
    seen = {name: (row["enemies_retreating"], row["friends_retreating"]) for name, row in lines.items()}
    assert seen == {"Coyotes": (True, False), "Slingers": (False, True), "Eagles": (False, False)}


@pytest.mark.rule("PRE-9.03f", "PRE-9.03h", "PRE-G.44", "PRE-3.17")
def test_a_leader_lost_counts_once_for_each_unit(game):
    started(game, "fight")
    fight(game, "Jaguars", "Lord East", defender="defend", aggressor="pass")
    game.to_phase("fire")
    game.play("fire", game.tap("Archers", "Eagles") | {"range": "4", "sighted": True})
    game.to_phase("morale")
    lines = {row["name"]: row for row in game.ledger.prefill("morale", game.tables)["units_to_check"]}
    assert lines["Eagles"]["leader_engaged"]
    assert not lines["Jaguars"]["leader_engaged"]
    game.play("morale")
    game.to_phase("fire")
    game.play(
        "fire",
        game.tap("Archers", "Lord East") | {"range": "0.5", "actor_strength": 6, "target_men": 1, "sighted": True},
    )
    assert game.ledger.tolls["East"].leader == "lost"
    for counted in (False, True):
        game.play("fire", game.tap("Archers", "Eagles") | {"range": "4", "targets_before": 0, "sighted": True})
        game.play("fire", game.tap("Slingers", "Coyotes") | {"range": "3", "sighted": True})
        game.to_phase("morale")
        lines = {row["name"]: row for row in game.ledger.prefill("morale", game.tables)["units_to_check"]}
        assert lines["Eagles"]["own_leader_lost"] is not counted
        assert lines["Coyotes"]["enemy_leader_lost"] is not counted
        assert not lines["Eagles"]["enemy_leader_lost"]
        game.play("morale")
        game.to_phase("fire")


@pytest.mark.rule("PRE-G.43")
def test_obligations_are_listed_for_units_checked_and_for_those_that_run(game):
    started(game, "morale")
    game.play("morale", {"units_to_check": [line("Jaguars", friends=4), line("Eagles", enemies=4)]})
    game.play("next_phase")
    listed = {panel.side: panel for panel in game.ledger.panels(game.tables) if panel.id.startswith("obligations")}
    assert [item.text.parameters[0][1] for item in listed["West"].items] == ["Jaguars"]
    said = RULESET.catalogue.say(listed["West"].items[0].detail)
    assert said.startswith("Must charge the nearest enemy")
    game.to_phase("move")
    listed = {panel.side: panel for panel in game.ledger.panels(game.tables) if panel.id.startswith("obligations")}
    assert set(listed) == {"East"}
    assert play.refusals("fight", game.tap("Eagles", "Coyotes"))["actor_level"] == "PRE-G.43"


@pytest.mark.rule("PRE-G.41")
def test_the_option_delta_keeps_levels_and_standing_exact():
    game = Game(carry="delta")
    game.muster(*ARMIES)
    shown = []
    for _ in range(3):
        game.to_phase("fire")
        game.play("fire", game.tap("Archers", "Slingers") | {"range": "4", "sighted": True})
        game.to_phase("morale")
        [row] = game.ledger.prefill("morale", game.tables)["units_to_check"]
        game.play(
            "morale",
            {"units_to_check": [row | {"strength": 2, "men": 10, "friends": 1, "enemies": 3, "shot_at": False}]},
        )
        shown.append((game.unit("Slingers").stored, game.unit("Slingers").shown))
    assert [float(stored) for stored, _ in shown] == [-2.5, -2.5, -2.5]
    assert [level for _, level in shown] == [-2, -2, -2]


# ---- The score and the log ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-G.45", "PRE-8.08")
def test_the_score_is_filled_in_from_the_battle(game):
    started(game, "fire")
    game.play("fire", game.tap("Archers", "Eagles") | {"range": "0.5", "actor_strength": 6, "sighted": True})
    game.to_phase("prisoners")
    captured(game, "Jaguars", "Slingers", 3)
    verdict = game.play("score")
    assert (verdict.west, verdict.east, verdict.over) == (5 + 3, 0, False)
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


# ---- The list of fights --------------------------------------------------------------------------------------------------------


def named(game: Game, actor: str, target: str) -> None:
    game.play("name_fight", game.tap(actor, target))


def owed(game: Game) -> list[tuple[str, str]]:
    return [(offer.action, RULESET.catalogue.say(offer.label)) for offer in game.ledger.owed()]


def fights(game: Game) -> list[tuple[str, str]]:
    (panel,) = (panel for panel in game.ledger.panels(game.tables) if panel.id == "fights")
    say = RULESET.catalogue.say
    return [(say(item.text), say(item.detail)) for item in panel.items]


@pytest.mark.rule("PRE-G.36")
def test_the_sides_name_fights_in_turn_until_both_pass_one_after_the_other(game):
    started(game, "fight")
    assert owed(game) == [("fight_order", "Throw who names first")]
    game.play("fight_order", {}, {"fight_order.dice": [2, 5]})
    assert owed(game) == [("name_fight", "East: name a fight or pass")]
    named(game, "Eagles", "Coyotes")
    assert owed(game) == [("name_fight", "West: name a fight or pass")]
    game.play("name_fight", {"side": "West", "passes": True})
    assert owed(game) == [("name_fight", "East: name a fight or pass")]
    named(game, "Slingers", "Jaguars")  # the pass before it counts no more
    game.play("name_fight", {"side": "West", "passes": True})
    game.play("name_fight", {"side": "East", "passes": True})
    assert owed(game) == [("fight", "Eagles against Coyotes")]
    assert fights(game) == [("Eagles against Coyotes", "To come"), ("Slingers against Jaguars", "To come")]


@pytest.mark.rule("PRE-G.36")
def test_fights_are_worked_out_as_named_and_several_attacks_on_one_unit_together(game):
    started(game, "fight")
    game.play("fight_order", {}, {"fight_order.dice": [5, 2]})
    named(game, "Jaguars", "Eagles")
    named(game, "Slingers", "Archers")
    named(game, "Coyotes", "Eagles")
    for side in ("East", "West"):
        game.play("name_fight", {"side": side, "passes": True})
    assert [about for about, _ in fights(game)] == [
        "Jaguars against Eagles", "Coyotes against Eagles", "Slingers against Archers",
    ]  # fmt: skip
    (offer,) = game.ledger.owed()
    filled = {name: play._plain(value) for name, value in offer.fields.items() if value is not None}
    assert filled == game.tap("Jaguars", "Eagles")
    fight(game, "Jaguars", "Eagles", defender="aggressive", defender_die=[6], aggressor="pass")
    assert owed(game) == [("fight", "Coyotes against Eagles")]
    assert fights(game)[0] == ("Jaguars against Eagles", "Fought")
    game.to_phase("weather")
    assert game.ledger.named == ()
    assert game.ledger.names_next is None


@pytest.mark.rule("PRE-G.36")
def test_a_unit_in_a_fight_is_not_named_again(game):
    started(game, "fight")
    named(game, "Jaguars", "Eagles")
    for actor, target in (("Jaguars", "Slingers"), ("Eagles", "Coyotes")):
        assert play.refusals("name_fight", game.tap(actor, target)) == {"actor_named": "PRE-G.36"}
    assert play.refusals("name_fight", game.tap("Coyotes", "Eagles")) == {}
    assert play.refusals("name_fight", {"side": "West", "passes": True, "actor_named": True}) == {}


@pytest.mark.rule("PRE-7.16")
def test_at_most_six_are_named_against_one():
    game = Game()
    game.muster(*(f"West, club, 3, Club {number}" for number in range(1, 8)), "East, club, 3, Eagles")
    started(game, "fight")
    for number in range(1, 7):
        named(game, f"Club {number}", "Eagles")
    assert play.refusals("name_fight", game.tap("Club 7", "Eagles")) == {"attackers_named": "PRE-7.16"}


def test_a_fight_of_a_unit_that_is_gone_is_passed_over(game):
    started(game, "fight")
    game.play("fight_order", {}, {"fight_order.dice": [5, 2]})
    named(game, "Jaguars", "Eagles")
    named(game, "Slingers", "Archers")
    for side in ("West", "East"):
        game.play("name_fight", {"side": side, "passes": True})
    game.ledger = game.ledger.with_unit(replace(game.unit("Eagles"), gone=True))
    assert owed(game) == [("fight", "Slingers against Archers")]


@pytest.mark.parametrize(
    ("names", "subject"),
    (
        (["Eagles"], "Morale of Eagles"),
        (["Eagles", "Jaguars"], "Morale of Eagles and Jaguars"),
        (["A", "B", "C", "D"], "Morale of 4 units"),
        ([""], "Morale of 1 unit"),
    ),
)
def test_a_morale_step_says_whose_it_is(names, subject):
    units = [{"name": name, "strength": 3, "men": 20, "friends": 1, "enemies": 1} for name in names]
    situation = play.form("morale", {"units_to_check": units}).situation
    assert RULESET.catalogue.say(RULESET.by_id["morale"].subject(situation)) == subject
