"""An umpire's rule on the table: its roles become sides, its facts are measured, its dice are shown."""

from __future__ import annotations

from dataclasses import replace

from sandtable.battle.engine.log import APP, MEASURED
from sandtable.battle.engine.run import Answers, run
from sandtable.battle.engine.verify import verify
from sandtable.battle.request import Addressed, addressed
from sandtable.battle.seat import EVERYBODY
from sandtable.kernel.dice import D6
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Choose, Observe, Option, Roll
from sandtable.kernel.stream import DiceStream
from tests.battle.skirmish.game import Pass, Skirmish
from tests.battle.skirmish.playing import SEATS, SEED
from tests.battle.test_battle import SHOOT, done, red_to_act

OPTIONS = (Option("yes", Message("a")), Option("no", Message("b")))


def umpires_rule():
    near = yield Observe("near", usual=False)
    far = yield Observe("far", usual=3)
    reply = yield Choose("reply", OPTIONS, usual="no", role="defender")
    secret = yield Choose("secret", OPTIONS, usual="no", secret=True)
    die = yield Roll("die", (D6,), lambda face: face)
    return near, far, reply, secret, die


def passed_on(**how):
    rule = addressed(umpires_rule(), "red", EVERYBODY, **how)
    asked = [rule.send(answer) for answer in (None, True, 7, "yes", "no")]
    try:
        rule.send(6)
    except StopIteration as stop:
        return asked, stop.value
    raise AssertionError


def test_requests_are_passed_on_to_whom_they_concern():
    asked, returned = passed_on(roles={"defender": "blue"}, facts={"near": True})
    assert returned == (True, 7, "yes", "no", 6)
    near, far, reply, secret, die = asked
    assert isinstance(near, Observe)
    assert near.usual is True
    assert isinstance(far, Observe)
    assert far.usual == 3
    assert isinstance(reply, Addressed)
    assert (reply.to, reply.known_to) == ("blue", EVERYBODY)
    assert isinstance(secret, Addressed)
    assert (secret.to, secret.known_to) == ("red", ())
    assert isinstance(die, Addressed)
    assert (die.to, die.known_to) == ("red", EVERYBODY)


def test_a_fact_may_be_found_out_by_asking_on_the_way():
    """Somebody chooses where to go and a die says how far, before the rule hears whether it was far enough."""

    def found(request):
        return going() if request.key == "far" else None

    def going():
        where = yield Addressed(Choose("where", OPTIONS, usual="no"), "blue", EVERYBODY)
        far = yield Addressed(Roll("how_far", (D6,), lambda face: face), "blue", EVERYBODY)
        return far if where == "yes" else None

    rule = addressed(umpires_rule(), "red", EVERYBODY, facts=found)
    asked = [rule.send(answer) for answer in (None, True, "yes", 4)]
    assert [put.request.key if isinstance(put, Addressed) else put.key for put in asked] == [
        "near",
        "where",
        "how_far",
        "far",
    ]
    assert isinstance(asked[-1], Observe)
    assert asked[-1].usual == 4
    rule = addressed(umpires_rule(), "red", EVERYBODY, facts=found)
    last = [rule.send(answer) for answer in (None, True, "no", 4)][-1]
    assert isinstance(last, Observe)
    assert last.usual == 3


def test_facts_may_be_measured_when_they_are_asked_for():
    asked, _ = passed_on(facts=lambda request: 5 if request.key == "far" else None)
    assert [request.usual for request in asked[:2]] == [False, 5]


class Umpired(Skirmish):
    def carry_out(self, story, order):
        yield from addressed(umpires_rule(), "red", EVERYBODY, roles={"defender": "blue"}, facts={"near": True})
        yield from super().carry_out(story, order)


def test_a_run_says_who_answered_what_and_who_may_know():
    state = red_to_act().state
    answers = Answers((), DiceStream(SEED), SEATS)
    waiting = run(Umpired(), state, Pass(by="red"), answers)
    assert waiting.question is not None
    assert (waiting.question.key, waiting.question.to) == ("reply", "blue")
    assert [(reply.key, reply.value, reply.by, reply.known_to) for reply in waiting.replies] == [
        ("near", True, MEASURED, ()),
        ("far", 3, MEASURED, ()),
    ]
    reply = waiting.question.reply("Yes", "boris")
    secret = run(Umpired(), state, Pass(by="red"), Answers((*waiting.replies, reply), DiceStream(SEED), SEATS))
    assert secret.question is not None
    assert secret.question.known_to == ("red",)
    given = (*secret.replies, secret.question.reply("no", "anna"))
    ended = run(Umpired(), state, Pass(by="red"), Answers(given, DiceStream(SEED), SEATS))
    assert ended.question is None
    assert (ended.replies[-1].by, ended.replies[-1].known_to) == (APP, ("everybody", "red"))
    assert [event.kind for event in ended.story.events] == ["passed"]


class Windy(Skirmish):
    """A die falls before the question."""

    def carry_out(self, story, order):
        if order.kind == "shoot":
            yield Roll("wind", (D6,), lambda die: die)
        yield from super().carry_out(story, order)


def test_dice_thrown_before_a_question_are_not_thrown_again_after_it():
    battle = replace(red_to_act(), rules=Windy())
    battle = done(battle.submit("anna", SHOOT))
    assert battle.log.throws == 1
    battle = done(battle.answer("boris", "reply", "stand"))
    assert battle.log.throws == 3
    found = verify(Windy(), battle.log, SEED)
    assert (found.differences, found.dice) == ((), 3)
