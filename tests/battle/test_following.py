"""Orders that carry what is to follow them: given one after the other, as if by hand, until one of them is not legal any more."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.engine.change import read_change
from sandtable.battle.engine.log import Entry
from sandtable.battle.engine.verify import verify
from sandtable.battle.order import MOST_TO_FOLLOW, read_order, write_order
from sandtable.geometry.measure import Point
from sandtable.kernel.problem import Refusal
from tests.battle.skirmish.game import SKIRMISH, Move, Pass, Posture, Shoot
from tests.battle.skirmish.playing import SEATS, SEED, begin
from tests.battle.test_battle import BOLD_RED, WARY_BLUE, done, red_to_act, refused

AHEAD = Move(by="red", figure="red-captain", to=Point(12000, 10000))
SCOUT = Move(by="red", figure="red-scout", to=Point(14007, 13011))
SHOOT = Shoot(by="red", figure="red-captain", target="blue-captain")
PASS = Pass(by="red")


def following(first, *then):
    return replace(first, then=then)


def test_orders_that_follow_have_entries_of_their_own_as_if_given_by_hand():
    by_hand = red_to_act()
    for order in (AHEAD, SCOUT, PASS):
        by_hand = done(by_hand.submit("anna", order))
    at_once = red_to_act().submit("anna", following(AHEAD, SCOUT, PASS), last=2)
    assert done(at_once).log == by_hand.log
    assert done(at_once).state == by_hand.state
    assert done(at_once).why_left_undone("anna") == ()
    assert [entry.number for entry in at_once.change.entries] == [3, 4, 5]


def test_what_was_sent_as_json_is_read_with_what_follows_it():
    order = following(AHEAD, SCOUT)
    sent = json.loads(json.dumps(write_order(order)))
    assert sent["then"] == [write_order(SCOUT)]
    assert read_order(SKIRMISH.orders, sent) == order
    assert "then" not in write_order(AHEAD)
    assert done(red_to_act().submit("anna", sent)).log.number == 4


def test_a_question_keeps_what_follows_waiting_until_it_is_answered_whoever_answers():
    step = red_to_act().submit("anna", following(SHOOT, SCOUT))
    battle = done(step)
    assert battle.question is not None
    assert battle.why_left_undone("anna") == ()
    stored = read_change(json.loads(json.dumps(step.change.plain()))).applied(red_to_act().log)
    again = Battle.resume(SKIRMISH, stored, SEED)  # the server went down meanwhile
    for each in (battle, again):
        after = done(each.answer("boris", "reply", "duck"))
        kinds = [entry.order["kind"] for entry in after.log.entries if isinstance(entry, Entry)]
        assert kinds == ["plot", "plot", "shoot", "move"]
        assert after.log.entries[-1].seat == "anna"
        assert after.log.then is None


def test_an_order_that_is_not_legal_any_more_is_left_with_the_reason_for_its_seat_alone():
    too_far = replace(SCOUT, to=Point(30000, 10000))
    battle = done(red_to_act().submit("anna", following(AHEAD, too_far, PASS)))
    assert battle.log.number == 3
    assert [problem.message.id for problem in battle.why_left_undone("anna")] == ["skirmish.too_far"]
    for other in ("boris", "rosa", "walter"):
        assert battle.why_left_undone(other) == ()
    for seat in SEATS:
        assert "then" not in battle.export(seat.id)
        if seat.id != "anna":
            assert "30000" not in json.dumps(battle.export(seat.id))
    assert "then" not in battle.log.plain()
    assert done(battle.submit("anna", PASS)).why_left_undone("anna") == ()  # something else was done instead


def test_what_the_table_does_not_wait_for_any_more_is_left():
    battle = done(red_to_act().submit("anna", following(PASS, AHEAD)))
    assert battle.decisions()[0].by == "blue"
    assert [problem.message.id for problem in battle.why_left_undone("anna")] == ["battle.order.not_awaited"]


def test_what_follows_goes_by_what_its_seat_knows_then_and_finds_no_more_than_orders_by_hand():
    """A shot at somebody who lies hidden is refused like one at nobody, whatever it follows."""
    hidden, nobody = (replace(SHOOT, target=name) for name in ("blue-lurker", "nobody"))
    back = replace(SCOUT, to=Point(14007, 17011))
    left = [done(red_to_act().submit("anna", following(back, shot))) for shot in (hidden, nobody)]
    assert left[0].why_left_undone("anna") == left[1].why_left_undone("anna")
    assert left[0].why_left_undone("anna")[0].message.id == "skirmish.no_target"
    assert left[0].export("boris") == left[1].export("boris")


def test_taking_back_takes_all_that_was_given_at_once_and_what_is_left_with_it():
    before = red_to_act()
    near = replace(AHEAD, to=Point(9000, 9000))
    step = before.submit("anna", following(near, PASS))
    kept = read_change(json.loads(json.dumps(step.change.plain()))).applied(before.log)
    for battle in (done(step), Battle.resume(SKIRMISH, kept, SEED)):
        assert done(battle.undo("anna")).log.live() == before.log.live()
    by_hand = done(done(before.submit("anna", near)).submit("anna", PASS))
    assert done(by_hand.undo("anna")).log.live()[-1].order["kind"] == "move"
    again = done(
        done(done(step).undo("anna")).submit("anna", near)
    )  # what follows it has no part in what was taken back
    assert done(again.undo("anna")).log.live() == before.log.live()
    stopped = done(red_to_act().submit("anna", following(SCOUT, replace(AHEAD, to=Point(30000, 0)))))
    assert stopped.why_left_undone("anna")
    back = done(done(stopped.undo("anna")).agree("boris")) if stopped.undo("anna").battle.log.proposal else None
    back = back or done(stopped.undo("anna"))
    assert back.why_left_undone("anna") == ()
    assert back.log.then is None


def test_orders_for_others_or_that_cannot_be_read_are_refused_before_anything_is_done():
    battle = red_to_act()
    refused(battle.submit("anna", following(AHEAD, Pass(by="blue"))), "battle.order.not_yours")
    for then, fields in (
        ([{"kind": "fly"}, {"kind": "pass"}], ["order.then.0.kind", "order.then.1.by"]),
        ("pass", ["order.then"]),
        ([{**write_order(AHEAD), "then": []}], ["order.then.0.then"]),
    ):
        outcome = battle.submit("anna", {**write_order(AHEAD), "then": then})
        assert isinstance(outcome, Refused)
        assert [problem.field for problem in outcome.problems] == fields
    with pytest.raises(Refusal, match=r"battle\.order\.too_many"):
        read_order(SKIRMISH.orders, {**write_order(PASS), "then": [write_order(PASS)] * (MOST_TO_FOLLOW + 1)})


def test_a_battle_of_orders_that_follow_each_other_verifies_to_its_end():
    battle = begin()
    wary = replace(BOLD_RED, posture=Posture.WARY)
    while battle.result is None:
        if battle.state.active is None:
            battle = done(done(battle.submit("anna", wary)).submit("boris", WARY_BLUE))
        side = battle.state.active or ""
        seat = "anna" if side == "red" else "boris"
        here = battle.state.figures[f"{side}-captain"].place
        step = replace(AHEAD, by=side, figure=f"{side}-captain", to=Point(here.x, here.y + 1000))
        outcome = battle.submit(seat, following(step, Pass(by=side), Pass(by=side)))
        assert isinstance(outcome, Accepted)
        assert outcome.battle.log.number == battle.log.number + 2
        battle = outcome.battle
    opened = done(battle.lay_open())
    assert opened.log.then is None
    found = verify(SKIRMISH, opened.log)
    assert found.sound, found.differences
    assert found.verdict == "ok"


def test_an_optional_order_is_passed_over_where_it_cannot_be_given():
    too_far = replace(SCOUT, to=Point(30000, 10000), optional=True)
    order = following(AHEAD, too_far, replace(SCOUT, optional=True), PASS)
    sent = json.loads(json.dumps(write_order(order)))
    assert [each.get("optional", False) for each in sent["then"]] == [True, True, False]
    assert read_order(SKIRMISH.orders, sent) == order
    by_hand = red_to_act()
    for each in (AHEAD, SCOUT, PASS):
        by_hand = done(by_hand.submit("anna", each))
    for given in (order, sent):
        battle = done(red_to_act().submit("anna", given))
        assert battle.log == by_hand.log
        assert battle.why_left_undone("anna") == ()
    only = done(red_to_act().submit("anna", following(AHEAD, too_far)))
    assert only.log.then is None
    outcome = red_to_act().submit(
        "anna", {**write_order(AHEAD), "then": [{**write_order(SCOUT), "optional": "perhaps"}]}
    )
    assert isinstance(outcome, Refused)
    assert [problem.field for problem in outcome.problems] == ["order.then.0.optional"]


def test_an_undo_while_a_question_waits_takes_back_all_that_was_given_with_its_order():
    before = red_to_act()
    waiting = done(before.submit("anna", following(SCOUT, SHOOT)))
    assert waiting.question is not None
    wish = done(waiting.undo("anna"))
    back = done(wish.agree("boris")) if wish.log.proposal else wish
    assert back.log.live() == before.log.live()
