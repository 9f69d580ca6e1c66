"""What lies behind the menu: the log leaves the phone and comes back, the roster is pasted, options are switched, paper is printed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from sandtable.kernel import registry
from tests.browser.conftest import DESKTOP
from tests.support.umpire_page import UmpirePage

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
    phone.paste_roster()
    phone.wait_for_entries(1)
    expect(phone.sheet.locator("code")).to_have_text(UNIT)
    phone.sheet.get_by_role("button", name=re.compile("^21st Battalion")).click()
    phone.sheet.get_by_role("button", name="Acts").click()
    phone.sheet.wait_for(state="detached")
    chosen = phone.page.get_by_role("group", name="Units that can act").get_by_role("button", name="21st Battalion")
    expect(chosen).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("name", registry.names())
def test_every_roster_sheet_says_how_a_line_is_written(phone, name):
    phone.open(name)
    phone.open_sheet("Roster")
    phone.sheet.get_by_role("button", name="Paste a list").click()
    expect(phone.sheet.get_by_text(re.compile("^A line (has|needs)"))).to_be_visible()
    phone.sheet.get_by_role("textbox").fill("# whoever they are\nnonsense")
    phone.sheet.get_by_role("button", name="Enter these units").click()
    expect(phone.sheet.get_by_role("alert").first).to_contain_text("Line 2: nonsense")


@pytest.mark.parametrize("name", registry.names())
def test_a_unit_is_entered_by_pickers_changed_and_removed(phone, name):
    phone.open(name)
    phone.open_sheet("Roster")
    sheet = phone.sheet
    sheet.get_by_role("button", name="Add a unit").click()
    sheet.get_by_role("textbox", name=re.compile("name", re.IGNORECASE)).first.fill("Nazas")
    for attempt in range(20):
        sheet.get_by_role("button", name="Add Nazas").click()
        phone.until("() => document.querySelector('.frame[aria-busy=false]')")
        wrong = sheet.locator("form [aria-invalid=true], form .step.wrong")
        if not wrong.count():
            break
        wrong.first.locator("[role=radio], button").nth(attempt % 2 or -1).click()
    change = sheet.get_by_role("button", name="Change Nazas")
    expect(change).to_be_visible()
    phone.wait_for_entries(1)
    change.click()
    sheet.get_by_role("textbox", name=re.compile("name", re.IGNORECASE)).first.fill("San Dimas")
    sheet.get_by_role("button", name="Keep San Dimas").click()
    expect(sheet.get_by_role("button", name="Change San Dimas")).to_be_visible()
    sheet.get_by_role("button", name="Remove San Dimas").click()
    expect(sheet.get_by_role("button", name="Change San Dimas")).to_have_count(0)
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet.get_by_role("button", name="Change San Dimas")).to_be_visible()
    phone.wait_for_voids(False, False, True)
    phone.expect_no_trouble()


def test_the_army_of_a_battle_fills_the_roster_in_one_tap(phone):
    phone.open("revolucion")
    phone.open_sheet("Roster")
    phone.sheet.get_by_role("button", name="Army of a battle").click()
    phone.sheet.get_by_role("button", name=re.compile("San Jacinto")).click()
    expect(phone.sheet.get_by_role("button", name="Change Cuencamé")).to_be_visible()
    phone.sheet.get_by_role("button", name="Undo").click()
    expect(phone.sheet.get_by_role("button", name="Change Cuencamé")).to_have_count(0)


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
    expect(figures.locator(".number b")).to_have_text("10")
    phone.page.get_by_role("radio", name=re.compile("^Winchester")).first.click()
    band = phone.page.get_by_role("radio", name=re.compile("^18.24"))
    expect(band).to_have_attribute("aria-disabled", "true")
    phone.open_sheet("Options")
    phone.sheet.get_by_label("House rules, as text").fill("[unit]\nfigures = 12\n[range]\nwinchester = 24")
    phone.sheet.get_by_role("button", name="Use them").click()
    expect(phone.page.get_by_role("banner").get_by_text("2 house rules")).to_be_visible()
    phone.close_sheet()
    expect(figures.locator(".number b")).to_have_text("12")
    figures.get_by_role("button", name="Figures firing: 1 fewer").click()
    expect(figures.locator(".number b")).to_have_text("11")
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
    phone.take_in(UNIT, 2)
    phone.open_sheet("Print")
    for part in ("Roster", "The log so far"):
        phone.sheet.get_by_role("checkbox", name=part).click()
    phone.sheet.get_by_role("row", name=re.compile("21st Battalion.*Regular")).first.wait_for()
    phone.sheet.get_by_text("Regular Infantry fires at Regular Infantry").first.wait_for()
    phone.sheet.get_by_role("button", name="Print").click()
    phone.until("() => window.printed")
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


def test_a_number_is_changed_where_it_is_read(phone):
    phone.open("revolucion")
    phone.open_sheet("Rulebook")
    phone.sheet.get_by_role("searchbox").fill("REV-G.05")
    phone.sheet.get_by_role("button", name="Rule REV-G.05").first.click()
    sheet = phone.sheet.last
    number = (
        sheet.get_by_role("row", name=re.compile("^Machine guns", re.IGNORECASE)).first.get_by_role("button").nth(2)
    )
    expect(number).to_have_text("+5")
    number.click()
    sheet.get_by_role("button", name="One less").click()
    expect(sheet.get_by_text("is", exact=True)).to_be_visible()
    keep = sheet.get_by_role("button", name="Keep +4")
    expect(keep).not_to_have_attribute("aria-disabled", "true")
    keep.click()
    expect(number).to_have_text("+5+4")
    expect(number.locator("s")).to_have_text("+5")
    expect(sheet.get_by_text("1 house rule")).to_be_visible()
    number.press("Enter")
    sheet.get_by_role("button", name="Back to +5").click()
    expect(number).to_have_text("+5")
    expect(sheet.get_by_text("1 house rule")).to_have_count(0)
    phone.expect_no_trouble()


def test_a_number_is_changed_by_the_keyboard_alone(phone):
    phone.open("revolucion")
    phone.open_sheet("Rulebook")
    phone.sheet.get_by_role("searchbox").fill("REV-G.05")
    phone.sheet.get_by_role("button", name="Rule REV-G.05").first.click()
    sheet = phone.sheet.last
    numbers = sheet.get_by_role("row", name=re.compile("^Regular infantry", re.IGNORECASE)).first.get_by_role("button")
    numbers.first.focus()
    numbers.first.press("ArrowRight")
    expect(numbers.nth(1)).to_be_focused()
    numbers.nth(1).press("Enter")
    numbers.nth(1).press("+")
    expect(sheet.get_by_role("button", name="Keep +3")).not_to_have_attribute("aria-disabled", "true")
    numbers.nth(1).press("Escape")
    expect(sheet.get_by_role("button", name="Keep +3")).to_have_count(0)
    numbers.nth(1).press("Enter")
    numbers.nth(1).press("+")
    expect(sheet.get_by_role("button", name="Keep +3")).not_to_have_attribute("aria-disabled", "true")
    numbers.nth(1).press("Enter")
    expect(numbers.nth(1)).to_have_text("+2+3")


def test_the_rulebook_forgives_a_slip_and_marks_what_it_found(phone):
    phone.open("revolucion")
    phone.open_sheet("Rulebook")
    phone.sheet.get_by_role("searchbox").fill("cavallry")
    expect(phone.sheet.get_by_text("Shown for cavalry.")).to_be_visible()
    expect(phone.sheet.locator("mark").first).to_have_text(re.compile("^cavalry$", re.IGNORECASE))
    assert not re.search(r"(^|[ (])-\d|`", phone.sheet.inner_text(), re.MULTILINE)
    phone.sheet.get_by_role("searchbox").fill("REV-G.06b battery")
    phone.sheet.locator("td, .text").get_by_role("button", name=re.compile("^Rule REV-")).first.click()
    expect(phone.sheet.get_by_role("searchbox")).to_have_count(0)  # the rule alone
    expect(phone.sheet.get_by_role("button", name="Back", exact=True)).to_be_visible()


def test_a_house_file_that_is_wrong_says_what_was_meant_and_all_paths_are_listed(phone):
    phone.open("revolucion")
    phone.open_sheet("Options")
    phone.sheet.get_by_label("House rules, as text").fill("[fire.modifiers.cover]\nhard = -4")
    phone.sheet.get_by_role("button", name="Use them").click()
    expect(phone.sheet.get_by_role("alert")).to_contain_text("Did you mean fire.modifier.cover.hard?")
    phone.sheet.get_by_label("House rules, as text").fill("[fire.modifier.cover]\nhard = -4")
    phone.sheet.get_by_role("button", name="Use them").click()
    phone.sheet.get_by_role("button", name=re.compile("^Take back: Fire, modifier, cover")).click()
    expect(phone.sheet.get_by_label("House rules, as text")).to_have_value("")
    phone.sheet.get_by_text("All paths").click()
    phone.sheet.get_by_role("searchbox").fill("cover.hard")
    phone.sheet.get_by_role("button", name=re.compile(r"^fire\.modifier\.cover\.hard")).click()
    expect(phone.sheet.get_by_label("House rules, as text")).to_have_value("[fire.modifier.cover]\nhard = -3")


def test_on_a_wide_screen_a_result_stands_beside_a_form_that_is_live(new_phone):
    phone = new_phone(viewport=DESKTOP)
    phone.open("revolucion")
    phone.choose_action("Deployed Fire", "Fight")
    phone.complete_form()
    phone.act()
    phone.answer_everything()
    phone.rest()
    form = phone.page.get_by_role("main").bounding_box() or {}
    result = phone.sheet.bounding_box() or {}
    assert result["x"] >= form["x"] + form["width"]
    assert phone.page.locator(".rest[inert] .dock").count() == 1
    phone.choose("Unit", "Artillery")
    phone.sheet.wait_for(state="detached")
    expect(phone.page.get_by_role("main").get_by_role("radio", name="Artillery").first).to_be_checked()
    phone.settle()
    phone.act_button.click()
    phone.answer_everything()
    phone.page.keyboard.press("Enter")
    phone.sheet.wait_for(state="detached")


def test_a_question_calls_nobody_by_the_head_of_its_reasons(phone):
    """The reasons of a fight begin with "The acting unit", under which its own stand; the defender is asked, who is the other."""
    phone.open("mesoamerica")
    phone.act()
    expect(phone.sheet.locator(".sit span")).to_have_text("Defender: Hand-to-hand")
