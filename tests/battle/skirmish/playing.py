"""A scenario, seats and random players for the skirmish, and what of a state a seat must never get to see."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel.requests import Choose, Roll
from tests.battle.skirmish.game import SKIRMISH, WIDTH, LayPlot, Move, Pass, Posture, Shoot, Table, other
from tests.support.talk import of_kind

RED = Seat("anna", ("red",))
BLUE = Seat("boris", ("blue",))
REFEREE = Seat("rosa", referee=True)
WATCHER = Seat("walter")
SEATS = (RED, BLUE, REFEREE, WATCHER)
SEED = "a seed for the tests"

SCENARIO = """\
[[figures]]
id = "red-captain"
owner = "red"
place = [10000, 10000]
strength = 3
note = "secret-note-of-red"

[[figures]]
id = "red-scout"
owner = "red"
place = [14007, 12011]
strength = 2
ambush = true
note = "secret-scout"

[[figures]]
id = "blue-captain"
owner = "blue"
place = [18000, 14000]
strength = 3
note = "secret-note-of-blue"

[[figures]]
id = "blue-lurker"
owner = "blue"
place = [15013, 11017]
strength = 2
ambush = true
note = "secret-lurker"
nerve = 271828
"""


def begin(seats: tuple[Seat, ...] = SEATS, seed: str = SEED, **more: Any) -> Battle[Table]:
    return Battle.begin(SKIRMISH, SCENARIO, seats, seed, **more)


class RandomPlayer:
    """Plays legally, and no better than that."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def order(self, view: Table, decision: Decision) -> Order:
        by = decision.by
        if decision.kind == "plot":
            return LayPlot(by=by, posture=self.random.choice(list(Posture)), word=f"word-{by}-{view.turn}-hush")
        ready = [figure for figure in view.of(by) if not figure.acted]
        if not ready or self.random.random() < 0.1:
            return Pass(by=by)
        figure = self.random.choice(ready)
        enemies = view.of(other(by))
        if enemies and self.random.random() < 0.5:
            shot = Shoot(by=by, figure=figure.id, target=self.random.choice(enemies).id)
            if not SKIRMISH.problems(view, shot):
                return shot
        x, y = (min(max(at + self.random.randint(-4000, 4000), 0), WIDTH) for at in figure.place)
        return Move(by=by, figure=figure.id, to=Point(x, y))

    def choose(self, view: Table, role: str, choice: Choose) -> str:  # noqa: ARG002 - chance looks at nothing
        return self.random.choice(choice.options).value


def step(battle: Battle[Table], random: Random) -> Battle[Table]:
    """One thing done by whoever has to: an order, a choice, dice."""
    player = RandomPlayer(random)
    question = battle.question
    if question is None:
        decision = random.choice(battle.decisions())
        seat = seat_of(battle, decision.by)
        done = battle.submit(seat.id, player.order(battle.view(seat.id), decision))
    else:
        seat = seat_of(battle, question.to or "")
        if isinstance(question.request, Choose):
            done = battle.answer(seat.id, question.key, player.choose(battle.state, seat.id, question.request))
        elif random.random() < 0.5:
            done = battle.throw(seat.id, question.key)
        else:
            done = battle.answer(
                seat.id, question.key, [random.randint(1, 6) for _ in of_kind(Roll, question.request).dice]
            )
    assert isinstance(done, Accepted), done
    return done.battle


def seat_of(battle: Battle[Table], role: str) -> Seat:
    return next(seat for seat in battle.log.seats if seat.speaks_for(role))


def played(seed: int, orders: int, seats: tuple[Seat, ...] = SEATS) -> Battle[Table]:
    """A battle after so many things done, or at its end."""
    random, battle = Random(seed), begin(seats, seed=f"{SEED} {seed}")
    for _ in range(orders):
        if battle.question is None and not battle.decisions():
            break
        battle = step(battle, random)
    return battle


def secrets_from(state: Table, side: str | None) -> set[str]:
    """Texts that must not reach a side's seat (None: a spectator's): of ambushes, notes, words, unopened plots, nerves."""
    secrets = {f"word-{each}-{turn}-hush" for each in ("red", "blue") for turn in range(9) if each != side}
    for figure in state.figures.values():
        if figure.owner != side:
            secrets |= {figure.note} if figure.note else set()
            if figure.ambush:
                secrets |= {figure.id, json.dumps(list(figure.place))}
        if figure.nerve > 6:
            secrets.add(str(figure.nerve))
    return secrets
