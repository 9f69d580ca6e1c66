"""The terms of the rulebook, spelled as its tables spell them."""

from __future__ import annotations

from sandtable.kernel.messages import Vocabulary


class Side(Vocabulary):
    """The two armies."""

    US = "US"
    MEX = "MEX"


OTHER_SIDE = {Side.US: Side.MEX, Side.MEX: Side.US}


class Arm(Vocabulary):
    """Troops are infantry and cavalry; guns are the third arm."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    GUNS = "guns"


TROOPS = (Arm.INFANTRY, Arm.CAVALRY)


class UnitClass(Vocabulary):
    """How a unit was raised (MAW-18.01, MAW-G.46, MAW-G.55)."""

    REGULAR = "regular"
    VOLUNTEER = "volunteer"
    ACTIVE_MILITIA = "active militia"
    NATIONAL_GUARD = "national guard"
    AUXILIARY = "auxiliary"
    IRREGULAR = "irregular"
    MILITIA = "militia"


PART_TIMERS = (UnitClass.NATIONAL_GUARD, UnitClass.AUXILIARY, UnitClass.IRREGULAR)
ALWAYS_PROVISIONAL = (*PART_TIMERS, UnitClass.MILITIA)


class Experience(Vocabulary):
    """A unit's fixed experience (MAW-17.01); Crack and Green are the old names of Elite and Raw (MAW-0.11)."""

    ELITE = "Elite"
    VETERAN = "Veteran"
    TRAINED = "Trained"
    RAW = "Raw"


class MoraleClass(Vocabulary):
    """How many stands a unit bears to lose (MAW-17.03)."""

    SPIRITED = "Spirited"
    RELIABLE = "Reliable"
    UNRELIABLE = "Unreliable"
    DISPIRITED = "Dispirited"


class Effectiveness(Vocabulary):
    """How much a unit has left (MAW-17.04)."""

    FRESH = "Fresh"
    WORN = "Worn"
    SPENT = "Spent"


class OrderState(Vocabulary):
    """How troops stand."""

    GOOD = "good order"
    DISORDERED = "disordered"
    BROKEN = "broken"


class Formation(Vocabulary):
    """Formations of troops; open order is what older texts call extended line (MAW-0.11)."""

    LINE = "line"
    SUPPORTED_LINE = "supported line"
    OPEN_THIN = "open order thin"
    OPEN_DEEP = "open order deep"
    FIELD_COLUMN = "field column"
    MARCH_COLUMN = "march column"
    STORMING_COLUMN = "storming column"
    DELIBERATE_SQUARE = "deliberate square"
    HASTY_SQUARE = "hasty square"
    GARRISON = "garrison"


F = Formation
OPEN_ORDER = (F.OPEN_THIN, F.OPEN_DEEP)
SQUARES = (F.DELIBERATE_SQUARE, F.HASTY_SQUARE)
LINES = (F.LINE, F.SUPPORTED_LINE)
CHARGING_FORMATIONS = (*LINES, *OPEN_ORDER, F.FIELD_COLUMN, F.STORMING_COLUMN)
CAVALRY_FORMATIONS = (*LINES, *OPEN_ORDER, F.FIELD_COLUMN, F.MARCH_COLUMN, F.STORMING_COLUMN)


class Weapon(Vocabulary):
    """Weapon codes of the labels (chapters 19 and 20)."""

    M = "M"
    R = "R"
    C = "C"
    IM = "IM"
    IR = "IR"
    LG = "LG"
    LH = "LH"
    MG = "MG"
    HG = "HG"
    HH = "HH"
    SG = "SG"
    SH = "SH"
    HR = "HR"
    NONE = "none"


SMALL_ARMS = (Weapon.M, Weapon.R, Weapon.C, Weapon.IM, Weapon.IR)
GUN_WEAPONS = (Weapon.LG, Weapon.LH, Weapon.MG, Weapon.HG, Weapon.HH, Weapon.SG, Weapon.SH, Weapon.HR)


class Carriage(Vocabulary):
    """Carriage and draft (MAW-21.01)."""

    HLC = "hlc"
    OLC = "olc"
    MLC = "mlc"
    FLC = "flc"
    ROCKET = "lc rocket"
    HC_FIELD = "hc field"
    HC_SIEGE = "hc siege"


HEAVY_CARRIAGES = (Carriage.HC_FIELD, Carriage.HC_SIEGE)


class Command(Vocabulary):
    """Who leads a unit's check (MAW-6.05, MAW-6.08)."""

    OWN = "own"
    PROVISIONAL = "provisional"
    OUT = "out of command"


class LeaderRating(Vocabulary):
    """How good the leader of the check is."""

    GALLANT = "Gallant"
    ABLE = "Able"
    POOR = "Poor"


class LeaderWith(Vocabulary):
    """Who is with the unit in person."""

    NONE = "none"
    LEADER = "leader"
    COLONEL = "brave colonel"
    BOTH = "both"


