"""What a volley and a fight are worth on average, by the umpire's own laws, worked out once for all who are alike (PRE-5.10, PRE-G.53)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.best_choice import Choices, Expected, choices
from sandtable.rulesets.mesoamerica.fighters import Combatant, HandToHand
from sandtable.rulesets.mesoamerica.fire import Fire, rate, reach, worked_out
from sandtable.rulesets.mesoamerica.ledger import KnownUnit
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.numbers import Pair, paired
from sandtable.rulesets.mesoamerica.table.opponent.worth import Worth
from sandtable.rulesets.mesoamerica.vocabulary import MISSILES, Back, Fight, Movement, UnitType, Weapon, Weather

TENTH = 10  # of an inch: volleys are worked out so finely
ABOUT = (
    (18, 20),
    (13, 15),
    (10, 11),
    (5, 7),
    (0, 3),
)  # so many men or more are thought of as that many: below 10, and below 5, some blows kill nobody


@dataclass(frozen=True, slots=True)
class Troop:
    """All of a unit that fire and fights depend on."""

    kind: UnitType
    weapon: Weapon
    strength: int
    elite: bool
    armoured: bool
    men: Men

    @classmethod
    def of(cls, unit: KnownUnit) -> Troop:
        """A unit of the books, its men roughly: what is worked out for one holds for all that are nearly alike."""
        return cls(unit.kind, unit.weapon or Weapon.SWORD, unit.strength, unit.elite, unit.armoured, roughly(unit.men))

    @property
    def fires(self) -> bool:
        return self.weapon in MISSILES and self.men.active > 0


def roughly(men: Men) -> Men:
    """About as many men; those who are helpless are left out of the fight, or are all there are."""
    count = next(about for least, about in ABOUT if men.all >= least)
    return Men(count) if men.active else Men(count, count)


# ---- Fights ----------------------------------------------------------------------------------------------------------------------------


def _combatant(troop: Troop, movement: Movement, *, rolled: bool = False) -> Combatant:
    return Combatant(
        name=None,
        type=troop.kind,
        weapon=troop.weapon,
        strength=troop.strength,
        men=max(1, troop.men.all),
        elite=troop.elite,
        armoured=troop.armoured,
        movement=movement,
        unarmed=troop.men.unarmed,
        unconscious=troop.men.unconscious,
        rolled=rolled,
    )


@lru_cache(maxsize=32768)
def fought(own: Troop, enemy: Troop, shock: str, back: Back, rolled: bool, worth: Worth, tables: Tables) -> float:
    """What an attack on an enemy is worth to the attacker, both sides choosing what is best for them; ``shock``: who has it."""
    moved = {"own": (Movement.FULL, Movement.STILL), "enemy": (Movement.STILL, Movement.FULL)}
    mine, theirs = moved.get(shock, (Movement.PART, Movement.PART))
    situation = HandToHand(
        attackers_on_target=1,
        actor_attacked_by_another=False,
        actor=_combatant(own, mine),
        target=_combatant(enemy, theirs, rolled=rolled),
        target_hidden=False,
    )
    pair = paired(situation, back, tables)
    roles = (pair.defender,) if pair.defender else ("actor", "target")
    return sum(_settled(pair, role, worth, tables) for role in roles) / len(roles)


def _settled(pair: Pair, defender: str, worth: Worth, tables: Tables) -> float:
    """What a fight comes to when both choose by the worth of men: to the actor."""
    found = choices(pair, defender, tables)
    best = best_option(found, worth)
    value = valued(found.exchanges[best, best_reply(found, best, worth)], worth)
    return value if defender == "actor" else -value


def valued(expected: Expected, worth: Worth) -> float:
    """What a pair of options is worth to the defender."""
    killed = float(expected.aggressor_killed - expected.defender_killed)
    disarmed = float(expected.aggressor_disarmed - expected.defender_disarmed)
    return killed * worth.killed + disarmed * worth.disarmed


def best_reply(found: Choices, choice: Fight, worth: Worth) -> Fight:
    """The aggressor's best reply to what the defender has chosen."""
    replies = [reply for option, reply in found.exchanges if option is choice]
    return min(replies, key=lambda reply: valued(found.exchanges[choice, reply], worth))


def best_option(found: Choices, worth: Worth) -> Fight:
    """The defender's best choice against the best reply."""
    rows = dict.fromkeys(option for option, _ in found.exchanges)
    return max(rows, key=lambda row: valued(found.exchanges[row, best_reply(found, row, worth)], worth))


# ---- Volleys ---------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32768)
def volley(
    firer: Troop,
    mark: Troop,
    tenths: int,
    targets: int,
    half: bool,
    moves: bool,
    weather: Weather,
    tables: Tables,
) -> tuple[int, int]:
    """Men whom a volley kills and stuns; nobody out of range."""
    situation = _fire(firer, mark, tenths, targets, half, moves, weather)
    if situation.range > reach(situation, tables) or targets > rate(situation, tables):
        return 0, 0
    found = worked_out(situation, tables)
    return found.killed, found.unconscious


def _fire(
    firer: Troop,
    mark: Troop,
    tenths: int,
    targets: int,
    half: bool,
    moves: bool,
    weather: Weather,
) -> Fire:
    return Fire(
        actor_name=None,
        actor_weapon=firer.weapon,
        firing_men=max(1, firer.men.active),
        actor_strength=firer.strength,
        range=Fraction(tenths, TENTH),
        number_of_targets=targets,
        half_rate=half,
        targets_before=0,
        weather=weather,
        target_name=None,
        target_men=max(1, mark.men.all),
        target_elite=mark.elite,
        target_armoured=mark.armoured,
        target_moves=moves,
        target_type=mark.kind,
        target_unarmed=mark.men.unarmed,
        target_unconscious=mark.men.unconscious,
        target_prisoners=0,
        actor_in_contact=False,
        actor_level=0,
        actor_prisoners=0,
        target_hidden=False,
        actor_gone=False,
        target_gone=False,
    )


@lru_cache(maxsize=512)
def carries(firer: Troop, weather: Weather, tables: Tables) -> float:
    """How far a unit fires in this weather, in inches; 0 for who does not."""
    if not firer.fires:
        return 0.0
    return float(reach(_fire(firer, firer, TENTH, 1, False, False, weather), tables))


def best_targets(values: Sequence[Sequence[float]], most: int) -> tuple[float, tuple[int, ...]]:
    """Which marks to fire at together: ``values`` are what each mark is worth to fire at alone, as one of two, of three, of four."""
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    for count in range(1, most + 1):
        column = sorted(
            ((row[count - 1], number) for number, row in enumerate(values)), key=lambda each: (-each[0], each[1])
        )[:count]
        if len(column) == count:
            total = sum(value for value, _ in column)
            if total > best[0] + 1e-9:
                best = (total, tuple(number for _, number in column))
    return best
