"""The terms of the rulebook, spelled as its tables spell them (REV-0.08)."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.form import Family
from sandtable.kernel.messages import Message, Vocabulary


class UnitType(Vocabulary):
    """Unit types (REV-2.01) and the special types a scenario may bring in (chapter 10)."""

    IRREGULAR_INFANTRY = "IrregularInfantry"
    REGULAR_INFANTRY = "RegularInfantry"
    VETERAN_INFANTRY = "VeteranInfantry"
    IRREGULAR_CAVALRY = "IrregularCavalry"
    REGULAR_CAVALRY = "RegularCavalry"
    VETERAN_CAVALRY = "VeteranCavalry"
    MACHINE_GUNS = "MachineGuns"
    ARTILLERY = "Artillery"
    FAST_TRANSPORT = "FastTransport"
    SLOW_TRANSPORT = "SlowTransport"
    TRAIN = "train"
    TRUCK = "truck"
    SALOON_CAR = "saloonCar"
    MULE_TRAIN = "muleTrain"
    ARMORED_CAR = "armoredCar"
    TANKETTE = "tankette"
    MAQUINA_LOCA = "maquinaLoca"
    AIRCRAFT = "aircraft"


U = UnitType
INFANTRY = (U.IRREGULAR_INFANTRY, U.REGULAR_INFANTRY, U.VETERAN_INFANTRY)
CAVALRY = (U.IRREGULAR_CAVALRY, U.REGULAR_CAVALRY, U.VETERAN_CAVALRY)
ASSAULT_TROOPS = (*INFANTRY, *CAVALRY)
GUNS = (U.MACHINE_GUNS, U.ARTILLERY)
ARMORED = (U.ARMORED_CAR, U.TANKETTE)
AUTOMOBILES = (U.TRUCK, U.SALOON_CAR, *ARMORED)
ON_RAILS = (U.TRAIN, U.MAQUINA_LOCA)
ONE_BASE = (U.MAQUINA_LOCA, U.AIRCRAFT)  # always a single base (REV-G.30j, REV-G.33)
NEVER_DEPLOY = (U.FAST_TRANSPORT, *ON_RAILS, *AUTOMOBILES, U.AIRCRAFT)  # REV-10.52b, REV-G.18
ONE_FORMATION = (*ON_RAILS, *AUTOMOBILES, U.AIRCRAFT)  # as targets they have no choice (REV-10.10, REV-10.52)
BATTERIES = (*GUNS, *ARMORED)  # their number of bases counts when they fire (REV-G.06b)
SHOOTERS = (*INFANTRY, *CAVALRY, *GUNS)
FIGHTERS = (*SHOOTERS, *ARMORED)  # all that can fire (REV-6.03, REV-10.58)
LONG_LIVED = tuple(kind for kind in U if kind not in ONE_BASE)
SEVERAL = (U.MACHINE_GUNS, U.TRUCK, U.SALOON_CAR, *ARMORED)  # their names are plurals
ON_THE_GROUND = tuple(kind for kind in U if kind is not U.AIRCRAFT)

ARMS = (
    Family("infantry", INFANTRY),
    Family("cavalry", CAVALRY),
    Family("machine-guns", (U.MACHINE_GUNS,)),
    Family("artillery", (U.ARTILLERY,)),
    Family("transport", tuple(kind for kind in U if kind not in SHOOTERS)),
)


class Status(Vocabulary):
    """How a unit stands (REV-5.01)."""

    OK = "OK"
    DISORDERED = "Disordered"
    DEMORALIZED = "Demoralized"


class Formation(Vocabulary):
    """The three formations (REV-4.01)."""

    DEPLOYED = "deployed"
    MANEUVER = "maneuver"
    MARCH = "march"


class Cover(Vocabulary):
    """Cover classes (REV-8.10), from none to best."""

    OPEN = "open"
    SOFT = "soft"
    HARD = "hard"
    FORTIFIED = "fortified"


class LeaderPlace(Vocabulary):
    """Where the Leader of the acting unit is (REV-9.01)."""

    NONE = "none"
    WITHIN_6 = "within6"
    ATTACHED = "attached"


class OrderResult(Vocabulary):
    """What becomes of an order (REV-4.70)."""

    RECEIVED = "received"
    DELAYED = "delayed"
    LOST = "lost"


class Order(Vocabulary):
    """Orders that involve movement (REV-4.70)."""

    DEPLOY_TACTICAL = "DeployTactical"
    MANEUVER = "Maneuver"
    MARCH = "March"
    ASSAULT = "Assault"


class FireMode(Vocabulary):
    """Deployed Fire or Moving Fire (REV-6.01)."""

    DEPLOYED = "deployed"
    MOVING = "moving"


class Outnumber(Vocabulary):
    """Who has more bases (REV-6.30); at most one box counts."""

    NONE = "none"
    ACTOR = "actorOutnumbered"
    ACTOR_BADLY = "actorBadlyOutnumbered"
    TARGET = "targetOutnumbered"
    TARGET_BADLY = "targetBadlyOutnumbered"


class Earlier(Vocabulary):
    """What the acting unit has already done this turn."""

    NOTHING = "nothing"
    DEPLOY_TACTICAL = "DeployTactical"
    OTHER_MOVE = "otherMove"
    FIRED = "fired"  # Moving Fire, which a move may still follow
    ORDER_LOST = "orderLost"
    ACTED = "acted"  # its one action is taken: Deployed Fire, Rest, fire after a lost order
    REGROUPED = "regrouped"
    USED_UP = "usedUpByAnAssault"


class Afterwards(Vocabulary):
    """The move declared together with Moving Fire (REV-3.40)."""

    NOTHING = "nothing"
    DEPLOY_TACTICAL = "DeployTactical"
    MANEUVER = "Maneuver"


class Aboard(Vocabulary):
    """What the acting unit rides on."""

    NO = "no"
    TRAIN_HALTED = "trainHalted"
    TRAIN_MOVED = "trainMoved"
    AUTOMOBILE = "automobile"
    GOT_OFF = "gotOffThisTurn"


class TargetAboard(Vocabulary):
    """Whether the target is a train or rides on something, and what the train did this turn."""

    NO = "no"
    HALTED = "halted"
    MANEUVER = "Maneuver"
    MARCH = "March"
    AUTOMOBILE = "automobile"


TRAIN_MOVES = (TargetAboard.MANEUVER, TargetAboard.MARCH)


class Side(Vocabulary):
    """The two labels (REV-2.47)."""

    GOVERNMENT = "Government"
    REVOLUTIONARY = "Revolutionary"


class ArmyQuality(Vocabulary):
    """How much an army will bear (REV-11.03)."""

    UNMOTIVATED = "unmotivated"
    AVERAGE = "average"
    MOTIVATED = "motivated"


class Loss(Vocabulary):
    """What costs army morale (REV-11.04, REV-G.44)."""

    DESTROYED = "destroyed"
    SURRENDERED = "surrendered"
    LEFT_TABLE = "leftTable"
    LEADER_KILLED = "leaderKilled"
    ASSET_DESTROYED = "assetDestroyed"


class BlastSource(Vocabulary):
    """What blew up (REV-10.32, REV-10.91)."""

    MAQUINA_LOCA = "maquinaLoca"
    COMMAND_MINE = "commandMine"
    SMALL_MINE = "smallMine"


class Vehicle(Vocabulary):
    """Wrecked vehicles that throw out their passengers."""

    TRAIN = "train"
    AUTOMOBILE = "automobile"


UNIT_ICONS = {
    **dict.fromkeys(INFANTRY, "infantry"),
    **dict.fromkeys(CAVALRY, "cavalry"),
    U.MACHINE_GUNS: "machine-guns",
    U.ARTILLERY: "artillery",
    **dict.fromkeys((kind for kind in U if kind not in SHOOTERS), "transport"),
}
STATUS_ICONS = {Status.OK: "ok", Status.DISORDERED: "disordered", Status.DEMORALIZED: "demoralized"}
FORMATION_ICONS = {formation: formation.value for formation in Formation}
COVER_ICONS = {cover: cover.value for cover in Cover}
LEADER_ICONS = {
    LeaderPlace.NONE: "leader-none",
    LeaderPlace.WITHIN_6: "leader-near",
    LeaderPlace.ATTACHED: "leader-attached",
}


def counts_for_break_point(kind: UnitType) -> bool:
    """Combat units leave out unarmed transports and máquinas locas (REV-11.02b); armored cars, tankettes and aircraft count (REV-G.44b)."""
    return kind in (*FIGHTERS, UnitType.AIRCRAFT)


def acts(action: str, name: str | None, unit: UnitType, **more: Any) -> Message:
    """Who does what, by name where there is one; ``number`` makes the verb agree."""
    return Message.of(f"subject.{action}", who=name or unit, number=1 if name or unit not in SEVERAL else 2, **more)
