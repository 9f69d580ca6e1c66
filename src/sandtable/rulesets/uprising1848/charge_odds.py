"""The exact law of a whole charge without a branch for every way it can go (R48-G.63).

A charge of twelve at eight has thousands of branches, but what follows depends only on how many chargers are left, how many targets are
down and how many were struck back. The law is folded over these numbers in integers; a test holds it against the plain exact driver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, repeat
from math import comb, gcd
from operator import mul
from typing import Any

from sandtable.kernel.drivers import Exact, Given, Step, enumerate_exactly
from sandtable.kernel.drivers.run import KeyNumbers, _step
from sandtable.kernel.law import Law
from sandtable.kernel.requests import QUESTIONS, Count, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.rulesets.uprising1848.chances import CERTAIN, up_to
from sandtable.rulesets.uprising1848.charge import (
    charge,
    charge_pace,
    charger_blow,
    chargers_check,
    flight_pace,
    flight_roll,
    regained,
    return_blow,
    return_strikes,
    targets_check,
)
from sandtable.rulesets.uprising1848.charge_form import Charge, ChargeVerdict, Muster
from sandtable.rulesets.uprising1848.melee import blow_tally, spread
from sandtable.rulesets.uprising1848.morale import morale_quality, morale_tally
from sandtable.rulesets.uprising1848.movement import mean_distance
from sandtable.rulesets.uprising1848.pools import BYTE, convolved, counted, unpacked, width_for
from sandtable.rulesets.uprising1848.vocabulary import BYSTANDERS, Leading, Reaction
from sandtable.rulesets.uprising1848.vocabulary import Charge as Ended

_LOSSES = (  # runs that between them meet every step: some fall everywhere, in the fight, or only to blows struck back
    {"charge.reaction_hits": 1, "charge.attack": 1, "charge.return": 1},
    {"charge.attack": 1, "charge.return": 1},
    {"charge.return": 1},
)
_DICE_KEYS = (
    "charge.distance",
    "charge.reaction_move",
    "charge.reaction_hits",
    "charge.morale",
    "charge.attack",
    "charge.return",
    "charge.target_morale",
    "charge.charger_morale",
)


@dataclass
class Walk:
    """One run of the rule with chosen dice: which requests it meets and which usual answers it takes."""

    answers: dict[str, Any]
    requests: dict[str, Request]
    assumed: dict[str, Step]
    known: dict[str, Any] = field(default_factory=dict)  # dice already thrown, as they read
    thrown: dict[str, Any] = field(default_factory=dict)  # the same, as they fell
    settled: dict[str, Any] = field(default_factory=dict)  # questions met before: the same in every run


def exact_charge(situation: Charge, tables: Tables, answers: Mapping[str, Given]) -> Exact[ChargeVerdict]:
    """The law of a charge. Once blows have been thrown little is left open, and the plain driver does it."""
    thrown = any(key.startswith(("charge.attack", "charge.return")) for key in answers)
    if thrown or situation.target_kind in BYSTANDERS:  # who are not fought with
        return enumerate_exactly(partial(charge, situation, tables), answers)
    walk = _walk(situation, tables, answers)
    return Exact(_law(situation, tables, walk), walk.assumed, walk.requests)


def _walk(situation: Charge, tables: Tables, answers: Mapping[str, Given]) -> Walk:
    """Go through the rule with few and with more losses, so that every step is met."""
    walk = Walk({key: given.value for key, given in answers.items()}, {}, {})
    for losses in _LOSSES:
        rule = charge(situation, tables)
        keys = KeyNumbers()
        try:
            request = next(rule)
            while True:
                key = keys.key(request)
                walk.requests.setdefault(key, request)
                request = rule.send(_taken(key, request, walk, answers, losses))
        except StopIteration:
            continue
    order = sorted(walk.requests, key=_place)
    return Walk(walk.answers, {key: walk.requests[key] for key in order}, walk.assumed, walk.known, walk.thrown)


def _place(key: str) -> int:
    return next((place for place, known in enumerate(_DICE_KEYS) if key.startswith(known)), len(_DICE_KEYS))


def _taken(key: str, request: Request, walk: Walk, answers: Mapping[str, Given], losses: Mapping[str, int]) -> Any:
    if isinstance(request, QUESTIONS):
        if key not in walk.settled:
            step = _step(key, request, answers.get(key) or Given(request.usual, "usual"))
            if step.by == "usual":
                walk.assumed[key] = step
            walk.settled[key] = walk.answers[key] = step.reading
        return walk.settled[key]
    if key in answers:
        walk.thrown[key] = answers[key].value
        reading = walk.known[key] = request.reading(request.normal(answers[key].value))
        return reading
    if isinstance(request, Count):
        return losses.get(key, 0)
    if key in ("charge.distance", "charge.reaction_move"):
        readings: list[Any] = [reading for reading, _ in request.law()]
        return max(readings, key=lambda reading: reading[0])  # farthest of all, so that the rule goes on
    return True


def _law(situation: Charge, tables: Tables, walk: Walk) -> Law[ChargeVerdict]:
    reach, lost, short = _reach_weights(situation, tables, walk)
    sums = Sums(situation, tables, walk)
    counts: dict[ChargeVerdict, int] = {}
    if lost:
        counts[sums.verdict(Ended.LOST_CONTACT)] = sums.scale * lost
    if reach:
        sums.fold(counts, reach)
    if short:
        counts[sums.verdict(Ended.SHORT)] = sums.scale * short
    return Law.over(counts, sums.scale * (reach + lost + short))


def _reach_weights(situation: Charge, tables: Tables, walk: Walk) -> tuple[int, int, int]:
    """Weights of a charge that is in contact, that lost it to a move of the charged, and that falls short."""
    if "charge.target_acted" not in walk.requests or walk.answers.get("charge.contact") is False:
        return 0, 0, 1  # the rule went no further, or was told that there is no contact
    distances = _law_of("charge.distance", walk) or (
        ((True, mean_distance(charge_pace(situation, tables), tables)), 1),
    )
    reach = lost = short = 0
    for (reached, inches), weight in distances:
        kept, away = _flight_weights(situation, inches, tables, walk) if reached else (0, 0)
        reach, lost = reach + weight * kept, lost + weight * away
        short += 0 if reached else weight * _ways("charge.reaction_move", walk)
    return reach, lost, short


def _law_of(key: str, walk: Walk) -> Sequence[tuple[Any, int]]:
    """The law of a throw as the rule reads it; what has been thrown is certain."""
    if key in walk.known:
        return ((walk.known[key], 1),)
    request = walk.requests.get(key)
    return tuple(request.law()) if isinstance(request, Roll) else ()


def _ways(key: str, walk: Walk) -> int:
    """In how many ways a die that may be thrown falls; one where there is none."""
    return sum(weight for _, weight in _law_of(key, walk)) or 1


def _flight_weights(situation: Charge, inches: Any, tables: Tables, walk: Walk) -> tuple[int, int]:
    """Weights of contact kept and lost when the charged react by a move; without one there is nothing to lose."""
    ways = _ways("charge.reaction_move", walk)
    if walk.answers.get("charge.reaction") != Reaction.MOVE or walk.answers.get("charge.target_acted"):
        return ways, 0
    if situation.start_distance is None:
        return (0, ways) if walk.answers.get("charge.contact_kept") is False else (ways, 0)
    left = inches - situation.start_distance
    if tables.option("fixedMoves"):
        kept = regained(situation, left, mean_distance(flight_pace(situation), tables))
        return (1, 0) if kept else (0, 1)
    roll = flight_roll(situation, left, tables)
    law: Any = roll.law()
    if "charge.reaction_move" in walk.thrown:
        law = ((roll.reading(roll.normal(walk.thrown["charge.reaction_move"])), 1),)
    kept_ways: int = sum(weight for (kept, _), weight in law if kept)
    return kept_ways, ways - kept_ways


class Sums:
    """Integer weights of everything after the charge has reached, all over one scale: as many ways for each die that may be thrown."""

    def __init__(self, situation: Charge, tables: Tables, walk: Walk) -> None:
        self.situation, self.tables = situation, tables
        self.charging, self.charged = situation.charging, situation.charged
        self.sizes = situation.attackers, situation.targets
        self.thrown_moves = not tables.option("fixedMoves")
        self.hits = _reaction_hits(walk)
        self.strike = _chance(blow_tally(charger_blow(situation), tables))
        self.back = _chance(blow_tally(return_blow(situation), tables))
        each = bool(tables.option("strikeBackEach"))
        self.most_strikes = situation.attackers if each else min(situation.attackers, situation.targets)
        self.now = bool(walk.answers.get("charge.check_now", True))
        leading = walk.answers.get("charge.charger_leading")
        self.under_fire_fails = _failing(situation.charging, leading, tables, walk.known.get("charge.morale"))
        self.charger_fails = _failing(situation.charging, leading, tables, walk.known.get("charge.charger_morale"))
        leading = walk.answers.get("charge.target_leading")
        self.target_fails = _failing(situation.charged, leading, tables, walk.known.get("charge.target_morale"))
        self.blows_scale = self.strike.of**situation.attackers * self.back.of**self.most_strikes
        self.scale = sum(weight for _, weight in self.hits) * CERTAIN**3 * self.blows_scale  # three checks

    def verdict(
        self, ended: Ended, lost: int = 0, down: int = 0, chargers_waver: bool = False, targets_waver: bool = False, /
    ) -> ChargeVerdict:
        """The verdict of a charge that ended so, with losses of both sides and who wavers."""
        of_chargers, of_targets = self.sizes
        return ChargeVerdict(
            ended, of_chargers, of_targets, lost, down, chargers_waver, targets_waver, self.thrown_moves
        )

    def fold(self, counts: dict[ChargeVerdict, int], reach: int) -> None:
        """Reaction fire, the chargers' morale, and the fight of those who are left."""
        muster = self.charging
        rest = reach * CERTAIN**2 * self.blows_scale
        closing: list[tuple[int, int]] = []  # chargers lost so far, weight
        for lost, weight in self.hits:
            checks = 0 < lost < muster.figures
            fails = self.under_fire_fails[muster.half_gone(lost)] if checks else 0
            if fails:
                counts[self.verdict(Ended.STOPPED, lost, 0, True, False)] = weight * fails * rest
            held = weight * (CERTAIN - fails)
            if lost == self.situation.attackers:
                counts[self.verdict(Ended.SHOT_DOWN, lost)] = held * rest
            else:
                closing.append((lost, held * reach))
        self._last_checks(closing, counts)

    def _fought(self, closing: Sequence[tuple[int, int]]) -> Iterator[tuple[int, list[int], list[int]]]:
        """For every number of targets down: weights by the chargers lost in all, where no blow struck back told and where some did.

        Numbers of chargers lost lie side by side in one whole number, so that blows struck back are one product for all of them.
        """
        largest = sum(weight for _, weight in closing) * self.blows_scale
        width = width_for(largest)
        place = BYTE * width
        unhurt: dict[int, int] = {}
        hurt: dict[int, int] = {}
        shares = self._struck_back(place)
        for (down, strikes), weights in self._attacks(closing, place).items():
            missed, told = shares[strikes]
            unhurt[down] = unhurt.get(down, 0) + weights * missed
            hurt[down] = hurt.get(down, 0) + weights * told
        length = self.situation.attackers + 1
        for down, weights in unhurt.items():
            yield down, unpacked(weights, width, length), unpacked(hurt[down], width, length)

    def _struck_back(self, place: int) -> list[tuple[int, int]]:
        """For every number of blows struck back: the weight of none that tells, and the packed weights of one, two and so on that do."""
        powers = accumulate(repeat(self.back.misses + (self.back.hits << place), self.most_strikes), mul, initial=1)
        found = []
        for strikes, returned in enumerate(powers):
            missed, spare = self.back.misses**strikes, self.back.of ** (self.most_strikes - strikes)
            found.append((missed * spare, (returned - missed) * spare))
        return found

    def _attacks(self, closing: Sequence[tuple[int, int]], place: int) -> dict[tuple[int, int], int]:
        """Packed weights of the chargers lost under fire, by targets down and blows that the others strike back."""
        found: dict[tuple[int, int], int] = {}
        for lost, weight in closing:
            spare = weight * self.strike.of**lost
            for key, ways in self._downs(self.situation.attackers - lost).items():
                found[key] = found.get(key, 0) + (spare * ways << place * lost)
        return found

    def _downs(self, chargers: int) -> dict[tuple[int, int], int]:
        """Targets down and blows struck back after the attacks of so many chargers."""
        classes = spread(chargers, self.situation.targets)
        if self.tables.option("strikeBackEach"):
            downs: dict[tuple[int, int], int] = {(0, 0): 1}
            for struck, each in classes:
                downs = self._after(downs, struck, each)
            return downs
        law = [1]
        for struck, each in classes:
            law = convolved(law, self._fallen(struck, each))
        struck_at = len(law) - 1
        each_strikes = return_strikes(((1, 1),), self.situation, self.tables)
        return {(down, each_strikes * (struck_at - down)): ways for down, ways in enumerate(law)}

    def _fallen(self, struck: int, each: int) -> list[int]:
        """Weights of so many targets down, each with so many attackers."""
        stands = self.strike.misses**each
        falls = self.strike.of**each - stands
        return [comb(struck, down) * falls**down * stands ** (struck - down) for down in range(struck + 1)]

    def _after(self, downs: Mapping[tuple[int, int], int], struck: int, each: int) -> dict[tuple[int, int], int]:
        """Targets down and blows struck back after one more class of targets was attacked."""
        longer: dict[tuple[int, int], int] = {}
        for down, more in enumerate(self._fallen(struck, each)):
            back = return_strikes(((struck - down, each),), self.situation, self.tables)
            for (before, strikes), weight in downs.items():
                key = (before + down, strikes + back)
                longer[key] = longer.get(key, 0) + weight * more
        return longer

    def _last_checks(self, closing: Sequence[tuple[int, int]], counts: dict[ChargeVerdict, int]) -> None:
        """Morale of both units after the fight (R48-9.11, R48-G.34)."""
        fails = [self._chargers_fail(lost) for lost in range(self.situation.attackers + 1)]
        fought, thrown, (of_chargers, of_targets) = Ended.FOUGHT, self.thrown_moves, self.sizes
        for down, unhurt, hurt in self._fought(closing):
            target_fails = 0
            if self.now and targets_check(self.situation, down, self.tables):
                target_fails = self.target_fails[self.charged.half_gone(down)]
            shares = [
                (waver, share) for waver, share in ((False, CERTAIN - target_fails), (True, target_fails)) if share
            ]
            for lost, (charger_fails, solid, struck) in enumerate(zip(fails, unhurt, hurt, strict=True)):
                held = solid * CERTAIN + struck * (CERTAIN - charger_fails)
                for chargers_waver, weight in ((False, held), (True, struck * charger_fails)):
                    if weight:
                        for targets_waver, share in shares:
                            verdict = ChargeVerdict(
                                fought, of_chargers, of_targets, lost, down, chargers_waver, targets_waver, thrown
                            )
                            counts[verdict] = weight * share

    def _chargers_fail(self, lost: int) -> int:
        """The chance in per cent that chargers who were struck, with so many lost in all, fail their check."""
        if not self.now or not chargers_check(self.charging, lost - 1, 1):
            return 0
        return self.charger_fails[self.charging.half_gone(lost)]


