"""What the ledger shows: the roster's lines and the panels."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sandtable.kernel.ledger import Item, Panel, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica import lists
from sandtable.rulesets.mesoamerica.levels import duty, level_inches, level_message
from sandtable.rulesets.mesoamerica.losses import Losses, points_for
from sandtable.rulesets.mesoamerica.vocabulary import (
    MOVING_ORDERS,
    OTHER_SIDE,
    Fired,
    LeaderFate,
    Movement,
    Phase,
    Side,
    UnitType,
)

if TYPE_CHECKING:
    from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger

THREE_QUARTERS = Fraction(3, 4)
BINDING_PHASES = frozenset({Phase.MORALE.value, Phase.MOVE.value, Phase.FIGHT.value})


def listed(ledger: MesoamericaLedger, unit: KnownUnit) -> RosterUnit:
    """A unit with what it fills into the form when it acts and when it is acted on."""
    return RosterUnit(
        id=unit.name,
        name=unit.name,
        side=unit.side,
        label=unit.described(),
        status=unit.condition(),
        as_actor=_as_actor(ledger, unit),
        as_target=_as_target(ledger, unit),
        note=_note(ledger, unit),
        gone=unit.gone,
    )


def _note(ledger: MesoamericaLedger, unit: KnownUnit) -> Message | None:
    if unit.gone:
        return Message("roster.gone")
    if unit.prisoners:
        return Message.of("roster.escorts", count=unit.prisoners)
    if unit.held:
        return Message.of("roster.holds", count=unit.held)
    if unit.hidden:
        return Message("roster.hidden")
    if ledger.turn and unit.fought_turn == ledger.turn:
        return Message("roster.fought")
    return Message(f"roster.fired.{unit.fired}") if unit.fired is not Fired.NO else None


def _both(ledger: MesoamericaLedger, unit: KnownUnit, role: str) -> dict[str, Any]:
    """What a unit is, under the names of the role's fields."""
    now = ledger.turn
    moved = bool(now) and unit.moved_turn == now
    about: dict[str, Any] = {
        "name": unit.name,
        "type": unit.kind,
        "strength": unit.strength,
        "elite": unit.elite,
        "armoured": unit.armoured,
        "men": max(1, unit.men.all),
        "unarmed": unit.men.unarmed,
        "unconscious": unit.men.unconscious,
        "level": unit.shown,
        "prisoners": unit.prisoners,
        "movement": movement(unit.moved_share) if moved else Movement.STILL,
        "shot_at": bool(now) and unit.shot_turn == now,
        "fought_last_turn": now > 1 and unit.fought_turn == now - 1,
        "rolled": bool(now) and unit.rolled_turn == now,
    }
    if unit.weapon is not None:
        about["weapon"] = unit.weapon
    return {f"{role}_{name}": value for name, value in about.items()}


def movement(share: Fraction) -> Movement:
    """How much of its movement a share is (PRE-G.29)."""
    if share >= 1:
        return Movement.FULL
    return Movement.THREE_QUARTERS if share >= THREE_QUARTERS else Movement.PART


def _as_actor(ledger: MesoamericaLedger, unit: KnownUnit) -> dict[str, Any]:
    """All fire is simultaneous, so men who fell in this firing phase still fire (PRE-G.20)."""
    fields = _both(ledger, unit, "actor") | {
        "side": unit.side,
        "firing_men": max(1, unit.men.active + unit.fallen_to_fire),
        "actor_fired": unit.fired,
        "targets_before": unit.targets,
        "number_of_targets": unit.targets_declared,
        "actor_checked": bool(ledger.turn) and unit.checked_turn == ledger.turn,
        "actor_attacked_by_another": bool(ledger.turn) and unit.fought_turn == ledger.turn,
        "actor_named": any(unit.name in pair for pair in ledger.fights_named),
        "actor_moved": bool(ledger.turn) and unit.moved_turn == ledger.turn,
        "actor_hidden": unit.hidden,
        "actor_gone": unit.off_field,
        "priest_on_the_field": ledger.priest(unit.side, "") is not None,
        "where": unit.delivery,
        "turns_waited": unit.waited,
        "waited_this_turn": bool(ledger.turn) and unit.waited_turn == ledger.turn,
        **_in_a_list(unit),
    }
    if unit.men.unarmed:
        fields |= {"unarmed_men": unit.men.unarmed, "moved_fired_or_fought": not lists.quiet(ledger, unit)}
    if unit.kind is UnitType.PRIEST:
        fields |= lists.priest_fields(ledger, unit)
    return fields


def _in_a_list(unit: KnownUnit) -> dict[str, Any]:
    """What a unit fills into a line of a list it is added to: weapons, morale, hidden units."""
    line: dict[str, Any] = {
        "name": unit.name,
        "type": unit.kind,
        "strength": unit.strength,
        "elite": unit.elite,
        "armoured": unit.armoured,
        "men": max(1, unit.men.all),
    }
    return line if unit.weapon is None else {**line, "weapon": unit.weapon}


def _as_target(ledger: MesoamericaLedger, unit: KnownUnit) -> dict[str, Any]:
    """A target will be moving if its order, once shown, says so, or if it leads prisoners away (PRE-5.12, PRE-G.25)."""
    ordered = ledger.orders_shown and unit.order in MOVING_ORDERS
    return _both(ledger, unit, "target") | {
        "target_moves": ordered or unit.prisoners > 0,
        "target_hidden": unit.hidden,
        "target_gone": unit.off_field,
        "attackers_on_target": len(unit.attackers) + 1,
        "attackers_named": sum(target == unit.name for _, target in ledger.fights_named),
        **({"priest_name": unit.name} if unit.kind is UnitType.PRIEST else {}),
    }


def all_panels(ledger: MesoamericaLedger, tables: Tables) -> tuple[Panel, ...]:
    """Weather, orders, obligations, fights, prisoners, score: each where there is something to show."""
    makers = (_weather, _orders, _obligations, _fights, _prisoners, _score)
    return tuple(panel for maker in makers for panel in maker(ledger, tables))


def _weather(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Panel]:  # noqa: ARG001 - all panels share one shape
    if ledger.weather_until:
        text = Message.of(f"panel.weather.{ledger.weather}", until=ledger.weather_until)
        yield Panel(id="weather", title=Message("panel.weather.title"), kind="text", text=text)


def _orders(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Panel]:  # noqa: ARG001 - all panels share one shape
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


def _fights(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Panel]:  # noqa: ARG001 - all panels share one shape
    """The list of fights: those named, in the order they are worked out, then those fought without being named (PRE-G.36)."""
    listed_fights = (
        *lists.in_order(ledger.fights_named),
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


def _prisoners(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Panel]:  # noqa: ARG001 - all panels share one shape
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
    line = lists.army_line(ledger, side)
    return Losses(**{**line, "side": side, "leader": LeaderFate(line["leader"])})
