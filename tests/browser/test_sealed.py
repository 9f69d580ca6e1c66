"""Sealed orders on two phones through a real server: closed until both are in, kept when the server goes away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.serving import Server, start_server
from tests.support.umpire_page import UmpirePage

ROSTER = """\
West, war club, 4, Jaguars
West, club, 3, Coyotes
East, club, 3, Eagles
East, sling, 3, Slingers"""
ONLY_WEST_KNOWS = "Zempoala"  # the place of a charge, spelled nowhere else


class Heard:
    """Everything the server sent to a phone."""

    def __init__(self, phone: UmpirePage) -> None:
        self.bodies: list[str] = []
        phone.page.on("response", self._hear)

    def _hear(self, response) -> None:
        if "/api/" in response.url:
            self.bodies.append(response.text())

    def __contains__(self, words: str) -> bool:
        return any(words in body for body in self.bodies)


def muster(phone: UmpirePage) -> None:
    """A battle in its first turn, at the phase of orders."""
    phone.open("mesoamerica")
    phone.paste_roster(ROSTER)
    phone.wait_for_entries(4)
    phone.page.keyboard.press("Escape")
    phone.sheet.wait_for(state="detached")
    to_phase(phone, "Orders")
    choose_orders(phone)


def to_phase(phone: UmpirePage, name: str) -> None:
    strip = phone.page.get_by_role("navigation", name="Phases of the turn")
    strip.get_by_role("button", name=re.compile(f"^{name}")).click()
    strip.locator("[aria-current=step]", has_text=name).wait_for()


def choose_orders(phone: UmpirePage) -> None:
    phone.page.get_by_role("radiogroup", name="Action").get_by_role("radio", name="Orders", exact=True).click()


def open_room(phone: UmpirePage, side: str) -> str:
    phone.page.get_by_role("button", name="Two phones").click()
    phone.sheet.get_by_role("radio", name=side).click()
    phone.sheet.get_by_role("button", name=f"Open a room for {side}").click()
    code = phone.sheet.locator(".code").inner_text()
    phone.sheet.get_by_role("button", name="Give the orders").click()
    phone.sheet.wait_for(state="detached")
    return code


def charge(phone: UmpirePage, unit: str, place: str) -> None:
    main = phone.page.get_by_role("main")
    main.get_by_role("button", name=re.compile(f"^{unit}")).first.click()
    main.get_by_role("radiogroup", name="Order", exact=True).get_by_role("radio", name="Charge").click()
    main.get_by_role("textbox", name=re.compile("^At")).fill(place)


def give_orders(phone: UmpirePage) -> None:
    phone.until("() => document.querySelector('.dock .go:not([aria-disabled])')")
    phone.act()
    phone.page.get_by_role("button", name="Next action").wait_for()


def hand_in(phone: UmpirePage) -> None:
    phone.sheet.get_by_role("button", name=re.compile("^Room")).click()
    phone.sheet.last.get_by_role("button", name="Hand in").click()


def actions_of(phone: UmpirePage, number: int) -> list[tuple[str, str]]:
    entries = phone.wait_for_entries(number)
    return [(entry["record"]["action"], entry["record"]["meta"]["id"]) for entry in entries]


@pytest.mark.rule("PRE-G.25")
def test_two_phones_learn_each_others_orders_when_both_have_handed_in(new_phone):
    west, east = new_phone(), new_phone()
    heard = Heard(east)
    muster(west)
    code = open_room(west, "West")

    east.page.goto(f"{east.address}/#/room/{code}")
    east.page.get_by_role("main").get_by_text("Slingers").wait_for()  # East's own units, from West's roster
    expect(east.page.get_by_role("main").get_by_text("Jaguars")).to_have_count(0)

    charge(west, "Jaguars", ONLY_WEST_KNOWS)
    give_orders(west)
    hand_in(west)
    expect(west.sheet.last).to_contain_text("Handed in")

    east.page.get_by_role("button", name=f"Room {code}").click()
    expect(east.sheet.locator("li", has_text="West")).to_contain_text("Handed in")
    expect(east.sheet.locator("li", has_text="East")).to_contain_text("Not yet")
    assert ONLY_WEST_KNOWS not in heard
    assert ONLY_WEST_KNOWS not in str(east.entries())
    east.sheet.get_by_role("button", name="Give the orders").click()
    east.sheet.wait_for(state="detached")
    give_orders(east)
    assert ONLY_WEST_KNOWS not in heard
    hand_in(east)

    east.sheet.last.get_by_role("button", name="See both").click()
    expect(east.sheet.last).to_contain_text(ONLY_WEST_KNOWS)
    west.sheet.last.get_by_role("button", name="See both").click()
    expect(west.sheet.last).to_contain_text("Eagles: hold")
    logs = [actions_of(phone, 8) for phone in (west, east)]
    assert [action for action, _ in logs[0]].count("orders") == 2
    assert logs[0][-1] == ("reveal_orders", f"{code}.1")
    assert sorted(logs[0]) == sorted(logs[1])
    for phone in (west, east):
        phone.expect_no_trouble()


def test_a_second_phone_that_reloads_keeps_its_seat_and_follows_the_log(new_phone):
    west, east = new_phone(), new_phone()
    muster(west)
    code = open_room(west, "East")  # whoever opens may speak for either side
    east.page.goto(f"{east.address}/#/room/{code.lower()}")
    east.page.get_by_role("main").get_by_text("Coyotes").wait_for()
    east.page.reload()
    east.page.get_by_role("button", name=f"Room {code}").wait_for()
    to_phase(west, "Fire")  # the phone that keeps the log goes on
    choose_orders_again(west)
    give_orders(west)
    hand_in(west)
    assert actions_of(east, 6) == actions_of(west, 7)[:6]


def choose_orders_again(phone: UmpirePage) -> None:
    """Orders, in a phase that is not theirs."""
    phone.page.get_by_role("button", name="Show the actions of all phases").click()
    phone.choose_action("Orders", "Move")
    phone.complete_form()


@pytest.fixture
def started():
    """Servers of this test's own, which it may end itself."""
    servers = []

    def start(**about) -> Server:
        servers.append(start_server(**about))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.kill()


