"""The armies: unit ratings by name, so that a player picks "5th US Infantry" and the ratings fill themselves (MAW-23.14, MAW-24.01)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from sandtable.kernel.spelling import folded
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Arm,
    Carriage,
    Experience,
    MoraleClass,
    Side,
    UnitClass,
    Weapon,
)

NEAR_NAMES = 3  # names that are offered for one that nobody knows
LIKENESS = 0.7  # of the letters


@dataclass(frozen=True, slots=True)
class Ratings:
    """What a unit's label says before its strength."""

    name: str
    side: Side
    arm: Arm
    unit_class: UnitClass
    experience: tuple[Experience, ...]  # the usual one first; a scenario may choose another
    morale: tuple[MoraleClass, ...]
    weapon: Weapon
    carriage: Carriage | None = None
    light: bool = False
    lances: bool = False
    rule: str = ""


@cache
def _book() -> Mapping[str, Any]:
    source = files("sandtable.rulesets.mexican_american_war").joinpath("armies.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


@cache
def all_ratings() -> Mapping[str, Ratings]:
    """Every unit with printed ratings, by name."""
    return {name: _ratings(group, name) for group in _book()["group"] for name in group["names"]}


@cache
def _by_folded_name() -> Mapping[str, tuple[str, ...]]:
    """Units by every way to write their names: a name may be one of both armies."""
    known = {_key(name): (name,) for name in all_ratings()}
    for alias, meant in _spellings():
        known.setdefault(_key(alias), (meant,) if isinstance(meant, str) else tuple(meant))
    return known


def _spellings() -> Iterator[tuple[str, Any]]:
    """Other names than those of the book, with the names they stand for."""
    for ending, others in _book()["also_ending"].items():
        for name in all_ratings():
            if name.endswith(ending):
                yield from ((name.removesuffix(ending) + other, name) for other in others)
    yield from _book()["aliases"].items()


def ratings_of(name: str, side: Side | None = None) -> Ratings | None:
    """The ratings of a unit by its name, however it is spelled, of this side if one is told; None for a unit the book does not know."""
    known = [all_ratings()[one] for one in _by_folded_name().get(_key(name), ())]
    return next((one for one in known if side is None or one.side is side), None)


def names_like(name: str, side: Side | None = None) -> tuple[str, ...]:
    """Names of the book that somebody may have meant, the likeliest first."""
    written = {_key(alias): alias for alias, _ in _spellings()} | {_key(one): one for one in all_ratings()}
    near = get_close_matches(_key(name), written, n=NEAR_NAMES, cutoff=LIKENESS)
    found = (ratings_of(written[one], side) for one in near)
    return tuple(dict.fromkeys(one.name for one in found if one is not None))


def order_of_battle(name: str) -> tuple[tuple[str, int, str], ...] | None:
    """The units of a battle: name, stands, and what else its list says (another unit's ratings, or a rating)."""
    for title, entry in _book().items():
        if isinstance(entry, Mapping) and "units" in entry and folded(title) == folded(name):
            return tuple((unit[0], unit[1], unit[2] if len(unit) > 2 else "") for unit in entry["units"])  # noqa: PLR2004 - name, stands, more
    return None


def orders_of_battle() -> tuple[str, ...]:
    """The battles whose lists are here."""
    return tuple(title for title, entry in _book().items() if isinstance(entry, Mapping) and "units" in entry)


def stands_of_men(men: int) -> int:
    """A strength in men as stands, to the nearest (MAW-0.07)."""
    scale: int = _book()["scale"]["men_per_stand"]
    return max(1, (2 * men + scale) // (2 * scale))


def stands_of_guns(guns: int) -> int:
    """A number of guns as stands: two to a section, an odd one in a section of its own (MAW-0.08)."""
    scale: int = _book()["scale"]["guns_per_stand"]
    return -(-guns // scale)


def _key(name: str) -> str:
    return folded(name).replace("'", "").replace(".", "")


def _ratings(group: Mapping[str, Any], name: str) -> Ratings:
    return Ratings(
        name=name,
        side=Side(group["side"]),
        arm=Arm(group["arm"]),
        unit_class=UnitClass(group["class"]),
        experience=tuple(Experience(one) for one in group["experience"]),
        morale=tuple(MoraleClass(one) for one in group.get("morale", ())),
        weapon=Weapon(group["weapon"]),
        carriage=Carriage(group["carriage"]) if "carriage" in group else None,
        light=group.get("light", False),
        lances=group.get("lances", False),
        rule=group["rule"],
    )
