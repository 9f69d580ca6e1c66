"""What follows from losses, whoever dealt them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.effects import Effect
from sandtable.rulesets.mesoamerica.effects import LeaderLost, PrisonersEscape, UnitGone
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.vocabulary import UnitType


def losses_follow(whom: str, left: Men, kind: UnitType, prisoners: int) -> Iterator[Effect]:
    """An empty unit goes (PRE-G.48), the leader falls with its last man (PRE-3.17), too few guards let go (PRE-G.38)."""
    if left.all == 0:
        yield UnitGone(whom=whom)
        if kind is UnitType.LEADER:
            yield LeaderLost(whom=whom)
    if prisoners > left.active:
        yield PrisonersEscape(whom=whom, count=prisoners)
