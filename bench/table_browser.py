"""The table's speed in a real browser, on the largest battle of every game: redrawing after an order, the cost of a way under the pointer."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from math import hypot
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from bench.browser import CHROMIUM, FLAGS, Measured
from bench.to_a_drag import Drag, one_step, played_to_a_drag
from tests.support.serving import Server, start_server
from tests.support.table_line import Seat, call, open_battle
from tests.support.table_page import TablePage

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
ORDERS, STEPS = 6, 24
STEP = 5  # pixels
BETWEEN = 150  # milliseconds from one move of the hand to the next
Scenario = Mapping[str, Any]

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
    """Both figures for the largest scenario of every game, with the number of its units."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = start_server("--database", f"sqlite:///{folder}/battles.db")
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for scenario in _largest(call(server, "scenarios", {}).json()["scenarios"]):
                yield from _on_a_table(server, browser, scenario)
            browser.close()
        finally:
            server.stop()


def _largest(scenarios: Iterable[Scenario]) -> Iterator[Scenario]:
    """The scenario with most units of every game."""
    by_game: dict[str, Scenario] = {}
    for each in scenarios:
        known = by_game.setdefault(each["ruleset"], each)
        by_game[each["ruleset"]] = max(known, each, key=lambda one: int(one["units"]))
    yield from by_game.values()


def _on_a_table(server: Server, browser: Browser, scenario: Scenario) -> Iterator[Measured]:
    """A unit is dragged about by hand, then the seats' lines bring news of some orders."""
    tokens = open_battle(server, scenario["name"], **{side["label"]: "me" for side in scenario["sides"]})
    with ExitStack() as lines:
        seats = [lines.enter_context(Seat(server, tokens[side["label"]])) for side in scenario["sides"]]
        drag = played_to_a_drag(seats)
        with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
            page = context.new_page()
            page.add_init_script(f"({WATCH})()")
            table = TablePage(page, server.address)
            table.sit(drag.seat.token)
            _drag(table, drag)
            for _ in range(ORDERS):
                one_step(seats)
                table.wait_for_number(drag.seat.table["number"])
            where = f"{scenario['title']}, {scenario['units']} units"
            yield Measured(f"pointer to the cost of a way, {where}", _median(page, "costs"), "ms", 30)
            yield Measured(f"redrawn after an order, {where}", _median(page, "redraws"), "ms", 16)


def _median(page: Page, name: str) -> float:
    found: list[float] = page.evaluate(f"window.{name}")
    if not found:
        raise AssertionError(f"the page saw no {name}")
    return statistics.median(found)


def _drag(table: TablePage, drag: Drag) -> None:
    table.pick(drag.piece)
    table.page.locator(".orders [role=group] button", has=table.page.get_by_text(drag.order, exact=True)).first.click()
    table.settle()
    (x, y), (to_x, to_y) = table.middle(drag.piece), table.place(*drag.towards)
    far = hypot(to_x - x, to_y - y)
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down()
    for step in range(1, STEPS):
        gone = STEP * step / far
        mouse.move(x + (to_x - x) * gone, y + (to_y - y) * gone)
        table.page.wait_for_timeout(BETWEEN)
    mouse.up()
    table.let_go()


if __name__ == "__main__":
    for row in measure():
        print(
            f"{row.what:70} {row.words:>9}   {row.target_words:>8}   {'missed' if row.missed else ''}".rstrip(),
            flush=True,
        )
