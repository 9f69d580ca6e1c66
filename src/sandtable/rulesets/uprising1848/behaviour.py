"""*What do they do?*: the rows of decision for a Non-Player unit (R48-A.03 to R48-A.29)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Deed as ActionDone
from sandtable.kernel.effects import Effect, Offer, effect
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Observe, Option
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Measures, Outcome, Rule, Verdict
from sandtable.rulesets.uprising1848.arrivals import Steps
from sandtable.rulesets.uprising1848.artillery import (
    BlastClass,
    BlastTest,
    CannisterTest,
    PathClass,
    RoundshotTest,
    casualty_tally,
)
from sandtable.rulesets.uprising1848.behaviour_facts import (
    Seen,
    WhatDoTheyDo,
    charge_gain,
    fire_casualties,
    local_ratio,
    reach_chance,
    rough,
    shot_chance,
    stone_chance,
    threat_distance,
)
from sandtable.rulesets.uprising1848.behaviour_offers import deed_offer
from sandtable.rulesets.uprising1848.chances import CERTAIN
from sandtable.rulesets.uprising1848.effects import ACTOR, NAMED
from sandtable.rulesets.uprising1848.fire import band_of
from sandtable.rulesets.uprising1848.reactions import Charged, usual_reaction
from sandtable.rulesets.uprising1848.vocabulary import (
    RIFLES,
    Ammunition,
    Cover,
    Deed,
    GunClass,
    GunState,
    Kind,
    Quality,
    Reaction,
    Status,
    Terrain,
)

ATTACKS = (Deed.ATTACK, Deed.FIRE, Deed.FIRE_GUN, Deed.THROW, Deed.CHARGE, Deed.REACT_FIRE, Deed.REACT_THROW)
_COVERS = tuple(Option(cover.value, cover.message) for cover in Cover)
_GROUNDS = tuple(Option(ground.value, ground.message) for ground in Terrain)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a unit, or a part of it, does: the deed, the row that decided, its rule, and the numbers compared."""

    deed: Deed
    row: str
    rule: str
    group: Seen | None = None
    figures: int = 0
    numbers: tuple[Modifier, ...] = ()


@effect(icon="advance")
class NonPlayersDo(Effect):
    """What these figures do, in words that need no positions (R48-A.29)."""

    deed: Deed
    figures: int
    group: Seen | None = None

    @property
    def message(self) -> Message:
        """The deed, with its target where it has one."""
        inches = self.group.distance if self.group else Fraction(0)
        target = Message(f"plural.{self.group.target if self.group else Quality.VETERAN}")
        return Message.of(f"effect.non_players_do.{self.deed}", figures=self.figures, inches=inches, target=target)

    def leads_to(self, _: Any, done: ActionDone, /) -> Iterator[Offer]:
        """The action's form, filled in."""
        yield from deed_offer(self.deed, self.figures, self.group, done.situation)


@effect(icon="hold", says="{fights?fighters:others}")
class Reminder(Effect):
    """What holds whatever they do: links of 3 inches, out of the way of an own gun, contact only by charge (R48-A.07, R48-A.29)."""

    fights: bool = True  # who never fights is told of neither guns nor charges


