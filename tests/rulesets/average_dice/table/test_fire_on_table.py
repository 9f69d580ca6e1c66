"""Fire on the table: range, sight, cover figure by figure, and who falls; worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.vocabulary import Arm, Posture, Weapon
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    SEATS,
    VILLISTA,
    area,
    at,
    done,
    fire,
    form,
    hill,
    laid,
    refused,
    row,
    unit,
    wall,
    with_unit,
)

SHOT = fire(VILLISTA, "V1", "F1")


def facing(distance: float, *targets, ground=(), firers=10, options=None, **about):
    """Villistas in a row, and Federals so far up the table from base to base, or wherever they are told to stand."""
    mine = unit("V1", VILLISTA, row(10, 10, firers), **about)
    theirs = unit("F1", FEDERAL, at(*targets) if targets else row(10, 11 + distance, 10))
    return laid(mine, theirs, ground=ground, options=options)


def saves(*failed: int) -> list[dict]:
    """So many saves fail in each group that throws."""
    return [{"counts": [each]} for each in failed]


def left_of(field, name="F1"):
    """Where the figures of a unit still stand, in inches."""
    return [(pose.x / 1000, pose.y / 1000) for pose in field.pieces[name].figures]


# ---- Range and sight ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-1.03", "AVD-1.04b", "AVD-7.01", "AVD-G.15", "AVD-7.04")
def test_range_is_measured_from_edge_to_edge_of_the_nearest_bases():
    assert form(facing(13), SHOT)["range"] == "13"
    assert form(facing(1.25), SHOT)["range"] == "1.25"
    behind = laid(unit("V1", VILLISTA, row(10, 40, 10)), unit("F1", FEDERAL, row(10, 30, 10)))
    assert form(behind, SHOT)["range"] == "9"  # whichever way anybody faces


@pytest.mark.rule("AVD-7.02")
def test_one_unit_fires_at_one_unit():
    two = laid(
        unit("V1", VILLISTA, row(10, 10, 5)),
        unit("V2", VILLISTA, row(30, 10, 5)),
        unit("F1", FEDERAL, row(10, 20, 5)),
        unit("F2", FEDERAL, row(30, 20, 5)),
    )
    assert not refused(two, SHOT)
    assert len(refused(two, replace(SHOT, targets=("F2",)))) == 1
    for name in ("V2", "V9", "V1"):
        assert len(refused(two, replace(SHOT, helpers=(name,)))) == 1


@pytest.mark.rule("AVD-1.05")
def test_a_rider_stands_on_two_bases_one_behind_the_other():
    rider = unit("F1", FEDERAL, at((10, 20)), Arm.CAVALRY)
    assert form(laid(unit("V1", VILLISTA, row(10, 10, 1)), rider), SHOT)["range"] == "8"  # the mount is an inch nearer


@pytest.mark.rule("AVD-7.11")
@pytest.mark.parametrize(("weapon", "reach"), ((Weapon.MAUSER, 36), (Weapon.HOTCHPOTCH, 24), (Weapon.WINCHESTER, 18)))
def test_a_weapon_carries_just_so_far(weapon, reach):
    assert refused(facing(reach, weapon=weapon), SHOT) == []
    assert refused(facing(reach + 0.001, weapon=weapon), SHOT) == ["AVD-7.11"]


@pytest.mark.rule("AVD-8.02", "AVD-8.04", "AVD-G.15")
def test_figures_count_that_have_range_and_sight():
    firers = at(
        *((10, 2 + number) for number in range(10))
    )  # one behind the other, the first nine inches before the last
    field = laid(unit("V1", VILLISTA, firers), unit("F1", FEDERAL, at((10, 40.5))))
    assert form(field, SHOT)["figures_firing"] == 8  # the last two are 37.5 and 36.5 inches away
    everybody = laid(unit("V1", VILLISTA, firers), unit("F1", FEDERAL, at((10, 40.5))), options={"count": "whole_unit"})
    assert form(everybody, SHOT)["figures_firing"] == 10


@pytest.mark.rule("AVD-7.03", "AVD-G.15")
def test_a_building_hides_and_figures_and_low_things_do_not():
    house = area("building", 8, 15, 20, 3)
    assert refused(facing(13, ground=(house,)), SHOT) == ["AVD-7.03"]
    assert refused(facing(13, ground=(area("broken_ground", 8, 15, 20, 3),)), SHOT) == []
    assert refused(facing(13, ground=(wall("high_wall", (8, 15), (30, 15)),)), SHOT) == []
    between = unit("F2", FEDERAL, row(10, 17, 10, apart=1))
    field = laid(unit("V1", VILLISTA, row(10, 10, 10)), unit("F1", FEDERAL, row(10, 24, 10)), between)
    assert refused(field, SHOT) == []


@pytest.mark.rule("AVD-G.15")
def test_a_figure_that_looks_past_a_corner_is_seen():
    mine = unit("V1", VILLISTA, at((10, 10)))
    theirs = unit("F1", FEDERAL, at((10, 24)))
    assert refused(laid(mine, theirs, ground=(area("building", 5, 15, 5.4, 3),)), SHOT) == []
    assert refused(laid(mine, theirs, ground=(area("building", 5, 15, 5.6, 3),)), SHOT) == ["AVD-7.03"]


@pytest.mark.rule("AVD-G.15")
def test_the_crest_of_a_hill_hides_unless_somebody_is_on_it():
    assert refused(facing(13, ground=(hill(8, 15, 20, 3),)), SHOT) == ["AVD-7.03"]
    assert refused(facing(13, ground=(hill(8, 9, 20, 6),)), SHOT) == []
    assert refused(facing(13, ground=(hill(8, 22, 20, 6),)), SHOT) == []


# ---- Cover --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-6.01", "AVD-9.02", "AVD-G.15")
@pytest.mark.parametrize(
    ("ground", "cover"),
    (
        ((), "open"),
        ((area("broken_ground", 8, 23, 20, 3),), "soft"),
        ((area("trench", 8, 23, 20, 3),), "hard"),
        ((hill(8, 23, 20, 3),), "soft"),
        ((wall("low_wall", (8, 22.6), (30, 22.6)),), "soft"),  # 0.9 inches before the bases
        ((wall("low_wall", (8, 22.4), (30, 22.4)),), "open"),  # 1.1 inches
        ((wall("barbed_wire", (8, 23), (30, 23)), wall("fence", (8, 23), (30, 23))), "hard"),
        ((wall("fieldwork", (8, 25), (30, 25)),), "open"),  # behind them
    ),
)
def test_the_cover_of_what_is_stood_in_or_stands_close_before(ground, cover):
    assert form(facing(13, ground=ground), SHOT)["target_cover"] == cover


@pytest.mark.rule("AVD-G.20")
def test_the_nearest_in_one_cover_and_the_rest_in_another_go_into_the_umpires_form():
    broken = area("broken_ground", 8, 26, 30, 8)
    targets = [(10 + number, 24) for number in range(6)] + [(10 + number, 27) for number in range(4)]
    told = form(facing(0, *targets, ground=(broken,)), SHOT)
    assert (told["target_cover"], told["figures_in_other_cover"], told["other_cover"]) == ("open", 4, "soft")
    assert "in_covers" not in told


@pytest.mark.rule("AVD-G.20", "AVD-9.01")
def test_three_covers_in_one_target_and_who_falls_in_each():
    """Two in the open, two in broken ground, one in a trench, one behind the other; five hits: one each, the trench's is the fifth."""
    ground = (area("broken_ground", 8, 27, 4, 3), area("trench", 8, 30, 4, 2))
    targets = [(10, 24), (10, 26), (10, 28), (10, 29.5), (10, 31)]
    field = facing(0, *targets, ground=ground)
    runs = [{"figures": 2, "cover": "open"}, {"figures": 2, "cover": "soft"}, {"figures": 1, "cover": "hard"}]
    assert form(field, SHOT)["in_covers"] == runs
    after = done(field, SHOT, fire_hits=5, fire_saves=saves(0, 1))  # beyond 12 inches nobody in a trench can be killed
    assert left_of(after) == [(10, 24), (10, 26), (10, 29.5), (10, 31)]  # the nearer of the two in broken ground
    assert after.books.units["F1"].figures == 4


