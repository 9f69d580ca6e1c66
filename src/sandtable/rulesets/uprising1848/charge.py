"""Charges as one dialogue: declare, move, reaction, morale, attacks, return blows, morale (chapter 9, R48-G.15, R48-G.31 to R48-G.35).

The rule asks step by step, so a charge can be left and taken up again. A charge of twelve at eight can go in thousands of ways, but what
follows a step hangs only on how many are left: each step is handed that, and what is only told goes along unweighed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, LaterEffects
from sandtable.kernel.messages import Message
from sandtable.kernel.pools import Strikes
from sandtable.kernel.requests import Choose, Count, Observe, Option, Request, Roll
from sandtable.kernel.stages import Ask, Stage, Staged, Throw
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.chances import throw_for_each
from sandtable.rulesets.uprising1848.charge_form import (
    Abandoned,
    Charge,
    ChargeMoves,
    ChargeQuestions,
    ChargeVerdict,
    CiviliansScatter,
    MayStillAct,
    Muster,
    ReactionMoves,
    StaysInContact,
    StopsShort,
    TheySubmit,
)
from sandtable.rulesets.uprising1848.details import Detail, weighed
from sandtable.rulesets.uprising1848.effects import (
    FiguresLost,
    HaveActed,
    OutOfRange,
    RiflesFired,
    StatusBecomes,
    StaysSolid,
)
from sandtable.rulesets.uprising1848.fire import Aim, aim_tally, band_of, hit_chance, in_reach, reach_of, shot_with
from sandtable.rulesets.uprising1848.melee import Blow, attack_throws, blow_tally
from sandtable.rulesets.uprising1848.morale import LEADERS, morale_quality, morale_throw
from sandtable.rulesets.uprising1848.movement import SLOWEST_LAST, Pace, distance_roll, mean_distance
from sandtable.rulesets.uprising1848.reactions import Charged, usual_reaction
from sandtable.rulesets.uprising1848.vocabulary import (
    BYSTANDERS,
    Cover,
    Ended,
    Firearm,
    Kind,
    Leading,
    Quality,
    Reaction,
    Shot,
    Status,
    Terrain,
)

CHARGER, TARGET = "actor", "target"
_BRACKETS = tuple(Option(band, fields.distance_words(band)) for band in fields.BANDS)
CHECK_NOW = Observe("charge.check_now", usual=True, rule="R48-10.02")
CHARGER_LEADING, TARGET_LEADING = (
    Observe(f"charge.{who}_leading", usual=Leading.OFFICER_OR_NCO.value, options=LEADERS, rule="R48-6.41")
    for who in ("charger", "target")
)


class Course(NamedTuple):
    """How a charge stands: chargers lost under fire, who leads them (None: nobody has asked), what has been told of it."""

    lost: int
    leading: Leading | None
    detail: Detail
    down: int = 0
    strikes: int = 0  # blows that the charged strike back


class Aftermath(NamedTuple):
    """How a fight stands before and between the last checks: chargers lost in all, whether some of them in the fight, targets down."""

    lost: int
    struck: bool
    down: int
    leading: Leading | None
    detail: Detail  # what was told before the fight, and the chargers struck down in it
    checks: bool = False  # units that lost somebody check now
    target_leading: Leading | None = None
    targets_hold: bool | None = None  # None: they had no check to make


@action("move", "R48-9.01 R48-G.15 R48-G.63", layout="chain", questions=ChargeQuestions)
def charge(situation: Charge, tables: Tables) -> Staged[ChargeVerdict]:
    """Move, reaction, the chargers' morale, attacks, return blows, morale at the end: in the order of the rules (R48-9.01 to R48-9.11)."""
    fight = Fight(situation, tables)
    return Staged(
        situation,
        partial(_reach, tables=tables),
        partial(_reaction, situation, tables),
        partial(_under_fire, situation, tables, Fraction(tables.number("links.stop_short"))),
        *fight.stages,
    )


def _fresh(situation: Charge, tables: Tables, ended: Ended, *effects: Effect, lost: int = 0) -> ChargeVerdict:
    """A charge that ended before anybody fought."""
    return ChargeVerdict(
        ended=ended,
        of_targets=situation.targets,
        chargers_lost=lost,
        distances_thrown=not tables.option("fixedMoves"),
        effects=effects,
    )


