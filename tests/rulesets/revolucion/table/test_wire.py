"""Barbed wire on the table: who is barred by it, and how it is cut (REV-10.85 to REV-10.87, REV-G.36)."""

from __future__ import annotations

import pytest

from sandtable.battle.scenario.reader import read_scenario
from sandtable.geometry.measure import inches
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import offers, orders
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.scenarios.deployment import state_of
from sandtable.rulesets.revolucion.vocabulary import FireMode, Loss
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER_ORDER,
    NORTH,
    REV,
    SOUTH,
    game,
    ground,
    leader,
    point,
    pose,
    unit,
)
from tests.support.scenarios import part, two_lines
from tests.support.talk import Fields, of_kind

BY = REV.value
FIELD = ground(
    lines={f"wire-{number}": ("wire", (point(6 + 2 * number, 10), point(8 + 2 * number, 10))) for number in range(1, 5)}
)  # four segments from x = 8 to x = 16 along y = 10


def field(*pieces, **more):
    return game(*pieces, terrain=FIELD, options={"wire": True}, **more)


def ordered(playing, name, order=MANEUVER_ORDER):
    return playing.do(orders.Command(by=BY, unit=name, order=order), order__result=10)


def north(name, x, y, facing=0):
    return orders.Move(by=BY, unit=name, path=(pose(x, y, facing),))


@pytest.mark.rule("REV-10.85b", "REV-T.25")
@pytest.mark.parametrize(("kind", "crosses"), (("RegularInfantry", False), ("armoredCar", False), ("tankette", True)))
def test_nobody_but_tankettes_crosses_wire(kind, crosses):
    bases = 4 if kind == "RegularInfantry" else 1
    playing = ordered(field(unit("us", REV, (12, 8, NORTH), kind, bases), unit("enemy", GOV, (40, 30, SOUTH))), "us")
    order = north("us", 12, 11.9)
    assert (playing.refused(order) == set()) is crosses
    if not crosses:
        assert playing.refused(order) == {"REV-10.85b"}
        assert not playing.problems(north("us", 12, 9.9)), "up to the wire it may go"


@pytest.mark.rule("REV-10.86", "REV-G.36", "REV-T.25")
def test_a_rest_in_contact_cuts_the_segment_and_others_use_the_gap_at_once():
    playing = field(
        unit("cutters", REV, (11, 10, NORTH), ranks=(2, 2), started=4, kind="IrregularInfantry"),
        unit("after", REV, (11, 6, NORTH), "IrregularCavalry", 4, ranks=(2, 2)),
        unit("enemy", GOV, (11, 30, SOUTH)),
    )
    # Two segments touch its front, which is from x = 10 to x = 12: its own choice.
    assert playing.refused(orders.Rest(by=BY, unit="cutters", cuts="wire-4")) == {"REV-10.86"}
    assert playing.refused(orders.Rest(by=BY, unit="after", cuts="wire-2")) == {"REV-10.86"}, "it is far from the wire"
    playing.do(orders.Rest(by=BY, unit="cutters", cuts="wire-2"))
    assert [line.id for line in playing.state.cut] == ["wire-2"]
    assert "wire-2" not in {line.id for line in playing.state.terrain.lines}
    assert playing.unit("cutters").deeds.acted, "the turn is spent on it"
    ordered(playing, "after")
    playing.do(north("after", 11, 14))
    assert playing.at("after") == (11, 14), "a unit that acts later goes through the gap"


@pytest.mark.rule("REV-G.36")
def test_under_fire_wire_is_cut_all_the_same_one_segment_a_rest():
    cutters = unit("cutters", REV, (12, 10, NORTH)).did(under_fire=True)
    playing = field(cutters, unit("enemy", GOV, (12, 20, SOUTH)))
    cuts = [each for each in offers.unit_offers(playing.state, "cutters") if each.action == "cut_wire" and each.legal]
    assert {of_kind(orders.Rest, each.order).cuts for each in cuts} == {"wire-2", "wire-3"}
    playing.do(orders.Rest(by=BY, unit="cutters", cuts="wire-3"))
    assert [line.id for line in playing.state.cut] == ["wire-3"]


