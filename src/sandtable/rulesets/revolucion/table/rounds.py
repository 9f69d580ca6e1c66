"""The course of a turn: initiative, rounds by column, passing, its end (REV-3.02 to REV-3.08, REV-G.22b, REV-G.48)."""

from __future__ import annotations

from sandtable.battle.event import Story
from sandtable.battle.request import addressed
from sandtable.battle.seat import EVERYBODY
from sandtable.miniatures.consequences import Course
from sandtable.rulesets.revolucion.initiative import Initiative, initiative
from sandtable.rulesets.revolucion.table import army, events, turn
from sandtable.rulesets.revolucion.table.state import Phase, State, other, told_to
from sandtable.rulesets.revolucion.table.vehicles import tracks, trains
from sandtable.rulesets.revolucion.vocabulary import Side


def ready(story: Story[State], side: Side) -> Course[None]:
    """A side is ready; with both the first turn begins."""
    state = story.tell(events.SideReady(side=side))
    if len(state.turn.ready) == len(Side):
        yield from begin_turn(story)


def begin_turn(story: Story[State]) -> Course[None]:
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


def decline(story: Story[State], side: Side) -> Course[None]:
    """A pass costs nothing (REV-G.48); two in a row end the turn (REV-3.05b), a side with nothing left counts as passing (REV-G.48b)."""
    state = story.tell(events.RoundDeclined(side=side))
    enemy = other(side)
    if state.turn.passes < len(Side) and turn.has_left(state, enemy):
        _hand_over(story, enemy)
        return
    yield from end_turn(story)


def end_round(story: Story[State]) -> Course[None]:
    """A side is done with its column, or with all it had left; who did nothing has rested (REV-G.48j)."""
    now = story.state.turn
    side, free = now.side, now.phase is Phase.FREE
    assert side is not None  # noqa: S101 - a round is somebody's
    units, leaders = turn.actors(story.state)
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
    if turn.has_left(state, other(side)) and turn.columns_left(state, side):
        story.tell(events.PlayPassed(side=side, phase=Phase.ROUND))
        return True
    for candidate in (side, other(side)):
        if turn.has_left(state, candidate):
            story.tell(events.PlayPassed(side=candidate, phase=Phase.FREE))
            return True
    return False


def end_turn(story: Story[State]) -> Course[None]:
    """The turn is over; the next one begins unless the battle is over too."""
    yield from _close_turn(story)
    if story.state.ending is None:
        yield from begin_turn(story)


def _close_turn(story: Story[State]) -> Course[None]:
    """The last things of a turn: tracks are torn up (REV-G.54), trains roll on or halt (REV-G.30m)."""
    tracks.rip_up(story)
    yield from trains.roll_on(story)
    story.tell(events.TurnEnded(number=story.state.turn.number))
    army.check_last_turn(story)


def settle(story: Story[State]) -> Course[None]:
    """After an order: is the battle over, is the round?"""
    army.check_morale(story)
    now = story.state.turn
    if now.phase not in (Phase.COLUMN, Phase.FREE) or now.pending is not None:
        return
    units, leaders = turn.actors(story.state)
    if not units and not leaders:
        yield from end_round(story)
