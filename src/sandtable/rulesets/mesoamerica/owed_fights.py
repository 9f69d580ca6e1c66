"""What the fighting phase still asks for: who names first, the next name, the next fight of the list (PRE-G.36)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.kernel.ledger import Offer
from sandtable.kernel.messages import Message
from sandtable.rulesets.mesoamerica.naming import Pair, in_order
from sandtable.rulesets.mesoamerica.panels import listed
from sandtable.rulesets.mesoamerica.vocabulary import Phase

if TYPE_CHECKING:
    from sandtable.rulesets.mesoamerica.ledger import MesoamericaLedger


def owed_fights(ledger: MesoamericaLedger) -> Iterator[Offer]:
    """The throw, then names until both sides have passed, then the fights one by one."""
    if ledger.phase != Phase.FIGHT.value or not ledger.units:
        return
    if ledger.names_next is None:
        if not ledger.fights:
            yield Offer(Message("owed.fight_order"), "fight_order", {})
    elif not ledger.naming_over:
        fresh = {"side": ledger.names_next, "passes": False, "actor_name": "", "target_name": ""}
        yield Offer(Message.of("owed.name_fight", side=ledger.names_next), "name_fight", fresh)
    else:
        yield from _next_fight(ledger)


def _next_fight(ledger: MesoamericaLedger) -> Iterator[Offer]:
    """The first fight of the list that is still to come, filled in like two taps on the roster; who is gone fights no more."""
    for pair in in_order(ledger.named):
        if pair not in ledger.fights and _both_there(ledger, pair):
            actor, target = (listed(ledger, ledger.units[name]) for name in pair)
            about = Message.of("owed.fight", actor=pair[0], target=pair[1])
            yield Offer(about, "fight", {**actor.as_actor, **target.as_target})
            return


def _both_there(ledger: MesoamericaLedger, pair: Pair) -> bool:
    return all(name in ledger.units and not ledger.units[name].gone for name in pair)
