"""The damage ladder: what levels do to a unit, from its present status (REV-5.10 to REV-5.16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from sandtable.kernel.effects import Effect
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.effects import BasesLost, Destroyed, Explodes, FallsBack, StatusBecomes, StaysAboard
from sandtable.rulesets.revolucion.vocabulary import ON_RAILS, Status, TrainTarget, UnitType

LADDER = (Status.OK, Status.DISORDERED, Status.DEMORALIZED)


@dataclass(frozen=True, slots=True)
class Victim:
    """A unit about to take damage. ``bases`` is None where nobody counted them; ``started`` is then unknown too."""

    whom: str
    kind: UnitType
    status: Status
    bases: int | None = None
    started: int | None = None
    train: TrainTarget = TrainTarget.NO


@dataclass(frozen=True, slots=True)
class Damage:
    """What some levels do to a unit."""

    levels: int
    status: Status
    bases_lost: int
    falls_back: Fraction | None  # None: it keeps its place
    destroyed: bool


def damage_done(victim: Victim, levels: int, tables: Tables) -> Damage:
    """Levels add up from the present status (REV-5.11); bases go from the third cumulative level on (REV-5.10)."""
    rung = tables.number("damage.rung", victim.status)
    reached = rung + levels
    lost_from = tables.number("damage.bases.lost_from")
    lost = max(0, reached - max(rung, lost_from - 1))
    status = LADDER[min(reached, len(LADDER) - 1)]
    destroyed = _destroyed(victim, lost, tables)
    falls_back = fall_back_distance(victim, tables) if lost and not destroyed else None
    return Damage(levels, status, lost, falls_back, destroyed)


def _destroyed(victim: Victim, lost: int, tables: Tables) -> bool:
    """Destroyed once at least half of the starting bases are gone (REV-5.13); a train by option only when all are (REV-G.30)."""
    bases = victim.bases if victim.bases is not None else _single_base(victim.kind)
    if not lost or bases is None:
        return False
    started = max(bases, victim.started or 0)
    share = tables.exact("damage.destroyed.at_share")
    if victim.kind is UnitType.TRAIN and tables.option("train.destroyedAt") == "all":
        share = Fraction(1)
    return started - bases + lost >= ceil(started * share)


def _single_base(kind: UnitType) -> int | None:
    """An aircraft and a máquina loca are one base each (REV-G.33, REV-G.30j)."""
    return 1 if kind in (UnitType.AIRCRAFT, UnitType.MAQUINA_LOCA) else None


def fall_back_distance(victim: Victim, tables: Tables) -> Fraction:
    """How far it falls back or is pushed back (REV-4.85)."""
    return Fraction(tables.number("base_move", effective_type(victim.kind, tables), "FallBack"))


def stays_put(victim: Victim) -> bool:
    """Passengers of trains (REV-10.25), moving trains (REV-G.30b), máquinas locas and aircraft (REV-G.33) never fall back."""
    if victim.kind in (UnitType.AIRCRAFT, UnitType.MAQUINA_LOCA):
        return True
    if victim.kind is UnitType.TRAIN:
        return victim.train in (TrainTarget.MANEUVER, TrainTarget.MARCH)
    return victim.train is not TrainTarget.NO


def damage_effects(victim: Victim, damage: Damage, *, returned: bool = False) -> Iterator[Effect]:
    """The effects in the order the hands carry them out: bases off, move, marker.

    ``returned``: the unit has been sent back already, and that was its Fall Back (REV-G.10b).
    """
    if damage.destroyed:
        yield Destroyed(whom=victim.whom)
        if victim.kind is UnitType.MAQUINA_LOCA:
            yield Explodes(whom=victim.whom)
        return
    if damage.bases_lost:
        yield BasesLost(whom=victim.whom, count=damage.bases_lost)
    if damage.falls_back is not None and not returned:
        if not stays_put(victim):
            yield FallsBack(whom=victim.whom, distance=damage.falls_back)
        elif victim.kind not in (*ON_RAILS, UnitType.AIRCRAFT):
            yield StaysAboard(whom=victim.whom)
    if damage.status is not victim.status:
        yield StatusBecomes(whom=victim.whom, status=damage.status)
