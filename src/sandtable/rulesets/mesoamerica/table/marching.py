"""What each unit does in the movement: its order, or what its level and its prisoners make of it (PRE-8.05 to PRE-8.06, PRE-G.25, PRE-G.26, PRE-G.38, PRE-G.43)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import cos, hypot, inf, radians, sin

from sandtable.geometry.borders import OUTWARD
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, Point, bearing, direction, veer
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.miniatures.shapes import Shape, between, gap
from sandtable.rulesets.mesoamerica.ledger import KnownUnit
from sandtable.rulesets.mesoamerica.levels import MUST_ADVANCE, level_share
from sandtable.rulesets.mesoamerica.table.escorting import way_to_priests
from sandtable.rulesets.mesoamerica.table.ground import centre, ground_at
from sandtable.rulesets.mesoamerica.table.nearness import sighted, touched
from sandtable.rulesets.mesoamerica.table.pacing import (
    QUARTER,
    Pace,
    Timed,
    headings,
    most_nearer,
    pace_of,
    timed,
    up_to,
    way_of,
    wide_turns,
)
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, enemy_of
from sandtable.rulesets.mesoamerica.vocabulary import Fired, Heading, Order, UnitType

ORDER_DEEDS = {order: f"{order.value}_order" for order in Order}
ORDERS = {name: order for order, name in ORDER_DEEDS.items()}
FAN = tuple(turn * DEGREE for turn in (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75))  # ways tried out of a contact
STRIDE: Length = 50  # in which a way is looked along for where it leads too near
Nearest = Callable[[float, float, Facing], float]


@dataclass(frozen=True, slots=True)
class March:
    """A way to go or an enemy to go for. ``most`` is the share of the movement at which it ends, ``nearer`` by how much it may lead nearer.

    ``facing`` is taken at its end, ``backwards``: it faces where it comes from; ``leaves``: its way leads over the edge; ``duty``: it leads
    prisoners away, which goes before what its level says.
    """

    pace: Pace
    way: Timed = ()
    target: str = ""
    most: float = 1.0
    nearer: float | None = None
    facing: Facing | None = None
    backwards: bool = False
    leaves: bool = False
    heading: Heading | None = None
    duty: bool = False


def marches(field: MesoamericaField) -> dict[str, March]:
    """Everybody who would move, and how."""
    told = {act.piece: act for side in ("West", "East") for act in field.planned(side) if act.action in ORDERS}
    found = {name: march_of(field, piece, told.get(name)) for name, piece in field.pieces.items()}
    going = {name: march for name, march in found.items() if march is not None}
    return {name: march for name, march in going.items() if _may_go(field, name, march, going)}


def _may_go(field: MesoamericaField, name: str, march: March, going: dict[str, March]) -> bool:
    """Who charges somebody beside him follows him, and stays if he does (PRE-G.26)."""
    beside = march.target and any(each.id == march.target for each in touched(field, field.pieces[name]))
    return not beside or march.target in going


def is_bound(field: MesoamericaField, unit: KnownUnit) -> bool:
    """Whether its level binds a unit in this turn (PRE-G.43)."""
    return unit.checked_turn == field.books.turn or is_running(field, unit)


def is_running(field: MesoamericaField, unit: KnownUnit) -> bool:
    """Whether a unit is at M-3 or lower."""
    return unit.shown <= field.tables.number("morale.retreats.level")


def may_change(field: MesoamericaField, piece: Piece) -> bool:
    """Whether a unit may have new orders: checked in this turn, from M2 to M-2, and free to move (PRE-9.04, PRE-G.42, PRE-G.43)."""
    unit = field.unit(piece)
    checked = unit.checked_turn == field.books.turn and not is_running(field, unit) and unit.shown < MUST_ADVANCE
    return checked and unit.fired is not Fired.FULL and not unit.prisoners


def march_of(field: MesoamericaField, piece: Piece, act: Act | None) -> March | None:
    """What a unit does: who runs runs, escorts lead prisoners away, who must advance charges, all others do as they are told."""
    unit = field.unit(piece)
    if unit.fired is Fired.FULL:  # whatever its level (PRE-5.20)
        return None
    if is_running(field, unit):
        return _retreat(field, piece, unit)
    if unit.prisoners:
        return _escort(field, piece, unit)
    if unit.shown >= MUST_ADVANCE and is_bound(field, unit):
        return _advance(field, piece, unit)
    return None if act is None else ordered(field, piece, act)


# ---- By order --------------------------------------------------------------------------------------------------------------------------


def ordered(
    field: MesoamericaField, piece: Piece, act: Act, fired: Fired | None = None, *, free: bool = False
) -> March | None:
    """A unit as it is told, within what its level allows; ``free``: whatever its level will be."""
    order, unit = ORDERS[act.action], field.unit(piece)
    facing = final_facing(act)
    if order is Order.CHARGE:
        march = charge(field, piece, act.target, fired)
    else:
        places = way_of(piece, act.ways)
        if not headings(places):
            return None
        pace = pace_of(field, piece, places, wide_turns(piece.figures[0].facing, places, facing), fired)
        march = March(pace, timed(field, places, pace), facing=facing)
    bound = march is not None and not free and is_bound(field, unit)
    return limited(field, piece, unit, march) if bound and march is not None else march


def final_facing(act: Act) -> Facing | None:
    """The facing that an order ends with, where it says one."""
    told = act.chosen.get("facing")
    return told % CIRCLE if isinstance(told, int) else None


def charge(field: MesoamericaField, piece: Piece, target: str, fired: Fired | None = None) -> March | None:
    """A unit goes for an enemy; None where he is gone (PRE-G.25)."""
    if target not in field.pieces:
        return None
    here, there = centre(piece), centre(field.pieces[target])
    turns = abs(veer(piece.figures[0].facing, bearing(there.x - here.x, there.y - here.y))) > QUARTER
    return March(pace_of(field, piece, (here, there), turns, fired), target=target)


def limited(field: MesoamericaField, piece: Piece, unit: KnownUnit, march: March) -> March | None:
    """A march as far as the level of its unit allows; None: it holds (PRE-G.43)."""
    foes = [enemy for _, enemy in sighted(field, piece)]
    if unit.shown < 0:
        return None if march.target else _only_away(field, piece, unit, march, foes)
    if not foes:
        return march
    nearer = float(most_nearer(unit.shown, ground_at(field.terrain, centre(piece)), field.tables) * 1000)
    if march.target:
        return replace(march, nearer=nearer) if nearer > 0 else None
    way = tuple(_not_nearer(piece, march.way, nearest_of(piece, foes), nearer))
    return None if len(way) < len(march.way[:2]) else replace(march, way=way, nearer=nearer, facing=_kept(march, way))


def _kept(march: March, way: Timed) -> Facing | None:
    """The facing of an order whose way was gone to its end."""
    return march.facing if way[-1:] == march.way[-1:] else None


def _only_away(
    field: MesoamericaField, piece: Piece, unit: KnownUnit, march: March, foes: Sequence[Piece]
) -> March | None:
    """Below M0 a unit may go only away from the enemy, and not far."""
    share = level_share(unit.shown, Heading.AWAY, field.tables) * (1 - _half(field, unit))
    way = up_to(march.way, march.way[0][0] + float(share)) if march.way else ()
    if len(way) < len(march.way[:2]):
        return None
    near, (x, y), (end_x, end_y) = nearest_of(piece, foes), centre(piece), way[-1][1]
    facing = piece.figures[0].facing
    if foes and near(end_x, end_y, facing) <= near(x, y, facing):
        return None
    return replace(march, way=way, facing=_kept(march, way), heading=Heading.AWAY)


def _half(field: MesoamericaField, unit: KnownUnit) -> Fraction:
    """What half fire has taken of the movement (PRE-G.43)."""
    return Fraction(1, field.tables.number("missile.half.divisor")) if unit.fired is Fired.HALF else Fraction(0)


def nearest_of(piece: Piece, foes: Sequence[Piece]) -> Nearest:
    """How far it would be to the nearest of some enemies, from a place."""
    shapes: dict[Facing, list[tuple[Shape, float, float]]] = {}

    def near(x: float, y: float, facing: Facing) -> float:
        if facing not in shapes:
            turned = (between(piece.base, facing, foe.base, foe.figures[0].facing) for foe in foes)
            shapes[facing] = [(shape, *centre(foe)) for shape, foe in zip(turned, foes, strict=True)]
        least = inf
        for shape, foe_x, foe_y in shapes[facing]:
            reach = least + shape.extent  # who is farther than that is not the nearest
            if abs(foe_x - x) <= reach and abs(foe_y - y) <= reach:
                least = min(least, gap(shape, foe_x - x, foe_y - y))
        return max(0.0, least) if foes else 0.0

    return near


def _not_nearer(piece: Piece, way: Timed, near: Nearest, most: float) -> Iterator[tuple[float, Point]]:
    """A way up to where it leads more than so much nearer."""
    if not way:
        return
    before = near(*way[0][1], piece.figures[0].facing)
    yield way[0]
    for (share, a), (later, b) in itertools.pairwise(way):
        far, facing = hypot(b.x - a.x, b.y - a.y), bearing(b.x - a.x, b.y - a.y)

        def too_near(part: float, a: Point = a, b: Point = b, facing: Facing = facing) -> bool:
            return before - near(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), facing) > most

        steps = max(1, int(far // STRIDE) + 1)
        bad = next((step for step in range(1, steps + 1) if too_near(step / steps)), None)
        if bad is not None:
            part = halved(too_near, (bad - 1) / steps, bad / steps, far)
            if part > 0:
                there = Point(round(a.x + part * (b.x - a.x)), round(a.y + part * (b.y - a.y)))
                yield share + part * (later - share), there
            return
        yield later, b


def halved(too_far: Callable[[float], bool], good: float, bad: float, far: float) -> float:
    """The last part of a leg, to less than a thousandth, at which it is not too far."""
    while (bad - good) * far > 0.5:  # noqa: PLR2004 - half a thousandth
        middle = (good + bad) / 2
        good, bad = (good, middle) if too_far(middle) else (middle, bad)
    return max(0.0, good - 1 / far) if far else 0.0


# ---- By level --------------------------------------------------------------------------------------------------------------------------


def _advance(field: MesoamericaField, piece: Piece, unit: KnownUnit) -> March | None:
    """M3 and M4: charge the nearest enemy in sight, else go for the enemy's edge; beside an enemy it stays and fights (PRE-G.43)."""
    if touched(field, piece):
        return None
    most = float(level_share(unit.shown, Heading.NEARER, field.tables) * (1 - _half(field, unit)))
    foes = sighted(field, piece)
    if foes:
        march = charge(field, piece, foes[0][1].id)
        assert march is not None  # noqa: S101 - he is seen
    else:
        facing = OUTWARD[field.edges[enemy_of(piece.owner)]]
        march = _straight(field, piece, facing, backwards=False)
    return _shortened(field, piece, replace(march, heading=Heading.NEARER), most)