def _both_tired(situation: Charge) -> tuple[Effect, ...]:
    return (
        HaveActed(whom=CHARGER, count=situation.attackers),
        HaveActed(whom=TARGET, count=situation.targets),
    )


def _not_fought(kind: Kind | None, so_far: ChargeVerdict) -> ChargeVerdict:
    """Civilians who are contacted leave play, aristocrats submit: neither is fought with (R48-3.42, R48-5.07, R48-A.15, R48-G.52(b))."""
    if kind is Kind.CIVILIANS:
        return replace(so_far, ended=Ended.SCATTERED, effects=(*so_far.effects, CiviliansScatter(whom=TARGET)))
    return replace(so_far, ended=Ended.SUBMITTED, effects=(*so_far.effects, TheySubmit(whom=TARGET)))


def charge_pace(situation: Charge, tables: Tables) -> Pace:
    """A group charges at the pace of its slowest figure, by option of its best; mounted only if all are (R48-G.15)."""
    everybody = (situation.actor, *(member.actor for member in situation.fellow_chargers))
    choose = min if tables.option("groupChargeActor") == "best" else max
    quality = choose(everybody, key=SLOWEST_LAST.index)
    mounted = situation.actor_is_mounted and all(member.actor_is_mounted for member in situation.fellow_chargers)
    return Pace("charge", quality, mounted, situation.terrain is Terrain.ROUGH)


def _reach(situation: Charge, tables: Tables) -> Generator[Request, Any, Any]:
    """The distance, if it makes contact: measured where the start is known, else seen on the table (R48-9.03, R48-9.05)."""
    start = situation.to_go
    if tables.option("fixedMoves"):
        inches = mean_distance(charge_pace(situation, tables), tables)
        reached = start is None or inches >= start
    else:
        reached, inches = yield reach_roll(situation, tables)
    if start is None:
        says = Message.of("request.charge.contact", inches=weighed(inches))
        reached = yield Observe("charge.contact", usual=True, rule="R48-9.05", says=says)
    if reached:
        return inches
    moves = ChargeMoves(whom=CHARGER, inches=weighed(inches), reached=False)
    tired = HaveActed(whom=CHARGER, count=situation.attackers)
    return _fresh(situation, tables, Ended.SHORT, moves, tired, MayStillAct(whom=TARGET))


def reach_roll(situation: Charge, tables: Tables) -> Roll:
    """The throw for the distance, weighed by whether it reaches, and with what is left over where that is measured."""
    start = situation.to_go
    roll = distance_roll("charge.distance", charge_pace(situation, tables), tables)
    inches_of = roll.read

    def read(total: int) -> tuple[bool, Any]:
        inches: Any = inches_of(total)
        reached = start is None or bool(inches >= start)
        return reached, inches if reached and start is not None else Detail(inches)

    return replace(roll, read=read, label=None)


# ---- Reaction -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reacted:
    """What the charged figures did."""

    chargers_lost: int = 0
    contact: bool = True
    effects: tuple[Effect, ...] = ()


def _reaction(
    situation: Charge, tables: Tables, inches: Fraction | Detail
) -> Generator[Request, Any, Course | ChargeVerdict]:
    """What the charged do about it, and whether there is anybody to fight with after it."""
    reacted = yield from _reacted(situation, weighed(inches), tables)
    moves = ChargeMoves(whom=CHARGER, inches=weighed(inches), reached=True)
    effects = (moves, *reacted.effects)
    if not reacted.contact:
        return _fresh(situation, tables, Ended.LOST_CONTACT, *effects, *_both_tired(situation))
    if situation.target_kind in BYSTANDERS:
        so_far = _fresh(situation, tables, Ended.SHORT, *effects, *_both_tired(situation), lost=reacted.chargers_lost)
        return _not_fought(situation.target_kind, so_far)
    return Course(reacted.chargers_lost, None, Detail(effects))


