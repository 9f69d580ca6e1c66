"""What units are worth, as it is read: rows of words, and a file."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.lab.points import Worth
from sandtable.lab.report.told import Section, ToldAnswer
from sandtable.lab.texts import number, say

COLUMNS = ("sort", "worth", "interval", "price", "battles")


def points_answer(ruleset: str, worths: Sequence[Worth], battles: int) -> ToldAnswer:
    """The answer: who is worth most, and everybody's worth beside the opponent's price."""
    title = say("points.title", ruleset=ruleset)
    if not worths:
        return ToldAnswer(title, say("points.none"), "", ())
    best = max(worths, key=lambda one: one.worth)
    known = all(one is best or best.low > one.worth for one in worths)
    sentence = say("points.sentence" if known else "points.not_yet", best=best.sort, worth=f"{best.worth:.2f}", low=f"{best.low:.2f}",
                   high=f"{best.high:.2f}", battles=number(battles), n=battles)  # fmt: skip
    head, rows = worths_table(worths)
    return ToldAnswer(title, sentence, say("points.how"), (Section(title, "", head=head, rows=rows),))


def worths_table(worths: Sequence[Worth]) -> tuple[list[str], list[tuple[str, ...]]]:
    """Names of the columns, and a row for each sort, the dearest first."""
    rows: list[tuple[str, ...]] = [
        (
            one.sort,
            f"{one.worth:.2f}",
            say("points.interval", low=f"{one.low:.2f}", high=f"{one.high:.2f}"),
            "" if one.price is None else f"{one.price:.2f}",
            str(one.battles),
        )
        for one in sorted(worths, key=lambda each: -each.worth)
    ]
    return [say(f"points.column.{name}") for name in COLUMNS], rows
