"""The web app's speed in a real browser, its processor slowed four times: weight, first form, tap to odds, tap to verdict."""

from __future__ import annotations

import gzip
import os
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from sandtable.server.web_files import all_paths, web_file
from tests.support.serving import Server, start_server
from tests.support.umpire_page import UmpirePage

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SLOWED = 4
VISITS = 5
TAPS = 15
VERDICTS = 5
PHONE: ViewportSize = {"width": 390, "height": 844}
CODE = (".js", ".css", ".html")
# Parts that come by themselves, when their feature is used: orders sealed on two phones, sheets that are seldom opened, the table, the lab.
BY_THEMSELVES = (
    "assets/sealed",
    "assets/seldom",
    "assets/table",
    "assets/openbattle",
    "assets/seatpage",
    "assets/besides",
    "assets/labhead",
    "assets/runview",
    "assets/duelview",
)
THE_FORM = "assets/umpire"  # fetched by the first code as soon as the address names a game
NOT_OURS = ("pyodide/", "licences/")

# Timed inside the page: from the tap until the odds, or the verdict, stand on it.
TAP_TO = """async ([selector, done]) => {
    const seen = () => document.querySelector(done)?.innerText ?? "";
    const before = seen();
    const start = performance.now();
    document.querySelector(selector).click();
    while (seen() === before && performance.now() - start < 5000) await new Promise(requestAnimationFrame);
    return performance.now() - start;
}"""
STANDS = """selector => new Promise(resolve => {
    const look = () => document.querySelector(selector) ? resolve(performance.now()) : requestAnimationFrame(look);
    look();
})"""
# All of one visit in one question, for the next one would have to wait for the page's own work. The last line stands in the page,
# and then the frame that shows it has been drawn.
VISIT = f"""async ([form, last, odds]) => {{
    const stands = {STANDS};
    const drawn = () => new Promise(resolve => setTimeout(() => resolve(performance.now())));
    const whole = stands(last);
    return Promise.all([stands(form), whole, whole.then(drawn), stands(odds)]);
}}"""
# What Python alone takes for the same question: the browser slows the page but not its worker.
IN_PYTHON = """async ([number, body]) => {
    const start = performance.now();
    for (let round = 0; round < number; round++) await window.sandtable.desk.call("odds", body);
    return (performance.now() - start) / number;
}"""
FORM, LAST_OF_FORM, ODDS = "main .seg", "main .help", ".dock .odds"


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of the table."""

    what: str
    value: float
    unit: str
    target: float | None = None

    @property
    def words(self) -> str:
        """The figure with its unit."""
        return f"{self.value:.1f} {self.unit}" if self.value < 10 else f"{self.value:.0f} {self.unit}"

    @property
    def target_words(self) -> str:
        """The target, where there is one."""
        return f"{self.target:g} {self.unit}" if self.target is not None else ""

    @property
    def missed(self) -> bool:
        """Whether there is a target and it was not reached."""
        return self.target is not None and self.value > self.target


def missing() -> str:
    """Why nothing can be measured here, or nothing."""
    if not CHROMIUM.exists():
        return "There is no chromium: run `make chromium`."
    return "" if web_file("index.html") else "The web app is not built: run `make web`."


def load() -> str:
    """How busy the machine is: waiting processes in the last minute, and cores."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def measure() -> Iterator[Measured]:
    """Weights, then visits and taps, with the server and then without it."""
    yield from _weights()
    server = start_server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            yield from _fresh_visits(browser, server)
            yield from _one_phone(browser, server)
            browser.close()
    finally:
        server.stop()


def _weights() -> Iterator[Measured]:
    weights = {
        path: _gzipped(path) / 1000
        for path in all_paths()
        if Path(path).suffix in CODE and not path.startswith(NOT_OURS)
    }
    umpire = {path: weight for path, weight in weights.items() if not _is_another_part(path)}
    page = web_file("index.html")
    named = page.content.decode() if page else ""
    first = sum(
        weight
        for path, weight in umpire.items()
        if path == "index.html" or path.startswith(THE_FORM) or f"/{path}" in named
    )
    yield Measured("code before the first form, gzipped", first, "kB")
    yield Measured("code of the whole umpire, gzipped", sum(umpire.values()), "kB", 130)
    others = sum(weight for path, weight in weights.items() if _is_another_part(path))
    yield Measured("code of the table, the lab, sealed orders and seldom sheets, gzipped", others, "kB")
    whole = sum(len(found.content) for path in all_paths() if (found := web_file(path)))
    yield Measured("everything stored for use without a network", whole / 1e6, "MB")


