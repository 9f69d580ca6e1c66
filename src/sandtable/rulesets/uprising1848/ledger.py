"""What the umpire remembers of a rising: units, loads, morale, who owes a check, once-per-game limits, finds, talks and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple, Self

from sandtable.kernel.effects import Effect
from sandtable.kernel.ledger import Entry as LogEntry
from sandtable.kernel.ledger import Ledger, Offer, Panel, RosterUnit, known_as, name_key
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848 import effects as did
from sandtable.rulesets.uprising1848.artillery import FireGun
from sandtable.rulesets.uprising1848.charge_form import Charge
from sandtable.rulesets.uprising1848.event_effects import ContentsAre, GarrisonIs, Revealed
from sandtable.rulesets.uprising1848.events import EventVerdict
from sandtable.rulesets.uprising1848.fire import Shooting
from sandtable.rulesets.uprising1848.game import IgnoreEvent, MergedAs, SplitsOff, StrikeOff, UnitEntered
from sandtable.rulesets.uprising1848.initiative import InitiativeVerdict
from sandtable.rulesets.uprising1848.ledger_effects import HANDLERS
from sandtable.rulesets.uprising1848.ledger_offers import entry_offers
from sandtable.rulesets.uprising1848.ledger_panels import ledger_panels
from sandtable.rulesets.uprising1848.ledger_parts import (
    KnownPlace,
    KnownUnit,
    Once,
    Owed,
    ScoreLine,
    Talks,
    known,
    label_of,
)
from sandtable.rulesets.uprising1848.melee import Attack
from sandtable.rulesets.uprising1848.places import STRONGPOINT
from sandtable.rulesets.uprising1848.vocabulary import (
    TROOPS,
    Capture,
    Entry,
    Kind,
    Points,
    Side,
)

POINTS_SOME, POINTS_MANY = 25, 50
WEAK = Fraction(1, 3)


class Tallies(NamedTuple):
    """Points, limits and talks as they were before an event: the referee may let it not happen (R48-11.48a)."""

    lines: tuple[ScoreLine, ...]
    headquarters_seen: int
    convoys_seen: int
    strongpoints_seen: int
    weak_draws: int
    talks: Talks


@dataclass(frozen=True, kw_only=True)
class UprisingLedger(Ledger):
    """The books of a game; every part is optional, an empty ledger asks everything."""

    units: Mapping[str, KnownUnit] = field(default_factory=dict)
    owes: tuple[Owed, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    places: Mapping[str, KnownPlace] = field(default_factory=dict)
    captured: tuple[Capture, ...] = ()
    once: frozenset[tuple[Once, str]] = frozenset()  # what was done to whom and is not done again
    talks: Talks = Talks()
    headquarters_seen: int = 0
    convoys_seen: int = 0
    strongpoints_seen: int = 0
    last_arrivals: tuple[str, ...] = ()
    before_event: Tallies | None = None  # what the last event may have changed besides
    ignored_events: tuple[str, ...] = ()
    starting_value: Fraction = Fraction(0)
    weak_draws: int = 0  # troop events drawn since the Players were down to a third (R48-G.11)
    game_over: bool = False

    def after(self, entry: LogEntry, tables: Tables) -> Self:
        """Fold one entry in: effects in their order, then what the action itself means."""
        ledger: Any = self
        names = self.names_of(entry)
        if isinstance(entry.verdict, EventVerdict | InitiativeVerdict):
            ledger = replace(self, last_arrivals=(), before_event=self.tallies).event_drawn(entry.verdict, tables)
        elif not isinstance(entry.situation, IgnoreEvent):
            ledger = replace(self, before_event=None)  # what has been scored since stays
        for effect in entry.verdict.effects:
            handle = HANDLERS.get(type(effect))
            if handle is not None:
                ledger = handle(ledger, ledger.addressed(effect), names, tables)
        after: Self = ledger.attack_noted(entry, names).placed(names).book_noted(entry)
        return after

    # ---- The action itself ------------------------------------------------------------------------------------------------------

    @property
    def tallies(self) -> Tallies:
        """What an event may change besides units and places."""
        return Tallies(
            self.lines, self.headquarters_seen, self.convoys_seen, self.strongpoints_seen, self.weak_draws, self.talks
        )

    def event_drawn(self, verdict: EventVerdict | InitiativeVerdict, tables: Tables) -> Self:
        """A troop event drawn while the Players are nearly beaten (R48-G.11)."""
        if verdict.event not in TROOPS or not self._weak(tables):
            return self
        return replace(self, weak_draws=self.weak_draws + 1)

    def attack_noted(self, entry: LogEntry, names: Mapping[str, str]) -> Self:
        """An attack on a unit counts for the turn: it will hear no oratory, and truces end (R48-6.52, R48-6.61a, R48-G.59)."""
        if not isinstance(entry.situation, Shooting | Attack | Charge | FireGun):
            return self
        ledger = self
        target = ledger.units.get(names.get("target", ""))
        if target is not None:
            ledger = ledger.with_unit(replace(target, attacked_this_turn=True))
        ledger = ledger.revealed(names.get("target", ""))
        actor = ledger.units.get(names.get("actor", ""))
        by_players = actor.side is Side.PLAYER if actor else entry.record.meta.get("side") == Side.PLAYER
        mob = target is not None and target.party.kind is Kind.MOB
        if by_players and not mob:
            talks = replace(ledger.talks, attacked_this_turn=True, offer_open=False, truce_turns=0)
            ledger = replace(ledger, talks=talks)
        return ledger

    def placed(self, names: Mapping[str, str]) -> Self:
        """Whoever acts or is acted on stands on the table for all to see (R48-11.14a, R48-G.09(d))."""
        ledger = self
        for name in names.values():
            if name in ledger.units and ledger.units[name].secret:
                ledger = ledger.changed(name, secret=False)
        return ledger

    def book_noted(self, entry: LogEntry) -> Self:
        """Checks struck off and events ignored."""
        situation = entry.situation
        if isinstance(situation, StrikeOff):
            return self.without_debt(self.own_name(situation.owed))
        if isinstance(situation, IgnoreEvent):
            kept = {name: unit for name, unit in self.units.items() if name not in self.last_arrivals}
            places = {name: place for name, place in self.places.items() if name not in self.last_arrivals}
            ledger = replace(
                self,
                units=kept,
                places=places,
                last_arrivals=(),
                before_event=None,
                ignored_events=(*self.ignored_events, str(situation.reason)),
            )
            return ledger if self.before_event is None else replace(ledger, **self.before_event._asdict())
        return self

    # ---- Names ------------------------------------------------------------------------------------------------------------------

    def own_name(self, name: str) -> str:
        """What the books call a unit, a place or a person of this name."""
        return known_as(name, (*self.units, *self.places, *sorted(told for _, told in self.once)))

    def names_of(self, entry: LogEntry) -> dict[str, str]:
        """Who the roles of an entry are."""
        told = {role: getattr(entry.situation, f"{role}_name", None) for role in _ROLES}
        return {role: self.own_name(name) for role, name in told.items() if name}

    def addressed(self, effect: Effect) -> Effect:
        """An effect on a unit or place that a form named, under its name in the books."""
        if not isinstance(effect, _BY_NAME) or effect.whom in (*_ROLES, STRONGPOINT):
            return effect
        return replace(effect, whom=self.own_name(effect.whom))

    # ---- Small changes ----------------------------------------------------------------------------------------------------------

    def revealed(self, name: str, *, contents: bool = False) -> Self:
        """A strongpoint's garrison stands on the table, once, and perhaps its contents are known (R48-6.55, R48-G.09(d))."""
        place = self.places.get(name)
        if place is None or place.kind != "strongpoint":
            return self
        shown = replace(place, garrison_shown=True, contents_shown=place.contents_shown or contents)
        ledger = replace(self, places={**self.places, name: shown})
        return ledger if place.garrison_shown or place.garrison is None else ledger.garrisoned(place.garrison)

    def garrisoned(self, garrison: GarrisonIs) -> Self:
        """The parties of a garrison enter the roster."""
        ledger = self
        for party in garrison.parties:
            name = ledger.fresh_name(party.kind.value.capitalize())
            ledger = replace(ledger.with_unit(known(name, party)), last_arrivals=(*ledger.last_arrivals, name))
        return ledger

    def done_once(self, what: Once, name: str) -> Self:
        """The ledger after something that is done but once to a thing of this name."""
        return replace(self, once=self.once | {(what, name)}) if name else self

    def with_unit(self, unit: KnownUnit) -> Self:
        """The ledger with a unit as it is now."""
        return replace(self, units={**self.units, unit.name: unit})

    def without_unit(self, name: str) -> Self:
        """The ledger without a unit that is part of another now."""
        kept = {known: unit for known, unit in self.units.items() if known != name}
        return replace(self, units=kept).without_debt(name)

    def changed(self, name: str, **changes: Any) -> Self:
        """The ledger with a known unit changed; unknown names change nothing."""
        unit = self.units.get(name)
        return self if unit is None else self.with_unit(replace(unit, **changes))

    def without_debt(self, label: str) -> Self:
        """The ledger after a unit has checked, or was struck off."""
        return replace(self, owes=tuple(owed for owed in self.owes if owed.label != label))

    def scored(self, entry: Entry, count: int, points: int, player: str = "") -> Self:
        """The ledger with a line more on the score sheet."""
        return replace(self, lines=(*self.lines, ScoreLine(entry, count, points, player)))

    def fresh_name(self, word: str) -> str:
        """A name that no unit or place has yet: the word with a number."""
        taken = {name_key(name) for name in (*self.units, *self.places)}
        return next(name for number in count(1) if name_key(name := f"{word} {number}") not in taken)

    # ---- What forms and panels ask ----------------------------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """The total of the score sheet."""
        return sum(line.points for line in self.lines)

    def value(self, side: Side, tables: Tables) -> Fraction:
        """The combat value of a side on the table."""
        return sum(
            (unit.value(tables) for unit in self.units.values() if unit.side is side and not unit.gone), Fraction(0)
        )

    def _weak(self, tables: Tables) -> bool:
        return bool(self.starting_value) and self.value(Side.PLAYER, tables) < self.starting_value * WEAK

    def at_cap(self, tables: Tables) -> bool:
        """The director's restraint: crushing numbers, or every other arrival while the Players are nearly beaten (R48-G.11)."""
        told = str(tables.option("directorCap"))
        cap = tables.exact("director", str(tables.option("referee"))) if told == "referee" else Fraction(told)
        players = self.value(Side.PLAYER, tables)
        if not cap or not players:
            return False
        crushing = self.value(Side.NON_PLAYER, tables) >= cap * players
        return crushing or (self._weak(tables) and self.weak_draws % 2 == 0)

    def to_act(self, side: Side) -> int:
        """Units of a side that have not acted."""
        return sum(unit.must_act for unit in self.units.values() if unit.side is side)

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:
        """What is known of an action's fields now."""
        known_fields: dict[str, Any] = {}
        if action in _LIMITED:
            known_fields |= {
                "headquarters_seen": self.headquarters_seen,
                "convoys_seen": self.convoys_seen,
                "strongpoints_seen": self.strongpoints_seen,
            }
            if self.units:
                known_fields["government_at_cap"] = self.at_cap(tables)
        if action == "initiative" and self.units:
            known_fields |= {
                "player_units_to_act": self.to_act(Side.PLAYER),
                "np_units_to_act": self.to_act(Side.NON_PLAYER),
            }
        if action == "initiative":
            known_fields["morale_checks_owed"] = len(self.owes)
        return known_fields | self._talk_fields(action, tables)

    def _talk_fields(self, action: str, tables: Tables) -> dict[str, Any]:  # noqa: ARG002 - points need no table
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
            points = Points.MANY if self.points >= POINTS_MANY else Points.SOME
            return {
                "points_so_far": points if self.points >= POINTS_SOME else Points.FEW,
                "strongpoints_held": held,
                "politician_freed": talks.politician_freed,
                "attacked_last_turn": talks.attacked_last_turn,
                "attacked_this_turn": talks.attacked_this_turn,
                "offer_open": talks.offer_open,
            }
        return {}

    def reads(self, entry: LogEntry) -> frozenset[str]:
        """An entry rests on the units and places it names."""
        return frozenset(
            f"unit.{name}" for name in (*self.names_of(entry).values(), *map(self.own_name, _tested(entry)))
        )

    def writes(self, entry: LogEntry) -> frozenset[str]:
        """An entry changes the units its effects fall on, those it brings, and the score."""
        names = self.names_of(entry)
        touched = {
            f"unit.{self.own_name(names.get(effect.whom, effect.whom))}"
            for effect in entry.verdict.effects
            if self.own_name(names.get(effect.whom, effect.whom)) in self.units
        }
        touched |= {
            f"unit.{self.own_name(effect.name)}"
            for effect in entry.verdict.effects
            if isinstance(effect, UnitEntered | SplitsOff)
        }
        touched |= {
            f"unit.{self.own_name(name)}"
            for effect in entry.verdict.effects
            if isinstance(effect, MergedAs)
            for name in effect.names
        }
        scores = any(isinstance(effect, did.Scored) for effect in entry.verdict.effects)
        return frozenset(touched | ({"score"} if scores else set()))

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Score sheet, places with their secrets, captured things, talks, ignored events."""
        return ledger_panels(self, tables)

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units, and other things that have a name, with what they fill into the form; the referee's own stay off the list."""
        units = tuple(self._listed(unit) for unit in self.units.values() if not unit.secret)
        named = dict.fromkeys((*self.places, *sorted(name for _, name in self.once)))
        return units + tuple(self._place(name) for name in named if name not in self.units)

    def kept(self) -> tuple[RosterUnit, ...]:
        """The referee's own units: who fires at one, or calls it by its name, puts it on the table (R48-11.14a)."""
        return tuple(self._listed(unit) for unit in self.units.values() if unit.secret)

    def _once(self, name: str) -> dict[str, bool]:
        """What has been done to a thing of this name and is not done again."""
        return {what.value: (what, name) in self.once for what in Once}

    def _place(self, name: str) -> RosterUnit:
        """A strongpoint, a stash, a structure or a person that is no unit of the roster."""
        place, done = self.places.get(name), self._once(name)
        over = [what for what in Once if done[what.value]]
        kept: dict[str, bool] = {}
        if place is not None:
            shown = place.kind != "strongpoint" or place.garrison_shown
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

    def _listed(self, unit: KnownUnit) -> RosterUnit:
        note = Message("roster.gone") if unit.gone else Message("roster.acted") if unit.has_acted else None
        if note is None and unit.markers:
            note = Message.of("roster.markers", markers=unit.markers)
        if note is None and unit.rifles_fired:
            note = Message("roster.rifles_fired")
        truce = {"truce": bool(self.talks.truce_turns) and unit.bound_by_truce}
        return RosterUnit(
            id=unit.name,
            name=unit.name,
            side=unit.side,
            label=label_of(unit),
            status=unit.status.message,
            as_actor=unit.as_actor() | truce | {"side_acting": unit.side},
            as_target=unit.as_target()
            | {"is_unit": True, "shown_before": not unit.secret}
            | {what: done for what, done in self._once(unit.name).items() if what in unit.once},
            note=note,
            gone=unit.gone,
        )

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

    def offers(self, entry: LogEntry) -> tuple[Offer, ...]:
        """What a result makes possible with one tap."""
        return entry_offers(self, entry)


_ROLES = ("actor", "target")
_BY_NAME = (
    did.FiguresLost,
    did.StaysSolid,
    did.StatusBecomes,
    did.UnitRemoved,
    did.Noted,
    GarrisonIs,
    ContentsAre,
    Revealed,
)
_LIMITED = ("initiative", "event", "parley", "question")


def _tested(entry: LogEntry) -> tuple[str, ...]:
    return tuple(tester.name for tester in getattr(entry.situation, "testers", ()) if tester.name)
