"""Running a rule once: asked, thrown, replayed. Nothing is remembered between two calls."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import D6
from sandtable.kernel.drivers import Asking, Finished, Given, advance, ask, replay, throw
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Choose, Count, Observe, Roll
from sandtable.kernel.stream import DiceStream
from tests.kernel.rules import EVERY_RULE, Told, nothing_asked, opposed, repeating, skirmish


def given_all(**values):
    return {key.replace("__", "."): Given(value) for key, value in values.items()}


def asked(start, answers):
    result = ask(start, answers)
    assert isinstance(result, Asking)
    return result


def finished(result):
    assert isinstance(result, Finished)
    return result


# ---- ask -----------------------------------------------------------------------------------------------------------------------


def test_it_asks_one_thing_after_the_other():
    assert asked(skirmish, {}).key == "aim"
    assert isinstance(asked(skirmish, {}).request, Roll)
    assert isinstance(asked(skirmish, given_all(aim=5)).request, Observe)
    volley = asked(skirmish, given_all(aim=5, cover=True))
    assert isinstance(volley.request, Count)
    assert volley.request.pool == 2
    assert [(step.key, step.value, step.reading, step.by) for step in volley.steps] == [
        ("aim", [5], True, "person"),
        ("cover", True, True, "person"),
    ]
    order = asked(skirmish, given_all(aim=5, cover=True, volley=[6, 1]))
    assert isinstance(order.request, Choose)
    done = finished(ask(skirmish, given_all(aim=5, cover=True, volley=[6, 1], order="Fall Back")))
    assert done.verdict == Told(readings=(True, True, 1, "fall back"))
    assert done.steps[-1].value == "fall back", "the record keeps the option as it is spelled"


def test_the_order_in_which_answers_are_given_does_not_matter():
    forwards = given_all(aim=5, cover=True, volley=[6, 1], order="press on")
    backwards = dict(reversed(forwards.items()))
    one, other = finished(ask(skirmish, forwards)), finished(ask(skirmish, backwards))
    assert one.verdict == other.verdict
    assert [(step.key, step.value) for step in one.steps] == [(step.key, step.value) for step in other.steps]


def test_asking_twice_gives_the_same_question():
    answers = given_all(aim=6)
    first, second = asked(skirmish, answers), asked(skirmish, answers)
    assert (first.key, first.steps[0].value) == (second.key, second.steps[0].value)
    assert answers == given_all(aim=6), "the answers handed over are left as they were"


def test_another_answer_leads_elsewhere():
    assert finished(ask(skirmish, given_all(aim=1))).verdict == Told(readings=(False,))


def test_an_answer_that_is_not_asked_for_yet_waits():
    assert asked(skirmish, given_all(volley=[1, 1, 1])).key == "aim"


def test_keys_that_come_again_number_themselves():
    keys = ["leader.risk", "leader.risk.2", "leader.risk.3", "leader.risk.4"]
    answers: dict[str, Given] = {}
    for key in keys:
        assert asked(repeating, answers).key == key
        answers[key] = Given(5)
    assert [step.key for step in finished(ask(repeating, answers)).steps] == keys


def test_a_refusal_names_the_numbered_key():
    with pytest.raises(Refusal) as refused:
        ask(repeating, {"leader.risk": Given(5), "leader.risk.2": Given(6)})
    assert refused.value.problems[0].field == "leader.risk.2"
    assert refused.value.problems[0].choices == ("2", "3", "4", "5")


def test_nothing_asked_is_finished_at_once():
    assert finished(ask(nothing_asked, {})) == Finished(Told(readings=()), ())


# ---- advance and throw -----------------------------------------------------------------------------------------------------------


def test_throwing_answers_dice_from_the_stream_and_questions_as_usual():
    done = next(done for seed in range(30) if len((done := throw(skirmish, DiceStream(str(seed)))).steps) > 1)
    assert {step.by for step in done.steps if isinstance(step.request, Roll | Count)} == {"app"}
    assert {step.by for step in done.steps if isinstance(step.request, Choose | Observe)} == {"usual"}


def test_throwing_keeps_to_the_answers_given():
    done = throw(skirmish, DiceStream("x"), given_all(aim=6, cover=True, order="fall back"))
    assert [(step.key, step.by) for step in done.steps] == [
        ("aim", "person"),
        ("cover", "person"),
        ("volley", "app"),
        ("order", "person"),
    ]
    assert done.verdict.readings[1] is True
    assert done.verdict.readings[3] == "fall back"


def test_a_given_die_takes_no_throw_from_the_stream():
    stream = DiceStream("x")
    throw(skirmish, stream, given_all(aim=1))
    assert stream.throws == 0
    throw(repeating, stream, {"leader.risk.2": Given(5)})
    assert stream.throws == 3


@pytest.mark.parametrize("rule", EVERY_RULE)
def test_the_same_seed_throws_the_same_verdict(rule):
    for seed in range(20):
        assert throw(rule, DiceStream(str(seed))).verdict == throw(rule, DiceStream(str(seed))).verdict


def test_dice_alone_leave_the_questions():
    result = advance(skirmish, given_all(aim=6), DiceStream("x"))
    assert isinstance(result, Asking)
    assert result.key == "cover"


def test_the_app_may_throw_the_pending_dice_only():
    stream = DiceStream("x")
    result = advance(repeating, {"leader.risk": Given(5)}, stream, throw_next=True)
    assert isinstance(result, Asking)
    assert result.key == "leader.risk.3"
    assert [(step.key, step.by) for step in result.steps] == [("leader.risk", "person"), ("leader.risk.2", "app")]
    assert stream.throws == 1


def test_throwing_the_pending_dice_may_finish_the_rule():
    answers = {"leader.risk": Given(2), "leader.risk.2": Given(2), "leader.risk.3": Given(2)}
    done = finished(advance(repeating, answers, DiceStream("x"), throw_next=True))
    assert [step.by for step in done.steps] == ["person", "person", "person", "app"]


def test_questions_that_may_be_assumed_get_their_usual_answers_and_others_are_asked():
    result = advance(skirmish, given_all(aim=6), DiceStream("x"), assumed=("cover",))
    assert isinstance(result, Asking)
    assert result.key == "order"
    assert [(step.key, step.by) for step in result.steps] == [("aim", "person"), ("cover", "usual"), ("volley", "app")]


def test_dice_of_an_earlier_run_count_where_they_fit():
    stream = DiceStream("x")
    earlier = {"leader.risk": Given(5, "app"), "leader.risk.2": Given(99, "app"), "never": Given(1)}
    done = finished(advance(repeating, {}, stream, earlier=earlier))
    assert (done.steps[0].value, done.steps[0].by) == ([5], "app")
    assert done.steps[1].value != [99]
    assert stream.throws == len(done.steps) - 1


def test_a_question_before_the_pending_dice_is_still_asked():
    result = advance(skirmish, given_all(aim=6), DiceStream("x"), throw_next=True)
    assert isinstance(result, Asking)
    assert result.key == "cover"
    with_dice = advance(skirmish, given_all(aim=6, cover=False), DiceStream("x"), throw_next=True)
    assert isinstance(with_dice, Asking)
    assert with_dice.key == "order"
    assert with_dice.steps[-1].by == "app"


# ---- replay ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", EVERY_RULE)
def test_a_record_replays_to_the_same_verdict(rule):
    for seed in range(30):
        done = throw(rule, DiceStream(str(seed)))
        recorded = [(step.key, step.value) for step in done.steps]
        assert replay(rule, recorded).verdict == done.verdict


def refusal_of(rule, recorded):
    with pytest.raises(Refusal) as refused:
        replay(rule, recorded)
    (problem,) = refused.value.problems
    parameters = dict(problem.message.parameters)
    assert problem.field == parameters.get("key", problem.field), "the place is the key it is about"
    return problem.message


def test_a_record_with_an_answer_too_few_is_refused():
    assert refusal_of(skirmish, [("aim", [6])]) == Message.of("kernel.replay.unanswered", key="cover")


def test_a_record_with_an_answer_too_many_is_refused():
    recorded = [("aim", [1]), ("cover", True)]
    assert refusal_of(skirmish, recorded) == Message.of("kernel.replay.not_asked", key="cover")


def test_a_record_in_another_order_is_refused():
    recorded = [("aim", [6]), ("volley", {"faces": [1, 1, 1]}), ("cover", False), ("order", "press on")]
    message = refusal_of(skirmish, recorded)
    assert message == Message.of("kernel.replay.other_key", key="volley", expected="cover")


def test_a_record_of_other_dice_is_refused():
    assert refusal_of(skirmish, [("aim", [7])]).id == "kernel.dice.impossible_face"
    recorded = [("aim", [6]), ("cover", False), ("volley", {"faces": [1, 1]}), ("order", "press on")]
    assert refusal_of(skirmish, recorded).id == "kernel.dice.wrong_pool"


def test_a_record_of_a_rule_that_has_changed_is_refused():
    done = throw(opposed, DiceStream("x"))
    with pytest.raises(Refusal):
        replay(skirmish, [(step.key, step.value) for step in done.steps])


def test_a_key_told_twice_is_refused():
    with pytest.raises(Refusal):
        replay(skirmish, [("aim", [1]), ("aim", [1])])


def test_dice_are_asked_for_in_full():
    request = asked(opposed, {}).request
    assert isinstance(request, Roll)
    assert request.dice == (D6, D6)
