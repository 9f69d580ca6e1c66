"""Rules that throw nothing: they are generators all the same, so that one driver runs every rule."""

from __future__ import annotations

from sandtable.kernel.requests import Request


def no_requests() -> tuple[Request, ...]:
    """What a rule without a throw yields from."""
    return ()
