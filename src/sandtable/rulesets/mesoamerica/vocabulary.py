"""The terms of the rulebook, spelled as its tables spell them."""

from __future__ import annotations

from sandtable.kernel.form import Family
from sandtable.kernel.messages import Vocabulary


class Side(Vocabulary):
    """The two armies, by the edge they come from."""

    WEST = "West"
    EAST = "East"


OTHER_SIDE = {Side.WEST: Side.EAST, Side.EAST: Side.WEST}


class UnitType(Vocabulary):
    """What a unit is (PRE-3.11); Spanish cavalry by option (PRE-G.46)."""

    COMBAT = "combat"
    LEADER = "leader"
    PRIEST = "priest"
    SPANISH = "spanish"


class Weapon(Vocabulary):
    """Hand-to-hand weapons (PRE-7.10) and missiles (PRE-5.01)."""

    CLUB = "club"
    WAR_CLUB = "war_club"
    SWORD = "sword"
    LANCE = "lance"
    BOW = "bow"
    SLING = "sling"
    ATL_ATL = "atl_atl"


HAND_WEAPONS = (Weapon.CLUB, Weapon.WAR_CLUB, Weapon.SWORD, Weapon.LANCE)
MISSILES = (Weapon.BOW, Weapon.SLING, Weapon.ATL_ATL)
ARMS = (Family("club", HAND_WEAPONS), Family("bow", MISSILES))
WEAPON_ICONS = {
    Weapon.CLUB: "club",
    Weapon.WAR_CLUB: "club",
    Weapon.SWORD: "sword",
    Weapon.LANCE: "lance",
    Weapon.BOW: "bow",
    Weapon.SLING: "sling",
    Weapon.ATL_ATL: "atlatl",
}


class Season(Vocabulary):
    """Seasons, the columns of the weather table (PRE-4.02)."""

    WINTER = "winter"
    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"


class Weather(Vocabulary):
    """The weather (PRE-4.03 to PRE-4.06)."""

    CLEAR = "clear"
    RAIN = "rain"
    SNOW = "snow"
    THUNDERSTORM = "thunderstorm"


WEATHER_ICONS = {
    Weather.CLEAR: "sun",
    Weather.RAIN: "rain",
    Weather.THUNDERSTORM: "storm",
    Weather.SNOW: "snow",
}


class Terrain(Vocabulary):
    """Terrain classes for movement (PRE-3.02)."""

    CLEAR = "clear"
    UNEVEN = "uneven"
    ROUGH = "rough"
    SWAMPY = "swampy"


class Hill(Vocabulary):
    """Whether a move ends higher or lower than it began (PRE-6.07)."""

    LEVEL = "level"
    UP = "up"
    DOWN = "down"


class Turning(Vocabulary):
    """How far a unit turns before it moves (PRE-6.01b, PRE-G.23)."""

    QUARTER = "up_to_90"
    ABOUT = "over_90"


class Heading(Vocabulary):
    """Where a move leads, seen from the nearest enemy in sight (PRE-G.43)."""

    NEARER = "nearer"
    ACROSS = "across"
    AWAY = "away"


class Movement(Vocabulary):
    """How much of its movement a unit has used this turn, for shock (PRE-7.08, PRE-G.29)."""

    STILL = "still"
    PART = "part"
    THREE_QUARTERS = "three_quarters"
    FULL = "full"


class Fired(Vocabulary):
    """Whether a unit has fired this turn (PRE-5.20, PRE-5.21)."""

    NO = "no"
    HALF = "half"
    FULL = "full"


class Fight(Vocabulary):
    """The options in hand-to-hand combat (PRE-7.03b, PRE-7.06)."""

    DEFEND = "defend"
    AGGRESSIVE = "aggressive"
    DISARM = "disarm"
    PASS = "pass"  # noqa: S105 - doing nothing, no secret


ATTACKS = (Fight.AGGRESSIVE, Fight.DISARM)


class Back(Vocabulary):
    """Who stands at the other's back (PRE-7.07)."""

    NEITHER = "neither"
    ACTOR = "actor"
    TARGET = "target"


class Purpose(Vocabulary):
    """What a sacrifice is for (PRE-8.09)."""

    MORALE = "morale"
    WEATHER = "weather"


class Order(Vocabulary):
    """Orders, one for each unit (PRE-G.25)."""

    HOLD = "hold"
    MOVE = "move"
    CHARGE = "charge"
    FIRE = "fire"
    HALF_FIRE = "half_fire"
    WITHDRAW = "withdraw"


MOVING_ORDERS = (Order.MOVE, Order.CHARGE, Order.HALF_FIRE, Order.WITHDRAW)
ORDERS_WITH_TARGET = (Order.CHARGE, Order.FIRE, Order.HALF_FIRE)


class Phase(Vocabulary):
    """The phases of a turn (PRE-1.05), with Orders and Morale added (PRE-G.25, PRE-G.41)."""

    WEATHER = "weather"
    SACRIFICE = "sacrifice"
    ORDERS = "orders"
    FIRE = "fire"
    MORALE = "morale"
    MOVE = "move"
    FIGHT = "fight"
    PRISONERS = "prisoners"


class Cause(Vocabulary):
    """Why a hidden unit shows itself (PRE-3.28, PRE-3.28b, PRE-G.10)."""

    MOVED = "moved"
    FIRED = "fired"
    APPROACHED = "approached"


class HelplessOf(Vocabulary):
    """Where helpless men lie: with their unit, or left behind on a marker (PRE-8.01, PRE-G.21)."""

    UNIT = "unit"
    MARKER = "marker"


class Delivery(Vocabulary):
    """Where prisoners are handed over (PRE-8.07, PRE-8.07b)."""

    PRIESTS = "priests"
    OFF_FIELD = "off_field"


class LeaderFate(Vocabulary):
    """What became of an army's leader (PRE-G.44, PRE-G.45)."""

    SAFE = "safe"
    LOST = "lost"
    LEFT = "left"
