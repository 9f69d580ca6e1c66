"""Rules in stages: played, asked and replayed as one rule, and weighed as every face would weigh them."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from sandtable.conformance.leaves import law_of_leaves, leaves
from sandtable.kernel.dice import AVERAGE, D6
from sandtable.kernel.drivers import Asking, Exact, Finished, Given, ask, enumerate_exactly, replay, throw
from sandtable.kernel.requests import Count, Observe, Request, Roll
from sandtable.kernel.stages import Ask, Repeated, Staged, Throw
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.verdict import Rule
from tests.kernel.rules import HITS, Told


def two_shots(_: object) -> Generator[Request, Any, int]:
    """Two throws, of which only the sum goes on."""
    hits = 0
    for _ in range(2):
        hits += yield Roll("shot", (D6,), read=lambda face: int(face >= 4))
    return hits


def losses(hits: int) -> Rule[Told]:
    """What was hit is asked about, and may be lost."""
    cover = yield Observe("cover", usual=False)
    lost = yield Count("losses", D6, hits, (HITS,), read=lambda count: count)
    return Told(readings=(hits, cover, lost))


def unhurt(hits: int) -> Told | int:
    """A stage that throws nothing, and ends the rule where nobody was hit."""
    return hits or Told(readings=(0,))


def fire_fight() -> Staged[Told]:
    return Staged(None, two_shots, unhurt, losses)


class Melee(NamedTuple):
    """Who is left of two parties."""

    ours: int
    theirs: int


def blow(melee: Melee) -> Generator[Request, Any, Melee | Told]:
    """One of the two loses a man; a four ends it all."""
    face = yield Roll("blow", (AVERAGE,), read=lambda face: (face > 3) - (face < 3) if face != 4 else None)
    if face is None:
        return Told(readings=("night",))
    return Melee(melee.ours - (face <= 0), melee.theirs - (face > 0))


def struggle() -> Staged[Told]:
    """Blows until one party is gone."""
    over = Repeated(blow, lambda melee: not (melee.ours and melee.theirs))
    return Staged(Melee(2, 3), over, lambda melee: Told(readings=tuple(melee)))


def nested() -> Staged[Told]:
    """A stage that is in stages itself."""
    return Staged(
        1,
        lambda hits: Staged(hits, two_shots, lambda more: hits + more),
        losses,
    )


def numbered() -> Staged[Told]:
    """The same key in two stages, asked more often on some ways than on others."""

    def again(hits: int) -> Rule[Told]:
        return Told(readings=(hits, (yield Roll("shot", (D6,), read=lambda face: face == 6))))

    def another(hits: int) -> Generator[Request, Any, int]:
        more: int = (yield Roll("shot", (D6,), read=lambda face: int(face >= 5))) if hits == 1 else 0
        return min(1, hits + more)

    return Staged(None, two_shots, another, again)


def one_by_one() -> Staged[Told]:
    """Stages of one request each: dice and questions, of which some ways need none."""
    shot = Roll("shot", (D6,), read=lambda face: int(face >= 4))
    cover = Observe("cover", usual=False)
    return Staged(
        0,
        Throw(lambda _: shot, lambda hits, hit: hits + hit),
        Throw(lambda hits: shot if hits else None, lambda hits, hit: hits + (hit or 0)),
        Ask(lambda hits: cover if hits else None, lambda hits, covered: (hits, covered)),
        Throw(
            lambda state: Count("losses", D6, state[0], (HITS,), read=lambda count: count) if state[1] else None,
            lambda state, lost: Told(readings=(*state, lost)),
        ),
    )


EVERY_RULE = (fire_fight, struggle, nested, numbered, one_by_one)


@pytest.mark.parametrize("rule", EVERY_RULE)
def test_the_law_is_that_of_every_face(rule):
    exact = enumerate_exactly(rule)
    assert dict(exact.law) == law_of_leaves(list(leaves(rule)))
    assert exact.law.total == 1
    assert len(exact.law) > 1


@pytest.mark.parametrize(
    ("rule", "answers"),
    (
        (fire_fight, {"cover": Given(value=True)}),
        (fire_fight, {"shot.2": Given(6)}),
        (fire_fight, {"shot": Given(6), "shot.2": Given(5), "losses": Given([6, 1])}),
        (fire_fight, {"shot": Given(1), "shot.2": Given(1)}),
        (struggle, {"blow.2": Given(4)}),
        (struggle, {"blow": Given(2), "blow.3": Given(5)}),
        (numbered, {"shot.3": Given(6)}),
        (numbered, {"shot.4": Given(6)}),
        (one_by_one, {"cover": Given(value=True)}),
        (one_by_one, {"shot.2": Given(2), "cover": Given(value=True)}),
    ),
)
def test_answers_given_fix_dice_and_questions(rule, answers):
    assert dict(enumerate_exactly(rule, answers).law) == law_of_leaves(list(leaves(rule, answers)))


@pytest.mark.parametrize("rule", EVERY_RULE)
def test_one_throw_of_it_is_replayed_from_its_record(rule):
    thrown = throw(rule, DiceStream("stages"))
    assert isinstance(thrown.verdict, Told)
    assert replay(rule, [(step.key, step.value) for step in thrown.steps]).verdict == thrown.verdict


def test_it_is_asked_step_by_step():
    first = ask(fire_fight, {})
    assert isinstance(first, Asking)
    assert first.key == "shot"
    both = ask(fire_fight, {"shot": Given(6), "shot.2": Given(5)})
    assert isinstance(both, Asking)
    assert both.key == "cover"
    missed = ask(fire_fight, {"shot": Given(1), "shot.2": Given(2)})
    assert isinstance(missed, Finished)
    assert missed.verdict == Told(readings=(0,))


def test_ways_to_the_same_state_are_gone_on_from_once():
    begun: list[int] = []

    def counted(hits: int) -> Rule[Told]:
        begun.append(hits)
        return Told(readings=(hits, (yield Roll("more", (D6,), read=lambda face: face == 6))))

    exact: Exact[Told] = enumerate_exactly(lambda: Staged(None, two_shots, counted))
    assert sorted(begun) == [0, 0, 1, 1, 2, 2]  # each of three states, once for each of two readings
    assert exact.law[Told(readings=(1, True))] == Fraction(2, 4) * Fraction(1, 6)


def test_a_repeated_stage_merges_its_states_in_every_round():
    """Twenty a side: by single ways this would not end."""
    begun = 0

    def counted(melee: Melee) -> Generator[Request, Any, Melee]:
        nonlocal begun
        begun += 1
        ours: bool = yield Roll("blow", (D6,), read=lambda face: face > 3)
        return Melee(melee.ours - ours, melee.theirs - (not ours))

    over = Repeated(counted, lambda melee: not (melee.ours and melee.theirs))
    exact: Exact[Told] = enumerate_exactly(
        lambda: Staged(Melee(20, 20), over, lambda melee: Told(readings=tuple(melee)))
    )
    assert begun == 2 * 20 * 20
    assert exact.law.probability(lambda told: told.readings[0] > 0) == Fraction(1, 2)


def test_stages_of_one_request_ask_and_throw_as_any_rule_does():
    exact: Exact[Told] = enumerate_exactly(one_by_one)
    assert set(exact.assumed) == {"cover"}
    assert set(exact.requests) == {"shot", "shot.2", "cover"}
    asked = ask(one_by_one, {"shot": Given(6), "shot.2": Given(1)})
    assert isinstance(asked, Asking)
    assert asked.key == "cover"
    done = ask(one_by_one, {"shot": Given(1)})
    assert isinstance(done, Finished)
    assert done.verdict == Told(readings=(0, None, None))


def test_whatever_was_asked_on_any_way_is_assumed_and_named():
    """Hit or not, the night falls or does not."""

    def shot(_: object) -> Generator[Request, Any, int]:
        yield Observe("cover", usual=False)
        hit: int = yield Roll("shot", (D6,), read=lambda face: int(face >= 5))
        return hit

    def either(hits: int) -> Rule[Told]:
        yield Observe("night" if hits else "fog", usual=False)
        return Told(readings=("over",))

    exact: Exact[Told] = enumerate_exactly(lambda: Staged(None, shot, either))
    assert dict(exact.law) == {Told(readings=("over",)): 1}
    assert set(exact.assumed) == {"cover", "night", "fog"}
    assert set(exact.requests) == {"cover", "shot", "night", "fog"}