def _reaction_hits(walk: Walk) -> list[tuple[int, int]]:
    """Chargers who fall to the reaction, with weights; what was thrown is certain."""
    request = walk.requests.get("charge.reaction_hits")
    if "charge.reaction_hits" in walk.known:
        return [(walk.known["charge.reaction_hits"], 1)]
    if not isinstance(request, Count):
        return [(0, 1)]
    merged: dict[int, int] = {}
    for hits, weight in enumerate(counted(request)):
        lost: Any = request.read(hits)
        merged[lost] = merged.get(lost, 0) + weight
    return list(merged.items())


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one blow in lowest terms."""

    hits: int
    misses: int

    @property
    def of(self) -> int:
        """All ways one die can fall."""
        return self.hits + self.misses


def _chance(tally: Tally) -> Chance:
    hits = len(up_to(min(tally.total, CERTAIN)))
    shared = gcd(hits, CERTAIN)
    return Chance(hits // shared, (CERTAIN - hits) // shared)


def _failing(muster: Muster, leading: Any, tables: Tables, thrown: Any) -> dict[bool, int]:
    """The chance in per cent to fail a check, with fewer and with half or more gone; a throw already taken leaves none."""
    if thrown is not None:
        return dict.fromkeys((False, True), 0 if thrown else CERTAIN)
    quality = morale_quality(muster.quality, Leading(leading or Leading.OFFICER_OR_NCO.value), tables)
    return {half: CERTAIN - morale_tally("check", quality, tables, half=half).total for half in (False, True)}
