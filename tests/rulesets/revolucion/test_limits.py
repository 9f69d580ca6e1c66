"""What a rule forbids later in the turn or in the game, as the log knows it: every limit is played, none is ticked in a form."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.umpire.desk import call

GOVERNMENT, REBELS = "Government", "Revolutionary"
OPTIONS = {"aircraft": True, "mines": True, "fire.afterDeploy": True}


class Game:
    """A log kept through the desk; the roster fills in the forms, as a tap on a unit does."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.entries: list[dict[str, Any]] = []
        for side, unit, name in (
            (REBELS, "IrregularInfantry", "A"),
            (REBELS, "train", "Train"),
            (REBELS, "maquinaLoca", "Loca"),
            (REBELS, "aircraft", "Plane"),
            (GOVERNMENT, "IrregularInfantry", "L"),
            (GOVERNMENT, "RegularCavalry", "M"),
        ):
            one = unit in ("maquinaLoca", "aircraft")
            self.does("roster_entry", side=side, unit=unit, bases=1 if one else 4, name=name)

    def asked(self, action: str, answers: dict[str, Any] | None, fields: dict[str, Any]) -> Any:
        body = {"ruleset": "revolucion", "action": action, "fields": fields, "answers": answers or {}, "dice": "real"}
        return call("resolve", body | {"options": self.options, "meta": {"id": f"e{len(self.entries)}"}})

    def does(self, action: str, answers: dict[str, Any] | None = None, **fields: Any) -> Any:
        reply = self.asked(action, answers, fields)
        assert reply["status"] == "ok", reply
        self.entries.append({"record": reply["record"], "voided": False})
        return reply

    def known(self, actor: str | None, target: str | None = None) -> dict[str, Any]:
        books = call("ledger", {"ruleset": "revolucion", "entries": self.entries, "options": self.options})
        roster = {unit["name"]: unit["fields_as"] for unit in books["roster"]}
        found = dict(roster[actor]["actor"]) if actor else {}
        return found | (roster[target]["target"] if target else {})

    def act(
        self, action: str, actor: str | None, die: int | None = None, target: str | None = None, **more: Any
    ) -> Any:
        """Play an action of a named unit; it must be allowed."""
        return self.does(action, _dice(action, die), **self.known(actor, target) | _usual(action) | more)

    def refused(self, action: str, actor: str | None, target: str | None = None, **more: Any) -> set[str]:
        """The rules that forbid an action of a named unit now."""
        reply = self.asked(action, _dice(action, 10), self.known(actor, target) | _usual(action) | more)
        return {problem["rule"] for problem in reply["problems"]} if reply["status"] == "problems" else set()

    def turn(self) -> None:
        self.does("initiative", {"initiative.side": 1})


def _dice(action: str, die: int | None) -> dict[str, Any]:
    keys = {"regroup": "regroup.result", "deployed_fire": "fire.effect", "moving_fire": "fire.effect"}
    keys |= {"bomb": "fire.effect", "strafe": "fire.effect"}
    keys |= dict.fromkeys(("maneuver", "march", "deploy_tactical", "assault"), "order.result")
    return {keys[action]: die} if die is not None and action in keys else {}


def _usual(action: str) -> dict[str, Any]:
    if action in ("deployed_fire", "moving_fire"):
        return {"range": 2, "target_formation": "deployed", "leader_with_target": 0}
    if action in ("bomb", "strafe"):
        return {"target_formation": "deployed", "leader_with_target": 0, "aa_fire_first": False}
    if action == "assault":
        return {"target_formation": "deployed", "frontal": True, "leader_with_target": 0}
    return {}


MOVES = ("maneuver", "march", "deploy_tactical")


@pytest.fixture
def game() -> Game:
    return Game(**OPTIONS)


