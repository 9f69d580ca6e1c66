"""Random play: replays to the same state, survives JSON, branches anywhere, and tells nobody what is hidden from him."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.battle import codec
from sandtable.battle.battle import Accepted, Battle
from sandtable.battle.log import read_log
from sandtable.battle.verify import verify
from tests.battle.skirmish.game import SKIRMISH
from tests.battle.skirmish.playing import BLUE, RED, SEATS, SEED, WATCHER, begin, played, secrets_from, step

seeds = st.integers(0, 2**32)
lengths = st.integers(0, 60)
dice_of = st.tuples(st.booleans(), st.booleans())


def seats(own_dice):
    return (replace(RED, own_dice=own_dice[0]), replace(BLUE, own_dice=own_dice[1]), *SEATS[2:])


@settings(max_examples=25)
@given(seeds, lengths, dice_of)
def test_random_play_replays_to_the_same_state_and_is_sound(seed, orders, own_dice):
    battle = played(seed, orders, seats(own_dice))
    log = read_log(json.dumps(battle.log.plain()))
    assert log == battle.log
    again = Battle.resume(SKIRMISH, log, f"{SEED} {seed}")
    assert again.state == battle.state
    assert again.log == battle.log
    assert verify(SKIRMISH, log, f"{SEED} {seed}").differences == ()


@settings(max_examples=10)
@given(seeds, lengths)
def test_every_prefix_branches(seed, orders):
    battle = played(seed, orders)
    for number in range(battle.log.number + 1):
        branch = battle.branch(number, f"branch {number}")
        assert branch.state == battle.state_at(number)
        if branch.decisions():
            step(branch, Random(seed))


@settings(max_examples=25)
@given(seeds, st.integers(1, 60), dice_of)
def test_nothing_hidden_reaches_a_seat(seed, orders, own_dice):
    """Every view, export and question of every seat, searched as text at every step, undoing at times."""
    random, battle = Random(seed), begin(seats(own_dice), seed=f"{SEED} {seed}")
    for _ in range(orders):
        if battle.question is None and not battle.decisions():
            break
        battle = step(battle, random)
        if random.random() < 0.1:
            taken_back = battle.undo(random.choice(("anna", "boris", "rosa")))
            battle = taken_back.battle if isinstance(taken_back, Accepted) else battle
        for seat in (RED, BLUE, WATCHER):
            told = json.dumps(
                [codec.write(battle.view(seat.id)), battle.export(seat.id), str(battle.awaited(seat.id))]
            ).replace(" ", "")
            found = {secret for secret in _hidden(battle, seat) if secret.replace(" ", "") in told}
            assert not found, (seat.id, found)
            assert f"{SEED} {seed}".replace(" ", "") not in told


def _hidden(battle, seat):
    """What is hidden now; what was known for a while before it was taken back is known for good."""
    known = json.dumps(codec.write(battle.log)).split('"kind": "found"')[1:]
    found = {part.split('"figure": "')[1].split('"')[0] for part in known}
    state = battle.state
    for name in found & set(state.figures):
        state = state.with_figure(name, ambush=False)
    return secrets_from(state, seat.side)


@settings(max_examples=25)
@given(seeds, lengths)
def test_undo_never_gives_a_die_back(seed, orders):
    random, battle = Random(seed), begin(seed=f"{SEED} {seed}")
    before = 0
    for _ in range(orders):
        if battle.question is None and not battle.decisions():
            break
        battle = step(battle, random)
        if random.random() < 0.3:
            undone = battle.undo("rosa")
            battle = undone.battle if isinstance(undone, Accepted) else battle
        assert battle.log.throws >= before
        before = battle.log.throws
    numbers = [
        entry.throw + each for entry in battle.log.entries if entry.kind == "order" for each in range(entry.throws)
    ]
    assert numbers == sorted(set(numbers))
    assert verify(SKIRMISH, battle.log, f"{SEED} {seed}").differences == ()
