"""The table after an event: figures beside the books, and the books brought in step with what the table sees of a unit (R48-4.24b, R48-G.46)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sandtable.battle.event import Event
from sandtable.geometry.measure import Pose
from sandtable.miniatures.events import Fell, Left, Ruled, read
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.books import STRONGPOINT
from sandtable.rulesets.uprising1848.effects import FiguresLost
from sandtable.rulesets.uprising1848.event_effects import EMBASSY
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table import events
from sandtable.rulesets.uprising1848.table.figures import Man, Role, bases_of, lost_as, without
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, Body, UprisingField, Wagon
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import Capture, Entry, Firearm, Kind, Melee, Status

COMBAT = frozenset(
    {
        "throw_stone", "fire_pistol", "fire_carbine", "fire_musket", "fire_rifle", "attack_lethal", "attack_improvised", "charge",
        "test_blast", "test_roundshot", "test_cannister",
    }
)  # fmt: skip
TESTS = frozenset({"test_blast", "test_roundshot", "test_cannister"})
SEARCHABLE = 2  # turns that a body lies there, the one in which it fell included


def after(before: UprisingField, field: UprisingField, event: Event) -> UprisingField:
    """The table after an event that the kit has folded, or that is this table's own."""
    match event:
        case Ruled():
            return _ruled(before, field, event)
        case Fell():
            return _fell(before, field, event.piece, event.figures)
        case Left():
            return _gone(before, field, event.piece)
    own = _FOLDS.get(type(event))
    return field if own is None else own(field, event)


# ---- What the books do not know ----------------------------------------------------------------------------------------------------


def _ruled(before: UprisingField, field: UprisingField, event: Ruled) -> UprisingField:
    """Who fell is scored figure by figure; markers, bodies and embassies go when their time is over."""
    books = field.books
    field = replace(field, toll=frozenset(), moving=None if event.action == "go" else field.moving)
    if event.action in COMBAT:
        lost = [one for one in (read(raw, RULESET.package) for raw in event.effects) if isinstance(one, FiguresLost)]
        roles = {"actor": event.fields.get("actor_name", ""), "target": event.fields.get("target_name", "")}
        names = frozenset(books.own_name(roles.get(one.whom) or one.whom) for one in lost)
        field = replace(
            field, books=replace(books, lines=before.books.lines), toll=frozenset(names & books.units.keys())
        )
    if event.action in TESTS:
        tested = {books.own_name(each.get("name") or "") for each in event.fields.get("testers", ())}
        hit = [replace(unit, attacked_this_turn=True) for name, unit in field.books.units.items() if name in tested]
        return replace(field, books=field.books.with_units(*hit))
    if event.action == "next_turn":
        return _next_turn(before, field)
    if event.action in ("ignore_event", "event"):
        return replace(field, redraw=event.action == "ignore_event" and bool(event.fields.get("draw_again")))
    if event.action == "initiative":
        return replace(field, acting=(), bound=())
    if event.action == "question":
        return _questioned(field, event.fields.get("target_name") or "")
    if event.action == "capture" and event.fields.get("capture") == STRONGPOINT:
        place = field.books.places.get(books.own_name(event.fields.get("target_name") or ""))
        if place is not None:
            return replace(field, books=field.books.with_place(replace(place, contents_shown=True)))
    return field


def _next_turn(before: UprisingField, field: UprisingField) -> UprisingField:
    """Markers off; bodies are carried away, and an embassy whose offer has run out goes home (R48-4.16, R48-G.39(f), R48-G.52(c))."""
    if field.books.turn == before.books.turn:
        return field
    turn, books = field.books.turn, field.books
    if before.books.talks.offer_open and not books.talks.offer_open:
        books = books.each(KnownUnit.removed, lambda unit: unit.name.startswith(EMBASSY.capitalize()))
    men = {name: tuple(replace(man, acted=False) for man in some) for name, some in field.men.items()}
    return replace(
        field,
        books=books,
        men=men,
        acting=(),
        bound=(),
        bodies={name: body for name, body in field.bodies.items() if turn - body.turn < SEARCHABLE},
        fights=tuple(fight for fight in field.fights if turn - fight[0] < SEARCHABLE),
    )


def _questioned(field: UprisingField, told: str) -> UprisingField:
    """A body that was searched is gone; an officer who was questioned leaves the unit that he was with (R48-6.56b)."""
    name = field.books.own_name(told)
    if name in field.bodies:
        return replace(field, bodies={each: body for each, body in field.bodies.items() if each != name})
    unit = field.books.units.get(name)
    if unit is None or unit.gone:
        return field
    return replace(field, books=field.books.with_units(unit.lost(1)))


