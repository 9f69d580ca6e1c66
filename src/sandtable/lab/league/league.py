"""A league: everybody against everybody, both ways round on the same seeds, until it is known who is stronger."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import combinations
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.matches.match import Failure
from sandtable.battle.matches.staff import check_player, maker_with
from sandtable.battle.registry import table
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.kernel import codec
from sandtable.kernel.problem import refuse
from sandtable.lab.battles.jobs import Outcome, Pair, PairsOf
from sandtable.lab.battles.journal import Head, Journal, Line
from sandtable.lab.battles.runner import BattleRunner
from sandtable.lab.battles.variant import SHORT, Variant, variant
from sandtable.lab.league.ratings import Game, Ratings, ratings
from sandtable.lab.numbers.sprt import Choice, Sprt
from sandtable.lab.numbers.tallies import Tally
from sandtable.lab.questions.balance import worth

KIND = "league"  # of its journals
FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)  # what a pair of battles can be worth, of 1


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays: a player by name, his level (none: the hardest there is), and the file by which he weighs things, with its text."""

    player: str
    level: str = ""
    file: str = ""
    weights: str = ""

    @property
    def name(self) -> str:
        """What he is called in the table."""
        return ":".join(part for part in (self.player, self.level, self.file) if part)


@dataclass(frozen=True)
class Pairing:
    """Two entrants over the pairs of one scenario: in the first battle of a pair the first of them plays the first side, in the second the other."""

    first: int
    second: int
    scenario: int
    job: PairsOf

    def worth(self, pair: Pair) -> float:
        """What a pair is worth to the first entrant, of 1."""
        one, other = self.job.first.sides
        return (worth(pair.first, one) + worth(pair.second, other)) / 2


