"""What results do to the units on the table and to the books (REV-5.10 and after), each with the words that fit the unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sandtable.kernel import roster
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.ledger import Deed, Offer
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.ledger import ATTACKS, Belt, KnownUnit, RevolucionLedger, morale_offer
from sandtable.rulesets.revolucion.victims import LADDER, Victim, is_destroyed
from sandtable.rulesets.revolucion.vocabulary import (
    AUTOMOBILES,
    ON_RAILS,
    STATUS_ICONS,
    Afterwards,
    BlastSource,
    Earlier,
    Loss,
    Order,
    Side,
    Status,
    UnitType,
    Vehicle,
)

_ORDERS = {Afterwards.DEPLOY_TACTICAL: "deploy_tactical", Afterwards.MANEUVER: "maneuver"}
_LEFT = {"without_movement": ("deployed_fire", "moving_fire", "regroup", "rest"), "unarmed": ("regroup", "rest")}
_SPENT = {"assault": Earlier.USED_UP, "regroup": Earlier.REGROUPED}


def _actor(deed: Deed) -> dict[str, Any]:
    """Who acts, as the form told it."""
    names = ("actor_name", "unit", "leader_with_actor", "actor_status", "bases_of_actor")
    told = {name: getattr(deed.situation, name, None) for name in names}
    return {name: value for name, value in told.items() if value is not None}


def _opens(action: str, fields: dict[str, Any]) -> Offer:
    return Offer(Message(f"action.{action}.label"), action, fields)


@effect(icon="base-off")
class BasesLost(OnUnit):
    """Bases are taken off at once (REV-5.19); cars of a train are marked instead (REV-10.11).

    ``counted`` says that the umpire knew the bases, so that whether the unit is destroyed has been decided.
    """

    count: int
    unit: UnitType
    counted: bool

    @property
    def message(self) -> Message:
        """Vehicles throw their passengers out, and uncounted bases leave it to the players to see whether half are gone."""
        kind = "cars" if self.unit is UnitType.TRAIN else "vehicles" if self.unit in AUTOMOBILES else "bases"
        known = "counted" if self.counted else "uncounted"
        return Message.of(f"effect.bases_lost.{kind}.{known}", count=self.count)

    def fold(self, books: RevolucionLedger, deed: Deed, tables: Tables, /) -> RevolucionLedger:
        """Without them; at half of its bases it is gone."""
        unit = books.unit_meant(self.whom, deed)
        if unit is None:
            return books
        victim = Victim(unit.name, unit.kind, unit.status, unit.bases, unit.started)
        gone = is_destroyed(victim, self.count, tables)
        return books.with_units(replace(unit, bases=max(0, unit.bases - self.count), gone=gone))

    def leads_to(self, _books: RevolucionLedger, _deed: Deed, /) -> Iterator[Offer]:
        """Passengers are thrown out of lost automobiles (REV-10.53)."""
        if self.unit in AUTOMOBILES:
            yield _opens("wreck", {"vehicle": Vehicle.AUTOMOBILE})


@effect(icon="fall-back")
class FallsBack(Effect):
    """Involuntary movement, once whatever the number of bases lost (REV-5.12). ``way``: along a track or back along its path."""

    distance: Fraction
    way: str = ""

    @property
    def message(self) -> Message:
        """Trains keep to their track (REV-G.30b), units in a mine field go back as they came (REV-G.28e)."""
        return Message.of(f"effect.falls_back.{self.way or 'away'}", distance=self.distance)


@effect(icon="fall-back")
class PushedBack(Effect):
    """Involuntary movement out of a lost close combat (REV-G.13b)."""

    distance: Fraction
    way: str = ""

    @property
    def message(self) -> Message:
        """Trains keep to their track."""
        return Message.of(f"effect.pushed_back.{self.way or 'away'}", distance=self.distance)


@effect(icon="hold")
class StaysPut(Effect):
    """Told to go back, but it stays: passengers of a train (REV-10.25), a train under way (REV-G.30b), a máquina loca (REV-G.30j)."""

    why: str
    distance: Fraction  # that everybody keeps from enemies (REV-4.62)

    @property
    def message(self) -> Message:
        """Why it stays; an assaulter that won stands off (REV-G.13d)."""
        return Message.of(f"effect.stays_put.{self.why}", distance=self.distance)


@effect()
class StatusBecomes(OnUnit):
    """A marker is put down or taken off. An aircraft's is named, lest the target gets it."""

    status: Status
    aircraft: bool = False

    @property
    def picture(self) -> str:
        """The icon of the status."""
        return STATUS_ICONS[self.status]

    @property
    def message(self) -> Message:
        """OK takes markers off; the others put one down."""
        return Message(f"effect.status_becomes.{'aircraft.' if self.aircraft else ''}{self.status}")

    def on(self, unit: KnownUnit) -> KnownUnit:
        """In that status."""
        return replace(unit, status=self.status)


