"""``sandtable lab worker``: play battles for somebody else's run."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sandtable.cli import texts
from sandtable.cli.chosen import whole_number
from sandtable.cli.lab.common import MOST_JOBS, begin, check_address, needs_cluster
from sandtable.cli.options import AsJson


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("worker")(worker)


def worker(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="The scheduler: tcp://host:8786.", show_default=False)
    ],
    jobs: Annotated[
        int | None, whole_number("--jobs", 1, MOST_JOBS, help="Processes.", show_default="all cores")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play battles for whoever uses the scheduler of this address, until Ctrl-C."""
    begin(as_json=as_json)
    needs_cluster()
    check_address(address)
    from sandtable.lab.clusters.worker import cores, work  # noqa: PLC0415 - the extra may not be installed

    def told(own: str) -> None:
        sys.stderr.write(texts.say("cli.lab.works", address=address, own=own) + "\n")

    work(address, jobs or cores(), told)
