"""The two rolls of a fight: the defender's counts before the aggressor's is made (PRE-7.03 to PRE-7.06, PRE-7.11)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from sandtable.kernel.dice import D6
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Label, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.numbers import Pair, attack, cell, losses, other
from sandtable.rulesets.mesoamerica.vocabulary import ATTACKS, Fight

WORST_SEVERITY = 4
Reply = Callable[[], Generator[Request, Any, Fight]]


@dataclass(frozen=True, slots=True)
class Losses:
    """What one side of a fight lost."""

    killed: int = 0
    disarmed: int = 0

    def off(self, men: Men) -> Men:
        """Men after these losses."""
        return men.killed(self.killed).disarmed(self.disarmed)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What both sides chose and lost."""

    choice: Fight
    reply: Fight
    aggressor: Losses
    defender: Losses


def exchange(
    pair: Pair, defender: str, choice: Fight, reply: Reply, tables: Tables
) -> Generator[Request, Any, Exchange]:
    """Both rolls. The reply is asked for when somebody is left who can strike back (PRE-G.33, PRE-G.35)."""
    aggressor = other(defender)
    struck = yield from _strike("fight.defender_die", pair, defender, choice, tables)
    if not struck.off(pair.fighter(aggressor).men).active:
        return Exchange(choice, Fight.PASS, struck, Losses())
    answer = yield from reply()
    doubled = choice is Fight.DEFEND
    struck_back = yield from _strike("fight.aggressor_die", pair, aggressor, answer, tables, doubled=doubled)
    return Exchange(choice, answer, struck, struck_back)


def _strike(
    key: str, pair: Pair, role: str, option: Fight, tables: Tables, *, doubled: bool = False
) -> Generator[Request, Any, Losses]:
    """A die on the chosen part of the table (PRE-7.11); an option that is no attack rolls nothing."""
    if option not in ATTACKS:
        return Losses()
    struck = pair.fighter(other(role)).men
    roll = attack(pair, role, option, doubled=doubled, tables=tables)
    elite = tables.modifier("fight.elite.die") if roll.elite else None
    tally = Tally((*roll.steps, *((elite,) if elite else ())), Message(f"why.{role}_{option}"))
    percents: tuple[int, int] = yield Roll(
        key,
        (D6,),
        read=lambda die: cell(roll, die, tables),
        tally=tally,
        label=lambda percents: _percent_label(percents, losses(struck, percents, tables)),
        says=Message(f"request.fight.die.{role}"),
    )
    return Losses(*losses(struck, percents, tables))


def _percent_label(percents: tuple[int, int], lost: tuple[int, int]) -> Label:
    killed, disarmed = lost
    if not any(percents):
        return Label(Message("label.fight.nothing"))
    kind = "disarm" if percents[1] else "kill"
    about = Message.of(f"label.fight.{kind}", percent=percents[0], killed=killed, disarmed=disarmed)
    return Label(about, min(WORST_SEVERITY, killed + bool(disarmed)))
