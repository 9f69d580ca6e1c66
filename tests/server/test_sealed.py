"""Sealed orders over HTTP: two seats, one room, and nothing of the other side's orders before both are in."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
import segno
from fastapi import Response

from sandtable.kernel import registry
from sandtable.kernel.problem import Refusal
from sandtable.server import allowance
from sandtable.server.allowance import Allowances
from sandtable.server.sealed import LARGEST_RECORD, LARGEST_TABLE, Rooms
from sandtable.server.sealed_calls import LARGEST_BODY, House
from sandtable.server.workers import Workers
from sandtable.umpire.log import read_log
from sandtable.umpire.setting import read_setting
from tests.support.loop import run
from tests.support.table_line import CALLS

JSON = {"content-type": "application/json"}
WEST = ("Jaguar knights of Cholula", "charge", "Tlaxcalan slingers")
EAST = ("Tlaxcalan slingers", "half_fire", "Jaguar knights of Cholula")


def orders(side: str, unit: tuple[str, str, str], entry: str = "") -> dict:
    name, order, at = unit
    fields = {"side": side, "orders": [{"name": name, "order": order, "at": at}]}
    meta = {"id": entry or f"{side}-1", "side": side, "turn": 1, "number": 1, "time": "2026-11-15T10:00:00Z"}
    return {"ruleset": "mesoamerica", "rules_version": "1", "options": {}, "house": "", "action": "orders",
            "fields": fields, "answers": [], "meta": meta}  # fmt: skip


class Phone:
    """A phone that remembers every byte it was sent."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.heard = ""
        self.place: dict[str, str] = {}

    def post(self, call: str, **body: Any) -> httpx.Response:
        return CALLS.post(f"{self.address}/api/sealed/{call}", **body)

    def ask(self, call: str, status: int = 200, **body: object) -> dict:
        told = self.post(call, json={**self.place, **body})
        self.heard += told.text
        assert told.status_code == status, told.text
        reply: dict = told.json()
        if "seat" in reply:
            self.place = {"room": reply["room"], "seat": reply["seat"]}
        return reply

    def hand_in(self, side: str, unit: tuple[str, str, str], round_: int = 1, status: int = 200) -> dict:
        return self.ask("hand_in", status, round=round_, record=orders(side, unit))


@pytest.fixture
def west(server):
    return Phone(server.address)


@pytest.fixture
def east(server):
    return Phone(server.address)


@pytest.fixture
def room(west, east):
    code = west.ask("open", ruleset="mesoamerica", action="orders", side="West", table=None)["room"]
    east.ask("join", room=code)
    return code


@pytest.mark.rule("PRE-G.25")
@pytest.mark.usefixtures("room")
def test_nothing_of_the_orders_reaches_the_other_phone_before_both_are_in(west, east):
    assert west.hand_in("West", WEST)["opened"] is None
    seen = east.ask("look")
    assert (seen["side"], seen["handed_in"], seen["opened"]) == ("East", ["West"], None)
    east.ask("table")
    east.ask("hand_in", 422, round=1, record=orders("East", EAST) | {"fields": {"side": "East", "orders": []}})
    assert not [word for word in (*WEST, "West-1", "fields") if word in east.heard]
    east.hand_in("East", EAST)
    for phone in (west, east):
        opened = phone.ask("look")["opened"]
        assert opened["round"] == 1
        assert [record["fields"]["side"] for record in opened["records"]] == ["West", "East"]
        assert [record["fields"]["orders"][0]["name"] for record in opened["records"]] == [WEST[0], EAST[0]]


@pytest.mark.usefixtures("room")
def test_what_comes_out_is_a_record_that_any_log_takes(west, east):
    west.hand_in("West", WEST)
    opened = east.hand_in("East", EAST)["opened"]
    setting = read_setting({"ruleset": "mesoamerica"})
    entries = [{"record": record, "voided": False} for record in opened["records"]]
    assert len(read_log(setting, entries).entries) == 2
    assert [record["meta"]["id"] for record in opened["records"]] == ["West-1", "East-1"]


@pytest.mark.usefixtures("room")
def test_orders_may_be_changed_until_the_other_side_has_handed_in(west, east):
    west.hand_in("West", WEST)
    west.hand_in("West", ("Eagles", "hold", ""))
    opened = east.hand_in("East", EAST)["opened"]
    assert opened["records"][0]["fields"]["orders"][0]["name"] == "Eagles"
    refused = west.hand_in("West", WEST, status=422)
    assert refused["problems"][0]["field"] == "round"
    assert refused["problems"][0]["choices"] == ["2"]


