"""Prisoners as the ledger keeps them: taken, led away, claimed, sacrificed."""

from __future__ import annotations

import pytest

from tests.rulesets.mesoamerica import play
from tests.rulesets.mesoamerica.play import Game
from tests.rulesets.mesoamerica.two_armies import captured, disarmed, started


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
        game.to_phase("prisoners")
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
