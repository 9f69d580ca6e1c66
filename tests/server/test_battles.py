"""What the server says of battles beside the table: how they stand, what came of them, another one, phrases, a referee's link, codes and maps."""

from __future__ import annotations

import json
import shutil
import sqlite3
from math import inf

import pytest

from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.seat import Seat as TableSeat
from sandtable.server import thinking
from sandtable.server.lab.jobs import LabJobs
from sandtable.server.table.service import Service
from sandtable.server.table.standings import MOST_ASKED
from sandtable.server.table.talk import MOST_SHOWN, PHRASES, Said, said_views
from sandtable.server.table.texts import server_texts
from sandtable.server.workers import Workers
from tests.support.loop import run
from tests.support.mirrored_battle import SIDES, Mirror
from tests.support.serving import start_server
from tests.support.table_line import Seat, call, open_battle, referee_of

GOVERNMENT, REVOLUTIONARY = "Government", "Revolutionary"
NOBODYS = "a" * 32


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return f"sqlite:///{tmp_path_factory.mktemp('battles') / 'battles.db'}"


@pytest.fixture(scope="module")
def server(database):
    running = start_server("--database", database)
    yield running
    running.stop()


@pytest.fixture
def friends(server):
    return open_battle(server, "tutorial", Government="friend", Revolutionary="me")


@pytest.fixture(scope="module")
def played_out(tmp_path_factory):
    """A battle that was played to its end, and its database, which no server has open any more."""
    place = tmp_path_factory.mktemp("played out") / "battles.db"
    mirror = Mirror.kept_in(f"sqlite:///{place}", "tutorial", "7")
    running = start_server("--database", f"sqlite:///{place}")
    try:
        mirror.sit_down(dict.fromkeys(SIDES, running))
        while not mirror.is_over:
            mirror.step()
            mirror.catch_up()
        mirror.get_up()
    finally:
        running.stop()
    return mirror, place


@pytest.fixture
def finished(played_out, tmp_path):
    """That battle, as if it had been opened with something more said of it, on a server of its own."""
    mirror, place = played_out
    running = []

    def served(extra):
        own = shutil.copy(place, tmp_path)
        _with_extra(own, mirror.id, extra)
        running.append(start_server("--database", f"sqlite:///{own}"))
        return running[-1], mirror

    yield served
    for server in running:
        server.stop()


def _with_extra(file, battle, extra):
    with sqlite3.connect(file) as connection:
        (head,) = connection.execute("select head from battles where id = ?", (battle,)).fetchone()
        changed = json.dumps({**json.loads(head), "extra": extra})
        connection.execute("update battles set head = ? where id = ?", (changed, battle))
    connection.close()


def standings(server, *tokens):
    reply = call(server, "standings", {"tokens": tokens})
    assert reply.status_code == 200, reply.text
    return reply.json()["battles"]


# ---- How they stand --------------------------------------------------------------------------------------------------------------


def test_a_battle_says_to_each_seat_how_it_stands(server, friends):
    mine, his, watching, nobodys = standings(
        server, friends[REVOLUTIONARY], friends[GOVERNMENT], friends["spectator"], NOBODYS
    )
    assert (mine["stands"], mine["side"], mine["against"]) == ("yours", REVOLUTIONARY, "friend")
    assert (his["stands"], his["turns"]) == ("yours", 6)
    assert watching["stands"] == "theirs"
    assert set(watching["waits_for"]) == {GOVERNMENT, REVOLUTIONARY}
    assert (nobodys["stands"], nobodys["title"]) == ("gone", "")
    assert "opens no seat" in nobodys["words"]


def test_who_is_ready_waits_for_the_other(server, friends):
    with Seat(server, friends[REVOLUTIONARY]) as me:
        assert me.order(kind="ready", by=REVOLUTIONARY)["kind"] == "accepted"
        (mine,) = standings(server, friends[REVOLUTIONARY])
        assert (mine["stands"], mine["waits_for"], mine["present"]) == ("theirs", [GOVERNMENT], [REVOLUTIONARY])


def test_whom_a_side_plays_is_told(server):
    computer = open_battle(server, "tutorial", Government="computer", Revolutionary="me")
    here = open_battle(server, "tutorial", Government="me", Revolutionary="me")
    against, both = standings(server, computer[REVOLUTIONARY], here[GOVERNMENT])
    assert (against["against"], bool(against["level"])) == ("computer", True)
    assert (both["against"], both["level"]) == ("here", "")


def test_too_many_seats_at_once_are_refused(server):
    reply = call(server, "standings", {"tokens": [NOBODYS] * (MOST_ASKED + 1)})
    assert reply.status_code == 422
    assert str(MOST_ASKED) in reply.json()["problems"][0]["message"]
    assert call(server, "standings", {"tokens": "abc"}).status_code == 422


