"""An experiment as people write it, in TOML; everything that is wrong with it is told at once, in a sentence each.

question = "Does -2 for soft cover hurt the attacker?"
scenarios = ["tutorial", "celaya-1915"]
held = false

[variants]
printed = {}
club = { house = "club.toml", options = { wire = true }, level = "general", levels = { Government = "recruit" } }

[stop]
rule = "sprt"
worse = -5
same = 0
most = 4000

[seeds]
screen = "0.."
confirm = "1000000.."
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast, get_args

from sandtable.battle.scenario.library import load
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.lab.battles.variant import Variant, levels_of, variant
from sandtable.lab.experiment import LARGEST_SEED, MOST, Experiment, Rule, Seeds, Stop

KEYS = ("question", "scenarios", "variants", "stop", "seeds", "held")
STOP_KEYS = ("rule", "most", "goal", "same", "worse", "alpha", "beta", "difference")
SEED_KEYS = ("screen", "confirm")
VARIANT_KEYS = ("house", "options", "level", "levels", "weights")
LONGEST_RUN = 1_000_000
HUNDRED = 100
ReadFile = Callable[[str], str]


def read_experiment(source: str, read_file: ReadFile) -> Experiment:
    """Read an experiment; ``read_file`` gives the text of a file that it names."""
    try:
        tree = tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        raise refuse("experiment", "lab.file.not_toml", error=str(error)) from None
    reader = _Reader(read_file)
    return reader.experiment(tree)


class _Reader:
    """Reads the parts of an experiment and gathers what is wrong with them."""

    def __init__(self, read_file: ReadFile) -> None:
        self._read_file = read_file
        self._problems: list[Problem] = []

    def experiment(self, tree: Mapping[str, Any]) -> Experiment:
        self._known(tree, KEYS, "")
        question = self._text(tree, "question", "")
        variants = self._variants(tree)
        stop, seeds = self._stop(tree.get("stop", {})), self._seeds(tree.get("seeds", {}))
        held = tree.get("held", False)
        if not isinstance(held, bool):
            self._wrong("held", "lab.file.yes_no")
        if self._problems:
            raise Refusal(self._problems)
        return Experiment(question, variants, stop, seeds, bool(held))

    # ---- Parts -------------------------------------------------------------------------------------------------------------------------

    def _variants(self, tree: Mapping[str, Any]) -> tuple[tuple[Variant, ...], ...]:
        names = tree.get("scenarios")
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            self._wrong("scenarios", "lab.file.scenarios")
            return ()
        told = tree.get("variants", {"printed": {}})
        if not isinstance(told, Mapping) or not told or not all(isinstance(one, Mapping) for one in told.values()):
            self._wrong("variants", "lab.file.variants")
            return ()
        found: list[tuple[Variant, ...]] = []
        for name in names:
            made = [self._variant(name, called, about) for called, about in told.items()]
            if all(one is not None for one in made):
                found.append(tuple(cast("list[Variant]", made)))
        return tuple(found)

    def _variant(self, scenario: str, called: str, about: Mapping[str, Any]) -> Variant | None:
        place = f"variants.{called}"
        self._known(about, VARIANT_KEYS, place)
        try:
            one = variant(load(scenario), str(about.get("level", "")))
            one = one.with_levels(self._levels(one, about.get("levels", {}), place))
            one = one.weighing(self._weights(about.get("weights", {})))
            house = about.get("house")
            text = self._read_file(house) if isinstance(house, str) else ""
            options = {str(name): _plain(value) for name, value in dict(about.get("options", {})).items()}
            return replace(one.under(text, called, options), house=called)
        except Refusal as refusal:
            self._problems += [problem.inside(place) for problem in refusal.problems]
        except OSError:
            self._wrong("scenarios", "lab.unknown_scenario")
        except (TypeError, ValueError):
            self._wrong(place, "lab.file.variants")
        return None

    def _levels(self, one: Variant, raw: Any, place: str) -> dict[str, str]:
        if not isinstance(raw, Mapping):
            self._wrong(f"{place}.levels", "lab.file.variants")
            return {}
        for side, level in raw.items():
            if side not in one.sides:
                self._wrong(f"{place}.levels", "lab.no_side", one.sides, side=str(side))
            elif level not in levels_of(one):
                self._wrong(f"{place}.levels", "lab.no_level", levels_of(one), level=str(level))
        return dict(raw)

    def _weights(self, raw: Any) -> dict[str, tuple[str, str]]:
        """The weights files of sides, by name and text."""
        return {str(side): (str(file), self._read_file(str(file))) for side, file in dict(raw).items()}

    def _stop(self, raw: Any) -> Stop:
        if not isinstance(raw, Mapping):
            self._wrong("stop", "lab.file.table", name="stop")
            return Stop()
        self._known(raw, STOP_KEYS, "stop")
        rule, usual = raw.get("rule", "decided"), Stop()
        if rule not in get_args(Rule):
            self._wrong("stop.rule", "lab.file.rule", get_args(Rule))
            rule = "decided"
        if raw.get("difference", "wins") != "wins":
            self._wrong("stop.difference", "lab.file.difference", ("wins",))
        by_choice = rule == "sprt"
        same = usual.same if by_choice else self._band(raw, "same", usual.same)
        equal = self._share(raw, "same", usual.equal, -1.0, 1.0) if by_choice else usual.equal
        return Stop(
            rule,
            self._whole(raw, "most", MOST, 1, LONGEST_RUN),
            self._band(raw, "goal", usual.goal),
            same,
            self._share(raw, "worse", usual.worse, -1.0, 1.0),
            equal,
            self._chance(raw, "alpha"),
            self._chance(raw, "beta"),
        )

    def _seeds(self, raw: Any) -> Seeds:
        if not isinstance(raw, Mapping):
            self._wrong("seeds", "lab.file.table", name="seeds")
            return Seeds()
        self._known(raw, SEED_KEYS, "seeds")
        screen = self._first(raw, "screen", 0)
        return Seeds(0 if screen is None else screen, self._first(raw, "confirm", None))

    # ---- Values ------------------------------------------------------------------------------------------------------------------------

    def _wrong(self, place: str, message_id: str, choices: tuple[str, ...] = (), **said: Any) -> None:
        self._problems.append(Problem(place, Message.of(message_id, **said), tuple(choices)))

    def _known(self, table: Mapping[str, Any], keys: tuple[str, ...], place: str) -> None:
        for key in table:
            if key not in keys:
                self._wrong(f"{place}.{key}".lstrip("."), "lab.file.unknown", keys, key=key)

    def _text(self, table: Mapping[str, Any], name: str, place: str) -> str:
        value = table.get(name)
        if not isinstance(value, str) or not value.strip():
            self._wrong(f"{place}{name}", "lab.file.text", name=name)
            return ""
        return value.strip()

    def _whole(self, table: Mapping[str, Any], name: str, usual: int, least: int, most: int) -> int:
        value = table.get(name, usual)
        if type(value) is not int or not least <= value <= most:
            self._wrong(f"stop.{name}", "lab.file.whole", least=least, most=most)
            return usual
        return value

    def _share(self, table: Mapping[str, Any], name: str, usual: float, least: float, most: float) -> float:
        """A difference in points, as a share."""
        value = table.get(name, usual * HUNDRED)
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value / HUNDRED <= most:
            self._wrong(f"stop.{name}", "lab.file.points")
            return usual
        return float(value) / HUNDRED

    def _chance(self, table: Mapping[str, Any], name: str) -> float:
        value = table.get(name, 0.05)
        if not isinstance(value, float) or not 0 < value < 0.5:  # noqa: PLR2004 - a coin is no test
            self._wrong(f"stop.{name}", "lab.file.chance")
            return 0.05
        return value

    def _band(self, table: Mapping[str, Any], name: str, usual: tuple[float, float]) -> tuple[float, float]:
        value = table.get(name)
        if value is None:
            return usual
        numbers = isinstance(value, list) and len(value) == 2 and all(type(one) in (int, float) for one in value)  # noqa: PLR2004 - both ends
        if not numbers or not -HUNDRED <= value[0] < value[1] <= HUNDRED:
            self._wrong(f"stop.{name}", "lab.experiment.empty_band")
            return usual
        return value[0] / HUNDRED, value[1] / HUNDRED

    def _first(self, table: Mapping[str, Any], name: str, usual: int | None) -> int | None:
        """Where seeds begin: a whole number, or ``"1000.."``."""
        value = table.get(name)
        if value is None:
            return usual
        text = str(value).removesuffix("..")
        if isinstance(value, bool) or not text.isdecimal() or int(text) > LARGEST_SEED:
            self._wrong(f"seeds.{name}", "lab.file.seed")
            return usual
        return int(text)


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
