"""A duel: units, a script, the fields of its forms; and what comes of it, exactly.

The books of the ruleset are the state, a step of the script leads from books to books by the law of an action, and equal books are
one. So there is a chain of places, each books with the place in the script, and the kernel says how it goes on and how it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any

from sandtable.kernel.chain import Chain, Ends, Number, Spread, TooManyPlacesError
from sandtable.kernel.law import Law
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal, refuse
from sandtable.umpire.duels.deeds import Deeds, Instead, is_answer
from sandtable.umpire.duels.entrants import Entrant, books_with
from sandtable.umpire.duels.script import Script
from sandtable.umpire.setting import Setting

ROUNDS = 20  # that are looked at one by one
MOST_ROUNDS = 200
MOST_PLACES = 20_000  # of a chain that is followed to its end
MOST_STANDINGS = 6  # after a round, the likeliest first
NOBODY = ""
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Until:
    """When a unit is beaten before it is gone: a field that it fills into forms has this value, or at least or at most this number.

    Without a name it is beaten when no more than half of it is left.
    """

    name: str = ""
    relation: str = ""
    value: Any = None

    def holds(self, known: Mapping[str, Any], left: tuple[int, int]) -> bool:
        """Whether a unit that fills in these fields, with so many left, is beaten."""
        if not self.name:
            return 2 * left[0] <= left[1]
        if self.name not in known:
            return False
        now = known[self.name]
        if self.relation == "=":
            return bool(now == self.value)
        return bool(now <= self.value if self.relation == "<=" else now >= self.value)


@dataclass(frozen=True, slots=True)
class End:
    """How a duel ended: the letter of the first unit of the side that stands, nobody's where none does; and how many each has left."""

    winner: str
    left: tuple[tuple[str, int], ...]

    def left_of(self, label: str) -> int:
        """How many a unit has left."""
        return dict(self.left)[label]


Place = tuple[int, int, int] | End  # books, round and step; or the end


