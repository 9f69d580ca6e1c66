"""What the umpire remembers of a battle: turn, army morale, units by name, who has acted, assaults on each target this turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from sandtable.kernel.ledger import Deed, Entry, Offer, Panel, known_as
from sandtable.kernel.messages import Message
from sandtable.kernel.roster import NOTHING, BookUnit, RosterLedger, filled, fills
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.vocabulary import (
    Earlier,
    Loss,
    Side,
    Status,
    UnitType,
    counts_for_break_point,
)

ATTACKS = ("bomb", "strafe")
_OTHER = {Side.GOVERNMENT: Side.REVOLUTIONARY, Side.REVOLUTIONARY: Side.GOVERNMENT}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownUnit(BookUnit):
    """A unit of the roster as it stands."""

    side: Side
    kind: UnitType = filled(actor="unit", target="target_type")
    bases: int
    started: int = filled(actor="starting_bases_of_assaulter", target="starting_bases_of_target")
    column: str = ""
    status: Status = filled(Status.OK, actor=("actor_status", "regroups_from"), target="target_status")
    acted: bool = filled(False, until="turn")
    earlier: Earlier = filled(Earlier.NOTHING, actor="actor_earlier_this_turn", until="turn")
    gone: bool = filled(False, actor="actor_is_gone", target="target_is_gone")
    marched_in: bool = True  # it may still be on route march: it has done nothing else (REV-3.33)
    launched: bool = filled(False, actor="launched")  # a máquina loca on its way (REV-10.31)
    flown: Mapping[str, int] = field(
        default_factory=dict, hash=False
    )  # attacks of an aircraft, with the turn that opens them again

    def left(self) -> tuple[int, int]:
        """Bases."""
        return (0 if self.gone else self.bases), self.started

    @fills(actor="bases_of_actor", target="bases_of_target")
    def present(self) -> int:
        """Bases as a form counts them."""
        return max(1, self.bases)

    @fills(actor="route_march_ended")
    def route_march_ended(self) -> bool:
        """It has done something else."""
        return not self.marched_in

    @fills(actor="bomb_used")
    def bomb_used(self) -> bool:
        """An aircraft that has bombed and is not back."""
        return "bomb" in self.flown

    @fills(actor="strafe_used")
    def strafe_used(self) -> bool:
        """An aircraft that has strafed and is not back."""
        return "strafe" in self.flown

    def described(self) -> Message:
        """Its kind and bases."""
        return Message.of("roster.label", unit=self.kind, bases=self.bases, started=self.started)

    def condition(self) -> Message:
        """Its status."""
        return self.status.message

    def reminder(self) -> Message | None:
        """Gone, without its order, or done for this turn."""
        if self.gone:
            return Message("roster.gone")
        if self.earlier is Earlier.ORDER_LOST:
            return Message("roster.order_lost")
        return Message("roster.acted") if self.acted else None

    def done(self) -> Message | None:
        """What it has done, where that may keep it from doing more."""
        return None if self.earlier is Earlier.NOTHING else Message(f"roster.done.{self.earlier}")

    def in_turn(self, turn: int) -> Self:
        """The unit as a turn begins; an aircraft that is back has been repaired (REV-G.33c)."""
        flown = {attack: back for attack, back in self.flown.items() if back > turn}
        repaired = len(self.flown) == len(ATTACKS) and not flown
        return replace(self.cleared("turn"), flown=flown, status=Status.OK if repaired else self.status)

    def a_turn_on(self, turn: int) -> Self:
        """The unit as the turn after this one begins, its aircraft's way home told as if it were still this one."""
        later = self.in_turn(turn + 1)
        return replace(later, flown={attack: back - 1 for attack, back in later.flown.items()})

    def having_done(self, done: Earlier, *, on_the_way: bool = False, launched: bool = False) -> Self:
        """The unit after an action; on its way it is still on route march.

        Fire that follows a lost order or a move is its last; Moving Fire alone leaves it a move (REV-3.40, REV-G.04b).
        """
        if done is Earlier.FIRED and self.earlier in (Earlier.ORDER_LOST, Earlier.DEPLOY_TACTICAL):
            done = Earlier.ACTED
        if done is Earlier.ORDER_LOST and self.earlier is Earlier.FIRED:
            done = Earlier.ACTED
        return replace(
            self,
            acted=done is not Earlier.ORDER_LOST,
            earlier=done,
            marched_in=self.marched_in and (on_the_way or done is Earlier.ORDER_LOST),
            launched=self.launched or launched,
        )


@dataclass(frozen=True, slots=True)
class Belt:
    """An army's morale: points at the start and now, and the action that broke it."""

    start: int
    now: int
    broken_by: int | None = None  # number of the action; two armies broken by the same one draw (REV-G.44c)


