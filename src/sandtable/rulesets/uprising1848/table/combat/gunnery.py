"""Guns: laying within thirty degrees, roundshot along a line, cannister in a cone, shells that burst beside their mark; everybody in the way tests
(R48-6.23 to R48-6.26a, R48-8.19 to R48-8.26, R48-G.27, R48-G.29, R48-G.53a).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.compiled.sightlines import meeting, meets_any
from sandtable.geometry.cover import contains, level_at
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import (
    CIRCLE,
    DEGREE,
    INCH,
    Length,
    Point,
    Pose,
    bearing,
    direction,
    in_inches,
    off_axis,
)
from sandtable.geometry.sightlines import Numbers, edges_of, point
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.form import Section, group
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.events import Stood
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Fall, Ruling
from sandtable.rulesets.uprising1848.artillery import (
    BlastClass,
    BlastTest,
    CannisterTest,
    MustTest,
    PathClass,
    RoundshotTest,
    ShellBursts,
    casualty_tally,
)
from sandtable.rulesets.uprising1848.morale import usual_ammunition
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table import events
from sandtable.rulesets.uprising1848.table.acting import group_problems, men_acting, told_of, wrong
from sandtable.rulesets.uprising1848.table.figures import Man, taken_off
from sandtable.rulesets.uprising1848.table.ground import HOUSE
from sandtable.rulesets.uprising1848.table.movement.moving import crew_at, gun_at, off_table
from sandtable.rulesets.uprising1848.table.sighting import COVERS, from_place
from sandtable.rulesets.uprising1848.table.state import PLAYER, Deciding, Shot, UprisingField, length
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import Ammunition, GunClass, Quality

ACTIONS = {GunClass.LIGHT: "fire_light_artillery", GunClass.FIELD: "fire_field_artillery"}
TESTS = {
    Ammunition.ROUNDSHOT: "test_roundshot",
    Ammunition.CANNISTER: "test_cannister",
    Ammunition.SHELL: "test_blast",
}
MOST_CLASSES = 60
Flags = NDArray[np.bool_]
GUN_OF, WAGON_OF = "gun of ", "wagon of "  # what equipment is called where it tests


def loaded(unit: KnownUnit) -> Ammunition:
    """What is in the barrel (R48-8.20a)."""
    return usual_ammunition(unit.ammunition, howitzer=unit.party.howitzer)


def crew_quality(field: UprisingField, piece: Piece, crew: Sequence[int]) -> Quality:
    """Gunners serve with their own quality, others as Civilians (R48-3.33, R48-G.18(c))."""
    men = field.men[piece.id]
    gunners = [men[each] for each in crew if men[each].gunner]
    if not gunners:
        return Quality.CIVILIAN
    plain = [man.quality for man in gunners if man.plain] or [man.quality for man in gunners]
    return min(plain, key=tuple(Quality).index)


def aim_of(doing: Deciding) -> Point | None:
    """The place that is aimed at."""
    return doing.order.marker[-1].point if doing.order.marker else None


def turned(muzzle: Pose, aim: Point) -> Pose:
    """The gun pointed at a place."""
    return Pose(muzzle.x, muzzle.y, bearing(aim.x - muzzle.x, aim.y - muzzle.y))


# ---- Who is in the way -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Victim:
    """A figure, a gun or a wagon that a shot concerns, and how far it is from the muzzle."""

    piece: str
    number: int  # of the figure; -1 for equipment
    stand: Footprint
    far: Length
    man: Man | None
    wagon: bool = False


@fact
def everybody(field: UprisingField) -> tuple[tuple[Victim, ...], Crowd]:
    """All figures and equipment on the table, and the ground under each (R48-6.46a, R48-8.25)."""
    found: list[Victim] = []
    for piece in field.pieces.values():
        if piece.id in field.waiting or piece.hidden:
            continue
        men = field.men.get(piece.id, ())
        for number, (stand, man) in enumerate(zip(piece.stands, men, strict=True)):
            found.append(Victim(piece.id, number, stand, 0, man))
            if man.riding:
                found.append(Victim(piece.id, number, stand, 0, None, wagon=True))
        if piece.marker is not None:
            found.append(Victim(piece.id, -1, gun_at(field.tables, piece.marker), 0, None))
    return tuple(found), Crowd([each.stand for each in found])


def reach_of(gun: GunClass, ammunition: Ammunition, tables: Tables) -> Length:
    """How far a shot carries."""
    return length(tables.number("gun", gun, ammunition))


def victims(field: UprisingField, shot: Shot, gun: GunClass) -> list[Victim]:
    """Whom a shot concerns, friend and foe: under the line, in the cone, or about the burst; the gun that fires is not in its own way
    (R48-8.22a, R48-8.23a, R48-8.24b).
    """
    tables = field.tables
    found, stands = everybody(field)
    if shot.ammunition is Ammunition.SHELL:
        if shot.burst is None or off_table(field, shot.burst):
            return []
        hit = gaps([point(shot.burst)], stands)[0] <= length(tables.number("gun_service.blast_inches"))
        reach = None
    else:
        reach = reach_of(gun, shot.ammunition, tables)
        hit = (
            _under(shot, reach, stands)
            if shot.ammunition is Ammunition.ROUNDSHOT
            else _in_cone(shot, reach, tables, stands)
        )
    far = gaps([point(shot.muzzle)], stands)[0]
    return [
        replace(found[each], far=int(far[each]))
        for each in np.flatnonzero(hit).tolist()
        if not (found[each].number < 0 and found[each].piece == shot.piece)
        and (
            reach is None
            or (far[each] <= reach and _open(field.ground, shot.muzzle.point, stands[each].bases[0].point))
        )
    ]


def _under(shot: Shot, reach: Length, stands: Crowd) -> Flags:
    x, y = direction(shot.muzzle.facing)
    line = np.array([[shot.muzzle.x, shot.muzzle.y, shot.muzzle.x + reach * x, shot.muzzle.y + reach * y]])
    met: Flags = meeting(line, stands.posts, 0.0)[0]
    return met


def _in_cone(shot: Shot, reach: Length, tables: Tables, stands: Crowd) -> Flags:
    """Whoever has his middle in the cone, or reaches into it."""
    half = tables.number("gun_service.cone_degrees") * DEGREE // 2
    muzzle = shot.muzzle
    rays = [direction((muzzle.facing + turn) % CIRCLE) for turn in (-half, half)]
    edges = np.array([[muzzle.x, muzzle.y, muzzle.x + reach * x, muzzle.y + reach * y] for x, y in rays])
    met = np.asarray(meeting(edges, stands.posts, -1.0).any(axis=0), dtype=np.bool_)
    return met | np.array([off_axis(muzzle, stand.bases[0].point) <= half for stand in stands], dtype=np.bool_)


@fact
def _open(ground: Terrain, here: Point, there: Point) -> bool:
    """Hills and buildings stop a shot, but for those inside the building that it strikes first (R48-G.29(a))."""
    own = [level_at(ground, each) for each in (here, there)]
    line = np.array([[here.x, here.y, there.x, there.y]], dtype=np.float64)
    for hill in ground.hills:
        if hill.level > max(own) and _crossed(line, hill.outline):
            return False
    struck = [
        (_first_crossing(here, there, area.outline), area)
        for area in ground.areas
        if area.kind == HOUSE and not contains(area.outline, here) and _crossed(line, area.outline)
    ]
    if not struck:
        return True
    _, first = min(struck, key=lambda each: each[0])
    return contains(first.outline, there)


def _crossed(line: Numbers, outline: Sequence[Point]) -> bool:
    return bool(meets_any(line, _fence(tuple(outline)), 0.0))


@lru_cache(maxsize=512)
def _fence(outline: tuple[Point, ...]) -> Numbers:
    """An outline as posts."""
    edges = edges_of(outline)
    return np.hstack([edges, np.full((len(edges), 1), 0.5)])


def _first_crossing(a: Point, b: Point, outline: Sequence[Point]) -> float:
    steps = 64
    for step in range(steps + 1):
        x, y = a.x + (b.x - a.x) * step // steps, a.y + (b.y - a.y) * step // steps
        if contains(tuple(outline), Point(x, y)):
            return step / steps
    return 1.0


# ---- Firing ------------------------------------------------------------------------------------------------------------------------


def shot_of(doing: Deciding) -> Shot | None:
    """The shot that an order means, before the dice."""
    aim, muzzle = aim_of(doing), doing.actor.marker
    if aim is None or muzzle is None:
        return None
    return shot_at(doing.actor.id, muzzle, loaded(doing.field.unit(doing.actor.id)), aim)


def shot_at(gun: str, muzzle: Pose, ammunition: Ammunition, aim: Point) -> Shot:
    """A shot at a place: a shell is meant to burst there, all else flies as the gun is turned (R48-8.21, R48-8.24)."""
    if ammunition is Ammunition.SHELL:
        return Shot(gun, muzzle, ammunition, aim)
    return Shot(gun, turned(muzzle, aim), ammunition)


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form; an audience that would be hit is spared (R48-6.52a)."""
    field, unit = doing.field, doing.field.unit(doing.actor.id)
    crew = crew_at(field, doing.actor)
    shot = shot_of(doing)
    told: dict[str, Any] = {**told_of(doing, crew), "crew": len(crew), "ammunition": loaded(unit)}
    if crew:
        told["actor"] = crew_quality(field, doing.actor, crew)
    if shot is None:
        return told
    hit = victims(field, shot, unit.party.gun or GunClass.LIGHT)
    heard = any(field.unit(each.piece).oratory_this_turn for each in hit) and doing.actor.owner == PLAYER
    told["target_heard_oratory"] = heard
    if shot.burst is not None:
        told["range"] = in_inches(round(hypot(shot.burst.x - shot.muzzle.x, shot.burst.y - shot.muzzle.y)))
    return told


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """The whole crew fires, at something within thirty degrees of where the gun points (R48-6.23, R48-6.24a, R48-8.21, R48-8.24)."""
    field, piece, unit = doing.field, doing.actor, doing.field.unit(doing.actor.id)
    crew = crew_at(field, piece)
    if unit.party.gun is None or ACTIONS[unit.party.gun] != doing.order.action:
        yield wrong("action", "no_gun", "R48-6.23")
        return
    yield from group_problems(doing, crew)
    if not field.tables.option("amateurGunners") and not any(men_acting(doing)[each].gunner for each in crew):
        yield wrong("piece", "amateurs", "R48-G.18")
    aim, muzzle = aim_of(doing), piece.marker
    if aim is None or muzzle is None or aim == muzzle.point:
        yield wrong("marker", "aim", "R48-6.24a")
    elif off_axis(muzzle, aim) > field.tables.number("sight.arc") * DEGREE:
        rule = "R48-8.24" if loaded(unit) is Ammunition.SHELL else "R48-8.21"
        yield wrong("marker", "arc", rule, degrees=field.tables.number("sight.arc"))


