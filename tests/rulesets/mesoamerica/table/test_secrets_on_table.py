"""Secrets: sealed plans tell nothing but that they were sealed, hidden units are nowhere until they come to light, and who does not come back is stood in for (PRE-3.27 to PRE-3.28b, PRE-G.10, PRE-G.25)."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.engine.revelation import places_given_away
from sandtable.battle.event import Story
from sandtable.battle.seat import Seat
from sandtable.conformance.table_secrets import Lookout
from sandtable.miniatures.events import Came, Opened, Ruled
from sandtable.miniatures.orders import Act, Entrust, Plan, Reopen
from sandtable.rulesets.mesoamerica.table.hiding import revealed
from sandtable.rulesets.mesoamerica.table.rules import KIT, TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Cause, Weapon
from tests.rulesets.mesoamerica.table.laying import (
    EAST,
    FAR,
    SEATS,
    WEST,
    area,
    begun,
    charge,
    effects,
    fire,
    gone_on,
    hold,
    laid,
    leader,
    middle,
    move,
    moved,
    planned,
    refused,
    told,
    unit,
    way,
)
from tests.rulesets.mesoamerica.table.paired_battles import Pair
from tests.rulesets.mesoamerica.table.test_players_on_table import SEATS as NAMES
from tests.rulesets.mesoamerica.table.test_players_on_table import step
from tests.rulesets.mesoamerica.table.wandering import strewn

AHUITZOTL, TANGAXOAN = SEATS
ROUGH = area("rough", 18, 18, 4, 4)
LURKERS = unit("E1", EAST, 20, 20, Weapon.WAR_CLUB, elite=True, hidden=True)


def given(battle: Battle[MesoamericaField], seat: Seat, order: Any) -> Battle[MesoamericaField]:
    done = battle.submit(seat.id, order)
    assert isinstance(done, Accepted), done
    return done.battle


# ---- Sealed plans --------------------------------------------------------------------------------------------------------------------------


TWENTY = begun(*(unit(f"W{n}", WEST, 10 + n, 10) for n in range(20)), unit("E1", EAST, 20, 20), *FAR)


def many(number: int, battle: Battle[MesoamericaField] = TWENTY) -> Battle[MesoamericaField]:
    """A battle in which West has sealed a plan of so many orders."""
    acts = tuple(move(battle.state, f"W{n}", (10 + n, 12)) for n in range(number))
    return given(battle, AHUITZOTL, Plan(by="West", acts=acts))


@pytest.mark.rule("PRE-G.25")
def test_a_sealed_plan_tells_others_nothing_but_that_it_was_sealed():
    frames = []
    for number in (0, 1, 20):
        battle = many(number)
        view = battle.view(TANGAXOAN.id)
        told_ = battle.export(TANGAXOAN.id)
        frames.append(json.dumps(told_["entries"]) + repr(view.plans) + repr(battle.awaited(TANGAXOAN.id)))
        assert view.plans["West"].acts == ()
        assert len(battle.view(AHUITZOTL.id).plans["West"].acts) == number
        assert len(told_["entries"]) == 1
        assert [event["kind"] for event in told_["entries"][0]["events"]] == ["sealed"]
        assert told_["entries"][0]["order"] is None
    assert len(set(frames)) == 1, "to the last letter, and so of the same size"


def counted(what: Callable[[], Any]) -> int:
    """How many functions are called for something: a measure of its time that does not depend on the machine."""
    calls = 0

    def count(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    # What the garbage collector ends meanwhile is called, too, and is nobody's work.
    gc.collect()
    gc.disable()
    sys.setprofile(count)
    try:
        what()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


@pytest.mark.rule("PRE-G.25")
def test_answers_to_the_other_side_take_as_long_however_much_was_sealed():
    """The work for a view, a panel and a refusal is the same to the last call."""
    spent = []
    for number in (1, 20):
        battle = many(number)
        wrong = Plan(by="East", acts=(Act(by="East", action="charge_order", piece="E1", target="nobody"),))

        def ask(battle: Battle[MesoamericaField] = battle, wrong: Plan = wrong) -> None:
            view = TABLE.view(replace(battle.state), Seat("fresh", ("East",)))
            TABLE.desk.panel(view, TANGAXOAN, "E1")
            TABLE.desk.scene(view, TANGAXOAN)
            assert isinstance(battle.submit(TANGAXOAN.id, wrong), Refused)

        ask()
        spent.append(min(counted(ask) for _ in range(3)))  # caches of other tests may have to make room once
    assert spent[0] == spent[1]


@pytest.mark.rule("PRE-G.25")
def test_a_plan_may_be_opened_again_until_the_other_side_has_sealed():
    battle = many(3)
    assert [each.orders for each in battle.allowed(AHUITZOTL.id)] == [("reopen",), ("entrust",)]
    assert battle.awaited(AHUITZOTL.id).decisions == ()
    again = given(battle, AHUITZOTL, Reopen(by="West"))
    assert again.state.plans == {}
    assert {each.by for each in again.decisions()} == {"West", "East"}
    sealed = given(again, AHUITZOTL, Plan(by="West", acts=(hold(again.state, "W1"),)))
    both = given(sealed, TANGAXOAN, Plan(by="East"))
    late = both.submit(AHUITZOTL.id, Reopen(by="West"))
    assert isinstance(late, Refused)
    assert both.state.plans == {}
    early = battle.submit(TANGAXOAN.id, Reopen(by="East"))
    assert isinstance(early, Refused), "nothing of theirs is sealed"


@pytest.mark.rule("PRE-G.25")
def test_it_makes_no_difference_who_seals_first():
    battle = begun(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 15), *FAR)
    plans = (
        Plan(by="West", acts=(charge(battle.state, "W1", "E1"),)),
        Plan(by="East", acts=(charge(battle.state, "E1", "W1"),)),
    )
    one = given(given(battle, AHUITZOTL, plans[0]), TANGAXOAN, plans[1])
    other = given(given(battle, TANGAXOAN, plans[1]), AHUITZOTL, plans[0])
    assert one.state == other.state
    assert one.state.afoot == (*plans[0].acts, *plans[1].acts)


@pytest.mark.rule("PRE-G.25")
def test_when_both_have_sealed_all_lies_open_and_cannot_be_taken_back_alone():
    battle = given(many(2), TANGAXOAN, Plan(by="East", acts=()))
    for seat in SEATS:
        opened = [
            event
            for entry in battle.export(seat.id)["entries"]
            for event in entry["events"]
            if event["kind"] == Opened.kind
        ]
        assert len(opened[0]["acts"]) == 2
    asked = battle.undo(TANGAXOAN.id)
    assert isinstance(asked, Accepted)
    assert asked.battle.log.proposal is not None, "the other side is asked"


@pytest.mark.rule("PRE-G.25")
def test_what_is_wrong_with_a_plan_is_told_at_its_place():
    battle = begun(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 15), *FAR)
    plan = Plan(by="West", acts=(hold(battle.state, "W1"), move(battle.state, "W far 0", (1, 9))))
    wrong = battle.submit(AHUITZOTL.id, plan)
    assert isinstance(wrong, Refused)
    assert [problem.field for problem in wrong.problems] == ["acts.1.legs.1.inches"]
    foreign = battle.submit(AHUITZOTL.id, Plan(by="West", acts=(hold(battle.state, "E1"),)))
    assert isinstance(foreign, Refused)
    assert foreign.problems[0].field == "acts.0.by"
    endless = battle.submit(AHUITZOTL.id, Plan(by="West", acts=(hold(battle.state, "W1"),) * 200))
    assert isinstance(endless, Refused)
    assert endless.problems[0].message.id == "problem.table.long_plan"


# ---- Who does not come back ------------------------------------------------------------------------------------------------------------------


def test_the_program_stands_in_for_a_turn_when_the_other_side_says_so():
    battle = given(begun(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 14), *FAR), AHUITZOTL, Plan(by="West"))
    wrong = battle.submit(AHUITZOTL.id, Entrust(by="West", role="West"))
    assert isinstance(wrong, Refused)
    early = begun(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 14), *FAR).submit(
        AHUITZOTL.id, Entrust(by="West", role="East")
    )
    assert isinstance(early, Refused), "West has still to decide itself"
    done = given(battle, AHUITZOTL, Entrust(by="West", role="East"))
    assert middle(done.state, "E1")[1] < 14, "the program has charged for them"
    assert done.state.entrusted == {"East": 1}
    for seat in SEATS:
        kinds = [event["kind"] for entry in done.export(seat.id)["entries"] for event in entry["events"]]
        assert "entrusted" in kinds, "everybody sees it"
    assert set(KIT.open_to(done.state)) <= {"West"}


def test_who_is_stood_in_for_is_asked_nothing_in_that_turn_and_everything_in_the_next():
    battle = given(
        begun(unit("W1", WEST, 20, 10, Weapon.WAR_CLUB), unit("E1", EAST, 20, 11), *FAR), AHUITZOTL, Plan(by="West")
    )
    battle = given(battle, AHUITZOTL, Entrust(by="West", role="East"))
    while battle.state.books.turn == 1:
        assert battle.question is None or battle.question.to == "West"
        if battle.question is not None:
            done = battle.answer(
                AHUITZOTL.id, battle.question.key, "pass" if "aggressor" in battle.question.key else "defend"
            )
            assert isinstance(done, Accepted)
            battle = done.battle
            continue
        assert {each.by for each in battle.decisions()} == {"West"}
        battle = step(battle, {role: TABLE.players["nearest"]("", role) for role in NAMES})
    assert {each.by for each in battle.decisions()} == {"West", "East"}
    assert Battle.resume(TABLE, battle.log, battle.seed).state == battle.state


# ---- Hidden units ------------------------------------------------------------------------------------------------------------------------------


def unseen(field: MesoamericaField, name: str = "E1") -> bool:
    view = TABLE.view(field, AHUITZOTL)
    assert places_given_away(field, view) == ()
    return name not in view.pieces and name not in view.books.units


@pytest.mark.rule("PRE-3.27", "PRE-3.27b", "PRE-3.28", "PRE-5.05")
def test_who_is_hidden_is_in_no_view_of_the_enemy():
    field = laid(LURKERS, unit("W1", WEST, 20, 10), *FAR, ground=(ROUGH,))
    assert unseen(field)
    own = TABLE.view(field, TANGAXOAN)
    assert "E1" in own.pieces
    assert own.books.units["E1"].hidden
    assert refused(field, charge(replace(field), "W1", "E1")) == ["PRE-G.25"]
    after = planned(field, Act(by="East", action="hold_order", piece="E1", chosen={"facing": 0}))
    assert unseen(after), "turning does not show it"
    assert after.pieces["E1"].figures[0].facing == 0


@pytest.mark.rule("PRE-3.28b", "PRE-6.06", "PRE-6.06b", "PRE-9.01c", "PRE-G.10", "PRE-G.25")
def test_an_enemy_who_comes_within_two_inches_finds_it_and_may_go_on():
    """It ends 2.5 inches beside: the gap is 1.91."""
    field = laid(LURKERS, unit("W1", WEST, 17.5, 16), *FAR, ground=(ROUGH,))
    after, events = told(field, move(field, "W1", (17.5, 19.4)))
    assert not unseen(after)
    (found,) = [event for event in events if isinstance(event, Came)]
    assert found.piece == "E1"
    assert [one.whom for one in effects(events, "surprised")] == ["W1"]
    assert middle(after, "W1") == (17.5, 19.4), "it goes on"
    assert "enemy_revealed" in after.books.units["W1"].due
    past = laid(LURKERS, unit("W1", WEST, 17.3, 16), *FAR, ground=(ROUGH,))
    assert unseen(planned(past, move(past, "W1", (17.3, 19.4)))), "2.11 inches"


@pytest.mark.rule("PRE-3.28", "PRE-G.10", "PRE-G.25")
def test_who_moves_out_of_hiding_is_seen_and_never_hidden_again():
    field = laid(LURKERS, unit("W1", WEST, 20, 10), *FAR, ground=(ROUGH,))
    after, events = told(field, move(field, "E1", (20, 19)))
    assert not unseen(after)
    assert not after.books.units["E1"].hidden
    assert [one.cause for one in effects(events, "revealed")] == [Cause.MOVED]
    opened = next(event for event in events if isinstance(event, Opened))
    assert all(act.piece != "E1" for act in opened.acts), "its order does not lie open before it moves"
    orders = [event for event in events if isinstance(event, Ruled) and event.action in ("orders", "reveal_orders")]
    assert all("E1" not in json.dumps(event.fields) for event in orders)


@pytest.mark.rule("PRE-G.10")
def test_firing_shows_a_unit_before_anybody_is_hit():
    archers = unit("E1", EAST, 20, 13, Weapon.BOW, elite=True, hidden=True)
    field = laid(archers, unit("W1", WEST, 20, 10), *FAR, ground=(area("rough", 18, 12, 4, 3),))
    after, events = told(field, fire(field, "E1", "W1"))
    assert not unseen(after)
    assert [one.cause for one in effects(events, "revealed")] == [Cause.FIRED]
    assert effects(events, "has_fired")


@pytest.mark.rule("PRE-3.27", "PRE-3.27b", "PRE-3.09", "PRE-G.10", "PRE-G.11")
def test_before_the_battle_the_side_that_knew_the_field_hides_elite_units_in_rough_ground():
    units = (
        unit("W1", WEST, 20, 3),
        *(unit(f"E{n}", EAST, 14 + 2 * n, 34, elite=n < 7) for n in range(8)),
        leader("EL", EAST, 40, 34),
        *FAR,
    )
    field = laid(*units, ground=(ROUGH,), turn=0, phase=None, weather_until=0, options={"access": "East"})
    assert TABLE.view(field, AHUITZOTL).of("East") == (), "of them nothing is seen yet"

    def hide(name: str, x: float, y: float) -> Act:
        return Act(by="East", action="hide", piece=name, ways=way(field, name, (x, y)))

    assert refused(field, hide("E0", 20, 20)) == []
    assert refused(field, hide("E0", 20, 25)) == ["PRE-3.27b"], "that ground hides nobody"
    assert refused(field, hide("E7", 20, 20)) == ["PRE-3.27"], "it is not elite"
    assert refused(field, hide("EL", 20, 20)) == ["PRE-G.10"]
    assert refused(field, Act(by="West", action="hide", piece="W1")) == ["PRE-3.27"], "it did not know the field"
    assert refused(field, hold(field, "W1")) == ["PRE-3.27"], "now is the time for hiding"
    five = tuple(hide(f"E{n}", 18.5 + 0.7 * n, 18.5) for n in range(5))
    assert refused(field, Plan(by="East", acts=five)) == []
    assert refused(field, Plan(by="East", acts=(*five, hide("E5", 18.5, 21)))) == ["PRE-3.27"]
    assert refused(field, Plan(by="East", acts=(hide("E0", 20, 20), hide("E1", 20.2, 20)))) == ["PRE-3.27b"]
    after = planned(field, *five, weather_season=1, weather_die=6)
    assert after.books.turn == 1
    assert {piece.id for piece in TABLE.view(after, AHUITZOTL).of("East")} == {
        "E5",
        "E6",
        "E7",
        "EL",
        *(f"E far {n}" for n in range(4)),
    }
    assert middle(after, "E0") == (18.5, 18.5)


@pytest.mark.rule("PRE-3.28b", "PRE-G.10")
def test_nobody_hides_where_an_enemy_would_find_it_at_once_nor_after_the_battle_has_begun():
    units = (unit("W1", WEST, 20, 17), unit("E1", EAST, 20, 34, elite=True), *FAR)
    field = laid(*units, ground=(ROUGH,), turn=0, phase=None, weather_until=0, options={"access": "East"})
    near = Act(by="East", action="hide", piece="E1", ways=way(field, "E1", (20, 19)))
    assert refused(field, near) == ["PRE-3.28b"]
    late = laid(*units, ground=(ROUGH,), options={"access": "East"})
    assert refused(late, near) != []


def test_a_friend_who_ends_where_somebody_is_hidden_does_not_give_him_away():
    field = laid(LURKERS, unit("E2", EAST, 20, 22.5), unit("W1", WEST, 20, 10), *FAR, ground=(ROUGH,))
    after = moved(field, move(field, "E2", (20, 20)))
    assert middle(after, "E2") == (20, 20)
    assert unseen(after)
    story = Story(TABLE.after, after)
    for _ in revealed(KIT, story, "E1", Cause.MOVED):
        pass
    assert middle(story.state, "E2") == (20, 20)
    assert middle(story.state, "E1") != (20, 20), "it stands beside him"


def test_everything_that_seats_are_given_is_searched_after_every_order():
    for number in range(3):
        battle, lookout = strewn(Random(f"search {number}"), 9, options={"access": "East"}), Lookout()
        players = {
            role: TABLE.players[kind]("", f"{number}") for role, kind in zip(NAMES, ("nearest", "random"), strict=True)
        }
        for _ in range(40):
            lookout.look(battle)
            if battle.result is not None:
                break
            battle = step(battle, players)


@pytest.mark.parametrize("numbers", (range(2), pytest.param(range(2, 20), marks=pytest.mark.long)), ids=("two", "many"))
def test_battles_that_differ_only_in_what_is_hidden_are_the_same_to_everybody_else(numbers: range):
    compared = 0
    for number in numbers:
        pair = Pair(f"pair {number}")
        pair.play()
        compared += pair.compared
    assert compared > 50 * len(numbers)


def test_after_the_end_nothing_is_hidden_any_more():
    field = laid(LURKERS, unit("W1", WEST, 20, 10), *FAR, ground=(ROUGH,), turn=30, phase="prisoners", weather_until=30)
    over = gone_on(field)
    assert over.ended
    assert TABLE.result(TABLE.view(over, AHUITZOTL)) == TABLE.result(over)
    assert not unseen(over)
