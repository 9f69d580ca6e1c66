"""What happens on the table after a ruling, before anybody falls: who has acted, who stands where, what was built, fired, taken (R48-4.12c)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from sandtable.battle.event import Event
from sandtable.battle.request import Asked
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.measure import Point, Pose
from sandtable.miniatures.bodies import figure, gaps
from sandtable.miniatures.events import Left, Stood
from sandtable.miniatures.kit import Ruling
from sandtable.rulesets.uprising1848.morale import UnitRemoved
from sandtable.rulesets.uprising1848.movement import GunHandled, MayMove
from sandtable.rulesets.uprising1848.table import building, events
from sandtable.rulesets.uprising1848.table.acting import contact, group_of, touching
from sandtable.rulesets.uprising1848.table.combat import charging, fighting, gunnery, shooting
from sandtable.rulesets.uprising1848.table.encounters import searching, talking
from sandtable.rulesets.uprising1848.table.encounters.arriving import arrived, shown
from sandtable.rulesets.uprising1848.table.figures import WORTH, Role, promotable, wagon_base
from sandtable.rulesets.uprising1848.table.fold import COMBAT
from sandtable.rulesets.uprising1848.table.movement import charge_ways
from sandtable.rulesets.uprising1848.table.movement.moving import beyond_far_edge, gone_off, ridden
from sandtable.rulesets.uprising1848.table.movement.placing import room
from sandtable.rulesets.uprising1848.table.sighting import look
from sandtable.rulesets.uprising1848.table.state import (
    GOVERNMENT,
    KEPT,
    PLAYER,
    Deciding,
    Moving,
    Sighting,
    UprisingField,
    Wagon,
    length,
)
from sandtable.rulesets.uprising1848.table.units import standing
from sandtable.rulesets.uprising1848.table.units.mustering import going
from sandtable.rulesets.uprising1848.vocabulary import Activity, Capture, Firearm, Instead
from sandtable.rulesets.uprising1848.works import BarrierBroken

Told = Ruling[UprisingField]


def then(ruling: Told) -> Asked[None]:
    """Everything that follows from a ruling, one after the other."""
    story = ruling.story
    for event in (*_light(ruling), *_begun(ruling)):
        story.tell(event)
    handler = HANDLERS.get(ruling.doing.order.action)
    if handler is not None:
        for event in handler(ruling):
            story.tell(event)
    yield from arrived(ruling)
    for event in _light(ruling):
        story.tell(event)


def _light(ruling: Told) -> Iterator[Event]:
    """Hidden pieces that the books keep back no more (R48-11.14a)."""
    field = ruling.story.state
    for piece in tuple(field.pieces.values()):
        unit = field.books.units.get(piece.id)
        if piece.hidden and unit is not None and not unit.secret:
            yield from shown(field, piece)


def _begun(ruling: Told) -> Iterator[Event]:
    """A unit that acts has the initiative from now on."""
    doing, field = ruling.doing, ruling.story.state
    if doing.order.action in USERS and not field.acting and doing.actor.id in field.pieces:
        yield events.Taking(piece=doing.actor.id)


# ---- Who has acted -----------------------------------------------------------------------------------------------------------------


def _shooters(doing: Deciding) -> tuple[int, ...]:
    volley = shooting.chosen(doing)
    return volley.shooters if volley is not None else ()


def _attackers(doing: Deciding) -> tuple[int, ...]:
    brawl = fighting.chosen(doing)
    return brawl.attackers if brawl is not None else ()


def _one(fits: Callable[[Any], bool] = talking.anybody) -> Callable[[Deciding], tuple[int, ...]]:
    return lambda doing: talking.speaks(doing, fits)


def _scout(doing: Deciding) -> tuple[int, ...]:
    site = searching.strongpoint(doing)
    return searching.scouting(doing, site)[0] if site is not None else ()


USERS: dict[str, Callable[[Deciding], tuple[int, ...]]] = {
    **dict.fromkeys(shooting.SHOTS, _shooters),
    **dict.fromkeys(fighting.ACTIONS, _attackers),
    "stand": standing.standers,
    "move": group_of,
    "charge": lambda _: (),  # told with the charge itself
    **dict.fromkeys(gunnery.ACTIONS.values(), lambda _: ()),
    "parley": _one(),
    "oratory": _one(talking.is_leader),
    "negotiate": _one(talking.may_negotiate),
    "search_structure": searching.searcher,
    "scout": _scout,
    "question": lambda doing: searching.asked(doing)[0],
    "free_prisoners": searching.freer,
    "build_barricades": group_of,
    "break_through": building.breakers,
    "open_fire": searching.volley_at,
}


def _used(ruling: Told, **more: Any) -> Iterator[Event]:
    doing = ruling.doing
    figures = USERS[doing.order.action](doing)
    if figures and doing.actor.id in ruling.story.state.men:
        yield events.Used(piece=doing.actor.id, figures=figures, **more)


def _fought(ruling: Told) -> Iterator[Event]:
    """Where there was fighting, bystanders notice it (R48-A.17)."""
    doing = ruling.doing
    places = [piece.figures[0].point for piece in (doing.actor, doing.target) if piece.figures]
    if doing.order.action in COMBAT and places:
        yield events.Fought(places=tuple(places))


def _volley(ruling: Told) -> Iterator[Event]:
    yield from _fought(ruling)
    fired = ruling.doing.order.action == "fire_rifle"
    yield from _used(ruling, fired=fired)


def _brawl(ruling: Told) -> Iterator[Event]:
    yield from _fought(ruling)
    yield from _used(ruling)


def _charge(ruling: Told) -> Iterator[Event]:
    plan = charge_ways.chosen(ruling.doing)
    yield from _fought(ruling)
    if plan is not None:
        yield from charging.then(ruling, plan)


def _fire_gun(ruling: Told) -> Iterator[Event]:
    field = ruling.story.state
    for event in gunnery.then(ruling):
        if isinstance(event, events.Fires) and event.shot is not None and not gunnery.classes(field, event.shot):
            continue  # nobody is in the way
        yield event


# ---- Moves -------------------------------------------------------------------------------------------------------------------------


def _move(ruling: Told) -> Iterator[Event]:
    """The group sets out with what it has thrown; a gun is limbered, unlimbered or turned at once (R48-7.12, R48-7.13)."""
    doing = ruling.doing
    group = group_of(doing)
    yield events.Used(piece=doing.actor.id, figures=group)
    for effect in ruling.effects:
        if isinstance(effect, MayMove):
            yield events.SetsOut(moving=Moving(doing.actor.id, group, length(effect.inches)))
        if isinstance(effect, GunHandled) and effect.done is Instead.TURN:
            piece = ruling.story.state.pieces[doing.actor.id]
            yield Stood(
                piece=piece.id,
                figures=piece.figures,
                base=piece.base,
                marker=doing.order.marker[-1],
                bases=piece.bases,
                known_to=EVERYBODY,
            )


def _go(ruling: Told) -> Iterator[Event]:
    """Who has come is on the table, who has gone is off it, and some have dismounted or mounted (R48-7.11, R48-11.31)."""
    doing, story = ruling.doing, ruling.story
    name, moving = doing.actor.id, doing.field.moving
    if name in story.state.waiting and any(doing.order.ways):
        yield events.Enters(piece=name)
    ride = doing.order.chosen.get("ride")
    if ride is not None and moving is not None:
        piece = story.state.pieces[name]
        yield events.Mounts(piece=name, men=ridden(story.state, piece, moving.figures, ride), figures=piece.figures)
    piece = story.state.pieces[name]
    off = gone_off(story.state, piece)
    if off:
        far = any(beyond_far_edge(story.state, piece.figures[each]) for each in off)
        yield events.WentOff(piece=name, figures=off, far=far)


# ---- Standing, and arms to be taken ----------------------------------------------------------------------------------------------------


def _stand(ruling: Told) -> Iterator[Event]:
    doing = ruling.doing
    loads = standing.activity(doing) is Activity.LOAD_RIFLES
    group = standing.standers(doing)
    if standing.activity(doing) is Activity.RALLY:
        group = tuple(range(len(doing.actor.figures)))
    yield events.Used(piece=doing.actor.id, figures=group, loaded=loads)
    if any(isinstance(effect, UnitRemoved) for effect in ruling.effects):
        yield from _captives(ruling.story.state, doing.actor.id)
    taking = tuple(_taking(ruling.story.state, doing.actor.id, group))
    if taking:
        yield events.Armed(piece=doing.actor.id, figures=taking)


def _captives(field: UprisingField, name: str) -> Iterator[Event]:
    """Officers of a government unit that runs, beside whom a Player figure stands (R48-G.37(e))."""
    men = field.men[name]
    touched = touching(field).get(name, ())
    taken = sum(man.role is Role.OFFICER and bool(by) for man, by in zip(men, touched, strict=True))
    if taken and field.pieces[name].owner == GOVERNMENT:
        yield events.Captive(piece=name, officers=taken)


def _taking(field: UprisingField, name: str, group: tuple[int, ...]) -> Iterator[int]:
    """Those who stand beside arms that their unit has won and have worse ones (R48-3.50, R48-G.45c(b))."""
    piece, men = field.pieces.get(name), field.men.get(name, ())
    for armoury in field.armouries:
        if armoury.unit != name or piece is None or not piece.figures or name in field.waiting:
            continue
        site = field.sites.get(armoury.at.partition(", ")[0])
        if site is not None:
            near = set(searching.touches_site(field, piece, site))
        else:
            wagons = [wagon for wagon in field.wagons.values() if wagon.id.startswith(f"{armoury.at} wagon")]
            stands = [figure(wagon_base(field.tables), wagon.at) for wagon in wagons]
            touch = (gaps(piece.stands, stands) <= contact(field.tables)).any(axis=1) if stands else np.zeros(0)
            near = set(np.flatnonzero(touch).tolist())
        worse = WORTH.index(Firearm.MUSKET)
        yield from (each for each in group if each in near and WORTH.index(men[each].firearm) < worse)


# ---- Works, gates, units, guns -----------------------------------------------------------------------------------------------------------


def _build(ruling: Told) -> Iterator[Event]:
    ends = building.laid(ruling.doing)
    if ends is not None:
        yield events.Built(line=building.new_line(ruling.story.state, ends))
    yield from _used(ruling)


def _break(ruling: Told) -> Iterator[Event]:
    if any(isinstance(effect, BarrierBroken) for effect in ruling.effects):
        yield events.Broke(line=ruling.doing.order.target)
    yield from _used(ruling)


def _split(ruling: Told) -> Iterator[Event]:
    name = ruling.story.state.books.own_name(ruling.form.situation.name)
    yield events.Parted(piece=ruling.doing.actor.id, into=name, figures=going(ruling.doing))


def _merge(ruling: Told) -> Iterator[Event]:
    yield events.United(piece=ruling.doing.target.id, into=ruling.doing.actor.id)


def _promote(ruling: Told) -> Iterator[Event]:
    name = ruling.doing.actor.id
    yield events.Promoted(piece=name, figure=promotable(ruling.story.state.men[name]))


def _take_gun(ruling: Told) -> Iterator[Event]:
    yield events.GunGone(piece=ruling.doing.order.target, by=ruling.doing.actor.id)


def _captured(ruling: Told) -> Iterator[Event]:
    """The wagons of a convoy that was taken are the Players', and its drivers go (R48-G.18(d), R48-G.45c)."""
    field, name = ruling.story.state, ruling.doing.order.target
    if ruling.doing.order.chosen.get("capture") != Capture.CONVOY.value:
        return
    for wagon in field.wagons.values():
        if wagon.id.startswith(f"{name} wagon"):
            yield events.WagonStands(wagon=replace(wagon, side=PLAYER))
    piece = field.pieces.get(name)
    if piece is None:
        return
    drivers = tuple(range(len(piece.figures)))
    for number in drivers:
        if field.men[name][number].riding:
            count = len(ruling.story.state.wagons) + 1
            yield events.WagonStands(wagon=Wagon(f"{name} wagon {count}", piece.figures[number], PLAYER))
    yield events.WentOff(piece=name, figures=drivers)