@effect()
class Advice(Effect):
    """With a referee in his seat the answer is advice, and the guidelines for the kind are shown with it (R48-A.26(f))."""

    kind_of_unit: Kind
    binding: bool

    @property
    def message(self) -> Message:
        """The guideline, as an order or as advice."""
        return Message.of(
            f"effect.advice.{'umpire' if self.binding else 'referee'}",
            guideline=Message(f"guideline.{self.kind_of_unit}"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BehaviourVerdict(Verdict):
    """What a Non-Player unit does."""

    deed: Deed
    notes: Sequence[Effect] = NAMED
    measures: ClassVar[Measures] = {"they_attack": lambda verdict: verdict.deed in ATTACKS}

    def outcome(self) -> Outcome:
        """The deed, which follows from the facts alone (R48-A.26(d))."""
        return Outcome(self.deed.value, self.deed.message, 0, 0)


@action("game", "R48-A.26 R48-A.28", layout="plain")
def what_do_they_do(situation: WhatDoTheyDo, tables: Tables) -> Rule[BehaviourVerdict]:
    """The first row that fits the unit, and in it the first case that holds (R48-A.28)."""
    decisions: tuple[Decision, ...] = yield from decide(situation, tables)
    effects: list[Effect] = [
        NonPlayersDo(whom=ACTOR, deed=part.deed, figures=part.figures or situation.figures, group=part.group)
        for part in decisions
    ]
    effects.append(Reminder(whom=ACTOR, fights=situation.fights))
    effects.append(Advice(whom=ACTOR, kind_of_unit=situation.kind, binding=tables.option("npBy") == "umpire"))
    reasons = tuple(
        reason
        for part in decisions
        for reason in (Modifier(Message.of(f"row.{part.row}"), None, part.rule), *part.numbers)
    )
    return BehaviourVerdict(deed=decisions[-1].deed, effects=tuple(effects), reasons=reasons)


def decide(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Rows 1 to 13."""
    if situation.being_charged:
        return ((yield from _reaction(situation, tables)),)
    if situation.bound_by_truce:
        return (_truce(situation, tables),)
    if situation.actor_status is Status.WAVERING:
        return ((yield from _wavering(situation, tables)),)
    row = _ROWS.get(situation.kind)
    if row is not None:
        return ((yield from row(situation, tables)),)
    if situation.kind is Kind.GARRISON:
        return (yield from _garrison(situation, tables))
    return (yield from line(situation, tables))


def _one(deed: Deed, row: str, rule: str, group: Seen | None = None, *numbers: Modifier, figures: int = 0) -> Decision:
    return Decision(deed, row, rule, group, figures, numbers)


def number_reason(name: str, value: Fraction, rule: str) -> Modifier:
    """A number that was compared, told in its own sentence."""
    return Modifier(Message.of(f"reason.np.{name}", value=Fraction(round(value * CERTAIN), CERTAIN)), None, rule)


# ---- Rows 1 to 10, 13 -----------------------------------------------------------------------------------------------------------


def _truce(situation: WhatDoTheyDo, tables: Tables) -> Decision:
    """Row 1: no attack of any kind (R48-A.22)."""
    if situation.actor_status is Status.WAVERING:
        return _one(Deed.RALLY, "1", "R48-A.22")
    if situation.kind is Kind.ARTILLERY and situation.reload_markers:
        return _one(Deed.LOAD, "1", "R48-A.22")
    if situation.nearest.distance <= tables.number("behaviour.near_inches"):
        return _one(Deed.MOVE_AWAY, "1", "R48-A.22", situation.nearest)
    return _one(Deed.STAND, "1", "R48-A.22")


def _wavering(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Row 2: away from Player figures that are near, else Rally (R48-A.19)."""
    if situation.nearest.distance <= tables.number("behaviour.rally_inches"):
        farther: bool = yield Observe("np.can_get_away", usual=True, rule="R48-A.19")
        if farther:
            return _one(Deed.MOVE_AWAY, "2", "R48-A.19", situation.nearest)
    return _one(Deed.RALLY, "2", "R48-A.19")


def _civilians(situation: WhatDoTheyDo, tables: Tables) -> Steps:  # noqa: ARG001 - every row is handed its tables
    """Row 3: they stand, unless there was fighting beside them (R48-A.17)."""
    fighting: bool = yield Observe("np.fighting_near", usual=False, rule="R48-A.17")
    return _one(Deed.MOVE_AWAY if fighting else Deed.STAND, "3", "R48-A.17")


def _aristocrats(situation: WhatDoTheyDo, tables: Tables) -> Steps:  # noqa: ARG001 - every row is handed its tables
    """Row 4: hidden they stay, cornered they submit, else they run (R48-A.15, R48-A.16)."""
    discovered: bool = yield Observe("np.discovered", usual=True, rule="R48-A.16")
    if not discovered:
        return _one(Deed.STAND, "4", "R48-A.16")
    cornered: bool = yield Observe("np.cornered", usual=False, rule="R48-A.15")
    return _one(Deed.SUBMIT if cornered else Deed.MOVE_EDGE, "4", "R48-A.15")


def _mob(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Row 5: forward, whatever the odds (R48-A.18)."""
    group = situation.nearest
    in_throw = group.distance <= tables.number("behaviour.mob_inches")
    contact: int = yield Observe("np.in_contact", usual=0, highest=situation.figures, rule="R48-A.18")
    if contact:
        return _one(Deed.ATTACK, "5", "R48-A.18", figures=contact)
    seen: bool = yield Observe("np.seen", usual=True, rule="R48-A.01")
    if not seen:
        return _one(Deed.MOVE_LAST_KNOWN, "5", "R48-A.18")
    chance = reach_chance(situation.pace("charge"), group.distance, tables)
    reach = number_reason("reach", chance * CERTAIN, "R48-G.15")
    if chance and group.can_be_charged:
        return _one(Deed.CHARGE, "5", "R48-A.18", group, reach)
    if in_throw:
        armed = shot_chance(situation, group, tables) > stone_chance(situation, group, tables)
        return _one(Deed.FIRE if armed else Deed.THROW, "5", "R48-A.18", group, reach)
    return _one(Deed.MOVE_TOWARD, "5", "R48-A.18", group, reach)


def _convoy(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Row 6: off the nearest edge when threatened, else on its way (R48-A.12)."""
    seen: bool = yield Observe("np.seen", usual=True, rule="R48-A.12")
    if seen and situation.nearest.distance <= tables.number("behaviour.flight_inches"):
        return _one(Deed.MOVE_EDGE, "6", "R48-A.12", situation.nearest)
    return _one(Deed.MOVE_ROAD, "6", "R48-A.12")


def _headquarters(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Row 7: keeps away, and fights only when it cannot (R48-A.13)."""
    group = situation.nearest
    if group.distance > tables.number("behaviour.flight_inches"):
        return _one(Deed.STAND_COVER, "7", "R48-A.13")
    if group.distance > threat_distance(group, "", tables):
        free: bool = yield Observe("np.can_get_away", usual=True, rule="R48-A.13")
        if free:
            return _one(Deed.MOVE_AWAY, "7", "R48-A.13", group)
    contact: int = yield Observe("np.in_contact", usual=0, highest=situation.figures, rule="R48-A.13")
    return _one(Deed.ATTACK if contact else Deed.FIRE, "7", "R48-A.13", group, figures=contact)


def _officer(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Row 8: to the exit, fighting only at need (R48-A.14)."""
    group = situation.nearest
    chance = shot_chance(situation, group, tables)
    worth = chance >= tables.number("behaviour.officer_chance")
    near = group.distance <= threat_distance(group, "threat_inches", tables)
    contact: int = yield Observe("np.in_contact", usual=0, highest=situation.figures, rule="R48-A.14")
    if contact:
        return _one(Deed.ATTACK, "8", "R48-A.14", figures=1)
    if worth and near:
        return _one(Deed.FIRE, "8", "R48-A.14", group, number_reason("chance", Fraction(chance), "R48-G.20"))
    return _one(Deed.MOVE_EXIT, "8", "R48-A.14")


def _reaction(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Row 13: the reaction to a charge (R48-A.20)."""
    group = situation.nearest
    cover = Cover.NONE
    if situation.fights:  # cover decides only whether they fire
        cover = Cover((yield Observe("np.own_cover", usual=Cover.NONE.value, options=_COVERS, rule="R48-A.20")))
    away: bool = yield Observe("np.outdistance", usual=False, rule="R48-A.20")
    ratio = local_ratio(situation, tables)
    charged = Charged(
        kind=situation.kind,
        quality=situation.actor,
        hit_chance=shot_chance(situation, group, tables),
        in_cover=cover is not Cover.NONE,
        ratio=ratio if ratio is not None else Fraction(1),
        can_outdistance=away,
    )
    return _one(_REACTIONS[usual_reaction(charged, tables)], "13", "R48-A.20", group)


_REACTIONS = {
    Reaction.FIRE: Deed.REACT_FIRE,
    Reaction.THROW: Deed.REACT_THROW,
    Reaction.MOVE: Deed.REACT_MOVE,
    Reaction.NONE: Deed.REACT_NONE,
}


def _guns(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Rows 9 and 10: the crew saves itself, goes back to its gun, makes it ready or fires it (R48-A.10, R48-A.11)."""
    nearest = situation.nearest
    in_danger, worth_a_shot = threatened(situation, tables), has_target(situation, tables)
    clear = nearest.distance > tables.number("behaviour.crew_inches")
    if situation.crew_away_from_gun:
        return _one(Deed.MOVE_BACK if clear else Deed.MOVE_AWAY, "9", "R48-A.11", nearest)
    if in_danger:
        return _one(Deed.ABANDON, "10", "R48-A.11", nearest)
    if situation.gun_state is GunState.LIMBERED:
        seen: bool = yield Observe("np.seen", usual=True, rule="R48-A.10")
        reach = tables.number("gun", situation.gun_class or GunClass.LIGHT, "roundshot")
        ready = seen and nearest.distance <= reach
        return _one(Deed.UNLIMBER if ready else Deed.MOVE_LIMBERED, "10", "R48-A.10", nearest)
    if situation.reload_markers:
        return _one(Deed.LOAD, "10", "R48-A.10", nearest)
    return _one(Deed.FIRE_GUN if worth_a_shot else Deed.TURN, "10", "R48-A.10", nearest)


def has_target(situation: WhatDoTheyDo, tables: Tables) -> bool:
    """Whether the best shot is worth it; each friend in the way counts against it, near a shell any friend forbids it (R48-A.10)."""
    ammunition = situation.loaded
    foes, friends = situation.foes_in_the_way, situation.friends_in_the_way
    needed = tables.number(f"behaviour.{ammunition}_foes")
    if ammunition is Ammunition.SHELL:
        return foes >= needed and not friends
    return foes - tables.number("behaviour.friends_count") * friends >= needed


def threatened(situation: WhatDoTheyDo, tables: Tables) -> bool:
    """A Player unit can make contact, and the shot they have would not halve it (R48-A.11)."""
    nearest = situation.nearest
    enough = tables.exact("behaviour.gun_half") * situation.nearest_unit_figures
    if nearest.distance > threat_distance(nearest, "gun_threat", tables):
        return False
    silent = bool(situation.reload_markers) or situation.gun_state is GunState.LIMBERED
    return silent or gun_casualties(situation, tables) < enough


def gun_casualties(situation: WhatDoTheyDo, tables: Tables) -> Fraction:
    """Expected casualties of the best shot: foes in the way, each with its chance, times the laying."""
    nearest, ammunition = situation.nearest, situation.loaded
    gun = situation.gun_class or GunClass.LIGHT
    if ammunition is Ammunition.SHELL:
        blast = BlastClass(actor=nearest.target, cover=nearest.cover, actor_is_mounted=nearest.target_is_mounted)
        tally = casualty_tally(BlastTest(testers=(blast,)), blast, tables)
        laying = CERTAIN
    else:
        tester = PathClass(
            actor=nearest.target,
            cover=nearest.cover,
            actor_is_mounted=nearest.target_is_mounted,
            range=band_of(nearest.distance, tables),
        )
        kind = CannisterTest if ammunition is Ammunition.CANNISTER else RoundshotTest
        tally = casualty_tally(kind(gun_class=gun, testers=(tester,)), tester, tables)
        laying = tables.number("laying", situation.actor)
    chance = tally.total if tally is not None else 0
    return Fraction(situation.foes_in_the_way * chance * laying, CERTAIN * CERTAIN)


_ROWS: dict[Kind, Callable[[WhatDoTheyDo, Tables], Steps]] = {
    Kind.CIVILIANS: _civilians,
    Kind.ARISTOCRATS: _aristocrats,
    Kind.MOB: _mob,
    Kind.CONVOY: _convoy,
    Kind.HEADQUARTERS: _headquarters,
    Kind.ENEMY_OFFICER: _officer,
    Kind.ARTILLERY: _guns,
}


# ---- Rows 11 and 12 -------------------------------------------------------------------------------------------------------------


def _garrison(situation: WhatDoTheyDo, tables: Tables) -> Steps:
    """Row 11: inside while Players are near or it is small; strong and led, half of it sallies (R48-A.21)."""
    enough = tables.exact("behaviour.sally_ratio")
    small = situation.figures < tables.number("behaviour.garrison_sally")
    if small or situation.nearest.distance <= tables.number("behaviour.garrison_inches"):
        return (yield from line(situation, tables, stays=True))
    ratio = local_ratio(situation, tables)
    led: bool = yield Observe("np.officer_and_nco", usual=True, rule="R48-A.21")
    if led and (ratio is None or ratio >= enough):
        half = situation.figures // 2
        stay = _one(Deed.STAND, "11", "R48-A.21", figures=situation.figures - half)
        return stay, _one(Deed.SALLY, "11", "R48-A.21", situation.nearest, figures=half)
    return (_one(Deed.STAND, "11", "R48-A.21"),)


def line(situation: WhatDoTheyDo, tables: Tables, *, stays: bool = False) -> Steps:
    """Row 12: infantry, cavalry and convoy guards; a garrison that stays neither moves nor charges (R48-A.05 to R48-A.09)."""
    contact: int = yield Observe("np.in_contact", usual=0, highest=situation.figures, rule="R48-A.05")
    contact = min(contact, situation.figures)
    parts = (_one(Deed.ATTACK, "12a", "R48-A.05", figures=contact),) if contact else ()
    if contact == situation.figures:
        return parts
    rest = yield from _others(situation, situation.figures - contact, tables, stays=stays)
    return (*parts, rest)


def _others(situation: WhatDoTheyDo, figures: int, tables: Tables, *, stays: bool) -> Steps:
    """Rows 12b to 12g for those who are not in contact."""
    seen: bool = yield Observe("np.seen", usual=True, rule="R48-A.01")
    if not seen:
        return (yield from _nobody_seen(figures, stays=stays))
    ratio = local_ratio(situation, tables)
    if not stays:
        withdraws = yield from _withdraws(situation, ratio, figures, tables)
        if withdraws is not None:
            return withdraws
    strike = yield from _strike(situation, ratio, figures, tables, stays=stays)
    if strike is not None:
        return strike
    return _moves(situation, figures, tables, stays=stays)


def _nobody_seen(figures: int, *, stays: bool) -> Steps:
    """Row 12b (R48-A.01, R48-A.25)."""
    if stays:
        return _one(Deed.STAND_COVER, "12b", "R48-A.21", figures=figures)
    known: bool = yield Observe("np.last_known", usual=True, rule="R48-A.01")
    if known:
        return _one(Deed.MOVE_LAST_KNOWN, "12b", "R48-A.01", figures=figures)
    lately: bool = yield Observe("np.seen_lately", usual=True, rule="R48-A.25")
    return _one(Deed.STAND_COVER if lately else Deed.CROSS, "12b", "R48-A.25", figures=figures)


def _withdraws(situation: WhatDoTheyDo, ratio: Fraction | None, figures: int, tables: Tables) -> Steps:
    """Row 12c: not suicidal (R48-A.06)."""
    if ratio is None:
        return None
    told = number_reason("ratio", ratio, "R48-A.03")
    too_weak = ratio < tables.exact("stance", str(tables.option("referee")), "withdraw")
    if not too_weak and ratio < tables.exact("behaviour.weakened_ratio"):
        too_weak = yield Observe("np.half_gone", usual=False, rule="R48-A.06")
    if not too_weak:
        return None
    deed = Deed.LEAVE if ratio < tables.exact("behaviour.leave_ratio") else Deed.WITHDRAW
    return _one(deed, "12c", "R48-A.06", situation.nearest, told, figures=figures)


@dataclass(frozen=True, slots=True)
class Strike:
    """A way to strike: fire or charge, at whom, and the casualties expected."""

    deed: Deed
    group: Seen
    expected: Fraction
    numbers: tuple[Modifier, ...] = field(default=())


def _strike(situation: WhatDoTheyDo, ratio: Fraction | None, figures: int, tables: Tables, *, stays: bool) -> Steps:
    """Row 12d: fire or charge, whichever promises more; equal, fire (R48-A.08)."""
    fire = yield from _fire(situation, figures, tables)
    charge = None if stays else (yield from _charge(situation, ratio, tables))
    options = [option for option in (fire, charge) if option is not None]
    if not options:
        return None
    best = max(options, key=lambda option: (option.expected, option.deed is Deed.FIRE))
    numbers = tuple(number for option in options for number in option.numbers)
    if ratio is not None:
        numbers = (number_reason("ratio", ratio, "R48-A.03"), *numbers)
    return _one(best.deed, "12d", "R48-A.08", best.group, *numbers, figures=figures)


def _fire(situation: WhatDoTheyDo, figures: int, tables: Tables) -> Steps:
    """Whether they fire, and at whom (R48-A.05, R48-A.09, R48-A.24)."""
    least = {name: tables.exact(f"behaviour.fire_{name}") for name in ("open", "cover", "cavalry")}
    if not any(shot_chance(situation, group, tables) for group in situation.seen):
        return None
    with_line: int = yield Observe("np.with_line", usual=figures, highest=figures, rule="R48-A.05")
    cover = Cover((yield Observe("np.own_cover", usual=Cover.NONE.value, options=_COVERS, rule="R48-A.05")))
    group = first_target(situation, tables)
    expected = fire_casualties(situation, group, min(with_line, figures), tables)
    name = "cavalry" if situation.kind is Kind.CAVALRY else "cover" if cover is not Cover.NONE else "open"
    stop = tables.number("behaviour.stop", "rifle" if situation.firearm in RIFLES else "musket")
    near = situation.kind is not Kind.CAVALRY and expected > 0 and group.distance <= stop
    if expected < least[name] and not near:
        return None
    return Strike(Deed.FIRE, group, expected, (number_reason("fire", expected, "R48-A.04"),))


def first_target(situation: WhatDoTheyDo, tables: Tables) -> Seen:
    """A priority target first, then a leader Veterans can hit, then the best chance, the nearest on ties (R48-A.05, R48-A.24)."""
    if situation.priority_target:
        return situation.nearest
    chance = tables.number("behaviour.leader_chance")
    within = tables.number("behaviour.leader_inches")
    leaders = [
        group
        for group in situation.seen
        if group.leader_among_them and group.distance <= within and shot_chance(situation, group, tables) >= chance
    ]
    if situation.actor is Quality.VETERAN and leaders:
        return leaders[0]
    return max(situation.seen, key=lambda group: (shot_chance(situation, group, tables), -group.distance))


def _charge(situation: WhatDoTheyDo, ratio: Fraction | None, tables: Tables) -> Steps:
    """Whether they charge, and whom: reach first, then what each kind and quality asks for (R48-A.08)."""
    ground = yield Observe("np.ground", usual=Terrain.OPEN.value, options=_GROUNDS, rule="R48-A.08")
    needed = Fraction(tables.number("stance", str(tables.option("referee")), "reach"), CERTAIN)
    found: list[Strike] = []
    for group in situation.seen:
        chance = reach_chance(situation.pace("charge", rough=rough(ground)), group.distance, tables)
        gain = charge_gain(situation, group, chance, tables)
        wanted = wants_to_charge(situation, group, ratio, gain, tables)
        if wanted and chance >= needed and group.can_be_charged:
            numbers = (
                number_reason("reach", chance * CERTAIN, "R48-G.15"),
                number_reason("gain", gain, "R48-A.04"),
            )
            found.append(Strike(Deed.CHARGE, group, gain, numbers))
    return max(found, key=lambda strike: strike.expected, default=None)


def wants_to_charge(
    situation: WhatDoTheyDo, group: Seen, ratio: Fraction | None, gain: Fraction, tables: Tables
) -> bool:
    """What a kind and quality asks for before it charges (R48-A.08, R48-A.12)."""
    needs = {name: tables.exact(f"behaviour.charge_{name}") for name in ("guards", "ratio", "cavalry", "conscript")}
    strong = {name: ratio is None or ratio >= need for name, need in needs.items()}
    if situation.kind is Kind.CONVOY_GUARDS and not strong["guards"]:
        return False
    easy = group.wavering or group.unarmed
    bold = gain >= tables.exact("behaviour.charge_gain") or strong["ratio"] or easy
    if situation.kind is Kind.CAVALRY:
        return bold or (strong["cavalry"] and group.cover is Cover.NONE)
    if situation.actor is Quality.VETERAN:
        return bold
    if situation.actor is Quality.AVERAGE:
        return strong["ratio"] or easy
    return strong["conscript"]


def _moves(situation: WhatDoTheyDo, figures: int, tables: Tables, *, stays: bool) -> Decision:
    """Rows 12e to 12g: cavalry keeps off many firearms, guards stand between, the rest goes to its stop distance (R48-A.09, R48-A.12, R48-A.05)."""
    group = situation.nearest
    within, few = tables.number("behaviour.keep_off_inches"), tables.number("behaviour.keep_off_arms")
    firearms = sum(seen.targets for seen in situation.seen if seen.distance <= within and not seen.unarmed)
    if stays:
        return _one(Deed.STAND_COVER, "11", "R48-A.21", group, figures=figures)
    if situation.kind is Kind.CAVALRY and firearms > few:
        return _one(Deed.MOVE_FLANK, "12e", "R48-A.09", group, figures=figures)
    if situation.kind is Kind.CONVOY_GUARDS:
        return _one(Deed.MOVE_BETWEEN, "12f", "R48-A.12", group, figures=figures)
    return _one(Deed.MOVE_STOP, "12g", "R48-A.05", group, figures=figures)
