"""Trains: speed, running along the track, wrecks (REV-4.43 to REV-4.44, REV-10.10 to REV-10.20, REV-G.30)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sandtable.battle.event import Story
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.distance import between, distance_to_point
from sandtable.geometry.measure import Length, Point, in_inches, inches
from sandtable.geometry.trail import along, nearest_along
from sandtable.kernel.problem import Problem
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.orders import OrderVerdict, base_move
from sandtable.rulesets.revolucion.table import events, leadership, orders
from sandtable.rulesets.revolucion.table.damage import retreats
from sandtable.rulesets.revolucion.table.hidden import discovery, minefields, secrecy
from sandtable.rulesets.revolucion.table.planning import Plan
from sandtable.rulesets.revolucion.table.state import Rails, State, Tear, TrainSpeed, Unit, told_to
from sandtable.rulesets.revolucion.table.vehicles import maquina_loca, tracks, wrecks
from sandtable.rulesets.revolucion.vocabulary import Formation, Loss, Order, OrderResult, UnitType

SPEEDS = {Order.MANEUVER: TrainSpeed.MANEUVER, Order.MARCH: TrainSpeed.MARCH}
ORDERS = {speed: order for order, speed in SPEEDS.items()}


def rails_of(train: Unit) -> Rails:
    """Where it is on its track."""
    assert train.rails is not None  # noqa: S101 - only trains are asked
    return train.rails


def least_of(state: State, train: Unit, order: Order) -> Length:
    """The part of its base move that a moving train must use (REV-10.16)."""
    return inches(base_move(order, train.kind, state.tables) * state.tables.exact("train.least_share"))


# ---- Orders ----------------------------------------------------------------------------------------------------------------------


def order_problems(train: Unit, order: Order) -> Iterator[Problem]:
    """From a standstill a Maneuver comes before a March (REV-4.43); nobody may be getting on or off (REV-G.51c)."""
    if train.flight is not None:
        yield problem("order", "flies", "REV-10.71", ("fly",))
    if train.deeds.barred:
        yield problem("order", "vehicle_barred", "REV-G.51c")
    if train.rails is not None and order is Order.MARCH and train.rails.speed is TrainSpeed.HALT:
        yield problem("order", "train_maneuvers_first", "REV-10.14", ("Maneuver",))


def rest_problems(train: Unit) -> Iterator[Problem]:
    """After a March comes a Maneuver, then it may halt (REV-4.43b, REV-G.30m)."""
    if train.rails is not None and train.rails.speed is TrainSpeed.MARCH:
        yield problem("order", "train_slows_first", "REV-G.30m", ("Maneuver",))


def arrived(story: Story[State], train: Unit, order: Order, verdict: OrderVerdict) -> Course[None]:
    """What an order leaves to do. Without one a moving train goes on as before, a halted one stays (REV-G.30c)."""
    left, rails = verdict.effects[0], rails_of(train)
    if train.kind is UnitType.MAQUINA_LOCA:
        yield from maquina_loca.launch(story, train, verdict)
        return
    known_to = told_to(train)
    if isinstance(left, effects.MayMove):
        story.tell(
            events.Commanded(
                unit=train.id,
                order=order,
                result=verdict.result,
                distance=inches(left.distance),
                at_least=inches(left.at_least),
                pending="move",
                known_to=known_to,
            )
        )
    elif rails.speed is TrainSpeed.HALT:
        story.tell(events.Commanded(unit=train.id, order=order, result=verdict.result, known_to=known_to))
    else:
        goes_on = ORDERS[rails.speed]
        story.tell(
            events.Commanded(
                unit=train.id,
                order=goes_on,
                result=OrderResult.LOST,
                distance=inches(base_move(goes_on, train.kind, story.state.tables)),
                at_least=least_of(story.state, train, goes_on),
                pending="move",
                known_to=known_to,
            )
        )


# ---- Moves -----------------------------------------------------------------------------------------------------------------------


def plan_move(state: State, order: orders.Move) -> Plan:
    """Along the track to the place nearest to the end of the path (REV-10.15, REV-10.16)."""
    train, pending = state.units[order.unit], state.turn.pending
    assert pending is not None and train.stands is not None  # noqa: S101, PT018 - a decision waits for it
    rails, gone = wanted(state, train, order.path)
    wrong = tuple(_run_problems(state, train, rails, gone, pending.distance, pending.at_least))
    return Plan(tracks.cars(state, train, tracks.further(rails, gone)), Formation.MARCH, (), gone, wrong, (rails, gone))


def wanted(state: State, train: Unit, path: orders.Path) -> tuple[Rails, Length]:
    """Which way and how far an order wants a train to go; a halted one may go either way (REV-10.15)."""
    rails = rails_of(train)
    if not path:
        return rails, 0
    place, _ = nearest_along(tracks.points_of(state, rails.track), path[-1].point)
    ahead = (place - rails.along) * (1 if rails.forward else -1)
    if rails.speed is TrainSpeed.HALT and ahead:
        rails = replace(rails, backs=ahead < 0)
    return rails, ahead * (-1 if rails.backs else 1)


def _run_problems(
    state: State, train: Unit, rails: Rails, gone: Length, budget: Length, at_least: Length
) -> Iterator[Problem]:
    if gone < 0:
        yield problem("path", "train_reverses", "REV-10.15")
        return
    paid = tracks.cost(state, train, rails, gone)
    if paid > budget:
        yield problem("path", "budget", "REV-4.50b", (), cost=in_inches(paid), budget=in_inches(budget))
    standing = gone == 0 and rails.speed is TrainSpeed.HALT
    blocked = tracks.block(state, train, rails, tracks.reach(state, train, rails, at_least))
    if paid < at_least and not standing and blocked is None:
        yield problem("path", "train_least", "REV-10.16", (), least=in_inches(at_least))


def move(story: Story[State], order: orders.Move) -> Course[None]:
    """Run as far as told; a March runs on to what it meets within its move (REV-G.30g)."""
    pending = story.state.turn.pending
    assert pending is not None and pending.order is not None  # noqa: S101, PT018 - a decision waits for it
    train = story.state.units[order.unit]
    rails, gone = wanted(story.state, train, order.path)
    if gone == 0 and rails.speed is TrainSpeed.HALT:
        story.tell(events.Acted(unit=train.id, deed="rested", known_to=told_to(train)))
        return
    if pending.order is Order.MARCH:
        gone = _runs_on(secrecy.in_plain_sight(story.state), train, rails, gone, pending.distance)
    at_least = tracks.reach(story.state, train, rails, pending.at_least)
    story.tell(events.Acted(unit=train.id, deed="moved", known_to=told_to(train)))
    yield from run(story, train.id, rails, max(gone, at_least), SPEEDS[pending.order], "runs")


def _runs_on(state: State, train: Unit, rails: Rails, gone: Length, budget: Length) -> Length:
    """How far a marching train goes: on to torn track or a wreck within its move, whatever it was told (REV-G.30g)."""
    met = tracks.block(state, train, rails, tracks.reach(state, train, rails, budget))
    return max(gone, met.at) if met is not None and met.kind in ("torn", "wreck") else gone


def plan_route_march(state: State, train: Unit, path: orders.Path, distance: Length) -> Plan:
    """A train that comes on by Route March is at march speed already (REV-G.30d)."""
    rails, gone = wanted(state, train, path)
    at_least = least_of(state, train, Order.MARCH)
    wrong = tuple(_run_problems(state, train, rails, gone, distance, at_least))
    return Plan(tracks.cars(state, train, tracks.further(rails, gone)), Formation.MARCH, (), gone, wrong)


def march_on(story: Story[State], train: Unit, path: orders.Path) -> Course[None]:
    """It enters or goes on in Route March, without an order test (REV-3.31)."""
    rails, gone = wanted(story.state, train, path)
    distance = inches(base_move(Order.MARCH, train.kind, story.state.tables))
    gone = _runs_on(secrecy.in_plain_sight(story.state), train, rails, gone, distance)
    story.tell(events.Acted(unit=train.id, deed="route_marched", known_to=told_to(train)))
    yield from run(story, train.id, rails, gone, TrainSpeed.MARCH, "arrives" if train.arrives else "runs")


def stay(story: Story[State], order: orders.Stay) -> Course[None]:
    """A halted train makes no use of its order; one under way goes as little as it may."""
    yield from move(story, orders.Move(by=order.by, unit=order.unit))


def run(story: Story[State], name: str, rails: Rails, gone: Length, speed: TrainSpeed, how: str) -> Course[Length]:
    """A train runs on along its track until it has gone so far or something ends it (REV-10.18, REV-10.19). How far it went."""
    train = story.state.units[name]
    met = tracks.block(story.state, train, rails, gone)
    if met is not None and met.unit in story.state.units:
        discovery.reveal(story, met.unit)
    far = gone if met is None else met.at
    there = replace(tracks.further(rails, far), speed=speed if met is None else TrainSpeed.HALT)
    stands = tracks.cars(story.state, train, there)
    how = how if met is None else "stopped"
    known_to = EVERYBODY if train.arrives else told_to(train)
    story.tell(events.TrainRan(unit=name, rails=there, stands=stands, how=how, cost=far, known_to=known_to))
    leadership.run_over(story, name)
    if met is not None and met.derails:
        if met.kind == "mine":
            minefields.show(story, stands)
        yield from retreats.remove(story, name, Loss.DESTROYED)
    return far


def halt(story: Story[State], name: str) -> None:
    """A resting train stands still (REV-G.30m)."""
    train = story.state.units[name]
    if train.rails is not None and train.rails.speed is TrainSpeed.MANEUVER and train.stands is not None:
        rails = replace(train.rails, speed=TrainSpeed.HALT)
        story.tell(events.TrainRan(unit=name, rails=rails, stands=train.stands, how="halts", known_to=told_to(train)))


def roll_on(story: Story[State]) -> Course[None]:
    """At the end of the turn: a train at march speed that nobody ordered runs on by the least it may, a slow one halts (REV-10.16, REV-G.30m)."""
    for name in tuple(story.state.units):
        train = story.state.units[name]  # as the others have left it: one may have run into it, or blown up beside it
        if train.rails is None or train.gone is not None or train.stands is None or train.deeds.moved:
            continue
        if train.rails.launched:
            yield from maquina_loca.roll(story, train.id)
        elif train.rails.speed is TrainSpeed.MARCH:
            gone = tracks.reach(story.state, train, train.rails, least_of(story.state, train, Order.MARCH))
            yield from run(story, train.id, train.rails, gone, TrainSpeed.MARCH, "rolls_on")
        else:
            halt(story, train.id)


# ---- Involuntary -----------------------------------------------------------------------------------------------------------------


def fall_back(story: Story[State], name: str, source: Point, distance: Length) -> Course[None]:
    """A halted train falls back along its track, away from what drove it, if it can; otherwise it stays, without surrender (REV-G.30b).

    What is hidden on the track does not keep it from trying: it meets it on its way.
    """
    train = story.state.units[name]
    if train.rails is None or train.stands is None or train.gone is not None:
        return
    points = tracks.points_of(story.state, train.rails.track)
    ways = []
    for backs in (False, True):
        rails = replace(train.rails, backs=backs)
        end = along(points, tracks.head(train, rails) + tracks.course(rails) * distance).point
        ways.append((between(end, source), rails))
    far, rails = max(ways, key=lambda way: way[0])
    seen = secrecy.in_plain_sight(story.state)
    if not _free(seen, train, rails, distance) or far <= distance_to_point(train.stands, source):
        return
    unmined = replace(story.state, mines=seen.mines)  # involuntary movement sets off no mines
    if not _free(unmined, train, rails, distance):
        yield from run(story, name, rails, distance, rails.speed, "falls_back")
        return
    there_rails = tracks.further(rails, distance)
    stands = tracks.cars(story.state, train, there_rails)
    story.tell(events.TrainRan(unit=name, rails=there_rails, stands=stands, how="falls_back", cost=distance))


def _free(state: State, train: Unit, rails: Rails, distance: Length) -> bool:
    """Whether nothing is in the way of a train so far."""
    met = tracks.block(state, train, rails, distance)
    return met is None or met.at >= distance


def wrecked(story: Story[State], train: Unit) -> Course[None]:
    """A destroyed train blocks its track, and throws out whoever rides on it (REV-10.12 to REV-10.13)."""
    if train.rails is None or train.stands is None:
        return
    ends = sorted(
        (train.rails.along, train.rails.along - tracks.train_length(train) * (1 if train.rails.forward else -1))
    )
    loca = train.kind is UnitType.MAQUINA_LOCA
    story.tell(events.TrackLost(tear=Tear(train.rails.track, ends[0], ends[1], torn=loca)))
    if loca:
        yield from maquina_loca.explode(story, train)
    else:
        yield from wrecks.of_train(story, train)


def derailed(story: Story[State], at: Point) -> Course[None]:
    """An explosion under a train derails it (REV-10.19)."""
    for name in tuple(story.state.units):
        train = story.state.units[name]
        stands = train.stands if train.kind is UnitType.TRAIN and train.gone is None else None
        if stands is not None and distance_to_point(stands, at) == 0:
            yield from retreats.remove(story, train.id, Loss.DESTROYED)
