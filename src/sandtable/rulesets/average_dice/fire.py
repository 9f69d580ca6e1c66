"""Fire: rifles, machine guns and field guns at figures (chapters 7 to 9)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from sandtable.kernel.actions import action
from sandtable.kernel.bands import range_words
from sandtable.kernel.form import Condition, FromTables, Section, cell, choice, distance, number, text, when, yes_no
from sandtable.kernel.ledger import name_key
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Request
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Measure, Outcome
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.casualties import (
    NO_LOSSES,
    Casualties,
    Exposed,
    Losses,
    LossVerdict,
    Struck,
    Target,
    loss_effects,
    loss_numbers,
)
from sandtable.rulesets.average_dice.crews import (
    Crew,
    crew_of,
    crew_problems,
    crew_reasons,
    crew_tally,
    gun_of,
    silence_problems,
)
from sandtable.rulesets.average_dice.dice import AverageDice, average_dice, hits_label
from sandtable.rulesets.average_dice.effects import FIRED, NothingSpent
from sandtable.rulesets.average_dice.vocabulary import (
    GENERALS_RIFLES,
    GUNS,
    LYING,
    RIFLES,
    SHOT,
    TARGET_ICONS,
    Buildings,
    Cover,
    Feature,
    GunKind,
    Posture,
    TargetKind,
    Weapon,
)

SERVED = when("weapon", *GUNS)
MIXED = ~when("figures_in_other_cover", 0, None)
TARGET_INSIDE = (Buildings.TARGET_INSIDE, Buildings.EACH_IN_ITS_OWN)
FIRER_INSIDE = (Buildings.FIRER_INSIDE, Buildings.EACH_IN_ITS_OWN)
RANKED_COVER = (Cover.OPEN, Cover.SOFT, Cover.HARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Firing:
    """What may forbid a unit or gun to fire or throw at all."""

    moved_this_turn: bool = fields.unticked()
    in_contact: bool = fields.unticked()
    fired_this_turn: bool = fields.unticked()
    fought_this_turn: bool = fields.unticked()
    arrived_this_turn: bool = fields.unticked()
    in_arc_and_sight: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    actor_off_table: bool = fields.unticked()


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(Firing):
    """The fields that describe whoever is fired at."""

    target_name: str | None = fields.name(pair="actor_name")
    range: str | Fraction = distance(
        bands=fields.BANDS,
        section=Section.TARGET,
        remembered="weapon",
        bars=(fields.beyond_reach({weapon: when("weapon", weapon) for weapon in SHOT}),),
    )
    target_kind: TargetKind = choice(
        TargetKind, widget="trio", section=Section.TARGET, usual=TargetKind.UNIT, icons=TARGET_ICONS
    )
    crew_of: GunKind = choice(
        GunKind, section=Section.TARGET, usual=GunKind.MACHINE_GUN, needed=when("target_kind", TargetKind.GUN_CREW)
    )
    target_figures: int = fields.figures(
        section=Section.TARGET,
        usual=fields.LARGEST_UNIT,
        pair="figures_firing",
        needed=~when("target_kind", TargetKind.GENERAL),
    )
    target_cover: Cover = fields.target_cover()
    posture: Posture = choice(Posture, section=Section.TARGET, usual=Posture.UPRIGHT)
    target_mounted: bool = fields.unticked(needed=when("target_kind", TargetKind.UNIT, TargetKind.GENERAL))
    target_prone_to_desertion: bool = yes_no(
        section=Section.TARGET, usual=False, needed=when("target_kind", TargetKind.UNIT)
    )
    general_shielded: bool = yes_no(section=Section.TARGET, usual=False, needed=when("target_kind", TargetKind.GENERAL))
    general_with_target: bool = fields.unticked(needed=when("target_kind", TargetKind.UNIT))
    behind: Feature | None = choice(Feature, widget="list", section=Section.CIRCUMSTANCE, optional=True)
    figures_in_other_cover: int = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=cell("unit.figures", plus=-1), usual=0, unit="figures"
    )
    other_cover: Cover = choice(Cover, section=Section.CIRCUMSTANCE, usual=Cover.OPEN, needed=MIXED)
    other_posture: Posture = choice(Posture, section=Section.CIRCUMSTANCE, usual=Posture.UPRIGHT, needed=MIXED)
    target_in_melee: bool = fields.unticked()
    buildings: Buildings = choice(Buildings, widget="list", section=Section.CIRCUMSTANCE, usual=Buildings.NONE)
    firer_building: str | None = text(section=Section.CIRCUMSTANCE, optional=True, pair="target_building")
    target_building: str | None = text(section=Section.CIRCUMSTANCE, optional=True, pair="firer_building")
    target_off_table: bool = fields.unticked()
    target_strength: int | None = fields.target_strength()
    aboard_vehicle: bool = fields.unticked(option=("vehicles", True))

    @property
    def whom(self) -> str | Message:
        """Whom it is aimed at: by name, or what kind of target it is."""
        return self.target_name or Message(f"aimed_at.{self.target_kind}")

    def exposed(self, tables: Tables) -> tuple[Exposed, ...]:
        """The figures that can be hit, nearest first: those in the first cover, then those told to be in another."""
        figures = exposed_figures(self, tables)
        others = min(self.figures_in_other_cover, figures - 1)
        first = Exposed(figures - others, _cover(self, tables), self.posture)
        if not others:
            return (first,)
        return first, Exposed(others, at_least_shielded(self, self.other_cover, tables), self.other_posture)

    def unseen(self, tables: Tables) -> int:
        """Figures of the target's unit that cannot be hit: those that it has beside the ones told (AVD-G.15, AVD-G.20)."""
        return max(0, (self.target_strength or 0) - exposed_figures(self, tables))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(Aimed):
    """A rifle unit, a gun or a General fires at one target (AVD-7.02)."""

    actor_name: str | None = fields.name(pair="target_name")
    weapon: Weapon = fields.weapon(SHOT)
    figures_firing: int = fields.figures(
        section=Section.ACTOR, usual=fields.LARGEST_UNIT, needed=when("weapon", *RIFLES), remembered="weapon"
    )
    gunners: int | None = fields.gunners(needed=SERVED)
    replacements: int = fields.replacements(needed=SERVED)
    captured: bool = fields.unticked(needed=SERVED)
    fired_last_move: bool = yes_no(
        section=Section.CIRCUMSTANCE,
        usual=False,
        needed=FromTables(lambda tables: when("weapon", Weapon.HOTCHPOTCH) & _few_figures(tables)),
    )
    general_fires: bool = fields.unticked(needed=when("weapon", *RIFLES))
    limbered: bool = fields.limbered()
    threw_at: str | None = text(section=Section.CIRCUMSTANCE, optional=True)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids this fire; those without cans may still fire at whom the others threw at (AVD-G.37)."""
        yield from _firer_problems(self, tables)
        yield from firing_problems(replace(self, fired_this_turn=False) if self.threw_at else self, self.weapon, tables)
        if self.threw_at and self.target_name and name_key(self.threw_at) != name_key(self.target_name):
            about = Message.of("problem.thrown_at_another", name=self.threw_at)
            yield Problem("target_name", about, (self.threw_at,), "AVD-G.37")
        yield from target_problems(self, tables)

    def crew(self, tables: Tables) -> Crew:
        """Who serves the gun."""
        return crew_of(gun_of(self.weapon), self.gunners, self.replacements, tables, captured=self.captured)

    def subject(self) -> Message:
        """Who fires at whom, and how far."""
        who = self.actor_name or self.weapon
        return Message.of("subject.fire", who=who, whom=self.whom, range=range_words(self.range))

    @property
    def firing(self) -> int:
        """Figures that fire: those told, and one where it is the General (AVD-G.12)."""
        return 1 if self.general_fires else self.figures_firing


def _few_figures(tables: Tables) -> Condition:
    """That so few fire that hotchpotch rifles tell only in every other move (AVD-8.12)."""
    return when("figures_firing", *range(1, tables.number("hits.small.figures") + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class VolleyVerdict(LossVerdict):
    """What a volley did to its target. The hits are told in play; odds count what they did, so they do not tell verdicts apart."""

    hits: int | None = field(default=None, compare=False)
    reach: int = 0  # of the weapon, where the target is beyond it
    harmless: bool = False  # no save could fail, so nothing was thrown

    def __hash__(self) -> int:
        """Quick, because exact odds hash every verdict; equal verdicts have equal numbers."""
        return hash((self.killed, self.left, self.deserted, self.general_killed))

    def measured(self) -> dict[str, Measure]:
        """Every measure, and in play the hits."""
        return {**({} if self.hits is None else {"hits": self.hits}), **LossVerdict.measured(self)}

    def outcome(self) -> Outcome:
        """What became of the target, or out of range for certain."""
        if self.reach:
            return Outcome("out_of_range", Message.of("outcome.volley.out_of_range", reach=Fraction(self.reach)), 0, 0)
        if self.harmless:
            return Outcome("harmless", Message("outcome.volley.harmless"), 0, 0)
        return LossVerdict.outcome(self)

    def headline(self) -> Message:
        """Losses in letters."""
        if self.harmless:
            return Message("headline.volley.harmless")
        return Message("headline.volley.out_of_range") if self.reach else LossVerdict.headline(self)


def summary(situation: Fire, tables: Tables) -> Message | None:
    """Hits to expect, and how often one kills."""
    if not fields.in_reach(situation.weapon, situation.range, tables):
        return None
    hits, _ = _hits(situation, tables)
    mean = Fraction(hits) if isinstance(hits, int) else hits.mean()
    return Casualties(target_of(situation, situation.weapon, situation.range, tables), tables, "fire").summary(mean)


@action("fight", "AVD-8.02 AVD-9.02 AVD-7.11", summary=summary)
def fire(situation: Fire, tables: Tables) -> Staged[VolleyVerdict]:
    """Fire at one target (AVD-7.02): hits by weapon and strength, saves by cover, range and posture, then desertion."""
    if not fields.in_reach(situation.weapon, situation.range, tables):
        return Staged(too_far(situation.weapon, tables, VolleyVerdict))
    casualties = Casualties(target_of(situation, situation.weapon, situation.range, tables), tables, "fire")
    hits, reasons = _hits(situation, tables)

    def thrown(_: None) -> Generator[Request, Any, Struck]:
        return Struck(hits if isinstance(hits, int) else (yield hits))

    def told(losses: Losses) -> VolleyVerdict:
        return VolleyVerdict(hits=losses.hits, **loss_facts(casualties, losses, reasons))

    if not casualties.can_kill:  # no save can fail: there is nothing to throw for
        return Staged(VolleyVerdict(harmless=True, **loss_facts(casualties, NO_LOSSES, reasons)))
    return Staged(None, thrown, *casualties.stages, told)


def too_far(weapon: Weapon, tables: Tables, verdict: type[VolleyVerdict]) -> VolleyVerdict:
    """Out of range (AVD-7.11): nothing is thrown and nothing is spent."""
    reach = tables.number("range", weapon)
    return verdict(reach=reach, effects=(NothingSpent(whom="actor", reach=Fraction(reach)),))


def loss_facts(casualties: Casualties, losses: Losses, reasons: tuple[Modifier, ...] = ()) -> dict[str, Any]:
    """What every volley tells of its target: numbers, what the hands do, and why."""
    target, tables = casualties.target, casualties.tables
    return {
        "effects": tuple(loss_effects(target, losses, tables)),
        "notes": FIRED,
        "reasons": (*reasons, *casualties.unhurt()),
        **loss_numbers(target, losses, tables),
    }


def _hits(situation: Fire, tables: Tables) -> tuple[AverageDice | int, tuple[Modifier, ...]]:
    """The dice for hits (AVD-8.01), or hits without dice and the reason for them."""
    if situation.weapon in GUNS:
        crew = situation.crew(tables)
        return _hit_dice(crew_tally(crew, tables).total, 0, crew_reasons(crew, tables), tables), ()
    row = rifle_row(situation.weapon, situation.firing, tables)
    if not row.dice:
        return row.fixed, row.tally.modifiers
    return _hit_dice(row.dice, row.less, row.tally, tables), ()


def _hit_dice(number_of_dice: int, less: int, tally: Tally, tables: Tables) -> AverageDice:
    """Hits are never fewer than none, by option than another number (AVD-G.18)."""
    least = int(tables.option("min_hits"))
    return average_dice("fire.hits", number_of_dice, tables, less=less, least=least, tally=tally, label=hits_label)


@dataclass(frozen=True, slots=True)
class RifleRow:
    """A row of the rifle table: dice, what is taken off their total, or hits without dice."""

    dice: int
    less: int
    fixed: int
    tally: Tally


def rifle_row(weapon: Weapon, figures: int, tables: Tables) -> RifleRow:
    """The row for so many figures (AVD-8.02 to AVD-8.12); three or fewer by option (AVD-G.19)."""
    column = "hotchpotch" if weapon is Weapon.HOTCHPOTCH else "mauser"
    small = tables.number("hits.small.figures")
    reading = tables.option("small_unit_fire")
    if figures <= small and reading != "row4":
        hits = tables.number("hits.small.hits") * (figures if reading == "per_figure" else 1)
        reason = Message.of("reason.hits.small", weapon=weapon, figures=figures, hits=hits)
        return RifleRow(0, 0, hits, Tally((Modifier(reason, None, "AVD-G.19"),)))
    counted = max(figures, small + 1)
    dice: int = tables.step("hits.rifle", counted, f"dice_{column}")
    less: int = tables.step("hits.rifle", counted, f"less_{column}")
    rule: str = tables.step("hits.rifle", counted, f"rule_{column}")
    first = Modifier(Message.of("reason.hits.rifle", weapon=weapon, figures=figures, dice=dice), None, rule)
    taken_off = Modifier(Message.of("reason.hits.less", figures=figures), -less, rule)
    return RifleRow(dice, less, 0, Tally.of((taken_off,), Message("why.hits"), first=first))


def target_of(situation: Aimed, weapon: Weapon, range_: str | Fraction, tables: Tables) -> Target:
    """The target as the saves see it."""
    kind = situation.target_kind
    crew = situation.crew_of if kind is TargetKind.GUN_CREW else None
    return Target(
        kind=kind,
        groups=situation.exposed(tables),
        prone_to_desertion=kind is TargetKind.UNIT and situation.target_prone_to_desertion,
        general_with_it=general_shares_hits(situation, tables),
        crew_of=crew,
        weapon=weapon,
        range=range_,
        unseen=situation.unseen(tables),
    )


def exposed_figures(situation: Aimed, tables: Tables) -> int:
    """Figures that can be hit: one General, a crew (all of it where the form says as many as a whole unit), or those told."""
    if situation.target_kind is TargetKind.GENERAL:
        return 1
    if situation.target_kind is TargetKind.GUN_CREW and fields.is_whole_unit(situation.target_figures, tables):
        return tables.number("crew", situation.crew_of)
    return situation.target_figures


def general_shares_hits(situation: Aimed, tables: Tables) -> bool:
    """A General near a unit large enough takes its hits last (AVD-G.12)."""
    figures = max(situation.target_figures, situation.target_strength or 0)
    large = figures >= tables.number("morale.shield.figures")
    near = situation.target_kind is TargetKind.UNIT and situation.general_with_target
    return near and large and bool(tables.option("general_shield"))


def _cover(situation: Aimed, tables: Tables) -> Cover:
    """The cover of what it stands in or behind, else the class told; inside a building that of a building (AVD-6.01)."""
    feature = _stands_in(situation)
    cover = situation.target_cover if feature is None else cover_of(feature, tables)
    return at_least_shielded(situation, cover, tables)


def _stands_in(situation: Aimed) -> Feature | None:
    """The feature that gives the target its cover, where one is told."""
    return Feature.BUILDING if whereabouts(situation) in TARGET_INSIDE else situation.behind


def whereabouts(situation: Aimed) -> Buildings:
    """Who is inside which building: by the buildings' names, where the books or the players tell them, else as told."""
    mine, theirs = situation.firer_building, situation.target_building
    if situation.buildings is not Buildings.NONE or not (mine or theirs):
        return situation.buildings
    if mine and theirs:
        return Buildings.SAME_BUILDING if mine == theirs else Buildings.EACH_IN_ITS_OWN
    return Buildings.FIRER_INSIDE if mine else Buildings.TARGET_INSIDE