def then(ruling: Ruling[UprisingField]) -> Iterator[Any]:
    """The gun points where it fired, and whoever must test does so next (R48-4.14)."""
    doing, story = ruling.doing, ruling.story
    shot = shot_of(doing)
    crew = crew_at(doing.field, doing.actor)
    yield events.Used(piece=doing.actor.id, figures=crew)
    if shot is None:
        return
    if shot.burst is None:
        piece = story.state.pieces[doing.actor.id]
        yield _pointed(piece, shot.muzzle)
    else:
        burst = next((one for one in ruling.effects if isinstance(one, ShellBursts)), None)
        shot = replace(shot, burst=_burst(shot.burst, burst)) if burst is not None else shot
    if any(isinstance(one, MustTest) for one in ruling.effects):
        yield events.Fires(shot=shot)


def _pointed(piece: Piece, muzzle: Pose) -> Stood:
    return Stood(
        piece=piece.id,
        figures=piece.figures,
        base=piece.base,
        marker=muzzle,
        bases=piece.bases,
        known_to=EVERYBODY,
    )


def _burst(aim: Point, effect: ShellBursts) -> Point:
    """Where a shell bursts: so many inches from the point aimed at, in a direction (R48-G.27)."""
    far, turn = length(effect.off), radians(effect.degrees)
    return Point(round(aim.x + far * sin(turn)), round(aim.y + far * cos(turn)))