@pytest.mark.rule("REV-3.40")
def test_deployed_fire_is_the_whole_action(game: Game) -> None:
    game.act("deployed_fire", "A", 1, "L")
    assert all(game.refused(action, "A") == {"REV-3.40"} for action in (*MOVES, "rest"))
    assert game.refused("route_march", "A") == {"REV-3.40", "REV-3.33"}
    assert game.refused("moving_fire", "A", "L") == {"REV-3.40"}
    assert game.refused("assault", "A", "L") == {"REV-3.40"}
    game.turn()
    assert not any(game.refused(action, "A") for action in MOVES)


@pytest.mark.rule("REV-3.40", "REV-3.27")
def test_after_moving_fire_a_maneuver_may_come_and_then_nothing(game: Game) -> None:
    game.act("moving_fire", "A", 1, "L")
    assert game.refused("march", "A") == {"REV-3.40"}
    assert game.refused("route_march", "A") == {"REV-3.40", "REV-3.33"}
    game.act("maneuver", "A", 10)
    assert game.refused("maneuver", "A") == {"REV-G.01c"}
    assert game.refused("moving_fire", "A", "L") == {"REV-3.27"}


@pytest.mark.rule("REV-4.72", "REV-G.01c", "REV-G.04b")
@pytest.mark.parametrize("lost", MOVES)
def test_a_lost_order_leaves_fire_regroup_and_rest_but_no_second_order(game: Game, lost: str) -> None:
    game.act(lost, "A", 1)
    assert all(game.refused(action, "A") == {"REV-G.04b"} for action in MOVES)
    assert game.refused("assault", "A", "L") == {"REV-G.04b"}
    assert game.refused("moving_fire", "A", "L", actor_moves_afterwards="Maneuver") == {"REV-G.04b"}
    assert game.refused("rest", "A") == set()
    game.act("moving_fire", "A", 1, "L")
    assert game.refused("maneuver", "A") == {"REV-3.40"}, "fire after a lost order is the last thing it does"
    game.turn()
    assert game.refused("maneuver", "A") == set()


@pytest.mark.rule("REV-G.04")
def test_an_order_lost_after_moving_fire_ends_the_turn_of_the_unit(game: Game) -> None:
    game.act("moving_fire", "A", 1, "L", actor_moves_afterwards="Maneuver")
    reply = game.act("maneuver", "A", 1)
    assert reply["instructions"][0]["text"] == "It does no more this turn."
    assert all(game.refused(action, "A") == {"REV-3.40"} for action in (*MOVES, "rest"))


@pytest.mark.rule("REV-G.03c", "REV-G.04b")
def test_a_late_assault_out_of_reach_is_a_lost_order(game: Game) -> None:
    game.does(
        "assault",
        {"order.result": 4},
        **game.known("A", "L") | _usual("assault"),
        within_reach_if_delayed=False,
    )
    assert game.refused("maneuver", "A") == {"REV-G.04b"}
    assert game.refused("assault", "A", "L") == {"REV-G.04b"}


@pytest.mark.rule("REV-G.20c", "REV-3.40")
def test_fire_after_deploying_leaves_no_maneuver(game: Game) -> None:
    game.act("deploy_tactical", "A", 10)
    game.act("moving_fire", "A", 1, "L")
    assert game.refused("maneuver", "A") == {"REV-3.40"}


@pytest.mark.rule("REV-3.12", "REV-3.40")
def test_rest_is_an_action_too(game: Game) -> None:
    game.act("rest", "A")
    assert game.refused("maneuver", "A") == {"REV-3.40"}


@pytest.mark.rule("REV-3.33", "REV-10.20")
def test_a_route_march_ends_with_any_other_action_but_a_trains_maneuver(game: Game) -> None:
    for name in ("A", "Train"):
        game.act("route_march", name)
        game.turn()
        assert game.refused("route_march", name) == set()
        game.act("maneuver", name, 10)
        game.turn()
    assert game.refused("route_march", "A") == {"REV-3.33"}
    assert game.refused("route_march", "Train") == set()
    game.act("rest", "Train")
    game.turn()
    assert game.refused("route_march", "Train") == {"REV-3.33"}


