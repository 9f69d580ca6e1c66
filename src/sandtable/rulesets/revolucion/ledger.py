"""What the umpire remembers of a battle: turn, army morale, units by name, who has acted, assaults on each target this turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from sandtable.kernel.effects import Effect
from sandtable.kernel.ledger import Entry, Ledger, Offer, Panel, RosterUnit, known_as
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.aircraft import AirAttack
from sandtable.rulesets.revolucion.assault import Assault, AssaultVerdict
from sandtable.rulesets.revolucion.damage import LADDER, Victim, is_destroyed
from sandtable.rulesets.revolucion.effects import (
    ActionSpent,
    AircraftLeaves,
    BasesLost,
    BreakPoint,
    Destroyed,
    HasInitiative,
    KeepsAction,
    MayDeploy,
    MayMove,
    MoraleLost,
    RouteMarches,
    StatusBecomes,
    StatusImproves,
)
from sandtable.rulesets.revolucion.fire import Fire, OutOfRange
from sandtable.rulesets.revolucion.marches import RouteMarch
from sandtable.rulesets.revolucion.morale import MoraleLoss, counts_for_break_point
from sandtable.rulesets.revolucion.offers import morale_offer, offers_of
from sandtable.rulesets.revolucion.orders import Maneuver, March
from sandtable.rulesets.revolucion.regroup import Regroup
from sandtable.rulesets.revolucion.roster import RosterEntry
from sandtable.rulesets.revolucion.vocabulary import Earlier, FireMode, Loss, Order, Side, Status, UnitType

_ATTACKS = ("bomb", "strafe")
_OTHER = {Side.GOVERNMENT: Side.REVOLUTIONARY, Side.REVOLUTIONARY: Side.GOVERNMENT}


@dataclass(frozen=True, slots=True)
class KnownUnit:
    """A unit of the roster as it stands."""

    name: str
    side: Side
    kind: UnitType
    bases: int
    started: int
    column: str = ""
    status: Status = Status.OK
    acted: bool = False
    earlier: Earlier = Earlier.NOTHING
    gone: bool = False
    marched_in: bool = True  # it may still be on route march: it has done nothing else (REV-3.33)
    launched: bool = False  # a máquina loca on its way (REV-10.31)
    flown: Mapping[str, int] = field(
        default_factory=dict
    )  # attacks of an aircraft, with the turn that opens them again


@dataclass(frozen=True, slots=True)
class Belt:
    """An army's morale: points at the start and now, and the action that broke it."""

    start: int
    now: int
    broken_by: int | None = None  # number of the action; two armies broken by the same one draw (REV-G.44c)


