"""What a verdict does to the table: the umpire's effects, carried out on units and Leaders one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.battle.event import Story
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, inches
from sandtable.kernel.effects import Effect
from sandtable.miniatures.consequences import Course
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.table import army, events, leadership
from sandtable.rulesets.revolucion.table.damage import retreats
from sandtable.rulesets.revolucion.table.damage.consequences import GoesBack, GoesHome, LostBases
from sandtable.rulesets.revolucion.table.ground.shapes import shrunk
from sandtable.rulesets.revolucion.table.hidden import discovery
from sandtable.rulesets.revolucion.table.state import State, told_to
from sandtable.rulesets.revolucion.vocabulary import Formation, Loss, UnitType


@dataclass(frozen=True)
class Parties:
    """Who is who in an action: the rule's names for the units, whom each goes back from, and the Leaders with each.

    ``start`` and ``contact`` are the assaulter's places before and at the end of the charge.
    """

    units: Mapping[str, str]  # whom -> unit id
    sources: Mapping[str, Point]  # whom -> what it goes back from
    leaders: Mapping[str, tuple[str, ...]]
    deeds: Mapping[str, str]  # whom -> what spends its action
    start: Footprint | None = None
    contact: Footprint | None = None
    led_by: tuple[str, ...] = ()


def carry_out(story: Story[State], told: Sequence[Effect], parties: Parties) -> Course[None]:
    """Every effect in the order of the verdict; what is left to its owner's choice comes last.

    One effect may end a unit before the next is its turn: what it destroys can blow up. Nothing more befalls who is gone but the fate
    of his Leaders.
    """
    for effect in sorted(told, key=lambda each: isinstance(each, effects.AnyFormation)):
        for whom in _whom(effect, parties):
            handler = HANDLERS.get(type(effect))
            is_gone = story.state.units[parties.units[whom]].gone is not None
            if handler is not None and not (is_gone and handler is not _leader_killed):
                discovery.reveal(story, parties.units[whom])  # what strikes a hidden unit shows it (REV-G.37)
                asked = handler(story, effect, whom, parties)
                if asked is not None:
                    yield from asked
    for whom, name in parties.units.items():
        if story.state.units[name].gone is not None:
            leadership.without_unit(story, parties.leaders.get(whom, ()))


def _whom(effect: Effect, parties: Parties) -> tuple[str, ...]:
    return tuple(parties.units) if effect.whom == "both" else (effect.whom,)


def _bases_lost(story: Story[State], effect: effects.BasesLost, whom: str, parties: Parties) -> Course[None]:
    """Bases go at once (REV-5.19); the cars of a train stay, marked (REV-10.11)."""
    unit = story.state.units[parties.units[whom]]
    stands = unit.stands
    if stands is not None and unit.kind is not UnitType.TRAIN:
        stands = shrunk(unit.kind, unit.formation, stands, unit.bases - effect.count, story.state.tables)
    story.tell(events.BasesRemoved(unit=unit.id, count=effect.count, stands=stands, known_to=told_to(unit)))
    yield LostBases(unit.id, effect.count, unit.stands)


def _status_becomes(story: Story[State], effect: effects.StatusBecomes, whom: str, parties: Parties) -> None:
    unit = story.state.units[parties.units[whom]]
    story.tell(events.StatusChanged(unit=unit.id, status=effect.status, known_to=told_to(unit)))


def _destroyed(story: Story[State], effect: effects.Destroyed, whom: str, parties: Parties) -> Course[None]:  # noqa: ARG001 - every handler is handed its effect
    return retreats.remove(story, parties.units[whom], Loss.DESTROYED, leaders_at_risk=bool(parties.leaders.get(whom)))


def _goes_back(
    story: Story[State], effect: effects.FallsBack | effects.PushedBack, whom: str, parties: Parties
) -> Course[None]:
    how = "pushed_back" if isinstance(effect, effects.PushedBack) else "falls_back"
    name, distance = parties.units[whom], inches(effect.distance)
    if (yield GoesBack(name, effect.way, parties.sources[whom], distance)):
        return
    leaders = leadership.attached(story.state, story.state.units[name])
    yield from retreats.fall_back(story, name, parties.sources[whom], distance, leaders, how)


def _leader_killed(story: Story[State], effect: effects.LeaderKilled, whom: str, parties: Parties) -> None:
    """He is removed, and his army loses morale (REV-G.08c)."""
    alive = [name for name in parties.leaders[whom] if story.state.leaders[name].alive]
    for name in alive[: effect.count]:
        story.tell(events.LeaderFell(leader=name))
        army.lose(story, story.state.leaders[name].side, Loss.LEADER_KILLED)


def _action_spent(story: Story[State], effect: effects.ActionSpent, whom: str, parties: Parties) -> None:  # noqa: ARG001 - every handler is handed its effect
    unit = story.state.units[parties.units[whom]]
    story.tell(events.Acted(unit=unit.id, deed=parties.deeds[whom], known_to=told_to(unit)))


def _back_to_start(story: Story[State], effect: effects.BackToStart, whom: str, parties: Parties) -> None:  # noqa: ARG001 - every handler is handed its effect
    """In maneuver formation where the charge began (REV-7.10, REV-G.10b); with fewer bases if some were lost."""
    unit = story.state.units[parties.units[whom]]
    assert parties.start is not None  # noqa: S101 - only assaults return
    stands = shrunk(unit.kind, Formation.MANEUVER, parties.start, unit.bases, story.state.tables)
    if stands != unit.stands or unit.formation is not Formation.MANEUVER:
        story.tell(events.Stood(unit=unit.id, stands=stands, formation=Formation.MANEUVER, how="returns"))


def _into_contact(story: Story[State], effect: effects.IntoContact, whom: str, parties: Parties) -> None:  # noqa: ARG001 - every handler is handed its effect
    """Along the assault path until it touches (REV-7.11b); who leads goes along, who does not stays behind (REV-9.09)."""
    unit = story.state.units[parties.units[whom]]
    assert parties.contact is not None and unit.stands is not None  # noqa: S101, PT018 - only assaults come into contact
    before = unit.stands
    story.tell(events.Stood(unit=unit.id, stands=parties.contact, formation=Formation.MANEUVER, how="contact"))
    leadership.go_along(story, unit.id, before, parties.led_by)
    leadership.run_over(story, unit.id)


def _any_formation(story: Story[State], effect: effects.AnyFormation, whom: str, parties: Parties) -> None:  # noqa: ARG001 - every handler is handed its effect
    unit = story.state.units[parties.units[whom]]
    if unit.stands is None or unit.rails is not None:  # neither passengers nor trains form up
        story.tell(events.Acted(unit=unit.id, deed="regrouped", known_to=told_to(unit)))
        return
    story.tell(events.MayForm(unit=unit.id, known_to=told_to(unit)))


def _aircraft_leaves(story: Story[State], effect: effects.AircraftLeaves, whom: str, parties: Parties) -> Course[None]:  # noqa: ARG001 - every handler is handed the story
    yield GoesHome(parties.units[whom], effect)


Handler = Callable[[Story[State], Any, str, Parties], "Course[None] | None"]
HANDLERS: dict[type[Effect], Handler] = {
    effects.BasesLost: _bases_lost,
    effects.StatusBecomes: _status_becomes,
    effects.Destroyed: _destroyed,
    effects.FallsBack: _goes_back,
    effects.PushedBack: _goes_back,
    effects.LeaderKilled: _leader_killed,
    effects.ActionSpent: _action_spent,
    effects.BackToStart: _back_to_start,
    effects.IntoContact: _into_contact,
    effects.AnyFormation: _any_formation,
    effects.AircraftLeaves: _aircraft_leaves,
}
