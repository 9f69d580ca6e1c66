"""Compiling all loops before somebody waits for one of them: in a few processes at once, which keep the machine code on disk.

``python -m sandtable.ai.compiling`` does it and tells how far it has come; with ``--aside`` it lets everybody else go first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from multiprocessing import get_context
from signal import SIG_DFL, SIGINT, signal
from time import sleep

from sandtable.ai.rehearsal import SCENES, play
from sandtable.geometry.compiled.compiler import LOOPS, folder, uncompiled

MOST = 3  # processes: more would compile the same parts of loops again and again
LOOK_EVERY = 0.5  # seconds
ASIDE = "--aside"  # beside a server that people wait for
NICE = 10

Told = Callable[[int, int], None]


def compile_all(told: Told) -> None:
    """Compile what is not on disk. ``told`` hears again and again how many loops of how many are; never, if there is nothing to do."""
    if not uncompiled():
        return
    with _alone(told):
        if not uncompiled():  # whoever was here first has done it
            return
        processes = max(1, min(MOST, len(os.sched_getaffinity(0))))
        with ProcessPoolExecutor(processes, get_context("spawn"), _interruptible) as executor:
            playing = {executor.submit(play, scene) for scene in SCENES}
            waiting = playing
            while waiting:
                _tell(told)
                _, waiting = wait(waiting, LOOK_EVERY)
            for scene in playing:
                scene.result()
        _tell(told)


@contextmanager
def _alone(told: Told) -> Iterator[None]:
    """One at a time: who comes second hears how far the first one is."""
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / "compiling.lock").open("w") as lock:
        while not _locked(lock.fileno()):
            _tell(told)
            sleep(LOOK_EVERY)
        yield


def _locked(handle: int) -> bool:
    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _tell(told: Told) -> None:
    told(len(LOOPS) - len(uncompiled()), len(LOOPS))


def _interruptible() -> None:
    signal(SIGINT, SIG_DFL)  # Ctrl-C ends a process at once and without a word


def main() -> None:
    """Compile, with a line that tells how far it has come; where nobody watches, with a line when it begins and one when it ends."""
    last = -1

    def told(done: int, total: int) -> None:
        nonlocal last
        watched = sys.stdout.isatty()
        if done == last or not (watched or last < 0 or done == total):
            return
        last = done
        end = "" if watched and done < total else "\n"
        sys.stdout.write(f"{chr(13) if watched else ''}Compiling the table's geometry: {done} of {total}{end}")
        sys.stdout.flush()

    if ASIDE in sys.argv[1:]:
        os.nice(NICE)
    compile_all(told)


if __name__ == "__main__":
    main()
