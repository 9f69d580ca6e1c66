"""Damage without a throw: mine fields (REV-10.88b, REV-10.89, REV-G.35) and wrecked vehicles (REV-10.12, REV-10.53, REV-G.31)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, group
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.damage import Damage, damage_done, damage_effects, zone
from sandtable.rulesets.revolucion.effects import GetsOff, Stops, TrackBlocked
from sandtable.rulesets.revolucion.fire import FireVerdict
from sandtable.rulesets.revolucion.targets import gone_problems, starting_problems
from sandtable.rulesets.revolucion.victims import Victim
from sandtable.rulesets.revolucion.vocabulary import ON_THE_GROUND, SHOOTERS, Status, UnitType, Vehicle


@dataclass(frozen=True, slots=True, kw_only=True)
class MineField:
    """A unit enters a mine field or moves inside one."""

    target_name: str | None = fields.name()
    target_type: UnitType = fields.target_type(ON_THE_GROUND)
    target_status: Status = fields.target_status()
    bases_of_target: int | None = fields.bases(Section.TARGET, "bases_of_actor")
    starting_bases_of_target: int | None = fields.starting_bases("starting_bases_of_assaulter")
    target_is_gone: bool = fields.is_gone()

    def subject(self) -> Message:
        """Who enters it."""
        return Message.of("subject.mine_field", whom=self.target_name or self.target_type)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """It must be there, and the counts possible."""
        yield from gone_problems(self.target_is_gone)
        yield from starting_problems("starting_bases_of_target", self.starting_bases_of_target, self.bases_of_target)


@action("special", "REV-10.88b", layout="plain", option=("mines", True))
def mine_field(situation: MineField, tables: Tables) -> FireVerdict:
    """One level, no throw, no risk to a Leader (REV-10.88b, REV-G.08e); who loses a base goes back as he came (REV-G.35c)."""
    victim = Victim(
        "target",
        situation.target_type,
        situation.target_status,
        situation.bases_of_target,
        situation.starting_bases_of_target,
    )
    damage = damage_done(victim, tables.number("damage.mine_field.levels"), tables)
    return FireVerdict(damage=damage, effects=(Stops(whom="target"), *damage_effects(victim, damage, tables, "path")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Passenger:
    """A unit that was riding. The whole unit suffers, even if part of it rides elsewhere (REV-10.53b)."""

    name: str | None = fields.name()
    target_type: UnitType = fields.target_type(SHOOTERS)
    target_status: Status = fields.target_status()
    bases_of_target: int | None = fields.bases(Section.TARGET, "bases_of_actor")
    starting_bases_of_target: int | None = fields.starting_bases("starting_bases_of_assaulter")
    target_is_gone: bool = fields.is_gone()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wreck:
    """A train, or one or more bases of automobiles, are destroyed with units aboard."""

    vehicle: Vehicle = choice(Vehicle, section=Section.ACTOR, usual=Vehicle.TRAIN)
    passengers: tuple[Passenger, ...] = group(Passenger, section=Section.TARGET)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Whoever is gone rides no more."""
        for number, passenger in enumerate(self.passengers, start=1):
            for problem in gone_problems(passenger.target_is_gone):
                yield problem.inside(f"passengers.{number}")


@action("special", "REV-10.12 REV-10.53", measures="bases_lost destroyed")
def wreck(situation: Wreck, tables: Tables) -> Ruling:
    """Each passenger unit gets off at once (REV-10.12b) and then takes one level, without risk to Leaders (REV-G.31, REV-G.52, REV-G.08e)."""
    levels = tables.number("damage.wreck.levels")
    damages: list[Damage] = []
    effects: list[Effect] = [TrackBlocked(whom="train")] if situation.vehicle is Vehicle.TRAIN else []
    for number, passenger in enumerate(situation.passengers, start=1):
        victim = _thrown_out(passenger, number)
        damage = damage_done(victim, levels, tables)
        damages.append(damage)
        effects += [GetsOff(whom=victim.whom, distance=zone(tables)), *damage_effects(victim, damage, tables)]
    return Ruling.of(
        "wreck",
        *effects,
        grave=2,
        words={"units": len(damages)},
        bases_lost=sum(damage.bases_lost for damage in damages),
        destroyed=sum(damage.destroyed for damage in damages),
    )


def _thrown_out(passenger: Passenger, number: int) -> Victim:
    return Victim(
        passenger.name or f"passenger {number}",
        passenger.target_type,
        passenger.target_status,
        passenger.bases_of_target,
        passenger.starting_bases_of_target,
    )
