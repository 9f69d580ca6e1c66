"""Fights as the ledger keeps them: two taps, and the list that the sides name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.rulesets.mesoamerica.ruleset import RULESET
from tests.rulesets.mesoamerica import play
from tests.rulesets.mesoamerica.play import Game
from tests.rulesets.mesoamerica.two_armies import fight, started
from tests.support.talk import there

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
    assert (form.situation.actor.weapon, form.situation.target.strength) == ("war_club", 3)
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


# ---- The list of fights --------------------------------------------------------------------------------------------------------


def named(game: Game, actor: str, target: str) -> None:
    game.play("name_fight", game.tap(actor, target))


def owed(game: Game) -> list[tuple[str, str]]:
    return [(offer.action, RULESET.catalogue.say(offer.label)) for offer in game.ledger.owed()]


def fights(game: Game) -> list[tuple[str, str]]:
    (panel,) = (panel for panel in game.ledger.panels(game.tables) if panel.id == "fights")
    say = RULESET.catalogue.say
    return [(say(item.text), say(there(item.detail))) for item in panel.items]


@pytest.mark.rule("PRE-G.36")
def test_the_sides_name_fights_in_turn_until_both_pass_one_after_the_other(game):
    started(game, "fight")
    assert owed(game) == [("fight_order", "Throw for who names first")]
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
    assert game.ledger.fights_named == ()
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
    game.ledger = game.ledger.with_units(replace(game.unit("Eagles"), gone=True))
    assert owed(game) == [("fight", "Slingers against Archers")]
