"""What the books keep of a unit, and what it fills into forms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Self

from sandtable.kernel.messages import Message
from sandtable.kernel.roster import BookUnit, filled
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.party import Party, combat_value
from sandtable.rulesets.uprising1848.vocabulary import (
    BYSTANDERS,
    RIFLES,
    Activity,
    Ammunition,
    Audience,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownUnit(BookUnit):
    """A unit of the roster as it stands."""

    side: Side = filled(actor="side_acting")
    gone: bool = filled(False, actor="actor_is_gone", target="target_is_gone")
    party: Party
    figures: int
    reference: int = filled(
        actor=("reference_strength", "actor_reference"), target="target_reference"
    )  # its original strength, for "half or more gone" (R48-10.10a)
    status: Status = filled(Status.SOLID, actor="actor_status", target="target_status")
    acted: int = filled(0, until="turn")  # figures that have acted this turn
    heard_oratory: bool = filled(False, target="heard_before")  # once a game (R48-6.53)
    oratory_this_turn: bool = filled(False, target="target_heard_oratory", until="turn")
    attacked_this_turn: bool = filled(False, target="attacked_this_turn", until="turn")
    priority_target: bool = filled(False, actor="priority_target")
    rifles_fired: bool = False
    markers: int = 0
    ammunition: Ammunition | None = None
    limbered: bool = False
    ex_government: bool = False
    player: str = ""
    secret: bool = False
    officer_scored: bool = filled(
        False, target="already_scored"
    )  # its officer or aristocrat has scored: taken, killed or questioned (R48-12.03i)
    crew_away: bool = False  # gunners who left their gun in a reaction (R48-9.13a)

    def left(self) -> tuple[int, int]:
        """Figures."""
        return (0 if self.gone else self.figures), self.reference

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
        mounted = self.party.mounted
        worth = combat_value(self.party.quality, self.figures, tables, mounted=mounted, unarmed=unarmed)
        gun = tables.exact("value.crewed_gun") if self.party.gun else Fraction(0)
        return worth + gun

    def lost(self, count: int) -> Self:
        """The unit after losses."""
        left = max(0, self.figures - count)
        return replace(self, figures=left, gone=self.gone or not left)

    def shown(self) -> Self:
        """The unit, on the table for all to see."""
        return replace(self, secret=False) if self.secret else self

    def described(self) -> Message:
        """Its quality and how many are left."""
        return Message.of(
            "roster.label", quality=plural(self.party.quality), figures=self.figures, reference=self.reference
        )

    def condition(self) -> Message:
        """Solid or Wavering."""
        return self.status.message

    def reminder(self) -> Message | None:
        """That it is gone, has acted, or has something to load."""
        if self.gone or self.has_acted:
            return Message("roster.gone" if self.gone else "roster.acted")
        if self.markers:
            return Message.of("roster.markers", markers=self.markers)
        return Message("roster.rifles_fired") if self.rifles_fired else None

    def done(self) -> Message | None:
        """That all its figures have acted."""
        return Message("roster.acted") if self.has_acted else None

    def as_actor(self) -> dict[str, Any]:
        """What it fills into a form when it acts."""
        party = self.party
        known = {
            "actor": party.quality,
            "kind": party.kind,
            "figures": max(1, self.figures),
            "shooters": max(1, self.figures - self.acted),
            "attackers": max(1, self.figures - self.acted),
            "number_of_figures": max(1, self.figures),
            "melee": party.melee,
            "firearm": party.firearm,
            "actor_is_mounted": party.mounted,
            "actor_has_acted": self.has_acted,
            "actor_left_to_act": max(0, self.figures - self.acted),
            "actor_never_fights": self.never_fights,
            "figures_in_contact": max(1, self.figures - self.acted),
            "figures_left": max(1, self.figures),
            "actor_unit_figures": max(1, self.figures),
            "leading": self.leading,
            "charger_leading": self.leading,
            "activity": self._activity(),
        }
        return BookUnit.as_actor(self) | known | self._weapons()

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
            "target": party.quality,
            "targets": max(1, self.figures),
            "target_is_mounted": party.mounted,
            "target_melee": party.melee,
            "target_firearm": party.firearm,
            "target_has_acted": self.has_acted,
            "target_unit_figures": max(1, self.figures),
            "target_leading": self.leading,
            "soldiers": max(1, self.figures - party.officers),
            "officers": party.officers,
            "audience": self._audience(),
            "audience_wavering": self.status is Status.WAVERING,
            "audience_leaderless": self.leading is Leading.NOBODY,
            "with_mob": party.kind is Kind.MOB,
            "can_still_fight": not self.gone and not self.never_fights and self.status is Status.SOLID,
            "target_kind": party.kind if party.kind is not Kind.REVOLUTIONARIES else None,
            "is_unit": True,
            "shown_before": not self.secret,
        }
        if party.kind in _PERSONS:
            known["person_kind"] = _PERSONS[party.kind]
        return BookUnit.as_target(self) | known

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


def known(name: str, party: Party, *, player: str = "", secret: bool = False) -> KnownUnit:
    """A unit as it enters the roster."""
    figures = party.figures
    return KnownUnit(
        name=name, side=party.side, party=party, figures=figures, reference=figures, player=player, secret=secret
    )
