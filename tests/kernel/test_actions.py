"""Rules that register themselves: what their annotations say, and rulings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import ClassVar

import pytest

from sandtable.kernel.actions import action, actions_of
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import number
from sandtable.kernel.messages import Message
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Measures, Outcome, Rule, Ruling, Verdict, measuring
from tests.support.talk import Fields

HERE = sys.modules[__name__]
TABLES = Tables({}, {})


@dataclass(frozen=True)
class Walk:
    inches: int = number()

    def subject(self) -> Message:
        return Message.of("walks", inches=self.inches)


@dataclass(frozen=True)
class Rest:
    turns: int = number()


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps(Verdict):
    steps: int
    measures: ClassVar[Measures] = measuring("steps", twice="doubled")

    @property
    def doubled(self) -> int:
        return 2 * self.steps

    def outcome(self) -> Outcome:
        return Outcome("steps", Message("steps"), 0, 0)


@action("move", "X-1 X-2")
def walk(situation: Walk, tables: Tables) -> Rule[Steps]:  # noqa: ARG001 - every rule is handed its tables
    yield from ()
    return Steps(steps=situation.inches)


@action("move", "X-3", name="stroll", layout="chain")
def walk_slowly(situation: Walk, tables: Tables) -> Staged[Steps]:  # noqa: ARG001 - every rule is handed its tables
    return Staged(Steps(steps=situation.inches))


@action("move", "X-5", measures="steps")
def march(situation: Walk, tables: Tables) -> Rule[Ruling]:  # noqa: ARG001 - every rule is handed its tables
    yield from ()
    return Ruling.of("marched", order=situation.inches, steps=situation.inches)


@dataclass(frozen=True)
class Stray(Walk):
    def subject(self) -> Message:
        return Message("strays")


@dataclass(frozen=True)
class WindAlong(Walk):
    pass


@action("move", "X-6", form=Stray)
@action("rest", "X-7", form=WindAlong)
def wander(situation: Walk) -> Ruling:
    return Ruling.of("wandered", inches=situation.inches)


@action("rest", "X-4", measures="turns inches", lengths="inches", ledger_only=True, option=("rests", True))
def rest(situation: Rest) -> Ruling:
    return Ruling.of("rested.well", Effect(whom="actor"), notes=(Effect(whom="books"),), turns=situation.turns)


def test_a_rule_is_an_action_by_its_name_and_annotations():
    walking, strolling, marching, *_, resting = actions_of(HERE)
    assert (walking.id, walking.situation, walking.verdict, walking.rules) == ("walk", Walk, Steps, ("X-1", "X-2"))
    assert (walking.layout, walking.measures) == ("bars", ("steps", "twice"))
    assert (strolling.id, strolling.verdict, strolling.layout, strolling.group) == ("stroll", Steps, "chain", "move")
    assert (marching.verdict, marching.layout, marching.measures) == (Ruling, "bars", ("steps",))
    assert (resting.verdict, resting.layout, resting.ledger_only) == (Ruling, "plain", True)
    assert (resting.option, resting.measures, resting.distances) == (
        ("rests", True),
        ("turns", "inches"),
        frozenset({"inches"}),
    )


def test_a_rule_that_needs_no_tables_takes_none():
    *_, resting = actions_of(HERE)
    assert resting.rule(Rest(turns=2), TABLES) == rest(Rest(turns=2))


def test_a_situation_tells_who_does_what():
    walking, *_, resting = actions_of(HERE)
    assert walking.subject is not None
    assert walking.subject(Walk(inches=3)) == Message.of("walks", inches=3)
    assert resting.subject is None


def test_actions_come_in_the_order_asked_for_and_once():
    assert [one.id for one in actions_of(rest, HERE)] == ["rest", "walk", "stroll", "march", "stray", "wind_along"]
    assert actions_of(ModuleType("elsewhere")) == ()


def test_a_rule_without_a_verdict_is_an_error_of_the_program():
    def nothing(situation: Walk, tables: Tables) -> Iterator[int]:  # noqa: ARG001 - every rule is handed its tables
        yield 1

    with pytest.raises(ValueError, match="not enough values"):
        action("move", "X-9")(nothing)


def test_measures_are_taken_from_attributes():
    assert Steps(steps=3).measured() == {"steps": 3, "twice": 6}
    assert (Steps(steps=3).measure("twice"), Steps(steps=3).measure("other")) == (6, 0)


def test_a_ruling_says_how_it_ended_and_counts_its_numbers():
    reason = Modifier(Message("why"), None)
    about: Fields = {"reasons": (reason,), "words": {"who": "Ana"}, "grave": 3}
    ruling = Ruling.of("move.moves", Effect(whom="actor"), **about, inches=Fraction(5, 2), far=True)
    label = Message.of("outcome.move.moves", inches=Fraction(5, 2), far=True, who="Ana")
    assert ruling.outcome() == Outcome("move.moves", label, 3, 0)
    assert (ruling.headline(), ruling.severity(), ruling.modifiers()) == (label, 3, (reason,))
    assert ruling.measured() == {"inches": Fraction(5, 2), "far": True}
    assert (ruling.measure("inches"), ruling.measure("points")) == (Fraction(5, 2), 0)
    assert Ruling.of("won", large=Message("hurrah")).headline() == Message("hurrah")
    thrown = Ruling.of("arrival", order=7, turn=7).outcome()
    assert (thrown.key, thrown.order, thrown.label) == ("arrival.7", 7, Message.of("outcome.arrival", turn=7))
    assert ruling == Ruling.of("move.moves", Effect(whom="actor"), **about, inches=Fraction(5, 2), far=True)


def test_a_ruling_hands_effects_and_notes_to_the_books():
    ruling = rest(Rest(turns=1))
    assert [one.whom for one in ruling.changes] == ["actor", "books"]


def test_a_rule_of_several_forms_is_an_action_for_each_in_the_order_they_are_read():
    """Decorators work upwards, people read downwards."""
    found = {one.id: one for one in actions_of(wander)}
    assert list(found) == ["stray", "wind_along"]
    assert [one.situation for one in found.values()] == [Stray, WindAlong]
    assert [(one.group, one.rules) for one in found.values()] == [("move", ("X-6",)), ("rest", ("X-7",))]
    assert [one.subject for one in found.values()] == [Stray.subject, Walk.subject]
