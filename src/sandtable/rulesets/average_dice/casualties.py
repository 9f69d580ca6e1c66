"""Hits on figures: how they are dealt out, saved, and what the losses lead to (AVD-9.01 to AVD-9.07, AVD-12.05, AVD-G.20, AVD-G.30)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from fractions import Fraction
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
    range: str | Fraction = "0-12"

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


@dataclass(slots=True)
class Casualties:
    """Hits on one target. Requests are made once and kept, so that exact odds, which run a rule often, stay quick."""

    target: Target
    tables: Tables
    key: str
    _saves: dict[tuple[int, int], Count | None] = field(default_factory=dict)
    _desertion: dict[int, Count] = field(default_factory=dict)

    def take(self, hits: int) -> Generator[Request, Any, Losses]:
        """Save against each hit (AVD-9.01), then throw for desertion (AVD-12.05)."""
        target = self.target
        failed = []
        for number, share in enumerate(dealt(hits, target.groups, self._order())):
            request = self.saves(number, share)
            failed.append((yield request) if request is not None else 0)
        killed = sum(min(fails, group.figures) for fails, group in zip(failed, target.groups, strict=True))
        if target.kind is TargetKind.GENERAL:
            return Losses(killed, general_killed=killed > 0)
        surplus = sum(failed) - killed
        general_killed = target.general_with_it and killed == target.figures and surplus > 0
        if not target.prone_to_desertion or not killed or killed == target.figures:
            return Losses(killed, general_killed=general_killed)
        deserted: bool = yield self.desertion(killed)
        return Losses(killed, deserted, general_killed)

    def saves(self, group: int, hits: int) -> Count | None:
        """The saves of one group of figures; None where no die could fail, or none has to be thrown."""
        known = self._saves.get((group, hits), _UNKNOWN)
        if known is not _UNKNOWN:
            return known
        request = self._saves[group, hits] = self._save_dice(self.target.groups[group], hits)
        return request

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
            says=Message.of("request.saves", number=hits, sides=len(die.faces), fatal=max(fatal), cover=group.cover),
            label=killed_label,
        )

    def _order(self) -> tuple[int, ...]:
        """Nearest first; by option the owner places the odd hits, best cover first (AVD-G.20)."""
        groups = self.target.groups
        numbers = range(len(groups))
        if self.tables.option("allocation") == "nearest_round_robin":
            return tuple(numbers)
        target = self.target
        return tuple(sorted(numbers, key=lambda n: len(fatal_faces(target.weapon, groups[n], target.range, self.tables))))

    def desertion(self, lost: int) -> Count:
        """The desertion throw for so many figures lost."""
        request = self._desertion.get(lost)
        if request is None:
            request = self._desertion[lost] = desertion_dice(f"{self.key}.desertion", lost, self.tables)
        return request


_UNKNOWN: Any = object()


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
        Message.of("reason.save.none", weapon=weapon, cover=group.cover)
        if lowest is None
        else Message.of("reason.save.from", weapon=weapon, cover=group.cover, lowest=lowest)
    )
    far = weapon is not Weapon.DYNAMITE and beyond(range_, tables.number("save.add.range.inches"))
    return Tally.of(
        (
            tables.modifier("save.add.range.add") if far else None,
            tables.modifier("save.add", group.posture, "add") if group.posture is not Posture.UPRIGHT else None,
        ),
        Message("why.saves"),
        first=Modifier(reason, None, "AVD-9.02" if lowest is not None else "AVD-G.17", tables.is_house(f"save.{weapon}.{group.cover}")),
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
        tally=Tally((Modifier(Message.of("reason.desertion", leaves_on=leaves_on), None, "AVD-12.05"),), Message("why.desertion")),
    )


def killed_label(failed: int) -> Label:
    """So many are killed."""
    return Label(Message.of("label.killed", killed=failed), 2 if failed else 0)


def deserts_label(deserts: bool) -> Label:  # noqa: FBT001 - a reading is handed as it is
    """Leaves or carries on."""
    return Label(Message("label.deserts" if deserts else "label.stays"), 4 if deserts else 0)
