"""What a charge or a volley would come to, by the umpire's own exact laws, for units as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import INCH, Length, in_inches
from sandtable.kernel.problem import Refusal
from sandtable.kernel.tables import Tables
from sandtable.miniatures.acting import form_read
from sandtable.miniatures.opponent.weights import Weights
from sandtable.rulesets.mexican_american_war.fire import FireVerdict
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit, card_of
from sandtable.rulesets.mexican_american_war.melee import ChargeVerdict
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.charges.fighting import COMBAT, TableCombat, TableFighter
from sandtable.rulesets.mexican_american_war.table.positions import position_of
from sandtable.rulesets.mexican_american_war.table.shooting import FIRE, TableFire, TableFirer
from sandtable.rulesets.mexican_american_war.table.state import MawField, length
from sandtable.rulesets.mexican_american_war.vocabulary import (
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
KNOWN = 4096
HALF_INCH: Length = INCH // 2
MOST_SUPPORTS = 60  # stands that a form takes
MOST = 6  # units of a side in one
OF_A_FIRER = ("weapon", "stands", "unit_class", "experience", "order", "mounted", "formation", "ranks")
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
) -> float:
    """What a charge of one or more that comes home is worth to who makes it, in stands.

    ``shape`` is a formation that the target has taken by then; ``supported`` how many stands of friends are near it and ``ground`` the
    position that it stands in, where these are not as they are now.
    """
    own = tuple(sorted((view.books.units[name] for name in chargers), key=lambda unit: (-unit.stands, unit.name)))
    foe = view.books.units[target]
    if shape is not None and not foe.is_guns and foe.order is not OrderState.BROKEN:
        foe = shaped(foe, shape)
    held = GroundDefended.NONE if outflanked else position(view, target) if ground is None else ground
    near = supports(view, target) if supported is None else supported
    return _clash(own[:MOST], foe, held, view.tables, outflanked, countered, min(MOST_SUPPORTS, near))


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
) -> float:
    lead = own[0]
    told = {
        "side": lead.side,
        "attackers": [_fighter(each) for each in own],
        "defenders": [_fighter(foe, outflanked=outflanked)],
        "cold_steel": lead.arm is Arm.INFANTRY or (lead.side is Side.US and lead.on_horse),
        "ground_defended": ground,
        "defender_supports": supported,
    }
    if countered:
        told |= {"counter_charging": True, "counter_ground": Ground.OPEN}
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
    return _fired(firer, mark, view.tables, far, stands, charges, cover)


@lru_cache(maxsize=KNOWN)
def _fired(
    firer: KnownUnit, mark: KnownUnit, tables: Tables, far: Length, stands: int, charges: bool, cover: Cover
) -> Harm:
    if stands < 1 or firer.order is OrderState.BROKEN or firer.weapon.value == "none":
        return Harm()
    about = {name: value for name, value in card_of(firer, TableFirer).items() if name in (*OF_A_FIRER, *OF_GUNS)}
    about |= {"range": str(float(in_inches(far))), "stands_that_bear": stands}
    volleys = [{"stands": stands, "range": about["range"], "enfilading": False}]
    told = {name: value for name, value in mark.as_target().items() if name in OF_A_MARK}
    told |= {"side": firer.side, "firers": [{**about, "volleys": volleys}], "cover": cover}
    if charges and not mark.is_guns:
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


def banded(gap: Length) -> Length:
    """A range to the half inch, so that few have to be reckoned."""
    return -(-gap // HALF_INCH) * HALF_INCH