@pytest.mark.rule("REV-10.87")
def test_artillery_never_cuts_wire_not_by_fire_either():
    playing = field(
        unit("guns", REV, (11, 10, NORTH), "Artillery", 2, DEPLOYED),
        unit("enemy", GOV, (11, 16, SOUTH)),
    )
    assert playing.refused(orders.Rest(by=BY, unit="guns", cuts="wire-2")) == {"REV-10.87"}
    playing.do(orders.Fire(by=BY, unit="guns", target="enemy", mode=FireMode.DEPLOYED), fire__effect=10)
    assert not playing.state.cut
    assert {line.id for line in playing.state.terrain.lines} == {"wire-1", "wire-2", "wire-3", "wire-4"}


@pytest.mark.rule("REV-G.36b")
def test_wire_gives_no_cover_and_hides_nobody():
    playing = field(
        unit("us", REV, (11, 6, NORTH), formation=DEPLOYED), unit("enemy", GOV, (11, 10.2, SOUTH), formation=DEPLOYED)
    )
    playing.do(orders.Fire(by=BY, unit="us", target="enemy", mode=FireMode.DEPLOYED), fire__effect=1)
    fired = next(event for event in playing.events if event.kind == "fired")
    assert fired.cover == "open"
    assert fired.range * 1000 == inches(4.2)


@pytest.mark.rule("REV-G.36b")
def test_no_assault_goes_across_wire():
    playing = field(unit("us", REV, (12, 8, NORTH)), unit("enemy", GOV, (12, 11.5, SOUTH)))
    assert playing.refused(orders.Assault(by=BY, unit="us", target="enemy")) == {"REV-10.85b"}
    beside = field(unit("us", REV, (20, 8, NORTH)), unit("enemy", GOV, (20, 11.5, SOUTH)))
    assert not beside.problems(orders.Assault(by=BY, unit="us", target="enemy"))


@pytest.mark.rule("REV-G.36b")
def test_who_falls_back_is_barred_by_wire_as_by_impassable_ground():
    """Fire takes a base: with wire close behind it all along, the unit cannot fall back and surrenders."""
    shot: Fields = {"fire__effect": 3}
    wire = ground(lines={"long": ("wire", (point(0, 10), point(48, 10)))})
    pieces = (
        unit("us", REV, (12, 14.2, SOUTH), formation=DEPLOYED),
        unit("enemy", GOV, (12, 12.1, NORTH), "IrregularInfantry", 6, status="Demoralized"),
    )
    barred = game(*pieces, terrain=wire, options={"wire": True})
    barred.do(orders.Fire(by=BY, unit="us", target="enemy", mode=FireMode.DEPLOYED), **shot)
    assert barred.unit("enemy").gone is Loss.SURRENDERED
    free = game(*pieces)
    free.do(orders.Fire(by=BY, unit="us", target="enemy", mode=FireMode.DEPLOYED), **shot)
    assert free.unit("enemy").gone is None
    assert free.at("enemy")[1] < 10


@pytest.mark.rule("REV-G.36b")
def test_leaders_pass_only_where_a_segment_is_gone():
    playing = field(
        unit("us", REV, (11, 10, NORTH)), leader("chief", REV, (14, 8)), unit("enemy", GOV, (11, 30, SOUTH))
    )
    ride = orders.MoveLeader(by=BY, leader="chief", path=(point(15, 8), point(15, 12)))
    assert playing.refused(ride) == {"REV-10.85b"}
    through = orders.MoveLeader(by=BY, leader="chief", path=(point(11, 8), point(11, 12)))
    assert playing.refused(through) == {"REV-10.85b"}
    playing.do(orders.Rest(by=BY, unit="us", cuts="wire-2"))
    assert playing.refused(ride) == {"REV-10.85b"}, "there the wire still stands"
    assert not playing.problems(orders.MoveLeader(by=BY, leader="chief", path=(point(11, 9.2), point(11, 12))))


SCENARIO = two_lines("Wire", part("line", kind="wire", points=[[6, 12], [13, 12]]), options=("wire",))


@pytest.mark.rule("REV-10.85")
def test_a_scenario_lays_wire_in_segments_of_about_two_inches():
    state = state_of(read_scenario(SCENARIO, "wire"), RULESET.default_tables)
    lengths = [
        max(abs(b.x - a.x), abs(b.y - a.y))
        for line in state.terrain.lines
        for a, b in zip(line.points, line.points[1:], strict=False)
    ]
    assert len(state.terrain.lines) == 4
    assert all(inches(1.5) <= each <= inches(2.5) for each in lengths)
    assert state.tables.option("wire"), "the scenario brings wire in"
    assert TABLE.set_up(SCENARIO, RULESET.default_tables).cut == ()
