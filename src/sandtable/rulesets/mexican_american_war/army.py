"""The army: losses and effectiveness, heavy casualties, victory, light, the phases of a turn (MAW-G.18, MAW-G.27, chapters 12 and 17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Deed, Effect, OnBooks, effect
from sandtable.kernel.form import Section, choice, number, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.effects import GunsWrecked, StandsLost, UnitRemoved
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger, breaks_at, heavy_at
from sandtable.rulesets.mexican_american_war.units import acting, gone_problems, state_of
from sandtable.rulesets.mexican_american_war.vocabulary import (
    NIGHTS,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """Stands taken off a unit by hand."""

    side: Side = fields.side()
    name: str | None = fields.name(Section.ACTOR)
    arm: Arm = fields.arm()
    morale_class: MoraleClass = choice(
        MoraleClass, section=Section.ACTOR, usual=MoraleClass.RELIABLE, needed=when("arm", *TROOPS)
    )
    start_stands: int = number(section=Section.ACTOR, lowest=1, highest=fields.LARGEST_UNIT, unit="stands")
    stands: int = fields.stands(optional=False)
    stands_lost: int = number(section=Section.ACTION, lowest=0, highest=fields.LARGEST_UNIT, unit="stands", usual=1)
    gone: bool = fields.box()

    def subject(self) -> Message:
        """Who loses stands."""
        return acting("losses", self.name)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Nobody loses more than there is."""
        yield from gone_problems("gone", gone=self.gone)
        if self.stands > self.start_stands:
            about = Message.of("problem.more_than_started", stands=self.stands, started=self.start_stands)
            yield Problem("stands", about, (), "MAW-17.03")
        if self.stands_lost > self.stands:
            yield Problem("stands_lost", Message.of("problem.more_than_there_are", stands=self.stands), (), "MAW-10.01")


@effect(says="{effectiveness}")
class EffectivenessBecomes(Effect):
    """A unit is worn or spent now (MAW-17.04)."""

    effectiveness: Effectiveness


@action("army", "MAW-10.01 MAW-17.03", measures="stands_left removed")
def losses(situation: Losses, tables: Tables) -> Ruling:
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
    if removed:
        return Ruling.of("losses.removed", *effects, reasons=reasons, grave=4, stands_left=0, removed=True)
    told = "losses.left" if state is None else "losses.state"
    about = {"state": state} if state else {}
    return Ruling.of(told, *effects, reasons=reasons, words=about, stands_left=left, removed=False)


# ---- The state of the army --------------------------------------------------------------------------------------------------


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
    breaking_number: int | None = number(
        section=Section.CIRCUMSTANCE, lowest=1, highest=fields.LARGEST_ARMY, unit="stands", optional=True
    )
    key_position_lost: bool = fields.box(Section.ACTOR)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Nobody loses more than he had."""
        if self.army_lost > self.army_stands:
            about = Message.of("problem.more_than_there_are", stands=self.army_stands)
            yield Problem("army_lost", about, (), "MAW-G.18")


@effect(touches=("army",))
class ArmyStands(OnBooks):
    """The army line of the maneuver check (MAW-G.18)."""

    modifier: int
    heavy: bool
    greater: bool
    key_lost: bool
    heavy_at: int

    @property
    def message(self) -> Message:
        """Every line that counts is named."""
        losses = "greater" if self.greater else "heavy" if self.heavy else ""
        causes = tuple(Message(f"word.army.{cause}") for cause in (losses, "key" if self.key_lost else "") if cause)
        if not causes:
            return Message.of("effect.army_stands.sound", heavy_at=self.heavy_at)
        return Message.of("effect.army_stands.burdened", causes=causes, modifier=self.modifier)

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        side = Side(self.whom)
        return replace(books, key_lost=books.key_lost | {side} if self.key_lost else books.key_lost - {side})


@effect(has_words=False, touches=("army",))
class HeavyNumberSet(OnBooks):
    """The scenario says at how many lost stands a side has heavy casualties (MAW-G.18)."""

    side: Side
    stands: int

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        return replace(books, heavy_numbers={**books.heavy_numbers, self.side: self.stands})


@effect(says="{how}")
class ArmyBreaks(Effect):
    """Half of the stands are lost, or as many as the scenario says: the army withdraws (MAW-G.27c)."""

    stands: int = 0  # the scenario's number, nought where it has none

    @property
    def how(self) -> str:
        """Whether it is a share of the army or the scenario's number."""
        return "number" if self.stands else "share"


@action("army", "MAW-G.18 MAW-G.18a", measures="heavy_casualties greater_losses army_modifier")
def army_state(situation: ArmyState, tables: Tables) -> Ruling:
    """Heavy casualties, greater losses, key position lost (MAW-G.18 to MAW-G.18b); at half its stands, or the scenario's number, the army withdraws (MAW-G.27c)."""
    limit = situation.heavy_number or heavy_at(situation.army_stands, tables)
    heavy = situation.army_lost >= limit
    greater = heavy and situation.army_lost > situation.enemy_lost
    modifier = army_modifier(tables, heavy=heavy, greater=greater, key_lost=situation.key_position_lost)
    breaks = situation.army_lost >= (situation.breaking_number or breaks_at(situation.army_stands, tables))
    stands = ArmyStands(
        whom=situation.side, modifier=modifier, heavy=heavy, greater=greater,
        key_lost=situation.key_position_lost, heavy_at=limit,
    )  # fmt: skip
    number = situation.heavy_number
    kind = "breaks" if breaks else "greater" if greater else "heavy" if heavy else "sound"
    return Ruling.of(
        f"army.{kind}",
        stands,
        *((ArmyBreaks(whom=situation.side, stands=situation.breaking_number or 0),) if breaks else ()),
        notes=() if number is None else (HeavyNumberSet(whom=situation.side, side=situation.side, stands=number),),
        grave=4 if breaks else 0,
        heavy_casualties=heavy,
        greater_losses=greater,
        army_modifier=modifier,
    )


