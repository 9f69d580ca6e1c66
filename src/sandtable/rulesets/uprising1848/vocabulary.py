"""The rulebook's terms, spelled as its tables spell them (R48-G.02)."""

from __future__ import annotations

from sandtable.kernel.messages import Message, Vocabulary


class Quality(Vocabulary):
    """What a figure is worth, from fast and good to slow (R48-3.21, R48-6.07)."""

    VETERAN = "Veteran"
    AVERAGE = "Average"
    CONSCRIPT = "Conscript"
    CIVILIAN = "Civilian"
    TRANSPORT = "Transport"


def short(quality: Quality) -> Message:
    """A quality in one word."""
    return Message(f"quality_short.{quality}")


def plural(quality: Quality, number: int = 2) -> Message:
    """Figures of a quality: so many of them, several where nobody counts."""
    return Message(f"singular.{quality}" if number == 1 else f"plural.{quality}")


FIGHTERS = (Quality.VETERAN, Quality.AVERAGE, Quality.CONSCRIPT, Quality.CIVILIAN)
SOLDIERS = (Quality.VETERAN, Quality.AVERAGE, Quality.CONSCRIPT)


class Cover(Vocabulary):
    """What stands between (R48-8.09 to R48-8.11)."""

    NONE = "None"
    SOFT = "Soft"
    HARD = "Hard"
    FORTIFICATIONS = "Fortifications"


class Terrain(Vocabulary):
    """Ground to be crossed (R48-7.01)."""

    OPEN = "Open/Road"
    ROUGH = "Rough/Steep"


class Status(Vocabulary):
    """The state of a unit's morale (R48-10.05, R48-10.06)."""

    SOLID = "Solid"
    WAVERING = "Wavering"


class Firearm(Vocabulary):
    """What a figure shoots with."""

    NONE = "none"
    PISTOL = "pistol"
    CARBINE = "carbine"
    MUSKET = "musket"
    PERCUSSION_RIFLE = "percussion rifle"
    FLINTLOCK_RIFLE = "flintlock rifle"
    NEEDLE_GUN = "needle gun"


RIFLES = (Firearm.PERCUSSION_RIFLE, Firearm.FLINTLOCK_RIFLE, Firearm.NEEDLE_GUN)


class Shot(Vocabulary):
    """A column of the fire table (R48-G.20)."""

    THROW = "Throw"
    PISTOL = "Pistol"
    CARBINE = "Carbine"
    MUSKET = "Musket"
    RIFLE = "Rifle"


class Melee(Vocabulary):
    """The two classes of attack (R48-6.13)."""

    LETHAL = "lethal"
    IMPROVISED = "improvised"


class HandWeapon(Vocabulary):
    """What is in the hand, for those who ask whether it is lethal (R48-G.22)."""

    SWORD = "sword"
    SABRE = "sabre"
    LANCE = "lance"
    BAYONET = "bayonet"
    AXE = "axe"
    SCYTHE = "scythe"
    CLUB = "club"
    PITCHFORK = "pitchfork"
    CLUBBED_FIREARM = "clubbed firearm"
    FISTS = "fists"


class GunClass(Vocabulary):
    """Light up to 8 pounds, field above (R48-3.31a, R48-3.32a)."""

    LIGHT = "light"
    FIELD = "field"


class Ammunition(Vocabulary):
    """What is in the barrel (R48-8.19a)."""

    ROUNDSHOT = "roundshot"
    CANNISTER = "cannister"
    SHELL = "shell"


class GunState(Vocabulary):
    """Whether a gun is ready to be served (R48-7.12)."""

    UNLIMBERED = "unlimbered"
    LIMBERED = "limbered"


class Activity(Vocabulary):
    """The three things that Stand/Rally/Load covers (R48-6.03)."""

    STAND = "Stand"
    RALLY = "Rally"
    LOAD_RIFLES = "Load rifles"
    LOAD_GUN = "Load gun"


