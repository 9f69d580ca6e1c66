"""Exact odds as the opponent uses them: of fire, assaults, orders and regrouping, worked out once for each kind of situation.

Names and exact ranges are left out of the situation, so that the same shot of another unit is the same question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import count
from typing import Any, NamedTuple

from sandtable.kernel.bands import ends_of
from sandtable.kernel.drivers import Given, enumerate_exactly
from sandtable.kernel.law import Law
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.rulesets.revolucion import assault, fire
from sandtable.rulesets.revolucion.bands import BANDS, band_of_weapon
from sandtable.rulesets.revolucion.damage import damage_done
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.orders import give_order
from sandtable.rulesets.revolucion.outnumbering import compared
from sandtable.rulesets.revolucion.regroup import Regroup, regroup
from sandtable.rulesets.revolucion.shot import Shot, fire_effect, fire_rolls, fire_tally
from sandtable.rulesets.revolucion.table.opponent.weights import WEIGHTS, price, weight
from sandtable.rulesets.revolucion.table.permission import SITUATIONS
from sandtable.rulesets.revolucion.victims import Victim
from sandtable.rulesets.revolucion.vocabulary import (
    BATTERIES,
    Cover,
    FireMode,
    Formation,
    LeaderPlace,
    Order,
    OrderResult,
    Status,
    UnitType,
)

Levels = tuple[tuple[int, float], ...]  # so many levels, and the chance of them
KINDS: dict[FireMode, type[fire.Fire]] = {FireMode.DEPLOYED: fire.DeployedFire, FireMode.MOVING: fire.MovingFire}


class Shooter(NamedTuple):
    """Who fires."""

    kind: UnitType
    status: Status
    bases: int
    led: bool = False


class Mark(NamedTuple):
    """Who is fired at."""

    kind: UnitType
    status: Status
    bases: int
    started: int
    formation: Formation
    cover: Cover = Cover.OPEN


@lru_cache(maxsize=1 << 14)
def health(kind: UnitType, status: Status, bases: int, started: int, tables: Tables) -> tuple[int, int]:
    """Levels that destroy a unit as it is, and as it was at the start: asked of the damage ladder (REV-5.10, REV-5.13)."""
    now = Victim("target", kind, status, bases, started)
    fresh = Victim("target", kind, Status.OK, started, started)
    return _to_destroy(now, tables), _to_destroy(fresh, tables)


def _to_destroy(victim: Victim, tables: Tables) -> int:
    return next(levels for levels in count(1) if damage_done(victim, levels, tables).destroyed)


def loss(left: int, whole: int, levels: int) -> float:
    """What some levels cost a unit, as a share of its price."""
    if levels >= left:
        return weight("worth", "killed") + weight("worth", "shaken") * left / whole
    return weight("worth", "shaken") * levels / whole


def fire_worth(shooter: Shooter, mode: FireMode, band: str, mark: Mark, tables: Tables) -> float:
    """What a shot can be expected to cost its target."""
    return worth_by_band(shooter, mode, mark, tables).get(band, 0.0)


@WEIGHTS.remembers(1 << 16)
def worth_by_band(shooter: Shooter, mode: FireMode, mark: Mark, tables: Tables) -> dict[str, float]:
    """What a shot can be expected to cost its target, by the band it is fired in; bands out of reach are left out."""
    costs = _costs(*health(mark.kind, mark.status, mark.bases, mark.started, tables))
    whole_price = price(mark.kind, tables)
    return {
        band: whole_price * sum([chance * costs[min(levels, len(costs) - 1)] for levels, chance in law])
        for band, law in levels_by_band(shooter, mode, mark, tables).items()
    }


@WEIGHTS.remembers(1 << 10)
def _costs(left: int, whole: int) -> tuple[float, ...]:
    """What so many levels cost a unit, from none to those that destroy it: more cost no more."""
    return tuple([loss(left, whole, levels) for levels in range(left + 1)])


def levels_by_band(shooter: Shooter, mode: FireMode, mark: Mark, tables: Tables) -> dict[str, Levels]:
    """The law of the levels in every band that is within reach: bases count by who has more, so that few shots differ."""
    own, his = shooter.bases, mark.bases
    if shooter.kind not in BATTERIES:
        own, his = _alike(own, his, tables)
    return _laws(shooter._replace(bases=own), mode, mark._replace(bases=his, started=his), tables)


@lru_cache(maxsize=1024)
def _alike(own: int, his: int, tables: Tables) -> tuple[int, int]:
    """The smallest numbers of bases that compare as these do."""
    most = max(own, his)
    compares = compared(own, his, tables)
    return next((a, b) for a in range(1, most + 1) for b in range(1, most + 1) if compared(a, b, tables) is compares)


@lru_cache(maxsize=1 << 16)
def _laws(shooter: Shooter, mode: FireMode, mark: Mark, tables: Tables) -> dict[str, Levels]:
    """The law of levels that a shot inflicts, by band. The rule aims once for each kind of shot: other bands are the same shot in another column."""
    situation = KINDS[mode](
        unit=shooter.kind,
        leader_with_actor=LeaderPlace.ATTACHED if shooter.led else LeaderPlace.NONE,
        actor_status=shooter.status,
        bases_of_actor=shooter.bases,
        range=BANDS[0],
        target_type=mark.kind,
        target_formation=mark.formation,
        cover=mark.cover,
        target_status=mark.status,
        bases_of_target=mark.bases,
        starting_bases_of_target=mark.started,
    )
    firer = fighting_type(shooter.kind, tables)
    within = [band for band in BANDS if band_of_weapon(band, firer, mode, tables) is not None]
    if not within:
        return {}
    aimed = enumerate_exactly(partial(fire.aimed, replace(situation, range=within[0]), tables)).law
    return {band: _levels(aimed, band, tables) for band in within}


def _levels(aimed: Law[Shot | fire.FireVerdict], band: str, tables: Tables) -> Levels:
    """The law of the levels in a band, nought where the shot is not fired."""
    return tuple(
        [
            (levels, count / aimed.of * share)
            for shot, count in aimed.counts()
            for levels, share in (
                _levels_with(fire_tally(replace(shot, band=band), tables).total, tables)
                if isinstance(shot, Shot)
                else ((0, 1.0),)
            )
        ]
    )


@lru_cache(maxsize=1024)
def _levels_with(total: int | Fraction, tables: Tables) -> Levels:
    """The law of the levels of any shot with so much to add: nothing else of the shot counts for its dice."""
    rolls = fire_rolls("fire", Tally((Modifier(Message("why.fire"), total),)), tables)
    law = enumerate_exactly(partial(fire_effect, rolls)).law
    return tuple((levels, float(chance)) for levels, chance in law)


def band_at(inches: Fraction) -> str | None:
    """The band of a range, None beyond the last."""
    return next((band for band in BANDS if inches <= ends_of(band)[1]), None)


@dataclass(frozen=True, slots=True)
class Clash:
    """What an assault can be expected to bring."""

    wins: float
    gain: float
    price: float
    stopped: float


def clash(situation: assault.Assault, facts: tuple[tuple[str, Any], ...], tables: Tables) -> Clash:
    """The odds of an assault, by situation and facts alone."""
    return _clash(replace(situation, actor_name=None, target_name=None), facts, tables)


@WEIGHTS.remembers(1 << 16)
def _clash(situation: assault.Assault, facts: tuple[tuple[str, Any], ...], tables: Tables) -> Clash:
    answers = {key: Given(value, "measured") for key, value in facts}
    law = enumerate_exactly(partial(assault.assault, situation, tables), answers).law
    own = health(
        situation.unit,
        situation.actor_status,
        situation.bases_of_actor or 1,
        situation.starting_bases_of_assaulter or 1,
        tables,
    )
    his = health(
        situation.target_type,
        situation.target_status,
        situation.bases_of_target or 1,
        situation.starting_bases_of_target or 1,
        tables,
    )
    wins = gain = cost = stopped = 0.0
    for verdict, share in law:
        chance = float(share)
        wins += chance * (verdict.ended == "wins")
        stopped += chance * (verdict.ended == "stopped")
        gain += chance * (loss(*his, verdict.target.levels) * price(situation.target_type, tables))
        gain += chance * verdict.target_leaders_killed * weight("worth", "leader")
        cost += chance * loss(*own, verdict.assaulter.levels) * price(situation.unit, tables)
        cost += chance * verdict.assaulter_leader_killed * weight("worth", "leader")
    return Clash(wins, gain, cost, stopped)


@lru_cache(maxsize=4096)
def arrives(
    kind: UnitType, order: Order, leader: LeaderPlace, status: Status, tables: Tables
) -> tuple[float, float, float]:
    """The chances that an order is received, delayed, lost."""
    situation = SITUATIONS[order](unit=kind, leader_with_actor=leader, actor_status=status)
    law = enumerate_exactly(partial(give_order, situation, tables)).law.project(lambda verdict: verdict.result)
    chances = {result: float(chance) for result, chance in law}
    return tuple(chances.get(result, 0.0) for result in OrderResult)  # type: ignore[return-value]  # there are three


@lru_cache(maxsize=1024)
def recovers(kind: UnitType, leader: LeaderPlace, status: Status, tables: Tables) -> float:
    """The chance that regrouping helps at all."""
    situation = Regroup(unit=kind, leader_with_actor=leader, regroups_from=status)
    law = enumerate_exactly(partial(regroup, situation, tables)).law
    return float(law.probability(lambda verdict: bool(verdict.steps)))
