"""A report as one HTML file: no network and no script is needed to read it, and everything that it rests on is in it."""

from __future__ import annotations

import csv
import gzip
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from io import StringIO

from sandtable.kernel import codec
from sandtable.lab.experiment import Experiment
from sandtable.lab.figures.pen import SCREEN
from sandtable.lab.report.content import Content, Figure, Part, content, part, table_of
from sandtable.lab.running import JobAnswer
from sandtable.lab.texts import number, say
from sandtable.print.fonts import report_fonts

JOURNAL = "experiment.jsonl"


def html_report(experiment: Experiment, answers: tuple[JobAnswer, ...]) -> str:
    """The report as the text of one HTML file."""
    told = content(experiment, answers)
    body = "".join(
        [
            f'<header class="mast"><h1>{escape(say("report.mast"))}</h1><p>{escape(told.question)}</p></header>',
            *(_part(one, place, answers[place]) for place, one in enumerate(told.parts)),
            _settled(told),
            _again(experiment, told),
        ]
    )
    return framed(told.question, body)


def framed(title: str, body: str) -> str:
    """A page that needs nothing else, with this body."""
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{report_fonts()}{style}</style></head><body>{body}</body></html>\n"
    )


def answer_html(answer: JobAnswer) -> str:
    """One answer with its pictures, for a notebook: without a head, and without a list of battles."""
    told = part(answer)
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    return f'<div class="sandtable-lab"><style>{style}</style>{_said(told)}{_pictures(told)}{_numbers(told)}</div>'


# ---- Parts -----------------------------------------------------------------------------------------------------------------------------


def _part(one: Part, place: int, answer: JobAnswer) -> str:
    return "".join(
        [
            f'<article id="part-{place}"><p class="title">{escape(one.title)}</p>',
            _said(one),
            _changes(one),
            _pictures(one),
            _numbers(one),
            _failures(one),
            _battles(one, place),
            _data(answer, place),
            "</article>",
        ]
    )


def _said(one: Part) -> str:
    confirmed = f'<p class="confirmed">{escape(one.confirmed)}</p>' if one.confirmed else ""
    return f'<div class="say"><h2>{escape(one.sentence)}</h2>{confirmed}<p>{escape(one.rests_on)}</p></div>'


def _changes(one: Part) -> str:
    if not one.changes:
        return ""
    rows = [(each.label, each.rule, each.first, each.second) for each in one.changes]
    names = [say(f"column.{name}") for name in ("number", "rule", "was", "is")]
    return section(say("heading.changes"), "", _table(names, rows))


def _pictures(one: Part) -> str:
    return f'<div class="figures">{"".join(_picture(each) for each in one.figures)}</div>'


def _picture(one: Figure) -> str:
    wide = " wide" if one.wide else ""
    return f'<figure class="f{wide}">{heading_of(one.heading, one.about)}{one.draw(SCREEN)}</figure>'


def _numbers(one: Part) -> str:
    if not one.numbers:
        return ""
    rows = "".join(f"<li><b>{escape(figure)}</b><span>{escape(what)}</span></li>" for figure, what in one.numbers)
    return section(say("heading.numbers"), "", f'<ul class="nums">{rows}</ul>')


def _failures(one: Part) -> str:
    if not one.failures:
        return ""
    rows = [(each.seed, each.error, each.where) for each in one.failures]
    names = [say(f"column.{name}") for name in ("battle", "error", "where")]
    return section(say("heading.failures"), say("failed", failed=len(rows)), _table(names, rows))


def _battles(one: Part, place: int) -> str:
    """The battles one by one, where a dot leads."""
    if not one.rows:
        return ""
    more = say("report.more", hidden=number(one.hidden)) if one.hidden else ""
    how = say("report.replay", command=f"sandtable lab again {JOURNAL} --seed SEED")
    head = "".join(f"<th>{escape(name)}</th>" for name in one.columns)
    first = place == 0  # the pictures of all parts name battles by their seeds: the first part's rows answer to them
    rows = "".join(_battle(row, linked=first) for row in one.rows)
    return (
        f"<details><summary>{escape(say('heading.list'))}</summary><p>{escape(how)} {escape(more)}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def _battle(row: tuple[str, ...], *, linked: bool) -> str:
    place = f' id="battle-{escape(row[0])}"' if linked else ""
    return f"<tr{place}>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"


def _data(answer: JobAnswer, place: int) -> str:
    """All battles as a table to be kept."""
    sheet = StringIO()
    csv.writer(sheet, lineterminator="\n").writerows(table_of(answer.answer))
    return f"<p>{_download(f'battles-{place + 1}.csv.gz', sheet.getvalue(), say('report.data'))}</p>"


def _settled(report: Content) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(what)}</dd>" for name, what in report.settled)
    return section(say("heading.settled"), say("about.settled"), f"<dl>{rows}</dl>")


def _again(experiment: Experiment, report: Content) -> str:
    """The commands that make it again, and the experiment itself, to be given to them."""
    head = json.dumps(codec.write(experiment.head), ensure_ascii=False) + "\n"
    commands = [f"gunzip {JOURNAL}.gz", f"sandtable lab run {JOURNAL}", f"sandtable lab report {JOURNAL} -o again.html"]
    shown = "\n".join(escape(command) for command in commands)
    link = _download(f"{JOURNAL}.gz", head, say("report.experiment", hash=report.hash))
    return section(say("heading.again"), say("about.again"), f"<p>{link}</p><pre>{shown}</pre>")


# ---- Pieces ----------------------------------------------------------------------------------------------------------------------------


def _download(name: str, text: str, words: str) -> str:
    packed = b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode("ascii")
    return f'<a download="{escape(name)}" href="data:application/gzip;base64,{packed}">{escape(words)}</a>'


def section(heading: str, about: str, body: str) -> str:
    """A part of the page with its heading."""
    return f'<section class="f">{heading_of(heading, about)}{body}</section>'


def heading_of(heading: str, about: str) -> str:
    """A heading, and half a sentence of what is below it."""
    return f"<h3>{escape(heading)} <small>{escape(about)}</small></h3>"


def _table(names: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(_cells(rows))}</tbody></table>"


def _cells(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
