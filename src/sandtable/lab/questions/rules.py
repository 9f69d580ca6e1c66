"""Which rules are played? Every modifier of a throw carries the id of its rule: how often each took part, and which rules nobody met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sandtable.battle.matches.match import Failure, beginning_under, failure_of, play_through, tables_of
from sandtable.kernel.drivers.run import DiceSource
from sandtable.kernel.noted_cells import NotedCells
from sandtable.kernel.stream import DiceStream
from sandtable.lab.battles.variant import Variant
from sandtable.lab.texts import number, percent, say


@dataclass(frozen=True)
class RulesOfBattle:
    """The rules of one battle: throws in all, throws in which each took part, throws to which it added something, and those whose numbers were read."""

    seed: str
    throws: int
    part: Mapping[str, int]
    moved: Mapping[str, int]
    read: frozenset[str]


@dataclass
class _Watched:
    """Dice that count the rules of every throw."""

    own: DiceSource
    throws: int = 0
    part: Counter[str] = field(default_factory=Counter)
    moved: Counter[str] = field(default_factory=Counter)

    def answer(self, request: Any) -> Any:
        """Throw, and count."""
        self.throws += 1
        modifiers = request.tally.modifiers
        self.part.update({one.rule for one in modifiers if one.rule})
        self.moved.update({one.rule for one in modifiers if one.rule and one.value})
        return self.own.answer(request)


@dataclass(frozen=True)
class RuleCountingJob:
    """The job of one scenario: battles in which the rules are counted."""

    variant: Variant

    @property
    def ruleset(self) -> str:
        """The ruleset whose table it needs."""
        return self.variant.match.ruleset

    def task(self) -> Callable[[str], RulesOfBattle | Failure]:
        """What is done with each seed, in whatever process."""
        return _Task(self.variant)


@dataclass(frozen=True)
class _Task:
    variant: Variant

    def __call__(self, seed: str) -> RulesOfBattle | Failure:
        match = self.variant.match
        try:
            tables = tables_of(match)
            cells = NotedCells(tables.cells)
            dice = _Watched(DiceStream(seed))
            play_through(match, seed, beginning=beginning_under(match, replace(tables, cells=cells)), dice=dice)
        except Exception as error:  # noqa: BLE001 - a battle that fails is told, and the others go on
            return failure_of(seed, error)
        read = frozenset(rule for path in cells.seen if (rule := tables.rule(path)))
        return RulesOfBattle(seed, dice.throws, dict(dice.part), dict(dice.moved), read)


@dataclass(frozen=True)
class RuleCount:
    """One rule over all battles."""

    rule: str
    throws: int
    moved: int
    battles: int


@dataclass(frozen=True)
class RulesPlayed:
    """What battles say of the rules."""

    variants: tuple[Variant, ...]
    met: tuple[RulesOfBattle, ...]
    failures: tuple[Failure, ...] = ()

    @classmethod
    def of(cls, variants: tuple[Variant, ...], outcomes: Iterable[RulesOfBattle | Failure]) -> RulesPlayed:
        """What was played and what failed, told apart."""
        found = list(outcomes)
        met = tuple(one for one in found if isinstance(one, RulesOfBattle))
        return cls(variants, met, tuple(one for one in found if isinstance(one, Failure)))

    @property
    def throws(self) -> int:
        """How many throws there were in all battles."""
        return sum(one.throws for one in self.met)

    @property
    def known(self) -> frozenset[str]:
        """Every rule that gives numbers."""
        tables = tables_of(self.variants[0].match)
        return frozenset(rule for path in tables.paths() if (rule := tables.rule(path)))

    @property
    def ranking(self) -> tuple[RuleCount, ...]:
        """The rules that were met, those first that took part most often."""
        return tuple(sorted(self._counted(), key=lambda one: (-one.throws, -one.battles, one.rule)))

    def _counted(self) -> Iterator[RuleCount]:
        part: Counter[str] = Counter()
        moved: Counter[str] = Counter()
        battles: Counter[str] = Counter()
        for one in self.met:
            part.update(one.part)
            moved.update(one.moved)
            battles.update(one.read | set(one.part))
        yield from (RuleCount(rule, part[rule], moved[rule], battles[rule]) for rule in battles)

    @property
    def unmet(self) -> tuple[str, ...]:
        """Rules that give numbers of which no battle read one."""
        return tuple(sorted(self.known - {one.rule for one in self.ranking}))

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        if not self.met:
            return say("rules.nothing")
        unmet = len(self.unmet)
        return say("rules.sentence", met=len(self.known) - unmet, all=len(self.known), unmet=unmet)

    @property
    def rests_on(self) -> str:
        """What the answer rests on, in one line."""
        told = say(
            "rules.rests_on",
            battles=number(len(self.met)),
            throws=number(self.throws),
            titles="; ".join(one.scenario.title for one in self.variants),
            players=self.variants[0].players_words,
        )
        return f"{told} {say('failed', failed=len(self.failures))}" if self.failures else told

    def lines(self) -> list[str]:
        """A line for each rule that was met."""
        return [
            say(
                "rules.line" if one.throws else "rules.read",
                rule=one.rule,
                throws=number(one.throws),
                share=percent(one.throws / max(1, self.throws)),
                moved=number(one.moved),
                battles=number(one.battles),
            )
            for one in self.ranking
        ]

    def plain(self) -> dict[str, Any]:
        """The whole answer as plain data."""
        return {
            "kind": "rules",
            "scenarios": [one.name for one in self.variants],
            "sentence": self.sentence,
            "rests_on": self.rests_on,
            "battles": len(self.met),
            "throws": self.throws,
            "rules": [
                {"rule": one.rule, "throws": one.throws, "moved": one.moved, "battles": one.battles}
                for one in self.ranking
            ],
            "unmet": list(self.unmet),
            "failures": [{"seed": one.seed, "error": one.error, "where": one.where} for one in self.failures],
        }