def _reacted(situation: Charge, inches: Fraction, tables: Tables) -> Generator[Request, Any, Reacted]:
    """Figures that have not acted may move, or fire with a personal weapon; declining costs the action all the same (R48-9.05, R48-9.06, R48-G.33)."""
    acted: bool = yield Observe("charge.target_acted", usual=False, rule="R48-9.05")
    if acted:
        return Reacted()
    open_to_them = reactions(situation)
    chosen = yield Choose(
        "charge.reaction",
        tuple(Option(reaction.value, reaction.message) for reaction in open_to_them),
        usual=usual_answer(situation, open_to_them, tables).value,
        role=TARGET,
        rule="R48-9.06",
    )
    reaction = Reaction(chosen)
    if reaction is Reaction.MOVE:
        return (yield from _moves_away(situation, inches, tables))
    if reaction is Reaction.NONE:
        return Reacted()
    return (yield from _shoots(situation, reaction, tables))


def reactions(situation: Charge) -> tuple[Reaction, ...]:
    """What the charged may do: Wavering ones and bystanders only move, riders do not throw (R48-G.32, R48-A.20, R48-6.15)."""
    if situation.target_status is Status.WAVERING or situation.target_kind in BYSTANDERS:
        return (Reaction.NONE, Reaction.MOVE)
    armed = (Reaction.FIRE,) if situation.target_firearm is not Firearm.NONE else ()
    on_foot = (Reaction.THROW,) if not situation.target_is_mounted else ()
    return (Reaction.NONE, Reaction.MOVE, *armed, *on_foot)


def _in_range(situation: Charge, reaction: Reaction, band: str | None, tables: Tables) -> bool:
    """Whether the reaction carries that far; unknown ranges are asked for later."""
    if band is None:
        return True
    aim = reaction_aim(situation, reaction, band)
    return aim is not None and in_reach(aim.shot, aim.band, tables)


@lru_cache(maxsize=64)  # every branch of a charge asks the same
def usual_answer(situation: Charge, open_to_them: tuple[Reaction, ...], tables: Tables) -> Reaction:
    """Non-Player figures by their kind (R48-A.20); Players fire if they can, throw if they have nothing to fire with."""
    band = reaction_band(situation, tables)
    if situation.target_kind is None:
        for reaction in (Reaction.FIRE, Reaction.THROW):
            if reaction in open_to_them and _in_range(situation, reaction, band, tables):
                return reaction
        return Reaction.NONE
    aim = reaction_aim(situation, Reaction.FIRE, band)
    charged = Charged(
        kind=situation.target_kind,
        quality=situation.target,
        hit_chance=hit_chance(aim, tables) if aim is not None else 0,
        in_cover=situation.cover is not Cover.NONE,
        ratio=_ratio(situation, tables),
    )
    wanted = usual_reaction(charged, tables)
    return wanted if wanted in open_to_them else Reaction.NONE


def _ratio(situation: Charge, tables: Tables) -> Fraction:
    own = situation.targets * tables.exact("value", situation.target)
    theirs = situation.attackers * tables.exact("value", situation.actor)
    return own / theirs if theirs else Fraction(1)


def reaction_band(situation: Charge, tables: Tables) -> str | None:
    """Veterans wait for the shortest range, Average fire at half the distance, the rest at once; None where nobody measured (R48-9.07 to R48-9.07b)."""
    if situation.target is Quality.VETERAN:
        return fields.BANDS[0]
    if situation.start_distance is None:
        return None
    halved = situation.target is Quality.AVERAGE
    return band_of(situation.start_distance / (2 if halved else 1), tables)


def reaction_aim(situation: Charge, reaction: Reaction, band: str | None) -> Aim | None:
    """A reactor's shot at a charger, who has no cover (R48-G.33(b)); None without a firearm."""
    shot = Shot.THROW if reaction is Reaction.THROW else shot_with(situation.target_firearm)
    if shot is None:
        return None
    throws = shot is Shot.THROW
    return Aim(
        shot=shot,
        band=band or fields.BANDS[0],
        shooter=situation.target,
        target=situation.actor,
        shooter_mounted=situation.target_is_mounted and not throws,
        target_mounted=situation.actor_is_mounted and not throws,
    )


