"""A promise that a ruleset does not keep."""

from __future__ import annotations


class BreachError(Exception):
    """What is wrong with a ruleset, in a sentence for whoever writes it."""
