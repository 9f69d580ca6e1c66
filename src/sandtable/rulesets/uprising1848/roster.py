"""Units of the roster: entered, armed, merged and split (R48-3.14, R48-4.20 to R48-4.25a, R48-G.42)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sandtable.kernel import roster
from sandtable.kernel.actions import action
from sandtable.kernel.effects import Deed, Effect, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, group, number, text, yes_no
from sandtable.kernel.ledger import name_key
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.roster import roster_entry
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import gone_on_cards
from sandtable.rulesets.uprising1848.arrivals import arms
from sandtable.rulesets.uprising1848.behaviour_facts import Near
from sandtable.rulesets.uprising1848.books import Books
from sandtable.rulesets.uprising1848.details import ToldRuling
from sandtable.rulesets.uprising1848.effects import ACTOR, NAMED
from sandtable.rulesets.uprising1848.event_effects import PLAYERS
from sandtable.rulesets.uprising1848.party import Party, party_words
from sandtable.rulesets.uprising1848.units import KnownUnit, known
from sandtable.rulesets.uprising1848.vocabulary import (
    FIGHTERS,
    QUALITY_ICONS,
    Armed,
    Firearm,
    GunClass,
    Kind,
    Leading,
    Melee,
    Quality,
    Side,
    Status,
)


@effect(icon="figures")
class UnitEntered(roster.UnitEntered):
    """A unit stands in the roster."""

    unit: KnownUnit

    @property
    def message(self) -> Message:
        """Who they are and how armed."""
        return Message.of("effect.unit_entered", name=self.unit.name, **party_words(self.unit.party))

    def fold(self, books: Books, _: Deed, tables: Tables, /) -> Books:
        """On the roster; what the Players are worth at their best is what they began with (R48-G.11)."""
        books = books.with_units(replace(self.unit, name=books.own_name(self.unit.name)))
        return replace(books, starting_value=max(books.starting_value, books.value(Side.PLAYER, tables)))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntry:
    """A unit is entered in the roster."""

    side: Side = choice(Side, section=Section.ACTOR)
    name: str = text(section=Section.ACTOR)
    actor: Quality = choice(Quality, section=Section.ACTOR, only=FIGHTERS, icons=QUALITY_ICONS)
    figures: int = fields.figures(Section.ACTOR, usual=12)
    firearm: Firearm = fields.firearm(Section.ACTOR)
    melee: Melee = fields.melee(Section.ACTOR, "target_melee")
    kind: Kind | None = choice(Kind, section=Section.CIRCUMSTANCE, optional=True)
    leading: Leading = choice(Leading, section=Section.CIRCUMSTANCE, usual=Leading.OFFICER_OR_NCO)
    leader: bool = fields.box(Section.CIRCUMSTANCE)
    actor_is_mounted: bool = fields.box(Section.CIRCUMSTANCE)
    gun_class: GunClass | None = choice(GunClass, section=Section.CIRCUMSTANCE, optional=True)
    howitzer: bool = fields.box(Section.CIRCUMSTANCE)
    player: str | None = text(section=Section.CIRCUMSTANCE, optional=True)

    def unit(self, _: Tables) -> KnownUnit:
        """The unit; leaders and the core are Veterans, volunteers Conscripts (R48-3.06, R48-3.07a, R48-3.13a)."""
        party = Party(
            kind=self.kind or (Kind.REVOLUTIONARIES if self.side is Side.PLAYER else Kind.INFANTRY),
            side=self.side,
            quality=self.actor,
            figures=self.figures,
            firearm=self.firearm,
            melee=self.melee,
            mounted=self.actor_is_mounted,
            nco=self.leading is Leading.OFFICER_OR_NCO,
            leader=self.leader or self.leading is Leading.MOB_LEADER,
            gun=self.gun_class,
            howitzer=self.howitzer,
        )
        return known(self.name, party, player=self.player or "")


read_roster = roster_entry(
    UnitEntry,
    "game",
    "R48-4.20",
    columns=("side", "actor", "figures", "firearm", "name"),
    name="unit_entry",
    effect=UnitEntered,
)


# ---- Arms -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """What volunteers, the core or a mob carry (R48-3.14, R48-G.42)."""

    armed: Armed = choice(Armed, section=Section.ACTION, usual=Armed.VOLUNTEERS)
    number_of_figures: int = number(
        section=Section.ACTOR, lowest=1, highest=fields.LARGEST_CLASS, unit="figures", usual=12
    )


@effect(icon="musket")
class ArmsCarried(Effect):
    """How many carry what."""

    arms: tuple[tuple[str, int], ...]

    @property
    def message(self) -> Message:
        """How many have which arms."""
        items = tuple(Message.of(f"arms_count.{name}", count=count) for name, count in self.arms)
        return Message.of("effect.arms_carried", items=items)


@action("game", "R48-G.42", layout="plain", measures="figures")
def arm(situation: Arm, tables: Tables) -> Rule[ToldRuling]:
    """A d10 for each figure (R48-G.06(g), R48-G.42)."""
    figures = situation.number_of_figures
    carried = yield from arms(situation.armed, figures, tables)
    return ToldRuling.of("arm", ArmsCarried(whom=PLAYERS, arms=carried), figures=figures)


# ---- Merging and splitting ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Near):
    """One of the units that merge; with its name the roster merges it too."""

    name: str | None = fields.name()
    actor_is_gone: bool = fields.is_gone()


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Units merge: how the merged unit is rated (R48-4.24)."""

    parts: tuple[Part, ...] = group(Part, section=Section.ALL, lowest=2, highest=6)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Whoever is gone joins nobody, and no unit joins itself."""
        yield from gone_on_cards("parts", self.parts)
        keys = [name_key(part.name) if part.name else "" for part in self.parts]
        for place, (key, part) in enumerate(zip(keys, self.parts, strict=True), start=1):
            if key and keys.index(key) < place - 1:
                yield Problem(f"parts.{place}.name", Message.of("problem.named_twice", name=part.name), (), "R48-4.24")


@effect(icon="figures")
class MergedAs(OnBooks):
    """The rating of a merged unit, for group actions and by option for morale; figures keep their own (R48-4.24b, R48-4.24c, R48-G.30)."""

    quality: Quality
    figures: int
    for_morale: bool
    names: tuple[str, ...] = ()  # units of the roster that are one now, under the first name

    @property
    def message(self) -> Message:
        """What the rating is for."""
        name = "morale_too" if self.for_morale else "groups"
        listed = Message.of("word.merged_names", names=self.names) if len(self.names) > 1 else ""
        return Message.of(f"effect.merged_as.{name}", quality=self.quality, figures=self.figures, listed=listed)

    def on(self, books: Books) -> Books:
        """Units of the roster become one under the first name (R48-4.24)."""
        parts = [books.units[name] for name in dict.fromkeys(map(books.own_name, self.names)) if name in books.units]
        if len(parts) <= 1:
            return books
        for part in parts[1:]:
            books = books.without(part.name).without_debt(part.name)
        return books.with_units(_merged(parts, self.quality))

    def written(self, names: Mapping[str, str], /) -> Iterator[str]:
        """All its parts."""
        yield from OnBooks.written(self, names)
        yield from (f"unit.{name}" for name in self.names)


def _merged(parts: Sequence[KnownUnit], quality: Quality) -> KnownUnit:
    """One unit of several, with their figures, strength, leaders and arms together."""
    first, parties = parts[0], [part.party for part in parts]
    party = replace(
        first.party,
        quality=quality,
        figures=sum(part.figures for part in parts),
        nco=any(one.nco for one in parties),
        officers=sum(one.officers for one in parties),
        leader=any(one.leader for one in parties),
        mounted=all(one.mounted for one in parties),
        arms=tuple(weapon for one in parties for weapon in one.arms),
    )
    wavering = any(part.status is Status.WAVERING for part in parts)
    return replace(
        first,
        party=party,
        figures=party.figures,
        reference=sum(part.reference for part in parts),
        acted=sum(part.acted for part in parts),
        status=Status.WAVERING if wavering else Status.SOLID,
        heard_oratory=any(part.heard_oratory for part in parts),
        attacked_this_turn=any(part.attacked_this_turn for part in parts),
        rifles_fired=any(part.rifles_fired for part in parts),
    )


@action("game", "R48-4.24", measures="figures")
def merge(situation: Merge, tables: Tables) -> Ruling:
    """The quality of most figures, with equal numbers the better one (R48-4.24, R48-4.24a)."""
    counts: dict[Quality, int] = {}
    for part in situation.parts:
        counts[part.actor] = counts.get(part.actor, 0) + part.figures
    rated = max(counts, key=lambda quality: (counts[quality], -FIGHTERS.index(quality)))
    merged = MergedAs(
        whom=ACTOR,
        quality=rated,
        figures=sum(counts.values()),
        for_morale=tables.option("moraleQuality") == "majority",
        names=tuple(part.name for part in situation.parts if part.name),
    )
    return Ruling.of("merge", merged, words={"quality": rated}, figures=merged.figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Some figures of a unit become a unit of their own (R48-4.22)."""

    actor_name: str = text(section=Section.ACTOR)
    number_of_figures: int = number(
        section=Section.ACTOR, lowest=1, highest=fields.LARGEST_CLASS, unit="figures", usual=6
    )
    name: str = text(section=Section.ACTION)
    both_led: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    figures_left: int | None = fields.optional_figures()
    actor_is_gone: bool = fields.is_gone()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Each part has an officer or NCO, none of them promoted for it, and somebody stays (R48-4.22, R48-4.22a)."""
        if self.actor_is_gone:
            yield Problem("actor_is_gone", Message("problem.actor_gone"), ("no",), "R48-8.05")
        if not self.both_led:
            yield Problem("both_led", Message("problem.both_led"), ("yes",), "R48-4.22")
        if self.figures_left is not None and self.number_of_figures >= self.figures_left:
            message = Message.of("problem.split_all", figures=self.figures_left)
            yield Problem("number_of_figures", message, (), "R48-4.22")


@effect(icon="figures")
class SplitsOff(OnUnit):
    """A new unit; both parts count their strength from now (R48-4.22, R48-10.10a)."""

    name: str
    figures: int

    def fold(self, books: Books, deed: Deed, _: Tables, /) -> Books:
        """Both parts are smaller units, and count their losses from here (R48-4.22, R48-10.10a)."""
        unit = books.unit_meant(self.whom, deed)
        if unit is None or not self.figures < unit.figures:
            return books
        left = unit.figures - self.figures
        moved = min(unit.acted, self.figures) if unit.has_acted else 0
        part = replace(
            unit,
            name=books.own_name(self.name),
            party=replace(unit.party, figures=self.figures, nco=True, officers=0, leader=False, gun=None, arms=()),
            figures=self.figures,
            reference=self.figures,
            acted=moved,
        )
        stays = replace(unit, figures=left, reference=left, acted=unit.acted - moved)
        return books.with_units(stays, part)

    def written(self, names: Mapping[str, str], /) -> Iterator[str]:
        """Both parts."""
        yield from OnUnit.written(self, names)
        yield f"unit.{self.name}"


@action("game", "R48-4.22", measures="figures")
def split(situation: Split) -> Ruling:
    """It costs no action (R48-4.25a)."""
    parts = SplitsOff(whom=ACTOR, name=situation.name, figures=situation.number_of_figures)
    return Ruling.of("split", parts, notes=NAMED, words={"name": situation.name}, figures=parts.figures)
