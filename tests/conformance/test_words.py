"""The words of every ruleset: each flag of an effect shows in them, and each distance follows the players' measure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from sandtable.conformance.cases import Case, cases
from sandtable.conformance.inspection import messages_of_request, messages_of_verdict
from sandtable.kernel.messages import PLAIN, Message, Style
from sandtable.kernel.ruleset import Action, Ruleset
from tests.support.told import effects_met, untold

SCALES = (Style(2, "in"), Style(Fraction(1, 2), "in"), Style(1, "cm"))
VERDICTS = 40  # of a form
FILLED_IN = re.compile(r"\{[^{}]*\}")
PLACES = "the|all|a|an|hard|soft|cover|contact|negotiations"  # what numbers of things are in, which is no unit
OWN = re.compile(
    rf"\d (?:in|cm)\b(?! (?:{PLACES})\b)|\b(?:an?|one|two|three|four|six|eight|twelve|half an) inch(?:es)?\b",
    re.IGNORECASE,
)
TOLD = re.compile(rf"(\d+(?:\.\d+)?)(?:\N{{EN DASH}}(\d+(?:\.\d+)?))? (?:in|cm)\b(?! (?:{PLACES})\b)")
ROUNDED = Fraction(1, 50)  # lengths are told to a hundredth, and one is worked out of another here


def test_every_flag_of_an_effect_shows_in_its_words(ruleset: Ruleset) -> None:
    met = {effect.kind: effect for effect in effects_met(ruleset.id)}
    silent = (name.rpartition(".") for name in untold(ruleset))
    assert [f"{kind}.{name}" for kind, _, name in silent if isinstance(getattr(met[kind], name), bool)] == []


def test_no_text_has_a_distance_of_its_own(ruleset: Ruleset) -> None:
    """But for the scale of the game, which says what an inch stands for."""
    own = {name: text for name, text in ruleset.catalogue.texts.items() if not name.startswith(("kernel.", "ruleset."))}
    assert {name: text for name, text in own.items() if OWN.search(FILLED_IN.sub("", text))} == {}


def test_every_distance_that_is_told_follows_the_measure(ruleset: Ruleset, action: Action) -> None:
    say = ruleset.catalogue.say
    for message in dict.fromkeys(one for case in cases(ruleset, action) for one in messages_of(case)):
        plain = lengths(say(message, PLAIN))
        for style in SCALES:
            other = lengths(say(message, style))
            wanted = [style.on_tape(length) for length in plain]
            assert len(other) == len(wanted), (say(message, PLAIN), say(message, style))
            for told, true in zip(other, wanted, strict=True):
                assert abs(told - true) < ROUNDED, (say(message, PLAIN), say(message, style))


def messages_of(case: Case) -> Iterator[Message]:
    for verdict, _ in islice(case.exact.law, VERDICTS):
        yield from messages_of_verdict(verdict)
    for request in case.exact.requests.values():
        yield from messages_of_request(request)


def lengths(text: str) -> list[Fraction]:
    return [Fraction(number) for found in TOLD.findall(text) for number in found if number]


def test_lengths_are_found_and_numbers_of_things_are_not() -> None:
    assert lengths("Move up to 4.5 in. Fired at from 6\N{EN DASH}12 in.") == [Fraction(9, 2), Fraction(6), Fraction(12)]
    assert lengths("20 in all, 10 in the open, +1 in negotiations") == []
    assert OWN.search("Within 6 in of it")
    assert OWN.search("within an inch")
