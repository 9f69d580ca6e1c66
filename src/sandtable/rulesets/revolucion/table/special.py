"""Where the special rules of chapter 10 join the others: every such place, and what is done there, by name.

The ordinary rules (effects, losses, blasts, fire, the turn) call these; the special rules are built on the ordinary ones, so they are fetched
when they are called.
"""
# ruff: noqa: PLC0415 - fetched when called, see above

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.state import State, Unit

if TYPE_CHECKING:
    from sandtable.rulesets.revolucion.table.combat.shots import Aim

ALONG_TRACK = "track"  # the way back of whatever runs on rails, as the umpire's rules call it


def before_effect(story: Story[State], name: str) -> None:
    """Something is about to strike a unit: it shows whoever is hidden (REV-G.37)."""
    from sandtable.rulesets.revolucion.table.hidden import secrecy

    secrecy.reveal(story, name)


def bases_lost(story: Story[State], name: str, count: int, before: Footprint | None) -> Asked[None]:
    """A unit has lost bases, and stood so before: automobiles throw out who rode on them (REV-10.53)."""
    from sandtable.rulesets.revolucion.table.vehicles import wrecks

    yield from wrecks.of_bases(story, name, count, before)


def goes_back(story: Story[State], way: str, name: str, source: Point, distance: Length) -> Asked[bool]:
    """Whether a unit falls back by a way of its own, and has: trains along their track (REV-G.30b)."""
    from sandtable.rulesets.revolucion.table.vehicles import trains

    if way != ALONG_TRACK:
        return False
    yield from trains.fall_back(story, name, source, distance)
    return True


def aircraft_leaves(story: Story[State], effect: effects.AircraftLeaves, name: str) -> None:
    """An aircraft goes home (REV-10.76)."""
    from sandtable.rulesets.revolucion.table.vehicles import aircraft

    aircraft.leave(story, effect, name)


def removed(story: Story[State], unit: Unit) -> Asked[None]:
    """A unit is out of the battle: vehicles leave a wreck, and passengers (REV-10.12, REV-10.53)."""
    from sandtable.rulesets.revolucion.table.vehicles import trains, wrecks

    yield from wrecks.of_automobiles(story, unit)
    yield from trains.wrecked(story, unit)


def exploded(story: Story[State], at: Point) -> Asked[None]:
    """Something went off: a train right over it is derailed (REV-10.19)."""
    from sandtable.rulesets.revolucion.table.vehicles import trains

    yield from trains.derailed(story, at)


def turn_ends(story: Story[State]) -> Asked[None]:
    """The last things of a turn: tracks are torn up (REV-G.54), trains roll on or halt (REV-G.30m)."""
    from sandtable.rulesets.revolucion.table.vehicles import tracks, trains

    yield from tracks.rip_up(story)
    yield from trains.roll_on(story)


def aim(state: State, unit: Unit, stands: Footprint, target: Unit, order: orders.Fire) -> Aim | Problem | None:
    """How a shot goes that special rules govern: indirect (REV-10.80), from or at passengers (REV-10.24); None: it is an ordinary one."""
    if not (order.indirect or unit.aboard or target.aboard):
        return None
    from sandtable.rulesets.revolucion.table.combat import special_aims

    if order.indirect:
        return special_aims.indirect_aim(state, unit, stands, target, order)
    return special_aims.aboard_aim(state, unit, stands, target)
