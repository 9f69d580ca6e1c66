"""What a unit meets on its way without knowing: hidden enemies and mines (REV-10.88, REV-G.35, REV-G.37).

An order is judged by what its side knows. Carried out, it goes as far as what is really there allows.
"""

from __future__ import annotations

from collections.abc import Collection

from sandtable.battle.event import Story
from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import INCH, Length, Point, Pose, inches
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.journey import Journey
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.table import events, leadership
from sandtable.rulesets.revolucion.table.damage import mines, retreats
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.hidden import discovery, minefields
from sandtable.rulesets.revolucion.table.movement import formations
from sandtable.rulesets.revolucion.table.planning import Plan
from sandtable.rulesets.revolucion.table.state import State, Unit, other


def go(story: Story[State], name: str, plan: Plan, how: str, leaders: Collection[str] = ()) -> Course[None]:
    """Make a planned move, as far as hidden enemies and mines let it."""
    journey = plan.more
    unit = story.state.units[name]
    if not isinstance(journey, Journey) or not _anything_unknown(story.state, unit, journey):
        formations.stand(story, name, plan, how, tuple(leaders))
        return
    if (
        journey.path
        and not unit.deeds.in_mines
        and unit.stands is not None
        and minefields.under(story.state, unit.stands)
    ):
        minefields.show(story, unit.stands)  # it stood there unawares, and hears now why it pays
        back = yield from mines.pay(story, name, journey.at(journey.length).anchor.point)
        if story.state.units[name].gone is not None:
            return
        if back:
            source = journey.at(journey.length).anchor.point
            yield from _fall_back(story, name, source, back, leaders)
            return
        unit = story.state.units[name]
    stops = _stopped_by_enemies(story.state, unit, journey)
    mined = _mined(story.state, unit, journey)
    if mined is not None and (stops is None or mined <= stops):
        yield from _into_mines(story, name, plan, journey, mined, how, leaders)
    else:
        _as_far_as(story, name, plan, journey, stops, how, leaders)


def _anything_unknown(state: State, unit: Unit, journey: Journey) -> bool:
    """Whether anything that it may not know of is near enough to matter."""
    found = measures(state.tables).spotted_in_the_open
    lurking = (stands for _, stands in discovery.hidden_units(state, other(unit.side)))
    laid = (ground for _, ground in minefields.fields(state))
    return any(journey.comes_near(each, found) for each in lurking) or any(journey.comes_near(each, 0) for each in laid)


def _stopped_by_enemies(state: State, unit: Unit, journey: Journey) -> Length | None:
    """How far it goes before it is too near to a hidden enemy; one that starts too near stays (REV-4.62)."""
    first = journey.first(lambda body: bool(discovery.in_the_way(state, unit.side, body)))
    return None if first is None else max(0, first - 1)


def _mined(state: State, unit: Unit, journey: Journey) -> Length | None:
    """How far it goes before it enters a mine field. Who has paid this turn is not stopped again (REV-G.35)."""
    here = unit.stands
    if unit.deeds.in_mines or (here is not None and minefields.under(state, here)):
        return None
    return journey.first(lambda body: bool(minefields.under(state, body)))


def _as_far_as(
    story: Story[State],
    name: str,
    plan: Plan,
    journey: Journey,
    stops: Length | None,
    how: str,
    leaders: Collection[str],
) -> Length:
    """Stand at the end of the journey, or where it was stopped; whoever was found on the way is shown. How far it went."""
    state, unit = story.state, story.state.units[name]
    gone = journey.length
    if stops is not None:
        gone = journey.back_to(stops, lambda body: not _on_a_friend(state, unit, body))
        ended = Plan(journey.at(gone), plan.formation, _trail(plan, journey, gone), min(plan.cost, gone))
    else:
        ended = plan
    found = _found_on_the_way(state, unit, journey, gone if stops is None else stops + 1)
    if stops is not None and gone == 0 and unit.stands is not None and not _may_stand(state, unit, journey.at(0)):
        ended = Plan(unit.stands, unit.formation)
    formations.stand(story, name, ended, how, tuple(leaders))
    for enemy in found:
        discovery.reveal(story, enemy)
    for place in journey.places():
        if place <= gone:
            minefields.show(story, journey.at(place))
    return gone


def _may_stand(state: State, unit: Unit, stands: Footprint) -> bool:
    return not discovery.in_the_way(state, unit.side, stands) and not _on_a_friend(state, unit, stands)


def _on_a_friend(state: State, unit: Unit, stands: Footprint) -> bool:
    return any(overlaps(stands, friend) for friend in state.position.friends(unit.side, unit.id))


def _trail(plan: Plan, journey: Journey, gone: Length) -> tuple[Pose, ...]:
    """The part of the trail that was gone."""
    return (*plan.trail[:1], journey.at(gone).anchor)


def _found_on_the_way(state: State, unit: Unit, journey: Journey, gone: Length) -> tuple[str, ...]:
    """Hidden enemies who are seen, or run into, on the way."""
    return tuple(
        name
        for name, stands in discovery.hidden_units(state, other(unit.side))
        if journey.comes_near(stands, measures(state.tables).spotted_in_the_open)
        and any(
            discovery.finds(state, journey.at(place), name)
            or name in discovery.in_the_way(state, unit.side, journey.at(place))
            for place in (*(each for each in journey.places() if each <= gone), min(gone, journey.length))
        )
    )


def _into_mines(
    story: Story[State],
    name: str,
    plan: Plan,
    journey: Journey,
    entered: Length,
    how: str,
    leaders: Collection[str],
) -> Course[None]:
    """It stops at once, the square is put down, one level is taken (REV-10.88b, REV-10.88c); who loses a base goes back as he came (REV-G.35c)."""
    gone = _as_far_as(story, name, plan, journey, entered, how, leaders)
    minefields.show(story, journey.at(entered))
    back = yield from mines.pay(story, name, journey.at(journey.length).anchor.point)
    if not back or story.state.units[name].gone is not None:
        return
    yield from _back_along(story, name, journey, gone, inches(back[0].distance), leaders)


def _back_along(
    story: Story[State], name: str, journey: Journey, gone: Length, distance: Length, leaders: Collection[str]
) -> Course[None]:
    """Back along its path with its facing kept, and on straight from where it began (REV-G.28e); where it cannot, straight away."""
    unit = story.state.units[name]
    ahead = journey.at(min(journey.length, gone + INCH)).anchor.point
    reached = max(0, gone - distance)
    if unit.stands is not None and not journey.column and gone > 0:
        place = journey.at(reached).anchor
        there = unit.stands.placed(Pose(place.x, place.y, unit.stands.anchor.facing))
        if _may_stand(story.state, unit, there):
            before = unit.stands
            story.tell(events.Stood(unit=name, stands=there, formation=unit.formation, how="falls_back"))
            leadership.go_along(story, name, before, leaders)
            distance -= gone - reached
            ahead = journey.at(INCH).anchor.point
    if distance > 0:
        yield from retreats.fall_back(story, name, ahead, distance, tuple(leaders))


def _fall_back(
    story: Story[State], name: str, source: Point, back: tuple[effects.FallsBack, ...], leaders: Collection[str]
) -> Course[None]:
    yield from retreats.fall_back(story, name, source, inches(back[0].distance), tuple(leaders))
