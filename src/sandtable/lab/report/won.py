"""Where a battle was won, as one HTML file or as PDF: the chart, the five orders and the five throws, the luck of both sides."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sandtable.lab.figures.fever import face, fever_chart, inks_of
from sandtable.lab.figures.pen import PAPER, SCREEN
from sandtable.lab.luck import BattleLuck
from sandtable.lab.report.page import framed, section
from sandtable.lab.report.told import Section, ToldAnswer, pdf_of
from sandtable.lab.texts import say
from sandtable.lab.won.fever import Fever
from sandtable.lab.won.telling import ToldStep, listed_steps, rests_on, sentence, words_in_turn

PAPER_WIDTH = 760  # units across, on paper
FULL, HOLLOW = "\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}"
PAGE_WIDTH = 1156  # units across, on a page of its own


def won_report(fever: Fever, luck: BattleLuck | None, level: str) -> str:
    """The report as the text of one HTML file."""
    title = fever.played.scenario.title
    strokes = luck.strokes if luck is not None else ()
    about = say("won.chart_about", side=fever.played.side_name(fever.side))
    body = "".join(
        [
            f'<header class="mast"><h1>{escape(say("report.mast"))}</h1><p>{escape(say("won.question", title=title))}</p></header>',
            f'<article><p class="title">{escape(title)}</p><div class="say"><h2>{escape(sentence(fever))}</h2>',
            f"<p>{escape(rests_on(fever, level))}</p></div>",
            section(say("won.chart"), about, fever_chart(fever, strokes, PAGE_WIDTH)),
            _list(fever, "orders", listed_steps(fever, "order")),
            _list(fever, "throws", listed_steps(fever, "throw")),
            _luck(luck),
            "</article>",
        ]
    )
    return framed(say("won.question", title=title), body)


def won_pdf(fever: Fever, luck: BattleLuck | None, level: str) -> bytes:
    """The same on paper."""
    title = fever.played.scenario.title
    strokes = luck.strokes if luck is not None else ()
    about = say("won.chart_about", side=fever.played.side_name(fever.side))
    sections = [Section(say("won.chart"), about, fever_chart(fever, strokes, PAPER_WIDTH, PAPER))]
    for name, listed in (("orders", listed_steps(fever, "order")), ("throws", listed_steps(fever, "throw"))):
        steps = [(one.points, _words(one, number)) for number, one in enumerate(listed, start=1)]
        none = () if steps else (say("won.no_steps"),)
        sections.append(Section(say(f"won.{name}"), say("won.hollow") if steps else "", lines=none, steps=steps))
    if luck is not None and luck.sides:
        sections.append(Section(say("won.luck"), say("won.luck_about"), lines=[one.sentence for one in luck.sides]))
    return pdf_of(ToldAnswer(say("won.question", title=title), sentence(fever), rests_on(fever, level), sections))


def _words(one: ToldStep, number: int) -> str:
    mark = face(one) if one.faces else str(number)
    return f"{FULL if one.solid else HOLLOW} ({mark}) {words_in_turn(one)}"


def _list(fever: Fever, name: str, steps: Sequence[ToldStep]) -> str:
    if not steps:
        return section(say(f"won.{name}"), "", f"<p>{escape(say('won.no_steps'))}</p>")
    inks = inks_of(fever)
    other = next(role for role in fever.played.sides if role != fever.side)
    rows = ""
    for number, one in enumerate(steps, start=1):
        ink = inks[fever.side if one.moved > 0 else other]
        mark = face(one) if one.faces else str(number)
        words = escape(words_in_turn(one))
        style = f"color:{SCREEN.colours[ink]}" + ("" if one.solid else ";opacity:.7;font-weight:500")
        rows += f'<li><b style="{style}">{escape(one.points)}</b><span>({escape(mark)}) {words}</span></li>'
    return section(say(f"won.{name}"), say("won.hollow"), f'<ul class="nums">{rows}</ul>')


def _luck(luck: BattleLuck | None) -> str:
    if luck is None or not luck.sides:
        return ""
    told = "".join(f"<p>{escape(one.sentence)}</p>" for one in luck.sides)
    return section(say("won.luck"), say("won.luck_about"), told)
