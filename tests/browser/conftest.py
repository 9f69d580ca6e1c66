"""A real server process and a real chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.support.serving import Server, start_server
from tests.support.table_page import TablePage
from tests.support.umpire_page import UmpirePage

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
# A window's own furniture, and a process kept in reserve, cost more than most pages. Of several lists of features the last one counts:
# what stands first is what Playwright turns off itself.
UNUSED = ("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable",
          "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect",
          "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
          "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")  # fmt: skip
FLAGS.append(f"--disable-features={','.join(UNUSED)}")
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PATIENCE = 30_000  # milliseconds; a page is ready in a fraction of it, unless every core is busy

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = start_server()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


def without_python(context: BrowserContext) -> BrowserContext:
    """A phone that asks the server alone: storing the app and starting Python on it costs seconds, and other tests see to that."""
    context.route("**/pyodide/**", lambda route: route.abort())
    return context


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that has never seen the app."""
    fresh = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce", service_workers="block")
    yield without_python(fresh)
    fresh.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def phone(page: Page, server: Server) -> UmpirePage:
    return UmpirePage(page, server.address)


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[Callable[..., UmpirePage]]:
    """Further phones, each with its own storage."""
    contexts: list[BrowserContext] = []

    def make(address: str = server.address, *, python: bool = False, **about: object) -> UmpirePage:
        options = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce", **about}
        if not python:
            options["service_workers"] = "block"
        contexts.append(browser.new_context(**options))  # type: ignore[arg-type]
        if not python:
            without_python(contexts[-1])
        return UmpirePage(contexts[-1].new_page(), address)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('battles') / 'battles.db'}"


@pytest.fixture(scope="session")
def hall(database: str) -> Iterator[Server]:
    """A server with battles of its own. Whoever ends one, or fills it, starts another."""
    running = start_server("--database", database)
    yield running
    running.stop()


@pytest.fixture
def new_seat(browser: Browser, hall: Server) -> Iterator[Callable[..., TablePage]]:
    """Browsers that never met, each for one seat. ``motion``: what happens is seen to happen; ``speed``: how fast the rounds of the others are."""
    contexts: list[BrowserContext] = []

    def make(address: str = hall.address, *, motion: bool = False, speed: str = "skip", **about: object) -> TablePage:
        still = "no-preference" if motion else "reduce"
        options = {"viewport": DESKTOP, "reduced_motion": still, "service_workers": "block", **about}
        contexts.append(without_python(browser.new_context(**options)))  # type: ignore[arg-type]
        return TablePage(contexts[-1].new_page(), address, speed=speed, touch=bool(about.get("has_touch")))

    yield make
    for context in contexts:
        context.close()
