"""Who sits at the table, and who may know a thing.

A role is a dotted name: a side (``red``) or a part of it (``red.north``). Whoever commands a side speaks for all of its parts; whoever
commands a part knows what its side knows. A referee knows everything, a spectator what everybody knows.

Where rules let a side decide as a whole, a seat may still be kept to a ``part`` of its troops (see `parts`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

Role = str
Audience = tuple[str, ...]  # roles, and seats as `seat:<id>`, that may know a thing

EVERYBODY: Audience = ("everybody",)
OWNER: Audience = ("owner",)  # whoever the thing belongs to; see `view`
NOBODY: Audience = ()
PART = "."  # between a side and its part
RESERVED = frozenset((*EVERYBODY, *OWNER))  # no role and no seat may be called so


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. Without roles it is a spectator's; ``own_dice`` asks for real dice, typed in.

    ``part`` names the troops of its side, such as a column, that alone it may give orders to; empty: all of them.
    """

    id: str
    roles: tuple[Role, ...] = ()
    referee: bool = False
    own_dice: bool = False
    part: str = ""

    def __post_init__(self) -> None:
        for name in (self.id, *self.roles):
            if not name or name in RESERVED or ":" in name:
                raise ValueError(f"no seat or role can be called {name!r}")

    @property
    def side(self) -> Role | None:
        """The side it sits on."""
        return side_of(self.roles[0]) if self.roles else None

    def speaks_for(self, role: Role) -> bool:
        """Say whether an order or an answer of this role may come from here."""
        return any(_within(role, own) for own in self.roles)

    def sits_with(self, other: Seat) -> bool:
        """Say whether both sit on the same side."""
        return self.side is not None and self.side == other.side

    def called_by(self, other: Seat) -> str:
        """What another seat calls this one: its name, or, of whoever commands a part of another side, that side alone.

        Which parts a side has, and who commands them, may be its secret.
        """
        own = other.referee or self.id == other.id or self.side is None or self.sits_with(other)
        return self.id if own or not (self.part or any(PART in role for role in self.roles)) else self.side or ""

    def role_as_told(self, role: Role) -> Role:
        """A role as this seat is told of it: of a part of another side only the side."""
        return role if self.referee or side_of(role) == self.side else side_of(role)

    def knows(self, audience: Audience, owner: Role | None = None) -> bool:
        """Say whether what this audience may know is known here. ``owner`` is whom the thing belongs to."""
        return self.referee or _hears(self.id, self.roles, audience, owner)


def side_of(role: Role) -> Role:
    """The side a role belongs to."""
    return role.partition(PART)[0]


def _within(role: Role, whole: Role) -> bool:
    return role == whole or role.startswith(f"{whole}{PART}")


@lru_cache(maxsize=4096)
def _hears(seat: str, roles: tuple[Role, ...], audience: Audience, owner: Role | None) -> bool:
    if EVERYBODY[0] in audience or f"seat:{seat}" in audience:
        return True
    told = [owner if name == OWNER[0] else name for name in audience]
    return any(name is not None and (_within(role, name) or _within(name, role)) for role in roles for name in told)
