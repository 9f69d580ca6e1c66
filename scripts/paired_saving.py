"""How many battles pairs save: shipped battles on the same seeds under the printed rules and with one number a step off.

A comparison needs so many battles because wins vary. Two battles of one seed vary together, so their difference varies less: the table in docs/lab.md tells how
many times as many battles that are not the same would have to be played for as narrow an interval, scenario by scenario, and in the middle of them all.
Which number is a step off, and which way, is drawn by lot for every pair, from all whole numbers of the tables that its battle under the printed rules reads:
a number that is not read changes nothing, and would save any number of battles.

What was played is kept pair by pair in docs/figures/pairs.json and not played again, so the script may be stopped and asked for more. --only-write plays nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import numpy as np
import numpy.typing as npt

from sandtable.battle.matches.match import Failure, Record, try_battle
from sandtable.battle.registry import table as table_of
from sandtable.battle.scenario.library import load, shipped
from sandtable.battle.scenario.scenario import Scenario
from sandtable.kernel import registry
from sandtable.kernel.messages import Message
from sandtable.lab.battles.batches import play_noting_reads
from sandtable.lab.battles.variant import Variant, variant
from sandtable.lab.knobs.knob import knobs_of, turned_by
from sandtable.lab.questions.balance import worth

PAGE = Path(__file__).resolve().parent.parent / "docs" / "lab.md"
KEPT = PAGE.parent / "figures" / "pairs.json"
BEGIN, END = "<!-- paired: scripts/paired_saving.py -->\n", "<!-- end of the pairs -->\n"
HEAD = "| game | battle | pairs | changed hands | saved, times | 95% interval |\n|---|---|---|---|---|---|\n"
PAIRS = 40
FEWEST = 8  # with fewer nothing is told
DRAWN = 4000  # times that the pairs are drawn again for an interval
LOW, HIGH = 0.025, 0.975
LETTERS = {1.0: "w", 0.5: "d", 0.0: "l"}  # how the first side did: won, drawn, lost
WORTH = {letter: value for value, letter in LETTERS.items()}


@dataclass(frozen=True)
class Paired:
    """What pairs of a scenario came to, seed after seed from 0 on: a letter for the printed rules, and one with the number off."""

    name: str
    rules_version: str
    outcomes: tuple[str, ...]

    @property
    def changed(self) -> int:
        """How many changed hands."""
        return sum(one[0] != one[1] for one in self.outcomes)

    @property
    def saving(self) -> float:
        """How many times as many battles of its own each text would need."""
        values, numbers = self._counted()
        return float(_ratios(values, numbers[np.newaxis])[0])

    def drawn(self, luck: np.random.Generator) -> npt.NDArray[np.float64]:
        """The same of pairs that are drawn from these again and again."""
        values, numbers = self._counted()
        total = int(numbers.sum())
        return _ratios(values, luck.multinomial(total, numbers / total, DRAWN))

    def _counted(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        told = sorted(Counter(self.outcomes).items())
        values = np.array([[WORTH[each[0]], WORTH[each[1]]] for each, _ in told])
        return values, np.array([number for _, number in told])


def _ratios(values: npt.NDArray[np.float64], numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    shares = numbers / numbers.sum(axis=1, keepdims=True)

    def variance(of: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        spread: npt.NDArray[np.float64] = shares @ of**2 - (shares @ of) ** 2
        return spread

    apart = variance(values[:, 0]) + variance(values[:, 1])
    together = variance(values[:, 1] - values[:, 0])
    found: npt.NDArray[np.float64] = np.full(len(together), np.inf)
    np.divide(apart, together, out=found, where=together > 0)
    return found


def main() -> None:
    """Play what is asked for, and write the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="NAME", help="scenarios, all of them if none is named")
    arguments.add_argument("--pairs", type=int, default=PAIRS, help="how many of each")
    arguments.add_argument("--only-write", action="store_true", help="write the table from what is kept")
    asked = arguments.parse_args()
    if unknown := set(asked.names) - shipped().keys():
        raise SystemExit(f"No scenario is called {', '.join(sorted(unknown))}.")
    if not asked.only_write:
        for name in asked.names or shipped():
            if registry.entries()[load(name).ruleset].ours:
                play(name, asked.pairs)
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{table()}\nWritten: {PAGE}\n")


