"""What the books fill into forms, list and show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.kernel.ledger import Offer, Panel, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.books import STRONGPOINT, Books, Owed
from sandtable.rulesets.uprising1848.panels import all_panels
from sandtable.rulesets.uprising1848.units import KnownUnit, Once
from sandtable.rulesets.uprising1848.vocabulary import Capture, Points, Side

_DECK, _TALES = ("initiative", "event"), ("parley", "question")  # what draws events, and what hears of places


@dataclass(frozen=True, kw_only=True)
class UprisingLedger(Books):
    """The books of a game, as forms and panels ask for them."""

    def at_cap(self, tables: Tables) -> bool:
        """The director's restraint: crushing numbers, or every other arrival while the Players are nearly beaten (R48-G.11)."""
        told = str(tables.option("directorCap"))
        cap = tables.exact("director", str(tables.option("referee"))) if told == "referee" else Fraction(told)
        players = self.value(Side.PLAYER, tables)
        if not cap or not players:
            return False
        crushing = self.value(Side.NON_PLAYER, tables) >= cap * players
        return crushing or (self.weak(tables) and self.weak_draws % tables.number("director.restraint.every") == 0)

    def to_act(self, side: Side) -> int:
        """Units of a side that have not acted."""
        return sum(unit.must_act for unit in self.units.values() if unit.side is side)

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:
        """What is known of an action's fields now."""
        known_fields: dict[str, Any] = {}
        if action in _DECK:
            known_fields["headquarters_seen"] = self.headquarters_seen
        if action in (*_DECK, *_TALES):
            known_fields |= {"convoys_seen": self.convoys_seen, "strongpoints_seen": self.strongpoints_seen}
        if action in (*_DECK, "parley") and self.units:
            known_fields["government_at_cap"] = self.at_cap(tables)
        if action == "initiative" and self.units:
            known_fields |= {
                "player_units_to_act": self.to_act(Side.PLAYER),
                "np_units_to_act": self.to_act(Side.NON_PLAYER),
            }
        if action == "initiative":
            known_fields["morale_checks_owed"] = len(self.owes)
        return known_fields | self._talk_fields(action, tables)

    def _points_so_far(self, tables: Tables) -> Points:
        """How well the rising stands, as negotiators see it (R48-G.39)."""
        if self.points >= tables.number("negotiation.points.many"):
            return Points.MANY
        return Points.SOME if self.points >= tables.number("negotiation.points.some") else Points.FEW

    def _talk_fields(self, action: str, tables: Tables) -> dict[str, Any]:
        talks = self.talks
        if action == "next_turn":
            return {"emissary_away": talks.emissary_away}
        if action == "question":
            return {"mission_under_way": talks.emissary_away or talks.offer_open}
        if action == "finish":
            return {"points": self.points}
        if action == "what_do_they_do":
            return {"truce": bool(talks.truce_turns)}
        if action == "negotiate" and (self.lines or self.units):
            held = sum(what is Capture.STRONGPOINT for what in self.captured)
            return {
                "points_so_far": self._points_so_far(tables),
                "strongpoints_held": held,
                "politician_freed": talks.politician_freed,
                "attacked_last_turn": talks.attacked_last_turn,
                "attacked_this_turn": talks.attacked_this_turn,
                "offer_open": talks.offer_open,
            }
        return {}

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Score sheet, places with their secrets, captured things, talks, ignored events."""
        return all_panels(self, tables)

    # ---- The roster -------------------------------------------------------------------------------------------------------------

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units, and other things that have a name, with what they fill into the form; the referee's own stay off the list."""
        units = tuple(self.on_roster(unit) for unit in self.units.values() if not unit.secret)
        named = dict.fromkeys((*self.places, *sorted(name for _, name in self.once)))
        return units + tuple(self._place(name) for name in named if name not in self.units)

    def hidden_units(self) -> tuple[RosterUnit, ...]:
        """The referee's own units: who fires at one, or calls it by its name, puts it on the table (R48-11.14a)."""
        return tuple(self.on_roster(unit) for unit in self.units.values() if unit.secret)

    def filled_from_books(self, unit: KnownUnit) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """A truce that binds it; what has been done to it and is not done again."""
        done = {what: over for what, over in self._once(unit.name).items() if what in unit.once}
        return {"truce": bool(self.talks.truce_turns) and unit.bound_by_truce}, done

    def _once(self, name: str) -> dict[str, bool]:
        """What has been done to a thing of this name and is not done again."""
        return {what.value: (what, name) in self.once for what in Once}

    def _place(self, name: str) -> RosterUnit:
        """A strongpoint, a stash, a structure or a person that is no unit of the roster."""
        place, done = self.places.get(name), self._once(name)
        over = [what for what in Once if done[what.value]]
        kept: dict[str, bool] = {}
        if place is not None:
            shown = place.kind != STRONGPOINT or place.garrison_shown
            kept = {"kept_by_umpire": place.garrison is not None, "shown_before": shown}
        return RosterUnit(
            id=name,
            name=name,
            side=Side.NON_PLAYER,
            label=Message(f"roster.place.{place.kind if place else 'other'}"),
            status=Message(f"roster.once.{over[-1].name.lower()}" if over else "roster.once.nothing"),
            as_actor={},
            as_target={"target_name": name, **done, **kept},
            gone=bool(over) and Once.SCOUTED not in over[-1:],
            place=True,
        )

    # ---- Checks owed ------------------------------------------------------------------------------------------------------------

    def owed(self) -> tuple[Offer, ...]:
        """Units that owe a morale check, with questions 2 and 3 filled in from the roster (R48-G.62)."""
        return tuple(self._owed_offer(owed) for owed in self.owes)

    def _owed_offer(self, owed: Owed) -> Offer:
        unit = self.units.get(owed.label)
        if unit is None:
            label = Message.of("owed.class", label=owed.label, lost=owed.lost)
            fields: dict[str, Any] = {"actor": owed.quality, "actor_name": owed.label}
            return Offer(label, "check_morale", fields)
        label = Message.of("owed.unit", name=unit.name, lost=owed.lost, left=unit.figures, reference=unit.reference)
        fields = {
            "actor_name": unit.name,
            "actor": unit.party.quality,
            "actor_status": unit.status,
            "figures_left": unit.figures,
            "reference_strength": unit.reference,
            "leading": unit.leading,
        }
        return Offer(label, "check_morale", fields)
