"""Entries of the log opened: the dice and their reasons, what came of it, and how likely that was, as far as a seat may know."""

from __future__ import annotations

from typing import Any

from sandtable.battle.account import Account, RoundTold
from sandtable.battle.desk import TableDesk
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import Entry
from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.engine.retelling import Asked, asked_in, moments_of, reasons_of, throws_of
from sandtable.kernel.messages import Catalogue
from sandtable.kernel.problem import refuse
from sandtable.server.table.history import History


def account_of(
    battle: Battle[Any], history: History, desk: TableDesk[Any], numbers: Numbering, own: int, texts: Catalogue
) -> Account:
    """The entry that a seat knows by its own number; what was taken back is no entry to be opened."""
    number = entry_number(numbers, own)
    entry, seat, rules = battle.log.entries[number - 1], numbers.seat, battle.rules
    if not isinstance(entry, Entry):
        raise refuse("number", "table.no_account")
    before, after = history.state_at(battle, number - 1), history.state_at(battle, number)
    moments = tuple(moments_of(rules, before, entry, seat))
    # What was thrown under other rules cannot be thrown again: then what happened is all there is to tell.
    same = battle.log.rules_version == rules.rules_version
    asked: tuple[Asked, ...] = asked_in(rules, before, entry, seat) if same else ()
    throws = throws_of(asked, texts)
    return Account(
        number=own,
        turn=desk.scene(rules.view(before, seat), seat).clock.turn,
        side=seat.role_as_told(entry.role) or None,
        deed=desk.deed(moments, rules.view(after, seat), throws, numbers.entry(battle.log, number)),
        throws=throws,
        why=reasons_of(asked, texts),
    )


def round_of(battle: Battle[Any], desk: TableDesk[Any], numbers: Numbering, first: int, last: int) -> RoundTold | None:
    """What was done from one entry to another, by a seat's own numbers; None where that was nothing."""
    known = numbers.heard_since(max(first - 1, 0))[: max(last - first + 1, 0)]
    orders = [number for number in known if isinstance(battle.log.entries[number - 1], Entry)]
    if not orders:
        raise refuse("number", "table.no_entry")
    return desk.round_told(battle.view(numbers.seat.id), [numbers.entry(battle.log, number) for number in orders])


def entry_number(numbers: Numbering, own: int) -> int:
    """The log's number of an entry that a seat knows by its own."""
    found = numbers.heard_since(own - 1)[:1] if own > 0 else []
    if not found:
        raise refuse("number", "table.no_entry")
    return found[0]
