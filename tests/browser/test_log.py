"""The log on the phone: nothing is lost, nothing is silently changed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.umpire_page import UmpirePage


def fire(phone) -> None:
    phone.choose_action("Deployed Fire", "Fight")
    phone.complete_form()
    phone.act()
    phone.answer_everything()


def test_a_voided_result_stays_struck_through_and_can_be_redone(phone):
    phone.open("revolucion")
    fire(phone)
    phone.page.get_by_role("button", name="Void", exact=True).click()
    phone.wait_for_voids(True)
    phone.sheet.wait_for(state="detached")
    phone.open_log()
    phone.sheet.get_by_role("button", name=re.compile("Redo")).first.click()
    phone.act()
    phone.answer_everything()
    phone.next_action()
    entries = phone.wait_for_voids(True, False)
    assert entries[0]["record"]["fields"] == entries[1]["record"]["fields"]


def test_a_reload_in_the_middle_of_a_question_comes_back_to_it(phone):
    phone.open("revolucion")
    phone.page.get_by_role("button", name="Real dice").click()
    phone.choose_action("Deployed Fire", "Fight")
    phone.complete_form()
    phone.act()
    question = phone.sheet.get_by_role("heading", level=1)
    asked = question.inner_text()
    phone.page.reload()
    expect(question).to_have_text(asked)  # it stands there again, without a tap
    phone.answer_everything()
    phone.next_action()
    phone.wait_for_voids(False)


def test_the_log_survives_a_reload(phone):
    phone.open("revolucion")
    fire(phone)
    headline = phone.headline
    phone.next_action()
    phone.page.reload()
    phone.dock.wait_for()
    phone.open_log()
    row = phone.sheet.get_by_text(re.compile(re.escape(headline.rstrip(".")), re.IGNORECASE))
    expect(row.first).to_be_visible()  # the ledger is folded again before the rows stand there


def test_two_phones_in_one_game_know_nothing_of_each_other(phone, new_phone):
    other = new_phone()
    phone.open("revolucion")
    other.open("revolucion")
    fire(phone)
    phone.next_action()
    phone.wait_for_voids(False)
    assert other.entries() == []


def throw_together(*pages: UmpirePage) -> None:
    """Tap the act button of several pages before any of them has been answered."""
    for page in pages:
        page.act_button.dispatch_event("click")
    for page in pages:
        page.answer_everything()
        page.next_action()


def test_two_pages_of_one_game_see_each_other_and_lose_nothing(phone, server):
    other = UmpirePage(phone.page.context.new_page(), server.address)
    phone.open("average_dice")
    other.open("average_dice")
    for page in (phone, other):
        page.complete_form()
    throw_together(phone, other)
    throw_together(other, phone)
    entries = phone.wait_for_entries(4)
    assert [entry["record"]["meta"]["number"] for entry in entries] == [1, 2, 3, 4]
    for page in (phone, other):
        expect(page.page.get_by_role("button", name="Log, 4 actions")).to_be_visible()
    other.page.reload()
    other.settle()
    expect(other.page.get_by_role("button", name="Log, 4 actions")).to_be_visible()
    other.open_log()
    other.sheet.get_by_role("button", name="Void").first.click()
    assert sum(entry["voided"] for entry in phone.wait_for_voids(False, False, False, True)) == 1
    phone.page.bring_to_front()
    phone.open_log()
    expect(phone.sheet.get_by_role("button", name=re.compile("Redo")).first).to_be_visible()
