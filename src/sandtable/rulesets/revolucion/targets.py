"""Whom an action strikes: the fields that describe a target, and how it stands to fire and assault (REV-10.10 to REV-10.60)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.kernel.form import Section
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.outnumbering import box_problems
from sandtable.rulesets.revolucion.victims import Victim
from sandtable.rulesets.revolucion.vocabulary import (
    ARMORED,
    GUNS,
    ON_RAILS,
    ON_THE_GROUND,
    TRAIN_MOVES,
    Aboard,
    Cover,
    Formation,
    Status,
    TargetAboard,
    UnitType,
)

ON_A_TRAIN = (TargetAboard.HALTED, *TRAIN_MOVES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The unit that is fired at, bombed, blown up or assaulted."""

    target_name: str | None = fields.name(pair="actor_name")
    target_type: UnitType = fields.target_type(ON_THE_GROUND)
    target_formation: Formation | None = fields.target_formation()
    cover: Cover = fields.cover()
    target_status: Status = fields.target_status()
    bases_of_target: int | None = fields.bases(Section.TARGET, "bases_of_actor")
    starting_bases_of_target: int | None = fields.starting_bases("starting_bases_of_assaulter")
    target_is_a_train_or_aboard_one: TargetAboard = fields.target_aboard()
    target_is_gone: bool = fields.is_gone(pair="actor_is_gone")

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """What is told of the target must be possible."""
        yield from gone_problems(self.target_is_gone)
        yield from starting_problems("starting_bases_of_target", self.starting_bases_of_target, self.bases_of_target)
        deployed_aboard = self.target_formation is Formation.DEPLOYED and self.train in ON_A_TRAIN
        if deployed_aboard and self.target_type not in GUNS:
            legal = (Formation.MANEUVER, Formation.MARCH)
            yield Problem("target_formation", Message("problem.only_guns_deploy_aboard"), legal, "REV-3.42")

    @property
    def train(self) -> TargetAboard:
        """What the target rides on. A train of which nothing is told stands still."""
        told = self.target_is_a_train_or_aboard_one
        return TargetAboard.HALTED if told is TargetAboard.NO and self.target_type in ON_RAILS else told

    @property
    def victim(self) -> Victim:
        """The target as the damage ladder sees it."""
        return Victim(
            "target",
            self.target_type,
            self.target_status,
            self.bases_of_target,
            self.starting_bases_of_target,
            self.train,
        )

    def formation_as_target(self, tables: Tables) -> Formation:
        """The formation that counts: some types have one only (REV-10.10, REV-10.52), so have passengers of automobiles (REV-10.54b)."""
        if tables.has("fixed_formation", self.target_type):
            return Formation(tables.text("fixed_formation", self.target_type))
        if self.train is TargetAboard.AUTOMOBILE:
            return Formation.MANEUVER
        return self.target_formation or Formation.DEPLOYED

    @property
    def cover_from_fire(self) -> Cover:
        """The cover that counts against fire: armored vehicles carry their own (REV-10.59), an aircraft has none (REV-G.33)."""
        if self.target_type is UnitType.AIRCRAFT:
            return Cover.OPEN
        armored = self.target_type in ARMORED and self.cover is not Cover.FORTIFIED
        return Cover.HARD if armored else self.cover

    @property
    def cover_from_assault(self) -> Cover:
        """The cover that counts in close combat: hull-down is worth no more than armor (REV-10.59b), a moving train has soft cover (REV-10.26b)."""
        if self.target_type in ARMORED:
            return Cover.HARD
        if self.cover is Cover.OPEN and self.train in TRAIN_MOVES:
            return Cover.SOFT
        return self.cover


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest(Target):
    """A target and the numbers on both sides: base counts, or one of the four boxes (REV-6.30)."""

    actor_name: str | None = fields.name(pair="target_name")
    actor_is_gone: bool = fields.is_gone(pair="target_is_gone")
    bases_of_actor: int | None = fields.bases(Section.ACTOR, "bases_of_target")
    actor_outnumbered: bool | None = fields.outnumbered_box("target_outnumbered")
    actor_badly_outnumbered: bool | None = fields.outnumbered_box("target_badly_outnumbered")
    target_outnumbered: bool | None = fields.outnumbered_box("actor_outnumbered")
    target_badly_outnumbered: bool | None = fields.outnumbered_box("actor_badly_outnumbered")

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """The boxes must not contradict each other or the counts."""
        yield from Target.problems(self, tables)
        yield from box_problems(self, tables)


def gone_problems(gone: bool) -> Iterator[Problem]:
    """What is off the table is no target (REV-5.13)."""
    if gone:
        yield Problem("target_is_gone", Message("problem.target_gone"), ("no",), "REV-5.13")


def starting_problems(field: str, started: int | None, now: int | None) -> Iterator[Problem]:
    """Nobody has more bases than at the start: regrouping never brings any back (REV-5.14)."""
    if started is not None and now is not None and started < now:
        yield Problem(field, Message.of("problem.more_than_at_start", now=now, started=started), (), "REV-5.14")


def option_problems(name: str, rule: str, tables: Tables, field: str = "action") -> Iterator[Problem]:
    """What a scenario has to allow is refused while its option is off."""
    if not tables.option(name):
        yield Problem(
            field, Message.of("problem.option_off", option=Message(f"option.{name}.label"), name=name), (), rule
        )


def rides(aboard: Aboard) -> bool:
    """Say whether the acting unit rides on something now."""
    return aboard not in (Aboard.NO, Aboard.GOT_OFF)
