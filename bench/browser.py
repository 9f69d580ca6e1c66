"""The web app's speed in a real browser, its processor slowed four times: weight, first form, tap to odds, tap to verdict."""

from __future__ import annotations

import gzip
import statistics
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, ViewportSize, sync_playwright

from sandtable.server.web_files import all_paths, web_file
from tests.support.serving import Server, start_server
from tests.support.umpire_page import UmpirePage

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SLOWED = 4
TAPS = 15
PHONE: ViewportSize = {"width": 390, "height": 844}
APP_CODE = (".js", ".css", ".html")

# Timed inside the page: from the tap until the odds, or the verdict, stand on it.
TAP_TO = """async ([selector, done]) => {
    const seen = () => document.querySelector(done)?.innerText ?? "";
    const before = seen();
    const start = performance.now();
    document.querySelector(selector).click();
    while (seen() === before && performance.now() - start < 5000) await new Promise(requestAnimationFrame);
    return performance.now() - start;
}"""
FIRST_FORM = """() => new Promise(resolve => {
    const look = () => document.querySelector('.dock .odds') ? resolve(performance.now()) : requestAnimationFrame(look);
    look();
})"""


def report() -> list[tuple[str, str, str]]:
    """What was measured, as rows: what, how much, the target."""
    rows = [("app code, gzipped", f"{_code_weight() / 1000:.0f} kB", "under 100 kB")]
    rows.append(("everything stored for offline use", f"{_whole_weight() / 1e6:.1f} MB", ""))
    server = start_server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            context = browser.new_context(viewport=PHONE)
            rows += _visits(context, server)
            browser.close()
    finally:
        server.stop()
    return rows


def _visits(context: BrowserContext, server: Server) -> list[tuple[str, str, str]]:
    page = _slowed(context)
    phone = UmpirePage(page, server.address)
    page.goto(f"{server.address}/#/revolucion")
    rows = [("first form, fresh visit", _ms(page.evaluate(FIRST_FORM)), "1000 ms")]
    phone.open("revolucion")
    rows += _taps(phone, "online", "50 ms")
    phone.wait_for_python()
    page.reload()
    rows.append(("first form, repeat visit", _ms(page.evaluate(FIRST_FORM)), "1000 ms"))
    phone.wait_for_python()
    server.kill()
    rows += _taps(phone, "offline", "100 ms")
    return rows


def _taps(phone: UmpirePage, where: str, target: str) -> list[tuple[str, str, str]]:
    grades = [f"[aria-label='Unit: Infantry'] [role=radio]:nth-child({number})" for number in (1, 3, 2)]
    to_odds = _timed(lambda number: phone.page.evaluate(TAP_TO, [grades[number % 3], ".dock .odds"]))
    phone.choose_action("Regroup", "Orders")
    phone.complete_form()
    verdicts: list[float] = []
    for _ in range(5):
        verdicts.append(phone.page.evaluate(TAP_TO, [".dock .go", "[role=dialog]"]))
        phone.next_action()
    phone.choose_action("Deployed Fire", "Fight")
    phone.complete_form()
    return [
        (f"tap to odds, {where}", _ms(to_odds), target),
        (f"tap to verdict, {where}", _ms(statistics.median(verdicts)), ""),
    ]


def _timed(tap: Callable[[int], float]) -> float:
    return statistics.median(tap(number) for number in range(TAPS))


def _slowed(context: BrowserContext) -> Page:
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    return page


def _code_weight() -> int:
    paths = [path for path in all_paths() if Path(path).suffix in APP_CODE and not path.startswith("pyodide/")]
    files = [found for path in paths if (found := web_file(path))]
    return sum(len(gzip.compress(file.content, 6)) for file in files)


def _whole_weight() -> int:
    return sum(len(found.content) for path in all_paths() if (found := web_file(path)))


def _ms(milliseconds: float) -> str:
    return f"{milliseconds:.0f} ms"


if __name__ == "__main__":
    for what, measured, target in report():
        print(f"{what:36} {measured:>10}   {target}")
