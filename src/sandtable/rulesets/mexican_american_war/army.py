"""The army: losses and effectiveness, heavy casualties, victory, light, the phases of a turn (MAW-G.18, MAW-G.27, chapters 12 and 17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, number, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.effects import (
    ArmyBreaks,
    ArmyStands,
    BattleWon,
    EffectivenessBecomes,
    GunsWrecked,
    LightIs,
    PhaseBegins,
    StandsLost,
    UnitRemoved,
)
from sandtable.rulesets.mexican_american_war.units import gone_problems, state_of
from sandtable.rulesets.mexican_american_war.vocabulary import (
    OTHER_SIDE,
    TROOPS,
    Arm,
    Effectiveness,
    Grade,
    Light,
    MoraleClass,
    Phase,
    Side,
)
from sandtable.rulesets.mexican_american_war.weapons import light_problems, range_cap

WHOLE = 100  # percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """Stands taken off a unit by hand."""

    side: Side = fields.side()
    name: str | None = fields.name()
    arm: Arm = fields.arm()
    morale_class: MoraleClass = choice(
        MoraleClass, section=Section.ACTOR, usual=MoraleClass.RELIABLE, needed=when("arm", *TROOPS)
    )
    start_stands: int = number(section=Section.ACTOR, lowest=1, highest=fields.LARGEST_UNIT, unit="stands")
    stands: int = fields.stands(optional=False)
    stands_lost: int = number(section=Section.ACTION, lowest=0, highest=fields.LARGEST_UNIT, unit="stands", usual=1)
    gone: bool = fields.box()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Nobody loses more than there is."""
        yield from gone_problems("gone", gone=self.gone)
        if self.stands > self.start_stands:
            about = Message.of("problem.more_than_started", stands=self.stands, started=self.start_stands)
            yield Problem("stands", about, (), "MAW-17.03")
        if self.stands_lost > self.stands:
            yield Problem("stands_lost", Message.of("problem.more_than_there_are", stands=self.stands), (), "MAW-10.01")


@dataclass(frozen=True, slots=True, kw_only=True)
class LossesVerdict(Verdict):
    """What is left."""

    left: int
    state: Effectiveness | None
    measures: ClassVar[dict[str, Any]] = {
        "stands_left": lambda verdict: verdict.left,
        "removed": lambda verdict: verdict.left == 0,
    }

    def outcome(self) -> Outcome:
        """Certain."""
        if not self.left:
            return Outcome("removed", Message("outcome.losses.removed"), 4, 0)
        label = Message.of("outcome.losses.left", left=self.left)
        if self.state is not None:
            label = Message.of("outcome.losses.state", left=self.left, state=self.state)
        return Outcome("left", label, 0, 0)


def losses(situation: Losses, tables: Tables) -> LossesVerdict:
    """Fresh, worn or spent with what is left; troops at one stand are removed (MAW-10.01, MAW-10.04, MAW-17.04)."""
    whom = situation.name or "unit"
    guns = situation.arm is Arm.GUNS
    left = situation.stands - situation.stands_lost
    removed = left <= (0 if guns else tables.number("removed.at")) and situation.stands_lost > 0
    state = None if guns else state_of(situation.morale_class, situation.start_stands, left, tables)
    effects: list[Effect] = []
    if situation.stands_lost:
        count = situation.stands_lost
        effects.append(GunsWrecked(whom=whom, count=count) if guns else StandsLost(whom=whom, count=count))
    if removed:
        effects.append(UnitRemoved(whom=whom))
    elif state is not None:
        effects.append(EffectivenessBecomes(whom=whom, effectiveness=state))
    reasons = (Modifier(Message.of("reason.left", left=left, started=situation.start_stands), None, "MAW-17.04"),)
    return LossesVerdict(left=0 if removed else left, state=state, effects=tuple(effects), reasons=reasons)


# ---- The state of the army --------------------------------------------------------------------------------------------------


