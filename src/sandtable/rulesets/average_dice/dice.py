"""The dice (AVD-1.02b, AVD-G.44): average dice whose total counts, cans that may kill their thrower."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sandtable.kernel.dice import Die, face_weights, law_of_total
from sandtable.kernel.messages import Message
from sandtable.kernel.pools import members
from sandtable.kernel.problem import refuse
from sandtable.kernel.requests import Answer, Band, Count, Label, Reading
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally

NO_TALLY = Tally()


def average_die(tables: Tables) -> Die:
    """The average die in use; a club may number it otherwise (AVD-G.44)."""
    return _die(tables.row("dice.average"))


@lru_cache(maxsize=32)
def _die(faces: tuple[int, ...]) -> Die:
    return Die("average die", faces)


@lru_cache(maxsize=32)
def _bands(die: Die) -> tuple[Band, ...]:
    return tuple(Band(Message.of("band.face", face=face), frozenset({face})) for face, _ in face_weights(die))


@dataclass(frozen=True, slots=True)
class AverageDice(Count):
    """Average dice whose total counts; ``least`` and ``less`` make the reading. Faces, counts per face and a total are understood."""

    less: int = 0  # taken off the total
    least: int | None = None  # a reading below this counts as this
    most: int | None = None  # and one above this as this

    def _weighted(self) -> Iterable[tuple[Reading, int]]:
        """Every reading with its weight, by convolution of totals."""
        return ((self.of_total(total), weight) for total, weight in law_of_total((self.die,) * self.pool))

    def mean(self) -> Fraction:
        """What they come to on average."""
        totals = law_of_total((self.die,) * self.pool)
        return Fraction(
            sum(self.of_total(total) * weight for total, weight in totals), len(self.die.faces) ** self.pool
        )

    def of_total(self, total: int) -> int:
        """What a total counts."""
        score = total - self.less
        if self.least is not None:
            score = max(self.least, score)
        return score if self.most is None else min(self.most, score)

    def normal(self, answer: Answer) -> Answer:
        """The answer as a record keeps it: faces, counts or a total."""
        if isinstance(answer, int) and not isinstance(answer, bool):
            return {"faces": [answer]} if self.pool == 1 else answer
        told = Count.normal(self, answer)
        alone = isinstance(answer, str) and isinstance(told, dict) and len(told.get("faces", ())) == 1 and self.pool > 1
        return told["faces"][0] if alone else told

    def reading(self, answer: Answer) -> Reading:
        """Read faces, counts or a total; refuse what these dice cannot show."""
        answer = self.normal(answer)
        if isinstance(answer, int) and not isinstance(answer, bool):
            totals = law_of_total((self.die,) * self.pool)
            lowest, highest = totals[0][0], totals[-1][0]
            if answer not in dict(totals):
                raise refuse(self.key, "kernel.dice.impossible_total", total=answer, lowest=lowest, highest=highest)
            return self.of_total(answer)
        return Count.reading(self, answer)


def average_dice(
    key: str,
    number: int,
    tables: Tables,
    *,
    less: int = 0,
    least: int | None = None,
    most: int | None = None,
    tally: Tally = NO_TALLY,
    says: Message | None = None,
    label: Any = None,
) -> AverageDice:
    """Ask for so many average dice and read their total."""
    die = average_die(tables)
    faces = [face for face, _ in face_weights(die)]

    def read(*counts: int) -> int:
        return dice.of_total(sum(face * count for face, count in zip(faces, counts, strict=True)))

    says = says or Message.of("request.average_dice", number=number, what=Message(f"throw.{key}"))
    dice = AverageDice(key, die, number, _bands(die), read, tally, says, label, less, least, most)
    return dice


@dataclass(frozen=True, slots=True)
class CanDice(Count):
    """Two average dice for each thrower of dynamite, in the order thrown; the reading is (throwers killed, hits).

    A deadly face on any of his dice kills the thrower instead (AVD-8.22). Counts are of throwers: how many blew themselves up, how many made
    6 hits, and so on.
    """

    each: int = 2
    deadly: int = 2
    results: tuple[int, ...] = ()  # the hits of each band after the first

    @property
    def throwers(self) -> int:
        """How many throw."""
        return self.pool // self.each

    def mean(self) -> Fraction:
        """Hits on average."""
        law = law_of_cans(self.die, self.each, self.deadly, self.throwers)
        return Fraction(sum(hits * weight for (_, hits), weight in law), sum(weight for _, weight in law))

    def _weighted(self) -> Iterable[tuple[Reading, int]]:
        """Every (killed, hits) with its weight, one thrower after another."""
        return law_of_cans(self.die, self.each, self.deadly, self.throwers)

    def reading(self, answer: Answer) -> Reading:
        """Read the faces thrower by thrower, or counts of throwers."""
        answer = self.normal(answer)
        if isinstance(answer, dict) and set(answer) == {"counts"}:
            killed, *made = members(self.key, answer["counts"], len(self.bands), self.throwers)
            return killed, sum(hits * count for hits, count in zip(self.results, made, strict=True))
        self.counts(answer)
        thrown = [answer["faces"][first : first + self.each] for first in range(0, self.pool, self.each)]
        killed = sum(self.deadly in faces for faces in thrown)
        return killed, sum(sum(faces) for faces in thrown if self.deadly not in faces)


@dataclass(frozen=True, slots=True)
class Sifted:
    """How many dice of a pool fell in its band and, where they were read one by one, which of them."""

    count: int
    places: tuple[int, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SiftingDice(Count):
    """A die for each of some units, in order; the reading says how many fell in the band, and which."""

    def _weighted(self) -> Iterable[tuple[Reading, int]]:
        """By how many: which of them is all one to the odds."""
        return ((Sifted(int(str(count))), weight) for count, weight in Count._weighted(self))  # noqa: SLF001 - its own kind

    def reading(self, answer: Answer) -> Reading:
        """Read the dice one by one, or their number; none and all need no places."""
        (count,) = self.counts(answer)
        told = self.normal(answer)
        if isinstance(told, dict) and "faces" in told:
            return Sifted(count, tuple(n for n, face in enumerate(told["faces"]) if face in self.bands[0].faces))
        return Sifted(count, tuple(range(count)) if count in (0, self.pool) else None)


@lru_cache(maxsize=128)
def law_of_cans(die: Die, each: int, deadly: int, throwers: int) -> tuple[tuple[tuple[int, int], int], ...]:
    """How many throwers kill themselves, and the hits of the others: the exact law, by convolution."""
    harmless = tuple(face for face in die.faces if face != deadly)
    one = {(0, hits): weight for hits, weight in law_of_total((Die(die.name, harmless),) * each)} if harmless else {}
    blown_up = len(die.faces) ** each - len(harmless) ** each
    if blown_up:
        one[1, 0] = blown_up
    law = {(0, 0): 1}
    for _ in range(throwers):
        longer: dict[tuple[int, int], int] = {}
        for (killed, hits), weight in law.items():
            for (dead, more), share in one.items():
                state = (killed + dead, hits + more)
                longer[state] = longer.get(state, 0) + weight * share
        law = longer
    return tuple(sorted(law.items()))


def can_dice(key: str, throwers: int, tables: Tables, tally: Tally, label: Any) -> CanDice:
    """Ask for the dice of so many throwers (AVD-8.21)."""
    die = average_die(tables)
    each, deadly = tables.number("hits.dynamite.dice"), tables.number("hits.dynamite.deadly")
    results = tuple(hits for (killed, hits), _ in law_of_cans(die, each, deadly, 1) if not killed)
    bands = (
        Band(Message.of("band.blown_up", deadly=deadly), frozenset({deadly}), 4),
        *(Band(Message.of("band.can_hits", hits=hits), frozenset[int](), 1) for hits in results),
    )
    says = Message.of("request.cans", throwers=throwers, each=each, number=each * throwers)
    return CanDice(key, die, each * throwers, bands, unread, tally, says, label, each, deadly, results)


def unread(*counts: int) -> Reading:
    """Cans are read thrower by thrower, never from counts of faces."""
    raise TypeError(f"not read from counts of faces: {counts}")


def hits_label(hits: int) -> Label:
    """A number of hits, for whoever is about to throw."""
    return Label(Message.of("label.hits", hits=hits), min(hits, 1))


def cans_label(reading: tuple[int, int]) -> Label:
    """Throwers killed and hits made."""
    killed, hits = reading
    return Label(Message.of("label.cans" if killed else "label.hits", killed=killed, hits=hits), 1)


def turns_label(turns: int) -> Label:
    """A number of turns."""
    return Label(Message.of("label.turns", turns=turns))


def number_label(number: int) -> Label:
    """A plain number."""
    return Label(Message.of("label.number", number=number))
