"""What several chapters do to the figures on the table and to the books; what only one does stands there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.ledger import Deed, Offer
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownUnit, Victory
from sandtable.rulesets.average_dice.vocabulary import (
    GunKind,
    Posture,
    Side,
)


@effect(icon="base-off")
class FiguresLost(OnUnit):
    """Figures are taken off (AVD-9.01)."""

    count: int
    left: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Of a crew the gunners fall first, then who stands in for them."""
        figures = max(0, unit.figures - self.count)
        others = self.count - (unit.figures - figures)
        return replace(unit, figures=figures, replacements=max(0, unit.replacements - others))


@effect(icon="skull")
class UnitDestroyed(OnUnit):
    """No figure is left."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.removed()


@effect(icon="marker")
class UnitWeak(Effect):
    """Down to 4 or fewer: it no longer advances or goes into melee (AVD-12.01, AVD-12.02)."""

    left: int


@effect(icon="run")
class UnitDeserts(OnUnit):
    """The unit leaves the battlefield (AVD-12.05)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.removed()


@effect(icon="hold")
class UnitStays(Effect):
    """The unit was put to the test and carries on (AVD-12.05, AVD-12.06)."""


@effect(icon="leader-fallen", touches=("points",))
class GeneralKilled(OnUnit):
    """A General falls; his opponent has a moral victory (AVD-4.05)."""

    def fold(self, books: AverageDiceLedger, deed: Deed, _: Tables, /) -> AverageDiceLedger:
        side = books.side_struck(self.whom, deed)
        return books if side is None else books.general_falls(side)

    def leads_to(self, books: AverageDiceLedger, deed: Deed, /) -> Iterator[Offer]:
        side = books.side_struck(self.whom, deed)
        if side is not None:
            yield Offer(Message.of("offer.general", side=side), "general_killed", {"side": side})


@effect(icon="base-off", says="{gun}")
class CrewShort(Effect):
    """A gun has lost crew and needs figures from the infantry (AVD-8.14, AVD-8.17)."""

    gun: GunKind
    missing: int
    inches: Fraction


@effect(icon="artillery")
class GunAbandoned(OnUnit):
    """Its whole crew was shot; it may be taken by contact (AVD-G.31)."""

    gun: GunKind

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, figures=0, replacements=0)


@effect(has_words=False)
class Fired(OnUnit):
    """It has fired or thrown; whoever did so prone shows himself (AVD-7.08, AVD-9.06)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        posture = Posture.FIRED_PRONE if unit.posture is Posture.PRONE else unit.posture
        return replace(unit, fired=True, posture=posture, threw_at="")


FIRED = (Fired(whom="actor"),)


@effect()
class NothingSpent(Effect):
    """Out of range: the unit may still do something else (AVD-7.01, AVD-7.11)."""

    reach: Fraction


@effect(icon="star", says="{cause}", touches=("points",))
class MoralVictory(OnBooks):
    """A moral victory and its points (AVD-13.01)."""

    side: Side
    cause: str
    points: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        won = Victory(self.side, self.cause, self.points)
        return books if won in books.victories else replace(books, victories=(*books.victories, won))


@effect(icon="rally")
class RestoreThrow(OnBooks):
    """The Federal player may throw to make units normal again (AVD-3.12)."""

    dice: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        return replace(books, restores_due=books.restores_due + 1)

    def leads_to(self, _books: AverageDiceLedger, _deed: Deed, /) -> Iterator[Offer]:
        yield Offer(Message("offer.restore"), "restore_units", {})
