"""How effects change the ledger, one small function each."""

# ruff: noqa: ARG001 - every handler is handed ledger, effect, names and tables

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sandtable.kernel.effects import EVERYONE, Effect
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848 import effects as did
from sandtable.rulesets.uprising1848 import event_effects as came
from sandtable.rulesets.uprising1848.event_effects import REFEREE
from sandtable.rulesets.uprising1848.game import MergedAs, SplitsOff, UnitEntered
from sandtable.rulesets.uprising1848.ledger_parts import KnownPlace, KnownUnit, Once, Owed, known
from sandtable.rulesets.uprising1848.score import CASUALTIES, LOSSES
from sandtable.rulesets.uprising1848.vocabulary import Entry, Instead, Kind, Quality, Side, Status

if TYPE_CHECKING:
    from sandtable.rulesets.uprising1848.ledger import UprisingLedger

Handler = Callable[["UprisingLedger", Any, Mapping[str, str], Tables], "UprisingLedger"]


def _lost(ledger: UprisingLedger, effect: did.FiguresLost, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    """Figures off, points on, and the unit owes a check, once an initiative (R48-4.13, R48-12.03, R48-G.62(a))."""
    name = names.get(effect.whom, effect.whom)
    unit = ledger.units.get(name)
    if unit is None:
        if effect.quality is Quality.TRANSPORT:
            return ledger
        label = f"{effect.of} {effect.quality} ({effect.whom})"
        owed = Owed(label, effect.count, effect.quality, effect.of, named=False)
        left = effect.of - effect.count
        return replace(ledger, owes=(*ledger.owes, owed)) if left else ledger
    entry = casualty_entry(unit, effect)
    after = replace(unit.lost(effect.count), officer_scored=unit.officer_scored or entry is Entry.OFFICER_OR_ARISTOCRAT)
    ledger = ledger.with_unit(after)
    if entry is not None:
        points = effect.count * tables.number("points", entry)
        ledger = ledger.scored(entry, effect.count, points, unit.player)
    return _owing(ledger, after, effect, tables)


def casualty_entry(unit: KnownUnit, effect: did.FiguresLost) -> Entry | None:
    """The line of the score sheet for a casualty of a unit (R48-12.03a to R48-12.03i, R48-12.05, R48-G.46)."""
    kind = unit.party.kind
    if unit.side is Side.PLAYER:
        if effect.officer or (unit.party.leader and unit.figures == effect.count == 1):
            return Entry.LEADER_LOST
        return Entry.VOLUNTEER_LOST if unit.ex_government else LOSSES.get(effect.quality)
    if kind in (Kind.MOB, Kind.CIVILIANS, Kind.CONVOY):
        return Entry.MOB_CASUALTY
    if effect.officer or kind in (Kind.ENEMY_OFFICER, Kind.ARISTOCRATS):
        return Entry.OFFICER_OR_ARISTOCRAT
    return CASUALTIES.get(effect.quality)


def _owing(ledger: UprisingLedger, unit: KnownUnit, effect: did.FiguresLost, tables: Tables) -> UprisingLedger:
    """Not on the list: nobody left, Wavering already (R48-G.62(b))."""
    wavering = unit.status is Status.WAVERING and not tables.option("secondFailureRemoves")
    if unit.gone or wavering:
        return ledger.without_debt(unit.name)
    before = next((owed.lost for owed in ledger.owes if owed.label == unit.name), 0)
    owed = Owed(unit.name, before + effect.count, unit.party.quality, unit.reference, named=True)
    ledger = ledger.without_debt(unit.name)
    return replace(ledger, owes=(*ledger.owes, owed))


def _checked(ledger: UprisingLedger, effect: Effect, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    return ledger.without_debt(names.get(effect.whom, effect.whom))


def _status(
    ledger: UprisingLedger, effect: did.StatusBecomes, names: Mapping[str, str], tables: Tables
) -> UprisingLedger:
    name = names.get(effect.whom, effect.whom)
    return _checked(ledger.changed(name, status=effect.status), effect, names, tables)


def _removed(
    ledger: UprisingLedger, effect: did.UnitRemoved, names: Mapping[str, str], tables: Tables
) -> UprisingLedger:
    """A unit gone through morale costs the Players its figures; government units so lost earn nothing (R48-12.10)."""
    unit = ledger.units.get(names.get(effect.whom, effect.whom))
    if unit is None:
        return ledger
    ledger = ledger.with_unit(replace(unit, gone=True, figures=0)).without_debt(unit.name)
    if unit.side is not Side.PLAYER:
        return ledger
    followers = unit.figures - int(unit.party.leader)
    entry = Entry.VOLUNTEER_LOST if unit.ex_government else LOSSES[unit.party.quality]
    if unit.party.leader:
        ledger = ledger.scored(Entry.LEADER_LOST, 1, tables.number("points", Entry.LEADER_LOST), unit.player)
    if followers:
        ledger = ledger.scored(entry, followers, followers * tables.number("points", entry), unit.player)
    return ledger


def _acted(ledger: UprisingLedger, effect: did.HaveActed, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    unit = ledger.units.get(names.get(effect.whom, ""))
    if unit is None:
        return ledger
    count = effect.count or unit.figures
    return ledger.with_unit(replace(unit, acted=unit.acted + count))


def _initiative(ledger: UprisingLedger, effect: did.InitiativeTo, names: Any, tables: Tables) -> UprisingLedger:
    return replace(ledger, side=effect.side.value, turn=max(1, ledger.turn))


def _turn(ledger: UprisingLedger, effect: Effect, names: Any, tables: Tables) -> UprisingLedger:
    """Markers off, and what held for the turn is over (R48-4.16, R48-6.52a, R48-G.39(c))."""
    units = {
        name: replace(unit, acted=0, oratory_this_turn=False, attacked_this_turn=False)
        for name, unit in ledger.units.items()
    }
    talks = ledger.talks
    left = max(0, talks.truce_turns - 1)
    talks = replace(
        talks,
        attacked_last_turn=talks.attacked_this_turn,
        attacked_this_turn=False,
        truce_turns=left,
        offer_open=talks.offer_open and left > 0,
    )
    return replace(ledger, turn=ledger.turn + 1, side=None, units=units, talks=talks)


def _arrives(ledger: UprisingLedger, effect: came.PartyArrives, names: Any, tables: Tables) -> UprisingLedger:
    name = ledger.fresh_name(effect.whom.capitalize())
    ledger = ledger.with_unit(known(name, effect.party, secret=effect.known_to == REFEREE))
    ledger = replace(ledger, last_arrivals=(*ledger.last_arrivals, name))
    if effect.whom == "representative":
        talks = replace(ledger.talks, emissary_away=False, offer_open=True, truce_turns=2)
        return replace(ledger, talks=talks)
    if effect.party.kind is Kind.HEADQUARTERS:
        return replace(ledger, headquarters_seen=ledger.headquarters_seen + 1)
    if effect.party.kind is Kind.CONVOY:
        return replace(ledger, convoys_seen=ledger.convoys_seen + 1)
    return ledger


def _joins(ledger: UprisingLedger, effect: came.Joins, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    """Recruits of an event came on already; others form a new unit; soldiers leave the unit they were in (R48-G.41(f))."""
    if any(ledger.units[name].party == effect.party for name in ledger.last_arrivals if name in ledger.units):
        return ledger
    name = ledger.fresh_name("Recruits")
    soldiers = effect.acted and effect.party.quality is not Quality.CONSCRIPT
    unit = replace(known(name, effect.party), ex_government=soldiers, acted=effect.party.figures if effect.acted else 0)
    ledger = ledger.with_unit(unit)
    audience = ledger.units.get(names.get("target", ""))
    if effect.acted and audience is not None and audience.party.kind is not Kind.CIVILIANS:
        ledger = ledger.with_unit(audience.lost(effect.party.figures))
        ledger = ledger.changed(name, ex_government=True)
    return ledger


def _entered(ledger: UprisingLedger, effect: UnitEntered, names: Any, tables: Tables) -> UprisingLedger:
    unit = known(ledger.own_name(effect.name), effect.party, player=effect.player, secret=effect.known_to == REFEREE)
    ledger = ledger.with_unit(replace(unit, status=effect.status))
    return replace(ledger, starting_value=max(ledger.starting_value, ledger.value(Side.PLAYER, tables)))


def _strongpoint(ledger: UprisingLedger, effect: came.StrongpointPlaced, names: Any, tables: Tables) -> UprisingLedger:
    name = ledger.fresh_name("Strongpoint")
    return replace(
        ledger,
        places={**ledger.places, name: KnownPlace(name, "strongpoint")},
        strongpoints_seen=ledger.strongpoints_seen + 1,
        last_arrivals=(*ledger.last_arrivals, name),
    )


def _cache(ledger: UprisingLedger, effect: came.CachePlaced, names: Any, tables: Tables) -> UprisingLedger:
    name = ledger.fresh_name("Cache")
    return replace(
        ledger,
        places={**ledger.places, name: KnownPlace(name, "cache")},
        last_arrivals=(*ledger.last_arrivals, name),
    )


def _newest(ledger: UprisingLedger, kind: str, whom: str) -> KnownPlace | None:
    """The place of a name, which the books may hear of for the first time; without a name the one that was placed last."""
    if whom != kind:
        return ledger.places.get(whom, KnownPlace(whom, kind, scouted=(Once.SCOUTED, whom) in ledger.once))
    return next((place for place in reversed(list(ledger.places.values())) if place.kind == kind), None)


def _with_place(ledger: UprisingLedger, place: KnownPlace) -> UprisingLedger:
    return replace(ledger, places={**ledger.places, place.name: place})


def _garrison(ledger: UprisingLedger, effect: came.GarrisonIs, names: Any, tables: Tables) -> UprisingLedger:
    place = _newest(ledger, "strongpoint", effect.whom)
    if place is None:
        return ledger
    shown = effect.known_to == EVERYONE
    ledger = _with_place(ledger, replace(place, garrison=effect, garrison_shown=shown))
    return ledger.garrisoned(effect) if shown else ledger


def _contents(ledger: UprisingLedger, effect: came.ContentsAre, names: Any, tables: Tables) -> UprisingLedger:
    place = _newest(ledger, "strongpoint", effect.whom)
    if place is None:
        return ledger
    return _with_place(ledger, replace(place, contents=effect, contents_shown=effect.known_to == EVERYONE))


def _cache_is(ledger: UprisingLedger, effect: came.CacheIs, names: Any, tables: Tables) -> UprisingLedger:
    place = _newest(ledger, "cache", effect.whom)
    if place is None:
        return ledger
    return _with_place(ledger, replace(place, cache=effect, contents_shown=effect.known_to == EVERYONE))


def _revealed(ledger: UprisingLedger, effect: came.Revealed, names: Any, tables: Tables) -> UprisingLedger:
    """What was for the referee alone is for all: a garrison, or a unit of a scenario (R48-6.55, R48-11.14a, R48-G.09(d))."""
    if effect.whom in ledger.units:
        return ledger.changed(effect.whom, secret=False)
    return ledger.revealed(effect.whom, contents=effect.contents)


def _noted(ledger: UprisingLedger, effect: did.Noted, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    name = names.get(effect.whom, effect.whom)
    talks = ledger.talks
    if effect.text == "heard_oratory":
        return ledger.changed(name, heard_oratory=True, oratory_this_turn=True)
    if effect.text == "priority_target":
        return ledger.changed(name, priority_target=True)
    if effect.text in _ONCE:
        return _done_once(ledger, _ONCE[effect.text], effect.whom, names)
    if effect.text == "emissary_sent":
        return replace(ledger, talks=replace(talks, emissary_away=True))
    if effect.text == "politician_freed":
        return replace(ledger, talks=replace(talks, politician_freed=True))
    if effect.text.startswith("negotiation_"):
        return _talked(ledger, effect.text.removeprefix("negotiation_"))
    return ledger


_ONCE = {
    "searched_out": Once.SEARCHED,
    "scouted": Once.SCOUTED,
    "taken": Once.TAKEN,
    "prisoners_freed": Once.FREED,
}


def _done_once(ledger: UprisingLedger, what: Once, whom: str, names: Mapping[str, str]) -> UprisingLedger:
    """Nobody named a name: nothing can be remembered. A place that was taken shows what it holds."""
    name = names.get("target", "") if whom not in ledger.places else whom
    ledger = ledger.done_once(what, name)
    place = ledger.places.get(name)
    if place is None or what not in (Once.SCOUTED, Once.TAKEN):
        return ledger
    if what is Once.SCOUTED:
        return _with_place(ledger, replace(place, scouted=True))
    return _with_place(ledger, replace(place, taken=True, contents_shown=True))


def _talked(ledger: UprisingLedger, result: str) -> UprisingLedger:
    """Delay prolongs the truce, treachery ends it, everything else closes the offer (R48-G.39(e), R48-G.39(f))."""
    talks = ledger.talks
    if result == "delay":
        return replace(ledger, talks=replace(talks, truce_turns=talks.truce_turns + 1))
    return replace(ledger, talks=replace(talks, offer_open=False, truce_turns=0), game_over=result == "concession")


def _leaves(ledger: UprisingLedger, effect: came.Leaves, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    name = names.get(effect.whom, effect.whom)
    if effect.whom == "representative":
        name = next((unit for unit in ledger.units if unit.startswith("Representative")), name)
    if effect.who == "civilians":
        ledger = ledger.done_once(Once.SPOKEN, names.get(effect.whom, ""))
    if effect.who in ("questioned", "emissary"):
        return _questioned(ledger, names.get(effect.whom, ""))
    return ledger.changed(name, gone=True) if effect.who != "officers_flee" else ledger


def _questioned(ledger: UprisingLedger, name: str) -> UprisingLedger:
    """Officers and aristocrats who were questioned leave play; the soldiers of a unit whose officer it was stay (R48-6.56b)."""
    ledger = ledger.done_once(Once.ASKED, name).changed(name, officer_scored=True)
    unit = ledger.units.get(name)
    alone = unit is not None and unit.party.kind in (Kind.ENEMY_OFFICER, Kind.ARISTOCRATS, Kind.HEADQUARTERS)
    return ledger.changed(name, gone=True) if alone else ledger


def _score(ledger: UprisingLedger, effect: did.Scored, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    unit = ledger.units.get(names.get("actor", ""))
    return ledger.scored(effect.entry, effect.count, effect.points, unit.player if unit else "")


def _captured(ledger: UprisingLedger, effect: did.Captured, names: Any, tables: Tables) -> UprisingLedger:
    return replace(ledger, captured=(*ledger.captured, effect.what))


def _gun_fired(
    ledger: UprisingLedger, effect: did.GunFired, names: Mapping[str, str], tables: Tables
) -> UprisingLedger:
    return ledger.changed(names.get(effect.whom, ""), markers=effect.markers, ammunition=None)


def _gun_loaded(
    ledger: UprisingLedger, effect: did.GunLoaded, names: Mapping[str, str], tables: Tables
) -> UprisingLedger:
    return ledger.changed(names.get(effect.whom, ""), markers=effect.markers, ammunition=effect.ammunition)


def _gun_handled(
    ledger: UprisingLedger, effect: did.GunHandled, names: Mapping[str, str], tables: Tables
) -> UprisingLedger:
    if effect.done is Instead.TURN:
        return ledger
    return ledger.changed(names.get(effect.whom, ""), limbered=effect.done is Instead.LIMBER)


def _abandoned(
    ledger: UprisingLedger, effect: did.Abandoned, names: Mapping[str, str], tables: Tables
) -> UprisingLedger:
    """A crew that ran is away from its gun until it moves again (R48-9.13a)."""
    return ledger.changed(names.get(effect.whom, ""), crew_away=effect.gun)


def _moved(ledger: UprisingLedger, effect: did.MayMove, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    return ledger.changed(names.get(effect.whom, ""), crew_away=False)


def _merged(ledger: UprisingLedger, effect: MergedAs, names: Any, tables: Tables) -> UprisingLedger:
    """Units of the roster become one under the first name: figures, strength, leaders and arms together (R48-4.24)."""
    parts = [ledger.units[name] for name in dict.fromkeys(map(ledger.own_name, effect.names)) if name in ledger.units]
    if len(parts) <= 1:
        return ledger
    first, *others = parts
    parties = [part.party for part in parts]
    arms = [weapon for party in parties for weapon in party.arms]
    party = replace(
        first.party,
        quality=effect.quality,
        figures=sum(part.figures for part in parts),
        nco=any(one.nco for one in parties),
        officers=sum(one.officers for one in parties),
        leader=any(one.leader for one in parties),
        mounted=all(one.mounted for one in parties),
        arms=tuple(arms),
    )
    wavering = any(part.status is Status.WAVERING for part in parts)
    merged = replace(
        first,
        party=party,
        figures=party.figures,
        reference=sum(part.reference for part in parts),
        acted=sum(part.acted for part in parts),
        status=Status.WAVERING if wavering else Status.SOLID,
        heard_oratory=any(part.heard_oratory for part in parts),
        attacked_this_turn=any(part.attacked_this_turn for part in parts),
        rifles_fired=any(part.rifles_fired for part in parts),
    )
    for part in others:
        ledger = ledger.without_unit(part.name)
    return ledger.with_unit(merged)


def _split(ledger: UprisingLedger, effect: SplitsOff, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    """Both parts are smaller units, and count their losses from here (R48-4.22, R48-10.10a)."""
    unit = ledger.units.get(names.get(effect.whom, ""))
    if unit is None or not effect.figures < unit.figures:
        return ledger
    left = unit.figures - effect.figures
    moved = min(unit.acted, effect.figures) if unit.has_acted else 0
    part = replace(
        unit,
        name=ledger.own_name(effect.name),
        party=replace(unit.party, figures=effect.figures, nco=True, officers=0, leader=False, gun=None, arms=()),
        figures=effect.figures,
        reference=effect.figures,
        acted=moved,
    )
    stays = replace(unit, figures=left, reference=left, acted=unit.acted - moved)
    return ledger.with_unit(stays).with_unit(part)


def _rifles(ledger: UprisingLedger, effect: Effect, names: Mapping[str, str], tables: Tables) -> UprisingLedger:
    return ledger.changed(names.get(effect.whom, ""), rifles_fired=isinstance(effect, did.RiflesFired))


HANDLERS: dict[type[Effect], Handler] = {
    did.FiguresLost: _lost,
    did.StaysSolid: _checked,
    did.StatusBecomes: _status,
    did.UnitRemoved: _removed,
    did.HaveActed: _acted,
    did.InitiativeTo: _initiative,
    did.TurnBegins: _turn,
    did.Noted: _noted,
    did.Scored: _score,
    did.Captured: _captured,
    did.GunFired: _gun_fired,
    did.GunLoaded: _gun_loaded,
    did.GunHandled: _gun_handled,
    did.Abandoned: _abandoned,
    did.MayMove: _moved,
    did.RiflesFired: _rifles,
    did.RiflesLoaded: _rifles,
    came.PartyArrives: _arrives,
    came.Joins: _joins,
    came.JoinsOnArrival: _joins,
    came.StrongpointPlaced: _strongpoint,
    came.CachePlaced: _cache,
    came.GarrisonIs: _garrison,
    came.ContentsAre: _contents,
    came.CacheIs: _cache_is,
    came.Revealed: _revealed,
    came.Leaves: _leaves,
    UnitEntered: _entered,
    MergedAs: _merged,
    SplitsOff: _split,
}
