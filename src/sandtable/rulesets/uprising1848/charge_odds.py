"""The exact law of a whole charge without a branch for every way it can go (R48-G.63).

A charge of twelve at eight has thousands of branches, but what follows depends only on how many chargers are left, how many targets are
down and how many were struck back. The law is folded over these numbers in integers; a test holds it against the plain exact driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from sandtable.kernel.drivers import Exact, Given, Step, enumerate_exactly
from sandtable.kernel.drivers.run import KeyNumbers, _step
from sandtable.kernel.law import Law
from sandtable.kernel.requests import Choose, Count, Observe, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.chances import CERTAIN
from sandtable.rulesets.uprising1848.charge import (
    attack_throws,
    charge,
    charger_blow,
    chargers_check,
    return_strikes,
    return_throw,
    targets_check,
)
from sandtable.rulesets.uprising1848.charge_form import Charge, ChargeVerdict, Muster
from sandtable.rulesets.uprising1848.melee import Blows, blow_tally
from sandtable.rulesets.uprising1848.morale import morale_quality, morale_tally
from sandtable.rulesets.uprising1848.vocabulary import Charge as Ended
from sandtable.rulesets.uprising1848.vocabulary import Leading

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


def exact_charge(situation: Charge, tables: Tables, answers: Mapping[str, Given]) -> Exact[ChargeVerdict]:
    """The law of a charge. Once blows have been thrown little is left open, and the plain driver does it."""
    if any(key.startswith(("charge.attack", "charge.return")) for key in answers):
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
    return Walk(walk.answers, {key: walk.requests[key] for key in order}, walk.assumed, walk.known)


def _place(key: str) -> int:
    return next((place for place, known in enumerate(_DICE_KEYS) if key.startswith(known)), len(_DICE_KEYS))


def _taken(key: str, request: Request, walk: Walk, answers: Mapping[str, Given], losses: Mapping[str, int]) -> Any:
    if isinstance(request, Choose | Observe):
        step = _step(key, request, answers.get(key) or Given(request.usual, "usual"))
        if step.by == "usual":
            walk.assumed[key] = step
        walk.answers[key] = step.reading
        return step.reading
    if key in answers:
        reading = walk.known[key] = request.reading(request.normal(answers[key].value))
        return reading
    if isinstance(request, Count):
        return losses.get(key, 0)
    if key == "charge.distance":
        readings: list[Any] = [reading for reading, _ in request.law()]
        return max(readings, key=lambda reading: reading[0])
    return request.law()[0][0] if key == "charge.reaction_move" else True


Key = tuple[Ended, int, int, bool, bool]  # how it ended, chargers lost, targets lost, chargers waver, targets waver


def _law(situation: Charge, tables: Tables, walk: Walk) -> Law[ChargeVerdict]:
    reach, short = _reach_weights(walk)
    sums = Sums(situation, tables, walk)
    weights: dict[Key, int] = {}
    if reach and walk.answers.get("charge.contact_kept") is False and "charge.contact_kept" in walk.requests:
        weights[Ended.LOST_CONTACT, 0, 0, False, False] = sums.scale
    elif reach:
        sums.fold(weights)
    total = sums.scale * (reach + short)
    law = {key: Fraction(weight * reach, total) for key, weight in weights.items() if weight}
    if short:
        law[Ended.SHORT, 0, 0, False, False] = Fraction(short, reach + short)
    return Law(
        {
            ChargeVerdict(
                ended=ended,
                of_chargers=situation.attackers,
                of_targets=situation.targets,
                chargers_lost=lost,
                targets_lost=down,
                chargers_waver=chargers_waver,
                targets_waver=targets_waver,
                distances_thrown=not tables.option("fixedMoves"),
            ): weight
            for (ended, lost, down, chargers_waver, targets_waver), weight in law.items()
        }
    )


def _reach_weights(walk: Walk) -> tuple[int, int]:
    """Weights of reaching and of falling short; without a throw, or with contact seen on the table, one of them is certain."""
    if "charge.target_acted" not in walk.requests or walk.answers.get("charge.contact") is False:
        return 0, 1  # the rule went no further, or was told that there is no contact
    request = walk.requests.get("charge.distance")
    if not isinstance(request, Roll):
        return 1, 0
    law: list[tuple[Any, int]] = [(walk.known[request.key], 1)] if request.key in walk.known else request.law()
    reach = sum(weight for (reached, _), weight in law if reached)
    return reach, sum(weight for _, weight in law) - reach


class Sums:
    """Integer weights of everything after the charge has reached, all over one scale: a hundred for each die that may be thrown."""

    def __init__(self, situation: Charge, tables: Tables, walk: Walk) -> None:
        self.situation, self.tables = situation, tables
        self.charging, self.charged = situation.charging, situation.charged
        request = walk.requests.get("charge.reaction_hits")
        hits: list[tuple[Any, int]] = request.law() if isinstance(request, Count) else [(0, 1)]
        if "charge.reaction_hits" in walk.known:
            hits = [(walk.known["charge.reaction_hits"], 1)]
        self.hits = [(int(lost), weight) for lost, weight in hits]
        self.blow = blow_tally(charger_blow(situation), tables)
        self.returns: dict[int, list[tuple[Any, int]]] = {0: [(0, 1)]}
        each = bool(tables.option("strikeBackEach"))
        self.most_strikes = situation.attackers if each else min(situation.attackers, situation.targets)
        self.now = bool(walk.answers.get("charge.check_now", True))
        leading = walk.answers.get("charge.charger_leading")
        self.under_fire_fails = _failing(situation.charging, leading, tables, walk.known.get("charge.morale"))
        self.charger_fails = _failing(situation.charging, leading, tables, walk.known.get("charge.charger_morale"))
        leading = walk.answers.get("charge.target_leading")
        self.target_fails = _failing(situation.charged, leading, tables, walk.known.get("charge.target_morale"))
        dice_after = 3 + situation.attackers + self.most_strikes  # three checks, attacks, return blows
        self.scale = sum(weight for _, weight in self.hits) * CERTAIN**dice_after
        self.after_morale = CERTAIN ** (dice_after - 1)

    def fold(self, weights: dict[Key, int]) -> None:
        """Reaction fire, the chargers' morale, and the fight of those who are left."""
        muster = self.charging
        gathered: dict[tuple[int, int, bool], int] = {}
        for lost, weight in self.hits:
            checks = 0 < lost < muster.figures
            fails = self.under_fire_fails[muster.half_gone(lost)] if checks else 0
            if fails:
                weights[Ended.STOPPED, lost, 0, True, False] = weight * fails * self.after_morale
            held = weight * (CERTAIN - fails)
            if lost == self.situation.attackers:
                weights[Ended.SHOT_DOWN, lost, 0, False, False] = held * self.after_morale
            else:
                self._fight(lost, held, gathered)
        self._last_checks(gathered, weights)

    def _fight(self, lost: int, held: int, gathered: dict[tuple[int, int, bool], int]) -> None:
        """Attacks of the chargers left, and blows struck back."""
        situation = self.situation
        chargers = situation.attackers - lost
        downs: dict[tuple[int, int], int] = {(0, 0): 1}
        for throw in attack_throws(chargers, situation.targets, self.blow):
            downs = self._after(downs, throw)
        spare = CERTAIN**lost
        for (down, strikes), weight in downs.items():
            padded = held * weight * spare * CERTAIN ** (self.most_strikes - strikes)
            for struck, struck_weight in self._returns(strikes):
                key = (lost + struck, down, self.now and chargers_check(self.charging, lost, struck))
                gathered[key] = gathered.get(key, 0) + padded * struck_weight

    def _after(self, downs: Mapping[tuple[int, int], int], throw: Blows) -> dict[tuple[int, int], int]:
        """Targets down and blows struck back after one more class of targets was attacked."""
        law: list[tuple[Any, int]] = throw.law()
        fallen = [
            (down, return_strikes(((throw.targets - down, throw.each),), self.situation, self.tables), weight)
            for down, weight in law
        ]
        longer: dict[tuple[int, int], int] = {}
        for (before, strikes), weight in downs.items():
            for down, back, more in fallen:
                key = (before + down, strikes + back)
                longer[key] = longer.get(key, 0) + weight * more
        return longer

    def _returns(self, strikes: int) -> list[tuple[Any, int]]:
        if strikes not in self.returns:
            self.returns[strikes] = return_throw(self.situation, strikes, self.tables).law()
        return self.returns[strikes]

    def _last_checks(self, gathered: Mapping[tuple[int, int, bool], int], weights: dict[Key, int]) -> None:
        """Morale of both units after the fight (R48-9.11, R48-G.34)."""
        situation = self.situation
        for (lost, down, charger_checks), weight in gathered.items():
            target_fails = charger_fails = 0
            if self.now and targets_check(situation, down, self.tables):
                target_fails = self.target_fails[self.charged.half_gone(down)]
            if charger_checks:
                charger_fails = self.charger_fails[self.charging.half_gone(lost)]
            for targets_waver, target_share in ((False, CERTAIN - target_fails), (True, target_fails)):
                for chargers_waver, charger_share in ((False, CERTAIN - charger_fails), (True, charger_fails)):
                    share = target_share * charger_share
                    if share:
                        key = (Ended.FOUGHT, lost, down, chargers_waver, targets_waver)
                        weights[key] = weights.get(key, 0) + weight * share


def _failing(muster: Muster, leading: Any, tables: Tables, thrown: Any) -> dict[bool, int]:
    """The chance in per cent to fail a check, with fewer and with half or more gone; a throw already taken leaves none."""
    if thrown is not None:
        return dict.fromkeys((False, True), 0 if thrown else CERTAIN)
    quality = morale_quality(muster.quality, Leading(leading or Leading.OFFICER_OR_NCO.value), tables)
    return {half: CERTAIN - morale_tally("check", quality, tables, half=half).total for half in (False, True)}
