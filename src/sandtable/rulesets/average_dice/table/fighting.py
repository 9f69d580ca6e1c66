"""Melee on the table: figures strike at the enemies they touch, at most three at one (chapter 11, AVD-G.26, AVD-G.36)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sandtable.kernel.form import Section, choice, group
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.kit import Deed, Facts, Fall
from sandtable.miniatures.pairing import paired
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.melee import Melee, Struck, scoring_faces
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import housing
from sandtable.rulesets.average_dice.table.ground import cover_at, ground_left
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Deciding
from sandtable.rulesets.average_dice.vocabulary import Cover


@dataclass(frozen=True, slots=True, kw_only=True)
class StruckAt:
    """Enemies with so many strikers on each, all in the same cover."""

    enemies: int = fields.figures()
    strikers: int = fields.figures()
    cover: Cover = choice(Cover)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMelee(Melee):
    """Melee between figures whose contacts are known."""

    strikes: tuple[StruckAt, ...] = group(StruckAt, lowest=1, highest=30, section=Section.TARGET)

    def struck(self, tables: Tables) -> tuple[Struck, ...]:  # noqa: ARG002 - contact is measured
        """As contact has it."""
        return tuple(Struck(each.enemies, each.strikers, each.cover) for each in self.strikes)


def opponents(doing: Deciding) -> tuple[int | None, ...]:
    """For each figure of the actor the enemy it strikes at."""
    most = int(doing.field.tables.option("melee_max"))
    return paired(housing.touched(doing.field, doing.actor, doing.target), most)


def _groups(doing: Deciding) -> list[tuple[StruckAt, tuple[int, ...]]]:
    """Enemies alike in strikers and cover, those with most strikers first, and who they are."""
    pairs = [(striker, enemy) for striker, enemy in enumerate(opponents(doing)) if enemy is not None]
    load = Counter(enemy for _, enemy in pairs)
    by: dict[tuple[int, Cover], list[int]] = {}
    for enemy in sorted(load):
        striker = next(each for each, at in pairs if at == enemy)
        start, end = doing.actor.figures[striker].point, doing.target.figures[enemy].point
        cover = cover_at(ground_left(doing.field), start, end, doing.target.base.radius, doing.field.tables)
        by.setdefault((load[enemy], cover), []).append(enemy)
    return [
        (StruckAt(enemies=len(enemies), strikers=strikers, cover=cover), tuple(enemies))
        for (strikers, cover), enemies in sorted(by.items(), key=lambda each: (-each[0][0], each[1]))
    ]


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form."""
    groups = [each for each, _ in _groups(doing)]
    told: list[dict[str, Any]] = [
        {"enemies": each.enemies, "strikers": each.strikers, "cover": each.cover} for each in groups
    ]
    covers = {each.cover for each in groups}
    return {
        "strikes": told,
        "attacker_number": max(1, sum(each.enemies * each.strikers for each in groups)),
        "defender_number": max(1, sum(each.enemies for each in groups)),
        "target_strength": max(1, len(doing.target.figures)),
        "target_cover": covers.pop() if len(covers) == 1 else Cover.OPEN,
    }


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """A melee needs base-to-base contact (AVD-11.02)."""
    if not any(each is not None for each in opponents(doing)):
        yield Problem("target", Message.of("problem.table.no_contact", name=doing.target.id), (), "AVD-11.02")


def falls(fall: Fall[AverageDiceField]) -> tuple[int, ...]:
    """Who falls: of each group as many as were struck down (AVD-11.04, AVD-G.36)."""
    doing, tables = fall.doing, fall.doing.field.tables
    struck = iter(reading for key, reading in fall.heard if key == "melee.strikes")
    lost: list[int] = []
    for told, enemies in _groups(doing):
        if scoring_faces(replace(fall.form, target_cover=told.cover), tables):
            lost += enemies[: next(struck)]
    return tuple(sorted(lost))


MELEE: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["melee"], situation=TableMelee),
    by="AVD-11.03",
    at="AVD-11.02",
    measures=facts,
    hinders=hinders,
)