def test_one_address_cannot_ask_without_end(tmp_path):
    running = start_server("--database", f"sqlite:///{tmp_path / 'own.db'}")
    try:
        replies = [call(running, "standings", {"tokens": [NOBODYS] * MOST_ASKED}).status_code for _ in range(40)]
    finally:
        running.stop()
    assert replies[0] == 200
    assert 429 in replies


# ---- Talk ------------------------------------------------------------------------------------------------------------------------


def test_a_phrase_is_heard_by_both_and_outlives_the_line(server, friends):
    with Seat(server, friends[REVOLUTIONARY]) as me, Seat(server, friends[GOVERNMENT]) as he:
        assert me.ask("say", phrase=PHRASES[0])["kind"] == "told"
        for seat in (me, he):
            seat.until(lambda now: now.table["said"])
            (said,) = seat.table["said"]
            assert (said["side"], said["kind"], said["words"]) == (REVOLUTIONARY, "phrase", "Good luck!")
        refused = me.ask("say", phrase="something of my own")
        assert refused["kind"] == "refused"
        assert refused["problems"][0]["choices"] == list(PHRASES)
    with Seat(server, friends[GOVERNMENT]) as he:
        assert len(he.table["said"]) == 1


def test_spectators_say_nothing_and_nobody_talks_without_end(server, friends):
    with Seat(server, friends["spectator"]) as watching:
        assert watching.ask("say", phrase=PHRASES[0])["kind"] == "refused"
    with Seat(server, friends[REVOLUTIONARY]) as me:
        replies = []
        for _ in range(10):
            me.asked += 1
            me.send({"kind": "say", "id": me.asked, "phrase": PHRASES[0]})
            while (frame := me.receive()).get("id") != me.asked:
                pass
            replies.append(frame["kind"])
        assert replies.count("refused") >= 2


def test_a_referees_link_is_asked_for_and_both_sides_see_that_it_was(server):
    reply = call(server, "open", {"scenario": "tutorial", "who": {GOVERNMENT: "friend", REVOLUTIONARY: "me"}})
    tokens = {link["seat"]: link["token"] for link in reply.json()["links"]}
    assert "referee" not in tokens
    with Seat(server, tokens[GOVERNMENT]) as he:
        referee = referee_of(server, tokens[REVOLUTIONARY])
        he.until(lambda now: now.table["said"])
        (said,) = he.table["said"]
        assert (said["side"], said["kind"]) == (REVOLUTIONARY, "referee")
        assert "both sides" in said["words"]
        with Seat(server, referee) as judge:
            assert [each["kind"] for each in judge.table["said"]] == ["referee"]
            assert judge.table["commitment"] == he.table["commitment"]
        assert referee not in json.dumps(he.frames)
    assert call(server, "referee", {"token": tokens["spectator"]}).status_code == 422


def test_that_a_referee_was_asked_for_is_told_however_much_is_said_after_it():
    seats = (TableSeat(GOVERNMENT, (GOVERNMENT,)), TableSeat(REVOLUTIONARY, (REVOLUTIONARY,)))
    said = [Said(REVOLUTIONARY, "referee", 0), *(Said(GOVERNMENT, "phrase", 0, "luck") for _ in range(2 * MOST_SHOWN))]
    told = said_views(said, seats[0], seats, Numbering(seats[0]), server_texts())
    assert [each.kind for each in told] == ["referee", *["phrase"] * MOST_SHOWN]


# ---- The end ---------------------------------------------------------------------------------------------------------------------


def test_a_battle_that_goes_on_has_no_bill_and_no_rematch(server, friends):
    assert "not over" in call(server, "bill", {"token": friends[REVOLUTIONARY]}).json()["problems"][0]["message"]
    assert call(server, "rematch", {"token": friends[REVOLUTIONARY]}).status_code == 422


def test_the_bill_of_a_battle_and_a_rematch_that_both_want(finished):
    server, mirror = finished({"who": {GOVERNMENT: "friend", REVOLUTIONARY: "me"}})
    _look_at_bills(server, mirror)
    _play_again(server, mirror.tokens)


def _look_at_bills(server, mirror):
    bills = {side: call(server, "bill", {"token": mirror.tokens[side]}).json() for side in SIDES}
    winner = mirror.battle.result.winner
    for side, bill in bills.items():
        expected = "draw" if winner is None else "victory" if winner == side else "defeat"
        assert (bill["status"], bill["outcome"], bill["against"]) == ("ok", expected, "friend")
        assert (bill["winner"], bill["side"], bill["turns"]) == (winner, side, 6)
        assert len(bill["losses"]) == len(mirror.battle.start.units)
        assert all(each["measure"] == ("level" if each["made"] == 1 else "levels") for each in bill["luck"])
        assert all(0 < each["as_good"] <= 1 for each in bill["luck"])
        assert all(0 < each["number"] <= len(mirror.battle.log.entries) for each in bill["upsets"])
    watching = call(server, "bill", {"token": mirror.tokens["spectator"]}).json()
    assert watching["outcome"] == ("draw" if winner is None else "over")
    (standing,) = standings(server, mirror.tokens[SIDES[0]])
    assert (standing["stands"], standing["won"]) == ("over", None if winner is None else winner == SIDES[0])


