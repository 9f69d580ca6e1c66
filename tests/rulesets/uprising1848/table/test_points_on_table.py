"""Points, and how a rising ends (chapter 12, R48-11.16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.rulesets.uprising1848.books import ScoreLine
from sandtable.rulesets.uprising1848.effects import scored
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.rules import TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Goal, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Entry, Firearm, Grade, Kind, Scenario
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    TABLES,
    VETERAN,
    act,
    area,
    at,
    done,
    gov,
    hits,
    laid,
    plain,
    rebels,
    row,
    troops,
    with_unit,
)

FAR = troops("Far", row(40, 70, 2))


@pytest.mark.rule("R48-12.03g", "R48-12.03h", "R48-12.03i", "R48-12.05")
@pytest.mark.parametrize(
    ("quality", "kind", "points"),
    ((CONSCRIPT, Kind.INFANTRY, 1), (AVERAGE, Kind.INFANTRY, 2), (VETERAN, Kind.INFANTRY, 3), (CIVILIAN, Kind.MOB, 0)),
)
def test_who_falls_of_the_government_is_worth_points_by_his_quality(quality, kind, points):
    field = laid(
        rebels("Core", row(10, 10, 4), men=plain(4), nco=False),
        troops("Line", row(10, 16, 4), men=plain(4, quality), nco=False, quality=quality, kind=kind),
        FAR,
    )
    order = act("fire_musket", "Core", "Line")
    field = done(field, order, fire_hits=hits(2), morale_check=1)
    assert len(field.men["Line"]) == 2
    assert field.books.points == 2 * points


@pytest.mark.rule("R48-12.03a", "R48-12.09", "R48-12.09a")
def test_a_fallen_leader_costs_points_and_those_wiped_out_may_still_have_won():
    men = (replace(plain(1)[0], role=Role.LEADER),)
    field = laid(
        rebels("Core", at((10, 16)), men=men, leader=True, nco=False),
        troops("Line", row(8, 10, 4), men=plain(4, AVERAGE), nco=False),
        side=GOVERNMENT,
    )
    order = gov("fire_musket", "Line", "Core", marks=(0,), chosen={"officer_named": True})
    lost = done(field, order, fire_hits=hits(1))
    assert lost.books.points == -5
    result = TABLE.result(lost)
    assert result is not None
    assert (result.reason.id, result.winner) == ("ended.wiped_out", GOVERNMENT)
    rich = replace(lost, books=replace(lost.books, lines=(*lost.books.lines, *recruited(9))))
    result = TABLE.result(rich)
    assert result is not None
    assert (result.reason.id, result.winner) == ("ended.wiped_out", PLAYER)


def recruited(number: int) -> tuple[ScoreLine, ...]:
    """So many civilians were recruited, a point each."""
    return (ScoreLine(Entry.CIVILIAN_RECRUITED, number, scored(Entry.CIVILIAN_RECRUITED, number, TABLES).points),)


@pytest.mark.rule("R48-12.04", "R48-12.08a")
def test_any_points_at_all_are_a_victory_and_without_a_limit_it_goes_on_until_nobody_is_left():
    last = laid(rebels("Core", row(10, 10, 2)), FAR, side=None, turn=6, goal=Goal(turns=5))
    result = TABLE.result(last)
    assert result is not None
    assert result.winner == GOVERNMENT  # nought is not positive
    one = replace(last, books=replace(last.books, lines=recruited(1)))
    result = TABLE.result(one)
    assert result is not None
    assert result.winner == PLAYER
    assert TABLE.result(laid(rebels("Core", row(10, 10, 2)), FAR, side=None, turn=500, goal=Goal())) is None


@pytest.mark.rule("R48-11.16", "R48-11.16a")
def test_the_manor_is_won_by_lord_and_estate_and_marginally_by_the_estate_alone():
    house = area("house", 8, 8, 10, 6, "manor")
    lord = troops("Lord", at((40, 60)), kind=Kind.ARISTOCRATS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    goal = Goal(Scenario.MANOR, turns=20, lord="Lord", estate="manor")
    field = laid(rebels("Core", row(10, 10, 3)), lord, FAR, ground=(house,), goal=goal)
    assert TABLE.result(field) is None  # the lord is still about
    fled = without(field, "Lord", gone=True)
    result = TABLE.result(fled)
    assert result is not None
    assert (result.reason.id, result.scores[0]) == ("ended.manor", (PLAYER, 10))
    taken = without(field, "Lord", gone=True, officer_scored=True)
    result = TABLE.result(taken)
    assert result is not None
    assert result.scores[0] == (PLAYER, 100)
    assert dict(result.reason.parameters)["grade"] is Grade.HIGHEST


def without(field: UprisingField, name: str, **books: Any) -> UprisingField:
    """The table on which somebody has left play."""
    pieces = {each: piece for each, piece in field.pieces.items() if each != name}
    men = {each: some for each, some in field.men.items() if each != name}
    return with_unit(replace(field, pieces=pieces, men=men), name, **books)
