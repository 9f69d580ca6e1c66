"""What men are worth in a battle, in points of the rules and a little more (PRE-G.45)."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.tables import Tables
from sandtable.miniatures.opponent.weights import Weights

WEIGHTS = Weights(__package__)


@dataclass(frozen=True, slots=True)
class Worth:
    """What one man is worth who is killed, disarmed, stunned, handed over."""

    killed: float
    disarmed: float
    stunned: float
    captive: float


@WEIGHTS.remembers(16)
def worth_of(tables: Tables) -> Worth:
    """By the points of this battle."""
    man = WEIGHTS("worth", "man")
    captive = float(tables.option("prisoner_points"))
    return Worth(
        killed=tables.number("victory.killed") + man,
        disarmed=WEIGHTS("worth", "armed") * captive / 2 + (0.0 if tables.number("victory.killed") else man),
        stunned=WEIGHTS("worth", "stunned"),
        captive=captive,
    )
