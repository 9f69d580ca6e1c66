"""What the kit's players have to know of 1848!: who may still act, and what a unit might wish to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, radians, sin

from sandtable.battle.seat import Role
from sandtable.geometry.borders import INWARD
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.miniatures.bodies import gap_between, gaps
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act, Way
from sandtable.miniatures.players import Aims
from sandtable.rulesets.uprising1848.morale import ammunition_of
from sandtable.rulesets.uprising1848.table.acting import touching
from sandtable.rulesets.uprising1848.table.combat.fighting import BY_CLASS
from sandtable.rulesets.uprising1848.table.combat.gunnery import ACTIONS
from sandtable.rulesets.uprising1848.table.combat.shooting import BY_SHOT
from sandtable.rulesets.uprising1848.table.encounters.bystanders import wants_to_move
from sandtable.rulesets.uprising1848.table.encounters.searching import kept_back, persons, site_stand
from sandtable.rulesets.uprising1848.table.movement.moving import at_friendly_edge, friendly_edge
from sandtable.rulesets.uprising1848.table.movement.placing import edge_middle
from sandtable.rulesets.uprising1848.table.state import PLAYER, UprisingField, length
from sandtable.rulesets.uprising1848.table.turning import open_now
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import Activity, Instead, Kind, Shot, Status

ENTRY = 1100  # thousandths between figures that come over the edge


def ready(view: UprisingField, side: Role) -> Sequence[Piece]:
    """Units with figures that may act now."""
    if side not in open_now(view):
        return ()
    if view.moving is not None:
        return (view.pieces[view.moving.piece],)
    if view.acting:
        piece = view.pieces.get(view.acting[-1])
        return (piece,) if piece is not None and piece.owner == side else ()
    if view.books.side is None or view.books.side.value != side:
        return ()
    return tuple(piece for piece in view.of(side) if piece.figures and _may_begin(view, piece))


def _may_begin(view: UprisingField, piece: Piece) -> bool:
    unit = view.unit(piece.id)
    if view.bound and piece.id not in view.bound:
        return False
    return (unit.must_act and not piece.hidden) or (unit.never_fights and wants_to_move(view, piece))


def against(view: UprisingField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    """Strike whom one touches, talk to who listens, fire, charge."""
    if view.moving is not None or piece.id in view.waiting or not enemy.figures or enemy.id in view.waiting:
        return
    unit, men = view.unit(piece.id), view.men[piece.id]
    touched = {name for row in touching(view).get(piece.id, ()) for name, _ in row}
    if enemy.id in touched:
        for action in BY_CLASS.values():
            yield Act(by=piece.owner, action=action, piece=piece.id, target=enemy.id)
    if piece.owner == PLAYER:
        yield from _talk(view, piece, enemy)
    far = gap_between(piece.stands, enemy.stands)
    if unit.party.gun is not None and piece.marker is not None:
        aim = enemy.figures[0]
        yield Act(by=piece.owner, action=ACTIONS[unit.party.gun], piece=piece.id, marker=(aim,))
    kinds = {man.shot() for man in men if not man.acted} - {None}
    for shot in sorted(kinds, key=lambda each: -tuple(Shot).index(each or Shot.THROW)):
        if shot is not None:
            yield Act(by=piece.owner, action=BY_SHOT[shot], piece=piece.id, target=enemy.id)
    if far <= length(12):
        yield Act(by=piece.owner, action="charge", piece=piece.id, target=enemy.id)
        yield Act(by=piece.owner, action=BY_SHOT[Shot.THROW], piece=piece.id, target=enemy.id)


def _talk(view: UprisingField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    kind = view.unit(enemy.id).party.kind
    if kind is Kind.CIVILIANS:
        yield Act(by=piece.owner, action="parley", piece=piece.id, target=enemy.id)
    yield Act(by=piece.owner, action="oratory", piece=piece.id, target=enemy.id)
    if view.books.talks.offer_open:
        yield Act(by=piece.owner, action="negotiate", piece=piece.id, target=enemy.id)


def strides(view: UprisingField, piece: Piece) -> Sequence[tuple[Length, dict[str, str]]]:
    """As far as was thrown."""
    moving = view.moving
    return ((moving.far, {}),) if moving is not None and moving.piece == piece.id else ()


def going(view: UprisingField, piece: Piece, there: Point, far: Length, swerve: int) -> Act:
    """Those who have thrown go so far toward a place, and their gun with them; from behind friendly lines over the edge."""
    moving = view.moving
    group = set(moving.figures if moving is not None else ())
    comes = piece.id in view.waiting
    starts = entry(view, len(piece.figures)) if comes else piece.figures
    middle = starts[len(starts) // 2]
    dx, dy = there.x - middle.x, there.y - middle.y
    size = hypot(dx, dy) or 1.0
    turned, across = cos(radians(swerve)), sin(radians(swerve))
    x, y = far * (dx * turned - dy * across) / size, far * (dx * across + dy * turned) / size

    def gone(pose: Pose) -> Pose:
        return Pose(pose.x + int(x), pose.y + int(y), pose.facing)

    ways: list[Way] = []
    for number, start in enumerate(starts):
        way: Way = ((start, gone(start)) if comes else (gone(start),)) if number in group else ()
        ways.append(way)
    unit = view.unit(piece.id)
    marker: Way = (gone(piece.marker),) if piece.marker is not None and unit.limbered else ()
    return Act(by=piece.owner, action="go", piece=piece.id, ways=tuple(ways), marker=marker)


def entry(view: UprisingField, count: int) -> tuple[Pose, ...]:
    """Places side by side on the friendly edge, as many as there is room for, and again from the first."""
    start, edge = edge_middle(view), friendly_edge(view)
    along = (1, 0) if edge in ("south", "north") else (0, 1)
    facing = INWARD[edge]
    spots: list[Pose] = []
    for number in range(4 * count):
        off = (number + 1) // 2 * ENTRY * (1 if number % 2 else -1)
        pose = Pose(start.x + along[0] * off, start.y + along[1] * off, facing)
        if at_friendly_edge(view, pose):
            spots.append(pose)
    return tuple((spots or [Pose(start.x, start.y, facing)])[number % max(1, len(spots))] for number in range(count))


def others(view: UprisingField, piece: Piece) -> Iterator[Act]:
    """Throw for a move, load, rally, look for things, take somebody along; of those who have thrown, stay after all."""
    if view.moving is not None:
        yield Act(by=piece.owner, action="go", piece=piece.id, ways=((),) * len(piece.figures))
        return
    unit, by = view.unit(piece.id), piece.owner
    yield Act(by=by, action="move", piece=piece.id)
    if unit.status is Status.WAVERING:
        yield Act(by=by, action="stand", piece=piece.id, chosen={"activity": Activity.RALLY.value})
        return
    yield Act(by=by, action="stand", piece=piece.id, chosen={"activity": Activity.STAND.value})
    yield from _loads(piece, unit)
    if by == PLAYER:
        yield from finds(view, piece)
        for friend in view.of(by):
            if friend.id != piece.id:
                yield Act(by=by, action="merge", piece=piece.id, target=friend.id)
    elif not view.acting:
        yield from (Act(by=by, action="reveal", target=name) for name, _, _ in kept_back(view))


def _loads(piece: Piece, unit: KnownUnit) -> Iterator[Act]:
    """Rifles are loaded, a gun with what its crew names; it is limbered, or turned in its place (R48-8.16a, R48-8.20, R48-7.12)."""
    by = piece.owner
    if unit.rifles_fired:
        yield Act(by=by, action="stand", piece=unit.name, chosen={"activity": Activity.LOAD_RIFLES.value})
    for ammunition in ammunition_of(howitzer=unit.party.howitzer) if unit.markers else ():
        load = {"activity": Activity.LOAD_GUN.value, "ammunition": ammunition.value}
        yield Act(by=by, action="stand", piece=unit.name, chosen=load)
    if unit.party.gun is None or piece.marker is None:
        return
    what = Instead.UNLIMBER if unit.limbered else Instead.LIMBER
    yield Act(by=by, action="move", piece=unit.name, chosen={"instead": what.value})
    if not unit.limbered:
        yield Act(by=by, action="move", piece=unit.name, marker=(piece.marker,), chosen={"instead": Instead.TURN.value})


def finds(view: UprisingField, piece: Piece) -> Iterator[Act]:
    """What there may be to find, to take and to build."""
    if piece.id in view.waiting or not piece.figures:
        return
    by = piece.owner
    for _, name, _ in persons(view, piece):
        yield Act(by=by, action="question", piece=piece.id, target=name)
    for name, site in view.sites.items():
        if int(gaps(piece.stands, [site_stand(view, site)]).min()) <= length(12):
            for action in ("free_prisoners", "scout", "open_fire"):
                yield Act(by=by, action=action, piece=piece.id, target=name)
    for area in view.ground.areas:
        yield Act(by=by, action="search_structure", piece=piece.id, target=area.id)
    for line in view.ground.lines:
        yield Act(by=by, action="break_through", piece=piece.id, target=line.id)
    here = piece.figures[0]
    ends = (Pose(here.x - 1000, here.y + 900), Pose(here.x + 1000, here.y + 900))
    yield Act(by=by, action="build_barricades", piece=piece.id, marker=ends)


def passes(view: UprisingField, side: Role) -> Sequence[Act]:
    """How the game goes on without anybody doing anything: a press, or a unit that stands."""
    actions = open_now(view).get(side, ())
    if "go" in actions and view.moving is not None:
        piece = view.pieces[view.moving.piece]
        return (Act(by=side, action="go", piece=piece.id, ways=((),) * len(piece.figures)),)
    if "initiative" in actions:
        return (Act(by=side, action="initiative"),)
    stands = []
    for piece in ready(view, side):
        wavers = view.unit(piece.id).status is Status.WAVERING
        activity = Activity.RALLY if wavers else Activity.STAND
        stands.append(Act(by=side, action="stand", piece=piece.id, chosen={"activity": activity.value}))
    return tuple(stands)


def sets_out(_: UprisingField, piece: Piece) -> Act:
    """To throw for a move."""
    return Act(by=piece.owner, action="move", piece=piece.id)


AIMS: Aims[UprisingField] = Aims("go", ready, against, strides, others, passes, going, sets_out)
