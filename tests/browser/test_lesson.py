"""The first battle as a pupil plays it who does what the hints say and nothing else: none of them is one that cannot be followed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.support.idle_friend import Idle
from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY
from tests.support.table_line import Seat, open_battle
from tests.support.table_page import TablePage

MOST_STEPS = 120
ON_THE_WAY = ("Stay", "Take formation")  # orders of somebody whose order has arrived


@pytest.fixture(params=("desktop", "phone"))
def pupil(request, hall, new_seat):
    tokens = open_battle(hall, "tutorial", Government="friend", Revolutionary="me")
    page = new_seat(**({"viewport": PHONE, "has_touch": True} if request.param == "phone" else {}))
    with Seat(hall, tokens[GOVERNMENT]) as seat:
        page.sit(tokens[REVOLUTIONARY])
        yield Pupil(page, Idle(seat, GOVERNMENT))


class Pupil:
    """Reads the hint, looks for the ring on the map, and does what he has read."""

    def __init__(self, seat: TablePage, friend: Idle) -> None:
        self.seat = seat
        self.friend = friend
        self.heard: list[str] = []

    def act(self) -> None:
        self.seat.act()
        expect(self.seat.page.locator(".refused")).to_have_count(0)

    def move_ahead(self, piece: str) -> None:
        if self.seat.touch:
            self.seat.drag_by_touch(piece, 0, 1.5)
            return
        x, y = self.seat.middle(piece)
        mouse = self.seat.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y - 1.5 * self.seat.inch, steps=6)
        mouse.up()

    @property
    def turn(self) -> int:
        found = re.search(r"turn (\d+)", self.seat.page.locator(".turn").inner_text().lower())
        return int(found.group(1)) if found else 0

    def my_move(self) -> bool:
        """Wait until it is for him to decide; False when the battle is over."""

        def waited() -> bool:
            self.friend.play()
            caught_up = self.seat.number >= self.friend.seat.table["number"]
            return bool(self.seat.result.count() or (caught_up and self.seat.to_play()))

        self.seat.until(waited, "his move")
        return not self.seat.result.count()

    def follow(self) -> None:
        """Do what the hint says."""
        self.seat.settle()
        said = self.seat.page.locator(".strip.hint span").inner_text()
        self.heard.append(said)
        ring = self.seat.page.locator(".unit:has(.meant)")
        if self.seat.offers.filter(has_text=re.compile("|".join(ON_THE_WAY))).count():
            self.finish(said)
        elif "press Begin" in said:
            self.seat.pick("nazas")
            expect(self.seat.act_button).to_have_text("Begin")
            self.act()
        elif ring.count():
            self.order(ring.get_attribute("data-piece") or "", said)
        elif "Take " in said:
            expect(self.seat.act_button).to_have_text("Take Contreras")
            self.act()
        else:
            assert "End the round" in said
            self.seat.let_go()
            self.seat.press(self.seat.offer("End the round"))
            self.act()

    def finish(self, said: str) -> None:
        """Somebody's order has arrived: as it was drawn, or not at all."""
        if self.seat.act_button.get_attribute("aria-disabled") == "true":
            assert "Stay" in said
            self.seat.press(self.seat.offer("Stay"))
        self.act()

    def order(self, piece: str, said: str) -> None:
        self.seat.pick(piece)
        self.seat.wait_for_offers()
        self.seat.settle()
        titles = self.seat.offers.locator("b").all_inner_texts()
        named = [(said.index(title), title) for title in titles if title in said]
        assert named, f"{piece} can do nothing of what this says: {said}\nIt may: {titles}"
        title = min(named)[1]
        self.seat.press(self.seat.offer(title))
        if "Fire" in title or title == "Assault":
            self.aim(said)
        elif title in ("Maneuver", "March"):
            self.move_ahead(piece)
        self.act()

    def aim(self, said: str) -> None:
        """At whom the hint names, else at the first who can be hit."""
        enemies = [name for name in ("gendarmes", "1st-of-the-23rd", "rurales") if name in self.seat.pieces()]
        for enemy in sorted(enemies, key=lambda name: name.capitalize() not in said):
            self.seat.pick(enemy)
            self.seat.let_rest(self.seat.act_button)
            if self.seat.act_button.get_attribute("aria-disabled") == "false":
                return
        raise AssertionError(f"nobody can be aimed at: {said}")


def taught(pupil: Pupil, turns: int) -> None:
    for _ in range(MOST_STEPS):
        if not pupil.my_move() or pupil.turn > turns:
            break
        pupil.follow()
    else:
        raise AssertionError("The lesson never ends.")
    pupil.seat.expect_no_trouble()


def test_the_first_turn_is_played_as_the_hints_say(pupil):
    taught(pupil, turns=1)
    heard = " ".join(pupil.heard)
    for step in ("press Begin", "Deployed Fire", "Deploy/Tactical", "Maneuver", "March", "End the round"):
        assert step in heard


@pytest.mark.long
def test_the_whole_battle_is_played_as_the_hints_say(pupil):
    taught(pupil, turns=6)
    expect(pupil.seat.result).not_to_be_empty()
