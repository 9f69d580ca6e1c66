"""What has just happened, in a real browser: the round of the others step by step, the verdict on a shot, the log, the rulebook, real dice."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.conftest import PHONE
from tests.support.looks import rest, violations
from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY, column, scenario, unit
from tests.support.table_line import Seat, first_turn_with_real_dice
from tests.support.table_page import TablePage

NO_EFFECT, TWO_LEVELS = 1, 8
A_BIT, A_WHILE = 100, 10_000  # milliseconds, of a clock that stands still otherwise
FIELD = scenario(
    "The Field",
    column(
        "One",
        REVOLUTIONARY,
        {"name": "Contreras", "at": [36, 3]},
        unit("Villa", "RegularInfantry", 6, [20, 14, 0], formation="deployed"),
        unit("Reserve", "RegularInfantry", 6, [32, 6, 0], formation="deployed"),
    ),
    column(
        "Two",
        GOVERNMENT,
        {"name": "Rojas", "at": [36, 27]},
        unit("First", "VeteranInfantry", 6, [18, 20, 180], formation="deployed"),
        unit("Second", "VeteranInfantry", 6, [24, 20, 180], formation="deployed"),
    ),
    turns=6,
)
CORNER = scenario(
    "The Corner",
    column(
        "One",
        REVOLUTIONARY,
        {"name": "Contreras", "at": [4, 3]},
        unit("Villa", "RegularInfantry", 6, [34, 5, 0], formation="deployed"),
    ),
    column(
        "Two",
        GOVERNMENT,
        {"name": "Rojas", "at": [30, 28]},
        unit("First", "Artillery", 2, [38, 27.5, 180], formation="deployed"),
    ),
    turns=6,
)


@pytest.fixture(params=(FIELD,), ids=("field",))
def enemy(hall, request):
    """The Government side over the line, with dice as they are wanted, to play in the first turn; and the token of the other side."""
    tokens = first_turn_with_real_dice(hall, request.param, opened_by=REVOLUTIONARY)
    with Seat(hall, tokens[GOVERNMENT]) as theirs:
        yield Enemy(theirs), tokens[REVOLUTIONARY]


class Enemy:
    """Takes its column, fires, and ends its round."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def take(self) -> None:
        self.done(kind="activate", column="two-column")

    def fire(self, by: str, face: int) -> None:
        self.done(kind="fire", unit=by, target="villa", mode="deployed")
        while question := self.seat.table["question"]:
            self.seat.ask("answer", key=question["key"], value=[face])

    def finish(self) -> None:
        self.done(kind="finish")

    def done(self, **order) -> None:
        assert self.seat.order(by=GOVERNMENT, **order)["kind"] == "accepted"

    def round(self) -> None:
        self.take()
        self.fire("first", NO_EFFECT)
        self.fire("second", TWO_LEVELS)
        self.finish()


def panel(seat: TablePage):
    return seat.page.get_by_role("region", name="What happens")


def step_of(seat: TablePage) -> int:
    """The action that is shown while a round is played."""
    return int(seat.table.get_attribute("data-step") or 0)


def shared(one: FloatRect, other: FloatRect) -> float:
    """How much of the screen two things have in common."""
    wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return max(wide, 0) * max(high, 0)


def forward_to(seat: TablePage, step: int) -> None:
    """Step by step, while the clock stands still: a press may only bring to its end what is being shown. Then that is seen to its end."""
    forward = panel(seat).get_by_role("button", name="Forward one")
    seat.until(lambda: step_of(seat) >= step or forward.click() is not None, f"step {step}")
    expect(seat.table).to_have_attribute("data-step", str(step))
    seat.page.clock.run_for(A_WHILE)


def slashes(seat: TablePage) -> Locator:
    """What is drawn over Villa while it is shaken."""
    return seat.page.locator("[data-piece='villa'] .slash")


