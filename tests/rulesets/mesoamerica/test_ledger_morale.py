"""Morale as the ledger keeps it: who must check, what he sees, how he recovers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.umpire.desk import call
from tests.rulesets.mesoamerica import play
from tests.rulesets.mesoamerica.play import Game
from tests.rulesets.mesoamerica.two_armies import ARMIES, fight, started
from tests.support.talk import there


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
    assert RULESET.catalogue.say(there(RULESET.by_id["morale"].subject)(situation)) == subject


MOST = 4  # no level is farther from nought (PRE-G.41)
EVENTS = (
    "shot_at", "enemies_retreating", "friends_retreating", "own_leader_lost", "enemy_leader_lost", "leader_engaged",
    "enemy_revealed", "sacrifice", "captor_bonus", "division_violations",
)  # fmt: skip


@pytest.mark.rule("PRE-9.02", "PRE-9.03", "PRE-G.41")
@pytest.mark.parametrize("weather", ("clear", "rain", "thunderstorm"))
@pytest.mark.parametrize("event", EVENTS)
def test_the_sum_under_why_is_the_level_that_is_shown(event: str, weather: str) -> None:
    """What is kept and what is not, all of it: nothing that moves the level is left out of the reasons."""
    unit = {"strength": 3, "men": 10, "friends": 0, "enemies": 0, "previous_level": 0, event: True}
    if event == "division_violations":
        unit[event] = 1
    found = call(
        "resolve",
        {"ruleset": "mesoamerica", "action": "morale", "fields": {"weather": weather, "units_to_check": [unit]}},
    )
    (level,) = (effect for effect in found["verdict"]["effects"] if effect["effect"] == "level_becomes")
    (block,) = found["why"]
    assert max(-MOST, min(MOST, block["sum"])) == level["shown"], block
    assert any(row["number"] for row in block["rows"]), "the event counts"
