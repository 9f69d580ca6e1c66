"""Barbed wire and trenches on the table: passages that are cut, lengths that are hit; worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.engine.battle import Accepted
from sandtable.geometry.measure import Point, inches
from sandtable.kernel.problem import Refusal
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.ground import ground_left, works_of
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.vocabulary import Arm
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    area,
    at,
    begun,
    done,
    fire,
    gun,
    laid,
    move,
    pose,
    refused,
    row,
    unit,
    wall,
    with_unit,
)

WIRE = wall("barbed_wire", (0, 20), (48, 20))
FAR = unit("F1", FEDERAL, row(10, 3, 10))  # behind them: nobody comes nearer to the enemy


def before(*places, arm=Arm.INFANTRY, **about):
    """A unit before the wire."""
    return laid(unit("V1", VILLISTA, at(*places), arm, **about), FAR, ground=(WIRE,))


def cut(piece="V1", x=None, y=20.0):
    return Act(by="villista", action="clear_wire", piece=piece, marker=() if x is None else (pose(x, y),))


def through(field, x, y, piece="V1"):
    """The first figure goes straight, the others stay."""
    own = field.pieces[piece]
    first = own.figures[0]
    there = first._replace(x=first.x + inches(x), y=first.y + inches(y))
    return Act(by="villista", action="move", piece=piece, ways=((there,), *((),) * (len(own.figures) - 1)))


def next_turn(field):
    return with_unit(field, "V1", moved=False, spent=False)


@pytest.mark.rule("AVD-G.13", "AVD-6.02")
def test_uncut_wire_stops_everybody():
    foot, horse = before((10, 19.5)), before((10, 19.5), arm=Arm.CAVALRY)
    assert refused(foot, move(foot, "V1", 0, 2)) == ["AVD-G.13"]
    assert refused(horse, move(horse, "V1", 0, 3)) == ["AVD-G.13"]
    assert refused(foot, move(foot, "V1", -2, 0)) == []


@pytest.mark.rule("AVD-G.13", "AVD-6.02")
def test_infantry_that_touch_it_cut_a_passage_in_a_whole_move():
    field = before((10, 19.5), (11, 18.4))
    after = done(field, cut())
    assert after.passages == (Point(inches(10), inches(20)),)
    assert after.pieces == field.pieces
    assert refused(after, fire(VILLISTA, "V1", "F1"))[0] == "AVD-7.07"
    assert refused(after, move(after, "V1", 0, 1)) == ["AVD-5.01"]
    assert refused(with_unit(field, "V1", fired=True), cut()) == ["AVD-6.02"]
    assert done(field, cut(x=10.9, y=21)).passages == (Point(inches(10.9), inches(20)),)
    assert refused(field, cut(x=11.6)) == ["AVD-G.13"]  # more than an inch from whoever touches it
    assert refused(before((10, 19.4)), cut()) == ["AVD-G.13"]
    assert refused(before((10, 19.5), arm=Arm.CAVALRY), cut()) == ["AVD-6.02"]
    assert refused(before((10, 19.5), arm=Arm.CAVALRY, mounted=False), cut()) == []
    assert refused(laid(unit("V1", VILLISTA, at((10, 19.5))), FAR), cut()) == ["AVD-G.13"]  # there is none


@pytest.mark.rule("AVD-G.13", "AVD-5.13")
def test_a_passage_is_as_wide_as_it_was_cut_and_costs_two_inches():
    field = next_turn(done(before((10, 19.5)), cut()))
    assert refused(field, move(field, "V1", 0, 4)) == []
    assert refused(field, move(field, "V1", 0, 4.001)) == ["AVD-G.11"]
    for x, rules in ((0.5, []), (-0.5, []), (0.6, ["AVD-G.13"])):
        beside = next_turn(done(before((10, 19.5)), cut(x=10 + x)))
        assert refused(beside, move(beside, "V1", 0, 2)) == rules  # a base of an inch in a gap of two
    horse = replace(before((10, 19.5), arm=Arm.CAVALRY), passages=field.passages)
    assert refused(horse, move(horse, "V1", 0, 10)) == []
    assert refused(horse, move(horse, "V1", 0, 10.001)) == ["AVD-G.11"]


@pytest.mark.rule("AVD-G.13", "AVD-6.03", "AVD-10.07")
def test_a_field_gun_goes_only_where_the_wire_was_shot_away():
    cannon = gun("FG", VILLISTA, Arm.FIELD_GUN, pose(10, 19.5), 3, limbered=True)
    field = replace(laid(cannon, FAR, ground=(WIRE,)), passages=(Point(inches(10), inches(20)),))
    ahead = Act(
        by="villista",
        action="move",
        piece="FG",
        ways=tuple((each._replace(y=each.y + inches(1)),) for each in field.pieces["FG"].figures),
        marker=(pose(10, 20.5),),
    )
    assert "AVD-6.03" in refused(field, ahead)
    firing = laid(gun("FG", VILLISTA, Arm.FIELD_GUN, pose(9, 10), 3), FAR, ground=(WIRE,))
    gone = done(
        firing, Act(by="villista", action="hit_structure", piece="FG", target=f"{WIRE.id} #2"), structure_hits=10
    )
    there = replace(field, books=replace(field.books, structures=gone.books.structures))
    assert refused(there, ahead) == []
    foot = replace(before((10, 19.5)), books=replace(before((10, 19.5)).books, structures=gone.books.structures))
    assert refused(foot, move(foot, "V1", 0, 6)) == []  # a length that is gone costs nothing


@pytest.mark.rule("AVD-G.13", "AVD-6.02")
def test_a_passage_is_there_for_both_sides_and_after_a_replay():
    battle = begun(unit("V1", VILLISTA, at((10, 19.5))), FAR, ground=(WIRE,))
    outcome = battle.submit("pancho", cut())
    assert isinstance(outcome, Accepted)
    (place,) = outcome.battle.view("felipe").passages
    assert place == Point(inches(10), inches(20))
    assert type(battle).resume(TABLE, outcome.battle.log, battle.seed).state == outcome.battle.state


def test_wire_that_is_no_line_is_refused():
    with pytest.raises(Refusal) as caught:
        laid(unit("V1", VILLISTA, at((10, 10))), FAR, ground=(area("barbed_wire", 20, 20, 6, 1),))
    assert caught.value.problems[0].rule == "AVD-G.13"


# ---- Trenches ----------------------------------------------------------------------------------------------------------------------


def dug(*, upright=False):
    """A trench of fourteen inches with a Federal figure every two inches, and a gun that shells it."""
    trench = area("trench", 20, 26, 1, 14) if upright else area("trench", 20, 40, 14, 1)
    places = [(20.5, 27 + 2 * n) if upright else (21 + 2 * n, 40.5) for n in range(7)]
    cannon = gun("FG", VILLISTA, Arm.FIELD_GUN, pose(21, 10), 3)
    return laid(cannon, unit("F1", FEDERAL, at(*places)), unit("F2", FEDERAL, row(2, 60, 6)), ground=(trench,)), trench


def shelled(field, name, hits):
    for each in hits:
        order = Act(by="villista", action="hit_structure", piece="FG", target=name)
        field = with_unit(done(field, order, structure_hits=each), "FG", fired=False)
    return field


@pytest.mark.rule("AVD-10.01e", "AVD-10.06", "AVD-G.23")
@pytest.mark.parametrize("upright", (False, True))
def test_a_trench_is_hit_by_lengths_of_six_inches(upright):
    field, trench = dug(upright=upright)
    names = [name for name in works_of(field) if name.startswith("trench")]
    assert names == [f"{trench.id} #{number}" for number in (1, 2, 3)]  # the last of two inches
    assert all(works_of(field)[name].value == 40 for name in names)
    before_it_falls = shelled(field, names[1], (15, 14))
    assert len(before_it_falls.pieces["F1"].figures) == 7
    after = shelled(field, names[1], (15, 15))
    assert len(after.pieces["F1"].figures) == 4  # those at seven, nine and eleven inches are gone
    left = [each.id for each in ground_left(after).areas]
    assert left == [names[0], names[2]]
    every = shelled(shelled(after, names[0], (15, 15)), names[2], (15, 15))
    assert "F1" not in every.pieces
    assert ground_left(every).areas == ()


@pytest.mark.rule("AVD-10.06", "AVD-G.11")
def test_lengths_that_stand_side_by_side_are_one_trench_still():
    field, trench = dug()
    after = shelled(field, f"{trench.id} #3", (15, 15))
    (left,) = ground_left(after).areas
    assert {(point.x, point.y) for point in left.outline} == {
        (inches(x), inches(y)) for x, y in ((20, 40), (32, 40), (32, 41), (20, 41))
    }
