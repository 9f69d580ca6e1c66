"""What a charge or a volley would come to, by the umpire's own exact laws, for units as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.geometry.cover import area_at
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, Point, in_inches
from sandtable.kernel.problem import Refusal
from sandtable.kernel.tables import Tables
from sandtable.miniatures.acting import form_read
from sandtable.miniatures.opponent.weights import Weights
from sandtable.rulesets.mexican_american_war.fire import FireVerdict
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit, card_of
from sandtable.rulesets.mexican_american_war.melee import ChargeVerdict
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.charges.fighting import COMBAT, TableCombat, TableFighter
from sandtable.rulesets.mexican_american_war.table.ground import DENSE_CHAPARRAL, class_of, level, mover_of
from sandtable.rulesets.mexican_american_war.table.positions import position_of
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.shooting import FIRE, TableFire, TableFirer
from sandtable.rulesets.mexican_american_war.table.state import MawField, length
from sandtable.rulesets.mexican_american_war.vocabulary import (
    HARD_GROUND,
    Arm,
    ChargeEffect,
    Cover,
    Formation,
    Ground,
    GroundDefended,
    OrderState,
    Side,
    TargetCharge,
)
from sandtable.rulesets.mexican_american_war.weapons import weapon_path

WEIGHTS = Weights(__package__)
E = ChargeEffect
ENDS = {
    E.SWEPT: "swept",
    E.DRIVEN_BACK: "driven",
    E.HARD_PRESSED: "pressed",
    E.DESPERATE: "struggle",
    E.FALTER: "falter",
    E.RECOIL: "recoil",
    E.REPULSED: "repulsed",
}
KNOWN = 1 << 16
THE_OTHER = "the other"  # stands for the name of whoever is charged
MOST_SUPPORTS = 60  # stands that a form takes
MOST = 6  # units of a side in one
OF_A_FIRER = ("weapon", "unit_class", "experience", "order", "mounted", "formation", "ranks")
Card = tuple[tuple[str, Any], ...]  # fields of a form and what stands in them
OF_GUNS = ("low_ammunition", "damaged_stands")


def price(unit: KnownUnit) -> float:
    """What a stand of a unit is worth: more of good troops, and of small units, of which each stand carries more of the fight."""
    told = WEIGHTS("price", unit.arm.value) * WEIGHTS("price", unit.experience.value)
    return told if unit.is_guns else told * (1 + WEIGHTS("price", "small") / max(1, unit.stands))


# ---- Charges ---------------------------------------------------------------------------------------------------------------------------


def clash(
    view: MawField,
    chargers: Sequence[str],
    target: str,
    *,
    outflanked: bool = False,
    shape: Formation | None = None,
    countered: bool = False,
    supported: int | None = None,
    ground: GroundDefended | None = None,
    place: Point | None = None,
) -> float:
    """What a charge of one or more that comes home is worth to who makes it, in stands.

    ``shape`` is a formation that the target has taken by then; ``supported`` how many stands of friends are near it, ``ground`` the
    position that it stands in and ``place`` where that is, where these are not as they are now.
    """
    own = tuple(sorted((view.books.units[name] for name in chargers), key=lambda unit: (-unit.stands, unit.name)))
    foe = view.books.units[target]
    if shape is not None and not foe.is_guns and foe.order is not OrderState.BROKEN:
        foe = shaped(foe, shape)
    held = GroundDefended.NONE if outflanked else position(view, target) if ground is None else ground
    near = supports(view, target) if supported is None else supported
    there = middle_of(view.pieces[target]) if place is None else place
    over, favors = charged_over(view, mover_of(own[0]), there)
    higher = level(view.terrain, there) > max(level(view.terrain, middle_of(view.pieces[name])) for name in chargers)
    if held is GroundDefended.NONE and (favors or higher):
        held = GroundDefended.FAVORABLE
    some = tuple(alike(unit) for unit in own[:MOST])
    return _clash(some, alike(foe), held, view.tables, outflanked, countered, min(MOST_SUPPORTS, near), over)


@lru_cache(maxsize=KNOWN)
def alike(unit: KnownUnit) -> KnownUnit:
    """A unit without its name and without what no combat asks for, so that equal ones are reckoned once."""
    return replace(
        unit, name="", crews=(), away=(), late_disorder=False, checked=None, mates=frozenset(), check_moved=False,
        maneuver=None, frontage_changed=False, charging=frozenset(unit.charging and (THE_OTHER,)), charged_by=frozenset(),
        hasty=False, all_fired=False, shots=(), fired_at=False, fired_at_by_guns=False,
    )  # fmt: skip


@lru_cache(maxsize=KNOWN)
def shaped(unit: KnownUnit, formation: Formation) -> KnownUnit:
    """A unit as it is in another formation."""
    return replace(unit, formation=formation)


@fact
def supports(view: MawField, name: str) -> int:
    """Stands of friends in good order who are near enough to count with a unit that is charged."""
    piece, near = view.pieces[name], length(view.tables.number("measured.support"))
    return sum(
        len(each.figures)
        for each in seeing.units_of(view, piece.owner)
        if each.id != name
        and not view.books.units[each.id].is_guns
        and view.books.units[each.id].order is OrderState.GOOD
        and seeing.gap(view, piece, each) <= near
    )


@fact
def charged_over(view: MawField, mover: str, place: Point) -> tuple[Ground, bool]:
    """The class of the ground about a place for who charges over it, and whether it favors who stands there (MAW-G.10, MAW-G.22h)."""
    area = area_at(view.terrain, place) if view.terrain.areas else None
    over = Ground.OPEN if area is None else class_of(area.kind, mover, view.tables) or Ground.OPEN
    thick = area is not None and area.kind == DENSE_CHAPARRAL
    return over, over in HARD_GROUND and not thick


@fact
def position(view: MawField, name: str) -> GroundDefended:
    """The position that a unit stands in."""
    return position_of(view, view.pieces[name])[1]


@WEIGHTS.remembers(KNOWN)
def _clash(
    own: tuple[KnownUnit, ...],
    foe: KnownUnit,
    ground: GroundDefended,
    tables: Tables,
    outflanked: bool,
    countered: bool,
    supported: int,
    over: Ground,
) -> float:
    lead = own[0]
    told = {
        "side": lead.side,
        "attackers": [_fighter(each) for each in own],
        "defenders": [_fighter(foe, outflanked=outflanked)],
        "cold_steel": lead.arm is Arm.INFANTRY or (lead.side is Side.US and lead.on_horse),
        "ground_charged_over": over,
        "ground_defended": ground,
        "defender_supports": supported,
    }
    if countered:
        told |= {"counter_charging": True, "counter_ground": over}
    try:
        form = form_read(COMBAT.action, told, tables)
    except Refusal:
        return 0.0
    return _outcome(form.situation, tables, lead, foe)


def _fighter(unit: KnownUnit, *, outflanked: bool = False) -> dict[str, Any]:
    """A unit as it would stand in a combat, by no name, so that equal ones are reckoned once."""
    told = {name: value for name, value in card_of(unit, TableFighter).items() if name != "name"}
    return {**told, "in_contact": unit.stands, "outflanked": outflanked}


def _outcome(situation: TableCombat, tables: Tables, own: KnownUnit, foe: KnownUnit) -> float:
    return sum(
        chance * (toll(foe, theirs, tables) - toll(own, ours, tables) + WEIGHTS("clash", end))
        for chance, ours, theirs, end in _ends(situation, tables)
    )


@lru_cache(maxsize=KNOWN)
def _ends(situation: TableCombat, tables: Tables) -> tuple[tuple[float, int, int, str], ...]:
    """How a combat may end: how likely, what it costs the attacker and the defender, and the name of the end."""
    found: dict[tuple[int, int, str], float] = {}
    for verdict, chance in COMBAT.action.law(situation, tables, {}).law:
        assert isinstance(verdict, ChargeVerdict)  # noqa: S101 - the law of combats
        end = verdict.attacker_lost, verdict.defender_lost, ENDS[verdict.effect]
        found[end] = found.get(end, 0.0) + float(chance)
    return tuple((chance, *end) for end, chance in found.items())


def toll(unit: KnownUnit, lost: int, tables: Tables) -> float:
    """What losing so many stands is worth: the stands, and the unit, where too little is left of it (MAW-10.04)."""
    left = unit.stands - lost
    if lost and left <= (0 if unit.is_guns else tables.number("removed.at")):
        return unit.stands * price(unit) + WEIGHTS("state", "destroyed")
    return lost * price(unit)


# ---- Fire ------------------------------------------------------------------------------------------------------------------------------


class Harm(NamedTuple):
    """What a volley does on average: stands, and how likely it shakes its target, or stops its charge."""

    lost: float = 0.0
    shaken: float = 0.0
    stopped: float = 0.0

    def worth(self, mark: KnownUnit) -> float:
        """What that is worth to who fires."""
        fresh = mark.order is OrderState.GOOD and not mark.silenced
        shock = WEIGHTS("state", "silenced" if mark.is_guns else "disordered") if fresh else 0.0
        return self.lost * price(mark) + self.shaken * shock


def volley(
    view: MawField,
    firer: KnownUnit,
    mark: KnownUnit,
    far: Length,
    stands: int,
    *,
    charges: bool = False,
    cover: Cover = Cover.NONE,
) -> Harm:
    """What so many stands of a unit do to another at a range, in some cover."""
    if stands < 1 or firer.order is OrderState.BROKEN or firer.weapon.value == "none":
        return Harm()
    tables = view.tables
    band = next((each for each in bands(firer, tables) if far <= each), None)
    if band is None:
        return Harm()
    return _fired(firing(firer), fired_at(mark), tables, firer.side, band, stands, charges, cover)


@lru_cache(maxsize=KNOWN)
def bands(firer: KnownUnit, tables: Tables) -> tuple[Length, ...]:
    """How far each range of a unit's weapon goes: within one, all shots are alike."""
    return tuple(length(far) for far in tables.row(weapon_path(firer.weapon, firer.side, tables), "up_to"))


