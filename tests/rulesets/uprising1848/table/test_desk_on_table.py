"""What the desk shows of 1848!: figures, badges, counts, offers, odds and the log, in words that all exist."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.battle.desk import Draft, Preview
from sandtable.battle.engine.battle import Battle
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel.messages import Texts
from sandtable.rulesets.uprising1848.table.rules import TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Goal, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Kind, Status
from tests.rulesets.uprising1848.table.laying import (
    CIVILIAN,
    CONSCRIPT,
    SEATS,
    act,
    area,
    gun,
    opening,
    plain,
    pose,
    rebels,
    row,
    submitted,
    troops,
    wall,
)
from tests.rulesets.uprising1848.table.test_scenario_files import text_of

PLAYERS, THEIRS = SEATS
REFEREE = Seat("referee", (), referee=True)


@cache
def battle() -> Battle[UprisingField]:
    """A table with a bit of everything."""
    units = (
        rebels("Core", row(10, 10, 6, 1.2), leader=True),
        rebels("Late", row(15, -2, 5)),
        troops("Line", row(10, 18, 6), quality=CONSCRIPT, men=plain(6, CONSCRIPT), nco=False),
        troops("Shaken", row(30, 40, 3), books={"status": Status.WAVERING}),
        gun("Gun", GOVERNMENT, pose(30, 60, 180), books={"markers": 2}),
    )
    ground = (wall("wall", (8, 12), (18, 12)),)
    return Battle.begin(
        TABLE, opening(*units, ground=ground, waiting=("Late",), goal=Goal(turns=15)), (*SEATS, REFEREE), "desk"
    )


def scene(seat: Seat = PLAYERS) -> Scene:
    with Texts.strictly():
        return TABLE.desk.scene(battle().view(seat.id), seat)


def test_the_head_of_the_table_counts_turns_points_and_figures():
    shown = scene()
    assert shown.clock.detail.startswith("Turn 1 of 15")
    assert [(count.value, count.side) for count in shown.counts] == [("0", PLAYER), ("6", PLAYER), ("13", GOVERNMENT)]


def test_leaders_soldiers_and_guns_are_told_apart():
    shown = scene().pieces
    core, line, battery = (shown[name].cohort for name in ("Core", "Line", "Gun"))
    assert core is not None
    assert line is not None
    assert battery is not None
    assert (core.look, line.look, battery.engine) == ("", "shako", "field-gun")
    assert [man.look for man in core.men] == ["star", "chevrons", *["musket"] * 4]
    assert "star" not in repr(line)


def test_civilians_are_in_nobodys_ink():
    folk = troops("Folk", row(20, 30, 3), kind=Kind.CIVILIANS, quality=CIVILIAN, men=plain(3, CIVILIAN), nco=False)
    begun = Battle.begin(
        TABLE, opening(rebels("Core", row(10, 10, 3)), folk, troops("Line", row(30, 40, 3))), SEATS, "ink"
    )
    shown = TABLE.desk.scene(begun.view(PLAYERS.id), PLAYERS).pieces
    assert {name: piece.ink for name, piece in shown.items()} == {"Core": "", "Folk": "none", "Line": ""}


def test_conditions_are_on_the_plate():
    shown = scene().pieces
    assert [badge.letters for badge in shown["Shaken"].badges] == ["W"]
    assert [badge.words for badge in shown["Gun"].badges] == ["2 loads to go"]
    assert "Late" not in shown, "who waits behind friendly lines is not on the table"
    assert [(off.name, off.at) for off in scene().off] == [("Late", Point(18200, 0))]


@pytest.mark.rule("R48-G.57")
def test_whoever_waits_behind_friendly_lines_comes_over_the_edge_where_he_is_led():
    thrown = submitted(battle(), PLAYERS.id, act("move", "Late"))
    assert thrown.state.moving is not None
    draft = Draft("Late", "go", path=(Point(12000, 2500),))
    with Texts.strictly():
        told = TABLE.desk.preview(thrown.view(PLAYERS.id), PLAYERS, draft)
    assert told.order is not None, told.objections
    assert all(way[0][1] == 0 for way in told.order["ways"]), "each way begins at the edge"
    after = submitted(thrown, PLAYERS.id, told.order).state
    assert "Late" not in after.waiting
    assert {pose.y for pose in after.pieces["Late"].figures} == {2500}


def test_a_unit_is_offered_what_it_might_do_and_not_what_it_never_could():
    view = battle().view(PLAYERS.id)
    with Texts.strictly():
        panel = TABLE.desk.panel(view, PLAYERS, "Core")
        late = TABLE.desk.panel(view, PLAYERS, "Late")
    assert panel is not None
    assert late is not None
    words = repr(panel)
    assert "Fire muskets" in words
    assert "Speak to them" in words
    assert "Fire rifles" not in words
    assert "Negotiate" not in words


def test_the_log_tells_what_happened():
    after = submitted(battle(), PLAYERS.id, act("fire_musket", "Core", "Line"))
    with Texts.strictly():
        scene_ = TABLE.desk.scene(after.view(PLAYERS.id), PLAYERS)
        for seat in (PLAYERS, THEIRS, REFEREE):
            entry = after.export(seat.id)["entries"][-1]
            assert entry
    assert scene_.pieces["Core"].ready is False or after.state.acting == ("Core",)
    assert any(man.firearm is Firearm.MUSKET and man.acted for man in after.state.men["Core"])


@pytest.mark.parametrize("seat", (PLAYERS, THEIRS, REFEREE), ids=lambda seat: seat.id)
def test_every_seat_has_a_scene_in_words(seat):
    shown = scene(seat)
    assert shown.pieces.keys() >= {"Core", "Line"}
    assert all(piece.name for piece in shown.pieces.values())


# ---- Aiming ------------------------------------------------------------------------------------------------------------------------


def aimed(**choices: str) -> Preview:
    """What the page is told when the core aims its muskets at the line."""
    with Texts.strictly():
        return TABLE.desk.preview(
            battle().view(PLAYERS.id), PLAYERS, Draft("Core", "fire_musket", target="Line", choices=choices)
        )


@pytest.mark.rule("R48-G.53")
def test_those_who_are_aimed_at_fall_into_kinds_each_outlined_with_its_chance():
    told = aimed()
    (choice,) = told.choices
    assert len(choice.options) == len(told.parts)
    assert all("% a shot from" in option.words for option in choice.options)
    assert [part.meant for part in told.parts] == [True, *[False] * (len(told.parts) - 1)]
    assert all(part.outlines and part.words.endswith("%") for part in told.parts)
    assert "On average" in told.note


def test_the_number_of_muskets_is_set_and_the_bars_are_of_so_many():
    whole, some = aimed(), aimed(many="2")
    (dial,) = whole.dials
    assert whole.values["many"] == str(int(dial.most))
    assert (some.values["many"], some.verb) == ("2", "Fire 2 muskets")
    assert len(some.order["members"]) == 2
    assert whole.odds is not None
    assert some.odds is not None
    assert (len(some.odds.bars), len(whole.odds.bars)) == (3, int(dial.most) + 1)
    assert aimed(many="99").values["many"] == str(int(dial.most)), "no more than there are"


def test_shooters_of_two_qualities_are_told_apart():
    """The leader is a Veteran among Conscripts and hits more often: both kinds aim at the same."""
    core = rebels("Core", row(10, 10, 6, 1.2), quality=CONSCRIPT, leader=True)
    begun = Battle.begin(TABLE, opening(core, troops("Line", row(10, 18, 6))), SEATS, "two")
    with Texts.strictly():
        told = TABLE.desk.preview(begun.view(PLAYERS.id), PLAYERS, Draft("Core", "fire_musket", target="Line"))
    words = [option.words for option in told.choices[0].options]
    assert len(set(words)) == len(words)
    assert {each.partition(":")[0] for each in words} == {"Veterans", "Conscripts"}


def test_only_those_are_offered_to_charge_who_may_get_there():
    """Of two ranks the rear one is too far off."""
    core = rebels("Core", (*row(10, 10, 3, 1.2), *row(10, 2, 3, 1.2)), men=plain(6, CONSCRIPT), nco=False)
    begun = Battle.begin(TABLE, opening(core, troops("Line", row(10, 18, 6, 1.2))), SEATS, "far")
    with Texts.strictly():
        told = TABLE.desk.preview(begun.view(PLAYERS.id), PLAYERS, Draft("Core", "charge", target="Line"))
        for number in range(len(told.choices[0].options)):
            draft = Draft("Core", "charge", target="Line", choices={"whom": f"{number}"})
            each = TABLE.desk.preview(begun.view(PLAYERS.id), PLAYERS, draft)
            assert each.odds is not None
            assert len(each.odds.bars) > 1, "it does not fall short for sure"
            assert each.dials[0].most <= 3


def test_another_kind_of_targets_is_fired_at_when_it_is_chosen():
    told = aimed(whom=str(len(aimed().parts) - 1))
    assert told.parts[-1].meant
    after = submitted(battle(), PLAYERS.id, told.order)
    assert sum(man.acted for man in after.state.men["Core"]) == len(told.order["members"])


@pytest.mark.rule("R48-8.13")
@pytest.mark.rule("R48-9.03")
def test_nobody_is_offered_a_shot_or_a_charge_that_reaches_nobody():
    units = (
        rebels("Core", row(10, 10, 6, 1.2), leader=True),
        troops("Line", row(10, 45, 6), quality=CONSCRIPT, men=plain(6, CONSCRIPT), nco=False),
    )
    far = Battle.begin(TABLE, opening(*units, goal=Goal(turns=15)), SEATS, "far")
    with Texts.strictly():
        panel = TABLE.desk.panel(far.view(PLAYERS.id), PLAYERS, "Core")
        aim = TABLE.desk.preview(far.view(PLAYERS.id), PLAYERS, Draft("Core", "fire_musket", target="Line"))
    assert not {"fire_musket", "charge", "throw_stone"} & {offer.id for offer in panel.offers}
    told = {each.title: each.objection.words for each in panel.not_now}
    assert "carries 24 in" in told["Fire muskets"]
    assert "nobody charges further than" in told["Charge"]
    assert aim.order is None
    assert aim.objections


def test_the_only_thing_to_do_with_a_thrown_move_is_picked_already():
    thrown = submitted(battle(), PLAYERS.id, act("move", "Core"))
    with Texts.strictly():
        assert TABLE.desk.panel(thrown.view(PLAYERS.id), PLAYERS, "Core").usual == "go"


# ---- On the way --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-7.07", "R48-7.08")
def test_whoever_has_thrown_is_told_how_far_he_may_still_go():
    thrown = submitted(battle(), PLAYERS.id, act("move", "Core"))
    assert thrown.state.moving is not None
    far = f"{thrown.state.moving.far // 1000} in"
    with Texts.strictly():
        shown = TABLE.desk.scene(thrown.view(PLAYERS.id), PLAYERS)
        outlook = TABLE.desk.outlook(thrown.view(PLAYERS.id), PLAYERS, "Core", "go")
    assert far in shown.clock.title
    assert (far, "to go at most") in [(fact.value, fact.label) for fact in shown.pieces["Core"].facts]
    ys = [point.y for outline in outlook.arc for point in outline]
    assert max(ys) < 10000 + thrown.state.moving.far + 1000, (
        "the ground that they can get to, not the range of their arms"
    )


@pytest.mark.rule("R48-7.02", "R48-G.16")
def test_a_way_says_what_is_paid_where_and_why_it_ends():
    ground = (wall("wall", (2, 12), (30, 12)), area("woods", 2, 13, 30, 6))
    started = Battle.begin(TABLE, opening(rebels("Core", row(10, 10, 3)), ground=ground), SEATS, "way")
    thrown = submitted(started, PLAYERS.id, act("move", "Core"))
    with Texts.strictly():
        told = TABLE.desk.preview(thrown.view(PLAYERS.id), PLAYERS, Draft("Core", "go", path=(Point(11600, 18000),)))
    assert [toll.words for toll in told.tolls] == ["\N{MINUS SIGN}1", "\N{MULTIPLICATION SIGN}2"]
    assert told.limit is not None
    assert told.limit.words.startswith("Somebody would use"), told.limit


@pytest.mark.rule("R48-4.26", "R48-4.28")
def test_some_fire_and_the_others_go_or_stay_after_all():
    """Only those go who have thrown; and who cannot go may stay."""
    fired = submitted(battle(), PLAYERS.id, aimed(many="2").order)
    thrown = submitted(fired, PLAYERS.id, act("move", "Core"))
    view = thrown.view(PLAYERS.id)
    with Texts.strictly():
        panel = TABLE.desk.panel(view, PLAYERS, "Core")
        told = TABLE.desk.preview(view, PLAYERS, Draft("Core", "go", path=(Point(13000, 8500),)))
        stays = TABLE.desk.preview(view, PLAYERS, Draft("Core", "go:stay"))
    assert [(offer.id, offer.title) for offer in panel.offers] == [("go", "Go"), ("go:stay", "Stay after all")]
    assert told.order is not None, told.objections
    assert sum(not way for way in told.order["ways"]) == 2
    assert stays.verb == "Stay"
    assert {pose.y for pose in submitted(thrown, PLAYERS.id, stays.order).state.pieces["Core"].figures} == {10000}


@pytest.mark.rule("R48-G.57", "R48-11.05")
def test_nobody_is_left_beyond_the_edge_when_a_unit_of_two_ranks_comes():
    """A short step would bring on the first rank alone, and the second would have left the table."""
    begun = Battle.begin(TABLE, text_of("lord-of-the-manor"), SEATS, "b")
    while begun.state.books.side is None or begun.state.books.side.value != PLAYER:
        begun = submitted(begun, PLAYERS.id, act("initiative"))
    thrown = submitted(begun, PLAYERS.id, act("move", "The veterans"))
    view = thrown.view(PLAYERS.id)
    middle = next(off.at for off in TABLE.desk.scene(view, PLAYERS).off if off.name == "The veterans")
    assert middle is not None

    def gone(far: int) -> Preview:
        draft = Draft("The veterans", "go", path=(Point(middle.x, middle.y + far),))
        with Texts.strictly():
            return TABLE.desk.preview(view, PLAYERS, draft)

    for far in (500, 1000, 2000, 5000):
        told = gone(far)
        if told.order is not None:
            assert len(submitted(thrown, PLAYERS.id, told.order).state.pieces["The veterans"].figures) == 24, far
        else:
            assert "beyond the edge" in told.objections[0].words
    assert gone(5000).order is not None
