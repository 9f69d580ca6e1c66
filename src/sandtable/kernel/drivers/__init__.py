"""Who answers a rule decides what it is: a throw, a dialogue, an exact law, a replay, a sample."""

from sandtable.kernel.drivers.exact import Exact, enumerate_exactly
from sandtable.kernel.drivers.run import NOTHING_KEPT, Asking, Finished, Given, Start, Step, advance, ask, replay, throw
from sandtable.kernel.drivers.sample import sample_many

__all__ = [
    "NOTHING_KEPT", "Asking", "Exact", "Finished", "Given", "Start", "Step", "advance", "ask", "enumerate_exactly",
    "replay", "sample_many", "throw",
]  # fmt: skip
