"""Who plays a side is said at the opening and may change in the middle; and what somebody points at is seen by all."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from sandtable.battle import seat as seats
from sandtable.battle.registry import table
from sandtable.battle.scenario.library import source_of
from sandtable.server.table import computer
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.talk import Said
from sandtable.storage.store import Store
from tests.support.loop import run
from tests.support.serving import Server, start_server
from tests.support.table_line import Seat, call

SCENARIO, RISING, GOVERNMENT = "kossuths-flight", "Player", "NonPlayer"


@pytest.fixture(scope="module")
def hall() -> Iterator[Server]:
    running = start_server()
    yield running
    running.stop()


def opened(server: Server, holder: str, **more: str) -> dict[str, dict[str, Any]]:
    """A battle of one who plays the rising; its links by seat."""
    reply = call(server, "open", {"scenario": SCENARIO, "who": {RISING: "me", GOVERNMENT: holder}, **more})
    assert reply.status_code == 200, reply.text
    return {link["seat"]: link for link in reply.json()["links"]}


def hand(server: Server, token: str, to: str, level: str = "", side: str = GOVERNMENT) -> Any:
    return call(server, "hand", {"token": token, "side": side, "to": to, "level": level})


def player_of(seat: Seat, side: str = GOVERNMENT) -> tuple[str, str]:
    found = next(each for each in seat.table["players"] if each["side"] == side)
    return found["who"], found["level"]


def press_until(seat: Seat, role: str) -> None:
    """Press for the initiative, and let the rising's units wait, until it is another's."""
    for _ in range(80):
        seat.until(lambda now: now.decisions or now.table["question"] or now.table["waits_for"] == [role])
        if seat.table["waits_for"] == [role]:
            return
        if seat.table["question"]:
            answer(seat)
            continue
        ready = [piece["id"] for piece in seat.table["scene"]["pieces"].values() if piece["ready"]]
        if ready:
            seat.order(kind="act", by=RISING, action="stand", piece=ready[0], chosen={"activity": "Stand"})
        else:
            seat.order(kind="act", by=RISING, action="initiative")
    raise AssertionError(f"It never was {role}'s initiative.")


def answer(seat: Seat) -> None:
    """The first that a question offers: an event may have brought a mob that charges."""
    asked, number = seat.table["question"], seat.table["number"]
    seat.ask("answer", key=asked["key"], value=asked["options"][0]["value"], last=number)
    seat.until(lambda now: now.table["number"] > number or now.table["question"] != asked)


@pytest.mark.parametrize("level", ("gentle", "harsh"))
def test_the_rules_hold_a_side_in_the_temper_that_was_chosen(hall, level):
    links = opened(hall, "computer", level=level)
    assert GOVERNMENT not in links
    with Seat(hall, links[RISING]["token"]) as rising:
        assert player_of(rising) == ("computer", level)


def test_a_referee_who_plays_the_side_sees_all_and_is_advised(hall):
    links = opened(hall, "referee", level="harsh")
    referee = links[f"{GOVERNMENT}-referee"]
    assert (referee["who"], referee["side"]) == ("referee", GOVERNMENT)
    assert GOVERNMENT not in links
    with Seat(hall, links[RISING]["token"]) as rising, Seat(hall, referee["token"]) as seat:
        assert player_of(rising) == ("referee", "harsh")
        assert rising.ask("advice")["kind"] == "refused"
        assert seat.ask("advice")["answer"] is None  # the rising has to press
        press_until(rising, GOVERNMENT)
        seat.until(lambda now: now.decisions)
        advice = seat.ask("advice")["answer"]
        assert ": " in advice["words"]  # of whom, and what: an event may have brought others than the border guards
        assert advice["why"]
        assert seat.ask("order", order=advice["order"], last=seat.table["number"])["kind"] == "accepted"


def test_a_referee_is_told_that_he_may_change_what_has_come_though_nobody_waits_for_him(hall):
    for _ in range(24):  # about every other battle has troops that come, and no ambush, within a few presses
        links = opened(hall, "referee")
        with (
            Seat(hall, links[RISING]["token"]) as rising,
            Seat(hall, links[f"{GOVERNMENT}-referee"]["token"]) as referee,
        ):
            for _ in range(30):
                referee.until(lambda now: now.table["number"] >= rising.table["number"])
                may = [decision["by"] for decision in referee.table["decisions"]]
                if "Referee" in may:
                    assert referee.table["waits_for"] == [RISING]
                    assert [decision["by"] for decision in rising.table["decisions"]] == [RISING]
                    panel = referee.ask("panel", piece="")["answer"]
                    assert "Let it not happen" in [offer["title"] for offer in panel["offers"]]
                    return
                one_more(rising, referee)
    raise AssertionError("Nothing has come in all these battles.")


def one_more(rising: Seat, referee: Seat) -> None:
    """Whoever is waited for does the next thing: a press, a unit that waits, what the rules would do."""
    number = rising.table["number"]
    if rising.table["question"]:
        answer(rising)
        return
    if rising.table["waits_for"] == [GOVERNMENT]:
        referee.order(**referee.ask("advice")["answer"]["order"])
    elif ready := [piece["id"] for piece in rising.table["scene"]["pieces"].values() if piece["ready"]]:
        if rising.order(**stand(ready[0], "Stand"))["kind"] == "refused":
            rising.order(**stand(ready[0], "Rally"))
    else:
        rising.order(kind="act", by=RISING, action="initiative")
    rising.until(lambda now: now.table["number"] > number)


def stand(piece: str, activity: str) -> dict[str, Any]:
    return {"kind": "act", "by": RISING, "action": "stand", "piece": piece, "chosen": {"activity": activity}}


def test_a_side_changes_hands_in_the_middle_and_everybody_is_told(hall):
    links = opened(hall, "friend")
    token = links[RISING]["token"]
    with Seat(hall, token) as rising, Seat(hall, links[GOVERNMENT]["token"]) as friend:
        assert player_of(rising) == ("friend", "")
        press_until(rising, GOVERNMENT)
        friend.until(lambda now: now.decisions)
        reply = hand(hall, token, "computer", "gentle")
        assert reply.status_code == 200, reply.text
        assert reply.json()["link"] is None
        friend.until(lambda now: player_of(now) == ("computer", "gentle"))
        assert "gentle" in friend.table["said"][-1]["words"]
        refused = friend.ask("order", order={"kind": "act", "by": GOVERNMENT, "action": "stand"}, last=0)
        assert "Somebody else plays this side now" in refused["problems"][0]["words"]
        before = rising.table["number"]
        rising.until(lambda now: now.table["number"] > before)  # the rules go on from there
        reply = hand(hall, token, "referee")
        with Seat(hall, reply.json()["link"]["token"]) as referee:
            rising.until(lambda now: player_of(now)[0] == "referee")
            press_until(rising, GOVERNMENT)
            referee.until(lambda now: now.decisions)
            assert not friend.decisions
        assert hand(hall, token, "friend").json()["link"]["seat"] == GOVERNMENT
        friend.until(lambda now: now.decisions)


def test_what_the_program_had_in_mind_is_dropped_when_its_side_is_handed_on(tmp_path, monkeypatch):
    thinking, handed, thought = Event(), Event(), computer._thought

    def slowly(*about: Any) -> Any:
        found = thought(*about)
        thinking.set()
        assert handed.wait(60)
        return found

    monkeypatch.setattr(computer, "_thought", slowly)
    both = [seats.Seat(side, (side,)) for side in ("Government", "Revolutionary")]
    how = {"computers": {"Government": {"level": "recruit"}}}

    async def scene() -> None:
        rooms = Rooms(await Store.open(f"sqlite:///{tmp_path / 'battles.db'}"))
        battle, _ = await rooms.begin(table("revolucion"), source_of("tutorial")[0], "Ford", both, {}, how)
        room = await rooms.room(battle)
        assert room is not None
        assert await asyncio.to_thread(thinking.wait, 60)
        await room.note(Said("Revolutionary", "held", 0, side="Government", to="friend", level="recruit"))
        handed.set()
        while rooms.computers.is_playing(room):  # noqa: ASYNC110 - it tells nobody when it rests
            await asyncio.sleep(0.01)
        assert room.battle.log.number == 0
        await rooms.close()

    run(scene())


def test_who_has_a_side_outlives_the_server(tmp_path):
    database = f"sqlite:///{tmp_path}/battles.db"
    first = start_server("--database", database)
    token = opened(first, "friend")[RISING]["token"]
    assert hand(first, token, "computer", "harsh").status_code == 200
    first.stop()
    second = start_server("--database", database)
    with Seat(second, token) as rising:
        assert player_of(rising) == ("computer", "harsh")
        press_until(rising, GOVERNMENT)
        before = rising.table["number"]
        rising.until(lambda now: now.table["number"] > before)
    second.stop()


def test_what_cannot_be_handed_on_is_refused_in_words(hall):
    links = opened(hall, "computer")
    token = links[RISING]["token"]
    for reply, words in (
        (hand(hall, token, "computer", side=RISING), "cannot say who plays that side"),
        (hand(hall, token, "computer", "savage"), "no such level"),
        (hand(hall, links["spectator"]["token"], "friend"), "cannot say who plays that side"),
        (call(hall, "open", {"scenario": SCENARIO, "who": {RISING: "referee", GOVERNMENT: "me"}}), "No referee can play"),
        (call(hall, "open", {"scenario": "tutorial", "who": {"Government": "referee", "Revolutionary": "me"}}),
         "No referee can play"),
    ):  # fmt: skip
        assert reply.status_code == 422
        assert words in reply.json()["problems"][0]["message"]


def test_a_pointer_is_seen_by_all_for_some_seconds(hall):
    links = opened(hall, "friend")
    with (
        Seat(hall, links[RISING]["token"]) as rising,
        Seat(hall, links[GOVERNMENT]["token"]) as friend,
        Seat(hall, links["spectator"]["token"]) as spectator,
    ):
        assert rising.ask("point", place=[12_000, 30_000])["kind"] == "told"
        for seat in (friend, spectator, rising):
            seat.until(lambda now: now.table["pointers"])
            (pointer,) = seat.table["pointers"]
            assert pointer["place"] == [12_000, 30_000]
            assert pointer["side"] == RISING
            assert pointer["name"] == "Kossuth and his people"
        friend.until(lambda now: not now.table["pointers"])
        assert spectator.ask("point", place=[1, 1])["kind"] == "refused"
        assert "not on the table" in rising.ask("point", place=[-5, 1])["problems"][0]["words"]
        assert rising.ask("point", place="here")["kind"] == "refused"
