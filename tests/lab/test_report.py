"""Reports and figures: everything in one file, nothing from elsewhere, and every mark a battle."""

from __future__ import annotations

import csv
import gzip
import json
import re
from base64 import b64decode
from dataclasses import replace
from functools import cache
from io import StringIO
from xml.etree import ElementTree as ET

import pytest

from sandtable.lab.battles.journal import Head, Journal
from sandtable.lab.experiment import Experiment, Seeds, Stop, experiment_of_journal
from sandtable.lab.figures import balance as fair_figures
from sandtable.lab.figures import compare as rule_figures
from sandtable.lab.figures.pen import PAPER, SCREEN, Axis, round_step
from sandtable.lab.questions.balance import Balance
from sandtable.lab.questions.compare import Comparison
from sandtable.lab.report.files import report_in
from sandtable.lab.report.page import answer_html
from sandtable.lab.running import answers_in, run
from tests.lab.making import OTHER, OWN, Dealer, by_chance, compared, fair, pairs_by_chance, record, tutorial

SVG = "{http://www.w3.org/2000/svg}"
FAIR = ("verdict", "battles", "fan", "decision", "losses", "activity", "ground")


@cache
def fairly(battles: int) -> tuple[Experiment, Journal]:
    experiment = fair(Stop("planned", battles))
    journal = Journal.in_memory(experiment.head)
    run(experiment, journal, Dealer(by_chance(0.5, 0.1), fails=frozenset({"3"})))
    return experiment, journal


@cache
def ruled() -> tuple[Experiment, Journal]:
    experiment = compared(Stop("planned", 60), Seeds(0, 1000))
    journal = Journal.in_memory(experiment.head)
    run(experiment, journal, Dealer(pairs_by_chance(0.5, 0.6, 0.1)))
    return experiment, journal


def balance_of(battles: int) -> Balance:
    found = answers_in(*fairly(battles))[0].answer
    assert isinstance(found, Balance)
    return found


def comparison() -> Comparison:
    found = answers_in(*ruled())[0].answer
    assert isinstance(found, Comparison)
    return found


def seeds_in(svg: str) -> list[str]:
    return [one.get("data-seed", "") for one in ET.fromstring(svg).iter(f"{SVG}a")]  # noqa: S314 - our own


@pytest.mark.parametrize("name", FAIR)
def test_figures_are_whole_drawings_in_both_inks(name: str) -> None:
    told = balance_of(40)
    for inks in (SCREEN, PAPER):
        root = ET.fromstring(getattr(fair_figures, name)(told, inks))  # noqa: S314 - as above
        _, _, width, height = (float(one) for one in str(root.get("viewBox")).split())
        assert root.get("aria-label")
        for text in root.iter(f"{SVG}text"):
            assert 0 <= float(text.get("x", "")) <= width, text.text
            assert 0 <= float(text.get("y", "")) <= height, text.text
    assert "var(" not in getattr(fair_figures, name)(told, PAPER)


def test_every_dot_is_a_battle() -> None:
    told = balance_of(40)
    wanted = sorted(one.seed for one in told.records)
    assert sorted(seeds_in(fair_figures.battles(told))) == wanted
    assert sorted(seeds_in(fair_figures.losses(told))) == wanted
    pairs = comparison()
    assert sorted(seeds_in(rule_figures.hands(pairs))) == sorted(pair.seed for pair in pairs.changed_pairs)
    throws = [pair.seed for pair in pairs.changed_pairs if pair.parting is not None and pair.parting.kind == "throw"]
    assert sorted(seeds_in(rule_figures.hands(pairs, only_throws=True))) == sorted(throws)
    assert ET.fromstring(rule_figures.difference(pairs)) is not None  # noqa: S314 - as above


def test_battles_that_nobody_could_point_at_are_counted_instead() -> None:
    many = balance_of(900)
    assert not seeds_in(fair_figures.battles(many))
    assert not seeds_in(fair_figures.losses(many))


