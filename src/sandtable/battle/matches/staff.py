"""Who can play a side: the ruleset's own players, and those that packages register under the entry point ``sandtable.players``.

A player from outside may be named with an argument: ``program:./my-player``. What is registered makes a player from a `Post`.
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
ARGUMENT = ":"  # between the name of somebody from outside and his argument
PROGRAM = "program"  # any program that speaks the line protocol
_ADDED: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Post:
    """What a player is made from: a side at a table, how well to play it, a seed for luck, and what his name was followed by."""

    rules: TableRules[Any]
    role: Role
    level: str
    seed: str
    argument: str = ""


Maker = Callable[[str, str], Player[Any]]  # from a level and a seed


class HasOwnPlayers(Protocol):
    """A table that brings players along, by name: each is made from a level and a seed."""

    @property
    def players(self) -> Mapping[str, Maker]: ...


@runtime_checkable
class TakesWeights(Protocol):
    """Somebody who makes players that go by numbers of taste, and can make them by those of a file."""

    def with_weights(self, text: str, file_name: str) -> Maker:
        """Who makes players by these; refuses what is wrong with them."""


@runtime_checkable
class Closeable(Protocol):
    """A player that has to be closed when the battle is over, such as another program."""

    def close(self) -> None:
        """Let go of everything; the battle is over, however it ended."""


def add(name: str, target: str) -> None:
    """Register somebody by hand, where packages are not installed: ``package.module:OBJECT``."""
    _ADDED[name] = target


def is_from_outside(rules: TableRules[Any], player: str) -> bool:
    """Whether a player is not one of the ruleset's own."""
    return player not in cast("HasOwnPlayers", rules).players


def check_player(rules: TableRules[Any], player: str, field: str = "player") -> None:
    """Refuse a player that is unknown or cannot be loaded."""
    if is_from_outside(rules, player):
        _maker(rules, player, field)


def maker_with(rules: TableRules[Any], player: str, weights: str, file_name: str = "weights") -> Maker:
    """Who makes a player by the weights of a file; refuses a bad file, and players that have none."""
    own: Mapping[str, object] = cast("HasOwnPlayers", rules).players
    maker = own.get(player)
    if not isinstance(maker, TakesWeights):
        able = tuple(name for name, one in own.items() if isinstance(one, TakesWeights))
        raise refuse(file_name, "battle.player.no_weights", able, player=player)
    return maker.with_weights(weights, file_name)


def runs_program(players: Mapping[Role, str]) -> str | None:
    """The first of some players that is a program; None where none is."""
    return next((player for player in players.values() if player.partition(ARGUMENT)[0] == PROGRAM), None)


@contextmanager
def engaged_players(
    rules: TableRules[Any],
    players: Mapping[Role, str],
    levels: Callable[[Role], str],
    seed: str,
    weights: Mapping[Role, str] | None = None,
) -> Generator[dict[Role, Player[Any]], None, None]:
    """The players of one battle, each with luck of its own; whoever has something to put away does so at the end."""
    with ExitStack() as leaving:
        made: dict[Role, Player[Any]] = {}
        for role, name in players.items():
            post = Post(rules, role, levels(role), f"{seed}/{role}", name.partition(ARGUMENT)[2])
            player = _made(rules, name, post, (weights or {}).get(role, ""))
            made[role] = player
            if isinstance(player, Closeable):
                leaving.callback(player.close)
        yield made


def _made(rules: TableRules[Any], name: str, post: Post, weights: str) -> Player[Any]:
    if weights:
        return maker_with(rules, name, weights)(post.level, post.seed)
    if not is_from_outside(rules, name):
        return cast("HasOwnPlayers", rules).players[name](post.level, post.seed)
    return _maker(rules, name)(post)


def _maker(rules: TableRules[Any], player: str, field: str = "player") -> Callable[[Post], Player[Any]]:
    name, known = player.partition(ARGUMENT)[0], registered(GROUP, _ADDED)[0]
    if name not in known:
        choices = (
            *cast("HasOwnPlayers", rules).players,
            *(f"{one}{ARGUMENT}..." if one == PROGRAM else one for one in known),
        )
        raise refuse(field, "battle.player.unknown", choices, player=player)
    try:
        maker: Callable[[Post], Player[Any]] = known[name].load()
    except Flaw as flaw:
        raise left_out(known[name], flaw).refusal() from flaw
    return maker