@pytest.mark.parametrize("size", ("desktop", "phone"))
def test_the_round_is_played_from_true_states_and_summed_up(enemy, new_seat, size):
    theirs, token = enemy
    seat = new_seat(motion=True, speed="", **({"viewport": PHONE, "has_touch": True} if size == "phone" else {}))
    clock = seat.page.clock
    clock.install()
    seat.sit(token)
    clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))  # it goes on only as this test lets it
    before = seat.number
    theirs.round()
    last = theirs.seat.table["number"]
    seat.wait_for_number(last)
    shot = before + 2  # the first is the column that is taken
    seat.until(lambda: step_of(seat) >= shot or clock.run_for(A_BIT) is not None, "the first shot")
    panel(seat).get_by_role("button", name="Pause").click()
    expect(panel(seat).get_by_role("button", name="Play")).to_be_visible()
    back = panel(seat).get_by_role("button", name="Back one")
    seat.until(lambda: step_of(seat) < shot or back.click() is not None, "the step before it")
    forward_to(seat, shot)
    expect(panel(seat)).to_contain_text("First")
    expect(panel(seat)).to_contain_text(re.compile(r"1 . \d+ = "))
    expect(seat.page.locator(".stage .verdict")).to_contain_text("No effect.")
    expect(slashes(seat)).to_have_count(0)
    expect(seat.page.locator("header.bar")).to_contain_text(f"Step 2 of {last - before}")
    forward_to(seat, shot + 1)
    expect(slashes(seat)).to_have_count(1)
    expect(seat.page.locator(".stage .verdict")).to_contain_text("Demoralized.")
    panel(seat).get_by_role("button", name="Skip to the end").click()
    strip = seat.page.get_by_role("region", name="Government round")
    expect(strip).to_contain_text("2 shots.")
    expect(strip).to_contain_text("Villa: Demoralized.")
    expect(panel(seat)).to_have_count(0)
    strip.get_by_role("button", name="Watch again").click()
    expect(panel(seat)).to_be_visible()
    seat.page.keyboard.press("Escape")
    expect(panel(seat)).to_have_count(0)
    strip.get_by_role("button", name="Close the summary").click()
    expect(strip).to_have_count(0)
    seat.page.get_by_role("button", name=re.compile("enu of the table")).click()
    seat.page.get_by_role("button", name="Their last round").click()
    expect(panel(seat)).to_be_visible()
    seat.expect_no_trouble()


def test_it_goes_to_its_end_by_itself(enemy, new_seat):
    theirs, token = enemy
    seat = new_seat(motion=True, speed="4")
    seat.sit(token)
    theirs.round()
    expect(seat.page.get_by_role("region", name="Government round")).to_contain_text("2 shots.", timeout=60_000)
    did = seat.page.get_by_role("region", name="What they did")
    expect(did.get_by_role("button")).to_have_count(2)
    did.get_by_role("button").first.click()
    expect(seat.page.locator(".stage .verdict")).to_contain_text("No effect.")
    expect(slashes(seat)).to_have_count(0)
    expect(seat.log.locator(".opened")).to_contain_text("No effect.")


def test_without_motion_each_step_is_there_at_once_and_waits(enemy, new_seat):
    theirs, token = enemy
    seat = new_seat(speed="4")
    seat.sit(token)
    before = seat.number
    theirs.round()
    seat.wait_for_number(theirs.seat.table["number"])
    expect(seat.table).to_have_attribute("data-step", str(before + 1))
    expect(panel(seat).get_by_role("radio", name=re.compile("^4"))).to_have_attribute("aria-checked", "true")
    seat.page.keyboard.press("ArrowRight")
    expect(seat.table).to_have_attribute("data-step", str(before + 2))
    expect(seat.page.locator(".stage .verdict")).to_contain_text("No effect.")
    expect(slashes(seat)).to_have_count(0)
    seat.page.keyboard.press("ArrowRight")
    expect(seat.page.locator(".stage .verdict")).to_contain_text("Demoralized.")
    rest(seat.page)
    assert violations(seat.page) == []


@pytest.mark.parametrize("enemy", (CORNER,), ids=("corner",), indirect=True)
def test_on_a_phone_who_fires_from_the_corner_of_the_map_and_at_whom_are_seen_beside_the_buttons(enemy, new_seat):
    theirs, token = enemy
    seat = new_seat(speed="4", viewport=PHONE, has_touch=True)
    seat.sit(token)
    before = seat.number
    theirs.take()
    theirs.fire("first", NO_EFFECT)
    theirs.finish()
    seat.wait_for_number(theirs.seat.table["number"])
    expect(seat.table).to_have_attribute("data-step", str(before + 1))  # without motion each step waits for the next
    panel(seat).get_by_role("button", name="Forward one").tap()
    expect(seat.page.locator(".stage .verdict")).to_contain_text("No effect.")
    pane, buttons = seat.box(seat.page.get_by_role("main")), seat.box(seat.page.get_by_role("group", name="View"))
    for piece in ("first", "villa"):
        counter = seat.box(seat.counter(piece))
        assert shared(counter, pane) > 0.99 * counter["width"] * counter["height"], piece
        assert shared(counter, buttons) == 0, piece


