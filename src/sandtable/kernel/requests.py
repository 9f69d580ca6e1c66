"""What a rule may ask for: dice (``Roll``, ``Count``), a decision (``Choose``), a fact of the tabletop (``Observe``).

A request carries its reading, a function from what is answered to what the rule needs to know. Exact odds branch on distinct
readings only; records keep the faces.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Any, Literal

from sandtable.kernel.dice import Die, face_weights, law_of_counts, law_of_difference, law_of_faces, law_of_total
from sandtable.kernel.exhibit import Matrix
from sandtable.kernel.flaw import flaw
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.numbers import YES_NO, truth, whole_number
from sandtable.kernel.problem import Refusal, refuse
from sandtable.kernel.spelling import folded
from sandtable.kernel.tally import Tally

WORST_SEVERITY = 4  # of what a throw or a verdict leads to, from 0: nothing
MANY = 2  # a number of which there is more than one
TENS = (10, 100)  # sides of dice that show their highest face as 0 or 00
MOST_FACES_TOLD = 20  # of larger dice the first and the last face are told
Reading = Hashable
Weighed = tuple[tuple[Reading, int], ...]  # readings with whole-number weights
Answer = Any  # plain JSON: faces, counts, an option, a fact
ValueKind = Literal["", "yes_no", "number", "choice"]  # how an answer is told; dice have ways of their own


class Of(StrEnum):
    """What of the dice a reading is taken from."""

    FACES = "faces"
    TOTAL = "total"
    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class Label:
    """What a reading means, for whoever is about to throw: words and a severity from 0 (nothing) to ``WORST_SEVERITY``."""

    message: Message
    severity: int = 0


class _Weighing:
    """Dice whose readings have a law: worked out once for each request, since exact odds meet it again and again."""

    __slots__ = ()
    _law: Weighed | None

    def law(self) -> Weighed:
        """Every distinct reading with its integer weight."""
        if self._law is not None:
            return self._law
        law = _merged(self._weighted())
        object.__setattr__(self, "_law", law)
        return law

    def _weighted(self) -> Iterable[tuple[Reading, int]]:
        """Readings with their weights, equal ones not yet brought together."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Roll(_Weighing):
    """Some dice thrown once; ``read`` gets the faces one by one, or their total, or the difference of two.

    ``counting``, where given, says which throws count; others are thrown again, so the law is conditional on it.
    """

    key: str
    dice: tuple[Die, ...]
    read: Callable[..., Reading]
    of: Of = Of.FACES
    tally: Tally = Tally()
    label: Callable[[Any], Label] | None = None
    counting: Callable[..., bool] | None = None
    says: Message | None = None
    _law: Weighed | None = field(init=False, default=None, compare=False, repr=False)

    def _weighted(self) -> Iterable[tuple[Reading, int]]:
        weighted: Iterable[tuple[tuple[int, ...], int]]
        if self.of is Of.FACES:
            weighted = law_of_faces(self.dice)
        else:
            totals = law_of_total(self.dice) if self.of is Of.TOTAL else law_of_difference(*self.dice)
            weighted = (((total,), weight) for total, weight in totals)
        if self.counting is not None:
            counting = self.counting
            weighted = ((seen, weight) for seen, weight in weighted if counting(*seen))
        return ((self.read(*seen), weight) for seen, weight in weighted)

    def reading(self, answer: Answer) -> Reading:
        """Read an answer; refuse one that these dice cannot show."""
        seen = self._seen(answer)
        if self.counting is not None and not self.counting(*seen):
            raise refuse(self.key, "kernel.dice.does_not_count", self._legal_faces())
        return self.read(*seen)

    def normal(self, answer: Answer) -> Answer:
        """The answer as a record keeps it: a list of faces, or a bare total. Text is read as people type it: ``8,6``."""
        if isinstance(answer, str):
            faces = _numbers(_said(self.key, answer, self._legal_faces()), ",")
            alone = len(faces) == 1 and len(self.dice) > 1
            if not alone and len(faces) == len(self.dice):
                faces = [_face(die, face) for die, face in zip(self.dice, faces, strict=True)]
            answer = faces[0] if alone else faces
        answer = _whole(answer)
        if isinstance(answer, int) and len(self.dice) == 1:
            return [answer]
        return answer

    def _seen(self, answer: Answer) -> tuple[int, ...]:
        answer = self.normal(answer)
        if isinstance(answer, int) and not isinstance(answer, bool) and self.of is Of.TOTAL:
            if answer not in {total for total, _ in law_of_total(self.dice)}:
                lowest, highest = law_of_total(self.dice)[0][0], law_of_total(self.dice)[-1][0]
                raise refuse(self.key, "kernel.dice.impossible_total", total=answer, lowest=lowest, highest=highest)
            return (answer,)
        faces = self._faces(answer)
        return self._taken(faces)

    def _taken(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """What of the faces the reading is taken from."""
        if self.of is Of.TOTAL:
            return (sum(faces),)
        if self.of is Of.DIFFERENCE:
            return (faces[0] - faces[1],)
        return faces

    def _counts(self, faces: tuple[int, ...]) -> bool:
        return self.counting is None or self.counting(*self._taken(faces))

    def example(self) -> tuple[int, ...]:
        """The highest faces that count, to show somebody what to type."""
        throws = product(*([face for face, _ in reversed(face_weights(die))] for die in self.dice))
        return next(faces for faces in throws if self._counts(faces))

    def _faces(self, answer: Answer) -> tuple[int, ...]:
        names = tuple(die.name for die in self.dice)
        if not isinstance(answer, list | tuple) or len(answer) != len(self.dice):
            raise refuse(self.key, "kernel.dice.wrong_number", self._legal_faces(), dice=names, number=len(names))
        for face, die in zip(answer, self.dice, strict=True):
            if isinstance(face, bool) or face not in die.faces:
                raise _impossible(self.key, face, die, self._legal_faces() or legal_faces(die))
        return tuple(answer)

    def _legal_faces(self) -> tuple[str, ...]:
        if len(self.dice) != 1:
            return ()
        return _told_faces([face for face, _ in face_weights(self.dice[0]) if self._counts((face,))])


@dataclass(frozen=True, slots=True)
class Band:
    """Faces of a pool's dice that count alike: hits, saves, misses."""

    label: Message
    faces: frozenset[int]
    severity: int = 0

    def label_for(self, number: int = MANY) -> Message:
        """What these faces are called where so many of them fell: a hit, hits."""
        return Message(self.label.id, (*self.label.parameters, ("number", number)))


@dataclass(frozen=True, slots=True)
class Count(_Weighing):
    """A pool of equal dice: how many fall in each band. ``read`` gets the counts one by one.

    Each face belongs to one band at most: dice that counted twice would have no law.
    """

    key: str
    die: Die
    pool: int
    bands: tuple[Band, ...]
    read: Callable[..., Reading]
    tally: Tally = Tally()
    says: Message | None = None
    label: Callable[[Any], Label] | None = None
    _law: Weighed | None = field(init=False, default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.pool < 0:
            raise flaw(self.key, "kernel.flaw.kind", value=str(self.pool), wanted="a pool of no dice or more")
        if sum(len(band.faces) for band in self.bands) != len(frozenset[int]().union(*(b.faces for b in self.bands))):
            shared = [face for face, _ in face_weights(self.die) if sum(face in b.faces for b in self.bands) > 1]
            raise flaw(self.key, "kernel.flaw.overlap", faces=tuple(map(str, shared)), request=self.key)

    def _weighted(self) -> Iterable[tuple[Reading, int]]:
        weights = tuple(
            sum(sides for face, sides in face_weights(self.die) if face in band.faces) for band in self.bands
        )
        counts = law_of_counts(weights, len(self.die.faces) - sum(weights), self.pool)
        return ((self.read(*count), weight) for count, weight in counts if weight)

    def reading(self, answer: Answer) -> Reading:
        """Read faces in the order thrown, or counts per band."""
        return self.read(*self.counts(answer))

    def normal(self, answer: Answer) -> Answer:
        """The answer as a record keeps it. Text is faces in the order thrown, ``3,4,4``, or counts per band, ``2/1``."""
        if isinstance(answer, str):
            if "/" in answer:
                return {"counts": _numbers(answer, "/")}
            numbers = _numbers(_said(self.key, answer) if self.pool else answer, ",")
            if len(numbers) == 1 and len(self.bands) == 1 and (self.pool > 1 or self._none_in_band(answer)):
                return {"counts": numbers}
            return {"faces": [_face(self.die, number) for number in numbers]}
        if isinstance(answer, Mapping):
            return {name: _whole(part) for name, part in answer.items()}
        return {"faces": _whole(answer)} if isinstance(answer, list | tuple) else answer

    def _none_in_band(self, typed: str) -> bool:
        """Whether a single die's 0 says that none counts, which it may also say by its face: then both must mean the same."""
        return typed.strip() == "0" and _face(self.die, 0) not in self.bands[0].faces

    def counts(self, answer: Answer) -> tuple[int, ...]:
        """How many dice fell in each band."""
        answer = self.normal(answer)
        if isinstance(answer, dict) and set(answer) == {"faces"}:
            return self._counted(answer["faces"])
        if isinstance(answer, dict) and set(answer) == {"counts"}:
            return self._checked(answer["counts"])
        raise refuse(self.key, "kernel.dice.wrong_pool", die=self.die.name, number=self.pool, bands=len(self.bands))

    def _counted(self, faces: Any) -> tuple[int, ...]:
        if not isinstance(faces, list | tuple) or len(faces) != self.pool:
            raise refuse(self.key, "kernel.dice.wrong_pool", die=self.die.name, number=self.pool, bands=len(self.bands))
        for face in faces:
            if isinstance(face, bool) or face not in self.die.faces:
                raise _impossible(self.key, face, self.die, legal_faces(self.die))
        return tuple([sum(map(band.faces.__contains__, faces)) for band in self.bands])

    def _checked(self, counts: Any) -> tuple[int, ...]:
        whole = isinstance(counts, list | tuple) and all(
            isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in counts
        )
        if not whole or len(counts) != len(self.bands) or sum(counts) > self.pool:
            raise refuse(self.key, "kernel.dice.wrong_counts", number=self.pool, bands=len(self.bands))
        covered = frozenset[int]().union(*(band.faces for band in self.bands))
        if covered >= set(self.die.faces) and sum(counts) != self.pool:
            raise refuse(self.key, "kernel.dice.wrong_counts", number=self.pool, bands=len(self.bands))
        return tuple(counts)


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen or observed."""

    value: str
    label: Message
    icon: str = ""


@cache
def options_of(terms: Iterable[Vocabulary]) -> tuple[Option, ...]:
    """Terms to choose from: a tuple of them, or a whole vocabulary."""
    return tuple(Option(term.value, term.message) for term in terms)


@dataclass(frozen=True, slots=True)
class Choose:
    """A decision that belongs to a player; ``role`` says whose, ``secret`` keeps it from the others.

    ``pairs`` tells, where somebody answers what another has chosen or will answer this, what all pairs of choices come to.
    """

    key: str
    options: tuple[Option, ...]
    usual: str
    role: str = "actor"
    secret: bool = False
    says: Message | None = None
    rule: str | None = None
    tally: Tally = Tally()
    pairs: Callable[[], Matrix] | None = field(default=None, compare=False)

    def reading(self, answer: Answer) -> Reading:
        """Read the option chosen."""
        return _chosen(self.key, self.options, answer)

    def normal(self, answer: Answer) -> Answer:
        """The option's value."""
        return _chosen(self.key, self.options, answer)


@dataclass(frozen=True, slots=True)
class Observe:
    """A fact of the tabletop: yes or no, a number, or one of some options. Geometry answers it on the digital table."""

    key: str
    usual: bool | int | str
    options: tuple[Option, ...] = ()
    lowest: int = 0
    highest: int = 99
    says: Message | None = None
    rule: str | None = None
    tally: Tally = Tally()

    @property
    def value_kind(self) -> ValueKind:
        """How the fact is told: ``yes_no``, ``number`` or ``choice``."""
        if self.options:
            return "choice"
        return "yes_no" if isinstance(self.usual, bool) else "number"

    def reading(self, answer: Answer) -> Reading:
        """Read the fact."""
        return self.normal(answer)

    def normal(self, answer: Answer) -> bool | int | str:
        """The fact as a plain value; words for yes and no are understood."""
        if self.options:
            return _chosen(self.key, self.options, answer)
        if self.value_kind == "yes_no":
            told = truth(_said(self.key, answer, ("yes", "no")))
            if told is None:
                raise refuse(self.key, "kernel.answer.yes_no", ("yes", "no"), value=str(answer))
            return told
        number = whole_number(_said(self.key, answer))
        if number is None or not self.lowest <= number <= self.highest:
            raise refuse(self.key, "kernel.answer.number", value=str(answer), lowest=self.lowest, highest=self.highest)
        return number


Dice = Roll | Count
Question = Choose | Observe
QUESTIONS = (Choose, Observe)  # the same for ``isinstance``, which is quicker with a tuple
Request = Roll | Count | Choose | Observe


def _said(key: str, answer: Answer, choices: tuple[str, ...] = ()) -> Answer:
    """An answer, unless it is text that says nothing."""
    if isinstance(answer, str) and not answer.strip():
        raise refuse(key, "kernel.answer.empty", choices)
    return answer


def _numbers(text: str, separator: str) -> list[Any]:
    """Numbers as people type them; what is no number stays as it is, to be refused by name."""
    parts = [part for part in text.replace(" ", separator).split(separator) if part]
    numbers = [None if part in YES_NO and not part.isdecimal() else whole_number(part) for part in parts]
    return [part if number is None else number for part, number in zip(parts, numbers, strict=True)]


def _face(die: Die | None, face: Any) -> Any:
    """A face as the rules count it: a ten-sided die shows its 10 as 0, percentage dice their 100 as 00."""
    tens = die is not None and len(die.faces) in TENS and die.faces[0] == 1
    return die.faces[-1] if tens and die is not None and face == 0 and not isinstance(face, bool) else face


def legal_faces(die: Die) -> tuple[str, ...]:
    """The faces of a die, for whoever gave another; of large dice the first and the last."""
    return _told_faces([face for face, _ in face_weights(die)])


def _told_faces(faces: list[int]) -> tuple[str, ...]:
    return tuple(map(str, faces)) if len(faces) <= MOST_FACES_TOLD else (f"{faces[0]} to {faces[-1]}",)


def _impossible(key: str, face: Any, die: Die, legal: tuple[str, ...]) -> Refusal:
    """That a die has no such face; of a 0 where the die's highest face is meant by it."""
    if face != _face(die, face):
        return refuse(key, "kernel.dice.zero", legal, face=str(face), die=die.name, last=die.faces[-1])
    return refuse(key, "kernel.dice.impossible_face", legal, face=str(face), die=die.name)


def _whole(answer: Answer) -> Answer:
    """Faces and counts as whole numbers; a surface whose numbers are all decimals means the same."""
    if isinstance(answer, list | tuple):
        return [part if type(part) is int else _whole(part) for part in answer]
    return int(answer) if isinstance(answer, float) and answer.is_integer() else answer


def _chosen(key: str, options: tuple[Option, ...], answer: Answer) -> str:
    for option in options:
        if option.value == answer:  # as the rules write it: nothing to be lenient about
            return option.value
    for option in options:
        if isinstance(answer, str) and folded(answer) == folded(option.value):
            return option.value
    choices = tuple(option.value for option in options)
    raise refuse(key, "kernel.answer.choice", choices, value=str(_said(key, answer, choices)))


def _merged(weighted: Iterable[tuple[Reading, int]]) -> Weighed:
    merged: dict[Reading, int] = {}
    for reading, weight in weighted:
        merged[reading] = merged.get(reading, 0) + weight
    return tuple(merged.items())
