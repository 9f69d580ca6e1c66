"""How the tests of the Mexican-American War talk to the umpire."""

from __future__ import annotations

from itertools import product
from typing import Any

from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from tests.support.talk import Fields, Talk, effect, kinds

__all__ = ["RULESET", "effect", "kinds"]

talk = Talk(RULESET)
tables, read, problems, refused_by = talk.tables, talk.read, talk.problems, talk.refused_by
run, verdict, exact, law = talk.run, talk.verdict, talk.exact, talk.law
requests, total, mean, say = talk.requests, talk.total, talk.mean, talk.say


def pending(action: str, *about: Any, **fields: Any) -> str:
    """The key of the request that an action waits for."""
    return talk.asking(action, *about, **fields).key


# ---- Shorthands -----------------------------------------------------------------------------------------------------------------


def check(
    die: int | None = None, options: Fields | None = None, side: str = "US", about: Fields | None = None, **unit: Any
) -> Any:
    """One unit's maneuver check: the verdict with this die, or with none its modifier."""
    fields = {"side": side, "units": [unit], **(about or {})}
    if die is None:
        return total("maneuver_check", "maneuver.die", options=options, **fields)
    return verdict("maneuver_check", {"maneuver.die": die}, options, **fields)


def checked(
    total_wanted: int, options: Fields | None = None, side: str = "US", about: Fields | None = None, **unit: Any
) -> Any:
    """The verdict of one unit whose modified result is this: the die, the leader and the army are chosen to make it so."""
    burdens: tuple[dict[str, Any], ...] = (
        {},
        {"greater_losses": True},
        {"greater_losses": True, "key_position_lost": True},
    )
    for rating, burden in product(("Able", "Gallant", "Poor"), burdens):
        fields = {**(about or {}), **burden, "leader_rating": rating}
        die = total_wanted - check(None, options, side, fields, **unit)
        if 1 <= die <= 10:
            return check(die, options, side, fields, **unit)
    raise AssertionError(f"no die makes {total_wanted} of {unit}")


def firing(weapon: str = "M", stands: int = 10, at: str | int = 4, **more: Any) -> dict[str, Any]:
    """A firing unit."""
    return {"weapon": weapon, "stands": stands, "range": str(at), **more}


def fire(
    die: int | None,
    *firers: dict[str, Any],
    options: Fields | None = None,
    side: str = "US",
    answers: Fields | None = None,
    **target: Any,
) -> Any:
    """A shot with this die, or with None what is added to the die."""
    fields = {"side": side, "firers": list(firers) or [firing()], **target}
    if die is None:
        return total("fire", "fire.die", answers, options, **fields)
    return verdict("fire", {"fire.die": die, **(answers or {})}, options, **fields)


def unit(stands: int = 10, **more: Any) -> dict[str, Any]:
    """A unit in a charge combat: Trained, Fresh, in line and good order unless told otherwise."""
    return {"stands": stands, **more}


def combat(
    dice: Any = None,
    attacker: Any = None,
    defender: Any = None,
    side: str = "US",
    options: Fields | None = None,
    **about: Any,
) -> Any:
    """A charge combat with these dice (attacker's first), or with none the net modifier of its first roll.

    ``dice`` may be several throws, or a mapping of answers.
    """
    fields = {"side": side, "attackers": _listed(attacker), "defenders": _listed(defender), **about}
    if dice is None:
        return total("charge_combat", "charge.1.dice", options=options, **fields)
    if not isinstance(dice, dict):
        throws = dice if isinstance(dice[0], list | tuple) else [dice]
        dice = {f"charge.{number}.dice": list(throw) for number, throw in enumerate(throws, start=1)}
    return verdict("charge_combat", dice, options, **fields)


def ending(
    difference: int,
    attacker: Any = None,
    defender: Any = None,
    side: str = "US",
    answers: Fields | None = None,
    **about: Any,
) -> Any:
    """The combat whose first roll ends at this difference of results."""
    wanted = difference - combat(None, attacker, defender, side, **about)
    assert -9 <= wanted <= 9, f"no dice make a difference of {difference}"
    dice = [max(1, 1 + wanted), max(1, 1 - wanted)]
    return combat({"charge.1.dice": dice, **(answers or {})}, attacker, defender, side, **about)


def order_of(found: Any, whom: str) -> list[Any]:
    """The orders that somebody comes to by an outcome."""
    return [one.order for one in found.effects if one.kind == "order_becomes" and one.whom == whom]


def _listed(units: Any) -> list[dict[str, Any]]:
    if units is None:
        return [unit()]
    return list(units) if isinstance(units, list | tuple) else [units]
