"""What the umpire remembers of a battle: turn, army morale, units by name, who has acted, assaults on each target this turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from sandtable.kernel.effects import Effect
from sandtable.kernel.ledger import Entry, Ledger, Offer, Panel, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.assault import Assault, AssaultVerdict
from sandtable.rulesets.revolucion.damage import LADDER
from sandtable.rulesets.revolucion.effects import (
    ActionSpent,
    BasesLost,
    BreakPoint,
    Destroyed,
    HasInitiative,
    LeaderKilled,
    MayDeploy,
    MayMove,
    MoraleLost,
    StatusBecomes,
    StatusImproves,
)
from sandtable.rulesets.revolucion.fire import Fire, OutOfRange
from sandtable.rulesets.revolucion.roster import RosterEntry
from sandtable.rulesets.revolucion.vocabulary import Loss, Side, Status, UnitType

_OTHER = {Side.GOVERNMENT: Side.REVOLUTIONARY, Side.REVOLUTIONARY: Side.GOVERNMENT}


@dataclass(frozen=True, slots=True)
class KnownUnit:
    """A unit of the roster as it stands."""

    name: str
    side: Side
    kind: UnitType
    bases: int
    started: int
    status: Status = Status.OK
    acted: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Belt:
    """An army's morale: points at the start and now."""

    start: int
    now: int