@pytest.mark.rule("REV-10.31", "REV-G.30j")
def test_a_maquina_loca_is_launched_once_and_then_marches(game: Game) -> None:
    assert game.refused("march", "Loca") == {"REV-10.31"}
    game.act("maneuver", "Loca", 1)
    game.turn()
    assert game.refused("march", "Loca") == {"REV-10.31"}, "an order that was lost launched nothing"
    game.act("maneuver", "Loca", 10)
    game.turn()
    assert game.refused("maneuver", "Loca") == {"REV-G.30j"}
    game.act("march", "Loca")


@pytest.mark.rule("REV-10.76", "REV-10.77", "REV-10.77b", "REV-G.33c")
def test_an_aircraft_attacks_once_of_each_kind_and_goes_home(game: Game) -> None:
    game.turn()
    game.act("bomb", "Plane", 1, "L")
    assert game.refused("bomb", "Plane", "L") == {"REV-10.77b"}
    assert game.refused("strafe", "Plane", "L") == set(), "sound, it may stay for its other attack"
    game.turn()
    game.act("strafe", "Plane", 1, "L")
    for _ in range(3):
        game.turn()
        assert game.refused("bomb", "Plane", "L") == {"REV-10.77b"}
        assert game.refused("strafe", "Plane", "L") == {"REV-10.77b"}
    game.turn()
    assert game.refused("bomb", "Plane", "L") == set()


@pytest.mark.rule("REV-5.13", "REV-5.17")
def test_a_unit_that_is_gone_takes_no_orders_and_is_no_target(game: Game) -> None:
    for _ in range(4):
        if not game.known("A")["actor_is_gone"]:
            game.act("deployed_fire", "M", 10, "A")
            game.turn()
    assert game.known("A")["actor_is_gone"]
    for action in (*MOVES, "regroup", "rest", "route_march"):
        assert "REV-5.13" in game.refused(action, "A"), action
    for action in ("deployed_fire", "moving_fire", "assault"):
        assert "REV-5.13" in game.refused(action, "M", "A"), action
        assert "REV-5.13" in game.refused(action, "A", "M"), action
    for action in ("bomb", "strafe"):
        assert "REV-5.13" in game.refused(action, "Plane", "A"), action
    assert "REV-5.13" in game.refused("blast", None, "A", range=2, target_formation="deployed")
    assert "REV-5.13" in game.refused("mine_field", None, "A")


@pytest.mark.rule("REV-G.04b")
def test_moving_fire_after_a_lost_order_asks_for_no_order(game: Game) -> None:
    game.act("maneuver", "A", 1)
    body = {"ruleset": "revolucion", "action": "moving_fire", "fields": game.known("A", "L") | _usual("moving_fire")}
    note = call("odds", body)["note"]
    assert "before any movement" in note
    assert "give the order" not in note


@pytest.mark.rule("REV-3.40")
def test_a_unit_has_acted_however_its_name_is_written(game: Game) -> None:
    game.act("rest", "A", actor_name="a ")
    assert game.refused("maneuver", "A") == {"REV-3.40"}


@pytest.mark.rule("REV-5.13")
def test_whoever_is_gone_rides_on_no_train(game: Game) -> None:
    aboard = [{"name": "L", "target_type": "IrregularInfantry", "target_is_gone": True}]
    assert game.refused("wreck", None, passengers=aboard) == {"REV-5.13"}


@pytest.mark.rule("REV-5.04", "REV-5.14")
def test_losses_and_disorder_go_into_the_forms_of_whoever_suffered_them(game: Game) -> None:
    game.act("deployed_fire", "L", 8, "A", target_formation="march")
    known = game.known("A")
    assert (known["actor_status"], known["bases_of_actor"]) == ("Demoralized", 3)
    assert (known["starting_bases_of_assaulter"], game.known("M")["actor_status"]) == (4, "OK")
