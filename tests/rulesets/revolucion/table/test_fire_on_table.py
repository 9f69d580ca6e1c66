"""Fire from positions: range, arc, sight, cover, permission, what it does to the target (chapters 5, 6 and 8, REV-G.20, REV-G.24, REV-G.25)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle.order import TableProblem
from sandtable.geometry.terrain import Terrain
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.combat import shots
from sandtable.rulesets.revolucion.table.offers import unit_offers
from sandtable.rulesets.revolucion.vocabulary import Afterwards, Cover, FireMode, Loss, Order, Status
from tests.rulesets.revolucion.table.field import (
    DEPLOY_ORDER,
    DEPLOYED,
    GOV,
    MANEUVER,
    MARCH,
    REV,
    Game,
    box,
    game,
    ground,
    point,
    pose,
    unit,
)

BY = REV.value


def facing(
    gap: float = 5, *more: Any, terrain: Terrain | None = None, own: dict[str, Any] | None = None, **enemy: Any
) -> Game:
    """A deployed unit at (20, 10) faces north to an enemy ``gap`` inches away."""
    firer = unit("own", REV, (20, 10, 0), **{"formation": DEPLOYED} | (own or {}))
    target = unit("enemy", GOV, (20, 10 + gap, 180), **{"formation": DEPLOYED} | enemy)
    return game(firer, target, *more, terrain=terrain)


def fire(mode: FireMode = FireMode.DEPLOYED, **more: Any) -> orders.Fire:
    return orders.Fire(by=BY, unit="own", target="enemy", mode=mode, **more)


def told(playing: Game) -> events.Fired:
    return next(event for event in playing.events if isinstance(event, events.Fired))


MOVING = FireMode.MOVING
FROM_MANEUVER = {"formation": MANEUVER}


@pytest.mark.rule("REV-6.08", "REV-6.05", "REV-T.11")
@pytest.mark.parametrize(
    ("kind", "bases", "reach"), (("RegularInfantry", 4, 12), ("MachineGuns", 2, 18), ("Artillery", 2, 24))
)
def test_the_range_is_from_front_to_nearest_part_and_up_to_the_reach(kind, bases, reach):
    own = {"kind": kind, "bases": bases}
    assert facing(reach, own=own).refused(fire()) == set()
    assert facing(reach + 0.01, own=own).refused(fire()) == {"REV-6.05"}
    playing = facing(reach, own=own).do(fire(), fire__effect=1)
    assert told(playing).range == Fraction(reach)


@pytest.mark.rule("REV-6.07")
def test_a_range_may_be_measured_as_often_as_one_likes_before_anything_is_ordered():
    playing = facing(7.25)
    before = playing.state
    for _ in range(2):
        aimed = shots.plan_fire(playing.state, fire()).more
        assert aimed.range == 7250
    assert playing.state == before
    assert not playing.problems(orders.Command(by=BY, unit="own", order=Order.MANEUVER)), "it may still do otherwise"


@pytest.mark.rule("REV-6.10b", "REV-6.12", "REV-6.13", "REV-T.15")
@pytest.mark.parametrize(
    ("x", "legal"), ((20, True), (26, True), (28.9, True), (29.1, False), (11.1, True), (10.9, False))
)
def test_a_target_must_be_at_least_partly_in_the_arc(x, legal):
    """A front of 4 inches at y = 10; a target 4 wide whose back is at y = 15: its near corner is in the arc up to 2 + 5 from the middle."""
    playing = game(
        unit("own", REV, (20, 10, 0), formation=DEPLOYED), unit("enemy", GOV, (x, 14, 180), formation=DEPLOYED)
    )
    assert playing.refused(fire()) == (set() if legal else {"REV-6.10b"})


@pytest.mark.rule("REV-6.10", "REV-6.11", "REV-8.22", "REV-G.24")
def test_woods_hide_what_is_more_than_three_inches_in():
    woods = ground(areas={"wood": ("woods", box(10, 12, 30, 30))})
    assert facing(4.9, terrain=woods).refused(fire()) == set(), "2.9 inches of wood"
    assert facing(5.1, terrain=woods).refused(fire()) == {"REV-6.10"}


@pytest.mark.rule("REV-6.14", "REV-T.33", "REV-G.24g", "REV-8.40b")
def test_friends_less_than_half_an_inch_from_the_line_forbid_the_fire():
    between = unit("friend", REV, (20, 13, 0), "MachineGuns", 1)
    assert facing(6, between, own={"kind": "MachineGuns", "bases": 1}, bases=1, kind="MachineGuns").refused(fire()) == {
        "REV-6.14"
    }
    aside = unit("friend", REV, (21.6, 13, 0), "MachineGuns", 1)
    assert (
        facing(6, aside, own={"kind": "MachineGuns", "bases": 1}, bases=1, kind="MachineGuns").refused(fire()) == set()
    )


@pytest.mark.rule("REV-6.14", "REV-G.37")
def test_a_hidden_friend_is_in_nobodys_way():
    """A shot that is refused, or that goes round it, would tell the enemy where it lies."""
    guns: dict[str, Any] = {"own": {"kind": "MachineGuns", "bases": 1}, "bases": 1, "kind": "MachineGuns"}
    between = unit("friend", REV, (20, 13, 0), "MachineGuns", 1)
    assert facing(6, between, **guns).refused(fire()) == {"REV-6.14"}
    hidden = replace(between, hidden=True)
    past, alone = facing(6, hidden, **guns), facing(6, **guns)
    assert past.refused(fire()) == set()
    shots = [told(table.do(fire(), fire__effect=1)) for table in (past, alone)]
    assert shots[0] == shots[1]


# ---- Cover ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-G.25", "REV-8.12")
@pytest.mark.parametrize(("edge", "cover"), ((15.4, Cover.SOFT), (15.6, Cover.OPEN)))
def test_half_the_bases_half_inside_have_the_cover_of_the_ground(edge, cover):
    """A line one base deep, from y = 15 to y = 16, in scrub that begins at ``edge``: sight reaches in."""
    scrub = ground(areas={"scrub": ("scrub", box(10, edge, 30, 20))})
    assert told(facing(5, terrain=scrub).do(fire(), fire__effect=1)).cover is cover


@pytest.mark.rule("REV-G.25b", "REV-8.16", "REV-8.13", "REV-8.24")
@pytest.mark.parametrize(("y", "cover"), ((14.0, Cover.HARD), (13.9, Cover.OPEN), (10.1, Cover.OPEN)))
def test_a_wall_covers_who_is_within_an_inch_behind_it(y, cover):
    wall = ground(lines={"wall": ("wall", (point(10, y), point(30, y)))})
    assert told(facing(5, terrain=wall).do(fire(), fire__effect=1)).cover is cover


@pytest.mark.rule("REV-G.25c")
def test_the_best_single_cover_counts():
    both = ground(
        areas={"scrub": ("scrub", box(10, 14.8, 30, 20))}, lines={"wall": ("wall", (point(10, 14.5), point(30, 14.5)))}
    )
    assert told(facing(5, terrain=both).do(fire(), fire__effect=1)).cover is Cover.HARD


@pytest.mark.rule("REV-G.24b")
def test_tall_ground_before_a_target_outside_it_gives_soft_cover():
    narrow = ground(areas={"wood": ("woods", box(10, 12, 30, 13))})
    assert told(facing(5, terrain=narrow).do(fire(), fire__effect=1)).cover is Cover.SOFT


@pytest.mark.rule("REV-G.24c", "REV-8.13")
def test_a_building_is_as_a_town():
    house = ground(areas={"house": ("building", box(17, 14.9, 23, 17))})
    assert told(facing(5, terrain=house).do(fire(), fire__effect=1)).cover is Cover.HARD


# ---- Who may fire, and how --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-3.20")
def test_deployed_fire_allows_no_turn():
    assert facing().refused(fire(facing=300)) == {"REV-3.20"}


@pytest.mark.rule("REV-3.28", "REV-G.20")
def test_moving_fire_alone_may_turn_first():
    playing = game(unit("own", REV, (20, 10, 90)), unit("enemy", GOV, (20, 15, 180), formation=DEPLOYED))
    assert playing.refused(fire(MOVING)) == {"REV-6.10b"}
    playing.do(fire(MOVING, facing=0), fire__effect=1)
    stands = playing.unit("own").stands
    assert stands is not None
    assert stands.anchor.facing == 0
    assert playing.unit("own").deeds.acted


@pytest.mark.rule("REV-3.27b", "REV-G.20", "REV-3.27")
def test_fire_before_a_move_is_from_the_old_place_and_facing():
    playing = facing(5, own=FROM_MANEUVER)
    assert playing.refused(fire(MOVING, afterwards=Afterwards.MANEUVER, facing=100)) == {"REV-3.27b"}
    playing.do(fire(MOVING, afterwards=Afterwards.MANEUVER), fire__effect=1, order__result=10)
    kinds = playing.kinds()
    assert kinds.index("fired") < kinds.index("commanded")
    pending = playing.state.turn.pending
    assert pending is not None
    assert pending.order is Order.MANEUVER
    playing.do(orders.Move(by=BY, unit="own", path=(pose(20, 8, 0),)))
    assert playing.unit("own").deeds.acted


@pytest.mark.rule("REV-G.04")
def test_when_the_order_after_the_fire_is_lost_the_unit_is_done():
    playing = facing(5, own=FROM_MANEUVER)
    playing.do(fire(MOVING, afterwards=Afterwards.MANEUVER), fire__effect=1, order__result=1)
    assert playing.state.turn.pending is None
    assert playing.unit("own").deeds.acted


@pytest.mark.rule("REV-3.19", "REV-3.19c", "REV-3.30", "REV-G.20b", "REV-T.16")
def test_formations_decide_which_fire_there_is():
    assert facing(5, own=FROM_MANEUVER).refused(fire()) == {"REV-3.19c"}
    assert facing(5).refused(fire(MOVING)) == {"REV-G.20b"}
    for mode in FireMode:
        assert facing(5, own={"formation": MARCH}).refused(fire(mode)) == {"REV-3.30"}


@pytest.mark.rule("REV-3.19b", "REV-3.21")
def test_who_deploys_this_turn_does_not_use_deployed_fire():
    playing = facing(5, own=FROM_MANEUVER)
    playing.do(orders.Command(by=BY, unit="own", order=DEPLOY_ORDER), order__result=10)
    playing.do(orders.Form(by=BY, unit="own"))
    assert playing.refused(fire()) == {"REV-3.40"}, "its action is spent"
    late = facing(5, own=FROM_MANEUVER)
    late.state = late.state.with_unit(unit("mate", REV, (30, 10, 0)))
    assert late.refused(
        orders.Fire(by=BY, unit="own", target="enemy", mode=FireMode.DEPLOYED, afterwards=Afterwards.DEPLOY_TACTICAL)
    ) == {"REV-3.21"}


@pytest.mark.rule("REV-G.20c")
def test_by_option_fire_may_follow_the_deployment():
    playing = game(
        unit("own", REV, (20, 10, 0)),
        unit("enemy", GOV, (20, 15, 180), formation=DEPLOYED),
        options={"fire.afterDeploy": "on"},
    )
    playing.do(orders.Command(by=BY, unit="own", order=DEPLOY_ORDER), order__result=10)
    playing.do(orders.Form(by=BY, unit="own"))
    playing.do(fire(MOVING), fire__effect=1)
    assert playing.unit("own").deeds.acted


@pytest.mark.rule("REV-6.03")
def test_transports_do_not_fire():
    assert facing(5, own={"kind": "SlowTransport", "bases": 2}).refused(fire()) == {"REV-6.03"}


# ---- What it does --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-4.84", "REV-4.82", "REV-5.12", "REV-T.03")
def test_infantry_that_loses_a_base_falls_back_six_inches_as_it_stands():
    """Machine guns, 3 bases, at 6 to 12 inches on infantry in maneuver formation: 5+2-1+1 is 7, a 7 makes 14, three levels."""
    playing = facing(8, own={"kind": "MachineGuns", "bases": 3}, formation=MANEUVER)
    playing.do(fire(), fire__effect=7)
    enemy = playing.unit("enemy")
    assert (enemy.status, enemy.bases) == (Status.DEMORALIZED, 3)
    assert enemy.formation is MANEUVER
    assert enemy.stands is not None
    assert enemy.stands.anchor.facing == 1800
    assert playing.at("enemy") == (20, 24)


@pytest.mark.rule("REV-5.18", "REV-5.10")
def test_a_result_without_movement_leaves_the_unit_where_it_is():
    playing = facing(8, own={"kind": "MachineGuns", "bases": 3}, formation=MANEUVER)
    before = playing.unit("enemy").stands
    playing.do(fire(), fire__effect=1)
    enemy = playing.unit("enemy")
    assert (enemy.status, enemy.bases, enemy.stands) == (Status.DISORDERED, 4, before)


@pytest.mark.rule("REV-5.13", "REV-5.16", "REV-11.04")
def test_a_unit_that_has_lost_half_is_removed_and_costs_morale():
    playing = facing(2, own={"kind": "MachineGuns", "bases": 3}, formation=MARCH)
    playing.do(fire(), fire__effect=10)
    assert playing.unit("enemy").gone is Loss.DESTROYED
    assert playing.unit("enemy").stands is None
    assert playing.state.armies[GOV].morale == 4


@pytest.mark.rule("REV-6.30", "REV-6.30d", "REV-5.20")
def test_all_bases_of_both_units_count():
    tally = [
        (offer.order, offer.legal)
        for offer in unit_offers(facing(5, bases=6).state, "own")
        if isinstance(offer.order, orders.Fire) and offer.order.mode is FireMode.DEPLOYED
    ]
    assert [legal for _, legal in tally] == [True]
    even, outnumbered = facing(5), facing(5, bases=6, started=6)
    even.do(fire(), fire__effect=6)
    outnumbered.do(fire(), fire__effect=6)
    assert told(even).levels == 1, "6 and 2 for Regular Infantry at 3 to 6 inches: 8"
    assert told(outnumbered).levels == 0, "one less against more bases: 7"
    shrunk = facing(5, bases=4, started=6).do(fire(), fire__effect=6)
    assert told(shrunk).levels == 1, "bases that are lost count no more"
    hill = ground(hills={"hill": (1, box(21, 12, 40, 14))})
    half_hidden = facing(5, bases=6, started=6, terrain=hill).do(fire(), fire__effect=6)
    assert told(half_hidden).levels == 0, "those behind the hill count as well"


def test_the_panel_says_what_is_legal_and_why_the_rest_is_not():
    offers = {
        (offer.action, getattr(offer.order, "afterwards", "")): offer for offer in unit_offers(facing(5).state, "own")
    }
    assert offers["rest", ""].legal
    assert offers["deployed_fire", Afterwards.NOTHING].legal
    assert {problem.rule for problem in offers["regroup", ""].problems} == {"REV-3.34"}
    assert {problem.rule for problem in offers["moving_fire", Afterwards.NOTHING].problems} == {"REV-G.20b"}
    assert offers["moving_fire", Afterwards.MANEUVER].legal


@pytest.mark.parametrize(
    ("playing", "sight"),
    (
        (facing(5, terrain=ground(areas={"wood": ("woods", box(10, 10.5, 30, 14.9))})), 'class="sightline hidden"'),
        (game(unit("own", REV, (20, 10, 0), formation=DEPLOYED), unit("enemy", GOV, (20, 5, 0))), 'class="arc"'),
    ),
    ids=("hidden", "out of the arc"),
)
def test_a_refusal_draws_what_caused_it(playing, sight):
    (problem,) = playing.problems(fire())
    assert isinstance(problem, TableProblem)
    assert problem.shows is not None
    assert sight in problem.shows()
