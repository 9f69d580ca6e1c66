"""A report on paper: the same words and the same pictures as PDF."""

from __future__ import annotations

from typing import Any

from sandtable.lab.experiment import Experiment
from sandtable.lab.figures.pen import PAPER
from sandtable.lab.report.content import Content, Part, content
from sandtable.lab.report.page import JOURNAL
from sandtable.lab.running import JobAnswer
from sandtable.lab.texts import say
from sandtable.print.pdf import typeset

TEMPLATE = "report.typ"


def pdf_report(experiment: Experiment, answers: tuple[JobAnswer, ...], paper: str = "a4") -> bytes:
    """The report as a PDF."""
    return typeset(TEMPLATE, plain(content(experiment, answers)), paper).pdf


def plain(report: Content) -> dict[str, Any]:
    """A report as the data that its template needs."""
    return {
        "mast": say("report.mast"),
        "question": report.question,
        "parts": [_part(one) for one in report.parts],
        "settled_heading": say("heading.settled"),
        "settled": [list(line) for line in report.settled],
        "numbers_heading": say("heading.numbers"),
        "changes_heading": say("heading.changes"),
        "again_heading": say("heading.again"),
        "again": [f"sandtable lab run {JOURNAL}", f"sandtable lab report {JOURNAL} -o again.pdf"],
    }


def _part(one: Part) -> dict[str, Any]:
    return {
        "title": one.title,
        "sentence": one.sentence,
        "rests_on": one.rests_on,
        "confirmed": one.confirmed,
        "numbers": [list(line) for line in one.numbers],
        "changes": [[change.label, change.rule, change.first, change.second] for change in one.changes],
        "change_columns": [say(f"column.{name}") for name in ("number", "rule", "was", "is")],
        "figures": [
            {"heading": each.heading, "about": each.about, "svg": each.draw(PAPER), "wide": each.wide}
            for each in one.figures
        ],
    }
