"""The picture of *Where is it even?*: the curve with its band, and where it crosses."""

from __future__ import annotations

from sandtable.lab.figures.pen import SCREEN, Axis, Inks, Pen
from sandtable.lab.questions.balance import GOAL
from sandtable.lab.sweeps.curve import Curve
from sandtable.lab.texts import say

TENTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
BESIDE = 0.5  # of a place, left and right of the first and the last


def curve(answer: Curve, inks: Inks = SCREEN) -> str:
    """The share of wins at each value; the band holds the truth, the hatching is what counts as even."""
    pen = Pen(400, 240, say("figure.sweep"), inks)
    if not answer.counted:
        return pen.svg()
    places = answer.places
    across = Axis(min(places) - BESIDE, max(places) + BESIDE, 36, 396)
    up = Axis(0.0, 1.0, 204, 12)
    pen.rect((36, up.at(GOAL[1])), (360, up.at(GOAL[0]) - up.at(GOAL[1])), "hatch", opacity=0.4)
    for share in TENTHS:
        pen.line((36, up.at(share)), (396, up.at(share)), "ink" if share == BESIDE else "hair")
        pen.text((32, up.at(share) + 4), f"{share * 100:.0f}", "soft", "end")
    spots = sorted(zip(places, answer.shares, answer.intervals, answer.values, strict=True))
    above = [(across.at(place), up.at(high)) for place, _, (_, high), _ in spots]
    below = [(across.at(place), up.at(low)) for place, _, (low, _), _ in spots]
    pen.area([*above, *reversed(below)], "red", 0.18)
    pen.lines([(across.at(place), up.at(share)) for place, share, *_ in spots], "red")
    for place, share, _, value in spots:
        pen.dot((across.at(place), up.at(share)), "red", square=False, hollow=value == answer.dial.now)
        pen.text((across.at(place), 220), str(value), "ink", "middle", bold=value == answer.dial.now)
    if answer.crossing is not None:
        at = across.at(answer.crossing.at)
        pen.line((at, 12), (at, 204), "ink", 1.2, "3 3")
        ends = [across.at(end) for end in answer.crossing.interval]
        pen.rect((ends[0], up.at(BESIDE) - 3), (ends[1] - ends[0], 6), "ink")
    pen.text((36, 236), answer.dial.label, "soft")
    return pen.svg()