def army_modifier(tables: Tables, *, heavy: bool, greater: bool, key_lost: bool) -> int:
    """What the army lines add to every check of the side."""
    modifier = tables.number("maneuver.army.key_position_lost") if key_lost else 0
    if greater:
        modifier += tables.number("maneuver.army.greater_losses")
    if heavy and (not greater or tables.option("greaterLosses") == "add"):
        modifier += tables.number("maneuver.army.heavy_casualties")
    return modifier


# ---- Light -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLight:
    """The light of this turn, as the scenario has it."""

    light: Light = choice(Light, section=Section.ACTION)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """The light must be one there is."""
        yield from light_problems(self.light, tables)


@effect(says="{time}", touches=("light",))
class LightIs(OnBooks):
    """Light, range cap and command radius (chapter 12)."""

    light: Light
    cap: Fraction  # nought by day: there is none
    radius: Fraction

    @property
    def time(self) -> str:
        """Day, twilight or night."""
        return "day" if self.light is Light.DAY else "night" if self.light in NIGHTS else "twilight"

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        return replace(books, light=self.light)


@action("army", "MAW-12.04 MAW-12.08", measures="range_cap", lengths="range_cap")
def set_light(situation: SetLight, tables: Tables) -> Ruling:
    """Range cap and command radius (MAW-12.02 to MAW-12.09)."""
    light, cap = situation.light, Fraction(range_cap(situation.light, tables) or 0)
    radius = Fraction(tables.number("command_radius", "clear" if light is Light.DAY else "reduced"))
    now = LightIs(whom="both", light=light, cap=cap, radius=radius)
    return Ruling.of("light", now, words={"light": light}, range_cap=cap)


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

    def key_points(self, who: str, tables: Tables) -> int:
        """What the key positions that a side holds are worth: the usual value each."""
        held: int = getattr(self, f"{who}_key_positions")
        return held * tables.number("victory.key_position")


@effect(says="{grade}", adds=("winner",))
class BattleWon(Effect):
    """Who wins, and how well (MAW-G.27b)."""

    margin: int
    grade: Grade

    @property
    def winner(self) -> Message:
        """The side that wins; a draw has none, and does not speak of it."""
        return Message(f"side.{self.whom}")


@action("army", "MAW-G.27a", measures="us_points mex_points")
def victory(situation: Victory, tables: Tables) -> Ruling:
    """Victory points and the grade of the margin (MAW-G.27a, MAW-G.27b)."""
    us = _sum(situation, "us", tables, enemy_heavy=situation.mex_at_heavy_casualties)
    mex = _sum(situation, "mex", tables, enemy_heavy=situation.us_at_heavy_casualties)
    margin = abs(us - mex)
    grade = Grade(tables.row("victory.grade.grade")[sum(margin > bound for bound in tables.row("victory.grade.up_to"))])
    winner = Side.US if us > mex else Side.MEX
    won = BattleWon(whom=winner, margin=margin, grade=grade)
    return Ruling.of("victory", won, words={"grade": grade}, us_points=us, mex_points=mex)


def _sum(situation: Victory, who: str, tables: Tables, *, enemy_heavy: bool) -> int:
    counts = (
        ("unit_destroyed", f"{who}_units_destroyed"),
        ("unit_spent", f"{who}_units_spent"),
        ("gun_stand", f"{who}_gun_stands"),
        ("leader_lost", f"{who}_leaders"),
    )
    points: int = sum(tables.number("victory", value) * getattr(situation, field) for value, field in counts)
    points += situation.key_points(who, tables)
    return points + (tables.number("victory.heavy_casualties") if enemy_heavy else 0)


# ---- Phases -----------------------------------------------------------------------------------------------------------------


PHASES = tuple(Phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPhase:
    """The next step of the player turn; after the End the other side moves (MAW-2.01 to MAW-2.10)."""

    phase: Phase | None = choice(Phase, section=Section.ACTION, optional=True)
    phase_now: Phase | None = choice(Phase, section=Section.CIRCUMSTANCE, optional=True)
    side_now: Side | None = choice(Side, section=Section.CIRCUMSTANCE, optional=True)
    first_side: Side = choice(Side, section=Section.CIRCUMSTANCE, usual=Side.US)
    turn_now: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=999, usual=0)


@effect(says="{phase}", touches=("phase",))
class PhaseBegins(OnBooks):
    """The next phase of the player turn."""

    phase: str
    side: Side
    turn: int

    def fold(self, books: MexicanAmericanWarLedger, _: Deed, tables: Tables, /) -> MexicanAmericanWarLedger:
        return books.phase_begins(self.phase, self.side, self.turn, tables)


@action("army", "MAW-2.01", measures="turn", ledger_only=True)
def next_phase(situation: NextPhase) -> Ruling:
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
    begins = PhaseBegins(whom=side, phase=phase, side=side, turn=turn)
    return Ruling.of("phase", begins, words={"phase": Message(f"phase.{phase}"), "side": side}, turn=turn)
