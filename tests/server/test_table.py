"""Battles over the network, against a real server process: seats, orders, refusals, reconnecting, hostile clients."""

from __future__ import annotations

import contextlib
import json
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.server.table.limits import MOST_LINES, OPENINGS_AT_ONCE
from tests.support.serving import start_server
from tests.support.table_line import Seat, call, open_battle, referee_of

GOVERNMENT, REVOLUTIONARY = "Government", "Revolutionary"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    database = tmp_path_factory.mktemp("battles") / "battles.db"
    running = start_server("--database", f"sqlite:///{database}")
    yield running
    running.stop()


@pytest.fixture
def tokens(server):
    return open_battle(server, "tutorial", Government="friend", Revolutionary="me")


@pytest.fixture
def both(server, tokens):
    with Seat(server, tokens[GOVERNMENT]) as one, Seat(server, tokens[REVOLUTIONARY]) as other:
        yield one, other


def begin(one: Seat, other: Seat) -> tuple[Seat, Seat]:
    """Both are ready; who has the initiative comes first."""
    for seat in (one, other):
        seat.until(lambda now: now.decisions)
        assert seat.ask("order", order={"kind": "ready", "by": seat.table["decisions"][0]["by"]})["kind"] == "accepted"
    for seat in (one, other):
        seat.until(lambda now: now.table["scene"]["clock"]["turn"] == 1)
    return (one, other) if one.decisions else (other, one)


def side(seat: Seat) -> str:
    return str(seat.table["decisions"][0]["by"])


def play_on(seat: Seat, luck: random.Random) -> bool:
    """One step by whoever this seat is, through its desk alone; False when it has nothing to decide."""
    if not seat.table["decisions"] or seat.table["seed"] is not None:
        return False
    ready = [name for name, piece in seat.table["scene"]["pieces"].items() if piece["ready"]]
    pieces = [*luck.sample(ready, len(ready)), ""]
    for piece in pieces:
        panel = seat.ask("panel", piece=piece)["answer"]
        offers = [offer for offer in panel["offers"] if not {"path", "target"} & set(offer["needs"])]
        for offer in luck.sample(offers, len(offers)):
            preview = seat.ask("preview", draft={"piece": piece, "offer": offer["id"]})["answer"]
            if preview["order"] is not None:
                reply = seat.ask("order", order=preview["order"], last=seat.table["number"])
                assert reply["kind"] == "accepted", reply
                seat.until(lambda now, number=reply["number"]: now.table["number"] >= number)
                return True
    raise AssertionError("the desk offers nothing that can be ordered")


def test_scenarios_are_on_offer(server):
    reply = call(server, "scenarios", {}).json()
    tutorial = next(each for each in reply["scenarios"] if each["name"] == "tutorial")
    assert {each["label"] for each in tutorial["sides"]} == {GOVERNMENT, REVOLUTIONARY}
    assert tutorial["levels"]


def test_a_battle_by_chance_is_another_one_each_time(server):
    scenarios = call(server, "scenarios", {}).json()["scenarios"]
    offered = next(each for each in scenarios if each["name"] == "random:revolucion")
    assert (offered["units"], offered["note"]) == (0, "")
    laid = set()
    for _ in range(2):
        tokens = open_battle(server, offered["name"], Government="friend", Revolutionary="me")
        with Seat(server, tokens[REVOLUTIONARY]) as me:
            assert me.table["scene"]["pieces"] or me.table["scene"]["off"]
        laid.add(call(server, "log", {"token": referee_of(server, tokens[GOVERNMENT])}).json()["log"]["scenario"])
    assert len(laid) == 2


def test_two_seats_play_and_see_the_same_table(both):
    first, second = begin(*both)
    luck = random.Random(1)
    for _ in range(12):
        mover = first if first.table["decisions"] else second
        assert play_on(mover, luck)
        number = mover.table["number"]
        for seat in (first, second):
            seat.until(lambda now, number=number: now.table["number"] >= number)
        assert first.table["scene"]["clock"] == second.table["scene"]["clock"]
        assert first.lines[-1]["words"] == second.lines[-1]["words"]


