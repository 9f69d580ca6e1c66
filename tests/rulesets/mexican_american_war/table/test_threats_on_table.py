"""A side that is charged: what comes is drawn, its replies stand side by side with what each leads to, and the odds say what they assume."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.desk import Draft
from sandtable.battle.order import read_order
from sandtable.kernel.messages import Texts
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table.rules import TABLE
from sandtable.rulesets.mexican_american_war.table.state import MawField, Stage
from sandtable.rulesets.mexican_american_war.vocabulary import CheckEffect, Formation
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    SEATS,
    US,
    Laid,
    act,
    charge,
    checked,
    done,
    guns,
    horse,
    laid,
    pose,
    unit,
)

ZACHARY, MARIANO = SEATS
DESK: Any = TABLE.desk


@pytest.fixture(autouse=True)
def strictly():
    with Texts.strictly():
        yield


def declared(*more: Laid, target: Laid | None = None) -> MawField:
    """Lancers have declared a charge from twelve inches."""
    foot = target or unit("5th", US, pose(30, 28), 8)
    field = laid(horse("7th Cavalry", MEX, pose(30, 40, DOWN), 6), foot, *more, side=MEX)
    field = replace(checked(field, "7th Cavalry", effect=CheckEffect.DOUBLE_QUICK), stage=Stage.DECLARE)
    return done(field, charge("7th Cavalry", "5th", MEX))


def asked(*more: Laid, target: Laid | None = None) -> MawField:
    field = done(declared(*more, target=target), act("go_in", MEX))
    assert field.stage is Stage.REPLY
    return field


def test_a_charge_is_drawn_as_broad_as_the_charger_with_an_arrow_to_where_it_touches():
    field = declared()
    for seat in (ZACHARY, MARIANO):
        (threat,) = DESK.scene(field, seat).threats
        assert (threat.piece, threat.target, threat.side) == ("7th Cavalry", "5th", "MEX")
        across = [x for outline in threat.band for x, _ in outline]
        assert max(across) - min(across) == pytest.approx(6000, abs=100)
        start, last = threat.arrow
        assert (start.x, start.y) == (30_000, 40_000)
        assert last.y == pytest.approx(28_000, abs=30)
        assert threat.words.startswith("12 of ")
        assert threat.detail == "at 5th"
    assert DESK.scene(laid(unit("5th", US, pose(30, 28), 8)), ZACHARY).threats == ()


def test_a_charge_from_behind_a_front_says_so():
    (threat,) = DESK.scene(declared(target=unit("5th", US, pose(30, 28, 170), 8)), ZACHARY).threats
    assert "outflanked" in threat.detail


def test_the_replies_stand_side_by_side_with_what_they_lead_to():
    field = asked(horse("2nd Dragoons", US, pose(40, 26), 4))
    panel = DESK.panel(field, ZACHARY, "")
    assert panel.note == "7th Cavalry charges 5th. Reply, or let them come."
    assert panel.replies
    titles = {offer.title: offer for offer in panel.offers}
    assert {"5th: form square", "Let them come"} <= set(titles)
    assert all(
        offer.outlook.startswith("the charge fails ")
        for name, offer in titles.items()
        if "5th" in name or "Let" in name
    )
    assert DESK.panel(field, MARIANO, "").offers == ()


def test_the_odds_of_a_reply_go_to_the_end_of_the_combat_and_say_what_they_assume():
    field = asked(guns("Ringgold", US, pose(22, 27), 2))
    stopped = {}
    for offer in DESK.panel(field, ZACHARY, "").offers:
        told = DESK.preview(field, ZACHARY, Draft(offer=offer.id))
        order = read_order(TABLE.orders, told.order)
        assert TABLE.problems(field, order) == ()
        assert told.odds is not None
        assert "if all who bear fire" in told.odds.note
        assert sum(bar.chance for bar in told.odds.bars) == pytest.approx(1)
        assert sum(bar.percent for bar in told.odds.bars) == 100
        assert told.odds.bars[0].words == "Stopped by fire"
        stopped[offer.title] = told.odds.bars[0].chance
    assert stopped["Let them come"] > stopped["5th: form square"]  # a line fires more muskets than the side of a square


def test_a_unit_that_is_picked_is_told_the_same():
    field = asked()
    told = DESK.preview(field, ZACHARY, Draft(piece="5th", offer="hasty_maneuver::hasty square"))
    assert told.odds is not None
    assert told.odds.note
    order = read_order(TABLE.orders, told.order)
    assert isinstance(order, Act)
    after = done(field, order)
    assert after.books.units["5th"].formation is Formation.HASTY_SQUARE


def asked_of_two() -> MawField:
    """Two regiments of lancers have declared charges at two battalions that are far apart."""
    field = laid(
        horse("7th Cavalry", MEX, pose(30, 40, DOWN), 6),
        horse("8th Cavalry", MEX, pose(60, 40, DOWN), 4),
        unit("5th", US, pose(30, 28), 8),
        unit("8th", US, pose(60, 28), 6),
        side=MEX,
    )
    for name in ("7th Cavalry", "8th Cavalry"):
        field = checked(field, name, effect=CheckEffect.DOUBLE_QUICK)
    field = replace(field, group=("7th Cavalry", "8th Cavalry"), stage=Stage.DECLARE)
    field = done(done(field, charge("7th Cavalry", "5th", MEX)), charge("8th Cavalry", "8th", MEX))
    return done(field, act("go_in", MEX))


def test_of_two_charges_each_has_its_own_odds_and_says_that_nobody_fires_at_both():
    field = asked_of_two()
    offers = {offer.title: offer for offer in DESK.panel(field, ZACHARY, "").offers}
    come = offers["Let them come"]
    assert re.fullmatch(r"7th Cavalry fails \d+% and 8th Cavalry fails \d+%", come.outlook)
    assert re.fullmatch(r"8th Cavalry fails \d+%", offers["8th: form square"].outlook)
    odds = DESK.preview(field, ZACHARY, Draft(offer=come.id)).odds
    assert odds is not None
    parts = {name: [bar for bar in odds.bars if bar.of == name] for name in ("7th Cavalry", "8th Cavalry")}
    assert sum(map(len, parts.values())) == len(odds.bars)
    for name, bars in parts.items():
        assert sum(bar.chance for bar in bars) == pytest.approx(1), name
        assert sum(bar.percent for bar in bars) == 100, name
    assert "and at no other" in odds.note
    alone = DESK.preview(asked(), ZACHARY, Draft(offer=come.id)).odds
    assert {bar.of for bar in alone.bars} == {""}
    assert [(bar.words, bar.chance) for bar in alone.bars] == [
        (bar.words, bar.chance) for bar in parts["7th Cavalry"]
    ]  # whoever is 30 inches off changes nothing


def test_a_reply_is_given_by_its_own_name():
    field = asked()
    for draft in (Draft(piece="5th", offer="hasty_maneuver::hasty square"), *(
        Draft(offer=offer.id) for offer in DESK.panel(field, ZACHARY, "").offers if offer.title == "5th: form square"
    )):  # fmt: skip
        assert DESK.preview(field, ZACHARY, draft).verb == "Form square"
    assert DESK.preview(field, ZACHARY, Draft(offer="let_them_come")).verb == "Let them come"


def test_who_has_been_told_beforehand_is_not_asked():
    field = declared()
    told = act("instruct", US, piece="5th", chosen={"reply": "hasty square", "against": "horse"})
    before = replace(laid(horse("7th Cavalry", MEX, pose(30, 40, DOWN), 6), unit("5th", US, pose(30, 28), 8), side=US))
    instructed = done(before, told)
    field = replace(field, instructions=instructed.instructions)
    after = done(field, act("go_in", MEX))
    assert after.stage is not Stage.REPLY
    assert after.books.units["5th"].formation is Formation.HASTY_SQUARE
