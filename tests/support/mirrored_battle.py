"""A battle on a server and its mirror in the test: the same scenario and seed, so every step that the server takes is known beforehand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from sandtable.battle import registry
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.requests import Choose
from sandtable.storage.store import Store
from tests.support.loop import run
from tests.support.serving import Server
from tests.support.table_line import Seat as Line
from tests.support.table_line import call

SIDES = ("Government", "Revolutionary")
REFEREE, SPECTATOR = "referee", "spectator"


@dataclass
class Mirror:
    """The truth about a battle that a server keeps; ``player`` gives the orders of both sides."""

    battle: Battle[Any]
    tokens: Mapping[str, str]
    players: dict[str, Any]
    id: str = ""
    acknowledged: int = 0
    under_way: Battle[Any] | None = None  # after what was sent and is not acknowledged yet
    lines: dict[str, Line] = field(default_factory=dict)

    @classmethod
    def kept_in(
        cls, address: str, scenario: str, seed: str, player: str = "random", own_dice: str = "", **extra: Any
    ) -> Self:
        """Keep a new battle in a database that a server reads; ``own_dice`` names a seat that is asked for every throw of its side."""
        text = source_of(scenario)[0] if "\n" not in scenario else scenario
        rules = registry.table("revolucion")
        sides = tuple(Seat(side, (side,), own_dice=side == own_dice) for side in SIDES)
        seats = (*sides, Seat(REFEREE, referee=True), Seat(SPECTATOR))
        battle = Battle.begin(rules, text, seats, seed, options=dict(read_scenario(text, "scenario").options))

        async def keep() -> tuple[str, list[str]]:
            store = await Store.open(address)
            kept = {"log": battle.log.plain(), "extra": extra}
            names = [codec.write(seat) for seat in seats]
            begun = await store.begin(rules.name, "Mirrored", kept, seed, names)
            await store.close()
            return begun

        name, tokens = run(keep())
        players = {side: rules.players[player]("", f"{seed}/{side}") for side in SIDES}  # type: ignore[attr-defined]
        return cls(battle, dict(zip((seat.id for seat in seats), tokens, strict=True)), players, name)

    @property
    def is_over(self) -> bool:
        return self.battle.result is not None

    def sit_down(self, servers: Mapping[str, Server]) -> None:
        """Open a line for each seat named, to the server named with it."""
        self.lines = {name: Line(server, self.tokens[name]) for name, server in servers.items()}
        for line in self.lines.values():
            line.connect()

    def get_up(self) -> None:
        for line in self.lines.values():
            line.hang_up()

    def step(self) -> None:
        """One order, answer or throw: by the seat that it is up to, acknowledged by the server, then done in the mirror."""
        seat, frame, after = self.next_step()
        self.under_way = after
        reply = self.lines[seat].ask(**frame)
        assert reply["kind"] == "accepted", reply
        self.battle, self.under_way = after, None
        self.acknowledged += 1
        assert reply["number"] == last_for(after, seat)

    def next_step(self) -> tuple[str, dict[str, Any], Battle[Any]]:
        """Who does what next, as it is sent, and the battle after it."""
        battle, question = self.battle, self.battle.question
        number = battle.log.number
        if question is None:
            decision = battle.decisions()[0]
            order = codec.write(self.players[decision.by].order(battle.view(decision.by), decision))
            after = battle.submit(decision.by, order, number)
            return decision.by, {"kind": "order", "order": order, "last": last_for(battle, decision.by)}, done(after)
        assert question.to is not None
        answered = {"key": question.key, "last": last_for(battle, question.to)}
        if isinstance(question.request, Choose):
            choice = self.players[question.to].choose(battle.view(question.to), question.to, question.request)
            after = battle.answer(question.to, question.key, choice, number)
            return question.to, {"kind": "answer", "value": choice, **answered}, done(after)
        return question.to, {"kind": "throw", **answered}, done(battle.throw(question.to, question.key, number))

    def in_step(self, seat: str) -> bool:
        """Say whether a seat has been told the truth, all of it that it may know."""
        told, rules = self.lines[seat].table, self.battle.rules
        sitting = self.battle.log.seat(seat)
        scene = rules.desk.scene(self.battle.view(seat), sitting)  # type: ignore[attr-defined]
        key = None if told["question"] is None else told["question"]["key"]
        asked = self.battle.awaited(seat).question
        return (
            told["number"] == last_for(self.battle, seat)
            and key == (asked.key if asked else None)
            and told["scene"] == as_sent(scene)
        )

    def catch_up(self, *seats: str) -> None:
        """Take in news until these seats are in step."""
        for seat in seats or tuple(self.lines):
            self.lines[seat].until(lambda _, seat=seat: self.in_step(seat))

    def kept_log(self, server: Server) -> dict[str, Any]:
        """What the server has, as a referee may have it."""
        reply = call(server, "log", {"token": self.tokens[REFEREE]})
        assert reply.status_code == 200, reply.text
        log: dict[str, Any] = reply.json()["log"]
        return log

    def matches(self, log: Mapping[str, Any]) -> bool:
        """Say whether a server's log is the mirror's: every order, every die, the open question."""
        return _compared(log) == _compared(as_sent(self.battle.log))


def last_for(battle: Battle[Any], seat: str) -> int:
    """The seat's own number of the last entry it has heard of."""
    return Numbering(battle.log.seat(seat)).follow(battle.log).last


def done(outcome: Any) -> Battle[Any]:
    assert isinstance(outcome, Accepted), outcome
    return outcome.battle


def as_sent(value: Any) -> Any:
    """A dataclass as it arrives over a line."""
    return json.loads(json.dumps(codec.write(value)))


def _compared(log: Mapping[str, Any]) -> dict[str, Any]:
    return {part: log[part] for part in ("entries", "open", "commitment", "scenario")}
