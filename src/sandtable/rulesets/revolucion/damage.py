"""The damage ladder: what levels do to a unit, from its present status (REV-5.10 to REV-5.16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sandtable.kernel.effects import Effect
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.effects import (
    BasesLost,
    Destroyed,
    Explodes,
    FallsBack,
    PushedBack,
    StatusBecomes,
    StaysPut,
)
from sandtable.rulesets.revolucion.victims import LADDER, Victim, is_destroyed
from sandtable.rulesets.revolucion.vocabulary import (
    ON_RAILS,
    ONE_BASE,
    TRAIN_MOVES,
    Status,
    TargetAboard,
    UnitType,
)


@dataclass(frozen=True, slots=True)
class Damage:
    """What some levels do to a unit."""

    levels: int
    status: Status
    bases_lost: int
    destroyed: bool


@lru_cache(maxsize=4096)  # exact odds meet the same few cases on every branch
def damage_done(victim: Victim, levels: int, tables: Tables) -> Damage:
    """Levels add up from the present status (REV-5.11); bases go from the third cumulative level on (REV-5.10)."""
    rung = tables.number("damage.rung", victim.status)
    reached = rung + max(0, levels)
    lost = max(0, reached - max(rung, tables.number("damage.bases.lost_from") - 1))
    bases = victim.counted
    if bases is not None:
        lost = min(lost, bases)
    status = LADDER[min(reached, len(LADDER) - 1)]
    return Damage(levels, status, lost, bool(lost) and is_destroyed(victim, lost, tables))


def fall_back_distance(victim: Victim, tables: Tables) -> Fraction:
    """How far it falls back or is pushed back: one table for all involuntary movement (REV-0.04, REV-4.85)."""
    return Fraction(tables.number("base_move", effective_type(victim.kind, tables), "FallBack"))


def zone(tables: Tables) -> Fraction:
    """The distance that everybody keeps from enemies (REV-4.62)."""
    return tables.exact("on_table.move.zone.enemy")


def why_it_stays(victim: Victim) -> str:
    """Why a unit never falls back, or "": it rides a train (REV-10.25), is a train under way (REV-G.30b), a máquina loca or an aircraft."""
    if victim.kind in ONE_BASE:
        return victim.kind
    if victim.kind is UnitType.TRAIN:
        return "train" if victim.train in TRAIN_MOVES else ""
    return "passengers" if victim.train in (TargetAboard.HALTED, *TRAIN_MOVES) else ""


@lru_cache(maxsize=4096)
def damage_effects(victim: Victim, damage: Damage, tables: Tables, way: str = "") -> tuple[Effect, ...]:
    """The effects in the order the hands carry them out: bases off, marker, move. A unit that loses bases falls back once (REV-5.12)."""
    falls_back = damage.bases_lost and not damage.destroyed
    return (*losses(victim, damage, tables), *(_goes_back(FallsBack, victim, tables, way) if falls_back else ()))


@lru_cache(maxsize=4096)
def push_back_effects(victim: Victim, damage: Damage, tables: Tables) -> tuple[Effect, ...]:
    """A unit beaten in close combat: one move only, also if bases are lost (REV-G.13b)."""
    moves = () if damage.destroyed else _goes_back(PushedBack, victim, tables)
    return (*losses(victim, damage, tables), *moves)


def losses(victim: Victim, damage: Damage, tables: Tables) -> Iterator[Effect]:
    """What damage does to a unit, any move left aside."""
    if damage.destroyed:
        yield Destroyed(whom=victim.whom, unit=victim.kind)
        if victim.kind is UnitType.MAQUINA_LOCA:
            yield Explodes(whom=victim.whom, radius=Fraction(tables.number("blast.radius", UnitType.MAQUINA_LOCA)))
        return
    if damage.bases_lost:
        yield BasesLost(whom=victim.whom, count=damage.bases_lost, unit=victim.kind, counted=victim.counted is not None)
    if damage.status is not victim.status:
        yield StatusBecomes(whom=victim.whom, status=damage.status, aircraft=victim.kind is UnitType.AIRCRAFT)


def _goes_back(move: type[FallsBack | PushedBack], victim: Victim, tables: Tables, way: str = "") -> tuple[Effect, ...]:
    stays = why_it_stays(victim)
    if stays:
        return (StaysPut(whom=victim.whom, why=stays, distance=zone(tables)),)
    way = "track" if victim.kind in ON_RAILS else way
    return (move(whom=victim.whom, distance=fall_back_distance(victim, tables), way=way),)
