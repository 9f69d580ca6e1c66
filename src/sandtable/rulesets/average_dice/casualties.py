"""Hits on figures: how they are dealt out, saved, and what the losses lead to (AVD-9.01 to AVD-9.07, AVD-12.05, AVD-G.20, AVD-G.30)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from sandtable.kernel.dice import D6, Die, sided
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Band, Count, Label, Request
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.rulesets.average_dice.plain import beyond
from sandtable.rulesets.average_dice.vocabulary import Cover, GunKind, Posture, TargetKind, Weapon

NATURAL_ONE = 1


@dataclass(frozen=True, slots=True)
class Exposed:
    """Figures of a target with the same cover and posture, nearest first."""

    figures: int
    cover: Cover
    posture: Posture


@dataclass(frozen=True, slots=True)
class Target:
    """Whoever is hit."""

    kind: TargetKind
    groups: tuple[Exposed, ...]
    prone_to_desertion: bool = False
    general_with_it: bool = False
    crew_of: GunKind | None = None
    weapon: Weapon = Weapon.MAUSER
    range: str | Fraction = "6-12"

    @property
    def figures(self) -> int:
        """All figures that can be hit, the General beside them not counted."""
        return sum(group.figures for group in self.groups)


@dataclass(frozen=True, slots=True)
class Losses:
    """What some hits did."""

    killed: int = 0
    deserted: bool | None = None  # None: no test was due
    general_killed: bool = False


@dataclass(frozen=True, slots=True)
class Spread:
    """How many hits there may be, by integer weights; each with the throwers it cost, where throwers are at risk."""

    weighted: tuple[tuple[tuple[int, int], int], ...]

    @classmethod
    def certain(cls, hits: int) -> Spread:
        """So many hits, without dice."""
        return cls((((0, hits), 1),))

    @classmethod
    def of(cls, law: Iterable[tuple[Any, int]]) -> Spread:
        """The law of a throw of hits."""
        return cls(tuple(((0, hits), weight) for hits, weight in law))

    @classmethod
    def of_cans(cls, law: Iterable[tuple[Any, int]]) -> Spread:
        """The law of a throw of cans: throwers lost and hits."""
        return cls(tuple(law))

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(weight for _, weight in self.weighted)

    @property
    def mean(self) -> Fraction:
        """Hits on average."""
        return Fraction(sum(hits * weight for (_, hits), weight in self.weighted), self.total)


@dataclass(frozen=True, slots=True)
class Found:
    """The law of throwers lost and losses, in whole numbers out of ``of``, and one of each request met."""

    weights: Mapping[tuple[int, Losses], int]
    of: int
    requests: Mapping[str, Request]


Fall = tuple[int, bool]  # figures killed, and whether the General is among them


@dataclass(frozen=True, slots=True)
class Saves:
    """How one group saves: the faces that kill, and why."""

    cover: Cover
    figures: int
    fatal: frozenset[int]
    tally: Tally
    cap: int  # failed saves that count: one more where the General stands beside them

    @classmethod
    def of(cls, group: Exposed, target: Target, tables: Tables) -> Saves:
        """The saves of a group of the target."""
        return cls(
            group.cover,
            group.figures,
            fatal_faces(target.weapon, group, target.range, tables),
            save_tally(target.weapon, group, target.range, tables),
            group.figures + target.general_with_it,
        )


@dataclass(slots=True)
class Casualties:
    """Hits on one target. Requests are made once and kept, so that exact odds, which run a rule often, stay quick."""

    target: Target
    tables: Tables
    key: str
    _requests: dict[int, tuple[Count | None, ...]] = field(default_factory=dict)
    _losses: dict[tuple[int, ...], Losses] = field(default_factory=dict)
    _tested: dict[tuple[int, bool], Losses] = field(default_factory=dict)
    _desertion: dict[int, Count] = field(default_factory=dict)
    _unhurt: tuple[Modifier, ...] | None = None
    _figures: int = 0
    _die: Die = D6
    _saves: tuple[Saves, ...] = ()

    def __post_init__(self) -> None:
        """Count the figures, and what saves them, once."""
        self._figures = self.target.figures
        self._die = save_die(self.target.weapon, self.tables)
        self._saves = tuple(Saves.of(group, self.target, self.tables) for group in self.target.groups)

    @property
    def can_kill(self) -> bool:
        """Whether any save can fail."""
        return any(saves.fatal for saves in self._saves)

    def take(self, hits: int) -> Generator[Request, Any, Losses]:
        """Save against each hit (AVD-9.01), then throw for desertion (AVD-12.05)."""
        failed: list[int] = []
        for request in self.requests(hits):
            fails = 0 if request is None else (yield request)
            failed.append(fails)
        losses = self.losses(tuple(failed))
        if self._tests(losses):
            deserted: bool = yield self.desertion(losses.killed)
            return self.deserting(losses, deserted=deserted)
        return losses

    def requests(self, hits: int) -> tuple[Count | None, ...]:
        """The saves of every group of figures."""
        known = self._requests.get(hits)
        if known is None:
            shares = dealt(hits, self.target.groups, self._order())
            known = tuple(
                self._save_dice(saves, share) if share and saves.fatal else None
                for saves, share in zip(self._saves, shares, strict=True)
            )
            self._requests[hits] = known
        return known

    def losses(self, failed: tuple[int, ...]) -> Losses:
        """Figures killed by so many failed saves in each group; the General beside them takes what is left over (AVD-G.12)."""
        known = self._losses.get(failed)
        if known is None:
            killed = sum(min(fails, saves.figures) for fails, saves in zip(failed, self._saves, strict=True))
            general = self._general(killed, spare=sum(failed) > killed)
            known = self._losses[failed] = Losses(killed, general_killed=general)
        return known

    @property
    def _general_at_risk(self) -> bool:
        """Whether there is a General to hit."""
        return self.target.kind is TargetKind.GENERAL or self.target.general_with_it

    def _general(self, killed: int, *, spare: bool) -> bool:
        """Whether the General is among the dead: he is the target, or all the others are and there are hits to spare."""
        if self.target.kind is TargetKind.GENERAL:
            return killed > 0
        return self.target.general_with_it and killed == self._figures and spare

    def deserting(self, losses: Losses, *, deserted: bool) -> Losses:
        """The same losses after the desertion throw."""
        known = self._tested.get((losses.killed, deserted))
        if known is None:
            known = self._tested[losses.killed, deserted] = replace(losses, deserted=deserted)
        return known

    def exact(self, hits: Spread, requests: Mapping[str, Request]) -> Found:
        """The law of the losses by convolution: hits, then each group's failed saves, then desertion."""
        sides = len(self._die.faces)
        most = max(number for (_, number), _ in hits.weighted)
        met: dict[str, Request] = dict(requests)
        of_hits: dict[int, list[tuple[Fall, int]]] = {}
        states: dict[tuple[int, Fall], int] = {}
        for (lost, number), weight in hits.weighted:
            if number not in of_hits:
                of_hits[number] = self._falls(number, sides, met)
            scaled = weight * sides ** (most - number)  # all pools brought to the denominator of the largest
            for fall, ways in of_hits[number]:
                states[lost, fall] = states.get((lost, fall), 0) + scaled * ways
        scale = len(D6.faces) ** self._figures  # room for the desertion throws of any loss
        return Found(self._tested_weights(states, scale, met), hits.total * sides**most * scale, met)

    def _falls(self, hits: int, sides: int, met: dict[str, Request]) -> list[tuple[Fall, int]]:
        """Everything that so many hits can do, group after group, with its weight out of ``sides ** hits``."""
        falls: dict[Fall, int] = {(0, False): 1}  # figures killed, and whether a group had hits to spare
        number = 0
        for saves, share in zip(self._saves, dealt(hits, self.target.groups, self._order()), strict=True):
            law: tuple[tuple[int, int], ...] = ((0, sides**share),)
            if share and saves.fatal:
                number += 1
                key = self._saves_key if number == 1 else f"{self._saves_key}.{number}"
                if key not in met:
                    met[key] = self._save_dice(saves, share)
                law = capped_law(share, len(saves.fatal), sides, saves.cap)
            longer: dict[Fall, int] = {}
            for failed, weight in law:
                more, over = min(failed, saves.figures), failed > saves.figures
                for (killed, spare), ways in falls.items():
                    fall = (killed + more, spare or over)
                    longer[fall] = longer.get(fall, 0) + ways * weight
            falls = longer
        if not self._general_at_risk:
            return [((killed, False), ways) for (killed, _), ways in falls.items()]
        return [((killed, self._general(killed, spare=spare)), ways) for (killed, spare), ways in falls.items()]

    def _tested_weights(
        self, states: Mapping[tuple[int, Fall], int], scale: int, met: dict[str, Request]
    ) -> dict[tuple[int, Losses], int]:
        weights: dict[tuple[int, Losses], int] = {}
        for (lost, (killed, general)), weight in states.items():
            losses = Losses(killed, general_killed=general)
            outcomes = [(losses, scale)]
            if self._tests(losses):
                dice = self.desertion(losses.killed)
                met.setdefault(dice.key, dice)
                unit = scale // len(D6.faces) ** dice.pool
                outcomes = [
                    (self.deserting(losses, deserted=bool(deserted)), unit * part) for deserted, part in dice.law()
                ]
            for outcome, part in outcomes:
                weights[lost, outcome] = weights.get((lost, outcome), 0) + weight * part
        return weights

    def _tests(self, losses: Losses) -> bool:
        """Whether the losses call for a desertion throw (AVD-12.05)."""
        return self.target.prone_to_desertion and 0 < losses.killed < self._figures

    def summary(self, hits: Fraction) -> Message:
        """Hits to expect, and how often one kills in the first group's cover."""
        fatal, sides = len(self._saves[0].fatal), len(self._die.faces)
        if not fatal:
            return Message.of("summary.volley_none", hits=hits)
        return Message.of("summary.volley", hits=hits, fatal=fatal, sides=sides)

    def unhurt(self) -> tuple[Modifier, ...]:
        """Why figures that no die can kill are safe, where no throw would tell (AVD-G.17, AVD-G.25)."""
        if self._unhurt is None:
            self._unhurt = tuple(reason for saves in self._saves if not saves.fatal for reason in saves.tally)
        return self._unhurt

    @property
    def _saves_key(self) -> str:
        return f"{self.key}.saves"

    def _save_dice(self, saves: Saves, hits: int) -> Count:
        cap, score, sides = saves.cap, max(saves.fatal), len(self._die.faces)
        return Count(
            self._saves_key,
            self._die,
            hits,
            (Band(Message.of("band.killed", score=score), saves.fatal, 2),),
            read=lambda failed: min(failed, cap),
            tally=saves.tally,
            says=Message.of(f"request.saves.{saves.cover}", number=hits, sides=sides, fatal=score),
            label=killed_label,
        )

    def _order(self) -> tuple[int, ...]:
        """Nearest first; by option the owner places the odd hits, best cover first (AVD-G.20)."""
        numbers = range(len(self.target.groups))
        if self.tables.option("allocation") == "nearest_round_robin":
            return tuple(numbers)
        return tuple(sorted(numbers, key=lambda number: len(self._saves[number].fatal)))

    def desertion(self, lost: int) -> Count:
        """The desertion throw for so many figures lost."""
        request = self._desertion.get(lost)
        if request is None:
            request = self._desertion[lost] = desertion_dice(f"{self.key}.desertion", lost, self.tables)
        return request