def _fell(before: UprisingField, field: UprisingField, name: str, figures: Sequence[int]) -> UprisingField:
    """Figures off: their points, bodies of officers, wagons without drivers."""
    piece, men = before.pieces[name], before.men[name]
    field = replace(field, men={**field.men, name: without(men, figures)})
    field = _wagons(field, name, [(men[each], piece.figures[each]) for each in figures])
    if name in field.toll:
        field = _scored(field, name, [(men[each], piece.figures[each]) for each in figures])
    return synced(field, name)


def _gone(before: UprisingField, field: UprisingField, name: str) -> UprisingField:
    """A whole piece off."""
    piece, men = before.pieces[name], before.men.get(name, ())
    field = _wagons(field, name, list(zip(men, piece.figures, strict=True)))
    if name in field.toll:
        field = _scored(field, name, list(zip(men, piece.figures, strict=True)))
    return _forgotten(field, name)


def _forgotten(field: UprisingField, name: str) -> UprisingField:
    return replace(
        field,
        men={each: men for each, men in field.men.items() if each != name},
        waiting=field.waiting - {name},
        acting=field.acting,
    )


def _wagons(field: UprisingField, name: str, gone: Iterable[tuple[Man, Pose]]) -> UprisingField:
    """Where a driver falls his wagon stays (R48-10.12a)."""
    left = [pose for man, pose in gone if man.riding]
    if not left:
        return field
    first = len(field.wagons) + 1
    stands = {f"{name} wagon {first + number}": pose for number, pose in enumerate(left)}
    return replace(field, wagons={**field.wagons, **{each: Wagon(each, pose) for each, pose in stands.items()}})


def _scored(field: UprisingField, name: str, fallen: Sequence[tuple[Man, Pose]]) -> UprisingField:
    """Points for each who fell, and a body for every officer of the government (R48-12.03, R48-8.05a, R48-9.12a)."""
    books, bodies, unit = field.books, dict(field.bodies), field.books.units[name]
    for man, pose in fallen:
        line = lost_as(man, unit)
        if line is not None:
            books = books.scored(line, 1, field.tables.number("points", line), unit.player)
        if unit.party.kind is Kind.ARISTOCRATS:
            unit = replace(unit, officer_scored=True)
        if man.role is Role.OFFICER and unit.side == GOVERNMENT:
            body = f"Officer of {name}" + (f" {len(bodies)}" if f"Officer of {name}" in bodies else "")
            bodies[body] = Body(body, pose.point, books.turn)
    return replace(field, books=books.with_units(unit), bodies=bodies)


# ---- Books in step -----------------------------------------------------------------------------------------------------------------


def synced(field: UprisingField, name: str) -> UprisingField:
    """The books with what the table knows better of a unit: who has acted, who leads it, whose rifles are empty."""
    unit, men = field.books.units.get(name), field.men.get(name)
    if unit is None or not men:
        return field
    ncos = sum(man.role is Role.NCO for man in men)
    party = replace(
        unit.party,
        nco=ncos > 0,
        further_ncos=max(0, ncos - 1),
        officers=sum(man.role is Role.OFFICER for man in men),
        leader=any(man.role is Role.LEADER for man in men),
        mounted=all(man.mounted for man in men),
    )
    now = replace(unit, party=party, acted=sum(man.acted for man in men), rifles_fired=any(man.unloaded for man in men))
    return field if now == unit else replace(field, books=field.books.with_units(now))


def _with_men(field: UprisingField, name: str, men: Iterable[Man]) -> UprisingField:
    """The table with other figures of a piece, on the bases that they have now."""
    told = tuple(men)
    field = replace(field, men={**field.men, name: told})
    if name in field.pieces:
        field = field.with_piece(name, bases=bases_of(told, field.tables))
    return synced(field, name)


def _changed(field: UprisingField, name: str, numbers: Iterable[int], **changes: Any) -> UprisingField:
    some = set(numbers)
    men = (replace(man, **changes) if each in some else man for each, man in enumerate(field.men[name]))
    return _with_men(field, name, men)


# ---- This table's own --------------------------------------------------------------------------------------------------------------


def _used(field: UprisingField, event: events.Used) -> UprisingField:
    field = _changed(field, event.piece, event.figures, acted=True)
    if event.fired:
        rifles = [each for each in event.figures if field.men[event.piece][each].firearm is Firearm.FLINTLOCK_RIFLE]
        field = _changed(field, event.piece, rifles, unloaded=True)
    return _changed(field, event.piece, event.figures, unloaded=False) if event.loaded else field


