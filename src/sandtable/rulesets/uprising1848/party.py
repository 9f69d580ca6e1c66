"""Parties of figures: who they are, what they are worth, and how they are told of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.vocabulary import Direction, Firearm, GunClass, Kind, Melee, Quality, Side, plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A party that comes on: one unit of the roster (R48-4.20)."""

    kind: Kind
    quality: Quality
    figures: int
    side: Side = Side.NON_PLAYER
    firearm: Firearm = Firearm.MUSKET
    melee: Melee = Melee.LETHAL
    mounted: bool = False
    nco: bool = False
    further_ncos: int = 0  # besides the first
    officers: int = 0
    leader: bool = False
    wagons: int = 0
    gun: GunClass | None = None
    howitzer: bool = False
    arms: tuple[tuple[str, int], ...] = ()  # how many of which, where they differ from figure to figure


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is put: a direction from the Player ring and a distance (R48-11.33, R48-11.34)."""

    direction: Direction
    inches: Fraction


def combat_value(quality: Quality, figures: int, tables: Tables, *, mounted: bool, unarmed: bool) -> Fraction:
    """What so many figures of a class are worth (R48-G.11, R48-A.03)."""
    each = tables.exact("value.unarmed") if unarmed else tables.exact("value", quality)
    return figures * each * (tables.exact("value.mounted_factor") if mounted else 1)


# ---- Words ----------------------------------------------------------------------------------------------------------------------


def troops(setting: str, party: Party | None) -> Message:
    """What the soldiers of a quality are called in a setting (R48-G.51)."""
    return Message(f"troops.{setting}.{party.quality}") if party else Message("troops.nobody")


def where_words(place: Place | None) -> Message:
    """A place in words."""
    if place is None:
        return Message("word.beside")
    return Message.of("word.place", inches=place.inches, direction=place.direction)


def party_words(party: Party) -> dict[str, Any]:
    """What there is to say of a party."""
    return {
        "figures": party.figures,
        "quality": plural(party.quality, party.figures),
        "arms": arms_words(party),
        "led": led_words(party),
        "riding": Message("word.mounted" if party.mounted else "word.on_foot"),
        "wagons": party.wagons,
        "gun": Message(f"word.gun.{party.gun}_{'howitzer' if party.howitzer else 'gun'}") if party.gun else "",
    }


_WITHOUT_FIREARM = {Kind.CAVALRY: "lancers", Kind.ARISTOCRATS: "bystanders", Kind.CIVILIANS: "bystanders"}


def arms_words(party: Party) -> Message:
    """How a party is armed."""
    if party.arms:
        items = tuple(Message.of(f"arms_count.{name}", count=count) for name, count in party.arms)
        return Message.of("word.arms_list", items=items)
    if party.firearm is Firearm.NONE:
        return Message(f"word.arms.{_WITHOUT_FIREARM.get(party.kind, 'none')}")
    name = "cavalry" if party.mounted and party.firearm is Firearm.CARBINE else "foot"
    if party.melee is Melee.IMPROVISED:
        name = "gunners"
    if party.kind is Kind.ENEMY_OFFICER:
        name = "officer"
    return Message.of(f"word.arms.{name}", firearm=party.firearm)


def led_words(party: Party) -> Message:
    """Who leads a party: officers and NCO are counted in its number (R48-11.43, R48-G.07(a))."""
    if party.figures == 1:
        return Message(f"word.led.{'leading' if party.leader else 'himself' if party.nco else 'alone'}")
    if party.leader:
        return Message("word.led.leader")
    if not party.nco:
        return Message("word.led.nobody")
    number = 1 + party.further_ncos
    ncos = Message.of(f"word.ncos.{'many' if party.further_ncos else 'one'}", number=number)
    return Message.of("word.led.both" if party.officers else "word.led.nco", ncos=ncos, officers=party.officers)


def garrison_words(parties: tuple[Party, ...]) -> Message:
    """Who holds a strongpoint: nobody, or whom."""
    if not parties:
        return Message("effect.garrison_is.abandoned")
    held = party_words(parties[0])
    if len(parties) > 1:
        return Message.of("effect.garrison_is.gun", **held, crew=parties[1].figures)
    return Message.of("effect.garrison_is.plain", **held)
