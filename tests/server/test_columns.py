"""Seats within a side: a column has a link of its own, sees what its side sees and gives orders to its own troops alone."""

from __future__ import annotations

import pytest

from tests.server import ambush
from tests.support.serving import start_server
from tests.support.table_line import Seat, call, open_battle, referee_of

GOVERNMENT, REVOLUTIONARY = "Government", "Revolutionary"
SCENARIO = "celaya-1915"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = start_server("--database", f"sqlite:///{tmp_path_factory.mktemp('columns') / 'battles.db'}")
    yield running
    running.stop()


@pytest.fixture
def tokens(server):
    return open_battle(server, SCENARIO, Government="friend", Revolutionary="me")


def columns_of(server, side):
    scenarios = call(server, "scenarios", {}).json()["scenarios"]
    sides = next(each["sides"] for each in scenarios if each["name"] == SCENARIO)
    return [column["id"] for column in next(each["parts"] for each in sides if each["label"] == side)]


def share(server, token, column):
    reply = call(server, "share", {"token": token, "part": column})
    assert reply.status_code == 200, reply.text
    return reply.json()["link"]


def without_ready(scene):
    """What is seen, apart from whom one may give orders to."""
    pieces = {
        part: {key: {**one, "ready": False} for key, one in scene[part].items()} for part in ("pieces", "figures")
    }
    return {**scene, **pieces, "hint": ""}


def begin(*seats):
    """Both sides place what is theirs to place and are ready; whoever has the first round comes first."""
    for seat in seats:
        offer = ""
        while offer != "ready":
            panel = seat.ask("panel", piece="")["answer"]["offers"]
            offer = "place_all" if any(each["id"] == "place_all" for each in panel) else "ready"
            preview = seat.ask("preview", draft={"offer": offer})["answer"]
            reply = seat.ask("order", order=preview["order"], last=seat.table["number"])
            assert reply["kind"] == "accepted", reply
            seat.until(lambda now, number=reply["number"]: now.table["number"] >= number)
    for seat in seats:
        seat.until(lambda now: now.table["scene"]["clock"]["turn"] == 1)
    return seats if seats[0].decisions else (seats[1], seats[0])


def test_a_column_is_given_away_by_whoever_commands_its_side(server, tokens):
    column, other, *_ = columns_of(server, GOVERNMENT)
    link = share(server, tokens[GOVERNMENT], column)
    assert (link["side"], link["part"], link["who"]) == (GOVERNMENT, column, "friend")
    assert link["name"]
    again = share(server, referee_of(server, tokens[GOVERNMENT]), column)
    assert again["seat"] == link["seat"]
    assert again["token"] != link["token"]
    for token, wanted, field in (
        (tokens[REVOLUTIONARY], column, "part"),
        (tokens[GOVERNMENT], "nobody's", "part"),
        (tokens[GOVERNMENT], 5, "part"),
        (tokens["spectator"], column, "token"),
        (link["token"], other, "token"),
        ("guess", column, "token"),
    ):
        refused = call(server, "share", {"token": token, "part": wanted})
        assert refused.status_code == 422
        assert refused.json()["problems"][0]["field"] == field
        assert refused.json()["problems"][0]["message"].endswith(".")


def test_a_columns_seat_sees_its_side_and_orders_its_own_troops_alone(server, tokens):
    with Seat(server, tokens[GOVERNMENT]) as one, Seat(server, tokens[REVOLUTIONARY]) as other:
        first, _ = begin(one, other)
        side = first.table["decisions"][0]["by"]
        own, others, *_ = columns_of(server, side)
        with Seat(server, share(server, tokens[side], own)["token"]) as column:
            assert without_ready(column.table["scene"]) == without_ready(first.table["scene"])
            assert column.decisions == first.decisions
            refused = column.order(kind="activate", by=side, column=others)
            assert refused["kind"] == "refused"
            assert refused["problems"][0]["choices"] == [own]
            assert refused["problems"][0]["words"].startswith("Another commander")
            assert column.order(kind="activate", by=side, column=own)["kind"] == "accepted"
            for seat in (column, first):
                seat.until(lambda now: "finish" in now.decisions)
            mine = {name for name, piece in column.table["scene"]["pieces"].items() if piece["ready"]}
            assert mine == {name for name, piece in first.table["scene"]["pieces"].items() if piece["ready"]}
            assert all(column.table["scene"]["pieces"][name]["group"] == own for name in mine)
            assert column.order(kind="rest", by=side, unit=min(mine))["kind"] == "accepted"


