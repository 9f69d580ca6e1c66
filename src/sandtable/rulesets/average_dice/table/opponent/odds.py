"""What fire, blows and shells come to on average, by the umpire's own laws, each worked out once for all that are alike."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sandtable.kernel.dice import D6
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice.casualties import Exposed, fatal_faces
from sandtable.rulesets.average_dice.crews import crew_of, silence
from sandtable.rulesets.average_dice.fire import RANKED_COVER, Fire, rifle_row
from sandtable.rulesets.average_dice.melee import Melee
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.structures import HitStructure
from sandtable.rulesets.average_dice.table.opponent.worth import (
    WEIGHTS,
    Kind,
    lost,
    price_with,
    target_kind,
    troop_class,
)
from sandtable.rulesets.average_dice.vocabulary import (
    FIELD_GUNS,
    GUN_ARMS,
    LYING,
    Arm,
    Cover,
    GunKind,
    Posture,
    StructureKind,
    TroopClass,
    Weapon,
)

KNOWN = 1 << 16  # situations whose odds are kept
COVERS = RANKED_COVER
FIRE, MELEE, HIT = (RULESET.by_id[name] for name in ("fire", "melee", "hit_structure"))


class Shooter(NamedTuple):
    """All of a unit that its fire depends on."""

    weapon: Weapon
    firing: int
    gunners: int
    replacements: int
    captured: bool


def shooter_of(kind: Kind) -> Shooter:
    """A unit as it fires."""
    if kind.arm in GUN_ARMS:
        return Shooter(kind.weapon, 1, kind.figures, kind.replacements, kind.captured)
    return Shooter(kind.weapon, max(1, kind.figures), 0, 0, False)


def bands(weapon: Weapon, tables: Tables) -> tuple[int, ...]:
    """The distances, in inches, up to which its fire tells in the same way (AVD-7.11, AVD-9.04)."""
    near, reach = tables.number("save.add.range.inches"), tables.number("range", weapon)
    return (near, reach) if reach > near else (reach,)


def silent(kind: Kind, tables: Tables) -> bool:
    """Whether it is a gun that too few serve to fire it (AVD-8.15, AVD-8.18)."""
    if kind.arm not in GUN_ARMS:
        return False
    crew = crew_of(GunKind(kind.arm.value), kind.figures, kind.replacements, tables, captured=kind.captured)
    return bool(silence(crew, tables))


def harm(shooter: Kind, mark: Kind, inches: int, cover: Cover, tables: Tables) -> float:
    """What a shot costs its mark on average; few hotchpotch rifles fire in one move of two (AVD-8.12)."""
    figures = mark.figures + mark.replacements
    if silent(shooter, tables) or not figures:
        return 0.0
    if mark.arm is Arm.FIELD_GUN:
        cover = max(cover, Cover(tables.text("field_gun_shield.cover")), key=COVERS.index)  # AVD-6.06
    weapon = shooter.weapon
    fatal = len(fatal_faces(weapon, Exposed(figures, cover, mark.posture), Fraction(inches), tables))
    if not fatal:
        return 0.0
    seldom, hits = 1.0, (0, 0, 0)
    if shooter.arm not in GUN_ARMS:
        row = rifle_row(weapon, max(1, shooter.figures), tables)
        hits = (row.dice, row.less, row.fixed)
        seldom = 1 / tables.number("hits.small.every") if weapon is Weapon.HOTCHPOTCH and not row.dice else 1.0
    alike = (
        weapon,
        hits,
        *shooter_of(shooter)[2:],
        fatal,
        mark._replace(posture=Posture.UPRIGHT, mounted=False),
        tables,
    )
    found = _KNOWN.get(alike)
    if found is None:
        found = _KNOWN[alike] = worked_out(shooter, mark, inches, cover, tables)
    return seldom * found


_KNOWN: dict[Hashable, float] = {}


def worked_out(shooter: Kind, mark: Kind, inches: int, cover: Cover, tables: Tables) -> float:
    """What one shot costs its mark on average, by the umpire's law itself."""
    told = shooter_of(shooter)
    situation = Fire(
        weapon=told.weapon,
        figures_firing=told.firing,
        gunners=told.gunners,
        replacements=told.replacements,
        captured=told.captured,
        range=Fraction(inches),
        target_kind=target_kind(mark),
        target_figures=max(1, mark.figures + mark.replacements),
        target_cover=cover,
        posture=mark.posture,
        target_prone_to_desertion=mark.deserter,
        crew_of=GunKind(mark.arm.value) if mark.arm in GUN_ARMS else GunKind.MACHINE_GUN,
    )
    law = FIRE.law(situation, tables, {}).law
    return sum(float(chance) * lost(mark, each.killed, deserts=each.deserted) for each, chance in law)


