"""Who serves a gun, and how many dice it throws (AVD-8.13 to AVD-8.20, AVD-G.31)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, effect
from sandtable.kernel.form import Section, choice, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.vocabulary import FIELD_GUNS, GunKind, Weapon

SILENT_RULES = {
    "too_few": {GunKind.MACHINE_GUN: "AVD-8.15", GunKind.FIELD_GUN: "AVD-8.18b"},
    "no_artilleryman": {GunKind.FIELD_GUN: "AVD-8.18"},
    "captured": {GunKind.FIELD_GUN: "AVD-8.19"},
}


@dataclass(frozen=True, slots=True)
class Crew:
    """The figures at a gun."""

    gun: GunKind
    gunners: int
    replacements: int
    captured: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GunCrew:
    """A gun and those who serve it."""

    gun: GunKind = choice(GunKind, section=Section.ACTOR)
    gunners: int | None = fields.gunners(remembered=None)
    replacements: int = fields.replacements()
    captured: bool = yes_no(section=Section.ACTOR, usual=False)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """More figures than the gun has places."""
        yield from crew_problems(
            crew_of(self.gun, self.gunners, self.replacements, tables, captured=self.captured), tables
        )


@effect(icon="average-die")
class GunThrows(Effect):
    """How many average dice a gun throws."""

    gun: GunKind
    dice: int


@effect(says="{why}")
class GunSilent(Effect):
    """A gun cannot fire (AVD-8.15, AVD-8.18)."""

    gun: GunKind
    why: str


@action("move", "AVD-8.13 AVD-8.16 AVD-G.31", measures="dice")
def gun_crew(situation: GunCrew, tables: Tables) -> Ruling:
    """How many average dice a gun throws with the figures it has (AVD-8.13 to AVD-8.20)."""
    crew = crew_of(situation.gun, situation.gunners, situation.replacements, tables, captured=situation.captured)
    silent = silence(crew, tables)
    if silent:
        return Ruling.of("crew.silent", GunSilent(whom="actor", gun=crew.gun, why=silent), grave=3, dice=0)
    tally = crew_tally(crew, tables)
    throws = GunThrows(whom="actor", gun=crew.gun, dice=tally.total)
    return Ruling.of("crew.fires", throws, reasons=tally.modifiers, dice=tally.total)


def crew_of(gun: GunKind, gunners: int | None, replacements: int, tables: Tables, *, captured: bool) -> Crew:
    """The crew as told; left open, whoever is missing are real gunners (for a captured gun: the captor's figures)."""
    full = tables.number("crew", gun)
    if gunners is None:
        gunners = 0 if captured and gun is GunKind.MACHINE_GUN else max(0, full - replacements)
    return Crew(gun, gunners, replacements, captured)


def silence(crew: Crew, tables: Tables) -> str:
    """Why a gun cannot fire, or nothing (AVD-8.15, AVD-8.18, AVD-8.18b, AVD-8.19)."""
    if crew.gunners < tables.number("hits.gun.needs", crew.gun, "own"):
        return "captured" if crew.captured else "no_artilleryman"
    return "too_few" if crew.gunners + crew.replacements < tables.number("crew", crew.gun) else ""


def crew_problems(crew: Crew, tables: Tables) -> Iterator[Problem]:
    """A machine gun has 2 places, a field gun 3 (AVD-2.15, AVD-2.15b)."""
    full = tables.number("crew", crew.gun)
    if crew.gunners + crew.replacements > full:
        rule = "AVD-2.15" if crew.gun is GunKind.MACHINE_GUN else "AVD-2.15b"
        yield Problem("gunners", Message.of("problem.crew_too_large", gun=crew.gun, full=full), (), rule)


def silence_problems(crew: Crew, tables: Tables) -> Iterator[Problem]:
    """A gun that cannot fire is refused with what it lacks."""
    why = silence(crew, tables)
    if why:
        message = Message.of(f"problem.gun_silent.{why}", gun=crew.gun, full=tables.number("crew", crew.gun))
        yield Problem("gunners", message, (), SILENT_RULES[why].get(crew.gun))


def crew_tally(crew: Crew, tables: Tables) -> Tally:
    """Dice for each gunner and for each replacement; the captor's infantry count as replacements (AVD-G.31)."""
    each = tables.number("hits.gun", crew.gun, "gunner")
    stand_in = tables.number("hits.gun", crew.gun, "replacement")
    rule = "AVD-8.13" if crew.gun is GunKind.MACHINE_GUN else "AVD-8.16"
    stand_in_rule = _replacement_rule(crew)
    if crew.captured and crew.gun is GunKind.MACHINE_GUN:
        stand_in = int(tables.option("captured_mg_dice"))
        stand_in_rule = "AVD-G.31"
    return Tally(
        tuple(
            entry
            for entry in (
                _dice(f"reason.crew.gunners.{crew.gun}", crew.gunners, each, rule),
                _dice("reason.crew.replacements", crew.replacements, stand_in, stand_in_rule),
            )
            if entry is not None
        ),
        Message("why.crew"),
    )


def crew_reasons(crew: Crew, tables: Tables) -> Tally:
    """Why a crew throws so many dice, under the throw itself: reasons without numbers, since nothing is added to the dice."""
    tally = crew_tally(crew, tables)
    return Tally(tuple(replace(entry, value=None) for entry in tally), tally.title)


def _replacement_rule(crew: Crew) -> str:
    if crew.gun is GunKind.MACHINE_GUN:
        return "AVD-8.14" if crew.gunners else "AVD-8.14b"
    return "AVD-8.17" if crew.replacements == 1 else "AVD-8.17b"


def _dice(reason: str, figures: int, each: int, rule: str) -> Modifier | None:
    if not figures:
        return None
    return Modifier(Message.of(reason, figures=figures, each=each), figures * each, rule)


def gun_of(weapon: Weapon) -> GunKind:
    """The kind of gun; both sorts of field gun are served alike (AVD-G.04)."""
    return GunKind.FIELD_GUN if weapon in FIELD_GUNS else GunKind.MACHINE_GUN
