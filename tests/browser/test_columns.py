"""Many units on the table, in a real browser: an order takes its column, columns are ringed and brought into view, and few clicks make a turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE
from tests.support.idle_friend import Idle
from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY
from tests.support.table_line import Seat, open_battle
from tests.support.table_page import TablePage

LANDSCAPE = {"width": 844, "height": 390}
BRACAMONTE = ("bracamonte-s-infantry", "bracamonte-s-second-line", "de-la-pena-s-horse")
MOST_CLICKS = 25


@contextmanager
def first_round(hall, scenario: str) -> Iterator[tuple[Idle, str]]:
    """The Revolutionaries in their first round, and their link; the other side stands still."""
    tokens = open_battle(hall, scenario, Government="friend", Revolutionary="me")
    with Seat(hall, tokens[GOVERNMENT]) as seat, Seat(hall, tokens[REVOLUTIONARY]) as own:
        friend = Idle(seat, GOVERNMENT)
        own.order(kind="ready", by=REVOLUTIONARY)
        friend.play()
        own.until(lambda now: "activate" in now.decisions or "finish" in now.decisions)
        yield friend, tokens[REVOLUTIONARY]


@pytest.fixture
def celaya(hall):
    """Four columns, none of them taken."""
    with first_round(hall, "celaya-1915") as found:
        yield found


def offered(seat: TablePage, title: str) -> Locator:
    seat.settle()
    return seat.offer(title)


def in_view(seat: TablePage, piece: str) -> bool:
    """A counter is on the screen as a whole, and nothing of the page lies over it."""
    found: bool = seat.page.evaluate(
        """piece => {
            const pane = document.querySelector("section.pane").getBoundingClientRect();
            const box = document.querySelector(`[data-piece='${piece}'] .hit`).getBoundingClientRect();
            return box.left >= pane.left && box.right <= pane.right && box.top >= pane.top && box.bottom <= pane.bottom;
        }""",
        piece,
    )
    return found


def test_an_order_takes_its_column_in_one_tap_and_is_taken_back_in_one(celaya, new_seat):
    _, token = celaya
    seat = new_seat()
    seat.sit(token)
    expect(seat.page.locator(".orders h2")).to_have_text("Choose a column")
    seat.pick(BRACAMONTE[0])
    expect(seat.page.locator(".orders .note")).to_contain_text("This order takes Bracamonte, 3 units.")
    offered(seat, "Maneuver").click()
    expect(seat.act_button).to_have_text("Draw a way")
    expect(seat.act_button).to_have_attribute("aria-disabled", "true")
    before = seat.number
    seat.page.mouse.click(*seat.place(7.4, 15.5))
    expect(seat.act_button).to_have_text("Take Bracamonte, then maneuver")
    seat.act()
    seat.wait_for_number(before + 2)
    expect(seat.page.locator(".refused")).to_have_count(0)
    expect(seat.log).to_contain_text("Bracamonte began to act.")
    expect(seat.page.locator(".turn")).to_contain_text("Bracamonte")
    seat.let_go()
    seat.undo_button.click()
    friend, _ = celaya
    friend.seat.until(lambda now: now.table["proposal"])
    assert friend.seat.ask("agree", last=friend.seat.table["number"])["kind"] == "accepted"
    expect(seat.page.locator(".orders h2")).to_have_text("Choose a column")
    seat.expect_no_trouble()


def test_units_of_other_columns_say_that_it_is_not_their_round(celaya, new_seat):
    _, token = celaya
    seat = new_seat()
    seat.sit(token)
    offered(seat, "Triana").click()
    expect(seat.act_button).to_have_text("Take Triana")
    seat.act()
    seat.pick(BRACAMONTE[0])
    expect(seat.page.locator(".orders dl.no")).to_contain_text("Only Triana acts in this round.")
    expect(seat.offers).to_have_count(0)
    expect(seat.act_button).to_have_attribute("aria-disabled", "true")


def test_a_column_is_ringed_when_its_row_is_pointed_at_or_focused(celaya, new_seat):
    _, token = celaya
    seat = new_seat()
    seat.sit(token)
    rope = seat.page.locator("path[data-group]")
    expect(rope).to_have_count(0)
    offered(seat, "Bracamonte").hover()
    expect(rope).to_have_attribute("data-group", "bracamonte-column")
    offered(seat, "San Román").focus()
    seat.page.mouse.move(300, 300)
    expect(rope).to_have_attribute("data-group", "san-roman-column")
    seat.pick(BRACAMONTE[0])
    expect(rope).to_have_attribute("data-group", "bracamonte-column")


def test_on_a_phone_all_troops_are_seen_first_and_a_column_when_it_is_taken(celaya, new_seat):
    _, token = celaya
    seat = new_seat(viewport=PHONE, has_touch=True)
    seat.sit(token)
    seat.settle()
    own = seat.ready_units()
    assert len(own) == 14
    seat.until(lambda: all(in_view(seat, piece) for piece in own), "all own troops on the screen")
    offered(seat, "Bracamonte").tap()
    seat.act()
    seat.settle()
    seat.until(
        lambda: seat.inch > 12 and all(in_view(seat, piece) for piece in BRACAMONTE), "the column, large on the screen"
    )
    expect(seat.page.locator("path[data-group]")).to_have_attribute("data-group", "bracamonte-column")
    seat.page.get_by_role("button", name="My troops").tap()
    seat.until(lambda: all(in_view(seat, piece) for piece in own), "all own troops on the screen again")
    seat.expect_no_trouble()


def test_on_a_phone_whoever_aims_and_whom_he_aims_at_stay_in_sight_when_the_odds_open(hall, new_seat):
    with first_round(hall, "tutorial") as (_, token):
        seat = new_seat(viewport=PHONE, has_touch=True)
        seat.sit(token)
        seat.aim("san-dimas", "gendarmes", "Deployed Fire")
        expect(seat.page.get_by_role("list", name="Odds")).to_contain_text("%")
        seat.until(lambda: in_view(seat, "san-dimas") and in_view(seat, "gendarmes"), "both of them on the screen")
        seat.expect_no_trouble()


def test_next_unit_goes_round_those_who_wait_and_then_the_round_is_ended_with_one_click(celaya, new_seat):
    _, token = celaya
    seat = new_seat()
    seat.sit(token)
    offered(seat, "Bracamonte").click()
    seat.act()
    seen = []
    for _ in range(4):
        seat.settle()
        seat.page.keyboard.press("n")
        seat.settle()
        seen.append(seat.page.locator(".orders").get_attribute("data-selected"))
    assert seen == [*BRACAMONTE, BRACAMONTE[0]]
    for _ in BRACAMONTE:
        seat.settle()
        seat.page.get_by_role("button", name="Next unit").click()
        offered(seat, "Rest").click()
        seat.act()
    expect(seat.act_button).to_have_text("End the round")
    seat.act()
    seat.expect_no_trouble()


class Counting:
    """A stranger with a mouse, whose clicks are counted."""

    def __init__(self, seat: TablePage) -> None:
        self.seat = seat
        self.clicks = 0

    def piece(self, piece: str) -> None:
        self.clicks += 1
        self.seat.pick(piece)

    def on(self, thing: Locator) -> None:
        self.clicks += 1
        thing.click()

    def act(self) -> None:
        self.clicks += 1
        self.seat.act()
        expect(self.seat.page.locator(".refused")).to_have_count(0)


def test_a_turn_of_celaya_takes_few_clicks_and_no_order_is_refused(celaya, new_seat):
    friend, token = celaya
    seat = new_seat()
    seat.sit(token)
    stranger = Counting(seat)
    columns = 0
    while True:
        friend.play()
        seat.until(lambda: seat.number >= friend.seat.table["number"] and seat.to_play(), "my move")
        if "Turn 1" not in seat.page.locator(".turn").inner_text():
            break
        title = seat.page.locator(".orders h2").inner_text()
        if seat.act_button.inner_text().lower() == "end the round":
            stranger.act()
        elif title == "Choose a column" or seat.act_button.inner_text().lower().startswith("take "):
            columns += 1
            stranger.piece(seat.ready_units()[0])
            stranger.on(offered(seat, "All ahead"))
            seat.settle()
            assert seat.page.locator("path[data-way]").count() >= 2
            stranger.act()
        else:
            stranger.on(offered(seat, "End the round"))
            stranger.act()
    assert columns == 4
    assert stranger.clicks <= MOST_CLICKS
    expect(seat.log).to_contain_text("order received")
    seat.expect_no_trouble()


def test_all_ahead_leaves_out_whoever_is_unticked(celaya, new_seat):
    _, token = celaya
    seat = new_seat()
    seat.sit(token)
    seat.pick(BRACAMONTE[0])
    seat.settle()
    seat.page.keyboard.press("a")
    expect(seat.act_button).to_have_text("Take Bracamonte, then maneuver all three")
    horse = seat.page.get_by_role("checkbox", name="De la Peña's horse")
    horse.click()
    expect(horse).not_to_be_checked()
    expect(seat.act_button).to_have_text("Take Bracamonte, then maneuver two")
    expect(seat.page.locator("path[data-way]")).to_have_count(2)
    far = seat.page.get_by_role("group", name="How far").locator("output")
    before = far.inner_text()
    seat.page.get_by_role("button", name="An inch less").click()
    expect(far).not_to_have_text(before)
    seat.act()
    seat.settle()
    assert BRACAMONTE[2] in seat.ready_units()
    assert BRACAMONTE[0] not in seat.ready_units()
    seat.expect_no_trouble()


def test_enter_gives_the_order_wherever_the_focus_is(celaya, new_seat):
    _, token = celaya
    seat = new_seat()
    seat.sit(token)
    seat.pick(BRACAMONTE[0])
    offered(seat, "Rest").click()
    seat.page.get_by_role("button", name="Clear").click()
    seat.settle()
    seat.page.keyboard.press(str(1 + seat.offers.locator("b").all_inner_texts().index("Rest")))
    expect(seat.act_button).to_have_text("Take Bracamonte, then rest")
    seat.wait_to_act()
    before = seat.number
    seat.page.keyboard.press("Enter")
    seat.wait_beyond(before)
    seat.page.keyboard.press("m")
    menu = seat.page.get_by_role("dialog", name="Menu of the table")
    expect(menu).to_contain_text("next unit")
    seat.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_a_phone_held_across_has_the_orders_beside_the_map(celaya, new_seat):
    _, token = celaya
    seat = new_seat(viewport=LANDSCAPE, has_touch=True)
    seat.sit(token)
    pane, panel = (seat.box(seat.page.locator(each)) for each in ("section.pane", "aside"))
    assert panel["width"] == 330
    assert pane["width"] >= 500
    assert pane["height"] >= 300
    expect(seat.act_button).to_be_in_viewport()
    expect(seat.page.get_by_role("button", name="Menu of the table")).to_be_in_viewport()
    offered(seat, "Bracamonte").tap()
    seat.act()
    seat.until(lambda: all(in_view(seat, piece) for piece in BRACAMONTE), "the column on the screen")
    assert not seat.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
