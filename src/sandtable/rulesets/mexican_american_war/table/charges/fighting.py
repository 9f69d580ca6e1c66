"""Charge combats on the table: who is in contact with whom, who leads, who supports, and on what ground (chapter 3, MAW-G.10, MAW-G.12a, MAW-G.24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Pose, apart
from sandtable.kernel.form import Section, group, number
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.miniatures.bodies import CONTACT, gaps, touching
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Fall
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.known_unit import card_of
from sandtable.rulesets.mexican_american_war.melee import ChargeCombat, FightingUnit
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.positions import position_of
from sandtable.rulesets.mexican_american_war.table.shapes import fronts_of, middle_of
from sandtable.rulesets.mexican_american_war.table.state import Charge, Deciding, MawField, length
from sandtable.rulesets.mexican_american_war.vocabulary import (
    HARD_GROUND,
    SQUARES,
    ChargePart,
    CombatNumber,
    Formation,
    Ground,
    GroundDefended,
    OrderState,
    Side,
)

MOST = 6  # units of a side in a form
ORDER = tuple(GroundDefended)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFighter(FightingUnit):
    """A unit in contact, how many of its stands are, and whether it has broken through to there."""

    in_contact: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=fields.LARGEST_UNIT, usual=0)
    broke_through: bool = fields.box()

    def has_set_out(self, combat: CombatNumber) -> bool:
        """A breakthrough that has been made is under way, too."""
        return self.broke_through or FightingUnit.has_set_out(self, combat)

    def leads_by(self, stands: int) -> int:
        """Stands in contact, as long as there are any (MAW-G.24a)."""
        return min(self.in_contact, stands)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCombat(ChargeCombat):
    """A combat of units whose contacts are known."""

    attackers: tuple[TableFighter, ...] = group(TableFighter, section=Section.ACTOR, highest=MOST)
    defenders: tuple[TableFighter, ...] = group(TableFighter, section=Section.TARGET, highest=MOST)


# ---- Chains of contact -----------------------------------------------------------------------------------------------------------------


def touches(field: MawField, one: Piece, other: Piece) -> int:
    """How many stands of one unit touch another."""
    found = touching(seeing.stands(field, one), seeing.stands(field, other))
    return sum(bool(each) for each in found)


@fact
def chain_of(field: MawField, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All units in contact through one chain of contact, of both sides, from one of them (MAW-G.24)."""
    first = field.pieces[name]
    found = {first.owner: [first.id], seeing.other(first.owner): []}
    waiting = [first]
    while waiting:
        one = waiting.pop()
        for each in seeing.enemies_of(field, one.owner):
            if each.figures and each.id not in found[each.owner] and seeing.gap(field, one, each) <= CONTACT:
                found[each.owner].append(each.id)
                waiting.append(each)
    side = field.books.side
    attacker = first.owner if side is None else side.value
    return tuple(found[attacker]), tuple(found[seeing.other(attacker)])


def chargers(field: MawField) -> tuple[str, ...]:
    """The units that have charged home and not fought yet."""
    return tuple(
        name
        for name, charge in field.charges.items()
        if charge.moved and not charge.counter and name in field.pieces and _home(field, name, charge)
    )


def _home(field: MawField, name: str, charge: Charge) -> bool:
    target = field.pieces.get(charge.target)
    if target is None or field.books.units[name].charge_checked:
        return False
    return seeing.gap(field, field.pieces[name], target) <= CONTACT


# ---- The form --------------------------------------------------------------------------------------------------------------------------


