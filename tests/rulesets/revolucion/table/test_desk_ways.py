"""Ways and choices at the desk: as far as a way goes and why no further, formations, passengers, trains, what is seen as it happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.desk import Draft, LineDie, OrderPanel, Preview
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.order import read_order
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.scenario import Zone
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.desk.lines import lines
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Asset, Phase, Tear, Terms, Turn
from sandtable.rulesets.revolucion.vocabulary import Loss, Status
from tests.rulesets.revolucion.table.field import (
    DEPLOY_ORDER,
    DEPLOYED,
    GOV,
    MANEUVER,
    MANEUVER_ORDER,
    MARCH,
    NORTH,
    REV,
    SOUTH,
    Game,
    box,
    game,
    ground,
    leader,
    point,
    unit,
)
from tests.rulesets.revolucion.table.rolling_stock import aboard, railway, rolling, train
from tests.support.talk import there

BY = REV.value
SEAT = Seat(BY, (BY,))
FOE = unit("foe", GOV, (24, 30, SOUTH))


def preview(playing: Game, piece: str, offer: str, *way: Point, **more: Any) -> Preview:
    draft = Draft(piece=piece, offer=offer, path=way, **more)
    return DESK.preview(TABLE.view(playing.state, SEAT), SEAT, draft)


def panel(playing: Game, piece: str = "", seat: Seat = SEAT) -> OrderPanel:
    return DESK.panel(TABLE.view(playing.state, seat), seat, piece)


def choices_of(playing: Game, piece: str, offer: str) -> dict[str, list[str]]:
    found = next(each for each in panel(playing, piece).offers if each.id == offer)
    return {choice.name: [option.value for option in choice.options] for choice in found.choices}


def order_of(told: Preview) -> Any:
    assert told.order is not None, told.objections
    return read_order(TABLE.orders, told.order)


def received(playing: Game, name: str, order: Any = MANEUVER_ORDER) -> Game:
    return playing.do(orders.Command(by=BY, unit=name, order=order), order__result=10)


# ---- Ways --------------------------------------------------------------------------------------------------------------------


def test_a_way_is_cut_at_its_limit_and_says_why():
    playing = received(game(unit("foot", REV, (24, 10, NORTH)), FOE), "foot")
    whole = preview(playing, "foot", "move", point(24, 14))
    assert (whole.cost, whole.budget, whole.limit) == (4_000, 6_000, None)
    cut = preview(playing, "foot", "move", point(24, 24))
    assert cut.cost is not None
    assert 5_900 < cut.cost <= 6_000
    assert cut.limit is not None
    assert "14" in cut.limit.words
    assert order_of(cut).path[-1].y == pytest.approx(16_000, abs=20)


def test_the_cost_of_a_way_is_told_by_the_ground_it_crosses():
    woods = ground(areas={"wood": ("woods", box(20, 12, 28, 20))})
    playing = received(game(unit("foot", REV, (24, 10, NORTH)), FOE, terrain=woods), "foot")
    assert preview(playing, "foot", "move", point(24, 11.5)).sum == ""
    assert preview(playing, "foot", "move", point(24, 13.5)).sum == "2.5 open + 1.0 rough \u00d7 2"


def test_a_tap_finds_a_way_round_what_stands_between():
    water = ground(areas={"pond": ("lake", box(23, 12, 25, 14))})
    playing = received(game(unit("horse", REV, (24, 10, NORTH), "RegularCavalry"), FOE, terrain=water), "horse")
    found = preview(playing, "horse", "move", point(24, 16.5))
    assert found.order is not None
    assert found.limit is None
    assert len(order_of(found).path) > 1


def test_a_way_that_is_impossible_from_the_start_is_not_sent():
    water = ground(areas={"river": ("river", box(0, 10.1, 48, 14))})
    playing = game(unit("foot", REV, (24, 10, NORTH)), FOE, terrain=water)
    told = preview(playing, "foot", "Maneuver", point(24, 16))
    assert told.cost is None or told.cost < 200
    assert told.limit is not None or told.objections


def test_to_deploy_where_one_stands_needs_no_way():
    playing = received(game(unit("foot", REV, (24, 10, NORTH)), FOE), "foot", DEPLOY_ORDER)
    told = preview(playing, "foot", "move")
    assert isinstance(order_of(told), orders.Form)
    assert len(told.ghost) == 4
    playing = received(game(unit("foot", REV, (24, 10, NORTH), formation=DEPLOYED), FOE), "foot", DEPLOY_ORDER)
    shifted = order_of(preview(playing, "foot", "move", point(25, 10)))
    assert isinstance(shifted, orders.Move)
    assert shifted.path[0].facing == 0


# ---- Choices -----------------------------------------------------------------------------------------------------------------


def test_ranks_are_a_choice_of_a_maneuver():
    playing = game(unit("foot", REV, (24, 10, NORTH), bases=6), FOE)
    assert choices_of(playing, "foot", "Maneuver") == {"formation": ["maneuver:3+3", "maneuver:2+2+2"]}
    received(playing, "foot")
    chosen = preview(playing, "foot", "move", point(24, 12), choices={"formation": "maneuver:2+2+2"})
    assert order_of(chosen).ranks == (2, 2, 2)


def test_who_has_regrouped_takes_any_formation():
    playing = game(unit("foot", REV, (24, 10, NORTH), status="Disordered"), FOE)
    playing.do(orders.Regroup(by=BY, unit="foot"), regroup__result=10)
    assert choices_of(playing, "foot", "form") == {"formation": ["deployed", "maneuver:2+2", "march"]}
    chosen = preview(playing, "foot", "form", choices={"formation": "deployed"})
    assert order_of(chosen).formation is DEPLOYED
    assert order_of(preview(playing, "foot", "form")).formation is MANEUVER
    assert order_of(preview(playing, "foot", "form", choices={"formation": "circle:9"})).formation is MANEUVER


def test_a_leader_stays_behind_if_told_so():
    playing = game(unit("foot", REV, (24, 10, NORTH)), leader("Vega", REV, (24, 7.25)), FOE)
    assert "leaders" in choices_of(playing, "foot", "Maneuver")
    received(playing, "foot")
    assert order_of(preview(playing, "foot", "move", point(24, 12))).leaders == ("Vega",)
    assert order_of(preview(playing, "foot", "move", point(24, 12), choices={"leaders": "no"})).leaders == ()


def test_a_unit_gets_on_a_train_by_a_choice_and_off_by_a_way():
    playing = rolling(train("train", REV, 20), unit("foot", REV, (16, 17, 90)))
    assert choices_of(playing, "foot", "Maneuver")["board"] == ["", "train"]
    received(playing, "foot")
    move = order_of(preview(playing, "foot", "move", choices={"board": "train"}))
    assert move.board == "train"
    assert order_of(preview(playing, "foot", "move", point(18, 17), choices={"board": "train"})) == move
    riding = rolling(train("train", REV, 20), aboard(unit("foot", REV, (0, 0, 0)), "train"))
    beside = next(each for each in DESK.scene(riding.state, SEAT).off if each.id == "foot")
    assert beside.ready
    assert beside.at is not None
    received(riding, "foot")
    riding.do(order_of(preview(riding, "foot", "move", point(15, 17))))
    assert riding.unit("foot").stands is not None


def test_a_leader_gets_on_a_train_by_a_choice_however_his_way_was_drawn():
    playing = rolling(train("train", REV, 20), leader("chief", REV, (14, 17)), unit("foot", REV, (5, 5, NORTH)))
    assert choices_of(playing, "chief", "move_leader") == {"board": ["", "train"]}
    told = preview(playing, "chief", "move_leader", choices={"board": "train"})
    assert order_of(told).board == "train"
    assert told.path
    assert told.cost == pytest.approx(4_000, abs=1_000)
    corner = order_of(
        preview(playing, "chief", "move_leader", point(16, 14), point(20, 16), choices={"board": "train"})
    )
    assert corner.path[0] == point(16, 14)
    playing.do(order_of(told))
    assert playing.leader("chief").aboard == "train"


def test_a_leader_is_told_why_he_cannot_get_on():
    moved = rolling(
        train("train", REV, 20).did(moved=True), leader("chief", REV, (14, 17)), unit("foot", REV, (5, 5, NORTH))
    )
    told = preview(moved, "chief", "move_leader", choices={"board": "train"})
    assert told.order is None
    assert [each.rule for each in told.objections] == ["REV-10.03"]
    far = rolling(train("train", REV, 58), leader("chief", REV, (44, 17)), unit("foot", REV, (5, 5, NORTH)))
    assert choices_of(far, "chief", "move_leader") == {}


BENT_WALLS = {
    "round the front": ((18, 13), (24, 10.5), (30, 13)),
    "round the back": ((18, 8), (24, 10.5), (30, 8)),
    "an angle": ((18, 10.2), (24, 10.2), (24, 18)),
}


@pytest.mark.parametrize("bases", (3, 4, 5, 6))
@pytest.mark.parametrize("wall", BENT_WALLS.values(), ids=BENT_WALLS)
def test_a_line_that_deploys_at_a_wall_may_follow_it(wall, bases):
    terrain = ground(lines={"wall": ("wall", tuple(point(*corner) for corner in wall))})
    playing = game(unit("foot", REV, (24, 10, NORTH), bases=bases, formation=MANEUVER), FOE, terrain=terrain)
    assert choices_of(playing, "foot", "DeployTactical")["bend"] == ["", "yes"]
    told = preview(playing, "foot", "DeployTactical", choices={"bend": "yes"})
    assert told.order is not None, told.objections
    received(playing, "foot", DEPLOY_ORDER)
    playing.do(order_of(preview(playing, "foot", "form", choices={"bend": "yes"})))
    stands = playing.unit("foot").stands
    assert stands is not None
    assert len({base.facing for base in stands.bases}) > 1
    assert stands.anchor.point == point(24, 10)
    assert tuple(tuple(corner) for base in told.ghost for corner in base) == tuple(
        map(tuple, stands.quads.reshape(-1, 2))
    )


def test_nothing_is_followed_where_the_wall_is_straight_or_far_off():
    for wall in (((10, 10.5), (40, 10.5)), ((18, 16), (24, 13), (30, 16))):
        terrain = ground(lines={"wall": ("wall", tuple(point(*corner) for corner in wall))})
        playing = game(unit("foot", REV, (24, 10, NORTH)), FOE, terrain=terrain)
        assert "bend" not in choices_of(playing, "foot", "DeployTactical")


def test_a_train_goes_as_far_towards_a_place_as_it_may():
    playing = received(rolling(train("train", REV, 20)), "train")
    far = preview(playing, "train", "move", point(20, 58))
    assert far.order is not None
    assert far.limit is not None
    assert far.cost == there(playing.state.turn.pending).distance


def test_units_of_a_zone_are_placed_by_hand_or_all_at_once():
    zone = Zone("south", BY, box(4, 0, 44, 8))
    troops = [replace(unit(name, REV, (0, 0, NORTH)), stands=None, zone="south") for name in ("first", "second")]
    playing = game(*troops, FOE)
    playing.state = replace(playing.state, terms=Terms(zones=(zone,)), turn=Turn(phase=Phase.SET_UP))
    assert [each.id for each in DESK.scene(playing.state, SEAT).off if each.ready] == ["first", "second"]
    told = preview(playing, "first", "place", point(10, 6), choices={"formation": "deployed"})
    assert order_of(told).formation is DEPLOYED
    assert preview(playing, "first", "place", point(10, 20)).objections
    assert [each.id for each in panel(playing).offers] == ["place_all"]
    first = order_of(DESK.preview(playing.state, SEAT, Draft(offer="place_all")))
    assert [each.unit for each in (first, *first.then)] == ["first", "second"]
    for order in (first, *first.then):
        assert not TABLE.problems(playing.state, order)
        playing.do(order)
    assert [each.id for each in panel(playing).offers] == ["ready"]


# ---- What follows an order --------------------------------------------------------------------------------------------------


def test_what_was_drawn_follows_its_order_and_is_legal_when_it_arrives_in_full():
    for offer, order, drawn in (
        ("Maneuver", MANEUVER_ORDER, {"path": (point(24, 13),)}),
        ("Maneuver", MANEUVER_ORDER, {"facing": 150}),
        ("DeployTactical", DEPLOY_ORDER, {"facing": 150}),
    ):
        playing = game(unit("foot", REV, (24, 10, NORTH), formation=MANEUVER), FOE)
        told = order_of(DESK.preview(playing.state, SEAT, Draft(piece="foot", offer=offer, **drawn)))
        assert told.order is order
        (move,) = told.then
        received(playing, "foot", order)
        assert not TABLE.problems(playing.state, move)


def test_a_move_for_which_no_way_was_drawn_is_no_order_yet():
    playing = game(unit("foot", REV, (24, 10, NORTH), formation=MANEUVER), FOE)
    for offer in ("Maneuver", "March"):
        told = preview(playing, "foot", offer)
        assert (told.order, told.verb, told.objections) == (None, "Draw a way", ())
        assert told.odds is not None
    assert order_of(preview(playing, "foot", "DeployTactical")).then == ()
    ranks = {"formation": "maneuver:2+2"}
    assert order_of(
        preview(playing, "foot", "Maneuver", choices=ranks)
    ).then  # new ranks where it stands are a move, too


def test_a_way_follows_the_shot_before_it():
    playing = game(unit("foot", REV, (24, 10, NORTH), formation=MANEUVER), unit("foe", GOV, (24, 15, SOUTH)))
    draft = Draft(piece="foot", offer="moving_fire", then="Maneuver", target="foe", path=(point(22, 10),))
    told = order_of(DESK.preview(playing.state, SEAT, draft))
    assert isinstance(told, orders.Fire)
    assert [type(each) for each in told.then] == [orders.Move]


# ---- Columns -----------------------------------------------------------------------------------------------------------------


def test_a_commander_of_one_column_orders_that_one_alone():
    playing = game(
        unit("own", REV, (10, 10, NORTH), column="left"), unit("other", REV, (30, 10, NORTH), column="right"), FOE
    )
    playing.state = replace(playing.state, turn=replace(playing.state.turn, phase=Phase.FREE))
    alone = Seat("friend", (BY,), part="left")
    scene = DESK.scene(playing.state, alone)
    assert [piece.id for piece in scene.pieces.values() if piece.ready] == ["own"]
    assert panel(playing, "own", alone).offers
    refused = panel(playing, "other", alone)
    assert not refused.offers
    assert "Another commander" in refused.not_now[0].objection.words


def test_a_commander_of_one_column_ends_no_round_of_another():
    playing = two_columns()
    playing.do(orders.Activate(by=BY, column="right"))
    for part, ids in (("left", []), ("right", ["finish", "all_ahead"])):
        alone = Seat("friend", (BY,), part=part)
        shown = panel(playing, "", alone)
        assert [each.id for each in shown.offers] == ids
        assert [each.title for each in shown.not_now] == ([] if ids else ["End the round"])


def two_columns(*more: Any, **about: Any) -> Game:
    """A side with two columns, which is to take one of them."""
    left, right = (leader(name, REV, (x, 6), column=name) for name, x in (("left", 10), ("right", 30)))
    return game(
        unit("own", REV, (10, 10, NORTH), column="left"),
        unit("other", REV, (30, 10, NORTH), column="right"),
        unit("third", REV, (34, 10, NORTH), column="right"),
        *more,
        left,
        right,
        FOE,
        acting=None,
        **about,
    )


def table_of(playing: Game, seed: str = "1" * 64) -> Battle[Any]:
    """The same as a battle, where orders are given and taken back."""
    seats = (SEAT, Seat("foe", (GOV.value,)))
    begun = Battle.begin(TABLE, source_of("tutorial")[0], seats, seed)
    return replace(begun, start=playing.state, standing=playing.state, state=playing.state)


@pytest.mark.rule("REV-3.03")
def test_an_order_to_a_unit_of_a_column_that_is_not_taken_takes_it_first():
    playing = two_columns()
    shown = panel(playing, "other")
    assert "Maneuver" in [each.id for each in shown.offers]
    assert (shown.group, shown.note) == ("right", "No column has been taken yet. This order takes right, 2 units.")
    told = preview(playing, "other", "Maneuver", point(30, 12))
    assert told.verb == "Take right, then maneuver"
    take = order_of(told)
    assert isinstance(take, orders.Activate)
    assert [type(each) for each in take.then] == [orders.Command, orders.Move]
    battle = table_of(playing)
    step = battle.submit(SEAT.id, told.order)
    assert isinstance(step, Accepted)
    assert [entry.order["kind"] for entry in step.battle.log.live()][:2] == ["activate", "command"]
    back = step.battle.undo(SEAT.id)
    assert isinstance(back, Accepted)
    agreed = back.battle.agree("foe")
    assert isinstance(agreed, Accepted)
    assert agreed.battle.log.live() == ()


def test_leaders_take_their_column_too_and_a_chief_without_one_waits_for_it():
    playing = two_columns(leader("villa", REV, (20, 4), column="", chief=True))
    told = preview(playing, "left", "leader_rest")
    assert told.verb == "Take left, then rest"
    chief = panel(playing, "villa")
    assert chief.offers == ()
    assert chief.not_now[0].objection.words == "villa acts with whichever column is taken. Take one first."
    scene = DESK.scene(playing.state, SEAT)
    ready = {each.id for each in scene.pieces.values() if each.ready} | {
        each.id for each in scene.figures.values() if each.ready
    }
    assert ready == {"own", "other", "third", "left", "right"}


def test_the_last_column_is_taken_without_a_question():
    playing = two_columns()
    playing.do(orders.Activate(by=BY, column="left"))
    playing.state = replace(playing.state, turn=replace(playing.state.turn, phase=Phase.ROUND, column=""))
    shown = panel(playing)
    assert shown.usual == "activate:right"
    assert preview(playing, "", "activate:right").verb == "Take right"
    assert panel(playing, "other").note == ""
    told = preview(playing, "other", "rest")
    assert told.verb == "Rest"
    assert [each.kind for each in order_of(told).then] == ["rest"]
    playing.state = playing.state.with_unit(playing.unit("own").did(acted=True))
    (refused,) = panel(playing, "own").not_now
    assert (refused.title, refused.objection.rule) == ("Orders", "REV-3.40")


def test_while_a_column_acts_units_of_others_say_so_once():
    playing = two_columns()
    playing.do(orders.Activate(by=BY, column="left"))
    (refused,) = panel(playing, "other").not_now
    assert panel(playing, "other").offers == ()
    assert (refused.title, refused.objection.rule) == ("Orders", "REV-3.03")
    assert "Only left acts" in refused.objection.words


def test_whoever_can_be_told_nothing_leaves_the_side_its_usual_order():
    """Begin stays however many units are looked at, and the round can be ended as soon as no unit is left."""
    start = TABLE.set_up(source_of("tutorial")[0], TABLE.ruleset.default_tables)
    for piece in ("", "nazas", "gendarmes", "contreras"):
        shown = DESK.panel(start, SEAT, piece)
        assert (shown.usual, [each.id for each in shown.offers]) == ("ready", ["ready"])
        told = DESK.preview(start, SEAT, Draft(piece=piece, offer="ready"))
        assert (told.verb, told.order) == ("Begin", {"kind": "ready", "by": BY})
    playing = two_columns()
    playing.do(orders.Activate(by=BY, column="left"))
    assert panel(playing).usual == ""
    playing.do(orders.Rest(by=BY, unit="own"))
    assert panel(playing).usual == "finish"
    assert [each.id for each in panel(playing, "foe").offers] == ["finish"]
    assert preview(playing, "foe", "finish").verb == "End the round"
    assert [each.id for each in panel(playing, "left").offers] == ["move_leader", "leader_rest"]


# ---- All ahead ---------------------------------------------------------------------------------------------------------------


def test_all_ahead_sends_every_unit_straight_on_by_the_same_inches_and_takes_the_column():
    playing = two_columns()
    (offer,) = [each for each in panel(playing, "other").offers if each.id == "all_ahead"]
    assert (offer.group, offer.detail, offer.outlook) == ("right", "2 units", "one order each")
    told = DESK.preview(playing.state, SEAT, Draft(piece="other", offer="all_ahead", far=5_000))
    assert told.verb == "Take right, then maneuver both"
    assert [(each.piece, each.goes, each.words, each.limit) for each in told.members] == [
        ("other", True, "5 in", None),
        ("third", True, "5 in", None),
    ]
    assert (told.title, told.detail) == ("All ahead 5 in", "2 units go")
    assert "late goes half as far" in told.sum
    assert [each.path[-1] for each in told.members] == [point(30, 15), point(34, 15)]
    kinds = [each["kind"] for each in (told.order, *told.order["then"])]
    assert kinds == ["activate", "command", "move", "move", "command", "move", "move"]


def test_all_ahead_whoever_cannot_go_as_far_stops_at_the_last_legal_point_and_says_why():
    playing = two_columns(terrain=ground(areas={"lake": ("river", box(28, 12, 32, 20))}))
    told = DESK.preview(playing.state, SEAT, Draft(piece="other", offer="all_ahead", far=5_000))
    stopped, free = told.members
    assert stopped.limit is not None
    assert stopped.limit.words.startswith("Impassable ground")
    assert point(30, 10).y < stopped.path[-1].y < point(30, 12.1).y
    assert (free.limit, free.path[-1]) == (None, point(34, 15))
    alone = DESK.preview(playing.state, SEAT, Draft(piece="other", offer="all_ahead", far=5_000, without=("other",)))
    assert [each.goes for each in alone.members] == [False, True]
    assert alone.verb == "Take right, then maneuver one"
    assert (alone.detail, alone.members[0].words) == ("1 goes, 1 stays", "Stays")
    nobody = DESK.preview(playing.state, SEAT, Draft(piece="other", offer="all_ahead", without=("other", "third")))
    assert nobody.order is None
    assert nobody.objections


@pytest.mark.parametrize("seed", [f"{number:064d}" for number in range(8)])
def test_all_ahead_carries_out_what_is_legal_whatever_becomes_of_each_order(seed):
    playing = two_columns()
    order = DESK.preview(playing.state, SEAT, Draft(piece="other", offer="all_ahead", far=4_000)).order
    step = table_of(playing, seed).submit(SEAT.id, order)
    assert isinstance(step, Accepted)
    after = step.battle
    assert after.why_left_undone(SEAT.id) == ()
    for name, here in (("other", 30), ("third", 34)):
        one = after.state.units[name]
        gone = {"received": 4, "delayed": 3, "lost": 0}[one.deeds.result.value]
        assert one.stands.anchor.x == point(here, 0).x
        assert one.stands.anchor.y / 1000 == pytest.approx(10 + gone, abs=0.02)  # a way is cut at the last legal point
        assert one.deeds.moved is bool(gone)


@pytest.mark.rule("REV-4.54")
def test_all_ahead_on_the_march_follows_the_road():
    bent = ground(roads={"road": ("road", (point(30, 0), point(30, 14), point(40, 24)))})
    playing = game(
        unit("head", REV, (30, 12, NORTH), bases=2, formation=MARCH),
        unit("tail", REV, (30, 8, NORTH), bases=2, formation=MARCH),
        FOE,
        terrain=bent,
    )
    told = DESK.preview(playing.state, SEAT, Draft(offer="all_ahead", far=6_000))
    assert told.verb == "March both"
    head, tail = told.members
    assert head.path[-2:] == (point(30, 14), point(30 + 4 / 2**0.5, 14 + 4 / 2**0.5))
    assert tail.path[-1] == point(30, 14)


# ---- What is seen ------------------------------------------------------------------------------------------------------------


def seen_in(playing: Game, *told: Any) -> list[tuple[str, str, str]]:
    entry = {"number": 1, "role": BY, "events": [codec.write(each) for each in told], "answers": []}
    return [(each.kind, each.piece, each.words) for line in lines(playing.state, entry) for each in line.seen]


def test_what_happens_is_told_to_whoever_shows_it():
    playing = game(unit("foot", REV, (24, 10, NORTH)), FOE)
    hit = events.StatusChanged(unit="foe", status=Status.DISORDERED)
    assert seen_in(playing, hit) == [("hit", "foe", "Disordered")]
    assert seen_in(playing, events.UnitGone(unit="foe", why=Loss.DESTROYED)) == [("gone", "foe", "Destroyed")]
    received(playing, "foot").do(
        orders.Move(by=BY, unit="foot", path=(there(playing.unit("foot").stands).anchor._replace(y=12_000),))
    )
    moved = [each for each in playing.events if isinstance(each, events.Stood)]
    assert seen_in(playing, *moved) == [("moves", "foot", "")]


def test_torn_track_is_marked_where_it_is():
    playing = rolling(train("train", REV, 20), terrain=railway())
    playing.state = replace(playing.state, tears=(Tear("line", 30_000, 32_000, torn=True),))
    (mark,) = [each for each in DESK.scene(playing.state, SEAT).marks.values() if each.kind == "torn"]
    assert (mark.points[0], mark.points[-1]) == (point(20, 30), point(20, 32))


def test_a_dump_is_marked_while_it_stands():
    playing = game(unit("foot", REV, (24, 10, NORTH)), FOE)
    dump = Asset("dump", "Powder", GOV.value, point(24, 12))
    playing.state = replace(playing.state, assets={"dump": dump})
    assert [mark.name for mark in DESK.scene(playing.state, SEAT).marks.values()] == ["Powder"]
    playing.state = replace(playing.state, assets={"dump": replace(dump, standing=False)})
    assert not DESK.scene(playing.state, SEAT).marks


def test_dice_are_told_by_their_names():
    playing = game(unit("foot", REV, (24, 10, NORTH)), FOE)
    thrown = [
        {"key": "order.result", "value": [8], "by": "app", "about": "dice"},
        {"key": "fire.effect", "value": [3], "by": "Revolutionary", "about": "dice"},
    ]
    ready = codec.write(events.SideReady(side=REV))
    (line,) = lines(playing.state, {"number": 1, "role": BY, "events": [ready], "answers": thrown})
    assert line.words == "The Revolutionary side is ready."
    assert line.dice == (LineDie("order", (8,)), LineDie("fire", (3,), typed=True))
