"""A side that changes hands, a referee who is advised, players with units of their own, and a finger on the map, in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.support.serving import Server
from tests.support.table_line import Seat, call
from tests.support.table_page import TablePage

RISING, GOVERNMENT = "Player", "NonPlayer"
NewSeat = Callable[..., TablePage]
TOUCH = {"viewport": PHONE, "has_touch": True}


def opened(hall: Server, scenario: str, holder: str) -> dict[str, str]:
    reply = call(hall, "open", {"scenario": scenario, "who": {RISING: "me", GOVERNMENT: holder}})
    assert reply.status_code == 200, reply.text
    return {link["seat"]: link["token"] for link in reply.json()["links"]}


def press_until(seat: Seat, holds: Callable[[dict[str, Any]], bool]) -> None:
    """Press for the initiative, and let units of the rising wait, until the table is as wanted."""
    for _ in range(120):
        seat.until(lambda now: holds(now.table) or now.decisions)
        if holds(seat.table):
            return
        ready = [piece["id"] for piece in seat.table["scene"]["pieces"].values() if piece["ready"]]
        ready += [each["id"] for each in seat.table["scene"]["off"] if each["ready"]]
        if ready:
            seat.order(kind="act", by=RISING, action="stand", piece=ready[0], chosen={"activity": "Stand"})
        else:
            seat.order(kind="act", by=RISING, action="initiative")
    raise AssertionError("It never came to that.")


@pytest.mark.parametrize(("holder", "button"), (("A referee", "your referee"), ("A friend", "your friend")))
def test_who_plays_the_government_is_chosen_when_the_battle_is_opened(new_seat: NewSeat, holder, button):
    seat = new_seat()
    seat.page.goto(f"{seat.address}/#/table/uprising1848")
    seat.page.get_by_role("radio", name="Lord of the Manor").click()
    seat.page.get_by_role("radiogroup", name="Against").get_by_role("radio", name=holder).click()
    seat.page.get_by_role("button", name="Open the battle").click()
    expect(seat.page.get_by_role("heading", name=f"Government: {button}")).to_be_visible()
    seat.page.get_by_role("button", name="A link for The volunteers").click()
    expect(seat.page.get_by_role("textbox", name="For whoever commands The volunteers")).to_be_visible()
    seat.expect_no_trouble()


def test_the_government_is_handed_from_a_friend_to_the_rules_and_on_to_a_referee(hall, new_seat: NewSeat):
    tokens = opened(hall, "kossuths-flight", "friend")
    seat, other = new_seat(), new_seat()
    seat.sit(tokens[RISING])
    other.sit(tokens[GOVERNMENT])
    seat.page.get_by_role("button", name="Menu").click()
    holders = seat.page.get_by_role("radiogroup", name="Who plays: Government")
    expect(holders.get_by_role("radio", name="A friend")).to_be_checked()
    holders.get_by_role("radio", name="The rules, harsh").click()
    expect(holders.get_by_role("radio", name="The rules, harsh")).to_be_checked()
    expect(other.page.get_by_role("region", name="Company").or_(other.page.locator(".company"))).to_contain_text(
        "played by the rules from now on, harsh"
    )
    holders.get_by_role("radio", name="A referee").click()
    expect(holders.get_by_role("radio", name="A referee")).to_be_checked()
    link = seat.page.get_by_role("textbox", name="For a referee").input_value()
    seat.page.keyboard.press("Escape")
    referee = new_seat()
    referee.sit(link.partition("#table=")[2])
    with Seat(hall, tokens[RISING]) as line:
        press_until(line, lambda now: now["waits_for"] == [GOVERNMENT])
    expect(referee.page.locator(".advice b")).to_contain_text(
        re.compile(r"\w: \w")
    )  # whoever it is: an event may have brought more
    before = referee.number
    referee.page.get_by_role("button", name="Follow the advice").click()
    referee.wait_beyond(before)
    expect(referee.page.locator(".refused")).to_have_count(0)
    for each in (seat, other, referee):
        each.expect_no_trouble()


def test_a_player_orders_his_own_units_and_is_told_whose_the_others_are(hall, new_seat: NewSeat):
    tokens = opened(hall, "kandern-1848", "computer")  # whoever else has the initiative goes on by himself
    shared = call(hall, "share", {"token": tokens[RISING], "part": "willich-column"}).json()["link"]["token"]
    with Seat(hall, tokens[RISING]) as line:
        start = set(line.table["scene"]["pieces"])
        press_until(line, lambda now: any(piece["ready"] for piece in now["scene"]["pieces"].values()))
        whole = {name for name, piece in line.table["scene"]["pieces"].items() if piece["ready"]}
    willich = new_seat()
    willich.sit(shared)
    willich.settle()
    own = set(willich.ready_units())
    assert (
        own & start == {"Willich's scythes", "Scythes of the Wiesental"} & whole
    )  # whom an event brings, either commands
    assert own < whole
    willich.pick(min(whole - own))
    expect(willich.page.locator(".orders .note")).to_contain_text("a friend of yours gives the orders there")
    expect(willich.offers).to_have_count(0)
    willich.expect_no_trouble()


CORE = 10
BATTERY = f"""
ruleset = "uprising1848"
title = "A battery on the road"
date = "1848"
place = "nowhere"

