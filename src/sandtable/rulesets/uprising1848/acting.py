"""Who may act, and on whom: figures act once a turn, and who is gone neither acts nor is acted on (R48-4.28, R48-8.05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.fields import distance_words
from sandtable.rulesets.uprising1848.vocabulary import Quality, Side, Status, plural


def acting_problems(situation: Any, figures: str = "") -> Iterator[Problem]:
    """A unit that is gone does nothing, nor do figures that have acted; ``figures`` names the field that counts who acts."""
    if situation.actor_is_gone:
        yield Problem("actor_is_gone", Message("problem.actor_gone"), ("no",), "R48-8.05")
    if situation.actor_has_acted:
        yield Problem("actor_has_acted", Message("problem.has_acted"), (), "R48-4.28")
        return
    left = situation.actor_left_to_act if figures else None
    if left is not None and getattr(situation, figures) > left:
        yield Problem(figures, Message.of("problem.left_to_act", left=left), (), "R48-4.28")


def gone_on_cards(place: str, cards: Sequence[Any]) -> Iterator[Problem]:
    """Units of a list that are gone."""
    for number, card in enumerate(cards, start=1):
        if card.actor_is_gone:
            yield Problem(f"{place}.{number}.actor_is_gone", Message("problem.actor_gone"), ("no",), "R48-8.05")


def target_problems(situation: Any) -> Iterator[Problem]:
    """Who is gone is no target."""
    if situation.target_is_gone:
        yield Problem("target_is_gone", Message("problem.target_gone"), ("no",), "R48-8.05")


def attack_problems(situation: Any, figures: str = "") -> Iterator[Problem]:
    """What forbids any attack: bystanders never fight, Wavering troops do not, an audience is spared, a truce holds (R48-3.41, R48-5.07, R48-10.07, R48-6.52a, R48-6.61)."""
    yield from acting_problems(situation, figures)
    if situation.actor_never_fights:
        yield Problem("actor_never_fights", Message("problem.never_fights"), ("no",), "R48-3.41")
    if situation.actor_status is Status.WAVERING:
        yield Problem("actor_status", Message("problem.wavering"), (Status.SOLID,), "R48-10.07")
    yield from target_problems(situation)
    if situation.target_heard_oratory:
        yield Problem("target_heard_oratory", Message("problem.heard_oratory"), (), "R48-6.52a")
    if situation.truce:
        yield Problem("truce", Message("problem.truce"), (), "R48-6.61")


def player_only(situation: Any, rule: str) -> Iterator[Problem]:
    """Some actions belong to the Players alone (R48-6.01)."""
    if situation.side_acting is not Side.PLAYER:
        yield Problem("side_acting", Message("problem.players_only"), (Side.PLAYER,), rule)


def too_far(inches: Fraction | None, reach: str, rule: str, tables: Tables) -> Iterator[Problem]:
    """Speech and sight have their reach."""
    most = tables.number("links", reach)
    if inches is not None and inches > most:
        yield Problem("distance", Message.of("problem.too_far", most=Fraction(most)), (), rule)


# ---- Who does what to whom ------------------------------------------------------------------------------------------------------


def acts(action: str, situation: Any) -> Message:
    """Who acts: a unit by its name, else figures by their quality."""
    return Message.of(f"subject.{action}", who=situation.actor_name or plural(situation.actor))


def strikes(action: str, number: int, situation: Any) -> Message:
    """How many strike at how many, and how far off they are."""
    return Message.of(
        f"subject.{action}",
        who=_counted(number, situation.actor_name, situation.actor),
        whom=_counted(situation.targets, situation.target_name, situation.target),
        range=_range(situation),
    )


def _counted(number: int, name: str | None, quality: Quality) -> Message:
    """So many of a unit, or so many of their kind."""
    if name:
        return Message.of("word.some_of", number=number, name=name)
    return Message.of("word.figures", number=number, quality=plural(quality, number))


def _range(situation: Any) -> Message:
    told = getattr(situation, "range", None)
    if told is None:
        told = getattr(situation, "start_distance", None)
    return Message("word.no_range") if told is None else distance_words(told)
