"""What Average Dice tells its desk: icons, rifle letters, days and turns, ranges, villages. Its words are in the messages beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from sandtable.battle.scene import Badge, Count, Fact, Mark, Track, Work
from sandtable.geometry.measure import DEGREE
from sandtable.kernel.messages import Message, signed_text
from sandtable.miniatures.desk.facts import nearest_enemy
from sandtable.miniatures.desk.look import Gait, Look, Reach, Say
from sandtable.miniatures.field import Piece
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.movement import IMPASSABLE, passage
from sandtable.rulesets.average_dice.table import housing, lesson, marching
from sandtable.rulesets.average_dice.table.ground import Work as Structure
from sandtable.rulesets.average_dice.table.ground import length, works_of
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import (
    ARM_ICONS,
    LYING,
    RIFLES,
    TROOPS,
    Arm,
    Mover,
    Obstacle,
    Posture,
    Rate,
    Side,
    StructureKind,
)

ICONS = {**ARM_ICONS, Arm.GENERAL: "leader"}  # as counters have it
HATS = {Side.VILLISTA: "hat-sombrero", Side.FEDERAL: "hat-kepi"}
ENGINES = {Arm.MACHINE_GUN: "machine-gun", Arm.FIELD_GUN: "field-gun"}
STONE = frozenset({StructureKind.STONE_BUILDING, StructureKind.FIELDWORK, StructureKind.BRIDGE})
SHELTERS = frozenset(kind.value for kind in (Obstacle.LOW_WALL, Obstacle.HIGH_WALL, Obstacle.FENCE, Obstacle.BARRICADE))
CARDS = frozenset({"fire", "throw_dynamite", "hit_structure", "melee"})


def _letter(unit: KnownUnit) -> str:
    """The first letter of its rifle."""
    return unit.weapon.value[0].upper() if unit.weapon in RIFLES else ""


def _counts(view: AverageDiceField) -> Message:
    books = view.books
    if not books.day:
        return Message("desk.clock.before")
    return Message.of("desk.clock.day", day=books.day, turn=min(books.turn, books.turns), turns=books.turns)


def _reach(view: AverageDiceField, piece: Piece) -> Reach:
    """As far as its weapon carries; a gun's before its muzzle (AVD-7.04 to AVD-7.06, AVD-7.11)."""
    unit, tables = view.books.units[piece.id], view.tables
    far, bands = length(tables.number("range", unit.weapon)), (length(tables.number("save.add.range.inches")),)
    if piece.marker is None:
        return Reach(far, bands=bands)
    return Reach(far, tables.number("arc", unit.arm) * DEGREE, piece.marker, bands)


def _marks(view: AverageDiceField) -> Mapping[str, Mark]:
    """The villages, each in the middle of its houses."""
    within = length(view.tables.number("villages.ground.inches"))
    return {
        f"village-{number}": Mark("ground", "", (housing.centre_of(view, houses),), within)
        for number, houses in enumerate(view.villages, start=1)
    }


def _man(view: AverageDiceField, piece: Piece, number: int) -> str:
    """Who is told apart: a General, and whoever throws dynamite."""
    if view.books.units[piece.id].is_general:
        return "star"
    return "dynamite" if number in piece.marked else ""


def _engine(unit: KnownUnit) -> str:
    """How its gun is drawn; a limbered one has its team before it."""
    drawn = ENGINES.get(unit.arm, "")
    return f"{drawn}-limbered" if unit.limbered else drawn


def _badges(view: AverageDiceField, piece: Piece, say: Say) -> Iterator[Badge]:
    """Conditions that matter to whoever looks: lying, crawling, gone fast, about to desert, cans, gone round the flank."""
    unit = view.books.units[piece.id]
    if unit.posture in LYING:
        yield Badge(say(unit.posture.message), "prone")
    if unit.posture is Posture.CRAWLING:
        yield Badge(say(unit.posture.message), "crawling")
    if unit.moved_fast or (unit.fast_last_move and not unit.moved):
        yield Badge(say(Message("desk.badge.fast")), "fast")
    if unit.prone_to_desertion:
        yield Badge(say(Message("desk.badge.deserts")), "deserts")
    if unit.throwers:
        cans = Message.of("desk.badge.cans", count=unit.throwers)
        yield Badge(say(cans), letters=say(cans))
    if piece.hidden:
        yield Badge(say(Message("desk.badge.unseen")), "hidden")


def _works(view: AverageDiceField, _: Say) -> Mapping[str, Work]:
    """Houses with what is left of them; of walls, fences and works only what was hit."""
    inside = {housing.house_of(view, piece) for piece in view.pieces.values()}
    return {
        name: _work(view, structure, name in inside)
        for name, structure in works_of(view).items()
        if structure.is_house or name in view.books.structures
    }