def _shoots(situation: Charge, reaction: Reaction, tables: Tables) -> Generator[Request, Any, Reacted]:
    """A volley at the chargers (R48-G.53(g))."""
    band = reaction_band(situation, tables)
    if band is None:
        band = yield Observe("charge.start_bracket", usual=fields.BANDS[1], options=_BRACKETS, rule="R48-9.07b")
    aim = reaction_aim(situation, reaction, band)
    if aim is None or not in_reach(aim.shot, aim.band, tables):
        reach = reach_of(aim.shot, tables) if aim is not None else 0
        return Reacted(effects=(OutOfRange(whom=TARGET, inches=Fraction(reach)),))
    reactors = situation.reactors
    if reactors is None:
        reactors = yield Observe(
            "charge.reactors", usual=situation.targets, lowest=1, highest=situation.targets, rule="R48-9.01b"
        )
    lost: int = yield reaction_throw(situation, aim, reactors, tables)
    effects: list[Effect] = []
    if lost:
        effects.append(FiguresLost(whom=CHARGER, count=lost, of=situation.attackers, quality=situation.actor))
    if reaction is Reaction.FIRE and situation.target_firearm is Firearm.FLINTLOCK_RIFLE:
        effects.append(RiflesFired(whom=TARGET, count=reactors))
    return Reacted(chargers_lost=lost, effects=tuple(effects))


@lru_cache(maxsize=64)  # and throws the same dice
def reaction_throw(situation: Charge, aim: Aim, reactors: int, tables: Tables) -> Count:
    """The reactors' volley, counted up to the number of chargers."""
    shots = tables.number("needle_gun.shots") if situation.target_firearm is Firearm.NEEDLE_GUN else 1
    pool = reactors * (shots if aim.shot is Shot.RIFLE else 1)
    return throw_for_each(
        "charge.reaction_hits",
        pool,
        aim_tally(aim, tables),
        Message("band.hits"),
        read=lambda hits: min(hits, situation.attackers),
    )


def _moves_away(situation: Charge, inches: Fraction, tables: Tables) -> Generator[Request, Any, Reacted]:
    """A normal Move of the charged; the charger follows with what is left (R48-9.06, R48-9.08, R48-G.33(a))."""
    left = inches - situation.to_go if situation.to_go is not None else None
    kept: bool
    if tables.option("fixedMoves"):
        away = mean_distance(flight_pace(situation), tables)
        kept = left is None or regained(situation, left, away)
    else:
        kept, moved = yield flight_roll(situation, left, tables)
        away = weighed(moved)
    if left is None or situation.measured:
        kept = yield Observe(
            "charge.contact_kept",
            usual=kept,
            rule="R48-9.08",
            says=Message.of("request.charge.contact_kept", away=away),
        )
    moves = ReactionMoves(whom=TARGET, inches=away, kept=kept, left=left)
    return Reacted(contact=kept, effects=(moves, *_abandoned(situation)))


def flight_pace(situation: Charge) -> Pace:
    """What the move of the charged depends on: a normal Move (R48-G.33(a))."""
    return Pace("move", situation.target, situation.target_is_mounted, rough=False)


def regained(situation: Charge, left: Fraction, away: Fraction) -> bool:
    """Whether the chargers' left-over move makes up for the move of the charged; cavalry moves toward them (R48-9.08, R48-A.20)."""
    return situation.target_kind is Kind.CAVALRY or left >= away


def flight_roll(situation: Charge, left: Fraction | None, tables: Tables) -> Roll:
    """The throw for the move of the charged, weighed by whether contact is regained, where that is measured."""
    roll = distance_roll("charge.reaction_move", flight_pace(situation), tables)
    inches_of = roll.read

    def read(total: int) -> tuple[bool, Detail]:
        away: Any = inches_of(total)
        return left is None or regained(situation, left, away), Detail(away)

    return replace(roll, read=read, label=None)


def _abandoned(situation: Charge) -> tuple[Effect, ...]:
    """Only crew and drivers move: gun or wagons stay where they are (R48-9.13a)."""
    if situation.target_kind in (Kind.ARTILLERY, Kind.CONVOY):
        return (Abandoned(whom=TARGET, gun=situation.target_kind is Kind.ARTILLERY),)
    return ()