@effect(icon="ok")
class StatusImproves(OnUnit):
    """One step better, whatever the status was (REV-G.14)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """One step up the ladder."""
        return replace(unit, status=LADDER[max(0, LADDER.index(unit.status) - 1)])


@effect(icon="skull")
class Destroyed(OnUnit):
    """Half or more of its starting bases are gone: removed at once (REV-5.13); a train stays as a wreck (REV-10.11, REV-10.13)."""

    unit: UnitType

    @property
    def message(self) -> Message:
        """A wreck has passengers; a máquina loca costs no morale (REV-10.36)."""
        if self.unit in (*ON_RAILS, UnitType.AIRCRAFT):
            return Message(f"effect.destroyed.{self.unit}")
        return Message(f"effect.destroyed.{'automobile' if self.unit in AUTOMOBILES else 'unit'}")

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Gone."""
        return replace(unit, gone=True, bases=0)

    def leads_to(self, books: RevolucionLedger, deed: Deed, /) -> Iterator[Offer]:
        """A point of morale, but for a máquina loca (REV-11.04, REV-11.04d); passengers are thrown out (REV-10.12, REV-10.53)."""
        side = books.side_of(self.whom, deed)
        if side is not None and self.unit is not UnitType.MAQUINA_LOCA:
            yield morale_offer(side, Loss.DESTROYED)
        if self.unit is UnitType.TRAIN:
            yield _opens("wreck", {"vehicle": Vehicle.TRAIN})
        elif self.unit in AUTOMOBILES:
            yield _opens("wreck", {"vehicle": Vehicle.AUTOMOBILE})


@effect(icon="dynamite")
class Explodes(Effect):
    """A máquina loca goes off where it stands (REV-10.35)."""

    radius: Fraction

    def leads_to(self, _books: RevolucionLedger, _deed: Deed, /) -> Iterator[Offer]:
        """The blast."""
        yield _opens("blast", {"source": BlastSource.MAQUINA_LOCA})


@effect(icon="ok")
class Unharmed(Effect):
    """A unit beyond the radius of a blast (REV-G.29b)."""

    radius: Fraction


@effect(icon="leader-fallen")
class LeaderKilled(Effect):
    """A Leader is removed; his army's morale loses a point (REV-G.08c)."""

    count: int = 1

    def leads_to(self, books: RevolucionLedger, deed: Deed, /) -> Iterator[Offer]:
        """A point of morale for each (REV-11.04b)."""
        side = books.side_of(self.whom, deed)
        if side is not None:
            yield from (morale_offer(side, Loss.LEADER_KILLED) for _ in range(self.count))


@effect(icon="leader-attached")
class LeaderUnhurt(Effect):
    """A Leader was at risk and came through; without his unit he gets away from the enemy (REV-G.08g)."""

    distance: Fraction  # from all enemies, without his unit (REV-9.13)
    count: int = 1
    unit_gone: bool = False

    @property
    def message(self) -> Message:
        """With or without his unit."""
        where = "alone" if self.unit_gone else "with_unit"
        return Message.of(f"effect.leader_unhurt.{where}", count=self.count, distance=self.distance)


@effect(icon="advance")
class MayMove(OnUnit):
    """An order arrived: the unit may move up to this far. Trains must use at least a part of it (REV-10.16)."""

    order: Order
    distance: Fraction
    delayed: bool
    unit: UnitType
    at_least: Fraction = Fraction(0)

    @property
    def message(self) -> Message:
        """Received and delayed orders read differently, and so does each order."""
        late = "delayed" if self.delayed else "received"
        kind = f"{self.unit}." if self.unit in (*ON_RAILS, UnitType.AIRCRAFT) else ""
        return Message.of(f"effect.may_move.{kind}{self.order}.{late}", distance=self.distance, at_least=self.at_least)

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Having moved; a train under orders is still on its route march, a máquina loca is on its way."""
        done = Earlier.DEPLOY_TACTICAL if self.order is Order.DEPLOY_TACTICAL else Earlier.OTHER_MOVE
        rolls = unit.kind is UnitType.TRAIN and self.order is not Order.DEPLOY_TACTICAL
        launched = unit.kind is UnitType.MAQUINA_LOCA and self.order is Order.MANEUVER
        return unit.having_done(done, on_the_way=rolls, launched=launched)


@effect(icon="deploy")
class MayDeploy(OnUnit):
    """A unit not yet deployed takes the formation; late, it keeps its facing (REV-G.03b)."""

    delayed: bool

    @property
    def message(self) -> Message:
        """Received and delayed read differently."""
        return Message(f"effect.may_deploy.{'delayed' if self.delayed else 'received'}")

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Having deployed."""
        return unit.having_done(Earlier.DEPLOY_TACTICAL)


