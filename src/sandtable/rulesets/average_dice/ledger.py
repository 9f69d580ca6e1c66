"""What the umpire remembers of a game: forces, days and boxes, arrivals, structures, points. Every part is optional."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from sandtable.kernel.effects import Effect
from sandtable.kernel.ledger import Entry, Ledger, Offer, Panel, PhaseState, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Verdict
from sandtable.rulesets.average_dice import books, panels
from sandtable.rulesets.average_dice import effects as done
from sandtable.rulesets.average_dice.books import KnownStructure, KnownUnit, Victory
from sandtable.rulesets.average_dice.forces import BuildForce, ForceVerdict
from sandtable.rulesets.average_dice.morale import GeneralFalls, Join, JoinVerdict
from sandtable.rulesets.average_dice.movement import Move
from sandtable.rulesets.average_dice.sheet import SheetVerdict, StructureEntry, UnitChange, UnitEntry
from sandtable.rulesets.average_dice.structures import WHOLE_UNITS, HitStructure
from sandtable.rulesets.average_dice.vocabulary import OTHER_SIDE, UNIT_ARMS, Arm, Change, Side

BOXES = ("day1", "day2", "day3", "day4", "day5")


@dataclass(frozen=True, kw_only=True)
class AverageDiceLedger(Ledger):
    """The books of a game."""

    phases = (*BOXES, Side.VILLISTA, Side.FEDERAL)
    units: Mapping[str, KnownUnit] = field(default_factory=dict)
    structures: Mapping[str, KnownStructure] = field(default_factory=dict)
    raised: Mapping[Side, ForceVerdict] = field(default_factory=dict)
    day: int = 0
    boxes: int = 0
    turns: int = 0  # turns of this day
    arrivals: tuple[tuple[int, str], ...] = ()  # turn of day 1, and whose
    victories: tuple[Victory, ...] = ()
    lots_due: int = 0  # units still to be drawn as prone to desertion
    restores_due: int = 0  # Federal throws that a moral victory has brought
    fallen: tuple[Side, ...] = ()  # Generals killed whose units have not thrown yet
    generals_killed: frozenset[Side] = frozenset()

    def after(self, entry: Entry, tables: Tables) -> Self:
        """Fold one entry in: its own kind first, then its effects."""
        ledger = self._with_own_kind(entry, tables)
        for effect in entry.verdict.effects:
            ledger = ledger.with_effect(effect, entry)
        return ledger.with_doings(entry).without_the_gone()

    def _with_own_kind(self, entry: Entry, tables: Tables) -> Self:
        situation, verdict = entry.situation, entry.verdict
        if isinstance(verdict, SheetVerdict):
            prone = isinstance(situation, UnitEntry) and bool(situation.prone_to_desertion)
            known = {line.name: books.entered(line, tables, prone=prone) for line in verdict.lines}
            return replace(self, units={**self.units, **known})
        if isinstance(verdict, ForceVerdict) and isinstance(situation, BuildForce):
            return replace(self, raised={**self.raised, situation.side: verdict})
        if isinstance(situation, StructureEntry):
            known_structure = books.entered_structure(situation, tables)
            others = books.vacated(self.structures, frozenset(known_structure.inside))
            return replace(self, structures={**others, known_structure.name: known_structure})
        if isinstance(situation, Move):
            return replace(self, structures=books.housed(self.structures, situation))
        if isinstance(situation, Join) and isinstance(verdict, JoinVerdict):
            return self._joined(situation, verdict)
        if isinstance(situation, GeneralFalls):
            return self._tested(situation, verdict, tables)
        return self

    def _joined(self, situation: Join, verdict: JoinVerdict) -> Self:
        first, second = self._unit(situation.actor_name), self._unit(situation.target_name)
        changed = {}
        if first:
            changed[first.name] = replace(
                first, figures=verdict.figures, joined=True, prone_to_desertion=verdict.prone_to_desertion
            )
        if second:
            changed[second.name] = replace(second, figures=0, gone=True)
        return replace(self, units={**self.units, **changed})

    def _tested(self, situation: GeneralFalls, verdict: Verdict, tables: Tables) -> Self:
        """Units that threw for their General; with the dice in order the verdict names those that left (AVD-12.06)."""
        leaving = {name for effect in verdict.effects if isinstance(effect, done.UnitsLeave) for name in effect.units}
        units = dict(self.units)
        for testing in situation.testing(tables):
            unit = self._unit(testing.unit_name)
            if unit is not None:
                units[unit.name] = replace(unit, general_tested=True, gone=unit.gone or unit.name in leaving)
        fallen = tuple(side for side in self.fallen if side is not situation.side)
        return replace(self, units=units, fallen=fallen, generals_killed=self.generals_killed | {situation.side})

    def with_effect(self, effect: Effect, entry: Entry) -> Self:
        """One effect folded in."""
        if isinstance(effect, done.DayBegins):
            return self._day(effect)
        if isinstance(effect, done.TurnBegins):
            return self._turn(effect.side)
        if isinstance(effect, done.MoralVictory):
            victory = Victory(effect.side, effect.cause, effect.points)
            return self if victory in self.victories else replace(self, victories=(*self.victories, victory))
        if isinstance(effect, done.RestoreThrow):
            return replace(self, restores_due=self.restores_due + 1)
        if isinstance(effect, done.UnitsRestored):
            return replace(self, restores_due=max(0, self.restores_due - 1))
        if isinstance(effect, done.ProneToDesertion):
            return replace(self, lots_due=effect.units)
        if isinstance(effect, done.LotDrawn):
            return self._drawn(effect.number)
        if isinstance(effect, done.FlankArrives):
            return replace(self, arrivals=(*self.arrivals, (effect.turn, effect.name or "")))
        if isinstance(effect, done.HitsOnStructure | done.StructureFalls):
            return self._structure(effect, entry.situation)
        if isinstance(effect, done.FiguresCaught):
            return self._caught(effect)
        if isinstance(effect, done.GunCaptured):
            return self._gun_taken(entry)
        if isinstance(effect, done.GeneralKilled):
            return self._general(effect, entry)
        return self._unit_effect(effect, entry)

    def _day(self, effect: done.DayBegins) -> Self:
        fresh = {name: unit.rested() for name, unit in self.units.items()}
        return replace(
            self,
            day=effect.day,
            boxes=effect.day,
            turns=effect.turns,
            turn=1,
            side=Side.VILLISTA,
            phase=Side.VILLISTA,
            units=fresh,
        )

    def _turn(self, side: Side) -> Self:
        """The Villista move begins a turn (AVD-3.02, AVD-G.08); the side that moves is fresh."""
        turn = self.turn + 1 if side is Side.VILLISTA and self.side is not None else max(1, self.turn)
        units = {name: unit.rested() if unit.side is side else unit for name, unit in self.units.items()}
        return replace(self, turn=turn, side=side, phase=side, units=units)

    def _drawn(self, number: int) -> Self:
        names = [unit.name for unit in self._drawable()]
        if not 0 < number <= len(names):
            return replace(self, lots_due=max(0, self.lots_due - 1))
        unit = self.units[names[number - 1]]
        units = {**self.units, unit.name: replace(unit, prone_to_desertion=True)}
        return replace(self, units=units, lots_due=max(0, self.lots_due - 1))

    def _drawable(self) -> tuple[KnownUnit, ...]:
        """Federal units, not guns, not the General, not drawn yet (AVD-G.06)."""
        return tuple(
            unit
            for unit in self.units.values()
            if unit.side is Side.FEDERAL and unit.arm in UNIT_ARMS and not unit.prone_to_desertion and not unit.gone
        )

    def _structure(self, effect: done.HitsOnStructure | done.StructureFalls, situation: Any) -> Self:
        if not effect.name:
            return self
        known = self.structures.get(effect.name) or KnownStructure(effect.name, effect.structure, 0, 0)
        if isinstance(effect, done.HitsOnStructure):
            changed = replace(known, before=effect.before, left=effect.left, value=known.value or effect.before)
            return replace(self, structures={**self.structures, known.name: changed})
        structures = {**self.structures, known.name: replace(known, fallen=True, inside=())}
        units = dict(self.units)
        if isinstance(situation, HitStructure) and situation.structure in WHOLE_UNITS:
            units |= {name: replace(units[name], gone=True) for name in known.inside if name in units}
        return replace(self, structures=structures, units=units)

    def _caught(self, effect: done.FiguresCaught) -> Self:
        """Whole units go with a building; elsewhere the figures of the one unit that is named (AVD-10.05, AVD-10.06, AVD-10.08)."""
        units = dict(self.units)
        for name in effect.units:
            unit = self._unit(name)
            if unit is not None and effect.structure in WHOLE_UNITS:
                units[name] = replace(unit, gone=True)
            elif unit is not None and len(effect.units) == 1:
                units[name] = books.changed(unit, effect)
        return replace(self, units=units)

    def _gun_taken(self, entry: Entry) -> Self:
        """The gun whose crew was killed in melee goes over to the other side (AVD-11.10)."""
        gun = self._unit(books.names(entry).get("target"))
        if gun is None:
            return self
        return replace(self, units={**self.units, gun.name: books.captured_gun(gun, OTHER_SIDE[gun.side])})

    def without_the_gone(self) -> Self:
        """Units that are gone are in no building any more."""
        gone = frozenset(name for name, unit in self.units.items() if unit.gone)
        if not any(gone & set(known.inside) for known in self.structures.values()):
            return self
        return replace(self, structures=books.vacated(self.structures, gone))

    def _general(self, effect: Effect, entry: Entry) -> Self:
        unit = self._unit(books.names(entry).get(effect.whom))
        side = unit.side if unit else books.struck_side(entry)
        if side is None:
            return self
        units = {
            name: replace(known, gone=True, figures=0) if known.arm is Arm.GENERAL and known.side is side else known
            for name, known in self.units.items()
        }
        fallen = self.fallen if side in (*self.fallen, *self.generals_killed) else (*self.fallen, side)
        return replace(self, units=units, fallen=fallen, generals_killed=self.generals_killed | {side})

    def _unit_effect(self, effect: Effect, entry: Entry) -> Self:
        unit = self._unit(books.names(entry).get(effect.whom, effect.whom))
        if unit is None:
            return self
        units = {**self.units, unit.name: books.changed(unit, effect)}
        lent = entry.situation
        if (
            isinstance(effect, done.UnitChanged)
            and effect.change is Change.LENT_TO_A_GUN
            and isinstance(lent, UnitChange)
        ):
            gun = self._unit(lent.gun_name)
            if gun is not None:
                units[gun.name] = replace(gun, replacements=gun.replacements + effect.count)
        return replace(self, units=units)

    def with_doings(self, entry: Entry) -> Self:
        """What the acting unit has done this turn."""
        unit = self._unit(getattr(entry.situation, "actor_name", None))
        if unit is None or books.out_of_range(entry.verdict):
            return self
        return replace(self, units={**self.units, unit.name: books.acted(unit, entry.situation)})

    def _unit(self, name: str | None) -> KnownUnit | None:
        return self.units.get(name) if name else None

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:  # noqa: ARG002 - the books know units, not tables
        """What the books know of a form."""
        known = books.Known(self.units, self.raised, self.boxes, self.generals_killed, self.fallen, self.side)
        return books.prefill(action, known, len(self._drawable()))

    def reads(self, entry: Entry) -> frozenset[str]:
        """An entry rests on the named units and structures it speaks of, on the boxes, and on the points."""
        return books.touched(entry) | books.rests_on(entry)

    def writes(self, entry: Entry) -> frozenset[str]:
        """An entry changes the named units and structures its effects fall on, the boxes, and the points."""
        return books.touched(entry) | books.leaves_behind(entry)

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Days and boxes, forces, structures, points, arrivals."""
        shown: list[Panel] = []
        if self.boxes:
            shown.append(panels.boxes_panel(self.boxes, self.day, self.turn, self.turns, self.side, tables))
        shown += panels.force_panels(self.units)
        if self.structures:
            shown.append(panels.structures_panel(self.structures))
        if self.victories:
            shown.append(panels.points_panel(self.victories))
        if self.arrivals:
            shown.append(panels.arrivals_panel(self.arrivals))
        return tuple(shown)

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units and structures with what they fill into the form."""
        units = tuple(panels.listed(unit, panels.whereabouts(unit, self)) for unit in self.units.values())
        return units + tuple(panels.listed_structure(known, self.units) for known in self.structures.values())

    def owed(self) -> tuple[Offer, ...]:
        """What somebody still has to do: lots, throws, arrivals, the end of the day."""
        offers = [
            Offer(Message.of("offer.general", side=side), "general_killed", {"side": side}) for side in self.fallen
        ]
        if self.lots_due and self._drawable():
            fields = {"units_to_draw_from": len(self._drawable())}
            offers.append(Offer(Message.of("offer.lot", units=self.lots_due), "draw_lot", fields))
        if self.restores_due and self._prone():
            offers.append(Offer(Message("offer.restore"), "restore_units", {"prone_units_left": self._prone()}))
        if self.day == 1 and self.side is Side.VILLISTA:
            offers += [panels.arrival_offer(name, turn) for turn, name in self.arrivals if turn == self.turn]
        if self.day and self.turn > self.turns:
            if self.boxes < len(BOXES):
                offers.append(Offer(Message("offer.another_day"), "new_day", {"boxes_crossed": self.boxes}))
            offers.append(Offer(Message("offer.stop"), "score", {}))
        elif self._beaten():
            offers.append(Offer(Message("offer.stop"), "score", {}))
        return tuple(offers)

    def _beaten(self) -> bool:
        """Whether a side that had units has none left: the game ends at once (AVD-G.33)."""
        sides = {unit.side for unit in self.units.values() if unit.arm in UNIT_ARMS}
        return any(not books.units_left(self.units, side) for side in sides)

    def _prone(self) -> int:
        return sum(unit.prone_to_desertion and not unit.gone for unit in self.units.values())

    def offers(self, entry: Entry) -> tuple[Offer, ...]:
        """What a result leads to: a General's death to the test of his units, a moral victory to a throw."""
        offers = []
        for effect in entry.verdict.effects:
            if isinstance(effect, done.GeneralKilled):
                unit = self._unit(books.names(entry).get(effect.whom))
                side = unit.side if unit else books.struck_side(entry)
                if side is not None:
                    offers.append(Offer(Message.of("offer.general", side=side), "general_killed", {"side": side}))
            elif isinstance(effect, done.RestoreThrow):
                offers.append(Offer(Message("offer.restore"), "restore_units", {}))
        return tuple(offers)

    def phase_states(self) -> tuple[PhaseState, ...]:
        """Five boxes, crossed when used; the turn of the day; then the two moves of the turn."""
        boxes = tuple(
            PhaseState(name, "done" if number <= self.boxes else "next") for number, name in enumerate(BOXES, start=1)
        )
        if self.side is None:
            return (*boxes, PhaseState(Side.VILLISTA, "next"), PhaseState(Side.FEDERAL, "next"))
        federal_now = self.side is Side.FEDERAL
        return (
            *boxes,
            PhaseState("turn", "done", Message.of("phase.turn", turn=self.turn, turns=self.turns)),
            PhaseState(Side.VILLISTA, "done" if federal_now else "now"),
            PhaseState(Side.FEDERAL, "now" if federal_now else "next"),
        )
