"""What follows an order by itself, and what a ruling does to places, on a table whose rules are those of another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sandtable.battle.event import Event, Story
from sandtable.geometry.measure import Pose
from sandtable.miniatures import acting
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.desk.outlines import figures_drawn
from sandtable.miniatures.events import Stood
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Doing, Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.rules import KIT
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from tests.rulesets.average_dice.table.laying import FEDERAL, VILLISTA, laid, pose, row, unit

FIELD = laid(unit("V1", VILLISTA, row(5, 5, 3)), unit("F1", FEDERAL, row(5, 60, 3)))
PASS = Act(by="villista", action="next_move")


def told(kit: Kit[AverageDiceField], order: Act) -> Story[AverageDiceField]:
    story = Story(lambda state, event: acting.after(kit, state, event), FIELD)
    for _ in acting.carry_out(kit, story, order):
        raise AssertionError("nothing is asked")
    return story


def test_orders_follow_by_themselves_until_none_is_due_whoever_they_are_open_to():
    def follows(field: AverageDiceField) -> Act | None:
        return Act(by="federal", action="next_move") if field.books.turn < 3 else None

    story = told(replace(KIT, follows=follows), PASS)
    assert story.state.books.turn == 3
    assert [event.side for event in story.events if hasattr(event, "side")] == ["villista", *["federal"] * 3]
    assert told(KIT, PASS).state.books.side is FEDERAL


def test_a_deed_moves_whom_it_wants_before_anybody_is_drawn_up_anew():
    def moves(doing: Doing[AverageDiceField], form: Any) -> Iterator[Event]:
        assert doing.field.books.side is FEDERAL  # the books have folded the ruling
        assert form is not None
        piece = doing.field.pieces["F1"]
        yield Stood(piece="F1", figures=tuple(each._replace(y=0) for each in piece.figures), base=piece.base)

    def draws(_: AverageDiceField, piece: Piece) -> Event | None:
        first = piece.figures[0]
        return None if first.y else Stood(piece=piece.id, figures=(first,) * 3, base=piece.base)

    deed: Deed[AverageDiceField] = replace(KIT.deeds["next_move"], moves=moves)
    kit = replace(KIT, deeds={**KIT.deeds, "next_move": deed}, draws=draws)
    state = told(kit, PASS).state
    assert state.pieces["F1"].figures == (pose(5, 0),) * 3
    assert state.pieces["V1"] == FIELD.pieces["V1"]


def test_whoever_is_on_the_roster_is_looked_for_on_the_table():
    known = FIELD.books.units["V1"]
    kit = replace(KIT, roster=lambda books: {**books.units, "Villa": replace(known, name="Villa")})
    assert list(acting.disagreements(kit, FIELD)) == ["Villa: None figures on the table, 3 in the books"]


def test_a_figure_on_a_rectangle_is_drawn_as_one():
    (drawn,) = figures_drawn(Base(width=1000, behind=750), (Pose(5000, 5000, 0),))
    assert drawn == ((4500, 5000), (5500, 5000), (5500, 4250), (4500, 4250))
