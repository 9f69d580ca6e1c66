"""What the ledger keeps of units, places, points and talks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.arrivals import Party
from sandtable.rulesets.uprising1848.behaviour_facts import Near, value_of
from sandtable.rulesets.uprising1848.event_effects import CacheIs, ContentsAre, GarrisonIs
from sandtable.rulesets.uprising1848.vocabulary import (
    BYSTANDERS,
    RIFLES,
    Activity,
    Ammunition,
    Audience,
    Entry,
    Firearm,
    GunState,
    Kind,
    Leading,
    PersonKind,
    Quality,
    Side,
    Status,
    plural,
)


class Once(StrEnum):
    """What is done but once to a thing of a name (R48-6.50b, R48-6.54b, R48-6.55b, R48-G.42a, R48-G.45c)."""

    SPOKEN = "spoken_before"
    SEARCHED = "closed_before"
    SCOUTED = "scouted_before"
    ASKED = "asked_before"
    FREED = "freed_before"
    TAKEN = "taken_before"


@dataclass(frozen=True, slots=True)
class KnownUnit:
    """A unit of the roster as it stands."""

    name: str
    party: Party
    figures: int
    reference: int  # its original strength, for "half or more gone" (R48-10.10a)
    status: Status = Status.SOLID
    acted: int = 0  # figures that have acted this turn
    gone: bool = False
    heard_oratory: bool = False  # once a game (R48-6.53)
    oratory_this_turn: bool = False
    attacked_this_turn: bool = False
    priority_target: bool = False
    rifles_fired: bool = False
    markers: int = 0
    ammunition: Ammunition | None = None
    limbered: bool = False
    ex_government: bool = False
    player: str = ""
    secret: bool = False
    officer_scored: bool = False  # its officer or aristocrat has scored: taken, killed or questioned (R48-12.03i)
    crew_away: bool = False  # gunners who left their gun in a reaction (R48-9.13a)

    @property
    def side(self) -> Side:
        """Whose it is."""
        return self.party.side

    @property
    def has_acted(self) -> bool:
        """Whether all its figures have acted."""
        return self.acted >= self.figures

    @property
    def never_fights(self) -> bool:
        """Plain Civilians and aristocrats do not (R48-3.41, R48-5.07)."""
        return self.party.kind in BYSTANDERS

    @property
    def must_act(self) -> bool:
        """Civilians and aristocrats need no initiative unless they want to move (R48-G.04(f))."""
        return not self.gone and not self.has_acted and not self.never_fights and not self.secret

    @property
    def bound_by_truce(self) -> bool:
        """A truce binds government forces; a mob is none (R48-A.22, R48-G.39(c))."""
        return self.side is Side.NON_PLAYER and self.party.kind is not Kind.MOB

    @property
    def once(self) -> frozenset[Once]:
        """What is done to it but once: talk and questions, and it is taken but once where it can be."""
        takeable = (Kind.CONVOY, Kind.ARTILLERY, Kind.HEADQUARTERS, Kind.ENEMY_OFFICER, Kind.ARISTOCRATS)
        taken = {Once.TAKEN} if self.party.kind in takeable else set()
        return frozenset({Once.SPOKEN, Once.ASKED} | taken)

    @property
    def leading(self) -> Leading:
        """Who leads it when its morale is tested."""
        if self.party.kind is Kind.MOB:
            return Leading.MOB_LEADER if self.party.leader else Leading.NOBODY
        led = self.party.nco or self.party.officers or self.party.leader
        return Leading.OFFICER_OR_NCO if led else Leading.NOBODY

    def value(self, tables: Tables) -> Fraction:
        """Its combat value (R48-G.11)."""
        unarmed = self.side is Side.PLAYER and self.party.firearm is Firearm.NONE and not self.party.arms
        near = Near(
            actor=self.party.quality, figures=self.figures, actor_is_mounted=self.party.mounted, unarmed=unarmed
        )
        gun = tables.exact("value.crewed_gun") if self.party.gun else Fraction(0)
        return value_of(near, tables) + gun

    def lost(self, count: int) -> KnownUnit:
        """The unit after losses."""
        left = max(0, self.figures - count)
        return replace(self, figures=left, gone=self.gone or not left)

    def as_actor(self) -> dict[str, Any]:
        """What it fills into a form when it acts."""
        party = self.party
        return {
            "actor_name": self.name,
            "actor": party.quality,
            "kind": party.kind,
            "figures": max(1, self.figures),
            "shooters": max(1, self.figures - self.acted),
            "attackers": max(1, self.figures - self.acted),
            "number_of_figures": max(1, self.figures),
            "melee": party.melee,
            "firearm": party.firearm,
            "actor_is_mounted": party.mounted,
            "actor_status": self.status,
            "actor_has_acted": self.has_acted,
            "actor_left_to_act": max(0, self.figures - self.acted),
            "actor_is_gone": self.gone,
            "actor_never_fights": self.never_fights,
            "figures_in_contact": max(1, self.figures - self.acted),
            "figures_left": max(1, self.figures),
            "reference_strength": self.reference,
            "actor_unit_figures": max(1, self.figures),
            "actor_reference": self.reference,
            "leading": self.leading,
            "charger_leading": self.leading,
            "priority_target": self.priority_target,
            "activity": self._activity(),
        } | self._weapons()

    def _activity(self) -> Activity:
        if self.status is Status.WAVERING:
            return Activity.RALLY
        if self.markers:
            return Activity.LOAD_GUN
        return Activity.LOAD_RIFLES if self.rifles_fired else Activity.STAND

    def _weapons(self) -> dict[str, Any]:
        known: dict[str, Any] = {}
        if self.party.firearm in RIFLES:
            known |= {"rifle_kind": self.party.firearm, "rifle_loaded": not self.rifles_fired}
        if self.party.gun is not None:
            known |= {
                "gun_class": self.party.gun,
                "howitzer": self.party.howitzer,
                "reload_markers": self.markers,
                "crew": 0 if self.crew_away else self.figures,
                "crew_away_from_gun": self.crew_away,
                "gun_state": GunState.LIMBERED if self.limbered else GunState.UNLIMBERED,
            }
            if self.ammunition is not None:
                known["ammunition"] = self.ammunition
        return known

    def as_target(self) -> dict[str, Any]:
        """What it fills into a form when something is done to it."""
        party = self.party
        known: dict[str, Any] = {
            "target_name": self.name,
            "target": party.quality,
            "targets": max(1, self.figures),
            "target_is_mounted": party.mounted,
            "target_status": self.status,
            "target_melee": party.melee,
            "target_firearm": party.firearm,
            "target_heard_oratory": self.oratory_this_turn,
            "target_has_acted": self.has_acted,
            "target_unit_figures": max(1, self.figures),
            "target_reference": self.reference,
            "target_leading": self.leading,
            "heard_before": self.heard_oratory,
            "attacked_this_turn": self.attacked_this_turn,
            "soldiers": max(1, self.figures - party.officers),
            "officers": party.officers,
            "audience": self._audience(),
            "audience_wavering": self.status is Status.WAVERING,
            "audience_leaderless": self.leading is Leading.NOBODY,
            "with_mob": party.kind is Kind.MOB,
            "target_is_gone": self.gone,
            "already_scored": self.officer_scored,
            "can_still_fight": not self.gone and not self.never_fights and self.status is Status.SOLID,
            "target_kind": party.kind if party.kind is not Kind.REVOLUTIONARIES else None,
        }
        if party.kind in _PERSONS:
            known["person_kind"] = _PERSONS[party.kind]
        return known

    def _audience(self) -> Audience:
        kinds = {Kind.CIVILIANS: Audience.CIVILIANS, Kind.ARISTOCRATS: Audience.ARISTOCRATS, Kind.MOB: Audience.MOB}
        if self.party.kind in kinds:
            return kinds[self.party.kind]
        return _AUDIENCES[self.party.quality]


_AUDIENCES = {
    Quality.VETERAN: Audience.VETERAN,
    Quality.AVERAGE: Audience.AVERAGE,
    Quality.CONSCRIPT: Audience.CONSCRIPT,
    Quality.CIVILIAN: Audience.CIVILIANS,
    Quality.TRANSPORT: Audience.CIVILIANS,
}
_PERSONS = {
    Kind.HEADQUARTERS: PersonKind.HEADQUARTERS,
    Kind.ENEMY_OFFICER: PersonKind.ENEMY_OFFICER,
    Kind.ARISTOCRATS: PersonKind.ARISTOCRAT,
}


@dataclass(frozen=True, slots=True)
class Owed:
    """A unit that owes a morale check: by name, or as the class that was hit (R48-G.62)."""

    label: str
    lost: int
    quality: Quality
    of: int
    named: bool


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the score sheet, for whom it counts."""

    entry: Entry
    count: int
    points: int
    player: str = ""


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """A strongpoint or a cache: what is there, and whether the players know (R48-11.45a)."""

    name: str
    kind: str
    garrison: GarrisonIs | None = None
    contents: ContentsAre | None = None
    cache: CacheIs | None = None
    garrison_shown: bool = False
    contents_shown: bool = False
    scouted: bool = False
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Talks:
    """How negotiations stand (R48-G.39)."""

    emissary_away: bool = False
    offer_open: bool = False
    truce_turns: int = 0
    politician_freed: bool = False
    attacked_this_turn: bool = False
    attacked_last_turn: bool = False


def known(name: str, party: Party, *, player: str = "", secret: bool = False) -> KnownUnit:
    """A unit as it enters the roster."""
    return KnownUnit(name, party, party.figures, party.figures, player=player, secret=secret)


def label_of(unit: KnownUnit) -> Message:
    """A unit in a few words."""
    return Message.of(
        "roster.label", quality=plural(unit.party.quality), figures=unit.figures, reference=unit.reference
    )