def _under_fire(
    situation: Charge, tables: Tables, short: Fraction, course: Course
) -> Generator[Request, Any, Course | ChargeVerdict]:
    """The charging unit's check before contact; failing it stops an inch short (R48-9.09, R48-9.09a)."""
    muster, lost, effects = situation.charging, course.lost, weighed(course.detail)
    tired = _both_tired(situation)
    if not lost:
        return course._replace(detail=Detail((*effects, *tired)))
    leading = None
    held: tuple[Effect, ...] = ()
    if lost < muster.figures:
        leading = Leading((yield CHARGER_LEADING))
        if not (yield check_throw("charge.morale", muster, lost, leading, tables)):
            stop = StopsShort(whom=CHARGER, inches=short)
            wavering = StatusBecomes(whom=CHARGER, status=Status.WAVERING)
            stopped = _fresh(situation, tables, Ended.STOPPED, *effects, wavering, stop, *tired, lost=lost)
            return replace(stopped, chargers_waver=True)
        held = (StaysSolid(whom=CHARGER),)
    if lost == situation.attackers:
        return _fresh(situation, tables, Ended.SHOT_DOWN, *effects, *held, *tired, lost=lost)
    return Course(lost, leading, Detail((*effects, *held, *tired)))


def check_throw(key: str, muster: Muster, lost: int, leading: Leading, tables: Tables) -> Roll:
    """A unit's morale check after so many losses."""
    quality = morale_quality(muster.quality, leading, tables)
    return morale_throw(key, "check", quality, tables, half=muster.half_gone(lost))


# ---- The fight ------------------------------------------------------------------------------------------------------------------


def charger_blow(situation: Charge) -> Blow:
    """A charger's attack (R48-9.10)."""
    return Blow(
        attacker=situation.actor,
        target=situation.target,
        melee=situation.melee,
        cover=situation.cover,
        attacker_mounted=situation.actor_is_mounted,
        target_mounted=situation.target_is_mounted,
        charging=True,
    )


def return_blow(situation: Charge) -> Blow:
    """A survivor strikes back (R48-9.10a)."""
    return Blow(
        attacker=situation.target,
        target=situation.actor,
        melee=situation.target_melee,
        attacker_mounted=situation.target_is_mounted,
        target_mounted=situation.actor_is_mounted,
    )


def return_throw(strikes: int, tally: Tally) -> Count:
    """The survivors' blows."""
    return throw_for_each("charge.return", strikes, tally, Message("band.struck"), lambda down: down)


def return_strikes(left: tuple[tuple[int, int], ...], situation: Charge, tables: Tables) -> int:
    """Blows struck back: one by each survivor that was attacked, by option one at every charger; none by Wavering ones (R48-G.31, R48-G.32)."""
    if situation.target_status is Status.WAVERING:
        return 0
    each_charger = bool(tables.option("strikeBackEach"))
    return sum(survivors * (attackers if each_charger else 1) for survivors, attackers in left)


