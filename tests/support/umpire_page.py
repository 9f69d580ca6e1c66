"""The umpire's page as a person uses it: by the names of its buttons, with a thumb."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from tests.support.looks import rest

MOST_QUESTIONS = 60
MOST_REPAIRS = 40
PATIENCE = 30_000  # milliseconds; a busy machine is slow, not wrong
LOOK_EVERY = 20  # milliseconds


class UmpirePage:
    """One phone on one game."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.troubles: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def open(self, ruleset: str, patience: int = PATIENCE) -> None:
        self.page.goto(f"{self.address}/#/{ruleset}")
        self.until("() => document.querySelector('.dock .go:not([aria-disabled])')", patience=patience)
        self.settle()

    @property
    def dock(self) -> Locator:
        return self.page.get_by_role("region", name="Odds and action")

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def covered(self) -> bool:
        """Whether a sheet lies over the form, or is about to."""
        return bool(self.page.locator(".under[inert]").count())

    def settle(self) -> None:
        """Wait for the whole form, and for the desk's word on it as it stands."""
        self.until(
            """() => document.querySelector('main')?.getAttribute('aria-busy') === 'false'
                && document.querySelector('.dock')?.getAttribute('aria-busy') === 'false' && !document.querySelector('.frames')"""
        )

    @property
    def act_button(self) -> Locator:
        return self.dock.locator("button.go")

    def choose_action(self, label: str, group: str) -> None:
        tab = self.page.get_by_role("tab", name=re.compile(rf"^{re.escape(group)}\b"))
        if tab.count():
            tab.click()
        self.page.get_by_role("radiogroup", name="Action").get_by_role("radio", name=label, exact=True).click()

    def choose(self, field: str, label: str) -> None:
        group = self.page.get_by_role("main").get_by_role("radiogroup", name=field, exact=True)
        group.get_by_role("radio", name=label).first.click()

    def complete_form(self) -> None:
        """Complete the form; one that the rules close is an error here."""
        assert self.completed(), f"The form cannot be completed: {self.act_button.inner_text()}"

    def completed(self) -> bool:
        """Answer whatever the form still misses, or refuses, with one thing after the other that it offers."""
        for attempt in range(MOST_REPAIRS):
            self.settle()
            if self.act_button.get_attribute("aria-disabled") != "true":
                return True
            self.act_button.dispatch_event("click")  # closed as it is, it names what is missing and marks the place
            wrong = self.page.locator("main [aria-invalid=true], main .step.wrong, main .lone.wrong, main .tick.wrong")
            if wrong.count():
                self._repair(wrong.nth(attempt % wrong.count()), attempt)
        return False

    def _repair(self, wrong: Locator, attempt: int) -> None:
        radios = wrong.locator("[role=radio]:not([aria-disabled=true]):not([aria-checked=true])")
        if radios.count():
            radios.nth(attempt % radios.count()).click()
        elif wrong.locator("button").count():  # a stepper: up as far as it goes, then down
            buttons = wrong.locator("button")
            (buttons.last if attempt < MOST_REPAIRS // 2 else buttons.first).click(force=True)
        elif wrong.evaluate("each => each.matches('button.lone')"):
            wrong.click()
            self._type_a_number()
        elif wrong.evaluate("each => each.matches('button')"):
            wrong.click()
        else:
            unlike = "Lanceros" if wrong.input_value() == "Dorados" else "Dorados"  # nobody is his own enemy
            wrong.fill(unlike if wrong.get_attribute("type") in {None, "text"} else "1")

    def _type_a_number(self) -> None:
        """A distance that has no bands is typed on a pad."""
        self.sheet.last.get_by_role("button", name="4", exact=True).click()
        self.sheet.last.locator("button.go").click()
        self.sheet.wait_for(state="detached")

    def carry_out(self) -> bool:
        """Complete the form and act, until the desk has taken it: the last word on a form is spoken when it is sent."""
        for _ in range(MOST_REPAIRS):
            if not self.completed():
                return False
            self.act_button.dispatch_event("click")
            self.until(
                "() => document.querySelector('.under[inert]') || document.querySelector('.dock .go[aria-disabled=true]')"
            )
            if self.covered:
                return True
        raise AssertionError(f"The desk never took the form: {self.act_button.inner_text()}")

    def act(self) -> None:
        self.sheet.wait_for(state="detached")
        self.act_button.click()

    def answer_everything(self) -> int:
        """Answer each question with its usual answer and each die with its first face, until the result stands; how many there were."""
        result = self.page.get_by_role("button", name="Next action")
        for answered in range(MOST_QUESTIONS):
            self.sheet.first.wait_for()
            if result.is_visible():
                return answered
            self.answer_one()
        raise AssertionError("The rule never ends.")

    def answer_one(self) -> None:
        sheet = self.sheet.last
        face = sheet.get_by_role("radiogroup", name="Face of the die").get_by_role("radio")
        tens = sheet.get_by_role("radiogroup", name="Tens")
        rest = sheet.get_by_role("button", name="The rest").and_(sheet.locator("[aria-disabled=false]"))
        usual = sheet.locator("button:has(em)")
        if face.count():
            # Another face for a further die: a tie would be thrown again.
            face.nth(1 if sheet.locator(".before").count() else 0).click(force=True)
            sheet.locator("button.go").click()
        elif tens.count():  # percentage dice
            tens.get_by_role("radio").nth(3).click()
            sheet.get_by_role("radiogroup", name="Ones").get_by_role("radio").nth(5).click()
            sheet.locator("button.go").click()
        elif rest.count():
            rest.last.click()
            sheet.locator("button.go").click()
        elif sheet.locator(".pad button").count():  # every face, in the order thrown
            while sheet.locator("button.go[aria-disabled=true]").count():
                sheet.locator(".pad button").last.click()
            sheet.locator("button.go").click()
        elif sheet.get_by_label("Faces, with spaces between").count():
            self._write_faces(sheet)
            sheet.locator("button.go").click()
        elif usual.count():
            usual.first.click()
        else:
            sheet.locator("button.go").click()
        self.until("() => [...document.querySelectorAll('[role=dialog]')].at(-1)?.ariaBusy === 'false'")

    def _write_faces(self, sheet: Locator) -> None:
        """Dice with more faces than there are keys: the lowest face for every die."""
        writing = sheet.get_by_label("Faces, with spaces between")
        writing.fill("0")
        lowest = re.findall(r"from (\d+)", sheet.locator(".oops").inner_text())[0]
        writing.fill("")
        dice = re.findall(r"\d+", sheet.locator(".left").inner_text())[0]
        writing.fill(" ".join([lowest] * int(dice)))

    def until(self, condition: str, argument: object = None, patience: int = PATIENCE) -> None:
        """Wait for a condition of the page. The page looks at it itself: to ask from outside takes longer than most things take to come."""
        looking = f"""async ([argument, patience, pause]) => {{
            const condition = {condition};
            const end = performance.now() + patience;
            for (;;) {{
                const come = Boolean(await condition(argument));
                if (come || performance.now() >= end) return come;
                await new Promise(done => setTimeout(done, pause));
            }}
        }}"""
        deadline = time.monotonic() + patience / 1000
        while time.monotonic() < deadline:
            try:
                come = self.page.evaluate(looking, [argument, patience, LOOK_EVERY])
            except Error as error:
                if "context was destroyed" not in error.message:
                    raise
                continue  # another page has come: it is looked at anew
            if come:
                return
        raise AssertionError(f"It never came to {condition}. {self.told}")

    @property
    def told(self) -> str:
        """What stands on the page, for whoever reads why a test has failed."""
        sheets = self.page.evaluate(
            "() => [...document.querySelectorAll('[role=dialog]')].map(each => [each.ariaLabel, each.ariaBusy, each.innerText])"
        )
        return f"Sheets: {sheets}. The page: {self.page.locator('body').inner_text()!r}. Troubles: {self.troubles}"

    def rest(self) -> None:
        """Wait until its type is there and nothing moves any more."""
        rest(self.page)

    @property
    def headline(self) -> str:
        return " ".join(self.sheet.last.get_by_role("heading", level=1).inner_text().split())

    def next_action(self) -> None:
        self.page.get_by_role("button", name="Next action").click()
        self.sheet.wait_for(state="detached")

    def open_log(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Log")).click()

    def open_sheet(self, label: str) -> None:
        """Open a sheet from the menu behind the title."""
        self.page.get_by_role("banner").get_by_role("button", name=re.compile(": menu$")).click()
        self.sheet.get_by_role("button", name=re.compile(f"^{label}")).click()
        self.sheet.get_by_role("navigation").wait_for(state="detached")
        self.sheet.wait_for()

    def paste_roster(self, units: str | None = None) -> None:
        """Enter a pasted list in the roster, or the example of a line; the sheet stays open."""
        self.open_sheet("Roster")
        self.sheet.get_by_role("button", name="Paste a list").click()
        if units is None:
            self.sheet.get_by_role("button", name="Use this line").click()
        else:
            self.sheet.get_by_role("textbox").fill(units)
        self.sheet.get_by_role("button", name="Enter these units").click()
        self.sheet.get_by_role("status").get_by_role("button", name="Undo").wait_for()

    def take_in(self, units: str | None, entries: int) -> None:
        """Enter a pasted list, or the example of a line, after which the log holds that many entries; the form lies open again."""
        self.paste_roster(units)
        self.wait_for_entries(entries)
        self.close_sheet()

    def close_sheet(self) -> None:
        """Close the only sheet there is."""
        self.sheet.get_by_role("button", name="Back", exact=True).click()
        self.sheet.wait_for(state="detached")

    def entries(self) -> list[dict[str, Any]]:
        """The log as this phone has stored it."""
        found: list[dict[str, Any]] = self.page.evaluate(
            """() => new Promise((resolve, reject) => {
                const opening = indexedDB.open("sandtable");
                opening.onerror = () => reject(opening.error);
                opening.onsuccess = () => {
                    const reading = opening.result.transaction("entries").objectStore("entries").getAll();
                    reading.onsuccess = () => { resolve(reading.result); opening.result.close(); };
                };
            })"""
        )
        return found

    def wait_for_entries(self, number: int) -> list[dict[str, Any]]:
        """Wait until that many entries are stored."""
        return self._wait_for_log(lambda entries: len(entries) >= number)

    def wait_for_voids(self, *voided: bool) -> list[dict[str, Any]]:
        """Wait until the log holds these entries, struck out or not."""
        return self._wait_for_log(lambda entries: [entry["voided"] for entry in entries] == list(voided))

    def _wait_for_log(self, wanted: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        for _ in range(PATIENCE // LOOK_EVERY):
            entries = self.entries()
            if wanted(entries):
                return entries
            self.page.wait_for_timeout(LOOK_EVERY)
        raise AssertionError(f"The log never came to that; it holds {self.entries()}")

    def wait_for_python(self) -> None:
        """Wait until the phone's own Python answers and everything is stored."""
        stored = "() => window.sandtable?.deskState === 'python' && window.sandtable?.stored === 'stored'"
        self.until(stored, patience=120_000)

    def expect_no_trouble(self) -> None:
        assert self.troubles == []
        expect(self.page.locator(".fault")).to_have_count(0)
