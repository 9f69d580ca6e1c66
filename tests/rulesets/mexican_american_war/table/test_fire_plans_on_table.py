"""A fire phase laid out as a list of shots: who fires at whom with which stands, the sum and the odds of each, and one order that fires all of them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.desk import Draft, DraftShot, Preview, Shot
from sandtable.battle.order import read_order
from sandtable.kernel.messages import Texts
from sandtable.miniatures.acting import law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table.rules import KIT, TABLE
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import Phase
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    SEATS,
    US,
    act,
    done,
    guns,
    horse,
    laid,
    leader,
    pose,
    unit,
)

ZACHARY, MARIANO = SEATS
DESK: Any = TABLE.desk
UNITS = (
    unit("5th", US, pose(30, 20), 8),
    unit("8th", US, pose(40, 20), 8),
    unit("3rd", US, pose(70, 20), 6),
    horse("2nd Dragoons", US, pose(50, 16), 4),
    guns("Ringgold", US, pose(20, 18), 2),
    leader("Taylor", US, pose(32, 16), "5th", "8th"),
    unit("1st Line", MEX, pose(31, 26, DOWN), 6),
    unit("4th Line", MEX, pose(38, 26, DOWN), 6),
)
FIELD = laid(*UNITS, phase=Phase.OFFENSIVE_FIRE)


@pytest.fixture(autouse=True)
def strictly():
    with Texts.strictly():
        yield


def laid_out(*shots: DraftShot, field: MawField = FIELD) -> Preview:
    found: Preview = DESK.preview(field, ZACHARY, Draft(offer="shots", shots=shots))
    return found


def by(shot: Shot) -> dict[str, int]:
    """Who fires in a shot, with how many stands."""
    return {each.piece: each.stands for each in shot.shooters if each.stands}


def test_a_side_with_targets_lays_out_its_fire_and_goes_on_otherwise():
    panel = DESK.panel(FIELD, ZACHARY, "")
    assert (panel.usual, [offer.id for offer in panel.offers]) == ("shots", ["shots", "next_phase"])
    assert panel.offers[0].needs == ("shots",)
    assert DESK.panel(FIELD, MARIANO, "").offers == ()
    calm = laid(*UNITS)
    assert "shots" not in [offer.id for offer in DESK.panel(calm, ZACHARY, "").offers]
    assert DESK.preview(calm, ZACHARY, Draft(offer="shots")).objections


def test_before_any_shot_it_says_who_could_be_fired_at_and_who_can_fire_at_nobody():
    empty = laid_out()
    assert (empty.order, empty.verb, empty.shots) == (None, "Choose a target", ())
    marks = {each.piece: (each.words, each.outlook) for each in empty.marks}
    assert set(marks) == {"1st Line", "4th Line"}
    further = laid(*UNITS, horse("Lanceros", MEX, pose(20, 40, DOWN), 4), phase=Phase.OFFENSIVE_FIRE)
    near = [each.piece for each in laid_out(field=further).marks]
    assert near[-1] == "Lanceros", "the nearest come first"
    assert marks["1st Line"][1].startswith("3 units, ")
    idle = {each.title: each.objection for each in empty.idle}
    assert set(idle) == {"3rd", "2nd Dragoons"}  # no leader
    assert idle["3rd"].words.startswith("Out of range")
    assert all(each.rule for each in idle.values())


def test_a_shot_is_by_all_who_bear_with_its_points_its_sum_its_odds_and_its_meaning():
    told = laid_out(DraftShot("1st Line"))
    (shot,) = told.shots
    assert set(by(shot)) == {"5th", "8th", "Ringgold"}
    words = {each.piece: (each.words, each.points) for each in shot.shooters}
    assert words["Ringgold"] == ("2 guns, 10.6 in", "10")
    assert words["5th"][0].endswith(" stands, 6 in")
    assert all(each.ray is not None for each in shot.shooters)
    order = read_order(TABLE.orders, told.order)
    assert isinstance(order, Act)
    assert {order.piece, *order.helpers} == set(by(shot))
    law = law_of(KIT, FIELD, order).law
    assert shot.odds is not None
    assert sum(bar.chance for bar in shot.odds.bars) == pytest.approx(1)
    lost = float(law.mean(lambda verdict: verdict.measure("stands_lost")))
    assert shot.meaning.startswith("Disordered ")
    assert f"loses {round(lost, 1):g} " in shot.meaning
    assert shot.sum.split()[0] == str(sum(int(float(each.points)) for each in shot.shooters))
    assert told.verb == "Fire 1 shot"
    assert [each.piece for each in told.marks] == ["4th Line"]


def test_units_are_taken_out_and_stands_are_shared_and_each_fires_once():
    free = laid_out(DraftShot("1st Line"), DraftShot("4th Line"))
    first, second = free.shots
    shared = next(each for each in second.shooters if each.piece == "5th")
    assert shared.shared
    assert shared.stands + next(each.stands for each in first.shooters if each.piece == "5th") <= 8
    some = laid_out(DraftShot("1st Line", {"5th": 2}), DraftShot("4th Line"))
    assert by(some.shots[0]) == {"5th": 2}
    out = [each for each in some.shots[0].shooters if not each.stands]
    assert {each.piece for each in out} == {"8th", "Ringgold"}
    assert all(each.words and not each.points and each.ray is None for each in out)
    orders = read_order(TABLE.orders, some.order)
    assert isinstance(orders, Act)
    assert len(orders.chosen["split"]["5th"].split()) == 2
    (then,) = orders.then
    assert then.optional
    assert isinstance(then, Act)
    used = {*orders.chosen["split"]["5th"].split()}
    assert not used & {*then.chosen.get("split", {}).get("5th", "").split()}
    assert some.verb == "Fire 2 shots"


def test_nobody_in_a_shot_and_targets_that_are_gone_are_no_order():
    nobody = laid_out(DraftShot("1st Line", {}))
    assert (nobody.order, nobody.verb) == (None, "Choose a target")
    assert by(nobody.shots[0]) == {}
    assert laid_out(DraftShot("Santa Anna")).shots == ()


def test_what_has_been_fired_at_is_no_target_any_more_and_its_order_can_be_given():
    plan = laid_out(DraftShot("1st Line", {"5th": 3}))
    order = read_order(TABLE.orders, plan.order)
    assert isinstance(order, Act)
    after = done(FIELD, order, fire_die=1)
    left = laid_out(field=after)
    assert [each.piece for each in left.marks] == ["4th Line"]
    rest = laid_out(DraftShot("4th Line"), field=after)
    assert 0 < by(rest.shots[0]).get("5th", 0) <= 5
    assert done(after, act("next_phase")).books.phase is not Phase.OFFENSIVE_FIRE


def test_five_units_make_one_shot_with_exact_odds():
    lines = [unit(f"{number}th", US, pose(15 + 6 * number, 20), 5) for number in range(5)]
    field = laid(
        *lines,
        unit("1st Line", MEX, pose(27, 24, DOWN), 20),
        phase=Phase.OFFENSIVE_FIRE,
    )
    told = laid_out(DraftShot("1st Line"), field=field)
    (shot,) = told.shots
    assert len(by(shot)) == 5
    order = read_order(TABLE.orders, told.order)
    assert isinstance(order, Act)
    assert shot.odds is not None
    exact = law_of(KIT, field, order).law
    assert shot.odds.bars[0].chance == pytest.approx(
        float(sum(chance for verdict, chance in exact if verdict.outcome().label == exact_first(exact)))
    )


def exact_first(law: Any) -> Any:
    """The mildest outcome of a law."""
    return min((verdict.outcome() for verdict, _ in law), key=lambda outcome: outcome.order).label
