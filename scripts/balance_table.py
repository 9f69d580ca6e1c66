"""The table of what was counted of every shipped battle, as docs/lab.md holds it, and its picture; ``python scripts/balance_table.py`` writes both anew.

They are made from the counts beside each ruleset's scenarios (``scripts/count_battles.py``), and the tests see to it that page and picture hold nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from sandtable.battle.matches.shares import Share
from sandtable.battle.scenario.counts import Counts, all_counts
from sandtable.battle.scenario.library import load, shipped
from sandtable.battle.scenario.scenario import Scenario
from sandtable.kernel import registry
from sandtable.kernel.messages import Message
from sandtable.lab.figures.pen import PAPER, Axis, Ink, Pen

PAGE = Path(__file__).resolve().parent.parent / "docs" / "lab.md"
PICTURE = PAGE.parent / "figures" / "balance.svg"
BEGIN, END = "<!-- counted: scripts/balance_table.py -->\n", "<!-- end of what was counted -->\n"
EVEN = (0.45, 0.55)
HEADING, LINE = 30, 22  # of the picture: above its first line, and from line to line
HEAD = (
    "| game | battle | battles | first side | won | of 100 | hardest level | at its best, of 100 | leans to |\n"
    "|---|---|---|---|---|---|---|---|---|\n"
)


def counted() -> Iterator[tuple[Scenario, Counts]]:
    """Every shipped battle that was counted, in the order of games and titles."""
    found = [(load(name), counts) for name, counts in all_counts().items() if name in shipped()]
    return iter(sorted(found, key=lambda each: (title_of(each[0].ruleset), each[0].title)))


def title_of(ruleset: str) -> str:
    """What a game is called."""
    return registry.ruleset(ruleset).catalogue.say(Message("ruleset.title"))


def share_of(scenario: Scenario, counts: Counts) -> Share:
    """What the first side has won, draws left out."""
    won = [counts.wins(side.label) for side in scenario.sides]
    return Share(won[0], sum(won))


def is_uneven(share: Share) -> bool:
    """Whether what was counted tells that a battle is not even: the interval lies outside of 45 to 55."""
    low, high = share.interval
    return low > EVEN[1] or high < EVEN[0]


def seems_uneven(share: Share) -> bool:
    """Whether the share itself lies outside, be it by chance."""
    return not EVEN[0] <= share.part <= EVEN[1]


def table() -> str:
    """The table as Markdown."""
    return HEAD + "".join(_row(scenario, counts) for scenario, counts in counted())


def _row(scenario: Scenario, counts: Counts) -> str:
    share, first = share_of(scenario, counts), scenario.sides[0]
    low, high = (round(100 * end) for end in share.interval)
    hardest = list(counts.levels.values())[-1]
    names = {side.label: side.name or side.label for side in scenario.sides}
    leans = names.get(scenario.history.favours, "")
    cells = (
        f"*{title_of(scenario.ruleset)}*",
        scenario.title,
        str(counts.battles),
        names[first.label],
        str(share.count),
        f"{round(100 * share.part)} ({low} to {high})",
        f"{hardest.wins.get(first.label, 0)} of {hardest.battles}",
        _at_its_best(scenario, counts),
        leans,
    )
    return "| " + " | ".join(cells) + " |\n"


def _at_its_best(scenario: Scenario, counts: Counts) -> str:
    """What many battles at the hardest level came to, where there were such."""
    share = best_share(scenario, counts)
    if share is None:
        return ""
    low, high = (round(100 * end) for end in share.interval)
    return f"{round(100 * share.part)} ({low} to {high}) of {share.of} battles"


def best_share(scenario: Scenario, counts: Counts) -> Share | None:
    """What the first side has won at the hardest level alone, draws left out."""
    if counts.best is None:
        return None
    won = [counts.best.wins.get(side.label, 0) for side in scenario.sides]
    return Share(won[0], sum(won))


def picture() -> str:
    """The table as a picture: the share of the first side with its interval, and the goal hatched."""
    known = list(counted())
    games = sorted({title_of(scenario.ruleset) for scenario, _ in known})
    bottom = HEADING + LINE * (len(known) + len(games))
    pen = Pen(860, bottom + 34, "Battles won by the first side of each shipped battle, of 100", PAPER)
    across = Axis(0, 1, 330, 720)
    pen.rect(
        (across.at(EVEN[0]), HEADING),
        (across.at(EVEN[1]) - across.at(EVEN[0]), bottom - HEADING),
        "hatch",
        opacity=0.45,
    )
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        pen.line((across.at(share), HEADING), (across.at(share), bottom))
        pen.text((across.at(share), bottom + 16), f"{100 * share:.0f}", "soft", "middle")
    pen.text((across.at(0), HEADING - 8), "the second side wins more", "blue", bold=True)
    pen.text((across.at(1), HEADING - 8), "the first side wins more", "red", "end", bold=True)
    down, game = HEADING, ""
    for scenario, counts in known:
        if title_of(scenario.ruleset) != game:
            game, down = title_of(scenario.ruleset), down + LINE
            pen.text((0, down - 6), game, bold=True, size=14, display=True)
        down += LINE
        _drawn(pen, across, down, scenario, counts)
    return pen.svg() + "\n"


def _drawn(pen: Pen, across: Axis, down: float, scenario: Scenario, counts: Counts) -> None:
    """A battle's line of the picture: red and round where the first side won more, blue and square where the second did, hollow where that may be chance."""
    share = share_of(scenario, counts)
    low, high = share.interval
    ink: Ink = "red" if share.part > sum(EVEN) / 2 else "blue"
    pen.text((14, down - 6), scenario.title)
    pen.line((across.at(low), down - 10), (across.at(high), down - 10), ink, 2.4)
    pen.dot((across.at(share.part), down - 10), ink, square=ink == "blue", hollow=not is_uneven(share), radius=5)
    pen.text((320, down - 6), f"{share.count} of {share.of}", "soft", "end")
    favoured = scenario.history.favours
    if favoured:
        pen.text(
            (732, down - 6),
            "says so" if (favoured == scenario.sides[0].label) is (ink == "red") else "leans otherwise",
            "soft",
        )


def with_table(page: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + table() + "\n" + END + after


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), encoding="utf-8")
    sys.stdout.write(f"Written: {PAGE}, {PICTURE}\n")
