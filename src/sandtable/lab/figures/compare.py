"""The pictures of *What does this rule do?*: the difference, and the battles that changed hands."""

from __future__ import annotations

from sandtable.lab.battles.jobs import Pair
from sandtable.lab.figures.pen import SCREEN, Axis, Ink, Inks, Pen, linked
from sandtable.lab.questions.compare import Comparison
from sandtable.lab.texts import points, say

MOST_PLATES = 10  # in a column; more become dots
WIDEST = 0.15  # of a difference that is drawn, at least


def difference(comparison: Comparison, inks: Inks = SCREEN) -> str:
    """The difference of wins with its interval, and the one that battles would give that were not the same."""
    pen = Pen(400, 118, say("figure.difference"), inks)
    low, high = comparison.interval
    apart = comparison.unpaired
    reach = max(WIDEST, *(abs(one) for one in (low, high, *apart)))
    reach = min(1.0, 0.05 * -(-int(reach * 100 + 4) // 5))
    across = Axis(-reach, reach, 46, 354)  # room for the numbers at either end
    step = 0.05 if reach <= 0.3 else 0.1 if reach <= 0.5 else 0.25  # noqa: PLR2004 - figures that can be read
    pen.rect(
        (across.at(comparison.same[0]), 14),
        (across.at(comparison.same[1]) - across.at(comparison.same[0]), 76),
        "hatch",
        opacity=0.5,
    )
    same = say("figure.same", low=points(comparison.same[0]), high=points(comparison.same[1]))
    pen.text((across.at(0), 10), same, "ink", "middle", bold=True)
    number = -int(reach / step)
    while number * step <= reach + 1e-9:
        at = across.at(number * step)
        pen.line((at, 14), (at, 90))
        pen.text((at, 104), points(number * step), "soft", "middle")
        number += 1
    pen.line((across.at(0), 14), (across.at(0), 90), "ink")
    pen.rect((across.at(low), 41), (across.at(high) - across.at(low), 6), "red")
    pen.rect((across.at(comparison.difference) - 4, 31), (8, 26), "ink")
    pen.text((across.at(low) - 5, 48), points(low, 1), "red", "end", bold=True, halo=True)
    pen.text((across.at(high) + 5, 48), points(high, 1), "red", bold=True, halo=True)
    pen.line((across.at(apart[0]), 76), (across.at(apart[1]), 76), "soft", 1.6, "3 3")
    pen.text((across.at(apart[1]), 70), say("figure.not_paired"), "soft", "end", halo=True)
    return pen.svg()


def hands(comparison: Comparison, inks: Inks = SCREEN, *, only_throws: bool = False) -> str:
    """The battles that changed hands, by the turn in which the two part: above the line to one side, below to the other."""
    own, other = comparison.first.sides
    shown = [
        pair for pair in comparison.changed_pairs if not only_throws or (pair.parting and pair.parting.kind == "throw")
    ]
    turns = [pair.parting.turn if pair.parting else 0 for pair in shown]
    last = max((*turns, 1))
    up = [[pair for pair in shown if pair.second.winner == own and _turn(pair) == turn] for turn in range(1, last + 1)]
    down = [
        [pair for pair in shown if pair.second.winner != own and _turn(pair) == turn] for turn in range(1, last + 1)
    ]
    above = min(MOST_PLATES, max((len(pile) for pile in up), default=0))
    below = min(MOST_PLATES, max((len(pile) for pile in down), default=0))
    height = 60 + 24 * (above + below)
    pen = Pen(400, height, say("figure.hands"), inks)
    middle = 10 + 24 * max(above, 1)
    across = Axis(0.5, last + 0.5, 74, 400)
    pen.line((56, middle), (400, middle), "soft")
    for role, y, ink in ((own, middle - 22, "red"), (other, middle + 18, "blue")):
        pen.text((0, y), say("figure.to"), "soft")
        pen.text((0, y + 14), _short(comparison.first.side_name(role)), "red" if ink == "red" else "blue", bold=True)
    width = (400 - 74) / last
    for turn in range(1, last + 1):
        x = across.at(turn)
        pen.text((x, height - 6), str(turn), "soft", "middle")
        _pile(pen, up[turn - 1], x, middle, "red", width, upwards=True)
        _pile(pen, down[turn - 1], x, middle, "blue", width, upwards=False)
    pen.text((0, height - 6), say("figure.turn"), "soft")
    return pen.svg()


def _turn(pair: Pair) -> int:
    return max(1, pair.parting.turn) if pair.parting else 1


def _pile(pen: Pen, pairs: list[Pair], x: float, middle: float, ink: Ink, width: float, *, upwards: bool) -> None:
    """Plates with the seeds of battles; where there are too many, dots."""
    wide = min(38.0, width - 4)
    plates = len(pairs) <= MOST_PLATES
    for number, pair in enumerate(pairs):
        if plates:
            y = middle - 22 - 24 * number if upwards else middle + 4 + 24 * number
            before = len(pen.drawn)
            pen.rect((x - wide / 2, y), (wide, 19), ink)
            pen.text((x, y + 14), pair.seed, "sheet", "middle", bold=True)
            pen.drawn[before:] = [linked("".join(pen.drawn[before:]), pair.seed)]
        else:
            row, place = divmod(number, max(1, int(wide // 8)))
            y = middle - 8 - 8 * row if upwards else middle + 8 + 8 * row
            left = x - wide / 2 + 4 + 8 * place
            pen.dot((left, y), ink, square=not upwards, hollow=False, radius=3, seed=pair.seed)


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11].rstrip()}…"  # noqa: PLR2004 - what stands beside the line
