"""Presses, initiatives, groups, splits and mergers, promotions, turns and who sits where (chapter 4, R48-G.03, R48-G.04, R48-G.50, R48-G.56, R48-G.62)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.engine.battle import Refused
from sandtable.battle.parts import part_problems
from sandtable.battle.seat import Seat
from sandtable.miniatures.acting import law_of
from sandtable.miniatures.events import Ruled
from sandtable.rulesets.uprising1848.table.events import Over, Promoted
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.rules import KIT, TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Goal
from sandtable.rulesets.uprising1848.table.turning import follows, open_now, to_act
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Kind, Quality, Side, Status
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    VETERAN,
    act,
    area,
    at,
    begun,
    carried,
    done,
    form,
    go,
    gov,
    gun,
    hits,
    laid,
    plain,
    pose,
    rebels,
    refused,
    row,
    submitted,
    troops,
    with_men,
    with_unit,
)

PRESS = act("initiative")
FAR = troops("Far", row(40, 70, 2))


def table(*more, **about):
    return laid(
        rebels("Core", row(10, 10, 4), leader=True),
        rebels("Second", row(10, 20, 3)),
        FAR,
        *more,
        **{"side": None, **about},
    )


@pytest.mark.rule(
    "R48-4.05", "R48-4.05a", "R48-4.06", "R48-4.08", "R48-G.03", "R48-1.02", "R48-1.02a", "R48-4.01", "R48-4.17"
)
@pytest.mark.parametrize(("die", "side"), ((1, PLAYER), (10, PLAYER), (11, GOVERNMENT), (18, GOVERNMENT)))
def test_a_press_gives_one_side_the_initiative(die, side):
    field = table()
    assert set(open_now(field)) == {PLAYER}  # the Players press
    field = done(field, PRESS, initiative_press=[[die]])
    assert field.books.side == side
    assert set(open_now(field)) == {side}
    law = law_of(KIT, table(), PRESS)
    weights = {press: sum(w for v, w in law.law if v.press == press) for press in {v.press for v, _ in law.law}}
    total = sum(weights.values())
    assert sorted(weight / total for weight in weights.values()) == pytest.approx([0.1, 0.4, 0.5])


@pytest.mark.rule("R48-4.09", "R48-4.10", "R48-G.04")
def test_who_has_nobody_to_act_is_passed_over():
    alone = laid(rebels("Core", row(10, 10, 4), leader=True), side=None)
    assert form(alone, PRESS)["np_units_to_act"] == 0
    law = law_of(KIT, alone, PRESS)
    assert not any(verdict.press == "Non-Player" for verdict, _ in law.law)
    spent = with_men(with_men(table(), "Core", acted=True), "Second", acted=True)
    assert form(spent, PRESS)["player_units_to_act"] == 0
    assert not any(verdict.press == "Player" for verdict, _ in law_of(KIT, spent, PRESS).law)


@pytest.mark.rule("R48-4.08", "R48-4.08a", "R48-4.29", "R48-4.30", "R48-4.31")
def test_one_unit_acts_with_all_its_figures_and_once_a_turn():
    field = table(side=PLAYER)
    field = done(field, act("stand", "Core", members=(0, 1)))
    assert field.acting == ("Core",)
    assert refused(field, act("stand", "Second")) == ["R48-4.08"]
    field, events = carried(field, act("stand", "Core"), {})  # the others stand, which is an action too
    assert [event.piece for event in events if isinstance(event, Over)] == ["Core"]
    assert field.acting == ()
    assert field.books.side is None
    field = done(field, PRESS, initiative_press=[[1]])
    assert "R48-4.28" in refused(field, act("stand", "Core"))
    assert refused(field, act("stand", "Second")) == []


@pytest.mark.rule("R48-4.26", "R48-4.26a", "R48-4.28", "R48-4.12")
def test_groups_are_figures_of_one_unit_that_have_not_acted():
    field = table(side=PLAYER)
    assert refused(field, act("stand", "Core", members=(0, 9))) == ["R48-4.26"]
    assert refused(field, act("stand", "Core", members=(1, 1))) == ["R48-4.26"]
    field = done(field, act("stand", "Core", members=(0,)))
    assert "R48-4.28" in refused(field, act("stand", "Core", members=(0, 1)))
    inn = replace(field, terrain=replace(field.terrain, areas=(area("house", 9, 8, 8, 4, "inn"),)))
    assert "R48-4.26a" in refused(inn, act("search_structure", "Core", "inn", members=(1, 2)))


@pytest.mark.rule("R48-4.15", "R48-4.16", "R48-G.04", "R48-3.59")
def test_a_turn_is_over_when_all_have_acted_and_the_next_begins_by_itself():
    field = laid(rebels("Core", row(10, 10, 2), leader=True), FAR, side=PLAYER)
    field = done(field, act("stand", "Core"))
    assert field.books.turn == 1
    field = done(field, PRESS, initiative_press=[[18]])
    field, events = carried(field, gov("stand", "Far"), {})
    assert field.books.turn == 2
    assert not any(man.acted for men in field.men.values() for man in men)
    assert [event.action for event in events if isinstance(event, Ruled)] == ["stand", "over", "next_turn"]


@pytest.mark.rule("R48-4.07", "R48-4.07a", "R48-4.11", "R48-11.42", "R48-4.20", "R48-4.12c")
def test_who_comes_by_an_event_still_acts_in_the_turn():
    """R48-T.03: everything else has acted; eight Average come, and the turn goes on until they have acted."""
    field = with_men(with_men(with_men(table(), "Core", acted=True), "Second", acted=True), "Far", acted=False)
    field = with_men(field, "Core", acted=False)
    answers = {
        "initiative_press": [[20]], "event_deck": 20, "arrival_figures": [[2, 3]], "arrival_officer": 90, "place_direction": 1,
        "place_distance": 2, "arrival_ambush": 1,
    }  # fmt: skip
    field, _ = carried(field, PRESS, answers)
    assert field.unit("Infantry 1").figures == 8
    assert len(field.pieces["Infantry 1"].figures) == 8
    assert field.acting == ()  # the appearance is no initiative
    assert to_act(field)[Side.NON_PLAYER] == 2
    assert not any(man.acted for man in field.men["Infantry 1"])


@pytest.mark.rule("R48-4.13", "R48-G.62", "R48-4.31", "R48-6.40a", "R48-10.01", "R48-10.02")
def test_checks_wait_for_the_end_of_the_initiative():
    field = laid(
        rebels("Core", row(10, 10, 4), men=plain(4), nco=False),
        troops("Line", row(10, 16, 6), men=plain(6, AVERAGE), nco=False),
        FAR,
    )
    field = done(field, act("fire_musket", "Core", "Line", members=(0, 1)), fire_hits=hits(1))
    assert [owed.label for owed in field.books.owes] == ["Line"]
    field, events = carried(field, act("fire_musket", "Core", "Line"), {"fire_hits": hits(1), "morale_check": 99})
    assert field.books.owes == ()
    assert field.unit("Line").status is Status.WAVERING
    ruled = [event.action for event in events if isinstance(event, Ruled)]
    assert [each for each in ruled if each != "promote"] == [
        "fire_musket",
        "check_morale",
        "over",
    ]  # one for both volleys


@pytest.mark.rule("R48-4.22", "R48-4.22a", "R48-4.25", "R48-4.25a", "R48-G.50", "R48-10.10a", "R48-4.18")
def test_a_unit_splits_at_the_start_of_an_initiative_when_both_parts_are_led():
    men = (replace(plain(1)[0], role=Role.LEADER), replace(plain(1)[0], role=Role.NCO), *plain(4))
    field = laid(rebels("Core", row(10, 10, 6), men=men), FAR, rebels("Other", row(30, 10, 2)))
    assert refused(field, act("split", "Core", members=(2, 3))) == ["R48-4.22"]  # nobody would lead them
    assert refused(field, act("split", "Core", members=tuple(range(6)))) == ["R48-4.22", "R48-4.22"]
    assert refused(field, act("split", "Core")) == ["R48-4.22"]
    field = done(field, act("split", "Core", members=(1, 4, 5), chosen={"name": "Rifles"}))
    assert [len(field.men[name]) for name in ("Core", "Rifles")] == [3, 3]
    assert [field.unit(name).reference for name in ("Core", "Rifles")] == [3, 3]
    assert field.men["Rifles"][0].role is Role.NCO
    assert not any(man.acted for name in ("Core", "Rifles") for man in field.men[name])  # no action
    assert refused(field, act("stand", "Other")) == ["R48-4.25"]  # one of those concerned acts
    field = done(field, act("stand", "Rifles"))
    assert field.unit("Core").must_act  # the other keeps its own initiative
    later = done(table(side=PLAYER), act("stand", "Core", members=(0,)))
    assert "split" not in open_now(later)[PLAYER]
    assert refused(later, act("split", "Core", members=(0, 1)))


@pytest.mark.rule("R48-4.23", "R48-4.23a", "R48-4.24", "R48-4.24a", "R48-4.24b", "R48-4.24c", "R48-G.50", "R48-G.37a")
def test_units_of_a_kind_merge_when_they_are_near():
    field = laid(
        rebels("Core", row(10, 10, 3, 1.2), men=plain(3), nco=False),
        rebels("Boys", row(10, 13, 4, 1.2), men=plain(4, CONSCRIPT), nco=False, quality=CONSCRIPT),
        rebels("Horse", row(20, 10, 2, 2.2), men=plain(2, mounted=True), nco=False),
        rebels("Away", row(30, 30, 2), men=plain(2), nco=False),
        FAR,
    )
    assert refused(field, act("merge", "Core", "Horse")) == ["R48-4.23", "R48-4.23a"]
    assert refused(field, act("merge", "Core", "Away")) == ["R48-4.23a"]
    assert refused(with_unit(field, "Boys", status=Status.WAVERING), act("merge", "Core", "Boys")) == ["R48-G.50"]
    merged = done(field, act("merge", "Core", "Boys"))
    assert merged.unit("Core").party.quality is CONSCRIPT  # of most figures
    assert [man.quality for man in merged.men["Core"]] == [VETERAN] * 3 + [CONSCRIPT] * 4
    assert merged.unit("Core").reference == 7
    assert "Boys" not in merged.pieces
    even = laid(
        rebels("Core", row(10, 10, 3, 1.2), men=plain(3), nco=False),
        rebels("Boys", row(10, 13, 3, 1.2), men=plain(3, CONSCRIPT), nco=False),
        FAR,
    )
    assert done(even, act("merge", "Core", "Boys")).unit("Core").party.quality is VETERAN  # equal numbers: the better
    spent = done(with_men(even, "Boys", acted=True), act("merge", "Core", "Boys"))
    assert [man.acted for man in spent.men["Core"]] == [False] * 3 + [True] * 3  # they may not act again
    both = with_men(with_men(even, "Boys", acted=True), "Core", acted=True)
    assert refused(both, act("merge", "Core", "Boys")) == ["R48-4.25"]  # the initiative is for some of them


@pytest.mark.rule("R48-4.19", "R48-4.19a", "R48-G.56", "R48-G.30")
def test_when_nobody_leads_a_player_unit_one_is_promoted_on_the_spot():
    men = (replace(plain(1)[0], role=Role.NCO), *plain(3, CONSCRIPT))
    field = laid(
        rebels("Core", row(10, 16, 4), men=men, nco=False),
        troops("Line", row(10, 10, 2), men=plain(2, AVERAGE), nco=False),
        FAR,
        side=GOVERNMENT,
    )
    order = gov("fire_musket", "Line", "Core", marks=(0,), chosen={"officer_named": True})
    field, events = carried(field, order, {"fire_hits": hits(1), "morale_check": 61})
    (promoted,) = [event for event in events if isinstance(event, Promoted)]
    assert field.men["Core"][promoted.figure].role is Role.PROMOTED
    assert field.men["Core"][promoted.figure].quality is CONSCRIPT  # he keeps his quality
    assert field.unit("Core").status is Status.WAVERING  # and 61 fails: he does not make them Veterans
    ruled = [event.action for event in events if isinstance(event, Ruled)]
    assert ruled.index("promote") < ruled.index("check_morale")
    assert "R48-6.51" in refused(
        replace(field, acting=(), books=replace(field.books, side=Side.PLAYER)), act("oratory", "Core", "Line")
    )


@pytest.mark.rule("R48-G.30")
def test_the_government_promotes_nobody():
    men = (replace(plain(1)[0], role=Role.NCO), *plain(3, AVERAGE))
    field = laid(
        rebels("Core", row(10, 10, 2), men=plain(2), nco=False), troops("Line", row(10, 16, 4), men=men, nco=False), FAR
    )
    field = done(
        field,
        act("fire_musket", "Core", "Line", marks=(0,), chosen={"officer_named": True}),
        fire_hits=hits(1),
        morale_check=10,
    )
    assert {man.role for man in field.men["Line"]} == {Role.NONE}


@pytest.mark.rule("R48-6.03", "R48-6.03a", "R48-4.30")
def test_standing_covers_idling_and_loading_at_once():
    men = (*plain(2, firearm=Firearm.FLINTLOCK_RIFLE, unloaded=True), *plain(2))
    field = laid(rebels("Core", row(10, 10, 4), men=men, nco=False), FAR)
    field = done(field, act("stand", "Core", chosen={"activity": "Load rifles"}))
    assert not any(man.unloaded for man in field.men["Core"])
    assert all(man.acted for man in field.men["Core"])


@pytest.mark.rule("R48-G.04", "R48-A.15", "R48-A.17")
def test_bystanders_need_no_initiative_unless_they_want_to_move():
    folk = troops("Folk", row(10, 30, 2), kind=Kind.CIVILIANS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    field = laid(rebels("Core", row(10, 10, 2)), folk, side=None)
    assert to_act(field)[Side.NON_PLAYER] == 0
    noisy = replace(field, fights=((1, pose(10, 28).point),))
    assert to_act(noisy)[Side.NON_PLAYER] == 1
    nobles = troops("Nobles", row(10, 50, 2), kind=Kind.ARISTOCRATS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    assert to_act(laid(rebels("Core", row(10, 10, 2)), nobles, side=None))[Side.NON_PLAYER] == 1
    near = troops("Nobles", row(10, 15, 2), kind=Kind.ARISTOCRATS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    assert to_act(laid(rebels("Core", row(10, 10, 2)), near, side=None))[Side.NON_PLAYER] == 0  # cornered


@pytest.mark.rule("R48-4.04", "R48-1.02", "R48-12.01a")
def test_players_share_a_side_and_each_orders_his_own():
    one, other = (
        rebels("Core", row(10, 10, 2), books={"player": "hecker-column"}),
        rebels("Second", row(20, 10, 2), books={"player": "struve-column"}),
    )
    field = laid(one, other, FAR)
    hecker = Seat("hecker", (PLAYER,), part="hecker-column")
    assert part_problems(TABLE, field, hecker, act("stand", "Core")) == ()
    assert part_problems(TABLE, field, hecker, act("stand", "Second"))
    assert part_problems(TABLE, field, hecker, PRESS) == ()
    battle = begun(one, other, FAR)
    battle = replace(battle, log=replace(battle.log, seats=(hecker, *battle.log.seats[1:])))
    assert isinstance(battle.submit("hecker", act("stand", "Second")), Refused)
    battle = submitted(battle, "hecker", act("stand", "Core"))
    assert battle.state.acting == ()


@pytest.mark.rule("R48-G.61", "R48-6.01", "R48-1.02a")
def test_a_government_player_has_no_player_actions():
    field = table(side=GOVERNMENT)
    for action in (
        "parley",
        "oratory",
        "search_structure",
        "build_barricades",
        "free_prisoners",
        "negotiate",
        "scout",
        "question",
    ):
        assert refused(field, gov(action, "Far", "Core"))
        assert action not in open_now(field)[GOVERNMENT]


@pytest.mark.rule("R48-12.07", "R48-12.07a", "R48-G.46", "R48-12.01")
def test_the_players_may_stop_when_nothing_is_left_to_do():
    busy = table(turn=3)
    assert "stop" not in open_now(busy)[PLAYER]
    quiet = laid(rebels("Core", row(10, 10, 4)), side=None, turn=3)
    assert "stop" in open_now(quiet)[PLAYER]
    ended = TABLE.result(done(quiet, act("stop")))
    assert ended is not None
    assert ended.reason.id == "ended.stopped"
    last = laid(rebels("Core", row(10, 10, 2)), side=PLAYER, turn=5, goal=Goal(turns=5))
    over = done(last, act("stand", "Core"))
    ended = TABLE.result(over)
    assert ended is not None
    assert ended.reason.id == "ended.turn_limit"
    assert follows(over) is None


@pytest.mark.rule("R48-3.02", "R48-1.04")
def test_one_measure_for_all_distances_is_a_matter_of_showing():
    """All lengths are inches of the rules; another scale is a tape on which they are read."""
    field = table()
    assert field.tables.number("links.unit") == 3
    assert field.terrain.width == 48_000


@pytest.mark.rule("R48-4.28", "R48-7.13")
def test_a_gun_and_the_rest_of_its_side_act_unit_by_unit():
    field = laid(gun("Gun", PLAYER, pose(20, 20), kind=Kind.REVOLUTIONARIES), rebels("Core", row(10, 10, 2)), FAR)
    field = done(field, act("move", "Core", members=(0,)), move_distance=[[1]])
    field = done(field, go(field, "Core", 0, 1))
    assert refused(field, act("move", "Gun", chosen={"instead": "limber"})) == ["R48-4.08"]
    assert field.unit("Core").acted == 1
    assert field.unit("Core").party.quality is Quality.VETERAN
    assert at((1, 1))