@pytest.mark.usefixtures("room")
def test_who_is_slow_still_gets_the_last_round_when_the_next_has_begun(west, east):
    west.hand_in("West", WEST)
    east.hand_in("East", EAST)
    east.hand_in("East", ("Otomi archers", "hold", ""), round_=2)
    seen = west.ask("look")
    assert (seen["round"], seen["opened"]["round"], seen["handed_in"]) == (2, 1, ["East"])
    assert "Otomi" not in west.heard
    assert west.hand_in("West", WEST, round_=2)["opened"]["round"] == 2
    assert "Otomi" in west.heard


def test_the_phone_that_joins_gets_the_open_log_and_a_newer_one_when_it_is_laid(west, east):
    entry = {"record": orders("West", WEST) | {"action": "next_phase", "fields": {}}, "voided": False}
    table = {"options": {}, "house": "", "entries": [entry]}
    code = west.ask("open", ruleset="mesoamerica", action="orders", side="East", table=table)["room"]
    joined = east.ask("join", room=f" {code.lower()} ")
    assert (joined["side"], joined["table_number"]) == ("West", 1)
    assert east.ask("table")["table"] == table
    west.ask("lay", table=table | {"entries": [entry, entry]})
    assert east.ask("look")["table_number"] == 2
    assert len(east.ask("table")["table"]["entries"]) == 2


@pytest.mark.parametrize(
    ("call", "body", "field"),
    (
        ("open", {"ruleset": "mesoamerica", "action": "fight", "side": "West", "table": None}, "action"),
        ("open", {"ruleset": "mesoamerica", "action": "orders", "side": "North", "table": None}, "side"),
        ("open", {"ruleset": "chess", "action": "orders", "side": "West", "table": None}, "ruleset"),
        ("open", {"ruleset": "mesoamerica", "action": "orders", "side": "West", "table": {"entries": 3}}, "table"),
        ("hand_in", {"round": "1", "record": orders("West", WEST)}, "round"),
        ("hand_in", {"round": 7, "record": orders("West", WEST)}, "round"),
        ("hand_in", {"round": 1, "record": 5}, "record"),
        ("hand_in", {"round": 1, "record": orders("East", EAST)}, "record"),
        ("hand_in", {"round": 1, "record": orders("West", WEST) | {"action": "hide"}}, "record"),
        ("hand_in", {"round": 1, "record": orders("West", WEST) | {"fields": {"side": "West"}}}, "orders"),
        ("lay", {"table": "everything"}, "table"),
        ("lay", {"table": {"entries": [5]}}, "table"),
        ("lay", {"table": {"entries": [{"record": {"action": "orders"}}]}}, "table"),
        ("lay", {"table": {"entries": [], "options": 3}}, "table"),
        ("look", {"seat": "guessed"}, "seat"),
        ("look", {"room": "QQQQQ"}, "room"),
        ("join", {}, "room"),
        ("picture", {"address": "javascript:alert(1)"}, "address"),
        ("picture", {"address": "https://example.org/" + "x" * 300}, "address"),
    ),
)
@pytest.mark.usefixtures("room")
def test_refusals_name_the_place_and_change_nothing(west, call, body, field):
    refused = west.ask(call, 422, **body)
    assert refused["problems"][0]["field"].split(".")[0] == field
    assert refused["problems"][0]["message"].endswith(".")
    assert west.ask("look")["handed_in"] == []


def test_a_room_has_two_seats(server, room):
    third = Phone(server.address)
    assert "Two phones" in third.ask("join", 422, room=room)["problems"][0]["message"]


def test_the_picture_holds_the_address_of_the_room(west, room):
    address = "http://192.0.2.1:8848/"
    svg = west.ask("picture", address=address)["svg"]
    drawn = segno.make(f"{address}#/room/{room}", micro=False, error="m")
    assert svg == drawn.svg_inline(border=2, omitsize=True, light="white")


@pytest.mark.usefixtures("room")
def test_a_closed_room_is_forgotten(west, east):
    west.hand_in("West", WEST)
    west.ask("close")
    assert east.ask("look", 422)["problems"][0]["field"] == "room"


def test_a_body_larger_than_any_orders_is_refused(west):
    told = west.post("open", content=b" " * (LARGEST_BODY + 1), headers=JSON)
    assert told.status_code == 413
    assert told.json()["problems"][0]["message"]


@pytest.mark.parametrize("body", (b"", b"[]", b"{", b"\xff\xfe", b'{"room": ' + b"[" * 50_000))
def test_whatever_is_no_object_is_refused_in_words(west, body):
    told = west.post("join", content=body, headers=JSON)
    assert told.status_code == 422
    assert told.json()["problems"][0]["message"]


# ---- bounds, with a clock of our own ------------------------------------------------------------------------------


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


def answer(house: House, name: str, address: str, text: str) -> Response:
    return run(house.answer(name, address, text))


def opened_in(rooms: Rooms) -> str:
    room, _ = rooms.open("mesoamerica", "orders", ("West", "East"), "West", "")
    return room.code