def test_when_the_server_goes_away_the_orders_stay_and_the_phone_can_be_passed(new_phone, started):
    server = started()
    west = new_phone(server.address)
    muster(west)
    open_room(west, "West")
    charge(west, "Jaguars", ONLY_WEST_KNOWS)
    give_orders(west)
    server.kill()
    hand_in(west)
    expect(west.sheet.last.get_by_role("alert")).to_contain_text("Your orders are kept on this phone")
    assert ONLY_WEST_KNOWS in str(west.entries())

    started(port=server.port)  # it has forgotten the room; the phone has forgotten nothing
    expect(west.sheet.last.get_by_role("alert")).to_contain_text("There is no such room")
    west.sheet.last.get_by_role("button", name="Pass this phone instead").click()
    west.next_action()
    west.page.get_by_role("button", name="East: give orders").click()
    give_orders(west)
    west.next_action()
    west.page.get_by_role("button", name="Show the orders", exact=True).first.click()
    west.act()
    expect(west.sheet).to_contain_text(ONLY_WEST_KNOWS)


def test_a_wrong_code_is_refused_with_what_would_be_right(new_phone):
    phone = new_phone()
    phone.page.goto(f"{phone.address}/#/room/QQQQQ")
    expect(phone.page.get_by_role("heading", name="There is no such room.")).to_be_visible()
    phone.page.get_by_role("link", name="All games").click()
    expect(phone.page.get_by_role("heading", name="There is no such room.")).to_have_count(0)


def test_a_passed_phone_keeps_what_was_given_behind_a_tap(phone):
    """Neither the form, filled in by hand, nor the list of what was done before shows it to the other side."""
    phone.open("mesoamerica")
    phone.choose_action("Orders", "Move")
    main = phone.page.get_by_role("main")
    main.get_by_role("textbox", name="Name", exact=True).fill("Jaguars")
    main.get_by_role("radiogroup", name="Order", exact=True).get_by_role("radio", name="Charge").click()
    main.get_by_role("textbox", name=re.compile("^At")).fill(ONLY_WEST_KNOWS)
    give_orders(phone)
    expect(phone.sheet).not_to_contain_text(ONLY_WEST_KNOWS)
    phone.next_action()
    assert ONLY_WEST_KNOWS in str(phone.wait_for_entries(1))
    for side in ("East", "West"):
        phone.page.get_by_role("radiogroup", name="Side that acts").get_by_role("radio", name=side).click()
        expect(main).not_to_contain_text("Jaguars")
        assert not phone.page.evaluate(
            "word => [...document.querySelectorAll('input')].some((each) => each.value.includes(word))", ONLY_WEST_KNOWS
        )
    expect(main.get_by_role("button", name=re.compile("^Orders"))).to_have_count(0)
    phone.open_log()
    expect(phone.sheet).not_to_contain_text(ONLY_WEST_KNOWS)
