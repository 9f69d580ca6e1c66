"""Villages and houses as the opponent sees them: what they are worth to whom, who is in them, and how long they will stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, apart
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.opponent.values import Goal
from sandtable.rulesets.average_dice.ledger import KnownStructure, KnownUnit
from sandtable.rulesets.average_dice.table import aiming, housing
from sandtable.rulesets.average_dice.table.ground import clear_on, ground_left, length, works_of
from sandtable.rulesets.average_dice.table.opponent import course
from sandtable.rulesets.average_dice.table.opponent.odds import shells, silent
from sandtable.rulesets.average_dice.table.opponent.worth import WEIGHTS, kind_of, price
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import OTHER_SIDE, Arm, Side


def half(view: AverageDiceField, name: str) -> Length:
    """How far it is from the middle of a house to its walls."""
    outline = housing.outline_of(view, name)
    middle = middle_of(outline)
    return round(min(abs(outline[0].x - middle.x), abs(outline[0].y - middle.y)))


def inside(view: AverageDiceField, name: str, side: Side) -> list[KnownUnit]:
    """The units of a side in a house."""
    return [unit for unit in view.books.inside(view.books.structures[name]) if unit.side is side]


def usable(view: AverageDiceField, names: Sequence[str]) -> list[KnownStructure]:
    """The houses that stand."""
    return [known for name in names if not (known := view.books.structures[name]).fallen]


def held(view: AverageDiceField, name: str, side: Side) -> bool:
    """Whether a house has units of one side in it and nobody else."""
    return bool(inside(view, name, side)) and not inside(view, name, OTHER_SIDE[side])


@WEIGHTS.fact
def goals(view: AverageDiceField, side: Side) -> tuple[Goal, ...]:
    """The houses of the villages; where none stands, the middle of the village (AVD-G.32)."""
    weights = WEIGHTS
    late = 1 + weights("goal", "late") * course.lateness(view) ** weights("goal", "hurry")
    chosen = _easiest(view) if side is Side.VILLISTA else -1
    found: list[Goal] = []
    for number, names in enumerate(view.villages):
        standing = usable(view, names)
        needed = max(1, min(int(view.tables.option("village_houses")), len(standing)))
        worth = (
            weights("goal", "village") * late * (1.0 if chosen in (number, -1) else weights("goal", "other")) / needed
        )
        if not standing:
            found.append(
                Goal(f"village {number}", housing.centre_of(view, names), worth, int(weights("goal", "wants")))
            )
        found += [_house(view, known.name, side, worth) for known in standing]
    return tuple(found)


def _house(view: AverageDiceField, name: str, side: Side, worth: float) -> Goal:
    at = middle_of(housing.outline_of(view, name))
    if side is Side.FEDERAL:
        threatened = bool(inside(view, name, Side.VILLISTA))
        return Goal(name, at, worth if threatened else worth * WEIGHTS("goal", "post"), 1)
    return Goal(name, at, worth, 1 if held(view, name, side) else int(WEIGHTS("goal", "wants")))


def _easiest(view: AverageDiceField) -> int:
    """The village that is the easiest to take: with the fewest enemies in it for what is still to be taken."""

    def strength(number: int) -> float:
        standing = usable(view, view.villages[number])
        ours = sum(held(view, known.name, Side.VILLISTA) for known in standing)
        needed = max(1, min(int(view.tables.option("village_houses")), len(standing)))
        enemies = sorted(
            sum(price(kind_of(unit)) for unit in inside(view, known.name, Side.FEDERAL)) for known in standing
        )
        return sum(enemies[:needed]) - ours

    return min(range(len(view.villages)), key=strength, default=-1)


def worth_of(view: AverageDiceField, side: Side, name: str) -> float:
    """What being in a house is worth to a side; nothing where it counts for no village."""
    return next((goal.worth for goal in goals(view, side) if goal.name == name), 0.0)


# ---- Shells -----------------------------------------------------------------------------------------------------------------------


def risk(view: AverageDiceField, side: str, name: str) -> float:
    """How likely a house comes down over those in it before their next move."""
    return _risk(view, side, name)


@WEIGHTS.fact
def _risk(view: AverageDiceField, side: str, name: str) -> float:
    stands = 1.0
    for unit, share in _guns_at(view, side, name):
        known = view.books.structures[name]
        found = shells(unit.weapon, unit.figures, unit.replacements, 0, known.kind, known.left, view.tables)
        stands *= 1 - found.falls * share
    return WEIGHTS("house", "feared") * (1 - stands)


def _guns_at(view: AverageDiceField, side: str, name: str) -> Iterator[tuple[KnownUnit, float]]:
    """The enemy field guns that can fire at a house now, or when they have turned, and which share of their shots that is."""
    work = works_of(view)[name]
    for piece in view.enemies_of(side):
        unit = view.books.units[piece.id]
        if unit.arm is not Arm.FIELD_GUN or unit.limbered or piece.marker is None or silent(kind_of(unit), view.tables):
            continue
        muzzle, middle = piece.marker.point, middle_of(housing.outline_of(view, name))
        if apart(muzzle, middle) - half(view, name) > length(view.tables.number("range", unit.weapon)):
            continue
        if not clear_on(ground_left(view), name)(muzzle, middle):
            continue
        yield unit, 1.0 if aiming.bears(view, piece, work.ground) else WEIGHTS("ground", "off_arc")


@fact
def shelled(view: AverageDiceField, side: Side) -> bool:
    """Whether a field gun of a side can shoot at a house with enemies in it."""
    return any(
        not known.fallen
        and inside(view, known.name, OTHER_SIDE[side])
        and any(True for _ in _guns_at(view, OTHER_SIDE[side].value, known.name))
        for known in view.books.structures.values()
    )
