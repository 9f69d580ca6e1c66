"""Where a battle was won, as one HTML file: the chart, the five orders and the five throws, the luck of both sides."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sandtable.lab.figures.fever import face, fever_chart, inks_of
from sandtable.lab.figures.pen import SCREEN
from sandtable.lab.luck import BattleLuck
from sandtable.lab.report.page import framed, section
from sandtable.lab.texts import say
from sandtable.lab.won.fever import Fever
from sandtable.lab.won.telling import ToldStep, in_turn, listed, rests_on, sentence

PAGE_WIDTH = 1156  # units across, on a page of its own


def won_report(fever: Fever, luck: BattleLuck | None, level: str) -> str:
    """The whole file."""
    title = fever.played.scenario.title
    strokes = luck.strokes if luck is not None else ()
    about = say("won.chart_about", side=fever.played.side_name(fever.side))
    body = "".join(
        [
            f'<header class="mast"><h1>{escape(say("report.mast"))}</h1><p>{escape(say("won.question", title=title))}</p></header>',
            f'<article><p class="title">{escape(title)}</p><div class="say"><h2>{escape(sentence(fever))}</h2>',
            f"<p>{escape(rests_on(fever, level))}</p></div>",
            section(say("won.chart"), about, fever_chart(fever, strokes, PAGE_WIDTH)),
            _list(fever, "orders", listed(fever, "order")),
            _list(fever, "throws", listed(fever, "throw")),
            _luck(luck),
            "</article>",
        ]
    )
    return framed(say("won.question", title=title), body)


def _list(fever: Fever, name: str, told: Sequence[ToldStep]) -> str:
    if not told:
        return section(say(f"won.{name}"), "", f"<p>{escape(say('won.no_steps'))}</p>")
    inks = inks_of(fever)
    other = next(role for role in fever.played.sides if role != fever.side)
    rows = ""
    for number, one in enumerate(told, start=1):
        ink = inks[fever.side if one.moved > 0 else other]
        mark = face(one) if one.faces else str(number)
        words = escape(in_turn(one))
        style = f"color:{SCREEN.colours[ink]}" + ("" if one.solid else ";opacity:.7;font-weight:500")
        rows += f'<li><b style="{style}">{escape(one.points)}</b><span>({escape(mark)}) {words}</span></li>'
    return section(say(f"won.{name}"), say("won.hollow"), f'<ul class="nums">{rows}</ul>')


def _luck(luck: BattleLuck | None) -> str:
    if luck is None or not luck.sides:
        return ""
    told = "".join(f"<p>{escape(one.sentence)}</p>" for one in luck.sides)
    return section(say("won.luck"), say("won.luck_about"), told)
