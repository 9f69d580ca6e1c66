"""A live battle without a network: stored before it is told, followed from another process, laid open at its end."""

from __future__ import annotations

import pytest

from sandtable.battle import registry
from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.engine.change import read_change
from sandtable.battle.engine.log import read_log
from sandtable.battle.engine.verify import verify
from sandtable.battle.scenario.library import source_of
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.server.table.history import History
from sandtable.server.table.room import Room, Seen, caught_up_with
from sandtable.server.thinking import Thinking
from sandtable.storage.store import Store
from tests.battle.skirmish.game import SKIRMISH, LayPlot, Pass, Posture, Shoot
from tests.battle.skirmish.playing import SCENARIO, SEATS
from tests.support.loop import run

SEED = "a seed for a room"


@pytest.fixture(autouse=True, scope="module")
def skirmish_is_registered():
    registry.add("skirmish", "tests.battle.skirmish.game:SKIRMISH")
    yield
    registry._ADDED.pop("skirmish")
    registry.table.cache_clear()
    registry.has_table.cache_clear()


async def rooms_of_two_processes(address, battle=None):
    """One battle, open twice."""
    stores = [await Store.open(address) for _ in range(2)]
    battle = battle or Battle.begin(SKIRMISH, SCENARIO, SEATS, SEED)
    stored = {"log": battle.log.plain(), "extra": {}}
    seats = [codec.write(seat) for seat in battle.log.seats]
    name, _ = await stores[0].begin(battle.rules.name, "Battle", stored, SEED, seats)
    rooms = []
    for store in stores:
        kept = await store.battle(name)
        assert kept is not None
        rooms.append(await Room.open(store, kept, Thinking()))
    return stores, rooms


def passes(battle):
    """One turn in which nobody does anything."""
    if battle.state.active is None:
        by = battle.decisions()[0].by
        return LayPlot(by=by, posture=Posture.BOLD)
    return Pass(by=battle.state.active)


def seat_for(role):
    return next(seat.id for seat in SEATS if role in seat.roles)


def test_a_battle_that_is_over_lays_its_seed_open_with_its_last_order_and_can_be_verified(tmp_path):
    async def scene():
        stores, (room, _) = await rooms_of_two_processes(f"sqlite:///{tmp_path / 'rooms.db'}")
        while room.battle.result is None:
            assert room.battle.log.seed is None
            order = passes(room.battle)
            outcome = await room.act(lambda battle, order=order: battle.submit(seat_for(order.by), order))
            assert isinstance(outcome, Accepted)
        assert room.battle.log.seed == SEED
        late = await room.act(lambda battle: battle.undo(seat_for("red")))
        assert isinstance(late, Refused)
        exported = read_log(room.battle.export(seat_for("red")))
        kept = await stores[1].battle(room.id)
        assert kept is not None
        again = await Room.open(stores[1], kept, Thinking())
        for store in stores:
            await store.close()
        return exported, again.battle.log

    exported, again = run(scene())
    found = verify(SKIRMISH, exported)
    assert found.sound, found.differences
    assert found.unchecked == 0
    assert found.dice
    assert again == exported


def battle_with_a_desk():
    """A battle whose sides are ready to begin."""
    seats = tuple(Seat(side, (side,)) for side in ("Government", "Revolutionary"))
    return Battle.begin(registry.table("revolucion"), source_of("tutorial")[0], seats, SEED)


def ready(side):
    return lambda battle: battle.submit(side, {"kind": "ready", "by": side})


