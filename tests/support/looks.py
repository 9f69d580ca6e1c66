"""How a page looks: nothing on it that a reader cannot reach, nothing wider than the screen, and a picture for people."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SHOTS = Path(os.environ.get("SANDTABLE_SHOTS", "build/shots"))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PROMISED = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
# Looked at by the page itself: its policy lets nobody put a condition into it to be looked at again and again.
AT_REST = """async () => {
    const moves = () => document.fonts.status !== "loaded" || document.getAnimations().some(each => each.playState === "running");
    while (moves()) await new Promise(done => setTimeout(done, 20));
}"""


def rest(page: Page) -> None:
    """Wait until its type is there and nothing moves any more."""
    page.evaluate(AT_REST)


def violations(page: Page, *rules: str) -> list[str]:
    """What is not accessible, by the rules that every page keeps or by others."""
    found = Axe().run(page, options={"runOnly": list(rules or PROMISED)}).response["violations"]
    return [f"{each['id']}: {each['help']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


def too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


def look_at(page: Page, name: str) -> None:
    """Take a picture of a page that has come to rest; it is accessible, and it fits."""
    rest(page)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")
    assert violations(page) == []
    assert not too_wide(page)


def look_by_day_and_night(page: Page, name: str) -> None:
    """Take a picture of the same page on light and on dark paper, each accessible."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        look_at(page, f"{name}-{theme}")
