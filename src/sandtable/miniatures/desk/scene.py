"""The table as a seat sees it, ready to be drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from sandtable.battle.scene import Clock, Cohort, Fact, Man, Off, Plate, Scene
from sandtable.battle.scene import Piece as Drawn
from sandtable.battle.seat import Role, Seat
from sandtable.geometry.measure import Length, Pose
from sandtable.kernel.messages import Message
from sandtable.miniatures.bodies import figures
from sandtable.miniatures.desk import placing
from sandtable.miniatures.desk.hints import hint_for
from sandtable.miniatures.desk.outlines import (
    Outline,
    around_drawn,
    figures_drawn,
    placed_inside,
    quad_drawn,
)
from sandtable.miniatures.desk.setting import Setting, anchor_of
from sandtable.miniatures.desk.wishes import passing
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.setting_up import to_place

KNOWN_COHORTS = 2048  # units of single figures, as they are drawn


def scene(desk: Setting[State], view: State, seat: Seat) -> Scene:
    """All that a seat sees."""
    playing = desk.playing(view, seat)
    own = (piece for piece in _ready(desk, view, playing) if commands(desk, view, seat, piece)) if playing else ()
    ready = {piece.id for piece in own}
    open_to, together = desk.kit.open_to(view), desk.look.together(view)
    acting = set(view.zoned) if view.unset else {piece.id for role in open_to for piece in desk.aims.ready(view, role)}
    hint = hint_for(desk, view, seat)
    return Scene(
        clock=_clock(desk, view),
        pieces={
            piece.id: _piece(
                desk, view, piece, piece.id in ready, piece.owner in open_to and piece.id not in acting, together
            )
            for piece in view.pieces.values()
            if (piece.figures or piece.marker is not None) and not desk.look.aside(view, piece)
        },
        marks={**desk.look.marks(view), **placing.zones(view, playing)},
        works=dict(desk.look.works(view, desk.words)),
        tracks=tuple(desk.look.tracks(view, desk.words)),
        counts=tuple(desk.look.counted(view, desk.words)),
        steps=tuple(desk.look.steps(view, desk.words)),
        threats=tuple(desk.look.threats(view, desk.words)),
        off=(*_aside(desk, view, ready), *_off(desk, view, playing)),
        result=result_told(desk, view),
        hint=hint.text if hint else "",
        hint_about=hint.unit if hint else "",
    )


def commands(desk: Setting[State], view: State, seat: Seat, piece: Piece) -> bool:
    """Say whether a seat orders a piece of its side: whoever commands a part orders that alone."""
    return not seat.part or desk.look.part(view, piece) in ("", seat.part)


def _ready(desk: Setting[State], view: State, playing: Role) -> Sequence[Piece]:
    """The pieces of a side that can be told something now."""
    return to_place(view, playing) if view.unset else desk.aims.ready(view, playing)


def _piece(desk: Setting[State], view: State, piece: Piece, ready: bool, spent: bool, together: Length) -> Drawn:
    unit = desk.kit.unit(view, piece)
    cohort, corners = _cohort(desk, view, piece, together)
    anchor = anchor_of(piece)
    house = desk.look.house(view, piece)
    now, started = desk.look.manned(view, piece) or (len(piece.figures), desk.look.started(unit))
    return Drawn(
        id=piece.id,
        side=piece.owner,
        name=piece.id,
        detail=desk.look.detail(unit, desk.words),
        icon=desk.look.icon(unit),
        corners=corners,
        front=0 if cohort else desk.look.front(view, piece),
        anchor=middle_of([point for outline in corners for point in outline]) if house else anchor.point,
        facing=anchor.facing,
        plate=Plate(desk.look.letter(unit), now, started),
        spent=spent,
        secret=piece.hidden,
        ready=ready,
        group=desk.look.group(view, piece),
        facts=tuple(_facts(desk, view, piece)),
        badges=tuple(desk.look.badges(view, piece, desk.words)),
        cohort=cohort,
        engine="" if cohort else desk.look.engine(unit),
        ink=desk.look.ink(unit),
    )


def _facts(desk: Setting[State], view: State, piece: Piece) -> Iterator[Fact]:
    """What is said of a piece when it is picked; the ruleset may say it in its own way."""
    if desk.look.facts is not None:
        yield from desk.look.facts(view, piece, desk.words)
        return
    unit, house = desk.kit.unit(view, piece), desk.look.house(view, piece)
    yield Fact(desk.say("figures_of", now=len(piece.figures), start=desk.look.started(unit)), desk.say("figures"))
    yield Fact(desk.words(unit.condition()), desk.say("condition"))
    if house:
        yield Fact(house, desk.say("inside"))
    yield from (Fact(value, desk.words(label)) for value, label in desk.look.more(view, piece))


def _cohort(
    desk: Setting[State], view: State, piece: Piece, together: Length
) -> tuple[Cohort | None, tuple[Outline, ...]]:
    """Single figures with the line around them; of stands the stands themselves."""
    if piece.base.width:
        return None, tuple(quad_drawn(stand) for stand in piece.stands)
    house, base, poses = desk.look.house(view, piece), piece.base, piece.figures
    if house:
        inside = [each for each in view.pieces.values() if desk.look.house(view, each) == house]
        first = sum(len(each.figures) for each in inside[: inside.index(piece)])
        everybody = sum(len(each.figures) for each in inside)
        base, poses = placed_inside(desk.look.outline(view, house), piece.base, len(poses), first, everybody)
    men = _men(tuple(poses), tuple([desk.look.man(view, piece, number) for number in range(len(poses))]))
    unit = desk.kit.unit(view, piece)
    ground = desk.kit.served(unit, piece.marker, view.tables) if piece.marker else None
    stands = (*((ground,) if ground else ()), *figures(base, poses))
    cohort = Cohort(
        men=men,
        radius=base.radius,
        behind=base.behind,
        look=desk.look.drawn(view, piece),
        served=() if ground is None else quad_drawn(ground),
        engine=desk.look.engine(unit),
        inside=house,
        chief=desk.look.chief(view, piece),
    )
    if not house:
        return cohort, around_drawn(stands, together)
    alone = sum(desk.look.house(view, each) == house for each in view.pieces.values()) == 1
    return cohort, (desk.look.outline(view, house),) if alone else figures_drawn(base, poses)


@lru_cache(maxsize=KNOWN_COHORTS)
def _men(poses: tuple[Pose, ...], looks: tuple[str, ...]) -> tuple[Man, ...]:
    """Figures as they are drawn, each at its place."""
    return tuple([Man(pose.point, pose.facing, look) for pose, look in zip(poses, looks, strict=True)])


def _aside(desk: Setting[State], view: State, ready: Collection[str]) -> Iterator[Off]:
    """Whoever waits beside the table with all that he has, and where he would set out from."""
    for piece in view.pieces.values():
        if piece.figures and desk.look.aside(view, piece):
            unit, anchor = desk.kit.unit(view, piece), anchor_of(piece)
            begins = desk.look.begins(view, piece, anchor) or anchor
            yield Off(
                id=piece.id,
                side=piece.owner,
                name=piece.id,
                detail=desk.look.detail(unit, desk.words),
                icon=desk.look.icon(unit),
                at=begins.point,
                facing=begins.facing,
                ready=piece.id in ready,
                facts=tuple(_facts(desk, view, piece)),
            )


def _off(desk: Setting[State], view: State, playing: Role) -> Iterator[Off]:
    """Whoever is not on the table; those that may come onto it now wait for an order."""
    orders = passing(desk, view, playing).values() if playing and not view.unset else ()
    coming = {order.piece for order in orders}
    for name, unit in desk.kit.roster(view.books).items():
        if name not in view.pieces:
            words = desk.words(unit.condition())
            yield Off(name, str(unit.side), name, words, desk.look.icon(unit), ready=name in coming)


def _clock(desk: Setting[State], view: State) -> Clock:
    turn, counts = desk.look.turn(view), desk.words(desk.look.counts(view))
    if desk.kit.result(view) is not None:
        return Clock(turn, None, desk.say("clock.over"), counts)
    if view.unset:
        return Clock(0, view.unset[0], desk.say("clock.places", side=side_words(desk, view, view.unset[0])), counts)
    planning = tuple(desk.kit.plans(view))
    if planning:
        sides = tuple(side_words(desk, view, role) for role in planning)
        return Clock(turn, planning[0] if len(planning) == 1 else None, desk.say("clock.plans", sides=sides), counts)
    role, actions = next(iter(desk.kit.open_to(view).items()))
    titled = desk.look.titled(view, role)
    if titled is not None:
        return Clock(turn, role, desk.words(titled), counts)
    walking = desk.aims.walks in actions
    title = desk.say("clock.moves" if walking else "clock.decides", side=side_words(desk, view, role))
    return Clock(turn, role, title, counts)


def side_words(desk: Setting[State], view: State, role: str) -> str:
    """What a side is called: by the scenario, where that counts."""
    return view.peoples.get(role) or desk.words(Message(f"side.{role}"))


def result_told(desk: Setting[State], view: State) -> str:
    """How it ended; empty while it goes on."""
    result = desk.kit.result(view)
    return "" if result is None else desk.words(result.reason)
