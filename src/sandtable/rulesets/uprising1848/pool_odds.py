"""Exact odds of many dice thrown in classes: the laws of the classes are folded, without a branch for every way they can be shared out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sandtable.kernel.drivers import Exact, Given, enumerate_exactly
from sandtable.kernel.law import Law
from sandtable.kernel.requests import Count, Request
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import VerdictType
from sandtable.rulesets.uprising1848.artillery import CannonTest, CasualtyVerdict, called, class_throws, take_tests
from sandtable.rulesets.uprising1848.effects import FiguresLost, Unharmed
from sandtable.rulesets.uprising1848.melee import Attack, AttackVerdict, attack, attack_throws, attacked
from sandtable.rulesets.uprising1848.pools import total_of
from sandtable.rulesets.uprising1848.vocabulary import Quality


def exact_attack(situation: Attack, tables: Tables, answers: Mapping[str, Given]) -> Exact[AttackVerdict]:
    """An attack on targets of which some have an attacker more than others (R48-G.63)."""
    if any(key.startswith("attack.") for key in answers):
        return enumerate_exactly(partial(attack, situation, tables), answers)
    return _folded(attack_throws(situation, tables), partial(attacked, situation))


def exact_tests(situation: CannonTest, tables: Tables, answers: Mapping[str, Given]) -> Exact[CasualtyVerdict]:
    """Several classes under one shot (R48-G.53a)."""
    if any(key.startswith("test.") for key in answers):
        return enumerate_exactly(partial(take_tests, situation, tables), answers)
    throws = class_throws(situation, tables)
    return _folded(throws, partial(_tested, situation, sum(throw.pool for throw in throws)))


def _tested(situation: CannonTest, of: int, total: int) -> CasualtyVerdict:
    """So many of all classes together; of several classes it is left open who they are."""
    whom, quality = "everyone", Quality.AVERAGE
    if len(situation.testers) == 1:
        whom, quality = called(situation.testers[0], 1), situation.testers[0].actor
    lost = FiguresLost(whom=whom, count=total, of=of, quality=quality)
    return CasualtyVerdict(casualties=total, of=of, effects=(lost if total else Unharmed(whom=whom),))


def _folded(throws: Sequence[Count], verdict_of: Callable[[int], VerdictType]) -> Exact[VerdictType]:
    weights = total_of(throws)
    law = Law.over({verdict_of(total): weight for total, weight in enumerate(weights)}, sum(weights))
    return Exact(law, {}, _numbered(throws))


def _numbered(throws: Sequence[Count]) -> dict[str, Request]:
    """Throws by their keys in a run: the first has its own, the others a number."""
    return {f"{throw.key}.{place}" if place > 1 else throw.key: throw for place, throw in enumerate(throws, start=1)}
