"""What gunners do (R48-A.10, R48-A.11)."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.requests import Observe
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.arrivals import Steps
from sandtable.rulesets.uprising1848.artillery import (
    BlastClass,
    BlastTest,
    CannisterTest,
    PathClass,
    RoundshotTest,
    casualty_tally,
)
from sandtable.rulesets.uprising1848.behaviour_facts import WhatDoTheyDo, threat_distance
from sandtable.rulesets.uprising1848.chances import CERTAIN
from sandtable.rulesets.uprising1848.fire import band_of
from sandtable.rulesets.uprising1848.morale import usual_ammunition
from sandtable.rulesets.uprising1848.vocabulary import Ammunition, Deed, GunClass, GunState


def gun_row(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Rows 9 and 10: (deed, row, rule)."""
    nearest = situation.nearest
    in_danger, worth_a_shot = threatened(situation, tables), has_target(situation, tables)
    clear = nearest.distance > tables.number("behaviour.crew_inches")
    if situation.crew_away_from_gun:
        return (Deed.MOVE_BACK if clear else Deed.MOVE_AWAY), "9", "R48-A.11"
    if in_danger:
        return Deed.ABANDON, "10", "R48-A.11"
    if situation.gun_state is GunState.LIMBERED:
        seen: bool = yield Observe("np.seen", usual=True, rule="R48-A.10")
        reach = tables.number("gun", situation.gun_class or GunClass.LIGHT, "roundshot")
        ready = seen and nearest.distance <= reach
        return (Deed.UNLIMBER if ready else Deed.MOVE_LIMBERED), "10", "R48-A.10"
    if situation.reload_markers:
        return Deed.LOAD, "10", "R48-A.10"
    return (Deed.FIRE_GUN if worth_a_shot else Deed.TURN), "10", "R48-A.10"


def loaded(situation: WhatDoTheyDo) -> Ammunition:
    """What is in the barrel."""
    return usual_ammunition(situation.ammunition, howitzer=situation.howitzer)


def has_target(situation: WhatDoTheyDo, tables: Tables) -> bool:
    """Whether the best shot is worth it; each friend in the way counts against it, near a shell any friend forbids it (R48-A.10)."""
    ammunition = loaded(situation)
    foes, friends = situation.foes_in_the_way, situation.friends_in_the_way
    needed = tables.number(f"behaviour.{ammunition}_foes")
    if ammunition is Ammunition.SHELL:
        return foes >= needed and not friends
    return foes - tables.number("behaviour.friends_count") * friends >= needed


def threatened(situation: WhatDoTheyDo, tables: Tables) -> bool:
    """A Player unit can make contact, and the shot they have would not halve it (R48-A.11)."""
    nearest = situation.nearest
    enough = tables.exact("behaviour.gun_half") * situation.nearest_unit_figures
    if nearest.distance > threat_distance(nearest, "gun_threat", tables):
        return False
    silent = bool(situation.reload_markers) or situation.gun_state is GunState.LIMBERED
    return silent or gun_casualties(situation, tables) < enough


def gun_casualties(situation: WhatDoTheyDo, tables: Tables) -> Fraction:
    """Expected casualties of the best shot: foes in the way, each with its chance, times the laying."""
    nearest, ammunition = situation.nearest, loaded(situation)
    gun = situation.gun_class or GunClass.LIGHT
    if ammunition is Ammunition.SHELL:
        blast = BlastClass(actor=nearest.target, cover=nearest.cover, actor_is_mounted=nearest.target_is_mounted)
        tally = casualty_tally(BlastTest(testers=(blast,)), blast, tables)
        laying = CERTAIN
    else:
        tester = PathClass(
            actor=nearest.target,
            cover=nearest.cover,
            actor_is_mounted=nearest.target_is_mounted,
            range=band_of(nearest.distance, tables),
        )
        kind = CannisterTest if ammunition is Ammunition.CANNISTER else RoundshotTest
        tally = casualty_tally(kind(gun_class=gun, testers=(tester,)), tester, tables)
        laying = tables.number("laying", situation.actor)
    chance = tally.total if tally is not None else 0
    return Fraction(situation.foes_in_the_way * chance * laying, CERTAIN * CERTAIN)
