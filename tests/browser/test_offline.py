"""With the server gone, and with the network lost too early."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from sandtable.conformance.cases import with_option_on
from sandtable.conformance.random_forms import random_form
from sandtable.kernel import registry
from sandtable.server.running import own_lan_address
from sandtable.umpire import desk
from tests.support.serving import own_certificate, start_server
from tests.support.umpire_page import UmpirePage

FORMS_PER_ACTION = 2


EXACT_UP_TO = 2**53  # whole numbers, as the page hands them out; JavaScript rounds those above


def as_javascript_counts(value: Any) -> Any:
    """The same data with every whole number rounded as JavaScript rounds it."""
    if isinstance(value, dict):
        return {key: as_javascript_counts(part) for key, part in value.items()}
    if isinstance(value, list):
        return [as_javascript_counts(part) for part in value]
    return float(value) if isinstance(value, int) and abs(value) > EXACT_UP_TO else value


def stored_phone(browser, address: str, **about) -> UmpirePage:
    context = browser.new_context(viewport={"width": 390, "height": 844}, **about)
    phone = UmpirePage(context.new_page(), address)
    phone.open("revolucion")
    phone.wait_for_python()
    return phone


@pytest.fixture(scope="module")
def offline_phone(browser):
    """A phone that has visited once; then the server was killed."""
    server = start_server()
    phone = stored_phone(browser, server.address)
    server.kill()
    yield phone
    phone.page.context.close()


def test_with_the_server_killed_the_app_opens_and_decides(offline_phone):
    phone = offline_phone
    phone.page.reload()
    phone.dock.wait_for()
    phone.choose_action("Assault", "Fight")
    phone.complete_form()
    phone.act()
    phone.answer_everything()
    assert phone.headline
    phone.next_action()
    assert phone.wait_for_entries(1)
    phone.expect_no_trouble()


# The laws of these two take minutes in WebAssembly on a busy machine.
SLOW_IN_THE_BROWSER = {"average_dice", "uprising1848"}


@pytest.mark.parametrize(
    "name",
    tuple(
        pytest.param(name, marks=pytest.mark.long) if name in SLOW_IN_THE_BROWSER else name for name in registry.names()
    ),
)
def test_the_browser_python_gives_the_same_words_as_the_server(offline_phone, name):
    """Over the whole conformance set: forms, odds and verdicts for fixed dice."""
    ruleset = registry.ruleset(name)
    luck = random.Random(name)
    bodies = [("ruleset", {"ruleset": name}), ("rulebook", {"ruleset": name})]
    for action in ruleset.actions:
        options = with_option_on(action, {})
        for _ in range(FORMS_PER_ACTION):
            body = {
                "ruleset": name,
                "action": action.id,
                "fields": random_form(action, luck, ruleset.tables(options)),
                "options": options,
            }
            bodies += [
                ("odds", body),
                ("resolve", {**body, "dice": "app", "seed": str(luck.random())}),
                ("resolve", {**body, "dice": "real"}),
            ]
    told = offline_phone.page.evaluate(
        "bodies => Promise.all(bodies.map(([call, body]) => window.sandtable.desk.call(call, body)))", bodies
    )
    for (call, body), there in zip(bodies, told, strict=True):
        here = json.loads(desk.answer(call, json.dumps(body)))
        assert as_javascript_counts(there) == as_javascript_counts(here), f"{call} {body}"


def test_losing_the_network_before_everything_is_stored_says_so(new_phone):
    server = start_server()
    phone = new_phone(server.address)
    phone.open("revolucion")
    server.kill()
    phone.choose_action("Assault", "Fight")
    phone.page.get_by_text("not stored on this device").first.wait_for()


@pytest.mark.long
def test_a_plain_page_in_the_local_network_says_that_it_cannot_be_stored(browser):
    """From an address that is not this machine's own, without HTTPS: it works while the tab stays open."""
    server = start_server("--lan")
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    address = own_lan_address()
    try:
        phone = UmpirePage(page, f"http://{address}:{server.port}")
        page.goto(phone.address)
        page.get_by_text("Works while this page is open").first.wait_for()
        phone.open("revolucion")
        phone.complete_form()
        phone.act()
        phone.answer_everything()
        assert phone.headline
    finally:
        context.close()
        server.stop()


def test_https_serves_the_same_app(browser, tmp_path):
    certificate, key = own_certificate(tmp_path)
    server = start_server("--cert", str(certificate), "--key", str(key), scheme="https")
    context = browser.new_context(ignore_https_errors=True)
    try:
        phone = UmpirePage(context.new_page(), server.address)
        phone.open("revolucion")
        assert phone.dock.is_visible()
    finally:
        context.close()
        server.stop()