def cover_of(feature: Feature, tables: Tables) -> Cover:
    """The class of cover a feature gives (AVD-6.01); barbed wire by house rule none (AVD-G.13)."""
    if feature is Feature.BARBED_WIRE and not tables.value("wire.gives_cover"):
        return Cover.OPEN
    return Cover(tables.text("cover_class", feature))


def at_least_shielded(situation: Aimed, cover: Cover, tables: Tables) -> Cover:
    """Artillerymen behind their field gun (AVD-6.06) and passengers (AVD-G.39) have soft cover at least."""
    served = situation.target_kind is TargetKind.GUN_CREW and situation.crew_of is GunKind.FIELD_GUN
    if not served and situation.target_kind is not TargetKind.VEHICLE:
        return cover
    shield = Cover(tables.text("field_gun_shield.cover"))
    return max(cover, shield, key=RANKED_COVER.index)


def _firer_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    """What the firer may not do (AVD-4.03, AVD-8.12, AVD-G.43)."""
    if situation.weapon in GUNS:
        crew = situation.crew(tables)
        yield from crew_problems(crew, tables)
        yield from silence_problems(crew, tables)
        if situation.limbered:
            yield Problem("limbered", Message("problem.limbered"), ("no",), "AVD-G.43")
        return
    if situation.general_fires and situation.weapon not in GENERALS_RIFLES:
        yield Problem("weapon", Message("problem.generals_rifle"), GENERALS_RIFLES, "AVD-4.03")
    alone = situation.figures_firing == 1 or fields.is_whole_unit(situation.figures_firing, tables)
    if situation.general_fires and not alone:
        yield Problem("figures_firing", Message("problem.general_is_one"), ("1",), "AVD-G.12")
    small = situation.firing <= tables.number("hits.small.figures")
    if situation.weapon is Weapon.HOTCHPOTCH and small and situation.fired_last_move:
        yield Problem("fired_last_move", Message("problem.every_other_move"), ("no",), "AVD-8.12")


