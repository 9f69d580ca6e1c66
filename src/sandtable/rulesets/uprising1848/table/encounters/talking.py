"""Talk: parley, oratory and negotiation by figures near enough to be heard (R48-6.50 to R48-6.53, R48-6.59 to R48-6.61a, R48-G.39 to R48-G.41)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from sandtable.geometry.measure import in_inches
from sandtable.kernel.problem import Problem
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.kit import Deed, Facts
from sandtable.rulesets.uprising1848.event_effects import EMBASSY
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.acting import group_problems, men_acting, told_of, wrong
from sandtable.rulesets.uprising1848.table.figures import LED_BY, Man, Role, leading_of
from sandtable.rulesets.uprising1848.table.state import Deciding, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import (
    SOLDIERS,
    Audience,
    Kind,
    Leading,
    Quality,
    Speaker,
    Status,
)

Fits = Callable[[Man], bool]


def anybody(_: Man) -> bool:
    """Everybody may."""
    return True


def speaks(doing: Deciding, fits: Fits = anybody) -> tuple[int, ...]:
    """The one figure that does it: whoever is named, else of those who may the nearest to the target."""
    men, named = men_acting(doing), [each for each in doing.order.members if 0 <= each < len(men_acting(doing))]
    if named:
        return (named[0],)
    able = [each for each, man in enumerate(men) if not man.acted and fits(man)]
    if not able:
        return ()
    if not doing.target.figures or doing.actor.id in doing.field.waiting:
        return (able[0],)
    far = gaps([doing.actor.stands[each] for each in able], doing.target.stands).min(axis=1)
    return (able[int(far.argmin())],)


def one_problems(doing: Deciding, one: tuple[int, ...]) -> Iterator[Problem]:
    """What forbids a single figure to act; it is done by one alone (R48-4.26a)."""
    if len(doing.order.members) > 1:
        yield wrong("members", "alone", "R48-4.26a")
    if doing.actor.id in doing.field.waiting:
        yield wrong("piece", "waits", "R48-G.57", name=doing.actor.id)
    yield from group_problems(doing, one)


def distance_to(doing: Deciding, one: tuple[int, ...]) -> dict[str, Any]:
    """How far it is to those who are spoken to."""
    if not one or not doing.target.figures:
        return {}
    stand = doing.actor.stands[one[0]]
    return {"distance": in_inches(int(gaps([stand], doing.target.stands).min()))}


# ---- Parley ------------------------------------------------------------------------------------------------------------------------


def parley_facts(doing: Deciding) -> Facts:
    """Whom, and how far off."""
    one = speaks(doing)
    return {**told_of(doing, one), **distance_to(doing, one), "target_name": doing.target.id}


def parley_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Only Civilians are parleyed with (R48-3.45a, R48-6.50)."""
    yield from one_problems(doing, speaks(doing))
    if doing.field.unit(doing.target.id).party.kind is not Kind.CIVILIANS:
        rule = "R48-3.45a" if doing.field.unit(doing.target.id).party.kind is Kind.MOB else "R48-6.50"
        yield wrong("target", "no_civilians", rule, name=doing.target.id)


# ---- Oratory -----------------------------------------------------------------------------------------------------------------------


def is_leader(man: Man) -> bool:
    """Only revolutionary leaders speak to troops (R48-6.51)."""
    return man.role is Role.LEADER


_AUDIENCES = {
    Quality.VETERAN: Audience.VETERAN,
    Quality.AVERAGE: Audience.AVERAGE,
    Quality.CONSCRIPT: Audience.CONSCRIPT,
}
_OTHERS = {Kind.CIVILIANS: Audience.CIVILIANS, Kind.ARISTOCRATS: Audience.ARISTOCRATS, Kind.MOB: Audience.MOB}


def listeners(field: UprisingField, name: str) -> dict[Quality, int]:
    """Soldiers of an audience by their own quality; officers never come over (R48-G.41(c), R48-G.41(d))."""
    counts = Counter(man.quality for man in field.men[name] if man.role is not Role.OFFICER)
    return {quality: counts[quality] for quality in SOLDIERS if counts[quality]}


def oratory_facts(doing: Deciding) -> Facts:
    """The audience as it stands there."""
    field, one, men = doing.field, speaks(doing, is_leader), men_acting(doing)
    unit, name = field.unit(doing.target.id), doing.target.id
    told: dict[str, Any] = {
        **told_of(doing, one),
        **distance_to(doing, one),
        "speaker": Speaker.LEADER if one and is_leader(men[one[0]]) else Speaker.OTHER,
        "audience_wavering": unit.status is Status.WAVERING,
        "audience_leaderless": leading_of(field.men[name], unit.party.kind) is Leading.NOBODY,
        "officers": sum(man.role is Role.OFFICER for man in field.men[name]),
    }
    if unit.party.kind in _OTHERS:
        return told | {"audience": _OTHERS[unit.party.kind]}
    counts = sorted(listeners(field, name).items(), key=lambda each: (-each[1], SOLDIERS.index(each[0])))
    if not counts:
        return told | {"audience": Audience.VETERAN, "soldiers": 1}
    told |= {"audience": _AUDIENCES[counts[0][0]], "soldiers": counts[0][1]}
    rest = sum(count for _, count in counts[1:])
    return told | ({"other_soldiers": rest, "other_quality": counts[1][0]} if rest else {})


def oratory_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """A leader, alone (R48-6.51, R48-6.51a)."""
    one = speaks(doing, is_leader)
    if not one and any(is_leader(man) for man in men_acting(doing)):
        yield wrong("members", "acted", "R48-4.28", name=doing.actor.id)
    elif not one:
        yield wrong("members", "no_leader", "R48-6.51", name=doing.actor.id)
    else:
        yield from one_problems(doing, one)


# ---- Negotiation -------------------------------------------------------------------------------------------------------------------


def may_negotiate(man: Man) -> bool:
    """A leader, or an officer or NCO whom he appoints (R48-6.59, R48-G.56(e))."""
    return man.role in (*LED_BY, Role.PROMOTED)


def negotiate_facts(doing: Deciding) -> Facts:
    """Who speaks, and how far it is to the Representative."""
    one, men = speaks(doing, may_negotiate), men_acting(doing)
    speaker = Speaker.OTHER
    if one and is_leader(men[one[0]]):
        speaker = Speaker.LEADER
    elif one and may_negotiate(men[one[0]]) and _leader_there(doing.field, doing.actor.owner):
        speaker = Speaker.REPRESENTATIVE
    return {**told_of(doing, one), **distance_to(doing, one), "speaker": speaker}


def _leader_there(field: UprisingField, side: str) -> bool:
    return any(is_leader(man) for piece in field.there(side) for man in field.men[piece.id])


def negotiate_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Only with an embassy (R48-6.60)."""
    yield from one_problems(doing, speaks(doing, may_negotiate))
    if not doing.target.id.startswith(EMBASSY.capitalize()):
        yield wrong("target", "no_embassy", "R48-6.60", name=doing.target.id)


PARLEY: Deed[UprisingField] = Deed(
    action=RULESET.by_id["parley"], by="R48-6.50a", at="R48-6.50", measures=parley_facts, hinders=parley_hinders
)
ORATORY: Deed[UprisingField] = Deed(
    action=RULESET.by_id["oratory"], by="R48-6.51", at="R48-6.51b", measures=oratory_facts, hinders=oratory_hinders
)
NEGOTIATE: Deed[UprisingField] = Deed(
    action=RULESET.by_id["negotiate"],
    by="R48-6.59",
    at="R48-6.59a",
    measures=negotiate_facts,
    hinders=negotiate_hinders,
)
