"""What may be chosen about an order: formation and ranks, Leaders who go along or lead, a vehicle to get on, an aircraft's weapon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.battle.desk import OrderChoice, OrderOption
from sandtable.geometry.distance import distance
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.miniatures import bending
from sandtable.rulesets.revolucion.table import passengers
from sandtable.rulesets.revolucion.table.desk.words import say
from sandtable.rulesets.revolucion.table.ground.kinds import Crossing, features
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import base_size, rank_choices
from sandtable.rulesets.revolucion.table.leadership import attached
from sandtable.rulesets.revolucion.table.movement import boarding
from sandtable.rulesets.revolucion.table.permission import closed_problems
from sandtable.rulesets.revolucion.table.state import Leader, State, Unit
from sandtable.rulesets.revolucion.table.vehicles import aircraft
from sandtable.rulesets.revolucion.table.words import in_words
from sandtable.rulesets.revolucion.vocabulary import ONE_FORMATION, Formation, Order

FORMATION, LEADERS, LEADS, BOARD, WEAPON, BEND = "formation", "leaders", "leads", "board", "weapon", "bend"
YES, NO = "yes", "no"
NOT_FOLLOWED = frozenset(kind for kind, line in features().items() if line.crossing in (Crossing.WIRE, Crossing.CHOKE))
Ranks = tuple[int, ...]


def of_formation(view: State, unit: Unit) -> tuple[OrderChoice, ...]:
    """Any formation that the unit may take."""
    if unit.kind in ONE_FORMATION:
        return ()
    deploys = not any(True for _ in closed_problems("deploy_tactical", unit.kind))
    options = [OrderOption(Formation.DEPLOYED.value, in_words(Formation.DEPLOYED.message))] if deploys else []
    options += _in_ranks(view, unit)
    options.append(OrderOption(Formation.MARCH.value, in_words(Formation.MARCH.message)))
    return (OrderChoice(FORMATION, say("choice.formation"), tuple(options), _present(view, unit, unit.formation)),)


def of_move(view: State, unit: Unit, order: Order, far: Length) -> tuple[OrderChoice, ...]:
    """How a unit moves: in which ranks or in what line, with whom, and onto what."""
    line = of_line(view, unit) if order is Order.DEPLOY_TACTICAL else ()
    return (*_ranks(view, unit, order), *line, *_company(view, unit), *_vehicles(view, unit, order, far))


def of_line(view: State, unit: Unit) -> tuple[OrderChoice, ...]:
    """Whether a line that deploys, or is deployed, follows the wall, the bank or the ridge that it stands at (REV-4.20b)."""
    if unit.stands is None or not bent(view, unit, unit.stands.anchor):
        return ()
    options = (OrderOption("", say("choice.straight")), OrderOption(YES, say("choice.follows")))
    return (OrderChoice(BEND, say("choice.line"), options, ""),)


def bent(view: State, unit: Unit, front: Pose) -> bending.Bases:
    """The bases of a deployed line along the edge that it stands at (REV-4.20b); none where there is none or it runs straight."""
    return bending.bent(view.terrain, unit.bases, base_size(unit.kind), front, NOT_FOLLOWED)


def of_assault(view: State, unit: Unit) -> tuple[OrderChoice, ...]:
    """Whether the Leader with the unit leads it (REV-7.26)."""
    if not attached(view, unit):
        return ()
    return (OrderChoice(LEADS, say("choice.leads"), _yes_or_no(), YES),)


def of_ride(view: State, leader: Leader, start: Point | None, far: Length) -> tuple[OrderChoice, ...]:
    """What a Leader may get on at the end of his ride (REV-G.51d)."""
    if start is None:
        return ()
    base = figure(start, measures(view.tables).leader_radius)
    return tuple(_getting_on(vehicle for vehicle in _in_reach(view, leader, base, far) if vehicle.id != leader.aboard))


def of_flight(unit: Unit) -> tuple[OrderChoice, ...]:
    """By what an aircraft attacks."""
    weapons = aircraft.weapons_left(unit)
    if not weapons:
        return ()
    options = tuple(OrderOption(weapon, say(f"choice.weapon.{weapon}")) for weapon in weapons)
    return (OrderChoice(WEAPON, say("choice.weapon.label"), options, weapons[0]),)


def formation_of(value: str, usual: Formation) -> tuple[Formation, Ranks]:
    """A formation and its ranks, as they were chosen; what nobody could have chosen is the usual."""
    name, _, sizes = value.partition(":")
    if name not in set(Formation):
        return usual, ()
    counted = tuple(int(size) for size in sizes.split("+") if size.isdecimal())
    return Formation(name), counted if name == Formation.MANEUVER else ()


def _ranks(view: State, unit: Unit, order: Order) -> Iterator[OrderChoice]:
    known = _in_ranks(view, unit) if order is Order.MANEUVER and unit.kind not in ONE_FORMATION else []
    options = tuple(OrderOption(each.value, each.value.partition(":")[2].replace("+", " + ")) for each in known)
    if len(options) > 1:
        yield OrderChoice(FORMATION, say("choice.ranks"), options, _present(view, unit, Formation.MANEUVER))


def _in_ranks(view: State, unit: Unit) -> list[OrderOption]:
    sizes = ["+".join(map(str, ranks)) for ranks in rank_choices(unit.kind, unit.bases, view.tables)]
    alone = len(sizes) == 1
    return [
        OrderOption(
            f"{Formation.MANEUVER.value}:{ranks}",
            in_words(Formation.MANEUVER.message) if alone else say("choice.in_ranks", ranks=ranks),
        )
        for ranks in sizes
    ]


def _present(view: State, unit: Unit, formation: Formation) -> str:
    """As it stands, where that can be said; else the widest."""
    if formation is not Formation.MANEUVER:
        return formation.value
    known = rank_choices(unit.kind, unit.bases, view.tables)
    front = unit.stands.front if unit.stands is not None and unit.formation is Formation.MANEUVER else 0
    ranks = next((each for each in known if each[0] == front), known[0])
    return f"{Formation.MANEUVER.value}:{'+'.join(map(str, ranks))}"


def _company(view: State, unit: Unit) -> Iterator[OrderChoice]:
    names = [view.leaders[leader].name for leader in attached(view, unit)]
    if names:
        yield OrderChoice(LEADERS, say("choice.leaders", names=tuple(names)), _yes_or_no(), YES)


def _vehicles(view: State, unit: Unit, order: Order, far: Length) -> Iterator[OrderChoice]:
    """Vehicles of its own that it might reach."""
    if unit.stands is not None and order in boarding.BOARDS_AFTER:
        yield from _getting_on(_in_reach(view, unit, unit.stands, far))


def _in_reach(view: State, rider: Unit | Leader, stands: Footprint, far: Length) -> Iterator[Unit]:
    """Vehicles with room for passengers that are no further away than a rider goes."""
    for vehicle in view.units_of(rider.side):
        if vehicle.stands is None or vehicle.id == rider.id or not passengers.room(vehicle):
            continue
        if distance(stands, vehicle.stands) <= far + measures(view.tables).contact:
            yield vehicle


def _getting_on(vehicles: Iterable[Unit]) -> Iterator[OrderChoice]:
    options = [OrderOption(each.id, each.card.name) for each in vehicles]
    if options:
        yield OrderChoice(BOARD, say("choice.board"), (OrderOption("", say("choice.on_foot")), *options), "")


def _yes_or_no() -> tuple[OrderOption, ...]:
    return OrderOption(YES, say("choice.yes")), OrderOption(NO, say("choice.no"))