class Leading(Vocabulary):
    """Who leads a unit when its morale is tested (R48-6.41, R48-G.30, R48-G.55)."""

    OFFICER_OR_NCO = "officer or NCO"
    PROMOTED_NCO = "promoted NCO"
    MOB_LEADER = "mob leader"
    NOBODY = "nobody"


class Instead(Vocabulary):
    """What a Move action may be used for (R48-7.12, R48-7.13)."""

    MOVE = "Move"
    LIMBER = "limber"
    UNLIMBER = "unlimber"
    TURN = "turn"


class Reaction(Vocabulary):
    """What charged figures do (R48-9.06)."""

    NONE = "none"
    MOVE = "move"
    FIRE = "fire"
    THROW = "throw"


class Side(Vocabulary):
    """Who acts (R48-3.03)."""

    PLAYER = "Player"
    NON_PLAYER = "NonPlayer"


class Press(Vocabulary):
    """What the Initiative/Event button brings (R48-4.06)."""

    PLAYER = "Player"
    NON_PLAYER = "Non-Player"
    EVENT = "Event"


class Event(Vocabulary):
    """The event deck (R48-G.05)."""

    CONSCRIPTS = "conscript infantry"
    AVERAGE = "average infantry"
    VETERANS = "veteran infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    MOB = "reactionary mob"
    HEADQUARTERS = "enemy headquarters"
    OFFICER = "enemy officer"
    CONVOY = "convoy"
    ARISTOCRATS = "aristocrats"
    CIVILIANS = "civilians"
    RECRUITS = "revolutionary recruits"
    STRONGPOINT = "government strongpoint"
    CACHE = "cache"
    NEWS = "news"


TROOPS = (
    Event.CONSCRIPTS,
    Event.AVERAGE,
    Event.VETERANS,
    Event.CAVALRY,
    Event.ARTILLERY,
)  # what the director holds back
AMBUSHERS = (*TROOPS, Event.MOB)


class News(Vocabulary):
    """Events that are not arrivals (R48-G.12)."""

    DESERTION = "desertion"
    TRICOLOUR = "tricolour"
    CROWD = "crowd"
    CONFUSED = "confused orders"
    REINFORCEMENT = "reinforcement"
    RUMOUR = "rumour"


class Cache(Vocabulary):
    """Things that can be found and seized (R48-1.10, R48-3.51)."""

    DUMP = "supply dump"
    PRISONERS = "political prisoners"
    PAPERS = "papers"
    CASH = "cash"
    HIDERS = "aristocrats in hiding"
    NOTHING = "nothing"


class Garrison(Vocabulary):
    """Who holds a strongpoint (R48-G.09)."""

    ABANDONED = "abandoned"
    CONSCRIPTS = "conscripts"
    AVERAGE = "average"
    VETERANS = "veterans"
    AVERAGE_WITH_GUN = "average with a gun"
    HEADQUARTERS = "headquarters"


class Direction(Vocabulary):
    """Eight directions, 45 degrees apart (R48-11.33, R48-G.08)."""

    FRONT = "front"
    LEFT_FRONT = "left front"
    LEFT = "left"
    LEFT_REAR = "left rear"
    REAR = "rear"
    RIGHT_REAR = "right rear"
    RIGHT = "right"
    RIGHT_FRONT = "right front"


class Audience(Vocabulary):
    """Who is spoken to (R48-6.51c, R48-G.41)."""

    CIVILIANS = "Civilians"
    CONSCRIPT = "Conscript"
    AVERAGE = "Average"
    VETERAN = "Veteran"
    MOB = "mob"
    ARISTOCRATS = "aristocrats"


class Speaker(Vocabulary):
    """Who speaks (R48-6.51, R48-G.56)."""

    LEADER = "revolutionary leader"
    REPRESENTATIVE = "appointed representative"
    OTHER = "other figure"


class PersonKind(Vocabulary):
    """Who is questioned or searched (R48-G.42a)."""

    OFFICER = "officer of a unit"
    ENEMY_OFFICER = "Enemy Officer"
    HEADQUARTERS = "Headquarters"
    ARISTOCRAT = "aristocrat"


