"""What comes late moves nothing that already stands, and each page fetches what it needs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
# How far anything has moved that stood already, as browsers count it.
WATCH = """() => {
    window.moved = 0;
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) window.moved += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
}"""
SEEN = 0.01  # less than that nobody sees


class Late:
    """Something that the page asks for and that comes when the test says so."""

    def __init__(self, page, call: str) -> None:
        self.held: list = []
        page.route(f"**/{call}", lambda route: self.held.append(route))  # noqa: PLW0108 - playwright marks what it is given

    def come(self) -> None:
        for route in self.held:
            route.continue_()


def test_nothing_on_the_home_page_moves_when_the_list_of_games_comes(phone):
    page = phone.page
    page.add_init_script(f"({WATCH})()")
    catalogue = Late(page, "api/catalogue")
    page.goto(phone.address)
    page.get_by_role("heading", name="Sandtable").wait_for()
    catalogue.come()
    page.get_by_role("heading", name="5 games").wait_for()
    page.get_by_role("img").first.wait_for()
    phone.rest()
    assert page.evaluate("window.moved") < SEEN


@pytest.mark.parametrize("name", ("average_dice", "mexican_american_war", "mesoamerica"))
def test_no_row_of_the_form_is_broken_anew_once_it_stands(phone, name):
    page = phone.page
    page.add_init_script(f"({WATCH})()")
    form, ledger, odds = (Late(page, f"api/{call}") for call in ("ruleset", "ledger", "odds"))
    page.goto(f"{phone.address}/#/{name}")
    page.evaluate("Promise.all([...document.fonts].map(each => each.load()))")  # nothing is broken in another type
    form.come()
    phone.dock.wait_for()
    expect(page.get_by_role("main")).to_have_attribute("aria-busy", "false")
    phone.rest()
    assert page.evaluate("window.moved") < SEEN
    ledger.come()
    odds.come()


@pytest.mark.parametrize("name", ("besley", "old-standard"))
def test_no_game_in_the_list_moves_when_a_type_comes_late(phone, name):
    """What is tapped in that moment would be missed."""
    letters = Late(phone.page, f"{name}*.woff2")
    phone.page.goto(phone.address)
    last = phone.page.get_by_role("main").get_by_role("link", name=", umpire").last
    last.wait_for()
    phone.until("() => document.fonts.status === 'loading'")
    before = last.bounding_box()
    letters.come()
    phone.until("() => document.fonts.status === 'loaded'")
    phone.rest()
    assert last.bounding_box() == before


@pytest.mark.parametrize("name", ("average_dice", "mesoamerica", "mexican_american_war"))
def test_the_strip_of_phases_stands_before_the_books_have_come(phone, name):
    ledger = Late(phone.page, "api/ledger")
    phone.page.goto(f"{phone.address}/#/{name}")
    phone.dock.wait_for()
    strip = phone.page.get_by_role("navigation", name="Phases")
    expect(strip).to_be_visible()
    before = strip.inner_text()
    ledger.come()
    phone.settle()
    assert strip.inner_text() == before


def test_the_pages_of_the_table_do_not_fetch_the_forms_of_the_umpire(phone):
    fetched: list[str] = []
    phone.page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    phone.page.goto(f"{phone.address}/#table=guess")
    phone.page.get_by_role("heading", name="opens no seat").wait_for()
    assert any(name.startswith("SeatPage") for name in fetched)
    assert not any(name.startswith("umpire") for name in fetched)


FRAMES = """(() => {
    window.framesOfTheForm = [];
    const count = () => window.framesOfTheForm.push(performance.now()) < 3 && requestAnimationFrame(count);
    new MutationObserver((_, watching) => {
        if (!document.querySelector("main .help")) return;
        watching.disconnect();
        requestAnimationFrame(count);
    }).observe(document, { childList: true, subtree: true });
})()"""


@pytest.mark.parametrize("name", ("revolucion", "uprising1848"))
def test_what_the_first_form_does_not_need_is_fetched_when_the_form_is_seen(phone, name):
    """On a slow line it would hold up what is."""
    page = phone.page
    page.add_init_script(FRAMES)
    with page.expect_response("**/assets/later-*.js"):
        phone.open(name)
    page.get_by_role("main").locator(".help").wait_for()
    fetched = page.evaluate(
        """() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/later-")).map(each => each.startTime)"""
    )
    _, seen, _ = page.evaluate(
        "framesOfTheForm"
    )  # the first frame draws it, the second begins when it is on its way to the screen
    assert min(fetched) >= seen
