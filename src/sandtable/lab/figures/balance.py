"""The pictures of *Is it fair?*: the verdict, every battle, the lead, the turn of decision, losses, who is in action, the ground."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from functools import lru_cache
from math import cos, sin

from sandtable.battle.maps.map import MapDrawing
from sandtable.battle.matches.course import unpack_spots
from sandtable.battle.matches.match import Record
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.seat import Role
from sandtable.lab.figures.pen import SCREEN, Axis, Ink, Inks, Pen, round_step
from sandtable.lab.questions.balance import Balance
from sandtable.lab.texts import percent, points, say

INK_OF: tuple[Ink, Ink] = ("red", "blue")
MOST_DOTS = 700  # more battles than this become counts: nobody can point at one of them any more
STEP = 4.5  # points of margin that stand side by side
LONGEST_NAME = 22  # letters of a side in a key
TURN = 2.4  # radians from one dot of a place to the next, so that none hides another


def verdict(balance: Balance, inks: Inks = SCREEN) -> str:
    """What was known after each battle: the share, the interval that may be looked at any time, and the goal."""
    pen = Pen(470, 300, say("figure.verdict"), inks)
    looks = balance.sequence.looks
    step = round_step(max(len(balance.records), 1), 6)
    last = max(step, -(-len(balance.records) // step) * step)
    across, up = Axis(0, last, 34, 412), Axis(0, 1, 276, 10)
    goal_low, goal_high = balance.goal
    pen.rect((34, up.at(goal_high)), (378, up.at(goal_low) - up.at(goal_high)), "hatch", opacity=0.5)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        pen.line((34, up.at(share)), (412, up.at(share)))
        pen.text((28, up.at(share) + 4), f"{share * 100:.0f}", "soft", "end")
    for battles in range(0, last + 1, step):
        pen.text((across.at(battles), 292), str(battles), "soft", "middle")
    if looks:
        highs = [(across.at(look.number), up.at(look.high)) for look in looks]
        lows = [(across.at(look.number), up.at(look.low)) for look in looks]
        pen.area([*highs, *reversed(lows)], "red", 0.13)
        pen.lines(highs, "red")
        pen.lines(lows, "red")
        pen.lines([(across.at(look.number), up.at(look.mean)) for look in looks], "ink", 2.4)
        end, now = across.at(looks[-1].number) + 8, looks[-1]
        spots = _apart([up.at(now.high) + 4, up.at(now.mean) + 6, up.at(now.low) + 4], 15)
        pen.text((end, spots[0]), percent(now.high), "red", bold=True)
        pen.text((end, spots[1]), f"{percent(now.mean)}%", "red", size=19, display=True)
        pen.text((end, spots[2]), percent(now.low), "red", bold=True)
    words = say("figure.goal", low=percent(goal_low), high=percent(goal_high))
    pen.text((164, up.at(goal_low) + 16), words, bold=True, halo=True)
    return pen.svg()


def _apart(spots: list[float], least: float) -> list[float]:
    """Labels one below the other, none over another: the middle one stays."""
    middle = spots[1]
    return [min(spots[0], middle - least), middle, max(spots[2], middle + least)]


def battles(balance: Balance, inks: Inks = SCREEN) -> str:
    """Every battle: the turn in which it ended, and by how much more the second side lost."""
    pen = Pen(520, 322, say("figure.battles"), inks)
    own, other = balance.variant.sides
    margins = [(record, 100 * (balance.lost(record, other) - balance.lost(record, own))) for record in balance.records]
    reach = 30 * -(-int(max(30.0, *(abs(margin) for _, margin in margins))) // 30) if margins else 30
    up = Axis(-reach, reach, 264, 22)
    first, last = min(balance.turns, default=1), max(balance.turns, default=1)
    across = Axis(first - 0.5, last + 0.5, 40, 512)
    for margin in range(-reach, reach + 1, 30 if reach <= 90 else 60):  # noqa: PLR2004 - figures that can be read
        pen.line((40, up.at(margin)), (512, up.at(margin)), "hair" if margin else "ink")
        pen.text((34, up.at(margin) + 4), points(margin / 100), "soft", "end")
    for turn in range(first, last + 1):
        pen.text((across.at(turn), 284), str(turn), "soft", "middle")
    width = (512 - 40) / (last - first + 1)
    (_counted if len(margins) > MOST_DOTS else _dotted)(pen, balance, margins, across, up, width)
    names = [balance.variant.side_name(role) for role in (own, other)]
    pen.text((40, up.at(reach) - 7), say("figure.lost_more", side=names[1]), "soft", size=11)
    pen.text((512, up.at(-reach) - 5), say("figure.lost_more", side=names[0]), "soft", "end", size=11, halo=True)
    _key(pen, names, 312)
    return pen.svg()


def _key(pen: Pen, names: list[str], y: float) -> None:
    """Which marks are whose; names in three columns, cut where they are too long."""
    for number, (name, ink) in enumerate(zip(names, INK_OF, strict=True)):
        pen.dot((46 + 180 * number, y - 4), ink, square=number == 1, hollow=False)
        words = say("figure.wins", side=_short(name, LONGEST_NAME))
        pen.text((54 + 180 * number, y), words, ink, bold=True, size=11)
    pen.dot((426, y - 4), "ink", square=False, hollow=True)
    pen.text((434, y), say("figure.on_time"), "soft", size=11)


def _dotted(
    pen: Pen, balance: Balance, margins: list[tuple[Record, float]], across: Axis, up: Axis, width: float
) -> None:
    """Battles of one turn and one step of margin stand side by side, outward from the middle."""
    piles: Counter[tuple[int, int]] = Counter()
    totals = Counter((record.turns, round(margin / STEP)) for record, margin in margins)
    gap = min(7.7, max(1.5, (width - 8) / max(totals.values(), default=1)))
    for record, margin in margins:
        place = (record.turns, round(margin / STEP))
        number = piles[place]
        piles[place] += 1
        aside = ((number + 1) // 2) * (1 if number % 2 else -1) * gap
        at = (across.at(record.turns) + aside, up.at(place[1] * STEP))
        side = _side(balance, record.winner)
        ink: Ink = "ink" if side is None else INK_OF[side]
        radius = min(3.4, max(1.6, gap / 2.2))
        pen.dot(at, ink, square=side == 1, hollow=on_time(record), radius=radius, seed=record.seed)


def _counted(
    pen: Pen, balance: Balance, margins: list[tuple[Record, float]], across: Axis, up: Axis, width: float
) -> None:
    """Of very many battles how many there are of each turn, step and winner, as bars."""
    totals = Counter((record.turns, round(margin / STEP), record.winner) for record, margin in margins)
    most = max(totals.values(), default=1)
    for (turn, step, winner), count in totals.items():
        side = _side(balance, winner)
        ink: Ink = "ink" if side is None else INK_OF[side]
        length = (width - 8) / 2 * count / most
        left = across.at(turn) - (length if side == 0 else 0)
        pen.rect((left, up.at(step * STEP) - 3), (length, 6), ink)


def _side(balance: Balance, winner: Role | None) -> int | None:
    return None if winner is None else balance.variant.sides.index(winner)


def on_time(record: Record) -> bool:
    """Whether a battle ran out of turns, rather than of an army."""
    return record.course.on_points if record.course is not None else record.reason == "turns"


def fan(balance: Balance, inks: Inks = SCREEN) -> str:
    """How the lead went: turn by turn what the first side had left of what decides, less the second's, in all battles."""
    pen = Pen(470, 250, say("figure.fan"), inks)
    own, other = balance.variant.sides
    rows: dict[int, list[int]] = {}
    for _, course in balance.courses:
        for turn in range(course.turns):
            rows.setdefault(turn + 1, []).append(course.stakes[own][turn] - course.stakes[other][turn])
    last = max(rows, default=1)
    across, up = Axis(0, last, 40, 440), Axis(-100, 100, 224, 10)
    for share in (-100, -50, 0, 50, 100):
        pen.line((40, up.at(share)), (440, up.at(share)), "hair" if share else "ink")
        pen.text((34, up.at(share) + 4), points(share / 100), "soft", "end")
    for turn in range(1, last + 1):
        pen.text((across.at(turn), 242), str(turn), "soft", "middle")
    start = [(across.at(0), up.at(0))]
    for low, high, opacity in ((0.05, 0.95, 0.1), (0.25, 0.75, 0.2)):
        upper = [(across.at(turn), up.at(_quantile(values, high))) for turn, values in sorted(rows.items())]
        lower = [(across.at(turn), up.at(_quantile(values, low))) for turn, values in sorted(rows.items())]
        pen.area([*start, *upper, *reversed(lower)], "ink", opacity)
    middle = [(across.at(turn), up.at(_quantile(values, 0.5))) for turn, values in sorted(rows.items())]
    pen.lines([*start, *middle], "ink", 2.4)
    names = [balance.variant.side_name(role) for role in (own, other)]
    pen.text((46, up.at(100) + 14), say("figure.ahead", side=names[0]), "red", bold=True)
    pen.text((46, up.at(-100) - 6), say("figure.ahead", side=names[1]), "blue", bold=True)
    return pen.svg()


