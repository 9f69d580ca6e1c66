"""Taking back: free up to the first dice or revelation, by consent after; a die is never given back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import Undo
from sandtable.battle.engine.revelation import reveals
from sandtable.battle.engine.undo import why_binding
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from tests.battle.skirmish.game import SKIRMISH, Move, Pass, Passed, Skirmish
from tests.battle.skirmish.playing import BLUE, RED, SCENARIO, SEED, WATCHER, begin
from tests.battle.test_battle import BOLD_RED, SHOOT, WARY_BLUE, done, red_to_act, refused

STEP = Move(by="red", figure="red-captain", to=Point(10000, 9000))
INTO_AMBUSH = Move(by="red", figure="red-captain", to=Point(14500, 11000))


def test_a_move_nobody_learnt_from_is_taken_back_freely():
    before = red_to_act()
    after = done(done(before.submit("anna", STEP)).undo("anna"))
    assert after.state == before.state
    assert isinstance(after.log.entries[-1], Undo)
    assert after.log.entries[-1].agreed == ()
    assert len(after.log.entries) == len(before.log.entries) + 2
    assert after.log.live() == before.log.live()


def test_dice_ask_for_consent_and_are_never_given_back():
    before = red_to_act()
    shot = done(done(before.submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    proposed = done(shot.undo("anna"))
    assert proposed.state == shot.state
    assert proposed.log.proposal is not None
    assert proposed.log.proposal.why == "battle.undo.choice"
    taken_back = done(proposed.agree("boris"))
    assert taken_back.state == before.state
    assert taken_back.log.throws == shot.log.throws > 0
    again = done(done(taken_back.submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    first, second = (battle.log.live()[-1] for battle in (shot, again))
    assert second.throw == first.throw + first.throws


def test_the_other_side_may_decline_and_a_new_order_drops_the_wish():
    shot = done(done(red_to_act().submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    declined = done(done(shot.undo("anna")).decline("boris"))
    assert declined.log.proposal is None
    assert declined.state == shot.state
    refused(declined.agree("boris"), "battle.undo.not_proposed")
    refused(declined.decline("boris"), "battle.undo.not_proposed")
    went_on = done(done(shot.undo("anna")).submit("anna", Pass(by="red")))
    assert went_on.log.proposal is None


def test_agreeing_with_oneself_is_not_enough():
    shot = done(done(red_to_act().submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    still = done(done(shot.undo("anna")).agree("anna"))
    assert still.state == shot.state
    refused(still.agree("walter"), "battle.seat.spectator")
    refused(still.undo("walter"), "battle.seat.spectator")


def test_a_referee_takes_back_what_he_likes():
    shot = done(done(red_to_act().submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    assert done(shot.undo("rosa")).state == red_to_act().state


def test_what_came_to_light_asks_for_consent():
    before = red_to_act()
    found = done(before.submit("anna", INTO_AMBUSH))
    assert "blue-lurker" in found.view("anna").figures
    proposed = done(found.undo("anna"))
    assert proposed.log.proposal is not None
    assert proposed.log.proposal.why == "battle.undo.revealed"


def test_another_sides_order_asks_for_consent():
    passed = done(red_to_act().submit("anna", Pass(by="red")))
    assert done(passed.undo("boris")).log.proposal is not None
    assert done(passed.undo("anna")).log.proposal is None


def test_one_who_plays_both_sides_needs_nobodys_consent():
    battle = begin((Seat("anna", ("red", "blue")), WATCHER))
    battle = done(done(battle.submit("anna", BOLD_RED)).submit("anna", WARY_BLUE))
    shot = done(done(battle.submit("anna", SHOOT)).answer("anna", "reply", "stand"))
    assert done(shot.undo("anna")).state == battle.state


def test_an_order_that_waits_for_an_answer_can_be_taken_back():
    before = red_to_act()
    waiting = done(before.submit("anna", SHOOT))
    after = done(waiting.undo("anna"))
    assert after.question is None
    assert after.state == before.state
    assert [entry.kind for entry in after.log.entries[-2:]] == ["order", "undo"]
    assert not after.log.entries[-2].finished
    assert after.log.live() == before.log.live()


def test_an_ambush_given_away_by_a_waiting_order_stays_known_but_for_consent():
    waiting = done(red_to_act().submit("anna", replace(SHOOT, figure="red-scout")))
    assert done(waiting.undo("anna")).log.proposal is not None


def test_an_order_given_up_never_stood():
    before = red_to_act()
    waiting = done(before.submit("anna", replace(SHOOT, figure="red-scout")))
    given_up = done(waiting.undo("rosa"))
    assert given_up.state_at(3) == before.state == given_up.state_at(4)
    assert given_up.branch(3, "another seed").state == before.state


def test_a_referee_may_agree_in_the_other_sides_place():
    shot = done(done(red_to_act().submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    assert done(done(shot.undo("anna")).agree("rosa")).state == red_to_act().state


def test_a_kind_of_event_may_say_that_it_reveals():
    class Telling(Passed):
        reveals = True

    class Telltale(Skirmish):
        events = {**Skirmish.events, "passed": Telling}  # noqa: RUF012

    passed = done(red_to_act().submit("anna", Pass(by="red")))
    assert done(passed.undo("anna")).log.proposal is None
    assert done(replace(passed, rules=Telltale()).undo("anna")).log.proposal is not None


def test_several_orders_are_taken_back_at_once():
    before = red_to_act()
    scout = Move(by="red", figure="red-scout", to=Point(14000, 8000))
    moved = done(done(before.submit("anna", STEP)).submit("anna", scout))
    assert done(moved.undo("anna", to=2)).state == before.state
    assert done(done(moved.undo("anna")).undo("anna")).state == before.state
    assert done(moved.undo("anna", to=1)).log.proposal is not None  # that one is blue's


@pytest.mark.parametrize("to", (-1, 3, 99))
def test_there_must_be_something_to_take_back(to):
    moved = done(red_to_act().submit("anna", STEP))
    refused(moved.undo("anna", to=to), "battle.undo.nothing")
    refused(begin().undo("anna"), "battle.undo.nothing")


def test_why_an_entry_binds():
    before = red_to_act()
    shot = done(done(before.submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    entry = shot.log.live()[-1]

    def why(changed, by=RED):
        reason = why_binding(SKIRMISH, changed, before.state, before.state, shot.log.seats, by)
        return reason.id if reason else None

    assert why(entry) == "battle.undo.choice"
    assert why(replace(entry, answers=entry.answers[1:])) == "battle.undo.dice"
    assert why(replace(entry, answers=())) is None
    assert why(entry, by=BLUE) == "battle.undo.other_side"
    assert why(entry, by=WATCHER) == "battle.undo.other_side"


def test_only_what_was_so_before_can_be_revealed():
    before = red_to_act().state
    view = SKIRMISH.view(before, RED)
    assert not reveals(before, view, view)
    moved = before.with_figure("blue-captain", place=Point(1, 1))
    assert not reveals(before, view, SKIRMISH.view(moved, RED))
    assert reveals(before, view, SKIRMISH.view(before.with_figure("blue-lurker", ambush=False), RED))
    assert reveals(before, view, before)
    plots = tuple(replace(plot, word="told") for plot in before.plots)
    assert not reveals(before, view, replace(before, plots=plots, figures=view.figures))


# ---- Looking for what is hidden ------------------------------------------------------------------------------------------------------


class Scouted(Skirmish):
    """A skirmish that knows its moves to be searches."""

    def searches(self, view, order):
        assert "blue-lurker" not in view.figures or not view.figures["blue-lurker"].ambush, "asked with what is hidden"
        return isinstance(order, Move)


def scouting(move):
    battle = Battle.begin(Scouted(), SCENARIO, (RED, BLUE, WATCHER), SEED)
    battle = done(done(battle.submit("anna", BOLD_RED)).submit("boris", WARY_BLUE))
    return done(done(battle.submit("anna", move)).undo("anna")).log.proposal


def test_a_move_that_finds_nothing_is_no_more_free_than_one_that_finds_something():
    assert scouting(STEP).why == "battle.undo.searched"
    assert scouting(INTO_AMBUSH).why == "battle.undo.revealed"
    passed = Battle.begin(Scouted(), SCENARIO, (RED, BLUE, WATCHER), SEED)
    passed = done(done(passed.submit("anna", BOLD_RED)).submit("boris", WARY_BLUE))
    assert done(done(passed.submit("anna", Pass(by="red"))).undo("anna")).log.proposal is None


# ---- Real dice -----------------------------------------------------------------------------------------------------------------------


def test_real_dice_are_thrown_once_the_other_side_agrees():
    battle = red_to_act()
    asked = done(battle.own_dice("anna", own=True))
    assert (asked.log.proposal.about, asked.log.proposal.seat) == ("dice", "anna")
    assert not asked.log.seat("anna").own_dice
    assert not done(asked.decline("boris")).log.seat("anna").own_dice
    went_on = done(asked.submit("anna", STEP))
    assert went_on.log.proposal == asked.log.proposal  # it is not about this moment
    agreed = done(went_on.agree("boris"))
    assert agreed.log.seat("anna").own_dice
    assert agreed.log.proposal is None
    again = done(agreed.own_dice("anna", own=False))
    assert not again.log.seat("anna").own_dice
    assert done(again.own_dice("anna", own=False)).log is again.log


def test_one_who_plays_both_sides_throws_what_he_likes_and_a_spectator_nothing():
    alone = begin((Seat("anna", ("red", "blue")), WATCHER))
    assert done(alone.own_dice("anna", own=True)).log.seat("anna").own_dice
    refused(alone.own_dice("walter", own=True), "battle.seat.spectator")
