"""Ringgold Goes Forward teaches the game: whoever does only what its hints say, by the orders that they name, plays it to its end."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.desk import Draft, DraftShot, OrderOffer, Preview
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.order import read_order
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel.messages import Texts
from sandtable.kernel.requests import Choose
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.desk import lesson
from sandtable.rulesets.mexican_american_war.table.rules import TABLE
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import CheckEffect, Formation, OrderState, Phase, Side
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    SEATS,
    US,
    Laid,
    checked,
    guns,
    horse,
    laid,
    leader,
    pose,
    unit,
    with_unit,
)

NAME = "ringgold-goes-forward"
DESK: Any = TABLE.desk
PLAYERS = {US.value: SEATS[0], MEX.value: SEATS[1]}
MOST_ORDERS = 600
NUMBERS = {"Inches": "far"}  # what dials are called, and what they set


def followed(view: MawField, seat: Seat, scene: Scene) -> Preview:
    """What a hint says: its piece and the order that it names, with the number, the enemy or the place that it tells."""
    about = scene.hint_about if "ap" in scene.hint.partition("choose")[0] else ""
    wanted = named(scene.hint, DESK.panel(view, seat, about).offers)
    draft = Draft(about, wanted.id)
    if "target" in wanted.needs:
        open_to = [each for each in DESK.outlook(view, seat, draft.piece, draft.offer).targets if not each.objection]
        draft = replace(draft, target=open_to[0].piece)
    if "drag him toward whoever is furthest away" in scene.hint:
        draft = replace(draft, path=(furthest(view, scene.hint_about),))
    told = re.search(r"set (\w+) to (\d+)", scene.hint)
    if told:
        draft = replace(draft, choices={NUMBERS[told[1]]: told[2]})
    if "shots" in wanted.needs:
        mark = DESK.preview(view, seat, draft).marks[0]
        draft = replace(draft, shots=(DraftShot(mark.piece),))
    preview: Preview = DESK.preview(view, seat, draft)
    assert preview.order is not None, (scene.hint, scene.hint_about, preview.objections)
    if "shots" in wanted.needs:
        assert preview.verb in scene.hint
    return preview


def named(hint: str, offers: tuple[OrderOffer, ...]) -> OrderOffer:
    """The offer whose title stands last in a hint; a plan of fire by its own words, a reply by the unit before it."""
    plan = next((offer for offer in offers if "shots" in offer.needs), None)
    if plan is not None and hint.startswith(plan.title):
        return plan
    said = [(hint.lower().rfind(offer.title.rpartition(": ")[2].lower()), len(offer.title), offer) for offer in offers]
    found = [each for each in said if each[0] >= 0]
    assert found, (hint, [offer.title for offer in offers])
    return max(found, key=lambda each: each[:2])[2]


def furthest(view: MawField, leader: str) -> Point:
    """Near those of a leader's units who are out of his reach."""
    piece = view.pieces[leader]
    own = [view.pieces[name] for name in view.books.leaders[leader].command if name in view.pieces]
    there = middle_of(max((each for each in own if each.figures), key=lambda each: seeing.gap(view, each, piece)))
    here = piece.figures[0]
    return Point((3 * there.x + here.x) // 4, (3 * there.y + here.y) // 4)


def taught(seed: str, roles: tuple[str, ...], other: str = "opponent") -> tuple[Battle[MawField], Counter[str]]:
    """A battle in which some sides do only what they are told, the others what a player of the program does, and how often each hint was followed."""
    battle = Battle.begin(TABLE, source_of(NAME)[0], SEATS, seed)
    heard: Counter[str] = Counter()
    players = {role: TABLE.players[other]("", f"{seed}/{role}") for role in PLAYERS}
    while battle.result is None:
        assert sum(heard.values()) < MOST_ORDERS
        question = battle.question
        if question is not None:  # which says by itself what it is about
            role, seat = question.to or "", PLAYERS[question.to or ""]
            assert isinstance(question.request, Choose)
            done = battle.answer(
                seat.id, question.key, players[role].choose(battle.view(seat.id), role, question.request)
            )
        else:
            (decision,) = TABLE.decisions(battle.state)
            seat = PLAYERS[decision.by]
            view = battle.view(seat.id)
            if decision.by in roles:
                scene = DESK.scene(view, seat)
                assert scene.hint, decision
                heard[scene.hint] += 1
                order = read_order(TABLE.orders, followed(view, seat, scene).order)
            else:
                order = players[decision.by].order(view, decision)
            done = battle.submit(seat.id, order)
        assert isinstance(done, Accepted), done
        battle = done.battle
    return battle, heard


SIDES = (US.value, MEX.value)


@pytest.mark.parametrize(("seed", "roles"), (("1", SIDES), ("2", SIDES[:1]), ("3", SIDES[1:])))
def test_whoever_does_only_what_hints_say_plays_to_the_end(seed, roles):
    with Texts.strictly():
        battle, heard = taught(seed, roles)
    assert battle.result is not None
    for seat in PLAYERS.values():
        assert "That was a battle" in DESK.scene(battle.view(seat.id), seat).hint
    facts = {(hint.side, hint.fact) for hint in read_scenario(source_of(NAME)[0]).hints if hint.text in heard}
    for role in roles:
        assert facts >= {(role, "checks"), (role, "fires")}


@pytest.mark.long
@pytest.mark.parametrize("number", range(24))
def test_whoever_does_only_what_hints_say_plays_to_the_end_of_many_battles(number):
    roles = (SIDES, SIDES[:1], SIDES[1:])[number % 3]
    with Texts.strictly():
        battle, _ = taught(f"long {number}", roles, ("opponent", "nearest", "random")[number // 3 % 3])
    assert battle.result is not None


# ---- What hints wait for ---------------------------------------------------------------------------------------------------------------


def whom(field: MawField, fact: str, unit: str = "", side: Side = US) -> str:
    return lesson.WHOM[fact](field, Hint(side.value, "", unit=unit, fact=fact))


FOOT = unit("5th", US, pose(30, 20), 8)
FAR = unit("1st Line", MEX, pose(30, 44, DOWN), 8)
HORSE = horse("7th Cavalry", MEX, pose(30, 36, DOWN), 6)
FIRING = guns("Ringgold", US, pose(20, 20), 2)
LIMBERED = guns("Ringgold", US, pose(20, 20), 2, limbered=True)


def ordered(*units: Laid, effect: CheckEffect = CheckEffect.DOUBLE_QUICK) -> MawField:
    """A table on which all American units have had a check."""
    field = laid(*units)
    return checked(field, *(piece.id for piece in field.of(US.value) if piece.id in field.books.units), effect=effect)


def test_squares_are_for_when_horse_is_near_and_lines_for_when_it_is_not():
    assert whom(ordered(FOOT, HORSE), "squares") == "5th"
    assert whom(ordered(FOOT, FAR), "squares") == ""
    square = unit("5th", US, pose(30, 20), 8, formation=Formation.DELIBERATE_SQUARE)
    assert whom(ordered(square, FAR), "leaves_square") == "5th"
    assert whom(ordered(square, HORSE), "leaves_square") == ""


def test_lines_go_ahead_or_wheel_to_an_enemy_who_is_not_close():
    assert whom(ordered(FOOT, FAR), "goes_ahead") == "5th"
    aside = unit("1st Line", MEX, pose(64, 30, DOWN), 8)
    assert (whom(ordered(FOOT, aside), "goes_ahead"), whom(ordered(FOOT, aside), "wheels")) == ("", "5th")
    close = ordered(FOOT, unit("1st Line", MEX, pose(30, 23, DOWN), 8))
    assert (whom(close, "goes_ahead"), whom(close, "wheels"), whom(close, "holds")) == ("", "", "5th")
    assert whom(close, "holds", "Ringgold") == "", "it waits for whom it names"


def test_guns_gallop_unlimber_turn_stay_and_rally():
    assert whom(ordered(LIMBERED, FAR), "gallops") == "Ringgold"
    assert whom(ordered(LIMBERED, FAR, effect=CheckEffect.TARDY), "gallops") == ""
    assert whom(ordered(LIMBERED, FAR), "unlimbers") == "Ringgold"
    assert whom(ordered(FIRING, FAR), "pivots") == ""
    assert whom(ordered(FIRING, FAR), "stays") == "Ringgold"
    behind = unit("1st Line", MEX, pose(20, 4), 8)
    assert whom(ordered(FIRING, behind), "pivots") == "Ringgold"


def test_a_leader_who_has_lost_his_units_may_ride_to_them():
    taylor = leader("Taylor", US, pose(60, 20), "5th")
    field = laid(FOOT, FAR, taylor)
    assert whom(field, "strays") == "Taylor"
    assert whom(laid(FOOT, FAR, leader("Taylor", US, pose(30, 16), "5th")), "strays") == ""
    assert whom(laid(FOOT, FAR, taylor, phase=Phase.LEADERS), "strays") == ""


def test_who_is_shaken_can_be_charged():
    near = unit("1st Line", MEX, pose(30, 27, DOWN), 8)
    field = ordered(FOOT, near)
    assert whom(field, "charges") == ""
    assert whom(with_unit(field, "1st Line", order=OrderState.DISORDERED), "charges") == "5th"


def test_a_fire_phase_without_targets_is_told_as_such():
    field = laid(FOOT, unit("1st Line", MEX, pose(30, 25, DOWN), 8), phase=Phase.OFFENSIVE_FIRE)
    assert lesson.SO["fires"](field, Hint(US.value, ""))
    assert not lesson.SO["fires"](laid(FOOT, FAR, phase=Phase.OFFENSIVE_FIRE), Hint(US.value, ""))