def play(name: str, pairs: int) -> None:
    """Play pairs of a scenario until there are so many; each is kept as soon as it is over."""
    printed = variant(load(name))
    version = table_of(printed.match.ruleset).rules_version
    known = {one.name: one for one in kept()}.get(name)
    outcomes = known.outcomes if known is not None and known.rules_version == version else ()
    for seed in range(len(outcomes), pairs):
        outcomes = (*outcomes, pair(printed, str(seed)))
        keep(Paired(name, version, outcomes))
    sys.stdout.write(f"{name}: {len(outcomes)} pairs, {Paired(name, version, outcomes).saving:.2f} times\n")
    sys.stdout.flush()


def pair(printed: Variant, seed: str) -> str:
    """How the first side did in a battle under the printed rules, and in the same one with a number off that it reads."""
    first, reads = play_noting_reads(printed.match, seed)
    lot = Random(f"{printed.name} {seed}")  # noqa: S311 - a lot that anybody can draw again
    numbers = [knob for knob in knobs_of(printed) if knob.path in reads]
    changed = None
    while changed is None:  # not every number may be larger, or smaller
        changed = turned_by(printed, lot.choice(numbers), lot.choice((-1, 1)))
    return "".join(_letter(printed, one) for one in (first, try_battle(changed.match, seed)))


def _letter(printed: Variant, told: Record | Failure) -> str:
    if isinstance(told, Failure):
        raise SystemExit(f"{printed.name}, seed {told.seed}: {told.error}, {told.where}")
    return LETTERS[worth(told, printed.sides[0])]


def keep(paired: Paired) -> None:
    """Write what came of a scenario's pairs among the others."""
    known = {one.name: one for one in kept()} | {paired.name: paired}
    told = {name: {"rules_version": one.rules_version, "pairs": " ".join(one.outcomes)} for name, one in known.items()}
    KEPT.write_text(json.dumps(dict(sorted(told.items())), indent=1) + "\n", encoding="utf-8")


def kept() -> Iterator[Paired]:
    """What was played, scenario by scenario."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    return (Paired(name, told["rules_version"], tuple(told["pairs"].split())) for name, told in known.items())


def overall(known: list[Paired]) -> tuple[float, tuple[float, float]]:
    """The middle one of all scenarios, and its interval: their pairs are drawn again and again."""
    luck = np.random.default_rng(0)
    drawn = np.median(np.stack([one.drawn(luck) for one in known]), axis=0)
    return median(one.saving for one in known), _interval(drawn)


def _interval(drawn: npt.NDArray[np.float64]) -> tuple[float, float]:
    low, high = np.quantile(drawn, (LOW, HIGH), method="nearest")
    return float(low), float(high)


def table() -> str:
    """The table as Markdown, and what is in the middle of it."""
    told_of = (one for one in kept() if len(one.outcomes) >= FEWEST)
    known = sorted(told_of, key=lambda one: (_title(load(one.name)), load(one.name).title))
    luck = np.random.default_rng(0)
    rows = "".join(_row(one, luck) for one in known)
    middle, (low, high) = overall(known)
    pairs = sum(len(one.outcomes) for one in known)
    told = f"In the middle of these {len(known)} battles: **{_times(middle)} times** ({_span(low, high)}), by {pairs:,} pairs."
    return f"{HEAD}{rows}\n{told}\n"


def _row(one: Paired, luck: np.random.Generator) -> str:
    scenario, (low, high) = load(one.name), _interval(one.drawn(luck))
    hands, times = str(one.changed), (_times(one.saving), _span(low, high) if one.changed else "")
    cells = (f"*{_title(scenario)}*", scenario.title, str(len(one.outcomes)), hands, *times)
    return "| " + " | ".join(cells) + " |\n"


def _times(ratio: float) -> str:
    return f"{ratio:.1f}" if np.isfinite(ratio) else "too few to tell"


def _span(low: float, high: float) -> str:
    return f"{_times(low)} to {_times(high)}" if np.isfinite(high) else f"{_times(low)} or more"


def _title(scenario: Scenario) -> str:
    return registry.ruleset(scenario.ruleset).catalogue.say(Message("ruleset.title"))


def with_table(page: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + table() + "\n" + END + after


if __name__ == "__main__":
    main()
