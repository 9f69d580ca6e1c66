"""Points and grades after the document's table (chapter 12, R48-G.46)."""

from __future__ import annotations

from bisect import bisect_left

from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.vocabulary import Entry, Grade, Quality

CASUALTIES = {
    Quality.VETERAN: Entry.VETERAN_CASUALTY,
    Quality.AVERAGE: Entry.AVERAGE_CASUALTY,
    Quality.CONSCRIPT: Entry.CONSCRIPT_CASUALTY,
    Quality.CIVILIAN: Entry.MOB_CASUALTY,
}
LOSSES = {
    Quality.VETERAN: Entry.VETERAN_LOST,
    Quality.AVERAGE: Entry.VETERAN_LOST,  # Average soldiers of the core count as veterans (R48-G.46(c))
    Quality.CONSCRIPT: Entry.VOLUNTEER_LOST,
    Quality.CIVILIAN: Entry.VOLUNTEER_LOST,
}
RECRUITS = {
    Quality.VETERAN: Entry.VETERAN_RECRUITED,
    Quality.AVERAGE: Entry.AVERAGE_RECRUITED,
    Quality.CONSCRIPT: Entry.CONSCRIPT_RECRUITED,
    Quality.CIVILIAN: Entry.CIVILIAN_RECRUITED,
}


def grade(total: int, tables: Tables) -> Grade:
    """How a total is judged: any positive one is at least a technical victory (R48-12.04, R48-G.46(f))."""
    bounds, grades = tables.row("grade.up_to"), tables.row("grade.grade")
    return Grade(grades[bisect_left(bounds, total)])
