"""Sheets from the command line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_a_sheet_is_written(run: Run, tmp_path: Path) -> None:
    told = run("print", "reference", "revolucion", "--paper", "letter", "--json").json
    assert (told["file"], told["pages"], told["paper"]) == ("revolucion-reference.pdf", 1, "letter")
    assert (tmp_path / "revolucion-reference.pdf").read_bytes().startswith(b"%PDF")


def test_a_place_that_cannot_be_written_is_refused(run: Run, tmp_path: Path) -> None:
    run("print", "reference", "revolucion", "-o", str(tmp_path)).refused("This is a folder.")
    run("print", "reference", "revolucion", "-o", "no/such/place.pdf").refused("no/such/place.pdf", "cannot be written")


def test_wrong_house_rules_print_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text("[fire]\nnope = 1\n", encoding="utf-8")
    run("print", "reference", "revolucion", "--house", "club.toml").refused("club.toml, line 2")
    assert not (tmp_path / "revolucion-reference.pdf").exists()
