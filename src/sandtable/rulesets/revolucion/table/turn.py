"""The turn: initiative, rounds by column, passing, the closing phase (REV-3.01 to REV-3.08, REV-G.22b, REV-G.48)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.battle.order import Decision
from sandtable.battle.request import Asked, addressed
from sandtable.battle.seat import EVERYBODY
from sandtable.rulesets.revolucion.initiative import Initiative, initiative
from sandtable.rulesets.revolucion.table import army, events, orders, special
from sandtable.rulesets.revolucion.table.state import Leader, Phase, State, Unit, other, told_to
from sandtable.rulesets.revolucion.vocabulary import Side

SETTING_UP = tuple(order.kind for order in (orders.PlaceUnit, orders.PlaceLeader, orders.Ready))
CHOOSING = tuple(order.kind for order in (orders.Activate, orders.Pass))
FINISHING = {
    "move": (orders.Move.kind, orders.Leave.kind, orders.Form.kind, orders.Stay.kind),
    "deploy": (orders.Form.kind, orders.Stay.kind),
    "form": (orders.Form.kind, orders.Stay.kind),
}
ACTING = tuple(
    order.kind
    for order in (
        orders.Rest, orders.LeaderRest, orders.MoveLeader, orders.Command, orders.Fire, orders.Assault, orders.Regroup,
        orders.RouteMarch, orders.Leave, orders.SetOff, orders.Fly, orders.Finish,
    )
)  # fmt: skip


# ---- Who may act -------------------------------------------------------------------------------------------------------------


def is_here(unit: Unit, state: State) -> bool:
    """On the table, aboard something, in the air, or due to arrive this turn."""
    return unit.gone is None and (not unit.arrives or unit.arrives <= state.turn.number)


def may_act(unit: Unit, state: State) -> bool:
    """Its action is unspent, and it is here (REV-3.01, REV-G.48d)."""
    launched = unit.rails is not None and unit.rails.launched  # it takes no orders any more (REV-G.30j)
    return unit.may_act and is_here(unit, state) and not launched


def leader_may_act(leader: Leader, state: State) -> bool:
    """He has not moved yet, and is here."""
    return leader.may_act and (not leader.arrives or leader.arrives <= state.turn.number)


def _units_left(state: State, side: Side, column: str | None = None) -> Iterator[Unit]:
    return (
        unit for unit in state.units_of(side) if (column is None or unit.card.column == column) and may_act(unit, state)
    )


def _leaders_left(state: State, side: Side, column: str | None = None) -> Iterator[Leader]:
    """A commander in chief without a column acts with any (REV-G.22b)."""
    return (
        leader
        for leader in state.leaders_of(side)
        if (column is None or leader.column in (column, "")) and leader_may_act(leader, state)
    )


def actors(state: State) -> tuple[tuple[Unit, ...], tuple[Leader, ...]]:
    """The units and Leaders that may act now."""
    turn = state.turn
    if turn.side is None or turn.phase not in (Phase.COLUMN, Phase.FREE):
        return (), ()
    column = turn.column if turn.phase is Phase.COLUMN else None
    return tuple(_units_left(state, turn.side, column)), tuple(_leaders_left(state, turn.side, column))


def columns_left(state: State, side: Side) -> tuple[str, ...]:
    """The columns a side may still take this turn (REV-3.08): those with anybody left to act."""
    return tuple(
        column.id
        for column in state.columns.values()
        if column.side is side
        and not column.activated
        and (
            any(_units_left(state, side, column.id))
            or any(leader.column == column.id for leader in _leaders_left(state, side))
        )
    )


def has_left(state: State, side: Side) -> bool:
    """Say whether a side has anybody left to act."""
    return any(True for _ in _units_left(state, side)) or any(True for _ in _leaders_left(state, side))


# ---- Who decides -------------------------------------------------------------------------------------------------------------


def decisions(state: State) -> tuple[Decision, ...]:
    """Who has to decide what."""
    turn = state.turn
    if turn.phase is Phase.OVER:
        return ()
    if turn.phase is Phase.SET_UP:
        return tuple(Decision(side.value, "set_up", SETTING_UP) for side in Side if side not in turn.ready)
    assert turn.side is not None  # noqa: S101 - somebody is always to play
    role = turn.side.value
    if turn.pending is not None:
        return (Decision(turn.pending.owner, turn.pending.kind, FINISHING[turn.pending.kind], turn.pending.unit),)
    if turn.phase is Phase.ROUND:
        return (Decision(role, "round", CHOOSING),)
    return (Decision(role, turn.phase.value, ACTING, turn.column),)


# ---- What comes next ---------------------------------------------------------------------------------------------------------


def ready(story: Story[State], side: Side) -> Asked[None]:
    """A side is ready; with both the first turn begins."""
    state = story.tell(events.SideReady(side=side))
    if len(state.turn.ready) == len(Side):
        yield from begin_turn(story)


def begin_turn(story: Story[State]) -> Asked[None]:
    """A new turn and its throw for initiative (REV-3.02, REV-3.07); turns in which nobody can do anything go by."""
    while story.state.ending is None:
        rule = initiative(Initiative(), story.state.tables)
        first = yield from addressed(rule, known_to=EVERYBODY)
        story.tell(events.TurnBegan(number=story.state.turn.number + 1, initiative=first.side))
        if _hand_over(story, first.side):
            return
        yield from _close_turn(story)


def activate(story: Story[State], column: str) -> None:
    """A column begins to act (REV-3.03)."""
    story.tell(events.ColumnActivated(column=column))


def decline(story: Story[State], side: Side) -> Asked[None]:
    """A pass costs nothing (REV-G.48); two in a row end the turn (REV-3.05b), a side with nothing left counts as passing (REV-G.48b)."""
    state = story.tell(events.RoundDeclined(side=side))
    enemy = other(side)
    if state.turn.passes < len(Side) and has_left(state, enemy):
        _hand_over(story, enemy)
        return
    yield from end_turn(story)


def end_round(story: Story[State]) -> Asked[None]:
    """A side is done with its column, or with all it had left; who did nothing has rested (REV-G.48j)."""
    turn = story.state.turn
    side, free = turn.side, turn.phase is Phase.FREE
    assert side is not None  # noqa: S101 - a round is somebody's
    units, leaders = actors(story.state)
    idle = tuple(leader for leader in leaders if free or leader.column)
    for audience in dict.fromkeys((EVERYBODY, *map(told_to, units), *map(told_to, idle))):
        names = tuple(tuple(each.id for each in pieces if told_to(each) == audience) for pieces in (units, idle))
        if any(names):
            story.tell(events.Rested(units=names[0], leaders=names[1], known_to=audience))
    story.tell(events.RoundEnded(side=side))
    if not _hand_over(story, other(side)):
        yield from end_turn(story)


def _hand_over(story: Story[State], side: Side) -> bool:
    """The next round is this side's (REV-3.04). A side whose enemy has nothing left acts with all it has, in any order (REV-3.06), as does a
    commander in chief who alone is left to his (REV-G.22b).
    """
    state = story.state
    if has_left(state, other(side)) and columns_left(state, side):
        story.tell(events.PlayPassed(side=side, phase=Phase.ROUND))
        return True
    for candidate in (side, other(side)):
        if has_left(state, candidate):
            story.tell(events.PlayPassed(side=candidate, phase=Phase.FREE))
            return True
    return False


def end_turn(story: Story[State]) -> Asked[None]:
    """The turn is over; the next one begins unless the battle is over too."""
    yield from _close_turn(story)
    if story.state.ending is None:
        yield from begin_turn(story)


def _close_turn(story: Story[State]) -> Asked[None]:
    yield from special.turn_ends(story)
    story.tell(events.TurnEnded(number=story.state.turn.number))
    army.check_last_turn(story)


def settle(story: Story[State]) -> Asked[None]:
    """After an order: is the battle over, is the round?"""
    army.check_morale(story)
    turn = story.state.turn
    if turn.phase not in (Phase.COLUMN, Phase.FREE) or turn.pending is not None:
        return
    units, leaders = actors(story.state)
    if not units and not leaders:
        yield from end_round(story)
