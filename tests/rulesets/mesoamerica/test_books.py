"""What the books tell the forms: every limit that an entry of the log puts on a later one."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.messages import PLAIN
from sandtable.umpire import desk
from sandtable.umpire.setting import Setting
from tests.rulesets.mesoamerica import play
from tests.rulesets.mesoamerica.play import Game
from tests.rulesets.mesoamerica.two_armies import captured, fight, started
from tests.support.talk import Fields

ROUTED = {"units_to_check": [{"name": "Eagles", "strength": 1, "men": 1, "friends": 0, "enemies": 9}]}


def refused(game: Game, action: str, actor: str = "", target: str = "", **more: Any) -> set[str | None]:
    """The rules that refuse an action with all that the books fill in."""
    known = {name: play._plain(value) for name, value in game.ledger.prefill(action, game.tables).items()}
    if actor:
        known |= game.tap(actor, target or None)
    names = {spec.name for spec in play.RULESET.by_id[action].fields}
    fields = {name: value for name, value in (known | more).items() if name in names}
    return set(play.refusals(action, fields, game.options).values())


def gone(game: Game, name: str) -> None:
    """A unit leaves the field for good."""
    game.play("leave_field", game.tap(name) | {"actor_level": -4})


@pytest.mark.rule("PRE-G.48")
def test_a_unit_that_is_gone_takes_no_orders_and_is_no_target(game):
    started(game, "orders")
    gone(game, "Jaguars")
    gone(game, "Eagles")
    path = [{"terrain": "clear", "inches": "1"}]
    assert refused(game, "move", "Jaguars", legs=path) == {"PRE-G.48"}
    assert refused(game, "fight", "Jaguars", "Slingers") == {"PRE-G.48"}
    assert refused(game, "fight", "Coyotes", "Eagles") == {"PRE-G.48"}
    assert refused(game, "fire", "Archers", "Eagles", range="2") == {"PRE-G.48"}
    assert refused(game, "name_fight", "Coyotes", "Eagles", side="West") == {"PRE-G.48"}
    assert "PRE-G.48" in refused(game, "claim", "Coyotes", "Eagles", target_unarmed=3)
    assert refused(game, "rearm", "Jaguars", unarmed_men=3) == {"PRE-G.48"}
    assert "PRE-G.48" in refused(game, "leave_field", "Jaguars")
    assert refused(game, "reveal", "Jaguars", actor_hidden=True) == {"PRE-G.48"}
    assert refused(game, "orders", side="West", orders=[{"name": "Jaguars", "order": "hold"}]) == {"PRE-G.48"}
    shots = [{"name": "Archers", "order": "fire", "at": "Slingers, Eagles"}]
    assert refused(game, "orders", side="West", orders=shots) == {"PRE-G.48"}
    charge = [{"name": "Coyotes", "order": "charge", "at": "Eagles"}]
    assert refused(game, "orders", side="West", orders=charge) == {"PRE-G.48"}
    assert refused(game, "morale", units_to_check=[{"name": "Eagles", "strength": 3}]) == {"PRE-G.48"}
    written = [{"name": "jaguars", "order": "hold"}, {"name": "Coyotes", "order": "charge", "at": "eagles"}]
    for order in written:
        assert refused(game, "orders", side="West", orders=[order]) == {"PRE-G.48"}
    assert refused(game, "morale", units_to_check=[{"name": "EAGLES", "strength": 3}]) == {"PRE-G.48"}
    gone(game, "Priests West")
    assert "PRE-G.48" in refused(game, "sacrifice", "Priests West", prisoners_held=20)
    assert not {"Jaguars", "Eagles"} & {row["name"] for row in game.ledger.prefill("orders", game.tables)["orders"]}


@pytest.mark.rule("PRE-8.06", "PRE-G.38")
def test_an_escort_off_the_field_is_neither_here_nor_to_be_shot_at(game):
    started(game, "prisoners")
    captured(game, "Jaguars", "Eagles", 5)
    game.play("leave_field", game.tap("Jaguars"))
    assert "PRE-G.48" in refused(game, "fire", "Slingers", "Jaguars", range="2")
    assert "PRE-G.48" in refused(game, "move", "Jaguars", legs=[{"terrain": "clear", "inches": "1"}])
    for _ in range(3):
        assert refused(game, "hand_over", "Jaguars") == set()
        game.play("hand_over", game.tap("Jaguars"))
        game.to_phase("prisoners")
    assert "PRE-G.48" not in refused(game, "fire", "Slingers", "Jaguars", range="2"), "it has come back"


@pytest.mark.rule("PRE-8.07")
def test_a_turn_beside_the_priests_is_waited_once(game):
    started(game, "prisoners")
    captured(game, "Jaguars", "Eagles", 5)
    game.play("hand_over", game.tap("Jaguars"))
    assert refused(game, "hand_over", "Jaguars") == {"PRE-8.07"}
    assert "hand_over" not in [offer.action for offer in game.ledger.owed()]
    game.to_phase("prisoners")
    assert game.play("hand_over", game.tap("Jaguars")).ended == "hand_over.delivered"


@pytest.mark.rule("PRE-5.05", "PRE-3.28", "PRE-G.10")
def test_a_hidden_unit_is_not_seen_until_it_is_found(game):
    game.play("prior_access", {}, {"access.dice": [1, 6]})
    game.play("hide", {"hidden_units": [{"name": "Eagles"}]})
    started(game, "fire")
    assert refused(game, "fire", "Archers", "Eagles", range="2") == {"PRE-5.05"}
    assert "PRE-5.05" in refused(game, "fight", "Coyotes", "Eagles")
    assert refused(game, "reveal", "Slingers") == {"PRE-3.28"}, "it was never hidden"
    game.play("reveal", {"actor_name": "Eagles"})
    assert refused(game, "fire", "Archers", "Eagles", range="2") == set()
    assert refused(game, "reveal", "Eagles") == {"PRE-3.28"}
    assert "PRE-G.10" in refused(game, "hide", hidden_units=[{"name": "Eagles"}]), "who was seen is not hidden again"


@pytest.mark.rule("PRE-3.27", "PRE-3.09")
def test_only_the_side_with_access_hides_and_five_units_in_all(game):
    game.play("prior_access", {}, {"access.dice": [6, 1]})
    one = [{"name": "Eagles"}]
    assert refused(game, "hide", side="East", hidden_units=one) == {"PRE-3.27"}
    game.play("hide", {"hidden_units": [{"name": name} for name in ("Jaguars", "Coyotes", "Archers")]})
    three = [{"name": f"Guard {number}"} for number in range(3)]
    assert refused(game, "hide", hidden_units=three) == {"PRE-3.27"}, "three are hidden already"
    nobody = Game()
    nobody.play("prior_access", {}, {"access.dice": [3, 3]})
    assert refused(nobody, "hide", side="East", hidden_units=one) == {"PRE-3.27"}


@pytest.mark.rule("PRE-6.01", "PRE-5.20", "PRE-5.09")
def test_who_has_moved_or_fired_does_not_again(game):
    started(game, "fire")
    game.play("fire", game.tap("Archers", "Eagles") | {"range": "2", "sighted": True})
    assert refused(game, "fire", "Archers", "Slingers", range="2") == {"PRE-5.09"}
    game.to_phase("move")
    path = [{"terrain": "clear", "inches": "1"}]
    assert refused(game, "move", "Archers", legs=path) == {"PRE-5.20"}
    game.play("move", game.tap("Jaguars") | {"legs": path})
    assert refused(game, "move", "Jaguars", legs=path) == {"PRE-6.01"}
    game.to_phase("move")
    assert refused(game, "move", "Jaguars", legs=path) == set()


@pytest.mark.rule("PRE-7.17", "PRE-G.36", "PRE-G.38")
def test_who_is_in_a_fight_or_leads_prisoners_attacks_nobody(game):
    started(game, "fight")
    fight(game, "Jaguars", "Eagles", defender_die=[6], aggressor_die=[6])
    assert refused(game, "fight", "Jaguars", "Slingers") == {"PRE-7.17"}
    game.to_phase("prisoners")
    captured(game, "Coyotes", "Slingers", 5)
    game.to_phase("fight")
    assert refused(game, "fight", "Coyotes", "Eagles") == {"PRE-G.38"}
    assert refused(game, "name_fight", "Coyotes", "Eagles", side="West") == {"PRE-G.38"}


@pytest.mark.rule("PRE-8.05b", "PRE-8.06")
def test_a_claim_knows_whether_priests_are_there(game):
    started(game, "prisoners")
    assert game.tap("Jaguars")["priest_on_the_field"] is True
    gone(game, "Priests West")
    assert game.tap("Jaguars")["priest_on_the_field"] is False
    assert game.tap("Eagles")["priest_on_the_field"] is True


@pytest.mark.rule("PRE-G.25")
def test_orders_know_who_has_given_them_and_when_they_lie_open(game):
    started(game, "orders")
    game.play("orders", {"side": "West", "orders": [{"name": "Jaguars", "order": "hold"}]})
    told = [
        problem.message for problem in play.problems("reveal_orders", game.ledger.prefill("reveal_orders", game.tables))
    ]
    assert [play.RULESET.catalogue.say(message) for message in told] == [
        "East has not given its orders. Both sides give theirs first."
    ]
    game.play("orders", {"side": "East", "orders": [{"name": "Eagles", "order": "hold"}]})
    game.play("reveal_orders")
    again: Fields = {"side": "West", "orders": [{"name": "Jaguars", "order": "move"}]}
    assert refused(game, "orders", **again) == {"PRE-G.25"}
    game.to_phase("morale")
    assert refused(game, "orders", **again) == set(), "levels may allow new orders"


@pytest.mark.rule("PRE-G.25")
@pytest.mark.parametrize("order", ("charge", "fire", "half_fire"))
def test_an_order_at_an_enemy_names_one(order):
    archers = {"name": "Archers", "order": order}
    about: Fields = {"side": "West", "orders": [archers]}
    assert play.refusals("orders", about) == {"orders.1.at": "PRE-G.25"}
    archers["at"] = "Eagles, Slingers"
    assert play.refusals("orders", about) == {}


@pytest.mark.rule("PRE-7.01")
def test_nobody_is_his_own_enemy(game):
    assert "PRE-7.01" in refused(game, "fight", "Jaguars", "Jaguars")


# ---- Words ---------------------------------------------------------------------------------------------------------------------


def told(action: str, fields: dict[str, Any], **body: Any) -> dict[str, Any]:
    reply = desk.call("resolve", {"ruleset": "mesoamerica", "action": action, "fields": fields, "seed": "x", **body})
    assert reply["status"] in {"ok", "ask"}, reply
    return reply


@pytest.mark.rule("PRE-5.02b", "PRE-5.07")
def test_out_of_range_says_how_far_it_reaches_and_asks_nothing():
    reply = told("fire", {"actor_weapon": "sling", "actor_strength": 3, "range": "3.6"})
    assert reply["status"] == "ok", "nobody is asked whether he sees what he cannot reach"
    assert reply["headline"] == "Out of range, it reaches 3.5 in."
    assert [line["text"] for line in reply["instructions"]] == ["Out of range: it reaches 3.5 in. Nothing is spent."]
    assert [row["reason"] for why in reply["why"] for row in why["rows"]] == ["Slings reach 3.5 in"]
    snow = told(
        "fire", {"actor_weapon": "bow", "actor_strength": 3, "range": "6", "weather": "snow"}, style={"scale": 2}
    )
    assert snow["instructions"][0]["text"] == "Out of range: in the snow it reaches 4 in. Nothing is spent."


def test_an_army_tells_one_number_of_men():
    reply = told("army", {"side": "West", "military_prowess": 3})
    assert reply["headline"] == "Military Prowess 3: 375 men, 19 units."
    assert reply["instructions"][0]["text"].startswith("Military Prowess 3: 375 men make 19 units of 20, 17 of them")
    assert [line["whom"] for line in reply["instructions"][1:]] == ["", ""]
    assert reply["instructions"][1]["text"] == "WL: leader, strength 5 elite, 20 men."


@pytest.mark.rule("PRE-9.02")
def test_every_unit_has_a_total_of_its_own():
    units = [
        {"name": "A", "strength": 2, "men": 6, "friends": 0, "enemies": 0},
        {"name": "B", "strength": 4, "men": 14, "friends": 0, "enemies": 0},
    ]
    reply = told("morale", {"units_to_check": units})
    assert [(why["title"], why["total"]) for why in reply["why"]] == [("A", "\N{MINUS SIGN}1.3"), ("B", "+1.3")]
    assert [line["whom"] for line in reply["instructions"]] == ["A", "B"]


def test_units_without_names_are_called_by_what_they_are():
    assert told("move", {"legs": [{"terrain": "clear", "inches": "1"}]})["subject"] == "A combat unit moves"
    fire = {"actor_weapon": "bow", "actor_strength": 3, "range": "2", "sighted": True}
    assert told("fire", fire)["subject"] == "Bows fire at a combat unit, 2 in"


def test_one_order_is_one():
    shown = {"west_given": True, "east_given": True, "shown": [{"name": "A", "order": "hold"}]}
    assert told("reveal_orders", shown)["headline"] == "1 order shown."


@pytest.mark.rule("PRE-G.36")
def test_a_fight_is_named_of_units_whatever_their_capitals(game):
    started(game, "fight")
    game.play("name_fight", {"side": "West", "actor_name": "jaguars", "target_name": "EAGLES"})
    assert game.tap("Jaguars")["actor_named"]
    assert game.ledger.fights_named == (("Jaguars", "Eagles"),)


def test_a_fight_is_told_by_the_names_of_those_in_it():
    names = {"actor_name": "Jaguars", "target_name": "Old Guard"}
    units: dict[str, Any] = {
        "actor_weapon": "war_club", "actor_strength": 6, "target_weapon": "club", "target_strength": 3,
        "within_half_inch": True, "at_the_back": "neither",
    }  # fmt: skip
    asked = told("fight", units | names)
    assert asked["request"]["title"] == "Old Guard has the lower number. What does it do?"
    answers = {"fight.defender": "defend", "fight.aggressor": "disarm", "fight.aggressor_die": [1]}
    given = [{"key": key, "value": value} for key, value in answers.items()]
    reply = told("fight", units | names, answers=given)
    assert reply["headline"] == "Jaguars lose nobody, Old Guard loses 1 killed and 2 disarmed."
    assert [line["text"] for line in reply["instructions"]] == [
        "Old Guard defends: its strength counts double.", "Old Guard loses 1 man.", "Old Guard has 2 men disarmed.",
    ]  # fmt: skip
    unnamed = told("fight", units, answers=given)
    assert unnamed["headline"] == "The acting unit loses nobody, the target loses 1 killed and 2 disarmed."
    assert unnamed["instructions"][1]["text"] == "The target loses 1 man."


def test_levels_of_several_units_are_told_one_by_one_or_counted():
    def headline(*units: dict[str, Any]) -> str:
        return str(told("morale", {"units_to_check": list(units)})["headline"])

    calm: dict[str, Any] = {"strength": 3, "men": 10, "friends": 1, "enemies": 0}
    running = calm | {"friends": 0, "enemies": 4}
    assert headline(calm) == "M1: may advance."
    assert headline(calm | {"name": "Eagles"}, running) == "Eagles M1 and Unit 2 M\N{MINUS SIGN}4."
    assert headline(calm, calm, calm, calm) == "4 units checked, none must retreat."
    assert headline(calm, calm, calm, running) == "1 of 4 units must retreat."


def test_shares_and_counts_are_told_as_people_say_them():
    reply = told("fire", {"actor_weapon": "bow", "actor_strength": 3, "range": "2", "sighted": True})
    reasons = [row["reason"] for why in reply["why"] for row in why["rows"]]
    assert reasons[0] == "20 men, 12 rounds each: 240 shots"
    assert "2% of the hits kill: 2 men" in reasons
    armies = [{"side": side, "starting_men": 400, "men_left": left, "killed": 400 - left} for side, left in (("West", 300), ("East", 400))]  # fmt: skip
    over = told("score", {"turn": 3, "armies": armies})
    assert (
        over["instructions"][-1]["text"] == "The battle is over: an army has lost a quarter of its men. East has won."
    )
    snow = Setting(play.RULESET, play.tables(), PLAIN, "", {}).say_if_any("effect.weather_becomes.snow", until=15)
    assert snow == "Snow up to turn 15: all morale \N{MINUS SIGN}1, missiles reach half as far."
