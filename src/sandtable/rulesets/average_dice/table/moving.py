"""Movement on the table: each figure goes its own way and pays for what it crosses (chapters 5 and 6, AVD-11.03c, AVD-12.02, AVD-G.11, AVD-G.40)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Any

from sandtable.geometry.cover import open_within
from sandtable.geometry.crowd import Box, Crowd
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Pose, in_inches
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.acting import certain, form_of
from sandtable.miniatures.bodies import CONTACT, box_of, figures, gaps, near, scattered, touching
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.looking import Clear, sees
from sandtable.miniatures.orders import Way
from sandtable.miniatures.ways import crossed, crowded, end_of, length_inside, length_of, off_board, run_into
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.movement import IMPASSABLE, passage
from sandtable.rulesets.average_dice.panels import figures_of
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import housing, wiring
from sandtable.rulesets.average_dice.table.ground import BUILDING, clear_between, ground_left, length
from sandtable.rulesets.average_dice.table.housing import house_at, house_of
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Deciding
from sandtable.rulesets.average_dice.vocabulary import GUN_ARMS, Arm, Mover, Obstacle, Side, WholeMove
from sandtable.rulesets.average_dice.whole_moves import WHOLE_MOVE_RULES


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form: the dearest way of all, contacts, and whether anybody comes nearer to the enemy."""
    field, piece = doing.field, doing.actor
    ends, foes = _ends(doing), housing.foes(field, piece.owner)
    touched, into = housing.contacts(field, piece), _into(doing)
    told: dict[str, Any] = {
        **_dearest(doing),
        "in_contact": any(touched),
        "surrounded": all(number in pinned(doing) for number in range(len(piece.figures))),
        "into_melee": _strikes_home(doing, ends) or bool(into and _foes_inside(doing, into)),
        "from_building": house_of(field, piece),
        "into_building": into,
        **_entered(doing, into),
        "toward_the_enemy": _nearer(doing, ends, foes),
        "uncut_wire": wiring.uncut(field, piece.base, _legs(doing)),
    }
    return told


def pinned(doing: Deciding) -> frozenset[int]:
    """The figures that three enemies touch (AVD-11.03c)."""
    if house_of(doing.field, doing.actor):
        return frozenset()  # inside a building the form counts heads (AVD-G.45)
    most = int(doing.field.tables.option("melee_max"))
    return frozenset(number for number, by in enumerate(housing.contacts(doing.field, doing.actor)) if by >= most)


@fact
def _into(doing: Deciding) -> str:
    """The building that all of a unit end in; empty where they do not."""
    ends = {house_at(doing.field, end_of(pose, way)) for pose, way in _legs(doing)}
    return ends.pop() if len(ends) == 1 else ""


@fact
def _legs(doing: Deciding) -> list[tuple[Pose, Way]]:
    """Where each figure sets out, and its way; a gun's comes last."""
    legs = list(zip(doing.actor.figures, _ways(doing), strict=True))
    return legs if doing.actor.marker is None else [*legs, (doing.actor.marker, doing.order.marker)]


def _foes_inside(doing: Deciding, name: str) -> bool:
    units = doing.field.books.inside(doing.field.books.structures[name])
    return any(unit.side.value != doing.actor.owner for unit in units)


def _strikes_home(doing: Deciding, ends: Crowd) -> bool:
    """Whether a figure ends in contact with an enemy that it did not touch before; through a wall nobody is touched (AVD-11.02)."""
    if _into(doing):
        return False
    foes = near(box_of(ends, CONTACT), housing.foes_outside(doing.field, doing.actor.owner)) if ends else ()
    if not foes:
        return False
    before = touching(doing.actor.stands, foes)
    return any(now and not was for now, was in zip(touching(ends, foes), before, strict=True))


def _ends(doing: Deciding) -> Crowd:
    piece = doing.actor
    ends = [end_of(pose, way) for pose, way in zip(piece.figures, _ways(doing), strict=True)]
    return figures(piece.base, ends)


