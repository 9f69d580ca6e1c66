"""The terms of the rulebook, spelled as its tables spell them."""

from __future__ import annotations

from sandtable.kernel.form import Family
from sandtable.kernel.messages import Vocabulary


class Side(Vocabulary):
    """Villistas attack, Federals defend (AVD-1.01b)."""

    VILLISTA = "villista"
    FEDERAL = "federal"


OTHER_SIDE = {Side.VILLISTA: Side.FEDERAL, Side.FEDERAL: Side.VILLISTA}


class Weapon(Vocabulary):
    """What is fired or thrown (AVD-7.11)."""

    MAUSER = "mauser"
    WINCHESTER = "winchester"
    HOTCHPOTCH = "hotchpotch"
    MACHINE_GUN = "mg"
    FIELD_GUN = "field_gun"
    HOTCHPOTCH_FIELD_GUN = "hotch_field_gun"
    DYNAMITE = "dynamite"


W = Weapon
RIFLES = (W.MAUSER, W.WINCHESTER, W.HOTCHPOTCH)
GENERALS_RIFLES = (W.MAUSER, W.WINCHESTER)
FIELD_GUNS = (W.FIELD_GUN, W.HOTCHPOTCH_FIELD_GUN)
GUNS = (W.MACHINE_GUN, *FIELD_GUNS)
SHOT = (*RIFLES, *GUNS)

WEAPON_FAMILIES = (
    Family("infantry", RIFLES),
    Family("machine-guns", (W.MACHINE_GUN,)),
    Family("artillery", FIELD_GUNS),
    Family("dynamite", (W.DYNAMITE,)),
)
WEAPON_ICONS = {
    W.MAUSER: "rifle",
    W.WINCHESTER: "carbine",
    W.HOTCHPOTCH: "musket",
    W.MACHINE_GUN: "machine-guns",
    W.FIELD_GUN: "artillery",
    W.HOTCHPOTCH_FIELD_GUN: "light-gun",
    W.DYNAMITE: "dynamite",
}


class Rifle(Vocabulary):
    """What the figures of a unit carry (AVD-2.05 to AVD-2.06)."""

    MAUSER = "mauser"
    WINCHESTER = "winchester"
    HOTCHPOTCH = "hotchpotch"


class GunKind(Vocabulary):
    """The two kinds of gun (AVD-2.12)."""

    MACHINE_GUN = "mg"
    FIELD_GUN = "field_gun"


class TargetKind(Vocabulary):
    """What counts as the one unit fired at (AVD-G.48)."""

    UNIT = "unit"
    GUN_CREW = "gun_crew"
    GENERAL = "general"
    VEHICLE = "vehicle"


TARGET_ICONS = {
    TargetKind.UNIT: "figures",
    TargetKind.GUN_CREW: "artillery",
    TargetKind.GENERAL: "general",
    TargetKind.VEHICLE: "wagon",
}


class TroopClass(Vocabulary):
    """Classes in melee; machine gunners are artillery (AVD-11.07)."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


CLASS_ICONS = {
    TroopClass.INFANTRY: "infantry",
    TroopClass.CAVALRY: "cavalry",
    TroopClass.ARTILLERY: "artillery",
}


class Cover(Vocabulary):
    """The classes of cover (AVD-6.01)."""

    OPEN = "open"
    SOFT = "soft"
    HARD = "hard"


COVER_ICONS = {Cover.OPEN: "open", Cover.SOFT: "soft", Cover.HARD: "hard"}


class Feature(Vocabulary):
    """What stands on the table and gives cover (AVD-6.01)."""

    BROKEN_GROUND = "broken_ground"
    STREAM = "stream"
    FENCE = "fence"
    WALL = "wall"
    HILL = "hill"
    BARRICADE = "barricade"
    TRUCK = "truck"
    TRENCH = "trench"
    BUILDING = "building"
    BRIDGE = "bridge"
    FIELDWORK = "fieldwork"
    RIVER = "river"
    BARBED_WIRE = "barbed_wire"


class Obstacle(Vocabulary):
    """What a path leads through or over (AVD-G.14)."""

    BROKEN_GROUND = "broken_ground"
    HILL = "hill"
    STREAM = "stream"
    FENCE = "fence"
    LOW_WALL = "low_wall"
    HIGH_WALL = "high_wall"
    BARRICADE = "barricade"
    TRENCH = "trench"
    RIVER = "river"
    BRIDGE = "bridge"
    BUILDING = "building"
    FIELDWORK = "fieldwork"
    STANDING_VEHICLE = "standing_vehicle"
    BARBED_WIRE = "barbed_wire"
    RUBBLE = "rubble"


class Posture(Vocabulary):
    """How a figure stands or lies (AVD-9.05 to AVD-9.07)."""

    UPRIGHT = "upright"
    PRONE = "prone"
    FIRED_PRONE = "fired_prone"
    CRAWLING = "crawling"


LYING = (Posture.PRONE, Posture.FIRED_PRONE)


class Mover(Vocabulary):
    """Rows of the movement table (AVD-5.01)."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    FIELD_GUN = "field_gun"
    MOTORBIKE = "motorbike"
    TRUCK = "truck"
    WITH_MACHINE_GUN = "with_mg"
    PUSHING_GUN = "pushing_gun"
    CRAWLING = "crawling"