class BarrierKind(Vocabulary):
    """What bars the way (R48-G.38)."""

    DOOR = "door"
    GATE = "gate"
    FORTRESS_GATE = "fortress gate"


class Points(Vocabulary):
    """How well the rising stands, for negotiations (R48-G.39)."""

    FEW = "under 25"
    SOME = "25 or more"
    MANY = "50 or more"


class Kind(Vocabulary):
    """Kinds of Non-Player unit (R48-A.27)."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    CONVOY = "convoy"
    CONVOY_GUARDS = "convoy guards"
    HEADQUARTERS = "headquarters"
    ENEMY_OFFICER = "Enemy Officer"
    ARISTOCRATS = "aristocrats"
    CIVILIANS = "civilians"
    MOB = "mob"
    GARRISON = "garrison"
    REVOLUTIONARIES = "revolutionaries"


NON_PLAYERS = tuple(kind for kind in Kind if kind is not Kind.REVOLUTIONARIES)
GOVERNMENT = tuple(kind for kind in NON_PLAYERS if kind not in (Kind.ARISTOCRATS, Kind.CIVILIANS, Kind.MOB))
LINE = (Kind.INFANTRY, Kind.CAVALRY, Kind.CONVOY_GUARDS)
BYSTANDERS = (Kind.CIVILIANS, Kind.ARISTOCRATS)  # they never fight (R48-3.41, R48-5.07)
UNARMED = (*BYSTANDERS, Kind.CONVOY)  # nor do wagons, whose guards are a unit of their own
FLEEING = (Kind.CONVOY, Kind.HEADQUARTERS, Kind.ENEMY_OFFICER, Kind.ARISTOCRATS)


class Deed(Vocabulary):
    """What a Non-Player unit does (R48-A.28)."""

    ATTACK = "Attack"
    FIRE = "Fire"
    FIRE_GUN = "Fire gun"
    THROW = "Throw"
    CHARGE = "Charge"
    MOVE_AWAY = "Move away"
    MOVE_TOWARD = "Move toward"
    MOVE_LAST_KNOWN = "Move to the last known place"
    MOVE_EXIT = "Move to the exit"
    MOVE_EDGE = "Move to the nearest edge"
    MOVE_ROAD = "Move by road"
    MOVE_BETWEEN = "Move between"
    MOVE_FLANK = "Move round the flank"
    MOVE_STOP = "Move to the stop distance"
    MOVE_BACK = "Move back to the gun"
    CROSS = "Cross the table"
    WITHDRAW = "Withdraw"
    LEAVE = "Leave the table"
    ABANDON = "Abandon the gun"
    UNLIMBER = "Unlimber"
    MOVE_LIMBERED = "Move with friends"
    TURN = "Turn"
    LOAD = "Load"
    RALLY = "Rally"
    STAND = "Stand"
    STAND_COVER = "Stand in cover"
    SUBMIT = "Submit"
    SALLY = "Sally"
    REACT_FIRE = "React by fire"
    REACT_THROW = "React by stones"
    REACT_MOVE = "React by a move"
    REACT_NONE = "Take the charge"


class Ended(Vocabulary):
    """How a charge ended."""

    SHORT = "short"
    LOST_CONTACT = "lost contact"
    SCATTERED = "scattered"  # Civilians, who leave play
    SUBMITTED = "submitted"  # aristocrats, who never fight
    STOPPED = "stopped"
    SHOT_DOWN = "shot down"
    FOUGHT = "fought"


class Entry(Vocabulary):
    """The lines of the point table (R48-12.03)."""

    LEADER_LOST = "leader lost"
    VETERAN_LOST = "veteran lost"
    VOLUNTEER_LOST = "volunteer lost"
    CIVILIAN_RECRUITED = "civilian recruited"
    CONSCRIPT_RECRUITED = "conscript recruited"
    AVERAGE_RECRUITED = "average recruited"
    VETERAN_RECRUITED = "veteran recruited"
    CONSCRIPT_CASUALTY = "conscript casualty"
    AVERAGE_CASUALTY = "average casualty"
    VETERAN_CASUALTY = "veteran casualty"
    MOB_CASUALTY = "mob casualty"
    DUMP_OR_CONVOY = "dump or convoy"
    DOCUMENTS = "documents"
    PRISONERS_FREED = "prisoners freed"
    CASH = "cash"
    STRONGPOINT = "strongpoint"
    OFFICER_OR_ARISTOCRAT = "officer or aristocrat"
    CONCESSION = "concession"
    MISSION = "mission"
    MARGINAL_MISSION = "marginal mission"
    EDGE = "left by the edge"


class Grade(Vocabulary):
    """How a total is judged (R48-12.04, R48-G.46)."""

    DEFEAT = "defeat"
    TECHNICAL = "technical victory"
    MARGINAL = "marginal victory"
    CLEAR = "clear victory"
    HIGHEST = "highest victory"


class Scenario(Vocabulary):
    """Scenarios that come as data (R48-11.02, R48-11.10, R48-11.20)."""

    GENERIC = "Generic"
    MANOR = "The Lord of the Manor"
    KOSSUTH = "Kossuth's flight"


class Reason(Vocabulary):
    """Why the referee ignores something (R48-11.44a, R48-11.48a, R48-G.62(e))."""

    CRUSHING = "too many of them already"
    MASSACRE = "the players are being massacred"
    NO_FIGURES = "no figures left"
    FRIENDLY_LINES = "behind friendly lines"
    WRONG_ENTRY = "entered wrongly"
    OTHER = "other"


class Armed(Vocabulary):
    """Who is given arms (R48-G.06, R48-G.42)."""

    VOLUNTEERS = "volunteers"
    CORE = "core"
    MOB = "mob"


class Capture(Vocabulary):
    """What is taken at the end of an initiative (R48-G.09, R48-G.10, R48-G.18, R48-G.45c)."""

    DUMP = "supply dump"
    CONVOY = "convoy"
    PAPERS = "papers"
    CASH = "cash"
    STRONGPOINT = "strongpoint"
    OFFICER = "officer"
    ARISTOCRATS = "aristocrats"
    GUN = "gun"


QUALITY_ICONS = {
    Quality.VETERAN: "star",
    Quality.AVERAGE: "shako",
    Quality.CONSCRIPT: "musket",
    Quality.CIVILIAN: "civilian",
    Quality.TRANSPORT: "wagon",
}
COVER_ICONS = {Cover.NONE: "open", Cover.SOFT: "soft", Cover.HARD: "hard", Cover.FORTIFICATIONS: "fortified"}
TERRAIN_ICONS = {Terrain.OPEN: "road", Terrain.ROUGH: "rough"}
STATUS_ICONS = {Status.SOLID: "ok", Status.WAVERING: "disordered"}
MELEE_ICONS = {Melee.LETHAL: "bayonet", Melee.IMPROVISED: "tools"}

# The line of the score sheet for a figure of each quality: shot, lost, won for the cause (chapter 12, R48-G.46).
CASUALTIES = {
    Quality.VETERAN: Entry.VETERAN_CASUALTY,
    Quality.AVERAGE: Entry.AVERAGE_CASUALTY,
    Quality.CONSCRIPT: Entry.CONSCRIPT_CASUALTY,
    Quality.CIVILIAN: Entry.MOB_CASUALTY,
}
LOSSES = {
    Quality.VETERAN: Entry.VETERAN_LOST,
    Quality.AVERAGE: Entry.VETERAN_LOST,  # Average soldiers of the core count as veterans (R48-G.46(c))
    Quality.CONSCRIPT: Entry.VOLUNTEER_LOST,
    Quality.CIVILIAN: Entry.VOLUNTEER_LOST,
}
RECRUITS = {
    Quality.VETERAN: Entry.VETERAN_RECRUITED,
    Quality.AVERAGE: Entry.AVERAGE_RECRUITED,
    Quality.CONSCRIPT: Entry.CONSCRIPT_RECRUITED,
    Quality.CIVILIAN: Entry.CIVILIAN_RECRUITED,
}