def firing_problems(situation: Firing, weapon: Weapon, tables: Tables) -> Iterator[Problem]:
    """What forbids fire and throwing alike (AVD-7.03, AVD-7.06b to AVD-7.10, AVD-G.05, AVD-G.35, AVD-G.37)."""
    yield from fields.off_table_problems(situation)
    if situation.moved_this_turn and not (weapon is Weapon.DYNAMITE and tables.option("move_and_throw")):
        yield Problem("moved_this_turn", Message("problem.moved"), ("no",), _moved_rule(weapon))
    if situation.fired_this_turn:
        yield Problem("fired_this_turn", Message("problem.fired"), ("no",), "AVD-7.08")
    if not situation.in_arc_and_sight:
        gun = weapon in GUNS
        message = Message("problem.out_of_arc" if gun else "problem.out_of_sight")
        yield Problem("in_arc_and_sight", message, ("yes",), "AVD-7.06b" if gun else "AVD-7.03")
    if situation.in_contact and not tables.option("fire_and_melee"):
        yield Problem("in_contact", Message("problem.in_contact"), ("melee",), "AVD-G.35")
    if situation.fought_this_turn and not tables.option("fire_and_melee"):
        yield Problem("fought_this_turn", Message("problem.fought_then_fires"), ("no",), "AVD-G.35")
    if situation.arrived_this_turn:
        yield Problem("arrived_this_turn", Message("problem.arrived"), ("no",), "AVD-G.05")


