"""What a player says of a maneuver on the table: the steps of its way, flanks that are refused, frontage, facing, where to (chapters 7, 8, 13)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sandtable.geometry.measure import DEGREE, Facing, Length, inches
from sandtable.kernel.form import Section, choice, distance, group, number, text, when
from sandtable.kernel.messages import Vocabulary
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.drill import CarryOut
from sandtable.rulesets.mexican_american_war.melee import STORMERS_FORM
from sandtable.rulesets.mexican_american_war.vocabulary import Formation, Maneuver

MOST_STEPS = 8
HALF_CIRCLE = 180  # degrees


class StepKind(Vocabulary):
    """The steps that a way is made of."""

    ADVANCE = "advance"
    WITHDRAW = "withdraw"
    OBLIQUE = "oblique"
    OBLIQUE_BACK = "oblique back"
    WHEEL = "wheel"
    WHEEL_BACK = "wheel back"
    RIGHT = "by the right flank"
    LEFT = "by the left flank"
    ROAD = "along the road"
    ROAD_BACK = "back along the road"
    TURN = "turn"  # on the spot: guns, and formations out of a square


class Flank(Vocabulary):
    """To which side a formation is widened, or a column faces when it forms line along its way."""

    BOTH = "both"
    LEFT = "left"
    RIGHT = "right"


K = StepKind
FARS = (K.ADVANCE, K.WITHDRAW, K.OBLIQUE, K.OBLIQUE_BACK, K.RIGHT, K.LEFT, K.ROAD, K.ROAD_BACK)
TURNS = (K.OBLIQUE, K.OBLIQUE_BACK, K.WHEEL, K.WHEEL_BACK, K.TURN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: how far, or by how many degrees, to the right where they are not negative."""

    step: StepKind = choice(StepKind, section=Section.ACTION, usual=K.ADVANCE)
    inches: Fraction = distance(
        section=Section.ACTION, widget="step", highest=120, usual=Fraction(0), needed=when("step", *FARS)
    )
    degrees: int = number(
        section=Section.ACTION, lowest=-HALF_CIRCLE, highest=HALF_CIRCLE, usual=0, needed=when("step", *TURNS)
    )

    @property
    def far(self) -> Length:
        """How far it leads."""
        return inches(self.inches)

    @property
    def by(self) -> Facing:
        """How far it turns."""
        return self.degrees * DEGREE


@dataclass(frozen=True, slots=True, kw_only=True)
class TableManeuver(CarryOut):
    """A maneuver with its way."""

    steps: tuple[Step, ...] = group(Step, lowest=0, highest=MOST_STEPS, section=Section.ACTION)
    after: bool = fields.box(Section.ACTION, usual=True)  # the half move follows the change of formation
    refuse_left: int = number(section=Section.ACTION, lowest=0, highest=fields.LARGEST_UNIT, usual=0)
    refuse_right: int = number(section=Section.ACTION, lowest=0, highest=fields.LARGEST_UNIT, usual=0)
    refuse_by: int = number(section=Section.ACTION, lowest=0, highest=HALF_CIRCLE, usual=45)
    flank: Flank = choice(Flank, section=Section.ACTION, usual=Flank.BOTH)
    ranks: int | None = number(section=Section.ACTION, lowest=1, highest=6, optional=True)
    interval: Fraction | None = distance(section=Section.ACTION, widget="step", highest=6, optional=True)
    place: str | None = text(section=Section.ACTION, optional=True)  # a structure, or a defile
    forms: Formation | None = choice(
        Formation,
        section=Section.ACTION,
        only=STORMERS_FORM,
        optional=True,
        needed=when("maneuver", Maneuver.STORMING_COLUMN),
    )  # beyond the defile
    left_defile: bool = fields.box(needed=when("maneuver", Maneuver.STORMING_COLUMN))


CHOSEN = (
    "maneuver", "new_formation", "mounted_after", "steps", "after", "refuse_left", "refuse_right", "refuse_by", "flank", "ranks",
    "interval", "place", "forms",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Drill:
    """All of a maneuver that tells where stands end: so that what is worked out for it can be kept."""

    maneuver: Maneuver
    new: Formation | None = None
    mounted: bool | None = None
    steps: tuple[Step, ...] = ()
    after: bool = True
    left: int = 0
    right: int = 0
    bend: Facing = 0
    flank: Flank = Flank.BOTH
    ranks: int | None = None
    interval: Length | None = None
    place: str = ""

    @classmethod
    def of(cls, told: TableManeuver) -> Drill:
        """What a form says of places."""
        changes = told.maneuver is Maneuver.CHANGE_FORMATION
        refuses = bool(told.refuse_left or told.refuse_right)
        return cls(
            told.maneuver,
            told.new_formation if changes else told.forms,
            told.mounted_after if changes else None,
            told.steps,
            told.after,
            told.refuse_left,
            told.refuse_right,
            told.refuse_by * DEGREE if refuses else 0,
            told.flank,
            told.ranks,
            None if told.interval is None else inches(told.interval),
            told.place or "",
        )
