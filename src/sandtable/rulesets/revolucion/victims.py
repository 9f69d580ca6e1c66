"""A unit about to take damage, the ladder it goes down, and when it is destroyed (REV-5.10, REV-5.13)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.vocabulary import ONE_BASE, Status, TargetAboard, UnitType

LADDER = (Status.OK, Status.DISORDERED, Status.DEMORALIZED)


@dataclass(frozen=True, slots=True)
class Victim:
    """A unit about to take damage. ``bases`` is None where nobody counted them; ``started`` is then unknown too."""

    whom: str
    kind: UnitType
    status: Status
    bases: int | None = None
    started: int | None = None
    train: TargetAboard = TargetAboard.NO

    @property
    def counted(self) -> int | None:
        """Its bases now: as told, else as at the start, else one where its type has no more. A máquina loca never has (REV-G.30j)."""
        told = self.bases if self.bases is not None else self.started
        one = self.kind is UnitType.MAQUINA_LOCA or (told is None and self.kind in ONE_BASE)
        return 1 if one else told


def is_destroyed(victim: Victim, lost: int, tables: Tables) -> bool:
    """Destroyed once at least half of the starting bases are gone (REV-5.13); a train by option only when all are (REV-G.30)."""
    bases = victim.counted
    if bases is None:
        return False
    started = max(bases, victim.started or 0)
    share = tables.exact("damage.destroyed.at_share")
    if victim.kind is UnitType.TRAIN and tables.option("train.destroyedAt") == "all":
        share = Fraction(1)
    return started - bases + lost >= ceil(started * share)
