"""The matrix of both sides' options, with the best choice and the best reply (PRE-G.53)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from sandtable.kernel.drivers import Given, enumerate_exactly
from sandtable.kernel.exhibit import Cell, Matrix
from sandtable.kernel.law import Law
from sandtable.kernel.messages import Message, decimal_text
from sandtable.kernel.requests import Request
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.exchange import Exchange, attack, exchange
from sandtable.rulesets.mesoamerica.fighters import HandToHand, other
from sandtable.rulesets.mesoamerica.numbers import Pair, paired
from sandtable.rulesets.mesoamerica.vocabulary import ATTACKS, Back, Fight

PREFERENCE = (Fight.DISARM, Fight.AGGRESSIVE, Fight.DEFEND, Fight.PASS)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a fight with two options costs both sides on average, in men."""

    defender_killed: Fraction
    defender_disarmed: Fraction
    aggressor_killed: Fraction
    aggressor_disarmed: Fraction

    def measure(self, role: str, tables: Tables) -> tuple[Fraction, Fraction]:
        """Own losses minus the enemy's, men killed before men disarmed; smaller is better (PRE-G.53)."""
        killed = self.defender_killed - self.aggressor_killed
        disarmed = self.defender_disarmed - self.aggressor_disarmed
        if tables.option("best_choice") == "alike":
            killed, disarmed = killed + disarmed, Fraction(0)
        return (killed, disarmed) if role == "defender" else (-killed, -disarmed)


@dataclass(frozen=True, slots=True)
class Choices:
    """What all pairs of options cost, the aggressor's best reply to each of the defender's, and the defender's best choice."""

    exchanges: Mapping[tuple[Fight, Fight], Expected]
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
    """The whole matrix, exactly, from the law of both rolls (PRE-G.53)."""
    rows, columns = defender_options(pair, defender), aggressor_options(pair, defender)
    exchanges = {
        (choice, reply): _expected(pair, defender, choice, reply, tables) for choice in rows for reply in columns
    }

    def by(role: str, choice: Fight, reply: Fight) -> tuple[Any, ...]:
        own = choice if role == "defender" else reply
        return (*exchanges[choice, reply].measure(role, tables), PREFERENCE.index(own))

    replies = {choice: min(columns, key=lambda reply: by("aggressor", choice, reply)) for choice in rows}
    best = min(rows, key=lambda choice: by("defender", choice, replies[choice]))
    return Choices(exchanges, replies, best)


class _Bout:
    """Two who fight with two options. Bouts of whomever, in which the same columns are struck on as many men, are the same."""

    __slots__ = ("choice", "defender", "key", "pair", "reply")

    def __init__(self, pair: Pair, defender: str, choice: Fight, reply: Fight, tables: Tables) -> None:
        self.pair, self.defender, self.choice, self.reply = pair, defender, choice, reply
        aggressor = other(defender)
        struck = _blow(pair, defender, choice, tables, doubled=False)
        back = _blow(pair, aggressor, reply, tables, doubled=choice is Fight.DEFEND)
        self.key = (struck, back, pair.fighter(defender).men, pair.fighter(aggressor).men)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Bout) and self.key == other.key


def _blow(pair: Pair, role: str, option: Fight, tables: Tables, *, doubled: bool) -> tuple[Fight, int, bool] | None:
    """All that a roll depends on: its part of the table, its column, who is elite; None: nobody rolls."""
    if option not in ATTACKS:
        return None
    roll = attack(pair, role, option, doubled=doubled, tables=tables)
    return roll.option, roll.column, roll.elite


def _expected(pair: Pair, defender: str, choice: Fight, reply: Fight, tables: Tables) -> Expected:
    return _worked_out(_Bout(pair, defender, choice, reply, tables), tables)


@lru_cache(maxsize=4096)
def _worked_out(bout: _Bout, tables: Tables) -> Expected:
    replied = partial(_settled, bout.reply)
    fought = partial(exchange, bout.pair, bout.defender, bout.choice, replied, tables)
    law: Law[Exchange] = enumerate_exactly(fought).law
    return Expected(
        law.mean(lambda fought: fought.defender.killed),
        law.mean(lambda fought: fought.defender.disarmed),
        law.mean(lambda fought: fought.aggressor.killed),
        law.mean(lambda fought: fought.aggressor.disarmed),
    )


def _settled(reply: Fight) -> Generator[Request, Any, Fight]:
    """A reply that nobody has to be asked for."""
    yield from ()
    return reply


def matrix(situation: HandToHand, tables: Tables, given: Mapping[str, Given]) -> Matrix:
    """The exhibit of a fight: the defender's options down, the aggressor's across.

    Where a die decides who defends, the matrix shows the target as the defender unless that die is given.
    """
    back = Back(given["fight.back"].value) if "fight.back" in given else situation.usual_back(tables)
    pair = paired(situation, back, tables)
    return matrix_of(pair, pair.defender or "target", tables)


def matrix_of(pair: Pair, defender: str, tables: Tables) -> Matrix:
    """All pairs of options of two who fight."""
    found = choices(pair, defender, tables)
    rows, columns = defender_options(pair, defender), aggressor_options(pair, defender)
    return Matrix(
        row_title=Message.of("matrix.defender", who=fields.the(pair.fighter(defender).name)),
        column_title=Message.of("matrix.aggressor", who=fields.the(pair.fighter(other(defender)).name)),
        rows=tuple(option.message for option in rows),
        columns=tuple(option.message for option in columns),
        cells=tuple(tuple(_cell(found, choice, reply) for reply in columns) for choice in rows),
        measure=Message(f"matrix.measure.{tables.option('best_choice')}"),
    )


def _cell(found: Choices, choice: Fight, reply: Fight) -> Cell:
    expected = found.exchanges[choice, reply]
    best_reply = found.replies[choice] is reply
    return Cell(
        text=Message.of(
            "matrix.cell",
            defender=decimal_text(expected.defender_killed),
            aggressor=decimal_text(expected.aggressor_killed),
        ),
        best_row=best_reply and choice is found.best,
        best_column=best_reply,
        detail=Message.of(
            "matrix.cell_detail",
            defender=decimal_text(expected.defender_disarmed),
            aggressor=decimal_text(expected.aggressor_disarmed),
        ),
    )
