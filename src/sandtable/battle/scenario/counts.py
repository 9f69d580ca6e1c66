"""What is known of a scenario because it was played and counted: how long it is, and how hard each side has it.

The counts lie beside a ruleset's scenarios in ``counts.json``, written by ``scripts/count_battles.py``. They are those of one text alone: a
scenario whose forces or ground were changed since has none until it is played again.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from sandtable.battle.scenario.rules import rulesets_with_tables
from sandtable.kernel import codec, registry
from sandtable.kernel.codec import Json
from sandtable.kernel.spelling import APOSTROPHE

FILE = "counts.json"
SECONDS_OF_AN_ORDER = 10  # of both sides, on average: fifteen to give one, five to watch one
ROUNDED_TO = 5  # minutes
EASY, HARD = 0.6, 0.4  # shares of the battles that a side wins
WORDS = frozenset(
    {"date", "handicap", "hint", "history", "place", "title"}
)  # of a scenario's file, on which no battle depends
EASIEST, MIDDLING, HARDEST = 1, 2, 3


@dataclass(frozen=True, slots=True)
class LevelCount:
    """The battles that two computers of one level fought: how many, who won them, and how many orders and turns all of them took."""

    battles: int
    wins: Mapping[str, int]
    orders: int
    turns: int


@dataclass(frozen=True, slots=True)
class BestCount:
    """Many more battles at the hardest level alone: how many, and who won them."""

    battles: int
    wins: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted of a scenario. ``text`` is the hash of the text that was played; the seeds were ``first`` and those after it."""

    text: str
    rules_version: str
    first: int
    levels: Mapping[str, LevelCount]
    best: BestCount | None = None  # the battles that the scenario's file tells of

    @property
    def battles(self) -> int:
        """How many battles were played."""
        return sum(level.battles for level in self.levels.values())

    @property
    def minutes(self) -> int:
        """About how long a battle takes, by its orders."""
        orders = sum(level.orders for level in self.levels.values()) / self.battles
        return max(ROUNDED_TO, round(orders * SECONDS_OF_AN_ORDER / 60 / ROUNDED_TO) * ROUNDED_TO)

    def wins(self, side: str) -> int:
        """How many of them a side won."""
        return sum(level.wins.get(side, 0) for level in self.levels.values())

    def difficulty(self, side: str) -> int:
        """How hard a side has it, from 1 to 3: by how often it won against an equal."""
        share = self.wins(side) / self.battles
        return EASIEST if share >= EASY else HARDEST if share < HARD else MIDDLING


def hash_of(text: str) -> str:
    """What tells one text of a scenario from another that is played otherwise: neither words to the reader nor the form of an apostrophe count."""
    told = {name: part for name, part in tomllib.loads(text).items() if name not in WORDS}
    typed = json.dumps(told, sort_keys=True).replace(json.dumps(APOSTROPHE).strip('"'), "'")
    return sha256(typed.encode()).hexdigest()


def counts_of(name: str, text: str) -> Counts | None:
    """What was counted of a scenario by its name, if it was this very text."""
    counts = all_counts().get(name.rpartition(":")[2])
    return counts if counts is not None and counts.text == hash_of(text) else None


@cache
def all_counts() -> Mapping[str, Counts]:
    """All that was counted, by the names of the scenarios' files."""
    found: dict[str, Counts] = {}
    for ruleset in rulesets_with_tables():
        file = files(f"{registry.packages()[ruleset]}.table").joinpath("scenarios").joinpath(FILE)
        if file.is_file():
            raw: dict[str, Json] = json.loads(file.read_text(encoding="utf-8"))
            found |= {name: codec.read(Counts, counts, f"{FILE}.{name}") for name, counts in raw.items()}
    return found
