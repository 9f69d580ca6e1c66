"""The table's speed in a real browser, on the largest battle there is: redrawing after an order, the cost of a way under the pointer."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, ViewportSize, sync_playwright

from bench.browser import CHROMIUM, FLAGS, Measured
from tests.support.serving import Server, start_server
from tests.support.table_line import Seat, call, open_battle
from tests.support.table_page import TablePage

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
UNITS, STEPS = 6, 24
BETWEEN = 150  # milliseconds from one move of the hand to the next

# From the arrival of news to a page that is laid out again; from a move of the pointer to the cost that stands at it.
WATCH = """() => {
    window.redraws = [];
    window.costs = [];
    const original = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    Object.defineProperty(WebSocket.prototype, "onmessage", {
        set(handler) {
            original.set.call(this, async event => {
                const start = performance.now();
                handler(event);
                await null;
                await Promise.resolve();
                document.body.getBoundingClientRect();
                if (event.data.startsWith('{"kind":"change"')) window.redraws.push(performance.now() - start);
            });
        },
    });
    let moved = 0, said = "";
    addEventListener("pointermove", () => (moved = performance.now()), true);
    new MutationObserver(() => {
        const says = document.querySelector(".cost b")?.innerText ?? "";
        if (says === said) return;
        said = says;
        if (moved) window.costs.push(performance.now() - moved);
        moved = 0;
    }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def measure() -> Iterator[Measured]:
    """Both figures, with the number of units on the table."""
    with TemporaryDirectory() as folder:
        server = start_server("--database", f"sqlite:///{folder}/battles.db")
        try:
            yield from _largest(server)
        finally:
            server.stop()


def _largest(server: Server) -> Iterator[Measured]:
    scenarios = call(server, "scenarios", {}).json()["scenarios"]
    largest = max(scenarios, key=lambda each: each["units"])
    tokens = open_battle(server, largest["name"], **{side["label"]: "me" for side in largest["sides"]})
    token = _first_round(server, tokens)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_context(viewport=DESKTOP, service_workers="block").new_page()
        page.add_init_script(f"({WATCH})()")
        seat = TablePage(page, server.address)
        seat.sit(token)
        page.locator(".unit.ready").first.wait_for()
        _drag(seat)
        _rest(seat)
        where = f"{largest['title']}, {largest['units']} units"
        yield Measured(f"pointer to the cost of a way, {where}", _median(page, "costs"), "ms", 30)
        yield Measured(f"redrawn after an order, {where}", _median(page, "redraws"), "ms", 16)
        browser.close()


def _median(page: Page, name: str) -> float:
    found: list[float] = page.evaluate(f"window.{name}")
    return statistics.median(found)


def _first_round(server: Server, tokens: dict[str, str]) -> str:
    """Both sides begin and the first takes a column, over the line alone; the token of the side that is to play."""
    sides = [name for name in tokens if name not in ("referee", "spectator")]
    with Seat(server, tokens[sides[0]]) as one, Seat(server, tokens[sides[1]]) as other:
        for seat in (one, other):
            seat.order(kind="ready", by=seat.table["decisions"][0]["by"])
        for seat in (one, other):
            seat.until(lambda now: now.table["scene"]["clock"]["turn"] == 1)
        mover = one if one.decisions else other
        column = mover.ask("panel", piece="")["answer"]["offers"][0]["id"].partition(":")[2]
        by = mover.table["decisions"][0]["by"]
        mover.order(kind="activate", by=by, column=column)
    return tokens[by]


def _drag(seat: TablePage) -> None:
    """A unit is dragged about by hand."""
    seat.pick(seat.ready_units()[0])
    seat.offer("Maneuver").click()
    seat.settle()
    x, y = seat.middle(seat.page.locator(".orders").get_attribute("data-selected") or "")
    mouse = seat.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in range(1, STEPS):
        mouse.move(x + 4 * step, y + 3 * step)
        seat.page.wait_for_timeout(BETWEEN)
    mouse.up()
    seat.let_go()


def _rest(seat: TablePage) -> None:
    """Some units get an order each."""
    for unit in seat.ready_units()[:UNITS]:
        seat.pick(unit)
        seat.wait_for_offers()
        rest = seat.offer("Rest")
        if rest.count():
            rest.click()
            seat.act()
        else:
            seat.let_go()


if __name__ == "__main__":
    for row in measure():
        print(
            f"{row.what:70} {row.words:>9}   {row.target_words:>8}   {'missed' if row.missed else ''}".rstrip(),
            flush=True,
        )