def test_an_order_is_drawn_for_whoever_gave_it_before_it_is_told_and_only_as_it_was_stored(tmp_path, monkeypatch):
    drawn = []
    draws = Seen.scene

    def noted(seen, seat):
        drawn.append((seen.battle, seat))
        return draws(seen, seat)

    monkeypatch.setattr(Seen, "scene", noted)

    async def scene():
        address = f"sqlite:///{tmp_path / 'rooms.db'}"
        stores, (one, other) = await rooms_of_two_processes(address, battle_with_a_desk())
        await one.act(ready("Government"), seat="Government")
        assert [(battle is one.battle, seat) for battle, seat in drawn] == [(True, "Government")]
        drawn.clear()
        await other.act(ready("Revolutionary"), seat="Revolutionary")  # it did not know that the other is ready
        assert len(drawn) == 2  # once for what could not be stored, once for what was
        assert [battle is other.battle for battle, _ in drawn] == [False, True]
        kept = other.scene("Revolutionary", other.battle)
        assert kept == draws(Seen(other.battle), "Revolutionary")
        assert kept.clock.turn == 1
        for store in stores:
            await store.close()

    run(scene())


def test_the_other_process_reads_on_from_where_it_was(tmp_path):
    async def scene():
        stores, (one, other) = await rooms_of_two_processes(f"sqlite:///{tmp_path / 'rooms.db'}")
        told = []
        other.listen(lambda: told.append(other.battle.log.number))
        for _ in range(6):
            order = passes(one.battle)
            await one.act(lambda battle, order=order: battle.submit(seat_for(order.by), order))
            await other.catch_up()
            assert seen(other.battle) == seen(one.battle)
        assert told == list(range(1, 7))
        for store in stores:
            await store.close()

    run(scene())


def test_whoever_was_behind_does_it_again_on_the_battle_as_it_is(tmp_path):
    async def scene():
        stores, (one, other) = await rooms_of_two_processes(f"sqlite:///{tmp_path / 'rooms.db'}")
        plots = {by: LayPlot(by=by, posture=Posture.WARY) for by in ("red", "blue")}
        assert isinstance(await one.act(lambda battle: battle.submit(seat_for("red"), plots["red"])), Accepted)
        assert isinstance(await other.act(lambda battle: battle.submit(seat_for("blue"), plots["blue"])), Accepted)
        told = []
        one.listen(lambda: told.append(one.battle.log.number))
        again = await one.act(lambda battle: battle.submit(seat_for("blue"), plots["blue"]))
        assert isinstance(again, Refused)
        assert told == [2]  # refused, but told what the other process has done
        assert seen(one.battle) == seen(other.battle)
        for store in stores:
            await store.close()

    run(scene())


def seen(battle):
    """All there is to a battle; a question by its key, since what reads its dice is made anew each time."""
    question = battle.question and (battle.question.key, battle.question.to)
    return battle.log, battle.standing, battle.state, question, battle.halted


def test_a_battle_that_is_followed_is_the_battle_that_would_be_resumed():
    """Orders, a question in the middle of one, an answer, something taken back."""
    here = Battle.begin(SKIRMISH, SCENARIO, SEATS, SEED)
    there = here
    log = read_log(here.log.plain())

    def follow(step):
        nonlocal here, there, log
        assert isinstance(step, Accepted), step
        log = read_change(step.change.plain()).applied(log)
        here = step.battle
        there = caught_up_with(there, log)
        assert seen(there) == seen(here) == seen(Battle.resume(SKIRMISH, log, SEED))

    red, blue = seat_for("red"), seat_for("blue")
    follow(here.submit(red, LayPlot(by="red", posture=Posture.BOLD)))
    follow(here.submit(blue, LayPlot(by="blue", posture=Posture.WARY)))
    shooter, target = next(
        (own.id, enemy.id)
        for own in here.state.of("red")
        for enemy in here.state.of("blue")
        if not SKIRMISH.problems(here.view(red), Shoot(by="red", figure=own.id, target=enemy.id))
    )
    follow(here.submit(red, Shoot(by="red", figure=shooter, target=target)))
    assert here.question is not None
    follow(here.answer(blue, here.question.key, "duck"))
    follow(here.undo(red))
    follow(here.agree(blue))
    follow(here.sit(Seat("new", ("red",))))
    follow(here.submit(red, Pass(by="red")))
    history = History()
    for number in (here.log.number, *range(here.log.number + 1)):  # whichever is asked for first
        assert history.state_at(here, number) == here.state_at(number)