@dataclass(frozen=True, kw_only=True)
class RevolucionLedger(RosterLedger[KnownUnit]):
    """The books of a battle; every part is optional (REV-1.07b)."""

    counted: ClassVar[str] = "bases"
    roles: ClassVar[Mapping[str, str]] = {**RosterLedger.roles, "assaulter": "actor_name"}

    morale: Mapping[Side, Belt] = field(default_factory=dict)
    assaults: Mapping[str, int] = field(
        default_factory=dict
    )  # bases that assaulted a named target this turn (REV-7.30)
    actions: int = 0  # so far, morale losses left out: they belong to the action before them

    def with_deed(self, deed: Deed, tables: Tables) -> Self:
        """The books after an action, which has its number."""
        books = self if deed.action == "morale_loss" else replace(self, actions=self.actions + 1)
        return RosterLedger.with_deed(books, deed, tables)

    def next_round(self) -> Self:
        """The books as everybody may act again."""
        return replace(self.each(lambda unit: unit.a_turn_on(self.turn)), assaults={}, actions=0)

    def own_name(self, name: str) -> str:
        """What the books call a unit of this name, also one that is known by the assaults on it alone."""
        return name if name in self.units else known_as(name, (*self.units, *self.assaults))

    def with_morale_lost(self, side: Side, points: int) -> Self:
        """An army with so many points fewer; numbers are not shown below nought (REV-G.44c)."""
        belt = self.morale.get(side)
        if belt is None:
            return self
        now = max(0, belt.now - points)
        broken_by = belt.broken_by if belt.broken_by is not None or now else self.actions
        return replace(self, morale={**self.morale, side: Belt(belt.start, now, broken_by)})

    def side_of(self, whom: str, deed: Deed) -> Side | None:
        """Whose a unit is: by the roster, else the acting side's or its opponent's."""
        unit = self.unit_meant(whom, deed)
        if unit is not None:
            return unit.side
        if deed.side not in set(Side):
            return None
        return _OTHER[Side(deed.side)] if whom == "target" else Side(deed.side)

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:  # noqa: ARG002 - the ledger knows units, not tables
        """The side that moves; before the battle the break point's units, counted from the roster (REV-11.02b)."""
        if action == "morale_loss" and self.side:
            return {"side": self.side}
        if action == "army_morale":
            waiting = [side for side in Side if side not in self.morale and self._combat_units(side)]
            return {"side": waiting[0], "combat_units": self._combat_units(waiting[0])} if waiting else {}
        return {}

    def _combat_units(self, side: Side) -> int:
        return sum(unit.side is side and counts_for_break_point(unit.kind) for unit in self.units.values())

    def reads(self, entry: Entry) -> frozenset[str]:
        """An entry rests on the named units it speaks of, on earlier assaults on its target, and on the belts."""
        target = self.names(entry.deed).get("target")
        assaults = {f"assaults.{target}"} if entry.record.action == "assault" else set()
        belts = {f"morale.{entry.situation.side}"} if entry.record.action == "morale_loss" else set()
        return RosterLedger.reads(self, entry) | assaults | belts

    def filled_from_books(self, unit: KnownUnit) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The bases that have assaulted it this turn."""
        return NOTHING, {"earlier_bases": self.assaults.get(unit.name, 0)}

    def panels(self, tables: Tables) -> tuple[Panel, ...]:  # noqa: ARG002 - rulesets with printed panels read tables
        """The belts of both armies; at nought the battle is over (REV-11.06)."""
        belts = [
            Panel(
                id=f"morale.{side}",
                title=Message.of("panel.morale", side=side),
                kind="meter",
                side=side,
                value=belt.now,
                of=belt.start,
                offers=tuple(morale_offer(side, loss) for loss in Loss),
            )
            for side, belt in self.morale.items()
        ]
        beaten = self.beaten
        if beaten:
            text = Message.of("panel.beaten.one", side=beaten[0]) if len(beaten) == 1 else Message("panel.beaten.both")
            belts.append(Panel(id="end", title=Message("panel.end"), kind="text", text=text))
        return tuple(belts)

    @property
    def beaten(self) -> tuple[Side, ...]:
        """Who is beaten: the army that broke first, both if the same action broke them (REV-11.06, REV-G.44c)."""
        broken = {side: belt.broken_by for side, belt in self.morale.items() if belt.broken_by is not None}
        first = min(broken.values(), default=None)
        return tuple(side for side, action in broken.items() if action == first)


def morale_offer(side: Side, loss: Loss) -> Offer:
    """Take a point off an army's morale."""
    return Offer(Message.of(f"offer.{loss}", side=side), "morale_loss", {"side": side, "loss": loss}, at_once=True)
