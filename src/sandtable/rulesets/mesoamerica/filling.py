"""What the ledger fills into forms (PRE-G.51, PRE-G.52)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.levels import TENTHS
from sandtable.rulesets.mesoamerica.men import rounded
from sandtable.rulesets.mesoamerica.periods import weather_due
from sandtable.rulesets.mesoamerica.vocabulary import (
    MOVING_ORDERS,
    OTHER_SIDE,
    Fired,
    LeaderFate,
    Movement,
    Order,
    Phase,
    Side,
    UnitType,
    Weapon,
)

if TYPE_CHECKING:
    from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger

THREE_QUARTERS = Fraction(3, 4)


def as_actor(ledger: MesoamericaLedger, unit: KnownUnit) -> dict[str, Any]:
    """What a unit that acts fills in beside what it is."""
    now = ledger.turn
    fields = _this_turn(ledger, unit, "actor") | {
        "actor_checked": _is_now(now, unit.checked_turn),
        "actor_attacked_by_another": _is_now(now, unit.fought_turn),
        "actor_named": any(unit.name in pair for pair in ledger.fights_named),
        "actor_moved": _is_now(now, unit.moved_turn),
        "priest_on_the_field": ledger.priest(unit.side, "") is not None,
        "waited_this_turn": _is_now(now, unit.waited_turn),
    }
    if unit.men.unarmed:
        fields |= {"unarmed_men": unit.men.unarmed, "moved_fired_or_fought": not quiet(ledger, unit)}
    if unit.kind is UnitType.PRIEST:
        fields |= priest_fields(ledger, unit)
    return fields


def as_target(ledger: MesoamericaLedger, unit: KnownUnit) -> dict[str, Any]:
    """A target will be moving if its order, once shown, says so, or if it leads prisoners away (PRE-5.12, PRE-G.25)."""
    ordered = ledger.orders_shown and unit.order in MOVING_ORDERS
    return _this_turn(ledger, unit, "target") | {
        "target_moves": ordered or unit.prisoners > 0,
        "attackers_on_target": len(unit.attackers) + 1,
        "attackers_named": sum(target == unit.name for _, target in ledger.fights_named),
        **({"priest_name": unit.name} if unit.kind is UnitType.PRIEST else {}),
    }


def _this_turn(ledger: MesoamericaLedger, unit: KnownUnit, role: str) -> dict[str, Any]:
    """What a unit has done and suffered of late, whichever its role."""
    now = ledger.turn
    return {
        f"{role}_movement": movement(unit.moved_share) if _is_now(now, unit.moved_turn) else Movement.STILL,
        f"{role}_shot_at": _is_now(now, unit.shot_turn),
        f"{role}_fought_last_turn": now > 1 and unit.fought_turn == now - 1,
        f"{role}_rolled": _is_now(now, unit.rolled_turn),
    }


def _is_now(now: int, turn: int) -> bool:
    """Whether something happened in this turn; before the first nothing did."""
    return bool(now) and turn == now


def movement(share: Fraction) -> Movement:
    """How much of its movement a share is (PRE-G.29)."""
    if share >= 1:
        return Movement.FULL
    return Movement.THREE_QUARTERS if share >= THREE_QUARTERS else Movement.PART


def prefill(ledger: MesoamericaLedger, action: str, tables: Tables) -> dict[str, Any]:
    """What is known of an action's fields now."""
    known: dict[str, Any] = {"weather": ledger.weather} if action in ("fire", "sacrifice", "morale") else {}
    if ledger.turn and (action in ("sacrifice", "score") or (action == "weather" and weather_due(ledger.turn, tables))):
        known["turn"] = ledger.turn
    fill = _FILLS.get(action)
    return {**known, **(fill(ledger, tables) if fill else {})}


def _weather(ledger: MesoamericaLedger, _: Tables) -> dict[str, Any]:
    return {"season": ledger.season} if ledger.season else {}


def _next_phase(ledger: MesoamericaLedger, _: Tables) -> dict[str, Any]:
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
    least_hand = floor(units * tables.exact("army.share.hand_to_hand")) + 1
    missiles = max(0, min(floor(units * tables.exact("army.share.usual.missiles")), units - least_hand))
    throwers = floor(missiles * tables.exact("army.share.atl_atl")) + 1 if missiles else 0
    if throwers > missiles:  # no share of missiles has atl-atls enough
        missiles = throwers = 0
    hand = units - missiles
    war_clubs = rounded(hand * tables.exact("army.share.war_club.part"))
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


def _hide(ledger: MesoamericaLedger, _: Tables) -> dict[str, Any]:
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


def _hand_over(ledger: MesoamericaLedger, _: Tables) -> dict[str, Any]:
    return {"gone_units": ", ".join(unit.name for unit in ledger.units.values() if unit.gone)}


def _orders(ledger: MesoamericaLedger, _: Tables) -> dict[str, Any]:
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


def _reveal_orders(ledger: MesoamericaLedger, _: Tables) -> dict[str, Any]:
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
        "men": unit.present,
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
    if unit.astray:
        line["division_violations"] = unit.astray
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


def _score(ledger: MesoamericaLedger, _: Tables) -> dict[str, Any]:
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


def priest_fields(ledger: MesoamericaLedger, unit: KnownUnit) -> dict[str, Any]:
    """What a priest unit fills into a sacrifice; a weather run goes on only from turn to turn (PRE-G.13)."""
    running = unit.weather_run if unit.weather_run_turn == ledger.turn - 1 else 0
    return {
        "side": unit.side,
        "actor_name": unit.name,
        "prisoners_held": unit.held,
        "weather_sacrifices_before": running,
        "sacrificed_this_turn": _is_now(ledger.turn, unit.sacrificed_turn),
        "actor_fought_last_turn": ledger.turn > 0 and unit.fought_turn == ledger.turn - 1,
        "actor_level": unit.shown,
    }


def escort_fields(ledger: MesoamericaLedger, unit: KnownUnit) -> dict[str, Any]:
    """What an escort fills into a hand-over."""
    return {
        "actor_name": unit.name,
        "actor_prisoners": unit.prisoners,
        "where": unit.delivery,
        "turns_waited": unit.waited,
        "waited_this_turn": _is_now(ledger.turn, unit.waited_turn),
    }


def quiet(ledger: MesoamericaLedger, unit: KnownUnit) -> bool:
    """Whether a unit has neither moved, fired nor fought this turn (PRE-G.35)."""
    return ledger.turn not in (unit.moved_turn, unit.fought_turn) and unit.fired is Fired.NO


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
