"""What events and discoveries put on the table, and the words a referee reads aloud (R48-4.07, R48-11.32)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.rulesets.uprising1848.arrivals import Party, Place
from sandtable.rulesets.uprising1848.vocabulary import Cache, Firearm, Garrison, Kind, Melee, News, plural

PLAYERS = "players"
REFEREE = "referee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(Effect):
    """Words to be read aloud; ``text`` and ``variant`` choose them, the rest fills them in."""

    text: str
    variant: int
    setting: str
    parties: tuple[Party, ...] = ()
    place: Place | None = None
    icon: ClassVar[str] = "drum"

    @property
    def message(self) -> Message:
        """The announcement."""
        first = self.parties[0] if self.parties else None
        figures = sum(party.figures for party in self.parties)
        return Message.of(
            f"say.{self.text}.v{self.variant}",
            number=Message.of("word.number", n=figures),
            troops=troops(self.setting, first),
            where=Message(f"toward.{self.place.direction}") if self.place else Message("toward.here"),
            inches=self.place.inches if self.place else Fraction(0),
        )


def troops(setting: str, party: Party | None) -> Message:
    """What the soldiers of a quality are called in a setting (R48-G.51)."""
    return Message(f"troops.{setting}.{party.quality}") if party else Message("troops.nobody")


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyArrives(Effect):
    """Figures are placed; they wait for an initiative (R48-11.42)."""

    party: Party
    place: Place | None
    icon: ClassVar[str] = "figures"

    @property
    def message(self) -> Message:
        """How many of whom, how armed, where."""
        return Message.of(
            f"effect.party_arrives.{self.party.kind}",
            **party_words(self.party),
            where=where_words(self.place),
            off=Message("word.off_table") if self.place else "",
        )


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


def arms_words(party: Party) -> Message:
    """How a party is armed."""
    if party.arms:
        items = tuple(Message.of(f"arms_count.{name}", count=count) for name, count in party.arms)
        return Message.of("word.arms_list", items=items)
    if party.firearm is Firearm.NONE:
        return Message("word.arms.lancers" if party.kind is Kind.CAVALRY else "word.arms.none")
    name = "cavalry" if party.mounted and party.firearm is Firearm.CARBINE else "foot"
    if party.melee is Melee.IMPROVISED:
        name = "gunners"
    if party.kind is Kind.ENEMY_OFFICER:
        name = "officer"
    return Message.of(f"word.arms.{name}", firearm=party.firearm)


def led_words(party: Party) -> Message:
    """Who leads a party: officers and NCO are counted in its number (R48-11.43, R48-G.07(a))."""
    if party.figures == 1 and party.nco:
        return Message("word.led.himself")
    if party.leader:
        return Message("word.led.leader")
    if not party.nco:
        return Message("word.led.nobody")
    number = 1 + party.further_ncos
    ncos = Message.of(f"word.ncos.{'many' if party.further_ncos else 'one'}", number=number)
    return Message.of("word.led.both" if party.officers else "word.led.nco", ncos=ncos, officers=party.officers)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActsAtOnce(Effect):
    """In ambush: it takes its initiative now and is then marked (R48-11.42a, R48-G.08(c))."""

    icon: ClassVar[str] = "charge"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBack(Effect):
    """Patrols are heard, but none appear: the director's restraint (R48-G.11)."""

    icon: ClassVar[str] = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExitPoint(Effect):
    """Where an Enemy Officer means to leave the table (R48-G.48)."""

    inches: Fraction
    left: bool
    icon: ClassVar[str] = "run"

    @property
    def message(self) -> Message:
        """The edge opposite, shifted to a side."""
        return Message.of(f"effect.exit_point.{'left' if self.left else 'right'}", inches=self.inches)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrongpointPlaced(Effect):
    """The terrain piece is placed as soon as its location is known (R48-11.46)."""

    place: Place
    inches: Fraction
    icon: ClassVar[str] = "fortified"

    @property
    def message(self) -> Message:
        """Where it stands."""
        return Message.of(
            "effect.strongpoint_placed",
            where=where_words(self.place),
            inches=self.inches,
            off=Message("word.off_table"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GarrisonIs(Effect):
    """Who holds a strongpoint; kept from the players until it is revealed (R48-11.45a, R48-G.09)."""

    garrison: Garrison
    parties: tuple[Party, ...]
    icon: ClassVar[str] = "shako"

    @property
    def message(self) -> Message:
        """Nobody, or who."""
        if not self.parties:
            return Message("effect.garrison_is.abandoned")
        first = self.parties[0]
        name = "gun" if len(self.parties) > 1 else "plain"
        return Message.of(f"effect.garrison_is.{name}", **party_words(first))


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentsAre(Effect):
    """What is inside, found when it is taken (R48-G.09(b))."""

    cache: Cache
    icon: ClassVar[str] = "treasure"

    @property
    def message(self) -> Message:
        """What is inside."""
        return Message.of("effect.contents_are", cache=self.cache)


@dataclass(frozen=True, slots=True, kw_only=True)
class CachePlaced(Effect):
    """A find is marked on the table, in a structure near by or in a tent (R48-11.47, R48-G.10(c))."""

    place: Place | None
    guards: Party | None
    icon: ClassVar[str] = "supply"

    @property
    def message(self) -> Message:
        """With guards or without."""
        name = "guarded" if self.guards else "alone"
        words = party_words(self.guards) if self.guards else {}
        return Message.of(f"effect.cache_placed.{name}", where=where_words(self.place), **words)


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheIs(Effect):
    """What a stash is; the referee may keep it to himself (R48-3.53d, R48-G.10(f))."""

    cache: Cache
    icon: ClassVar[str] = "treasure"

    @property
    def message(self) -> Message:
        """What it is."""
        return Message.of(f"effect.cache_is.{self.cache}")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsIs(Effect):
    """A change that is no arrival (R48-4.07, R48-G.12)."""

    news: News
    count: int = 0
    icon: ClassVar[str] = "letter"

    @property
    def message(self) -> Message:
        """What to do."""
        return Message.of(f"effect.news_is.{self.news}", count=self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Joins(Effect):
    """Figures join the Player force (R48-3.17, R48-G.41(f), R48-G.42)."""

    party: Party
    acted: bool = False
    icon: ClassVar[str] = "flag"

    @property
    def message(self) -> Message:
        """How many of whom; those who came over have acted this turn."""
        name = "acted" if self.acted else "fresh"
        return Message.of(f"effect.joins.{name}", **party_words(self.party))


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinsOnArrival(Joins):
    """A party that was told as it arrived joins the Player force: nothing more to say."""

    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves(Effect):
    """Figures leave play: civilians consulted, officers dispatched, an embassy gone home."""

    who: str
    icon: ClassVar[str] = "run"

    @property
    def message(self) -> Message:
        """Who leaves."""
        return Message(f"effect.leaves.{self.who}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Effect):
    """What the umpire keeps under this name is shown to everybody: a strongpoint's garrison, or a unit (R48-6.55, R48-11.14a, R48-G.09(d))."""

    contents: bool = False
    unit: bool = False
    icon: ClassVar[str] = "eye"

    @property
    def message(self) -> Message:
        """Who is placed, and whether what lies inside was seen too."""
        name = "unit" if self.unit else "contents" if self.contents else "garrison"
        return Message.of(f"effect.revealed.{name}", whom=self.whom)
