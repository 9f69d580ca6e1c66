"""A ruleset from somebody else's package, on a phone: with the server, with the phone's own Python, and with nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.outside import installed, made_installed, source
from tests.support.outside_commands import forked
from tests.support.serving import Server, start_server
from tests.support.table_page import TablePage
from tests.support.umpire_page import UmpirePage

LAMP = "M18 4h12l6 26H12z"
MURK = {
    "murk/__init__.py": "",
    "murk/rules.py": "RULESET = 1 / 0\n",
    "murk-2.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: murk\nVersion: 2.0\n",
    "murk-2.0.dist-info/entry_points.txt": "[sandtable.rulesets]\nmurk = murk.rules:RULESET\n",
}


@pytest.fixture
def serving(tmp_path, monkeypatch) -> Iterator:
    """A server whose Python has the package, and another one with a fault."""
    running: list[Server] = []

    def start(changes=None) -> Server:
        monkeypatch.setenv("PYTHONPATH", str(installed(tmp_path / "site", {**MURK, **(changes or {})})))
        running.append(start_server(from_nothing=True))
        return running[-1]

    yield start
    for server in running:
        server.stop()


def decide(phone: UmpirePage) -> str:
    phone.act()
    phone.answer_everything()
    return phone.headline


def test_it_is_played_by_the_server_then_by_the_phone_and_then_without_a_server(new_phone, serving):
    server = serving()
    phone: UmpirePage = new_phone(server.address, python=True)
    phone.page.set_default_timeout(60_000)
    phone.open("lamplight", patience=90_000)
    assert decide(phone).endswith(("lamp.", "lamps."))
    phone.next_action()
    phone.wait_for_python()
    assert decide(phone).endswith(("lamp.", "lamps."))
    phone.next_action()
    server.kill()
    phone.page.reload()
    phone.dock.wait_for()
    assert decide(phone).endswith(("lamp.", "lamps."))
    assert phone.page.evaluate("() => window.sandtable.deskState") == "python"
    phone.expect_no_trouble()


def test_what_only_the_server_can_run_is_asked_of_the_server(new_phone, serving):
    game = source("lamplight/ruleset.py").replace(
        "from fractions import", "import numpy  # noqa: F401\nfrom fractions import", 1
    )
    phone: UmpirePage = new_phone(serving({"lamplight/ruleset.py": game}).address, python=True)
    phone.page.set_default_timeout(60_000)
    phone.open("lamplight", patience=90_000)
    phone.wait_for_python()
    assert decide(phone).endswith(("lamp.", "lamps."))
    phone.expect_no_trouble()


def test_it_brings_its_emblem_its_picture_its_icons_and_its_inks(new_phone, serving):
    phone: UmpirePage = new_phone(serving().address)
    page = phone.page
    page.goto(phone.address)
    row = page.locator("li", has_text="Lamplight")
    expect(row.locator(f'.em path[d="{LAMP}"]')).to_have_count(1)
    expect(
        page.get_by_text("murk is left out: the package murk 2.0 has a fault. murk/rules.py, line 1")
    ).to_be_visible()
    expect(page.locator(".cutw svg")).to_have_attribute(
        "aria-label", "Woodcut: a troop train crosses a plain below the sierra"
    )
    phone.open("lamplight")
    expect(page.locator("header.mast.ink-green")).to_be_visible()
    expect(page.locator(f'main path[d="{LAMP}"]').first).to_be_visible()
    assert decide(phone)
    page.goto(phone.address)
    expect(page.locator(".cutw svg")).to_have_attribute("aria-label", "Woodcut: a lamp over a dark street")
    row.get_by_role("link", name="umpire").click()
    phone.dock.wait_for()
    assert not page.locator("text=keepers:").count()


def test_a_game_that_was_just_begun_is_played_on_its_table(new_seat, tmp_path, monkeypatch):
    """From the first page to the computer's answer, with nothing but what `sandtable new` has written."""
    begun = forked(tmp_path, "new", "ruleset", "lanes_of_war", "--table")
    assert begun.returncode == 0, begun.stderr
    monkeypatch.setenv("PYTHONPATH", str(made_installed(tmp_path / "lanes_of_war")))
    server = start_server(from_nothing=True)
    try:
        seat: TablePage = new_seat(server.address)
        seat.page.goto(server.address)
        seat.page.get_by_role("listitem").filter(has_text="Lanes of war").get_by_role("link", name="Table").click()
        seat.page.get_by_role("radio", name=re.compile("^The computer")).click()
        seat.page.get_by_role("button", name="Open the battle").click()
        seat.wait_until_seated()
        expect(seat.page.locator("header")).to_contain_text("Turn 1")
        assert len(seat.pieces()) == 6
        for piece in ("Red first", "Red second"):
            seat.pick(piece)
            seat.press(seat.offer("Move"))
            x, y = seat.middle(piece)
            seat.page.mouse.click(x, y - 4 * seat.inch)
            seat.act()
        seat.let_go()
        seat.press(seat.offer("Next turn"))
        before = seat.number
        seat.act()
        seat.until(lambda: seat.number > before + 1 and seat.to_play(), "the computer's answer")
        expect(seat.page.locator("header")).to_contain_text("Turn 2")
        expect(seat.log).to_contain_text("Blue")
        seat.expect_no_trouble()
    finally:
        server.stop()
