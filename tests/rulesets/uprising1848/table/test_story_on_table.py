"""The log of the table reads as a story: what happened, and no instruction for figures that the table moves itself."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from sandtable.battle.desk import Line
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import Entry
from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.engine.retelling import moments_of
from sandtable.battle.reckoning.throws import deeds
from sandtable.battle.scenario.library import source_of
from sandtable.battle.seat import Seat
from sandtable.battle.texts import catalogue
from sandtable.kernel.messages import Texts
from sandtable.kernel.requests import Choose
from sandtable.rulesets.uprising1848.table.desk.story import HUSHED, QUIET
from sandtable.rulesets.uprising1848.table.rules import DEEDS, TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField, within
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Kind
from tests.rulesets.uprising1848.table.laying import (
    CIVILIAN,
    Laid,
    act,
    go,
    opening,
    plain,
    rebels,
    row,
    submitted,
    troops,
)

SEATS = (Seat(PLAYER, (PLAYER,)), Seat(GOVERNMENT, (GOVERNMENT,)))
ORDERS = 110
INSTRUCTION = re.compile(r"\b(Take|Place|Mark|Put|Act with|Roll) ")


@cache
def fought() -> Battle[UprisingField]:
    """The first orders of a battle between two programs."""
    battle = Battle.begin(TABLE, source_of("lord-of-the-manor")[0], SEATS, "b", options={"referee": "fair"})
    players = {seat.id: TABLE.players["opponent"]("fair", "b") for seat in SEATS}
    for _ in range(ORDERS):
        name = next(seat.id for seat in SEATS if (found := battle.awaited(seat.id)).decisions or found.question)
        awaited, view = battle.awaited(name), battle.view(name)
        question = awaited.question
        if question is not None:
            assert isinstance(question.request, Choose)
            outcome = battle.answer(name, question.key, players[name].choose(view, name, question.request))
        else:
            outcome = battle.submit(name, players[name].order(view, awaited.decisions[0]))
        assert isinstance(outcome, Accepted)
        battle = outcome.battle
    return battle


def story() -> list[Line]:
    battle = fought()
    numbers = Numbering(battle.log.seat(PLAYER)).follow(battle.log)
    entries = [numbers.entry(battle.log, number) for number in numbers.heard_since(0)]
    return [line for entry in entries for line in TABLE.desk.lines(battle.view(PLAYER), entry)]


def test_nobody_is_told_to_do_by_hand_what_the_table_has_done():
    told = [words for line in story() for words in (line.words, *line.also)]
    assert len(told) > ORDERS
    assert [words for words in told if INSTRUCTION.search(words)] == []


def test_an_event_is_told_in_the_words_that_are_read_aloud_and_once():
    lines = {line.words: line for line in story()}
    event = "The tramp of boots to the left front, then an order, then silence: nine men of the line have taken post."
    assert lines[event].also == (
        "9 Average soldiers, 30 in to the left front of your ring: musket and bayonet; an NCO and one officer among them.",
    )


def test_every_sentence_begins_with_a_capital_or_a_number():
    told = [words for line in story() for words in (line.words, *line.also) if words]
    assert [words for words in told if words[0].islower()] == []


def test_initiatives_volleys_and_morale_are_told_by_name():
    words = [line.words for line in story()]
    assert "The rising has the initiative." in words
    assert "The government has the initiative." in words
    told = [*words, *(also for line in story() for also in line.also)]
    for sentence in (
        r"The veterans fire \w+ muskets? at .+: (no loss|.+ loses? \w+|\w+ falls?)\.",
        r"The \w+ set out and can go \d+ in\.",
        r"The \w+ go [\d.]+ in\.",
        r".+ (lose|loses) heart and wavers?\.",
    ):
        assert any(re.fullmatch(sentence, each) for each in told), sentence


@pytest.mark.parametrize(
    ("name", "inside"),
    (
        ("The volunteers", "the volunteers"),
        ("Thessaly", "Thessaly"),
        ("smithy", "the smithy"),
        ("house-2", "the house"),
    ),
)
def test_a_name_inside_a_sentence_has_a_small_article(name, inside):
    assert within(name) == inside


def test_what_the_log_leaves_out_is_something_that_the_umpire_says():
    texts = catalogue(TABLE).texts
    assert {name for name in HUSHED if name not in texts} == set()
    assert {name for name in QUIET if name not in DEEDS} == set()
    told = [name.removeprefix("desk.told.") for name in texts if name.startswith("desk.told.")]
    assert told
    assert [name for name in told if name not in texts] == []


def last_line(battle: Battle[UprisingField], seat: str = PLAYER) -> Line:
    """The newest entry as a seat reads it."""
    numbers = Numbering(battle.log.seat(seat)).follow(battle.log)
    entry = numbers.entry(battle.log, list(numbers.heard_since(0))[-1])
    with Texts.strictly():
        (line,) = TABLE.desk.lines(battle.view(seat), entry)
    return line


def begun(*units: Laid, seed: str = "story", **about: Any) -> Battle[UprisingField]:
    return Battle.begin(TABLE, opening(*units, **about), SEATS, seed)


LINE = troops("Line", row(20, 60, 4))


def test_whoever_stays_has_not_moved_and_whoever_goes_is_told_how_far():
    thrown = submitted(
        begun(rebels("Willich's scythes", row(10, 10, 3)), LINE), PLAYER, act("move", "Willich's scythes")
    )
    assert re.fullmatch(r"Willich's scythes set out and can go \d in\.", last_line(thrown).words)
    stays = submitted(thrown, PLAYER, act("go", "Willich's scythes", ways=((),) * 3))
    assert last_line(stays).words == "Willich's scythes stay after all."
    goes = submitted(thrown, PLAYER, go(thrown.state, "Willich's scythes", 0, 2.5))
    assert last_line(goes).words == "Willich's scythes go 2.5 in."


def test_villagers_who_have_been_spoken_to_go_their_way_and_have_not_fallen():
    folk = troops("Villagers", row(10, 15, 3), kind=Kind.CIVILIANS, quality=CIVILIAN, men=plain(3, CIVILIAN), nco=False)
    after = submitted(
        begun(rebels("The core", row(10, 11, 4), leader=True), folk, LINE),
        PLAYER,
        act("parley", "The core", "Villagers"),
    )
    assert last_line(after).words == "The core speaks with Villagers: they hear them out and leave."


@pytest.mark.rule("R48-11.37")
def test_an_event_behind_ones_own_lines_is_told_as_one_of_which_nothing_came():
    """The dice put them there, and whoever is to come behind friendly lines does not come."""
    nothing = "That is behind your own lines. Nobody comes."
    waits = rebels("The core", row(10, -2, 4), leader=True)
    told = []
    for seed in range(60):
        battle = submitted(
            begun(waits, LINE, waiting=("The core",), side=None, seed=f"{seed}"), PLAYER, act("initiative")
        )
        came = set(battle.state.pieces) - {"The core", "Line"}
        line = last_line(battle)
        if nothing in line.also:
            assert not came
            told.append(line)
    assert told
    assert {line.also for line in told} == {(nothing,)}, "nothing is told of who they would have been"


def test_the_verdict_on_rifles_says_what_has_become_of_them():
    core = rebels(
        "Core", row(10, 50, 3), firearm=Firearm.FLINTLOCK_RIFLE, men=plain(3, firearm=Firearm.FLINTLOCK_RIFLE)
    )
    battle = submitted(begun(core, LINE), PLAYER, act("fire_rifle", "Core", "Line"))
    seat, number = battle.log.seat(PLAYER), battle.log.number
    entry = battle.log.entries[-1]
    assert isinstance(entry, Entry)
    moments = tuple(moments_of(TABLE, battle.state_at(number - 1), entry, seat))
    told = Numbering(seat).follow(battle.log).entry(battle.log, number)
    deed = TABLE.desk.deed(moments, battle.view(PLAYER), (), told)
    words = [change.words for change in deed.changes]
    assert [each for each in words if INSTRUCTION.search(each)] == []
    assert any("to be loaded again" in each for each in words)


def test_whatever_was_done_is_counted_in_words_in_the_sum_of_a_round():
    texts = catalogue(TABLE).texts
    counted = {name for name in DEEDS if DEEDS[name].by or DEEDS[name].at} - QUIET
    assert {name for name in counted if f"desk.round.{name}" not in texts} == set()


def test_no_effect_that_the_table_carries_out_tells_hands_to_do_it():
    """Verdicts are opened as cards, and tell every effect."""
    texts = catalogue(TABLE).texts
    told = {name: texts.get(f"desk.told.{name}", words) for name, words in texts.items() if name.startswith("effect.")}
    by_hand = {
        name: words for name, words in told.items() if INSTRUCTION.search(words) and not name.endswith("_detail")
    }
    assert by_hand == {}


def test_a_charge_says_first_what_has_become_of_the_charged():
    told = []
    for seed in range(30):
        core, line = rebels("The veterans", row(10, 10, 8, 1.2)), troops("Guards", row(10, 14, 8, 1.2))
        battle = submitted(begun(core, line, seed=f"{seed}"), PLAYER, act("charge", "The veterans", "Guards"))
        while battle.question is not None:
            outcome = battle.answer(GOVERNMENT, battle.question.key, "none")
            assert isinstance(outcome, Accepted)
            battle = outcome.battle
        told.append(last_line(battle).words)
    both = [words for words in told if "the veterans lose" in words and re.search(r"\bfalls?\b", words)]
    assert both
    assert [words for words in both if not re.search(r": \w+ falls?, the veterans lose", words)] == []


def test_nobody_is_named_twice_in_a_line():
    """Of whom the sentence names as its target, what became of them says nothing but how many."""
    names = sorted({within(name) for name in fought().state.books.units}, key=len, reverse=True)
    twice = []
    for line in story():
        left, found = line.words.casefold(), []
        for name in names:
            found += [name] * left.count(name.casefold())
            left = left.replace(name.casefold(), "")
        if len(set(found)) < len(found):
            twice.append(line.words)
    assert twice == []


def test_the_bill_says_what_fell_and_not_what_falls_on_the_average():
    core, line = rebels("Core", row(10, 10, 6, 1.2)), troops("Line", row(10, 16, 8, 1.2))
    told = set()
    for seed in range(8):
        before = begun(core, line, seed=f"{seed}")
        after = submitted(before, PLAYER, act("fire_musket", "Core", "Line"))
        entry = after.log.entries[-1]
        assert isinstance(entry, Entry)
        for deed in deeds(TABLE, before.state, (entry,), lambda _: True):
            told |= {stroke.words for stroke in TABLE.reckoner.strokes(deed)}
    assert all(re.fullmatch(r"Core fires? \w+ muskets? at Line: (no loss|\w+ falls?)", words) for words in told), told
    assert len(told) > 1
