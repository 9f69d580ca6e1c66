"""Blasts: a máquina loca or a command mine goes off (REV-10.32 to REV-10.35, REV-10.91, REV-G.29)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sandtable.kernel.actions import action
from sandtable.kernel.bands import range_words
from sandtable.kernel.form import Section, choice
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Rule
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.bands import band_in_reach
from sandtable.rulesets.revolucion.damage import damage_done
from sandtable.rulesets.revolucion.effects import Unharmed
from sandtable.rulesets.revolucion.fire import FireVerdict, OutOfRange, hit
from sandtable.rulesets.revolucion.shot import Shot, fire_effect, shot_rolls
from sandtable.rulesets.revolucion.targets import Target, option_problems
from sandtable.rulesets.revolucion.vocabulary import BlastSource, FireMode, UnitType


@dataclass(frozen=True, slots=True, kw_only=True)
class Blast(Target):
    """A unit within a blast: every one in the radius tests by itself, friend or enemy (REV-10.32, REV-10.91, REV-G.29b)."""

    source: BlastSource = choice(BlastSource, section=Section.ACTOR, usual=BlastSource.MAQUINA_LOCA)
    range: str | Fraction = fields.range_from_blast()

    def subject(self) -> Message:
        """What goes off, who stands in it, and how near."""
        whom = self.target_name or self.target_type
        return Message.of("subject.blast", source=self.source, whom=whom, range=range_words(self.range))

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Mines are for scenarios that have them."""
        yield from Target.problems(self, tables)
        if self.source is not BlastSource.MAQUINA_LOCA:
            yield from option_problems("mines", "REV-10.91", tables, "source")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlastQuestions:
    """What may be answered in advance."""

    leader_with_target: int | None = fields.leader_with_target("fire.leader_with_target")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfBlast(OutOfRange):
    """The unit stands outside the radius."""

    def headline(self) -> Message:
        """Nothing happens to it."""
        return Message("headline.blast.outside")


@action("special", "REV-10.32 REV-10.91", questions=BlastQuestions)
def blast(situation: Blast, tables: Tables) -> Rule[FireVerdict]:
    """As Deployed Fire of Artillery with as many bases as the target: no outnumbering, no battery size (REV-10.32, REV-G.29)."""
    radius = tables.number("blast.radius", situation.source)
    band = band_in_reach(situation.range, radius, tables)
    if band is None:
        unharmed = Unharmed(whom="target", radius=Fraction(radius))
        return OutOfBlast(damage=damage_done(situation.victim, 0, tables), reach=radius, effects=(unharmed,))
    shot = Shot(
        firer=UnitType(tables.text("blast.fires_as")),
        mode=FireMode.DEPLOYED,
        band=band,
        target=situation.target_type,
        formation=situation.formation_as_target(tables),
        cover=situation.cover_from_fire,
        target_status=situation.target_status,
    )
    levels = yield from fire_effect(shot_rolls("blast", shot, tables))
    return (yield from hit(situation.victim, levels, tables))