def target_problems(situation: Aimed, tables: Tables) -> Iterator[Problem]:
    """Who may not be fired at, or from where (AVD-7.12, AVD-G.12, AVD-G.20, AVD-G.22, AVD-G.35, AVD-G.39, AVD-G.45)."""
    if situation.target_in_melee and not tables.option("fire_and_melee"):
        yield Problem("target_in_melee", Message("problem.target_in_melee"), ("no",), "AVD-G.35")
    if situation.general_shielded and tables.option("general_shield"):
        shield = Fraction(int(tables.option("general_shield")))
        message = Message.of("problem.general_shielded", inches=shield, figures=tables.number("morale.shield.figures"))
        yield Problem("target_kind", message, (TargetKind.UNIT,), "AVD-G.12")
    if situation.target_kind is TargetKind.VEHICLE and not tables.option("vehicles"):
        others = (TargetKind.UNIT, TargetKind.GUN_CREW, TargetKind.GENERAL)
        yield Problem("target_kind", Message("problem.no_vehicles"), others, "AVD-G.39")
    if situation.aboard_vehicle:
        yield Problem("aboard_vehicle", Message("problem.fire_from_vehicle"), ("no",), "AVD-G.39")
    yield from _number_problems(situation, tables)
    yield from _posture_problems(situation)
    yield from _cover_problems(situation, tables)
    yield from _building_problems(situation, tables)


