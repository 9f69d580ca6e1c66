"""Hits on figures: how they are dealt out and saved, and what the losses lead to (chapter 9, AVD-4.05, AVD-8.14, AVD-8.17, AVD-12.05)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, ClassVar, NamedTuple

from sandtable.kernel.bands import past
from sandtable.kernel.dice import D6, Die, sided
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Band, Count, Label
from sandtable.kernel.stages import Stage, Throw
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Measures, Outcome, Verdict, measuring
from sandtable.rulesets.average_dice.effects import (
    CrewShort,
    FiguresLost,
    GeneralKilled,
    GunAbandoned,
    UnitDeserts,
    UnitDestroyed,
    UnitStays,
    UnitWeak,
)
from sandtable.rulesets.average_dice.vocabulary import Cover, GunKind, Posture, TargetKind, Weapon

NATURAL_ONE = 1
DESERTS_LAST, DESTROYED_LAST = 100, 101  # the order of these rows of the odds, after any number of figures


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
    unseen: int = 0  # figures of the unit that cannot be hit: nobody who fires sees them (AVD-G.20)

    @property
    def figures(self) -> int:
        """All figures that can be hit, the General beside them not counted."""
        return sum(group.figures for group in self.groups)

    @property
    def strength(self) -> int:
        """All figures of the unit."""
        return self.figures + self.unseen


class Struck(NamedTuple):
    """Hits on their way through the groups of a target. ``lost`` is what they cost in throwers of dynamite."""

    hits: int
    lost: int = 0
    killed: int = 0
    spare: bool = False  # a group had hits to spare


@dataclass(frozen=True, slots=True)
class Losses:
    """What some hits did. The hits themselves are told in play; to the odds it is all one how many they were."""

    killed: int = 0
    deserted: bool | None = None  # None: no test was due
    general_killed: bool = False
    throwers_lost: int = 0
    hits: int = field(default=0, compare=False)


NO_LOSSES = Losses()


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


class Casualties:
    """What hits on one target lead to, stage by stage."""

    def __init__(self, target: Target, tables: Tables, key: str) -> None:
        self.target, self.tables, self.key = target, tables, key
        self._figures = target.figures
        self._die = save_die(target.weapon, tables)
        self._saves = tuple(Saves.of(group, target, tables) for group in target.groups)
        # Many ways lead to the same throw, whose law is worked out once.
        self._dealt = cache(partial(dealt, groups=target.groups, order=self._order()))
        self._dice = cache(self._save_dice)
        self._desertion = cache(partial(desertion_dice, f"{key}.desertion", tables=tables))

    @property
    def can_kill(self) -> bool:
        """Whether any figure can fail its save."""
        return any(saves.fatal for saves in self._saves)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Saves against each hit (AVD-9.01), group after group, then the throw for desertion (AVD-12.05): from ``Struck`` to ``Losses``."""
        groups = range(len(self._saves))
        saves = (Throw(partial(self._saving, number), partial(self._saved, number)) for number in groups)
        return (*saves, self._fallen, Throw(self._tested, _deserted))

    def fallen(self, hits: int, failed: Iterable[int]) -> tuple[int, ...]:
        """How many fall in each group, from the hits and the failed saves of those groups that threw any, one after the other."""
        throws = iter(failed)
        return tuple(
            min(next(throws), saves.figures) if share and saves.fatal else 0
            for share, saves in zip(self._dealt(hits), self._saves, strict=True)
        )

    def _saving(self, number: int, struck: Struck) -> Count | None:
        """The saves of one group against its share of the hits."""
        share = self._dealt(struck.hits)[number]
        return self._dice(number, share) if share and self._saves[number].fatal else None

    def _saved(self, number: int, struck: Struck, failed: int | None) -> Struck:
        """The dead of one group more."""
        if not failed:
            return struck
        hits, lost, killed, spare = struck
        figures = self._saves[number].figures
        return Struck(hits, lost, killed + min(failed, figures), spare or failed > figures)

    def _fallen(self, struck: Struck) -> Losses:
        """Figures killed; the General beside them takes what is left over (AVD-G.12)."""
        general = self._general(struck.killed, spare=struck.spare)
        return Losses(struck.killed, general_killed=general, throwers_lost=struck.lost, hits=struck.hits)

    def _general(self, killed: int, *, spare: bool) -> bool:
        """Whether the General is among the dead: he is the target, or all the others are and there are hits to spare."""
        if self.target.kind is TargetKind.GENERAL:
            return killed > 0
        return self.target.general_with_it and killed == self._figures and spare

    def _tested(self, losses: Losses) -> Count | None:
        """The throw of a unit whose losses may make it desert (AVD-12.05)."""
        tested = self.target.prone_to_desertion and 0 < losses.killed < self.target.strength
        return self._desertion(losses.killed) if tested else None

    def summary(self, hits: Fraction) -> Message:
        """Hits to expect, and how often one kills in the first group's cover."""
        fatal, sides = len(self._saves[0].fatal), len(self._die.faces)
        if not fatal:
            return Message.of("summary.volley_none", hits=hits)
        return Message.of("summary.volley", hits=hits, fatal=fatal, sides=sides)

    def unhurt(self) -> tuple[Modifier, ...]:
        """Why figures that no die can kill are safe, where no throw would tell (AVD-G.17, AVD-G.25)."""
        return tuple(reason for saves in self._saves if not saves.fatal for reason in saves.tally)

    def _save_dice(self, number: int, hits: int) -> Count:
        saves = self._saves[number]
        cap, score, sides = saves.cap, max(saves.fatal), len(self._die.faces)
        return Count(
            f"{self.key}.saves",
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


def _deserted(losses: Losses, deserted: bool | None) -> Losses:
    return losses if deserted is None else replace(losses, deserted=deserted)


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
    far = weapon is not Weapon.DYNAMITE and past(range_, tables.number("save.add.range.inches"))
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


# ---- What the losses lead to ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LossVerdict(Verdict):
    """Figures killed, and what became of the target."""

    killed: int = 0
    left: int = 0
    before: int = 0
    weak_at: int = 0
    deserted: bool = False
    general_killed: bool = False
    measures: ClassVar[Measures] = measuring(
        figures_lost="killed",
        deserts="deserted",
        falls_to_four="falls_to_four",
        falls_to_four_or_deserts="falls_to_four_or_deserts",
        destroyed="destroyed",
        general_killed="general_killed",
    )

    @property
    def falls_to_four(self) -> bool:
        """Above the weak strength before, at it or below now."""
        return self.before > self.weak_at >= self.left

    @property
    def falls_to_four_or_deserts(self) -> bool:
        """Of no more use for an attack."""
        return self.falls_to_four or self.deserted

    @property
    def destroyed(self) -> bool:
        """No figure is left."""
        return self.before > 0 and self.left == 0

    def outcome(self) -> Outcome:
        """Figures lost; desertion and destruction are rows of their own."""
        if self.deserted:
            return Outcome("deserts", Message("outcome.volley.deserts"), 4, DESERTS_LAST)
        if not self.killed:
            return Outcome("none", Message("outcome.volley.none"), 0, 0)
        if not self.left:
            return Outcome("destroyed", Message("outcome.volley.destroyed"), 4, DESTROYED_LAST)
        severity = 3 if self.left <= self.weak_at else 1 + int(2 * self.killed >= self.before)
        return Outcome(
            f"loses_{self.killed}",
            Message.of("outcome.volley.loses", killed=self.killed, left=self.left),
            severity,
            self.killed,
        )

    def headline(self) -> Message:
        """Losses in letters."""
        if self.general_killed and self.before <= 1:
            return Message("headline.volley.general")
        if self.deserted:
            return Message("headline.volley.deserts")
        if not self.killed:
            return Message("headline.volley.none")
        return Message.of("headline.volley.killed", killed=self.killed)


def loss_effects(target: Target, losses: Losses, tables: Tables) -> Iterator[Effect]:
    """What the hands do, in order: figures off, the General, then what becomes of the rest."""
    left = target.strength - losses.killed
    if target.kind is TargetKind.GENERAL:
        if losses.general_killed:
            yield GeneralKilled(whom="target")
        return
    if losses.deserted:
        yield UnitDeserts(whom="target")
    elif losses.killed:
        yield FiguresLost(whom="target", count=losses.killed, left=left)
    if losses.general_killed:
        yield GeneralKilled(whom="target")
    if losses.deserted or not losses.killed:
        return
    if target.kind is TargetKind.GUN_CREW and target.crew_of is not None:
        yield from _crew_effects(target.crew_of, losses.killed, left, tables)
    elif not left:
        yield UnitDestroyed(whom="target")
    else:
        if losses.deserted is not None:
            yield UnitStays(whom="target")
        if target.kind is TargetKind.UNIT and left <= tables.number("morale.weak.figures"):
            yield UnitWeak(whom="target", left=left)


def _crew_effects(gun: GunKind, killed: int, left: int, tables: Tables) -> Iterator[Effect]:
    if left:
        yield CrewShort(whom="target", gun=gun, missing=killed, inches=Fraction(tables.number("replacement.inches")))
    else:
        yield GunAbandoned(whom="target", gun=gun)


def loss_numbers(target: Target, losses: Losses, tables: Tables) -> dict[str, Any]:
    """The numbers every volley tells of its target."""
    weak = tables.number("morale.weak.figures") if target.kind is TargetKind.UNIT else 0
    return {
        "killed": losses.killed,
        "left": target.strength - losses.killed,
        "before": target.strength,
        "weak_at": weak,
        "deserted": bool(losses.deserted),
        "general_killed": losses.general_killed,
    }
