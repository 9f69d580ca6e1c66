"""Hits on figures: how they are dealt out, saved, and what the losses lead to (AVD-9.01 to AVD-9.07, AVD-12.05, AVD-G.20, AVD-G.30)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
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

    def __post_init__(self) -> None:
        """Count the figures once."""
        self._figures = self.target.figures

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
                self._save_dice(group, share) for group, share in zip(self.target.groups, shares, strict=True)
            )
            self._requests[hits] = known
        return known

    def losses(self, failed: tuple[int, ...]) -> Losses:
        """Figures killed by so many failed saves in each group; the General beside them takes what is left over (AVD-G.12)."""
        known = self._losses.get(failed)
        if known is None:
            target = self.target
            killed = sum(min(fails, group.figures) for fails, group in zip(failed, target.groups, strict=True))
            surplus = sum(failed) - killed
            general = (
                killed > 0
                if target.kind is TargetKind.GENERAL
                else (target.general_with_it and killed == self._figures and surplus > 0)
            )
            known = self._losses[failed] = Losses(killed, general_killed=general)
        return known

    def deserting(self, losses: Losses, *, deserted: bool) -> Losses:
        """The same losses after the desertion throw."""
        known = self._tested.get((losses.killed, deserted))
        if known is None:
            known = self._tested[losses.killed, deserted] = replace(losses, deserted=deserted)
        return known

    def exact(self, hits: Spread, requests: Mapping[str, Request]) -> Found:
        """The law of the losses by convolution: hits, then each group's failed saves, then desertion."""
        sides = len(save_die(self.target.weapon, self.tables).faces)
        most = max(number for (_, number), _ in hits.weighted)
        met: dict[str, Request] = dict(requests)
        states: dict[tuple[int, tuple[int, ...]], int] = {}
        for (lost, number), weight in hits.weighted:
            scaled = weight * sides ** (most - number)  # all pools brought to the denominator of the largest
            for failed, ways in self._failures(number, sides, met):
                state = (lost, failed)
                states[state] = states.get(state, 0) + scaled * ways
        scale = len(D6.faces) ** self._figures  # room for the desertion throws of any loss
        return Found(self._tested_weights(states, scale, met), hits.total * sides**most * scale, met)

    def _failures(self, hits: int, sides: int, met: dict[str, Request]) -> list[tuple[tuple[int, ...], int]]:
        """Every combination of failed saves over the groups, with its weight out of ``sides ** hits``."""
        combined: list[tuple[tuple[int, ...], int]] = [((), 1)]
        shares = dealt(hits, self.target.groups, self._order())
        number = 0
        for group, share, request in zip(self.target.groups, shares, self.requests(hits), strict=True):
            law = [(0, sides**share)]
            if request is not None:
                number += 1
                met.setdefault(request.key if number == 1 else f"{request.key}.{number}", request)
                law = capped_law(share, len(request.bands[0].faces), sides, group.figures + self.target.general_with_it)
            combined = [((*failed, more), ways * weight) for failed, ways in combined for more, weight in law]
        return combined

    def _tested_weights(
        self, states: Mapping[tuple[int, tuple[int, ...]], int], scale: int, met: dict[str, Request]
    ) -> dict[tuple[int, Losses], int]:
        weights: dict[tuple[int, Losses], int] = {}
        for (lost, failed), weight in states.items():
            losses = self.losses(failed)
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
        target = self.target
        fatal = len(fatal_faces(target.weapon, target.groups[0], target.range, self.tables))
        sides = len(save_die(target.weapon, self.tables).faces)
        if not fatal:
            return Message.of("summary.volley_none", hits=hits)
        return Message.of("summary.volley", hits=hits, fatal=fatal, sides=sides)

    def unhurt(self) -> tuple[Modifier, ...]:
        """Why figures that no die can kill are safe, where no throw would tell (AVD-G.17, AVD-G.25)."""
        if self._unhurt is None:
            target, tables = self.target, self.tables
            self._unhurt = tuple(
                reason
                for group in target.groups
                if not fatal_faces(target.weapon, group, target.range, tables)
                for reason in save_tally(target.weapon, group, target.range, tables)
            )
        return self._unhurt

    def _save_dice(self, group: Exposed, hits: int) -> Count | None:
        target, tables = self.target, self.tables
        fatal = fatal_faces(target.weapon, group, target.range, tables)
        if not hits or not fatal:
            return None
        cap = group.figures + int(target.general_with_it)
        die = save_die(target.weapon, tables)
        return Count(
            f"{self.key}.saves",
            die,
            hits,
            (Band(Message.of("band.killed", score=max(fatal)), fatal, 2),),
            read=lambda failed: min(failed, cap),
            tally=save_tally(target.weapon, group, target.range, tables),
            says=Message.of(f"request.saves.{group.cover}", number=hits, sides=len(die.faces), fatal=max(fatal)),
            label=killed_label,
        )

    def _order(self) -> tuple[int, ...]:
        """Nearest first; by option the owner places the odd hits, best cover first (AVD-G.20)."""
        groups = self.target.groups
        numbers = range(len(groups))
        if self.tables.option("allocation") == "nearest_round_robin":
            return tuple(numbers)
        target = self.target
        return tuple(
            sorted(numbers, key=lambda n: len(fatal_faces(target.weapon, groups[n], target.range, self.tables)))
        )

    def desertion(self, lost: int) -> Count:
        """The desertion throw for so many figures lost."""
        request = self._desertion.get(lost)
        if request is None:
            request = self._desertion[lost] = desertion_dice(f"{self.key}.desertion", lost, self.tables)
        return request


def capped_law(pool: int, fatal: int, sides: int, cap: int) -> list[tuple[int, int]]:
    """How many of a pool fail, counted up to ``cap``: the binomial law in integers, out of ``sides ** pool``."""
    saved = sides - fatal
    law = [
        (failed, comb(pool, failed) * fatal**failed * saved ** (pool - failed)) for failed in range(min(cap, pool + 1))
    ]
    if pool >= cap:
        law.append((cap, sides**pool - sum(weight for _, weight in law)))
    return [(failed, weight) for failed, weight in law if weight]


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
    reason = (
        Message.of(f"reason.save.none.{group.cover}", weapon=weapon)
        if lowest is None
        else Message.of(f"reason.save.from.{group.cover}", weapon=weapon, lowest=lowest)
    )
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
