"""Work beside the loop: whose turn it is, what takes too long, and processes that end with a job that is too costly."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from threading import Event
from time import monotonic, thread_time

import pytest

from sandtable.kernel.problem import Refusal
from sandtable.server import nursery, thinking, work_pipe
from sandtable.server.thinking import FREE, LONGEST_REST, Lane, Preparation
from sandtable.server.turns import TooMany, Turns
from sandtable.server.workers import TooCostly, Workers
from tests.support.loop import run


def test_one_who_asks_for_much_keeps_nobody_waiting():
    """Of ten who wait at one address and one at another, the one comes second."""

    async def scene() -> list[str]:
        turns, came = Turns(1, 1, 100), []

        async def come(address: str) -> None:
            await turns.take(address)
            came.append(address)
            await asyncio.sleep(0)
            turns.give_back(address)

        await asyncio.gather(*(come("many") for _ in range(10)), come("few"))
        return came

    assert run(scene()).index("few") <= 2


def test_no_address_has_more_turns_at_once_than_there_are_for_one():
    async def scene() -> None:
        turns = Turns(3, 2, 100)
        await turns.take("one")
        await turns.take("one")
        third = asyncio.ensure_future(turns.take("one"))
        await turns.take("other")
        assert not third.done()
        turns.give_back("one")
        await third

    run(scene())


def test_an_address_that_made_much_work_rests_while_others_have_their_turns():
    async def scene() -> list[str]:
        turns, came = Turns(1, 1, 100), []

        async def come(address: str) -> None:
            await turns.take(address)
            came.append(address)
            turns.give_back(address, rest=0.05 if address == "busy" else 0.0)

        await asyncio.gather(come("busy"), come("busy"), *(come(f"other {n}") for n in range(5)))
        return came

    assert run(scene()) == ["busy", *(f"other {n}" for n in range(5)), "busy"]


def test_only_long_work_is_rested_from_and_only_by_whoever_asked_for_it():
    async def scene() -> list[str]:
        lane, done = Lane("lane", 1, limit=60, waiting=10, each=1, rest=3.0), []

        def long() -> None:
            end = thread_time() + 4 * FREE
            while thread_time() < end:
                pass

        async def ask(address: str, work: Callable[[], None]) -> None:
            await lane.do(address, work)
            done.append(address)

        await asyncio.gather(ask("busy", long), ask("busy", lambda: None), ask("brief", lambda: None))
        await asyncio.gather(ask("brief", lambda: None), ask("", long), ask("", lambda: None))
        lane.close()
        return done

    assert run(scene()) == ["busy", "brief", "busy", "brief", "", ""]


def test_nobody_rests_long_however_long_the_work_was():
    async def scene() -> float:
        lane = Lane("lane", 1, limit=60, waiting=10, each=1, rest=1_000.0)

        def long() -> None:
            end = thread_time() + 2 * FREE
            while thread_time() < end:
                pass

        await lane.do("busy", long)
        before = monotonic()
        await lane.do("busy", lambda: None)
        lane.close()
        return monotonic() - before

    assert run(scene()) < 10 * LONGEST_REST  # uncapped it would be half a minute


def test_what_stands_behind_a_lane_begins_when_that_one_is_empty(monkeypatch):
    monkeypatch.setattr(thinking, "LONGEST_BEHIND", 60.0)

    async def scene() -> list[str]:
        done: list[str] = []
        orders = Lane("orders", 1, limit=60, waiting=10)
        news = Lane("news", 1, limit=60, waiting=10, behind=orders)
        arrived, go = Event(), Event()

        def order() -> None:
            arrived.set()
            go.wait()
            done.append("order")

        ordering = [asyncio.ensure_future(orders.do("player", each)) for each in (order, partial(done.append, "next"))]
        await asyncio.to_thread(arrived.wait)
        telling = asyncio.ensure_future(news.do("friend", partial(done.append, "news")))
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*ordering, telling)
        await news.do("friend", partial(done.append, "more"))
        orders.close()
        news.close()
        return done

    assert run(scene()) == ["order", "next", "news", "more"]


def test_nobody_stands_behind_for_ever():
    async def scene() -> list[str]:
        done: list[str] = []
        orders = Lane("orders", 1, limit=60, waiting=10)
        news = Lane("news", 1, limit=60, waiting=10, behind=orders)
        go = Event()
        ordering = asyncio.ensure_future(orders.do("player", go.wait))
        await asyncio.sleep(0)
        await news.do("friend", partial(done.append, "news"))
        done.append("told")
        go.set()
        await ordering
        orders.close()
        news.close()
        return done

    assert run(scene()) == ["news", "told"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads have no priority of their own")
def test_patient_work_stands_back():
    async def scene() -> tuple[int, int]:
        def priority() -> int:
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        usual, patient = Lane("usual", 1, limit=60, waiting=1), Lane("patient", 1, limit=60, waiting=1, patient=True)
        told = await usual.do("", priority), await patient.do("", priority)
        usual.close()
        patient.close()
        return told

    usual, patient = run(scene())
    assert usual < patient


def test_whoever_waits_for_too_much_is_refused_and_whoever_leaves_takes_nothing_with_him():
    async def scene() -> None:
        turns = Turns(1, 1, 2)
        await turns.take("one")
        waiting = [asyncio.ensure_future(turns.take("one")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await turns.take("one")
        waiting[0].cancel()
        await asyncio.sleep(0)
        turns.give_back("one")
        await waiting[1]
        turns.give_back("one")
        await turns.take("one")

    run(scene())


def test_what_takes_too_long_is_refused_in_words_and_its_thread_comes_back():
    async def scene() -> str:
        ended = threading.Event()
        lane = Lane("test", 1, limit=0.05, waiting=10)
        with pytest.raises(Refusal) as refused:
            await lane.do("one", ended.wait)
        ended.set()
        assert await lane.do("one", lambda: 5) == 5
        with pytest.raises(TimeoutError):
            await lane.do("one", _times_out)
        lane.close()
        return refused.value.problems[0].message.id

    assert run(scene()) == "table.too_long"


def _times_out() -> None:
    raise TimeoutError


def test_the_time_in_which_the_geometry_is_loaded_counts_for_nobody():
    """Whoever asks first is answered, however long the machine takes to be ready; what takes too long after that is refused."""

    async def scene() -> None:
        loaded, asked, never = threading.Event(), threading.Event(), threading.Event()
        geometry = Preparation()
        lane = Lane("test", 2, limit=0.05, waiting=10, after=geometry)
        geometry.begin(loaded.wait)

        def asks() -> bool:
            asked.set()
            return loaded.wait()

        first = asyncio.ensure_future(lane.do("one", asks))
        await asyncio.to_thread(asked.wait)
        await asyncio.sleep(0.2)  # several times the limit
        assert not first.done()
        loaded.set()
        assert await first
        with pytest.raises(Refusal):
            await lane.do("one", never.wait)
        never.set()
        lane.close()

    run(scene())


def test_geometry_that_cannot_be_loaded_keeps_nobody_waiting():
    async def scene() -> int:
        geometry = Preparation()
        geometry.begin(_times_out)
        lane = Lane("test", 1, limit=60, waiting=10, after=geometry)
        await geometry.wait()
        assert not await geometry.wait()
        five = await lane.do("one", lambda: 5)
        lane.close()
        return five

    assert run(scene()) == 5


def test_a_job_that_takes_too_long_ends_with_its_process_and_the_next_one_is_done():
    async def scene() -> None:
        workers = Workers(1)
        body = '{"ruleset": "revolucion"}'
        with pytest.raises(TooCostly):
            await workers.do("one", 0.001, "umpire", "rulebook", body)
        assert (await workers.do("one", 60, "umpire", "rulebook", body)).startswith('{"status":"ok"')
        await workers.close()

    run(scene())


def test_when_the_process_that_all_others_come_from_is_gone_another_takes_its_place(monkeypatch):
    started: list[subprocess.Popen[bytes]] = []

    def start() -> nursery.Nursery:
        ours, its = socket.socketpair()
        with its:
            command = [sys.executable, "-m", nursery.PROCESS, str(its.fileno())]
            started.append(subprocess.Popen(command, pass_fds=[its.fileno()]))
        return nursery.Nursery(ours, started[-1])

    async def scene() -> None:
        workers = Workers(1)
        catalogue = await workers.do("one", 60, "umpire", "catalogue", "{}")
        started[0].kill()
        started[0].wait()
        with pytest.raises(TooCostly):  # the one that there was goes on, and ends with a job that takes too long
            await workers.do("one", 0.001, "umpire", "rulebook", '{"ruleset": "revolucion"}')
        assert await workers.do("one", 60, "umpire", "catalogue", "{}") == catalogue
        await workers.close()

    monkeypatch.setattr(nursery, "start", start)
    run(scene())
    assert [process.returncode for process in started] == [-signal.SIGKILL, 0]


def test_with_the_server_all_processes_end_that_worked_for_it():
    """However it ends, and in the midst of a job too: whoever is at work at the other end of its line is ended."""
    ours, its = socket.socketpair()
    script = f"""