def combat_facts(doing: Deciding) -> Facts:
    """Both sides with their contacts, supports, ground and flanks."""
    field = doing.field
    attackers, defenders = chain_of(field, doing.actor.id)
    attackers = (
        tuple(name for name in attackers if name in field.charges and not field.charges[name].counter) or attackers
    )
    ours, theirs = ([field.pieces[name] for name in names[:MOST]] for names in (attackers, defenders))
    lead = _lead(field, ours, theirs)
    charge = field.charges.get(lead.id) if lead is not None else None
    told: dict[str, Any] = {
        "side": Side(doing.actor.owner),
        "attackers": [fighter(field, each, theirs) for each in ours],
        "defenders": [fighter(field, each, ours) for each in theirs],
        "attacker_supports": supports(field, ours, theirs),
        "defender_supports": supports(field, theirs, ours),
        "combat": CombatNumber.BREAKTHROUGH if charge is not None and charge.breaks else CombatNumber.FIRST,
        "ground_charged_over": charge.ground if charge is not None else Ground.OPEN,
        "guns_supported": guns_supported(field, theirs),
    }
    foe = _lead(field, theirs, ours)
    if foe is not None:
        told["ground_defended"] = ground_defended(field, foe, ours, charge)
        if counters(field, foe):
            told["counter_ground"] = field.charges[foe.id].ground if foe.id in field.charges else Ground.OPEN
            told["counter_charging"] = True
    return told


def _lead(field: MawField, own: Sequence[Piece], foes: Sequence[Piece]) -> Piece | None:
    """The unit with most stands in contact; of equals the first (MAW-G.24a)."""
    return max(own, key=lambda each: in_contact(field, each, foes), default=None)


def in_contact(field: MawField, piece: Piece, foes: Sequence[Piece]) -> int:
    """Stands of a unit that touch any of these; of a garrison all."""
    if piece.id in field.inside:
        return len(piece.figures)
    others = [each for foe in foes for each in seeing.stands(field, foe)]
    return sum(bool(each) for each in touching(seeing.stands(field, piece), others)) if others else 0


def fighter(field: MawField, piece: Piece, foes: Sequence[Piece]) -> dict[str, Any]:
    """A unit of a combat as geometry and the books fill it in."""
    unit = field.books.units[piece.id]
    told = {**field.books.on_roster(unit).as_actor, **card_of(unit, TableFighter)}
    told = {name: value for name, value in told.items() if name in TableFighter.__dataclass_fields__}
    told |= {
        "in_contact": in_contact(field, piece, foes),
        "outflanked": flanked(field, piece, foes),
        "fixed": field.setting.mark(piece.id).fixed,
    }
    charge = field.charges.get(piece.id)
    if charge is not None and charge.breaks and charge.moved:
        told["broke_through"] = True
    if unit.countered:
        told["charge_part"] = ChargePart.COUNTER_CHARGED if counters(field, piece) else ChargePart.PLAIN
    return told


def counters(field: MawField, piece: Piece) -> bool:
    """Whether a unit fights as one that counter charges: Mexican cavalry that fire has disordered on its way is stopped, and stands (MAW-2.27, MAW-4.20)."""
    unit = field.books.units[piece.id]
    return unit.countered and not (unit.side is Side.MEX and unit.order is not OrderState.GOOD)


def flanked(field: MawField, piece: Piece, foes: Sequence[Piece]) -> bool:
    """Whether a charge that began behind the line through this unit's front touches its flank or rear (MAW-G.12a, MAW-15.31).

    A hasty square is looked at as it was before it formed.
    """
    trail = field.trails.get(piece.id)
    fronts = fronts_of(field, piece)
    if field.shapes[piece.id].state == Formation.HASTY_SQUARE and trail is not None:
        before = replace(
            field,
            pieces={**field.pieces, piece.id: replace(piece, figures=trail.figures)},
            shapes={**field.shapes, piece.id: trail.drawn},
        )
        fronts = fronts_of(before, before.pieces[piece.id])
        return any(foe.id in field.charges and seeing.behind(fronts, field.charges[foe.id].began[:2]) for foe in foes)
    for foe in foes:
        charge = field.charges.get(foe.id)
        if charge is not None and seeing.behind(fronts, charge.began[:2]) and not _meets_front(field, piece, foe):
            return True
    return False


def _meets_front(field: MawField, piece: Piece, foe: Piece) -> bool:
    """Whether an enemy in contact stands before the front of a unit."""
    middle = middle_of(foe)
    return not seeing.behind(fronts_of(field, piece), (middle.x, middle.y))