def test_a_report_needs_neither_network_nor_script() -> None:
    experiment, journal = fairly(40)
    page = report_in(".html", experiment, journal).decode()
    assert "<script" not in page
    assert "javascript:" not in page
    links = set(re.findall(r'(?:href|src)="([^"#][^"]{0,12})', page)) | set(re.findall(r"url\((?!#)([^)]{0,9})", page))
    assert all(one.startswith("data:") for one in links), links
    assert experiment.question in page
    assert answers_in(experiment, journal)[0].answer.sentence.replace("'", "&#x27;") in page
    assert page.index("<h2>") < page.index("<svg")
    for told in ("Settled beforehand", experiment.hash, "sandtable lab run experiment.jsonl", "KeyError"):
        assert told in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for seed in seeds_in(fair_figures.battles(balance_of(40))):
        assert f'id="battle-{seed}"' in page


def unpacked(page: str, name: str) -> str:
    found = re.search(rf'download="{name}" href="data:application/gzip;base64,([^"]+)"', page)
    assert found is not None
    return gzip.decompress(b64decode(found[1])).decode()


def test_a_report_holds_its_battles_and_its_experiment() -> None:
    for experiment, journal in (fairly(40), ruled()):
        page = report_in(".html", experiment, journal).decode()
        rows = list(csv.reader(StringIO(unpacked(page, r"battles-1\.csv\.gz"))))
        answer = answers_in(experiment, journal)[0].answer
        told = answer.records if isinstance(answer, Balance) else answer.pairs
        assert [row[0] for row in rows[1:]] == [one.seed for one in told]
        assert len({len(row) for row in rows}) == 1
        head = json.loads(unpacked(page, r"experiment\.jsonl\.gz"))
        assert experiment_of_journal(head["about"]) == experiment
        assert Head(head["experiment"], head["about"]) == experiment.head


def test_a_comparison_tells_what_differs_and_what_fresh_battles_say() -> None:
    page = report_in(".html", *ruled()).decode()
    assert "On fresh battles: " in page
    assert "Target in soft cover" in page
    assert "REV-" in page


def test_ten_thousand_battles_make_a_small_file() -> None:
    experiment = fair(Stop("planned", 10_000))
    journal = Journal.in_memory(experiment.head)
    run(experiment, journal, Dealer(by_chance(0.5)))
    assert len(report_in(".html", experiment, journal)) <= 500_000


def test_the_same_on_paper() -> None:
    for made in (fairly(40), ruled()):
        pdf = report_in(".pdf", *made)
        assert pdf.startswith(b"%PDF")
        assert len(pdf) < 500_000


def test_nothing_played_is_told_as_that() -> None:
    experiment = fair()
    page = report_in(".html", experiment, Journal.in_memory(experiment.head)).decode()
    assert "Nothing has been played yet." in page
    rule = compared()
    assert "Nothing has been played yet." in report_in(".html", rule, Journal.in_memory(rule.head)).decode()


def test_a_notebook_shows_the_answer_first() -> None:
    shown = answer_html(answers_in(*fairly(40))[0])
    assert shown.index("<h2>") < shown.index("<svg")
    assert "<script" not in shown


def test_history_has_its_cross_where_it_is_known() -> None:
    losses = "[history]\nlost = { Revolutionary = [20, 50], Government = 5 }\n"
    source = tutorial().match.scenario.replace("[history]\n", losses)
    known = replace(tutorial(), match=replace(tutorial().match, scenario=source))
    records = (record("1", OWN), record("2", OTHER))
    assert ">history<" in fair_figures.losses(Balance(known, records))
    assert ">history<" not in fair_figures.losses(Balance(tutorial(), records))


def test_what_a_game_master_wants_to_know() -> None:
    records = tuple(record(str(seed), OWN if seed % 3 else OTHER, 5) for seed in range(9))
    told = Balance(tutorial(), records, planned=9)
    assert told.decision_turn == 3
    assert told.decided_by(2) == 0.0
    assert told.activity(0) == (1.0,) * 5
    assert told.activity(1) == (0.0, 1.0, 1.0, 1.0, 1.0)
    assert told.idlest is not None
    assert (told.idlest.column, told.idlest.share) == ("Rojas", 0.8)
    figures = {what: figure for figure, what in told.convention()}
    assert figures["orders in a battle, both sides"] == "60"
    assert figures["end by broken morale"] == "100%"
    drawn = Balance(tutorial(), (record("0", None), record("1", OWN)))
    assert drawn.score.part == 0.75
    assert drawn.wins(None).count == 1


def test_axes_have_round_figures() -> None:
    assert [round_step(longest, 6) for longest in (1, 12, 40, 163, 4000)] == [1, 2, 10, 30, 1000]
    assert Axis(0, 10, 100, 200).at(5) == 150