def test_while_another_column_acts_its_neighbour_looks_on(server, tokens):
    with Seat(server, tokens[GOVERNMENT]) as one, Seat(server, tokens[REVOLUTIONARY]) as other:
        first, _ = begin(one, other)
        side = first.table["decisions"][0]["by"]
        own, others, *_ = columns_of(server, side)
        with Seat(server, share(server, tokens[side], own)["token"]) as column:
            assert first.order(kind="activate", by=side, column=others)["kind"] == "accepted"
            first.until(lambda now: "finish" in now.decisions)
            column.until(lambda now: now.table["number"] == first.table["number"])
            ready = sorted(name for name, piece in first.table["scene"]["pieces"].items() if piece["ready"])
            refused = column.order(kind="rest", by=side, unit=ready[0])
            assert refused["kind"] == "refused"
            assert refused["problems"][0]["words"].startswith("Another commander")
            finish = column.order(kind="finish", by=side)
            assert finish["kind"] == "refused"
            assert first.order(kind="rest", by=side, unit=ready[0])["kind"] == "accepted"


def test_a_columns_seat_outlives_the_server(server, tokens):
    """What it may do is kept with the battle, not in memory alone; a seat that throws real dice keeps its column."""
    column = columns_of(server, GOVERNMENT)[0]
    link = share(server, tokens[GOVERNMENT], column)
    with Seat(server, link["token"]) as seat:
        assert seat.ask("dice", own=True)["kind"] == "accepted"
        with Seat(server, tokens[REVOLUTIONARY]) as other:
            assert other.table["proposal"]["about"] == "dice"
            assert other.ask("agree")["kind"] == "accepted"
            other.until(lambda now: now.table["typed"] == [GOVERNMENT])
    seat = Seat(server, link["token"])
    told = seat.connect()["seat"]
    seat.hang_up()
    assert told["part_noun"] == "a column"
    assert told["part_name"]
    assert (told["part"], told["own_dice"], told["roles"], told["parts"]) == (column, True, [GOVERNMENT], [])


def test_a_hidden_columns_seat_is_told_to_nobody_but_its_side(server):
    """Neither log nor line names a column that is still to come, though somebody commands it already and wishes things."""
    reply = call(server, "open", {"text": ambush.SCENARIO, "who": {GOVERNMENT: "friend", REVOLUTIONARY: "me"}})
    tokens = {link["seat"]: link["token"] for link in reply.json()["links"]}
    link = share(server, tokens[REVOLUTIONARY], "hush-relief")
    with (
        Seat(server, tokens[GOVERNMENT]) as enemy,
        Seat(server, tokens["spectator"]) as spectator,
        Seat(server, tokens[REVOLUTIONARY]) as friend,
        Seat(server, link["token"]) as column,
    ):
        begin(enemy, friend)
        column.until(lambda now: now.table["scene"]["clock"]["turn"] == 1)
        assert column.ask("undo")["kind"] == "accepted"
        for seat in (enemy, spectator):
            seat.until(lambda now: now.table["proposal"] is not None)
            assert seat.table["proposal"]["seat"] == REVOLUTIONARY
        friend.until(lambda now: now.table["proposal"] is not None)
        assert friend.table["proposal"]["seat"] == link["seat"]
        assert enemy.ask("agree")["kind"] == "accepted"
        for seat in (enemy, spectator):
            seat.until(lambda now: any(line.get("kind") == "undo" for line in now.lines))
        for name, seat in ((GOVERNMENT, enemy), ("spectator", spectator)):
            assert "hush-relief" not in "".join(seat.frames)
            assert "hush-relief" not in call(server, "log", {"token": tokens[name]}).text
    assert "hush-relief" in call(server, "log", {"token": referee_of(server, tokens[GOVERNMENT])}).text


def test_orders_to_hidden_units_cannot_be_counted(server):
    reply = call(server, "open", {"text": ambush.SCENARIO, "who": {GOVERNMENT: "friend", REVOLUTIONARY: "me"}})
    tokens = {link["seat"]: link["token"] for link in reply.json()["links"]}
    with Seat(server, tokens[GOVERNMENT]) as one, Seat(server, tokens[REVOLUTIONARY]) as two:
        acting, _ = begin(one, two)
        side = acting.table["decisions"][0]["by"]
        hidden = {GOVERNMENT: "hush-zaragoza", REVOLUTIONARY: "hush-coyotes"}[side]
        column = acting.table["scene"]["pieces"][hidden]["group"]
        assert acting.order(kind="activate", by=side, column=column)["kind"] == "accepted"
        acting.until(lambda now: "finish" in now.decisions)
        enemy = next(name for name in (GOVERNMENT, REVOLUTIONARY) if name != side)
        before = call(server, "log", {"token": tokens[enemy]}).json()
        number = acting.table["number"]
        assert acting.order(kind="rest", by=side, unit=hidden)["number"] == number + 1
        assert call(server, "log", {"token": tokens[enemy]}).json() == before


def test_whoever_does_not_say_what_he_gives_away_is_told_what_there_is(server, tokens):
    refused = call(server, "share", {"token": tokens[GOVERNMENT]}).json()
    (wrong,) = refused["problems"]
    assert (wrong["field"], wrong["message"]) == ("part", "Say what is to be handed over.")
    assert wrong["choices"], "the columns there are"
