"""Orders, questions, dice and seats of a battle, in the tiny skirmish."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.engine.battle import Accepted, Awaited, Battle, Refused
from sandtable.battle.engine.log import APP, read_log
from sandtable.battle.order import TableProblem
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from sandtable.kernel.dice import D6
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Roll
from sandtable.kernel.stream import DiceStream
from tests.battle.skirmish.game import SKIRMISH, LayPlot, Move, Pass, Posture, Shoot
from tests.battle.skirmish.playing import BLUE, RED, REFEREE, SCENARIO, SEATS, SEED, WATCHER, begin

BOLD_RED = LayPlot(by="red", posture=Posture.BOLD, word="word-red-1-hush")
WARY_BLUE = LayPlot(by="blue", posture=Posture.WARY, word="word-blue-1-hush")


def done(outcome):
    assert isinstance(outcome, Accepted), outcome
    return outcome.battle


def refused(outcome, message):
    assert isinstance(outcome, Refused), outcome
    assert [problem.message.id for problem in outcome.problems] == [message]
    return outcome.problems[0]


def red_to_act(seats=SEATS):
    battle = done(begin(seats).submit("anna", BOLD_RED))
    return done(battle.submit("boris", WARY_BLUE))


def test_orders_at_once_are_taken_in_any_order_and_opened_together():
    battle = begin()
    assert {decision.by for decision in battle.decisions()} == {"red", "blue"}
    battle = done(battle.submit("boris", WARY_BLUE))
    assert [decision.by for decision in battle.decisions()] == ["red"]
    (plot,) = battle.view("anna").plots
    assert plot.owner == "blue"
    assert plot.posture is None
    battle = done(battle.submit("anna", BOLD_RED))
    assert {plot.posture for plot in battle.view("anna").plots} == {Posture.BOLD, Posture.WARY}
    assert {plot.word for plot in battle.view("anna").plots} == {"word-red-1-hush", ""}
    assert battle.decisions()[0].by == "red"


def test_an_order_may_come_as_json():
    battle = red_to_act()
    order = {"kind": "move", "by": "red", "figure": "red-captain", "to": [12000, 10000]}
    assert done(battle.submit("anna", order)).state.figures["red-captain"].place == Point(12000, 10000)


def test_a_refused_order_changes_nothing_and_says_what_would_be_legal():
    battle = red_to_act()
    problem = refused(
        battle.submit("anna", Move(by="red", figure="red-captain", to=Point(30000, 10000))), "skirmish.too_far"
    )
    assert (problem.field, problem.rule) == ("to", "SK-2")
    assert isinstance(problem, TableProblem)
    assert problem.shows is not None
    assert 'x2="30000"' in problem.shows()
    problem = refused(battle.submit("anna", Shoot(by="red", figure="nobody", target="x")), "skirmish.no_figure")
    assert problem.choices == ("red-captain", "red-scout")
    assert battle == red_to_act()


@pytest.mark.parametrize(
    ("seat", "order", "message"),
    (
        ("anna", Pass(by="blue"), "battle.order.not_yours"),
        ("boris", Pass(by="blue"), "battle.order.not_your_turn"),
        ("anna", BOLD_RED, "battle.order.not_now"),
        ("walter", Pass(by="red"), "battle.order.not_yours"),
        ("rosa", Pass(by="red"), "battle.order.not_yours"),
        ("nobody", Pass(by="red"), "battle.seat.unknown"),
        ("anna", {"kind": "fly"}, "kernel.codec.kind"),
        ("anna", [], "kernel.codec.no_object"),
        ("anna", {"kind": "move", "by": "red", "figure": "red-captain", "to": "there"}, "kernel.codec.parts"),
    ),
)
def test_orders_out_of_place_are_refused(seat, order, message):
    refused(red_to_act().submit(seat, order), message)


def test_an_order_that_comes_late_is_refused():
    battle = red_to_act()
    refused(battle.submit("anna", Pass(by="red"), last=1), "battle.order.late")
    refused(battle.submit("anna", Pass(by="red"), last=7), "battle.order.late")
    battle = done(battle.submit("anna", Pass(by="red"), last=2))
    refused(battle.submit("anna", Pass(by="red"), last=2), "battle.order.late")  # the same order, from a second tab
    refused(battle.undo("anna", last=2), "battle.order.late")


def test_orders_given_at_once_do_not_make_each_other_late():
    battle = done(begin().submit("anna", BOLD_RED, last=0))
    done(battle.submit("boris", WARY_BLUE, last=0))


def test_hidden_figures_give_nothing_away_by_refusals():
    battle = red_to_act()
    hidden = battle.submit("anna", Shoot(by="red", figure="red-captain", target="blue-lurker"))
    absent = battle.submit("anna", Shoot(by="red", figure="red-captain", target="nobody"))
    assert hidden == absent


SHOOT = Shoot(by="red", figure="red-captain", target="blue-captain")


def test_a_choice_waits_for_the_seat_it_is_put_to():
    battle = done(red_to_act().submit("anna", SHOOT))
    assert battle.question is not None
    assert battle.decisions() == ()
    assert battle.awaited("boris").question == battle.question
    assert battle.awaited("anna") == Awaited(("blue",)) == battle.awaited("walter")
    assert battle.awaited("rosa").question == battle.question
    refused(battle.submit("anna", Pass(by="red")), "battle.order.question_open")
    refused(battle.answer("anna", "reply", "duck"), "battle.answer.not_yours")
    refused(battle.answer("boris", "shot.dice", "duck"), "battle.answer.other_question")
    refused(battle.throw("boris", "reply"), "battle.answer.no_dice")
    problem = refused(battle.answer("boris", "reply", "surrender"), "kernel.answer.choice")
    assert problem.choices == ("duck", "stand")
    battle = done(battle.answer("boris", "reply", "duck"))
    assert battle.question is None
    refused(battle.answer("boris", "reply", "duck"), "battle.answer.nothing_asked")
    for seat, known in (("boris", {"reply", "shot.dice"}), ("anna", {"shot.dice"}), ("walter", {"shot.dice"})):
        assert {reply["key"] for reply in battle.export(seat)["entries"][-1]["answers"]} == known
    entry = battle.log.live()[-1]
    assert [(reply.key, reply.by) for reply in entry.answers][:2] == [("reply", "boris"), ("shot.dice", APP)]


def test_dice_come_from_the_seed_throw_by_throw():
    battle = done(done(red_to_act().submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    thrown = [reply for entry in battle.log.live() for reply in entry.answers if reply.about == "dice"]
    stream = DiceStream(SEED)
    two = Roll("shot.dice", (D6, D6), lambda *faces: faces)
    assert [reply.value for reply in thrown] == [stream.answer(two), stream.answer(Roll("nerve", (D6,), int))]
    assert [reply.key for reply in thrown] == ["shot.dice", "nerve"]
    assert battle.log.throws == 2


def test_real_dice_are_typed_by_their_seat_and_shown_as_typed():
    seats = (replace(RED, own_dice=True), BLUE, WATCHER)
    battle = done(done(red_to_act(seats).submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    assert battle.question is not None
    assert battle.question.key == "shot.dice"
    refused(battle.answer("boris", "shot.dice", [6, 6]), "battle.answer.not_yours")
    refused(battle.answer("anna", "shot.dice", [7, 1]), "kernel.dice.impossible_face")
    typed = done(battle.answer("anna", "shot.dice", "6,1"))
    assert typed.state.figures["blue-captain"].strength == 2
    replies = {reply["key"]: reply for reply in typed.export("boris")["entries"][-1]["answers"]}
    assert replies["shot.dice"]["by"] == "anna"
    assert replies["shot.dice"]["value"] == [6, 1]
    assert "nerve" not in replies  # nobody may know it, so the app threw it
    left = done(battle.throw("anna", "shot.dice"))
    assert left.log.live()[-1].answers[1].by == APP
    assert left.log.throws == typed.log.throws + 1


def test_a_seat_may_change_how_it_throws_but_not_whom_it_speaks_for():
    battle = begin()
    assert done(battle.sit(replace(RED, own_dice=True))).log.seat("anna").own_dice
    assert done(battle.sit(Seat("late"))).log.seat("late").roles == ()
    refused(battle.sit(replace(RED, roles=("red", "blue"))), "battle.seat.taken")
    refused(battle.sit(replace(WATCHER, referee=True)), "battle.seat.taken")


def test_a_part_of_a_side_is_commanded_by_its_own_seat_or_the_sides():
    commander, north = Seat("c", ("red",)), Seat("n", ("red.north",))
    assert commander.speaks_for("red.north")
    assert north.speaks_for("red.north")
    assert not north.speaks_for("red")
    assert not north.speaks_for("red.northern")
    assert north.knows(("red",))
    assert commander.knows(("red.north",))
    assert not north.knows(("red.south",))
    assert not Seat("red").knows(("red",))  # a spectator's name is no role
    assert Seat("w").knows(("seat:w",))


@pytest.mark.parametrize("name", ("everybody", "owner", "", "seat:x"))
def test_no_seat_or_role_takes_a_reserved_name(name):
    with pytest.raises(ValueError, match="can be called"):
        Seat("x", (name,))
    with pytest.raises(ValueError, match="can be called"):
        Seat(name)


def test_two_seats_of_one_name_are_refused():
    with pytest.raises(Refusal, match=r"battle\.seat\.taken"):
        begin((RED, RED))


def test_options_and_house_rules_are_in_force_and_in_the_log():
    battle = begin(options={"night": "on"}, house="[move]\nreach = 2000\n")
    assert battle.start.tables.number("move.reach") == 2000
    assert battle.start.tables.option("night") is True
    again = Battle.resume(SKIRMISH, read_log(battle.log.plain()), SEED)
    assert again.start.tables.number("move.reach") == 2000
    with pytest.raises(Refusal):
        begin(house="[move]\nreach = 'far'\n")


def test_a_seat_may_take_back_once_its_side_has_done_something_that_stands():
    battle = begin()
    assert not any(battle.may_undo(seat.id) for seat in SEATS)
    battle = done(battle.submit("boris", WARY_BLUE))
    assert [seat.id for seat in SEATS if battle.may_undo(seat.id)] == ["boris", "rosa"]
    battle = done(battle.submit("anna", BOLD_RED))
    assert [seat.id for seat in SEATS if battle.may_undo(seat.id)] == ["anna", "boris", "rosa"]
    wish = done(
        battle.submit("anna", Move(by="red", figure="red-captain", to=Point(12000, 10000))).battle.undo("boris")
    )
    assert not any(wish.may_undo(seat.id) for seat in SEATS)
    assert not done(done(begin().submit("anna", BOLD_RED)).undo("anna")).may_undo("anna")


def test_a_faulty_scenario_is_refused():
    with pytest.raises(Refusal, match="scenario"):
        Battle.begin(SKIRMISH, "nonsense", SEATS, SEED)
    assert SCENARIO in begin().log.scenario


def test_a_battle_that_is_over_lays_its_seed_open_and_nothing_more_is_done_to_it():
    battle = begin()
    refused(battle.lay_open(), "battle.seed.running")
    for _ in range(4):
        battle = done(done(battle.submit("anna", BOLD_RED)).submit("boris", WARY_BLUE))
        assert battle.result is None
        battle = done(done(battle.submit("anna", Pass(by="red"))).submit("boris", Pass(by="blue")))
    assert battle.result is not None
    assert battle.result.winner is None
    assert battle.decisions() == ()
    refused(battle.submit("anna", BOLD_RED), "battle.order.over")
    assert SEED not in str(battle.export("anna"))
    opened = done(battle.lay_open())
    assert opened.export("anna")["seed"] == SEED
    refused(opened.submit("anna", BOLD_RED), "battle.order.over")
    refused(opened.undo("anna"), "battle.order.over")


def test_the_state_can_be_seen_at_every_entry():
    battle = done(red_to_act().submit("anna", Move(by="red", figure="red-captain", to=Point(11000, 10000))))
    assert battle.state_at(0) == battle.start
    assert battle.state_at(2).figures["red-captain"].place == Point(10000, 10000)
    assert battle.state_at(3) == battle.state
    with pytest.raises(Refusal, match=r"battle\.log\.no_entry"):
        battle.state_at(4)


def test_events_up_to_a_question_can_be_seen_while_it_is_open():
    battle = done(red_to_act().submit("anna", replace(SHOOT, figure="red-scout")))
    assert battle.question is not None
    assert "red-scout" in battle.view("boris").figures
    assert [event["kind"] for event in battle.export("boris")["open"]["events"]] == ["found"]
    assert battle.export("boris")["open"]["order"] is None
    assert battle.export("anna")["open"]["order"] == codec.write(replace(SHOOT, figure="red-scout"))
    assert REFEREE.knows(())