def _shortened(field: MesoamericaField, piece: Piece, march: March, most: float) -> March:
    """A march that ends when a share of the movement is used, beside what was spent before it."""
    spent = march.pace.spent(ground_at(field.terrain, centre(piece)), field.tables)
    end = min(1.0, spent + most)
    whole = march.way[-1][0] if march.way else 0.0
    return replace(march, most=end, way=up_to(march.way, end), leaves=march.leaves and whole < end)


def _retreat(field: MesoamericaField, piece: Piece, unit: KnownUnit) -> March | None:
    """M-3 goes back facing the enemy, M-4 with its back turned; who cannot get away from all beside it stays (PRE-G.26, PRE-G.43)."""
    rout = unit.shown <= -field.tables.number("morale.limit.level")
    home = OUTWARD[field.edges[piece.owner]]
    beside = touched(field, piece)
    facing = next((home + turn for turn in FAN if leads_away(piece, _ahead(piece, home + turn), beside)), None)
    if facing is None:
        return None
    most = float(level_share(unit.shown, Heading.AWAY, field.tables) * (1 - _half(field, unit)))
    march = replace(_straight(field, piece, facing % CIRCLE, backwards=not rout), leaves=True, heading=Heading.AWAY)
    return _shortened(field, piece, march, most)


def _ahead(piece: Piece, facing: Facing) -> tuple[Point, Point]:
    """A way straight on in some direction."""
    start = centre(piece)
    x, y = sin(radians(facing / DEGREE)), cos(radians(facing / DEGREE))
    return start, Point(round(start.x + 1000 * x), round(start.y + 1000 * y))