def _gun_gone(field: UprisingField, event: events.GunGone) -> UprisingField:
    """The gun with its load and markers is another one's, or nobody's; a crew without its gun is infantry (R48-G.18(e), R48-G.29(g))."""
    unit, piece = field.unit(event.piece), field.pieces[event.piece]
    bare = replace(
        unit,
        party=replace(unit.party, gun=None, howitzer=False, kind=_without_gun(unit)),
        markers=0,
        ammunition=None,
        limbered=False,
        crew_away=False,
    )
    books = field.books.with_units(bare)
    if event.by:
        new = books.units[event.by]
        party = replace(new.party, gun=unit.party.gun, howitzer=unit.party.howitzer)
        taken = replace(new, party=party, markers=unit.markers, ammunition=unit.ammunition, limbered=unit.limbered)
        books = books.with_units(taken)
        field = field.with_piece(event.by, marker=piece.marker)
    field = replace(field.with_piece(event.piece, marker=None), books=books)
    return field if piece.figures else _forgotten(field.without(event.piece), event.piece)


def _without_gun(unit: KnownUnit) -> Kind:
    return Kind.INFANTRY if unit.party.kind is Kind.ARTILLERY else unit.party.kind


def _wagon(field: UprisingField, event: events.WagonStands) -> UprisingField:
    others = {name: wagon for name, wagon in field.wagons.items() if name != event.wagon.id}
    return replace(field, wagons=others if event.gone else {**others, event.wagon.id: event.wagon})


def _went_off(field: UprisingField, event: events.WentOff) -> UprisingField:
    """Whoever leaves is gone without points, a wagon with its driver."""
    name, unit = event.piece, field.unit(event.piece)
    hero = name == field.goal.hero and any(field.men[name][each].role is Role.LEADER for each in event.figures)
    left = field.left | {name} if event.far and hero else field.left
    books = field.books.with_units(unit.lost(len(event.figures)))
    if books.units[name].gone:
        books = books.without_debt(name)
    men = without(field.men[name], event.figures)
    piece = field.pieces[name].without(event.figures)
    field = replace(field, books=books, men={**field.men, name: men}, pieces={**field.pieces, name: piece}, left=left)
    if not piece.figures and (piece.marker is None or unit.limbered):
        bare = replace(books.units[name], party=replace(unit.party, gun=None))
        return _forgotten(replace(field.without(name), books=books.with_units(bare)), name)
    return synced(field, name)


def _gained(field: UprisingField, event: events.Gained) -> UprisingField:
    """More figures; they add to the strength that losses are counted by (R48-G.37a)."""
    name, unit, more = event.piece, field.unit(event.piece), len(event.figures)
    known = replace(unit, figures=unit.figures + more, reference=unit.reference + more)
    piece = field.pieces[name]
    field = replace(field, books=field.books.with_units(known))
    field = field.with_piece(name, figures=(*piece.figures, *event.figures))
    return _with_men(field, name, (*field.men[name], *event.men))


def _parted(field: UprisingField, event: events.Parted) -> UprisingField:
    piece, men = field.pieces[event.piece], field.men[event.piece]
    stays = piece.without(event.figures)
    goes_out = field.unit(event.into)
    if goes_out.party.kind is Kind.GARRISON:  # who has left the walls fights as infantry (R48-A.21)
        sally = replace(goes_out, party=replace(goes_out.party, kind=Kind.INFANTRY))
        field = replace(field, books=field.books.with_units(sally))
    goes = Piece(event.into, piece.owner, piece.base, tuple(piece.figures[each] for each in event.figures))
    field = replace(
        field,
        pieces={**field.pieces, event.piece: stays, event.into: goes},
        bound=(*field.bound, event.piece, event.into),
        waiting=field.waiting | {event.into} if event.piece in field.waiting else field.waiting,
    )
    field = _with_men(field, event.piece, without(men, event.figures))
    return _with_men(field, event.into, (men[each] for each in event.figures))


def _united(field: UprisingField, event: events.United) -> UprisingField:
    one, other = field.pieces[event.into], field.pieces[event.piece]
    men = (*field.men[event.into], *field.men[event.piece])
    field = _forgotten(field.without(event.piece), event.piece)
    field = field.with_piece(event.into, figures=(*one.figures, *other.figures))
    return _with_men(replace(field, bound=(*field.bound, event.into)), event.into, men)


