"""The Road to San Pedro teaches the game: whoever does only what its hints say, by the orders that they name, plays it to its end."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.desk import Draft, OrderOffer
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.order import read_order
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import WAITING, Hint
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.rulesets.average_dice.table import housing, lesson
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from tests.rulesets.average_dice.table.laying import FEDERAL, SEATS, VILLISTA, area, laid, row, unit

NAME = "the-road-to-san-pedro"
DESK: Any = TABLE.desk
INTO, SHOOT = "Go into ", "Shoot at "  # how orders about houses begin
PLAYERS = {VILLISTA.value: SEATS[0], FEDERAL.value: SEATS[1]}
MOST_ORDERS = 400


def followed(view: AverageDiceField, seat: Seat, scene: Scene) -> Draft:
    """What a hint says: its piece, the order it names, the enemy of whom most would fall, or a drag to where it points."""
    offers = DESK.panel(view, seat, scene.hint_about).offers
    wanted = _named(view, scene, offers)
    draft = Draft(scene.hint_about, wanted.id)
    if "target" in wanted.needs:
        open_to = [each for each in DESK.outlook(view, seat, draft.piece, draft.offer).targets if not each.objection]
        return replace(draft, target=max(open_to, key=lambda each: _number(each.outlook)).piece)
    if "path" in wanted.needs:
        return replace(draft, path=(_toward(view, scene.hint),))
    return draft


def _named(view: AverageDiceField, scene: Scene, offers: tuple[OrderOffer, ...]) -> OrderOffer:
    """The offer whose title stands in a hint, of several the first; a house is any of which the hint is true."""
    into = [offer for offer in offers if offer.title.startswith(INTO) and _true_of(view, scene, offer.title)]
    if INTO in scene.hint:
        return into[0]
    shells = [offer for offer in offers if offer.title.startswith(SHOOT)]
    if SHOOT in scene.hint:
        return next(offer for offer in shells if _foes(view, scene, offer.title.removeprefix(SHOOT)))
    found = [(scene.hint.find(offer.title), offer.id) for offer in offers]
    named = min((place, name) for place, name in found if place >= 0)[1]
    return next(offer for offer in offers if offer.id == named)


def _true_of(view: AverageDiceField, scene: Scene, title: str) -> bool:
    house = title.removeprefix(INTO)
    if "few" in scene.hint:
        return 0 < 2 * _foes(view, scene, house) <= len(view.pieces[scene.hint_about].figures)
    return not view.books.structures[house].inside


def _foes(view: AverageDiceField, scene: Scene, house: str) -> int:
    own = view.pieces[scene.hint_about].owner
    known = view.books.structures.get(house)
    inside = view.books.inside(known) if known else []
    return sum(unit.all_figures for unit in inside if unit.side.value != own)


def _number(words: str) -> float:
    found = re.search(r"[\d.]+", words)
    return float(found[0]) if found else 0.0


def _toward(view: AverageDiceField, hint: str) -> Point:
    where = re.search(r"toward (the )?(\w+)", hint)
    assert where, hint
    return housing.centre_of(view, (where[2],) if where[1] else view.villages[0])


def taught(seed: str, roles: tuple[str, ...]) -> tuple[Battle[AverageDiceField], Counter[str]]:
    """A battle in which some sides do only what they are told, the others what comes into their heads, and how often each hint was followed."""
    battle = Battle.begin(TABLE, source_of(NAME)[0], SEATS, seed)
    heard: Counter[str] = Counter()
    others = {role: TABLE.players["random"]("", f"{seed}/{role}") for role in PLAYERS if role not in roles}
    while battle.result is None:
        assert sum(heard.values()) < MOST_ORDERS
        (decision,) = TABLE.decisions(battle.state)
        seat = PLAYERS[decision.by]
        view = battle.view(seat.id)
        if decision.by in others:
            order = others[decision.by].order(view, decision)
        else:
            scene = DESK.scene(view, seat)
            assert scene.hint, decision
            heard[scene.hint] += 1
            preview = DESK.preview(view, seat, followed(view, seat, scene))
            assert preview.order is not None, (scene.hint, scene.hint_about, preview.objections)
            order = read_order(TABLE.orders, preview.order)
        done = battle.submit(seat.id, order)
        assert isinstance(done, Accepted), done
        battle = done.battle
    return battle, heard


SIDES = (VILLISTA.value, FEDERAL.value)


@pytest.mark.parametrize(("seed", "roles"), (("1", SIDES), ("2", SIDES[:1]), ("3", SIDES[1:])))
def test_whoever_does_only_what_hints_say_plays_to_the_end(seed, roles):
    battle, heard = taught(seed, roles)
    assert battle.result is not None
    for seat in PLAYERS.values():
        assert "That was a battle" in DESK.scene(battle.view(seat.id), seat).hint
    facts = {(hint.side, hint.fact) for hint in read_scenario(source_of(NAME)[0]).hints if hint.text in heard}
    if VILLISTA.value in roles:
        assert facts >= {(VILLISTA.value, fact) for fact in ("can_shell", "can_fire", "can_advance")}
    if FEDERAL.value in roles:
        assert (FEDERAL.value, "can_fire") in facts


# ---- Which hint is shown, and of whom it speaks ------------------------------------------------------------------------------------


def shown(field: AverageDiceField, *hints: Hint, seat: Seat = SEATS[0]) -> tuple[str, str]:
    scene = DESK.scene(TABLE.view(replace(field, hints=hints), seat), seat)
    return scene.hint, scene.hint_about


def told(text: str, fact: str = "", **more: Any) -> Hint:
    return Hint(VILLISTA.value, text, fact=fact, **more)


HOUSE = area("building", 20, 12, 3, 3)
FIELD = laid(
    unit("Far", VILLISTA, row(2, 2, 6, 1.02)),
    unit("Near", VILLISTA, row(19, 9.5, 6, 1.02)),
    unit("Touching", VILLISTA, row(30, 10, 6, 1.02)),
    unit("Foe", FEDERAL, row(30, 11, 6, 1.02)),
    unit("Open", FEDERAL, row(2, 18, 8, 1.02)),
    ground=(HOUSE,),
    villages=((HOUSE.id,),),
)


def test_a_fact_tells_of_which_unit_it_is_so():
    assert shown(FIELD, told("strike", "can_melee")) == ("strike", "Touching")
    assert shown(FIELD, told("in", "can_go_in")) == ("in", "Near")
    assert shown(FIELD, told("fire", "can_fire")) == ("fire", "Far")
    assert shown(FIELD, told("on", "can_advance")) == ("on", "Far")
    assert shown(FIELD, told("shell", "can_shell"), told("otherwise")) == ("otherwise", "")
    assert shown(FIELD, told("storm", "can_storm"), told("otherwise")) == ("otherwise", "")


def test_a_hint_about_a_unit_waits_for_that_unit():
    assert shown(FIELD, told("in", "can_go_in", unit="Far"), told("otherwise")) == ("otherwise", "")
    assert shown(FIELD, told("in", "can_go_in", unit="Near")) == ("in", "Near")
    assert shown(FIELD, told("gone", enemy="Nobody"), told("there", enemy="Foe")) == ("there", "")


def test_moments_are_those_of_the_game():
    assert shown(FIELD, told("day", when="first_day"), told("move", when="turn")) == ("move", "")
    waiting = Hint(FEDERAL.value, "wait", when=WAITING)
    assert shown(FIELD, waiting, seat=SEATS[1]) == ("wait", "")
    assert shown(FIELD, waiting) == ("", ""), "nobody sees the other side's"
    before = laid(unit("A", VILLISTA, row(2, 2, 3)), unit("B", FEDERAL, row(2, 40, 3)), side=None, day=0, turn=0)
    assert lesson.moment(before) == "first_day"


@pytest.mark.rule("AVD-3.08", "AVD-G.33")
def test_who_is_ahead_and_whether_a_day_is_free_can_be_told():
    ahead = Hint(FEDERAL.value, "ahead", fact="ahead")
    assert lesson.SO["ahead"](FIELD, ahead), "nobody holds the village"
    assert not lesson.SO["ahead"](FIELD, told("ahead", "ahead"))
    boxes = {number: replace(FIELD, books=replace(FIELD.books, boxes=number)) for number in (1, 2)}
    assert [lesson.SO["day_is_free"](boxes[number], ahead) for number in (1, 2)] == [True, False]
