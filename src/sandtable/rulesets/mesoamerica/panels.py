"""What the ledger shows: the notes on the roster, and the panels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.kernel.ledger import Item, Panel
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.filling import army_line
from sandtable.rulesets.mesoamerica.levels import duty, level_inches, level_message
from sandtable.rulesets.mesoamerica.losses import Losses, points_for
from sandtable.rulesets.mesoamerica.owed import in_order
from sandtable.rulesets.mesoamerica.vocabulary import (
    OTHER_SIDE,
    Fired,
    LeaderFate,
    Phase,
    Side,
)

if TYPE_CHECKING:
    from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger

BINDING_PHASES = frozenset({Phase.MORALE.value, Phase.MOVE.value, Phase.FIGHT.value})


def done_by(ledger: MesoamericaLedger, unit: KnownUnit) -> Message | None:
    """What a unit has done this turn, for its plate."""
    if ledger.turn and unit.fought_turn == ledger.turn:
        return Message("roster.fought")
    return Message(f"roster.fired.{unit.fired}") if unit.fired is not Fired.NO else None


def note_on(ledger: MesoamericaLedger, unit: KnownUnit) -> Message | None:
    """What to remember of a unit on the roster."""
    if unit.gone:
        return Message("roster.gone")
    if unit.prisoners:
        return Message.of("roster.escorts", count=unit.prisoners)
    if unit.held:
        return Message.of("roster.holds", count=unit.held)
    return Message("roster.hidden") if unit.hidden else done_by(ledger, unit)


def all_panels(ledger: MesoamericaLedger, tables: Tables) -> tuple[Panel, ...]:
    """Weather, orders, obligations, fights, prisoners, score: each where there is something to show."""
    makers = (_weather, _orders, _obligations, _fights, _prisoners, _score)
    return tuple(panel for maker in makers for panel in maker(ledger, tables))


def _weather(ledger: MesoamericaLedger, _: Tables) -> Iterator[Panel]:
    if ledger.weather_until:
        text = Message.of(f"panel.weather.{ledger.weather}", until=ledger.weather_until)
        yield Panel(id="weather", title=Message("panel.weather.title"), kind="text", text=text)


def _orders(ledger: MesoamericaLedger, _: Tables) -> Iterator[Panel]:
    """Each side's orders; behind a tap until both are shown (PRE-G.25)."""
    for side in Side:
        if side in ledger.closed:
            items = tuple(
                Item(
                    Message.of("panel.order", name=given.name, order=given.order),
                    Message.of("panel.order_at", at=given.at) if given.at else None,
                    secret=not ledger.orders_shown,
                )
                for given in ledger.orders.get(side, ())
            )
            title = Message.of("panel.orders", side=side)
            yield Panel(id=f"orders.{side}", title=title, kind="list", side=side, items=items)


def _obligations(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Panel]:
    """What Table 9 makes units do: those checked this turn, and every unit at M-3 or lower (PRE-G.43)."""
    if ledger.phase not in BINDING_PHASES:
        return
    retreats = tables.number("morale.retreats.level")
    for side in Side:
        bound = [
            unit
            for unit in ledger.units.values()
            if unit.side is side and not unit.gone and (unit.checked_turn == ledger.turn or unit.shown <= retreats)
        ]
        if bound:
            yield Panel(
                id=f"obligations.{side}",
                title=Message.of("panel.obligations", side=side),
                kind="list",
                side=side,
                items=tuple(
                    Item(
                        Message.of("panel.level", name=unit.name, level=level_message(unit.shown)),
                        duty(unit.shown, level_inches(unit.shown, tables)),
                    )
                    for unit in bound
                ),
            )


def _fights(ledger: MesoamericaLedger, _: Tables) -> Iterator[Panel]:
    """The list of fights: those named, in the order they are worked out, then those fought without being named (PRE-G.36)."""
    listed_fights = (
        *in_order(ledger.fights_named),
        *(pair for pair in ledger.fights if pair not in ledger.fights_named),
    )
    if listed_fights:
        items = tuple(
            Item(
                Message.of("panel.fight", actor=actor, target=target),
                Message(f"panel.fight_{'fought' if (actor, target) in ledger.fights else 'to_come'}"),
            )
            for actor, target in listed_fights
        )
        yield Panel(id="fights", title=Message("panel.fights"), kind="list", items=items)


def _prisoners(ledger: MesoamericaLedger, _: Tables) -> Iterator[Panel]:
    """The player keeps count of prisoners (PRE-8.08)."""
    rows = []
    for side in Side:
        own = [unit for unit in ledger.units.values() if unit.side is side]
        escorted, held = sum(unit.prisoners for unit in own), sum(unit.held for unit in own)
        delivered = ledger.tolls[OTHER_SIDE[side]].handed_over
        rows.append((side.message, str(escorted), str(held), str(delivered)))
    if any(int(cell) for row in rows for cell in row[1:]):
        columns = tuple(Message(f"panel.prisoners.{name}") for name in ("side", "escorted", "held", "delivered"))
        yield Panel(
            id="prisoners", title=Message("panel.prisoners.title"), kind="table", columns=columns, rows=tuple(rows)
        )


def _score(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Panel]:
    """Points so far and men lost (PRE-G.45)."""
    if not ledger.turn or not ledger.units:
        return
    armies = {side: _losses(ledger, side) for side in Side}
    rows = tuple(
        (side.message, str(points_for(armies[OTHER_SIDE[side]], tables)), f"{army.lost} / {army.starting_men}")
        for side, army in armies.items()
    )
    columns = tuple(Message(f"panel.score.{name}") for name in ("side", "points", "lost"))
    yield Panel(id="score", title=Message("panel.score.title"), kind="table", columns=columns, rows=rows)


def _losses(ledger: MesoamericaLedger, side: Side) -> Losses:
    line = army_line(ledger, side)
    return Losses(**{**line, "side": side, "leader": LeaderFate(line["leader"])})