def _posture_problems(situation: Aimed) -> Iterator[Problem]:
    """Infantry and dismounted riders go prone, riders in the saddle do not (AVD-5.10, AVD-G.46)."""
    if not situation.target_mounted:
        return
    for place in ("posture", "other_posture"):
        if getattr(situation, place) in LYING:
            yield Problem(place, Message("problem.prone_riders"), (Posture.UPRIGHT,), "AVD-G.46")


def _number_problems(situation: Aimed, tables: Tables) -> Iterator[Problem]:
    """A crew has so many places (AVD-2.15, AVD-2.15b); somebody is left in the first cover (AVD-G.20)."""
    figures = exposed_figures(situation, tables)
    if situation.target_kind is TargetKind.GUN_CREW:
        full = tables.number("crew", situation.crew_of)
        if figures > full:
            about = Message.of("problem.crew_too_large", gun=situation.crew_of, full=full)
            rule = "AVD-2.15" if situation.crew_of is GunKind.MACHINE_GUN else "AVD-2.15b"
            yield Problem("target_figures", about, (str(full),), rule)
            return
    others = situation.figures_in_other_cover
    if others and others >= figures:
        yield Problem("figures_in_other_cover", Message.of("problem.other_cover", most=figures - 1), (), "AVD-G.20")