def _is_another_part(path: str) -> bool:
    return path.lower().startswith(BY_THEMSELVES)


def _gzipped(path: str) -> int:
    found = web_file(path)
    return len(gzip.compress(found.content, 9)) if found else 0


def _fresh_visits(browser: Browser, server: Server) -> Iterator[Measured]:
    visits: list[list[float]] = []
    for _ in range(VISITS):
        context = browser.new_context(viewport=PHONE)
        page = _slowed(context)
        page.goto(f"{server.address}/#/revolucion", wait_until="commit")
        visits.append(page.evaluate(VISIT, [FORM, LAST_OF_FORM, ODDS]))
        context.close()
    forms, whole, drawn, odds = (statistics.median(times) for times in zip(*visits, strict=True))
    yield Measured("first form, fresh visit", forms, "ms")
    yield Measured("the form to its last line, fresh visit", whole, "ms", 1500)
    yield Measured("the same, drawn", drawn, "ms")
    yield Measured("first odds, fresh visit", odds, "ms")


def _one_phone(browser: Browser, server: Server) -> Iterator[Measured]:
    # Storing the app and starting Python would be measured with the server's answers: here neither ever comes to an end.
    context = browser.new_context(viewport=PHONE, service_workers="block")
    page = _slowed(context)
    page.add_init_script("window.Worker = class { postMessage() {} }")
    phone = UmpirePage(page, server.address)
    phone.open("revolucion")
    yield from _taps(phone, "online", 80)
    context.close()
    context = browser.new_context(viewport=PHONE)
    page = _slowed(context)
    phone = UmpirePage(page, server.address)
    phone.open("revolucion")
    phone.wait_for_python()
    repeats = [_repeat_visit(page) for _ in range(VISITS)]
    yield Measured("first form, repeat visit", statistics.median(repeats), "ms", 1500)
    phone.wait_for_python()
    server.kill()
    yield from _taps(phone, "offline", 100)


def _repeat_visit(page: Page) -> float:
    page.reload(wait_until="commit")
    stands: float = page.evaluate(STANDS, FORM)
    return stands


def _taps(phone: UmpirePage, where: str, target: float) -> Iterator[Measured]:
    grades = [f"[aria-label='Unit: Infantry'] [role=radio]:nth-child({number})" for number in (1, 3, 2)]
    phone.page.evaluate(TAP_TO, [grades[0], ODDS])  # the first of its kind is not typical
    to_odds = _median(lambda number: phone.page.evaluate(TAP_TO, [grades[(number + 1) % 3], ODDS]), TAPS)
    yield Measured(f"tap to odds, {where}", to_odds, "ms", target)
    if where == "offline":
        body = {"ruleset": "revolucion", "action": "regroup", "fields": {"unit": "RegularInfantry", "leader": "none"}}
        yield Measured("of that Python, not slowed", phone.page.evaluate(IN_PYTHON, [TAPS, body]), "ms")
    phone.choose_action("Regroup", "Orders")
    phone.complete_form()

    def verdict(_: int) -> float:
        taken: float = phone.page.evaluate(TAP_TO, [".dock .go", "[role=dialog]"])
        phone.next_action()
        return taken

    yield Measured(f"tap to verdict, {where}", _median(verdict, VERDICTS), "ms")
    phone.choose_action("Deployed Fire", "Fight")
    phone.complete_form()


def _median(measured: Callable[[int], float], times: int) -> float:
    return statistics.median(measured(number) for number in range(times))


def _slowed(context: BrowserContext) -> Page:
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    return page


if __name__ == "__main__":
    if missing():
        sys.exit(missing())
    print(f"The page slowed {SLOWED} times, {load()} before")
    for row in measure():
        print(
            f"{row.what:54} {row.words:>9}   {row.target_words:>8}   {'missed' if row.missed else ''}".rstrip(),
            flush=True,
        )
    print(f"{load()} after")
