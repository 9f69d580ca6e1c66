"""What a charge effect does to both sides: losses, order, retreats, guns, positions (MAW-3.04, MAW-5.07 to MAW-5.09, MAW-G.24h to MAW-G.25j)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain
from operator import and_

from sandtable.kernel.effects import Deed, Effect, LaterEffects, Offer, OnUnit, effect
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war.effects import (
    FullRetreat,
    GunsDamaged,
    GunsLost,
    GunsWrecked,
    Holds,
    Limbers,
    OrderBecomes,
    RetreatsBeyondCloseRange,
    Silenced,
    StandsLost,
    UnitRemoved,
)
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.melee import Combat, Ending, FightingUnit, Party, Toll, lead_of
from sandtable.rulesets.mexican_american_war.movement import full_rate
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ATTACKER_WINS,
    HARD_GROUND,
    ChargeEffect,
    CombatNumber,
    Formation,
    GroundDefended,
    OrderState,
)

E = ChargeEffect


@effect(icon="base-off")
class CrewsLost(OnUnit):
    """Crews sheltered in a broken square, and their guns with them (MAW-15.39)."""

    count: int

    def fold(self, books: MexicanAmericanWarLedger, deed: Deed, _: Tables, /) -> MexicanAmericanWarLedger:
        square = books.unit_meant(self.whom, deed)
        if square is None:
            return books
        guns = [books.units[name].removed() for name in square.crews if name in books.units]
        return books.with_units(replace(square, crews=()), *guns)


@effect(icon="fall-back", says="{or_recall?or_recall:plain}")
class ShortRetreat(Effect):
    """A step back, still facing the enemy; cavalry may recall instead."""

    distance: Fraction
    or_recall: bool = False


@effect(icon="frontal", says="{manner}")
class CarriesPosition(OnUnit):
    """It advances to where the enemy stood; a storming column must deploy there (MAW-16.09), cavalry may recall."""

    or_recall: bool = False
    forms: Formation | None = None  # what a storming column deploys into

    @property
    def manner(self) -> str:
        """That a storming column deploys, or that cavalry may recall."""
        return "deploying" if self.forms is not None else "or_recall" if self.or_recall else "plain"

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, formation=self.forms or unit.formation)


@effect(icon="frontal", says="{must?must:may}")
class BreaksThrough(Effect):
    """A breakthrough charge: cavalry must, infantry may (MAW-G.25c); half a move at the double quick (MAW-5.09)."""

    must: bool
    distance: Fraction

    def leads_to(self, _: MexicanAmericanWarLedger, deed: Deed, /) -> Iterator[Offer]:
        told = {"side": deed.situation.side, "combat": CombatNumber.BREAKTHROUGH}
        yield Offer(Message("offer.breakthrough"), "charge_combat", told)


@dataclass(frozen=True, slots=True)
class Costs:
    """Stands that a combat costs, as the tables have it: looked up once, since the odds of a struggle ask hundreds of times."""

    struggle: int
    already_disordered: int
    defeat: int
    pursued: int
    rout: int
    rout_over: int
    damaged: int  # gun stands

    def of_rout(self, difference: int) -> int:
        """Two, and one for each point of the difference over 9 (MAW-3.05)."""
        return self.rout + max(0, difference - self.rout_over)

    def worst(self, stands: Sequence[int], bearing: Iterable[int]) -> int:
        """The difference from which on it is all the same: nobody loses more stands than those who bear losses have."""
        return self.rout_over + max(0, sum([stands[number] for number in bearing]) - self.rout)


@lru_cache(maxsize=64)
def costs(tables: Tables) -> Costs:
    """What combats cost under these tables."""
    names = ("struggle", "already_disordered", "defeat", "pursued", "rout", "rout_over", "damaged")
    return Costs(*(tables.number("charge.loss", name) for name in names))


@dataclass(frozen=True, slots=True)
class Beaten:
    """How the losing side fares under one effect."""

    stands: int  # lost by the side
    broken: bool  # full retreat broken
    short: bool = False  # goes back 2 inches
    holds: bool = False  # fortified or in square


@dataclass(frozen=True, slots=True)
class Ranks:
    """The units of one side with their stands now, and the order in which they bear losses."""

    stands: tuple[int, ...]
    bearing: tuple[int, ...]
    worst: int  # the difference from which on a rout takes the last stand that can be lost
    guns: tuple[bool, ...]
    mounted: tuple[bool, ...]
    outflanked: bool
    started: int  # stands of the side before the combat
    removed_at: int

    @classmethod
    def of(cls, party: Party, tables: Tables) -> Ranks:
        """The side as it is drawn up."""
        units, stands = party.units, party.stands
        guns = tuple([unit.is_guns for unit in units])
        bearing = _bearing(stands, guns)
        return cls(
            stands,
            bearing,
            costs(tables).worst(stands, bearing),
            guns,
            tuple([unit.on_horse for unit in units]),
            any(unit.outflanked_now for unit in units),
            sum([unit.stands for unit in units]),
            tables.number("removed.at"),
        )

    def struggled(self, cost: Costs) -> Ranks:
        """The side after a struggle: losses shared out, and units at their end taken off (MAW-3.04)."""
        stands = self.still_there(self.after(cost.struggle))
        bearing = _bearing(stands, self.guns)
        worst = cost.worst(stands, bearing)
        return Ranks(stands, bearing, worst, self.guns, self.mounted, self.outflanked, self.started, self.removed_at)

    @property
    def any_cavalry(self) -> bool:
        """Beaten by cavalry: any unit that is still there is mounted (MAW-G.51)."""
        return any(map(and_, self.mounted, map(bool, self.stands)))

    def after(self, loss: int) -> tuple[int, ...]:
        """Stands left when the losses are taken as evenly as possible, the odd stand from the strongest unit (MAW-G.24h)."""
        left = list(self.stands)
        bearing = self.bearing
        while loss > 0 and bearing:
            rounds = min(loss // len(bearing), left[bearing[-1]])  # a stand from each, so long as the weakest has one
            bearers = bearing if rounds else bearing[:loss]
            for number in bearers:
                left[number] -= rounds or 1
            loss -= len(bearers) * (rounds or 1)
            if loss > 0:
                bearing = tuple([number for number in bearing if left[number]])
        return tuple(left)

    def still_there(self, left: tuple[int, ...]) -> tuple[int, ...]:
        """Stands with units out of the combat at nought: troops are removed at their last stand (MAW-10.04)."""
        last = self.removed_at
        return tuple([number if guns or number > last else 0 for guns, number in zip(self.guns, left, strict=True)])

    def lost(self, left: tuple[int, ...]) -> int:
        """Stands lost in the whole combat; units removed count whole (MAW-10.04)."""
        return self.started - sum(left)


def _bearing(stands: tuple[int, ...], guns: tuple[bool, ...]) -> tuple[int, ...]:
    """Troops bear losses, guns only without troops; the strongest unit first (MAW-G.24h)."""
    there = [number for number, left in enumerate(stands) if left]
    troops = [number for number in there if not guns[number]] or there
    if len(troops) > 1:
        troops.sort(key=stands.__getitem__, reverse=True)  # equals stay in their order
    return tuple(troops)


@dataclass(frozen=True, slots=True)
class Standing:
    """A combat before a roll, with what all its results have in common."""

    combat: Combat
    tables: Tables
    costs: Costs
    attackers: Ranks
    defenders: Ranks

    @classmethod
    def of(cls, combat: Combat, tables: Tables) -> Standing:
        """The combat at its opening."""
        return cls(combat, tables, costs(tables), Ranks.of(combat.attacker, tables), Ranks.of(combat.defender, tables))

    def struggled(self) -> Standing:
        """Both sides lose a stand; order is shaken, momentum is gone (MAW-3.04, MAW-G.66a)."""
        attackers, defenders = self.attackers.struggled(self.costs), self.defenders.struggled(self.costs)
        combat = self.combat.struggled(attackers.stands, defenders.stands)
        return Standing(combat, self.tables, self.costs, attackers, defenders)

    def difference(self, effect: ChargeEffect, index: int) -> int:
        """The difference as far as it matters: in a rout, up to the last stand that can be lost; else only its effect counts."""
        if effect is E.SWEPT:
            return min(index, self.defenders.worst)
        return max(index, -self.attackers.worst) if effect is E.REPULSED else 0

    def ending(self, effect: ChargeEffect, difference: int) -> Ending:
        """How a deciding roll ends it."""
        beaten = _defender_beaten if effect in ATTACKER_WINS else _attacker_beaten
        return Ending(effect, self.combat.rolls + 1, difference, partial(beaten, self, effect, difference))


# ---- The defender is beaten -------------------------------------------------------------------------------------------------


def _defender_beaten(standing: Standing, effect: ChargeEffect, difference: int) -> Toll:
    combat, tables = standing.combat, standing.tables
    beaten = defender_fate(standing, effect, difference)
    ranks = standing.defenders
    left = ranks.after(beaten.stands)

    def effects() -> tuple[Effect, ...]:
        losing = _defender_effects(standing, effect, beaten, left)
        return tidied(
            struggle_effects(combat, tables), losing, attacker_wins(combat, effect, tables, against_wall=beaten.holds)
        )

    remaining = ranks.still_there(left)
    if any(ranks.guns):
        by_cavalry = standing.attackers.any_cavalry
        remaining = tuple(
            0 if unit.is_guns and _overrun(unit, effect, beaten, by_cavalry=by_cavalry) else stands
            for unit, stands in zip(combat.defender.units, remaining, strict=True)
        )
    lost = (combat.attacker.lost, ranks.lost(remaining))
    return Toll(lost, "" if any(remaining) else "defender", LaterEffects(effects))


def defender_fate(standing: Standing, effect: ChargeEffect, difference: int) -> Beaten:
    """Losses and retreat of a beaten defender."""
    combat, cost = standing.combat, standing.costs
    if effect is E.SWEPT:
        return Beaten(cost.of_rout(difference), broken=True)
    lead = combat.defender.lead
    outflanked = standing.defenders.outflanked
    if effect is E.DRIVEN_BACK:
        hunted = outflanked or lead.in_square or standing.attackers.any_cavalry
        extra = cost.pursued if hunted and not lead.is_guns else 0
        return Beaten(cost.defeat + extra, broken=hunted)
    holds = lead.in_square or combat.form.ground_defended is GroundDefended.FORTIFIED
    disordered = not lead.is_guns and (lead.in_disorder or combat.shaken)
    loss = cost.already_disordered if disordered else 0
    broken = outflanked and not holds  # an outflanked loser breaks whatever the effect (MAW-15.37, MAW-G.54)
    return Beaten(loss, broken=broken, short=not broken and not holds, holds=holds)


def _defender_effects(
    standing: Standing, effect: ChargeEffect, beaten: Beaten, left: tuple[int, ...]
) -> Iterator[Effect]:
    combat, tables = standing.combat, standing.tables
    party, by_cavalry = combat.defender, standing.attackers.any_cavalry
    for unit, before, after, whom in zip(party.units, party.stands, left, party.names, strict=True):
        if not before:
            continue
        if unit.is_guns:
            yield from _guns_beaten(unit, effect, beaten, (before, after), whom, tables, by_cavalry=by_cavalry)
        else:
            yield from _troops_beaten(combat, unit, beaten, (before, after), whom, tables)
    if combat.form.crews and effect is not E.HARD_PRESSED and lead_of(party.units).in_square:
        yield CrewsLost(whom=party.first_lead_name, count=combat.form.crews)


def _guns_beaten(
    unit: FightingUnit,
    effect: ChargeEffect,
    beaten: Beaten,
    stands: tuple[int, int],
    whom: str,
    tables: Tables,
    *,
    by_cavalry: bool,
) -> Iterator[Effect]:
    """Unlimbered guns that cannot get away are lost (MAW-5.07); fortified ones hold under Hard Pressed (MAW-G.53)."""
    if _overrun(unit, effect, beaten, by_cavalry=by_cavalry):
        yield GunsLost(whom=whom, captured=True)
        return
    before, after = stands
    if before > after:
        yield GunsWrecked(whom=whom, count=before - after)
        if not after:
            yield UnitRemoved(whom=whom)
            return
    if effect is E.HARD_PRESSED:
        yield GunsDamaged(whom=whom, count=costs(tables).damaged)
    yield Silenced(whom=whom)
    if beaten.holds:
        yield Holds(whom=whom)
        return
    if not unit.limbered:
        yield Limbers(whom=whom)
    yield FullRetreat(whom=whom, broken=False)


def _overrun(unit: FightingUnit, effect: ChargeEffect, beaten: Beaten, *, by_cavalry: bool) -> bool:
    """Unlimbered guns lost: all when swept, all when driven back by cavalry, heavy and fixed ones whenever they may not stay."""
    if unit.limbered:
        return False
    stuck = (unit.heavy or unit.fixed) and not beaten.holds
    return stuck or effect is E.SWEPT or (effect is E.DRIVEN_BACK and by_cavalry)


def _troops_beaten(
    combat: Combat, unit: FightingUnit, beaten: Beaten, stands: tuple[int, int], whom: str, tables: Tables
) -> Iterator[Effect]:
    """Losses, order and retreat of beaten troops, of either side (MAW-G.24i)."""
    before, after = stands
    if before > after:
        yield StandsLost(whom=whom, count=before - after)
        if after <= tables.number("removed.at"):
            yield UnitRemoved(whom=whom)
            return
    if beaten.broken:
        yield OrderBecomes(whom=whom, order=OrderState.BROKEN)
        storming = unit.shape is Formation.STORMING_COLUMN
        yield FullRetreat(whom=whom, broken=True, through_defile=storming)
        return
    if unit.order is OrderState.GOOD and not combat.shaken:
        yield OrderBecomes(whom=whom, order=OrderState.DISORDERED)
    recall = unit.on_horse and combat.first
    if beaten.holds:
        yield Holds(whom=whom)
    elif beaten.short:
        yield ShortRetreat(whom=whom, distance=Fraction(tables.number("charge.retreat.short")), or_recall=recall)
    else:
        yield RetreatsBeyondCloseRange(whom=whom, or_recall=recall)


def attacker_wins(
    combat: Combat, effect: ChargeEffect, tables: Tables, *, against_wall: bool = False
) -> Iterator[Effect]:
    """Carry the position; against a fortified or square defender go back instead, in good order (MAW-5.08, MAW-15.36a, MAW-G.25i)."""
    for unit, whom in combat.attacker.there():
        if effect is E.HARD_PRESSED and against_wall:
            back = Fraction(tables.number("charge.retreat.short"))
            yield ShortRetreat(whom=whom, distance=back, or_recall=unit.on_horse and combat.first)
            continue
        storms = _storms(combat, unit)
        recall = effect is E.HARD_PRESSED and unit.on_horse and combat.first and not storms
        deploys = combat.form.storming_forms if unit.shape is Formation.STORMING_COLUMN else None
        yield CarriesPosition(whom=whom, or_recall=recall, forms=deploys)
        through = combat.first and effect in (E.SWEPT, E.DRIVEN_BACK) and not storms
        if through:
            yield _breakthrough(combat, unit, whom, tables)
        if _winner_disordered(combat, unit):
            yield OrderBecomes(whom=whom, order=OrderState.DISORDERED, late=through)


def _storms(combat: Combat, unit: FightingUnit) -> bool:
    """Part of an attack by a storming column."""
    return combat.form.storming or unit.shape is Formation.STORMING_COLUMN


def _breakthrough(combat: Combat, unit: FightingUnit, whom: str, tables: Tables) -> Effect:
    """Half a move at the double quick; cavalry must, infantry may (MAW-5.09, MAW-G.25c, MAW-G.25e)."""
    half = full_rate(unit, combat.form.side, combat.form.ground_charged_over, tables, quick=True) / 2
    return BreaksThrough(whom=whom, must=unit.on_horse, distance=half)


def _winner_disordered(combat: Combat, unit: FightingUnit) -> bool:
    """Over broken or rough ground, cavalry, after a 2nd combat, storming columns (MAW-3.04, MAW-16.09b, MAW-G.25); not twice (MAW-G.45)."""
    already = unit.order is not OrderState.GOOD or combat.shaken
    causes = (
        combat.form.ground_charged_over in HARD_GROUND or unit.on_horse or not combat.first or _storms(combat, unit)
    )
    return causes and not already


# ---- The attacker is beaten -------------------------------------------------------------------------------------------------


def _attacker_beaten(standing: Standing, effect: ChargeEffect, difference: int) -> Toll:
    combat, tables = standing.combat, standing.tables
    beaten = attacker_fate(standing, effect, difference)
    ranks = standing.attackers
    left = ranks.after(beaten.stands)

    def effects() -> tuple[Effect, ...]:
        return tidied(
            struggle_effects(combat, tables), _attacker_effects(combat, beaten, left, tables), _defender_holds(combat)
        )

    remaining = ranks.still_there(left)
    lost = (ranks.lost(remaining), combat.defender.lost)
    return Toll(lost, "" if any(remaining) else "attacker", LaterEffects(effects))


def _attacker_effects(combat: Combat, beaten: Beaten, left: tuple[int, ...], tables: Tables) -> Iterator[Effect]:
    party = combat.attacker
    for unit, before, after, whom in zip(party.units, party.stands, left, party.names, strict=True):
        if before:
            yield from _troops_beaten(combat, unit, beaten, (before, after), whom, tables)


def attacker_fate(standing: Standing, effect: ChargeEffect, difference: int) -> Beaten:
    """Losses and retreat of a beaten attacker; a storming column always breaks (MAW-16.10)."""
    combat, cost = standing.combat, standing.costs
    if effect is E.REPULSED:
        return Beaten(cost.of_rout(-difference), broken=True)
    lead = combat.attacker.lead
    outflanked = standing.attackers.outflanked
    if effect is E.RECOIL:
        hunted = outflanked or standing.defenders.any_cavalry
        extra = cost.pursued if hunted else 0
        return Beaten(cost.defeat + extra, broken=hunted or combat.form.storming)
    disordered = lead.in_disorder or combat.shaken
    loss = cost.already_disordered if disordered else 0
    broken = outflanked or combat.form.storming
    return Beaten(loss, broken=broken, short=not broken)


def _defender_holds(combat: Combat) -> Iterator[Effect]:
    """The defender holds; cavalry is disordered, and may carry the position or recall if it counter charged (MAW-3.04, MAW-G.23c)."""
    for unit, whom in combat.defender.there():
        if unit.on_horse and combat.form.countered:
            yield CarriesPosition(whom=whom, or_recall=True)
        else:
            yield Holds(whom=whom)
        if unit.on_horse and unit.order is OrderState.GOOD and not combat.shaken:
            yield OrderBecomes(whom=whom, order=OrderState.DISORDERED)


# ---- A struggle -------------------------------------------------------------------------------------------------------------


def struggle_effects(combat: Combat, tables: Tables) -> Iterator[Effect]:
    """What the rolls before the last have cost: a stand each, and order (MAW-G.66a)."""
    if not combat.rolls:
        return
    for party in (combat.attacker, combat.defender):
        for unit, now, whom in zip(party.units, party.stands, party.names, strict=True):
            before = unit.stands
            if before > now:
                lost = before - now if now else _worn_down(unit, tables)
                yield GunsWrecked(whom=whom, count=lost) if unit.is_guns else StandsLost(whom=whom, count=lost)
            if not now:
                yield UnitRemoved(whom=whom)
            elif unit.is_guns:
                yield Silenced(whom=whom)
            elif unit.order is OrderState.GOOD:
                yield OrderBecomes(whom=whom, order=OrderState.DISORDERED)


def _worn_down(unit: FightingUnit, tables: Tables) -> int:
    """Stands a unit lost before its last one was taken off with it."""
    last = 0 if unit.is_guns else tables.number("removed.at")
    return max(1, unit.stands - last)


FOUGHT_OUT = -1  # instead of a difference: no roll decided it


def ended_by_struggle(combat: Combat, tables: Tables) -> Ending:
    """A side with nobody left has lost, as by Driven Back or Recoil; if both are gone nobody has won (MAW-G.25g, MAW-G.66)."""
    effect, gone = E.DESPERATE, combat.side_gone
    after: Iterable[Effect] = ()
    if gone == "defender":
        effect = E.DRIVEN_BACK
        after = attacker_wins(combat, effect, tables)
    elif gone == "attacker":
        effect = E.RECOIL
        after = _defender_holds(combat)
    toll = Toll(
        (combat.attacker.lost, combat.defender.lost), gone or "", tidied(struggle_effects(combat, tables), after)
    )
    return Ending(effect, combat.rolls, FOUGHT_OUT, lambda: toll)


# ---- Small helpers ----------------------------------------------------------------------------------------------------------


_ADDED_UP = (StandsLost, GunsWrecked)


def tidied(*effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """One instruction a unit and kind: losses of several rolls added up, the last word on order only."""
    kept: dict[tuple[str, type[Effect]], Effect] = {}
    for one in chain.from_iterable(effects):
        key = (one.whom, type(one))
        earlier = kept.get(key)
        if isinstance(one, _ADDED_UP) and isinstance(earlier, _ADDED_UP):
            kept[key] = type(one)(whom=one.whom, count=earlier.count + one.count)
        else:
            kept[key] = one
    return tuple(kept.values())
