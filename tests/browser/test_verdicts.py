"""From the form to the verdict and back: the notice, what is assumed, answers that come afterwards, refusals, dice that were seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP
from tests.support.umpire_page import UmpirePage

ROSTER = """\
Revolutionary, Regular Infantry, 4, San Dimas
Revolutionary, Regular Infantry, 6, Nazas
Government, Regular Infantry, 4, Gendarmes
"""


def line(phone: UmpirePage):
    return phone.page.get_by_role("note")


def button(phone: UmpirePage, name: str):
    return phone.page.get_by_role("button", name=name, exact=True)


def close_the_notice(phone: UmpirePage) -> None:
    button(phone, "Close, and do not say it again").click()


def hit(phone: UmpirePage) -> None:
    """Fire until something is hit, so that the rule has a question about it; the last result stands."""
    for _ in range(30):
        phone.act()
        phone.answer_everything()
        if phone.headline != "No effect.":
            return
        phone.next_action()
        phone.settle()
    raise AssertionError("Thirty misses")


# ---- The notice --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", (None, DESKTOP), ids=("phone", "desktop"))
def test_that_numbers_are_ours_is_one_line_until_it_is_closed(new_phone, viewport):
    phone = new_phone(**({"viewport": viewport} if viewport else {}))
    phone.open("revolucion")
    expect(line(phone)).to_contain_text("numbers are ours")
    phone.page.get_by_role("button", name="See them").click()
    expect(phone.sheet.get_by_text("The tables below are ours", exact=False)).to_be_visible()
    expect(phone.sheet.get_by_role("button", name=re.compile(r"REV-G\.05$")).first).to_be_visible()
    phone.close_sheet()
    expect(line(phone)).to_contain_text("numbers are ours")
    close_the_notice(phone)
    expect(line(phone)).not_to_contain_text("numbers are ours")
    phone.act()
    phone.answer_everything()
    phone.next_action()
    phone.wait_for_entries(1)
    phone.page.reload()
    phone.settle()
    expect(line(phone)).to_contain_text("Assumed")
    phone.open_sheet("Our numbers and readings")
    expect(phone.sheet.get_by_text("The tables below are ours", exact=False)).to_be_visible()


# ---- Assumed -----------------------------------------------------------------------------------------------------------------


def test_what_nobody_has_said_is_shown_as_assumed_until_it_is_sure(phone):
    phone.open("revolucion")
    close_the_notice(phone)
    status = phone.page.get_by_role("radiogroup", name="Target status").get_by_role("radio", name=re.compile("^OK"))
    expect(status).to_be_checked()
    expect(status).to_have_class(re.compile("assumed"))
    before = phone.dock.get_by_role("list", name="Odds").inner_text()
    status.click()
    phone.settle()
    expect(status).not_to_have_class(re.compile("assumed"))
    assert phone.dock.get_by_role("list", name="Odds").inner_text() == before
    button(phone, "All are right").click()
    phone.settle()
    expect(phone.page.locator("main .assumed")).to_have_count(0)
    expect(line(phone)).to_have_count(0)
    assert phone.dock.get_by_role("list", name="Odds").inner_text() == before
    hit(phone)
    (entry, *_) = phone.wait_for_entries(1)
    assert "assumed" not in entry["record"]["meta"]


def test_why_and_log_say_what_stayed_assumed(phone):
    phone.open("revolucion")
    phone.act()
    phone.answer_everything()
    why = phone.sheet.get_by_role("button", name="Why?")
    if why.get_attribute("aria-expanded") == "false":
        why.click()
    expect(phone.sheet.get_by_text(re.compile("^Assumed: .*Target status: OK"))).to_be_visible()
    phone.next_action()
    phone.open_log()
    expect(phone.sheet.get_by_text(re.compile(r"^\d+ answers assumed$"))).to_be_visible()


# ---- Afterwards --------------------------------------------------------------------------------------------------------------


def test_leaders_are_asked_for_under_the_verdict_and_keep_the_die(phone):
    phone.open("revolucion")
    hit(phone)
    before = phone.entries()
    first = before[-1]["record"]
    row = phone.sheet.get_by_role("radiogroup", name="Leader with target")
    expect(row.get_by_role("radio", name=re.compile("^No"))).to_be_checked()
    row.get_by_role("radio", name="2", exact=True).click()
    expect(row).to_have_count(0)
    entries = phone.wait_for_entries(len(before) + 1)
    second = entries[-1]["record"]
    assert second["answers"][0] == first["answers"][0]
    assert [answer["key"] for answer in second["answers"]].count("leader.risk") == 1
    assert (second["meta"]["corrects"], second["meta"]["addition"]) == (first["meta"]["id"], True)
    assert [entry["voided"] for entry in entries[-2:]] == [True, False]
    phone.next_action()
    phone.open_log()
    expect(phone.sheet.get_by_text(f"addition to number {len(before)}")).to_be_visible()
    phone.expect_no_trouble()


def test_back_from_a_result_goes_to_the_form_and_voids_nothing(phone):
    phone.open("revolucion")
    phone.act()
    phone.answer_everything()
    phone.close_sheet()
    assert [entry["voided"] for entry in phone.entries()] == [False]
    expect(phone.act_button).to_have_text("Fire")


# ---- Refused -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def spent(phone: UmpirePage) -> UmpirePage:
    """A unit of the roster has fired, and stands in the form again."""
    phone.open("revolucion")
    phone.take_in(ROSTER, 3)
    acting = phone.page.get_by_role("group", name="Units that can act")
    acting.get_by_role("button", name="San Dimas").click()
    phone.settle()
    phone.act()
    phone.answer_everything()
    phone.next_action()
    phone.settle()
    return phone


def test_a_refused_button_says_why_and_shows_the_way_out(spent):
    expect(spent.act_button).to_have_text("It has taken its action this turn")
    expect(spent.act_button).to_have_attribute("aria-disabled", "true")
    expect(spent.dock.get_by_role("status")).to_contain_text("It may act again next turn.")
    expect(spent.dock.get_by_role("button", name="Rule REV-3.40")).to_be_visible()
    acting = spent.page.get_by_role("group", name="Units that can act")
    expect(acting.get_by_role("button", name=re.compile("San Dimas"))).to_contain_text("has acted")
    spent.dock.get_by_role("button", name="Choose another unit").click()
    spent.settle()
    expect(acting.get_by_role("button", name=re.compile("Nazas"))).to_have_attribute("aria-pressed", "true")
    expect(spent.act_button).to_have_text("Fire")


def test_what_the_players_do_all_the_same_is_marked_in_the_log(spent):
    before = len(spent.entries())
    spent.dock.get_by_role("button", name="Do it all the same").click()
    spent.answer_everything()
    record = spent.wait_for_entries(before + 1)[-1]["record"]
    assert record["fields"]["actor_earlier_this_turn"] == "acted"
    spent.next_action()
    spent.open_log()
    expect(spent.sheet.get_by_text(re.compile("^overruled: It has taken its action this turn"))).to_be_visible()


# ---- Dice that were seen -----------------------------------------------------------------------------------------------------


def fight_until_asked_with_a_die(phone: UmpirePage) -> str:
    """A fight in Mesoamerica: the defender has attacked and thrown, and the aggressor is asked; the faces that fell."""
    phone.open("mesoamerica")
    phone.act()
    phone.sheet.get_by_role("button", name=re.compile("^Aggressive")).click()
    phone.sheet.get_by_text(re.compile("^Now the")).wait_for()
    return phone.sheet.locator(".die").first.inner_text()


def test_cancelling_gives_no_other_die(phone):
    seen = fight_until_asked_with_a_die(phone)
    phone.sheet.get_by_role("button", name=re.compile("^Cancel")).click()
    phone.sheet.wait_for(state="detached")
    phone.settle()
    phone.act()
    phone.sheet.get_by_role("button", name=re.compile("^Aggressive")).click()
    phone.sheet.get_by_text(re.compile("^Now the")).wait_for()
    assert phone.sheet.locator(".die").first.inner_text() == seen
    phone.answer_everything()
    phone.next_action()
    phone.open_log()
    expect(phone.sheet.get_by_text(f"cancelled before, after a throw of {seen}")).to_be_visible()


@pytest.mark.parametrize("way", ("arrow", "gesture"))
def test_back_goes_back_from_a_question_and_it_waits(phone, way):
    seen = fight_until_asked_with_a_die(phone)
    if way == "arrow":
        phone.sheet.get_by_role("button", name="Back", exact=True).click()
    else:
        phone.page.go_back()
    phone.sheet.wait_for(state="detached")
    expect(phone.act_button).to_have_text("Go on")
    phone.act()
    phone.sheet.get_by_text(re.compile("^Now the")).wait_for()
    assert phone.sheet.locator(".die").first.inner_text() == seen


def test_a_form_that_is_changed_while_a_question_waits_is_another_act_with_the_same_die(phone):
    fight_until_asked_with_a_die(phone)
    phone.page.go_back()
    phone.sheet.wait_for(state="detached")
    button(phone, "Swap actor and target").click()
    phone.settle()
    expect(phone.act_button).to_have_text("Fight")


# ---- In sight ----------------------------------------------------------------------------------------------------------------


def test_quick_numbers_stand_beside_the_shooters(phone):
    phone.open("uprising1848")
    quick = phone.page.get_by_role("radiogroup", name=re.compile("usual numbers"))
    expect(quick.get_by_role("radio")).to_have_text([re.compile(rf"^{number}\b") for number in (1, 6, 8, 12, 24)])
    quick.get_by_role("radio", name="24").click()
    phone.settle()
    phone.act()
    phone.answer_everything()
    assert phone.wait_for_entries(1)[0]["record"]["fields"]["shooters"] == 24


def test_rarer_points_open_where_they_are_seen(phone):
    phone.open("revolucion")
    phone.page.get_by_role("button", name=re.compile(r"^\d+ more: rarer points$")).click()
    first = phone.page.locator("main .st").last.locator("button, input").first
    expect(first).to_be_in_viewport()
    phone.rest()
    dock, box = phone.page.locator(".bottom").bounding_box(), first.bounding_box()
    assert dock
    assert box
    assert box["y"] + box["height"] <= dock["y"]


def test_percentage_dice_are_entered_by_tens_and_ones(phone):
    phone.open("revolucion")
    button(phone, "Real dice").click()
    phone.page.get_by_role("banner").get_by_role("button", name=re.compile("Initiative")).click()
    phone.sheet.get_by_role("radiogroup", name="Tens").get_by_role("radio", name="40").click()
    phone.sheet.get_by_role("radiogroup", name="Ones").get_by_role("radio", name="7").click()
    expect(phone.sheet.locator("button.go")).to_have_text("Enter 47")


def test_the_menu_is_seen(phone):
    phone.open("revolucion")
    menu = phone.page.get_by_role("banner").get_by_role("button", name=re.compile(": menu$"))
    bars = menu.locator(".bars").bounding_box()
    assert bars
    assert bars["width"] >= 18
