"""The matrix of both sides' options, with the best choice and the best reply (PRE-G.53)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sandtable.kernel.dice import D6
from sandtable.kernel.drivers.run import Given
from sandtable.kernel.exhibit import Cell, Matrix
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.asking import number_text
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.numbers import Pair, attack, cell, losses, other, paired
from sandtable.rulesets.mesoamerica.vocabulary import ATTACKS, Back, Fight

PREFERENCE = (Fight.DISARM, Fight.AGGRESSIVE, Fight.DEFEND, Fight.PASS)
FACES = len(D6.faces)
THROWS = FACES * FACES  # of both dice: means are kept as sums over all of them, in whole numbers


@dataclass(frozen=True, slots=True)
class Results:
    """One roll, summed over the faces of its die: men killed and disarmed, and faces that leave nobody to strike back."""

    killed: int = 0
    disarmed: int = 0
    silenced: int = 0


@dataclass(frozen=True, slots=True)
class Exchange:
    """Both rolls of a fight, summed over all throws: what the defender loses and what the aggressor loses."""

    defender_killed: int
    defender_disarmed: int
    aggressor_killed: int
    aggressor_disarmed: int

    def measure(self, role: str, tables: Tables) -> tuple[int, int]:
        """Own losses minus the enemy's, men killed before men disarmed; smaller is better (PRE-G.53)."""
        killed = self.defender_killed - self.aggressor_killed
        disarmed = self.defender_disarmed - self.aggressor_disarmed
        if tables.option("best_choice") == "alike":
            killed, disarmed = killed + disarmed, 0
        return (killed, disarmed) if role == "defender" else (-killed, -disarmed)


@dataclass(frozen=True, slots=True)
class Choices:
    """All exchanges by both options, the aggressor's best reply to each of the defender's, and the defender's best choice."""

    exchanges: Mapping[tuple[Fight, Fight], Exchange]
    replies: Mapping[Fight, Fight]
    best: Fight


def defender_options(pair: Pair, defender: str) -> tuple[Fight, ...]:
    """Defend, aggressive or disarm; a unit that may not attack can only defend (PRE-7.03b)."""
    attacks = ATTACKS if pair.fighter(defender).may_attack else ()
    return (Fight.DEFEND, *attacks)


def aggressor_options(pair: Pair, defender: str) -> tuple[Fight, ...]:
    """Aggressive, disarm, or pass (PRE-7.06, PRE-G.27)."""
    attacks = ATTACKS if pair.fighter(other(defender)).may_attack else ()
    return (*attacks, Fight.PASS)


@lru_cache(maxsize=256)
def choices(pair: Pair, defender: str, tables: Tables) -> Choices:
    """The whole matrix, exactly, from the six faces of each die (PRE-G.53)."""
    rows, columns = defender_options(pair, defender), aggressor_options(pair, defender)
    exchanges = {
        (choice, reply): _exchange(pair, defender, choice, reply, tables) for choice in rows for reply in columns
    }

    def by(role: str, choice: Fight, reply: Fight) -> tuple[Any, ...]:
        own = choice if role == "defender" else reply
        return (*exchanges[choice, reply].measure(role, tables), PREFERENCE.index(own))

    replies = {choice: min(columns, key=lambda reply: by("aggressor", choice, reply)) for choice in rows}
    best = min(rows, key=lambda choice: by("defender", choice, replies[choice]))
    return Choices(exchanges, replies, best)


def _exchange(pair: Pair, defender: str, choice: Fight, reply: Fight, tables: Tables) -> Exchange:
    first = _results(pair, defender, choice, doubled=False, tables=tables)
    second = _results(pair, other(defender), reply, doubled=choice is Fight.DEFEND, tables=tables)
    answered = FACES - first.silenced
    return Exchange(second.killed * answered, second.disarmed * answered, first.killed * FACES, first.disarmed * FACES)


@lru_cache(maxsize=1024)
def _results(pair: Pair, role: str, option: Fight, *, doubled: bool, tables: Tables) -> Results:
    if option not in ATTACKS:
        return Results()
    struck = pair.fighter(other(role)).men
    roll = attack(pair, role, option, doubled=doubled, tables=tables)
    lost = [losses(struck, cell(roll, die, tables), tables) for die in D6.faces]
    return Results(
        sum(killed for killed, _ in lost),
        sum(disarmed for _, disarmed in lost),
        sum(not _able(struck, *result) for result in lost),
    )


def _able(men: Men, killed: int, disarmed: int) -> bool:
    """Whether anybody is left who can strike back (PRE-G.33, PRE-G.35)."""
    return men.killed(killed).disarmed(disarmed).active > 0


def matrix(situation: Any, tables: Tables, given: Mapping[str, Given]) -> Matrix:
    """The exhibit of a fight: the defender's options down, the aggressor's across.

    Where a die decides who defends, the matrix shows the target as the defender unless that die is given.
    """
    back = Back(given["fight.back"].value) if "fight.back" in given else usual_back(situation, tables)
    pair = paired(situation, back, tables)
    defender = pair.defender or "target"
    found = choices(pair, defender, tables)
    rows, columns = defender_options(pair, defender), aggressor_options(pair, defender)
    return Matrix(
        row_title=Message(f"matrix.defender.{defender}"),
        column_title=Message(f"matrix.aggressor.{other(defender)}"),
        rows=tuple(option.message for option in rows),
        columns=tuple(option.message for option in columns),
        cells=tuple(tuple(_cell(found, choice, reply) for reply in columns) for choice in rows),
        measure=Message(f"matrix.measure.{tables.option('best_choice')}"),
    )


def _cell(found: Choices, choice: Fight, reply: Fight) -> Cell:
    exchange = found.exchanges[choice, reply]
    best_reply = found.replies[choice] is reply
    return Cell(
        text=Message.of(
            "matrix.cell",
            defender=_mean(exchange.defender_killed),
            aggressor=_mean(exchange.aggressor_killed),
        ),
        best_row=best_reply and choice is found.best,
        best_column=best_reply,
        detail=Message.of(
            "matrix.cell_detail",
            defender=_mean(exchange.defender_disarmed),
            aggressor=_mean(exchange.aggressor_disarmed),
        ),
    )


def _mean(total: int) -> str:
    return number_text(Fraction(total, THROWS))


def usual_back(situation: Any, tables: Tables) -> Back:
    """Nobody's back is turned, but that of a unit in rout (PRE-G.43)."""
    rout = -tables.number("morale.limit.level")
    if situation.target_level <= rout:
        return Back.ACTOR
    return Back.TARGET if situation.actor_level <= rout else Back.NEITHER
