"""Secret orders in a real browser: a whole division by one drag, the seal, and the choices of both sides of a fight before it is named."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.table_line import Seat, call
from tests.support.table_page import TablePage

FIELD = """
ruleset = "mesoamerica"
title = "Two lines"

[table]
width = 24
height = 18

[options]
season = "winter"

[[side]]
label = "West"
name = "Mexica"
edge = "south"

[[side]]
label = "East"
name = "Tarascans"
edge = "north"
"""
ROW = '[[column.unit]]\nname = "{name}"\ntype = "{type}"\nbases = 1\nat = [{x}, {y}, {facing}]\n{more}\n'


def unit(name: str, x: float, y: float, facing: int, kind: str = "war_club", more: str = "") -> str:
    return ROW.format(name=name, type=kind, x=x, y=y, facing=facing, more=more or "strength = 4\ndivision = 1")


def army(side: str, y: float, back: float, facing: int) -> str:
    line = "".join(unit(f"{side} {number}", 8 + number, y, facing) for number in range(1, 5))
    rear = unit(f"{side} lord", 12, back, facing, "leader", "strength = 5") + unit(
        f"{side} priests", 14, back, facing, "priest", "#"
    )
    return f'[[column]]\nname = "{side} host"\nside = "{side}"\n\n{line}{rear}'


TEXT = FIELD + army("West", 8, 5, 0) + army("East", 11, 14, 180)


def drag(mine: TablePage, piece: str, up: float) -> None:
    """Take a counter so many inches up the map."""
    x, y = mine.middle(piece)
    mine.page.mouse.move(x, y)
    mine.page.mouse.down()
    for step in range(1, 9):
        mine.page.mouse.move(x, y - up * mine.inch * step / 8)
    mine.page.mouse.up()
    mine.settle()


def seals(theirs: Seat) -> None:
    """The other side seals an empty plan."""
    theirs.until(lambda now: "plan" in now.decisions)
    theirs.order(kind="plan", by="East", acts=[])


def lets_name(mine: TablePage, theirs: Seat) -> None:
    """Whoever names first by the dice: the other side passes until it is for this one."""
    theirs.until(lambda now: now.table["scene"]["clock"]["detail"].startswith("Fight"))
    if theirs.decisions:
        theirs.order(kind="act", by="East", action="pass_naming")
    mine.until(lambda: mine.to_play() and bool(mine.ready_units()), "the naming of fights")


def test_a_division_goes_by_one_drag_under_a_seal_and_a_fight_is_named_with_all_choices_in_sight(hall, new_seat):
    reply = call(hall, "open", {"text": TEXT, "who": {"West": "me", "East": "friend"}})
    assert reply.status_code == 200, reply.text
    tokens = {link["seat"]: link["token"] for link in reply.json()["links"]}
    mine: TablePage = new_seat()
    with Seat(hall, tokens["East"]) as theirs:
        mine.sit(tokens["West"])
        pad = mine.page.get_by_role("region", name="The plan")
        seal = pad.get_by_role("button", name=re.compile("^Seal", re.IGNORECASE))
        seals(theirs)
        pad.get_by_role("button", name="Go on").click()
        expect(pad.get_by_role("button", name=re.compile("^6"))).to_contain_text("no order")
        mine.page.mouse.dblclick(*mine.middle("West 2"))
        drag(mine, "West 2", up=2.7)
        expect(mine.act_button).to_have_text("Plan 4 orders")
        mine.act_button.click()
        expect(pad).to_contain_text("move")
        expect(seal).to_have_text("Seal 4 orders")
        pad.get_by_role("button", name="Let all others hold").click()
        expect(seal).to_have_text("Seal 6 orders")
        expect(pad.get_by_role("button", name=re.compile("hold"))).to_have_count(0)
        before = mine.number
        seal.click()
        mine.wait_beyond(before)
        theirs.until(lambda now: now.table["number"] > before)
        assert not any("move_order" in frame for frame in theirs.frames), "the other side hears of a seal and no more"
        seals(theirs)
        lets_name(mine, theirs)
        mine.pick("West 2")
        mine.press(mine.offer("Attack"))
        mine.pick("East 2")
        expect(mine.page.get_by_role("region", name="Odds of every pair of choices").first).to_contain_text("Defend")
    mine.expect_no_trouble()
