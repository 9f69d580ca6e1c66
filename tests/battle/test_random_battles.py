"""Random play: replays to the same state, survives JSON, branches anywhere, and tells nobody what is hidden from him."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.engine.log import Entry, read_log
from sandtable.battle.engine.verify import verify
from sandtable.kernel import codec
from tests.battle.skirmish.game import SKIRMISH
from tests.battle.skirmish.playing import BLUE, RED, SEATS, SEED, WATCHER, begin, played, secrets_from, step
from tests.battle.test_battle import SHOOT, done, red_to_act, refused

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
            entries = battle.export(seat.id)["entries"]
            assert not {"nerve", "ambush.near"} & {
                reply["key"] for each in entries for reply in each.get("answers", ())
            }
            assert "nerve" not in {event["kind"] for each in entries for event in each.get("events", ())}
            assert all(each.get("order") is None or each["role"] == seat.side for each in entries)


def _hidden(battle, seat):
    """What is hidden now; what was known for a while before it was taken back is known for good."""
    known = json.dumps(codec.write(battle.log)).split('"kind": "found"')[1:]
    found = {part.split('"figure": "')[1].split('"')[0] for part in known}
    state = battle.state
    for name in found & set(state.figures):
        state = state.with_figure(name, ambush=False)
    return secrets_from(state, seat.side)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(("duck", "1,2", "red", "move")),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("kind", "by", "figure", "to", "faces", "counts")), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=60)
@given(
    json_values, st.sampled_from(("anna", "boris", "walter", "nobody")), st.sampled_from(("reply", "shot.dice", "x"))
)
def test_whatever_strangers_send_is_refused_or_changes_what_it_should(raw, seat, key):
    battle = red_to_act(seats((True, False)))
    assert isinstance(battle.submit(seat, raw), Accepted | Refused)
    choosing = done(battle.submit("anna", SHOOT))
    throwing = done(choosing.answer("boris", "reply", "duck"))
    for waiting in (battle, choosing, throwing):
        log = waiting.log
        outcome = waiting.answer(seat, key, raw)
        assert isinstance(outcome, Accepted | Refused)
        assert waiting.log == log
        if isinstance(outcome, Accepted):
            assert read_log(json.dumps(outcome.battle.log.plain())) == outcome.battle.log


def test_lists_without_end_are_no_answer():
    raw: list = []
    for _ in range(5000):
        raw = [raw]
    throwing = done(done(red_to_act(seats((True, False))).submit("anna", SHOOT)).answer("boris", "reply", "duck"))
    refused(throwing.answer("anna", "shot.dice", raw), "battle.answer.odd")


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
        entry.throw + each for entry in battle.log.entries if isinstance(entry, Entry) for each in range(entry.throws)
    ]
    assert numbers == sorted(set(numbers))
    assert verify(SKIRMISH, battle.log, f"{SEED} {seed}").differences == ()
