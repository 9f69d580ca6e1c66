"""The turn on the table: rounds by column, passing, the closing phase, one action each (chapter 3, REV-G.22, REV-G.48)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.seat import Seat
from sandtable.rulesets.revolucion.table import leadership, orders, turn
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Leader, Phase, Turn, Unit
from sandtable.rulesets.revolucion.vocabulary import LeaderPlace, Side, Status
from tests.rulesets.revolucion.table.field import GOV, MANEUVER_ORDER, NORTH, REV, SOUTH, Game, game, leader, unit

GOVERNMENT, REVOLUTIONARY = GOV.value, REV.value


def two_columns(**more: Any) -> Game:
    """Two columns a side, a unit and a Leader each, far apart."""
    pieces: list[Unit | Leader] = []
    for side, y, facing in ((REV, 4, NORTH), (GOV, 30, SOUTH)):
        short = side.value[:3].lower()
        for number, x in ((1, 10), (2, 30)):
            column = f"{short}{number}"
            pieces.append(unit(f"{column}-unit", side, (x, y, facing), column=column))
            pieces.append(leader(f"{column}-leader", side, (x + 4, y), column=column))
    return game(*pieces, acting=None, **more)


def start_column(playing: Game, column: str) -> Game:
    return playing.do(orders.Activate(by=playing.state.columns[column].side.value, column=column))


def whole_round(playing: Game, column: str, **dice: Any) -> Game:
    start_column(playing, column)
    return playing.do(orders.Finish(by=playing.state.columns[column].side.value), **dice)


def to_play(playing: Game) -> tuple[Side | None, Phase]:
    return playing.state.turn.side, playing.state.turn.phase


@pytest.mark.rule("REV-3.03", "REV-3.04", "REV-9.07")
def test_sides_alternate_with_one_column_at_a_time():
    playing = two_columns()
    assert to_play(playing) == (REV, Phase.ROUND)
    start_column(playing, "rev1")
    units, leaders = turn.actors(playing.state)
    assert [each.id for each in units] == ["rev1-unit"]
    assert [each.id for each in leaders] == ["rev1-leader"], "the Leader acts with his column"
    assert playing.refused(orders.Rest(by=REVOLUTIONARY, unit="rev2-unit")) == {"REV-3.03"}
    playing.do(orders.Finish(by=REVOLUTIONARY))
    assert to_play(playing) == (GOV, Phase.ROUND)


@pytest.mark.rule("REV-3.08")
def test_a_column_acts_once_a_turn():
    playing = whole_round(two_columns(), "rev1")
    whole_round(playing, "gov1")
    assert playing.refused(orders.Activate(by=REVOLUTIONARY, column="rev1")) == {"REV-3.08"}
    assert not playing.problems(orders.Activate(by=REVOLUTIONARY, column="rev2"))


@pytest.mark.rule("REV-3.07")
def test_when_all_have_acted_a_new_turn_begins_with_a_throw():
    playing = two_columns()
    for column in ("rev1", "gov1", "rev2"):
        whole_round(playing, column)
    playing.do(orders.Finish(by=GOVERNMENT), initiative__side=51)
    assert playing.state.turn.number == 2
    assert to_play(playing) == (REV, Phase.ROUND), "51 is the Revolutionaries'"
    assert all(not each.deeds.acted for each in playing.state.units.values())


@pytest.mark.rule("REV-3.01", "REV-3.40", "REV-G.48k")
@pytest.mark.parametrize("kind", ("RegularInfantry", "Artillery", "muleTrain"))
def test_a_unit_takes_one_action_a_turn_transports_too(kind):
    bases = 4 if kind == "RegularInfantry" else 2
    playing = game(
        unit("one", REV, (10, 4, 0), kind, bases), unit("two", REV, (20, 4, 0)), unit("enemy", GOV, (30, 30, 180))
    )
    playing.do(orders.Rest(by=REVOLUTIONARY, unit="one"))
    assert playing.refused(orders.Rest(by=REVOLUTIONARY, unit="one")) == {"REV-3.40"}
    assert not playing.problems(orders.Rest(by=REVOLUTIONARY, unit="two"))


def acts(playing: Game, side: Side) -> None:
    whole_round(playing, turn.columns_left(playing.state, side)[0])


@pytest.mark.rule("REV-3.05", "REV-3.05b", "REV-T.26", "REV-G.48")
def test_two_refusals_in_a_row_end_the_turn():
    playing = two_columns()
    acts(playing, REV)
    playing.do(orders.Pass(by=GOVERNMENT))
    assert to_play(playing) == (REV, Phase.ROUND)
    playing.do(orders.Pass(by=REVOLUTIONARY), initiative__side=50)
    assert playing.state.turn.number == 2
    assert to_play(playing) == (GOV, Phase.ROUND)

    playing = two_columns()
    playing.do(orders.Pass(by=REVOLUTIONARY))
    acts(playing, GOV)
    playing.do(orders.Pass(by=REVOLUTIONARY))
    playing.do(orders.Pass(by=GOVERNMENT), initiative__side=1)
    assert playing.state.turn.number == 2

    playing = two_columns()
    playing.do(orders.Pass(by=REVOLUTIONARY))
    acts(playing, GOV)
    acts(playing, REV)
    assert playing.state.turn.number == 1, "it goes on"
    assert turn.columns_left(playing.state, REV) == ("rev2",), "a pass costs nothing"


@pytest.mark.rule("REV-3.06", "REV-T.46", "REV-G.48c")
def test_who_is_left_alone_acts_with_everything_in_any_order():
    playing = two_columns()
    acts(playing, REV)
    playing.do(orders.Pass(by=GOVERNMENT))
    acts(playing, REV)
    assert to_play(playing) == (GOV, Phase.FREE), "the Revolutionaries have acted with everything"
    units, leaders = turn.actors(playing.state)
    assert {each.id for each in units} == {"gov1-unit", "gov2-unit"}
    assert len(leaders) == 2
    for name in ("gov2-unit", "gov1-unit"):
        playing.do(orders.Rest(by=GOVERNMENT, unit=name))
    playing.do(orders.LeaderRest(by=GOVERNMENT, leader="gov2-leader"))
    playing.do(orders.LeaderRest(by=GOVERNMENT, leader="gov1-leader"), initiative__side=99)
    assert playing.state.turn.number == 2, "when everything has acted the turn is over"


@pytest.mark.rule("REV-G.48b")
def test_a_side_with_nothing_left_counts_as_passing():
    playing = two_columns()
    for name in ("rev1-unit", "rev2-unit"):
        playing.state = playing.state.with_unit(playing.unit(name).did(acted=True))
    for name in ("rev1-leader", "rev2-leader"):
        playing.state = playing.state.with_leader(replace(playing.leader(name), acted=True))
    playing.state = replace(playing.state, turn=Turn(1, Phase.ROUND, GOV, GOV))
    playing.do(orders.Pass(by=GOVERNMENT), initiative__side=3)
    assert playing.state.turn.number == 2


@pytest.mark.rule("REV-G.48j")
def test_whoever_did_nothing_in_his_round_has_rested():
    playing = whole_round(two_columns(), "rev1")
    assert playing.unit("rev1-unit").deeds.acted
    assert playing.leader("rev1-leader").acted
    assert not playing.unit("rev2-unit").deeds.acted


@pytest.mark.rule("REV-G.48d")
def test_a_unit_used_up_by_an_assault_is_skipped_and_its_leader_is_not():
    playing = two_columns()
    playing.state = playing.state.with_unit(playing.unit("rev1-unit").did(acted=True, used_up=True))
    start_column(playing, "rev1")
    units, leaders = turn.actors(playing.state)
    assert not units
    assert [each.id for each in leaders] == ["rev1-leader"]
    assert playing.refused(orders.Rest(by=REVOLUTIONARY, unit="rev1-unit")) == {"REV-3.46"}


@pytest.mark.rule("REV-G.22")
def test_a_column_without_its_leader_acts_as_before():
    playing = two_columns()
    playing.state = playing.state.with_leader(replace(playing.leader("rev1-leader"), alive=False, place=None))
    start_column(playing, "rev1")
    unled = playing.unit("rev1-unit")
    assert leadership.leader_place(playing.state, unled) is LeaderPlace.NONE, "nobody takes his place"
    chief = leader("chief", REV, (14, 4), column="rev2", chief=True)
    assert leadership.leader_place(playing.state.with_leader(chief), unled) is LeaderPlace.WITHIN_6, (
        "but the chief helps"
    )
    playing.do(orders.Command(by=REVOLUTIONARY, unit="rev1-unit", order=MANEUVER_ORDER), order__result=10)
    assert playing.state.turn.pending is not None


@pytest.mark.rule("REV-G.22b", "REV-2.16")
def test_a_chief_without_a_column_acts_in_any_one_round():
    pieces: tuple[Unit | Leader, ...] = (
        *two_columns().state.units.values(),
        *two_columns().state.leaders.values(),
    )
    playing = game(*pieces, leader("chief", REV, (20, 2), column="", chief=True), acting=None)
    start_column(playing, "rev1")
    assert {each.id for each in turn.actors(playing.state)[1]} == {"rev1-leader", "chief"}
    playing.do(orders.Finish(by=REVOLUTIONARY))
    assert not playing.leader("chief").acted, "he waits for another round"
    acts(playing, GOV)
    start_column(playing, "rev2")
    playing.do(orders.LeaderRest(by=REVOLUTIONARY, leader="chief"))
    assert playing.refused(orders.LeaderRest(by=REVOLUTIONARY, leader="chief")) == {"REV-9.08"}, "once a turn"


@pytest.mark.rule("REV-G.22b", "REV-3.06")
def test_a_chief_who_alone_is_left_does_not_end_the_turn_of_the_others():
    """One column and a chief against two columns."""
    pieces = [each for each in two_columns().state.units.values() if each.id != "rev2-unit"]
    chief = leader("chief", REV, (20, 2), column="", chief=True)
    playing = whole_round(game(*pieces, chief, acting=None), "rev1")
    whole_round(playing, "gov1")
    playing.do(orders.LeaderRest(by=REVOLUTIONARY, leader="chief"))
    assert to_play(playing) == (GOV, Phase.FREE)
    assert [each.id for each in turn.actors(playing.state)[0]] == ["gov2-unit"]


@pytest.mark.rule("REV-2.17")
def test_two_kinds_of_marker_are_shown_to_all_and_who_has_acted():
    assert set(Status) - {Status.OK} == {Status.DISORDERED, Status.DEMORALIZED}
    playing = two_columns()
    playing.state = playing.state.with_unit(
        replace(playing.unit("gov1-unit").did(acted=True), status=Status.DISORDERED)
    )
    seen = TABLE.view(playing.state, Seat("rev", (REVOLUTIONARY,))).units["gov1-unit"]
    assert seen.status is Status.DISORDERED
    assert seen.deeds.acted


def test_every_decision_names_orders_there_are():
    playing = two_columns()
    for _ in range(3):
        for decision in TABLE.decisions(playing.state):
            assert set(decision.orders) <= set(TABLE.orders)
        columns = turn.columns_left(playing.state, playing.state.turn.side or REV)
        if playing.state.turn.phase is Phase.ROUND:
            start_column(playing, columns[0])
        else:
            playing.do(orders.Finish(by=(playing.state.turn.side or REV).value))
