"""Who comes on to the table: numbers, quality, arms, leaders, and where they are put (R48-11.32, R48-G.05 to R48-G.08)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

from sandtable.kernel.dice import D4, D6, D10, PERCENT, Die, sided
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Band, Count, Of, Reading, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.details import Detail, weighed
from sandtable.rulesets.uprising1848.party import Party, Place
from sandtable.rulesets.uprising1848.vocabulary import (
    Armed,
    Direction,
    Event,
    Firearm,
    GunClass,
    Kind,
    Melee,
    Quality,
    Side,
)

Weigh = Callable[[Any], Any]  # ``Detail`` for what is only told, ``plainly`` for what odds tell apart
Steps = Generator[Request, Any, Any]


def plainly(reading: Any) -> Any:
    """A reading that odds tell apart."""
    return reading


# ---- Throws ---------------------------------------------------------------------------------------------------------------------


def size(key: str, path: str, tables: Tables, weigh: Weigh = Detail) -> Steps:
    """A number of figures: dice, sides and what is added, as the table has it."""
    dice = _size_roll(key, path, tables, weigh)
    if dice is None:
        return tables.number(path, "added")
    return weighed((yield dice))


# The same few dice are thrown on every branch of exact odds, so that each is made once for its tables.


@lru_cache(maxsize=1024)
def _size_roll(key: str, path: str, tables: Tables, weigh: Weigh) -> Roll | None:
    dice, sides, added = (tables.number(path, column) for column in ("dice", "sides", "added"))
    if not dice or not sides:
        return None
    return Roll(key, (sided(sides),) * dice, read=lambda total: weigh(total + added), of=Of.TOTAL)


def happens(key: str, die: Die, highest: int, weigh: Weigh = Detail) -> Steps:
    """Throw for whether something happens: it does on faces up to ``highest``."""
    return weighed((yield _happens_roll(key, die, highest, weigh)))


@lru_cache(maxsize=1024)
def _happens_roll(key: str, die: Die, highest: int, weigh: Weigh) -> Roll:
    return Roll(key, (die,), read=lambda face: weigh(face <= highest))


def drawn(key: str, die: Die, table: str, column: str, tables: Tables) -> Steps:
    """An entry of a table, told and not weighed."""
    return weighed((yield _drawn_roll(key, die, table, column, tables)))


@lru_cache(maxsize=1024)
def _drawn_roll(key: str, die: Die, table: str, column: str, tables: Tables) -> Roll:
    return Roll(key, (die,), read=lambda face: Detail(tables.step(table, face, column)))


def quality(path: str, tables: Tables, weigh: Weigh = Detail) -> Steps:
    """Conscript, Average or Veteran by a d10."""
    return weighed((yield _quality_roll(path, tables, weigh)))


@lru_cache(maxsize=256)
def _quality_roll(path: str, tables: Tables, weigh: Weigh) -> Roll:
    conscript, average = tables.number(path, Quality.CONSCRIPT), tables.number(path, Quality.AVERAGE)

    def read(face: int) -> Any:
        if face <= conscript:
            return weigh(Quality.CONSCRIPT)
        return weigh(Quality.AVERAGE if face <= average else Quality.VETERAN)

    return Roll("arrival.quality", (D10,), read=read)


def place(distance: str, tables: Tables, extra: int = 0) -> Steps:
    """Direction and distance from the ring of Player figures (R48-G.08)."""
    told = yield from drawn("place.direction", D10, "direction", "direction", tables)
    if told == "rear corner":
        told = Direction.LEFT_REAR if weighed((yield _CORNER)) else Direction.RIGHT_REAR
    inches = yield from drawn("place.distance", D6, f"distance.{distance}", "inches", tables)
    return Place(Direction(told), Fraction(inches + extra))


_CORNER = Roll("place.corner", (D6,), read=lambda die: Detail(die % 2 == 1))


def in_ambush(tables: Tables) -> Steps:
    """One in ten bands lies in ambush and acts at once (R48-11.42a, R48-G.08(c))."""
    elsewhere = yield from happens("arrival.ambush", D10, tables.number("ambush.from") - 1)
    return not elsewhere


def officers(figures: int, tables: Tables) -> Steps:
    """Groups of more than five typically have an officer (R48-11.43a, R48-G.07(c))."""
    if figures < tables.number("arrivals.officer_from"):
        return 0
    present = yield from happens("arrival.officer", PERCENT, int(tables.option("officerChance")))
    return int(present)


def arms(who: Armed, figures: int, tables: Tables) -> Steps:
    """Arms of a band in which they differ from figure to figure (R48-3.14, R48-G.06(g), R48-G.42)."""
    thrown = yield arms_throw(who, figures, tables)
    return named_arms(who, weighed(thrown), tables)


@dataclass(frozen=True, slots=True)
class ToldCount(Count):
    """A pool that is told, not weighed: its law has one reading, however many ways there are to share the dice out."""

    def _weighted(self) -> Iterable[tuple[Reading, int]]:
        """All readings are equal."""
        return ((self.read(self.pool, *(0 for _ in self.bands[1:])), 1),)


@lru_cache(maxsize=1024)
def arms_throw(who: Armed, figures: int, tables: Tables) -> ToldCount:
    """A d10 for each figure, counted by what it brings; faces that no arm claims bring nothing new."""
    faces = iter(D10.faces)
    bands = tuple(
        Band(Message(f"arms.{name}"), frozenset(islice(faces, number))) for name, number in arms_table(who, tables)
    )
    return ToldCount("arrival.arms", D10, figures, bands, read=lambda *counts: Detail(counts))


@lru_cache(maxsize=64)
def arms_table(who: Armed, tables: Tables) -> tuple[tuple[str, int], ...]:
    """What there is to draw, and on how many faces of ten."""
    prefix = f"arms.{who}."
    return tuple((path.removeprefix(prefix), tables.number(path)) for path in tables.paths() if path.startswith(prefix))


def named_arms(who: Armed, counts: tuple[int, ...], tables: Tables) -> tuple[tuple[str, int], ...]:
    """Counts with the names of the arms, nothing where there is none."""
    names = (name for name, _ in arms_table(who, tables))
    return tuple((name, count) for name, count in zip(names, counts, strict=True) if count)


# ---- Bands ----------------------------------------------------------------------------------------------------------------------


def infantry(event: Event, tables: Tables, weigh: Weigh = Detail) -> Steps:
    """Infantry of a quality: an NCO always, an officer as a rule, Veterans perhaps with rifles (R48-G.05 to R48-G.07)."""
    kind = _INFANTRY[event]
    figures = yield from size("arrival.figures", f"events.size.{event}", tables, weigh)
    firearm = (yield from _veteran_arms(tables)) if kind is Quality.VETERAN else Firearm.MUSKET
    led = yield from officers(figures, tables)
    return (Party(kind=Kind.INFANTRY, quality=kind, figures=figures, firearm=firearm, nco=True, officers=led),)


_INFANTRY = {
    Event.CONSCRIPTS: Quality.CONSCRIPT,
    Event.AVERAGE: Quality.AVERAGE,
    Event.VETERANS: Quality.VETERAN,
}


def _veteran_arms(tables: Tables) -> Steps:
    """Percussion rifles, or needle guns where the setting has them, on a d10 (R48-G.06(b))."""
    setting = f"settings.{tables.option('setting')}"
    better = Firearm.NEEDLE_GUN if tables.text(setting, "needle_gun") == "yes" else Firearm.PERCUSSION_RIFLE
    rifles = yield from happens("arrival.rifles", D10, tables.number(setting, "veteran_rifles"))
    return better if rifles else Firearm.MUSKET


def cavalry(tables: Tables, weigh: Weigh = Detail) -> Steps:
    """Sabres and carbines, one unit in ten lancers (R48-G.06(c))."""
    figures = yield from size("arrival.figures", "events.size.cavalry", tables, weigh)
    rated = yield from quality("events.quality.cavalry", tables, weigh)
    lancers = not (yield from happens("arrival.lancers", D10, tables.number("arrivals.arms.lancers_from") - 1))
    led = yield from officers(figures, tables)
    firearm = Firearm.NONE if lancers else Firearm.CARBINE
    return (
        Party(kind=Kind.CAVALRY, quality=rated, figures=figures, firearm=firearm, mounted=True, nco=True, officers=led),
    )


def artillery(tables: Tables, weigh: Weigh = Detail) -> Steps:
    """One gun and four crew; they carry muskets without bayonets (R48-3.31, R48-3.32, R48-G.06(d))."""
    rated = yield from quality("events.quality.artillery", tables, weigh)
    light = yield from happens("arrival.light", D10, tables.number("events.chance.light_gun"))
    gun = yield from happens("arrival.gun", D10, tables.number("events.chance.gun"))
    return (gun_crew(rated, GunClass.LIGHT if light else GunClass.FIELD, tables, howitzer=not gun),)


def gun_crew(rated: Quality, gun: GunClass, tables: Tables, *, howitzer: bool) -> Party:
    """A gun with its crew, of whom one is NCO."""
    return Party(
        kind=Kind.ARTILLERY,
        quality=rated,
        figures=tables.number("arrivals.gun_crew"),
        melee=Melee.IMPROVISED,
        nco=True,
        gun=gun,
        howitzer=howitzer,
    )


def mob(tables: Tables, weigh: Weigh = Detail) -> Steps:
    """Reactionaries with what came to hand, every second mob with a leader (R48-3.43, R48-G.55)."""
    figures = yield from size("arrival.figures", "events.size.reactionary mob", tables, weigh)
    led = yield from happens("arrival.mob_leader", D6, tables.number("events.chance.mob_leader"))
    carried = yield from arms(Armed.MOB, figures, tables)
    return (
        Party(
            kind=Kind.MOB,
            quality=Quality.CIVILIAN,
            figures=figures,
            firearm=Firearm.NONE,
            melee=Melee.IMPROVISED,
            leader=led,
            arms=carried,
        ),
    )


def headquarters(tables: Tables, weigh: Weigh = Detail) -> Steps:
    """Staff officers with pistols and swords, Veteran guards (R48-3.47, R48-3.47a, R48-G.06(f))."""
    led = yield from size("arrival.officers", "events.size.headquarters officers", tables, weigh)
    guards = yield from size("arrival.guards", "events.size.headquarters guards", tables, weigh)
    riding = yield from happens("arrival.riding", D10, tables.number("events.chance.headquarters_riding"))
    firearm = Firearm.CARBINE if riding else (yield from _veteran_arms(tables))
    return (
        Party(
            kind=Kind.HEADQUARTERS,
            quality=Quality.VETERAN,
            figures=led + guards,
            firearm=firearm,
            mounted=riding,
            nco=True,
            officers=led,
        ),
    )


def enemy_officer(tables: Tables) -> Steps:
    """A messenger or scout, usually mounted: pistol and sword, perhaps a carbine (R48-3.48, R48-3.48a, R48-G.06(e))."""
    riding = yield from happens("arrival.riding", D10, tables.number("events.chance.officer_riding"))
    carbine = yield from happens("arrival.carbine", D4, tables.number("arrivals.arms.officer_carbine"))
    firearm = Firearm.CARBINE if carbine else Firearm.PISTOL
    return (
        Party(kind=Kind.ENEMY_OFFICER, quality=Quality.VETERAN, figures=1, firearm=firearm, mounted=riding, officers=1),
    )


def convoy(tables: Tables, weigh: Weigh = Detail) -> Steps:
    """Transports with their drivers, and guards: two units from the start (R48-3.49, R48-G.05)."""
    wagons = yield from size("arrival.transports", "events.size.convoy transports", tables, weigh)
    guards = yield from size("arrival.guards", "events.size.convoy guards", tables, weigh)
    rated = yield from quality("events.quality.convoy guards", tables, weigh)
    led = yield from officers(guards, tables)
    drivers = Party(
        kind=Kind.CONVOY,
        quality=Quality.CIVILIAN,
        figures=wagons,
        firearm=Firearm.NONE,
        melee=Melee.IMPROVISED,
        wagons=wagons,
    )
    escort = Party(kind=Kind.CONVOY_GUARDS, quality=rated, figures=guards, nco=True, officers=led)
    return drivers, escort


def aristocrats(tables: Tables, weigh: Weigh = Detail) -> Steps:
    """Fleeing nobles on foot, mounted or in a carriage; their number does not matter (R48-3.46, R48-11.32a)."""
    figures = yield from size("arrival.figures", "events.size.aristocrats", tables, weigh)
    on_foot, riding = (tables.number("events.chance", name) for name in ("aristocrats_on_foot", "aristocrats_riding"))
    face = weighed((yield _CONVEYANCE))
    return (
        replace(bystanders(Kind.ARISTOCRATS, figures), mounted=on_foot < face <= riding, wagons=int(face > riding)),
    )


_CONVEYANCE = Roll("arrival.conveyance", (D10,), read=Detail)


def civilians(tables: Tables, weigh: Weigh = Detail) -> Steps:
    """Neutral bystanders (R48-3.40, R48-11.32a)."""
    figures = yield from size("arrival.figures", "events.size.civilians", tables, weigh)
    return (bystanders(Kind.CIVILIANS, figures),)


def bystanders(kind: Kind, figures: int) -> Party:
    """People who never fight."""
    return Party(kind=kind, quality=Quality.CIVILIAN, figures=figures, firearm=Firearm.NONE, melee=Melee.IMPROVISED)


def recruits(tables: Tables, weigh: Weigh = Detail) -> Steps:
    """Volunteers, perhaps with another Revolutionary Leader; a Player unit at once (R48-3.05, R48-3.17, R48-G.42)."""
    figures = yield from size("arrival.figures", "events.size.revolutionary recruits", tables, weigh)
    led = yield from happens("arrival.leader", D6, tables.number("events.chance.recruits_leader"))
    carried = yield from arms(Armed.VOLUNTEERS, figures, tables)
    return (volunteers(figures, leader=led, carried=carried),)


def volunteers(figures: int, *, leader: bool = False, carried: tuple[tuple[str, int], ...] = ()) -> Party:
    """A band of revolutionary volunteers (R48-3.13a)."""
    return Party(
        kind=Kind.REVOLUTIONARIES,
        side=Side.PLAYER,
        quality=Quality.CONSCRIPT,
        figures=figures,
        firearm=Firearm.NONE,
        melee=Melee.IMPROVISED,
        leader=leader,
        arms=carried,
    )


def bands(event: Event, tables: Tables, weigh: Weigh = Detail) -> Steps:
    """The bands that an arrival brings."""
    if event in _INFANTRY:
        return (yield from infantry(event, tables, weigh))
    if event is Event.OFFICER:
        return (yield from enemy_officer(tables))
    return (yield from _BANDS[event](tables, weigh))


_BANDS: dict[Event, Callable[[Tables, Weigh], Steps]] = {
    Event.CAVALRY: cavalry,
    Event.ARTILLERY: artillery,
    Event.MOB: mob,
    Event.HEADQUARTERS: headquarters,
    Event.CONVOY: convoy,
    Event.ARISTOCRATS: aristocrats,
    Event.CIVILIANS: civilians,
    Event.RECRUITS: recruits,
}
NEAR = (Event.ARISTOCRATS, Event.CIVILIANS, Event.RECRUITS)
