"""Whole risings of players that the program brings: none stops, none gives an order that is refused, and books and table agree throughout.

`SANDTABLE_BATTLES` says how many are played by the long test. Whatever fails names its players and its number, which play it again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.engine.log import read_log
from sandtable.battle.engine.verify import verify
from sandtable.battle.event import Event
from sandtable.battle.matches.play import play
from sandtable.battle.order import Decision, Order
from sandtable.geometry.measure import inches
from sandtable.kernel.requests import Choose
from sandtable.kernel.stream import DiceStream
from sandtable.miniatures.acting import may_do
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.figures import Role as FigureRole
from sandtable.rulesets.uprising1848.table.opponent.facts import middle_of
from sandtable.rulesets.uprising1848.table.opponent.rebels import (
    Rebels,
    dares,
    exposed,
    guards,
    local_ratio,
    objective,
    strength,
)
from sandtable.rulesets.uprising1848.table.opponent.saving import likely_to_rally, outmatched
from sandtable.rulesets.uprising1848.table.rules import KIT, TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Goal, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Kind, Melee, Scenario, Status
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    SEATS,
    act,
    area,
    at,
    done,
    in_step,
    laid,
    plain,
    pose,
    rebels,
    row,
    troops,
    wall,
)
from tests.rulesets.uprising1848.table.wandering import strewn

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "200"))
PAIRS = tuple(product(("random", "nearest", "opponent"), repeat=2))
STANCES = ("gentle", "fair", "harsh")
TURNS = 3  # of a battle in the short suite


def fought(number: int, turns: int = TURNS) -> Counter[str]:
    """The actions of a rising, from its first press to its end."""
    chance = Random(f"rising {number}")
    start = TABLE.set_up(strewn(chance, turns), RULESET.default_tables)
    names = PAIRS[number % len(PAIRS)]
    players = {
        role: TABLE.players[name](STANCES[number % 3], f"{number}/{role}")
        for role, name in zip(TABLE.sides(start), names, strict=True)
    }
    given: Counter[str] = Counter()
    now = start

    def watched(order: Order, happened: list[Event]) -> None:
        nonlocal now
        assert isinstance(order, Act)
        assert TABLE.problems(now, order) == (), order
        given[order.action] += 1
        for event in happened:
            now = TABLE.after(now, event)
        in_step(now)

    end, result = play(TABLE, start, players, DiceStream(f"dice of {number}"), most=5000, on_order=watched)
    assert result is not None
    assert now == end, "events alone lead to the same state"
    return given


def played(number: int, turns: int = TURNS) -> Counter[str]:
    try:
        return fought(number, turns)
    except Exception as fault:
        raise AssertionError(f"rising {number}, {PAIRS[number % len(PAIRS)]}: {fault!r}") from fault


def test_risings_of_all_players_come_to_their_end():
    given: Counter[str] = sum((played(number, 1) for number in range(9)), Counter())
    assert given.keys() >= {"initiative", "move", "go", "stand", "fire_musket"}


@pytest.mark.long
def test_hundreds_of_risings_come_to_their_end():
    given: Counter[str] = sum((played(9 + number, 1 + number % 8) for number in range(BATTLES)), Counter())
    assert given.keys() >= {
        "initiative", "move", "go", "stand", "fire_musket", "fire_pistol", "fire_carbine", "throw_stone", "charge", "attack_lethal",
        "oratory", "parley", "search_structure", "fire_light_artillery",
    }  # fmt: skip


def accepted(outcome: Accepted[UprisingField] | Refused) -> Battle[UprisingField]:
    """The battle after an order that was taken."""
    assert isinstance(outcome, Accepted), outcome
    return outcome.battle


def seated(number: int, turns: int) -> tuple[Battle[UprisingField], int]:
    """A rising played through the whole machinery of a battle, and how often an order was taken back and given again."""
    chance = Random(f"rising {number}")
    battle = Battle.begin(TABLE, strewn(chance, turns), SEATS, f"seats {number}")
    players = {role: TABLE.players["opponent"]("fair", f"{number}/{role}") for role in (PLAYER, GOVERNMENT)}
    names = dict(zip((PLAYER, GOVERNMENT), (seat.id for seat in SEATS), strict=True))
    undone = 0
    while decisions := battle.decisions():
        by = decisions[0].by
        order = players[by].order(battle.view(names[by]), decisions[0])
        after = accepted(battle.submit(names[by], order))
        if after.question is None and after.may_undo(names[by]):
            back = accepted(after.undo(names[by]))
            if back.log.proposal is not None:  # dice fell, or something may have been seen
                back = accepted(back.agree(names[GOVERNMENT if by == PLAYER else PLAYER]))
            assert back.state == battle.state
            undone += 1
            after = accepted(back.submit(names[by], order))
        battle = after
        while battle.question is not None:
            asked = battle.question.to or by
            choice = battle.question.request
            assert isinstance(choice, Choose)
            answer = players[asked].choose(battle.view(names[asked]), asked, choice)
            battle = accepted(battle.answer(names[asked], battle.question.key, answer))
    return battle, undone


def test_a_rising_is_replayed_undone_and_verified():
    battle, undone = seated(2, 1)
    assert undone > 2
    log = read_log(json.dumps(battle.log.plain()))
    assert verify(TABLE, log, battle.seed).differences == ()
    again = Battle.resume(TABLE, log, battle.seed)
    assert again.state == battle.state
    assert again.result == battle.result


# ---- The computer's revolutionaries (R48-A.30) -----------------------------------------------------------------------------------------------


DECISION = Decision(PLAYER, "act", (Act.kind,))


def wish(field: UprisingField) -> Act:
    """The first wish of the computer's revolutionaries, which is legal."""
    found = Rebels(KIT).order(field, DECISION)
    assert isinstance(found, Act)
    assert may_do(KIT, field, found)
    return found


