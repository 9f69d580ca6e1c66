"""Exact duels: two units of up to six bases, each in a game's usual duel, and all kinds against all at every range.

A duel is measured in several rounds with everything forgotten that a process remembers of situations, and its time is the median; a
matrix once, since nobody asks for the same one twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

from bench.exact import forget_situations
from sandtable.kernel.problem import Refusal
from sandtable.umpire import desk
from sandtable.umpire.duels import matrix
from sandtable.umpire.duels.duel import Answer
from sandtable.umpire.duels.reading import read_duel
from sandtable.umpire.setting import Setting, read_setting

DUEL_TARGET, MATRIX_TARGET = 50.0, 20.0  # milliseconds; seconds a core
ROUNDS = 5
BASES = {"mesoamerica": 6}  # men, where the usual duel has units of more
MILLI = 1000


@dataclass(frozen=True, slots=True)
class DuelTimes:
    """How long a duel takes in milliseconds, and a matrix in seconds, of processor time."""

    ruleset: str
    places: int
    duel: float
    fought: int  # duels of the matrix
    bands: int
    matrix: float


def duel_times(rulesets: list[str]) -> Iterator[DuelTimes]:
    """A row for each game."""
    for name in rulesets:
        setting = read_setting({"ruleset": name})
        form: dict[str, Any] = desk.call("duel_form", {"ruleset": name})
        units = [{**unit, **({"men": BASES[name]} if name in BASES else {})} for unit in form["units"]]
        answer, taken = _duel(setting, units, form), []
        for _ in range(ROUNDS):
            forget_situations()
            before = process_time()
            answer = _duel(setting, units, form)
            taken.append(MILLI * (process_time() - before))
        yield DuelTimes(name, answer.places, median(taken), *_matrix(setting, units[0], form))


def _duel(setting: Setting, units: list[dict[str, Any]], form: dict[str, Any]) -> Answer:
    told = dict(zip("AB", units, strict=True))
    return read_duel(setting, told, script=form["script"], fields=form["values"]).answer()


def _matrix(setting: Setting, unit: dict[str, Any], form: dict[str, Any]) -> tuple[int, int, float]:
    """Duels, bands and seconds of everybody against everybody at every range."""
    known = matrix.variants(setting, unit)
    bands = [{**form["values"], "range": band} for band in _bands(form)] or [dict(form["values"])]
    forget_situations()
    before, fought = process_time(), 0
    for fields in bands:
        for number in range(len(known)):
            try:
                row = matrix.row(setting, known, number, script=form["script"], fields=fields, until=None, rounds=1)
            except Refusal:
                continue
            fought += sum(cell.chance is not None for cell in row)
    return fought, len(bands), process_time() - before


def _bands(form: dict[str, Any]) -> list[str]:
    """The ranges that the form offers."""
    fields = [one["field"] for one in form["fields"] if one["of"] == "both" and one["field"]["name"] == "range"]
    return [str(choice["value"]) for field in fields for choice in field["choices"]]
