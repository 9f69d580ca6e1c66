"""What stands in a report, whatever it is printed on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sandtable.battle.matches.match import Failure, Record
from sandtable.lab.battles.jobs import Pair
from sandtable.lab.battles.variant import Variant
from sandtable.lab.experiment import Experiment
from sandtable.lab.figures import balance as fair
from sandtable.lab.figures import compare as rule
from sandtable.lab.figures.pen import Inks
from sandtable.lab.questions.balance import Balance, reason_words
from sandtable.lab.questions.compare import Comparison, RuleChange
from sandtable.lab.running import Answer, JobAnswer
from sandtable.lab.texts import number, percent, points, say

MOST_ROWS = fair.MOST_DOTS  # battles that are listed one by one: as many as are dots
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its heading, half a sentence that says what its axes are, and how much of the page it takes."""

    heading: str
    about: str
    draw: Callable[[Inks], str]
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """The answer to one question about one scenario."""

    title: str
    sentence: str
    rests_on: str
    confirmed: str
    numbers: tuple[tuple[str, str], ...]  # a figure, and what it is
    changes: tuple[RuleChange, ...]
    figures: tuple[Figure, ...]
    columns: Row  # what is told of each battle
    rows: tuple[Row, ...]  # the seed comes first
    hidden: int  # battles that are not listed, because there are too many
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """A whole report."""

    question: str
    settled: tuple[tuple[str, str], ...]  # what was settled beforehand
    parts: tuple[Part, ...]
    hash: str


def content(experiment: Experiment, answers: Sequence[JobAnswer]) -> Content:
    """What an experiment's report says."""
    return Content(
        experiment.question,
        tuple(settled_lines(experiment)),
        tuple(part(one) for one in answers),
        experiment.hash,
    )


def settled_lines(experiment: Experiment) -> Iterator[tuple[str, str]]:
    """What was settled before the first battle, line by line."""
    stop, seeds = experiment.stop, experiment.seeds
    told = {"most": number(stop.most)}
    yield say("settled.scenarios"), "; ".join(of_one[0].scenario.title for of_one in experiment.variants)
    for one in experiment.variants[0]:
        yield say("settled.variant"), say("settled.rules", house=one.house, players=one.players_words)
    if stop.rule == "planned":
        yield say("settled.stop"), say("settled.planned", **told)
    elif stop.sprt is not None and experiment.compares:
        by = {"worse": points(stop.worse), "same": points(stop.equal), "alpha": percent(stop.alpha)}
        yield say("settled.stop"), say("settled.sprt", **told, **by, beta=percent(stop.beta))
    elif experiment.compares:
        yield say("settled.stop"), say("settled.difference", **told, **_band(stop.same, points))
    else:
        yield say("settled.stop"), say("settled.goal", **told, **_band(stop.goal, percent))
    fresh = "settled.seeds" if seeds.confirm is None else "settled.fresh"
    yield say("settled.seeds_of"), say(fresh, first=seeds.screen, confirm=seeds.confirm or 0)
    versions = {one.match.ruleset: one.rules_version for of_one in experiment.variants for one in of_one}
    yield say("settled.versions"), "; ".join(f"{name} {version}" for name, version in versions.items())
    yield say("settled.hash"), experiment.hash


def _band(band: tuple[float, float], words: Callable[[float], str]) -> dict[str, str]:
    return {"low": words(band[0]), "high": words(band[1])}


def part(job_answer: JobAnswer) -> Part:
    """The part of a report that tells of one job."""
    confirmed = "" if job_answer.confirmed is None else say("confirmed", sentence=job_answer.confirmed.sentence)
    if isinstance(job_answer.answer, Balance):
        return _balance(job_answer.answer, confirmed)
    return _comparison(job_answer.answer, confirmed)


# ---- Is it fair? -----------------------------------------------------------------------------------------------------------------------


def _balance(balance: Balance, confirmed: str) -> Part:
    return Part(
        balance.variant.scenario.title,
        balance.sentence,
        balance.rests_on,
        confirmed,
        (*_shares(balance), *balance.convention()),
        (),
        tuple(_balance_figures(balance)),
        tuple(say(f"column.{name}") for name in ("battle", "winner", "end", "turn", "orders", "lost")),
        tuple(_row(balance, record) for record in balance.records[:MOST_ROWS]),
        max(0, len(balance.records) - MOST_ROWS),
        balance.failures,
    )


def _shares(balance: Balance) -> Iterator[tuple[str, str]]:
    for role in (*balance.variant.sides, None):
        share = balance.wins(role)
        name = say("drawn") if role is None else say("won_by", side=balance.variant.side_name(role))
        if share.count or role is not None:
            yield f"{percent(share.part)}%", say("of_all", what=name, count=number(int(share.count)))


