"""Weather by season, every 15 turns (chapter 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D4, D6
from sandtable.kernel.effects import OnBooks, effect
from sandtable.kernel.form import Section, choice
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Measures, Outcome, Rule, Verdict, measuring
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.effects import WeatherBecomes
from sandtable.rulesets.mesoamerica.ledger import MesoamericaLedger
from sandtable.rulesets.mesoamerica.periods import period_end, weather_due
from sandtable.rulesets.mesoamerica.vocabulary import Season, Weather

SEVERITY = {Weather.CLEAR: 0, Weather.RAIN: 1, Weather.SNOW: 2, Weather.THUNDERSTORM: 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherThrow:
    """A new period of weather begins. A season left open is thrown for (PRE-G.12)."""

    turn: int = fields.turn(lowest=1, usual=1)
    season: Season | None = choice(Season, section=Section.ALL, optional=True)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Only in turns 1, 16, 31 and so on (PRE-4.01)."""
        if not weather_due(self.turn, tables):
            nearest = period_end(self.turn, tables) + 1
            yield Problem("turn", Message.of("problem.weather_not_due", turn=self.turn, next=nearest), (), "PRE-4.01")


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherVerdict(Verdict):
    """The weather of the period."""

    weather: Weather
    season: Season
    until: int
    measures: ClassVar[Measures] = measuring("bad_weather")

    @property
    def bad_weather(self) -> bool:
        """Anything but clear."""
        return self.weather is not Weather.CLEAR

    def outcome(self) -> Outcome:
        """One of four."""
        order = list(Weather).index(self.weather)
        return Outcome(self.weather, self.weather.message, SEVERITY[self.weather], order, "weather.die")


@effect(has_words=False)
class SeasonKnown(OnBooks):
    """The season the weather was thrown in."""

    season: Season

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return replace(books, season=self.season)


@action("army", "PRE-4.01 PRE-4.02")
def weather(situation: WeatherThrow, tables: Tables) -> Rule[WeatherVerdict]:
    """A die on the season's column (PRE-4.02); it lasts the full period (PRE-4.07)."""
    season = situation.season
    if season is None:
        season = yield Roll(
            "weather.season",
            (D4,),
            read=lambda die: list(Season)[die - 1],
            label=lambda season: Label(season.message),
        )
    assert season is not None  # noqa: S101 - given or thrown
    column = season
    found: Weather = yield Roll(
        "weather.die",
        (D6,),
        read=lambda die: Weather(tables.text("weather.table", f"die_{die}", column)),
        label=lambda weather: Label(weather.message, SEVERITY[weather]),
    )
    until = period_end(situation.turn, tables)
    becomes = WeatherBecomes(whom="everyone", weather=found, until=until)
    notes = (SeasonKnown(whom="everyone", season=season),)
    return WeatherVerdict(weather=found, season=season, until=until, effects=(becomes,), notes=notes)
