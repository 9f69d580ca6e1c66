"""Play every shipped scenario by the computer against itself and write what was counted beside it: how long it is, how hard each side has it.

Counts of a scenario's present text and rules are added to until there are as many battles as asked for, unless --again begins anew; every level is kept
as soon as it is counted. Names of scenarios count only these.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.matches.match import Failure, Match, series
from sandtable.battle.registry import table
from sandtable.battle.scenario.counts import FILE, Counts, LevelCount, counts_of, hash_of
from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.kernel import codec, registry

FIRST = 1
BATTLES = 10  # at each level
PLAYER = "opponent"


def main() -> None:
    """Count what has to be counted, and keep it."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("names", nargs="*", metavar="NAME", help="scenarios to count, all of them if none is named")
    arguments.add_argument("--battles", type=int, default=BATTLES, help="how many at each level")
    arguments.add_argument("--jobs", type=int, default=1, help="how many processes")
    arguments.add_argument("--again", action="store_true", help="count all of them anew")
    asked = arguments.parse_args()
    if unknown := set(asked.names) - shipped().keys():
        raise SystemExit(f"No scenario is called {', '.join(sorted(unknown))}.")
    for name, file in shipped().items():
        if asked.names and name not in asked.names:
            continue
        text = file.read_text(encoding="utf-8")
        scenario = read_scenario(text, file.name)
        if not registry.entries()[scenario.ruleset].ours:
            continue
        known = None if asked.again else counts_of(name, text)
        if known and known.rules_version != table(scenario.ruleset).rules_version:
            known = None
        if known and is_enough(known, table(scenario.ruleset), asked.battles):
            print(f"{name}: counted already")
            continue
        for counts in counted(scenario, text, known, asked.battles, asked.jobs):
            keep(scenario.ruleset, name, counts)
            print(f"{name}: {counts}", flush=True)


def is_enough(known: Counts, rules: object, battles: int) -> bool:
    """Whether so many are known of every level; whoever was interrupted has some of the levels."""
    levels = rules.levels if isinstance(rules, HasPlayers) else ()
    return all(level in known.levels and known.levels[level].battles >= battles for level in levels)


def counted(scenario: Scenario, text: str, known: Counts | None, battles: int, jobs: int) -> Iterator[Counts]:
    """Play a scenario at every level; what is counted so far, whenever a level is."""
    rules = table(scenario.ruleset)
    if not isinstance(rules, HasPlayers):
        raise SystemExit(f"{scenario.ruleset} has nobody who plays it.")
    levels = dict(known.levels) if known else {}
    for level in rules.levels:
        levels[level] = level_count(scenario, text, level, levels.get(level), battles, jobs)
        yield Counts(hash_of(text), rules.rules_version, FIRST, dict(levels), known.best if known else None)


def level_count(
    scenario: Scenario, text: str, level: str, known: LevelCount | None, battles: int, jobs: int
) -> LevelCount:
    """Play battles between two computers of one level until there are so many, on the seeds after those that are known."""
    sides = [side.label for side in scenario.sides]
    match = Match(scenario.ruleset, text, tuple((side, PLAYER) for side in sides), level)
    count = known or LevelCount(0, dict.fromkeys(sides, 0), 0, 0)
    for told in series(match, [str(seed) for seed in range(FIRST + count.battles, FIRST + battles)], jobs):
        if isinstance(told, Failure):
            raise SystemExit(f"{scenario.title}, seed {told.seed}: {told.error}, {told.where}")
        wins = {side: won + (told.winner == side) for side, won in count.wins.items()}
        count = LevelCount(count.battles + 1, wins, count.orders + told.orders, count.turns + told.turns)
    return count


def keep(ruleset: str, name: str, counts: Counts) -> None:
    """Write the counts of a scenario among those of its ruleset."""
    place = Path(str(files(f"{registry.packages()[ruleset]}.table").joinpath("scenarios").joinpath(FILE)))
    kept: dict[str, Any] = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    kept[name] = codec.write(counts)
    place.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
