"""Sacrifices, for morale or for the weather (PRE-4.08, PRE-8.09 to PRE-8.11, PRE-G.13, PRE-G.39)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnBooks, effect
from sandtable.kernel.form import Section, cell, choice, number
from sandtable.kernel.ledger import Deed
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Choose, options_of
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.effects import WeatherBecomes
from sandtable.rulesets.mesoamerica.ledger import NEVER, KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.periods import period_end
from sandtable.rulesets.mesoamerica.vocabulary import Purpose, Side, Weather


@dataclass(frozen=True, slots=True, kw_only=True)
class Sacrifice:
    """A priest unit offers prisoners it holds; those delivered off the field are not here (PRE-8.11)."""

    side: Side = fields.side()
    actor_name: str | None = fields.name("actor")
    prisoners_held: int = number(section=Section.ACTOR, highest=fields.MOST_PRISONERS, unit="men")
    purpose: Purpose | None = choice(Purpose, section=Section.ACTION, optional=True)
    weather: Weather = fields.weather()
    turn: int = fields.turn(lowest=1, usual=1)
    weather_sacrifices_before: int = number(
        section=Section.ACTOR, highest=cell("sacrifice.weather.turns", plus=-1), usual=0
    )
    sacrificed_this_turn: bool = fields.circumstance()
    actor_fought_last_turn: bool = fields.circumstance(pair="target_fought_last_turn")
    actor_level: int = fields.level("actor")
    actor_gone: bool = fields.circumstance()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Twenty men, priests out of the fight and not running (PRE-8.09, PRE-G.39)."""
        yield from fields.pair_problems(self)
        men = tables.number("sacrifice.men")
        if self.prisoners_held < men:
            about = Message.of("problem.too_few_prisoners", held=self.prisoners_held, men=men)
            yield Problem("prisoners_held", about, (), "PRE-G.39")
        if self.sacrificed_this_turn:
            about = Message.of("problem.sacrificed_already", men=men)
            yield Problem("sacrificed_this_turn", about, (), "PRE-8.09b")
        if self.actor_fought_last_turn:
            yield Problem("actor_fought_last_turn", Message("problem.priest_fought"), (), "PRE-G.39")
        if self.actor_level <= tables.number("morale.retreats.level"):
            yield Problem("actor_level", Message.of("problem.priest_runs", level=self.actor_level), (), "PRE-G.39")
        if self.purpose is Purpose.WEATHER and not _weather_allowed(self):
            yield Problem("purpose", Message("problem.weather_is_clear"), (Purpose.MORALE,), "PRE-G.13")

    def subject(self) -> Message:
        """Which side."""
        return Message.of("subject.sacrifice", side=self.side)


@effect()
class OnPriests(OnBooks):
    """An effect on the priests of a side: those named, else the first that are left."""

    def then(self, priests: KnownUnit, turn: int) -> KnownUnit:
        """The unit after it."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does")

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        priests = books.priest(Side(self.whom), books.names(deed).get("actor", ""))
        return books if priests is None else books.with_units(self.then(priests, books.turn))


@effect(icon="sacrifice", says="{purpose}")
class Sacrificed(OnPriests):
    """Prisoners are offered; so many are left (PRE-8.09)."""

    count: int
    left: int
    purpose: Purpose

    def then(self, priests: KnownUnit, turn: int) -> KnownUnit:
        return replace(priests, held=self.left, sacrificed_turn=turn, weather_run=0, weather_run_turn=NEVER)


@effect()
class Heartened(OnBooks):
    """Every friendly unit has the sacrifice's addition in this turn (PRE-8.10)."""

    additive: int

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return replace(books, heartened={**books.heartened, Side(self.whom): books.turn})


@effect()
class WeatherRun(OnPriests):
    """So many of the three sacrifices for the weather are done (PRE-G.13)."""

    done: int
    of: int

    def then(self, priests: KnownUnit, turn: int) -> KnownUnit:
        return replace(priests, weather_run=self.done, weather_run_turn=turn)


@effect()
class WeatherRunWasted(Effect):
    """A weather sacrifice broken off: the men offered are wasted (PRE-G.13)."""


@action("prisoners", "PRE-8.09 PRE-4.08 PRE-G.39", measures="morale weather_cleared")
def sacrifice(situation: Sacrifice, tables: Tables) -> Rule[Ruling]:
    """The purpose is named each turn (PRE-G.39); the third sacrifice running clears the weather (PRE-4.08)."""
    purpose = situation.purpose
    if purpose is None:
        possible = tuple(term for term in Purpose if term is Purpose.MORALE or _weather_allowed(situation))
        usual = _usual(situation, possible, tables)
        purpose = Purpose((yield Choose("sacrifice.purpose", options_of(possible), usual=usual, rule="PRE-8.09")))
    men = tables.number("sacrifice.men")
    offered = Sacrificed(whom=situation.side, count=men, left=situation.prisoners_held - men, purpose=purpose)
    if purpose is Purpose.MORALE:
        effects: list[Effect] = [
            offered,
            Heartened(whom=situation.side, additive=tables.number("morale.sacrifice.additive")),
        ]
        if situation.weather_sacrifices_before:
            effects.append(WeatherRunWasted(whom=situation.side))
        return Ruling.of("sacrifice.morale", *effects, morale=True, weather_cleared=False)
    done, needed = situation.weather_sacrifices_before + 1, tables.number("sacrifice.weather.turns")
    if done < needed:
        run = WeatherRun(whom=situation.side, done=done, of=needed)
        return Ruling.of("sacrifice.weather", offered, run, words={"done": done}, morale=False, weather_cleared=False)
    clear = WeatherBecomes(whom="everyone", weather=Weather.CLEAR, until=period_end(situation.turn, tables))
    return Ruling.of("sacrifice.cleared", offered, clear, words={"done": done}, morale=False, weather_cleared=True)


def _weather_allowed(situation: Sacrifice) -> bool:
    """Not while the weather is clear, but a run once begun may go on (PRE-G.13)."""
    return situation.weather is not Weather.CLEAR or situation.weather_sacrifices_before > 0


def _usual(situation: Sacrifice, possible: tuple[Purpose, ...], tables: Tables) -> Purpose:
    """Weather once begun, or where it is bad and all the men for it are there; else morale."""
    enough = tables.number("sacrifice.men") * tables.number("sacrifice.weather.turns")
    wants = situation.weather_sacrifices_before > 0 or (
        situation.weather is not Weather.CLEAR and situation.prisoners_held >= enough
    )
    return Purpose.WEATHER if wants and Purpose.WEATHER in possible else Purpose.MORALE