@dataclass(frozen=True, kw_only=True)
class RevolucionLedger(Ledger):
    """The books of a battle; every part is optional."""

    units: Mapping[str, KnownUnit] = field(default_factory=dict)
    morale: Mapping[Side, Belt] = field(default_factory=dict)
    assaults: Mapping[str, int] = field(
        default_factory=dict
    )  # bases that assaulted a named target this turn (REV-7.30)

    def after(self, entry: Entry, tables: Tables) -> Self:  # noqa: ARG002 - the fold hands its tables to every ledger
        """Fold one entry in: its own kind first, then its effects on named units."""
        ledger = self
        situation, verdict = entry.situation, entry.verdict
        if isinstance(situation, RosterEntry):
            unit = KnownUnit(situation.name, situation.side, situation.unit, situation.bases, situation.bases)
            ledger = replace(ledger, units={**ledger.units, unit.name: unit})
        if isinstance(situation, Assault) and isinstance(verdict, AssaultVerdict):
            ledger = ledger.with_assault(situation, verdict)
        for effect in verdict.effects:
            ledger = ledger.with_effect(effect, _names(entry))
        return ledger.with_actions_of(entry)

    def with_assault(self, situation: Assault, verdict: AssaultVerdict) -> Self:
        """An assault counts from the moment it is launched, with its bases of that time (REV-7.30b, REV-G.50)."""
        if verdict.ended in ("lost", "out_of_reach") or not situation.target_name or not situation.bases_of_actor:
            return self
        before = self.assaults.get(situation.target_name, 0)
        return replace(self, assaults={**self.assaults, situation.target_name: before + situation.bases_of_actor})

    def with_effect(self, effect: Effect, names: Mapping[str, str]) -> Self:
        if isinstance(effect, HasInitiative):
            rested = {name: replace(unit, acted=False) for name, unit in self.units.items()}
            return replace(self, turn=self.turn + 1, side=effect.side, units=rested, assaults={})
        if isinstance(effect, BreakPoint):
            return replace(self, morale={**self.morale, Side(effect.whom): Belt(effect.points, effect.points)})
        if isinstance(effect, MoraleLost):
            return self._morale_lost(Side(effect.whom), effect.points)
        unit = self.units.get(names.get(effect.whom, effect.whom))
        return self if unit is None else replace(self, units={**self.units, unit.name: _changed(unit, effect)})

    def _morale_lost(self, side: Side, points: int) -> Self:
        """Numbers are not shown below nought (REV-G.44c)."""
        belt = self.morale.get(side)
        if belt is None:
            return self
        return replace(self, morale={**self.morale, side: Belt(belt.start, max(0, belt.now - points))})

    def with_actions_of(self, entry: Entry) -> Self:
        names = _names(entry)
        done = isinstance(entry.situation, Fire) and not isinstance(entry.verdict, OutOfRange)
        done = done or any(isinstance(effect, MayMove | MayDeploy) for effect in entry.verdict.effects)
        spent = {names.get("actor", "")} if done else set()
        for effect in entry.verdict.effects:
            if isinstance(effect, ActionSpent):
                spent |= set(names.values()) if effect.whom == "both" else {names.get(effect.whom, effect.whom)}
        acted = {name: replace(self.units[name], acted=True) for name in spent if name in self.units}
        return replace(self, units={**self.units, **acted}) if acted else self

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:  # noqa: ARG002 - the ledger knows units, not tables
        """The side that moves, for actions that name a side."""
        return {"side": self.side} if self.side and action == "morale_loss" else {}

    def reads(self, entry: Entry) -> frozenset[str]:
        """An entry rests on the named units it speaks of, and on the turn's assaults on them."""
        names = frozenset(f"unit.{name}" for name in _names(entry).values() if name)
        return names | frozenset(
            f"morale.{effect.whom}" for effect in entry.verdict.effects if isinstance(effect, MoraleLost)
        )

    def writes(self, entry: Entry) -> frozenset[str]:
        """An entry changes the named units its effects fall on, and the belts."""
        names = _names(entry)
        touched = {
            f"unit.{names.get(effect.whom, effect.whom)}" for effect in entry.verdict.effects if names.get(effect.whom)
        }
        belts = {
            f"morale.{effect.whom}" for effect in entry.verdict.effects if isinstance(effect, MoraleLost | BreakPoint)
        }
        if isinstance(entry.situation, RosterEntry):
            touched.add(f"unit.{entry.situation.name}")
        return frozenset(touched | belts)

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
                offers=(_morale_offer(side, Loss.DESTROYED), _morale_offer(side, Loss.LEADER_KILLED)),
            )
            for side, belt in self.morale.items()
        ]
        beaten = [side for side, belt in self.morale.items() if belt.now == 0]
        if beaten:
            text = Message.of("panel.beaten.one", side=beaten[0]) if len(beaten) == 1 else Message("panel.beaten.both")
            belts.append(Panel(id="end", title=Message("panel.end"), kind="text", text=text))
        return tuple(belts)

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units with what they fill into the form."""
        return tuple(self._listed(unit) for unit in self.units.values())

    def _listed(self, unit: KnownUnit) -> RosterUnit:
        note = Message("roster.gone") if unit.gone else Message("roster.acted") if unit.acted else None
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
                "bases_of_actor": max(1, unit.bases),
                "starting_bases_of_assaulter": unit.started,
            },
            as_target={
                "target_name": unit.name,
                "target_type": unit.kind,
                "target_status": unit.status,
                "bases_of_target": max(1, unit.bases),
                "starting_bases_of_target": unit.started,
                "earlier_bases": self.assaults.get(unit.name, 0),
            },
            note=note,
            gone=unit.gone,
        )

    def offers(self, entry: Entry) -> tuple[Offer, ...]:
        """One tap per loss that army morale may feel; the side hit is the roster's, else the acting side's opponent."""
        names = _names(entry)
        acting = str(entry.record.meta.get("side") or "")
        offers: list[Offer] = []
        for effect in entry.verdict.effects:
            if isinstance(effect, Destroyed | LeaderKilled):
                loss = Loss.DESTROYED if isinstance(effect, Destroyed) else Loss.LEADER_KILLED
                side = self._side_of(effect.whom, names, acting)
                if side is not None:
                    offers.append(_morale_offer(side, loss))
        return tuple(offers)

    def _side_of(self, whom: str, names: Mapping[str, str], acting: str) -> Side | None:
        unit = self.units.get(names.get(whom, whom))
        if unit is not None:
            return unit.side
        if acting not in set(Side):
            return None
        return _OTHER[Side(acting)] if whom == "target" else Side(acting)


def _morale_offer(side: Side, loss: Loss) -> Offer:
    return Offer(Message.of(f"offer.{loss}", side=side), "morale_loss", {"side": side, "loss": loss}, at_once=True)


def _names(entry: Entry) -> dict[str, str]:
    """Who the roles of an entry are: actor, assaulter, target."""
    actor = getattr(entry.situation, "actor_name", None) or ""
    target = getattr(entry.situation, "target_name", None) or ""
    return {role: name for role, name in (("actor", actor), ("assaulter", actor), ("target", target)) if name}


def _changed(unit: KnownUnit, effect: Effect) -> KnownUnit:
    if isinstance(effect, BasesLost):
        return replace(unit, bases=max(0, unit.bases - effect.count))
    if isinstance(effect, StatusBecomes):
        return replace(unit, status=effect.status)
    if isinstance(effect, StatusImproves):
        return replace(unit, status=LADDER[max(0, LADDER.index(unit.status) - 1)])
    if isinstance(effect, Destroyed):
        return replace(unit, gone=True, bases=0)
    return unit
