"""The form in the hand: what it remembers, fills in, turns over and asks in advance; sheets, the screen and the measures."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.talk import there
from tests.support.umpire_page import UmpirePage

ROSTER = """\
Revolutionary, Veteran Cavalry, 6, Dorados
Government, Regular Infantry, 3, 21st Battalion
"""
WAKE_LOCK = """
    window.locks = 0;
    Object.defineProperty(navigator, "wakeLock", {value: {request: async () => {
        window.locks += 1;
        return Object.assign(new EventTarget(), {release: async () => { window.locks -= 1; }});
    }}});
"""


def group(phone: UmpirePage, name: str):
    return phone.page.get_by_role("main").get_by_role("radiogroup", name=re.compile(f"^{name}"))


def chosen(phone: UmpirePage, name: str):
    """The chosen sort of a field; of two groups with that name the last, which for arms is the row of grades."""
    return group(phone, name).last.get_by_role("radio", checked=True)


def test_the_last_choices_come_back_with_the_unit_that_made_them(phone):
    phone.open("revolucion")
    phone.choose("Unit", "Artillery")
    group(phone, "Range").get_by_role("radio", name=re.compile("^18.24")).click()
    phone.choose("Unit", "Infantry")
    group(phone, "Range").get_by_role("radio", name=re.compile("^3.6")).click()
    phone.choose("Unit", "Artillery")
    expect(chosen(phone, "Range")).to_have_text(re.compile("^18.24"))
    phone.choose("Unit", "Infantry")
    expect(chosen(phone, "Range")).to_have_text(re.compile("^3.6"))


def test_swap_turns_the_tables_and_the_side(phone):
    phone.open("revolucion")
    phone.choose("Unit: Infantry", "Veteran")
    phone.choose("Target type: Infantry", "Irregular")
    phone.choose("Target status", "Disordered")
    phone.page.get_by_role("button", name="Swap actor and target").click()
    expect(chosen(phone, "Unit: Infantry")).to_have_text("Irregular")
    expect(chosen(phone, "Target type: Infantry")).to_have_text("Veteran")
    expect(chosen(phone, "Actor status")).to_have_text("Disordered")
    expect(phone.page.get_by_role("radio", name="Government", exact=True)).to_be_checked()


def test_a_question_answered_in_advance_is_not_asked(phone):
    """Left alone its box is dashed and the odds take the usual answer; ticked it moves the odds and the rule asks no more."""
    phone.open("revolucion")
    phone.choose_action("Assault", "Fight")
    phone.choose("Unit", "Cavalry")
    phone.complete_form()
    before = phone.dock.text_content()
    for question in ("Rough path", "Within reach if delayed"):
        phone.page.get_by_role("main").get_by_role("checkbox", name=question).click()
    phone.choose("Frontal", "Flank")
    phone.until("before => document.querySelector('.dock').textContent !== before", before)
    phone.settle()
    phone.act()
    phone.answer_everything()
    (entry,) = phone.wait_for_voids(False)
    answered = {answer["key"]: answer["by"] for answer in entry["record"]["answers"]}
    # An order that is lost asks for neither; whatever is asked has its answer already.
    assert {answered.get(key, "form") for key in ("assault.frontal", "assault.rough_path")} == {"form"}


def test_an_assault_shows_its_odds_as_a_chain(phone):
    """Each bar begins where the one above ended; a tap opens the step with its own odds."""
    phone.open("revolucion")
    phone.choose_action("Assault", "Fight")
    phone.complete_form()
    rows = phone.dock.get_by_role("listitem")
    expect(rows).to_have_count(5)
    percents = [int(there(re.search(r"(\d+)", row.inner_text())).group(1)) for row in rows.all()]
    assert sum(percents) == 100
    starts = phone.page.evaluate(
        "() => [...document.querySelectorAll('.dock li i')].map(bar => Math.round(bar.getBoundingClientRect().left))"
    )
    assert starts == sorted(starts)
    assert starts[-1] > starts[0]
    rows.nth(2).get_by_role("button").click()
    phone.sheet.get_by_role("list", name="Odds").wait_for()


def test_the_roster_fills_in_type_bases_and_the_outnumbering(phone):
    phone.open("revolucion")
    phone.take_in(ROSTER, 2)
    phone.page.get_by_role("group", name="Units that can act").get_by_role("button", name="Dorados").click()
    target = phone.page.get_by_role("group", name="Units that can be the target")
    target.get_by_role("button", name="21st Battalion").click()
    expect(phone.page.get_by_role("button", name="Dorados", pressed=True)).to_contain_text("Veteran Cavalry, 6 of 6")
    expect(target.get_by_role("button", pressed=True)).to_contain_text("Regular Infantry, 3 of 3")
    expect(phone.page.get_by_role("main").get_by_text(re.compile(r"^6 : 3"))).to_be_visible()
    expect(phone.page.get_by_role("main").get_by_text(re.compile("outnumbered", re.IGNORECASE)).first).to_be_visible()


def test_a_status_that_came_of_a_result_stands_in_the_form_of_the_next(phone):
    phone.open("revolucion")
    phone.take_in(ROSTER, 2)
    phone.page.get_by_role("group", name="Units that can act").get_by_role("button", name="Dorados").click()
    target = phone.page.get_by_role("group", name="Units that can be the target")
    target.get_by_role("button", name="21st Battalion").click()
    phone.choose_action("Moving Fire", "Fight")
    group(phone, "Range").get_by_role("radio", name=re.compile("^0.3")).click()
    phone.page.get_by_role("button", name="Real dice").click()
    phone.complete_form()
    phone.act()
    face = phone.sheet.get_by_role("radiogroup", name="Face of the die").get_by_role(
        "radio", name=re.compile("Disordered")
    )
    face.first.click()
    phone.sheet.locator("button.go").click()
    phone.until("() => !document.querySelector('[aria-label=\"Face of the die\"]')")
    phone.answer_everything()
    phone.next_action()
    expect(chosen(phone, "Target status")).to_have_text("Disordered")


def test_a_loss_of_army_morale_is_one_tap_on_the_result_and_an_entry_of_its_own(phone):
    phone.open("revolucion")
    phone.choose_action("Army morale", "Army")
    phone.page.get_by_role("radio", name="Government", exact=True).click()
    phone.complete_form()
    phone.act()
    phone.answer_everything()
    phone.next_action()
    phone.page.get_by_role("radio", name="Revolutionary", exact=True).click()
    phone.take_in("Government, Irregular Infantry, 1, Last Company", 2)
    phone.choose_action("Deployed Fire", "Fight")
    target = phone.page.get_by_role("group", name="Units that can be the target")
    target.get_by_role("button", name="Last Company").click()
    phone.choose("Target status", "Demoralized")  # now every face of the die is its end
    group(phone, "Range").get_by_role("radio", name=re.compile("^0.3")).click()
    phone.complete_form()
    phone.act()
    phone.answer_everything()
    offer = phone.sheet.get_by_role("button", name=re.compile(r"^Destroyed .1 \(Government\)"))
    before = len(phone.entries())
    offer.click()
    phone.wait_for_entries(before + 1)
    expect(offer).to_have_count(0)
    expect(phone.page.get_by_role("button", name="Next action")).to_be_visible()
    loss = phone.entries()[-1]["record"]
    assert (loss["action"], loss["fields"]["side"]) == ("morale_loss", "Government")
    phone.next_action()
    phone.open_log()
    meter = phone.sheet.get_by_role("meter", name=re.compile("Government"))
    whole = int(meter.get_attribute("aria-valuemax") or 0)
    expect(meter).to_have_attribute("aria-valuenow", str(whole - 1))


def test_doubled_measures_double_every_band(phone):
    phone.open("revolucion")
    phone.open_sheet("Settings")
    phone.sheet.get_by_role("radio", name="Doubled").click()
    phone.close_sheet()
    expect(group(phone, "Range").get_by_role("radio").first).to_have_text(re.compile("^0.6"))
    phone.open_sheet("Settings")
    phone.sheet.get_by_role("radio", name="Centimetres").click()
    phone.close_sheet()
    expect(group(phone, "Range").get_by_role("radio").first).to_have_text(re.compile(r"^0.7\.5"))


def test_the_screen_stays_awake_until_the_setting_is_off(phone):
    phone.page.add_init_script(WAKE_LOCK)
    phone.open("revolucion")
    phone.until("() => window.locks === 1")
    phone.open_sheet("Settings")
    phone.sheet.get_by_role("checkbox", name="Keep the screen on").click()
    phone.until("() => window.locks === 0")


def test_the_back_gesture_closes_sheets_and_leaves_only_when_asked_twice(phone):
    phone.open("revolucion")
    phone.open_log()
    phone.page.go_back()
    phone.sheet.wait_for(state="detached")
    expect(phone.dock).to_be_visible()
    phone.page.go_back()
    expect(phone.page.get_by_text("Swipe again to leave the game.")).to_be_visible()
    expect(phone.dock).to_be_visible()
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="Sandtable")).to_be_visible()


def test_checks_that_are_owed_are_made_together(phone):
    """Two volleys have cost figures: one tap checks both units, asks of each what only the players know, and ends in the log."""
    phone.open("uprising1848")
    for target in ("Average", "Conscript"):
        group(phone, "Target").first.get_by_role("radio", name=target).click()
        phone.complete_form()
        phone.page.get_by_role("button", name="Real dice").click()
        phone.act()
        phone.sheet.get_by_role("button", name="hits: one more").click()
        phone.sheet.locator("button.go").click()
        phone.next_action()
        phone.page.get_by_role("button", name="Real dice").click()
    owed = phone.page.get_by_role("group", name="Still to be done")
    owed.get_by_role("button", name="Check all 2").click()
    for unit in ("Average", "Conscript"):
        phone.sheet.get_by_text(re.compile(rf"^8 {unit} \(target\): 1 lost")).wait_for()
        phone.sheet.get_by_role("button", name=re.compile("^nobody")).click()
        phone.sheet.get_by_text("Are half or more of its figures gone?").wait_for()
        phone.sheet.get_by_role("button", name=re.compile("^No\\b")).click()
    phone.sheet.get_by_text("4 actions", exact=True).wait_for()
    assert [entry["record"]["action"] for entry in phone.entries()[2:]] == ["check_morale"] * 2
    phone.close_sheet()
    expect(owed).to_have_count(0)