MOVER_ICONS = {
    Mover.INFANTRY: "infantry",
    Mover.CAVALRY: "cavalry",
    Mover.FIELD_GUN: "limbered",
    Mover.MOTORBIKE: "road",
    Mover.TRUCK: "wagon",
    Mover.WITH_MACHINE_GUN: "machine-guns",
    Mover.PUSHING_GUN: "unlimbered",
    Mover.CRAWLING: "down",
}
VEHICLES = (Mover.MOTORBIKE, Mover.TRUCK)
HAULERS = (Mover.WITH_MACHINE_GUN, Mover.PUSHING_GUN)
TROOPS = (Mover.INFANTRY, Mover.CAVALRY)


class Rate(Vocabulary):
    """The two rates of movement (AVD-5.01)."""

    AMBLE = "amble"
    FAST = "fast"


class WholeMove(Vocabulary):
    """What takes a whole move (AVD-5.15, AVD-5.16, AVD-5.16b, AVD-6.02, AVD-7.06b)."""

    LIMBER = "limber"
    UNLIMBER = "unlimber"
    MOUNT = "mount"
    DISMOUNT = "dismount"
    BOARD = "board"
    GET_OFF = "get_off"
    CLEAR_WIRE = "clear_wire"
    REALIGN = "realign"


class StructureKind(Vocabulary):
    """What has a hit value (AVD-10.01, AVD-G.23)."""

    STONE_BUILDING = "stone_building"
    WOODEN_BUILDING = "wooden_building"
    LINEAR_STONE = "linear_stone"
    LINEAR_WOODEN = "linear_wooden"
    FIELDWORK = "fieldwork"
    BRIDGE = "bridge"
    WOODEN_BRIDGE = "wooden_bridge"
    TRENCH = "trench"
    TRUCK = "truck"
    MOTORBIKE = "motorbike"


S = StructureKind
STRUCTURE_ICONS = {
    S.STONE_BUILDING: "church",
    S.WOODEN_BUILDING: "house",
    S.LINEAR_STONE: "fortified",
    S.LINEAR_WOODEN: "barricade",
    S.FIELDWORK: "trench",
    S.BRIDGE: "bridge",
    S.WOODEN_BRIDGE: "bridge",
    S.TRENCH: "trench",
    S.TRUCK: "wagon",
    S.MOTORBIKE: "road",
}


WHOLE_UNITS = frozenset({S.STONE_BUILDING, S.WOODEN_BUILDING, S.BRIDGE, S.WOODEN_BRIDGE, S.TRUCK, S.MOTORBIKE})
"""Whoever is caught in these goes altogether; elsewhere figures are lost, and a unit may desert over them."""


class Buildings(Vocabulary):
    """Where firer and target are, as far as buildings matter (AVD-7.12, AVD-G.22, AVD-G.45)."""

    NONE = "none"
    FIRER_INSIDE = "firer_inside"
    TARGET_INSIDE = "target_inside"
    EACH_IN_ITS_OWN = "each_in_its_own"
    SAME_BUILDING = "same_building"
    ENEMY_INSIDE_TOO = "enemy_inside_too"


class ForceMethod(Vocabulary):
    """How a force is raised (AVD-2.03, AVD-2.04)."""

    A = "A"
    B = "B"


class Arm(Vocabulary):
    """The arms of units and guns on a force sheet."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    MACHINE_GUN = "mg"
    FIELD_GUN = "field_gun"
    GENERAL = "general"


UNIT_ARMS = (Arm.INFANTRY, Arm.CAVALRY)
GUN_ARMS = (Arm.MACHINE_GUN, Arm.FIELD_GUN)
ARM_ICONS = {
    Arm.INFANTRY: "infantry",
    Arm.CAVALRY: "cavalry",
    Arm.MACHINE_GUN: "machine-guns",
    Arm.FIELD_GUN: "artillery",
    Arm.GENERAL: "general",
}


class Change(Vocabulary):
    """What may be noted of a unit by hand."""

    DESERTS = "deserts"
    PRONE_TO_DESERTION = "prone_to_desertion"
    NORMAL_AGAIN = "normal_again"
    ARRIVED = "arrived"
    LENT_TO_A_GUN = "lent_to_a_gun"
    FLANK_MARCH = "flank_march"
    TAKEN = "taken"
    REMOVED = "removed"


class Compared(Vocabulary):
    """Options whose weight is worked out at set-up (AVD-G.47 and others)."""

    FORCE_METHOD = "force_method"
    FLANK_THROWS = "flank"
    DESERTION_TEST = "desertion_test"
    SMALL_UNIT_FIRE = "small_unit_fire"
    HOTCHPOTCH_HARD = "hotch_hard"
    NATURAL_ONE_FAILS = "natural_one_fails"
    GENERAL_SHIELD = "general_shield"
    FIELD_GUN_TYPE = "field_gun_type"
    MELEE_COVER = "melee_cover"
    MELEE_MAX = "melee_max"
    CAPTURED_MG_DICE = "captured_mg_dice"
