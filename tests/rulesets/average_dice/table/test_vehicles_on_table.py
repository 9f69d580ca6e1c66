"""Motorbikes and trucks on the table, for scenarios that have them; worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.problem import Refusal
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.vocabulary import Arm, Mover
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    area,
    at,
    done,
    fire,
    form,
    gun,
    laid,
    move,
    pose,
    refused,
    row,
    unit,
    with_unit,
)

ON = {"vehicles": True}


def riders(rides: Mover = Mover.TRUCK, figures: int = 6, *, aboard: bool = True, **about: Any) -> Any:
    return unit("V1", VILLISTA, row(10, 10, figures), rides=rides, aboard=aboard, **about)


def spend(what: str) -> Act:
    return Act(by="villista", action="spend_move", piece="V1", chosen={"whole_move": what})


def driven(*units: Any, **about: Any) -> Any:
    return laid(*units, unit("F1", FEDERAL, row(10, 40, 10)), options=ON, **about)


@pytest.mark.rule("AVD-5.05", "AVD-G.39", "AVD-G.09")
@pytest.mark.parametrize(("rides", "figures", "far"), ((Mover.TRUCK, 6, 18), (Mover.MOTORBIKE, 2, 24)))
def test_a_truck_goes_eighteen_inches_and_a_motorbike_twenty_four_turn_after_turn(rides, figures, far):
    field = driven(riders(rides, figures))
    assert refused(field, move(field, "V1", far, 0)) == []
    assert set(refused(field, move(field, "V1", far + 0.001, 0))) == {"AVD-5.01"}
    moved = with_unit(done(field, move(field, "V1", far, 0)), "V1", moved=False, fast_last_move=True)
    assert refused(moved, move(moved, "V1", 0, -5)) == []  # they have one rate only


@pytest.mark.rule("AVD-5.16b", "AVD-G.39")
def test_getting_on_and_off_takes_a_whole_move():
    field = driven(riders(aboard=False))
    assert set(refused(field, move(field, "V1", 18, 0))) == {"AVD-5.01"}  # on foot
    on = done(field, spend("board"))
    assert on.books.units["V1"].aboard
    assert refused(on, move(on, "V1", 1, 0)) == ["AVD-5.01"]  # it has no move left
    assert refused(field, spend("get_off")) == ["AVD-5.16b"]
    later = with_unit(on, "V1", moved=False, spent=False)
    assert refused(later, spend("board")) == ["AVD-5.16b"]
    off = done(later, spend("get_off"))
    assert not off.books.units["V1"].aboard
    walkers = driven(unit("V1", VILLISTA, row(10, 10, 6)))
    assert refused(walkers, spend("board")) == ["AVD-5.16b"]  # nobody has given them one


@pytest.mark.rule("AVD-G.39", "AVD-G.48")
def test_passengers_do_not_fire_and_have_soft_cover():
    field = driven(riders())
    assert "AVD-G.39" in refused(field, fire(VILLISTA, "V1", "F1"))
    shot_at = laid(riders(), unit("F1", FEDERAL, row(10, 20, 10)), options=ON, side=FEDERAL)
    shot = fire(FEDERAL, "F1", "V1")
    assert form(shot_at, shot)["target_kind"] == "vehicle"
    after = done(shot_at, shot, fire_hits=7, fire_saves=[{"counts": [2]}])
    assert len(after.pieces["V1"].figures) == 4


@pytest.mark.rule("AVD-G.39", "AVD-G.14")
def test_vehicles_keep_out_of_trenches_and_come_only_where_a_scenario_has_them():
    field = driven(riders(), ground=(area("trench", 0, 12, 48, 1),))
    assert "AVD-G.14" in refused(field, move(field, "V1", 0, 6))
    with pytest.raises(Refusal) as caught:
        driven(riders(Mover.MOTORBIKE, 3))
    assert caught.value.problems[0].rule == "AVD-G.39"
    usual = laid(riders(aboard=False), unit("F1", FEDERAL, row(10, 40, 10)))
    assert refused(usual, spend("board")) == ["AVD-G.39"]


@pytest.mark.rule("AVD-G.23", "AVD-G.39")
def test_a_truck_that_is_wrecked_takes_those_aboard_with_it():
    cannon = gun("FG", FEDERAL, Arm.FIELD_GUN, pose(10, 30, 180), 3)
    field = laid(riders(), cannon, unit("V2", VILLISTA, at((40, 2))), options=ON, side=FEDERAL)
    shell = Act(by="federal", action="hit_structure", piece="FG", target="truck of V1")
    hurt = with_unit(done(field, shell, structure_hits=9), "FG", fired=False)
    assert "V1" in hurt.pieces
    assert "V1" not in done(field, shell, structure_hits=10).pieces
