"""What the ledger fills into forms, and what it reminds of: the lists of each phase (PRE-G.51, PRE-G.52)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sandtable.kernel.ledger import Offer
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.levels import TENTHS
from sandtable.rulesets.mesoamerica.men import rounded
from sandtable.rulesets.mesoamerica.periods import weather_due
from sandtable.rulesets.mesoamerica.vocabulary import (
    OTHER_SIDE,
    Fired,
    HelplessOf,
    LeaderFate,
    Order,
    Phase,
    Side,
    UnitType,
    Weapon,
)

if TYPE_CHECKING:
    from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger


def prefill(ledger: MesoamericaLedger, action: str, tables: Tables) -> dict[str, Any]:
    """What is known of an action's fields now."""
    known: dict[str, Any] = {"weather": ledger.weather} if action in ("fire", "sacrifice", "morale") else {}
    if ledger.turn and (action in ("sacrifice", "score") or (action == "weather" and weather_due(ledger.turn, tables))):
        known["turn"] = ledger.turn
    fill = _FILLS.get(action)
    return {**known, **(fill(ledger, tables) if fill else {})}


def _weather(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:  # noqa: ARG001 - all fills share one shape
    return {"season": ledger.season} if ledger.season else {}


def _next_phase(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:  # noqa: ARG001 - all fills share one shape
    return {"turn": ledger.turn, "phase": ledger.phase} if ledger.phase else {}


def _raise_division(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:
    return next(divisions_to_raise(ledger, tables), {})


def divisions_to_raise(ledger: MesoamericaLedger, tables: Tables) -> Iterator[dict[str, Any]]:
    """The divisions of planned armies that have no units yet (PRE-3.23; a remainder forms a smaller one, PRE-G.09)."""
    size = tables.number("army.division.units")
    for side, plan in ledger.plans.items():
        raised = {unit.division for unit in ledger.units.values() if unit.side is side}
        for division in range(1, -(-plan.combat_units // size) + 1):
            if division not in raised:
                units = min(size, plan.combat_units - size * (division - 1))
                yield {"side": side, "military_prowess": plan.prowess, "division": division, "units_to_raise": units}


def _arm(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:
    return next(armies_to_arm(ledger, tables), {})


def armies_to_arm(ledger: MesoamericaLedger, tables: Tables) -> Iterator[dict[str, Any]]:
    """Armies with units that have no weapon: all their units, with a legal choice to begin from."""
    for side in Side:
        units = [unit for unit in ledger.units.values() if unit.side is side]
        combat = sorted((u for u in units if u.kind is UnitType.COMBAT), key=lambda unit: -unit.strength)
        if combat and any(unit.weapon is None for unit in combat) and _whole_army(units):
            weapons = dict(zip((u.name for u in combat), usual_weapons(len(combat), tables), strict=True))
            rows = [
                {"name": unit.name, "type": unit.kind.value}
                | ({"weapon": weapons[unit.name].value} if unit.name in weapons else {})
                for unit in units
            ]
            yield {"side": side, "units_to_arm": rows}


def usual_weapons(units: int, tables: Tables) -> tuple[Weapon, ...]:
    """A legal choice of weapons for so many combat units, the best hand-to-hand weapons first: what the form begins with."""
    missiles = units // 3
    hand = units - missiles
    war_clubs = rounded(hand * tables.exact("army.share.war_club.part"))
    throwers = missiles // 2 + 1 if missiles else 0
    bows = (missiles - throwers + 1) // 2
    slings = missiles - throwers - bows
    numbers = {
        Weapon.WAR_CLUB: war_clubs,
        Weapon.CLUB: hand - war_clubs,
        Weapon.ATL_ATL: throwers,
        Weapon.BOW: bows,
        Weapon.SLING: slings,
    }
    return tuple(weapon for weapon, count in numbers.items() for _ in range(count))


def _whole_army(units: list[KnownUnit]) -> bool:
    """A leader unit and a priest unit are there, and nobody from another age (PRE-3.11)."""
    kinds = [unit.kind for unit in units]
    return kinds.count(UnitType.LEADER) == 1 and UnitType.PRIEST in kinds and UnitType.SPANISH not in kinds


def _hide(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:  # noqa: ARG001 - all fills share one shape
    """Who had access, how many it has hidden already, and whether the battle has begun (PRE-3.27, PRE-G.10)."""
    known: dict[str, Any] = {"battle_begun": ledger.turn > 0}
    if ledger.access:
        hidden = sum(unit.hidden and unit.side is ledger.access for unit in ledger.units.values())
        known |= {"side": ledger.access, "access_of": ledger.access, "had_access": True, "hidden_before": hidden}
    elif ledger.nobody_had_access:
        known["had_access"] = False
    return known


def gone_names(ledger: MesoamericaLedger) -> str:
    """Units that are gone or off the field, with commas between them."""
    return ", ".join(unit.name for unit in ledger.units.values() if unit.off_field)


def _hand_over(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:  # noqa: ARG001 - all fills share one shape
    return {"gone_units": ", ".join(unit.name for unit in ledger.units.values() if unit.gone)}


def _orders(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:  # noqa: ARG001 - all fills share one shape
    """The next side that has to give orders, its units holding; nothing of what the last side gave."""
    side = next((side for side in Side if side not in ledger.closed), None)
    shown = ledger.orders_shown and ledger.phase in (Phase.ORDERS.value, Phase.FIRE.value)
    known = {"orders_shown": shown, "gone_units": gone_names(ledger)}
    return known | (orders_of(ledger, side) if side else {"orders": []})


def orders_of(ledger: MesoamericaLedger, side: Side) -> dict[str, Any]:
    """A side's units, all holding, for its orders."""
    units = [unit for unit in ledger.units.values() if unit.side is side and not unit.off_field]
    rows = [{"name": unit.name, "order": Order.HOLD.value} for unit in units]
    return {"side": side, "orders": rows}


def _reveal_orders(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:  # noqa: ARG001 - all fills share one shape
    """The orders themselves only when both sides have given theirs (PRE-G.25)."""
    given = {f"{side.lower()}_given": side in ledger.closed for side in Side}
    if not all(given.values()):
        return given
    rows = [
        {"name": given.name, "order": given.order.value} | ({"at": given.at} if given.at else {})
        for side in Side
        for given in ledger.orders.get(side, ())
    ]
    return {**given, "shown": rows}


def _morale(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:
    rows = [morale_line(ledger, unit, tables) for side in Side for unit in must_check(ledger, side)]
    gone = ", ".join(unit.name for unit in ledger.units.values() if unit.gone)
    return {"gone_units": gone} | ({"units_to_check": rows} if rows else {})


def must_check(ledger: MesoamericaLedger, side: Side) -> list[KnownUnit]:
    """Units shot at, in a fight, or surprised since the last morale step (PRE-9.01 to PRE-9.01c)."""
    return [unit for unit in ledger.units.values() if unit.side is side and unit.due and not unit.gone]


def morale_line(ledger: MesoamericaLedger, unit: KnownUnit, tables: Tables) -> dict[str, Any]:
    """A line of the morale list, every term filled in (PRE-G.52)."""
    enemy = OTHER_SIDE[unit.side]
    before = ledger.turn - 1
    lost = {
        side: ledger.tolls[side].leader is not LeaderFate.SAFE and side not in unit.leaders_counted for side in Side
    }
    line = {
        "name": unit.name,
        "strength": unit.strength,
        "men": max(1, unit.men.all),
        "friends": tables.number("morale.first_check.friends") if unit.friends is None else unit.friends,
        "enemies": _first_enemies(unit, tables) if unit.enemies is None else unit.enemies,
        "fought": "fought" in unit.due,
        "previous_level": rounded(unit.stored),
        "shot_at": "shot_at" in unit.due,
        "enemy_revealed": "enemy_revealed" in unit.due,
        "enemies_retreating": _retreated(ledger, enemy, before),
        "friends_retreating": _retreated(ledger, unit.side, before, besides=unit.name),
        "enemy_leader_lost": lost[enemy],
        "own_leader_lost": lost[unit.side],
        "leader_engaged": _leader_engaged(ledger, unit.side, before),
        "sacrifice": ledger.is_heartened(unit.side),
        "captor_bonus": unit.captor_pending or (ledger.turn > 0 and unit.captor_until >= ledger.turn),
    }
    if tables.option("carry") == "delta":
        line |= {"previous_tenths": int(unit.stored * TENTHS), "standing_tenths": int(unit.standing * TENTHS)}
    return line


def _first_enemies(unit: KnownUnit, tables: Tables) -> int:
    return tables.number("morale.first_check.enemies") if "fought" in unit.due else 0


def _retreated(ledger: MesoamericaLedger, side: Side, turn: int, besides: str = "") -> bool:
    """Whether a unit of the side moved under M-3 or M-4 in the last movement; in sight is taken as yes (PRE-G.44)."""
    return turn > 0 and any(
        unit.side is side and unit.retreated_turn == turn and unit.name != besides for unit in ledger.units.values()
    )


def _leader_engaged(ledger: MesoamericaLedger, side: Side, turn: int) -> bool:
    return turn > 0 and any(
        unit.side is side and unit.kind is UnitType.LEADER and unit.fought_turn == turn and not unit.gone
        for unit in ledger.units.values()
    )


def _score(ledger: MesoamericaLedger, tables: Tables) -> dict[str, Any]:  # noqa: ARG001 - all fills share one shape
    return {"armies": [army_line(ledger, side) for side in Side]} if ledger.units else {}


def army_line(ledger: MesoamericaLedger, side: Side) -> dict[str, Any]:
    """What an army has lost so far (PRE-8.08, PRE-G.45)."""
    own = [unit for unit in ledger.units.values() if unit.side is side]
    toll = ledger.tolls[side]
    escorted = sum(unit.prisoners for unit in ledger.units.values() if unit.side is not side)
    return {
        "side": side.value,
        "starting_men": max(1, sum(unit.started for unit in own)),
        "men_left": sum(unit.men.all for unit in own),
        "killed": toll.killed,
        "abandoned": toll.abandoned,
        "handed_over": toll.handed_over,
        "under_escort": escorted,
        "leader": toll.leader.value,
    }


_FILLS = {
    "weather": _weather,
    "next_phase": _next_phase,
    "raise_division": _raise_division,
    "arm": _arm,
    "hide": _hide,
    "hand_over": _hand_over,
    "orders": _orders,
    "reveal_orders": _reveal_orders,
    "morale": _morale,
    "score": _score,
}


def owed(ledger: MesoamericaLedger, tables: Tables) -> tuple[Offer, ...]:
    """What the phase still asks for; before the first turn, what the armies still need."""
    due = _OWED.get(ledger.phase or "", _owed_before_battle)
    return tuple(due(ledger, tables))


def _owed_before_battle(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    for fields in divisions_to_raise(ledger, tables):
        about = Message.of("owed.division", side=fields["side"], division=fields["division"])
        yield Offer(about, "raise_division", fields)
    for fields in armies_to_arm(ledger, tables):
        yield Offer(Message.of("owed.arm", side=fields["side"]), "arm", fields)


def _owed_weather(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    if ledger.weather_until < ledger.turn:
        yield Offer(Message("owed.weather"), "weather", prefill(ledger, "weather", tables))


def _owed_sacrifices(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    for unit in ledger.units.values():
        able = unit.kind is UnitType.PRIEST and not unit.gone and unit.sacrificed_turn != ledger.turn
        if able and unit.held >= tables.number("sacrifice.men"):
            fields = {**prefill(ledger, "sacrifice", tables), **priest_fields(ledger, unit)}
            yield Offer(Message.of("owed.sacrifice", name=unit.name, held=unit.held), "sacrifice", fields)


def priest_fields(ledger: MesoamericaLedger, unit: KnownUnit) -> dict[str, Any]:
    """What a priest unit fills into a sacrifice; a weather run goes on only from turn to turn (PRE-G.13)."""
    running = unit.weather_run if unit.weather_run_turn == ledger.turn - 1 else 0
    return {
        "side": unit.side,
        "actor_name": unit.name,
        "prisoners_held": unit.held,
        "weather_sacrifices_before": running,
        "sacrificed_this_turn": ledger.turn > 0 and unit.sacrificed_turn == ledger.turn,
        "actor_fought_last_turn": ledger.turn > 0 and unit.fought_turn == ledger.turn - 1,
        "actor_level": unit.shown,
    }


def _owed_orders(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    for side in Side:
        if side not in ledger.closed and ledger.units:
            yield Offer(Message.of("owed.orders", side=side), "orders", orders_of(ledger, side))
    if ledger.closed == frozenset(Side) and not ledger.orders_shown:
        yield Offer(Message("owed.reveal_orders"), "reveal_orders", prefill(ledger, "reveal_orders", tables))


def _owed_morale(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    fields = prefill(ledger, "morale", tables)
    if "units_to_check" in fields:
        yield Offer(Message.of("owed.morale", units=len(fields["units_to_check"])), "morale", fields)


def _owed_prisoners(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    for unit in ledger.units.values():
        if unit.prisoners and not unit.gone and unit.waited_turn != ledger.turn:
            yield Offer(
                Message.of("owed.hand_over", name=unit.name, count=unit.prisoners),
                "hand_over",
                escort_fields(ledger, unit),
            )
        if unit.men.unarmed and not unit.gone and quiet(ledger, unit):
            fields = {"actor_name": unit.name, "unarmed_men": unit.men.unarmed, "moved_fired_or_fought": False}
            yield Offer(Message.of("owed.rearm", name=unit.name), "rearm", fields)
    for marker in ledger.markers:
        fields = {
            "helpless_of": HelplessOf.MARKER,
            "target_name": marker.name,
            "target_unconscious": marker.count,
        }
        yield Offer(Message.of("owed.marker", name=marker.name, count=marker.count), "claim", fields)
    if ledger.units:
        yield Offer(Message("owed.score"), "score", prefill(ledger, "score", tables))


def escort_fields(ledger: MesoamericaLedger, unit: KnownUnit) -> dict[str, Any]:
    """What an escort fills into a hand-over."""
    return {
        "actor_name": unit.name,
        "actor_prisoners": unit.prisoners,
        "where": unit.delivery,
        "turns_waited": unit.waited,
        "waited_this_turn": ledger.turn > 0 and unit.waited_turn == ledger.turn,
    }


def quiet(ledger: MesoamericaLedger, unit: KnownUnit) -> bool:
    """Whether a unit has neither moved, fired nor fought this turn (PRE-G.35)."""
    return ledger.turn not in (unit.moved_turn, unit.fought_turn) and unit.fired is Fired.NO


def _owed_fights(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:  # noqa: ARG001 - all phases share one shape
    """The throw, then names until both sides have passed, then the fights one by one."""
    if not ledger.units:
        return
    if ledger.names_next is None:
        if not ledger.fights:
            yield Offer(Message("owed.fight_order"), "fight_order", {})
    elif not ledger.naming_over:
        fresh = {"side": ledger.names_next, "passes": False, "actor_name": "", "target_name": ""}
        yield Offer(Message.of("owed.name_fight", side=ledger.names_next), "name_fight", fresh)
    else:
        yield from _next_fight(ledger)


def in_order(named: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Fights as they are worked out: in the order named, several attacks on one unit at the place of the first (PRE-G.36)."""
    first = {target: place for place, (_, target) in reversed(list(enumerate(named)))}
    return tuple(sorted(named, key=lambda pair: first[pair[1]]))


def _next_fight(ledger: MesoamericaLedger) -> Iterator[Offer]:
    """The first fight of the list that is still to come, filled in like two taps on the roster; who is gone fights no more."""
    for pair in in_order(ledger.fights_named):
        if pair not in ledger.fights and _both_there(ledger, pair):
            actor, target = (ledger.on_roster(ledger.units[name]) for name in pair)
            about = Message.of("owed.fight", actor=pair[0], target=pair[1])
            yield Offer(about, "fight", {**actor.as_actor, **target.as_target})
            return


def _both_there(ledger: MesoamericaLedger, pair: tuple[str, str]) -> bool:
    return all(name in ledger.units and not ledger.units[name].gone for name in pair)


_OWED = {
    Phase.WEATHER.value: _owed_weather,
    Phase.SACRIFICE.value: _owed_sacrifices,
    Phase.ORDERS.value: _owed_orders,
    Phase.FIRE.value: lambda ledger, tables: iter(()),  # noqa: ARG005 - fire is voluntary
    Phase.MORALE.value: _owed_morale,
    Phase.MOVE.value: lambda ledger, tables: iter(()),  # noqa: ARG005 - the obligations are a panel
    Phase.FIGHT.value: _owed_fights,
    Phase.PRISONERS.value: _owed_prisoners,
}
