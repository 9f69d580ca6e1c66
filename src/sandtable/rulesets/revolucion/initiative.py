"""Initiative: who plays the first round of the turn (REV-3.02, REV-G.15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import PERCENT
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Label, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.revolucion.effects import HasInitiative
from sandtable.rulesets.revolucion.vocabulary import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Initiative:
    """A new turn begins. There is no further throw inside a turn (REV-3.04b)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeVerdict(Verdict):
    """The side that has the initiative."""

    side: Side
    measures: ClassVar[dict[str, Any]] = {"government": lambda verdict: verdict.side is Side.GOVERNMENT}

    def outcome(self) -> Outcome:
        """One side or the other."""
        return Outcome(
            self.side,
            Message.of("outcome.initiative", side=self.side),
            0,
            list(Side).index(self.side),
            "initiative.side",
        )


@action("army", "REV-3.02 REV-G.15")
def initiative(_: Initiative, tables: Tables) -> Rule[InitiativeVerdict]:
    """A percentage die; even chances unless the scenario says otherwise (REV-G.15)."""
    government = int(tables.option("initiative.govPercent"))
    side: Side = yield Roll(
        "initiative.side",
        (PERCENT,),
        read=lambda die: Side.GOVERNMENT if die <= government else Side.REVOLUTIONARY,
        tally=Tally((Modifier(Message.of("reason.initiative", percent=government), None, "REV-G.15"),)),
        label=lambda side: Label(side.message),
    )
    return InitiativeVerdict(side=side, effects=(HasInitiative(whom=side, side=side),))