def sent_along(seat: Seat, unit: str, face: int) -> dict:
    """A unit is told to Maneuver five inches ahead, and its order is thrown for with a real die; what the seat is told to its answer."""
    x, y = seat.table["scene"]["pieces"][unit]["anchor"]
    ahead = 4_500 if side(seat) == REVOLUTIONARY else -4_500
    draft = {"piece": unit, "offer": "Maneuver", "path": [[x, y + ahead]]}
    order = seat.ask("preview", draft=draft)["answer"]["order"]
    assert [each["kind"] for each in (order, *order["then"])] == ["command", "move"]
    assert seat.ask("order", order=order, last=seat.table["number"])["kind"] == "accepted"
    return seat.ask("answer", key=seat.table["question"]["key"], value=[face], last=seat.table["number"])


def test_a_way_follows_its_order_and_what_is_left_of_it_is_told_to_its_seat_alone(both):
    """The news of what was done has come when it is answered."""
    first, second = begin(*both)
    assert first.ask("dice", own=True)["kind"] == "accepted"
    assert second.ask("agree", last=second.table["number"])["kind"] == "accepted"
    column = first.ask("panel", piece="")["answer"]["offers"][0]["id"].partition(":")[2]
    assert first.order(kind="activate", by=side(first), column=column)["kind"] == "accepted"
    one, another = (name for name in ("san-dimas", "nazas", "1st-of-the-23rd", "gendarmes")
                    if first.table["scene"]["pieces"][name]["ready"])  # fmt: skip
    number, stood = first.table["number"], first.table["scene"]["pieces"][one]["anchor"]
    assert sent_along(first, one, 10)["number"] == first.table["number"] == number + 2
    assert first.table["scene"]["pieces"][one]["anchor"] != stood
    assert first.table["left"] == []
    assert sent_along(first, another, 1)["number"] == first.table["number"] == number + 3
    assert first.table["left"][0]["words"].endswith(".")
    second.until(lambda now: now.table["number"] == number + 3)
    assert second.table["left"] == []
    assert not any('"left"' in frame for frame in second.frames[1:])  # nothing was ever said of it


def test_an_order_that_is_not_legal_is_refused_with_its_reason_and_changes_nothing(both):
    first, second = begin(*both)
    number = first.table["number"]
    refused = first.order(kind="activate", by=side(first), column="nobody's")
    assert refused["kind"] == "refused"
    assert refused["problems"][0]["field"] == "column"
    assert refused["problems"][0]["words"].endswith(".")
    assert refused["problems"][0]["rule"] == "REV-3.08"
    assert (
        second.order(kind="pass", by=GOVERNMENT if side(first) == REVOLUTIONARY else REVOLUTIONARY)["kind"] == "refused"
    )
    assert first.ask("panel", piece="")["kind"] == "told"
    assert first.table["number"] == number


def test_nobody_gives_orders_for_the_other_side(both):
    first, second = begin(*both)
    refused = second.order(kind="pass", by=side(first))
    assert refused["kind"] == "refused"
    assert refused["problems"][0]["field"] == "by"


def test_an_order_that_comes_late_is_refused(both):
    first, _ = begin(*both)
    late = first.ask("order", order={"kind": "pass", "by": side(first)}, last=0)
    assert late["kind"] == "refused"
    assert late["problems"][0]["field"] == "last"


def test_two_tabs_on_one_seat_stay_in_step(server, tokens, both):
    first, second = begin(*both)
    token = tokens[side(first)]
    with Seat(server, token) as tab:
        assert tab.table == first.table
        play_on(first, random.Random(2))
        tab.until(lambda now: now.table["number"] == first.table["number"])
        assert tab.table == first.table
        assert second.table is not None


def test_a_seat_that_reconnects_resumes_where_it_was(server, tokens, both):
    first, _ = begin(*both)
    name = side(first)
    seen = first.table["number"]
    play_on(first, random.Random(3))
    with Seat(server, tokens[name]) as again:
        assert again.table == first.table
    again = Seat(server, tokens[name])
    frame = again.connect(since=seen)
    assert [line["number"] for line in frame["lines"]] == list(range(seen + 1, first.table["number"] + 1))
    again.hang_up()


