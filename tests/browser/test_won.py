"""Where a battle was won, in a real browser: the chart under the bill, from it to the table as it was, and from there another battle."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sandtable.battle.engine.log import read_log
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.storage.store import Store
from tests.lab.making import OWN
from tests.lab.test_won import finished
from tests.server.test_won import looked_at
from tests.support.looks import look_by_day_and_night
from tests.support.loop import run
from tests.support.serving import Server, start_server

pytestmark = pytest.mark.browser
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server with a battle that is over and has been looked into; the token of its first side."""
    folder = tmp_path_factory.mktemp("won")
    database = f"sqlite:///{folder / 'battles.db'}"

    async def kept() -> tuple[str, str]:
        store = await Store.open(database)
        try:
            log = read_log(json.loads(finished()))
            seats = tuple(Seat(each.id, each.roles) for each in log.seats)
            stored = {"log": replace(log, seats=seats).plain(), "extra": {"who": {}, "computers": {}}}
            own = [codec.write(each) for each in seats if each.id == OWN]
            battle, (token,) = await store.begin(log.ruleset, "The Ford", stored, log.seed or "", own)
            return battle, token
        finally:
            await store.close()

    battle, token = run(kept())
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(folder))
        looked_at(Path(folder) / "sandtable" / "lab" / "won" / battle, "done")
        server = start_server("--database", database)
    yield server, token
    server.stop()


@pytest.mark.parametrize(("size", "viewport"), (("phone", PHONE), ("desktop", DESKTOP)))
def test_the_chart_leads_to_the_table_and_from_there_to_another_battle(over, new_seat, size, viewport):
    server, token = over
    seat = new_seat(server.address, viewport=viewport, has_touch=size == "phone")
    seat.page.goto(f"{server.address}/#table={token}")
    won = seat.page.get_by_role("region", name="Where it was won")
    expect(won.locator(".sentence")).to_contain_text("turn")
    expect(won.locator(f".{'narrow' if size == 'phone' else 'wide'} svg")).to_be_visible()
    steps = won.locator(".steps button")
    assert steps.count() >= 2
    won.scroll_into_view_if_needed()
    look_by_day_and_night(seat.page, f"won-{size}")
    steps.first.click()
    expect(seat.page.get_by_role("dialog", name="The bill")).to_have_count(0)
    if size == "phone":
        return
    what_if = seat.page.get_by_role("button", name=re.compile("^Play on from action"))
    what_if.click()
    expect(seat.page).to_have_title(re.compile("The Ford: what if, from action"))
    seat.wait_until_seated()
    seat.expect_no_trouble()
