"""The log: JSON and back, what of it a seat may have, other versions of the rules, resuming."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import FORMAT, Undo, read_log
from sandtable.kernel.problem import Refusal
from tests.battle.skirmish.game import SKIRMISH, Skirmish, Table
from tests.battle.skirmish.playing import SEED, begin
from tests.battle.test_battle import SHOOT, done, red_to_act, refused
from tests.battle.test_verify import a_battle


class Later(Skirmish):
    rules_version = "2"


class Stranger(Skirmish):
    name = "stranger"


class Narrower(Later):
    events = {kind: event for kind, event in Skirmish.events.items() if kind != "found"}  # noqa: RUF012


class Clumsy(Later):
    def after(self, state: Table, event):
        if event.kind == "found":
            raise KeyError("moved house")
        return super().after(state, event)


def test_a_log_is_read_as_it_was_written():
    log = done(done(a_battle().undo("anna")).undo("boris")).log
    assert read_log(json.dumps(log.plain())) == log
    assert log.proposal is not None


def test_a_battle_resumes_from_its_log_even_in_the_middle_of_a_question():
    battle = done(red_to_act().submit("anna", SHOOT))
    again = Battle.resume(SKIRMISH, read_log(json.dumps(battle.log.plain())), SEED)
    assert again.log == battle.log
    assert again.state == battle.state
    assert again.question is not None
    assert battle.question is not None
    assert again.question.key == battle.question.key
    ended = [done(each.answer("boris", "reply", "stand")) for each in (battle, again)]
    assert ended[0].log == ended[1].log


def test_dice_already_thrown_are_thrown_no_more_when_a_battle_resumes():
    battle = a_battle()
    assert Battle.resume(SKIRMISH, battle.log, SEED) == battle


def test_another_seed_or_ruleset_is_refused():
    with pytest.raises(Refusal, match=r"battle\.seed\.other"):
        Battle.resume(SKIRMISH, begin().log, "x")
    with pytest.raises(Refusal, match="other_ruleset"):
        Battle.resume(Stranger(), begin().log, SEED)
    with pytest.raises(Refusal, match="other_ruleset"):
        Battle.watch(Stranger(), begin().log)


def test_a_battle_of_another_version_is_watched_not_played():
    battle = done(a_battle().submit("boris", {"kind": "pass", "by": "blue"}))
    later = Battle.resume(Later(), battle.log, SEED)
    assert later.state == battle.state
    assert later.state_at(3) == battle.state_at(3)
    refused(later.submit("anna", {"kind": "plot", "by": "red", "posture": "bold"}), "battle.log.other_version")
    refused(later.undo("anna"), "battle.log.other_version")
    waiting = done(red_to_act().submit("anna", replace(SHOOT, figure="red-scout")))
    assert Battle.resume(Later(), waiting.log, SEED).state == waiting.state


@pytest.mark.parametrize(
    ("rules", "message"), ((Narrower(), "kernel.codec.kind"), (Clumsy(), "battle.log.event_fails"))
)
def test_what_newer_rules_no_longer_understand_is_told_and_the_rest_can_be_watched(rules, message):
    battle = a_battle()
    opened = Battle.resume(rules, battle.log, SEED)
    assert [problem.message.id for problem in opened.halted] == ["battle.log.other_version", message]
    assert opened.halted[1].field.startswith("entry 4.events.1")
    assert opened.state == battle.state_at(3)


def test_a_waiting_order_of_another_version_is_shown_as_far_as_it_is_understood():
    waiting = done(red_to_act().submit("anna", replace(SHOOT, figure="red-scout")))
    opened = Battle.resume(Clumsy(), waiting.log, SEED)
    assert [problem.message.id for problem in opened.halted] == ["battle.log.other_version", "battle.log.event_fails"]
    assert opened.state == red_to_act().state


def test_a_scenario_that_newer_rules_stumble_over_is_refused_in_words():
    class Other(Later):
        def set_up(self, scenario, tables):  # noqa: ARG002
            raise KeyError("terrain")

    with pytest.raises(Refusal, match=r"battle\.log\.set_up_fails"):
        Battle.resume(Other(), begin().log, SEED)


def test_a_battle_is_watched_without_its_seed():
    battle = a_battle()
    watched = Battle.watch(SKIRMISH, battle.log)
    assert watched.state == battle.state
    refused(watched.submit("boris", {"kind": "pass", "by": "blue"}), "battle.seed.absent")


def test_an_answer_of_an_open_order_that_is_no_longer_asked_halts_the_battle():
    battle = done(red_to_act().submit("anna", SHOOT))
    assert battle.log.open is not None
    assert battle.question is not None
    strange = replace(battle.question.reply("duck", "boris"), key="luck")
    log = replace(battle.log, open=replace(battle.log.open, answers=(strange,)))
    assert Battle.resume(SKIRMISH, log, SEED).halted[0].message.id == "kernel.replay.other_key"


@pytest.mark.parametrize(
    ("change", "place"),
    (
        (lambda log: log.pop("scenario"), "log.scenario"),
        (lambda log: log.update(format=FORMAT + 1), "log.format"),
        (lambda log: log["entries"][1].update(number=7), "log.entries.1.number"),
        (lambda log: log["entries"][1].update(answers=[{"key": "x"}]), "log.entries.1.answers.0.about"),
        (lambda log: log["entries"].append({"kind": "undo", "number": 6, "seat": "anna", "to": 6}), "log.entries.5.to"),
        (lambda log: log["seats"][0].update(roles="red"), "log.seats.0.roles"),
        (lambda log: log["seats"][0].update(roles=["everybody"]), "log.seats.0"),
    ),
)
def test_a_log_that_is_not_whole_is_refused_with_its_place(change, place):
    plain = json.loads(json.dumps(a_battle().log.plain()))
    change(plain)
    with pytest.raises(Refusal) as refusal:
        read_log(plain)
    assert place in [problem.field for problem in refusal.value.problems]


@pytest.mark.parametrize("text", ("", "[", "[]", "7", "[" * 100_000))
def test_what_is_no_log_is_refused(text):
    with pytest.raises(Refusal):
        read_log(text)


def test_undone_entries_stay_and_do_not_stand():
    log = done(a_battle().undo("rosa", to=2)).log
    assert isinstance(log.entries[-1], Undo)
    assert [entry.number for entry in log.live()] == [1, 2]
    assert len(log.entries) == 6


def test_a_branch_throws_dice_of_its_own():
    battle = a_battle()
    with pytest.raises(Refusal, match=r"battle\.seed\.used"):
        battle.branch(2, SEED)
    branch = battle.branch(2, "other")
    assert branch.state == battle.state_at(2)
    assert branch.log.throws == 0
    twig = branch.branch(1, "third")
    assert [origin.commitment for origin in twig.log.origins] == [battle.log.commitment]
    assert twig.log.thrown_by(1) == battle.log.commitment
    assert twig.log.thrown_by(2) == twig.log.commitment
