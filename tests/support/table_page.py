"""The table's page as a person uses it: by the names of its buttons, with a mouse, a thumb or the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import FloatRect, Locator, Page, expect

PATIENCE = 180_000  # milliseconds; a busy machine is slow, not wrong
LOOK_EVERY = 40  # milliseconds
MOST_STEPS_BACK = 20
# Where something is has stayed the same for some frames: a busy machine draws few of them, so that time alone tells nothing.
RESTS = """thing => new Promise(done => {
    let still = 0, last = "";
    const look = () => {
        const seen = thing.ownerSVGElement?.viewBox.baseVal ?? thing.viewBox?.baseVal;
        const now = JSON.stringify([thing.getBoundingClientRect(), seen && [seen.x, seen.y, seen.width, seen.height]]);
        still = now === last ? still + 1 : 0;
        last = now;
        if (still < 8) requestAnimationFrame(look);
        else done();
    };
    look();
})"""


class TablePage:
    """One seat in one browser."""

    def __init__(self, page: Page, address: str, *, speed: str = "skip", touch: bool = False) -> None:
        """``speed``: how the rounds of the others are played; of most tests they are no part. ``touch``: with fingers, not with a mouse."""
        self.page = page
        self.address = address
        self.touch = touch
        if speed:
            page.add_init_script(f"localStorage.setItem('sandtable.table.speed', '{speed}')")
        self.troubles: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def sit(self, token: str) -> None:
        self.page.goto(f"{self.address}/#table={token}")
        self.wait_until_seated()

    def wait_until_seated(self) -> None:
        """The table is drawn part by part; it is whole when all of them stand."""
        self.page.locator("div[data-number][aria-busy=false]").wait_for()
        self.page.locator("svg.map").wait_for()

    # ---- What is seen ------------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        return self.page.locator("div[data-number]")

    @property
    def number(self) -> int:
        """How many actions the log has."""
        return int(self.table.get_attribute("data-number") or 0)

    @property
    def act_button(self) -> Locator:
        return self.page.locator(".orders .dock .go")

    @property
    def undo_button(self) -> Locator:
        return self.page.locator(".orders .dock").get_by_role("button", name="Undo")

    @property
    def offers(self) -> Locator:
        return self.page.get_by_role("group", name="Orders", exact=True).get_by_role("button")

    def offer(self, title: str) -> Locator:
        return self.offers.filter(has=self.page.get_by_text(title, exact=True))

    @property
    def result(self) -> Locator:
        return self.page.locator(".strip.result")

    @property
    def ending(self) -> Locator:
        """The sentence that says how the battle ended; the way to the bill comes beside it a moment later."""
        return self.result.locator("span")

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("dialog", name=re.compile("Throw the dice|Decide"))

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("region", name="Log")

    @property
    def cost(self) -> Locator:
        return self.page.locator(".cost")

    def to_play(self) -> bool:
        """It is for this seat to decide, and what it is offered is of now."""
        found: bool = self.page.evaluate(
            """() => document.querySelector("div[data-number]")?.dataset.mine === "true"
                && document.querySelector(".orders[aria-busy]")?.getAttribute("aria-busy") === "false"
                && document.querySelector(".orders [role=group] button, .orders .dock .go[aria-disabled=false]") !== null"""
        )
        return found

    def ready_units(self) -> list[str]:
        found: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('.unit.ready')].map(each => each.dataset.piece)"
        )
        return found

    def pieces(self) -> list[str]:
        found: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('.unit')].map(each => each.dataset.piece)"
        )
        return found

    def counter(self, piece: str) -> Locator:
        return self.page.locator(f'[data-piece="{piece}"] .hit')

    def middle(self, piece: str) -> tuple[float, float]:
        """Where a counter is on the screen, once the server has had its say and the map has come to rest: a sheet that grows moves it."""
        box = self.box(self.counter(piece))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def box(self, thing: Locator) -> FloatRect:
        """Where something is on the screen, once nothing moves it any more."""
        self.let_rest(thing)
        found = thing.bounding_box()
        assert found is not None
        return found

    @property
    def inch(self) -> float:
        """Pixels to the inch."""
        return float(self.page.locator("svg.map").get_attribute("data-inch") or 0)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the table is on the screen, once the map has come to rest; inches from its lower left corner."""
        self.let_rest(self.page.locator("svg.map"))
        found: tuple[float, float] = self.page.evaluate(
            """([x, y]) => {
                const map = document.querySelector("svg.map"), box = map.getBoundingClientRect(), seen = map.viewBox.baseVal;
                const height = Number(document.querySelector("rect.neat").getAttribute("height"));
                const scale = box.width / seen.width;
                return [box.left + (x * 20 - seen.x) * scale, box.top + (height - y * 20 - seen.y) * scale];
            }""",
            [x, y],
        )
        return found

    # ---- What is done ------------------------------------------------------------------------------------------------------

    def press(self, thing: Locator) -> None:
        if self.touch:
            thing.tap()
        else:
            thing.click()

    def pick(self, piece: str) -> None:
        """Press a counter on the map."""
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(*self.middle(piece))

    def aim(self, shooter: str, target: str, order: str = "Fire") -> None:
        """Somebody is told to fire at somebody; nothing is done yet."""
        self.pick(shooter)
        self.press(self.offers.filter(has_text=order).first)
        self.pick(target)

    def drag_by_touch(self, piece: str, right: float, up: float, steps: int = 8) -> None:
        """One finger takes a counter so many inches along."""
        x, y = self.middle(piece)
        line = self.page.context.new_cdp_session(self.page)
        for step in range(steps + 1):
            share = step / steps * self.inch
            at = {"x": x + right * share, "y": y - up * share}
            kind = "touchMove" if step else "touchStart"
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        line.detach()

    def tab_to(self, words: str, most: int = 80) -> None:
        """With the Tab key alone, to what has a line that begins with these words."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            said = self.page.evaluate(
                "() => (document.activeElement?.ariaLabel || document.activeElement?.innerText || '').trim()"
            )
            if any(line.startswith(words) for line in said.split("\n")):
                return
        raise AssertionError(f"The Tab key never came to {words}.")

    def wait_for_offers(self) -> None:
        self.offers.first.wait_for()

    def let_go(self) -> None:
        """Escape takes back what is picked, step by step, until nobody is selected; each step waits for the one before it."""
        orders = self.page.locator(".orders[data-selected]")
        for _ in range(MOST_STEPS_BACK):
            self.settle()
            if not orders.get_attribute("data-selected"):
                return
            self.page.keyboard.press("Escape")
        raise AssertionError("Somebody is selected, however often it is taken back.")

    def settle(self) -> None:
        """Wait for the server's word on what is picked."""
        self.page.locator(".orders[aria-busy=false]").wait_for()

    def let_rest(self, thing: Locator) -> None:
        """Wait until something stays where it is: what a tap brings about begins after the tap, and the server's word moves things once more."""
        busy = self.page.locator(".orders[aria-busy=true]")
        while True:
            busy.wait_for(state="detached")
            thing.evaluate(RESTS)
            if not busy.count():
                return

    def wait_to_act(self) -> None:
        """Wait until what is picked can be done, by the server's word on just that."""
        self.page.locator(".orders[aria-busy=false] .dock .go[aria-disabled=false]").wait_for()

    def act(self) -> None:
        """Press the button and wait until the table has moved on."""
        before = self.number
        self.wait_to_act()
        if self.touch:
            self.let_rest(self.act_button)  # the sheet that bears it moves
        self.press(self.act_button)
        self.wait_beyond(before)
        self.put_card_away()

    def put_card_away(self) -> None:
        """The verdict on a shot is read, and closed."""
        self.until(lambda: self.table.get_attribute("data-card") != "due", "the verdict on what was done")
        if self.table.get_attribute("data-card") == "shown":
            self.page.keyboard.press("Escape")
            expect(self.table).to_have_attribute("data-card", "none")

    def begin(self) -> None:
        """Ready to begin: the only order there is, picked already."""
        expect(self.act_button).to_have_text("Begin")
        self.act()

    def wait_beyond(self, number: int) -> None:
        self.until(lambda: self.number > number, f"an action after {number}")

    def wait_for_number(self, number: int) -> None:
        self.until(lambda: self.number >= number, f"action {number}")

    def until(self, condition: Callable[[], bool], what: str) -> None:
        for _ in range(PATIENCE // LOOK_EVERY):
            if condition():
                return
            self.page.wait_for_timeout(LOOK_EVERY)
        raise AssertionError(f"It never came to {what}; the page says {self.page.inner_text('body')[:1500]}")

    def expect_no_trouble(self) -> None:
        assert self.troubles == []
