"""Fire: rifles, machine guns and field guns at figures (chapters 7 to 9)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sandtable.kernel.drivers import Exact, Given, enumerate_exactly
from sandtable.kernel.form import Section, choice, number, when, yes_no
from sandtable.kernel.law import Law
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Request
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.casualties import Casualties, Exposed, Losses, Spread, Target
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
from sandtable.rulesets.average_dice.effects import NothingSpent
from sandtable.rulesets.average_dice.losses import LossVerdict, loss_effects, loss_numbers
from sandtable.rulesets.average_dice.plain import made_once, within
from sandtable.rulesets.average_dice.vocabulary import (
    GENERALS_RIFLES,
    GUNS,
    RIFLES,
    SHOT,
    Buildings,
    Cover,
    Feature,
    GunKind,
    Posture,
    TargetKind,
    Weapon,
)

MIXED = ~when("figures_in_other_cover", 0, None)
RANKED_COVER = (Cover.OPEN, Cover.SOFT, Cover.HARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Firing:
    """What may forbid a unit or gun to fire or throw at all."""

    moved_this_turn: bool = fields.moved_this_turn()
    in_contact: bool = fields.in_contact()
    fired_this_turn: bool = fields.fired_this_turn()
    in_arc_and_sight: bool = fields.in_sight()


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(Firing):
    """The fields that describe whoever is fired at."""

    target_name: str | None = fields.name(pair="actor_name")
    range: str | Fraction = fields.fire_range()
    target_kind: TargetKind = fields.target_kind()
    crew_of: GunKind = fields.crew_of()
    target_figures: int = fields.target_figures()
    target_cover: Cover = fields.target_cover()
    posture: Posture = fields.posture()
    target_prone_to_desertion: bool = fields.target_prone_to_desertion()
    general_shielded: bool = yes_no(section=Section.TARGET, usual=False, needed=when("target_kind", TargetKind.GENERAL))
    general_with_target: bool = yes_no(
        section=Section.CIRCUMSTANCE, usual=False, needed=when("target_kind", TargetKind.UNIT)
    )
    behind: Feature | None = fields.behind()
    figures_in_other_cover: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=9, usual=0, unit="figures")
    other_cover: Cover = choice(Cover, section=Section.CIRCUMSTANCE, usual=Cover.OPEN, needed=MIXED)
    other_posture: Posture = choice(Posture, section=Section.CIRCUMSTANCE, usual=Posture.UPRIGHT, needed=MIXED)
    target_in_melee: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)
    buildings: Buildings = fields.buildings()
    aboard_vehicle: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False, option=("vehicles", True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(Aimed):
    """A rifle unit, a gun or a General fires at one target (AVD-7.02)."""

    actor_name: str | None = fields.name(pair="target_name")
    weapon: Weapon = fields.weapon(SHOT)
    figures_firing: int = fields.figures_firing()
    gunners: int | None = fields.gunners(fields.GUN_FIRES)
    replacements: int = fields.replacements(fields.GUN_FIRES)
    captured: bool = fields.captured(fields.GUN_FIRES)
    fired_last_move: bool = yes_no(
        section=Section.CIRCUMSTANCE,
        usual=False,
        needed=when("weapon", Weapon.HOTCHPOTCH) & when("figures_firing", 1, 2, 3),
    )
    general_fires: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False, needed=when("weapon", *RIFLES))
    limbered: bool = fields.limbered()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids this fire."""
        yield from _firer_problems(self, tables)
        yield from firing_problems(self, self.weapon, tables)
        yield from target_problems(self, tables)

    def crew(self, tables: Tables) -> Crew:
        """Who serves the gun."""
        return crew_of(gun_of(self.weapon), self.gunners, self.replacements, tables, captured=self.captured)