@lru_cache(maxsize=4096)  # hits are dealt out one by one, so that most groups have the same share of many throws
def capped_law(pool: int, fatal: int, sides: int, cap: int) -> tuple[tuple[int, int], ...]:
    """How many of a pool fail, counted up to ``cap``: the binomial law in integers, out of ``sides ** pool``."""
    saved = sides - fatal
    law = [
        (failed, comb(pool, failed) * fatal**failed * saved ** (pool - failed)) for failed in range(min(cap, pool + 1))
    ]
    if pool >= cap:
        law.append((cap, sides**pool - sum([weight for _, weight in law])))
    return tuple([(failed, weight) for failed, weight in law if weight])


def dealt(hits: int, groups: tuple[Exposed, ...], order: tuple[int, ...]) -> tuple[int, ...]:
    """Hits dealt out one by one over the figures, round and round, nearest first (AVD-G.20)."""
    if len(groups) == 1:
        return (hits,)
    rounds, odd = divmod(hits, sum(group.figures for group in groups))
    shares = [rounds * group.figures for group in groups]
    for number in order:
        more = min(odd, groups[number].figures)
        shares[number] += more
        odd -= more
    return tuple(shares)


def save_die(weapon: Weapon, tables: Tables) -> Die:
    """The die of the firing weapon (AVD-9.02)."""
    return sided(tables.number("save", weapon, "die"))


