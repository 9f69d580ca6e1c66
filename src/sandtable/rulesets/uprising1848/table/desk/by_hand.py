"""Orders that a place on the map and a number or two give: a gun is laid, a barricade is drawn, some of a unit go their own way (R48-6.24a, R48-6.57a, R48-4.22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, hypot

from sandtable.battle.desk import Grip
from sandtable.geometry.measure import (
    CIRCLE,
    DEGREE,
    INCH,
    Facing,
    Length,
    Point,
    Pose,
    apart,
    bearing,
    direction,
    in_inches,
    inches,
)
from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.courses import Course, Knob, Outline, Tile, Values
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.table.acting import by_pairs, clusters, links
from sandtable.rulesets.uprising1848.table.building import longest
from sandtable.rulesets.uprising1848.table.combat.gunnery import ACTIONS, loaded, reach_of, shot_at, victims
from sandtable.rulesets.uprising1848.table.figures import LED_BY, Man
from sandtable.rulesets.uprising1848.table.state import Shot, UprisingField, length, within
from sandtable.rulesets.uprising1848.table.turning import open_now
from sandtable.rulesets.uprising1848.vocabulary import Ammunition, GunClass

BUILD, SPLIT = "build_barricades", "split"
HALF, ONE = Fraction(1, 2), Fraction(1)
DRAWN_WIDE = 500  # thousandths, of a line that is drawn as broad as a finger
CORNERS = 24  # of a circle
UNAIMED = Fraction(12)  # inches at which a gun is laid before anybody points, where there is no enemy
AHEAD = 1500  # thousandths before a unit, where a barricade is drawn until somebody points elsewhere
SIDES = (CIRCLE // 4, 3 * CIRCLE // 4, CIRCLE // 2, 0)  # to the left and right, behind, ahead
TURN_STEP = 5  # degrees of a barricade
TILES = (*ACTIONS.values(), BUILD, SPLIT)


def tiles(view: UprisingField, piece: Piece) -> Sequence[Tile]:
    """The orders of this kind that are open to a piece now."""
    open_to = open_now(view).get(piece.owner, ())
    gun = view.books.units[piece.id].party.gun
    found: list[Tile] = []
    if view.moving is not None or not piece.figures or not view.men.get(piece.id):
        return found
    if gun is not None and piece.marker is not None and ACTIONS[gun] in open_to:
        found.append(_gun(view, piece, gun, piece.marker))
    if BUILD in open_to and piece.id not in view.waiting:
        found += _barricade(view, piece)
    if SPLIT in open_to:
        found += _split(view, piece)
    return found


def course(view: UprisingField, order: Act) -> Course | None:
    """Where such an order leads, drawn on the map."""
    piece = view.pieces.get(order.piece)
    if piece is None or order.action not in TILES:
        return None
    if order.action == SPLIT:
        return Course(piece.base, tuple(piece.figures[each] for each in order.members))
    if order.action == BUILD:
        one, two = order.marker
        return Course(piece.base, (), swept=(_band(one.point, two.point),))
    return _fire(view, piece, order)


# ---- A gun -------------------------------------------------------------------------------------------------------------------------


def _gun(view: UprisingField, piece: Piece, gun: GunClass, muzzle: Pose) -> Tile:
    """The gun points at a place: so many degrees to a side; a shell is meant to burst so many inches off (R48-8.21, R48-8.24)."""
    action, ammunition = ACTIONS[gun], loaded(view.unit(piece.id))
    arc, reach = view.tables.number("sight.arc"), in_inches(reach_of(gun, ammunition, view.tables))
    shell = ammunition is Ammunition.SHELL

    def given(_: str, values: Values) -> Act:
        turned = Pose(muzzle.x, muzzle.y, round(muzzle.facing + values["degrees"] * DEGREE) % CIRCLE)
        aim = _off(turned, inches(values["inches"] if shell else reach))
        return Act(by=piece.owner, action=action, piece=piece.id, marker=(aim,))

    def led(place: Point) -> Sequence[Values]:
        return (_laid_at(muzzle, place),)

    knobs = [Knob("degrees", Fraction(-arc), Fraction(arc), HALF, _usual(view, piece, muzzle)["degrees"])]
    if shell:
        usual = max(ONE, min(Fraction(reach), _usual(view, piece, muzzle)["inches"]))
        knobs.append(Knob("inches", ONE, Fraction(reach), HALF, usual))
    return Tile("aim", action, given, knobs=tuple(knobs), led=led, plain=True)


def _laid_at(muzzle: Pose, place: Point) -> dict[str, Fraction]:
    """How far round and how far off a place is from a muzzle."""
    turn = (bearing(place.x - muzzle.x, place.y - muzzle.y) - muzzle.facing + CIRCLE // 2) % CIRCLE - CIRCLE // 2
    far = Fraction(round(apart(place, muzzle)), INCH)
    return {"degrees": Fraction(turn, DEGREE), "inches": far}


def _usual(view: UprisingField, piece: Piece, muzzle: Pose) -> dict[str, Fraction]:
    """At the nearest enemy who fights, ahead where there is none."""
    foes = [
        pose.point
        for enemy in view.there()
        if enemy.owner != piece.owner and view.fights_on(enemy.id)
        for pose in enemy.figures
    ]
    arc = view.tables.number("sight.arc")
    laid = [_laid_at(muzzle, place) for place in foes]
    before = [each for each in laid if abs(each["degrees"]) <= arc]
    nowhere = {"degrees": Fraction(0), "inches": UNAIMED}
    return min(before or laid, key=lambda each: each["inches"], default=nowhere)


def _fire(view: UprisingField, piece: Piece, order: Act) -> Course | None:
    """The line, the cone or the burst, and who is in it (R48-8.22a, R48-8.23a, R48-8.24b)."""
    unit, muzzle = view.unit(piece.id), piece.marker
    if unit.party.gun is None or muzzle is None or not order.marker:
        return None
    shot = shot_at(piece.id, muzzle, loaded(unit), order.marker[-1].point)
    reach = reach_of(unit.party.gun, shot.ammunition, view.tables)
    grip = Grip(
        order.marker[-1].point,
        turns="degrees",
        pivot=muzzle.point,
        zero=muzzle.facing,
        reaches="inches" if shot.burst is not None else "",
    )
    note = _in_the_way(view, piece, shot, unit.party.gun)
    return Course(piece.base, (), swept=(_swept(view, shot, reach),), grips=(grip,), note=note)


def _swept(view: UprisingField, shot: Shot, reach: Length) -> Outline:
    """The ground that a shot is about."""
    if shot.burst is not None:
        burst, far = shot.burst, length(view.tables.number("gun_service.blast_inches"))
        return tuple(_off(Pose(burst.x, burst.y, turn * CIRCLE // CORNERS), far).point for turn in range(CORNERS))
    muzzle = shot.muzzle
    if shot.ammunition is Ammunition.ROUNDSHOT:
        return _band(muzzle.point, _off(muzzle, reach).point)
    half = view.tables.number("gun_service.cone_degrees") * DEGREE // 2
    turns = range(-half, half + 1, half // (CORNERS // 4))
    return (muzzle.point, *(_off(_turned(muzzle, turn), reach).point for turn in turns))


def _in_the_way(view: UprisingField, piece: Piece, shot: Shot, gun: GunClass) -> Message:
    """How many of whom would have to test, the enemy first."""
    hit = Counter(each.piece for each in victims(view, shot, gun) if each.man is not None)
    foes = [name for name in hit if view.pieces[name].owner != piece.owner]
    friends = [name for name in hit if name not in foes]
    named = tuple(Message.of("desk.gun.some", count=hit[name], name=within(name)) for name in (*foes, *friends))
    kind = "burst" if shot.burst is not None else "line"
    return Message.of(f"desk.gun.{kind}", items=named) if named else Message(f"desk.gun.{kind}_nobody")


# ---- A barricade -------------------------------------------------------------------------------------------------------------------


def _barricade(view: UprisingField, piece: Piece) -> Iterator[Tile]:
    """So long a barricade about a place, turned so far (R48-6.57a, R48-G.45b)."""
    most = longest(view.tables, sum(not man.acted for man in view.men[piece.id]))
    middle, terrain = middle_of(piece.figures), view.terrain
    if most < INCH:
        return
    facing = piece.figures[0].facing
    before = _off(Pose(piece.figures[0].x, piece.figures[0].y, facing), AHEAD)

    def given(_: str, values: Values) -> Act:
        at, half = Point(round(values["x"]), round(values["y"])), inches(values["long"]) // 2
        along = round(values["turn"] * DEGREE)
        ends = (_off(Pose(at.x, at.y, (along + turn) % CIRCLE), half) for turn in (CIRCLE // 4, 3 * CIRCLE // 4))
        return Act(by=piece.owner, action=BUILD, piece=piece.id, marker=tuple(ends))

    def led(place: Point) -> Sequence[Values]:
        """Across the way from the unit to the place."""
        turn = bearing(place.x - middle.x, place.y - middle.y)
        return ({"x": Fraction(place.x), "y": Fraction(place.y), "turn": Fraction(turn, DEGREE)},)

    yield Tile(
        "draw",
        BUILD,
        given,
        knobs=(
            Knob("long", ONE, Fraction(most, INCH), ONE, Fraction(most, INCH)),
            Knob("turn", Fraction(0), Fraction(355), Fraction(TURN_STEP), Fraction(facing, DEGREE)),
            Knob("x", Fraction(0), Fraction(terrain.width), ONE, Fraction(before.x)),
            Knob("y", Fraction(0), Fraction(terrain.height), ONE, Fraction(before.y)),
        ),
        led=led,
        plain=True,
        unshown=frozenset({"x", "y"}),
    )


# ---- A split -----------------------------------------------------------------------------------------------------------------------


def _split(view: UprisingField, piece: Piece) -> Iterator[Tile]:
    """Somebody who leads takes so many of those about him, while another one stays (R48-4.22)."""
    men = view.men[piece.id]
    leaders = {_called(men, each): each for each, man in enumerate(men) if man.role in LED_BY}
    if len(leaders) < 2:  # noqa: PLR2004 - one goes, one stays
        return
    most = len(men) - len(leaders) + 1

    def given(how: str, values: Values) -> Act:
        goes = _about(view, piece, leaders[how], int(values["many"]))
        return Act(by=piece.owner, action=SPLIT, piece=piece.id, members=goes)

    many = Knob("many", ONE, Fraction(most), ONE, Fraction(min(most, len(men) // 2)))
    yield Tile("off", SPLIT, given, hows=tuple(leaders), knobs=(many,), plain=True)


def _called(men: Sequence[Man], number: int) -> str:
    """Who leads, by his rank, and by which of several."""
    role = men[number].role
    before = sum(man.role is role for man in men[:number])
    return role.value if not before else f"{role.value} {before + 1}"


def _about(view: UprisingField, piece: Piece, leader: int, many: int) -> tuple[int, ...]:
    """A leader and some about him who lead nobody: the nearest, or those to one side of him, as both parts keep touch best (R48-4.21)."""
    here = piece.figures[leader].point
    plain = [each for each, man in enumerate(view.men[piece.id]) if man.plain]

    def near(each: int) -> float:
        return apart(here, piece.figures[each].point)

    def along(facing: Facing) -> Callable[[int], float]:
        x, y = direction(facing)
        return lambda each: x * (piece.figures[each].x - here.x) + y * (piece.figures[each].y - here.y)

    orders = [near, *(along((piece.figures[0].facing + turn) % CIRCLE) for turn in SIDES)]
    found = (
        tuple(sorted((leader, *sorted(plain, key=lambda each: (order(each), each))[: many - 1]))) for order in orders
    )
    return min(found, key=lambda goes: _torn(view, piece, goes))


def _torn(view: UprisingField, piece: Piece, goes: Sequence[int]) -> int:
    """Into how many groups a unit and those who leave it fall."""
    within_links, pairs = links(view.tables), by_pairs(view.tables)
    parts = [[stand for each, stand in enumerate(piece.stands) if (each in goes) is go] for go in (True, False)]
    return sum(len(clusters(part, within_links, pairs=pairs)) for part in parts)


# ---- Places ------------------------------------------------------------------------------------------------------------------------


def _turned(pose: Pose, turn: Facing) -> Pose:
    return Pose(pose.x, pose.y, (pose.facing + turn) % CIRCLE)


def _off(pose: Pose, far: Length) -> Pose:
    """So far ahead of a pose."""
    x, y = direction(pose.facing)
    return Pose(round(pose.x + far * x), round(pose.y + far * y), pose.facing)


def _band(one: Point, two: Point) -> Outline:
    """A line as broad as a finger."""
    long = hypot(two.x - one.x, two.y - one.y) or 1.0
    x, y = (two.y - one.y) * DRAWN_WIDE / 2 / long, (one.x - two.x) * DRAWN_WIDE / 2 / long
    corners = ((one, 1), (two, 1), (two, -1), (one, -1))
    return tuple(Point(_out(each.x + side * x), _out(each.y + side * y)) for each, side in corners)


def _out(value: float) -> int:
    return floor(value) if value < 0 else ceil(value)
