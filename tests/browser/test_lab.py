"""What beats what, as somebody asks it on a phone: from home to the sentence, another script, another unit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.serving import Server

pytestmark = pytest.mark.browser


def asked(page: Page, server: Server) -> Page:
    """The page of duels of Revolucion!, reached by the way that people go."""
    page.goto(server.address)
    page.get_by_role("link", name="Revolucion!, what beats what?").click()
    expect(page.locator(".say h2 .a")).to_have_text("Regular Infantry")
    return page


def test_a_duel_is_answered_in_a_sentence_and_again_after_every_change(page: Page, server: Server):
    asked(page, server)
    sentence = page.locator(".say h2")
    # A ten-sided die and the printed tables: the same 76.114 that the command line tells.
    expect(sentence).to_contain_text("in 76 of 100")
    page.get_by_role("button", name="One more step").click()
    page.get_by_role("group", name="A does this").get_by_role("button", name="Regroup").click()
    expect(sentence).to_contain_text("in 97 of 100")
    expect(page.locator("polyline.old")).to_have_count(1)
    page.get_by_role("button", name="Regroup").click()
    page.get_by_role("button", name="Remove this step").click()
    expect(sentence).to_contain_text("in 76 of 100")


def test_a_range_that_a_unit_does_not_reach_is_closed_with_its_reason(page: Page, server: Server):
    asked(page, server)
    page.get_by_role("radio", name="12\N{EN DASH}18").click(force=True)  # closed, and says why
    expect(page.get_by_text("Out of range for this unit.")).to_be_visible()
    expect(page.get_by_role("radio", name="3\N{EN DASH}6")).to_be_checked()


def test_nothing_of_the_page_is_wider_than_a_phone(page: Page, server: Server):
    asked(page, server)
    page.locator(".unit").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


@pytest.mark.long
def test_a_battle_is_counted_stopped_and_gone_on_with_at_the_page(page: Page, server: Server):
    page.goto(f"{server.address}#/lab/revolucion/battles")
    page.get_by_role("radio", name="The Ford at San Jacinto").click()
    page.get_by_role("radio", name="Recruit").click()
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".say h2")).to_contain_text("Not yet known", timeout=180_000)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.get_by_role("heading", name="The verdict")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the report").click()
    assert saved.value.suggested_filename.endswith(".html")