@effect(icon="hand")
class KeepsAction(OnUnit):
    """The unit may still take an action; ``allowed`` says which (REV-4.72, REV-G.04, REV-G.30c, REV-G.48g)."""

    allowed: str

    @property
    def message(self) -> Message:
        """What may still be done."""
        return Message(f"effect.keeps_action.{self.allowed}")

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Without its order, or with nothing left to do."""
        if self.allowed == "any":
            return unit
        return unit.having_done(Earlier.ACTED if self.allowed == "none" else Earlier.ORDER_LOST)

    def leads_to(self, _books: RevolucionLedger, deed: Deed, /) -> Iterator[Offer]:
        """What it may still do."""
        lost = {"actor_earlier_this_turn": Earlier.ORDER_LOST}
        yield from (_opens(action, _actor(deed) | lost) for action in _LEFT.get(self.allowed, ()))


@effect(icon="bugle")
class OrderFollows(Effect):
    """Moving Fire was declared together with a move, whose order comes now (REV-3.27, REV-G.04)."""

    order: Afterwards

    def leads_to(self, _books: RevolucionLedger, deed: Deed, /) -> Iterator[Offer]:
        """The order that was declared with the fire."""
        yield _opens(_ORDERS[self.order], _actor(deed) | {"actor_earlier_this_turn": Earlier.FIRED})


@effect(icon="clock")
class ActionSpent(OnUnit):
    """The unit has used its action for this turn (REV-7.21)."""

    def fold(self, books: RevolucionLedger, deed: Deed, _: Tables, /) -> RevolucionLedger:
        """With whoever it was having done it."""
        done = _SPENT.get(deed.action, Earlier.ACTED)
        whoms = ("assaulter", "target") if self.whom == "both" else (self.whom,)
        units = (books.unit_meant(whom, deed) for whom in whoms)
        return books.with_units(*(unit.having_done(done) for unit in units if unit is not None))

    def written(self, names: Mapping[str, str], /) -> Iterator[str]:
        """Whoever it was."""
        whoms = ("assaulter", "target") if self.whom == "both" else (self.whom,)
        yield from (f"unit.{names.get(whom, whom)}" for whom in whoms)


@effect(icon="fall-back")
class BackToStart(Effect):
    """A stopped assaulter returns to where it began, in maneuver formation (REV-G.10b)."""


@effect(icon="charge")
class IntoContact(Effect):
    """The assault has gone home: move into contact before anything else (REV-7.11b)."""

    led: bool = False

    @property
    def message(self) -> Message:
        """A Leader who leads goes along."""
        return Message(f"effect.into_contact.{'led' if self.led else 'alone'}")


@effect(icon="tick")
class MayAct(Effect):
    """The target of a stopped assault may still act this turn (REV-7.10c)."""


@effect(icon="rally")
class AnyFormation(Effect):
    """A unit that regrouped may take any formation and facing (REV-3.34b)."""


@effect(icon="hold")
class Stops(Effect):
    """A unit that meets a mine field stops at once, and the field is shown (REV-10.88b, REV-10.88c)."""


@effect(icon="transport")
class GetsOff(Effect):
    """Passengers leave a wreck at once, the whole unit together, clear of the enemy (REV-10.12b, REV-10.53, REV-G.31b, REV-G.52)."""

    distance: Fraction


@effect(icon="train")
class TrackBlocked(Effect):
    """A destroyed train blocks the track where it stands (REV-10.13)."""


@effect(icon="tools")
class WireCut(Effect):
    """The wire segment it touches is taken off (REV-10.86)."""


@effect(icon="about-face")
class AircraftLeaves(OnUnit):
    """After its run the aircraft goes home (REV-10.76); a damaged one always does (REV-10.77)."""

    turns: int
    damaged: bool

    @property
    def message(self) -> Message:
        """One in good order may stay for another kind of attack."""
        return Message.of(f"effect.aircraft_leaves.{'damaged' if self.damaged else 'whole'}", turns=self.turns)

    def fold(self, books: RevolucionLedger, deed: Deed, _: Tables, /) -> RevolucionLedger:
        """On its way home for some turns; sound, it may stay for another kind of attack (REV-10.76 to REV-10.77b)."""
        plane = books.unit_meant("actor", deed)
        if plane is None or deed.action not in ATTACKS:
            return books
        left = ATTACKS if self.damaged or len(plane.flown) else (deed.action,)
        back = books.turn + self.turns + 1
        return books.with_units(replace(plane, flown={**plane.flown, **dict.fromkeys(left, back)}))


@effect(icon="coin")
class HasInitiative(OnBooks):
    """This side plays the first round of the turn (REV-3.02)."""

    side: Side

    def on(self, books: RevolucionLedger) -> RevolucionLedger:
        """In the next turn."""
        turn = books.turn + 1
        rested = books.each(lambda unit: unit.in_turn(turn))
        return replace(rested, turn=turn, side=self.side, assaults={})


@effect(icon="flag")
class BreakPoint(OnBooks):
    """The army bears so many losses (REV-11.02)."""

    points: int

    def on(self, books: RevolucionLedger) -> RevolucionLedger:
        """With its belt."""
        return replace(books, morale={**books.morale, Side(self.whom): Belt(self.points, self.points)})

    def written(self, _: Mapping[str, str], /) -> Iterator[str]:
        """The belt."""
        yield f"morale.{self.whom}"


@effect(icon="flag")
class MoraleLost(OnBooks):
    """Army morale goes down (REV-11.04)."""

    points: int

    def on(self, books: RevolucionLedger) -> RevolucionLedger:
        """With so many points fewer."""
        return books.with_morale_lost(Side(self.whom), self.points)

    def written(self, _: Mapping[str, str], /) -> Iterator[str]:
        """The belt."""
        yield f"morale.{self.whom}"


@effect(has_words=False)
class UnitEntered(roster.UnitEntered):
    """A unit is entered in the roster."""

    unit: KnownUnit


@effect(icon="march")
class RouteMarches(OnUnit):
    """A unit enters or goes on in route march: no order test (REV-3.31). Trains keep to their track and use a part of it at least."""

    distance: Fraction
    road: Fraction
    unit: UnitType
    at_least: Fraction = Fraction(0)

    @property
    def message(self) -> Message:
        """A train has no road, and may maneuver without ending its Route March (REV-10.20, REV-G.30d)."""
        name = "train" if self.unit is UnitType.TRAIN else "unit"
        return Message.of(
            f"effect.route_marches.{name}", distance=self.distance, road=self.road, at_least=self.at_least
        )

    def on(self, unit: KnownUnit) -> KnownUnit:
        """On its route march."""
        return unit.having_done(Earlier.OTHER_MOVE, on_the_way=True)


@effect(icon="leader")
class LeaderMoves(Effect):
    """A Leader may move on his own, once a turn (REV-3.13)."""

    distance: Fraction
    zone: Fraction  # he may not end nearer to an enemy (REV-G.39b)


# ---- What only the books keep ----------------------------------------------------------------------------------------------------


@effect(has_words=False)
class HasFired(OnUnit):
    """The unit has fired; Moving Fire alone leaves it a move (REV-3.40)."""

    moving: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Having fired."""
        return unit.having_done(Earlier.FIRED if self.moving else Earlier.ACTED)


@effect(has_words=False)
class AssaultCounted(Effect):
    """An assault counts from the moment it is launched, with its bases of that time (REV-7.30b, REV-G.50)."""

    bases: int | None  # where somebody counted them

    def fold(self, books: RevolucionLedger, deed: Deed, _: Tables, /) -> RevolucionLedger:
        """With its bases added to those of earlier assaults on a target that has a name."""
        target = books.names(deed).get("target")
        if target is None:
            return books
        bases = self.bases or self._of_the_roster(books, deed)
        return replace(books, assaults={**books.assaults, target: books.assaults.get(target, 0) + bases})

    def _of_the_roster(self, books: RevolucionLedger, deed: Deed) -> int:
        """The assaulter's bases before this assault cost it any."""
        unit = books.unit_meant("assaulter", deed)
        lost = sum(one.count for one in deed.effects if isinstance(one, BasesLost) and one.whom == "assaulter")
        if unit is None:
            return 0
        return unit.started if unit.gone else unit.bases + lost

    def written(self, names: Mapping[str, str], /) -> Iterator[str]:
        """The tally of assaults on the target."""
        if "target" in names:
            yield f"assaults.{names['target']}"