FIRE: dict[str, Deed[UprisingField]] = {
    action: Deed(action=RULESET.by_id[action], by="R48-6.23", measures=facts, hinders=hinders)
    for action in ACTIONS.values()
}


# ---- Tests -------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBlast(BlastTest):
    """Everyone about a burst, however many classes there are."""

    testers: tuple[BlastClass, ...] = group(BlastClass, section=Section.ALL, lowest=1, highest=MOST_CLASSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRoundshot(RoundshotTest):
    """Everyone under the path."""

    testers: tuple[PathClass, ...] = group(PathClass, section=Section.ALL, lowest=1, highest=MOST_CLASSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCannister(CannisterTest):
    """Everyone in the cone."""

    testers: tuple[PathClass, ...] = group(PathClass, section=Section.ALL, lowest=1, highest=MOST_CLASSES)


FORMS = {"test_blast": TableBlast, "test_roundshot": TableRoundshot, "test_cannister": TableCannister}


@dataclass(frozen=True, slots=True)
class Tested:
    """A class of victims as the form has it."""

    name: str
    card: dict[str, Any]
    victims: tuple[Victim, ...]


def classes(field: UprisingField, shot: Shot) -> list[Tested]:
    """The victims of a shot by class: unit, quality, cover, range, mount; equipment by itself (R48-G.53a(a))."""
    unit = field.unit(shot.piece)
    hit = victims(field, shot, unit.party.gun or GunClass.LIGHT)
    if not hit:
        return []
    source = point(shot.burst) if shot.burst is not None else point(shot.muzzle)
    covers = from_place(field, source, [each.stand for each in hit]).cover[0].tolist()
    bounds = np.array(field.tables.row("range.up_to")) * INCH
    by: dict[tuple[Any, ...], list[Victim]] = {}
    for each, cover in zip(hit, covers, strict=True):
        band = int(np.digitize(each.far, bounds, right=True))
        quality = each.man.quality if each.man is not None else Quality.TRANSPORT
        mounted = each.man is not None and each.man.mounted
        key = (each.piece, each.number < 0, each.wagon, quality, cover, band, mounted)
        by.setdefault(key, []).append(each)
    return [_tested(field, shot, key, some) for key, some in by.items()]


def _tested(field: UprisingField, shot: Shot, key: tuple[Any, ...], some: Sequence[Victim]) -> Tested:
    piece, gun, wagon, quality, cover, _, mounted = key
    name = f"{GUN_OF}{piece}" if gun else f"{WAGON_OF}{piece}" if wagon else piece
    card = {
        "name": name,
        "actor": quality,
        "figures": len(some),
        "cover": COVERS[cover],
        "actor_is_mounted": mounted,
        "friends": field.pieces[piece].owner == field.pieces[shot.piece].owner,
    }
    if shot.burst is None:
        card |= {"range": in_inches(min(each.far for each in some))}
    return Tested(name, card, tuple(some))


def test_facts(doing: Deciding) -> Facts:
    """Everybody in the way, by class."""
    shot = doing.field.shot
    if shot is None:
        return {}
    gun = doing.field.unit(shot.piece).party.gun or GunClass.LIGHT
    return {"gun_class": gun, "testers": [tested.card for tested in classes(doing.field, shot)]}


def fallen(doing: Deciding, situation: Any, heard: Sequence[tuple[str, Any]]) -> list[tuple[Tested, int]]:
    """How many of each class fell; out of reach of a shot nobody tests."""
    shot = doing.field.shot
    if shot is None:
        return []
    thrown = iter(reading for key, reading in heard if key == "test.casualties")
    found = []
    for tested, tester in zip(classes(doing.field, shot), situation.testers, strict=True):
        if casualty_tally(situation, tester, doing.field.tables) is not None:
            found.append((tested, int(next(thrown))))
    return found


def tested_then(ruling: Ruling[UprisingField]) -> Iterator[Any]:
    """Guns and wagons that were hit are gone; the shot is done with (R48-G.29(g))."""
    story = ruling.story
    places: list[Point] = []
    for tested, lost in fallen(ruling.doing, ruling.form.situation, ruling.heard):
        places += [tested.victims[0].stand.bases[0].point]
        for victim in tested.victims[:lost]:
            if victim.number < 0:
                yield events.GunGone(piece=victim.piece)
            elif victim.wagon:
                men = story.state.men[victim.piece]
                walking = tuple(
                    replace(man, riding=man.riding and each != victim.number) for each, man in enumerate(men)
                )
                yield events.Mounts(piece=victim.piece, men=walking, figures=story.state.pieces[victim.piece].figures)
    yield events.Fought(places=tuple(places))
    yield events.Fires(shot=None)


def falls(fall: Fall[UprisingField]) -> tuple[int, ...]:
    """Who falls: of each class as many as the dice said."""
    men = fall.doing.field.men[fall.piece.id]
    lost: list[int] = []
    for tested, count in fallen(fall.doing, fall.form, fall.heard):
        if tested.name == fall.piece.id:
            lost += taken_off(men, tuple(each.number for each in tested.victims), count)
    return tuple(sorted(lost))[: fall.by]


TEST: dict[str, Deed[UprisingField]] = {
    action: Deed(action=replace(RULESET.by_id[action], situation=form), measures=test_facts)
    for action, form in FORMS.items()
}


# ---- Guns that nobody serves ---------------------------------------------------------------------------------------------------------


def abandoned(field: UprisingField) -> Iterator[tuple[str, str]]:
    """Guns without a crew beside them, and who takes them: a unit of the other side that touches one and has none (R48-G.18(a), R48-G.18(b))."""
    for piece in field.pieces.values():
        if piece.marker is None or piece.hidden or crew_at(field, piece):
            continue
        gun = gun_at(field.tables, piece.marker)
        for other in field.there():
            fit = field.solid(other.id) and field.unit(other.id).party.gun is None
            new = other.owner != piece.owner or not piece.figures
            fights = not field.unit(other.id).never_fights
            touches = int(gaps(other.stands, [gun]).min()) <= length(field.tables.exact("base.contact"))
            if fit and new and fights and touches and other.id != piece.id:
                yield piece.id, other.id
                break