@dataclass(frozen=True, slots=True, kw_only=True)
class VolleyVerdict(LossVerdict):
    """What a volley did to its target. The hits are told in play; odds count what they did, so they do not tell verdicts apart."""

    hits: int | None = field(default=None, compare=False)
    reach: int = 0  # of the weapon, where the target is beyond it

    def __hash__(self) -> int:
        """Quick, because exact odds hash every verdict; equal verdicts have equal numbers."""
        return hash((self.killed, self.left, self.deserted, self.general_killed))

    def measured(self) -> dict[str, int | Fraction | bool]:
        """Every measure, and in play the hits."""
        return {**({} if self.hits is None else {"hits": self.hits}), **LossVerdict.measured(self)}

    def outcome(self) -> Outcome:
        """What became of the target, or out of range for certain."""
        if self.reach:
            return Outcome("out_of_range", Message.of("outcome.volley.out_of_range", reach=Fraction(self.reach)), 0, 0)
        return LossVerdict.outcome(self)

    def headline(self) -> Message:
        """Losses in letters."""
        return Message("headline.volley.out_of_range") if self.reach else LossVerdict.headline(self)


@dataclass(slots=True)
class Volley:
    """A volley made ready once: its dice, its target, and what was already worked out of it."""

    dice: AverageDice | None
    fixed: int
    casualties: Casualties
    reasons: tuple[Modifier, ...] = ()
    told: dict[Losses, dict[str, Any]] = field(default_factory=dict)

    def run(self) -> Generator[Request, Any, VolleyVerdict]:
        """Throw for hits (AVD-8.01), then let the target save."""
        hits = self.fixed if self.dice is None else (yield self.dice)
        losses = yield from self.casualties.take(hits)
        return self._verdict(losses, hits)

    def _verdict(self, losses: Losses, hits: int | None = None) -> VolleyVerdict:
        known = told_once(self.told, losses, self.casualties)
        return VolleyVerdict(hits=hits, **{**known, "reasons": (*self.reasons, *known["reasons"])})

    def exact(self, answers: Mapping[str, Given]) -> Exact[VolleyVerdict] | None:
        """The law by convolution; None where dice are given and have to be followed branch by branch."""
        hits = Spread.certain(self.fixed) if self.dice is None else Spread.of(self.dice.law())
        requests = {} if self.dice is None else {self.dice.key: self.dice}
        found = self.casualties.exact(hits, requests)
        if found.requests.keys() & answers.keys():
            return None
        law = {self._verdict(losses): weight for (_, losses), weight in found.weights.items()}
        return Exact(Law.over(law, found.of), {}, found.requests)


def told_once(told: dict[Losses, dict[str, Any]], losses: Losses, casualties: Casualties) -> dict[str, Any]:
    """The effects and numbers of some losses, worked out once for all throws that lead to them."""
    known = told.get(losses)
    if known is None:
        target, tables = casualties.target, casualties.tables
        effects = tuple(loss_effects(target, losses, tables))
        known = told[losses] = {
            "effects": effects,
            "reasons": casualties.unhurt(),
            **loss_numbers(target, losses, tables),
        }
    return known


@dataclass(frozen=True, slots=True)
class TooFar:
    """Nothing is thrown and nothing is spent."""

    reach: int
    verdict: type[VolleyVerdict]

    def run(self) -> Generator[Request, Any, VolleyVerdict]:
        """Out of range (AVD-7.11)."""
        yield from ()
        return self.verdict(reach=self.reach, effects=(NothingSpent(whom="actor", reach=Fraction(self.reach)),))

    def exact(self, answers: Mapping[str, Given]) -> None:  # noqa: ARG002 - nothing is thrown, so nothing can be given
        """There is nothing to be quick about."""
        return


def exact_law(situation: Fire, tables: Tables, answers: Mapping[str, Given]) -> Exact[VolleyVerdict]:
    """The exact law of a volley, quickly: the twin of following every branch of ``fire``."""
    return _prepared(situation, tables).exact(answers) or enumerate_exactly(lambda: fire(situation, tables), answers)


def summary(situation: Fire, tables: Tables) -> Message | None:
    """Hits to expect, and how often one kills."""
    ready = _prepared(situation, tables)
    if isinstance(ready, TooFar):
        return None
    hits = Spread.certain(ready.fixed) if ready.dice is None else Spread.of(ready.dice.law())
    return ready.casualties.summary(hits.mean)


def fire(situation: Fire, tables: Tables) -> Rule[VolleyVerdict]:
    """Fire at one target (AVD-7.02): hits by weapon and strength, saves by cover, range and posture, then desertion."""
    return _prepared(situation, tables).run()