class Fight:
    """Chargers attack, survivors strike back, then morale of both (R48-9.10 to R48-9.11, R48-G.34)."""

    def __init__(self, situation: Charge, tables: Tables) -> None:
        self.situation, self.tables = situation, tables
        self.charging = situation.charging
        self._distances_thrown = not tables.option("fixedMoves")
        tally, back = (blow_tally(blow(situation), tables) for blow in (charger_blow, return_blow))
        # Many ways lead to the same throw, whose law is worked out once.
        self._attacks = cache(lambda chargers: attack_throws("charge.attack", chargers, situation.targets, tally))
        self._returns = cache(lambda strikes: return_throw(strikes, back))
        self._target_checks = cache(partial(check_throw, "charge.target_morale", situation.charged, tables=tables))
        self._charger_checks = cache(partial(check_throw, "charge.charger_morale", situation.charging, tables=tables))
        self._targets_due = cache(partial(targets_check, situation, tables=tables))

    @property
    def stages(self) -> tuple[Stage, ...]:
        """From ``Course`` to the verdict."""
        return (
            Throw(partial(self._attack, 0), partial(self._attacked, 0)),
            Throw(partial(self._attack, 1), partial(self._attacked, 1)),
            Throw(self._strike_back, self._struck),
            Ask(self._due, _agreed),
            Ask(self._targets_leader, _targets_led),
            Throw(self._targets_check, self._targets_checked),
            Ask(self._chargers_leader, _chargers_led),
            Throw(self._chargers_check, self._verdict),
        )

    def _attack(self, number: int, course: Course) -> Strikes | None:
        """The throw at one class of the charged; there are two at most (R48-G.63)."""
        throws = self._attacks(self.situation.attackers - course.lost)
        return throws[number] if number < len(throws) else None

    def _attacked(self, number: int, course: Course, fallen: int | None) -> Course:
        throw = self._attack(number, course)
        if throw is None or fallen is None:
            return course
        left = ((throw.enemies - fallen, throw.each),)
        strikes = course.strikes + return_strikes(left, self.situation, self.tables)
        return Course(course.lost, course.leading, course.detail, course.down + fallen, strikes)

    def _strike_back(self, course: Course) -> Count | None:
        return self._returns(course.strikes) if course.strikes else None

    def _struck(self, course: Course, struck: int | None) -> Aftermath:
        struck = struck or 0
        told = Detail((course.detail, struck))
        return Aftermath(course.lost + struck, struck > 0, course.down, course.leading, told)

    def _chargers_due(self, fought: Aftermath) -> bool:
        """Only for further losses (R48-G.34)."""
        return fought.struck and fought.lost < self.charging.figures

    def _due(self, fought: Aftermath) -> Observe | None:
        """Morale at the end of the initiative, unless figures of the unit still have to act (R48-9.11, R48-10.02)."""
        return CHECK_NOW if self._targets_due(fought.down) or self._chargers_due(fought) else None

    def _targets_leader(self, fought: Aftermath) -> Observe | None:
        return TARGET_LEADING if fought.checks and self._targets_due(fought.down) else None

    def _targets_check(self, fought: Aftermath) -> Roll | None:
        if fought.target_leading is None:
            return None
        return self._target_checks(fought.down, fought.target_leading)

    def _targets_checked(self, fought: Aftermath, passed: bool | None) -> Aftermath:
        return fought if passed is None else fought._replace(target_leading=None, targets_hold=passed)

    def _chargers_leader(self, fought: Aftermath) -> Observe | None:
        """Who leads the chargers is asked once in a charge."""
        known = not fought.checks or not self._chargers_due(fought) or fought.leading is not None
        return None if known else CHARGER_LEADING

    def _chargers_check(self, fought: Aftermath) -> Roll | None:
        if not fought.checks or fought.leading is None or not self._chargers_due(fought):
            return None
        return self._charger_checks(fought.lost, fought.leading)

    def _verdict(self, fought: Aftermath, passed: bool | None) -> ChargeVerdict:
        return ChargeVerdict(
            ended=Ended.FOUGHT,
            of_targets=self.situation.targets,
            chargers_lost=fought.lost,
            targets_lost=fought.down,
            chargers_waver=passed is False,
            targets_waver=fought.targets_hold is False,
            distances_thrown=self._distances_thrown,
            effects=LaterEffects(partial(self._effects, fought, passed)),
        )

    def _effects(self, fought: Aftermath, chargers_hold: bool | None) -> tuple[Effect, ...]:
        """What the hands do, in the order of the rule."""
        situation, (before, struck) = self.situation, weighed(fought.detail)
        chargers = situation.attackers - (fought.lost - struck)
        return (
            *weighed(before),
            *_fallen(TARGET, fought.down, situation.targets, situation.target),
            *_fallen(CHARGER, struck, chargers, situation.actor),
            *((StaysInContact(whom=CHARGER),) if fought.down < situation.targets and struck < chargers else ()),
            *_checked(TARGET, fought.targets_hold),
            *_checked(CHARGER, chargers_hold),
        )


def _agreed(fought: Aftermath, now: bool | None) -> Aftermath:
    return fought._replace(checks=True) if now else fought


def _targets_led(fought: Aftermath, leading: str | None) -> Aftermath:
    return fought if leading is None else fought._replace(target_leading=Leading(leading))


def _chargers_led(fought: Aftermath, leading: str | None) -> Aftermath:
    return fought if leading is None else fought._replace(leading=Leading(leading))


def _checked(whom: str, held: bool | None) -> Iterator[Effect]:
    if held is not None:
        yield StaysSolid(whom=whom) if held else StatusBecomes(whom=whom, status=Status.WAVERING)


def _fallen(whom: str, count: int, of: int, quality: Quality) -> Iterator[Effect]:
    if count:
        yield FiguresLost(whom=whom, count=count, of=of, quality=quality)


def targets_check(situation: Charge, down: int, tables: Tables) -> bool:
    """Whether the charged unit owes a check: it lost somebody, somebody is left, and it is not Wavering already (R48-G.62)."""
    wavering = situation.target_status is Status.WAVERING and not tables.option("secondFailureRemoves")
    return 0 < down < situation.charged.figures and not wavering
