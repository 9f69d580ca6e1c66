"""The quick reference sheet as a browser prints it: two pages, in ink on white, nothing over anything else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP
from tests.support.looks import THEMES
from tests.support.umpire_page import UmpirePage

GAMES = ("revolucion", "uprising1848", "average_dice", "mexican_american_war", "mesoamerica")

PAPERS = {"A4": (841.9, 595.3), "Letter": (792.0, 612.0)}
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
MEDIA = re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]")
NEAR = 2  # points: what rounding may shift
TOUCHING = 1.5  # points: what the side of a letter may reach into its neighbour

# Where the type of each side stands, in points of the paper, as the browser has set it.
MEASURE = """() => [...document.querySelectorAll('.side svg')].map((svg) => {
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  return {
    width,
    height,
    texts: [...svg.querySelectorAll('text')].map((text) => {
      const size = Number(text.getAttribute('font-size'));
      const box = text.getBBox();
      const baseline = Number(text.getAttribute('y'));
      return {
        words: text.textContent,
        left: box.x,
        right: box.x + box.width,
        top: baseline - 0.74 * size,
        bottom: baseline + 0.2 * size,
      };
    }),
  };
})"""


def sides(phone: UmpirePage, paper: str) -> list[dict[str, Any]]:
    phone.sheet.get_by_role("radio", name=paper).click()
    width = PAPERS[paper][0]
    phone.until(
        "(width) => { const all = [...document.querySelectorAll('.side svg')];"
        " return all.length === 2 && all.every((svg) => Math.abs(svg.viewBox.baseVal.width - width) < 1); }",
        width,
    )
    phone.page.evaluate("() => document.fonts.ready")
    measured: list[dict[str, Any]] = phone.page.evaluate(MEASURE)
    return measured


def overlaps(texts: list[dict[str, Any]]) -> list[tuple[str, str]]:
    found = []
    for place, one in enumerate(texts):
        for other in texts[place + 1 :]:
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            if across > TOUCHING and down > TOUCHING:
                found.append((one["words"], other["words"]))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_two_pages_with_nothing_over_anything_else(new_phone, game):
    phone = new_phone(viewport=DESKTOP)
    phone.open(game)
    phone.open_sheet("Print")
    for paper in PAPERS:
        expect_two_pages(phone, paper)


def expect_two_pages(phone: UmpirePage, paper: str) -> None:
    for side in sides(phone, paper):
        assert len(side["texts"]) > 50
        assert overlaps(side["texts"]) == []
        outside = [
            text["words"]
            for text in side["texts"]
            if text["left"] < 18 or text["right"] > side["width"] - 18 or text["bottom"] > side["height"] - 8
        ]
        assert outside == []
    printed = phone.page.pdf(prefer_css_page_size=True)
    assert len(PAGE.findall(printed)) == 2
    for width, height in MEDIA.findall(printed):
        assert abs(float(width) - PAPERS[paper][0]) < NEAR
        assert abs(float(height) - PAPERS[paper][1]) < NEAR


def test_paper_is_ink_on_white_whatever_the_theme_and_is_not_called_print(new_phone):
    phone = new_phone(viewport=DESKTOP)
    phone.open("revolucion")
    phone.open_sheet("Print")
    expect(phone.sheet.locator(".side svg")).to_have_count(2)
    for choice in ("Blank log sheets", "Every chart of the rules"):
        phone.sheet.get_by_text(choice).click()
    expect(phone.sheet.get_by_role("heading", name="Charts")).to_be_visible()
    for theme in THEMES:
        phone.page.emulate_media(media="print", color_scheme=theme)
        words, ink, ground = phone.page.evaluate(
            "() => { const told = document.querySelector('.paper');"
            " return [document.body.innerText, getComputedStyle(told).color, getComputedStyle(document.body).backgroundColor]; }"
        )
        assert (ink, ground) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
        assert not re.search(r"^\s*print\s*$", words, re.IGNORECASE | re.MULTILINE)


def test_house_rules_are_on_the_paper(new_phone):
    phone = new_phone(viewport=DESKTOP)
    phone.open("revolucion")
    phone.open_sheet("Options")
    phone.sheet.get_by_role("textbox").fill("[fire.modifier.cover]\nsoft = -7\n")
    phone.sheet.get_by_role("button", name="Use them").click()
    expect(phone.page.get_by_text("The house rules are in force.")).to_be_visible()
    phone.close_sheet()
    phone.open_sheet("Print")
    expect(phone.sheet.locator(".side svg text", has_text="\N{MINUS SIGN}7")).to_have_count(1)
