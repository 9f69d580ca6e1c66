"""Leaders on the table: command, contact, going along, getting away, dying (chapter 9, REV-G.21, REV-G.39, REV-G.40)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.geometry.distance import distance
from sandtable.rulesets.revolucion.table import events, leadership, orders
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.vocabulary import FireMode, LeaderPlace
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER_ORDER,
    REV,
    Game,
    game,
    leader,
    point,
    pose,
    unit,
)
from tests.support.talk import there

BY = REV.value
CONTACT = (20, 7.25)  # just behind a unit of two ranks whose front is at (20, 10)


def with_leader(at: tuple[float, float] = CONTACT, *more: Any, **leader_fields: Any) -> Game:
    return game(
        unit("own", REV, (20, 10, 0)), leader("boss", REV, at, **leader_fields), *more, unit("far", GOV, (40, 34, 180))
    )


def place(playing: Game, name: str = "own", *, leads: bool = True) -> LeaderPlace:
    return leadership.leader_place(playing.state, playing.unit(name), leads=leads)


@pytest.mark.rule("REV-0.07", "REV-9.01", "REV-G.39", "REV-2.14b")
def test_attached_by_contact_near_within_six_inches_from_edge_to_edge():
    assert measures(with_leader().state.tables).leader_radius == 750
    assert place(with_leader()) is LeaderPlace.ATTACHED
    assert place(with_leader((20, 1.25))) is LeaderPlace.WITHIN_6, "6 inches from edge to edge"
    assert place(with_leader((20, 1.24))) is LeaderPlace.NONE


@pytest.mark.rule("REV-9.04", "REV-T.28")
def test_a_leader_helps_only_his_own_column():
    playing = with_leader(CONTACT, unit("mate", REV, (30, 10, 0), column="other"), column="other")
    assert place(playing) is LeaderPlace.NONE, "in contact, but not his"
    assert place(with_leader(CONTACT, column="rev")) is LeaderPlace.ATTACHED


@pytest.mark.rule("REV-9.04b", "REV-2.16b", "REV-9.06", "REV-G.21", "REV-T.28")
def test_the_commander_in_chief_helps_any_unit_by_option_only_where_its_own_leader_is_far():
    own, other = leader("own-leader", REV, (20, 5)), unit("mate", REV, (40, 4, 0), column="other")
    chief = leader("chief", REV, CONTACT, column="other", chief=True)
    playing = game(unit("own", REV, (20, 10, 0)), own, chief, other, unit("far", GOV, (40, 34, 180)))
    assert place(playing) is LeaderPlace.ATTACHED
    assert leadership.attached(playing.state, playing.unit("own")) == ("chief",)
    strict = game(
        unit("own", REV, (20, 10, 0)), own, chief, other, unit("far", GOV, (40, 34, 180)), options={"cinc.strict": "on"}
    )
    assert place(strict) is LeaderPlace.WITHIN_6, "its own Leader is near, so the chief does not count"


@pytest.mark.rule("REV-9.05", "REV-T.45", "REV-7.26", "REV-G.39d")
def test_contact_counts_for_every_action_and_may_be_declined_in_an_assault_only():
    playing = with_leader()
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), order__result=1)
    assert playing.unit("own").deeds.result is not None
    assert there(playing.unit("own").deeds.result).value == "received", "1, +1 for Regulars, +4 for the Leader"
    assert place(playing, leads=False) is LeaderPlace.WITHIN_6


@pytest.mark.rule("REV-9.08b", "REV-G.39c", "REV-T.28")
def test_a_leader_goes_along_with_his_unit_even_if_he_has_moved():
    playing = with_leader((30, 7))
    playing.do(orders.MoveLeader(by=BY, leader="boss", path=(point(*CONTACT),)))
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), order__result=10)
    playing.do(orders.Move(by=BY, unit="own", path=(pose(20, 16, 0),), leaders=("boss",)))
    assert playing.leader("boss").place == point(20, 13.25), "as far behind as before"
    assert leadership.attached(playing.state, playing.unit("own")) == ("boss",)


@pytest.mark.rule("REV-9.08b")
def test_a_leader_may_stay_and_only_an_attached_one_goes_along():
    playing = with_leader()
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), order__result=10)
    playing.do(orders.Move(by=BY, unit="own", path=(pose(20, 16, 0),)))
    assert playing.leader("boss").place == point(*CONTACT)
    apart = with_leader((20, 3))
    apart.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), order__result=10)
    assert apart.refused(orders.Move(by=BY, unit="own", leaders=("boss",))) == {"REV-9.08b"}


@pytest.mark.rule("REV-9.12")
def test_a_leader_between_two_units_is_with_both():
    playing = game(
        unit("left", REV, (18, 10, 0)),
        unit("right", REV, (21.5, 10, 0)),
        leader("boss", REV, (19.75, 9)),
        unit("far", GOV, (40, 34, 180)),
    )
    assert leadership.attached_to(playing.state, playing.leader("boss")) == ("left", "right")


# ---- Under fire ----------------------------------------------------------------------------------------------------------------------


def shot_at(*leaders: Any, more: Any = (), y: float = 15) -> Game:
    """Government machine guns in front of the unit that the Leader is with."""
    return game(
        unit("guns", GOV, (20, y, 180), "MachineGuns", 3, DEPLOYED),
        unit("own", REV, (20, 10, 0), status="Demoralized"),
        *leaders,
        *more,
        acting=GOV,
    )


FIRE = orders.Fire(by=GOV.value, unit="guns", target="own", mode=FireMode.DEPLOYED)


@pytest.mark.rule("REV-9.10", "REV-4.84", "REV-2.15")
def test_an_attached_leader_falls_back_with_his_unit():
    playing = shot_at(leader("boss", REV, CONTACT))
    playing.do(FIRE, fire__effect=1, leader__risk=20)
    assert playing.at("own") == (20, 4)
    assert playing.leader("boss").place == point(20, 1.25)


@pytest.mark.rule("REV-9.10b")
@pytest.mark.parametrize(("choice", "where"), (("stays", point(20, 7.25)), ("goes", point(20, 1.25))))
def test_one_in_contact_with_another_unit_too_may_stay(choice, where):
    mate = unit("mate", REV, (21.75, 8, 0), column="rev")
    playing = shot_at(leader("boss", REV, CONTACT), more=(mate,))
    playing.do(FIRE, choose=choice, fire__effect=1, leader__risk=20)
    assert playing.leader("boss").place == where


@pytest.mark.rule("REV-G.08c", "REV-2.15", "REV-11.04b")
def test_a_leader_with_a_unit_that_is_hit_may_be_killed_and_costs_morale():
    playing = shot_at(leader("boss", REV, CONTACT))
    playing.do(FIRE, fire__effect=1, leader__risk=1)
    assert not playing.leader("boss").alive
    assert playing.state.armies[REV].morale == 4
    unattached = shot_at(leader("boss", REV, (20, 4)))
    unattached.do(FIRE, fire__effect=1)
    assert unattached.leader("boss").alive, "no die for a Leader who only stands near"


@pytest.mark.rule("REV-G.08g", "REV-9.13", "REV-G.40")
def test_a_leader_whose_unit_is_destroyed_gets_six_inches_away_from_all_enemies():
    playing = shot_at(leader("boss", REV, CONTACT), y=12)
    playing.do(FIRE, fire__effect=10, leader__risk=20)
    assert playing.unit("own").gone is not None
    his = playing.state.position.figures["boss"]
    gaps = [distance(his, stands) for stands in playing.state.position.enemies(REV)]
    assert min(gaps) >= 6000
    assert min(gaps) < 6300, "to the nearest such place"
    assert not playing.leader("boss").acted, "free, and not his move"


@pytest.mark.rule("REV-9.13", "REV-G.40")
def test_a_leader_alone_in_the_way_of_an_enemy_moves_off():
    playing = game(
        unit("own", REV, (20, 10, 0)),
        leader("lone", GOV, (20, 13)),
        unit("far", GOV, (40, 34, 180)),
        leader("safe", GOV, (30, 30)),
    )
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), order__result=10)
    playing.do(orders.Move(by=BY, unit="own", path=(pose(20, 16, 0),)))
    away = playing.state.position.figures["lone"]
    stands = playing.unit("own").stands
    assert stands is not None
    assert distance(away, stands) >= 6000
    assert playing.leader("safe").place == point(30, 30)
    assert any(isinstance(event, events.LeaderStood) and event.how == "away" for event in playing.events)


@pytest.mark.rule("REV-9.11", "REV-2.15b")
def test_a_leader_is_no_target():
    playing = shot_at(leader("boss", REV, CONTACT))
    fire = orders.Fire(by=GOV.value, unit="guns", target="boss", mode=FireMode.DEPLOYED)
    assert playing.refused(fire) == {"REV-2.15b"}