def _ways(doing: Deciding) -> tuple[tuple[Any, ...], ...]:
    """A way for each figure; whoever is told nothing stays."""
    told = doing.order.ways
    return tuple(told[number] if number < len(told) else () for number in range(len(doing.actor.figures)))


def _dearest(doing: Deciding) -> Facts:
    """What the figure crosses that pays most; what nobody may pass goes before all else."""
    tables, mover = doing.field.tables, _mover(doing)

    def price(told: Facts) -> tuple[bool, int]:
        costs = [(passage(mover, Obstacle(each["obstacle"]), tables), each["times"]) for each in told["crossed"]]
        paid = sum(tables.number("cover_cost", cost) * times for cost, times in costs if cost != IMPASSABLE)
        walls = tables.number("cover_cost", "building") * told["buildings_in_or_out"]
        return any(cost == IMPASSABLE for cost, _ in costs), paid + walls

    return max(_crossed(doing), key=price)


def _mover(doing: Deciding) -> Mover:
    chosen = doing.order.chosen.get("mover")
    return Mover.CRAWLING if chosen == Mover.CRAWLING else doing.field.books.units[doing.actor.id].mover


@fact
def _crossed(doing: Deciding) -> list[Facts]:
    """What each figure crosses, as the form has it: features, and walls of buildings (AVD-5.13b, AVD-G.11).

    It comes out of the building it was in and goes into the one it ends in; whatever else it goes through has two walls.
    """
    was, now = house_of(doing.field, doing.actor), _into(doing)
    own = bool(was) + bool(now) if was != now else 0
    told: list[Facts] = []
    ground = ground_left(doing.field)
    if open_within(ground, _reached(doing)):
        return [{"crossed": [], "buildings_in_or_out": own}] * len(_legs(doing))
    for pose, way in _legs(doing):
        found = crossed(ground, pose, way)
        through = found.pop(BUILDING, 0) - len({was, now} - {""}) if way else 0
        crossings = [{"obstacle": kind, "times": times} for kind, times in sorted(found.items())]
        told.append({"crossed": crossings, "buildings_in_or_out": own + 2 * max(0, through)})
    return told


def _nearer(doing: Deciding, ends: Crowd, foes: Crowd) -> bool:
    """Whether any figure ends nearer to the enemies it sees than the nearest of them was when it set out (AVD-G.28)."""
    field, piece = doing.field, doing.actor
    apart = zip(piece.stands, ends, gaps(piece.stands, foes), gaps(ends, foes), strict=True)
    for figure, (start, end, before, after) in enumerate(apart):
        if start is end:
            continue
        by_distance = before.argsort(kind="stable").tolist()
        nearest = next((foe for foe in by_distance if _sees(field, piece, figure, foe)), None)
        closer = [] if nearest is None else (after < before[nearest]).nonzero()[0].tolist()
        if any(foe == nearest or _sees(field, piece, figure, foe) for foe in closer):
            return True
    return False


@fact
def _sees(field: AverageDiceField, piece: Piece, figure: int, foe: int) -> bool:
    """Whether a figure sees an enemy from where it stands, whatever it is ordered."""
    return sees(piece.stands[figure], housing.foes(field, piece.owner)[foe], _clear(field, piece))


@fact
def _clear(field: AverageDiceField, piece: Piece) -> Clear:
    """Between whom of a unit and its enemies nothing stands; buildings with somebody in them hide nobody."""
    occupied = [house_of(field, each) for each in field.pieces.values()]
    return clear_between(ground_left(field), piece.stands, housing.foes(field, piece.owner), *occupied)