# ---- Hand to hand ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=KNOWN)
def _blows(
    strikers: int, struck: int, striker: TroopClass, mark: TroopClass, cover: Cover, lying: bool, tables: Tables
) -> tuple[tuple[int, float], ...]:
    """How many fall when so many strike at so many, and how likely each number is."""
    situation = Melee(
        attacker_class=striker,
        attacker_number=strikers,
        defender_class=mark,
        defender_number=struck,
        crew_of=GunKind.FIELD_GUN,
        target_cover=cover,
        target_prone=lying,
    )
    law = MELEE.law(situation, tables, {}).law
    return tuple((each.killed, float(chance)) for each, chance in law)


def fallen(strikers: float, struck: float, striker: Kind, mark: Kind, cover: Cover, tables: Tables) -> float:
    """How many fall on average when so many strike at so many."""
    ours, theirs = round(strikers), round(struck)
    if ours <= 0 or theirs <= 0:
        return 0.0
    ours = min(ours, int(tables.option("melee_max")) * theirs)
    lying = mark.posture in LYING and not mark.mounted
    law = _blows(ours, theirs, troop_class(striker), troop_class(mark), cover, lying, tables)
    return sum(killed * chance for killed, chance in law)


def deserts(mark: Kind, killed: float, tables: Tables) -> float:
    """How likely a unit that is prone to desertion leaves over so many lost (AVD-12.05)."""
    stays = 1 - tables.number("morale.desertion.leaves_on") / len(D6.faces)
    return 1.0 - float(stays**killed) if mark.deserter else 0.0


class Fight(NamedTuple):
    """What a fight to the end costs both on average, and the share of it that is won."""

    gain: float
    price: float
    wins: float


@WEIGHTS.remembers(KNOWN)
def fight(striker: Kind, mark: Kind, strikers: int, struck: int, cover: Cover, own: Cover, tables: Tables) -> Fight:
    """A fight that one begins with so many figures in contact, and goes on with as many as can; both strike in turn (AVD-11.03)."""
    ours, theirs = float(striker.figures), float(mark.figures + mark.replacements)
    gain = paid = 0.0
    share = 1.0
    upright = striker._replace(posture=Posture.UPRIGHT)
    hitting, hit = float(strikers), float(struck)
    for _ in range(int(WEIGHTS("melee", "rounds"))):
        killed = min(theirs, fallen(hitting, hit, striker, mark, cover, tables))
        gone = deserts(mark, killed, tables)
        gain += share * (price_with(mark, theirs) - (1 - gone) * price_with(mark, theirs - killed))
        theirs -= killed
        theirs *= 1 - gone
        if theirs < 1 / 2:
            break
        killed = min(ours, fallen(min(theirs, 3 * ours), ours, mark, upright, own, tables))
        gone = deserts(striker, killed, tables)
        paid += share * (price_with(striker, ours) - (1 - gone) * price_with(striker, ours - killed))
        ours -= killed
        if ours < 1 / 2:
            break
        share *= WEIGHTS("melee", "later")
        hitting, hit = ours, theirs
    if mark.arm in GUN_ARMS and theirs < 1 / 2:
        gain += WEIGHTS("melee", "gun") * WEIGHTS("price", mark.arm.value)
    return Fight(gain, paid, ours / max(1e-9, ours + theirs))


# ---- Houses ---------------------------------------------------------------------------------------------------------------------


class Shells(NamedTuple):
    """What shots at a structure come to: the chance that it falls, the share of what it can take, and the throwers it costs."""

    falls: float
    share: float
    throwers: float = 0.0


@lru_cache(maxsize=KNOWN)
def shells(
    weapon: Weapon, gunners: int, replacements: int, throwers: int, structure: StructureKind, left: int, tables: Tables
) -> Shells:
    """Shots of a full crew, or cans, at a structure with so many hits left."""
    situation = HitStructure(
        weapon=weapon,
        gunners=gunners if weapon in FIELD_GUNS else None,
        replacements=replacements,
        throwers=max(1, throwers),
        structure=structure,
        range=Fraction(1),
        hits_left=left,
    )
    law = HIT.law(situation, tables, {}).law
    room = max(1, left - tables.number("structure", structure, "falls_at"))
    falls = sum(float(chance) for each, chance in law if each.falls)
    share = sum(float(chance) * min(1.0, (left - each.left) / room) for each, chance in law)
    blown_up = sum(float(chance) * each.throwers_lost for each, chance in law)
    return Shells(falls, share, blown_up)
