"""Straight-through play gives the same battle as the log does, only faster."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sandtable.battle.engine.battle import Refused
from sandtable.battle.matches.play import StuckError, carry_through, play
from sandtable.battle.registry import GROUP, add, names, table
from sandtable.battle.texts import catalogue, own_texts
from sandtable.kernel.problem import Refusal
from sandtable.kernel.stream import DiceStream
from tests.battle.skirmish.game import SKIRMISH, Skirmish
from tests.battle.skirmish.playing import RandomPlayer, begin, seat_of
from tests.battle.test_battle import SHOOT, done, red_to_act


@pytest.mark.parametrize("seed", range(8))
def test_a_battle_played_through_is_the_battle_the_log_keeps(seed):
    orders, events = [], []
    random = Random(seed)
    players = {side: RandomPlayer(random) for side in ("red", "blue")}
    battle = begin(seed=f"dice {seed}")

    def told(order, happened):
        orders.append(order)
        events.append(list(happened))

    choices = []
    choose = RandomPlayer.choose

    def remembered(self, view, role, choice):
        choices.append(choose(self, view, role, choice))
        return choices[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RandomPlayer, "choose", remembered)
        state, result = play(SKIRMISH, battle.start, players, DiceStream(f"dice {seed}"), on_order=told)
    for order in orders:
        battle = done(battle.submit(seat_of(battle, order.by).id, order))
        while battle.question is not None:
            battle = done(battle.answer(seat_of(battle, battle.question.to).id, battle.question.key, choices.pop(0)))
    assert battle.state == state
    assert battle.result == result
    assert [len(entry.events) for entry in battle.log.live()] == [len(each) for each in events]


def test_without_a_chooser_choices_take_their_usual_answers():
    battle = red_to_act()
    story = carry_through(SKIRMISH, battle.state, SHOOT, DiceStream(battle.seed))
    logged = done(done(battle.submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    assert story.state == logged.state


def test_a_choice_is_put_to_the_role_it_belongs_to_with_the_state_it_arises_in():
    battle = red_to_act()
    asked = []

    def choose(state, role, choice):
        asked.append((role, choice.key, state.figures["red-scout"].ambush))
        return "duck"

    carry_through(SKIRMISH, battle.state, replace(SHOOT, figure="red-scout"), DiceStream("x"), choose)
    assert asked == [("blue", "reply", False)]


def test_a_battle_that_cannot_end_is_a_fault():
    class Endless(Skirmish):
        def result(self, state):  # noqa: ARG002
            return None

    class Dull(Endless):
        def decisions(self, state):  # noqa: ARG002
            return ()

    players = {side: RandomPlayer(Random(1)) for side in ("red", "blue")}
    start = begin().start
    with pytest.raises(StuckError, match="nobody has to decide"):
        play(Dull(), start, players, DiceStream("x"))
    with pytest.raises(StuckError, match="not over after 5"):
        play(Endless(), start, players, DiceStream("x"), most=5)


def test_tables_are_found_by_their_entry_point_or_by_hand():
    assert GROUP == "sandtable.tables"
    add("skirmish", "tests.battle.skirmish.game:SKIRMISH")
    assert "skirmish" in names()
    assert table("Skirmish") is SKIRMISH
    with pytest.raises(Refusal, match=r"battle\.table\.unknown"):
        table("chess")
    add("broken", "tests.battle.skirmish.game:NOTHING")
    with pytest.raises(Refusal, match=r"kernel\.ruleset\.broken"):
        table("broken")
    add("broken", "tests.battle.skirmish.game:SIDES")
    with pytest.raises(Refusal, match=r"kernel\.ruleset\.broken"):
        table("broken")


def test_every_refusal_can_be_put_into_words():
    battle = red_to_act()
    words = catalogue(SKIRMISH)
    assert own_texts().texts.items() <= words.texts.items()
    said = []
    for order in ({"kind": "fly"}, {"kind": "move", "by": "red", "figure": "red-captain", "to": [30000, 10000]}):
        outcome = battle.submit("anna", order)
        assert isinstance(outcome, Refused)
        said += [words.say(problem.message) for problem in outcome.problems]
    assert said == [
        "There is no kind called fly. Choose another.",
        "20 in is further than it can go. Go 6 in at most.",
    ]
