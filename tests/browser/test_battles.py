"""Battles of a device in a real browser: the list on the first page, the lobby, friends, one screen for two, the bill at the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.support.looks import look_at, look_by_day_and_night
from tests.support.mirrored_battle import SIDES, Mirror
from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY
from tests.support.table_line import Seat, open_battle
from tests.support.table_page import TablePage

FORD = "The Ford at San Jacinto"
TOUCH = {"viewport": PHONE, "has_touch": True}


def open_from_lobby(seat: TablePage, against: str) -> None:
    seat.page.goto(f"{seat.address}/#/table/revolucion")
    seat.page.get_by_role("radio", name=re.compile(f"^{against}")).click()
    seat.page.get_by_role("button", name="Open the battle").click()


def your_battles(seat: TablePage):
    return seat.page.get_by_role("region", name="Your battles")


@pytest.fixture(scope="module")
def over(hall, database):
    """A battle that has been played to its end over the line alone; the tokens of its seats."""
    mirror = Mirror.kept_in(database, "tutorial", "7", who={GOVERNMENT: "friend", REVOLUTIONARY: "me"})
    mirror.sit_down(dict.fromkeys(SIDES, hall))
    while not mirror.is_over:
        mirror.step()
        mirror.catch_up()
    mirror.get_up()
    return mirror


@pytest.mark.parametrize("about", ({}, TOUCH), ids=("desktop", "phone"))
def test_two_battles_are_both_found_again_and_put_away_and_brought_back(new_seat, about):
    seat = new_seat(**about)
    seat.page.goto(f"{seat.address}/")
    first = seat.page.get_by_role("region", name="Your first battle")
    expect(first).to_contain_text("Revolucion!, the tutorial")
    for _ in range(2):
        open_from_lobby(seat, "The computer")
        seat.wait_until_seated()
    seat.page.goto(f"{seat.address}/#/")
    battles = your_battles(seat)
    rows = battles.get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Your turn")
    expect(rows.first).to_contain_text("against the computer")
    expect(seat.page).to_have_title("(2) Sandtable")
    battles.get_by_role("button", name="All 2").click()
    rows.first.get_by_role("button", name=re.compile("^Rename")).click()
    rows.first.get_by_role("textbox").fill("Club evening")
    rows.first.get_by_role("button", name="Keep").click()
    expect(rows.first).to_contain_text("Club evening")
    rows.first.get_by_role("button", name=re.compile("^Remove")).click()
    expect(rows).to_have_count(1)
    battles.get_by_role("button", name="Put it back").click()
    expect(rows).to_have_count(2)
    rows.last.get_by_role("link", name=re.compile("^Play")).press("Delete")
    expect(rows).to_have_count(1)
    battles.get_by_role("button", name="Put it back").press("Enter")
    expect(rows).to_have_count(2)
    rows.last.get_by_role("link", name=re.compile("^Play")).click()
    seat.wait_until_seated()
    expect(seat.page).to_have_title(f"(1) {FORD}")
    seat.expect_no_trouble()


@pytest.mark.parametrize("theme", ("light", "dark"))
@pytest.mark.parametrize(("size", "viewport"), (("phone", PHONE), ("desktop", DESKTOP)))
def test_the_lobby_shows_maps_and_covers_nothing(new_seat, theme, size, viewport):
    seat = new_seat(viewport=viewport, color_scheme=theme)
    seat.page.goto(f"{seat.address}/#/table/revolucion")
    cards = seat.page.get_by_role("radiogroup", name="Battle").get_by_role("radio")
    expect(cards).to_have_count(4)
    expect(cards.first).to_contain_text("Start here: tutorial")
    expect(cards.first).to_contain_text(re.compile(r"\d+ min"))
    expect(cards.first).to_contain_text("6 turns")
    expect(seat.page.locator(".pic img")).to_have_count(3)
    cards.nth(1).click()
    general = seat.page.get_by_role("radio", name=re.compile("^General"))
    general.scroll_into_view_if_needed()
    box, dock = (seat.box(each) for each in (general, seat.page.get_by_role("button", name="Open the battle")))
    assert box["y"] + box["height"] <= dock["y"]
    general.click()
    expect(general).to_be_checked()
    seat.page.get_by_role("radio", name=re.compile("^A friend")).click()
    expect(general).to_have_count(0)
    look_at(seat.page, f"lobby-{size}-{theme}")


def test_a_friend_gets_a_code_and_a_warning_and_the_referees_link_is_asked_for(hall, new_seat):
    seat = new_seat()
    open_from_lobby(seat, "A friend")
    expect(seat.page.get_by_role("alert")).to_contain_text("works on this machine only")
    expect(seat.page.get_by_role("alert")).to_contain_text("--lan")
    friend = seat.page.get_by_role("region", name=re.compile("^For your friend"))
    code = friend.get_by_role("img", name=re.compile("^Code"))
    expect(code).to_be_visible()
    seat.until(lambda: code.evaluate("image => image.complete && image.naturalWidth > 0"), "a code that is drawn")
    expect(friend.get_by_role("status")).to_contain_text("Nobody has opened it yet")
    link = friend.locator(".url").inner_text()
    with Seat(hall, link.partition("#table=")[2]) as he:
        expect(friend.get_by_role("status")).to_contain_text("Your friend is here")
        assert not seat.page.get_by_label("For a referee").count()
        seat.page.get_by_role("button", name=re.compile("Ask for the referee")).click()
        expect(seat.page.get_by_label("For a referee", exact=True)).to_be_visible()
        he.until(lambda now: now.table["said"])
        look_at(seat.page, "lobby-friend")
        seat.page.get_by_role("link", name="Go to the table").click()
        seat.wait_until_seated()
        company = seat.page.get_by_role("region", name="At the table")
        expect(company).to_contain_text("Government: here")
        expect(company).to_contain_text("Asked for the referee’s link")
        company.get_by_role("button", name="Say something").click()
        company.get_by_role("button", name="Good luck!").click()
        he.until(lambda now: now.table["said"][-1]["words"] == "Good luck!")
    expect(company).to_contain_text("Government: away")
    seat.expect_no_trouble()


@pytest.mark.parametrize("about", ({}, TOUCH), ids=("desktop", "phone"))
def test_two_at_one_screen_hand_it_over_and_nothing_is_left_behind_the_paper(new_seat, about):
    seat = new_seat(**about)
    open_from_lobby(seat, "Both here")
    curtain = seat.page.get_by_role("heading", level=1)
    expect(curtain).to_have_accessible_name("Hand over to Contreras's column")
    look_by_day_and_night(seat.page, f"curtain-{'phone' if about else 'desktop'}")
    assert not seat.page.locator(".unit").count()
    seat.page.get_by_role("button", name="I play this side").click()
    seat.wait_until_seated()
    seat.wait_to_act()
    seat.act_button.click()
    expect(curtain).to_have_accessible_name("Hand over to The outpost of the 23rd")
    assert not seat.page.locator("svg.map, .unit, .orders").count()
    seat.page.get_by_role("button", name="I play this side").click()
    seat.wait_until_seated()
    expect(seat.act_button).to_have_text("Begin")
    seat.page.reload()
    expect(curtain).to_have_accessible_name("Hand over to The outpost of the 23rd")
    seat.page.goto(f"{seat.address}/#/")
    expect(your_battles(seat).get_by_role("listitem")).to_have_count(1)
    expect(your_battles(seat)).to_contain_text("both sides here")
    seat.expect_no_trouble()


@pytest.mark.parametrize(("size", "viewport"), (("phone", PHONE), ("desktop", DESKTOP)))
def test_the_bill_says_who_won_and_why_what_it_cost_and_how_the_dice_fell(over, new_seat, size, viewport):
    winner = over.battle.result.winner
    seat = new_seat(viewport=viewport)
    seat.page.goto(f"{seat.address}/#table={over.tokens[REVOLUTIONARY]}")
    bill = seat.page.get_by_role("dialog", name="The bill")
    word = "Draw" if winner is None else "Victory" if winner == REVOLUTIONARY else "Defeat"
    expect(bill.get_by_role("heading", level=1)).to_have_text(word)
    expect(bill.get_by_role("region", name="Losses by unit").get_by_role("table")).to_have_count(2)
    expect(bill).to_contain_text("The hacienda is held by")
    expect(bill.get_by_role("region", name="Luck")).to_contain_text("battles of 100")
    look_by_day_and_night(seat.page, f"bill-{size}")
    seat.page.emulate_media(media="print")
    assert bill.get_by_role("heading", level=1).evaluate("word => getComputedStyle(word).color") == "rgb(0, 0, 0)"
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", seat.page.pdf())) == 1
    seat.page.emulate_media(media="screen")
    bill.get_by_role("button", name="Watch the replay").click()
    expect(bill).to_have_count(0)
    seat.page.get_by_role("button", name="The bill").click()
    expect(bill).to_be_visible()
    seat.expect_no_trouble()


def test_a_friend_is_asked_for_a_rematch_and_both_go_to_the_new_table(hall, database, new_seat):
    mirror = Mirror.kept_in(database, "tutorial", "9", who={GOVERNMENT: "friend", REVOLUTIONARY: "me"})
    mirror.sit_down(dict.fromkeys(SIDES, hall))
    while not mirror.is_over:
        mirror.step()
        mirror.catch_up()
    mirror.get_up()
    me, he = new_seat(), new_seat()
    for seat, side in ((me, REVOLUTIONARY), (he, GOVERNMENT)):
        seat.page.goto(f"{seat.address}/#table={mirror.tokens[side]}")
    me.page.get_by_role("button", name="Ask for a rematch").click()
    expect(me.page.get_by_role("dialog", name="The bill")).to_contain_text("has been asked")
    he.page.get_by_role("button", name="Agree").click()
    for seat in (me, he):
        expect(seat.act_button).to_have_text("Begin")
        assert all(token not in seat.page.url for token in mirror.tokens.values())
        assert all(token not in seat.page.title() for token in mirror.tokens.values())
        seat.expect_no_trouble()


def test_a_link_that_opens_nothing_and_a_damaged_hand_over_say_so_with_the_way_home(new_seat):
    seat = new_seat()
    for address, words in (
        ("#table=nonsense", "opens no seat"),
        ("#/take/AAAA", "holds no game"),
    ):
        seat.page.goto(f"{seat.address}/{address}")
        expect(seat.page.get_by_role("heading", level=1)).to_contain_text(words)
        expect(seat.page.get_by_role("link", name="All games")).to_be_visible()
    seat.page.goto(f"{seat.address}/no/such/page")
    expect(seat.page.get_by_role("heading", level=1)).to_contain_text("nothing at this address")
    seat.page.get_by_role("link", name="Sandtable").click()
    expect(seat.page.get_by_role("heading", level=1)).to_have_text("Sandtable")


def test_a_server_that_is_down_is_told_with_the_way_home(hall, new_seat):
    seat = new_seat()
    tokens = open_battle(hall, "tutorial", Government="computer", Revolutionary="me")
    seat.page.goto(f"{seat.address}/")
    seat.page.route("**/api/table/**", lambda route: route.abort())
    seat.page.route_web_socket("**/api/table/line", lambda line: line.close())
    seat.page.goto(f"{seat.address}/#table={tokens[REVOLUTIONARY]}")
    expect(seat.page.get_by_text("No connection")).to_be_visible()
    about = seat.page.get_by_text("Nothing of your battle is lost")
    assert about.evaluate("words => getComputedStyle(words).textTransform") == "none"  # a sentence, no poster
    look_by_day_and_night(seat.page, "no-connection")
    expect(seat.page.get_by_role("link", name="All games")).to_be_visible()
