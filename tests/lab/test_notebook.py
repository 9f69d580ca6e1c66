"""The lab in Python: the lines of its page, their types and what they refuse; and the page's lines in a notebook."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from sandtable import lab
from sandtable.kernel.problem import Refusal
from sandtable.lab import Difference, DuelResult, Result, Trial, duel, notebook, scenario
from sandtable.lab.battles.journal import Journal
from tests.lab.making import COVER, OTHER, OWN, Dealer, by_chance

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"
BLOCK = re.compile(r"^```py\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def ford() -> Trial:
    """The tutorial with players that decide quickly."""
    found = scenario("tutorial")
    quick = replace(found.variant.match, players=((OWN, "nearest"), (OTHER, "random")))
    return replace(found, variant=replace(found.variant, match=quick))


@pytest.fixture
def club(ford: Trial, tmp_path: Path) -> Trial:
    (tmp_path / "club.toml").write_text(COVER.replace("-2", "-9"), encoding="utf-8")
    return ford.house(tmp_path / "club.toml")


def test_battles_are_played_once_and_say_what_they_rest_on(ford: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    now = ford.play(4)
    assert len(now.records) == 4
    assert repr(now) == now.sentence
    assert (now.basis.battles, now.basis.house, now.basis.first_seed) == (4, "printed", 0)
    assert now.interval[0] <= now.share <= now.interval[1]
    assert now.wins(OWN).count + now.wins(OTHER).count + now.wins(None).count == 4
    assert now._repr_html_().index("<h2>") < now._repr_html_().index("<svg")
    with pytest.raises(FrozenInstanceError):
        now.experiment = now.experiment  # type: ignore[misc]
    nobody = Dealer(by_chance(0.5))
    monkeypatch.setattr(notebook, "runner_for", lambda _: nobody)
    assert ford.play(4) == now
    assert not nobody.submitted
    assert len(ford.play(6).records) == 6
    assert nobody.submitted[:1] == ["4"]


def test_results_are_subtracted_pair_by_pair(ford: Trial, club: Trial) -> None:
    now, then = ford.play(4), club.play(4)
    found = then - now
    assert isinstance(found, Difference)
    assert found.points == pytest.approx(100 * (then.share - now.share))
    assert found.interval[0] <= found.points / 100 <= found.interval[1]
    assert "4 battles under both texts" in found._repr_html_()
    assert len(found.frame()) == 4
    assert "<svg" in found.figure("difference")._repr_svg_()
    for one in found.changed_battles:
        assert one.seed in repr(one)
    same = now - now
    assert (same.points, same.changed_battles) == (0.0, ())


def test_a_comparison_knows_where_pairs_part(ford: Trial, club: Trial) -> None:
    found = ford.compare(club, battles=2)
    assert len(found.comparison.pairs) == 2
    assert sum(found.comparison.partings.values()) == 2
    assert found.sentence in repr(found)


def test_rows_reports_and_pictures(ford: Trial, tmp_path: Path) -> None:
    now = ford.play(4)
    frame = now.frame()
    assert list(frame.columns)[:3] == ["seed", "winner", "reason"]
    assert list(frame["turns"]) == [record.turns for record in now.records]
    assert now.report(tmp_path / "x.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert now.report(tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")
    for name in ("verdict", "battles", "fan", "decision", "losses", "activity", "ground"):
        assert now.figure(name)._repr_svg_().startswith("<svg")
    assert len(now.replay(0).battles[0].log.live()) == now.records[0].orders
    with ThreadPoolExecutor(1) as executor:
        assert ford.play(5, executor=executor).records[:4] == now.records
    kept = ford.play(4, journal=tmp_path / "x.jsonl")
    assert kept.records == now.records
    assert len(Journal.read(tmp_path / "x.jsonl").lines) >= 4


def test_trials_are_made_from_trials(ford: Trial, tmp_path: Path) -> None:
    assert ford.option("pivot.strict", True).variant.match.options == (("pivot.strict", "true"),)
    assert ford.level("recruit").variant.match.level == "recruit"
    assert ford.level("recruit", OTHER).variant.match.level_of(OTHER) == "recruit"
    (tmp_path / "mine.toml").write_text(ford.variant.match.scenario, encoding="utf-8")
    assert scenario(tmp_path / "mine.toml").variant.scenario.title == ford.variant.scenario.title
    assert repr(ford).startswith("The Ford at San Jacinto (printed, ")
    assert len(ford.until_decided((0.3, 0.7), most=3).records) == 3


def test_an_exact_duel() -> None:
    found = duel("revolucion")
    assert isinstance(found, DuelResult)
    assert isinstance(found.wins, Fraction)
    assert found.wins + found.loses == 1
    assert found.sentence in found._repr_html_()
    covered = duel("revolucion", *_units(), fields={"B.cover": "soft"}, range="3-6")
    assert covered.wins < duel("revolucion", *_units(), range="3-6").wins


def _units() -> tuple[str, str]:
    return "RegularInfantry 4 target_formation=deployed", "IrregularInfantry 4 target_formation=deployed"


def test_what_cannot_be_is_refused(ford: Trial, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"lab\.no_level"):
        ford.level("genius")
    with pytest.raises(Refusal, match=r"lab\.no_side"):
        ford.level("recruit", "Nobody")
    with pytest.raises(Refusal, match=r"lab\.no_figure"):
        ford.play(1).figure("pie")
    with pytest.raises(Refusal, match=r"lab\.no_report"):
        ford.play(1).report(tmp_path / "x.doc")
    with pytest.raises(Refusal, match=r"lab\.pairs\.seeds"):
        _ = ford.play(1, seed=7) - ford.play(1)
    with pytest.raises(AttributeError):
        _ = lab.nothing
    assert Result is not None


def test_without_a_library_for_rows_one_is_asked_for(ford: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "FRAMES", ("nothing_of_that_name",))
    with pytest.raises(Refusal, match=r"lab\.no_frames"):
        ford.play(1).frame()


@pytest.mark.long
def test_the_lines_of_the_page_run_in_a_notebook(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(COVER, encoding="utf-8")
    (block,) = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    lines = [line for line in block.replace("400", "6").splitlines() if line.strip()]
    cells = [nbformat.v4.new_code_cell(line) for line in lines]
    made = nbformat.v4.new_notebook(cells=cells)
    done = NotebookClient(
        made, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    assert len(lines) >= 9
    shown = [
        output.get("data", {})
        for cell in done.cells
        for output in cell.outputs
        if output.output_type == "execute_result"
    ]
    assert sum("text/html" in data for data in shown) >= 3
    assert any(re.fullmatch(r"Fraction\(\d+, \d+\)", data.get("text/plain", "")) for data in shown)
    assert (tmp_path / "ford.html").exists()
