"""The table in a real browser against a real server: whole battles by mouse, thumb and keyboard, broken lines, reasons, looks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sandtable.battle.engine.commitment import promise_of
from tests.browser.conftest import DESKTOP, PHONE
from tests.support.looks import look_by_day_and_night
from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY, column, scenario, unit
from tests.support.serving import start_server
from tests.support.table_line import Seat, first_turn_with_real_dice, open_battle
from tests.support.table_page import TablePage

MOST_STEPS = 200
# Rows of the log: whoever opens one reads why. The computer begins with a column of its choice only where it has the initiative.
THE_COMPUTER_ACTS = re.compile(r"Rojas began to act|(1st of the 23rd|Gendarmes|Rurales) (fired|rested)")


@pytest.fixture
def tokens(hall):
    return open_battle(hall, "tutorial", Government="friend", Revolutionary="me")


def first_round(hall, tokens) -> str:
    """Both begin and whoever has the initiative takes the column, over the line alone; the side that is to play."""
    with Seat(hall, tokens[GOVERNMENT]) as one, Seat(hall, tokens[REVOLUTIONARY]) as other:
        for seat in (one, other):
            seat.order(kind="ready", by=seat.table["decisions"][0]["by"])
        for seat in (one, other):
            seat.until(lambda now: now.table["scene"]["clock"]["turn"] == 1)
        mover = one if one.decisions else other
        column = mover.ask("panel", piece="")["answer"]["offers"][0]["id"].partition(":")[2]
        side = str(mover.table["decisions"][0]["by"])
        assert mover.order(kind="activate", by=side, column=column)["kind"] == "accepted"
    return side


FOOT = {REVOLUTIONARY: "san-dimas", GOVERNMENT: "gendarmes"}
FACED = {REVOLUTIONARY: "gendarmes", GOVERNMENT: "san-dimas"}
SHOOTER = {REVOLUTIONARY: "nazas", GOVERNMENT: "1st-of-the-23rd"}
FACED_BY_SHOOTER = {REVOLUTIONARY: "1st-of-the-23rd", GOVERNMENT: "nazas"}
IN_THE_RIVER = (12.2, 14.6)
OUT_OF_REACH = {REVOLUTIONARY: "rurales", GOVERNMENT: "escolta"}


@pytest.fixture
def acting(hall, tokens, new_seat):
    """The side to play in its first round, at its own table."""
    side = first_round(hall, tokens)
    seat = new_seat()
    seat.sit(tokens[side])
    seat.page.locator(".unit.ready").first.wait_for()
    return seat, side


def answer_if_asked(seat: TablePage) -> bool:
    """A choice in the middle of an order is answered with the first that is offered."""
    if not seat.question.count():
        return False
    before = seat.number
    seat.question.locator("button").first.click()
    seat.until(lambda: not seat.question.count() or seat.number > before, "the end of a question")
    return True


def step(seat: TablePage, shots: set[str]) -> None:
    """One step of whoever is to play: take a column, let one unit shoot in its round, end the round."""
    if answer_if_asked(seat):
        return
    ready = seat.ready_units()
    clock = seat.page.locator(".turn").inner_text().split("\n")[0]
    if ready and clock not in shots:
        shots.add(clock)
        seat.pick(ready[0])
        seat.wait_for_offers()
        if shoot(seat):
            return
        seat.let_go()
    seat.wait_for_offers()
    seat.offers.first.click()
    seat.act()


def shoot(seat: TablePage) -> bool:
    """At the first enemy that may be shot at; False when there is none."""
    aims = seat.offers.filter(has_text="Fire")
    if not aims.count():
        return False
    aims.first.click()
    own = seat.page.locator("[data-piece].unit.ready").first.get_attribute("class") or ""
    ink = next(name for name in own.split() if name.startswith("ink-"))
    enemies = seat.page.evaluate(
        "ink => [...document.querySelectorAll(`.unit:not(.${ink})`)].map(each => each.dataset.piece)", ink
    )
    for enemy in enemies:
        seat.pick(enemy)
        seat.settle()
        if seat.act_button.get_attribute("aria-disabled") == "false":
            seat.act()
            return True
    return False


def test_a_whole_battle_by_two_seats(new_seat, tokens):
    one, other = new_seat(), new_seat()
    one.sit(tokens[REVOLUTIONARY])
    other.sit(tokens[GOVERNMENT])
    one.begin()
    other.begin()
    shots: dict[int, set[str]] = {0: set(), 1: set()}
    seats = (one, other)
    for _ in range(MOST_STEPS):
        for seat in seats:
            seat.wait_for_number(max(one.number, other.number))
        if one.result.count():
            break
        one.until(
            lambda: any(seat.to_play() or seat.question.count() or seat.result.count() for seat in seats),
            "somebody's move",
        )
        for index, seat in enumerate(seats):
            if seat.to_play() or seat.question.count():
                step(seat, shots[index])
                break
    expect(one.ending).not_to_be_empty()
    expect(other.ending).to_have_text(one.ending.inner_text())
    expect(other.log).to_contain_text("fire")
    for seat in seats:
        seat.expect_no_trouble()


def test_two_clicks_from_the_table_link_to_a_battle_against_the_computer(new_seat):
    seat = new_seat()
    seat.page.goto(f"{seat.address}/#/table/revolucion")
    seat.page.get_by_role("radio", name="Recruit").click()
    seat.page.get_by_role("button", name="Open the battle").click()
    seat.wait_until_seated()
    seat.begin()
    theirs = seat.log.get_by_role("button", name=THE_COMPUTER_ACTS)
    for _ in range(MOST_STEPS):
        seat.until(
            lambda: bool(seat.to_play() or seat.question.count() or theirs.count()), "my move or a row of theirs"
        )
        if theirs.count():
            break
        if not answer_if_asked(seat):
            seat.offers.first.click()
            seat.act()
    theirs.first.click()
    expect(seat.log.locator(".reason")).to_have_text(re.compile(r"\.$"))
    seat.expect_no_trouble()


def test_a_target_that_is_not_legal_says_why_and_nothing_is_sent(acting):
    seat, side = acting
    number = seat.number
    seat.aim(SHOOTER[side], FACED_BY_SHOOTER[side])
    expect(seat.page.get_by_role("tooltip")).to_contain_text("%")
    expect(seat.act_button).to_have_attribute("aria-disabled", "false")
    seat.pick(OUT_OF_REACH[side])
    expect(seat.page.get_by_role("tooltip")).to_contain_text(re.compile(r"REV-[\dG]"))
    expect(seat.act_button).to_have_attribute("aria-disabled", "true")
    seat.act_button.click(force=True)
    assert seat.number == number


def test_a_way_through_the_river_ends_before_it_and_shows_where(acting):
    seat, side = acting
    number = seat.number
    seat.pick(SHOOTER[side])
    seat.offer("Maneuver").click()
    seat.settle()
    seat.page.mouse.click(*seat.place(*IN_THE_RIVER))
    expect(seat.page.locator(".cost.over")).to_contain_text("in")
    expect(seat.page.locator(".why .blocked")).not_to_have_count(0)
    assert seat.number == number


def test_an_order_that_the_server_refuses_shows_its_reason(acting):
    seat, side = acting
    seat.pick(FOOT[side])
    seat.offer("Rest").click()
    seat.wait_to_act()
    # Whatever the page sends from now on comes late: the server says so, and the page shows it.
    seat.page.evaluate(
        """() => {
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {
                return send.call(this, text.replace(/"last":\\d+/, '"last":0'));
            };
        }"""
    )
    number = seat.number
    seat.act_button.click()
    expect(seat.page.get_by_role("alert")).to_contain_text(re.compile(r"\."))
    assert seat.number == number


def test_undo_and_looking_back(acting):
    seat, side = acting
    number = seat.number
    seat.pick(FOOT[side])
    seat.offer("Rest").click()
    seat.act()
    seat.undo_button.click()
    expect(seat.log).to_contain_text("takes back everything after action")
    seat.wait_for_number(number + 2)
    expect(seat.page.locator(f"[data-piece='{FOOT[side]}'].ready")).to_have_count(1)
    slider = seat.page.get_by_role("slider", name="Replay")
    slider.fill("0")
    expect(seat.page.locator(".turn")).to_contain_text("Setting up")
    expect(seat.act_button).to_have_text("Looking back")
    look_by_day_and_night(seat.page, "table-replay")
    seat.page.get_by_role("button", name=re.compile("Back to now")).click()
    expect(seat.page.locator(".turn .n")).to_have_text("Turn 1")


CONVOY = scenario(
    "The Convoy",
    column(
        "One",
        REVOLUTIONARY,
        {"name": "Contreras", "at": [36, 3]},
        unit("Convoy", "truck", 2, [20, 14, 90]),
        unit("Guard", "RegularInfantry", aboard="convoy"),
    ),
    column(
        "Two",
        GOVERNMENT,
        {"name": "Rojas", "at": [36, 27]},
        unit("First", "VeteranInfantry", 6, [20, 20, 180], formation="deployed"),
    ),
    turns=6,
)


def shot_to_pieces(hall) -> dict[str, str]:
    """The convoy has been shot to pieces over the line; its owner is asked where the guard stands. The tokens of both seats."""
    tokens = first_turn_with_real_dice(hall, CONVOY, opened_by=GOVERNMENT)
    with Seat(hall, tokens[GOVERNMENT]) as firing, Seat(hall, tokens[REVOLUTIONARY]) as riding:
        firing.order(kind="activate", by=GOVERNMENT, column="two-column")
        firing.order(kind="fire", by=GOVERNMENT, unit="first", target="convoy", mode="deployed")
        firing.until(lambda now: now.table["question"])
        firing.ask("answer", key=firing.table["question"]["key"], value=[10])
        riding.until(lambda now: now.table["question"])
    return tokens


def test_the_places_that_a_question_offers_are_tapped_on_the_map(hall, new_seat):
    seat = new_seat(viewport=PHONE, has_touch=True)
    seat.sit(shot_to_pieces(hall)[REVOLUTIONARY])
    places = seat.page.locator("[data-place]")
    seat.question.wait_for()
    offered = seat.question.get_by_role("button").count()
    assert offered > 1
    expect(places).to_have_count(offered)
    before = seat.number
    wanted = seat.page.locator("[data-place='2-behind'] circle")
    expect(wanted).to_be_in_viewport()
    wanted.tap()
    seat.wait_beyond(before)
    expect(seat.question).to_have_count(0)
    expect(seat.page.locator("[data-piece='guard'].unit")).to_have_count(1)


def test_asking_to_undo_needs_the_other_side(tokens, new_seat, acting):
    seat, side = acting
    other = new_seat()
    other.sit(tokens[GOVERNMENT if side == REVOLUTIONARY else REVOLUTIONARY])
    seat.pick(FOOT[side])
    seat.offer("Maneuver").click()
    seat.page.get_by_role("button", name="Ahead 1 in").click()
    seat.act()
    seat.undo_button.click()
    other.log.get_by_role("button", name="Agree").click()
    expect(seat.log).to_contain_text("takes back everything after action")
    expect(other.log).to_contain_text("takes back everything after action")


def test_hints_lead_through_the_first_battle(tokens, new_seat):
    seat = new_seat()
    seat.sit(tokens[REVOLUTIONARY])
    hint = seat.page.locator(".strip.hint")
    expect(hint).to_contain_text("Begin")
    hint.get_by_role("button", name="Understood").click()
    expect(hint).to_have_count(0)
    seat.begin()
    expect(hint).to_be_visible()
    expect(hint).not_to_contain_text("press Begin")


def test_a_friend_commands_one_column(hall, new_seat):
    tokens = open_battle(hall, "tierra-blanca-1913", Government="computer", Revolutionary="me")
    seat, friend = new_seat(), new_seat()
    seat.sit(tokens[REVOLUTIONARY])
    seat.page.get_by_role("button", name="Menu of the table").click()
    columns = seat.page.get_by_role("dialog", name="Menu of the table").locator(".parts button")
    name = columns.first.inner_text()
    columns.first.click()
    link = seat.page.get_by_role("textbox", name=f"For whoever commands {name}")
    friend.page.goto(link.input_value())
    friend.wait_until_seated()
    friend.page.get_by_role("button", name="Menu of the table").click()
    expect(friend.page.get_by_role("dialog")).to_contain_text(f"Your side: Revolutionary, {name} alone.")
    expect(friend.page.get_by_text("Give a column to a friend")).to_have_count(0)


def test_the_ruler_tells_the_inches_between_two_places(tokens, new_seat):
    seat = new_seat()
    seat.sit(tokens[REVOLUTIONARY])
    seat.page.get_by_role("button", name="Ruler").click()
    mouse = seat.page.mouse
    mouse.move(*seat.place(6, 12))
    mouse.down()
    mouse.move(*seat.place(9, 16), steps=4)
    mouse.up()
    expect(seat.page.locator("svg.map text.inches")).to_have_text(re.compile(r"^(4\.9|5|5\.1) in$"))
    seat.page.keyboard.press("Escape")
    expect(seat.page.locator("svg.map text.inches")).to_have_count(0)


def test_a_phone_plays_by_touch(hall, tokens, new_seat):
    side = first_round(hall, tokens)
    seat = new_seat(viewport=PHONE, has_touch=True)
    seat.sit(tokens[side])
    seat.page.locator(".unit.ready").first.wait_for()
    seat.aim(FOOT[side], FACED[side])
    expect(seat.page.get_by_role("list", name="Odds")).to_contain_text("%")
    seat.act()
    seat.page.get_by_role("button", name="Show the log").tap()
    expect(seat.log).to_contain_text("fire")
    seat.expect_no_trouble()


def test_the_keyboard_alone_gives_an_order(acting):
    seat, side = acting
    keyboard = seat.page.keyboard
    keyboard.press("t")
    seat.page.get_by_role("region", name="List of units").wait_for()
    name = {"san-dimas": "San Dimas", "gendarmes": "Gendarmes"}[FOOT[side]]
    seat.tab_to(name)
    keyboard.press("Enter")
    expect(seat.page.locator(".orders h2")).to_have_text(name)
    seat.wait_for_offers()
    titles = [text.split("\n") for text in seat.offers.all_inner_texts()]
    rest = next(index for index, lines in enumerate(titles) if "Rest" in lines)
    keyboard.press(str(rest + 1))
    seat.wait_to_act()
    before = seat.number
    keyboard.press("Enter")
    seat.wait_beyond(before)
    done = seat.page.get_by_role("region", name="List of units").get_by_role("button", name=re.compile(name))
    expect(done).to_contain_text("Has acted")


def test_a_line_that_breaks_in_the_middle_of_a_question(new_seat, tmp_path):
    """The server goes down while somebody throws dice; it comes back on the same database, and the question is still there."""
    database = f"sqlite:///{tmp_path / 'battles.db'}"
    running = start_server("--database", database)
    try:
        tokens = open_battle(running, "tutorial", Government="friend", Revolutionary="me")
        side = first_round(running, tokens)
        seat = new_seat(running.address)
        seat.sit(tokens[side])
        seat.page.get_by_role("button", name="Menu of the table").click()
        seat.page.get_by_role("switch", name=re.compile("^Dice:")).click()
        with Seat(running, tokens[next(other for other in tokens if other in FOOT and other != side)]) as friend:
            friend.until(lambda now: now.table["proposal"])
            assert friend.ask("agree", last=friend.table["number"])["kind"] == "accepted"
        expect(seat.page.get_by_role("switch", name=re.compile("^Dice:"))).to_be_checked()
        expect(seat.page.get_by_role("switch", name=re.compile("^Sound:"))).not_to_be_checked()
        seat.page.get_by_role("button", name="Close", exact=True).click()
        seat.pick(FOOT[side])
        seat.offer("Maneuver").click()
        seat.page.get_by_role("button", name="Ahead 1 in").click()
        seat.wait_to_act()
        seat.act_button.click()
        seat.question.wait_for()
        running.kill()
        expect(seat.page.get_by_text("No connection. Your last order is kept")).to_be_visible()
        running = start_server("--database", database, port=running.port)
        expect(seat.page.get_by_text("No connection. Your last order is kept")).to_have_count(0)
        seat.question.get_by_role("radio", name=re.compile(r"^10\b")).click()
        seat.question.get_by_role("button", name="Enter").click()
        seat.question.wait_for(state="detached")
        expect(seat.log).to_contain_text("10 (real dice)")
        seat.expect_no_trouble()
    finally:
        running.stop()


def test_a_link_that_opens_no_seat_says_so(new_seat):
    seat = new_seat()
    seat.page.goto(f"{seat.address}/#table=guess")
    expect(seat.page.get_by_role("heading")).to_contain_text("opens no seat")
    expect(seat.page.get_by_role("main")).to_have_css("border-right-width", "0px")  # nothing is beside it


def test_who_has_looked_at_the_odds_under_the_pointer_clicks_through_what_is_drawn_to_the_target(
    hall, tokens, new_seat
):
    side = first_round(hall, tokens)
    seat = new_seat(viewport=DESKTOP)
    seat.sit(tokens[side])
    seat.page.locator(".unit.ready").first.wait_for()
    seat.pick(FOOT[side])
    seat.offers.filter(has_text="Fire").first.click()
    seat.page.mouse.move(*seat.middle(FACED[side]))
    seat.page.locator("path.ray").wait_for()
    seat.pick(FACED[side])
    seat.settle()
    expect(seat.page.locator(".orders")).to_have_attribute("data-selected", FOOT[side])
    seat.page.get_by_role("list", name="Odds").wait_for()


@pytest.mark.parametrize(("size", "viewport"), (("phone", PHONE), ("desktop", DESKTOP)))
def test_the_table_is_accessible_and_fits(hall, tokens, new_seat, size, viewport):
    side = first_round(hall, tokens)
    seat = new_seat(viewport=viewport)
    seat.page.goto(f"{seat.address}/#/table/revolucion")
    seat.page.get_by_role("button", name="Open the battle").wait_for()
    look_by_day_and_night(seat.page, f"table-open-{size}")
    seat.sit(tokens[side])
    seat.page.locator(".unit.ready").first.wait_for()
    seat.aim(FOOT[side], FACED[side])
    seat.page.get_by_role("list", name="Odds").wait_for()
    look_by_day_and_night(seat.page, f"table-aim-{size}")
    seat.page.get_by_role("button", name="List of units").click()
    seat.page.get_by_role("region", name="List of units").wait_for()
    look_by_day_and_night(seat.page, f"table-list-{size}")


def test_both_pages_add_to_the_dice_by_themselves(hall, new_seat, tokens):
    one, other = new_seat(), new_seat()
    one.sit(tokens[REVOLUTIONARY])
    other.sit(tokens[GOVERNMENT])
    with Seat(hall, tokens["spectator"]) as watching:
        watching.until(
            lambda now: len(now.table["parts"]["all"]) == 2 and all(p["value"] for p in now.table["parts"]["all"])
        )
        parts = {part["seat"]: part for part in watching.table["parts"]["all"]}
    assert parts.keys() == {REVOLUTIONARY, GOVERNMENT}
    for part in parts.values():
        assert promise_of(part["value"]) == part["promise"]
    assert len({part["value"] for part in parts.values()}) == 2
    for seat in (one, other):
        seat.expect_no_trouble()
