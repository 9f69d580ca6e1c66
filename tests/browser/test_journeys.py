"""Every action of every ruleset, played through on a phone: form, odds, questions, result, log."""

from __future__ import annotations

import pytest

from sandtable.kernel import registry
from sandtable.kernel.record import read_record
from sandtable.umpire import description, log, screen_views
from sandtable.umpire.setting import ended, read_setting

NAMES = registry.names()
MOST_CLOSED = 3  # actions of a ruleset that a fresh game does not allow


def screens(name: str) -> screen_views.Ruleset:
    return description.screen(read_setting({"ruleset": name}))


def journeys() -> list:
    found = []
    for name in NAMES:
        screen = screens(name)
        groups = {group.id: group.label for group in screen.groups}
        found += [
            pytest.param(name, action.label, groups[action.group], id=f"{name}-{action.id}")
            for action in screen.actions
            if not action.ledger_only and action.id != screen.turn_action
        ]
    return found


@pytest.mark.parametrize(
    "real_dice", (False, pytest.param(True, marks=pytest.mark.long)), ids=("app-dice", "real-dice")
)
@pytest.mark.parametrize("name", (NAMES[0], *(pytest.param(name, marks=pytest.mark.long) for name in NAMES[1:])))
def test_every_action_comes_to_a_verdict_that_python_confirms(phone, name, real_dice):
    """One phone plays all actions one after another; what it stored replays to the words it showed."""
    phone.open(name)
    if real_dice:
        phone.page.get_by_role("button", name="Real dice").click()
    told, closed = [], []
    for journey in journeys():
        ruleset, label, group = journey.values
        if ruleset != name:
            continue
        phone.choose_action(label, group)
        if not phone.carry_out():
            closed.append(
                label
            )  # the rules close it now, and the form says so: nothing to negotiate, nobody to sacrifice
            continue
        phone.answer_everything()
        told.append((label, phone.headline))
        phone.next_action()
    phone.expect_no_trouble()
    assert len(closed) <= MOST_CLOSED, closed
    entries = phone.wait_for_entries(len(told))
    setting = read_setting({"ruleset": name})
    for (label, headline), entry in zip(told, entries, strict=True):
        _, finished = log.run_again(setting, read_record(entry["record"]))
        assert ended(setting.say(finished.verdict.headline())).lower() == headline.lower(), label


@pytest.mark.parametrize("name", NAMES)
def test_the_turn_button_begins_a_turn(phone, name):
    screen = screens(name)
    if screen.turn_action is None:
        return
    phone.open(name)
    phone.page.get_by_role("banner").locator("button.init").click()
    if not screen.phases:  # the initiative has a sheet; a further phase is said in passing
        phone.answer_everything()
        phone.next_action()
    entries = phone.wait_for_entries(1)
    assert entries[0]["record"]["action"] == screen.turn_action
    phone.expect_no_trouble()