import socket, time
from sandtable.server import forking, worker
worker.JOBS = {{"wait": lambda: print("begun", flush=True) or time.sleep(3600)}}
forking.serve(socket.socket(fileno={its.fileno()}))
"""
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, pass_fds=[its.fileno()]) as process:
        assert process.stdout is not None
        its.close()
        line = nursery.Nursery(ours, process).fork()
        with line, line.makefile("rb") as told, line.makefile("wb") as asked:
            work_pipe.read(told)
            work_pipe.write(asked, (60, "wait", ()))
            assert process.stdout.readline() == b"begun\n"
            ours.close()
            assert work_pipe.read(told) is None
    assert process.returncode == 0


def test_what_a_process_needs_to_begin_is_nobody_s_time():
    """It reads five rulesets first, which takes many times as long as this job may."""

    async def scene() -> None:
        workers = Workers(1)
        assert (await workers.do("one", 0.25, "umpire", "catalogue", "{}")).startswith('{"status":"ok"')
        await workers.close()

    run(scene())


def test_a_machine_that_others_keep_busy_makes_no_job_too_costly():
    """Processor time counts: a job that waits for a second takes next to none."""
    ours, its = socket.socketpair()
    script = f"""
import socket, time
from sandtable.server import worker
worker.JOBS = {{"wait": time.sleep}}
worker.work(socket.socket(fileno={its.fileno()}))
"""
    with subprocess.Popen([sys.executable, "-c", script], pass_fds=[its.fileno()]) as process, ours:
        its.close()
        with ours.makefile("rb") as told, ours.makefile("wb") as asked:
            assert work_pipe.read(told) == process.pid
            work_pipe.write(asked, (0.2, "wait", (1.0,)))
            assert work_pipe.read(told) == (work_pipe.DONE, None)


def test_a_job_is_refused_as_it_would_be_here_and_a_fault_says_where():
    async def scene() -> None:
        workers = Workers(1)
        with pytest.raises(Refusal) as refused:
            await workers.do("one", 60, "scenario", "title = 3", "mine.toml")
        assert refused.value.problems[0].field == "mine.toml, line 1"
        with pytest.raises(RuntimeError, match="KeyError: 'nothing'"):
            await workers.do("one", 60, "nothing")
        await workers.close()

    run(scene())


def test_what_goes_over_the_pipe_comes_out_as_it_was():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb") as target:
        work_pipe.write(target, ("umpire", ("odds", "{}")))
        assert work_pipe.read(source) == ("umpire", ("odds", "{}"))
        target.write(work_pipe.packed("half of it")[:-3])
        target.close()
        assert work_pipe.read(source) is None, "the server has gone in the middle of a job"