def _quantile(values: list[int], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def decision(balance: Balance, inks: Inks = SCREEN) -> str:
    """The turn from which the winner led to the end, and how many were decided by then."""
    pen = Pen(340, 300, say("figure.decision"), inks)
    counts = Counter(balance.decisions)
    last = max((*counts, balance.last_turn or 1, 1))
    across, up = Axis(0.5, last + 0.5, 10, 330), Axis(0, max(counts.values(), default=1), 270, 26)
    width = 320 / last
    for turn in range(1, last + 1):
        top = up.at(counts[turn])
        pen.rect((across.at(turn) - width * 0.44, top), (width * 0.88, 270 - top), "ink")
        share, half = balance.decided_by(turn), turn == balance.decision_turn
        pen.text((across.at(turn), top - 5), f"{percent(share)}%", "ink" if half else "soft", "middle", bold=half)
        pen.text((across.at(turn), 288), str(turn), "soft", "middle")
    pen.line((8, 270), (332, 270), "ink")
    return pen.svg()


def losses(balance: Balance, inks: Inks = SCREEN) -> str:
    """What both sides lost in every battle, and history's cross."""
    pen = Pen(360, 300, say("figure.losses"), inks)
    own, other = balance.variant.sides
    spots = [(record, 100 * balance.lost(record, own), 100 * balance.lost(record, other)) for record in balance.records]
    history = balance.variant.scenario.history.lost
    reach = max((20.0, *(max(x, y) for _, x, y in spots), *(float(high) for _, high in history.values())))
    most = 20 * -(-int(reach) // 20)
    across, up = Axis(0, most, 32, 342), Axis(0, most, 262, 10)
    for share in range(0, most + 1, 20):
        pen.line((across.at(share), 10), (across.at(share), 262))
        pen.line((32, up.at(share)), (342, up.at(share)))
        pen.text((across.at(share), 278), str(share), "soft", "middle")
        if share:
            pen.text((26, up.at(share) + 4), str(share), "soft", "end")
    pen.line((32, 262), (342, 10), "ink", dash="2 3")
    names = [balance.variant.side_name(role) for role in (own, other)]
    pen.text((36, 20), say("figure.lost_percent", side=names[1]), "soft", size=11, halo=True)
    pen.text((187, 295), say("figure.lost_percent", side=names[0]), "soft", "middle", size=11)
    _cloud(pen, balance, spots, across, up)
    if own in history and other in history:
        _cross(pen, history[own], history[other], across, up)
    return pen.svg()


def _cloud(pen: Pen, balance: Balance, spots: list[tuple[Record, float, float]], across: Axis, up: Axis) -> None:
    if len(spots) > MOST_DOTS:  # two percent either way become one mark, as large as there are battles in it
        totals = Counter((round(x / 2), round(y / 2), record.winner) for record, x, y in spots)
        most = max(totals.values())
        for (right, high, winner), count in totals.items():
            side = _side(balance, winner)
            ink: Ink = "ink" if side is None else INK_OF[side]
            size = 1 + 5 * (count / most) ** 0.5
            pen.rect((across.at(2 * right) - size / 2, up.at(2 * high) - size / 2), (size, size), ink, opacity=0.8)
        return
    there: Counter[tuple[float, float]] = Counter()
    for record, x, y in spots:
        side, nth = _side(balance, record.winner), there[x, y]
        there[x, y] += 1
        away = 2.6 * nth**0.5
        at = (across.at(x) + away * cos(TURN * nth), up.at(y) + away * sin(TURN * nth))
        dot: Ink = "ink" if side is None else INK_OF[side]
        pen.dot(at, dot, square=side == 1, hollow=False, radius=2, seed=record.seed)


def _cross(pen: Pen, own: tuple[int, int], other: tuple[int, int], across: Axis, up: Axis) -> None:
    """History's cross: its arms are no longer than what is known, and no shorter than can be seen."""
    x, y = across.at(sum(own) / 2), up.at(sum(other) / 2)
    wide = max(7.0, (across.at(own[1]) - across.at(own[0])) / 2)
    high = max(7.0, (up.at(other[0]) - up.at(other[1])) / 2)
    pen.line((x - wide, y), (x + wide, y), "ink", 3)
    pen.line((x, y - high), (x, y + high), "ink", 3)
    pen.text((x + 9, y - 9), say("figure.history"), bold=True, halo=True)


def activity(balance: Balance, inks: Inks = SCREEN) -> str:
    """Which column fires or is fired at, turn by turn, in how many of the battles that still go on."""
    columns = balance.variant.scenario.columns
    turns = max((course.turns for _, course in balance.courses), default=1)
    pen = Pen(570, 20 + 28 * len(columns), say("figure.activity"), inks)
    width = 440 / turns
    for turn in range(turns):
        pen.text((115 + width * (turn + 0.5), 10), str(turn + 1), "soft", "middle")
    for place, column in enumerate(columns):
        y = 16 + 28 * place
        side = balance.variant.sides.index(column.side)
        pen.text((106, y + 15), _short(column.name), "ink", "end", bold=True)
        for turn, share in enumerate(balance.activity(place)):
            left = 115 + width * turn
            pen.rect((left, y), (width - 2, 22), "sheet", "hair")
            if share:
                pen.rect((left, y + 22 * (1 - share)), (width - 2, 22 * share), INK_OF[side])
    return pen.svg()


def _short(name: str, most: int = 16) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def ground(balance: Balance, inks: Inks = SCREEN) -> str:
    """The table with where units were lost, and from where they fired."""
    scenario = balance.variant.scenario
    across = 570.0
    high = across * scenario.terrain.height / scenario.terrain.width
    pen = Pen(across, high, say("figure.ground"), inks)
    picture = b64encode(_land(scenario.source, "auto" if inks is SCREEN else "light").encode()).decode("ascii")
    pen.drawn.append(f'<image width="{across:.0f}" height="{high:.0f}" href="data:image/svg+xml;base64,{picture}"/>')
    right, up = Axis(0, scenario.terrain.width, 0, across), Axis(0, scenario.terrain.height, high, 0)
    fired: Counter[tuple[int, int, int]] = Counter()
    fell: Counter[tuple[int, int, int]] = Counter()
    for _, course in balance.courses:
        fired.update(
            (side, round(right.at(at.x) / 8), round(up.at(at.y) / 8)) for side, at in unpack_spots(course.shots)
        )
        fell.update((side, round(right.at(at.x) / 5), round(up.at(at.y) / 5)) for side, at in unpack_spots(course.fell))
    most = max(fired.values(), default=1)
    for (side, x, y), count in fired.items():
        pen.rect((8 * x - 4, 8 * y - 4), (8, 8), INK_OF[side], opacity=round(0.08 + 0.32 * count / most, 2))
    most = max(fell.values(), default=1)
    for (side, x, y), count in fell.items():
        pen.dot((5 * x, 5 * y), INK_OF[side], square=side == 1, hollow=False, radius=1.6 + 3 * (count / most) ** 0.5)
    return pen.svg()


@lru_cache(maxsize=4)
def _land(source: str, theme: str) -> str:
    scenario = read_scenario(source)
    return MapDrawing(scenario, scenario_rules(scenario.ruleset)).land(theme)
