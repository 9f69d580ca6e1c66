"""How the tests of the Mexican-American War talk to the umpire: a form in words, dice by key, exact laws."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from sandtable.kernel.drivers import Asking, Finished, Given, ask
from sandtable.kernel.law import Law
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.requests import Request
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war.ruleset import RULESET

Fields = Mapping[str, Any]


@cache
def _tables(options: tuple[tuple[str, Any], ...], house: str) -> Tables:
    return RULESET.tables(dict(options), house)


def tables(options: Fields | None = None, house: str = "") -> Tables:
    """The tables in force; the same ones for the same options."""
    return _tables(tuple((options or {}).items()), house)


def read(action: str, fields: Fields, options: Fields | None = None, house: str = "") -> Form:
    """A form that has to be accepted."""
    found = read_form(RULESET.by_id[action], fields, tables(options, house), PLAIN, RULESET.field_names)
    if not isinstance(found, Form):
        raise Refusal(found)
    return found


def problems(action: str, options: Fields | None = None, **fields: Any) -> list[Problem]:
    """What is wrong with a form."""
    found = read_form(RULESET.by_id[action], fields, tables(options), PLAIN, RULESET.field_names)
    return [] if isinstance(found, Form) else list(found)


def refused_by(action: str, options: Fields | None = None, **fields: Any) -> set[str | None]:
    """The rules that refuse a form."""
    return {problem.rule for problem in problems(action, options, **fields)}


def run(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Asking[Any] | Finished[Any]:
    """Run an action with these answers, as far as they carry it."""
    form = read(action, fields, options, house)
    given = {**form.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    return ask(RULESET.by_id[action].start(form.situation, tables(options, house)), given)


def verdict(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Any:
    """The verdict of an action whose dice are all told."""
    result = run(action, answers, options, house, **fields)
    assert isinstance(result, Finished), f"{action} still asks for {result.key}"
    asked = {step.key for step in result.steps}
    unasked = set(answers or {}) - asked
    assert not unasked, f"{action} never asked for {unasked}; it asked for {asked}"
    return result.verdict


def pending(action: str, answers: Fields | None = None, options: Fields | None = None, **fields: Any) -> str:
    """The key of the request that an action waits for."""
    result = run(action, answers, options, **fields)
    assert isinstance(result, Asking), f"{action} asks for nothing more"
    return result.key


def exact(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Any:
    """The exact law with the requests met, by the action's own way."""
    form = read(action, fields, options, house)
    given = {**form.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    return RULESET.by_id[action].law(form.situation, tables(options, house), given)


def law(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Law[Any]:
    """The exact law of an action."""
    found: Law[Any] = exact(action, answers, options, house, **fields).law
    return found


def requests(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Mapping[str, Request]:
    """Every request that any branch of an action meets, by key."""
    found: Mapping[str, Request] = exact(action, answers, options, house, **fields).requests
    return found


def total(
    action: str, key: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> int:
    """What is added to the die of one throw."""
    return requests(action, answers, options, house, **fields)[key].tally.total


def mean(action: str, measure: str, **about: Any) -> Fraction:
    """The exact mean of a measure."""
    return law(action, **about).mean(lambda verdict: verdict.measured()[measure])


def kinds(verdict: Any, whom: str | None = None) -> list[str]:
    """The effects of a verdict by name, of one unit if told which."""
    return [effect.kind for effect in verdict.effects if whom is None or effect.whom == whom]


def effect(verdict: Any, kind: str, whom: str | None = None) -> Any:
    """The one effect of that kind."""
    found = [e for e in verdict.effects if e.kind == kind and (whom is None or e.whom == whom)]
    assert len(found) == 1, f"{len(found)} effects {kind} in {verdict.effects}"
    return found[0]


def say(message: Any) -> str:
    """A message in words."""
    return RULESET.catalogue.say(message, PLAIN)


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


def _listed(units: Any) -> list[dict[str, Any]]:
    if units is None:
        return [unit()]
    return list(units) if isinstance(units, list | tuple) else [units]