def _work(view: AverageDiceField, structure: Structure, occupied: bool) -> Work:
    known = view.books.structures[structure.name]
    stone = "stone" if structure.structure in STONE else "wood"
    outline = structure.ends if structure.ends is not None else structure.ground.outlines[0]
    return Work(
        name=structure.name,
        look="rubble" if known.fallen else "line" if structure.ends is not None else stone,
        outline=tuple(outline),
        open=occupied,
        now=known.left,
        start=known.value,
        falls=view.tables.number("structure", structure.structure, "falls_at"),
    )


def _detail(unit: KnownUnit, say: Say) -> str:
    """What it is, and what it carries."""
    if unit.weapon in RIFLES:
        return say(Message.of("desk.kind.troops", arm=unit.arm.message, weapon=unit.weapon.message))
    return say(Message.of("desk.kind.alone", arm=unit.arm.message))


def _gaits(view: AverageDiceField, piece: Piece) -> Sequence[Gait]:
    """Fast, at an amble, half of it to lie down or get up, or crawling (AVD-5.01, AVD-5.08, AVD-5.10)."""
    unit = view.books.units[piece.id]
    if unit.mover not in TROOPS:
        return (Gait("whole", {}),)
    fast = {} if unit.fast_last_move else {"rate": Rate.FAST.value}
    rates = (*((Gait("fast", fast),) if fast else ()), Gait("amble", {}))
    if unit.mover is not Mover.INFANTRY:
        return rates
    half = Gait("rise" if unit.lying else "prone", {**fast, "go_prone_or_rise": True})
    return (*rates, half, Gait("crawl", {"mover": Mover.CRAWLING.value}))


def _toll(view: AverageDiceField, piece: Piece, kind: str) -> str:
    """What a feature takes off the move (AVD-5.12, AVD-6.05)."""
    cost = passage(view.books.units[piece.id].mover, Obstacle(kind), view.tables)
    return "" if cost == IMPASSABLE else signed_text(-view.tables.number("cover_cost", cost))


def _never(view: AverageDiceField, piece: Piece) -> Collection[str]:
    """Throwing without cans, and taking a gun where none is abandoned."""
    abandoned = any(each.marker is not None and not each.figures for each in view.enemies_of(piece.owner))
    thrower = view.books.units[piece.id].throwers
    return {*(() if thrower else ("throw_dynamite",)), *(() if abandoned else ("take_gun",))}


def _facts(view: AverageDiceField, piece: Piece, say: Say) -> Iterator[Fact]:
    """Figures, posture, how it went last, how near the enemy is."""
    unit = view.books.units[piece.id]
    yield Fact(
        say(Message.of("desk.figures_of", now=len(piece.figures), start=unit.started)), say(Message("desk.figures"))
    )
    yield Fact(say(unit.posture.message), say(Message("desk.fact.posture")))
    house = housing.house_of(view, piece)
    if house:
        yield Fact(house, say(Message("desk.inside")))
    elif unit.fast_last_move:
        yield Fact(say(Message("desk.fact.fast")), say(Message("desk.fact.last")))
    yield from nearest_enemy(view, piece, say)


def _tracks(view: AverageDiceField, say: Say) -> Iterator[Track]:
    """The days, crossed as they are thrown for; with the third the Federals have a moral victory (AVD-3.06, AVD-3.08)."""
    boxes, flag = view.tables.number("boxes.most"), view.tables.number("boxes.moral_victory")
    words = say(Message.of("desk.track.days_told", crossed=view.books.boxes, boxes=boxes, flag=flag))
    yield Track(say(Message("desk.track.days")), boxes, view.books.boxes, flag, words)


def _counted(view: AverageDiceField, say: Say) -> Iterator[Count]:
    """Villages that are held, and the units that each side has left."""
    if view.villages:
        held = say(Message.of("desk.count.of", now=housing.villages_held(view), start=len(view.villages)))
        yield Count(say(Message("desk.count.villages")), held)
    for side in Side:
        left = sum(unit.side is side and not unit.gone for unit in view.books.units.values())
        yield Count(say(Message(f"desk.count.{side}_units")), str(left), side.value)


LOOK: Look[AverageDiceField] = Look(
    icon=lambda unit: ICONS[unit.arm],
    letter=_letter,
    started=lambda unit: unit.started,
    house=housing.house_of,
    enters=housing.house_at,
    outline=housing.outline_of,
    turn=lambda view: view.begun,
    counts=_counts,
    reach=_reach,
    marks=_marks,
    cards=CARDS,
    drawn=lambda view, piece: HATS[view.books.units[piece.id].side],
    man=_man,
    engine=_engine,
    together=lambda view: length(Fraction(str(view.tables.option("coherency")))),
    badges=_badges,
    works=_works,
    tracks=_tracks,
    counted=_counted,
    shelters=SHELTERS,
    facts=_facts,
    detail=_detail,
    gaits=_gaits,
    toll=_toll,
    never=_never,
    comings=marching.comings,
    moment=lesson.moment,
    so=lesson.SO,
    whom=lesson.WHOM,
    expects={"fire": "figures_lost", "throw_dynamite": "figures_lost", "melee": "figures_lost"},
)