WITH_LEADER = (LeaderWith.LEADER, LeaderWith.BOTH)


class Commander(Vocabulary):
    """The rank of a leader, highest first (MAW-G.16)."""

    ARMY = "army"
    DIVISION = "division"
    BRIGADE = "brigade"
    ARTILLERY = "artillery"


class CheckEffect(Vocabulary):
    """What a maneuver check brings (MAW-1.11, MAW-1.12)."""

    DOUBLE_QUICK = "Double Quick"
    WELL_HANDLED = "Well Handled"
    TARDY = "Tardy"
    FALL_BACK = "Fall Back"
    PANIC = "Panic"
    RALLY_WITH_ELAN = "Rally with Elan"
    RALLY = "Rally"
    SHAKEN = "Shaken"
    WAVERING = "Wavering"


FAST_EFFECTS = (CheckEffect.DOUBLE_QUICK, CheckEffect.WELL_HANDLED, CheckEffect.RALLY_WITH_ELAN)
SLOW_EFFECTS = (CheckEffect.TARDY, CheckEffect.RALLY)
MOVING_EFFECTS = (*FAST_EFFECTS, *SLOW_EFFECTS)


class Maneuver(Vocabulary):
    """Every maneuver of the lists (MAW-2.19 to MAW-2.33)."""

    FULL_MOVE = "full move"
    HALF_MOVE = "half move"
    FULL_MOVE_DISORDERED = "full move in disorder"
    CHANGE_FORMATION = "change formation"
    PASSAGE_OF_LINES = "passage of lines"
    MARCH_BY_THE_FLANK = "march by the flank"
    DEPLOY_TO_THE_FRONT = "deploy to the front"
    CHANGE_FRONT = "change front"
    FACE_BY_THE_REAR_RANK = "face by the rear rank"
    SCALE_OBSTACLE = "scale an obstacle"
    STORMING_COLUMN = "form a storming column"
    REPLENISH = "replenish ammunition"
    HOLD = "hold"
    FIRE = "fire"
    LIMBER = "limber"
    UNLIMBER = "unlimber"
    PIVOT = "pivot"
    RALLY_GUNS = "rally the guns"
    MOVE_AND_UNLIMBER = "full move and unlimber"
    LIMBER_AND_MOVE = "limber and full move"
    UNLIMBER_AND_FIRE = "unlimber and fire"
    PIVOT_AND_FIRE = "pivot and fire"
    HAND_HAUL = "hand haul"
    MOVE_UNLIMBER_FIRE = "full move, unlimber and fire"
    LIMBER_MOVE_UNLIMBER = "limber, full move and unlimber"
    LIMBER_AND_RETREAT = "limber and full retreat silenced"
    RETURN_TO_GUNS = "return to the guns"


FIRING = (Maneuver.FIRE, Maneuver.UNLIMBER_AND_FIRE, Maneuver.PIVOT_AND_FIRE, Maneuver.MOVE_UNLIMBER_FIRE)
STANDING = (Maneuver.HOLD, Maneuver.FIRE, Maneuver.REPLENISH, Maneuver.RALLY_GUNS)  # nobody moves


class HastyManeuver(Vocabulary):
    """Replies in the opponent's turn (MAW-2.26 to MAW-2.27, MAW-2.33)."""

    COUNTER_CHARGE = "counter charge"
    HASTY_SQUARE = "hasty square"
    EVADE = "evade"
    SHELTER = "shelter in a square"


class Ground(Vocabulary):
    """Movement classes of ground, fastest first."""

    OPEN = "open"
    BROKEN = "broken"
    ROUGH = "rough"


HARD_GROUND = (Ground.BROKEN, Ground.ROUGH)


class Road(Vocabulary):
    """Roads (MAW-8.12)."""

    NONE = "none"
    GOOD = "good"
    POOR = "poor"


class Cover(Vocabulary):
    """A target's cover."""

    NONE = "none"
    PARTIAL = "partial"
    FULL = "full"
    FORTIFIED = "fortified"


class GroundDefended(Vocabulary):
    """What a defender stands on (MAW-3.01)."""

    NONE = "none"
    FAVORABLE = "favorable"
    STRONG = "strong"
    FORTIFIED = "fortified"


class Light(Vocabulary):
    """Day, the turns of twilight, and the kinds of night (chapter 12)."""

    DAY = "day"
    EVENING_1 = "evening 1"
    EVENING_2 = "evening 2"
    EVENING_3 = "evening 3"
    EVENING_4 = "evening 4"
    MORNING_1 = "morning 1"
    MORNING_2 = "morning 2"
    MORNING_3 = "morning 3"
    MORNING_4 = "morning 4"
    MOONLESS = "night moonless"
    MOONLIT = "night moonlit"
    FULL_MOON = "night full moon"


