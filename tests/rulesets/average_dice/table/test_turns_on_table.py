"""The course of a game on the table: days, moves, a General's death, the end; worked out by hand."""

from __future__ import annotations

import pytest

from sandtable.battle.order import Decision
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.vocabulary import Arm
from tests.rulesets.average_dice.table.laying import FEDERAL, VILLISTA, at, done, fire, laid, move, refused, row, unit

MINE, THEIRS = unit("V1", VILLISTA, row(10, 10, 10)), unit("F1", FEDERAL, row(10, 30, 10))


def act(side, action):
    return Act(by=side.value, action=action)


def at_dusk(boxes=1):
    """The last turn of a day, with the Federals to move."""
    return laid(MINE, THEIRS, side=FEDERAL, turn=12, day=boxes, boxes=boxes)


@pytest.mark.rule("AVD-3.05", "AVD-3.06", "AVD-3.07", "AVD-3.02", "AVD-G.08")
def test_a_game_begins_with_a_throw_for_the_day_and_the_villistas_move_first():
    field = laid(MINE, THEIRS, side=None, turn=0, day=0, boxes=0, turns=0)
    assert TABLE.decisions(field) == (Decision("villista", "act", ("act",)),)
    assert refused(field, act(VILLISTA, "next_move")) == ["AVD-3.05"]
    field = done(field, act(VILLISTA, "new_day"), day_turns=[[2, 3, 3, 4, 5]])
    assert (field.books.turns, field.books.boxes, field.books.turn) == (17, 1, 1)
    assert TABLE.decisions(field)[0].by == "villista"


@pytest.mark.rule("AVD-3.02b", "AVD-G.08")
def test_moves_alternate_and_two_of_them_make_a_turn():
    field = laid(MINE, THEIRS)
    field = done(field, act(VILLISTA, "next_move"))
    assert (field.books.side, field.books.turn) == (FEDERAL, 1)
    assert TABLE.decisions(field)[0].by == "federal"
    field = done(field, act(FEDERAL, "next_move"))
    assert (field.books.side, field.books.turn) == (VILLISTA, 2)


@pytest.mark.rule("AVD-G.08", "AVD-3.06", "AVD-G.33")
def test_after_the_last_turn_the_villistas_throw_another_day_or_stop():
    field = done(at_dusk(), act(FEDERAL, "next_move"))
    assert refused(field, act(VILLISTA, "next_move")) == ["AVD-3.05"]
    assert [refused(field, act(VILLISTA, each)) for each in ("new_day", "score")] == [[], []]
    on = done(field, act(VILLISTA, "new_day"), day_turns=[[2, 2, 2, 2, 2]])
    assert (on.books.day, on.books.turn, on.books.turns) == (2, 1, 10)
    assert on.pieces == field.pieces
    over = done(field, act(VILLISTA, "score"))
    ended = TABLE.result(over)
    assert ended is not None
    assert ended.winner == "federal"  # no village
    assert ended.scores == (("villista", 0), ("federal", 0))
    assert TABLE.decisions(over) == ()


@pytest.mark.rule("AVD-3.08", "AVD-13.04", "AVD-3.06")
def test_the_third_box_is_a_moral_victory_and_after_the_fifth_there_is_no_other():
    third = done(done(at_dusk(2), act(FEDERAL, "next_move")), act(VILLISTA, "new_day"), day_turns=[[3, 3, 3, 3, 3]])
    assert [(each.side, each.points) for each in third.books.victories] == [(FEDERAL, 10)]
    last = done(at_dusk(5), act(FEDERAL, "next_move"))
    assert refused(last, act(VILLISTA, "new_day")) == ["AVD-13.01"]
    ended = TABLE.result(done(last, act(VILLISTA, "score")))
    assert ended is not None
    assert ended.scores == (("villista", 0), ("federal", 10))


@pytest.mark.rule("AVD-4.04", "AVD-4.05", "AVD-4.06", "AVD-12.06", "AVD-12.06b", "AVD-12.06c", "AVD-13.03")
def test_when_a_general_falls_his_weaker_units_throw_at_once_and_some_leave():
    field = laid(
        MINE,
        unit("Huerta", FEDERAL, at((10, 20)), Arm.GENERAL),
        unit("F8", FEDERAL, row(10, 40, 8)),
        unit("F3", FEDERAL, row(10, 45, 3)),
        unit("F9", FEDERAL, row(10, 50, 9)),
    )
    shot = fire(VILLISTA, "V1", "Huerta")
    after = done(field, shot, fire_hits=7, fire_saves=[{"counts": [1]}], general_test=[[3, 4]])
    assert after.pieces.keys() == {"V1", "F3", "F9"}  # the eight left on a 3; nine do not throw
    assert after.books.units["F3"].general_tested
    assert [(each.side, each.points) for each in after.books.victories] == [(VILLISTA, 5)]
    assert after.books.fallen == ()
    spared = done(field, shot, fire_hits=7, fire_saves=[{"counts": [0]}])
    assert spared.pieces.keys() == field.pieces.keys()
    passed = done(after, act(VILLISTA, "next_move"))
    assert refused(passed, move(passed, "F9", 0, -6)) == []  # they can still be told what to do
