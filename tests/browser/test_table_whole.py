"""Whole small battles in a real browser, each played another way: on a phone by touch, by the keyboard alone, against the computer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.support.idle_friend import Idle
from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY
from tests.support.table_line import Seat, call, open_battle
from tests.support.table_page import LOOK_EVERY, PATIENCE, TablePage

MOST_STEPS = 200
PICK_AFTER = 25  # looks


@pytest.fixture
def friend(hall):
    """Somebody at another machine who begins, takes part in every round and never gives an order."""
    tokens = open_battle(hall, "tutorial", Government="friend", Revolutionary="me")
    with Seat(hall, tokens[GOVERNMENT]) as seat:
        seat.order(kind="ready", by=GOVERNMENT)
        yield Idle(seat, GOVERNMENT), tokens[REVOLUTIONARY]


def can_act(page: TablePage) -> bool:
    """Wait until what is picked can be done; False when the move has meanwhile gone to the friend."""
    enabled = page.page.locator(".orders[aria-busy=false] .dock .go[aria-disabled=false]")
    mine = page.page.locator("div[data-number][data-mine=true]")
    page.until(lambda: bool(enabled.count() or page.result.count() or not mine.count()), "something to do")
    return bool(enabled.count())


def offered(page: TablePage, pick: Callable[[str], None] | None = None) -> bool:
    """Wait for orders to pick from; False when the move has meanwhile gone to the friend. Who has an order to finish may have to be picked."""
    mine = page.page.locator("div[data-number][data-mine=true]")
    for look in range(1, PATIENCE // LOOK_EVERY):
        if page.offers.count() or page.result.count() or not mine.count():
            return bool(page.offers.count())
        ready = page.ready_units()
        if pick is not None and ready and look % PICK_AFTER == 0:
            pick(ready[look // PICK_AFTER % len(ready)])
        page.page.wait_for_timeout(LOOK_EVERY)
    raise AssertionError(f"There are no orders to pick from; the page says {page.page.inner_text('body')[:1500]}")


def my_move(page: TablePage, friend: Idle) -> bool:
    """Wait until it is for us to decide; False when the battle is over."""

    def waited() -> bool:
        friend.play()
        caught_up = page.number >= friend.seat.table["number"]  # else it may be our move no longer
        return bool(page.result.count() or (caught_up and (page.to_play() or page.question.count())))

    page.until(waited, "my move")
    return not page.result.count()


def test_a_whole_battle_on_a_phone_by_touch(friend, new_seat):
    idle, token = friend
    seat = new_seat(viewport=PHONE, has_touch=True)
    seat.sit(token)
    seat.begin()
    moved = shot = False
    for _ in range(MOST_STEPS):
        if not my_move(seat, idle):
            break
        ready = seat.ready_units()
        if "rev-guns" in ready and not shot:
            seat.aim("rev-guns", "gendarmes", "Deployed Fire")
            expect(seat.page.get_by_role("list", name="Odds")).to_contain_text("%")
            seat.act()
            shot = True
        elif "nazas" in ready and not moved:
            seat.pick("nazas")
            seat.wait_for_offers()
            seat.offer("Maneuver").tap()
            seat.settle()
            seat.drag_by_touch("nazas", 0, 2)
            expect(seat.cost).to_contain_text("of 5 in")
            seat.settle()
            seat.act()
            moved = True
        else:
            seat.let_go()
            if not offered(seat, seat.pick):
                continue
            stay = seat.offer("Stay")  # whose order has arrived may always do that
            (stay if stay.count() else seat.offers).first.tap()
            if can_act(seat):
                seat.act()
    expect(seat.result).not_to_be_empty()
    assert shot
    assert moved
    seat.page.get_by_role("button", name="Show the log").tap()
    expect(seat.log).to_contain_text("Machine guns fired at Gendarmes")
    expect(seat.log).to_contain_text("Nazas: Maneuver")
    seat.expect_no_trouble()


def test_a_whole_battle_by_the_keyboard_alone(friend, new_seat):
    idle, token = friend
    seat = new_seat()
    seat.sit(token)
    keyboard = seat.page.keyboard
    expect(seat.act_button).to_have_text("Begin")
    expect(seat.act_button).to_have_attribute("aria-disabled", "false")
    keyboard.press("Enter")
    seat.wait_beyond(0)
    moved = False
    for _ in range(MOST_STEPS):
        if not my_move(seat, idle):
            break
        if "escolta" in seat.ready_units() and not moved:
            move_by_keyboard(seat)
            moved = True
            continue
        seat.let_go()
        if not offered(seat):
            continue
        keyboard.press("1")
        if not can_act(seat):
            continue
        before = seat.number
        keyboard.press("Enter")
        seat.wait_beyond(before)
    expect(seat.result).not_to_be_empty()
    assert moved
    expect(seat.log).to_contain_text("Escolta: Maneuver")
    seat.expect_no_trouble()


def move_by_keyboard(seat: TablePage) -> None:
    """Escolta is found in the list, told to Maneuver, sent ahead with the buttons below its orders."""
    keyboard = seat.page.keyboard
    keyboard.press("t")
    seat.page.get_by_role("region", name="List of units").wait_for()
    seat.tab_to("Escolta")
    keyboard.press("Enter")
    expect(seat.page.locator(".orders h2")).to_have_text("Escolta")
    seat.wait_for_offers()
    titles = seat.offers.all_inner_texts()
    keyboard.press(str(1 + next(at for at, words in enumerate(titles) if "Maneuver" in words)))
    seat.settle()
    seat.tab_to("Ahead")
    keyboard.press("Enter")
    keyboard.press("Enter")
    seat.settle()
    seat.tab_to("Maneuver")
    before = seat.number
    keyboard.press("Enter")
    seat.wait_beyond(before)
    keyboard.press("t")


@pytest.mark.long
def test_a_whole_battle_against_the_computer(hall, new_seat):
    seat = new_seat()
    seat.page.goto(f"{seat.address}/#/table/revolucion")
    seat.page.get_by_role("radio", name="Recruit").click()
    seat.page.get_by_role("button", name="Open the battle").click()
    seat.wait_until_seated()
    seat.begin()
    for _ in range(MOST_STEPS):
        seat.until(lambda: bool(seat.to_play() or seat.question.count() or seat.result.count()), "my move or the end")
        if seat.result.count():
            break
        if seat.question.count():
            before = seat.number
            seat.question.locator("button").first.click()
            seat.until(lambda number=before: not seat.question.count() or seat.number > number, "the end of a question")
        else:
            seat.offers.first.click()
            seat.act()
    expect(seat.result).not_to_be_empty()
    bill = seat.page.get_by_role("dialog", name="The bill")
    expect(bill.get_by_role("heading", level=1)).to_have_text(re.compile("Victory|Defeat|Draw"))
    struck = call(hall, "bill", {"token": seat.page.url.partition("#table=")[2]}).json()["luck"]
    assert struck  # whoever threw for nothing, as may happen to the first offer that comes, has no luck to tell of
    expect(bill.get_by_role("region", name="Luck").get_by_role("meter")).to_have_count(len(struck))
    bill.get_by_role("button", name="The table").click()
    seat.log.get_by_role("button", name=re.compile("Rojas began to act")).first.click()
    expect(seat.log.locator(".reason")).to_have_text(re.compile(r"\.$"))
    seat.page.get_by_role("link", name="Sandtable").or_(
        seat.page.get_by_role("button", name="Menu of the table")
    ).click()
    seat.page.get_by_role("link", name="All games").click()
    battles = seat.page.get_by_role("region", name="Your battles")
    expect(battles.get_by_role("link", name="Replay: The Ford at San Jacinto")).to_be_visible()
    seat.expect_no_trouble()