def reason(refused: pytest.ExceptionInfo[Refusal]) -> str:
    return refused.value.problems[0].message.id


def test_rooms_are_bounded_in_number_and_free_themselves_with_age(clock):
    rooms = Rooms(clock, most=2, idle=60)
    first = opened_in(rooms)
    clock.now += 50
    second = opened_in(rooms)
    with pytest.raises(Refusal) as refused:
        opened_in(rooms)
    assert reason(refused) == "kernel.sealed.full"
    clock.now += 20
    opened_in(rooms)
    with pytest.raises(Refusal) as refused:
        rooms.join(first)
    assert reason(refused) == "kernel.sealed.no_room"
    assert rooms.join(second)[0].joined


def test_what_a_room_holds_is_bounded_in_size(clock):
    room, _ = Rooms(clock).open("mesoamerica", "orders", ("West", "East"), "West", "")
    with pytest.raises(Refusal) as refused:
        room.hand_in("West", 1, "x" * (LARGEST_RECORD + 1))
    assert reason(refused) == "kernel.sealed.large_record"
    with pytest.raises(Refusal) as refused:
        room.lay("x" * (LARGEST_TABLE + 1))
    assert reason(refused) == "kernel.sealed.large_table"
    room.hand_in("West", 1, "x" * LARGEST_RECORD)
    room.lay("x" * LARGEST_TABLE)
    assert (len(room.given["West"]), len(room.table)) == (LARGEST_RECORD, LARGEST_TABLE)


def test_guessing_codes_is_stopped_and_forgiven(clock):
    house = House(Workers(), clock)
    guess = json.dumps({"room": "QQQQQ"})
    told = [answer(house, "join", "192.0.2.7", guess).status_code for _ in range(30)]
    assert told == [422] * 20 + [429] * 10
    assert answer(house, "join", "192.0.2.8", guess).status_code == 422
    clock.now += 1
    assert answer(house, "join", "192.0.2.7", guess).status_code == 429, "a part of a guess is none"
    clock.now += 20
    assert answer(house, "join", "192.0.2.7", guess).status_code == 422


def test_opening_rooms_without_end_is_stopped(clock):
    house = House(Workers(), clock)
    body = json.dumps({"ruleset": "mesoamerica", "action": "orders", "side": "West", "table": None})
    told = [answer(house, "open", "192.0.2.7", body).status_code for _ in range(62)]
    assert told == [200] * 60 + [429] * 2


def test_looking_every_second_is_allowed(clock):
    house = House(Workers(), clock)
    body = {"ruleset": "mesoamerica", "action": "orders", "side": "West", "table": None}
    seat = json.loads(bytes(answer(house, "open", "192.0.2.7", json.dumps(body)).body))
    for _ in range(1000):
        clock.now += 1
        assert answer(house, "look", "192.0.2.7", json.dumps(seat)).status_code == 200


def test_only_so_many_addresses_are_remembered(clock, monkeypatch):
    monkeypatch.setattr(allowance, "MOST_ADDRESSES", 3)
    allowances = Allowances(1, 0, clock)
    assert [allowances.of(str(number)).take() for number in range(4)] == [True] * 4
    assert not allowances.of("3").take()
    assert allowances.of("0").take()


@pytest.mark.parametrize("name", registry.names())
def test_what_is_sealed_names_the_action_that_lays_it_open(name):
    ruleset = registry.ruleset(name)
    for action in ruleset.actions:
        assert action.sealed is None or action.sealed in ruleset.by_id
        if action.sealed:
            assert "side" in {field.name for field in action.fields}


def test_every_call_is_described(server):
    described = httpx.get(f"{server.address}/openapi.json").json()
    for call in ("open", "join", "look", "hand_in", "lay", "table", "picture", "close"):
        post = described["paths"][f"/api/sealed/{call}"]["post"]
        assert set(post["responses"]) >= {"200", "413", "422", "429"}
        body = post["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        assert described["components"]["schemas"][body]["properties"]


def test_no_address_fills_all_rooms_and_a_room_that_nobody_joins_is_let_go(clock):
    rooms = Rooms(clock)
    wanted = ("mesoamerica", "orders", ("West", "East"), "West", "")
    opened = [rooms.open(*wanted, "192.0.2.7")[0] for _ in range(60)]
    with pytest.raises(Refusal) as refused:
        rooms.open(*wanted, "192.0.2.7")
    assert refused.value.problems[0].message.id == "kernel.sealed.too_many_rooms"
    rooms.open(*wanted, "192.0.2.8")
    rooms.join(opened[0].code)
    clock.now += 3601
    rooms.join(rooms.open(*wanted, "192.0.2.7")[0].code)
    assert rooms._rooms.keys() & {room.code for room in opened} == {opened[0].code}
