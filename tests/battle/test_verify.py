"""Checking a battle says exactly what differs."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sandtable.battle.engine.battle import Refused
from sandtable.battle.engine.log import APP, Entry, Origin, Reply, Undo, read_log
from sandtable.battle.engine.verify import Difference, Gap, Verdict, What, verify
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from tests.battle.skirmish.game import SKIRMISH, Move, Pass, Posture, Skirmish
from tests.battle.skirmish.playing import BLUE, RED, SEED, WATCHER, begin, played
from tests.battle.test_battle import BOLD_RED, SHOOT, WARY_BLUE, done, red_to_act
from tests.battle.test_undo import INTO_AMBUSH, STEP


def a_battle():
    """Plots, a shot with a choice and dice, a move that finds an ambush, a pass."""
    battle = done(done(red_to_act().submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    scout = replace(INTO_AMBUSH, figure="red-scout")
    return done(done(battle.submit("anna", scout)).submit("anna", Pass(by="red")))


def changed(log, number, **changes):
    entries = list(log.entries)
    entries[number - 1] = replace(entries[number - 1], **changes)
    return replace(log, entries=tuple(entries))


def only_difference(log, seed=SEED, rules=SKIRMISH) -> Difference:
    (difference,) = verify(rules, log, seed).differences
    return difference


def test_a_battle_as_it_was_played_is_sound():
    found = verify(SKIRMISH, a_battle().log, SEED)
    assert found.sound
    assert (found.orders, found.dice, found.measurements, found.typed, found.unchecked) == (5, 2, 1, 0, 0)


def test_without_its_seed_all_but_the_dice_is_checked():
    found = verify(SKIRMISH, a_battle().log)
    assert found.sound
    assert (found.dice, found.unchecked) == (0, 2)


def test_the_seed_in_a_log_that_lies_open_is_used():
    assert verify(SKIRMISH, replace(a_battle().log, seed=SEED)).dice == 2


def test_another_seed_than_the_one_promised():
    difference = only_difference(a_battle().log, "another seed")
    assert (difference.what, difference.entry, difference.logged) == (What.SEED, 0, a_battle().log.commitment)


def test_another_die():
    log = a_battle().log
    reply, dice, nerve = log.entries[2].answers
    other = [face % 6 + 1 for face in dice.value]
    found = verify(SKIRMISH, changed(log, 3, answers=(reply, replace(dice, value=other), nerve)), SEED)
    assert found.differences[0] == Difference(What.DIE, 3, "shot.dice", other, dice.value)


def test_another_measurement():
    log = a_battle().log
    (near,) = log.entries[3].answers
    assert near.key == "ambush.near"
    assert near.value == 1
    found = verify(SKIRMISH, changed(log, 4, answers=(replace(near, value=0),)), SEED)
    assert found.differences[0] == Difference(What.MEASUREMENT, 4, "ambush.near", 0, 1)
    assert [each.what for each in found.differences] == [What.MEASUREMENT, What.EVENT]


def test_another_event():
    log = a_battle().log
    events = ({**log.entries[3].events[0], "to": [1, 1]}, *log.entries[3].events[1:])
    difference = only_difference(changed(log, 4, events=events))
    assert (difference.what, difference.entry, difference.about) == (What.EVENT, 4, "events.0")
    assert difference.logged["to"] == [1, 1]
    assert difference.again["to"] == [14500, 11000]


def test_an_event_too_many_or_too_few():
    log = a_battle().log
    few = only_difference(changed(log, 4, events=log.entries[3].events[:1]))
    assert (few.about, few.logged) == ("events.1", None)
    many = only_difference(changed(log, 4, events=log.entries[3].events + log.entries[3].events[:1]))
    assert (many.about, many.again) == ("events.2", None)


def test_events_the_rules_do_not_know():
    log = a_battle().log
    first, *_ = verify(SKIRMISH, changed(log, 4, events=({"kind": "flew"},)), SEED).differences
    assert (first.what, first.again["kind"]) == (What.EVENT, "moved")
    assert verify(SKIRMISH, changed(log, 4, events=({"kind": "flew"},)), SEED).differences[-1].problems


@pytest.mark.parametrize(
    "order",
    (
        Move(by="red", figure="red-scout", to=Point(36000, 36000)),
        Move(by="blue", figure="blue-captain", to=Point(18000, 15000)),
        {"kind": "fly"},
    ),
)
def test_an_order_the_rules_refuse(order):
    log = changed(a_battle().log, 4, order=order if isinstance(order, dict) else codec.write(order))
    difference = only_difference(log)
    assert (difference.what, difference.entry) == (What.ORDER, 4)
    assert difference.problems


def test_answers_to_what_is_not_asked():
    log = a_battle().log
    answers = log.entries[2].answers
    more = only_difference(changed(log, 3, answers=(*answers, Reply("luck", [6], "anna", "dice"))))
    assert (more.what, more.about) == (What.REQUEST, "luck")
    other = only_difference(changed(log, 3, answers=(replace(answers[0], key="luck"), *answers[1:])))
    assert (other.what, other.about, other.again) == (What.REQUEST, "luck", "reply")
    missing = verify(SKIRMISH, changed(log, 3, answers=answers[:2]), SEED).differences
    assert [(each.what, each.about) for each in missing] == [
        (What.REQUEST, "nerve"),
        (What.EVENT, "events.1"),
        (What.THROW, "throw"),
    ]


def test_an_answer_by_somebody_it_was_not_put_to():
    log = a_battle().log
    answers = log.entries[2].answers
    difference = only_difference(changed(log, 3, answers=(replace(answers[0], by="anna"), *answers[1:])))
    assert (difference.what, difference.logged, difference.again) == (What.ANSWER, "anna", "blue")
    by_the_app = only_difference(changed(log, 3, answers=(replace(answers[0], by=APP), *answers[1:])))
    assert by_the_app.what is What.ANSWER


def test_an_answer_that_cannot_be():
    log = a_battle().log
    answers = log.entries[2].answers
    difference = only_difference(changed(log, 3, answers=(replace(answers[0], value="fly"), *answers[1:])))
    assert (difference.what, difference.about) == (What.ANSWER, "reply")


def test_an_answer_shown_to_others_than_the_rules_say():
    log = a_battle().log
    answers = log.entries[2].answers
    difference = only_difference(changed(log, 3, answers=(*answers[:2], replace(answers[2], known_to=("red",)))))
    assert (difference.what, difference.about) == (What.ANSWER, "nerve")


def test_dice_typed_in_are_counted_and_belong_to_their_seat():
    seats = (replace(RED, own_dice=True), BLUE, WATCHER)
    battle = done(done(red_to_act(seats).submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    log = done(battle.answer("anna", "shot.dice", [6, 6])).log
    found = verify(SKIRMISH, log, SEED)
    assert found.sound
    assert (found.dice, found.typed) == (1, 1)
    answers = log.entries[2].answers
    secret = (*answers[:2], replace(answers[2], by="anna"))
    assert only_difference(changed(log, 3, answers=secret)).about == "nerve"


def test_another_rules_version():
    class Later(Skirmish):
        rules_version = "2"

    difference = only_difference(a_battle().log, rules=Later())
    assert (difference.what, difference.logged, difference.again) == (What.RULES_VERSION, "1", "2")


def test_rules_that_fail_on_an_order():
    class Failing(Skirmish):
        def problems(self, view, order):
            if order.kind == "shoot":
                raise KeyError(order.figure)
            return super().problems(view, order)

    difference = only_difference(a_battle().log, rules=Failing())
    assert (difference.what, difference.entry, difference.again) == (What.FAULT, 3, "KeyError: 'red-captain'")


def test_throws_left_out_or_taken_again():
    log = a_battle().log
    again = only_difference(changed(log, 4, throw=0))
    assert (again.what, again.entry, again.logged, again.again) == (What.THROW, 4, 0, 2)


def test_what_was_taken_back_is_checked_too():
    moved = done(done(red_to_act().submit("anna", STEP)).undo("anna"))
    assert verify(SKIRMISH, moved.log, SEED).sound
    shot = done(done(moved.submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    proposed = done(done(shot.undo("anna")).agree("boris"))
    assert verify(SKIRMISH, proposed.log, SEED).sound
    waiting = done(proposed.submit("anna", SHOOT))
    assert verify(SKIRMISH, waiting.log, SEED).sound
    given_up = done(waiting.undo("anna"))
    assert verify(SKIRMISH, given_up.log, SEED).sound


def test_an_undo_nobody_agreed_to():
    shot = done(done(red_to_act().submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    forged = replace(shot.log, entries=(*shot.log.entries, Undo(4, "anna", 2)))
    difference = only_difference(forged)
    assert (difference.what, difference.entry, difference.again) == (What.UNDO, 4, ["blue"])
    unknown = only_difference(replace(shot.log, entries=(*shot.log.entries, Undo(4, "anna", 2, ("nobody",)))))
    assert unknown.problems


def test_a_scenario_that_no_longer_sets_up():
    assert only_difference(replace(a_battle().log, scenario="?")).what is What.SET_UP


def test_a_branch_is_checked_with_the_seeds_of_both_battles():
    battle = a_battle()
    branch = battle.branch(3, "another seed")
    branch = done(branch.submit("anna", Pass(by="red")))
    branch = done(branch.submit("boris", Pass(by="blue")))
    branch = done(done(branch.submit("anna", BOLD_RED)).submit("boris", replace(WARY_BLUE, posture=Posture.BOLD)))
    both = verify(SKIRMISH, branch.log, "another seed", {battle.log.commitment: SEED})
    assert both.sound
    assert (both.dice, both.unchecked) == (3, 0)
    alone = verify(SKIRMISH, branch.log, "another seed")
    assert alone.sound
    assert (alone.dice, alone.unchecked) == (1, 2)
    assert verify(SKIRMISH, branch.log, "another seed", {battle.log.commitment: "x"}).differences[0].what is What.SEED


def test_an_entry_given_for_another_role_than_its_orders():
    log = a_battle().log
    assert isinstance(log.entries[4], Entry)
    assert only_difference(changed(log, 5, role="blue")).what is What.ORDER
    assert begin().log.live() == ()


# ---- What cannot be vouched for ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def over():
    """A battle that was played to its end and lies open."""
    return done(played(2, 1000).lay_open()).log


def test_a_whole_battle_is_vouched_for(over):
    found = verify(SKIRMISH, over)
    assert (found.verdict, found.gaps) == (Verdict.SOUND, ())
    assert verify(SKIRMISH, read_log(json.dumps(over.plain()))).verdict is Verdict.SOUND
    assert over.seal is not None
    assert over.seal.entries == len(over.entries)


@pytest.mark.parametrize("cut", (1, 10))
def test_one_that_was_cut_short_is_told_though_it_is_sealed_anew(over, cut):
    short = replace(over, entries=over.entries[:-cut])
    assert {each.what for each in verify(SKIRMISH, short).differences} == {What.SEAL, What.CUT_SHORT}
    again = replace(short, seal=short.sealed())
    assert [each.what for each in verify(SKIRMISH, again).differences] == [What.CUT_SHORT]
    assert verify(SKIRMISH, again).verdict is Verdict.DIFFERS
    without = verify(SKIRMISH, replace(short, seed=None, seal=None), over.seed)
    assert (without.verdict, without.gaps) == (Verdict.OPEN, (Gap.UNFINISHED,))


def test_what_was_added_after_the_end_is_told(over):
    last = len(over.entries)
    for more in (Undo(last + 1, "rosa", last - 1), replace(over.entries[-1], number=last + 1)):
        longer = replace(over, entries=(*over.entries, more))
        found = verify(SKIRMISH, replace(longer, seal=longer.sealed())).differences
        assert (found[0].what, found[0].entry) == (What.AFTER_END, last + 1)


def test_nothing_can_be_done_to_a_battle_that_is_over():
    battle = played(2, 1000)
    for attempt in (battle.undo("rosa"), battle.undo("anna"), battle.submit("anna", Pass(by="red"))):
        assert isinstance(attempt, Refused)
        assert attempt.problems[0].message.id == "battle.order.over"


def test_a_seal_that_is_missing_or_of_other_entries_is_told(over):
    assert only_difference(replace(over, seal=None), over.seed).what is What.SEAL
    assert only_difference(replace(over, seal=replace(over.seal, chain="0" * 64)), over.seed).what is What.SEAL


def test_a_battle_without_its_seed_or_of_unknown_origin_is_not_vouched_for(over):
    without = verify(SKIRMISH, replace(over, seed=None))
    assert (without.verdict, without.gaps) == (Verdict.OPEN, (Gap.NO_SEED,))
    branch = replace(over, origins=(Origin("f" * 64, 3),))
    assert Gap.ORIGIN in verify(SKIRMISH, branch).gaps
    assert verify(SKIRMISH, branch).verdict is Verdict.OPEN


def test_what_differs_under_other_rules_is_not_called_forged(over):
    class Later(Skirmish):
        rules_version = "2"

    class Stricter(Later):
        def problems(self, view, order):
            return super().problems(view, order) or (Problem("by", Message("skirmish.acted")),)

    assert verify(Later(), over).verdict is Verdict.SOUND
    found = verify(Stricter(), over)
    assert (found.verdict, found.gaps) == (Verdict.OPEN, (Gap.OTHER_RULES,))
