"""The scenario's words to the beginner: which one to show a seat now, and of whom it speaks."""

from __future__ import annotations

from dataclasses import replace

from sandtable.battle.scenario.scenario import OVER, WAITING, Hint
from sandtable.battle.seat import Role, Seat
from sandtable.miniatures.desk.setting import Setting
from sandtable.miniatures.kit import State


def hint_for(desk: Setting[State], view: State, seat: Seat) -> Hint | None:
    """The first hint for this seat's side whose conditions all hold, of a table that has some.

    Its units go by the names that the table has for them; one that names nobody is about the piece of which its fact is so.
    """
    hints: tuple[Hint, ...] = getattr(view, "hints", ())
    side = desk.playing(view, seat)
    for each in hints:
        about = _about(desk, view, each, side) if each.side == seat.side else None
        if about is not None:
            return replace(each, unit=about)
    return None


def _about(desk: Setting[State], view: State, told: Hint, side: Role) -> str | None:
    """Whom a hint is about, empty for nobody; None where its conditions do not hold."""
    over = desk.kit.result(view) is not None
    holds = (
        is_time(told, desk.look.turn(view), desk.look.moment(view) if side else None, over=over)
        and (not told.unit or any(piece.id == told.unit for piece in desk.aims.ready(view, side)))
        and (not told.enemy or told.enemy in view.pieces)
    )
    if not holds or not told.fact:
        return told.unit if holds else None
    if told.fact in desk.look.whom:
        return desk.look.whom[told.fact](view, told) or None
    return told.unit if desk.look.so[told.fact](view, told) else None


def is_time(told: Hint, turn: int, moment: str | None, *, over: bool) -> bool:
    """Whether a hint's turn and moment have come; who has nothing to decide has no moment, and waits or is through."""
    if told.turn not in (0, turn):
        return False
    return told.when == (OVER if over else WAITING) if moment is None else told.when in ("", moment)
