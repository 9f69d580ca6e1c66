"""Python's garbage collector, for processes that do little but play battles."""

from __future__ import annotations

import gc

THRESHOLDS = 20_000, 20, 50


def spare_the_collector() -> None:
    """Let the collector look at what battles leave behind, and seldom.

    Call it when everything is imported. The compiler and the rules are large and stay, so they need not be looked through again and
    again; and nearly all places that a player looks at are gone before a few hundred more have come. The whole process is changed by
    it, so it is for whoever owns the process to ask for, never for a module that is imported.
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