def leads_away(piece: Piece, places: Sequence[Point], beside: Sequence[Piece]) -> bool:
    """Whether every part of a way leads farther from each of some enemies, where they stand now (PRE-G.26)."""
    for foe in beside:
        near = nearest_of(piece, (foe,))
        before = near(*places[0], piece.figures[0].facing)
        for a, b in itertools.pairwise(places):
            far, facing = hypot(b.x - a.x, b.y - a.y), bearing(b.x - a.x, b.y - a.y)
            for step in range(1, max(1, int(far // STRIDE)) + 1):
                part = step / max(1, int(far // STRIDE))
                now = near(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), facing)
                if now <= before:
                    return False
                before = now
    return True


def _straight(field: MesoamericaField, piece: Piece, facing: Facing, *, backwards: bool) -> March:
    """A unit goes straight in some direction, up to the edge."""
    start = centre(piece)
    end = at_edge(field, piece, start, facing)
    turns = 0 if backwards else abs(veer(piece.figures[0].facing, facing)) > QUARTER
    pace = pace_of(field, piece, (start, end), turns)
    turned = (facing + CIRCLE // 2) % CIRCLE if backwards else None
    return March(pace, timed(field, (start, end), pace), facing=turned, backwards=backwards)


def at_edge(field: MesoamericaField, piece: Piece, start: Point, facing: Facing) -> Point:
    """Where a unit that goes straight on comes to the edge of the field."""
    half = max(piece.base.width, piece.base.behind) // 2
    x, y = direction(facing)
    spans = [
        (limit - here) / speed
        for here, speed, low, high in (
            (start.x, x, half, field.terrain.width - half),
            (start.y, y, half, field.terrain.height - half),
        )
        for limit in (low, high)
        if speed and (limit - here) / speed >= 0 and (limit == high) == (speed > 0)
    ]
    far = min(spans, default=0.0)
    return Point(round(start.x + far * x), round(start.y + far * y))


def _escort(field: MesoamericaField, piece: Piece, unit: KnownUnit) -> March | None:
    """An escort goes to the nearest priests, and waits there; without any it leaves by its own edge (PRE-8.05b, PRE-8.06, PRE-G.38)."""
    if unit.waited:
        return None
    priests = [each for each in field.of(piece.owner) if field.unit(each).kind is UnitType.PRIEST and not each.hidden]
    beside = touched(field, piece)
    if priests:
        places = way_to_priests(field, piece, priests)
        if len(places) == 1 or not leads_away(piece, places[:2], beside):
            return None
        pace = pace_of(field, piece, places, wide_turns(piece.figures[0].facing, places[:2], None))
        return March(pace, timed(field, places, pace), duty=True)
    home = OUTWARD[field.edges[piece.owner]]
    facing = next((home + turn for turn in FAN if leads_away(piece, _ahead(piece, home + turn), beside)), None)
    if facing is None:
        return None
    march = replace(_straight(field, piece, facing % CIRCLE, backwards=False), leaves=True, duty=True)
    return _shortened(field, piece, march, 1.0)