def supports(field: MawField, own: Sequence[Piece], foes: Sequence[Piece]) -> int:
    """Stands of friendly troops in good order close behind or beside those who fight; attackers' supports have moved toward the enemy (MAW-G.22g)."""
    if not own:
        return 0
    near = length(field.tables.number("measured.support"))
    fighting = {each.id for each in own}
    active = field.books.side is not None and own[0].owner == field.books.side.value
    stands = [each for piece in own for each in seeing.stands(field, piece)]
    count = 0
    for each in seeing.units_of(field, own[0].owner):
        unit = field.books.units[each.id]
        if each.id in fighting or unit.is_guns or unit.order is not OrderState.GOOD or not each.figures:
            continue
        if int(gaps(stands, seeing.stands(field, each)).min()) > near:
            continue
        if active and not _moved_toward(field, each, foes):
            continue
        if not active and not _stands_behind(field, each, own):
            continue
        count += len(each.figures)
    return min(count, 60)


def _moved_toward(field: MawField, piece: Piece, foes: Sequence[Piece]) -> bool:
    """Whether a unit came nearer to the enemy in this turn."""
    trail = field.trails.get(piece.id)
    if trail is None or not foes:
        return False
    before, now, there = trail.way[0], middle_of(piece), middle_of(foes[0])
    return apart(now, there) < apart(before, there)


def _stands_behind(field: MawField, piece: Piece, own: Sequence[Piece]) -> bool:
    """Whether a unit stands behind any of these."""
    middle = middle_of(piece)
    return any(not (fronts := fronts_of(field, each)) or seeing.behind(fronts, (middle.x, middle.y)) for each in own)


def guns_supported(field: MawField, defenders: Sequence[Piece]) -> bool:
    """Whether friendly troops of two stands or more in good order are near the guns that are charged (MAW-G.14)."""
    near = length(field.tables.number("measured.guns_supported"))
    least = field.tables.number("measured.gun_friend_stands")
    guns = [each for each in defenders if field.books.units[each.id].is_guns]
    if not guns:
        return True
    stands = [each for piece in guns for each in piece.stands]
    for each in seeing.units_of(field, guns[0].owner):
        unit = field.books.units[each.id]
        steady = not unit.is_guns and unit.order is OrderState.GOOD and len(each.figures) >= least
        if steady and int(gaps(stands, seeing.stands(field, each)).min()) <= near:
            return True
    return False


def ground_defended(
    field: MawField, defender: Piece, attackers: Sequence[Piece], charge: Charge | None
) -> GroundDefended:
    """The best of fortified, strong and favorable ground; none against who comes round the work (MAW-G.10 to MAW-G.10c)."""
    _, position = position_of(field, defender)
    if (
        defender.id not in field.inside
        and attackers
        and not any(_meets_front(field, defender, each) for each in attackers)
    ):
        position = GroundDefended.NONE
    higher = any(_level(field, defender) > _level(field, each) for each in attackers)
    favors = charge is not None and charge.favors
    in_square = field.shapes[defender.id].state in SQUARES and charge is not None and charge.ground in HARD_GROUND
    own = GroundDefended.FAVORABLE if higher or favors or in_square else GroundDefended.NONE
    return max(position, own, key=ORDER.index)


def _level(field: MawField, piece: Piece) -> int:
    return ground.level(field.terrain, middle_of(piece))


def combat_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Only who has charged home fights (MAW-G.24)."""
    if doing.actor.id not in chargers(doing.field):
        yield Problem("piece", Message.of("problem.table.not_home", name=doing.actor.id), (), "MAW-G.24")


COMBAT: Deed[MawField] = Deed(
    action=replace(RULESET.by_id["charge_combat"], situation=TableCombat),
    by="MAW-2.10",
    measures=combat_facts,
    hinders=combat_hinders,
)


def falls(fall: Fall[MawField]) -> tuple[int, ...]:
    """The stands that are taken off: from the end of the formation, so that it does not change; command and label stand go last (MAW-10.02, MAW-10.03)."""
    count = len(fall.piece.figures)
    return tuple(range(count - fall.by, count))


def place_of(field: MawField, names: Sequence[str]) -> tuple[Pose, ...]:
    """The stands of units, as places that are carried."""
    return tuple(pose for name in names if name in field.pieces for pose in field.pieces[name].figures)
