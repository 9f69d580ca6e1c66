"""Strongpoints and caches: what is where, who guards it, and who may know (R48-3.51, R48-G.09, R48-G.10)."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.dice import D6, D10
from sandtable.kernel.effects import EVERYONE, Effect
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.arrivals import Steps, bystanders, drawn, gun_crew, happens, officers, place, size
from sandtable.rulesets.uprising1848.books import CACHE, STRONGPOINT
from sandtable.rulesets.uprising1848.event_effects import (
    REFEREE,
    CacheIs,
    CachePlaced,
    ContentsAre,
    GarrisonIs,
    PartyArrives,
    StrongpointPlaced,
)
from sandtable.rulesets.uprising1848.party import Party, Place
from sandtable.rulesets.uprising1848.vocabulary import Cache, Garrison, GunClass, Kind, Quality


def strongpoint(tables: Tables, where: Place | None = None, *, told_of: bool = False) -> Steps:
    """A small outpost with its garrison and contents; one in three is seen at once, the rest is for the referee alone (R48-11.45a, R48-G.05).

    Of one that is only ``told_of`` nobody has seen the garrison (R48-G.40, R48-G.42a).

    Both are thrown now, so that the referee can place whom he must; the players learn of it by scouting, coming near or attacking.
    """
    spot = where or (yield from place("Far", tables))
    known = not told_of and (yield from happens("strongpoint.known", D6, tables.number("events.chance.garrison_known")))
    holders = yield from garrison(tables)
    inside = yield from contents(tables)
    side = Fraction(tables.number("strongpoint.side_inches"))
    shown = EVERYONE if known else REFEREE
    effects: list[Effect] = [
        StrongpointPlaced(whom=STRONGPOINT, place=spot, inches=side),
        GarrisonIs(whom=STRONGPOINT, garrison=holders[0], parties=holders[1], known_to=shown),
        ContentsAre(whom=STRONGPOINT, cache=inside, known_to=REFEREE),
    ]
    return tuple(effects)


def garrison(tables: Tables) -> Steps:
    """Who holds it: (what the table says, the parties) (R48-G.09(a))."""
    kind = Garrison((yield from drawn("strongpoint.garrison", D10, "garrison", "garrison", tables)))
    if kind is Garrison.ABANDONED:
        return kind, ()
    figures = yield from size("strongpoint.figures", f"garrison.size.{kind}", tables)
    if kind is Garrison.HEADQUARTERS:
        staff = tables.number("garrison.officers.headquarters")
        party = Party(
            kind=Kind.HEADQUARTERS, quality=Quality.VETERAN, figures=figures + staff, nco=True, officers=staff
        )
        return kind, (party,)
    led = yield from officers(figures, tables)
    party = Party(kind=Kind.GARRISON, quality=_GARRISONS[kind], figures=figures, nco=True, officers=led)
    if kind is Garrison.AVERAGE_WITH_GUN:
        return kind, (party, gun_crew(Quality.AVERAGE, GunClass.LIGHT, tables, howitzer=False))
    return kind, (party,)


_GARRISONS = {
    Garrison.CONSCRIPTS: Quality.CONSCRIPT,
    Garrison.AVERAGE: Quality.AVERAGE,
    Garrison.VETERANS: Quality.VETERAN,
    Garrison.AVERAGE_WITH_GUN: Quality.AVERAGE,
}


def contents(tables: Tables) -> Steps:
    """What is inside (R48-G.09(b))."""
    return Cache((yield from drawn("strongpoint.contents", D10, "contents", "cache", tables)))


def cache(kind: Cache | None, tables: Tables, *, here: bool = False) -> Steps:
    """A dump, prisoners, papers, cash or people in hiding, with guards; ``here`` puts it where it was found (R48-G.10)."""
    if kind is None:
        kind = Cache((yield from drawn("cache.kind", D10, "cache", "cache", tables)))
    spot = None if here else (yield from place("Far", tables))
    guards = yield from cache_guards(kind, tables)
    return cache_effects(kind, spot, guards, tables)


def cache_guards(kind: Cache, tables: Tables) -> Steps:
    """The guards of a cache; people in hiding mostly have none (R48-G.10(b))."""
    if kind is Cache.HIDERS:
        alone = yield from happens("cache.alone", D6, tables.number("cache.chance.hiders_alone"))
        if alone:
            return None
    figures = yield from size("cache.guards", f"cache.guards.{kind}", tables)
    rated = Quality(tables.text("cache.guard_quality", kind))
    return Party(kind=Kind.GARRISON, quality=rated, figures=figures, nco=True)


def cache_effects(kind: Cache, spot: Place | None, guards: Party | None, tables: Tables) -> tuple[Effect, ...]:
    """What is put down, and what it is: for the referee alone while stashes are secret (R48-G.10(f))."""
    secret = bool(tables.option("secretStash"))
    effects: list[Effect] = [
        CachePlaced(whom=CACHE, place=spot, guards=guards),
        CacheIs(whom=CACHE, cache=kind, known_to=REFEREE if secret else EVERYONE),
    ]
    if guards is not None:
        effects.append(PartyArrives(whom="guards", party=guards, place=spot))
    if kind is Cache.HIDERS:
        hidden = bystanders(Kind.ARISTOCRATS, tables.number("events.size.aristocrats.added") + 1)
        effects.append(PartyArrives(whom="hiders", party=hidden, place=spot, known_to=REFEREE if secret else EVERYONE))
    return tuple(effects)