@dataclass(frozen=True)
class League:
    """Who plays whom, where, and for how long: a number of pairs, or until a test chooses."""

    entrants: tuple[Entrant, ...]
    scenarios: tuple[Scenario, ...]
    pairs: int
    sprt: Sprt | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what tells nothing."""
        if len(set(self.entrants)) < len(self.entrants) or len(self.entrants) < 2:  # noqa: PLR2004 - two to play
            raise refuse("--player", "lab.league.two")
        if not self.scenarios:
            raise refuse("SCENARIO", "lab.league.nowhere")

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """Everybody against everybody, in every scenario."""
        return tuple(
            Pairing(
                one, other, place, PairsOf(self._between(scenario, one, other), self._between(scenario, other, one))
            )
            for place, scenario in enumerate(self.scenarios)
            for one, other in combinations(range(len(self.entrants)), 2)
        )

    def _between(self, scenario: Scenario, first: int, second: int) -> Variant:
        """A scenario played by two entrants, each on one side."""
        plain = variant(scenario)
        chosen = tuple(zip(plain.sides, (self.entrants[first], self.entrants[second]), strict=True))
        rules = table(scenario.ruleset)
        for _, entrant in chosen:
            check_player(rules, entrant.player)
            if entrant.weights:
                maker_with(rules, entrant.player, entrant.weights, entrant.file)
            if entrant.level and (not isinstance(rules, HasPlayers) or entrant.level not in rules.levels):
                known = rules.levels if isinstance(rules, HasPlayers) else ()
                raise refuse("--player", "lab.no_level", known, level=entrant.level)
        players = tuple((side, entrant.player) for side, entrant in chosen)
        levels = tuple((side, entrant.level) for side, entrant in chosen if entrant.level)
        weights = tuple((side, entrant.file, entrant.weights) for side, entrant in chosen if entrant.weights)
        return replace(plain, match=replace(plain.match, players=players, levels=levels, weights=weights))

    @cached_property
    def head(self) -> Head:
        """The first line of its journal."""
        about: dict[str, Any] = {
            "question": "league",
            "entrants": [codec.write(one) for one in self.entrants],
            "scenarios": [scenario.title for scenario in self.scenarios],
            "jobs": [pairing.job.id for pairing in self.pairings],
            "sprt": None if self.sprt is None else codec.write(self.sprt),
            "seed": self.seed,
        }
        told = {"kind": KIND, "pairs": self.pairs, "texts": [[one.id, one.source] for one in self.scenarios]}
        return Head(sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:SHORT], about | told)

    def play(self, journal: Journal, runner: BattleRunner, watch: Callable[[int], None] | None = None) -> None:
        """Play every pairing until it is settled; what stands in the journal is not played again."""
        for pairing in self.pairings:
            self._play(pairing, journal, runner, watch or (lambda _: None))

    def _play(self, pairing: Pairing, journal: Journal, runner: BattleRunner, watch: Callable[[int], None]) -> None:
        known = {told.seed: told for told in journal.outcomes(pairing.job.id)}
        if self._enough(pairing, known):
            return
        seeds = journal.missing(pairing.job.id, self._seeds())
        with closing(runner.submit(pairing.job, list(seeds))) as results:
            for result in results:
                journal.add([Line(pairing.job.id, result)])
                known[result.seed] = result
                watch(len(journal.lines))
                if self._enough(pairing, known):
                    return

    def _seeds(self) -> Iterator[str]:
        return map(str, range(self.seed, self.seed + self.pairs))

    def _enough(self, pairing: Pairing, known: dict[str, Outcome]) -> bool:
        looked = self._looked_at(pairing, known)
        return len(looked) >= self.pairs or self._choice(self._tally(pairing, looked)) != "unknown"

    def _looked_at(self, pairing: Pairing, known: dict[str, Outcome]) -> list[Outcome]:
        """What is known of the seeds from the first on without a gap, as far as a test would have looked."""
        looked: list[Outcome] = []
        for seed in self._seeds():
            if seed not in known:
                break
            looked.append(known[seed])
            if self.sprt is not None and self._choice(self._tally(pairing, looked)) != "unknown":
                break
        return looked

    @staticmethod
    def _tally(pairing: Pairing, looked: Sequence[Outcome]) -> Tally:
        return Tally.of((pairing.worth(one) for one in looked if isinstance(one, Pair)), FIVE)

    def _choice(self, tally: Tally) -> Choice:
        return "unknown" if self.sprt is None else self.sprt.choice(tally)

    # ---- What came of it -----------------------------------------------------------------------------------------------------------------

    def standing(self, journal: Journal) -> Standing:
        """What a journal says so far."""
        games: list[Game] = []
        meetings: list[Meeting] = []
        failures = 0
        for pairing in self.pairings:
            known = {told.seed: told for told in journal.outcomes(pairing.job.id)}
            looked = self._looked_at(pairing, known)
            tally = self._tally(pairing, looked)
            ratio = None if self.sprt is None else self.sprt.ratio(tally)
            counts = tuple(round(tally.counts[value]) for value in FIVE)
            meetings.append(Meeting(pairing, counts, tally.mean, ratio, self._choice(tally)))
            failures += sum(isinstance(one, Failure) for one in looked)
            for one in looked:
                if isinstance(one, Pair):
                    games += _games(pairing, one, len(games) // 2)
        return Standing(self, tuple(meetings), ratings(games, len(self.entrants), len(self.scenarios)), failures)


def league_of_journal(about: Mapping[str, Any]) -> League:
    """The league that the head of a journal tells of."""
    entrants = tuple(codec.read(Entrant, one, "entrants") for one in about["entrants"])
    scenarios = tuple(read_scenario(source, name, name) for name, source in about["texts"])
    sprt = None if about["sprt"] is None else codec.read(Sprt, about["sprt"], "sprt")
    return League(entrants, scenarios, int(about["pairs"]), sprt, int(about["seed"]))


def _games(pairing: Pairing, pair: Pair, number: int) -> Iterator[Game]:
    side = pairing.job.first.sides[0]
    yield Game(pairing.first, pairing.second, pairing.scenario, worth(pair.first, side), number)
    yield Game(pairing.second, pairing.first, pairing.scenario, worth(pair.second, side), number)


@dataclass(frozen=True)
class Meeting:
    """What came of a pairing: how often its pairs were worth 0, a quarter, a half, three quarters or 1 to the first, and what a test says of it."""

    pairing: Pairing
    counts: tuple[int, ...]
    mean: float
    ratio: float | None
    choice: Choice

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return sum(self.counts)


@dataclass(frozen=True)
class Standing:
    """The table of a league."""

    league: League
    meetings: tuple[Meeting, ...]
    ratings: Ratings
    failures: int

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Entrants from the strongest to the weakest."""
        rated = self.ratings.players
        return tuple(sorted(range(len(rated)), key=lambda one: -rated[one].points))

    def score(self, entrant: int) -> tuple[float, int]:
        """Battles that an entrant has won, draws counted half, of how many."""
        own = [each for each in self.meetings if entrant in (each.pairing.first, each.pairing.second)]
        share = (each.mean if each.pairing.first == entrant else 1 - each.mean for each in own)
        won = sum(part * 2 * each.pairs for part, each in zip(share, own, strict=True))
        return won, sum(2 * each.pairs for each in own)

    @property
    def plain(self) -> dict[str, Any]:
        """The whole answer as plain data."""
        names = [one.name for one in self.league.entrants]
        return {
            "experiment": self.league.head.experiment,
            "players": [
                {"name": names[one], **codec.write(self.ratings.players[one]), "won": self.score(one)[0],
                 "of": self.score(one)[1]}
                for one in self.order
            ],
            "scenarios": [
                {"title": scenario.title, **codec.write(rating)}
                for scenario, rating in zip(self.league.scenarios, self.ratings.scenarios, strict=True)
            ],
            "meetings": [
                {"first": names[each.pairing.first], "second": names[each.pairing.second],
                 "scenario": self.league.scenarios[each.pairing.scenario].title, "pairs": list(each.counts),
                 "mean": each.mean, "ratio": each.ratio, "choice": each.choice}
                for each in self.meetings
            ],
            "failures": self.failures,
        }  # fmt: skip
