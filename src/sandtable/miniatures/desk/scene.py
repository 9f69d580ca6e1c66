"""The table as a seat sees it, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.scene import Clock, Fact, Off, Plate, Scene
from sandtable.battle.scene import Piece as Drawn
from sandtable.battle.seat import Seat
from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.hints import hint_for
from sandtable.miniatures.desk.outlines import Outline, figures_drawn, housed_drawn, quad_drawn
from sandtable.miniatures.desk.setting import Setting, anchor_of, middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State


def scene(desk: Setting[State], view: State, seat: Seat) -> Scene:
    """All that a seat sees."""
    playing = desk.playing(view, seat)
    ready = {piece.id for piece in desk.aims.ready(view, playing)} if playing else set()
    acting = {piece.id for role in desk.kit.open_to(view) for piece in desk.aims.ready(view, role)}
    hint = hint_for(desk, view, seat)
    return Scene(
        clock=_clock(desk, view),
        pieces={
            piece.id: _piece(desk, view, piece, piece.id in ready, piece.id in acting)
            for piece in view.pieces.values()
            if piece.figures or piece.marker is not None
        },
        marks=dict(desk.look.marks(view)),
        off=tuple(_off(desk, view)),
        result=result_told(desk, view),
        hint=hint.text if hint else "",
        hint_about=hint.unit if hint else "",
    )


def _piece(desk: Setting[State], view: State, piece: Piece, ready: bool, acting: bool) -> Drawn:
    unit = desk.kit.unit(view, piece)
    corners = _corners(desk, view, piece)
    anchor = anchor_of(piece)
    house = desk.look.house(view, piece)
    started = desk.look.started(unit)
    moving = piece.owner in desk.kit.open_to(view)
    facts = (
        Fact(desk.say("figures_of", now=len(piece.figures), start=started), desk.say("figures")),
        Fact(desk.words(unit.condition()), desk.say("condition")),
        *((Fact(house, desk.say("inside")),) if house else ()),
        *(Fact(value, desk.words(label)) for value, label in desk.look.facts(view, piece)),
    )
    return Drawn(
        id=piece.id,
        side=piece.owner,
        name=piece.id,
        detail=desk.words(unit.described()),
        icon=desk.look.icon(unit),
        corners=corners,
        front=1 if piece.marker is not None or piece.base.width else 0,
        anchor=middle_of([point for outline in corners for point in outline]) if house else anchor.point,
        facing=anchor.facing,
        plate=Plate(desk.look.letter(unit), len(piece.figures), started),
        spent=moving and not acting,
        secret=piece.hidden,
        ready=ready,
        facts=facts,
    )


def _corners(desk: Setting[State], view: State, piece: Piece) -> tuple[Outline, ...]:
    """What is served first, then its figures; inside a house they stand in rows among all who are there."""
    house = desk.look.house(view, piece)
    if house:
        inside = [each for each in view.pieces.values() if desk.look.house(view, each) == house]
        first = sum(len(each.figures) for each in inside[: inside.index(piece)])
        everybody = sum(len(each.figures) for each in inside)
        return housed_drawn(desk.look.outline(view, house), piece.base, len(piece.figures), first, everybody)
    drawn = figures_drawn(piece.base, piece.figures)
    ground = desk.kit.served(desk.kit.unit(view, piece), piece.marker, view.tables) if piece.marker else None
    return drawn if ground is None else (quad_drawn(ground), *drawn)


def _off(desk: Setting[State], view: State) -> Iterator[Off]:
    for name, unit in view.books.units.items():
        if name not in view.pieces:
            yield Off(name, str(unit.side), name, desk.words(unit.condition()), desk.look.icon(unit))


def _clock(desk: Setting[State], view: State) -> Clock:
    turn, counts = desk.look.turn(view), desk.words(desk.look.counts(view))
    if desk.kit.result(view) is not None:
        return Clock(turn, None, desk.say("clock.over"), counts)
    planning = tuple(desk.kit.plans(view))
    if planning:
        sides = tuple(side_words(desk, role) for role in planning)
        return Clock(turn, planning[0] if len(planning) == 1 else None, desk.say("clock.plans", sides=sides), counts)
    role, actions = next(iter(desk.kit.open(view).items()))
    walking = desk.aims.walks in actions
    title = desk.say("clock.moves" if walking else "clock.decides", side=side_words(desk, role))
    return Clock(turn, role, title, counts)


def side_words(desk: Setting[State], role: str) -> str:
    """What a side is called."""
    return desk.words(Message(f"side.{role}"))


def result_told(desk: Setting[State], view: State) -> str:
    """How it ended; empty while it goes on."""
    result = desk.kit.result(view)
    return "" if result is None else desk.words(result.reason)