def _over(ruling: Told) -> Iterator[Event]:
    """An initiative is over; government figures remember whom they have seen (R48-A.01)."""
    name, field = ruling.doing.order.piece, ruling.story.state
    piece = field.pieces.get(name)
    if piece is not None and piece.owner == GOVERNMENT and piece.figures:
        seen = sighted(field, name)
        known = field.sightings.get(name, Sighting(field.books.turn))
        now = Sighting(field.books.turn, seen) if seen is not None else known
        yield events.Noticed(piece=name, sighting=now, known_to=KEPT)
    yield events.Over(piece=name)


def sighted(field: UprisingField, name: str) -> Point | None:
    """The nearest Player figure that figures of a unit can see, or have within six inches (R48-A.01)."""
    piece = field.pieces[name]
    near = length(field.tables.number("behaviour.near_inches"))
    best: tuple[int, Point] | None = None
    for player in field.there(PLAYER):
        view = look(field, piece, player)
        seen = view.open | (view.far <= near)
        if not seen.any():
            continue
        far = np.where(seen, view.far, view.far.max() + 1)
        _, column = np.unravel_index(int(far.argmin()), far.shape)
        if best is None or int(far.min()) < best[0]:
            best = int(far.min()), player.figures[int(column)].point
    return best[1] if best is not None else None


