"""A table that stands on the kit, on all of it or on its tools alone."""

from __future__ import annotations

from typing import Any

from sandtable.battle.seat import Role
from sandtable.kernel.ruleset import Ruleset


class OnTheKit:
    """What is alike at all of them. Their texts come after the kit's, and go before them."""

    @property
    def ruleset(self) -> Ruleset:
        """The umpire's side of it."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        return self.ruleset.id

    def sides(self, state: Any) -> tuple[Role, ...]:  # noqa: ARG002 - those of the ruleset
        return tuple(side.id for side in self.ruleset.sides)
