"""What is taken, and what the referee lays open (R48-3.49a, R48-3.50, R48-11.14a, R48-G.09, R48-G.10, R48-G.45c)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, number, text, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Rule
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.arrivals import Steps
from sandtable.rulesets.uprising1848.books import STRONGPOINT
from sandtable.rulesets.uprising1848.details import ToldRuling
from sandtable.rulesets.uprising1848.effects import ACTOR, NAMED, TARGET, ArmsFound, Captured, DoneOnce, Scored, scored
from sandtable.rulesets.uprising1848.event_effects import ContentsAre, GarrisonIs, Revealed
from sandtable.rulesets.uprising1848.places import contents, garrison
from sandtable.rulesets.uprising1848.search import captured_dump
from sandtable.rulesets.uprising1848.units import Once
from sandtable.rulesets.uprising1848.vocabulary import Capture, Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Capturing:
    """Something is taken at the end of an initiative (R48-G.09(e), R48-G.10(d), R48-G.18(b), R48-G.45c)."""

    capture: Capture = choice(Capture, section=Section.ACTION)
    target_name: str | None = fields.name()
    unit_is_solid: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    guards_left: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=40, usual=0)
    kept_by_umpire: bool = fields.box(Section.CIRCUMSTANCE, needed=when("capture", Capture.STRONGPOINT))
    taken_before: bool = fields.box(Section.CIRCUMSTANCE)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """A Solid unit, and nobody left to guard it (R48-3.49a)."""
        if not self.unit_is_solid:
            yield Problem("unit_is_solid", Message("problem.captor_wavering"), ("yes",), "R48-G.45c")
        if self.guards_left:
            yield Problem(
                "guards_left", Message.of("problem.guards_left", guards=self.guards_left), ("0",), "R48-3.49a"
            )
        if self.taken_before:
            yield Problem("taken_before", Message("problem.taken_before"), ("no",), "R48-G.45c")


@action("game", "R48-G.10 R48-G.45c", layout="plain", measures="points")
def capture(situation: Capturing, tables: Tables) -> Rule[ToldRuling]:
    """Points once, arms for the unit that took a convoy, perhaps an armoury in a dump (R48-3.50, R48-12.03j to R48-12.03o)."""
    what = situation.capture
    effects: tuple[Effect, ...] = (Captured(whom=ACTOR, what=what),)
    if what is Capture.DUMP:
        effects = yield from captured_dump(tables)
    elif what in _CAPTURES:
        effects = (*effects, scored(_CAPTURES[what], 1, tables))
    if what is Capture.CONVOY:
        effects = (*effects, ArmsFound(whom=ACTOR))
    if what is Capture.STRONGPOINT and not situation.kept_by_umpire:
        effects = (*effects, (yield from _inside(situation, tables)))
    taken = DoneOnce(whom=TARGET, what=Once.TAKEN)
    points = sum(line.points for line in effects if isinstance(line, Scored))
    return ToldRuling.of("capture", *effects, taken, notes=NAMED, words={"capture": what}, points=points)


_CAPTURES = {
    Capture.CONVOY: Entry.DUMP_OR_CONVOY,
    Capture.PAPERS: Entry.DOCUMENTS,
    Capture.CASH: Entry.CASH,
    Capture.STRONGPOINT: Entry.STRONGPOINT,
    Capture.OFFICER: Entry.OFFICER_OR_ARISTOCRAT,
    Capture.ARISTOCRATS: Entry.OFFICER_OR_ARISTOCRAT,
}


def _inside(situation: Capturing, tables: Tables) -> Steps:
    """What a strongpoint holds that nobody has thrown for yet."""
    return ContentsAre(whom=situation.target_name or STRONGPOINT, cache=(yield from contents(tables)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """The referee puts on the table what he kept: a strongpoint's garrison, or a unit of the scenario (R48-11.14a, R48-G.09(d))."""

    target_name: str = text(section=Section.ACTION)
    is_unit: bool = fields.box(Section.CIRCUMSTANCE)
    kept_by_umpire: bool = fields.box(Section.CIRCUMSTANCE, needed=~when("is_unit", True))
    shown_before: bool = fields.box(Section.CIRCUMSTANCE)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """What stands on the table is not placed again."""
        if self.shown_before:
            yield Problem("shown_before", Message("problem.shown_before"), ("no",), "R48-G.09")


@action("game", "R48-G.09 R48-11.14a", layout="plain", measures="points")
def reveal(situation: Reveal, tables: Tables) -> Rule[ToldRuling]:
    """When Players come near, when they attack, or when it acts; a garrison that nobody has thrown yet is thrown now (R48-G.09(a), R48-G.09(d))."""
    name = situation.target_name
    shown: Effect = Revealed(whom=name, unit=situation.is_unit)
    if not situation.is_unit and not situation.kept_by_umpire:
        holders, parties = yield from garrison(tables)
        shown = GarrisonIs(whom=name, garrison=holders, parties=parties)
    return ToldRuling.of("reveal", shown, notes=NAMED, words={"name": name}, points=0)
