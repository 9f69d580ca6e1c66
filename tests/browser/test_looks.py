"""Looks and reach: no accessibility violation, nothing wider than the phone, targets for thumbs, screenshots to look at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sandtable.battle.scenario.reader import read_scenario
from sandtable.kernel import registry
from tests.browser.conftest import DESKTOP, PHONE, without_python
from tests.support.lessons import lesson_of
from tests.support.looks import look_at, look_by_day_and_night, violations
from tests.support.table_line import call, open_battle
from tests.support.umpire_page import UmpirePage

SMALLEST_TARGET = 40  # pixels, the floor inside a joined group
NAMES = registry.names()
SPOKEN = (
    "region",
    "label-content-name-mismatch",
)  # more than is promised: landmarks, and names by which a voice finds what it reads
HIDDEN = """() => {
    const dock = document.querySelector('.bottom').getBoundingClientRect().top;
    return [...document.querySelectorAll('main .st')]
        .filter(part => part.getBoundingClientRect().bottom > dock + 1)
        .map(part => part.innerText.slice(0, 80));
}"""


@pytest.mark.parametrize(("size", "viewport"), (("phone", PHONE), ("desktop", DESKTOP)))
def test_home_is_accessible_and_fits(new_phone, size, viewport):
    phone = new_phone(viewport=viewport)
    phone.page.goto(phone.address)
    phone.page.get_by_role("main").get_by_role("link", name=re.compile(", umpire$")).first.wait_for()
    look_by_day_and_night(phone.page, f"home-{size}")


@pytest.fixture(scope="module", params=NAMES)
def form(request, browser, server):
    """The form of a ruleset, on a phone, for whoever only looks at it."""
    with browser.new_context(
        viewport=PHONE, has_touch=True, reduced_motion="reduce", service_workers="block"
    ) as context:
        phone = UmpirePage(without_python(context).new_page(), server.address)
        phone.open(request.param)
        phone.rest()
        yield phone


def test_everything_on_the_form_stands_in_a_landmark(form):
    assert violations(form.page, "region") == []


@pytest.mark.parametrize(
    ("size", "viewport", "theme"),
    (
        ("phone", PHONE, "light"),
        pytest.param("desktop", DESKTOP, "dark", marks=pytest.mark.long),
        pytest.param("phone", PHONE, "dark", marks=pytest.mark.long),
        pytest.param("desktop", DESKTOP, "light", marks=pytest.mark.long),
    ),
)
@pytest.mark.parametrize("name", NAMES)
def test_form_result_log_and_rules_are_accessible_and_fit(new_phone, name, theme, size, viewport):
    phone = new_phone(viewport=viewport, color_scheme=theme)
    phone.open(name)
    look_at(phone.page, f"{name}-form-{size}-{theme}")
    phone.complete_form()
    phone.act()
    phone.answer_everything()
    look_at(phone.page, f"{name}-result-{size}-{theme}")
    phone.next_action()
    phone.open_log()
    phone.sheet.get_by_role("heading").first.wait_for()
    look_at(phone.page, f"{name}-log-{size}-{theme}")
    phone.close_sheet()
    phone.open_sheet("Rulebook")
    phone.sheet.get_by_role("button", name=re.compile("^Our numbers and readings", re.IGNORECASE)).click()
    phone.sheet.locator("table").first.wait_for()
    look_at(phone.page, f"{name}-rules-{size}-{theme}")


def test_every_target_is_large_enough_for_a_thumb(form):
    small = form.page.evaluate(
        """least => [...document.querySelectorAll('main button, header button, .dock button')]
            .filter(each => each.offsetParent && !each.closest('.sr'))
            .map(each => [each, each.getBoundingClientRect(), getComputedStyle(each, '::before')])
            .filter(([each, box, before]) => box.height < least && parseFloat(before.height || 0) < least && !each.classList.contains('link')
                && each.getAttribute('aria-hidden') !== 'true')
            .map(([each, box]) => `${each.getAttribute('aria-label') || each.innerText} ${Math.round(box.width)}x${Math.round(box.height)}`)""",
        SMALLEST_TARGET - 8,
    )
    assert small == []


@pytest.mark.parametrize("form", ("revolucion", "uprising1848", "average_dice"), indirect=True, scope="module")
def test_nothing_that_decides_the_odds_is_hidden_by_the_dock(form):
    assert form.page.evaluate(HIDDEN) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_rarer_points_stay_inside_their_frames(phone, name):
    phone.open(name)
    phone.page.get_by_role("button", name=re.compile(r"^\d+ more")).first.click()
    phone.settle()
    phone.rest()
    outside = phone.page.evaluate(
        "() => [...document.querySelectorAll('main .tick')].filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText)"
    )
    assert outside == []


def test_whoever_is_named_on_the_roster_leaves_room_for_what_decides_the_odds(phone):
    """His plate tells what he is: the rows of types fold away until another is meant."""
    phone.open("revolucion")
    phone.take_in("Revolutionary, Regular Infantry, 4, San Dimas\nGovernment, Regular Infantry, 4, Gendarmes", 2)
    main = phone.page.get_by_role("main")
    for name in ("San Dimas", "Gendarmes"):
        main.get_by_role("button", name=name).first.click()
    phone.settle()
    assert phone.page.evaluate(HIDDEN) == []
    arms = main.get_by_role("radio", name="Infantry", exact=True)
    expect(arms).to_have_count(0)
    main.get_by_role("button", name=re.compile("not on the roster")).first.click()
    expect(arms).to_have_count(1)


@pytest.mark.parametrize("action", ("Deployed Fire", "Assault"))
def test_the_fullest_forms_fit_a_phone_without_scrolling(phone, action):
    phone.open("revolucion")
    phone.choose_action(action, "Fight")
    phone.settle()
    phone.rest()
    below = phone.page.evaluate(
        """() => Math.max(...[...document.querySelectorAll('main .st')].map(part => part.getBoundingClientRect().bottom))
            - document.querySelector('.dock').getBoundingClientRect().top"""
    )
    assert below <= 1  # pixels; only the words of help may lie under the dock


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_the_first_form_stands_above_the_dock_and_nothing_is_cut_by_it(phone, name):
    phone.open(name)
    phone.settle()
    below = phone.page.evaluate(
        """() => [...document.querySelectorAll('main [role=radiogroup], main .step, main [role=checkbox]')]
            .filter(each => each.getBoundingClientRect().bottom > document.querySelector('.dock').getBoundingClientRect().top + 1)
            .map(each => each.getAttribute('aria-label') || each.innerText)"""
    )
    assert below == []
    phone.page.wait_for_function(
        """() => [...document.querySelectorAll('main button, main .help')].every(each => {
            const [box, edge] = [each, document.querySelector('.dock')].map(one => one.getBoundingClientRect());
            const hidden = each.closest('[style*="opacity: 0"]');
            return hidden || box.bottom <= edge.top + 1 || box.top >= edge.top;
        })"""
    )


def test_the_narrowest_phone_still_fits(new_phone):
    phone = new_phone(viewport={"width": 320, "height": 568})
    phone.open("revolucion")
    look_at(phone.page, "revolucion-form-320")


def test_the_whole_form_works_by_keyboard_alone(phone):
    phone.open("revolucion")
    page = phone.page
    page.get_by_role("radiogroup", name="Action").get_by_role("radio", checked=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Moving Fire")).to_be_checked()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('go')"):
            break
    else:
        raise AssertionError("The Tab key never came to the button.")
    phone.settle()
    page.keyboard.press("Enter")
    phone.sheet.first.wait_for()


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_every_game_and_its_menu_are_accessible_and_fit(hall, new_seat, name):
    text = lesson_of(name)
    first, *others = (side.label for side in read_scenario(text).sides)
    who = {first: "me", **dict.fromkeys(others, "computer")}
    (link,) = [each for each in call(hall, "open", {"text": text, "who": who}).json()["links"] if each["seat"] == first]
    seat = new_seat(viewport=PHONE, has_touch=True)
    seat.sit(link["token"])
    seat.settle()
    look_at(seat.page, f"{name}-table-phone")
    assert violations(seat.page, *SPOKEN) == []
    seat.page.get_by_role("button", name="Menu of the table").tap()
    look_at(seat.page, f"{name}-table-menu-phone")


@pytest.mark.parametrize(("part", "words"), (("", "Exact, no error bar"), ("/battles", "Is it fair, and what")))
def test_the_pages_of_the_lab_are_accessible_and_fit(phone, part, words):
    phone.page.goto(f"{phone.address}/#/lab/revolucion{part}")
    phone.page.get_by_text(words).first.wait_for()
    look_at(phone.page, f"lab{part.replace('/', '-')}-phone")
    assert violations(phone.page, *SPOKEN) == []


def test_a_throw_that_is_nobodys_shows_its_few_odds_on_a_phone(hall, new_seat):
    """The hint speaks of the bars: they are there, without the sheet being drawn up."""
    tokens = open_battle(hall, "kossuths-flight", Player="me", NonPlayer="computer")
    seat = new_seat(viewport=PHONE, has_touch=True)
    seat.sit(tokens["Player"])
    expect(seat.page.locator(".orders .odds").get_by_text("The government acts")).to_be_in_viewport()


def test_a_phone_held_across_has_its_button_where_it_can_be_pressed(hall, new_seat):
    tokens = open_battle(hall, "tutorial", Government="computer", Revolutionary="me")
    seat = new_seat(viewport={"width": 844, "height": 390}, has_touch=True)
    seat.sit(tokens["Revolutionary"])
    seat.page.locator(".replay").wait_for()
    expect(seat.act_button).to_have_text("Begin")
    assert seat.act_button.evaluate(
        """button => {
            const { left, top, width, height } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }"""
    )


def test_a_phone_held_across_shows_what_seals_a_plan_and_no_unit_behind_its_buttons(hall, new_seat):
    tokens = open_battle(hall, "flower-war", West="me", East="computer")
    seat = new_seat(viewport={"width": 844, "height": 390}, has_touch=True)
    seat.sit(tokens["West"])
    expect(seat.page.get_by_role("button", name="Go on")).to_be_in_viewport(ratio=1)
    buttons = seat.box(seat.page.get_by_role("group", name="View"))
    for piece in seat.pieces():
        box = seat.box(seat.counter(piece))
        assert box["x"] + box["width"] < buttons["x"] or box["y"] + box["height"] < buttons["y"], piece


CROSSED = """parts => {
    const [one, others] = parts.map(part => [...document.querySelectorAll(part)].filter(each => each.offsetParent));
    const range = document.createRange();
    const drawn = each => (range.selectNodeContents(each), [...range.getClientRects()]);
    const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return one.flatMap(a => others.filter(b => drawn(a).some(x => drawn(b).some(y => cross(x, y)))))
        .map(each => each.innerText);
}"""


def test_words_beside_the_odds_of_a_chain_do_not_cross(phone):
    phone.open("uprising1848")
    phone.choose_action("Charge", "Move")
    phone.settle()
    phone.rest()
    expect(phone.dock.get_by_role("list")).to_contain_text("d100")
    assert phone.page.evaluate(CROSSED, [".dock .why", ".dock em"]) == []


def test_reasons_with_a_heading_of_their_own_stand_in_their_table(phone):
    phone.open("mesoamerica")
    phone.complete_form()
    phone.act()
    phone.answer_everything()
    expect(phone.sheet.last.get_by_role("table")).to_contain_text(["The acting unit"])
    drawn = phone.sheet.last.evaluate(
        "sheet => [...sheet.querySelectorAll('tr')].map(row => getComputedStyle(row).display)"
    )
    assert set(drawn) == {"table-row"}


def test_many_dice_leave_room_for_what_they_meant(phone):
    phone.open("average_dice")
    for _ in range(30):
        phone.act()
        phone.answer_everything()
        phone.rest()
        if phone.page.locator(".dice").last.locator(".die").count() == 5:
            break
        phone.next_action()
        phone.settle()
    assert phone.page.evaluate(CROSSED, [".dice .sum", ".dice .odd"]) == []
