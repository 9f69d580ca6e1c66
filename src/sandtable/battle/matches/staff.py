"""Who can play a side: the ruleset's own players, and those that packages register under the entry point ``sandtable.players``.

Somebody from outside is named with whatever he has to be told: ``program:./my-player``. What is registered makes a player from a `Post`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, cast, runtime_checkable

from sandtable.battle.matches.play import Player
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import Role
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.packages import left_out, registered
from sandtable.kernel.problem import refuse

GROUP = "sandtable.players"
TOLD = ":"  # between the name of somebody from outside and what he is told
PROGRAM = "program"  # any program that speaks the line protocol
_ADDED: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Post:
    """What somebody is engaged for: a side at a table, how well to play it, a seed for what is left to luck, and what he is told."""

    rules: TableRules[Any]
    role: Role
    level: str
    seed: str
    told: str = ""


class Staffed(Protocol):
    """A table with players of its own: each is made from a level and a seed."""

    @property
    def players(self) -> Mapping[str, Callable[[str, str], Player[Any]]]: ...


@runtime_checkable
class Leaves(Protocol):
    """A player who has something to put away when the battle is over."""

    def close(self) -> None:
        """The battle is over, however it ended."""


def add(name: str, target: str) -> None:
    """Register somebody by hand, where packages are not installed: ``package.module:OBJECT``."""
    _ADDED[name] = target


def outsiders() -> list[str]:
    """Who can be engaged from outside."""
    return sorted(registered(GROUP, _ADDED)[0])


def is_from_outside(rules: TableRules[Any], player: str) -> bool:
    """Whether somebody is none of the ruleset's own."""
    return player not in cast("Staffed", rules).players


def check_player(rules: TableRules[Any], player: str, field: str = "player") -> None:
    """Refuse somebody whom nobody knows, or who cannot be loaded."""
    if is_from_outside(rules, player):
        _maker(rules, player, field)


def runs_program(players: Mapping[Role, str]) -> str | None:
    """The first of some players that is a program; none: nobody's program is run."""
    return next((player for player in players.values() if player.partition(TOLD)[0] == PROGRAM), None)


@contextmanager
def engaged(
    rules: TableRules[Any], players: Mapping[Role, str], levels: Callable[[Role], str], seed: str
) -> Generator[dict[Role, Player[Any]], None, None]:
    """The players of one battle, each with luck of its own; whoever has something to put away does so at the end."""
    with ExitStack() as leaving:
        made: dict[Role, Player[Any]] = {}
        for role, name in players.items():
            player = _made(rules, name, Post(rules, role, levels(role), f"{seed}/{role}", name.partition(TOLD)[2]))
            made[role] = player
            if isinstance(player, Leaves):
                leaving.callback(player.close)
        yield made


def _made(rules: TableRules[Any], name: str, post: Post) -> Player[Any]:
    if not is_from_outside(rules, name):
        return cast("Staffed", rules).players[name](post.level, post.seed)
    return _maker(rules, name)(post)


def _maker(rules: TableRules[Any], player: str, field: str = "player") -> Callable[[Post], Player[Any]]:
    name, known = player.partition(TOLD)[0], registered(GROUP, _ADDED)[0]
    if name not in known:
        choices = (*cast("Staffed", rules).players, *(f"{one}{TOLD}..." if one == PROGRAM else one for one in known))
        raise refuse(field, "battle.player.unknown", choices, player=player)
    try:
        maker: Callable[[Post], Player[Any]] = known[name].load()
    except Flaw as flaw:
        raise left_out(known[name], flaw).refusal() from flaw
    return maker
