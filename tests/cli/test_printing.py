"""Sheets from the command line."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

from sandtable.cli.units import MARK, units_of
from sandtable.kernel import registry
from sandtable.kernel.ledger import Panel
from sandtable.kernel.sheet import Boxes
from sandtable.print.sheets import sheet_of
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.umpire.roster import read_roster
from sandtable.umpire.setting import read_setting
from tests.cli.conftest import Run

FORCE = "villista, infantry, mauser, 10, Dorados\nfederal, infantry, hotchpotch, 10, 21st Battalion\n"


def test_a_sheet_is_written(run: Run, tmp_path: Path) -> None:
    told = run("print", "reference", "revolucion", "--paper", "letter", "--json").json
    assert (told["file"], told["pages"], told["paper"]) == ("revolucion-reference.pdf", 2, "letter")
    assert (tmp_path / "revolucion-reference.pdf").read_bytes().startswith(b"%PDF")


def test_every_table_is_printed_on_request(run: Run) -> None:
    told = run("print", "reference", "revolucion", "--all", "--json").json
    assert (told["pages"], told["paper"]) == (1, "a4")


def test_a_place_that_cannot_be_written_is_refused(run: Run, tmp_path: Path) -> None:
    run("print", "reference", "revolucion", "-o", str(tmp_path)).refused("This is a folder.")
    run("print", "reference", "revolucion", "-o", "no/such/place.pdf").refused("no/such/place.pdf", "cannot be written")


def test_wrong_house_rules_print_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text("[fire]\nnope = 1\n", encoding="utf-8")
    run("print", "reference", "revolucion", "--house", "club.toml").refused("club.toml, line 2")
    assert not (tmp_path / "revolucion-reference.pdf").exists()


def test_labels_of_an_order_of_battle_by_name(run: Run, tmp_path: Path) -> None:
    told = run("print", "labels", "mexican_american_war", "palo alto", "--json").json
    assert (told["sheet"], told["file"], told["pages"]) == ("labels", "mexican_american_war-labels.pdf", 1)
    assert (tmp_path / told["file"]).read_bytes().startswith(b"%PDF")


def test_a_force_sheet_of_a_list_in_a_file_or_typed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "army.txt").write_text(FORCE, encoding="utf-8")
    assert run("print", "force", "average_dice", "army.txt", "--json").json["pages"] == 2
    assert run("print", "force", "average_dice", "-", "-o", "typed.pdf", typed=FORCE).code == 0
    assert (tmp_path / "typed.pdf").read_bytes().startswith(b"%PDF")


def test_a_sheet_of_the_game_that_is_kept(run: Run) -> None:
    run("print", "force", "average_dice").refused("No game of average_dice is kept here.")
    played = "force_sheet side=villista units=3 mauser_units=1 winchester_units=0 gun_throw=0 field_guns=0 machine_guns=0\n\n\nquit\n"
    assert run("play", "average_dice", typed=played).code == 0
    assert run("print", "force", "average_dice", "--json").json["pages"] == 1
    run("print", "force", "average_dice", "--option", "field_gun_type=standard").refused("A game keeps its own options")


def test_a_sheet_of_a_game_shared_from_the_app(run: Run, tmp_path: Path) -> None:
    setting = read_setting({"ruleset": "average_dice"})
    entries = [{"record": record.plain(), "voided": False} for record in read_roster(setting, FORCE)]
    parcel = {"sandtable": "game", "version": 1, "game": {"ruleset": "average_dice"}, "entries": entries}
    (tmp_path / "game.json").write_text(json.dumps(parcel), encoding="utf-8")
    assert run("print", "force", "average_dice", "game.json", "--json").json["pages"] == 2
    squeezer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    squeezed = squeezer.compress(json.dumps(parcel).encode()) + squeezer.flush()
    tail = base64.urlsafe_b64encode(squeezed).decode().rstrip("=")
    (tmp_path / "log.txt").write_text(f"A log to read.\n\n{MARK}\n{tail[:76]}\n{tail[76:]}\n", encoding="utf-8")
    assert run("print", "force", "average_dice", "log.txt", "--json").json["pages"] == 2
    run("print", "labels", "mexican_american_war", "game.json").refused("This game is played by average_dice.")
    (tmp_path / "log.txt").write_text(f"{MARK}\nnonsense\n", encoding="utf-8")
    run("print", "force", "average_dice", "log.txt").refused("This is neither a list of units nor a game.")


def test_what_cannot_be_printed_is_refused_with_what_can(run: Run, tmp_path: Path) -> None:
    run("print", "labels", "mexican_american_war", "Waterloo").refused("no order of battle of that name", "Palo Alto")
    run("print", "labels", "average_dice", "x").refused("average_dice prints no labels.", "mexican_american_war")
    run("print", "force", "average_dice", "no-such-file.txt").refused("There is no such file.")
    (tmp_path / "army.txt").write_text("federal, infantry, bows, 10, Archers\n", encoding="utf-8")
    run("print", "force", "average_dice", "army.txt").refused("line 1", "Mauser")
    (tmp_path / "army.txt").write_text("{}", encoding="utf-8")
    run("print", "force", "average_dice", "army.txt").refused("This is neither a list of units nor a game.")


def test_labels_and_rosters_of_a_battle_as_it_stands(run: Run, tmp_path: Path) -> None:
    """A battle that was played to its end: its strengths are what the rosters show, and its labels are those of the order of battle."""
    played = ("--side", "US=nearest", "--side", "MEX=nearest", "--seed", "1", "-o", "battle.json")
    assert run("battle", "ringgold-goes-forward", *played).code == 0
    assert run("print", "labels", "mexican_american_war", "battle.json", "--json").json["pages"] == 1
    assert run("print", "force", "mexican_american_war", "battle.json", "--json").json["pages"] == 2
    sheet = sheet_of(registry.ruleset("mexican_american_war"), "force")
    assert sheet is not None
    units = units_of(sheet, "mexican_american_war", str(tmp_path / "battle.json"), None, None, as_json=False)
    pages = [page for page in sheet.of(units.ledger, units.setting.tables) if isinstance(page, Panel)]
    boxes = [cell for page in pages for row in page.rows for cell in row if isinstance(cell, Boxes)]
    assert any(each.left < each.of for each in boxes), "somebody has lost a stand"
    assert isinstance(units.ledger, MexicanAmericanWarLedger)
    assert len(boxes) == len(units.ledger.units)
    run("print", "force", "average_dice", "battle.json").refused("This game is played by mexican_american_war.")
    run("print", "force", "mexican_american_war", "battle.json", "--option", "fireRow=columns").refused(
        "keeps its own options"
    )