def test_undo_before_any_dice_is_free(both):
    first, _ = begin(*both)
    offers = first.ask("panel", piece="")["answer"]["offers"]
    assert first.order(kind="activate", by=side(first), column=offers[0]["id"].partition(":")[2])["kind"] == "accepted"
    assert first.ask("undo")["kind"] == "accepted"
    first.until(lambda now: "activate" in now.decisions)


def throw_real_dice(thrower, other):
    """One seat throws its own dice from now on: the other is asked, and sees it ever after."""
    assert thrower.ask("dice", own=True)["kind"] == "accepted"
    other.until(lambda now: now.table["proposal"] is not None)
    assert (other.table["proposal"]["about"], other.table["typed"]) == ("dice", [])
    assert other.ask("agree")["kind"] == "accepted"
    for seat in (thrower, other):
        seat.until(lambda now: now.table["typed"] == [side(thrower)])
    assert (thrower.table["own_dice"], other.table["own_dice"]) == (True, False)


def test_real_dice_are_asked_for_and_the_other_seat_sees_that_they_were_typed(both):
    first, second = begin(*both)
    name = side(first)
    throw_real_dice(first, second)
    offers = first.ask("panel", piece="")["answer"]["offers"]
    assert first.ask("order", order={"kind": "activate", "by": name, "column": offers[0]["id"].partition(":")[2]})
    first.until(lambda now: any(piece["ready"] for piece in now.table["scene"]["pieces"].values()))
    unit = next(key for key, piece in first.table["scene"]["pieces"].items() if piece["ready"])
    order = {"kind": "command", "by": name, "unit": unit, "order": "Maneuver"}
    assert first.ask("order", order=order)["kind"] == "accepted"
    first.until(lambda now: now.table["question"] is not None)
    question = first.table["question"]
    assert question["about"] == "dice"
    assert (question["says"], question["sum"][:3]) == ("Order", "d10")
    assert [each["face"] for each in question["meanings"]] == list(range(1, 11))
    assert {each["words"] for each in question["meanings"]} <= {"Received.", "Delayed.", "Lost."}
    assert second.table["question"] is None
    impossible = first.ask("answer", key=question["key"], value=[11])
    assert impossible["kind"] == "refused"
    assert first.ask("answer", key=question["key"], value=[10])["kind"] == "accepted"
    typed = {"label": "order", "faces": [10], "typed": True}
    second.until(lambda now: any(typed in line.get("dice", ()) for line in now.lines))


def test_a_question_survives_hanging_up(server, tokens, both):
    first, second = begin(*both)
    name = side(first)
    throw_real_dice(first, second)
    offers = first.ask("panel", piece="")["answer"]["offers"]
    first.ask("order", order={"kind": "activate", "by": name, "column": offers[0]["id"].partition(":")[2]})
    first.until(lambda now: any(piece["ready"] for piece in now.table["scene"]["pieces"].values()))
    unit = next(key for key, piece in first.table["scene"]["pieces"].items() if piece["ready"])
    first.ask("order", order={"kind": "command", "by": name, "unit": unit, "order": "Maneuver"})
    first.until(lambda now: now.table["question"] is not None)
    first.hang_up()
    with Seat(server, tokens[name]) as again:
        assert again.table["question"] == first.table["question"]
        assert again.ask("throw", key=again.table["question"]["key"])["kind"] == "accepted"


def test_the_computer_plays_its_side_and_can_be_asked_why(server):
    tokens = open_battle(server, "tutorial", Government="computer", Revolutionary="me")
    assert GOVERNMENT not in tokens
    with Seat(server, tokens[REVOLUTIONARY]) as me:
        luck = random.Random(5)
        for _ in range(40):
            me.until(lambda now: now.table["decisions"] or now.table["scene"]["result"])
            if me.table["scene"]["result"] or me.table["scene"]["clock"]["turn"] > 1:
                break
            play_on(me, luck)
        reasons = [line["number"] for line in me.lines if line.get("reason") and line["side"] == GOVERNMENT]
        assert reasons
        told = me.ask("why", number=reasons[-1])
        assert told["answer"].endswith(".")
        assert me.ask("why", number=100_000)["kind"] == "refused"


