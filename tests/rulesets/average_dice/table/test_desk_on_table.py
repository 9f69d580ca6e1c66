"""What people at the table see and may ask: figures, offers, ways with their costs, exact odds, and the log in words."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.desk import Draft, HasDesk
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import Entry
from sandtable.battle.engine.retelling import moments_of, throws_of
from sandtable.battle.order import read_order
from sandtable.battle.seat import Seat
from sandtable.battle.texts import catalogue
from sandtable.geometry.measure import Point, inches
from sandtable.kernel.law import percentages
from sandtable.kernel.messages import Texts
from sandtable.miniatures.acting import law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from sandtable.rulesets.average_dice.vocabulary import Arm, Posture
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    SEATS,
    VILLISTA,
    area,
    begun,
    gun,
    laid,
    pose,
    row,
    unit,
    with_unit,
)

HOUSE = area("building", 8, 20, 3, 3)
UNITS = (
    unit("Peones", VILLISTA, row(8, 10, 6, 1.02)),
    unit("Dorados", VILLISTA, row(20, 10, 5, 1.02), Arm.CAVALRY),
    gun("Colt", VILLISTA, Arm.MACHINE_GUN, pose(32, 12), 2),
    unit("Company", FEDERAL, row(8, 17, 6, 1.02)),
    unit("Guard", FEDERAL, (pose(9.5, 21.5),) * 5),
)
FAR_AWAY = unit("Away", FEDERAL, row(2, 70, 6))
FIELD = laid(*UNITS, ground=(HOUSE,), villages=((HOUSE.id,),))
PANCHO, FELIPE = SEATS
DESK: Any = TABLE.desk


@pytest.fixture(autouse=True)
def strictly():
    with Texts.strictly():
        yield


def draft(piece: str, offer: str, *path: tuple[float, float], **more: Any) -> Draft:
    return Draft(piece, offer, path=tuple(Point(inches(x), inches(y)) for x, y in path), **more)


def ordered(preview: Any) -> Act:
    """The order of a preview, which has one."""
    assert preview.order is not None, preview.objections
    order = read_order(TABLE.orders, preview.order)
    assert isinstance(order, Act)
    return order


def told_to(seat: Seat, battle: Battle[Any]) -> list[Any]:
    """The entries of a log as a seat may know them."""
    entries = (entry for entry in battle.log.entries if isinstance(entry, Entry))
    return [entry.for_seat(seat, battle.log.seats, entry.number) for entry in entries]


def offers(piece: str, seat: Seat = PANCHO, field: Any = FIELD) -> dict[str, Any]:
    return {offer.id: offer for offer in DESK.panel(field, seat, piece).offers}


# ---- What is seen --------------------------------------------------------------------------------------------------------------------


def test_it_is_a_table_that_people_can_sit_down_at():
    assert isinstance(TABLE, HasDesk)


@pytest.mark.rule("AVD-1.04b", "AVD-1.05")
def test_figures_are_drawn_one_by_one_on_their_bases():
    scene = DESK.scene(FIELD, PANCHO)
    foot, horse, colt = (scene.pieces[name] for name in ("Peones", "Dorados", "Colt"))
    assert foot.front == 0, "single figures have no front"
    assert [man.place for man in foot.cohort.men] == [figure.point for figure in FIELD.pieces["Peones"].figures]
    assert (foot.cohort.radius, foot.cohort.behind) == (inches(0.5), 0)
    assert (horse.cohort.radius, horse.cohort.behind) == (inches(0.5), inches(1))
    assert len(foot.corners) == 1, "one line around all of them"
    scattered = laid(unit("Peones", VILLISTA, (*row(8, 10, 3), *row(20, 10, 3))), UNITS[3])
    assert len(DESK.scene(scattered, PANCHO).pieces["Peones"].corners) == 2, "it breaks where they are apart"
    assert len(colt.cohort.served) == 4
    assert (colt.cohort.engine, len(colt.cohort.men)) == ("machine-gun", 2)
    assert (foot.cohort.look, scene.pieces["Company"].cohort.look) == ("hat-sombrero", "hat-kepi")
    assert (foot.plate.grade, foot.plate.now, foot.plate.start) == ("M", 6, 6)


@pytest.mark.rule("AVD-G.45")
def test_who_is_inside_a_house_is_drawn_within_its_walls():
    scene = DESK.scene(FIELD, PANCHO)
    inside = scene.pieces["Guard"]
    assert inside.cohort.inside == HOUSE.id
    assert inside.cohort.radius < inches(0.5), "smaller than life: their places mean nothing"
    assert len({man.place for man in inside.cohort.men}) == 5
    for x, y in (man.place for man in inside.cohort.men):
        assert inches(8) < x < inches(11)
        assert inches(20) < y < inches(23)
    assert any(fact.value == HOUSE.id for fact in inside.facts)
    assert scene.works[HOUSE.id].open


@pytest.mark.rule("AVD-10.01b", "AVD-10.04")
def test_a_house_shows_what_is_left_of_it_and_when_it_falls():
    work = DESK.scene(FIELD, PANCHO).works[HOUSE.id]
    assert (work.look, work.now, work.start, work.falls) == ("wood", 20, 20, 10)


@pytest.mark.rule("AVD-9.05", "AVD-5.11", "AVD-2.11")
def test_badges_say_who_lies_who_went_fast_and_who_may_desert():
    lying = with_unit(FIELD, "Peones", posture=Posture.PRONE, moved_fast=True)
    lying = with_unit(lying, "Company", prone_to_desertion=True)
    pieces = DESK.scene(lying, PANCHO).pieces
    assert [badge.icon for badge in pieces["Peones"].badges] == ["prone", "fast"]
    assert [(badge.icon, badge.words) for badge in pieces["Company"].badges] == [("deserts", "may desert")]
    assert pieces["Dorados"].badges == ()


@pytest.mark.rule("AVD-3.06", "AVD-3.08")
def test_days_villages_and_units_are_counted_at_the_top():
    scene = DESK.scene(FIELD, PANCHO)
    (days,) = scene.tracks
    assert (days.boxes, days.crossed, days.flag) == (5, FIELD.books.boxes, 3)
    assert [(count.name, count.value) for count in scene.counts] == [
        ("Villages held", "0 of 1"),
        ("Villista units", "3"),
        ("Federal units", "2"),
    ]


def test_the_clock_says_whose_move_it_is_and_who_is_ready():
    scene = DESK.scene(FIELD, PANCHO)
    assert (scene.clock.side, scene.clock.title) == ("villista", "Villistas move")
    assert scene.clock.detail == "Day 1, turn 1 of 12"
    assert {piece.id for piece in scene.pieces.values() if piece.ready} == {"Peones", "Dorados", "Colt"}
    assert not any(piece.ready for piece in DESK.scene(FIELD, FELIPE).pieces.values())
    assert scene.result == ""
    assert [mark.kind for mark in scene.marks.values()] == ["ground"]


# ---- What can be ordered -------------------------------------------------------------------------------------------------------------


def test_the_button_of_a_move_into_a_house_says_so():
    field = laid(unit("Peones", VILLISTA, row(8, 17, 5, 1.02)), FAR_AWAY, ground=(HOUSE,), villages=((HOUSE.id,),))
    (into,) = (offer for offer in offers("Peones", field=field).values() if offer.title.startswith("Go into"))
    told = DESK.preview(field, PANCHO, draft("Peones", into.id))
    assert told.order is not None
    assert told.verb == "Go in"


def test_a_house_that_is_too_far_to_amble_into_is_gone_into_fast():
    field = laid(unit("Peones", VILLISTA, row(8, 14, 5, 1.02)), FAR_AWAY, ground=(HOUSE,), villages=((HOUSE.id,),))
    (into,) = (offer for offer in offers("Peones", field=field).values() if offer.title.startswith("Go into"))
    order = DESK.preview(field, PANCHO, draft("Peones", into.id)).order
    assert order is not None
    assert order["chosen"] == {"rate": "fast"}


def test_offers_are_legal_orders_and_the_rest_says_why_not():
    found = offers("Peones")
    assert {"fire", "move:fast", "move:amble", "move:prone", "move:crawl"} <= found.keys()
    assert found["fire"].needs == ("target",)
    assert found["fire"].outlook == "2 targets"
    assert found["move:fast"].needs == ("path",)
    far = {name: offer.detail for name, offer in found.items() if name.startswith("move:")}
    assert far == {"move:fast": "9 in", "move:amble": "6 in", "move:prone": "4.5 in", "move:crawl": "3 in"}
    tired = with_unit(FIELD, "Peones", fast_last_move=True)
    assert "move:fast" not in offers("Peones", field=tired)
    lying = with_unit(FIELD, "Peones", posture=Posture.PRONE)
    assert "move:rise" in offers("Peones", field=lying)
    refused = {each.title: each.objection for each in DESK.panel(FIELD, PANCHO, "Peones").not_now}
    assert refused["Strike"].rule in RULESET.rulebook.by_id
    assert refused["Strike"].words.endswith(".")
    assert "spend_move::dismount" in offers("Dorados")
    assert offers("Colt")["spend_move::realign"].needs == ("facing",)


def test_nobody_is_offered_orders_to_others_or_out_of_turn():
    assert offers("Company") == {}
    assert offers("Company", FELIPE) == {}
    assert offers("", FELIPE) == {}
    assert set(offers("")) == {"next_move"}


@pytest.mark.parametrize("name", ("Peones", "Dorados", "Colt"))
def test_every_offer_that_needs_nothing_can_be_given(name):
    for offer in offers(name).values():
        if not offer.needs:
            preview = DESK.preview(FIELD, PANCHO, Draft(name, offer.id))
            assert preview.order is not None, offer
            assert TABLE.problems(FIELD, read_order(TABLE.orders, preview.order)) == ()


# ---- Ways ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-5.01")
def test_a_way_is_gone_by_all_figures_and_its_cost_is_told():
    preview = DESK.preview(FIELD, PANCHO, draft("Peones", "move", (11, 14)))
    assert preview.limit is None
    assert preview.budget == inches(6)
    assert 0 < preview.cost <= preview.budget
    assert len(preview.ghost) == 6
    order = ordered(preview)
    assert TABLE.problems(FIELD, order) == ()
    moved = {way[-1].x - start.x for way, start in zip(order.ways, FIELD.pieces["Peones"].figures, strict=True)}
    assert len(moved) == 1, "all go the same way"


@pytest.mark.rule("AVD-5.01", "AVD-5.11")
def test_of_a_way_that_is_too_long_as_much_is_gone_as_can_be_and_why_no_more():
    path = (10.55, 1)
    amble = DESK.preview(FIELD, PANCHO, draft("Peones", "move:amble", path))
    fast = DESK.preview(FIELD, PANCHO, draft("Peones", "move:fast", path))
    assert amble.order is not None
    assert amble.limit is not None
    assert amble.limit.words == amble.sum, "what is merely too far the sum explains"
    assert inches(5.8) < amble.cost <= inches(6) == amble.budget
    assert inches(8.7) < fast.cost <= inches(9) == fast.budget


@pytest.mark.rule("AVD-5.13b", "AVD-G.45")
def test_a_way_that_ends_in_a_house_leads_all_of_them_into_it_and_out_again():
    inside = unit("Inside", VILLISTA, (pose(9.5, 21.5),) * 6)
    empty = laid(*UNITS[:-2], inside, unit("Guard", FEDERAL, row(30, 60, 5)), ground=(HOUSE,))
    out = DESK.preview(empty, PANCHO, draft("Inside", "move", (9.5, 16.5)))
    ends = {way[-1] for way in ordered(out).ways}
    assert len(ends) == 6, "they draw up outside"
    near = laid(unit("Peones", VILLISTA, row(8, 18, 5, 1.02)), unit("Guard", FEDERAL, row(30, 60, 5)), ground=(HOUSE,))
    into = DESK.preview(near, PANCHO, draft("Peones", "move", (9.5, 21)))
    assert {way[-1].point for way in ordered(into).ways} == {Point(inches(9.5), inches(21.5))}
    assert f"move:{HOUSE.id}" in offers("Peones", field=near)


@pytest.mark.rule("AVD-5.12", "AVD-6.05", "AVD-G.11")
def test_what_a_way_pays_is_told_where_it_pays_it_and_added_up():
    ground = (area("broken_ground", 4, 13, 14, 1), area("trench", 4, 15, 14, 0.6))
    field = laid(unit("Peones", VILLISTA, row(8, 10, 6, 1.02)), unit("Guard", FEDERAL, row(30, 60, 5)), ground=ground)
    preview = DESK.preview(field, PANCHO, draft("Peones", "move:fast", (10.55, 18)))
    assert preview.sum == "Infantry, fast 9 \N{MINUS SIGN} broken ground 1 \N{MINUS SIGN} trench 2 = 6 in"
    assert [(toll.words, toll.at.y) for toll in preview.tolls] == [
        ("\N{MINUS SIGN}1", inches(13)),
        ("\N{MINUS SIGN}2", inches(15)),
    ]
    assert preview.verb == "Move 6 in"
    assert preview.budget == inches(6)


def test_a_gun_is_turned_where_it_stands():
    preview = DESK.preview(FIELD, PANCHO, draft("Colt", "spend_move::realign", facing=900))
    assert ordered(preview).marker == (pose(32, 12, 90),)


# ---- Odds ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-7.02", "AVD-9.01")
def test_the_odds_of_a_volley_are_those_of_its_exact_law():
    preview = DESK.preview(FIELD, PANCHO, draft("Peones", "fire", target="Company"))
    assert preview.title == "Company"
    law = law_of(KIT, FIELD, ordered(preview))
    ends = law.outcomes()
    assert [bar.chance for bar in preview.odds.bars] == [float(weight) for _, weight in ends]
    assert [bar.percent for bar in preview.odds.bars] == list(percentages(weight for _, weight in ends))
    assert sum(bar.percent for bar in preview.odds.bars) == 100
    refused = DESK.preview(FIELD, PANCHO, draft("Colt", "fire", target="Guard"))
    assert refused.order is None
    assert refused.objections[0].rule in RULESET.rulebook.by_id


@pytest.mark.rule("AVD-7.05", "AVD-7.06b")
def test_whom_a_gun_could_aim_at_is_listed_with_what_to_expect_or_how_far_it_is_off():
    ahead, aside = unit("Ahead", FEDERAL, row(30, 30, 5)), unit("Aside", FEDERAL, row(50, 11, 5))
    field = laid(gun("Colt", VILLISTA, Arm.MACHINE_GUN, pose(32, 12), 2), ahead, aside)
    targets = {each.piece: each for each in DESK.outlook(field, PANCHO, "Colt", "fire").targets}
    law = law_of(KIT, field, Act(by="villista", action="fire", piece="Colt", target="Ahead"))
    mean = float(law.law.mean(lambda verdict: verdict.killed))
    assert targets["Ahead"].outlook == f"{mean:.1f} fall"
    refused = targets["Aside"].objection
    assert refused is not None
    assert refused.words.startswith("The target is 92° off the gun’s front, and the gun bears 60° to either side.")
    assert "92°" in refused.drawing
    assert DESK.outlook(field, PANCHO, "Colt", "move").targets == ()


# ---- The log -------------------------------------------------------------------------------------------------------------------------


def given(battle: Battle[Any], seat: Seat, *draft_: Any, **more: Any) -> Battle[Any]:
    preview = DESK.preview(battle.view(seat.id), seat, draft(*draft_, **more))
    done = battle.submit(seat.id, ordered(preview))
    assert isinstance(done, Accepted)
    return done.battle


def test_an_entry_is_told_in_a_line_and_opened_with_its_odds():
    before = begun(*UNITS, ground=(HOUSE,), villages=((HOUSE.id,),))
    battle = given(before, PANCHO, "Peones", "fire", target="Company")
    entry = battle.log.entries[-1]
    assert isinstance(entry, Entry)
    (plain,) = told_to(FELIPE, battle)
    (line,) = DESK.lines(battle.view(FELIPE.id), plain)
    assert line.who == "Peones"
    assert line.words.startswith("Peones fire at Company")
    assert line.card
    assert line.dice
    moments = tuple(moments_of(TABLE, before.state, entry, FELIPE))
    deed = DESK.deed(moments, battle.view(FELIPE.id), throws_of((), catalogue(TABLE)), plain)
    assert deed.headline.endswith(".")
    assert deed.odds is not None
    assert deed.came is not None
    assert (deed.piece, deed.target) == ("Peones", "Company")


def test_a_move_of_a_side_is_told_in_two_sentences_and_the_next_turn_begins():
    battle = begun(*UNITS, ground=(HOUSE,), villages=((HOUSE.id,),))
    battle = given(battle, PANCHO, "Dorados", "move", (22, 14))
    battle = given(battle, PANCHO, "", "next_move")
    battle = given(battle, FELIPE, "", "next_move")
    entries = told_to(PANCHO, battle)
    lines = [DESK.lines(battle.view(PANCHO.id), entry)[0] for entry in entries]
    assert [line.turn for line in lines] == [0, 0, 2]
    assert [line.words for line in lines] == [
        "Dorados move.",
        "The Villistas end their move.",
        "The Federals end their move.",
    ]
    told = DESK.round_told(battle.view(PANCHO.id), entries[:2])
    assert (told.title, told.did, told.meant) == ("Villistas", "1 move.", "Nobody was hurt.")
    assert DESK.round_told(battle.view(PANCHO.id), entries[2:]) is None


@pytest.mark.rule("AVD-7.04", "AVD-7.05")
def test_the_range_is_drawn_all_round_for_rifles_and_before_the_muzzle_of_a_gun():
    (round_,) = DESK.outlook(FIELD, PANCHO, "Peones", "fire").arc
    (sector,) = DESK.outlook(FIELD, PANCHO, "Colt", "fire").arc
    reach = inches(RULESET.default_tables.number("range", "mauser"))
    assert max(point.y for point in round_) == pytest.approx(inches(10.5) + reach, abs=20)
    assert min(point.y for point in round_) == 0, "no further than the table"
    assert Point(inches(32), inches(12)) in sector
    assert min(point.y for point in sector) == inches(12), "nothing behind it"
