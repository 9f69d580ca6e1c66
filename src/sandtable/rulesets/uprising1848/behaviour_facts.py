"""The facts of *What do they do?*, and the numbers that its rows compare (R48-A.03, R48-A.04, R48-A.27)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sandtable.kernel.dice import law_of_total, sided
from sandtable.kernel.form import Section, choice, distance, group, number, when
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import acting_problems
from sandtable.rulesets.uprising1848.chances import CERTAIN
from sandtable.rulesets.uprising1848.fire import Aim, band_of, hit_chance, shot_with
from sandtable.rulesets.uprising1848.melee import Blow, blow_tally
from sandtable.rulesets.uprising1848.morale import usual_ammunition
from sandtable.rulesets.uprising1848.movement import Pace, mean_distance, paced
from sandtable.rulesets.uprising1848.party import combat_value
from sandtable.rulesets.uprising1848.vocabulary import (
    FIGHTERS,
    GOVERNMENT,
    NON_PLAYERS,
    QUALITY_ICONS,
    UNARMED,
    Ammunition,
    Cover,
    Firearm,
    GunClass,
    GunState,
    Kind,
    Melee,
    Quality,
    Shot,
    Status,
    Terrain,
)

USUAL_DISTANCE = Fraction(15)
_GUN = when("kind", Kind.ARTILLERY)
_FIGHTS = ~when("kind", *UNARMED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A group of Player figures in sight, nearest first (R48-A.27)."""

    distance: Fraction = distance(section=Section.TARGET, widget="text", usual=USUAL_DISTANCE, highest=fields.LONGEST)
    target: Quality = choice(Quality, section=Section.TARGET, only=FIGHTERS, icons=QUALITY_ICONS, usual=Quality.VETERAN)
    targets: int = fields.figures(Section.TARGET, usual=12)
    cover: Cover = fields.cover()
    target_is_mounted: bool = fields.box(Section.TARGET)
    wavering: bool = fields.box(Section.TARGET)
    unarmed: bool = fields.box(Section.TARGET)
    leader_among_them: bool = fields.box(Section.TARGET)

    @property
    def can_be_charged(self) -> bool:
        """Whether there is a way to them and room beside them; a table knows, others take it for granted (R48-9.04)."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """Figures of a class within 18 inches, for the local ratio."""

    actor: Quality = choice(Quality, section=Section.ACTOR, only=FIGHTERS, icons=QUALITY_ICONS, usual=Quality.AVERAGE)
    figures: int = fields.figures(Section.ACTOR)
    actor_is_mounted: bool = fields.box(Section.ACTOR)
    unarmed: bool = fields.box(Section.ACTOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatDoTheyDo:
    """A Non-Player unit, and what its figures know (R48-A.26, R48-A.27)."""

    actor_name: str | None = fields.name()
    kind: Kind = choice(Kind, section=Section.ACTOR, only=NON_PLAYERS, usual=Kind.INFANTRY)
    actor: Quality = choice(
        Quality,
        section=Section.ACTOR,
        only=FIGHTERS,
        icons=QUALITY_ICONS,
        usual=Quality.AVERAGE,
        needed=_FIGHTS,
    )
    figures: int = fields.figures(Section.ACTOR, usual=8)
    firearm: Firearm = fields.firearm(Section.ACTOR, needed=_FIGHTS)
    melee: Melee = fields.melee(Section.ACTOR, "target_melee", needed=_FIGHTS)
    actor_is_mounted: bool = fields.box(Section.ACTOR)
    actor_status: Status = fields.actor_status()
    being_charged: bool = fields.box(Section.ACTION)
    groups: tuple[Seen, ...] = group(Seen, section=Section.TARGET, lowest=0, highest=3)
    friends_near: tuple[Near, ...] = group(Near, section=Section.CIRCUMSTANCE, lowest=0, highest=6)
    players_near: tuple[Near, ...] = group(Near, section=Section.CIRCUMSTANCE, lowest=0, highest=6)
    own_guns_near: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=9, usual=0)
    player_guns_near: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=9, usual=0)
    truce: bool = fields.box(Section.CIRCUMSTANCE)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    priority_target: bool = fields.box(Section.CIRCUMSTANCE)
    gun_class: GunClass | None = choice(
        GunClass, widget="trio", section=Section.ACTION, usual=GunClass.LIGHT, needed=_GUN
    )
    howitzer: bool = fields.box(Section.ACTION, needed=_GUN)
    ammunition: Ammunition | None = choice(
        Ammunition, widget="trio", section=Section.ACTION, optional=True, needed=_GUN
    )
    gun_state: GunState | None = choice(
        GunState, widget="trio", section=Section.ACTION, usual=GunState.UNLIMBERED, needed=_GUN
    )
    reload_markers: int = number(section=Section.ACTION, lowest=0, highest=fields.MOST_MARKERS, usual=0, needed=_GUN)
    crew_away_from_gun: bool = fields.box(Section.ACTION, needed=_GUN)
    foes_in_the_way: int = number(section=Section.ACTION, lowest=0, highest=40, usual=3, needed=_GUN)
    friends_in_the_way: int = number(section=Section.ACTION, lowest=0, highest=40, usual=0, needed=_GUN)
    nearest_unit_figures: int = number(section=Section.ACTION, lowest=1, highest=60, usual=12, needed=_GUN)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Whoever is gone, or has acted, does nothing of his own accord; to be charged is no action of his (R48-4.28, R48-8.05)."""
        for problem in acting_problems(self):
            if problem.field != "actor_has_acted" or not self.being_charged:
                yield problem

    @property
    def seen(self) -> tuple[Seen, ...]:
        """The groups told of; none told, the usual one."""
        return self.groups or (USUAL_GROUP,)

    @property
    def nearest(self) -> Seen:
        """The nearest group."""
        return min(self.seen, key=lambda group: group.distance)

    @property
    def fights(self) -> bool:
        """Whether they ever fire or strike."""
        return self.kind not in UNARMED

    @property
    def bound_by_truce(self) -> bool:
        """Mobs and bystanders are no government forces (R48-A.22)."""
        return self.truce and self.kind in GOVERNMENT

    @property
    def loaded(self) -> Ammunition:
        """What is in the barrel of their gun (R48-8.20a)."""
        return usual_ammunition(self.ammunition, howitzer=self.howitzer)

    def pace(self, table: str, *, rough: bool = False) -> Pace:
        """How they move."""
        return Pace(table, self.actor, self.actor_is_mounted, rough)


