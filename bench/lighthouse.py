"""What Lighthouse says of every page on a phone, its network and processor slowed by calculation: the score, and what it is made of."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.browser import CHROMIUM, load, missing
from sandtable.kernel import registry
from tests.support.serving import Server, start_server
from tests.support.table_line import CALLS, Seat, open_battle

LIGHTHOUSE = Path(os.environ.get("LIGHTHOUSE", "build/lighthouse/node_modules/.bin/lighthouse"))
REPORTS = Path(os.environ.get("LIGHTHOUSE_REPORTS", "build/lighthouse/reports"))
RUNS = int(os.environ.get("LIGHTHOUSE_RUNS", "5"))
FLAGS = ("--quiet", "--output=json", "--only-categories=performance,accessibility")
CHROME_FLAGS = "--chrome-flags=--headless=new --no-sandbox --disable-gpu"
TABLE = "revolucion"
SCENARIOS = ("tutorial", "celaya-1915")
LEAST, LEAST_AT_THE_TABLE = 95, 90  # of 100, in performance
# What the score is made of, and what it is mostly lost by, as Lighthouse names it.
PARTS = {
    "FCP": "first-contentful-paint",
    "LCP": "largest-contentful-paint",
    "SI": "speed-index",
    "TBT": "total-blocking-time",
    "CLS": "cumulative-layout-shift",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One page: its scores of all runs, the parts of its best run, and the least that is asked of it."""

    name: str
    scores: list[float]
    accessibility: float
    parts: dict[str, str]
    least: float

    @property
    def words(self) -> str:
        """The row as it is printed."""
        parts = "  ".join(f"{name} {value}" for name, value in self.parts.items())
        return (
            f"{self.name:28} median {statistics.median(self.scores):3.0f}  best {max(self.scores):3.0f}"
            f"  of at least {self.least:.0f}  accessibility {self.accessibility:3.0f}   {parts}"
        )


def pages(server: Server) -> Iterator[tuple[str, str, float]]:
    """The name of each page, its address, and the score that is asked of it."""
    yield "home", f"{server.address}/", LEAST
    for name in registry.names():
        yield f"umpire, {name}", f"{server.address}/#/{name}", LEAST
    yield "lobby", f"{server.address}/#/table/{TABLE}", LEAST_AT_THE_TABLE
    for scenario in SCENARIOS:
        yield f"table, {scenario}", f"{server.address}/#table={_begun(server, scenario)}", LEAST_AT_THE_TABLE


def _begun(server: Server, scenario: str) -> str:
    """The token of a seat that is to play in a battle against the computer."""
    tokens = open_battle(server, scenario, Government="me", Revolutionary="computer")
    with Seat(server, tokens["Government"]) as seat:
        seat.order(kind="ready", by="Government")
        seat.until(lambda now: now.table["scene"]["clock"]["turn"] == 1 and now.decisions)
    return tokens["Government"]


def measure(wanted: str) -> Iterator[Row]:
    """Every page whose name holds the wanted words, each in some runs."""
    with TemporaryDirectory() as folder:
        server = start_server("--database", f"sqlite:///{folder}/battles.db")
        CALLS.post(f"{server.address}/api/catalogue", json={})  # the first answer of a server is not typical
        try:
            for name, address, least in pages(server):
                if wanted in name:
                    yield _row(name, address, least)
        finally:
            server.stop()


def _row(name: str, address: str, least: float) -> Row:
    reports = [_report(name, address, number) for number in range(RUNS)]
    best = max(reports, key=_performance)
    parts = {short: best["audits"][long].get("displayValue", "") for short, long in PARTS.items()}
    accessibility = 100 * min(report["categories"]["accessibility"]["score"] for report in reports)
    return Row(name, [_performance(report) for report in reports], accessibility, parts, least)


def _performance(report: dict[str, Any]) -> float:
    return 100 * float(report["categories"]["performance"]["score"])


def _report(name: str, address: str, number: int) -> dict[str, Any]:
    """What one run found; the whole report is left in the folder of built things, for whoever wants to know why."""
    place = REPORTS / f"{name.replace(', ', '-')}-{number}.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "CHROME_PATH": str(CHROMIUM)}
    command = [str(LIGHTHOUSE), address, *FLAGS, CHROME_FLAGS, f"--output-path={place}"]
    subprocess.run(command, check=True, env=environment)  # noqa: S603 - our own command
    found: dict[str, Any] = json.loads(place.read_text())
    return found


if __name__ == "__main__":
    if not LIGHTHOUSE.exists():
        sys.exit("There is no Lighthouse: run `make lighthouse`.")
    if missing():
        sys.exit(missing())
    print(f"{RUNS} runs each, {load()} before")
    for row in measure(" ".join(sys.argv[1:])):
        print(row.words, f"  {load()}", flush=True)