def _face(ruling: Told) -> Iterator[Event]:
    yield events.Faces(facing=ruling.doing.order.marker[-1].facing % 3600)


def _ignored(ruling: Told) -> Iterator[Event]:
    """What an event has put on the table is off it again (R48-11.44a)."""
    field = ruling.story.state
    for name in tuple(field.pieces):
        if name not in field.books.units:
            yield Left(piece=name, known_to=EVERYBODY)
    gone = tuple(name for name in field.sites if name not in field.books.places)
    if gone:
        yield events.Withheld(names=gone)


def _place(ruling: Told) -> Iterator[Event]:
    """The referee puts a unit elsewhere that has just come."""
    field, name = ruling.story.state, ruling.doing.order.piece
    piece = field.pieces[name]
    lifted = replace(field, pieces={each: one for each, one in field.pieces.items() if each != name})
    at = ruling.doing.order.marker[-1]
    figures, marker = room(lifted, field.men[name], at.point, gun=piece.marker is not None)
    yield Stood(
        piece=name,
        figures=figures,
        base=piece.base,
        marker=_turned(marker, at) if marker is not None else None,
        bases=piece.bases,
        known_to=KEPT if piece.hidden else EVERYBODY,
    )


def _turned(marker: Pose, at: Pose) -> Pose:
    return Pose(marker.x, marker.y, at.facing)


HANDLERS: dict[str, Callable[[Told], Iterator[Event]]] = {
    **dict.fromkeys(USERS, _used),
    **dict.fromkeys(shooting.SHOTS, _volley),
    **dict.fromkeys(fighting.ACTIONS, _brawl),
    **dict.fromkeys(gunnery.ACTIONS.values(), _fire_gun),
    **dict.fromkeys(gunnery.FORMS, gunnery.tested_then),
    "charge": _charge,
    "move": _move,
    "go": _go,
    "stand": _stand,
    "build_barricades": _build,
    "break_through": _break,
    "split": _split,
    "merge": _merge,
    "promote": _promote,
    "take_gun": _take_gun,
    "capture": _captured,
    "over": _over,
    "face": _face,
    "place": _place,
    "ignore_event": _ignored,
}
