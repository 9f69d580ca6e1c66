"""Compiling all loops before somebody waits for one of them: in a few processes at once, which keep the machine code on disk.

``python -m sandtable.ai.compiling`` does it and tells how far it has come; with ``--aside`` it lets everybody else go first.
"""

from __future__ import annotations

import gc
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

Progress = Callable[[int, int], None]  # hears how many loops of how many are compiled


def compile_all(progress: Progress) -> None:
    """Compile what is not on disk. ``progress`` is called again and again; never, if there is nothing to do."""
    if not uncompiled():
        return
    with _alone(progress):
        if not uncompiled():  # whoever was here first has done it
            return
        processes = max(1, min(MOST, len(os.sched_getaffinity(0))))
        with ProcessPoolExecutor(processes, get_context("spawn"), _prepare) as executor:
            playing = {executor.submit(play, scene) for scene in SCENES}
            waiting = playing
            while waiting:
                _tell(progress)
                _, waiting = wait(waiting, LOOK_EVERY)
            for scene in playing:
                scene.result()
        _tell(progress)


@contextmanager
def _alone(progress: Progress) -> Iterator[None]:
    """Wait until nobody else compiles, and hear meanwhile how far he is."""
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / "compiling.lock").open("w") as lock:
        while not _locked(lock.fileno()):
            _tell(progress)
            sleep(LOOK_EVERY)
        yield


def _locked(handle: int) -> bool:
    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _tell(progress: Progress) -> None:
    progress(len(LOOPS) - len(uncompiled()), len(LOOPS))


def _prepare() -> None:
    signal(SIGINT, SIG_DFL)  # Ctrl-C ends a process at once and without a word
    gc.disable()  # a compiler keeps nearly all that it makes: there is little to find by going through it again and again


def main() -> None:
    """Compile, with a line that tells how far it has come; where nobody watches, with a line when it begins and one when it ends."""
    last = -1

    def write_line(done: int, total: int) -> None:
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
    compile_all(write_line)


if __name__ == "__main__":
    main()
