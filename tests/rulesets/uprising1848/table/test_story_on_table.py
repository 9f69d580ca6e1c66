"""The log of the table reads as a story: what happened, and no instruction for figures that the table moves itself."""

from __future__ import annotations

import re
from functools import cache

import pytest

from sandtable.battle.desk import Line
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.scenario.library import source_of
from sandtable.battle.seat import Seat
from sandtable.battle.texts import catalogue
from sandtable.kernel.requests import Choose
from sandtable.rulesets.uprising1848.table.rules import DEEDS, TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField, within
from sandtable.rulesets.uprising1848.table.story import HUSHED, QUIET

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


def test_initiatives_volleys_and_morale_are_told_by_name():
    words = [line.words for line in story()]
    assert "The rising has the initiative." in words
    assert "The government has the initiative." in words
    told = [*words, *(also for line in story() for also in line.also)]
    for sentence in (
        r"The veterans fire \w+ muskets? at .+: (no loss|.+ loses? \d+)\.",
        r"The \w+ set out, \d+ in at most\.",
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