[history]
note = "Nothing."
fitted = "All of it."

[table]
width = 40
height = 40

[victory]
morale = false
turns = 8
note = "Points."

[[zone]]
id = "home"
side = "Player"
name = "Friendly lines"
outline = [[0, 0], [40, 0], [40, 3], [0, 3]]

[[side]]
label = "Player"
name = "Rising"
edge = "south"
briefing = "Forward."

[[side]]
label = "NonPlayer"
name = "Government"
edge = "north"
briefing = "Stay."

[[column]]
name = "Core"
side = "Player"

[[column.unit]]
name = "The core"
type = "revolutionaries"
bases = {CORE}
leader = true
ncos = 1
at = [20, 16, 0]

[[column]]
name = "Guns"
side = "NonPlayer"

[[column.unit]]
name = "The battery"
type = "artillery"
bases = 5
at = [20, 32, 180]
"""


def of_battery(hall: Server, government: str) -> dict[str, str]:
    reply = call(hall, "open", {"text": BATTERY, "who": {RISING: "me", GOVERNMENT: government}}).json()
    return {link["seat"]: link["token"] for link in reply["links"]}


def of_core(hall: Server) -> str:
    """A seat of the rising in a battle in which the core may act and nobody of it has fallen yet: who comes first and what an event brings are dice."""
    for _ in range(30):
        token = of_battery(hall, "computer")[RISING]
        with Seat(hall, token) as line:
            press_until(line, lambda now: any(piece["ready"] for piece in now["scene"]["pieces"].values()))
            core = line.table["scene"]["pieces"].get("The core")
            if core and core["ready"] and core["plate"]["now"] == CORE:
                return token
    raise AssertionError("The core was never the first to act.")


@pytest.mark.parametrize("about", ({}, TOUCH), ids=("desktop", "phone"))
def test_a_unit_is_split_by_who_leads_and_how_many(hall, new_seat: NewSeat, about):
    token = of_core(hall)
    rising = new_seat(**about)
    rising.sit(token)
    rising.pick("The core")
    rising.press(rising.offer("Split the unit"))
    rising.settle()
    expect(rising.page.locator("path.ghost")).to_have_count(CORE // 2)
    rising.act()
    assert "The core 2" in rising.pieces()
    rising.expect_no_trouble()


@pytest.mark.parametrize("about", ({}, TOUCH), ids=("desktop", "phone"))
def test_a_gun_is_laid_by_a_tap_at_whom_it_is_to_hit(hall, new_seat: NewSeat, about):
    tokens = of_battery(hall, "friend")
    with Seat(hall, tokens[RISING]) as line:
        press_until(line, lambda now: now["waits_for"] == [GOVERNMENT])
    friend = new_seat(**about)
    friend.sit(tokens[GOVERNMENT])
    friend.pick("The battery")
    friend.press(friend.offer("Fire the gun"))
    friend.settle()
    friend.pick("The core")
    friend.settle()
    assert friend.offer("Fire the gun").get_attribute("aria-pressed") == "true", "the tap was the gun's"
    expect(friend.page.locator("path.swept")).to_have_count(1)
    expect(friend.page.get_by_text(re.compile(r"In its way: \d+ of the core"))).to_be_in_viewport()
    friend.act()
    assert "The battery" not in friend.ready_units()
    friend.expect_no_trouble()


def told_to(page: Page) -> list[str]:
    """Everything that a page is told over its line from now on."""
    frames: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(str(frame))))
    return frames


def goes_on(referee: TablePage, presses: TablePage, own: Mapping[str, TablePage]) -> bool:
    """Somebody does the next thing at the table: the referee follows the advice, a player presses, or lets his unit stay; nothing, where nobody can yet."""
    advice = referee.page.get_by_role("button", name="Follow the advice")
    if advice.count():
        before = referee.number
        advice.click()
        referee.wait_beyond(before)
        return True
    for unit, player in own.items():
        beside = player.page.locator(".beside button", has_text=unit)
        if beside.count():
            beside.click()
            player.offer("Stay where they are").click()
            player.act()
            return True
    if presses.to_play():
        presses.act()
        return True
    return False


@pytest.mark.long
def test_a_referee_and_three_players_play_two_turns_and_no_player_is_told_what_is_hidden(hall, new_seat: NewSeat):
    reply = call(hall, "open", {"scenario": "lord-of-the-manor", "who": {RISING: "me", GOVERNMENT: "referee"}}).json()
    tokens = {link["seat"]: link["token"] for link in reply["links"]}
    parts = [
        call(hall, "share", {"token": tokens[RISING], "part": part}).json()["link"]["token"]
        for part in ("the-veterans", "the-volunteers")
    ]
    players = [new_seat() for _ in range(3)]
    frames = [told_to(player.page) for player in players]
    for player, token in zip(players, (tokens[RISING], *parts), strict=True):
        player.sit(token)
    referee = new_seat()
    told = told_to(referee.page)
    referee.sit(next(token for seat, token in tokens.items() if seat.startswith(GOVERNMENT)))
    expect(players[0].page.locator(".company")).to_contain_text("Government: here")
    expect(referee.page.locator(".orders")).to_contain_text("Waiting for Rising")
    expect(referee.page.locator(".pane.refereed")).to_be_visible()
    expect(players[0].page.locator(".pane.refereed")).to_have_count(0)
    everybody = (referee, *players)
    own = dict(zip(("The veterans", "The volunteers"), players[1:], strict=True))
    while "TURN 3" not in players[0].log.inner_text().upper():
        players[0].until(lambda: goes_on(referee, players[0], own), "the next thing to do")
        for each in everybody:
            each.wait_for_number(max(one.number for one in everybody))
    assert "estate's garrison" in "".join(told), "the referee sees who is inside"
    for some in frames:
        whole = "".join(some)
        assert whole
        assert "garrison" not in whole.replace("garrison_known", "")
        assert "The lord" not in whole
        assert "advice" not in whole
    for each in everybody:
        each.expect_no_trouble()


def test_a_long_press_shows_the_others_where_to_look(hall, new_seat: NewSeat):
    tokens = opened(hall, "kossuths-flight", "friend")
    seat, other = new_seat(), new_seat(viewport=PHONE, has_touch=True)
    seat.sit(tokens[RISING])
    other.sit(tokens[GOVERNMENT])
    expect(seat.page.get_by_role("button", name="Look here")).to_be_visible()
    x, y = seat.place(20, 30)
    seat.page.mouse.move(x, y)
    seat.page.mouse.down()
    expect(other.page.locator(f'[data-pointer="{RISING}"]')).to_contain_text("Kossuth and his people: look here")
    seat.page.mouse.up()
    expect(seat.page.locator(f'[data-pointer="{RISING}"]')).to_contain_text("You point here")
    assert not seat.page.locator(".orders").get_attribute("data-selected")
    expect(other.page.locator("[data-pointer]")).to_have_count(0)  # after some seconds
    other.page.get_by_role("button", name="Look here").tap()
    other.page.touchscreen.tap(*other.place(16, 24))
    expect(seat.page.locator(f'[data-pointer="{GOVERNMENT}"]')).to_contain_text("The border guards: look here")
    seat.expect_no_trouble()
    other.expect_no_trouble()


def test_against_the_rules_alone_nobody_is_there_to_point_things_out_to(hall, new_seat: NewSeat):
    seat = new_seat()
    seat.sit(opened(hall, "kossuths-flight", "computer")[RISING])
    expect(seat.page.get_by_role("button", name="Look here")).to_have_count(0)
