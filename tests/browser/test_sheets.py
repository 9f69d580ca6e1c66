"""What lies behind the menu: the log leaves the phone and comes back, the roster is pasted, options are switched, paper is printed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from sandtable.kernel import registry
from tests.support.umpire_page import UmpirePage

pytestmark = pytest.mark.browser
UNIT = "Government, Regular Infantry, 4, 21st Battalion"


def fire(phone: UmpirePage) -> None:
    phone.choose_action("Deployed Fire", "Fight")
    phone.complete_form()
    phone.act()
    phone.answer_everything()
    phone.next_action()


def records(entries: list[dict]) -> list[dict]:
    return [entry["record"] for entry in entries]


@pytest.mark.parametrize(("button", "ending"), (("As text", ".txt"), ("As JSON", ".json")))
def test_a_shared_log_opens_on_another_phone(phone, new_phone, tmp_path, button, ending):
    """The file that one phone saves is the game that the other one goes on with."""
    phone.open("revolucion")
    fire(phone)
    phone.open_sheet("Share")
    with phone.page.expect_download() as saving:
        phone.sheet.get_by_role("button", name=re.compile(f"^{button}")).click()
    assert saving.value.suggested_filename.endswith(ending)
    saving.value.save_as(tmp_path / f"log{ending}")
    other = new_phone()
    other.open("revolucion")
    other.open_sheet("Share")
    other.sheet.locator("input[type=file]").set_input_files(tmp_path / f"log{ending}")
    other.sheet.wait_for(state="detached")
    assert records(other.wait_for_voids(False)) == records(phone.entries())
    other.open_log()
    expect(other.sheet.get_by_text("Regular Infantry fires").first).to_be_visible()


def test_a_link_hands_the_game_over(phone, new_phone):
    phone.open("revolucion")
    fire(phone)
    phone.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.open_sheet("Share")
    phone.sheet.get_by_role("button", name=re.compile("^Hand over")).click()
    expect(phone.page.get_by_text("The link holds the whole game")).to_be_visible()
    link = phone.page.evaluate("() => navigator.clipboard.readText()")
    other = new_phone()
    other.page.goto(link)
    other.dock.wait_for()
    assert records(other.wait_for_voids(False)) == records(phone.entries())


def test_what_is_no_log_is_refused_in_words(phone):
    phone.open("revolucion")
    phone.open_sheet("Share")
    phone.sheet.get_by_role("textbox").fill("Dear diary")
    phone.sheet.get_by_role("button", name="Open it").click()
    expect(phone.sheet.get_by_role("alert")).to_contain_text("This is not a Sandtable log.")


def test_the_roster_shows_a_line_to_paste_and_fills_the_form(phone):
    phone.open("revolucion")
    phone.open_sheet("Roster")
    expect(phone.sheet.locator("code")).to_have_text(UNIT)
    phone.sheet.get_by_role("button", name="Use this line").click()
    phone.sheet.get_by_role("button", name="Take them in").click()
    phone.wait_for_entries(1)
    phone.sheet.get_by_role("button", name="Acts").click()
    phone.sheet.wait_for(state="detached")
    chosen = phone.page.get_by_role("group", name="Units that can act").get_by_role("button", name="21st Battalion")
    expect(chosen).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("name", registry.names())
def test_every_roster_sheet_says_how_a_line_is_written(phone, name):
    phone.open(name)
    phone.open_sheet("Roster")
    expect(phone.sheet.get_by_text(re.compile("^A line (has|needs)"))).to_be_visible()


def test_options_changed_in_mid_game_stand_in_the_log(phone):
    phone.open("revolucion")
    fire(phone)
    phone.open_sheet("Options")
    other = phone.sheet.get_by_role("radio", checked=False).first
    words = other.inner_text()
    other.click()
    expect(phone.page.get_by_role("banner").get_by_text("1 house rule")).to_be_visible()
    phone.close_sheet()
    phone.open_log()
    changed = phone.sheet.get_by_text(re.compile(f"^Options changed.*{re.escape(words)}"))
    expect(changed).to_be_visible()
    phone.close_sheet()
    fire(phone)
    phone.open_log()
    expect(changed).to_be_visible()
    assert [bool(record["options"]) for record in records(phone.wait_for_voids(False, False))] == [False, True]


def test_house_rules_reach_the_form_that_is_drawn(phone):
    phone.open("average_dice")
    figures = phone.page.get_by_role("group", name="Figures firing")
    expect(figures.locator("output b")).to_have_text("10")
    phone.page.get_by_role("radio", name=re.compile("^Winchester")).first.click()
    band = phone.page.get_by_role("radio", name=re.compile("^18.24"))
    expect(band).to_have_attribute("aria-disabled", "true")
    phone.open_sheet("Options")
    phone.sheet.get_by_label("House rules, as text").fill("[unit]\nfigures = 12\n[range]\nwinchester = 24")
    phone.sheet.get_by_role("button", name="Use them").click()
    expect(phone.page.get_by_role("banner").get_by_text("2 house rules")).to_be_visible()
    phone.close_sheet()
    expect(figures.locator("output b")).to_have_text("12")
    figures.get_by_role("button", name="Figures firing: 1 fewer").click()
    expect(figures.locator("output b")).to_have_text("11")
    expect(band).not_to_have_attribute("aria-disabled", "true")
    band.click()
    phone.complete_form()
    phone.act()
    (entry,) = phone.wait_for_entries(1)
    assert (entry["record"]["fields"]["figures_firing"], entry["record"]["fields"]["range"]) == (11, "18-24")


def printed_words(page: Page) -> str:
    page.emulate_media(media="print")
    return str(page.evaluate("() => document.body.innerText"))


def test_log_and_roster_are_printed_without_the_screen_around_them(phone):
    phone.page.add_init_script("window.print = () => { window.printed = true; }")
    phone.open("revolucion")
    fire(phone)
    phone.open_sheet("Roster")
    phone.sheet.get_by_role("textbox").fill(UNIT)
    phone.sheet.get_by_role("button", name="Take them in").click()
    phone.wait_for_entries(2)
    phone.close_sheet()
    phone.open_sheet("Print")
    phone.sheet.get_by_role("row", name=re.compile("21st Battalion.*Regular")).first.wait_for()
    phone.sheet.get_by_role("button", name="Print").click()
    assert phone.page.evaluate("() => window.printed") is True
    words = printed_words(phone.page)
    assert "21st Battalion" in words
    assert "Regular Infantry fires at Regular Infantry" in words
    for button in ("Blank log sheets", "Real dice", "Initiative"):
        assert button not in words
    assert phone.page.pdf(format="A4").startswith(b"%PDF")


def test_a_distance_without_bands_is_typed_on_a_pad(phone):
    phone.open("mesoamerica")
    phone.choose_action("Fire", "Fight")
    phone.page.get_by_role("button", name=re.compile("^Range")).click()
    for key in ("1", "2", ".", "5"):
        phone.sheet.get_by_role("button", name=key, exact=True).click()
    phone.sheet.get_by_role("button", name="Enter 12.5").click()
    expect(phone.page.get_by_role("button", name=re.compile("^Range"))).to_contain_text("12.5")