def fatal_faces(weapon: Weapon, group: Exposed, range_: str | Fraction, tables: Tables) -> frozenset[int]:
    """The faces that do not save (AVD-9.02 to AVD-9.07, AVD-G.17, AVD-G.25)."""
    lowest = tables.number_or_none("save", weapon, group.cover)
    if lowest is None:
        return frozenset({NATURAL_ONE}) if tables.option("hotch_hard") == "natural_one" else frozenset()
    add = save_tally(weapon, group, range_, tables).total
    fatal = {face for face in save_die(weapon, tables).faces if face + add < lowest}
    return frozenset(fatal | {NATURAL_ONE} if tables.option("natural_one_fails") else fatal)


def save_tally(weapon: Weapon, group: Exposed, range_: str | Fraction, tables: Tables) -> Tally:
    """What is added to the save: range (AVD-9.04), not for dynamite (AVD-9.04b); posture (AVD-9.05 to AVD-9.07)."""
    lowest = tables.number_or_none("save", weapon, group.cover)
    if lowest is None:
        always = tables.option("hotch_hard") != "natural_one"
        reason = Message.of(f"reason.save.{'none' if always else 'natural_one'}.{group.cover}", weapon=weapon)
    else:
        reason = Message.of(f"reason.save.from.{group.cover}", weapon=weapon, lowest=lowest)
    far = weapon is not Weapon.DYNAMITE and beyond(range_, tables.number("save.add.range.inches"))
    return Tally.of(
        (
            tables.modifier("save.add.range.add") if far else None,
            tables.modifier("save.add", group.posture, "add") if group.posture is not Posture.UPRIGHT else None,
        ),
        Message("why.saves"),
        first=Modifier(
            reason,
            None,
            "AVD-9.02" if lowest is not None else "AVD-G.17",
            tables.is_house(f"save.{weapon}.{group.cover}"),
        ),
    )


def desertion_dice(key: str, lost: int, tables: Tables) -> Count:
    """One D6 for each figure lost, or one for all by option; any failure removes the unit (AVD-12.05, AVD-G.30)."""
    leaves_on = tables.number("morale.desertion.leaves_on")
    pool = lost if tables.option("desertion_test") == "per_figure" else 1
    return Count(
        key,
        D6,
        pool,
        (Band(Message.of("band.leaves", score=leaves_on), frozenset(range(1, leaves_on + 1)), 4),),
        read=lambda failed: failed > 0,
        says=Message.of("request.desertion", number=pool, leaves_on=leaves_on),
        label=deserts_label,
        tally=Tally(
            (Modifier(Message.of("reason.desertion", leaves_on=leaves_on), None, "AVD-12.05"),),
            Message("why.desertion"),
        ),
    )


def killed_label(failed: int) -> Label:
    """So many are killed."""
    return Label(Message.of("label.killed", killed=failed), 2 if failed else 0)


def deserts_label(deserts: bool) -> Label:
    """Leaves or carries on."""
    return Label(Message("label.deserts" if deserts else "label.stays"), 4 if deserts else 0)
