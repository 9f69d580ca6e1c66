"""Answers that are no experiments as files: the sentence, then sections with a picture, a table, sentences or steps; as HTML or as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape

from sandtable.lab.report.page import framed, section
from sandtable.lab.texts import say
from sandtable.print.pdf import typeset

TEMPLATE = "told.typ"
PDF = ".pdf"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an answer under its heading; whatever it has not is left out. ``steps`` are figures with words beside them."""

    heading: str
    about: str = ""
    svg: str = ""
    lines: Sequence[str] = ()
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    steps: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class ToldAnswer:
    """An answer: what was asked, the sentence, what it rests on, and the rest of it."""

    question: str
    sentence: str
    rests_on: str
    sections: Sequence[Section]


def pdf_of(answer: ToldAnswer, paper: str = "a4") -> bytes:
    """The answer as a PDF."""
    return typeset(TEMPLATE, {"mast": say("report.mast"), **asdict(answer)}, paper).pdf


def html_of(answer: ToldAnswer) -> str:
    """The answer as one HTML file."""
    body = (
        f'<header class="mast"><h1>{escape(say("report.mast"))}</h1><p>{escape(answer.question)}</p></header>'
        f'<article><div class="say"><h2>{escape(answer.sentence)}</h2><p>{escape(answer.rests_on)}</p></div>'
        + "".join(section(one.heading, one.about, _inside(one)) for one in answer.sections)
        + "</article>"
    )
    return framed(answer.question, body)


def file_of(suffix: str, answer: ToldAnswer) -> bytes:
    """The answer as a file that ends like this."""
    return pdf_of(answer) if suffix == PDF else html_of(answer).encode()


def _inside(one: Section) -> str:
    told = one.svg + "".join(f"<p>{escape(line)}</p>" for line in one.lines)
    if one.rows:
        names = "".join(f"<th>{escape(name)}</th>" for name in one.head)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in one.rows)
        told += f"<table><thead><tr>{names}</tr></thead><tbody>{rows}</tbody></table>"
    if one.steps:
        steps = "".join(f"<li><b>{escape(figure)}</b><span>{escape(words)}</span></li>" for figure, words in one.steps)
        told += f'<ul class="nums">{steps}</ul>'
    return told
