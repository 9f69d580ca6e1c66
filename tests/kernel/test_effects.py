"""Effects, tallies and verdicts: typed, told, and plain data for whoever wants it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from sandtable.kernel.effects import EVERYONE, Effect, LaterEffects, plain
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Verdict


class Status(Vocabulary):
    OK = "OK"


@dataclass(frozen=True, slots=True, kw_only=True)
class FallsBack(Effect):
    distance: Fraction
    status: Status = Status.OK
    icon: ClassVar[str] = "fall-back"


@dataclass(frozen=True, slots=True)
class Pair:
    a: Fraction
    b: tuple[Status, ...]


EFFECT = FallsBack(whom="target", distance=Fraction(5, 2))


def test_an_effect_is_named_and_told_by_its_class():
    assert EFFECT.kind == "falls_back"
    assert EFFECT.message.id == "effect.falls_back"
    assert dict(EFFECT.message.parameters) == {
        "whom": "target",
        "known_to": EVERYONE,
        "distance": Fraction(5, 2),
        "status": Status.OK,
    }
    assert EFFECT.detail == Message("effect.falls_back_detail", EFFECT.message.parameters)
    assert (EFFECT.icon, EFFECT.picture, EFFECT.has_words) == ("fall-back", "fall-back", True)


def test_an_effect_is_plain_data():
    assert EFFECT.plain() == {
        "effect": "falls_back",
        "whom": "target",
        "known_to": "everyone",
        "distance": 2.5,
        "status": "OK",
    }


@pytest.mark.parametrize(
    ("value", "data"),
    (
        (Status.OK, "OK"),
        (Fraction(6), 6),
        (Fraction(1, 4), 0.25),
        (Message.of("x", a=Status.OK), {"message": "x", "a": "OK"}),
        ((1, Status.OK, [Fraction(2)]), [1, "OK", [2]]),
        (frozenset({3}), [3]),
        (EFFECT, EFFECT.plain()),
        (Pair(Fraction(1, 2), (Status.OK,)), {"a": 0.5, "b": ["OK"]}),
        (None, None),
        (True, True),
        ("word", "word"),
    ),
)
def test_values_of_a_rulebook_become_json(value, data):
    assert plain(value) == data
    assert json.loads(json.dumps(plain(value))) == data


def test_a_tally_leaves_out_what_does_not_count():
    first = Modifier(Message("factor"), 0, "R-1")
    tally = Tally.of(
        [
            Modifier(Message("a"), 3),
            None,
            Modifier(Message("b"), 0),
            Modifier(Message("c"), -1),
            Modifier(Message("d"), None),
        ],
        Message("title"),
        first=first,
    )
    assert [modifier.reason.id for modifier in tally] == ["factor", "a", "c", "d"]
    assert tally.total == 2
    assert tally.title == Message("title")
    assert tally.percent is False
    assert Tally().total == 0
    assert Tally.of([None]).modifiers == ()
    assert Tally.of([], percent=True).percent is True


def test_a_tally_keeps_fractions_and_adds_only_whole_numbers_to_a_die() -> None:
    halves = Tally((Modifier(Message("a"), Fraction(-1, 2)), Modifier(Message("b"), Fraction(-4, 5))))
    assert halves.exact == Fraction(-13, 10)
    with pytest.raises(TypeError, match="not whole"):
        assert halves.total
    whole = Tally((Modifier(Message("a"), Fraction(1, 2)), Modifier(Message("b"), Fraction(3, 2))))
    assert whole.total == 2
    assert type(whole.total) is int


def test_a_list_and_reasons_without_numbers_have_no_sum() -> None:
    both_sides = (Modifier(Message("ours"), 25), Modifier(Message("theirs"), 10))
    assert Tally(both_sides).has_sum
    assert not Tally(both_sides, listed=True).has_sum
    assert not Tally.of(both_sides, listed=True).has_sum
    assert not Tally((Modifier(Message("far"), None),)).has_sum


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(Verdict):
    levels: int
    measures: ClassVar[dict[str, Any]] = {
        "levels": lambda verdict: verdict.levels,
        "half": lambda verdict: Fraction(verdict.levels, 2),
    }

    def outcome(self) -> Outcome:
        return Outcome("hit", Message("hit"), self.levels, 0)


def test_a_verdict_names_its_measures_headline_and_severity():
    assert Hit(levels=3).measured() == {"levels": 3, "half": Fraction(3, 2)}
    assert Hit(levels=3).headline() == Message("hit")
    assert Hit(levels=3).severity() == 3
    assert Hit(levels=3, effects=(EFFECT,)) == Hit(
        levels=3, effects=(FallsBack(whom="target", distance=Fraction(5, 2)),)
    )
    assert Hit(levels=3) != Hit(levels=3, effects=(EFFECT,))


def test_a_verdict_without_an_outcome_is_an_error_of_the_program():
    with pytest.raises(TypeError, match="Verdict names no outcome"):
        Verdict().outcome()


def test_later_effects_are_made_when_somebody_looks_and_once() -> None:
    made: list[int] = []

    def make() -> tuple[Effect, ...]:
        made.append(1)
        return (Effect(whom="target"), Effect(whom="actor"))

    later = LaterEffects(make)
    verdict = Verdict(effects=later)
    assert made == []
    assert [effect.whom for effect in verdict.effects] == ["target", "actor"]
    assert (len(later), later[1].whom, later[:1]) == (2, "actor", (Effect(whom="target"),))
    assert plain(later) == [Effect(whom="target").plain(), Effect(whom="actor").plain()]
    assert made == [1]


def test_later_effects_equal_the_tuple_they_make() -> None:
    now = (Effect(whom="target"),)
    later = LaterEffects(lambda: (Effect(whom="target"),))
    assert later == now
    assert now == later
    assert Verdict(effects=now) == Verdict(effects=later)
    assert hash(Verdict(effects=now)) == hash(Verdict(effects=later))
    assert later != (Effect(whom="actor"),)
    assert repr(later) == repr(now)


def test_a_verdict_tells_every_reason_those_of_its_tallies_too() -> None:
    alone, counted = Modifier(Message("alone"), None), Modifier(Message("counted"), 1)
    assert Hit(levels=1, reasons=(alone, Tally((counted,)))).modifiers() == (alone, counted)
