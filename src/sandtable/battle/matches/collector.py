"""Python's garbage collector, for processes that do little but play battles, and for those that keep many of them."""

from __future__ import annotations

import gc
import time
from threading import Thread

THRESHOLDS = 20_000, 20, 50
NEVER = 1_000_000_000
SHORT_LOOKS = 2_000, 5, NEVER


def spare_the_collector() -> None:
    """Let the collector look at what battles leave behind, and seldom.

    Call it when everything is imported. The compiler and the rules are large and stay, so they need not be looked through again and
    again; and nearly all places that a player looks at are gone before a few hundred more have come. The whole process is changed by
    it, so it is for whoever owns the process to ask for, never for a module that is imported.
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def collect_every(seconds: float) -> None:
    """Let the collector look through everything at fixed times only, and through what is new often and a little at a time.

    With a thousand battles in memory a whole look takes half a second, and a look at what four hundred thousand new things have come
    to a quarter of one; meanwhile nobody is answered. There is little to find: battles leave no circles behind.
    """
    gc.set_threshold(*SHORT_LOOKS)
    Thread(target=_collect_again_and_again, args=(seconds,), daemon=True).start()


def _collect_again_and_again(seconds: float) -> None:
    while True:
        time.sleep(seconds)
        gc.collect()