# ---- Who falls ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-9.01", "AVD-G.20", "AVD-8.03")
def test_the_nearest_fall_first_and_the_books_count_them():
    targets = [(10 + number, 30 - number) for number in range(10)]
    after = done(facing(0, *targets), SHOT, fire_hits=7, fire_saves=saves(3))
    assert left_of(after) == [(10 + number, 30 - number) for number in range(7)]
    assert after.books.units["F1"].figures == 7
    assert after.books.units["V1"].fired


@pytest.mark.rule("AVD-9.04", "AVD-9.05", "AVD-G.25")
def test_prone_in_the_open_beyond_twelve_inches_nobody_can_be_killed_by_a_mauser():
    field = with_unit(facing(13), "F1", posture=Posture.PRONE)
    assert form(field, SHOT)["posture"] == "prone"
    assert len(done(field, SHOT).pieces["F1"].figures) == 10
    near = with_unit(facing(12), "F1", posture=Posture.PRONE)
    assert len(done(near, SHOT, fire_hits=7, fire_saves=saves(2)).pieces["F1"].figures) == 8


@pytest.mark.rule("AVD-G.20")
def test_figures_out_of_sight_are_not_hit_and_keep_their_unit_alive():
    house = area("building", 8, 15, 20, 3)
    seen = [(30, 14), (31, 14), (32, 14)]
    hidden = [(10 + number, 24) for number in range(7)]
    field = laid(
        unit("V1", VILLISTA, at(*((10 + number, 13) for number in range(10)))),
        unit("F1", FEDERAL, at(*hidden, *seen)),
        ground=(house,),
    )
    told = form(field, SHOT)
    assert (told["target_figures"], told["target_strength"], told["target_cover"]) == (3, 10, "open")
    after = done(field, SHOT, fire_hits=9, fire_saves=saves(9))
    assert left_of(after) == hidden
    assert after.books.units["F1"].figures == 7
    assert not after.books.units["F1"].gone