@lru_cache(maxsize=KNOWN)
def firing(unit: KnownUnit) -> Card:
    """What of a unit counts when it fires."""
    known = card_of(unit, TableFirer)
    return tuple((name, known[name]) for name in (*OF_A_FIRER, *OF_GUNS) if name in known)


@lru_cache(maxsize=KNOWN)
def fired_at(unit: KnownUnit) -> Card:
    """What of a unit counts when it is fired at."""
    known = unit.as_target()
    return tuple((name, known[name]) for name in OF_A_MARK if name in known)


@lru_cache(maxsize=KNOWN)
def _fired(
    firer: Card, mark: Card, tables: Tables, side: Side, far: Length, stands: int, charges: bool, cover: Cover
) -> Harm:
    about = dict(firer) | {"stands": stands, "range": str(float(in_inches(far))), "stands_that_bear": stands}
    volleys = [{"stands": stands, "range": about["range"], "enfilading": False}]
    told = dict(mark) | {"side": side, "firers": [{**about, "volleys": volleys}], "cover": cover}
    if charges and dict(mark)["target_arm"] is not Arm.GUNS:
        told["target_charge"] = TargetCharge.CHARGING
    try:
        form = form_read(FIRE.action, told, tables)
    except Refusal:
        return Harm()
    return _volley(form.situation, tables)


OF_A_MARK = (
    "target_arm",
    "target_mounted",
    "target_experience",
    "target_order",
    "target_formation",
    "target_stands",
    "target_limbered",
)


@lru_cache(maxsize=KNOWN)
def _volley(situation: TableFire, tables: Tables) -> Harm:
    lost = shaken = stopped = 0.0
    for verdict, chance in FIRE.action.law(situation, tables, {}).law:
        assert isinstance(verdict, FireVerdict)  # noqa: S101 - the law of fire
        lost += float(chance) * float(verdict.measure("stands_lost"))
        shaken += float(chance) * bool(verdict.measure("disordered"))
        stopped += float(chance) * bool(verdict.measure("charge_checked"))
    return Harm(lost, shaken, stopped)