@pytest.mark.parametrize("token", ("", "guess", "x" * 500))
def test_a_wrong_token_opens_nothing(server, token):
    seat = Seat(server, token)
    frame = seat.connect()
    assert frame["kind"] == "closed"
    with pytest.raises(ConnectionClosed):
        seat.receive(10)


@pytest.mark.parametrize(
    "frame",
    (
        "not json",
        "[]",
        '"text"',
        "null",
        '{"kind": 5}',
        '{"kind": "rob the bank"}',
        '{"kind": "order"}',
        '{"kind": "order", "order": []}',
        '{"kind": "order", "order": {"kind": "activate"}}',
        '{"kind": "order", "order": {"kind": "activate", "by": 5, "column": {}}}',
        '{"kind": "order", "order": {"kind": "move", "by": "Government", "unit": "x", "path": [[1e400, 2, 3]]}}',
        '{"kind": "answer", "key": "fire.effect", "value": {}}',
        '{"kind": "preview", "draft": {"piece": "nobody", "offer": "Maneuver"}}',
        '{"kind": "preview", "draft": {"piece": "cuencame", "offer": "Maneuver", "path": [["a", "b"]]}}',
        '{"kind": "preview", "draft": 5}',
        '{"kind": "panel", "piece": 5}',
        '{"kind": "outlook", "piece": "nobody", "offer": ""}',
        '{"kind": "sight", "place": "here"}',
        '{"kind": "scene_at", "number": -1}',
        '{"kind": "scene_at", "number": "last"}',
        '{"kind": "why", "number": true}',
        "[" * 5000,
    ),
)
def test_a_hostile_frame_is_answered_in_words_and_harms_nobody(both, frame):
    first, second = both
    first.send(frame)
    reply = first.receive()
    while reply["kind"] == "change":
        reply = first.receive()
    assert reply["kind"] in {"refused", "told"}
    if reply["kind"] == "refused":
        assert all(problem["words"].endswith(".") for problem in reply["problems"])
    assert second.ask("panel", piece="")["kind"] == "told"


def test_an_oversize_frame_ends_the_line_and_nobody_elses(both):
    first, second = both
    with contextlib.suppress(ConnectionClosed):
        first.send("x" * 100_000)
        first.receive(10)
    with pytest.raises(ConnectionClosed):
        first.receive(10)
    assert second.ask("panel", piece="")["kind"] == "told"


def test_a_flood_is_refused_and_then_hung_up_on(both):
    first, second = both
    slow = 0
    with contextlib.suppress(ConnectionClosed):
        for number in range(2000):
            first.send({"kind": "panel", "piece": "", "id": number})
        while True:
            slow += first.receive()["kind"] == "refused"
    assert slow
    assert second.ask("panel", piece="")["kind"] == "told"


@pytest.mark.parametrize(
    ("body", "field"),
    (
        ({"who": {}}, "scenario"),
        ({"scenario": "../../etc/passwd", "who": {}}, "scenario"),
        ({"scenario": "tutorial", "who": {}}, "who"),
        ({"scenario": "tutorial", "who": {"Nobody": "me"}}, "who"),
        ({"scenario": "tutorial", "who": {GOVERNMENT: "computer", REVOLUTIONARY: "me"}, "level": "god"}, "level"),
        ({"scenario": "tutorial", "who": {GOVERNMENT: "ghost", REVOLUTIONARY: "me"}}, "who.Government"),
        ({"scenario": 5, "who": []}, "scenario"),
    ),
)
def test_a_battle_that_cannot_be_is_refused_with_the_field(server, body, field):
    reply = call(server, "open", body)
    assert reply.status_code == 422
    assert field in {problem["field"] for problem in reply.json()["problems"]}


