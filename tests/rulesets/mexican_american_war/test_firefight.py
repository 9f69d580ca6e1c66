"""A firefight at 4 inches played to its end by the exact laws: fire, disorder, rally or be driven off."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from tests.rulesets.mexican_american_war.play import firing, law

TURNS = 30  # by then all but one fight in a million is over
SMALL = 1e-7
WEAPONS = {"US": "M", "MEX": "IM"}
OTHER = {"US": "MEX", "MEX": "US"}


@cache
def volley(side, firer, target, low):
    """What a volley does: stands lost, disorder, low ammunition, with chances. Units are (stands, disordered, experience)."""
    stands, disordered, experience = firer
    order = "disordered" if disordered else "good order"
    own = firing(WEAPONS[side], stands, 4, order=order, experience=experience, low_ammunition=low)
    target_order = "disordered" if target[1] else "good order"
    fields = {"target_order": target_order, "target_experience": target[2], "target_stands": target[0]}
    found: defaultdict[tuple[int, bool, bool], float] = defaultdict(float)
    for one, chance in law("fire", side=side, firers=[own], **fields):
        found[one.stands_lost, one.effect != "Desultory", one.low_on_ammunition is not None] += float(chance)
    return tuple(found.items())


@cache
def rallies(side, stands, label):
    """The chance that a disordered unit stays where it is."""
    unit = {**dict(label), "stands": stands, "order": "disordered"}
    found = law("maneuver_check", side=side, units=[unit])
    return float(found.probability(lambda one: one.results[0].effect in ("Rally", "Rally with Elan")))


def firefight(us, mex, *, ammunition):
    """Who is driven off, after how many game turns, at what loss; the US move first and nobody replenishes."""
    labels = {"US": us, "MEX": mex}
    start = {side: dict(label)["start_stands"] for side, label in labels.items()}
    grade = {side: dict(label)["experience"] for side, label in labels.items()}
    # a state is (stands, disordered, low) of each side
    fights = {((start["US"], False, False), (start["MEX"], False, False)): 1.0}
    result: defaultdict[str, float] = defaultdict(float)

    def over(beaten, state, share, turn):
        result[beaten] += share
        result["turns"] += share * turn
        result["US lost"] += share * (start["US"] - state[0][0])
        result["MEX lost"] += share * (start["MEX"] - state[1][0])

    def checked(side, turn):
        left: defaultdict[tuple[Any, ...], float] = defaultdict(float)
        mine = 0 if side == "US" else 1
        for state, share in fights.items():
            stands, disordered, low = state[mine]
            stays = rallies(side, stands, labels[side]) if disordered else 1.0
            over(side, state, share * (1 - stays), turn)
            after = list(state)
            after[mine] = (stands, False, low)
            left[tuple(after)] += share * stays
        return left

    def fired(side, turn):
        left: defaultdict[tuple[Any, ...], float] = defaultdict(float)
        mine, theirs = (0, 1) if side == "US" else (1, 0)
        for state, share in fights.items():
            (stands, disordered, low), (foes, shaken, foes_low) = state[mine], state[theirs]
            if share < SMALL:
                continue
            hits = volley(side, (stands, disordered, grade[side]), (foes, shaken, grade[OTHER[side]]), low)
            for (lost, disorders, runs_low), chance in hits:
                after = list(state)
                after[mine] = (stands, disordered, low or (ammunition and runs_low))
                after[theirs] = (foes - lost, shaken or disorders, foes_low)
                if foes - lost <= 1:
                    over(OTHER[side], after, share * chance, turn)
                else:
                    left[tuple(after)] += share * chance
        return left

    for turn in range(1, TURNS + 1):
        for active in ("US", "MEX"):
            fights = checked(active, turn)
            fights = fired(OTHER[active], turn)
            fights = fired(active, turn)
    return result


def label(start, experience, morale):
    return (("start_stands", start), ("experience", experience), ("morale_class", morale))


@pytest.mark.rule("MAW-G.04g")
def test_us_muskets_drive_off_mexican_ones():
    found = firefight(label(10, "Veteran", "Spirited"), label(12, "Trained", "Reliable"), ammunition=False)
    assert round(found["turns"], 1) == 3.7
    assert round(found["MEX"], 2) == 0.80
    assert (round(found["US lost"], 2), round(found["MEX lost"], 2)) == (0.55, 1.10)
    greener = firefight(label(8, "Trained", "Spirited"), label(16, "Trained", "Unreliable"), ammunition=False)
    assert round(greener["turns"], 1) == 3.6
    assert round(greener["MEX"], 2) == 0.61


@pytest.mark.rule("MAW-G.06c")
def test_low_ammunition_draws_fights_out_and_favours_nobody():
    found = firefight(label(10, "Veteran", "Spirited"), label(12, "Trained", "Reliable"), ammunition=True)
    assert round(found["turns"], 1) == 4.0
    assert round(found["MEX"], 2) == 0.81
    assert (round(found["US lost"], 2), round(found["MEX lost"], 2)) == (0.43, 0.96)