@pytest.mark.rule("R48-A.30")
def test_wavering_rebels_rally_where_nobody_is_near_and_get_away_where_somebody_is():
    shaken = rebels("Core", row(10, 10, 4), books={"status": Status.WAVERING})
    assert wish(laid(shaken, troops("Line", row(10, 40, 4)))).chosen == {"activity": "Rally"}
    assert wish(laid(shaken, troops("Line", row(10, 20, 4)))).action == "move"


@pytest.mark.rule("R48-A.30")
def test_rebels_search_the_house_they_are_in_and_speak_to_conscripts_before_they_fire():
    inn = area("house", 8, 8, 8, 6, "inn")
    inside = laid(rebels("Core", row(9, 10, 4)), troops("Line", row(10, 60, 4)), ground=(inn,))
    assert (wish(inside).action, wish(inside).target) == ("search_structure", "inn")
    green = troops("Line", row(10, 15, 10), quality=CONSCRIPT, men=plain(10, CONSCRIPT), nco=False)
    assert wish(laid(rebels("Core", row(10, 10, 4), leader=True), green)).action == "oratory"
    assert wish(laid(rebels("Core", row(10, 10, 4)), green)).action == "fire_musket"  # nobody who could speak


@pytest.mark.rule("R48-A.30")
def test_rebels_parley_with_civilians_and_fire_only_where_it_is_worth_it():
    folk = troops("Folk", row(10, 15, 2), kind=Kind.CIVILIANS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    assert wish(laid(rebels("Core", row(10, 10, 4)), folk)).action == "parley"
    near_by = laid(rebels("Core", row(10, 10, 2)), troops("Line", row(10, 21, 2)))
    assert wish(near_by).action == "fire_musket"
    afar = laid(rebels("Core", row(10, 10, 2)), troops("Line", row(10, 30, 2)))
    assert wish(afar).action != "fire_musket"  # two muskets at twenty inches hit nobody worth the powder


@pytest.mark.rule("R48-A.30")
def test_rebels_charge_a_few_and_build_when_they_are_outnumbered():
    men = plain(8, firearm=Firearm.NONE)
    few = troops("Line", row(12, 14, 2), quality=CONSCRIPT, men=plain(2, CONSCRIPT), nco=False)
    assert wish(laid(rebels("Core", row(10, 10, 8, 1.2), men=men, nco=False), few)).action == "charge"
    many = troops("Line", row(4, 27, 24, 1.2), men=plain(24, AVERAGE), nco=False)
    crowd = plain(10, CONSCRIPT, firearm=Firearm.NONE, melee=Melee.IMPROVISED)
    weak = laid(rebels("Core", row(10, 10, 10, 1.2), men=crowd, nco=False), many)
    ratio = local_ratio(weak, weak.pieces["Core"])
    assert ratio is not None
    assert ratio < 0.8
    assert wish(weak).action == "build_barricades"


@pytest.mark.rule("R48-A.30")
def test_rebels_make_for_the_nearest_thing_worth_having():
    inn = area("house", 30, 30, 6, 6, "inn")
    field = laid(rebels("Core", row(10, 10, 4)), troops("Line", at((40, 70))), ground=(inn,))
    assert objective(field, field.pieces["Core"]) == pose(33, 33).point
    assert wish(field).action == "move"


@pytest.mark.rule("R48-A.30")
def test_rebels_fire_at_those_who_fight_before_those_who_waver():
    shaken = troops("Shaken", row(4, 19, 6), books={"status": Status.WAVERING})
    field = laid(rebels("Core", row(10, 10, 10, 1.6)), shaken, troops("Line", row(20, 19, 6)))
    assert wish(field).target == "Line"


@pytest.mark.rule("R48-11.22", "R48-A.30")
def test_a_hero_closes_with_those_who_bar_his_way_and_runs_when_his_turns_run_out():
    """Sixty-two inches to the edge are nine moves of seven and a half, so he runs from the ninth turn before the last."""
    men = (replace(plain(1)[0], role=FigureRole.LEADER), *plain(11))
    goal = Goal(scenario=Scenario.KOSSUTH, turns=30, hero="Core")
    core = rebels("Core", row(10, 10, 12, 1.6), men=men, nco=False)
    near_by = troops("Line", row(12, 19, 12, 1.6), men=plain(12, AVERAGE), nco=False)
    afar = troops("Line", row(12, 28, 12, 1.6), men=plain(12, AVERAGE), nco=False)
    assert wish(laid(core, afar, goal=goal)).action == "move"
    assert wish(laid(core, near_by, goal=goal)).action == "fire_musket"
    assert wish(laid(core, near_by, goal=goal, turn=20)).action == "fire_musket"
    assert wish(laid(core, near_by, goal=goal, turn=22)).action == "move"


@pytest.mark.rule("R48-A.30")
def test_two_units_of_rebels_make_for_two_things():
    inn, mill = area("house", 20, 30, 6, 6, "inn"), area("house", 30, 40, 6, 6, "mill")
    field = laid(rebels("Core", row(10, 10, 4)), rebels("Others", row(18, 10, 4)), ground=(inn, mill))
    assert objective(field, field.pieces["Core"]) == pose(23, 33).point
    assert objective(field, field.pieces["Others"]) == pose(33, 43).point


# ---- How they save themselves ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-A.30", "R48-10.08a")
def test_rebels_risk_a_rally_only_where_it_is_likely_and_else_go_home():
    """Seventeen conscripts whom nobody leads rally in 60 of 100 cases, and all are lost when they do not; led ones in 85."""
    far = troops("Line", row(10, 60, 4))
    books = {"status": Status.WAVERING}
    led = laid(rebels("Core", row(10, 20, 8, 1.2), quality=CONSCRIPT, books=books), far)
    assert wish(led).chosen == {"activity": "Rally"}
    men = plain(8, CONSCRIPT)
    alone = laid(rebels("Core", row(10, 20, 8, 1.2), men=men, quality=CONSCRIPT, nco=False, books=books), far)
    assert not likely_to_rally(alone, alone.pieces["Core"])
    assert wish(alone).action == "move"
    thrown = done(alone, act("move", "Core"), move_distance=[[4]])
    home = done(thrown, wish(thrown))
    assert middle_of(home.pieces["Core"]).y < middle_of(alone.pieces["Core"]).y - inches(3)


@pytest.mark.rule("R48-A.30", "R48-7.08")
def test_rebels_who_go_home_leave_by_the_friendly_edge_without_a_loss():
    men, books = plain(3, CONSCRIPT), {"status": Status.WAVERING}
    field = laid(
        rebels("Core", row(20, 3, 3, 1.2), men=men, quality=CONSCRIPT, nco=False, books=books),
        rebels("Others", row(40, 20, 3)),
        troops("Line", row(20, 40, 4)),
    )
    thrown = done(field, act("move", "Core"), move_distance=[[4]])
    left = done(thrown, wish(thrown))
    assert "Core" not in left.pieces or not left.pieces["Core"].figures
    assert left.books.points == 0


@pytest.mark.rule("R48-A.30", "R48-A.03")
def test_rebels_give_way_before_formed_troops_in_the_open_and_fire_from_cover():
    few = plain(4, CONSCRIPT)
    foes = troops("Line", row(4, 24, 16, 1.6), men=plain(16, AVERAGE), nco=False)
    core = rebels("Core", row(10, 10, 4), men=few, quality=CONSCRIPT, nco=False)
    field = laid(core, foes)
    assert outmatched(field, field.pieces["Core"], local_ratio(field, field.pieces["Core"]))
    assert wish(field).action == "move"
    thrown = done(field, act("move", "Core"), move_distance=[[4]])
    away = done(thrown, wish(thrown))
    assert middle_of(away.pieces["Core"]).y < middle_of(field.pieces["Core"]).y
    foes_near = troops("Line", row(4, 19, 16, 1.6), men=plain(16, AVERAGE), nco=False)
    walled = laid(core, foes_near, ground=(wall("wall", (4, 10.8), (24, 10.8)),))
    assert wish(walled).action == "fire_musket"


@pytest.mark.rule("R48-A.30", "R48-12.05")
def test_rebels_fire_at_soldiers_before_a_mob_that_earns_nothing():
    mob = plain(6, CIVILIAN, firearm=Firearm.NONE, melee=Melee.IMPROVISED)
    field = laid(
        rebels("Core", row(10, 10, 10, 1.6)),
        troops("Mob", row(8, 19, 6), kind=Kind.MOB, quality=CIVILIAN, men=mob, nco=False),
        troops("Line", row(20, 19, 6)),
    )
    assert wish(field).target == "Line"


@pytest.mark.rule("R48-A.30", "R48-G.11")
def test_rebels_go_for_a_held_place_only_when_they_are_much_stronger_and_keep_away_from_it_otherwise():
    """Six Average soldiers about the inn are worth 12: eight Veterans, 24, dare; eight unarmed volunteers, 4, do not."""
    inn = area("house", 30, 40, 6, 6, "inn")
    held = troops("Line", row(28, 38, 6), men=plain(6, AVERAGE), nco=False)
    field = laid(rebels("Core", row(28, 16, 8, 1.2), men=plain(8), nco=False), held, ground=(inn,))
    assert guards(field, pose(33, 43).point) == 12
    assert dares(field, field.pieces["Core"], pose(33, 43).point)
    assert objective(field, field.pieces["Core"]) == pose(33, 43).point
    crowd = plain(8, CONSCRIPT, firearm=Firearm.NONE, melee=Melee.IMPROVISED)
    weak = laid(rebels("Core", row(28, 16, 8, 1.2), men=crowd, nco=False), held, ground=(inn,))
    assert strength(weak, weak.pieces["Core"]) == 4
    assert objective(weak, weak.pieces["Core"]) is None
    assert not exposed(weak, weak.pieces["Core"])


@pytest.mark.rule("R48-A.30")
def test_rebels_who_have_nothing_to_go_for_do_not_stand_under_fire():
    crowd = plain(8, CONSCRIPT, firearm=Firearm.NONE, melee=Melee.IMPROVISED)
    foes = troops("Line", row(24, 32, 8), men=plain(8, AVERAGE), nco=False)
    friends = rebels("Others", row(10, 22, 14, 1.2), men=plain(14), nco=False)
    field = laid(rebels("Core", row(24, 18, 8, 1.2), men=crowd, nco=False), friends, foes)
    assert exposed(field, field.pieces["Core"])
    thrown = done(field, act("move", "Core"), move_distance=[[4]])
    away = done(thrown, wish(thrown))
    assert middle_of(away.pieces["Core"]).y < middle_of(field.pieces["Core"]).y


def test_whoever_goes_for_the_nearest_enemy_throws_and_then_goes_there():
    """He had stood about, since nobody walks here who has not thrown."""
    field = laid(
        rebels("Core", row(10, 10, 4), men=plain(4, firearm=Firearm.NONE), nco=False), troops("Line", row(10, 40, 4))
    )
    nearest = TABLE.players["nearest"]("fair", "tests")
    out = nearest.order(field, DECISION)
    assert isinstance(out, Act)
    assert (out.action, out.piece) == ("move", "Core")
    thrown = done(field, out, move_distance=[[4]])
    goes = nearest.order(thrown, DECISION)
    assert isinstance(goes, Act)
    assert middle_of(done(thrown, goes).pieces["Core"]).y > middle_of(field.pieces["Core"]).y + inches(2)
