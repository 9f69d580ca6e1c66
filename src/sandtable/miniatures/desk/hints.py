"""The scenario's words to the beginner: which one to show a seat now."""

from __future__ import annotations

from sandtable.battle.scenario.scenario import OVER, WAITING, Hint
from sandtable.battle.seat import Role, Seat
from sandtable.miniatures.desk.setting import Setting
from sandtable.miniatures.kit import State


def hint_for(desk: Setting[State], view: State, seat: Seat) -> Hint | None:
    """The first hint for this seat's side whose conditions all hold, of a table that has some; its units go by the names that the table has for them."""
    hints: tuple[Hint, ...] = getattr(view, "hints", ())
    side = desk.playing(view, seat)
    return next((each for each in hints if each.side == seat.side and _holds(desk, view, each, side)), None)


def _holds(desk: Setting[State], view: State, told: Hint, side: Role) -> bool:
    return (
        told.turn in (0, desk.look.turn(view))
        and _is_the_moment(desk, view, told, side)
        and (not told.unit or any(piece.id == told.unit for piece in desk.aims.ready(view, side)))
        and (not told.enemy or told.enemy in view.pieces)
        and (not told.fact or desk.look.so[told.fact](view, told))
    )


def _is_the_moment(desk: Setting[State], view: State, told: Hint, side: Role) -> bool:
    if not side:
        return told.when == (OVER if desk.kit.result(view) is not None else WAITING)
    return told.when in ("", desk.look.moment(view))