NIGHTS = (Light.MOONLESS, Light.MOONLIT, Light.FULL_MOON)
TWILIGHTS = tuple(light for light in Light if light is not Light.DAY and light not in NIGHTS)
MORNINGS = tuple(light for light in TWILIGHTS if light.startswith("morning"))
LATE_TWILIGHTS = (Light.EVENING_3, Light.EVENING_4, Light.MORNING_3, Light.MORNING_4)


def effect_in(light: Light, effect: CheckEffect) -> CheckEffect:
    """The effect as it counts: at night Double Quick and Well Handled allow a Tardy maneuver only (MAW-12.10)."""
    less = light in NIGHTS and effect in (CheckEffect.DOUBLE_QUICK, CheckEffect.WELL_HANDLED)
    return CheckEffect.TARDY if less else effect


class FireStep(Vocabulary):
    """The two fire steps of a player turn (MAW-2.09, MAW-2.09a)."""

    DEFENSIVE = "defensive"
    OFFENSIVE = "offensive"


class FireEffect(Vocabulary):
    """What a shot does (MAW-G.04), mildest first."""

    DESULTORY = "Desultory"
    LIVELY = "Lively"
    GALLING = "Galling"
    TELLING = "Telling"
    WITHERING = "Withering"


class InCharge(Vocabulary):
    """How the firing unit stands to a charge (MAW-G.07e, MAW-11.03)."""

    NO = "no"
    CHARGING = "charging the target"
    COLD_STEEL = "charging the target with cold steel"
    CHARGED = "charged by the target"
    CHARGING_OTHER = "charging another"
    CHARGED_BY_OTHER = "charged by another"
    BREAKING_THROUGH = "breaking through"


CHARGING_ROLES = (InCharge.CHARGING, InCharge.COLD_STEEL, InCharge.CHARGING_OTHER, InCharge.BREAKING_THROUGH)
FIRING_IN_CHARGE = (InCharge.CHARGING, InCharge.COLD_STEEL, InCharge.CHARGED)


class GunService(Vocabulary):
    """What guns did this turn before their offensive fire (MAW-G.07j)."""

    HELD = "held"
    FIRE = "maneuver with fire"
    OTHER = "other maneuver"


class TargetCharge(Vocabulary):
    """Whether the target is charging."""

    NO = "no"
    CHARGING = "charging"
    COLD_STEEL = "cold steel"


class ChargeFate(Vocabulary):
    """What becomes of a charge under fire."""

    NONE = "none"
    GOES_HOME = "goes home"
    CHECKED = "checked"


class CombatNumber(Vocabulary):
    """Which combat it is (MAW-3.08)."""

    FIRST = "charge"
    BREAKTHROUGH = "breakthrough"
    RESUMED = "struggle resumed"


class ChargePart(Vocabulary):
    """What a unit in a charge combat declared or met before it (MAW-2.26, MAW-11.02, MAW-G.04a)."""

    PLAIN = "plain"
    DECLARED = "declared"
    COLD_STEEL = "cold steel"
    COUNTER_CHARGED = "counter charged"
    CHECKED = "checked by fire"


class ChargeEffect(Vocabulary):
    """What a charge combat brings (MAW-3.04), best for the attacker first."""

    SWEPT = "Swept from the Field"
    DRIVEN_BACK = "Driven Back"
    HARD_PRESSED = "Hard Pressed"
    DESPERATE = "Desperate Struggle"
    FALTER = "Falter"
    RECOIL = "Recoil"
    REPULSED = "Repulsed"


ATTACKER_WINS = (ChargeEffect.SWEPT, ChargeEffect.DRIVEN_BACK, ChargeEffect.HARD_PRESSED)


class LeaderFate(Vocabulary):
    """Row groups of the Fallen Leader Table (MAW-3.06)."""

    UNHARMED = "unharmed"
    DISMOUNTED = "dismounted"
    WOUNDED = "wounded"
    LOST = "lost"


class Phase(Vocabulary):
    """The strip of a player turn."""

    LEADERS = "leaders"
    MANEUVER = "maneuver"
    DEFENSIVE_FIRE = "defensive_fire"
    OFFENSIVE_FIRE = "offensive_fire"
    CHARGES = "charges"
    END = "end"


class Mover(Vocabulary):
    """Who moves, for the move calculator."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    GUNS = "guns"
    LEADER = "leader"


class MovePart(Vocabulary):
    """How much of a move."""

    FULL = "full"
    HALF = "half"


class Grade(Vocabulary):
    """How a battle is won (MAW-G.27b)."""

    DRAW = "draw"
    MARGINAL = "marginal"
    CLEAR = "clear"
    DECISIVE = "decisive"


ARM_ICONS = {Arm.INFANTRY: "infantry", Arm.CAVALRY: "cavalry", Arm.GUNS: "artillery"}
ORDER_ICONS = {OrderState.GOOD: "ok", OrderState.DISORDERED: "disordered", OrderState.BROKEN: "demoralized"}
COVER_ICONS = {Cover.NONE: "open", Cover.PARTIAL: "soft", Cover.FULL: "hard", Cover.FORTIFIED: "fortified"}