def _armed(field: UprisingField, event: events.Armed) -> UprisingField:
    if event.armoury is not None:
        field = replace(field, armouries=(*field.armouries, event.armoury))
    if not event.figures:
        return field
    if not event.muskets:
        return field  # what is in the shed hits no harder than a fist, and looks better
    return _changed(field, event.piece, event.figures, firearm=Firearm.MUSKET, melee=Melee.LETHAL, unloaded=False)


def _headed(field: UprisingField, event: events.Headed) -> UprisingField:
    name = event.piece
    if event.came is not None:
        field = replace(field, came_at={**field.came_at, name: event.came})
    if event.bound is not None:
        field = replace(field, bound_for={**field.bound_for, name: event.bound})
    return replace(field, guarding={**field.guarding, name: event.guards}) if event.guards else field


def _wavers(field: UprisingField, event: events.Wavers) -> UprisingField:
    books = field.books.each_of(event.steady, lambda unit: replace(unit, status=Status.SOLID))
    books = books.each_of(event.home, KnownUnit.removed)
    field = replace(field, books=books)
    for name in event.acted:
        field = _changed(field, name, range(len(field.men[name])), acted=True)
    return field


def _over(field: UprisingField, name: str) -> UprisingField:
    """The initiative is used; in the middle of another one's that one goes on."""
    acting = field.acting[:-1] if field.acting and field.acting[-1] == name else field.acting
    books = field.books if acting else replace(field.books, side=None)
    return replace(field, acting=acting, bound=(), books=books)


def _withheld(field: UprisingField, event: events.Withheld) -> UprisingField:
    books = field.books
    for name in event.names:
        books = books.without(name)
    places = {name: place for name, place in books.places.items() if name not in event.names}
    arrivals = tuple(name for name in books.last_arrivals if name not in event.names)
    sites = {name: site for name, site in field.sites.items() if name not in event.names}
    return replace(field, books=replace(books, places=places, last_arrivals=arrivals), sites=sites)


def _captive(field: UprisingField, event: events.Captive) -> UprisingField:
    line = Entry.OFFICER_OR_ARISTOCRAT
    books = field.books.scored(line, event.officers, event.officers * field.tables.number("points", line))
    return replace(field, books=replace(books, captured=(*books.captured, *(Capture.OFFICER,) * event.officers)))


def _mounts(field: UprisingField, event: events.Mounts) -> UprisingField:
    return _with_men(field.with_piece(event.piece, figures=event.figures), event.piece, event.men)


_FOLDS: dict[type[Event], Any] = {
    events.Used: _used,
    events.Manned: lambda field, event: _with_men(field, event.piece, event.men),
    events.SetsOut: lambda field, event: replace(field, moving=event.moving),
    events.Closes: lambda field, event: replace(field, charge=event.charge),
    events.Fires: lambda field, event: replace(field, shot=event.shot),
    events.Fought: lambda field, event: replace(
        field, fights=(*field.fights, *((field.books.turn, place) for place in event.places))
    ),
    events.SiteLaid: lambda field, event: replace(field, sites={**field.sites, event.site.id: event.site}),
    events.Built: lambda field, event: replace(field, works=(*field.works, event.line)),
    events.Broke: lambda field, event: replace(field, broken=field.broken | {event.line}),
    events.GunGone: _gun_gone,
    events.WagonStands: _wagon,
    events.WentOff: _went_off,
    events.Gained: _gained,
    events.Parted: _parted,
    events.United: _united,
    events.Promoted: lambda field, event: _changed(field, event.piece, (event.figure,), role=Role.PROMOTED),
    events.Taking: lambda field, event: replace(field, acting=(*field.acting, event.piece)),
    events.Over: lambda field, event: _over(field, event.piece),
    events.Armed: _armed,
    events.Noticed: lambda field, event: replace(field, sightings={**field.sightings, event.piece: event.sighting}),
    events.Headed: _headed,
    events.Submits: lambda field, event: replace(field, submitted=field.submitted | {event.piece}),
    events.Faces: lambda field, event: replace(field, facing=event.facing),
    events.BodyGone: lambda field, event: replace(
        field, bodies={name: body for name, body in field.bodies.items() if name != event.body}
    ),
    events.Wavers: _wavers,
    events.Mounts: _mounts,
    events.Withheld: _withheld,
    events.Captive: _captive,
    events.Waits: lambda field, event: replace(field, waiting=field.waiting | {event.piece}),
    events.Enters: lambda field, event: replace(field, waiting=field.waiting - {event.piece}),
}