@made_once
def _prepared(situation: Fire, tables: Tables) -> Volley | TooFar:
    reach = tables.number("range", situation.weapon)
    if not within(situation.range, reach):
        return TooFar(reach, VolleyVerdict)
    casualties = Casualties(target_of(situation, situation.weapon, situation.range, tables), tables, "fire")
    if situation.weapon in GUNS:
        crew = situation.crew(tables)
        dice = crew_tally(crew, tables).total
        return Volley(_hit_dice(dice, 0, crew_reasons(crew, tables), tables), 0, casualties)
    row = rifle_row(situation.weapon, situation.figures_firing, tables)
    if not row.dice:
        return Volley(None, row.fixed, casualties, row.tally.modifiers)
    return Volley(_hit_dice(row.dice, row.less, row.tally, tables), 0, casualties)


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
    figures = 1 if kind is TargetKind.GENERAL else situation.target_figures
    if crew is not None:
        figures = min(figures, tables.number("crew", crew))
    others = min(situation.figures_in_other_cover, figures - 1)
    groups = [Exposed(figures - others, _cover(situation, tables), situation.posture)]
    if others:
        groups.append(
            Exposed(others, _at_least_shielded(situation, situation.other_cover, tables), situation.other_posture)
        )
    return Target(
        kind=kind,
        groups=tuple(groups),
        prone_to_desertion=kind is TargetKind.UNIT and situation.target_prone_to_desertion,
        general_with_it=general_shares_hits(situation, tables),
        crew_of=crew,
        weapon=weapon,
        range=range_,
    )


def general_shares_hits(situation: Aimed, tables: Tables) -> bool:
    """A General near a unit large enough takes its hits last (AVD-G.12)."""
    large = situation.target_figures >= tables.number("morale.shield.figures")
    near = situation.target_kind is TargetKind.UNIT and situation.general_with_target
    return near and large and bool(tables.option("general_shield"))


def _cover(situation: Aimed, tables: Tables) -> Cover:
    cover = situation.target_cover if situation.behind is None else cover_of(situation.behind, tables)
    return _at_least_shielded(situation, cover, tables)


def cover_of(feature: Feature, tables: Tables) -> Cover:
    """The class of cover a feature gives (AVD-6.01); barbed wire by house rule none (AVD-G.13)."""
    if feature is Feature.BARBED_WIRE and not tables.value("wire.gives_cover"):
        return Cover.OPEN
    return Cover(tables.text("cover_class", feature))


def _at_least_shielded(situation: Aimed, cover: Cover, tables: Tables) -> Cover:
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
    if situation.general_fires and situation.figures_firing != 1:
        yield Problem("figures_firing", Message("problem.general_is_one"), ("1",), "AVD-G.12")
    small = situation.figures_firing <= tables.number("hits.small.figures")
    if situation.weapon is Weapon.HOTCHPOTCH and small and situation.fired_last_move:
        yield Problem("fired_last_move", Message("problem.every_other_move"), ("no",), "AVD-8.12")


def firing_problems(situation: Firing, weapon: Weapon, tables: Tables) -> Iterator[Problem]:
    """What forbids fire and throwing alike (AVD-7.03, AVD-7.06b to AVD-7.10, AVD-G.35, AVD-G.37)."""
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
    if situation.figures_in_other_cover and situation.figures_in_other_cover >= situation.target_figures:
        most = situation.target_figures - 1
        yield Problem("figures_in_other_cover", Message.of("problem.other_cover", most=most), (), "AVD-G.20")
    yield from _building_problems(situation, tables)


def _moved_rule(weapon: Weapon) -> str:
    if weapon is Weapon.DYNAMITE:
        return "AVD-G.37"
    return "AVD-7.10" if weapon in GUNS else "AVD-7.07"


def _building_problems(situation: Aimed, tables: Tables) -> Iterator[Problem]:
    where = situation.buildings
    if where is Buildings.SAME_BUILDING:
        yield Problem("buildings", Message("problem.same_building"), ("melee",), "AVD-7.12")
    elif where is Buildings.ENEMY_INSIDE_TOO:
        yield Problem("buildings", Message("problem.enemy_inside"), ("melee",), "AVD-G.45")
    elif where is not Buildings.NONE and tables.option("building_fire") == "none_at_all":
        yield Problem("buildings", Message("problem.no_building_fire"), ("melee",), "AVD-G.22")