@dataclass(frozen=True, slots=True)
class Standing:
    """How the units may stand after a round, as the roster would tell it, and how likely that is."""

    units: tuple[tuple[str, int, Message], ...]  # letter, how many are left, how they are
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Round:
    """How things stand after a round: who has won by then, and that both stand."""

    number: int
    won: Mapping[str, Fraction]
    going: Fraction
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes of a duel.

    ``ends`` are those after any number of rounds where ``settled``, else those after the last of the rounds; ``never`` is the chance that it
    goes on for ever. ``exact`` says that every number is a fraction.
    """

    rounds: tuple[Round, ...]
    ends: Mapping[End, Number]
    settled: bool
    exact: bool
    never: Number
    mean_rounds: Number | None
    mean_steps: Number | None
    median: int | None  # the round by whose end half of the duels are over
    places: int
    instead: tuple[Instead, ...]

    def wins(self, label: str) -> Number:
        """How likely a side wins, by the letter of its first unit; with no letter, how likely neither is left."""
        return sum((chance for end, chance in self.ends.items() if end.winner == label), Fraction(0))


@dataclass(frozen=True)
class Duel:
    """Units that act against each other by a script."""

    setting: Setting
    entrants: tuple[Entrant, ...]
    script: Script
    fields: Mapping[str, tuple[Any, ...]] = field(
        default_factory=dict
    )  # by name, a value for each round; the last one stays
    until: tuple[Until, ...] = ()
    rounds: int = ROUNDS
    most_places: int = MOST_PLACES

    def answer(self) -> Answer:
        """Follow it through its rounds, and then to its end."""
        fight = _Fight(self)
        rounds, last = fight.rounds()
        fight.check(self)
        ends = fight.ends()
        if ends is None:
            return Answer(
                rounds, last, False, True, Fraction(0), None, None, _median(rounds), fight.places, fight.instead
            )
        finished = {place: chance for place, chance in ends.chances.items() if isinstance(place, End)}
        ever = not ends.never
        return Answer(
            rounds,
            finished,
            True,
            ends.exact,
            ends.never,
            sum(
                (times for place, times in ends.visits.items() if not isinstance(place, End) and not place[2]),
                Fraction(0),
            )
            if ever
            else None,
            sum(ends.visits.values(), Fraction(0)) if ever else None,
            _median(rounds) or fight.later_median(),
            fight.places,
            fight.instead,
        )


def _median(rounds: Sequence[Round]) -> int | None:
    return next((one.number for one in rounds if one.going <= HALF), None)


class _Fight:
    """A duel that is being followed."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.deeds = Deeds(duel.setting, duel.entrants, duel.script.steps, [one.name for one in duel.until if one.name])
        script = duel.script
        longest = max((len(values) for values in duel.fields.values()), default=1)
        self.again = max(script.again, longest - 1)
        total = self.again + len(script.rounds) - script.again
        self.script = [script.round_at(number) for number in range(total)]
        self.common = [
            {name: values[min(number, len(values) - 1)] for name, values in duel.fields.items()}
            for number in range(total)
        ]
        books = books_with(duel.setting, duel.entrants)
        self.first = self.deeds.rested(self.deeds.number(books))
        sides: dict[Any, list[str]] = {}
        for one in duel.entrants:
            sides.setdefault(books.units[one.label].side, []).append(one.label)
        self.sides = list(sides.values())
        if len(self.sides) != 2:  # noqa: PLR2004 - a duel has two sides
            raise refuse("units", "kernel.duel.two_sides")
        self._known: dict[int, tuple[tuple[str, int, Message], ...]] = {}
        self.chain: Chain[Place] = Chain((self.first, 0, 0), self._following)

    @property
    def places(self) -> int:
        """How many places are known."""
        return len(self.chain.places)

    @property
    def instead(self) -> tuple[Instead, ...]:
        """What was done in place of something else."""
        return tuple(self.deeds.instead.values())

    def _following(self, place: Place) -> Law[Place] | None:
        if isinstance(place, End):
            return None
        books, number, step = place
        law = self.deeds.law(books, self.script[number][step], self.common[number])
        return law.project(lambda after: self._place(after, number, step + 1))

    def _place(self, books: int, number: int, step: int) -> Place:
        beaten = [all(self._beaten(books, label) for label in side) for side in self.sides]
        if any(beaten):
            units = self.deeds.known[books].units
            left = tuple((one.label, units[one.label].left()[0]) for one in self.duel.entrants)
            winner = NOBODY if all(beaten) else self.sides[beaten.index(False)][0]
            return End(winner, left)
        if step < len(self.script[number]):
            return (books, number, step)
        following = number + 1 if number + 1 < len(self.script) else self.again
        return (self.deeds.rested(books), following, 0)

    def _beaten(self, books: int, label: str) -> bool:
        if not self.deeds.stands(books, label):
            return True
        if not self.duel.until:
            return False
        actor, target = self.deeds.filled(books, label)
        left = self.deeds.known[books].units[label].left()
        return any(one.holds({**target, **actor}, left) for one in self.duel.until)

    def rounds(self) -> tuple[tuple[Round, ...], dict[End, Number]]:
        """How things stand after each round, and how it had ended by then."""
        told: list[Round] = []
        latest: Spread | None = None
        try:
            for number, spread in enumerate(self._after_rounds(self.duel.rounds), start=1):
                told.append(self._round(number, spread))
                latest = spread
        except TooManyPlacesError:
            if not told:
                raise refuse("script", "kernel.duel.too_large", places=self.duel.most_places) from None
        ended = {} if latest is None else self._ended(latest)
        return tuple(told), dict(ended)

    def _after_rounds(self, most: int) -> Iterator[Spread]:
        """Where it may be when each round is over."""
        walk = self.chain.walk(self.duel.most_places)
        next(walk)
        for number in range(most):
            steps = len(self.duel.script.round_at(number))
            yield list(islice(walk, steps))[-1]

    def _ended(self, spread: Spread) -> dict[End, Fraction]:
        """Those ends that have come by now, those of this very step among them."""
        found: dict[End, Fraction] = {}
        for counts in (spread.ended, spread.counts):
            for number, count in counts.items():
                place = self.chain.places[number]
                if isinstance(place, End):
                    found[place] = found.get(place, Fraction(0)) + Fraction(count, spread.of)
        return found

    def _round(self, number: int, spread: Spread) -> Round:
        won = dict.fromkeys((*(side[0] for side in self.sides), NOBODY), 0)
        standings: dict[tuple[tuple[str, int, Message], ...], int] = {}
        for counts in (spread.ended, spread.counts):
            for index, count in counts.items():
                place = self.chain.places[index]
                if isinstance(place, End):
                    won[place.winner] += count
                else:
                    seen = self._seen(place[0])
                    standings[seen] = standings.get(seen, 0) + count
        ordered = sorted(standings.items(), key=lambda one: -one[1])[:MOST_STANDINGS]
        return Round(
            number,
            {label: Fraction(count, spread.of) for label, count in won.items()},
            Fraction(sum(standings.values()), spread.of),
            tuple(Standing(units, Fraction(count, spread.of)) for units, count in ordered),
        )

    def _seen(self, books: int) -> tuple[tuple[str, int, Message], ...]:
        if books not in self._known:
            units = self.deeds.known[books].units
            self._known[books] = tuple(
                (one.label, units[one.label].left()[0], units[one.label].condition()) for one in self.duel.entrants
            )
        return self._known[books]

    def check(self, duel: Duel) -> None:
        """Refuse a duel in which somebody could never do anything that his script has for him."""
        if not self.deeds.done and not any(step.who for step in duel.script.steps):
            raise refuse("script", "kernel.duel.nobody_acts")
        for step in duel.script.steps:
            why = self.deeds.instead.get((step.who, step.action))
            if why is not None and not any(who == step.who for who, _ in self.deeds.done):
                raise Refusal([why.why.inside(step.who) if step.who else why.why])
        told = [name for fields in (duel.fields, *(step.fields for step in duel.script.steps)) for name in fields]
        unasked = [name for name in told if is_answer(name) and name not in self.deeds.asked]
        if unasked:
            asked = tuple(sorted(self.deeds.asked))
            raise refuse(unasked[0], "kernel.answer.not_asked", asked, key=unasked[0], asked=asked)

    def ends(self) -> Ends[Place] | None:
        """How it ends at last; None where that would lead too far."""
        try:
            return self.chain.ends(self.duel.most_places)
        except TooManyPlacesError:
            return None

    def later_median(self) -> int | None:
        """The round by whose end half of the duels are over, where that lies further off than the rounds that were looked at."""
        for number, spread in enumerate(self._after_rounds(MOST_ROUNDS), start=1):
            if sum(self._ended(spread).values(), Fraction(0)) >= HALF:
                return number
        return None
