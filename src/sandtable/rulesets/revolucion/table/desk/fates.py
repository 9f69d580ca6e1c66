"""What befell units, from what happened: the worst of it named, as the odds name it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sandtable.battle.event import Event
from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.desk.words import say
from sandtable.rulesets.revolucion.table.words import in_words
from sandtable.rulesets.revolucion.vocabulary import Loss, Status

BACK = ("falls_back", "pushed_back")
UNHARMED = "none"  # the odds' own name for it


@dataclass(frozen=True, slots=True)
class Fate:
    """All that befell a unit: its last status, the bases it lost, whether it went back, and why it is gone."""

    status: Status | None = None
    bases: int = 0
    back: bool = False
    loss: Loss | None = None

    @property
    def key(self) -> str:
        """The row of the odds that it belongs to; who loses bases and has no way back was meant to lose just those."""
        if self.loss is Loss.DESTROYED or (self.loss is not None and not self.bases):
            return "destroyed"
        if self.bases:
            return f"bases_{self.bases}"
        return UNHARMED if self.status is None else self.status.value

    @property
    def words(self) -> str:
        """The worst of it, in a few words."""
        if self.loss is not None:
            return say(f"seen.gone.{self.loss.value}")
        if self.bases:
            return in_words(Message.of("outcome.damage.bases", bases=self.bases)) if self.back else self.lost
        return say("seen.no_effect") if self.status is None else in_words(self.status.message)

    @property
    def lost(self) -> str:
        """The bases it lost."""
        return say("fate.bases", count=self.bases)


def fate_of(happened: Iterable[Event], unit: str) -> Fate:
    """What befell a unit in these events."""
    status, bases, back, gone = None, 0, False, None
    for event in happened:
        if isinstance(event, events.UnitEvent) and event.unit == unit:
            if isinstance(event, events.StatusChanged):
                status = event.status
            elif isinstance(event, events.BasesRemoved):
                bases += event.count
            elif isinstance(event, events.UnitGone):
                gone = event.why
            elif isinstance(event, events.Stood):
                back = back or event.how in BACK
    return Fate(status, bases, back, gone)


def struck(happened: Iterable[Event]) -> tuple[str, ...]:
    """Everybody to whom something befell, in order."""
    kinds = (events.StatusChanged, events.BasesRemoved, events.UnitGone)
    return tuple(dict.fromkeys(event.unit for event in happened if isinstance(event, kinds)))