def hinders(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """What stands in the way of single figures; what forbids the move as a whole the form says."""
    if len(doing.order.ways) != len(doing.actor.figures):
        about = Message.of("problem.table.ways", figures=len(doing.actor.figures))
        yield Problem("ways", about, (), "AVD-1.04b")
        return
    yield from _manned(doing)
    yield from _goes_so(doing)
    yield from _standing(doing)
    yield from _served(doing)
    yield from _too_far(doing, told)


def _manned(doing: Deciding) -> Iterator[Problem]:
    """A gun that nobody serves stays as it is (AVD-G.43)."""
    if not doing.actor.figures:
        yield Problem("piece", Message("problem.table.no_crew"), (), "AVD-G.43")


def _goes_so(doing: Deciding) -> Iterator[Problem]:
    """Everybody goes as he is mounted or served; only who is on foot may crawl instead (AVD-5.01, AVD-5.08)."""
    own, wish = doing.field.books.units[doing.actor.id].mover, doing.order.chosen.get("mover")
    choices = (own, Mover.CRAWLING) if own is Mover.INFANTRY else (own,)
    if wish is not None and wish not in choices:
        rule = "AVD-5.08" if wish == Mover.CRAWLING else "AVD-5.01"
        yield Problem("chosen.mover", Message("problem.table.not_its_mover"), choices, rule)


def _too_far(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """Each figure goes as far as its rate allows, less what it crosses (AVD-5.01, AVD-G.11)."""
    left: dict[str, Fraction] = {}
    for number, found in enumerate(_crossed(doing)):
        if str(found) not in left:
            form = form_of(MOVE, doing, {**told, **found})
            verdict = certain(MOVE.action, form.situation, doing.field.tables)
            left[str(found)] = Fraction(verdict.measure("inches"))
        far, most = _outdoors(doing, number), left[str(found)]
        if far > length(most):
            rule = "AVD-G.11" if any(found.values()) else "AVD-5.01"
            yield _at(number, "too_far", rule, far=in_inches(far), left=most)


def _outdoors(doing: Deciding, number: int) -> Length:
    """How far a figure goes outside the buildings that it leaves and enters (AVD-G.45)."""
    pose, way = _legs(doing)[number]
    names = {name for name in (house_of(doing.field, doing.actor), _into(doing)) if name}
    indoors = sum(length_inside(housing.outline_of(doing.field, name), pose, way) for name in names)
    return length_of(pose, way) - floor(indoors)


def _standing(doing: Deciding) -> Iterator[Problem]:
    """Where figures may not go or stand at the end."""
    piece, ways = doing.actor, doing.order.ways
    ends = [end_of(pose, way) for pose, way in zip(piece.figures, ways, strict=True)]
    stand, held = figures(piece.base, ends), pinned(doing)
    met = near(_reached(doing), housing.foes_outside(doing.field, piece.owner))
    for number, way in enumerate(ways):
        if number in held and way:
            yield _at(number, "pinned", "AVD-11.03c")
        if off_board(doing.field.terrain, stand[number]):
            yield _at(number, "off_board", "AVD-1.07")
        if any(True for _ in run_into(piece.base, piece.figures[number], way, met)):
            yield _at(number, "enemy_in_the_way", "AVD-11.02")
    if _into(doing):
        return
    others: tuple[Footprint, ...] = ground_of_others(doing.field, piece.id)
    if piece.marker is not None:
        unit = doing.field.books.units[piece.id]
        others = (*others, marker_of(unit, end_of(piece.marker, doing.order.marker), doing.field.tables))
    if any(house_at(doing.field, end) for end in ends):
        yield Problem("ways", Message("problem.table.together"), (), "AVD-5.14")
    yield from (_at(number, "crowded", "AVD-1.04b") for number in crowded(piece.base, ends, others))
    within: Length = length(Fraction(str(doing.field.tables.option("coherency"))))
    for number in scattered(stand, within):
        if number not in held:
            yield _at(number, "scattered", "AVD-G.40", within=in_inches(within))


@fact
def ground_of_others(field: AverageDiceField, name: str) -> Crowd:
    """The ground under all figures and guns outside but those of one unit."""
    outside = [each for each in field.pieces.values() if each.id != name and not house_of(field, each)]
    figures = [stand for each in outside for stand in each.stands]
    guns = [marker_of(field.books.units[each.id], each.marker, field.tables) for each in outside if each.marker]
    return Crowd([*figures, *guns])


def _reached(doing: Deciding) -> Box:
    """The ground on which a unit moves."""
    places = [pose for start, way in _legs(doing) for pose in (start, *way)]
    room = doing.actor.base.radius + doing.actor.base.behind
    across, up = [pose.x for pose in places], [pose.y for pose in places]
    return (
        min(across, default=0) - room,
        min(up, default=0) - room,
        max(across, default=0) + room,
        max(up, default=0) + room,
    )


def _served(doing: Deciding) -> Iterator[Problem]:
    """The crew of a gun keep within an inch of it (AVD-G.01)."""
    piece = doing.actor
    if piece.marker is None:
        return
    unit, within = doing.field.books.units[piece.id], length(doing.field.tables.exact("gun_marker.crew_within"))
    gun = marker_of(unit, end_of(piece.marker, doing.order.marker), doing.field.tables)
    for number, gap in enumerate(gaps(_ends(doing), [gun])[:, 0].tolist()):
        if gap > within:
            yield _at(number, "away_from_gun", "AVD-G.01", within=in_inches(within))


def marker_of(unit: KnownUnit, pose: Pose, tables: Tables) -> Footprint:
    """The ground under a gun; a limbered one has its team behind it (AVD-G.01)."""
    name = unit.arm.value
    deep = length(tables.exact(f"gun_marker.{name}_long"))
    behind = length(tables.exact("gun_marker.limber")) if unit.limbered else 0
    return Footprint((pose,), 1, length(tables.exact(f"gun_marker.{name}_wide")), deep + behind)


def _entered(doing: Deciding, name: str) -> Facts:
    """Who is in the building that a unit goes into, itself not counted (AVD-5.14, AVD-G.45)."""
    if not name:
        return {}
    books = doing.field.books
    others = [unit for unit in books.inside(books.structures[name]) if unit.name != doing.actor.id]
    return {f"{side}s_inside": figures_of(others, side) for side in Side}


def _at(number: int, name: str, rule: str, **about: Any) -> Problem:
    """What is wrong with the way of one figure."""
    return Problem(f"ways.{number}", Message.of(f"problem.table.{name}", **about), (), rule)


def _spent(doing: Deciding) -> Facts:
    """What geometry knows of a whole move: contact, and whether it is made inside a building (AVD-G.46)."""
    return {
        "in_contact": any(housing.contacts(doing.field, doing.actor)),
        "inside_building": bool(house_of(doing.field, doing.actor)),
    }


def _spends(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Riders mount, passengers get on and off, guns are limbered and realigned; a gun that realigns stays where it is (AVD-5.15, AVD-5.16, AVD-7.06b, AVD-G.16)."""
    yield from _manned(doing)
    unit, wish = doing.field.books.units[doing.actor.id], doing.order.chosen.get("whole_move")
    rides = wish in (WholeMove.BOARD, WholeMove.GET_OFF) and unit.rides is not None
    if wish in set(WholeMove) and not rides and unit.arm not in WHOLE_MOVES.get(WholeMove(wish), ()):
        yield Problem("chosen.whole_move", Message("problem.table.not_its_move"), (), WHOLE_MOVE_RULES[WholeMove(wish)])
    here, there = doing.actor.marker, doing.order.marker
    if doing.order.ways or (there and (here is None or there[-1].point != here.point or wish != WholeMove.REALIGN)):
        yield Problem("marker", Message("problem.table.stays"), (), "AVD-7.06b")


WHOLE_MOVES = {
    WholeMove.MOUNT: (Arm.CAVALRY, Arm.GENERAL),
    WholeMove.DISMOUNT: (Arm.CAVALRY, Arm.GENERAL),
    WholeMove.LIMBER: (Arm.FIELD_GUN,),
    WholeMove.UNLIMBER: (Arm.FIELD_GUN,),
    WholeMove.REALIGN: GUN_ARMS,
}
SPEND_MOVE: Deed[AverageDiceField] = Deed(
    action=RULESET.by_id["spend_move"],
    by="AVD-5.15",
    measures=_spent,
    chooses=("whole_move",),
    hinders=_spends,
    goes=True,
)
MOVE: Deed[AverageDiceField] = Deed(
    action=RULESET.by_id["move"],
    by="AVD-5.01",
    measures=facts,
    chooses=("rate", "go_prone_or_rise", "mover"),
    hinders=hinders,
    goes=True,
)