def _play_again(server, tokens):
    """One asks, the other agrees, and each gets a link of his own: sides swapped."""
    wish = {"swap": True}
    with Seat(server, tokens[GOVERNMENT]) as he:
        asked = call(server, "rematch", {"token": tokens[REVOLUTIONARY], **wish}).json()
        assert asked == {"status": "ok", "opened": None}
        he.until(lambda now: now.table["rematch"])
        assert he.table["rematch"] == {"seat": REVOLUTIONARY, "swap": True, "agreed": False}
        again = call(server, "rematch", {"token": tokens[REVOLUTIONARY], **wish}).json()
        assert again["opened"] is None
        assert len(he.table["said"]) == 1
        his = call(server, "rematch", {"token": tokens[GOVERNMENT], "agree": True}).json()["opened"]
        he.until(lambda now: now.table["rematch"]["agreed"])
    mine = call(server, "rematch", {"token": tokens[REVOLUTIONARY], **wish}).json()["opened"]
    assert his["battle"] == mine["battle"]
    assert ([link["side"] for link in his["links"]], [link["side"] for link in mine["links"]]) == (
        [REVOLUTIONARY],
        [GOVERNMENT],
    )
    with Seat(server, mine["links"][0]["token"]) as me:
        assert me.table["decisions"][0]["by"] == GOVERNMENT
        assert me.table["seed"] is None
    assert call(server, "rematch", {"token": tokens["spectator"]}).status_code == 422


def test_against_the_computer_another_battle_opens_at_once_with_the_same_opponent_or_the_other_side(finished):
    extra = {"computers": {GOVERNMENT: {"level": "recruit"}}, "who": {GOVERNMENT: "computer", REVOLUTIONARY: "me"}}
    server, mirror = finished(extra)  # it was over before: else the computer would have played its side by itself
    for swap, side in ((False, REVOLUTIONARY), (True, GOVERNMENT)):
        opened = call(server, "rematch", {"token": mirror.tokens[REVOLUTIONARY], "swap": swap}).json()["opened"]
        own = [link for link in opened["links"] if link["who"] == "me"]
        assert [link["side"] for link in own] == [side]
        assert "referee" not in {link["seat"] for link in opened["links"]}
        (standing,) = standings(server, own[0]["token"])
        assert (standing["against"], standing["level"], standing["side"]) == ("computer", "recruit", side)


# ---- Maps and codes --------------------------------------------------------------------------------------------------------------


def test_a_scenario_is_shown_by_its_map_and_what_was_counted(server):
    scenarios = [each for each in call(server, "scenarios", {}).json()["scenarios"] if each["units"]]
    tutorial = next(each for each in scenarios if each["name"] == "tutorial")
    assert (tutorial["teaches"], tutorial["turns"]) == (True, 6)
    for each in scenarios:
        assert each["minutes"] >= 5
        assert each["battles"] >= 20
        assert {side["difficulty"] for side in each["sides"]} <= {1, 2, 3}
        assert sum(side["units"] for side in each["sides"]) == each["units"]
    for theme in ("light", "dark"):
        svg = call(server, "picture", {"scenario": tutorial["name"], "theme": theme}).json()["svg"]
        assert svg.startswith("<svg")
        assert "unit" in svg
    assert call(server, "picture", {"scenario": "random:revolucion"}).status_code == 422
    assert call(server, "picture", {"scenario": "../../etc/passwd"}).status_code == 422
    assert call(server, "picture", {"scenario": tutorial["name"], "theme": "neon"}).status_code == 422


def test_whoever_asks_first_for_the_scenarios_need_not_rest_before_their_maps(tmp_path, monkeypatch):
    monkeypatch.setattr(thinking, "FREE", 0.0)
    monkeypatch.setattr(thinking, "LONGEST_REST", inf)
    monkeypatch.setattr(thinking, "REST", 1e9)  # an address that rests does so for as long as it lives

    async def scene() -> None:
        service = await Service.start(f"sqlite:///{tmp_path / 'battles.db'}", Workers(), LabJobs(None))
        try:
            on_offer = (await service.scenarios({}, "192.0.2.7")).scenarios
            for each in on_offer:
                if each.units:
                    assert (await service.picture({"scenario": each.name}, "192.0.2.7")).svg.startswith("<svg")
        finally:
            await service.close()

    run(scene())


def test_a_link_becomes_a_code(server):
    link = "http://192.168.1.20:8848/#table=abc"
    reply = call(server, "code", {"link": link})
    assert reply.status_code == 200
    assert reply.json()["svg"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert call(server, "code", {"link": ""}).status_code == 422
    assert call(server, "code", {"link": "x" * 500}).status_code == 422
