"""Points entered by hand, and how a game is judged at its end (chapter 12, R48-G.46)."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, effect
from sandtable.kernel.form import Section, choice, number, when
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.books import grade
from sandtable.rulesets.uprising1848.effects import scored
from sandtable.rulesets.uprising1848.event_effects import PLAYERS
from sandtable.rulesets.uprising1848.scenarios import all_scenarios
from sandtable.rulesets.uprising1848.vocabulary import Entry, Grade, Scenario

LEAST_POINTS, MOST_POINTS = -300, 700


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEntry:
    """A line of the score sheet, entered by hand (R48-12.03)."""

    entry: Entry = choice(Entry, widget="list", section=Section.ACTION)
    count: int = number(section=Section.ACTION, lowest=1, highest=fields.LARGEST_CLASS, usual=1)


@action("game", "R48-12.03", measures="points")
def score_entry(situation: ScoreEntry, tables: Tables) -> Ruling:
    """So many times the points of the line."""
    line = scored(situation.entry, situation.count, tables)
    return Ruling.of("score", line, words={"entry": situation.entry}, points=line.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The game ends: how it is judged (R48-12.01, R48-12.07, R48-G.46)."""

    scenario: Scenario = choice(Scenario, section=Section.ACTION, usual=Scenario.GENERIC)
    points: int = number(section=Section.ACTION, lowest=LEAST_POINTS, highest=MOST_POINTS, usual=0)
    lord_taken: bool = fields.box(Section.ACTION, needed=when("scenario", Scenario.MANOR))
    estate_taken: bool = fields.box(Section.ACTION, needed=when("scenario", Scenario.MANOR))
    kossuth_escaped: bool = fields.box(Section.ACTION, needed=when("scenario", Scenario.KOSSUTH))
    wiped_out: bool = fields.box(Section.CIRCUMSTANCE)
    concession: bool = fields.box(Section.CIRCUMSTANCE)


@effect(icon="flag", says="{martyrs?martyrs:plain}")
class GameEnds(Effect):
    """The verdict on the whole game: won or lost, and whether anybody is left to enjoy it (R48-12.09a)."""

    total: int
    grade: Grade
    martyrs: bool = False


@action("game", "R48-12.04 R48-G.46", measures="points won")
def finish(situation: Finish, tables: Tables) -> Ruling:
    """Scenario goals on top of the points, or in their place; a concession wins whatever the total (R48-11.16, R48-11.22, R48-12.03p)."""
    goal = _goal(situation)
    lines = (scored(goal, 1, tables),) if goal is not None else ()
    total = situation.points + sum(line.points for line in lines)
    judged = _judged(total, goal, situation, tables)
    won = judged is not Grade.DEFEAT
    ends = GameEnds(whom=PLAYERS, total=total, grade=judged, martyrs=situation.wiped_out and won)
    return Ruling.of("finish", *lines, ends, words={"grade": judged}, points=total, won=won)


def _goal(situation: Finish) -> Entry | None:
    """The scenario's own line: the lord and the estate, or the estate alone (R48-11.16, R48-11.16a)."""
    if situation.scenario is Scenario.MANOR and situation.estate_taken:
        return Entry.MISSION if situation.lord_taken else Entry.MARGINAL_MISSION
    return None


def _judged(total: int, goal: Entry | None, situation: Finish, tables: Tables) -> Grade:
    if all_scenarios()[situation.scenario].only_goal:
        return Grade.HIGHEST if situation.kossuth_escaped else Grade.DEFEAT
    if goal is Entry.MISSION or situation.concession:
        return Grade.HIGHEST
    by_points = grade(total, tables)
    return max(by_points, Grade.MARGINAL, key=tuple(Grade).index) if goal is Entry.MARGINAL_MISSION else by_points
