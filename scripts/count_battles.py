"""Play every shipped scenario by the computer against itself and write what was counted beside it: how long it is, how hard each side has it.

Scenarios whose counts are of their present text and rules are left as they are, unless --again is given.
"""

from __future__ import annotations

import argparse
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.matches.match import Failure, Match, Record, series
from sandtable.battle.registry import table
from sandtable.battle.scenario.counts import FILE, Counts, LevelCount, all_counts, hash_of
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
    arguments.add_argument("--battles", type=int, default=BATTLES, help="how many at each level")
    arguments.add_argument("--jobs", type=int, default=1, help="how many processes")
    arguments.add_argument("--again", action="store_true", help="count all of them anew")
    asked = arguments.parse_args()
    for name, file in shipped().items():
        text = file.read_text(encoding="utf-8")
        scenario = read_scenario(text, file.name)
        if not registry.entries()[scenario.ruleset].ours:
            continue
        known = all_counts().get(name)
        version = table(scenario.ruleset).rules_version
        if known and (known.text, known.rules_version) == (hash_of(text), version) and not asked.again:
            print(f"{name}: counted already")
            continue
        counts = counted(scenario, text, asked.battles, asked.jobs)
        keep(scenario.ruleset, name, counts)
        print(f"{name}: {counts}")


def counted(scenario: Scenario, text: str, battles: int, jobs: int) -> Counts:
    """Play a scenario at every level."""
    rules = table(scenario.ruleset)
    if not isinstance(rules, HasPlayers):
        raise SystemExit(f"{scenario.ruleset} has nobody who plays it.")
    levels = {level: level_count(scenario, text, level, battles, jobs) for level in rules.levels}
    return Counts(hash_of(text), rules.rules_version, FIRST, levels)


def level_count(scenario: Scenario, text: str, level: str, battles: int, jobs: int) -> LevelCount:
    """Play so many battles between two computers of one level."""
    sides = [side.label for side in scenario.sides]
    match = Match(scenario.ruleset, text, tuple((side, PLAYER) for side in sides), level)
    records: list[Record] = []
    for told in series(match, [str(seed) for seed in range(FIRST, FIRST + battles)], jobs):
        if isinstance(told, Failure):
            raise SystemExit(f"{scenario.title}, seed {told.seed}: {told.error}, {told.where}")
        records.append(told)
    return LevelCount(
        len(records),
        {side: sum(one.winner == side for one in records) for side in sides},
        sum(one.orders for one in records),
        sum(one.turns for one in records),
    )


def keep(ruleset: str, name: str, counts: Counts) -> None:
    """Write the counts of a scenario among those of its ruleset."""
    place = Path(str(files(f"{registry.packages()[ruleset]}.table").joinpath("scenarios").joinpath(FILE)))
    kept: dict[str, Any] = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    kept[name] = codec.write(counts)
    place.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
