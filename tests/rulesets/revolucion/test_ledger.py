"""What the umpire remembers: roster, army morale, who has acted, assaults on each target; and what a void undoes."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.umpire.desk import call
from tests.support.talk import Fields

GOVERNMENT, REBELS = "Government", "Revolutionary"


class Game:
    """A log kept through the desk, as a phone keeps it."""

    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = []

    def play(self, action: str, answers: dict[str, Any] | None = None, acting: str | None = None, **fields: Any) -> Any:
        body = {
            "ruleset": "revolucion",
            "action": action,
            "fields": fields,
            "answers": answers or {},
            "dice": "real",
            "meta": {"id": f"e{len(self.entries) + 1}", **({"side": acting} if acting else {})},
        }
        reply = call("resolve", body)
        assert reply["status"] == "ok", reply
        self.entries.append({"record": reply["record"], "voided": False})
        return reply

    @property
    def books(self) -> dict[str, Any]:
        books = call("ledger", {"ruleset": "revolucion", "entries": self.entries})
        assert books["status"] == "ok", books
        return books

    def unit(self, name: str) -> dict[str, Any]:
        found: dict[str, Any]
        (found,) = (unit for unit in self.books["roster"] if unit["name"] == name)
        return found

    def belt(self, side: str) -> int:
        (found,) = (panel for panel in self.books["panels"] if panel["id"] == f"morale.{side}")
        return int(found["value"])

    def fields(self, actor: str, target: str) -> dict[str, Any]:
        known = {**self.unit(actor)["fields_as"]["actor"], **self.unit(target)["fields_as"]["target"]}
        return {name: value for name, value in known.items() if name != "regroups_from"}

    def end(self) -> str:
        return next((panel["text"] for panel in self.books["panels"] if panel["id"] == "end"), "")


@pytest.fixture
def game() -> Game:
    game = Game()
    for side, unit, bases, name in (
        (GOVERNMENT, "RegularInfantry", 4, "21st Battalion"),
        (GOVERNMENT, "MachineGuns", 2, "Guns"),
        (REBELS, "IrregularCavalry", 6, "Dorados"),
        (REBELS, "IrregularInfantry", 6, "Zapatistas"),
        (REBELS, "IrregularInfantry", 4, "Yaquis"),
    ):
        game.play("roster_entry", side=side, unit=unit, bases=bases, name=name)
    return game


def assaults(
    game: Game, actor: str, target: str = "21st Battalion", defence: int = 1, dice: tuple[int, int] = (5, 5)
) -> Any:
    fields: dict[str, Any] = {
        **game.fields(actor, target),
        "target_formation": "deployed",
        "frontal": True,
        "leader_with_target": 0,
    }
    answers: dict[str, Any] = {"order.result": 10, "assault.defensive_fire.effect": defence}
    if "Cavalry" in fields["unit"]:
        fields["rough_path"] = False
    if defence < 5:
        answers["assault.close_combat"] = list(dice)
    return game.play("assault", answers, **fields)


def fires(game: Game, actor: str, target: str, die: int, action: str = "deployed_fire", **more: Any) -> Any:
    fields: dict[str, Any] = {
        **game.fields(actor, target),
        "range": "0-3",
        "target_formation": "maneuver",
        "leader_with_target": 0,
        **more,
    }
    return game.play(action, {"fire.effect": die}, **fields)


@pytest.mark.rule("REV-1.07b", "REV-5.01")
def test_nothing_needs_to_be_set_up_and_all_units_start_ok(game: Game):
    empty = Game()
    shot: Fields = {
        "unit": "RegularInfantry",
        "range": "3-6",
        "target_type": "RegularInfantry",
        "target_formation": "deployed",
    }
    reply = empty.play("deployed_fire", {"fire.effect": 7, "fire.leader_with_target": 0}, **shot)
    assert reply["headline"] == "Disordered."
    assert empty.books["roster"] == []
    assert {unit["status"] for unit in game.books["roster"]} == {"OK"}


def test_the_roster_follows_the_effects(game: Game):
    fires(game, "Guns", "Yaquis", 7)
    hurt = game.unit("Yaquis")
    assert (hurt["status"], hurt["fields_as"]["target"]["bases_of_target"]) == ("Demoralized", 3)
    assert hurt["fields_as"]["target"]["starting_bases_of_target"] == 4
    assert hurt["fields_as"]["actor"]["regroups_from"] == "Demoralized"
    game.play("initiative", {"initiative.side": 1})
    fires(game, "Guns", "Yaquis", 7)
    assert game.unit("Yaquis")["gone"]


@pytest.mark.rule("REV-5.14", "REV-5.15", "REV-5.03b")
def test_a_regrouped_unit_is_ok_again_without_its_bases_and_starts_the_ladder_anew(game: Game):
    fires(game, "Guns", "Zapatistas", 7)
    before = game.unit("Zapatistas")["fields_as"]["target"]
    assert (before["bases_of_target"], before["target_status"]) == (5, "Demoralized")
    game.play("regroup", {"regroup.result": 10}, unit="IrregularInfantry", actor_name="Zapatistas")
    after = game.unit("Zapatistas")["fields_as"]["target"]
    assert (after["bases_of_target"], after["target_status"], after["starting_bases_of_target"]) == (5, "OK", 6)
    game.play("initiative", {"initiative.side": 1})
    fires(game, "Guns", "Zapatistas", 4)
    again = game.unit("Zapatistas")["fields_as"]["target"]
    assert (again["bases_of_target"], again["target_status"]) == (5, "Demoralized")


def test_bases_lost_without_counts_still_destroy_a_known_unit(game: Game):
    shot: Fields = {"unit": "MachineGuns", "battery_size": 2, "range": "0-3", "target_type": "IrregularInfantry", "target_formation": "march", "target_status": "Demoralized", "target_name": "Yaquis", "leader_with_target": 0}  # fmt: skip
    game.play("deployed_fire", {"fire.effect": 1}, **shot)
    assert game.unit("Yaquis")["gone"]


@pytest.mark.rule("REV-T.10", "REV-7.30", "REV-7.30b", "REV-7.32", "REV-7.33", "REV-G.50")
def test_assaults_on_a_target_are_tallied_with_the_bases_of_their_time(game: Game):
    assaults(game, "Yaquis", defence=10)
    assert game.unit("Yaquis")["fields_as"]["actor"]["bases_of_actor"] == 3, "it lost a base in its assault"
    assert game.unit("21st Battalion")["fields_as"]["target"]["earlier_bases"] == 4
    assaults(game, "Dorados", dice=(1, 10))
    assert game.unit("21st Battalion")["fields_as"]["target"]["earlier_bases"] == 10
    game.play("initiative", {"initiative.side": 1})
    assert game.unit("21st Battalion")["fields_as"]["target"]["earlier_bases"] == 0


@pytest.mark.rule("REV-G.50")
def test_an_assault_that_was_not_launched_does_not_count(game: Game):
    fields: Fields = {**game.fields("Yaquis", "21st Battalion"), "target_formation": "deployed"}
    game.play("assault", {"order.result": 1}, **fields)
    game.play("assault", {"order.result": 5}, within_reach_if_delayed=False, **fields)
    assert game.unit("21st Battalion")["fields_as"]["target"]["earlier_bases"] == 0
    late: Fields = {**fields, "within_reach_if_delayed": True, "frontal": True, "leader_with_target": 0}
    game.play("assault", {"order.result": 5, "assault.defensive_fire.effect": 9}, **late)
    assert game.unit("21st Battalion")["fields_as"]["target"]["earlier_bases"] == 4


@pytest.mark.rule("REV-7.21", "REV-3.46", "REV-7.10c", "REV-G.48f", "REV-T.18")
def test_who_has_acted(game: Game):
    assaults(game, "Yaquis", defence=8)
    assert game.unit("Yaquis")["note"] == "has acted"
    assert game.unit("21st Battalion")["note"] == "", "a stopped assault costs the target nothing"
    assaults(game, "Dorados", dice=(1, 10))
    target = game.unit("21st Battalion")["fields_as"]["actor"]
    assert target["actor_earlier_this_turn"] == "usedUpByAnAssault"
    refused = call(
        "resolve", {"ruleset": "revolucion", "action": "maneuver", "fields": {**target, "leader_with_actor": "none"}}
    )
    assert [problem["rule"] for problem in refused["problems"]] == ["REV-3.46"]
    game.play("initiative", {"initiative.side": 99})
    assert game.unit("21st Battalion")["note"] == ""
    assert game.unit("21st Battalion")["fields_as"]["actor"]["actor_earlier_this_turn"] == "nothing"


@pytest.mark.rule("REV-G.48e", "REV-G.09c")
def test_a_unit_that_has_acted_fights_normally_when_assaulted(game: Game):
    fires(game, "21st Battalion", "Yaquis", 1)
    assert game.unit("21st Battalion")["note"] == "has acted"
    reply = assaults(game, "Dorados", dice=(1, 10))
    assert [throw["label"] for throw in reply["dice"]] == ["order", "defence", "fight"]


@pytest.mark.rule("REV-3.40", "REV-G.04")
def test_moving_fire_leads_to_the_order_that_was_declared_with_it(game: Game):
    fires(game, "21st Battalion", "Yaquis", 1, "moving_fire", actor_moves_afterwards="Maneuver")
    (offer,) = game.books["log"][-1]["offers"]
    assert (offer["action"], offer["fields"]["actor_earlier_this_turn"]) == ("maneuver", "fired")
    moved = game.play("maneuver", {"order.result": 10}, **offer["fields"])
    assert moved["headline"] == "Received."
    assert game.unit("21st Battalion")["fields_as"]["actor"]["actor_earlier_this_turn"] == "otherMove"


@pytest.mark.rule("REV-G.04b", "REV-4.72")
def test_a_lost_order_offers_what_is_left(game: Game):
    unit = game.unit("21st Battalion")["fields_as"]["actor"]
    game.play("maneuver", {"order.result": 1}, unit=unit["unit"], actor_name="21st Battalion")
    offers = [offer["action"] for offer in game.books["log"][-1]["offers"]]
    assert offers == ["deployed_fire", "moving_fire", "regroup", "rest"]
    assert game.unit("21st Battalion")["note"] == "order lost"


@pytest.mark.rule("REV-11.02b", "REV-G.44b")
def test_the_roster_counts_the_units_of_the_break_point(game: Game):
    for unit in ("SlowTransport", "train", "maquinaLoca", "truck", "armoredCar", "tankette", "aircraft"):
        game.play("roster_entry", side=GOVERNMENT, unit=unit, bases=1, name=unit)
    assert game.books["prefill"]["army_morale"] == {"side": GOVERNMENT, "combat_units": 2 + 3}
    game.play("army_morale", side=GOVERNMENT, combat_units=5)
    assert game.books["prefill"]["army_morale"] == {"side": REBELS, "combat_units": 3}


@pytest.mark.rule("REV-11.01", "REV-11.04", "REV-11.04b", "REV-11.06")
def test_army_morale_runs_down_and_ends_the_battle(game: Game):
    game.play("army_morale", side=REBELS, combat_units=5, army_quality="average")
    assert game.belt(REBELS) == 2
    game.play("morale_loss", side=REBELS, loss="destroyed")
    assert (game.belt(REBELS), game.end()) == (1, "")
    game.play("morale_loss", side=REBELS, loss="leaderKilled")
    assert game.belt(REBELS) == 0
    assert game.end() == "The Revolutionary army is beaten. The battle is over."
    game.play("morale_loss", side=REBELS, loss="leaderKilled")
    assert game.belt(REBELS) == 0, "numbers are not shown below 0"


@pytest.mark.rule("REV-G.44c")
def test_two_armies_broken_by_the_same_action_draw(game: Game):
    for side in (REBELS, GOVERNMENT):
        game.play("army_morale", side=side, combat_units=1)
    game.play("rest")
    game.play("morale_loss", side=REBELS)
    game.play("morale_loss", side=GOVERNMENT)
    assert game.end() == "Both armies are beaten: a draw."


@pytest.mark.rule("REV-11.06", "REV-G.44c")
def test_the_army_that_breaks_first_is_beaten(game: Game):
    for side in (REBELS, GOVERNMENT):
        game.play("army_morale", side=side, combat_units=1)
    game.play("morale_loss", side=GOVERNMENT)
    game.play("rest")
    game.play("morale_loss", side=REBELS)
    assert game.end() == "The Government army is beaten. The battle is over."


@pytest.mark.rule("REV-11.04", "REV-11.04c", "REV-11.04d", "REV-10.36", "REV-G.08c")
def test_losses_are_offered_to_the_army_that_feels_them(game: Game):
    fires(game, "Guns", "Yaquis", 10, leader_with_target=0)
    assert game.unit("Yaquis")["gone"]
    (offer,) = game.books["log"][-1]["offers"]
    assert (offer["action"], offer["fields"], offer["at_once"]) == (
        "morale_loss",
        {"side": REBELS, "loss": "destroyed"},
        True,
    )
    shot: Fields = {"unit": "Artillery", "battery_size": 3, "range": "0-3", "leader_with_target": 0}
    game.play("deployed_fire", {"fire.effect": 10}, GOVERNMENT, target_type="maquinaLoca", **shot)
    assert [offer["action"] for offer in game.books["log"][-1]["offers"]] == ["blast"]
    game.play("deployed_fire", {"fire.effect": 10}, GOVERNMENT, target_type="train", bases_of_target=2, **shot)
    assert [offer["action"] for offer in game.books["log"][-1]["offers"]] == ["morale_loss", "wreck"]
    assert game.books["log"][-1]["offers"][0]["fields"]["side"] == REBELS
    risky: Fields = {**shot, "leader_with_target": 2, "target_type": "RegularInfantry", "target_formation": "deployed"}
    game.play("deployed_fire", {"fire.effect": 6, "leader.risk": {"faces": [1, 1]}}, REBELS, **risky)
    losses = [offer["fields"]["loss"] for offer in game.books["log"][-1]["offers"]]
    assert losses == ["leaderKilled", "leaderKilled"]


@pytest.mark.rule("REV-3.49")
def test_a_voided_action_leaves_no_trace_and_marks_what_rests_on_it(game: Game):
    fires(game, "Guns", "Yaquis", 7)
    number = len(game.entries)
    game.play("initiative", {"initiative.side": 1})
    fires(game, "21st Battalion", "Yaquis", 1, range="6-12", cover="fortified")
    game.play("rest", actor_name="Dorados")
    game.entries[number - 1]["voided"] = True
    log = game.books["log"]
    assert game.unit("Yaquis")["fields_as"]["target"]["bases_of_target"] == 4
    assert log[number - 1]["voided"]
    assert [row["mark"] for row in log[number:]] == [
        "",
        f"after voided number {number}",
        "",
    ]
    game.entries[number - 1]["voided"] = False
    assert game.unit("Yaquis")["fields_as"]["target"]["bases_of_target"] == 3


def test_a_voided_assault_takes_its_tally_back_and_marks_the_next(game: Game):
    assaults(game, "Yaquis", defence=8)
    assaults(game, "Dorados", dice=(1, 10))
    game.entries[-2]["voided"] = True
    assert game.unit("21st Battalion")["fields_as"]["target"]["earlier_bases"] == 6
    assert game.books["log"][-1]["mark"]


@pytest.mark.rule("REV-1.07c", "REV-3.49b")
def test_closing_and_opening_loses_nothing(game: Game):
    fires(game, "Guns", "Yaquis", 7)
    game.play("initiative", {"initiative.side": 1})
    opened = Game()
    opened.entries = [dict(entry) for entry in game.entries]
    assert opened.books == game.books


@pytest.mark.rule("REV-3.04b")
def test_the_turn_begins_with_initiative_alone(game: Game):
    assert game.books["turn"] == 0
    game.play("initiative", {"initiative.side": 1})
    assert (game.books["turn"], game.books["side"]) == (1, GOVERNMENT)
    fires(game, "Guns", "Yaquis", 1)
    game.play("rest", actor_name="Dorados")
    assert (game.books["turn"], game.books["side"]) == (1, GOVERNMENT)
    game.play("initiative", {"initiative.side": 100})
    assert (game.books["turn"], game.books["side"]) == (2, REBELS)


def test_a_pasted_order_of_battle():
    text = "# Torreon\nGovernment, Regular Infantry, 4, 21st Battalion\nRevolutionary\tIrregular Cavalry\t6\tDorados\tVilla\n"
    read = call("read_roster", {"ruleset": "revolucion", "text": text})
    assert [entry["fields"]["name"] for entry in read["entries"]] == ["21st Battalion", "Dorados"]
    game = Game()
    game.entries = [{"record": entry, "voided": False} for entry in read["entries"]]
    assert game.unit("Dorados")["label"] == "Irregular Cavalry, 6 of 6"
    wrong = call("read_roster", {"ruleset": "revolucion", "text": "Federals, Lancers, 0, \nGovernment, Artillery"})
    places = ["line 1.side", "line 1.name", "line 1.unit", "line 1.bases", "line 2"]
    assert [problem["field"] for problem in wrong["problems"]] == places