def heavy_at(started: int, tables: Tables) -> int:
    """Lost stands that make heavy casualties: a quarter of the start, rounded up, unless the scenario says (MAW-G.18)."""
    return -(-started * tables.number("army.heavy_percent") // WHOLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyState:
    """Judged at the start of the side's player turn (MAW-G.18c)."""

    side: Side = fields.side()
    army_stands: int = number(section=Section.ACTOR, lowest=1, highest=fields.LARGEST_ARMY, unit="stands")
    army_lost: int = number(section=Section.ACTOR, lowest=0, highest=fields.LARGEST_ARMY, unit="stands", usual=0)
    enemy_lost: int = number(section=Section.TARGET, lowest=0, highest=fields.LARGEST_ARMY, unit="stands", usual=0)
    heavy_number: int | None = number(
        section=Section.CIRCUMSTANCE, lowest=1, highest=fields.LARGEST_ARMY, unit="stands", optional=True
    )
    key_position_lost: bool = fields.box(Section.ACTOR)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Nobody loses more than he had."""
        if self.army_lost > self.army_stands:
            about = Message.of("problem.more_than_there_are", stands=self.army_stands)
            yield Problem("army_lost", about, (), "MAW-G.18")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyVerdict(Verdict):
    """The army lines of the maneuver check."""

    heavy: bool
    greater: bool
    modifier: int
    breaks: bool
    measures: ClassVar[dict[str, Any]] = {
        "heavy_casualties": lambda verdict: verdict.heavy,
        "greater_losses": lambda verdict: verdict.greater,
        "army_modifier": lambda verdict: verdict.modifier,
    }

    def outcome(self) -> Outcome:
        """Certain."""
        key = "breaks" if self.breaks else "greater" if self.greater else "heavy" if self.heavy else "sound"
        return Outcome(key, Message.of(f"outcome.army.{key}", modifier=self.modifier), 4 if self.breaks else 0, 0)


def army_state(situation: ArmyState, tables: Tables) -> ArmyVerdict:
    """Heavy casualties, greater losses, key position lost (MAW-G.18 to MAW-G.18b); at half its stands the army withdraws (MAW-G.27c)."""
    limit = situation.heavy_number or heavy_at(situation.army_stands, tables)
    heavy = situation.army_lost >= limit
    greater = heavy and situation.army_lost > situation.enemy_lost
    modifier = army_modifier(tables, heavy=heavy, greater=greater, key_lost=situation.key_position_lost)
    breaks = situation.army_lost * WHOLE >= situation.army_stands * tables.number("army.break_percent")
    stands = ArmyStands(
        whom=situation.side, modifier=modifier, heavy=heavy, greater=greater,
        key_lost=situation.key_position_lost, heavy_at=limit,
    )  # fmt: skip
    effects: tuple[Effect, ...] = (stands, ArmyBreaks(whom=situation.side)) if breaks else (stands,)
    return ArmyVerdict(heavy=heavy, greater=greater, modifier=modifier, breaks=breaks, effects=effects)


def army_modifier(tables: Tables, *, heavy: bool, greater: bool, key_lost: bool) -> int:
    """What the army lines add to every check of the side."""
    modifier = tables.number("maneuver.army.key_position_lost") if key_lost else 0
    if greater:
        modifier += tables.number("maneuver.army.greater_losses")
    if heavy and (not greater or tables.option("greaterLosses") == "add"):
        modifier += tables.number("maneuver.army.heavy_casualties")
    return modifier


# ---- Victory ----------------------------------------------------------------------------------------------------------------


def _points(usual: int = 0) -> Any:
    return number(section=Section.ACTOR, lowest=0, highest=99, usual=usual)


@dataclass(frozen=True, slots=True, kw_only=True)
class Victory:
    """What both sides have earned."""

    us_key_positions: int = _points()
    us_units_destroyed: int = _points()
    us_units_spent: int = _points()
    us_gun_stands: int = _points()
    us_leaders: int = _points()
    mex_at_heavy_casualties: bool = fields.box(Section.ACTOR)
    mex_key_positions: int = _points()
    mex_units_destroyed: int = _points()
    mex_units_spent: int = _points()
    mex_gun_stands: int = _points()
    mex_leaders: int = _points()
    us_at_heavy_casualties: bool = fields.box(Section.ACTOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class VictoryVerdict(Verdict):
    """Points and grade."""

    us: int
    mex: int
    grade: Grade
    measures: ClassVar[dict[str, Any]] = {
        "us_points": lambda verdict: verdict.us,
        "mex_points": lambda verdict: verdict.mex,
    }

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome(self.grade, Message.of("outcome.victory", us=self.us, mex=self.mex, grade=self.grade), 0, 0)


def victory(situation: Victory, tables: Tables) -> VictoryVerdict:
    """Victory points and the grade of the margin (MAW-G.27a, MAW-G.27b)."""
    us = _sum(situation, "us", tables, enemy_heavy=situation.mex_at_heavy_casualties)
    mex = _sum(situation, "mex", tables, enemy_heavy=situation.us_at_heavy_casualties)
    margin = abs(us - mex)
    grade = Grade(tables.row("victory.grade.grade")[sum(margin > bound for bound in tables.row("victory.grade.up_to"))])
    winner = Side.US if us > mex else Side.MEX
    return VictoryVerdict(us=us, mex=mex, grade=grade, effects=(BattleWon(whom=winner, margin=margin, grade=grade),))


def _sum(situation: Victory, who: str, tables: Tables, *, enemy_heavy: bool) -> int:
    counts = (
        ("key_position", f"{who}_key_positions"),
        ("unit_destroyed", f"{who}_units_destroyed"),
        ("unit_spent", f"{who}_units_spent"),
        ("gun_stand", f"{who}_gun_stands"),
        ("leader_lost", f"{who}_leaders"),
    )
    points: int = sum(tables.number("victory", value) * getattr(situation, field) for value, field in counts)
    return points + (tables.number("victory.heavy_casualties") if enemy_heavy else 0)


# ---- Light and phases -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLight:
    """The light of this turn, as the scenario has it."""

    light: Light = choice(Light, section=Section.ACTION)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """The light must be one there is."""
        yield from light_problems(self.light, tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class LightVerdict(Verdict):
    """How far anybody sees."""

    light: Light
    cap: int | None
    measures: ClassVar[dict[str, Any]] = {"range_cap": lambda verdict: verdict.cap or 0}

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome("light", self.light.message, 0, 0)


def set_light(situation: SetLight, tables: Tables) -> LightVerdict:
    """Range cap and command radius (MAW-12.02 to MAW-12.09)."""
    cap = range_cap(situation.light, tables)
    day = situation.light is Light.DAY
    radius = tables.number("command_radius", "clear" if day else "reduced")
    effect = LightIs(whom="both", light=situation.light, cap=cap or 0, radius=radius)
    return LightVerdict(light=situation.light, cap=cap, effects=(effect,))


PHASES = tuple(Phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPhase:
    """The next step of the player turn; after the End the other side moves (MAW-2.01 to MAW-2.10)."""

    phase: Phase | None = choice(Phase, section=Section.ACTION, optional=True)
    phase_now: Phase | None = choice(Phase, section=Section.CIRCUMSTANCE, optional=True)
    side_now: Side | None = choice(Side, section=Section.CIRCUMSTANCE, optional=True)
    first_side: Side = choice(Side, section=Section.CIRCUMSTANCE, usual=Side.US)
    turn_now: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=999, usual=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseVerdict(Verdict):
    """Where the turn stands."""

    phase: Phase
    side: Side
    turn: int
    measures: ClassVar[dict[str, Any]] = {"turn": lambda verdict: verdict.turn}

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome("phase", Message.of("outcome.phase", phase=Message(f"phase.{self.phase}"), side=self.side), 0, 0)


def next_phase(situation: NextPhase, tables: Tables) -> PhaseVerdict:  # noqa: ARG001 - every rule is handed its tables
    """Leaders, Maneuver, defensive fire, offensive fire, Charges, End; then the other side, and a new turn after both."""
    side = situation.side_now or situation.first_side
    turn = situation.turn_now or 1
    phase = situation.phase
    if phase is None:
        now = situation.phase_now
        phase = PHASES[0] if now is None or now is Phase.END else PHASES[PHASES.index(now) + 1]
        if now is Phase.END:
            second = side is not situation.first_side
            side = OTHER_SIDE[side]
            turn += int(second)
    effect = PhaseBegins(whom=side, phase=phase, side=side, turn=turn)
    return PhaseVerdict(phase=phase, side=side, turn=turn, effects=(effect,))
