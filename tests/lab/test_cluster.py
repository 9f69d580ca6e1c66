"""Many machines: whoever is killed, nothing that was acknowledged is lost, nothing stands there twice, and it comes out as on one machine."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from time import sleep

import pytest

from sandtable.battle.matches.match import Record, try_battle
from sandtable.kernel import codec
from sandtable.lab.clusters.task import digest
from sandtable.lab.clusters.trust import is_audited, same_outcome
from tests.lab.making import OTHER, OWN, record, tutorial
from tests.lab.room import Room, counting_player

NEAREST = replace(tutorial().match, players=((OWN, "nearest"), (OTHER, "nearest")))
BALANCE = ["balance", "tutorial", "--side", f"{OWN}=nearest", "--side", f"{OTHER}=nearest"]


@pytest.mark.long
def test_whoever_is_killed_it_comes_out_as_on_one_machine(tmp_path: Path) -> None:
    with Room(tmp_path, [*BALANCE, "--count", "24"]) as room:
        room.wait_for(2)
        known = [room.kill("worker 1")]
        room.start("worker 1")
        room.wait_for(8)
        known.append(room.kill("scheduler"))
        room.start("scheduler")
        room.wait_for(12)
        known.append(room.kill("client"))
        room.start("client")
        assert room.ended() == 0, room.words()
        told = room.records()
        assert all(room.written().startswith(each) for each in known), "what was acknowledged is still there"
    assert set(told) == {str(number) for number in range(24)}
    for seed in ("0", "11", "23"):
        here = try_battle(NEAREST, seed)
        assert {key: value for key, value in told[seed].items() if key != "job"} == codec.write(here)


@pytest.mark.long
def test_a_hundred_kills_lose_nothing_and_repeat_only_what_was_under_way(tmp_path: Path) -> None:
    """Every kill may make those battles be played again that were under way: no more than the tasks in hand hold."""
    kills, battles, chance = 100, 300, Random(1914)
    heard = tmp_path / "heard"
    player = counting_player(tmp_path / "player.py", heard)
    arguments = ["balance", "tutorial", "--count", str(battles), "--side", f"{OWN}=program:{player}"]
    arguments += ["--side", f"{OTHER}=nearest"]
    with Room(tmp_path, arguments) as room:
        known: list[bytes] = []
        for _ in range(kills):
            sleep(chance.uniform(0.5, 6))
            if room.processes["client"].poll() == 0:
                break
            victim = chance.choice(("worker 1", "worker 2", "scheduler", "client"))
            known.append(room.kill(victim))
            room.start(victim)
        assert room.ended(3000) == 0, room.words()
        told = room.records()
        assert all(room.written().startswith(each) for each in known)
    assert set(told) == {str(number) for number in range(battles)}
    begun = Counter(seed.partition("/")[0] for seed in heard.read_text(encoding="utf-8").split())
    again = sum(count - 1 for seed, count in begun.items() if seed in told and not is_audited(seed))
    in_hand = 4 * 2  # two workers with two tasks each, of two battles at most: each takes about a second
    assert again <= len(known) * in_hand


@pytest.mark.long
@pytest.mark.skipif(shutil.which("ip") is None, reason="needs ip netns")
def test_two_network_namespaces_are_two_machines(tmp_path: Path) -> None:
    """Scheduler and run on one, workers on another that is reached over a cable (veth) alone."""
    if subprocess.run(["ip", "netns", "add", "sandtable-far"], check=False, capture_output=True).returncode:
        pytest.skip("no network namespaces here")
    far = ["ip", "netns", "exec", "sandtable-far"]
    try:
        for command in (
            "ip link add sand0 type veth peer name sand1 netns sandtable-far",
            "ip addr add 10.99.0.1/24 dev sand0",
            "ip link set sand0 up",
            "ip -n sandtable-far addr add 10.99.0.2/24 dev sand1",
            "ip -n sandtable-far link set sand1 up",
            "ip -n sandtable-far link set lo up",
        ):
            subprocess.run(command.split(), check=True)
        within = {"worker 1": far, "worker 2": far}
        with Room(tmp_path, [*BALANCE, "--count", "24"], host="10.99.0.1", within=within) as room:
            room.wait_for(4)
            room.kill("worker 2")
            assert room.ended() == 0, room.words()
            assert len(room.records()) == 24
    finally:
        subprocess.run(["ip", "netns", "del", "sandtable-far"], check=False)
        subprocess.run(["ip", "link", "del", "sand0"], check=False, capture_output=True)


def test_one_battle_in_a_hundred_is_played_on_two_workers() -> None:
    audited = sum(is_audited(str(number)) for number in range(20_000))
    assert 150 <= audited <= 250


def test_a_hash_tells_any_difference() -> None:
    one = record("4", OWN)
    assert same_outcome(one, record("4", OWN))
    assert not same_outcome(one, record("4", OTHER))
    assert not same_outcome(one, record("4", OWN, lost=(2, 5)))
    assert isinstance(one, Record)
    assert len(digest(one)) == 64