@dataclass(frozen=True, kw_only=True)
class RevolucionLedger(Ledger):
    """The books of a battle; every part is optional (REV-1.07b)."""

    units: Mapping[str, KnownUnit] = field(default_factory=dict)
    morale: Mapping[Side, Belt] = field(default_factory=dict)
    assaults: Mapping[str, int] = field(
        default_factory=dict
    )  # bases that assaulted a named target this turn (REV-7.30)
    actions: int = 0  # entries so far, morale losses left out: they belong to the action before them

    def after(self, entry: Entry, tables: Tables) -> Self:
        """Fold one entry in: its own kind first, then its effects on named units."""
        ledger = self if isinstance(entry.situation, MoraleLoss) else replace(self, actions=self.actions + 1)
        ledger = ledger.entered(entry).assaulted(entry)
        for effect in entry.verdict.effects:
            ledger = ledger.with_effect(effect, self.names_of(entry), tables)
        return ledger.acted_in(entry)

    def own_name(self, name: str) -> str:
        """What the books call a unit of this name."""
        return known_as(name, (*self.units, *self.assaults))

    def names_of(self, entry: Entry) -> dict[str, str]:
        """Who the roles of an entry are: actor, assaulter, target."""
        actor = getattr(entry.situation, "actor_name", None) or ""
        target = getattr(entry.situation, "target_name", None) or ""
        roles = (("actor", actor), ("assaulter", actor), ("target", target))
        return {role: self.own_name(name) for role, name in roles if name}

    def entered(self, entry: Entry) -> Self:
        """A unit enters the roster."""
        told = entry.situation
        if not isinstance(told, RosterEntry):
            return self
        unit = KnownUnit(self.own_name(told.name), told.side, told.unit, told.bases, told.bases, told.column or "")
        return replace(self, units={**self.units, unit.name: unit})

    def assaulted(self, entry: Entry) -> Self:
        """An assault counts from the moment it is launched, with its bases of that time (REV-7.30b, REV-G.50)."""
        target = self.names_of(entry).get("target")
        if target is None or not _launched(entry):
            return self
        assaulter = self.units.get(self.names_of(entry).get("assaulter", ""))
        bases = entry.situation.bases_of_actor or (assaulter.bases if assaulter else 0)
        return replace(self, assaults={**self.assaults, target: self.assaults.get(target, 0) + bases})

    def with_effect(self, effect: Effect, names: Mapping[str, str], tables: Tables) -> Self:
        """One effect: a new turn, a belt, or a unit that changes."""
        if isinstance(effect, HasInitiative):
            fresh = {name: _rested(unit, self.turn + 1) for name, unit in self.units.items()}
            return replace(self, turn=self.turn + 1, side=effect.side, units=fresh, assaults={})
        if isinstance(effect, BreakPoint):
            return replace(self, morale={**self.morale, Side(effect.whom): Belt(effect.points, effect.points)})
        if isinstance(effect, MoraleLost):
            return self._morale_lost(Side(effect.whom), effect.points)
        unit = self.units.get(names.get(effect.whom, effect.whom))
        return self if unit is None else self.with_unit(_changed(unit, effect, tables))

    def with_unit(self, unit: KnownUnit) -> Self:
        """The same books with this unit as it stands now."""
        return replace(self, units={**self.units, unit.name: unit})

    def _morale_lost(self, side: Side, points: int) -> Self:
        """Numbers are not shown below nought (REV-G.44c)."""
        belt = self.morale.get(side)
        if belt is None:
            return self
        now = max(0, belt.now - points)
        broken_by = belt.broken_by if belt.broken_by is not None or now else self.actions
        return replace(self, morale={**self.morale, side: Belt(belt.start, now, broken_by)})

    def acted_in(self, entry: Entry) -> Self:
        """Who has acted, and with what, so that the next form knows (REV-3.40, REV-7.21)."""
        ledger = self
        for name, earlier in _done(entry, self.names_of(entry)):
            unit = ledger.units.get(name)
            if unit is not None:
                ledger = ledger.with_unit(_having_done(unit, earlier, entry))
        return ledger.flown(entry)

    def flown(self, entry: Entry) -> Self:
        """An aircraft goes home for some turns; sound, it may stay for another kind of attack (REV-10.76 to REV-10.77b)."""
        plane = self.units.get(self.names_of(entry).get("actor", ""))
        home = next((effect for effect in entry.verdict.effects if isinstance(effect, AircraftLeaves)), None)
        if plane is None or home is None or not isinstance(entry.situation, AirAttack):
            return self
        left = _ATTACKS if home.damaged or len(plane.flown) else (entry.situation.weapon,)
        back = self.turn + home.turns + 1
        return self.with_unit(replace(plane, flown={**plane.flown, **dict.fromkeys(left, back)}))

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
        units = {f"unit.{name}" for name in self.names_of(entry).values()}
        assaults = {
            f"assaults.{name}" for name in [self.names_of(entry).get("target")] if isinstance(entry.situation, Assault)
        }
        belts = {f"morale.{effect.whom}" for effect in entry.verdict.effects if isinstance(effect, MoraleLost)}
        return frozenset(units | assaults | belts)

    def writes(self, entry: Entry) -> frozenset[str]:
        """An entry changes the named units its effects fall on, the tally of assaults, and the belts."""
        names = self.names_of(entry)
        touched = {
            names.get(effect.whom, effect.whom) for effect in entry.verdict.effects if isinstance(effect, _CHANGES)
        }
        touched |= {name for name, _ in _done(entry, names)}
        if isinstance(entry.situation, RosterEntry):
            touched.add(self.own_name(entry.situation.name))
        assaults = {f"assaults.{names['target']}"} if _launched(entry) and "target" in names else set()
        belts = {
            f"morale.{effect.whom}" for effect in entry.verdict.effects if isinstance(effect, MoraleLost | BreakPoint)
        }
        return frozenset({f"unit.{name}" for name in touched} | assaults | belts)

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

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units with what they fill into the form."""
        return tuple(self._listed(unit) for unit in self.units.values())

    def _listed(self, unit: KnownUnit) -> RosterUnit:
        note = _note(unit)
        return RosterUnit(
            id=unit.name,
            name=unit.name,
            side=unit.side,
            label=Message.of("roster.label", unit=unit.kind, bases=unit.bases, started=unit.started),
            status=unit.status.message,
            as_actor={
                "actor_name": unit.name,
                "unit": unit.kind,
                "actor_status": unit.status,
                "regroups_from": unit.status,
                "bases_of_actor": max(1, unit.bases),
                "starting_bases_of_assaulter": unit.started,
                "actor_earlier_this_turn": unit.earlier,
                "actor_is_gone": unit.gone,
                "launched": unit.launched,
                "route_march_ended": not unit.marched_in,
                **{f"{attack}_used": attack in unit.flown for attack in _ATTACKS},
            },
            as_target={
                "target_name": unit.name,
                "target_type": unit.kind,
                "target_status": unit.status,
                "bases_of_target": max(1, unit.bases),
                "starting_bases_of_target": unit.started,
                "earlier_bases": self.assaults.get(unit.name, 0),
                "target_is_gone": unit.gone,
            },
            note=note,
            gone=unit.gone,
        )

    def offers(self, entry: Entry) -> tuple[Offer, ...]:
        """What a result makes possible with one tap; the side hit is the roster's, else the acting side's opponent."""
        names, acting = self.names_of(entry), str(entry.record.meta.get("side") or "")

        def side_of(whom: str) -> Side | None:
            unit = self.units.get(names.get(whom, whom))
            if unit is not None:
                return unit.side
            if acting not in set(Side):
                return None
            return _OTHER[Side(acting)] if whom == "target" else Side(acting)

        return tuple(offers_of(entry, side_of))


_CHANGES = (BasesLost, Destroyed, StatusBecomes, StatusImproves)


def _launched(entry: Entry) -> bool:
    return isinstance(entry.verdict, AssaultVerdict) and entry.verdict.launched


def _note(unit: KnownUnit) -> Message | None:
    if unit.gone:
        return Message("roster.gone")
    if unit.earlier is Earlier.ORDER_LOST:
        return Message("roster.order_lost")
    return Message("roster.acted") if unit.acted else None


def _rested(unit: KnownUnit, turn: int) -> KnownUnit:
    """A unit as the turn begins; an aircraft that is back has been repaired (REV-G.33c)."""
    flown = {attack: back for attack, back in unit.flown.items() if back > turn}
    repaired = len(unit.flown) == len(_ATTACKS) and not flown
    status = Status.OK if repaired else unit.status
    return replace(unit, acted=False, earlier=Earlier.NOTHING, flown=flown, status=status)


def _having_done(unit: KnownUnit, done: Earlier, entry: Entry) -> KnownUnit:
    """The unit after an action. Fire that follows a lost order or a move is its last; Moving Fire alone leaves it a move (REV-3.40, REV-G.04b)."""
    if done is Earlier.FIRED and unit.earlier in (Earlier.ORDER_LOST, Earlier.DEPLOY_TACTICAL):
        done = Earlier.ACTED
    if done is Earlier.ORDER_LOST and unit.earlier is Earlier.FIRED:
        done = Earlier.ACTED
    situation = entry.situation
    on_the_way = isinstance(situation, RouteMarch) or (
        unit.kind is UnitType.TRAIN and isinstance(situation, Maneuver | March)
    )
    launched = unit.kind is UnitType.MAQUINA_LOCA and isinstance(situation, Maneuver) and done is Earlier.OTHER_MOVE
    return replace(
        unit,
        acted=done is not Earlier.ORDER_LOST,
        earlier=done,
        marched_in=unit.marched_in and (on_the_way or done is Earlier.ORDER_LOST),
        launched=unit.launched or launched,
    )


def _done(entry: Entry, names: Mapping[str, str]) -> Iterator[tuple[str, Earlier]]:
    """Who has done what in this entry, by name."""
    situation = entry.situation
    if isinstance(situation, Fire) and not isinstance(entry.verdict, OutOfRange) and "actor" in names:
        yield names["actor"], Earlier.FIRED if situation.mode is FireMode.MOVING else Earlier.ACTED
    for effect in entry.verdict.effects:
        if isinstance(effect, KeepsAction) and effect.allowed != "any" and effect.whom in names:
            yield names[effect.whom], Earlier.ACTED if effect.allowed == "none" else Earlier.ORDER_LOST
        if isinstance(effect, MayMove | MayDeploy | RouteMarches) and effect.whom in names:
            deploys = isinstance(effect, MayDeploy) or (
                isinstance(effect, MayMove) and effect.order is Order.DEPLOY_TACTICAL
            )
            yield names[effect.whom], Earlier.DEPLOY_TACTICAL if deploys else Earlier.OTHER_MOVE
        elif isinstance(effect, ActionSpent):
            used = _spent_by(situation)
            whoms = ("assaulter", "target") if effect.whom == "both" else (effect.whom,)
            yield from ((names[whom], used) for whom in whoms if whom in names)


def _spent_by(situation: Any) -> Earlier:
    if isinstance(situation, Assault):
        return Earlier.USED_UP
    return Earlier.REGROUPED if isinstance(situation, Regroup) else Earlier.ACTED


def _changed(unit: KnownUnit, effect: Effect, tables: Tables) -> KnownUnit:
    if isinstance(effect, BasesLost):
        victim = Victim(unit.name, unit.kind, unit.status, unit.bases, unit.started)
        gone = is_destroyed(victim, effect.count, tables)
        return replace(unit, bases=max(0, unit.bases - effect.count), gone=gone)
    if isinstance(effect, StatusBecomes):
        return replace(unit, status=effect.status)
    if isinstance(effect, StatusImproves):
        return replace(unit, status=LADDER[max(0, LADDER.index(unit.status) - 1)])
    if isinstance(effect, Destroyed):
        return replace(unit, gone=True, bases=0)
    return unit