def _cover_problems(situation: Aimed, tables: Tables) -> Iterator[Problem]:
    """A class of cover that is not that of the feature told (AVD-6.01): one of the two is a mistake."""
    inside = whereabouts(situation) in TARGET_INSIDE
    if inside and situation.behind not in (None, Feature.BUILDING):
        about = Message.of("problem.two_features", feature=Message(f"feature_named.{situation.behind}"))
        yield Problem("behind", about, (Feature.BUILDING,), "AVD-6.01")
        return
    feature = _stands_in(situation)
    if feature is None or situation.target_cover is Cover.OPEN:
        return
    cover = cover_of(feature, tables)
    if cover is not situation.target_cover:
        about = Message.of("problem.cover_of_feature", feature=Message(f"feature_named.{feature}"), cover=cover)
        yield Problem("target_cover", about, (cover,), "AVD-6.01")


def _moved_rule(weapon: Weapon) -> str:
    if weapon is Weapon.DYNAMITE:
        return "AVD-G.37"
    return "AVD-7.10" if weapon in GUNS else "AVD-7.07"


def _building_problems(situation: Aimed, tables: Tables) -> Iterator[Problem]:
    where = whereabouts(situation)
    place = "buildings"
    if situation.buildings is Buildings.NONE:
        place = "target_building" if situation.target_building else "firer_building"
    if _at_odds(situation):
        about = Message.of("problem.buildings_at_odds", where=situation.buildings)
        yield Problem("buildings", about, (Buildings.NONE,), "AVD-G.22")
    elif where is Buildings.SAME_BUILDING:
        yield Problem(place, Message("problem.same_building"), ("melee",), "AVD-7.12")
    elif where is Buildings.ENEMY_INSIDE_TOO:
        yield Problem(place, Message("problem.enemy_inside"), ("melee",), "AVD-G.45")
    elif where is not Buildings.NONE and tables.option("building_fire") == "none_at_all":
        yield Problem(place, Message("problem.no_building_fire"), ("melee",), "AVD-G.22")


def _at_odds(situation: Aimed) -> bool:
    """Whether the buildings' names say something else than the field that tells who is inside."""
    told, mine, theirs = situation.buildings, situation.firer_building, situation.target_building
    if told in (Buildings.NONE, Buildings.ENEMY_INSIDE_TOO) or not (mine or theirs):
        return False
    if told is Buildings.SAME_BUILDING:
        return bool(mine and theirs) and mine != theirs
    return (bool(mine) and told not in FIRER_INSIDE) or (bool(theirs) and told not in TARGET_INSIDE)
