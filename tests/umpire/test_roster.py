"""The roster by hand: units entered by pickers, changed and struck off as entries of the log, and the armies of battles."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.server.engine import engine_archive

NAZAS: dict[str, Any] = {
    "side": "Revolutionary",
    "name": "Nazas",
    "unit": "IrregularInfantry",
    "bases": 6,
    "column": "Contreras",
}
FIRE_AT_NAZAS = {
    "unit": "MachineGuns", "range": "3-6", "target_type": "IrregularInfantry", "target_name": "Nazas",
    "target_formation": "maneuver", "bases_of_actor": 2, "bases_of_target": 6, "leader_with_target": 0,
}  # fmt: skip
TWO_LEVELS = {"fire.effect": 7}
EXAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "average_dice": ({"side": "federal", "name": "A", "arm": "infantry", "rifle": "mauser"}, {"rifle": "hotchpotch"}),
    "mesoamerica": ({"side": "West", "name": "A", "weapon": "war_club", "strength": 4}, {"strength": 5}),
    "mexican_american_war": ({"side": "US", "name": "A", "stands": 6, "arm": "infantry"}, {"stands": 5}),
    "revolucion": (NAZAS, {"bases": 4}),
    "uprising1848": ({"side": "Player", "name": "A", "actor": "Veteran", "figures": 12, "firearm": "musket"}, {"figures": 9}),
}  # fmt: skip


class Game:
    """A log that grows by what the desk makes of it."""

    def __init__(self, call, ruleset="revolucion"):
        self.call, self.ruleset, self.entries = call, ruleset, []

    def ask(self, **body):
        return self.call("change_roster", self.ruleset, entries=self.entries, **body)

    def change(self, **body):
        reply = self.ask(**body)
        assert reply["status"] == "ok", reply
        for record in reply["entries"]:
            self.write(record)
        return self

    def write(self, record):
        meta = {"id": f"e{len(self.entries) + 1}", "turn": 1, "side": None}
        self.entries.append({"record": record | {"meta": meta}, "voided": False})

    def refused(self, **body):
        reply = self.ask(**body)
        assert reply["status"] == "problems", reply
        return reply["problems"][0]["message"]

    def books(self, *voided):
        entries = [each | {"voided": each["record"]["meta"]["id"] in voided} for each in self.entries]
        reply = self.call("ledger", self.ruleset, entries=entries)
        assert reply["status"] == "ok", reply
        return reply

    def units(self, *voided):
        return {unit["name"]: unit for unit in self.books(*voided)["roster"]}

    def fire(self, resolved, fields, answers):
        self.write(resolved("deployed_fire", fields, answers)["record"])


@pytest.fixture
def game(call):
    return Game(call)


@pytest.mark.parametrize("ruleset", registry.names())
def test_a_unit_is_entered_changed_and_struck_off_in_every_game(call, ruleset):
    fields, other = EXAMPLES[ruleset]
    game = Game(call, ruleset).change(fields=fields)
    name = fields["name"]
    assert game.units()[name]["line"].items() >= fields.items()
    game.change(whom=name, fields=fields | other)
    assert game.units()[name]["line"].items() >= other.items()
    assert game.units()[name]["label"] != game.units("e2")[name]["label"] or ruleset in ("average_dice", "mesoamerica")
    assert game.units("e2")[name]["line"].items() >= fields.items(), "the change taken back"
    game.change(whom=name, fields=fields | other | {"name": "B"})
    assert list(game.units()) == ["B"]
    game.change(whom="B")
    assert game.units() == {}
    assert list(game.units("e4")) == ["B"], "the striking off taken back"
    told = [row["sentence"] for row in game.books()["log"]]
    assert told[1:] == [
        f"Roster: {name} is changed.",
        f"Roster: {name} is changed and is now B.",
        "Roster: B is struck off.",
    ]


def test_what_the_battle_has_done_to_a_unit_outlives_a_change(game, resolved):
    game.change(fields=NAZAS)
    game.fire(resolved, FIRE_AT_NAZAS, TWO_LEVELS)
    hit = game.units()["Nazas"]
    assert hit["status"] == "Demoralized"
    lost = 6 - hit["fields_as"]["actor"]["bases_of_actor"]
    game.change(whom="nazas", fields=NAZAS | {"bases": 8, "name": "Río Nazas"})
    (unit,) = game.units().values()
    assert (unit["name"], unit["status"]) == ("Río Nazas", "Demoralized")
    assert unit["fields_as"]["actor"]["bases_of_actor"] == 8 - lost
    assert unit["fields_as"]["actor"]["starting_bases_of_assaulter"] == 8


def test_a_changed_unit_keeps_its_place_and_its_name_where_the_books_speak_of_it(call):
    game = Game(call, "average_dice")
    for name in ("A", "B", "C"):
        game.change(fields={"side": "federal", "name": name, "arm": "infantry", "rifle": "mauser"})
    house = {"structure_name": "Mill", "structure": "adobe", "who_is_inside": "A, B"}
    reply = call("resolve", "average_dice", action="structure_entry", fields=house)
    if reply["status"] != "ok":
        house["structure"] = reply["problems"][0]["choices"][0]
        reply = call("resolve", "average_dice", action="structure_entry", fields=house)
    game.write(reply["record"])
    inside = [unit["fields_as"] for unit in game.books()["roster"]]
    game.change(whom="B", fields={"side": "federal", "name": "Bravos", "arm": "infantry", "rifle": "mauser"})
    assert list(game.units())[:3] == ["A", "Bravos", "C"]
    renamed = json.loads(json.dumps(inside).replace('"B"', '"Bravos"').replace("A, B", "A, Bravos"))
    assert [unit["fields_as"] for unit in game.books()["roster"]] == renamed


def test_an_entry_that_was_made_of_a_voided_unit_is_marked(game):
    game.change(fields=NAZAS).change(whom="Nazas", fields=NAZAS | {"bases": 4})
    assert game.books()["log"][1]["mark"] == ""
    assert "1" in game.books("e1")["log"][1]["mark"]


def test_what_cannot_be_done_to_a_roster_is_refused_in_words(game):
    assert game.refused(whom="Nobody") == "Nobody is not on the roster."
    assert "missing" in game.refused(fields=NAZAS | {"name": ""})
    game.change(fields=NAZAS).change(fields=NAZAS | {"name": "San Dimas"})
    assert "already" in game.refused(fields=NAZAS | {"name": "NAZAS"})
    assert "already" in game.refused(whom="San Dimas", fields=NAZAS)
    assert game.refused(army="Waterloo") == "There is no such battle."


def test_a_refusal_offers_the_words_that_people_see_and_takes_them(call):
    (problem,) = call("read_roster", text="# list\nGovernment, saloncar, 4, Hospital train")["problems"]
    assert problem["field"] == "line 2.unit"
    assert problem["choices"][0] == "Saloon cars"
    assert not [word for word in problem["choices"] if word != word.capitalize() and " " not in word]
    (record,) = call("read_roster", text="Government, Saloon car, 1, Hospital train")["entries"]
    assert record["fields"]["unit"] == "saloonCar"


@pytest.mark.parametrize("ruleset", registry.names())
def test_the_army_of_a_battle_is_entered_in_one_step(call, ruleset):
    armies = call("armies", ruleset)["armies"]
    for army in armies:
        game = Game(call, ruleset).change(army=army["id"])
        assert len(game.units()) >= army["units"] or ruleset == "uprising1848"
        if army["units"] > 1:
            assert len(game.units()) == army["units"]
            assert game.refused(army=army["id"]) == "All of them are on the roster already."
    assert bool(armies) == (ruleset in ("mexican_american_war", "revolucion", "uprising1848"))


def test_the_armies_of_the_table_are_those_of_its_battles(call):
    armies = {army["label"]: army["units"] for army in call("armies")["armies"]}
    assert next(iter(armies)) == "The Ford at San Jacinto"
    game = Game(call).change(army="The Ford at San Jacinto")
    assert game.units()["Cuencamé"]["line"] == {
        "side": "Revolutionary", "name": "Cuencamé", "unit": "IrregularInfantry", "bases": 6, "column": "Contreras",
    }  # fmt: skip


def test_the_phone_has_the_battles_too():
    assert b"sandtable/rulesets/revolucion/table/scenarios/tutorial.toml" in engine_archive()
