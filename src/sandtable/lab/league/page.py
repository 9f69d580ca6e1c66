"""The table of a league as it is read: rows of words for a screen, and one HTML file."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.lab.league.league import Standing
from sandtable.lab.report.told import Section, ToldAnswer, html_of
from sandtable.lab.texts import percent, say

Rows = Sequence[Sequence[str]]


def sentence(standing: Standing) -> str:
    """Who leads, in a sentence with its interval."""
    names, rated = standing.league.entrants, standing.ratings.players
    first, second = standing.order[:2]
    sure = rated[first].low > rated[second].high
    return say(
        "league.leads" if sure else "league.open",
        name=names[first].name,
        other=names[second].name,
        points=round(rated[first].points),
        low=round(rated[first].low),
        high=round(rated[first].high),
        battles=sum(2 * each.pairs for each in standing.meetings),
    )


def players_table(standing: Standing) -> tuple[Sequence[str], Rows]:
    """Ratings: who, points, interval, battles won."""
    head = [say(f"league.column.{name}") for name in ("player", "rating", "interval", "won")]
    rows = []
    for one in standing.order:
        rated, (won, of) = standing.ratings.players[one], standing.score(one)
        interval = say("league.from_to", low=round(rated.low), high=round(rated.high))
        share = f"{percent(won / of)}%" if of else ""
        rows.append((standing.league.entrants[one].name, str(round(rated.points)), interval, share))
    return head, rows


def meetings_table(standing: Standing) -> tuple[Sequence[str], Rows]:
    """Pairings: who against whom, where, pairs by what they were worth, and the test."""
    head = [say(f"league.column.{name}") for name in ("first", "second", "scenario", "pairs", "share", "test")]
    names = [one.name for one in standing.league.entrants]
    rows = [
        (
            names[each.pairing.first],
            names[each.pairing.second],
            standing.league.scenarios[each.pairing.scenario].title,
            " ".join(map(str, each.counts)),
            f"{percent(each.mean)}%",
            "" if each.ratio is None else say(f"league.choice.{each.choice}", ratio=f"{each.ratio:.2f}"),
        )
        for each in standing.meetings
    ]
    return head, rows


def league_answer(standing: Standing) -> ToldAnswer:
    """The whole table, to be written as a file."""
    tables = (("players", players_table(standing)), ("meetings", meetings_table(standing)))
    sections = tuple(Section(say(f"league.{name}"), head=head, rows=rows) for name, (head, rows) in tables)
    return ToldAnswer(say("league.title"), sentence(standing), say("league.how"), sections)


def html_page(standing: Standing) -> str:
    """The whole table as one file that needs neither network nor script."""
    return html_of(league_answer(standing))
