"""How many taps a first verdict takes from the list of games, and a typical fire: six from a fresh screen, two to do the same again where it may be done."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

MOST_FRESH = 6
MOST_AGAIN = 2
COUNT = (
    "() => { window.taps = 0; addEventListener('click', event => { if (event.isTrusted) window.taps += 1; }, true); }"
)


@dataclass(frozen=True)
class Fire:
    """A game, and what is tapped in its form, one after the other: tabs, choices, ticks, units of the roster."""

    ruleset: str
    taps: tuple[tuple[str, str], ...]
    roster: bool = False
    once: str = ""  # what a unit is told that may not do the same again


FIRES = (
    Fire("revolucion", (("radio", "^Veteran"), ("radio", "^March"), ("radio", "^3.6"))),
    Fire("uprising1848", (("radio", "^Conscript"), ("radio", "^12.18"), ("radio", "^Soft"))),
    Fire("average_dice", (("radio", "^Mauser"), ("radio", "^Soft"), ("radio", "^12.18"))),
    Fire(
        "mexican_american_war",
        (("tab", "^Fire"), ("radio", "^Fire$"), ("button", "^5th US Infantry"), ("radio", "^4.8")),
        roster=True,
        once="It has fired in this step.",
    ),
    Fire("mesoamerica", (("radio", "^Fire$"), ("radio", "^Slings"), ("radio", "^2"), ("checkbox", "^Target in sight"))),
)


@dataclass(frozen=True)
class First:
    """A game, what is tapped in its form before the button, and the most taps to a verdict, the one on the list of games included."""

    ruleset: str
    title: str
    most: int
    taps: tuple[tuple[str, str], ...] = ()


FIRSTS = (
    First("revolucion", "Revolucion!", 2),
    First("uprising1848", "1848!", 2),
    First("average_dice", "Average Dice", 2),
    First("mesoamerica", "Mesoamerica", 4),
    First("mexican_american_war", "Mexican-American War", 2),
    First("mexican_american_war", "Mexican-American War", 8, (("tab", "^Charge"), ("radio", "^Charge combat"))),
)


@pytest.mark.parametrize("first", FIRSTS, ids=lambda first: f"{first.ruleset} {first.most}")
def test_a_first_verdict_takes_few_taps_from_the_list_of_games(phone, first):
    """No notice stands before the form, and no question after the button whose answer may be assumed."""
    phone.page.goto(phone.address)
    game = phone.page.get_by_role("main").get_by_role(
        "link", name=re.compile(rf"{re.escape(first.title)}.*, umpire$", re.IGNORECASE)
    )
    game.wait_for()
    phone.page.evaluate(COUNT)
    game.click()
    phone.until("() => document.querySelector('.dock .go:not([aria-disabled])')")
    phone.settle()
    for role, name in first.taps:
        phone.page.get_by_role("main").get_by_role(role, name=re.compile(name)).first.click()
    phone.settle()
    phone.act()
    phone.answer_everything()
    assert phone.page.evaluate("window.taps") <= first.most


@pytest.mark.parametrize("fire", FIRES, ids=lambda fire: fire.ruleset)
def test_a_typical_fire_takes_six_taps_from_a_fresh_screen_and_two_from_a_repeated_one(phone, fire):
    phone.open(fire.ruleset)
    if fire.roster:
        phone.take_in(None, 1)  # the example of a line
    before = len(phone.entries())
    phone.page.evaluate(COUNT)
    for role, name in fire.taps:
        phone.page.get_by_role("main").get_by_role(role, name=re.compile(name)).first.click()
    phone.settle()
    phone.act()
    phone.answer_everything()
    assert phone.page.evaluate("window.taps") <= MOST_FRESH
    phone.page.evaluate("window.taps = 0")
    phone.next_action()
    phone.settle()
    if fire.once:  # the books know the unit by its card
        phone.act_button.dispatch_event("click")
        phone.page.get_by_role("main").get_by_text(fire.once).wait_for()
        return
    phone.act()
    assert phone.page.evaluate("window.taps") <= MOST_AGAIN
    phone.answer_everything()
    first, again = (entry["record"]["fields"] for entry in phone.wait_for_entries(before + 2)[before:])
    assert again == first
