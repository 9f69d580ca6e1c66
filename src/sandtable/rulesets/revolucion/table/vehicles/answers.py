"""What the rules of vehicles make of damage: everything that damage asks them, and the answer, by name."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.battle.event import Story
from sandtable.miniatures.consequences import Answer, Consequence, Course
from sandtable.rulesets.revolucion.table.damage.consequences import GoesBack, GoesHome, LostBases, Removed, WentOff
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.table.vehicles import aircraft, trains, wrecks

ALONG_TRACK = "track"  # the way back of whatever runs on rails, as the umpire's rules call it


def _lost_bases(story: Story[State], lost: LostBases) -> Course[None]:
    """Automobiles throw out who rode on them (REV-10.53)."""
    yield from wrecks.of_bases(story, lost.unit, lost.count, lost.before)


def _goes_back(story: Story[State], back: GoesBack) -> Course[bool]:
    """Trains fall back along their track (REV-G.30b)."""
    if back.way != ALONG_TRACK:
        return False
    yield from trains.fall_back(story, back.unit, back.source, back.distance)
    return True


def _goes_home(story: Story[State], home: GoesHome) -> Course[None]:
    """An aircraft leaves the table (REV-10.76)."""
    yield from ()
    aircraft.leave(story, home.effect, home.unit)


def _removed(story: Story[State], removed: Removed) -> Course[None]:
    """Vehicles leave a wreck, and passengers (REV-10.12, REV-10.53)."""
    yield from wrecks.of_automobiles(story, removed.unit)
    yield from trains.wrecked(story, removed.unit)


def _went_off(story: Story[State], explosion: WentOff) -> Course[None]:
    """A train right over it is derailed (REV-10.19)."""
    yield from trains.derailed(story, explosion.at)


ANSWERS: Mapping[type[Consequence], Answer[State]] = {
    LostBases: _lost_bases,
    GoesBack: _goes_back,
    GoesHome: _goes_home,
    Removed: _removed,
    WentOff: _went_off,
}
