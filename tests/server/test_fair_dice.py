"""Luck that nobody at the table or behind it can choose or foretell: parts of the dice, the computer's own luck; and who is there."""

from __future__ import annotations

import json

import pytest

from sandtable.battle.engine.commitment import dice_seed, luck_seed, promise_of
from sandtable.battle.engine.fold import set_up, states
from sandtable.battle.engine.log import Entry, read_log
from sandtable.battle.engine.verify import Verdict, verify
from sandtable.battle.registry import table
from sandtable.kernel import codec
from tests.server import ambush
from tests.support.serving import start_server
from tests.support.table_line import Seat, call, open_battle, referee_of
from tests.support.talk import there

GOVERNMENT, REVOLUTIONARY = "Government", "Revolutionary"
MINE, HIS = "a-part-that-i-have-thrown-myself", "another-one-that-he-has-thrown"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = start_server("--database", f"sqlite:///{tmp_path_factory.mktemp('fair') / 'battles.db'}")
    yield running
    running.stop()


def log_of(server, token):
    return call(server, "log", {"token": token}).json()["log"]


def test_each_seat_adds_its_part_and_the_log_has_them_all(server):
    tokens = open_battle(server, "tutorial", Government="friend", Revolutionary="me")
    with Seat(server, tokens[REVOLUTIONARY]) as me, Seat(server, tokens[GOVERNMENT]) as he:
        assert me.table["parts"] == {"open": True, "all_promised": False, "own": None, "all": []}
        assert me.ask("part", promise=promise_of(MINE))["kind"] == "accepted"
        he.until(lambda now: now.table["parts"]["all"])
        assert he.table["parts"]["all"] == [{"seat": REVOLUTIONARY, "promise": promise_of(MINE), "value": ""}]
        assert he.ask("part", promise=promise_of(HIS))["kind"] == "accepted"
        me.until(lambda now: now.table["parts"]["all_promised"])
        assert me.ask("part", value=HIS)["kind"] == "refused"
        assert me.ask("part", value=MINE)["kind"] == "accepted"
        assert he.ask("part", value=HIS)["kind"] == "accepted"
        with Seat(server, tokens["spectator"]) as watching:
            assert not watching.table["parts"]["open"]
            assert watching.ask("part", promise=promise_of(HIS))["kind"] == "refused"
    log = log_of(server, referee_of(server, tokens[GOVERNMENT]))
    assert {(part["seat"], part["value"]) for part in log["parts"]} == {(REVOLUTIONARY, MINE), (GOVERNMENT, HIS)}


def played_out(me):
    """Pass, as often as it is asked for, until the computer has won or time is up."""
    while not me.table["seed"]:
        number = me.table["number"]
        if me.table["question"] is not None:
            options = me.table["question"]["options"]
            reply = me.ask("answer", key=me.table["question"]["key"], value=options[0]["value"], last=number)
        elif me.table["decisions"]:
            kind = next(each for each in ("pass", "finish", "ready", "stay") if each in me.decisions)
            reply = me.order(kind=kind, by=REVOLUTIONARY)
        else:
            me.receive()
            continue
        if reply["kind"] == "accepted":
            me.until(lambda now, number=reply["number"]: now.table["number"] >= number)
        elif me.table["number"] == number:
            me.receive()  # the table has moved on meanwhile


def test_the_computers_luck_is_told_to_nobody_before_the_end_and_checked_then(server):
    tokens = open_battle(server, "tutorial", Government="computer", Revolutionary="me")
    with Seat(server, tokens[REVOLUTIONARY]) as me:
        assert me.ask("part", promise=promise_of(MINE))["kind"] == "accepted"
        assert me.ask("part", value=MINE)["kind"] == "accepted"
        played_out(me)
        assert me.table["seal"]
    log = read_log(json.dumps(log_of(server, tokens[REVOLUTIONARY])))
    rules = table(log.ruleset)
    assert log.seed is not None
    assert there(log.seal).chain == me.table["seal"]
    assert verify(rules, log).verdict is Verdict.SOUND
    assert log.dice_seed(log.seed) == dice_seed(log.seed, [(REVOLUTIONARY, MINE)])
    given = orders_of(rules, log, luck_seed(log.seed, GOVERNMENT))
    assert given == [entry.order for entry in log.entries if isinstance(entry, Entry) and entry.role == GOVERNMENT]
    assert len(given) > 5
    told = "".join(frame for frame in me.frames if log.seed not in frame)
    assert luck_seed(log.seed, GOVERNMENT) not in told
    assert orders_of(rules, log, "another seed") != given


