"""Reports as files, by how their names end."""

from __future__ import annotations

from sandtable.lab.battles.journal import Journal
from sandtable.lab.experiment import Experiment
from sandtable.lab.report.page import html_report
from sandtable.lab.report.paper import pdf_report
from sandtable.lab.running import answers_in

SUFFIXES = (".html", ".pdf")


def report_in(suffix: str, experiment: Experiment, journal: Journal) -> bytes:
    """What a journal says, as a file that ends like this."""
    found = answers_in(experiment, journal)
    return pdf_report(experiment, found) if suffix == ".pdf" else html_report(experiment, found).encode()