USUAL_GROUP = Seen()


# ---- Numbers --------------------------------------------------------------------------------------------------------------------


def value_of(near: Near, tables: Tables) -> Fraction:
    """The combat value of figures of a class (R48-G.11, R48-A.03)."""
    mounted, unarmed = near.actor_is_mounted, near.unarmed
    return combat_value(near.actor, near.figures, tables, mounted=mounted, unarmed=unarmed)


def local_ratio(situation: WhatDoTheyDo, tables: Tables) -> Fraction | None:
    """Own combat value within 18 inches to the Players'; None where no Player figure is there: as good as infinite (R48-A.03)."""
    gun = tables.exact("value.crewed_gun")
    own = _values(situation.friends_near or (_itself(situation),), tables) + situation.own_guns_near * gun
    theirs = _values(situation.players_near or _in_reach(situation, tables), tables) + situation.player_guns_near * gun
    return own / theirs if theirs else None


def _values(nears: Iterable[Near], tables: Tables) -> Fraction:
    return sum((value_of(near, tables) for near in nears), Fraction(0))


def _itself(situation: WhatDoTheyDo) -> Near:
    return Near(actor=situation.actor, figures=situation.figures, actor_is_mounted=situation.actor_is_mounted)


def _in_reach(situation: WhatDoTheyDo, tables: Tables) -> tuple[Near, ...]:
    within = tables.number("behaviour.local_inches")
    return tuple(
        Near(
            actor=group.target,
            figures=group.targets,
            actor_is_mounted=group.target_is_mounted,
            unarmed=group.unarmed,
        )
        for group in situation.seen
        if group.distance <= within
    )


def shot_chance(situation: WhatDoTheyDo, group: Seen, tables: Tables) -> int:
    """The chance of one of their shots at a group, per cent."""
    shot = shot_with(situation.firearm)
    return _chance(situation, group, shot, tables) if shot is not None else 0


def stone_chance(situation: WhatDoTheyDo, group: Seen, tables: Tables) -> int:
    """The chance of one of their stones."""
    return 0 if situation.actor_is_mounted else _chance(situation, group, Shot.THROW, tables)


def _chance(situation: WhatDoTheyDo, group: Seen, shot: Shot, tables: Tables) -> int:
    throws = shot is Shot.THROW
    aim = Aim(
        shot=shot,
        band=band_of(group.distance, tables),
        shooter=situation.actor,
        target=group.target,
        cover=group.cover,
        shooter_mounted=situation.actor_is_mounted and not throws,
        target_mounted=group.target_is_mounted and not throws,
    )
    return hit_chance(aim, tables)


def fire_casualties(situation: WhatDoTheyDo, group: Seen, with_line: int, tables: Tables) -> Fraction:
    """Expected casualties of their fire: the sum of hit chances, at most the number of targets (R48-A.04)."""
    shots = tables.number("needle_gun.shots") if situation.firearm is Firearm.NEEDLE_GUN else 1
    expected = Fraction(with_line * shots * shot_chance(situation, group, tables), CERTAIN)
    return min(expected, Fraction(group.targets))


@lru_cache(maxsize=4096)  # asked for every figure that might charge
def reach_chance(pace: Pace, inches: Fraction, tables: Tables) -> Fraction:
    """The chance that a charge goes so far (R48-G.15)."""
    dice, sides = tables.number("charge.dice"), tables.number("charge.sides")
    law = law_of_total((sided(sides),) * dice)
    reached = sum(weight for total, weight in law if paced(Fraction(total), pace, tables) >= inches)
    return Fraction(reached, sum(weight for _, weight in law))


def charge_gain(situation: WhatDoTheyDo, group: Seen, chance: Fraction, tables: Tables) -> Fraction:
    """Melee gain of a charge: n x P(reach) x (a - (1 - a) x b) (R48-A.04)."""
    attack = Blow(
        attacker=situation.actor,
        target=group.target,
        melee=situation.melee,
        cover=group.cover,
        attacker_mounted=situation.actor_is_mounted,
        target_mounted=group.target_is_mounted,
        charging=True,
    )
    back = Blow(
        attacker=group.target,
        target=situation.actor,
        melee=Melee.IMPROVISED if group.unarmed else Melee.LETHAL,
        attacker_mounted=group.target_is_mounted,
        target_mounted=situation.actor_is_mounted,
    )
    a = Fraction(blow_tally(attack, tables).total, CERTAIN)
    b = Fraction(blow_tally(back, tables).total, CERTAIN)
    return min(situation.figures, group.targets) * chance * (a - (1 - a) * b)


def threat_distance(group: Seen, extra: str, tables: Tables) -> Fraction:
    """How near a Player group must be to threaten a charge: its mean charge and a little more (R48-A.02, R48-A.11)."""
    mean = mean_distance(Pace("charge", group.target, group.target_is_mounted, rough=False), tables)
    return mean + (tables.number("behaviour", extra) if extra else 0)


def rough(ground: str) -> bool:
    """Whether the ground to the target is rough."""
    return Terrain(ground) is Terrain.ROUGH
