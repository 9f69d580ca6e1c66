"""The course of the game: who would win now, how much time there is, who goes round the flank, where he comes, and whether to go on for another day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sandtable.ai.weighing import Reason, Weighed
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Pose, apart
from sandtable.kernel.messages import Message
from sandtable.miniatures.acting import certain, form_read
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.opponent.values import Choice
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.dice import average_dice
from sandtable.rulesets.average_dice.game import Wins
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import housing, marching
from sandtable.rulesets.average_dice.table.ground import length
from sandtable.rulesets.average_dice.table.opponent.worth import WEIGHTS, kind_of, price
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Edge
from sandtable.rulesets.average_dice.vocabulary import GUN_ARMS, UNIT_ARMS, Rate, Side

SCORE = RULESET.by_id["score"]
ENTRIES = 12  # places on the edge that are tried


@fact
def winner_now(view: AverageDiceField) -> Side:
    """Who would win if the Villistas stopped now (AVD-G.33)."""
    return _winner(view)


def _winner(view: AverageDiceField, **otherwise: int) -> Side:
    """Who would win if things were as they are, or otherwise."""
    told = {**view.books.prefill("score", view.tables), "villages_held": housing.villages_held(view), **otherwise}
    verdict = certain(SCORE, form_read(SCORE, told, view.tables).situation, view.tables)
    return next(one for one in verdict.effects if isinstance(one, Wins)).side


@fact
def spared(view: AverageDiceField, side: Side) -> tuple[KnownUnit, ...]:
    """The last unit of a side whose end would be its victory: of the Federals, while no village is held (AVD-G.33)."""
    if view.books.units_left(side) != 1 or _winner(view, **{f"{side}_units": 0}) is not side:
        return ()
    return tuple(
        unit for unit in view.books.units.values() if unit.side is side and unit.arm in UNIT_ARMS and not unit.gone
    )


def too_soon(view: AverageDiceField, side: Side) -> bool:
    """Whether such a unit might be gone at a blow."""
    few = WEIGHTS("goal", "last_few")
    return any(unit.prone_to_desertion or unit.figures <= few for unit in spared(view, side))


# ---- Time -------------------------------------------------------------------------------------------------------------------------


def _usual_day(view: AverageDiceField) -> float:
    """How many turns a day has on average (AVD-3.05)."""
    return float(average_dice("day.turns", view.tables.number("day.dice"), view.tables).mean())


def free_days(view: AverageDiceField) -> int:
    """How many days there may be before one of them brings the Federals a moral victory (AVD-3.06, AVD-3.08)."""
    tables = view.tables
    return min(tables.number("boxes.most"), tables.number("boxes.moral_victory") - 1)


def turns_left(view: AverageDiceField) -> float:
    """How many turns the attack has, this day's and those of days that cost nothing."""
    books = view.books
    today = max(0, books.turns - books.turn + 1) if books.day else 0
    return today + max(0, free_days(view) - books.boxes) * _usual_day(view)


def lateness(view: AverageDiceField) -> float:
    """How much of the attack's time is over, from 0 to 1."""
    whole = max(1.0, free_days(view) * _usual_day(view))
    return min(1.0, max(0.0, 1 - turns_left(view) / whole))


# ---- What the side as a whole does --------------------------------------------------------------------------------------------------


def passing(view: AverageDiceField, side: Side, orders: Sequence[Act]) -> Choice:
    """The order that suits: marchers are sent and come, days are thrown for, moves pass on."""
    by_action = {order.action: order for order in reversed(orders)}
    if "arrive" in by_action:
        return _arrives(view, [order for order in orders if order.action == "arrive"])
    if "flank_march" in by_action:
        marcher = _marcher(view, side)
        if marcher is not None:
            return _told("flank_march", marcher, unit=marcher.piece)
    if "flank_arrival" in by_action:
        return _told("flank_arrival", by_action["flank_arrival"])
    if "restore_units" in by_action:
        return _restores(view, by_action["restore_units"])
    if "score" in by_action and "new_day" in by_action:
        if _won(view):
            return _told("won", by_action["score"])
        return _told("hopeless", by_action["score"]) if _hopeless(view) else _told("goes_on", by_action["new_day"])
    another = "goes_on" if view.books.day else "first_day"
    for name, reason in (("score", "last_day"), ("new_day", another), ("next_move", "done")):
        if name in by_action:
            return _told(reason, by_action[name])
    return _told("done", orders[-1])