@pytest.mark.rule("AVD-12.05", "AVD-G.30")
def test_a_unit_that_deserts_leaves_the_table():
    field = with_unit(facing(10), "F1", prone_to_desertion=True)
    shaken = done(field, SHOT, fire_hits=7, fire_saves=saves(1), fire_desertion={"counts": [0]})
    assert len(shaken.pieces["F1"].figures) == 9
    gone = done(field, SHOT, fire_hits=7, fire_saves=saves(1), fire_desertion={"counts": [1]})
    assert "F1" not in gone.pieces
    assert gone.books.units["F1"].gone


@pytest.mark.rule("AVD-G.33", "AVD-13.05")
def test_a_side_without_a_unit_has_lost():
    field = laid(unit("V1", VILLISTA, row(10, 10, 10)), unit("F1", FEDERAL, at((10, 20))))
    assert TABLE.result(field) is None
    after = done(field, SHOT, fire_hits=7, fire_saves=saves(1))
    assert after.pieces.keys() == {"V1"}
    ended = TABLE.result(after)
    assert ended is not None
    assert ended.winner == "federal"  # no village is held: the attack has failed
    assert ended.scores == (("villista", 5), ("federal", 0))
    assert TABLE.decisions(after) == ()


# ---- What forbids it ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-7.02", "AVD-7.07", "AVD-7.08", "AVD-G.35", "AVD-G.05")
def test_what_a_unit_has_done_or_is_in_forbids_fire():
    field = facing(13)
    assert refused(with_unit(field, "V1", moved=True), SHOT) == ["AVD-7.07"]
    assert refused(done(field, SHOT, fire_hits=7, fire_saves=saves(0)), SHOT) == ["AVD-7.08"]
    assert refused(with_unit(field, "V1", arrived=True), SHOT) == ["AVD-G.05"]
    assert refused(facing(0), SHOT) == ["AVD-G.35", "AVD-G.35"]  # in contact, and so is the target
    assert refused(facing(0.1), SHOT) == []
    assert refused(field, fire(VILLISTA, "V1", "V1")) == ["AVD-7.02"]
    assert refused(field, fire(VILLISTA, "F1", "V1")) == ["AVD-7.02"]


@pytest.mark.rule("AVD-8.12")
def test_three_hotchpotch_rifles_fire_every_other_move():
    field = facing(13, firers=3, weapon=Weapon.HOTCHPOTCH)
    assert refused(field, SHOT) == []
    assert refused(with_unit(field, "V1", fired_last_move=True), SHOT) == ["AVD-8.12"]


@pytest.mark.rule("AVD-G.12", "AVD-G.48")
@pytest.mark.parametrize(("gap", "rules"), ((1.9, ["AVD-G.12"]), (2, ["AVD-G.12"]), (2.1, [])))
def test_a_general_close_to_a_large_unit_is_no_target(gap, rules):
    mine = unit("V1", VILLISTA, row(10, 10, 10))
    theirs = unit("F1", FEDERAL, at((10, 24)), Arm.GENERAL)
    six = unit("F2", FEDERAL, row(11 + gap, 24, 6))
    assert refused(laid(mine, theirs, six), SHOT) == rules
    five_short = unit("F2", FEDERAL, row(11 + gap, 24, 4))
    assert refused(laid(mine, theirs, five_short), SHOT) == []


@pytest.mark.rule("AVD-G.12", "AVD-4.05")
def test_a_general_takes_the_hits_of_his_unit_last():
    mine = unit("V1", VILLISTA, row(10, 10, 10))
    field = laid(mine, unit("F1", FEDERAL, row(10, 20, 5)), unit("Huerta", FEDERAL, at((10, 22)), Arm.GENERAL))
    assert form(field, SHOT)["general_with_target"]
    after = done(field, SHOT, fire_hits=9, fire_saves=saves(6))
    assert after.pieces.keys() == {"V1"}
    assert FEDERAL in after.books.generals_killed
    spared = done(field, SHOT, fire_hits=9, fire_saves=saves(5))
    assert spared.pieces.keys() == {"V1", "Huerta"}


# ---- What is hidden -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-G.05")
def test_nobody_but_its_own_side_knows_of_a_flank_march():
    flank = unit("Dorados", VILLISTA, row(0, 0, 10), flank_march=True)
    field = laid(
        unit("V1", VILLISTA, row(10, 10, 10)), unit("F1", FEDERAL, row(10, 24, 10)), flank, arrivals=((7, "Dorados"),)
    )
    own, theirs = (TABLE.view(field, seat) for seat in SEATS)
    assert own.books.arrivals == ((7, "Dorados"),)
    assert "Dorados" in own.books.units
    assert theirs.books.arrivals == ()
    assert theirs.books.units.keys() == {"V1", "F1"}
    assert theirs.pieces == field.pieces