def orders_of(rules, log, seed):
    """The orders that the computer gives to the battle as it went, with this luck."""
    player = rules.players["opponent"](rules.levels[len(rules.levels) // 2], seed)
    given = []
    for entry, state in zip(log.live(), states(rules, set_up(rules, log), log.live()), strict=False):
        if entry.role == GOVERNMENT:
            decision = next(each for each in rules.decisions(state) if each.by == GOVERNMENT)
            given.append(codec.write(player.order(rules.view(state, log.seat(GOVERNMENT)), decision)))
    return given


def test_who_is_there_is_seen(server):
    tokens = open_battle(server, "tutorial", Government="friend", Revolutionary="me")
    with Seat(server, tokens[REVOLUTIONARY]) as me:
        assert me.table["present"] == [REVOLUTIONARY]
        with Seat(server, tokens[GOVERNMENT]) as he, Seat(server, referee_of(server, tokens[GOVERNMENT])):
            me.until(lambda now: now.table["present"] == [GOVERNMENT, REVOLUTIONARY, "referee"])
            he.until(lambda now: now.table["present"] == [GOVERNMENT, REVOLUTIONARY, "referee"])
        me.until(lambda now: now.table["present"] == [REVOLUTIONARY])


def test_the_computer_is_always_there_and_agrees_to_real_dice(server):
    tokens = open_battle(server, "tutorial", Government="computer", Revolutionary="me")
    with Seat(server, tokens[REVOLUTIONARY]) as me:
        assert me.table["present"] == [GOVERNMENT, REVOLUTIONARY]
        assert me.ask("dice", own=True)["kind"] == "accepted"
        me.until(lambda now: now.table["own_dice"])
        assert me.table["typed"] == [REVOLUTIONARY]


def test_one_who_has_looked_for_something_hidden_cannot_look_elsewhere_too(server):
    """Against the computer a move in a battle that may hide something stands, though it has found nothing."""
    who = {GOVERNMENT: "computer", REVOLUTIONARY: "me"}
    reply = call(server, "open", {"text": ambush.SCENARIO, "who": who})
    token = next(link["token"] for link in reply.json()["links"] if link["seat"] == REVOLUTIONARY)
    with Seat(server, token) as me:
        me.until(lambda now: now.table["decisions"] or now.table["seed"])
        played = moved(me)
        assert played["kind"] == "accepted"
        number = me.table["number"]
        assert me.ask("undo")["kind"] == "accepted"
        me.until(lambda now: '"why":"battle.undo.searched"' in "".join(now.frames))
        me.until(lambda now: now.table["proposal"] is None)
        assert not any(line.get("kind") == "undo" for line in me.lines)
        assert me.table["number"] >= number


def moved(me):
    """Whatever it takes until a Leader of mine has moved: a search, and no dice."""
    for _ in range(200):
        me.until(lambda now: now.table["decisions"])
        by = me.table["decisions"][0]["by"]
        leader = next((name for name, each in me.table["scene"]["figures"].items() if each["ready"]), None)
        if leader is not None and "move_leader" in me.decisions:
            x, y = me.table["scene"]["figures"][leader]["place"]
            draft = {"piece": leader, "offer": "leader_move", "path": [[x, y + 1000]]}
            offers = me.ask("panel", piece=leader)["answer"]["offers"]
            draft["offer"] = next(each["id"] for each in offers if "path" in each.get("needs", ()))
            preview = me.ask("preview", draft=draft)["answer"]
            return me.ask("order", order=preview["order"], last=me.table["number"])
        kinds = ("ready", "finish", "pass")
        order = {"kind": next((each for each in kinds if each in me.decisions), "pass"), "by": by}
        if "activate" in me.decisions:
            offers = me.ask("panel", piece="")["answer"]["offers"]
            columns = [each["id"].partition(":")[2] for each in offers if ":" in each["id"]]
            order |= {"kind": "activate", "column": columns[0]} if columns else {}
        number = me.table["number"]
        reply = me.order(**order)
        if reply["kind"] == "accepted":
            me.until(lambda now, number=reply["number"]: now.table["number"] >= number)
        elif me.table["number"] == number:
            me.receive()  # the table has moved on meanwhile
    raise AssertionError("no Leader could be moved")