@pytest.fixture
def firing(hall):
    """The token of the Government side, which is to play with its column taken, and throws real dice."""
    tokens = first_turn_with_real_dice(hall, FIELD, opened_by=GOVERNMENT)
    with Seat(hall, tokens[GOVERNMENT]) as mine:
        mine.order(kind="activate", by=GOVERNMENT, column="two-column")
    return tokens[GOVERNMENT]


def fire_at_villa(seat: TablePage, face: int) -> None:
    """By the page: Second at Villa, with a real die."""
    seat.aim("second", "villa", "Deployed Fire")
    seat.wait_to_act()
    seat.let_rest(seat.act_button)
    before = seat.number
    seat.press(seat.act_button)
    expect(seat.question).to_contain_text("Fire")
    expect(seat.question).to_contain_text(re.compile(r"d10 .\d"))
    key = seat.question.get_by_role("radio", name=re.compile(rf"^{face}\b"))
    expect(key).to_contain_text("level")
    seat.press(key)
    seat.press(seat.question.get_by_role("button", name="Enter"))
    seat.wait_beyond(before)


@pytest.mark.parametrize("size", ("desktop", "phone"))
def test_a_shot_is_followed_by_its_verdict(firing, new_seat, size):
    seat = new_seat(speed="", **({"viewport": PHONE, "has_touch": True} if size == "phone" else {}))
    seat.sit(firing)
    seat.page.locator(".unit.ready").first.wait_for()
    fire_at_villa(seat, TWO_LEVELS)
    card = seat.page.get_by_role("region", name=re.compile("Verdict on action"))
    expect(card.get_by_role("heading")).to_have_text("Demoralized.")
    expect(card).to_contain_text("Second fired at Villa")
    expect(card).to_contain_text("Villa: from OK to Demoralized")
    expect(card).to_contain_text(re.compile(r"\d+%"))
    expect(seat.page.locator(".tip")).to_have_count(0)
    expect(seat.page.locator(".unit .aim")).to_have_count(0)
    box, villa = seat.box(card), seat.box(seat.counter("villa"))
    assert (
        villa["x"] + villa["width"] < box["x"]
        or villa["x"] > box["x"] + box["width"]
        or villa["y"] + villa["height"] < box["y"]
    )
    card.get_by_role("button", name="Why?").click()
    expect(card.get_by_role("button", name="Why?")).to_be_in_viewport(ratio=1)
    rule = card.get_by_role("button", name=re.compile("REV-G.05")).first
    rule.click()
    expect(card.locator(".in-place .text")).not_to_be_empty()
    expect(card.locator(".in-place .text").first).to_be_in_viewport()
    rule.click()
    expect(card.locator(".in-place")).to_have_count(0)
    rest(seat.page)
    assert violations(seat.page) == []
    seat.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    seat.expect_no_trouble()


def test_the_log_has_turns_dice_and_rows_that_open(firing, new_seat):
    seat = new_seat(speed="")
    seat.sit(firing)
    seat.page.locator(".unit.ready").first.wait_for()
    fire_at_villa(seat, TWO_LEVELS)
    seat.put_card_away()
    expect(seat.log.get_by_role("heading", name=re.compile("Turn 1"))).to_contain_text(re.compile(r"initiative, \d+"))
    numbers = [int(each) for each in seat.log.locator("li i").all_inner_texts()]
    assert numbers == list(range(len(numbers), 0, -1))
    seat.page.keyboard.press("l")
    row = seat.log.get_by_role("button", name=re.compile("Second fired at Villa"))
    expect(row).to_be_focused()
    seat.page.keyboard.press("Enter")
    expect(seat.log.locator(".opened")).to_contain_text("Demoralized.")
    expect(slashes(seat)).to_have_count(1)
    seat.page.keyboard.press("ArrowDown")
    seat.page.keyboard.press("Enter")
    expect(slashes(seat)).to_have_count(0)
    seat.page.keyboard.press("Enter")
    expect(slashes(seat)).to_have_count(1)
    seat.log.get_by_role("radio", name="Dice only").click()
    expect(seat.log.locator("li")).to_have_count(1)
    seat.expect_no_trouble()


def test_the_rulebook_is_in_the_menu(firing, new_seat):
    seat = new_seat(speed="")
    seat.sit(firing)
    seat.page.get_by_role("button", name=re.compile("enu of the table")).click()
    seat.page.get_by_role("button", name="Rulebook").click()
    book = seat.page.get_by_role("dialog", name="Rulebook")
    book.get_by_role("searchbox").fill("REV-6.04")
    expect(book).to_contain_text("REV-6.04")
    book.get_by_role("button", name="Back").click()
    expect(book).to_have_count(0)