def _balance_figures(balance: Balance) -> Iterator[Figure]:
    if not balance.records:
        return
    names = {
        "own": balance.variant.side_name(balance.variant.sides[0]),
        "other": balance.variant.side_name(balance.variant.sides[1]),
    }
    yield _figure("verdict", lambda inks: fair.verdict(balance, inks), names)
    yield _figure("battles", lambda inks: fair.battles(balance, inks), names)
    if balance.courses:
        yield _figure("fan", lambda inks: fair.fan(balance, inks), names)
    if balance.decisions:
        yield _figure("decision", lambda inks: fair.decision(balance, inks), names)
    yield _figure("losses", lambda inks: fair.losses(balance, inks), names)
    if balance.courses and balance.variant.scenario.columns:
        yield _figure("activity", lambda inks: fair.activity(balance, inks), names)
    if balance.courses:
        yield _figure("ground", lambda inks: fair.ground(balance, inks), names, wide=True)


def _row(balance: Balance, record: Record) -> Row:
    return (record.seed, *_ended(balance.variant, record))


def _ended(variant: Variant, record: Record) -> Row:
    winner = say("drawn") if record.winner is None else variant.side_name(record.winner)
    lost = " : ".join(str(record.lost.get(role, 0)) for role in variant.sides)
    return winner, reason_words(record.reason), str(record.turns), str(record.orders), lost


# ---- What does this rule do? -----------------------------------------------------------------------------------------------------------


def _comparison(comparison: Comparison, confirmed: str) -> Part:
    names = ("battle", "first", "second", "parts", "turn")
    return Part(
        comparison.first.scenario.title,
        comparison.sentence,
        comparison.rests_on,
        confirmed,
        tuple(_numbers(comparison)),
        comparison.rules_changed,
        tuple(_comparison_figures(comparison)),
        tuple(say(f"column.{name}", first=comparison.first.house, second=comparison.second.house) for name in names),
        tuple(_pair_row(comparison, pair) for pair in comparison.changed_pairs[:MOST_ROWS]),
        max(0, len(comparison.changed_pairs) - MOST_ROWS),
        comparison.failures,
    )


def _numbers(comparison: Comparison) -> Iterator[tuple[str, str]]:
    side = comparison.first.side_name(comparison.side)
    for one, house in ((0, comparison.first.house), (1, comparison.second.house)):
        yield f"{percent(comparison.shares[one])}%", say("compare.wins", side=side, house=house)
    yield f"{comparison.counts.chance:.2g}", say("compare.chance")
    moved, (low, high) = comparison.margin
    told_margin = {"low": points(low / 100, 1), "high": points(high / 100, 1)}
    yield points(moved / 100, 1), say("compare.margin", **told_margin)
    ratio = comparison.saving
    if ratio is not None:
        yield f"{ratio:.1f}", say("compare.saving")


def _comparison_figures(comparison: Comparison) -> Iterator[Figure]:
    if not comparison.pairs:
        return
    names = {
        "first": comparison.first.house,
        "second": comparison.second.house,
        "own": comparison.first.side_name(comparison.side),
    }
    yield _figure("difference", lambda inks: rule.difference(comparison, inks), names)
    if comparison.changed_pairs:
        yield _figure("hands", lambda inks: rule.hands(comparison, inks), names)


def _pair_row(comparison: Comparison, pair: Pair) -> Row:
    first, second = (
        say("drawn") if one.winner is None else comparison.first.side_name(one.winner)
        for one in (pair.first, pair.second)
    )
    parts = say("same_battle") if pair.parting is None else say(f"parts_at.{pair.parting.kind}")
    return pair.seed, first, second, parts, "" if pair.parting is None else str(pair.parting.turn)


def _figure(name: str, draw: Callable[[Inks], str], names: dict[str, str], *, wide: bool = False) -> Figure:
    return Figure(say(f"heading.{name}"), say(f"about.{name}", **names), draw, wide)


# ---- All of them -----------------------------------------------------------------------------------------------------------------------


def table_of(answer: Answer) -> list[list[str | int]]:
    """A row for every battle, or every pair, with a row of names before them: for a spreadsheet."""
    if isinstance(answer, Balance):
        roles = answer.variant.sides
        head: list[str | int] = ["seed", "winner", "reason", "turns", "orders", *(f"lost {role}" for role in roles)]
        return [head, *(_cells(record, roles) for record in answer.records)]
    roles = answer.first.sides
    names = ("winner", "reason", "turns", "orders", *(f"lost {role}" for role in roles))
    both = [f"{which} {name}" for which in ("first", "second") for name in names]
    rows = [[*_cells(pair.first, roles), *_cells(pair.second, roles)[1:], *_parted(pair)] for pair in answer.pairs]
    return [["seed", *both, "parts at", "turn", "order"], *rows]


def _cells(record: Record, roles: Sequence[str]) -> list[str | int]:
    lost = [record.lost.get(role, 0) for role in roles]
    return [record.seed, record.winner or "", record.reason, record.turns, record.orders, *lost]


def _parted(pair: Pair) -> list[str | int]:
    return ["", "", ""] if pair.parting is None else [pair.parting.kind, pair.parting.turn, pair.parting.number]
