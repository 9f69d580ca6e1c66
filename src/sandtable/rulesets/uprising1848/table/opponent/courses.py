"""Words become ways: where figures go that move away, toward, between or to the edge, and the place in reach that suits them best (R48-A.05, R48-A.07, R48-A.29)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from math import cos, hypot, inf, radians, sin

from sandtable.geometry.measure import DEGREE, Length, Point, Pose, apart, in_inches, off_axis
from sandtable.miniatures import acting, drawing_up
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.fire import Aim, band_of, hit_chance, shot_with
from sandtable.rulesets.uprising1848.table.acting import astray
from sandtable.rulesets.uprising1848.table.combat.charging import nearest_cover
from sandtable.rulesets.uprising1848.table.combat.gunnery import loaded, reach_of
from sandtable.rulesets.uprising1848.table.ground import legs_of, passed, structures
from sandtable.rulesets.uprising1848.table.ground import middle as middle_of_area
from sandtable.rulesets.uprising1848.table.movement.moving import off_table
from sandtable.rulesets.uprising1848.table.movement.placing import cover_there, edge_middle, opposite_edge
from sandtable.rulesets.uprising1848.table.opponent.facts import Facts, Spotted, middle_of
from sandtable.rulesets.uprising1848.table.opponent.marching import March, can_march
from sandtable.rulesets.uprising1848.table.opponent.wayfinding import left_to, next_place
from sandtable.rulesets.uprising1848.table.players import going
from sandtable.rulesets.uprising1848.table.state import UprisingField, length
from sandtable.rulesets.uprising1848.vocabulary import RIFLES, Ammunition, Cover, Deed, Kind

SWERVES = (0, 20, -20, 45, -45, 75, -75, 110, -110)
SHARES = (1.0, 0.7, 0.4, 0.15)
ABREAST = 12  # figures of a rank on the march
MARCHES = 6  # places that are gone to in thought at once
OFF = 3000  # thousandths beyond the edge, for those who leave
WORTH = {Cover.NONE: 0.0, Cover.SOFT: 1.0, Cover.HARD: 1.5, Cover.FORTIFICATIONS: 2.0}  # R48-A.05
Score = Callable[[Point, float], float]  # of a place and how far from the start: the higher the better
Step = tuple[float, Callable[[], Act]]  # what a step may be worth at most, and the order that it comes to


def edge_from(field: UprisingField, here: Point, foe: Point | None) -> Point:
    """A place beyond the nearest edge, one that leads away from an enemy first."""
    width, height = field.terrain.width, field.terrain.height
    exits = [Point(here.x, height + OFF), Point(here.x, -OFF), Point(-OFF, here.y), Point(width + OFF, here.y)]
    free = [each for each in exits if not _home(field, each)]
    away = [each for each in free if foe is None or apart(each, foe) > apart(here, foe)]
    return min(away or free or exits, key=lambda each: apart(each, here))


def _home(field: UprisingField, place: Point) -> bool:
    """Whether somebody would leave through friendly lines."""
    if not field.friendly:
        return False
    xs, ys = [each.x for each in field.friendly], [each.y for each in field.friendly]
    return min(xs) - OFF <= place.x <= max(xs) + OFF and min(ys) - OFF <= place.y <= max(ys) + OFF


def goal_of(facts: Facts, deed: Deed, target: Spotted | None) -> Point:
    """The place that a deed of movement makes for."""
    field, piece = facts.field, facts.piece
    here = middle_of(piece)
    foe = middle_of(target.piece) if target is not None else None
    name = piece.id
    if deed in (Deed.MOVE_TOWARD, Deed.MOVE_STOP, Deed.MOVE_FLANK) and foe is not None:
        return foe
    if deed is Deed.MOVE_LAST_KNOWN:
        known = field.sightings.get(name)
        return known.at if known is not None and known.at is not None else here
    if deed in (Deed.MOVE_EXIT, Deed.MOVE_ROAD):
        there = field.bound_for.get(name) or opposite_edge(field, field.came_at.get(name, here))
        return beyond(field, there)
    if deed is Deed.CROSS:
        return beyond(field, opposite_edge(field, field.came_at.get(name, here)))
    if deed in (Deed.MOVE_EDGE, Deed.LEAVE):
        return _hideout(facts, here, foe) or edge_from(field, here, foe)
    if deed is Deed.MOVE_BACK and piece.marker is not None:
        return piece.marker.point
    if deed is Deed.MOVE_BETWEEN and foe is not None:
        return _between(facts, foe)
    if deed is Deed.WITHDRAW:
        return _refuge(facts, here, foe)
    if deed is Deed.MOVE_LIMBERED:
        friends = [each for each in field.there(piece.owner) if each.id != name and field.fights_on(each.id)]
        return min((middle_of(each) for each in friends), key=lambda each: apart(each, here), default=here)
    return _away(field, here, foe)


def beyond(field: UprisingField, there: Point) -> Point:
    """A place on the edge moved a little beyond it."""
    x = -OFF if there.x <= 0 else field.terrain.width + OFF if there.x >= field.terrain.width else there.x
    y = -OFF if there.y <= 0 else field.terrain.height + OFF if there.y >= field.terrain.height else there.y
    return Point(x, y)


def _away(field: UprisingField, here: Point, foe: Point | None) -> Point:
    """Straight away from an enemy (R48-A.29)."""
    if foe is None:
        return edge_from(field, here, None)
    far = apart(here, foe) or 1.0
    step = 20_000
    return Point(round(here.x + (here.x - foe.x) / far * step), round(here.y + (here.y - foe.y) / far * step))


def _hideout(facts: Facts, here: Point, foe: Point | None) -> Point | None:
    """For aristocrats a structure that is nearer than the edge and away from the Players (R48-A.15)."""
    if facts.unit.party.kind is not Kind.ARISTOCRATS or any(man.riding or man.mounted for man in facts.men):
        return None
    spots = [middle_of_area(area.outline) for area in structures(facts.field.ground)]
    safe = [each for each in spots if foe is None or apart(each, foe) > apart(here, foe)]
    nearest = min(safe, key=lambda each: apart(each, here), default=None)
    edge = edge_from(facts.field, here, foe)
    return nearest if nearest is not None and apart(nearest, here) < apart(edge, here) else None


def _refuge(facts: Facts, here: Point, foe: Point | None) -> Point:
    """The nearest cover, strongpoint or friendly unit away from the Players (R48-A.06)."""
    field = facts.field
    friends = [middle_of(each) for each in field.there(facts.piece.owner) if each.id != facts.piece.id]
    sites = [site.at for site in field.sites.values()]
    shelter = nearest_cover(field, here)
    spots = [*friends, *sites, *([shelter] if shelter is not None else [])]
    safe = [each for each in spots if foe is None or apart(each, foe) > apart(here, foe)]
    return min(safe, key=lambda each: apart(each, here), default=_away(field, here, foe))


def _between(facts: Facts, foe: Point) -> Point:
    """On the line from the nearest Player to what they guard, two inches before it (R48-A.29)."""
    field, what = facts.field, facts.field.guarding.get(facts.piece.id, "")
    piece, site = field.pieces.get(what), field.sites.get(what)
    there = middle_of(piece) if piece is not None and piece.figures else site.at if site is not None else None
    if there is None:
        return middle_of(facts.piece)
    far = apart(there, foe) or 1.0
    off = length(facts.tables.number("behaviour.screen_inches")) + 2000
    return Point(round(there.x + (foe.x - there.x) / far * off), round(there.y + (foe.y - there.y) / far * off))


# ---- The best place in reach ---------------------------------------------------------------------------------------------------------------


def order_to_go(kit: Kit[UprisingField], facts: Facts, deed: Deed, target: Spotted | None) -> Act:
    """The order to go: the legal way that suits the deed best, or to stay."""
    field, piece, moving = facts.field, facts.piece, facts.field.moving
    stay = Act(by=piece.owner, action="go", piece=piece.id, ways=((),) * len(piece.figures))
    if moving is None or deed in (Deed.STAND, Deed.STAND_COVER, Deed.RALLY):
        return stay
    if only_strays(field, piece):
        return closing(kit, field, piece) or stay
    goal = goal_of(facts, deed, target)
    score = (
        _stopping(facts, target)
        if deed in (Deed.MOVE_STOP, Deed.MOVE_FLANK) and target is not None
        else nearer(field, piece, goal)
    )
    if deed is Deed.MOVE_AWAY and target is not None:
        score = _farther(middle_of(target.piece))
    return best_of_ways(kit, field, piece, goal, moving.far, score, facts) or stay


def only_strays(field: UprisingField, piece: Piece) -> bool:
    """Whether nobody has thrown but those who have to close up."""
    return field.moving is not None and set(field.moving.figures) <= set(astray(field, piece))


def closing(kit: Kit[UprisingField], field: UprisingField, piece: Piece) -> Act | None:
    """The order by which strays come nearer to most of their unit (R48-4.21a, R48-7.14, R48-G.49(d))."""
    assert field.moving is not None  # noqa: S101 - they have thrown
    lost = astray(field, piece)
    goal = drawing_up.middle_of([pose for each, pose in enumerate(piece.figures) if each not in lost])
    return best_of_ways(kit, field, piece, goal, field.moving.far, nearer(field, piece, goal))


def best_of_ways(
    kit: Kit[UprisingField],
    field: UprisingField,
    piece: Piece,
    goal: Point,
    far: Length,
    score: Score,
    facts: Facts | None = None,
    abreast: int = ABREAST,
) -> Act | None:
    """The legal way toward a place that scores best, of a fan of them; none that scores worse than to stay."""
    here = edge_middle(field) if piece.id in field.waiting else _middle_of_movers(field, piece)
    leaves = off_table(field, goal)
    there = next_place(field.ground, field.tables, legs_of_unit(field, piece), here, goal, far)
    reach = min(far, round(apart(here, there)))
    stays = score(here, 0.0)
    for steps in _by_worth(field, piece, here, there, reach, score, abreast, leaves=leaves):
        best: tuple[float, Act] | None = None
        for most, made in steps:
            if best is not None and best[0] >= most:
                continue
            step = made()
            moved = [way[-1] for way in step.ways if way]
            if not moved or (not leaves and any(off_table(field, each) for each in moved)):
                continue
            end = drawing_up.middle_of(moved)
            worth = score(end, apart(end, here)) - (100.0 if facts is not None and _in_own_fire(facts, moved) else 0.0)
            if worth > (best[0] if best is not None else stays) and acting.may_do(kit, field, step):
                best = worth, step
        if best is not None:
            return best[1]
    return None


def _middle_of_movers(field: UprisingField, piece: Piece) -> Point:
    """The middle of those who have thrown."""
    movers = field.moving.figures if field.moving is not None else range(len(piece.figures))
    return drawing_up.middle_of([piece.figures[each] for each in movers] or piece.figures)


def legs_of_unit(field: UprisingField, piece: Piece) -> str:
    """As what a unit goes: as the one of them whom the ground hinders most."""
    return max((legs_of(man) for man in field.men[piece.id]), key=("foot", "mounted", "transport").index)


def _by_worth(
    field: UprisingField,
    piece: Piece,
    here: Point,
    there: Point,
    reach: Length,
    score: Score,
    abreast: int,
    *,
    leaves: bool,
) -> Iterator[Iterable[Step]]:
    """Steps of the fan: on foot each figure by his own way to one of the best places, then one after the other; then all of them as they stand."""
    if can_march(piece):
        march = March(field, piece, reach, abreast)
        ends = [_turned(here, there, round(reach * share), swerve) for swerve in SWERVES for share in SHARES]
        ends = [each for each in ends if leaves or not off_table(field, each)]
        marches = sorted(
            ((score(end, apart(end, here)), partial(march.order, end, there, leaves=leaves)) for end in ends),
            key=lambda each: -each[0],
        )
        spots = () if piece.id in field.waiting else (there, _turned(here, there, reach // 2, 0))
        files = [(inf, partial(march.file, each, leaves=leaves)) for each in spots]
        hindered = _hindered(field, piece, here, _turned(here, there, reach, 0))
        yield chain(marches[:MARCHES], files[:1] if hindered else ())
        yield chain(marches[MARCHES : 3 * MARCHES], files)
    yield (
        (inf, partial(going, field, piece, there, round(reach * share), swerve))
        for swerve in SWERVES
        for share in SHARES
    )


def _hindered(field: UprisingField, piece: Piece, here: Point, there: Point) -> bool:
    """Whether some of a unit cannot go beside the others: a bridge is narrower than they are."""
    x, y = there.x - here.x, there.y - here.y
    legs = legs_of_unit(field, piece)
    return any(
        passed(field.ground, field.tables, legs, pose, (Pose(pose.x + x, pose.y + y),)).barred for pose in piece.figures
    )


def _turned(here: Point, there: Point, far: Length, swerve: int) -> Point:
    """The place so far from here, so many degrees aside of the way to another one."""
    dx, dy = there.x - here.x, there.y - here.y
    size = hypot(dx, dy) or 1.0
    turned, across = cos(radians(swerve)), sin(radians(swerve))
    return Point(
        round(here.x + far * (dx * turned - dy * across) / size),
        round(here.y + far * (dx * across + dy * turned) / size),
    )


def nearer(field: UprisingField, piece: Piece, goal: Point) -> Score:
    """The better the less of the way is left, in inches."""
    ground, legs = field.ground, legs_of_unit(field, piece)
    return lambda place, _: -left_to(ground, field.tables, legs, place, goal) / 1000


def _farther(foe: Point) -> Score:
    return lambda place, _: apart(place, foe) / 1000


def _stopping(facts: Facts, target: Spotted) -> Score:
    """Fire next turn, half of what cover is worth, less what they would suffer (R48-A.05)."""
    field, tables, group = facts.field, facts.tables, target.group
    firearm = facts.situation().firearm
    shot = shot_with(firearm)
    foe = target.piece.figures[target.marks[0]].point
    theirs = [man for man in field.men[target.piece.id] if man.shot() is not None]
    quality = facts.situation().actor
    stop = length(tables.number("behaviour.stop", "rifle" if firearm in RIFLES else "musket"))

    def score(place: Point, _: float) -> float:
        far = max(0, round(apart(place, foe)) - 1000)
        band = band_of(in_inches(far), tables)
        cover = cover_there(field, place, foe)
        own = 0
        if shot is not None:
            aim = Aim(shot=shot, band=band, shooter=quality, target=group.target, cover=group.cover)
            own = hit_chance(aim, tables) * len(facts.figures)
        suffered = 0
        for man in theirs:
            back = man.shot()
            if back is not None:
                suffered += hit_chance(
                    Aim(shot=back, band=band, shooter=man.quality, target=quality, cover=cover), tables
                )
        closing = -max(0, far - stop) / 4000  # come within range at all
        return own / 100 + 0.5 * WORTH[cover] - suffered / 100 + closing

    return score


def _in_own_fire(facts: Facts, ends: list[Pose]) -> bool:
    """Whether somebody would stand in the line or cone of an own loaded gun (R48-A.07)."""
    field = facts.field
    for piece in field.there(facts.piece.owner):
        unit, muzzle = field.unit(piece.id), piece.marker
        if piece.id == facts.piece.id or muzzle is None or unit.party.gun is None or unit.markers or unit.limbered:
            continue
        if loaded(unit) is Ammunition.SHELL:
            continue
        reach = reach_of(unit.party.gun, loaded(unit), field.tables)
        cone = field.tables.number("gun_service.cone_degrees") * DEGREE // 2
        half = cone if loaded(unit) is Ammunition.CANNISTER else 5 * DEGREE
        for end in ends:
            if apart(end.point, muzzle.point) <= reach and off_axis(muzzle, end.point) <= half:
                return True
    return False