def test_a_battle_is_opened_with_a_step_of_its_handicap(server):
    before = len(read_scenario(source_of("tutorial")[0]).handicaps)
    step = '\n[[handicap]]\nside = "Government"\nwhat = "victory.turns"\nto = 9\n'
    body = {"text": source_of("tutorial")[0] + step, "who": {GOVERNMENT: "computer", REVOLUTIONARY: "me"}}
    turns = []
    for number in (0, before + 1):
        reply = call(server, "open", {**body, "handicap": number}).json()
        token = referee_of(server, reply["links"][0]["token"])
        turns.append(read_scenario(call(server, "log", {"token": token}).json()["log"]["scenario"]).victory.turns)
    assert turns == [6, 9]
    refused = call(server, "open", {**body, "handicap": before + 2})
    assert refused.status_code == 422
    assert refused.json()["problems"][0]["field"] == "handicap"


def test_a_scenario_of_ones_own_is_refused_with_its_lines(server):
    reply = call(server, "open", {"text": 'ruleset = "revolucion"\ntitle = "Mine"\n', "who": {}})
    assert reply.status_code == 422
    assert "line 1" in reply.json()["problems"][0]["field"]
    assert "table is missing" in reply.json()["problems"][0]["message"]


@pytest.mark.parametrize("body", (None, [], "text", 5))
def test_a_body_that_is_no_object_is_refused(server, body):
    reply = call(server, "open", body)
    assert reply.status_code == 422
    assert reply.json()["problems"][0]["message"].endswith(".")


def test_one_address_that_opens_too_much_is_slowed_down(tmp_path):
    running = start_server("--database", f"sqlite:///{tmp_path / 'battles.db'}")
    try:
        opening = {"scenario": "tutorial", "who": {}}
        with ThreadPoolExecutor(OPENINGS_AT_ONCE) as people:  # at once, so that a slow machine is not slow enough
            sent = [people.submit(call, running, "open", opening) for _ in range(3 * OPENINGS_AT_ONCE)]
            replies = [each.result().status_code for each in sent]
        assert set(replies) == {422, 429}
        assert replies.count(422) >= OPENINGS_AT_ONCE
        assert call(running, "scenarios", {}).status_code == 200
    finally:
        running.stop()


def test_a_seat_is_open_only_so_many_times(server, tokens):
    with contextlib.ExitStack() as tabs:
        for _ in range(MOST_LINES):
            tabs.enter_context(Seat(server, tokens[GOVERNMENT]))
        one_more = Seat(server, tokens[GOVERNMENT])
        frame = one_more.connect()
        assert frame["kind"] == "closed"
        assert "too many times" in frame["words"]
        with Seat(server, tokens[REVOLUTIONARY]) as other:
            assert other.table["number"] == 0
        one_more.hang_up()


def test_a_database_of_ones_own_that_cannot_be_opened_is_told_to_whoever_runs_the_server(monkeypatch):
    """The umpire needs none, so it is served all the same."""
    monkeypatch.setenv("SANDTABLE_DATABASE", "postgresql://sandtable:secret@127.0.0.1:1/none")
    running = start_server()
    reply = call(running, "scenarios", {})
    assert reply.status_code == 503
    assert int(reply.headers["retry-after"]) > 0
    assert "secret" not in reply.text
    seat = Seat(running, "token")
    frame = seat.connect()
    assert frame["kind"] == "closed"
    seat.hang_up()
    running.stop()
    assert "cannot be opened" in running.told
    assert "secret" not in running.told


def test_map_and_log_belong_to_a_seat(server, tokens):
    drawn = call(server, "map", {"token": tokens[GOVERNMENT]}).json()
    assert drawn["svg"].startswith("<svg")
    assert drawn["width"] == 36_000
    log = call(server, "log", {"token": tokens[GOVERNMENT]}).json()["log"]
    assert "seed" not in json.dumps(log).replace('"seed": null', "")
    assert call(server, "log", {"token": "guess"}).status_code == 422
