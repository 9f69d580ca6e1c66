"""What the umpire remembers of a battle: turn and phase, light, units by name with their markers, losses of both armies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from sandtable.kernel.ledger import Offer, Panel
from sandtable.kernel.messages import Message
from sandtable.kernel.roster import NOTHING, RosterLedger
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war.command import KnownLeader, highest
from sandtable.rulesets.mexican_american_war.fields import MOST_CREWS
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit, card_of
from sandtable.rulesets.mexican_american_war.units import CheckedUnit
from sandtable.rulesets.mexican_american_war.vocabulary import (
    OTHER_SIDE,
    FireStep,
    Light,
    OrderState,
    Phase,
    Side,
)

WHOLE = 100  # percent


def heavy_at(started: int, tables: Tables) -> int:
    """Lost stands that make heavy casualties: a quarter of the start, rounded up, unless the scenario says (MAW-G.18)."""
    return -(-started * tables.number("army.heavy_percent") // WHOLE)


def breaks_at(started: int, tables: Tables) -> int:
    """Lost stands at which an army withdraws: half of the start, rounded up, unless the scenario says (MAW-G.27c)."""
    return -(-started * tables.number("army.break_percent") // WHOLE)


@dataclass(frozen=True, kw_only=True)
class MexicanAmericanWarLedger(RosterLedger[KnownUnit]):
    """The books of a battle; every part is optional."""

    counted: ClassVar[str] = "stands"
    phases: ClassVar[tuple[str, ...]] = tuple(Phase)
    named: ClassVar[Mapping[str, str]] = {
        **RosterLedger.named,
        "charger_name": "unit",
        "friend_name": "unit",
        "square_name": "unit",
    }
    rests_on: ClassVar[Mapping[str, tuple[str, ...]]] = {"next_phase": ("phase",)}
    side: Side | None = None
    first_side: Side | None = None
    light: Light = Light.DAY
    units: Mapping[str, KnownUnit] = field(default_factory=dict)
    judged: Mapping[Side, tuple[bool, bool]] = field(default_factory=dict)  # heavy, greater, at the start of its turn
    heavy_numbers: Mapping[Side, int] = field(default_factory=dict)
    key_lost: frozenset[Side] = frozenset()
    leaders: Mapping[str, KnownLeader] = field(default_factory=dict)
    leaders_lost: Mapping[Side, int] = field(default_factory=dict)
    combats: int = 0  # charge combats of this player turn

    # ---- What effects change --------------------------------------------------------------------------------------------------

    def with_changes(self, *names: str, **changes: Any) -> Self:
        """The books with fields of these units replaced; names that they do not know are passed over."""
        known = [unit for unit in map(self.unit, names) if unit is not None]
        return self.with_units(*(replace(unit, **changes) for unit in known))

    def with_crew(self, guns: str, square: str) -> Self:
        """The books with the crew of these guns in this square and in no other; no name, in none."""
        there = self.own_name(square)

        def crews(unit: KnownUnit) -> KnownUnit:
            others = tuple(name for name in unit.crews if name != guns)
            return replace(unit, crews=(*others, guns) if unit.name == there else others)

        return self.each(crews)

    def phase_begins(self, phase: str, side: Side, turn: int, tables: Tables) -> Self:
        """The books at the start of a phase.

        A new player turn judges the army (MAW-G.18c), forgets what was done in the last, and has the side's wounded leaders back.
        """
        books = self.each(KnownUnit.next_phase)
        if phase == Phase.LEADERS:
            books = books.each(KnownUnit.next_turn)
            books = books.each(lambda unit: unit.rejoined(turn), lambda unit: unit.side is side)
            books = books.with_leaders(*(each.next_turn(turn) for each in books.leaders.values() if each.side is side))
            books = replace(books, judged={**self.judged, side: self.army_of(side, tables)}, combats=0)
        return replace(books, turn=turn, side=side, phase=phase, first_side=self.first_side or side)

    def next_round(self) -> Self:
        """The books as both sides may act again."""
        return replace(self.each(lambda unit: unit.a_turn_on(self.turn)), combats=0)

    def with_leaders(self, *leaders: KnownLeader) -> Self:
        """The books with these leaders as they are now, and with the mark of a leader on just those units that one is with."""
        books = replace(self, leaders={**self.leaders, **{leader.name: leader for leader in leaders}})
        return books.each(lambda unit: unit.led(books.leader_with(unit.name) is not None)) if books.leaders else books

    def leader_with(self, name: str) -> KnownLeader | None:
        """The leader who is attached to a unit, the highest of several."""
        return highest(leader for leader in self.leaders.values() if leader.leads and leader.unit == name)

    # ---- The army -------------------------------------------------------------------------------------------------------------

    def units_of(self, side: Side) -> list[KnownUnit]:
        """The units of a side, those that are gone included."""
        return [unit for unit in self.units.values() if unit.side is side]

    def started(self, side: Side) -> int:
        """Stands a side began with."""
        return sum(unit.started for unit in self.units_of(side))

    def lost(self, side: Side) -> int:
        """Stands a side has lost, troops and guns."""
        return sum(unit.lost for unit in self.units_of(side))

    def heavy_at(self, side: Side, tables: Tables) -> int:
        """Losses that are heavy: the scenario's number, else a quarter (MAW-G.18)."""
        return self.heavy_numbers.get(side) or heavy_at(self.started(side), tables)

    def army_of(self, side: Side, tables: Tables) -> tuple[bool, bool]:
        """Heavy casualties and greater losses now (MAW-G.18, MAW-G.18a)."""
        started, lost = self.started(side), self.lost(side)
        heavy = started > 0 and lost >= self.heavy_at(side, tables)
        return heavy, heavy and lost > self.lost(OTHER_SIDE[side])

    # ---- What they fill in ----------------------------------------------------------------------------------------------------

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:
        """What the books know of a form: the side, the light, the army, where the turn stands."""
        known = _PREFILL.get(action)
        told = known(self, tables) if known else {}
        return {name: value for name, value in told.items() if value is not None}

    def phase_known(self, _: Tables) -> dict[str, Any]:
        """Where the turn stands."""
        return {
            "phase_now": self.phase,
            "side_now": self.side,
            "turn_now": self.turn,
            "first_side": self.first_side,
        }

    def side_known(self, _: Tables) -> dict[str, Any]:
        """Whose turn it is."""
        return {"side": self.side}

    def light_known(self, _: Tables) -> dict[str, Any]:
        """Whose turn it is, and the light where it is not day."""
        return {"side": self.side, "light": None if self.light is Light.DAY else self.light}

    def check_known(self, tables: Tables) -> dict[str, Any]:
        """The army lines of a check, as the army was judged."""
        told = self.light_known(tables)
        if self.side is None or self.side not in self.judged:
            return told
        heavy, greater = self.judged[self.side]
        lost = self.side in self.key_lost
        return told | {"heavy_casualties": heavy, "greater_losses": greater, "key_position_lost": lost}

    def fire_known(self, tables: Tables) -> dict[str, Any]:
        """The fire step, and who fires in it."""
        told = self.light_known(tables)
        if self.side and self.phase == Phase.OFFENSIVE_FIRE:
            told |= {"fire_step": FireStep.OFFENSIVE}
        if self.side and self.phase == Phase.DEFENSIVE_FIRE:
            told |= {"fire_step": FireStep.DEFENSIVE, "side": OTHER_SIDE[self.side]}
        return told

    def reply_known(self, _: Tables) -> dict[str, Any]:
        """The side that is charged, and whether it is too late for a square."""
        return {"side": OTHER_SIDE[self.side], "combat_began": self.combats > 0} if self.side else {}

    def army_known(self, tables: Tables) -> dict[str, Any]:
        """Strength and losses of the army that moves, and the enemy's losses."""
        side, told = self.side, self.side_known(tables)
        if side is None or not self.started(side):
            return told
        told |= {"army_stands": self.started(side), "army_lost": self.lost(side)}
        return told | {"enemy_lost": self.lost(OTHER_SIDE[side])}

    def victory_known(self, tables: Tables) -> dict[str, Any]:
        """What each side has earned, as far as the roster knows (MAW-G.27a)."""
        earned: dict[str, Any] = {}
        for side, enemy in OTHER_SIDE.items() if self.units else ():
            theirs, who = self.units_of(enemy), side.value.lower()
            earned |= {
                f"{who}_units_destroyed": sum(unit.gone for unit in theirs),
                f"{who}_units_spent": sum(unit.beaten(tables) for unit in theirs),
                f"{who}_gun_stands": sum(unit.lost for unit in theirs if unit.is_guns),
                f"{who}_leaders": self.leaders_lost.get(enemy, 0),
                f"{enemy.value.lower()}_at_heavy_casualties": self.army_of(enemy, tables)[0],
            }
        return earned

    def filled_from_books(self, unit: KnownUnit) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Troops have the gun crews that shelter in their square."""
        if unit.is_guns:
            return NOTHING, NOTHING
        crews = sum(self.units[name].stands for name in unit.crews if name in self.units)
        return {"crews_inside": min(crews, MOST_CREWS)}, NOTHING

    # ---- What they show -------------------------------------------------------------------------------------------------------

    def owed(self) -> tuple[Offer, ...]:
        """Disordered and broken troops of the side that moves must check in its Maneuver phase (MAW-G.15)."""
        if self.phase != Phase.MANEUVER or self.side is None:
            return ()
        return tuple(
            Offer(
                Message.of("offer.check", name=unit.name, order=unit.order),
                "maneuver_check",
                {"side": unit.side, "units": [card_of(unit, CheckedUnit)]},
            )
            for unit in self.units_of(self.side)
            if unit.order is not OrderState.GOOD and not unit.has_checked and not unit.gone
        )

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Losses of both armies against their heavy casualties, and the light."""
        panels = [self._losses(side, tables) for side in Side if self.started(side)]
        if self.light is not Light.DAY:
            panels.append(Panel(id="light", title=Message("panel.light"), kind="text", text=self.light.message))
        return tuple(panels)

    def _losses(self, side: Side, tables: Tables) -> Panel:
        lost, heavy = self.lost(side), self.heavy_at(side, tables)
        title = Message.of("panel.losses", side=side, lost=lost, heavy=heavy)
        return Panel(id=f"losses.{side}", title=title, kind="meter", side=side, value=max(0, heavy - lost), of=heavy)


_PREFILL: Mapping[str, Callable[[MexicanAmericanWarLedger, Tables], dict[str, Any]]] = {
    "next_phase": MexicanAmericanWarLedger.phase_known,
    "maneuver_check": MexicanAmericanWarLedger.check_known,
    "fire": MexicanAmericanWarLedger.fire_known,
    "maneuver": MexicanAmericanWarLedger.light_known,
    "move": MexicanAmericanWarLedger.light_known,
    "weapon_card": MexicanAmericanWarLedger.light_known,
    "declare_charge": MexicanAmericanWarLedger.light_known,
    "charge_combat": MexicanAmericanWarLedger.side_known,
    "hasty_maneuver": MexicanAmericanWarLedger.reply_known,
    "army_state": MexicanAmericanWarLedger.army_known,
    "victory": MexicanAmericanWarLedger.victory_known,
}