def _told(reason: str, order: Act, **about: object) -> Choice:
    who = (order.piece,) if order.piece else ()
    return Weighed(order, (Reason(Message.of(f"opponent.{reason}", **about), 0.0, who),))


def strength(view: AverageDiceField, side: Side) -> float:
    """What all units of a side are worth."""
    own = (unit for unit in view.books.units.values() if unit.side is side and not unit.gone)
    return sum(price(kind_of(unit)) for unit in own)


def _won(view: AverageDiceField) -> bool:
    """Whether the Villistas have what they want."""
    return winner_now(view) is Side.VILLISTA


def _hopeless(view: AverageDiceField) -> bool:
    """Whether the Villistas have no hope of it; a day that costs them ten points needs more (AVD-3.08)."""
    dear = view.books.boxes >= free_days(view)
    hope = WEIGHTS("day", "penalty" if dear else "hopeless")
    return strength(view, Side.VILLISTA) < hope * strength(view, Side.FEDERAL)


def _restores(view: AverageDiceField, order: Act) -> Choice:
    """Those that are worth most take heart first (AVD-3.12)."""
    prone = [unit for unit in view.books.units.values() if unit.prone_to_desertion and not unit.gone]
    first = sorted(prone, key=lambda unit: (-price(kind_of(unit)), unit.name))
    chosen = {"restored_first": ", ".join(unit.name for unit in first)}
    return _told("restores", Act(by=order.by, action=order.action, chosen=chosen))


# ---- The flank march ----------------------------------------------------------------------------------------------------------------


def _marcher(view: AverageDiceField, side: Side) -> Act | None:
    """The next unit to go round the flank; None when as many go as may, or nobody fit is left."""
    if len(marching.marchers(view)) >= marching.may_march(view) or view.books.arrivals:
        return None
    fit = [
        (_fitness(unit), unit.name)
        for unit in view.books.units.values()
        if unit.side is side and unit.arm in UNIT_ARMS and unit.name in view.pieces and not unit.flank_march
    ]
    worth, name = max(fit, default=(0.0, ""))
    if worth <= 0:
        return None
    edge = view.edge or _edge(view, side)
    return Act(by=side.value, action="flank_march", piece=name, chosen={"edge": edge.value})


def _fitness(unit: KnownUnit) -> float:
    """How well a unit would do behind the enemy: those who storm houses, not those who shoot from afar."""
    thrown = WEIGHTS("flank", "thrower") * unit.throwers
    return WEIGHTS("flank", unit.arm.value) + WEIGHTS("flank", unit.weapon.value) + thrown


def _edge(view: AverageDiceField, side: Side) -> Edge:
    """The edge with fewer enemies near it."""

    def dread(edge: Edge) -> float:
        x = 0 if edge is Edge.LEFT else view.terrain.width
        total = 0.0
        for piece in view.enemies_of(side.value):
            if piece.figures:
                gun = view.books.units[piece.id].arm in GUN_ARMS
                near = 1 - abs(middle_of(piece.figures).x - x) / view.terrain.width
                total += near * WEIGHTS("flank", "gun" if gun else "enemy")
        return total

    return min(Edge, key=dread)


def _arrives(view: AverageDiceField, orders: Sequence[Act]) -> Choice:
    """The first who may come, as near as he gets to a house that counts."""
    order = orders[0]
    unit = view.books.units[order.piece]
    goals = [housing.centre_of(view, (name,)) for names in view.villages for name in names]

    def far(entry: Act) -> float:
        ends = [way[-1] for way in entry.ways]
        here = middle_of(ends)
        return min((apart(here, goal) for goal in goals), default=0.0)

    tried = sorted(marching.entries(view, unit), key=far)[:ENTRIES]
    further = [deeper for entry in tried for deeper in _deeper(view, unit, entry)]
    legal = (entry for entry in (*further, *tried) if marching.may_come(view, entry))
    return _told("arrive", next(legal, order), unit=order.piece)


def _deeper(view: AverageDiceField, unit: KnownUnit, entry: Act) -> Iterator[Act]:
    """Orders to come in by the way of another order, and to go on from there as far as the unit can (AVD-G.05)."""
    tables, inward = view.tables, 1 if view.edge is Edge.LEFT else -1
    far = length(tables.number("move", unit.mover, Rate.FAST))
    deepest = max(abs(way[-1].x - way[0].x) for way in entry.ways)
    ways = tuple((start, Pose(end.x + inward * (far - deepest), end.y, end.facing)) for start, end in entry.ways)
    if far > deepest:
        yield replace(entry, ways=ways, chosen={"rate": Rate.FAST.value})
