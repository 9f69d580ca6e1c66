"""A game in the terminal: played, interrupted, taken up again."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from sandtable.cli.dialogue import begins
from tests.cli.conftest import Run

# An assault whose order is lost on a 1, and fire without effect: everything said at once, then a die of one's own.
LOST_ASSAULT = "assault unit=RegularInfantry target_type=RegularInfantry target_formation=deployed\ndice\n1\n"
FIRE = "deployed fire unit=RegularInfantry range=6-12 target_type=RegularInfantry target_formation=maneuver\ndice\n3\n"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return tmp_path / "state" / "play-revolucion.json"


def more(stream: IO[bytes]) -> bytes:
    """What comes next; nothing more is an error, not a wait."""
    read: bytes = stream.read1()  # type: ignore[attr-defined]
    assert read, "the game has ended"
    return read


def log_of(saved: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(saved.read_text(encoding="utf-8"))["entries"]
    return entries


def test_a_verdict_is_read_and_logged(run: Run, saved: Path) -> None:
    ran = run("play", "revolucion", typed=FIRE + "log\n")
    assert ran.code == 0
    assert "No effect." in ran.out
    assert "Regular Infantry fires at Regular Infantry" in ran.out.rsplit("Why", 1)[1]
    record = log_of(saved)[0]["record"]
    assert (record["action"], record["answers"]) == (
        "deployed_fire",
        [{"key": "fire.effect", "value": [3], "by": "person"}],
    )


def test_the_game_goes_on_where_it_was_left(run: Run, saved: Path) -> None:
    run("play", "revolucion", typed=FIRE)
    ran = run("play", "revolucion", typed=LOST_ASSAULT + "log\n")
    assert "Going on with 1 entry" in ran.out
    assert [entry["record"]["action"] for entry in log_of(saved)] == ["deployed_fire", "assault"]


def test_a_killed_terminal_loses_nothing(run: Run, saved: Path, surroundings: dict[str, str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sandtable", "play", "revolucion"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=surroundings,
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write(FIRE.encode())
        game.stdin.flush()  # and no more: the game waits for the next line when it is killed
        shown = b""
        while shown.count(b"or help:") < 2:  # the menu has come back: the entry is written
            shown += more(game.stdout)
        game.send_signal(signal.SIGKILL)
    assert len(log_of(saved)) == 1
    assert "Going on with 1 entry" in run("play", "revolucion").out


def test_void_strikes_out_and_restore_brings_back(run: Run, saved: Path) -> None:
    ran = run("play", "revolucion", typed=FIRE + LOST_ASSAULT + "void 1\nlog\n")
    assert "Voided: 1." in ran.out
    assert [entry["voided"] for entry in log_of(saved)] == [True, False]
    ran = run("play", "revolucion", typed="restore\nvoid 9\n")
    assert "Restored: 1." in ran.out
    assert "from 1 to 2" in ran.out
    assert [entry["voided"] for entry in log_of(saved)] == [False, False]


def test_a_form_is_filled_in_field_by_field(run: Run, saved: Path) -> None:
    run("play", "revolucion", typed="regroup\nreg cav\ndice\n10\n")
    assert log_of(saved)[0]["record"]["fields"]["unit"] == "RegularCavalry"


def test_units_of_a_group_are_entered_one_by_one(run: Run, saved: Path) -> None:
    ran = run("play", "revolucion", typed="wreck vehicle=train\nreg inf\nyes\nmachine\n\n\n")
    units = [unit["target_type"] for unit in log_of(saved)[0]["record"]["fields"]["passengers"]]
    assert units == ["RegularInfantry", "MachineGuns"]
    assert "passengers.2.target_type=MachineGuns" in ran.out
    assert "target_status=OK" not in ran.out  # what is as usual is not listed


def test_redo_offers_the_same_again(run: Run, saved: Path) -> None:
    run("play", "revolucion", typed=FIRE + "redo 1\ncover=hard\ndice\n5\n")
    first, second = (entry["record"] for entry in log_of(saved))
    assert second["fields"] == first["fields"] | {"cover": "hard"}
    assert second["answers"][0]["value"] == [5]


def test_what_is_not_understood_is_asked_again_and_back_leaves(run: Run, saved: Path) -> None:
    ran = run("play", "revolucion", typed="fly\ndeployed fire\nelephants\nback\nlog\n")
    assert "There is no action or command fly." in ran.out
    assert "elephants is not one of the choices" in ran.out
    assert "The log is empty." in ran.out
    assert not saved.exists() or log_of(saved) == []


def test_a_field_is_changed_before_the_throw_and_a_wrong_one_changes_nothing(run: Run, saved: Path) -> None:
    typed = FIRE.replace("dice\n3\n", "cover=mud\ncover=hard target_formation= deployed\nmore\nwhy\ndice\n3\n")
    ran = run("play", "revolucion", typed=typed)
    assert "mud is not one of the choices" in ran.out
    fields = log_of(saved)[0]["record"]["fields"]
    assert (fields["cover"], fields["target_formation"]) == ("hard", "deployed")


def test_thrown_dice_are_never_given_back(run: Run, saved: Path) -> None:
    """Whoever drops an action after its dice were thrown gets other dice the next time."""
    thrown = LOST_ASSAULT.replace("dice\n1\n", "\n")
    run("play", "revolucion", typed=thrown + "back\n")
    before = json.loads(saved.read_text(encoding="utf-8"))
    run("play", "revolucion", typed=thrown + "back\n")
    after = json.loads(saved.read_text(encoding="utf-8"))
    assert before["seed"] == after["seed"]
    assert after["throws"] > before["throws"] > 0


def test_a_new_game_sets_the_old_one_aside(run: Run, saved: Path) -> None:
    run("play", "revolucion", typed=FIRE)
    ran = run("play", "revolucion", "--new", "--option", "assault.stop=3", "--unit", "cm", typed=LOST_ASSAULT)
    assert "The earlier game is kept in" in ran.out
    assert [entry["record"]["action"] for entry in log_of(saved)] == ["assault"]
    assert log_of(saved)[0]["record"]["options"] == {"assault.stop": "3"}
    assert log_of(saved.with_name("play-revolucion.1.json.old"))[0]["record"]["action"] == "deployed_fire"
    run("play", "revolucion", "--option", "assault.stop=4").refused("settled when it begins")


def test_a_saved_game_that_cannot_be_read_is_not_overwritten(run: Run, saved: Path) -> None:
    saved.parent.mkdir(parents=True)
    saved.write_text('{"format": "sandta', encoding="utf-8")
    run("play", "revolucion", typed=FIRE).refused("cannot be read", "--new")
    assert saved.read_text(encoding="utf-8") == '{"format": "sandta'


def test_a_second_terminal_is_kept_out(run: Run, surroundings: dict[str, str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sandtable", "play", "revolucion"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=surroundings,
    ) as first:
        assert first.stdout is not None
        shown = b""
        while b"or help:" not in shown:
            shown += more(first.stdout)
        run("play", "revolucion").refused("open in another terminal")
        first.terminate()


def test_a_state_folder_that_cannot_be_written_is_named(run_alone: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    run_alone("play", "revolucion", env={"SANDTABLE_STATE": str(tmp_path / "file" / "x")}).refused(
        "file/x", "cannot be written"
    )


def test_what_the_books_know_of_a_form_is_in_it(run: Run) -> None:
    storm = "next_phase\n\nweather season=summer\ndice\n1\n"
    bows = "fire actor_weapon=bow actor_strength=3 range=3"
    ran = run("play", "mesoamerica", typed=f"{storm}{bows}\n\n{bows} weather=clear\n\n\nlog\n")
    assert "Bows fire at a combat unit, 3 in: Out of range" in ran.out, "the storm of the books halves the range"
    assert "Bows fire at a combat unit, 3 in: 2 killed" in ran.out, "unless somebody says otherwise"


def test_the_rules_and_the_books_are_at_hand(run: Run) -> None:
    ran = run("play", "revolucion", typed="rules 6.35\nbooks\nhelp\nside Gov\n17\n\n")
    assert "REV-6.35" in ran.out
    assert "The umpire remembers nothing yet." in ran.out
    assert "void 3" in ran.out
    assert "Government" in ran.err


def test_a_list_of_units_is_entered_at_once(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "state" / "play-mexican_american_war.json"
    ran = run("play", "mexican_american_war", typed="roster palo alto\nbooks\nlog\n")
    assert "26 units entered." in ran.out
    assert "Ringgold's Battery" in ran.out
    assert {entry["record"]["action"] for entry in log_of(kept)} == {"roster_entry"}
    assert len({entry["record"]["meta"]["id"] for entry in log_of(kept)}) == 26
    assert re.search(r"^ *1 +Roster entry: 5th US Infantry", ran.out, re.MULTILINE), "each has its own number"
    listed = tmp_path / "our units.txt"
    listed.write_text("Government, RegularInfantry, 6, 1st Battalion\n", encoding="utf-8")
    ran = run("play", "revolucion", typed=f'roster "{listed}"\nbooks\n')
    assert "1 unit entered." in ran.out
    assert "1st Battalion" in ran.out


def test_a_unit_of_the_roster_fills_its_own_card_of_a_group(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "state" / "play-mexican_american_war.json"
    units = "units.1.name=2nd Light units.1.stands=5 units.2.name=4th Line units.2.outflanked=yes"
    run("play", "mexican_american_war", typed=f"roster palo alto\nmaneuver_check side=MEX {units}\n\n\n")
    light, line = log_of(kept)[-1]["record"]["fields"]["units"]
    assert (light["morale_class"], light["start_stands"]) == ("Spirited", 8)
    assert light["stands"] == 5, "what is typed beside the name wins"
    assert (line["morale_class"], line["stands"], line["outflanked"]) == ("Reliable", 14, True)


def test_only_the_name_of_a_unit_brings_what_the_roster_knows(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "state" / "play-mexican_american_war.json"
    run("play", "mexican_american_war", typed="roster palo alto\nmaneuver side=MEX maneuver=hold\n\n")
    assert "name" not in log_of(kept)[-1]["record"]["fields"], "a side names nobody"


def test_a_list_that_is_not_there_is_refused_with_those_that_are(run: Run) -> None:
    ran = run("play", "mexican_american_war", typed="roster\nroster Cerro Gordo\nbooks\n")
    assert ran.out.count("Choices: Palo Alto") == 2
    assert "no order of battle of that name" in ran.out
    assert "Good order" not in ran.out


@pytest.mark.parametrize("name", ('"5th US Infantry"', "'5th US Infantry'", "5th US Infantry"))
def test_a_value_may_stand_in_quotes(run: Run, tmp_path: Path, name: str) -> None:
    run("play", "mexican_american_war", typed=f"roster_entry side=US name={name} stands=7\n\n")
    kept = tmp_path / "state" / "play-mexican_american_war.json"
    assert log_of(kept)[0]["record"]["fields"]["name"] == "5th US Infantry"


def test_quotes_that_do_not_match_belong_to_the_value(run: Run, tmp_path: Path) -> None:
    run("play", "mexican_american_war", typed="roster_entry side=US name=Los Guapos' stands=7\n\n")
    kept = tmp_path / "state" / "play-mexican_american_war.json"
    assert log_of(kept)[0]["record"]["fields"]["name"] == "Los Guapos'"


@pytest.mark.parametrize(
    ("typed", "name", "fits"),
    (
        ("reg cav", "Regular Cavalry", True),
        ("regular", "Regular Cavalry", True),
        ("cav", "Regular Cavalry", False),
        ("dep", "Deploy/Tactical", True),
        ("", "Regular", True),
        ("reg cav x", "Regular Cavalry", False),
    ),
)
def test_beginnings(typed: str, name: str, fits: bool) -> None:
    assert begins(typed, name) is fits


def test_while_a_question_is_open_everything_can_be_looked_up(run: Run, saved: Path) -> None:
    volley = FIRE.removesuffix("3\n")
    ran = run("play", "revolucion", typed=FIRE + volley + "help\nlog\nrules REV-6.04\nbooks\n3\n")
    assert ran.code == 0
    assert ran.out.count("No effect.") >= 2
    assert "REV-6.04" in ran.out
    assert "strike out entry 3" in ran.out
    assert len(log_of(saved)) == 2


def test_a_question_can_be_left_and_nothing_is_written(run: Run, saved: Path) -> None:
    ran = run("play", "revolucion", typed=FIRE + FIRE.removesuffix("3\n") + "back\nlog\n")
    assert "Dropped. Nothing was written into the log." in ran.out
    assert len(log_of(saved)) == 1


def test_fields_of_a_form_can_be_left_for_a_look_at_the_log(run: Run) -> None:
    ran = run("play", "revolucion", typed="deployed fire unit=RegularInfantry\nlog\n6-12\nback\n")
    assert "The log is empty." in ran.out


def test_a_name_that_is_not_in_the_roster_is_asked_after(run: Run) -> None:
    entered = "roster_entry side=Government name=Line unit=RegularInfantry bases=4\n\n"
    ran = run("play", "revolucion", typed=entered + FIRE.replace("\ndice", " target_name=Lien\ndice"))
    assert "Lien is not in the roster. Did you mean Line?" in ran.out


def test_fields_that_do_not_count_are_told_and_those_of_others_refused(run: Run) -> None:
    ran = run("play", "revolucion", typed=FIRE.replace("\ndice", " loss=3\ndice"))
    assert "There is no field loss in Deployed Fire" in ran.out
    told = run("play", "average_dice", typed="move mover=infantry haulers=3\n\n")
    assert "Not needed here, and left out: haulers." in told.out


def test_what_the_books_forbid_is_not_allowed_by_pressing_on(run: Run, saved: Path) -> None:
    entered = "roster_entry side=Revolutionary name=A unit=IrregularInfantry bases=4\n\n"
    fired = "deployed_fire actor_name=A range=5 target_type=train leader_with_target=0\ndice\n1\n"
    ran = run("play", "revolucion", typed=entered + fired + "maneuver actor_name=A\n\nlog\n")
    assert "It has taken its action this turn." in ran.out
    assert [entry["record"]["action"] for entry in log_of(saved)] == ["roster_entry", "deployed_fire"]


def test_a_structure_is_searched_once_a_game(run: Run) -> None:
    search = "search_structure target_name=Mill\ndice\n17\n"
    ran = run("play", "uprising1848", typed=f"{search}{search.splitlines()[0]}\n\nbooks\n")
    assert "Something was found here. The structure is closed." in ran.out
    assert "Mill  named in play  searched out" in ran.out
    assert "10 points" in ran.out


SHED = "hit_structure weapon=dynamite throwers=1 structure=wooden_building range=6\n\n"


@pytest.mark.parametrize(
    ("said", "asks", "offer"),
    (
        (SHED, "fire range=6\n", "Weapon: "),
        ("fire weapon=winchester range=6\n\n", "fire range=6\n", "Weapon [Winchesters]: "),
    ),
)
def test_what_another_form_remembers_is_offered_only_where_it_is_a_choice(
    run: Run, said: str, asks: str, offer: str
) -> None:
    ran = run("play", "average_dice", typed=f"{said}{asks}back\n")
    assert offer in ran.err
    assert "is not one of the choices" not in ran.out


@pytest.mark.parametrize(
    "typed",
    (
        "fire range=6\nquit\nfire\n",
        "fire weapon=mauser range=6\nquit\nlog\n",
        "fire weapon=mauser range=6\ndice\nquit\nlog\n",
        "build_force\nquit\nlog\n",
    ),
)
def test_quit_leaves_from_every_question_and_keeps_the_log(run: Run, tmp_path: Path, typed: str) -> None:
    ran = run("play", "average_dice", typed=f"new_day\n\n{typed}")
    assert ran.code == 0
    assert ran.out.endswith("The game is kept. Go on with: sandtable play\n")
    assert "not understood" not in ran.out
    assert "neither" not in ran.out + ran.err
    assert "is not" not in ran.err
    assert len(log_of(tmp_path / "state" / "play-average_dice.json")) == 1


def test_why_tells_what_counts_at_the_die_itself(run: Run) -> None:
    ran = run("play", "average_dice", typed="fire weapon=mauser range=6\ndice\nwhy\nback\n")
    assert "why is not" not in ran.err
    assert ran.err.count("Why: Hits") == 2, "with the question, and when asked"
    assert ran.err.count("Your 2 dice") == 2


def test_an_empty_log_has_nothing_to_void(run: Run) -> None:
    ran = run("play", "revolucion", typed="void\nredo\nrestore\nvoid 3\n" + FIRE + "restore\nvoid\nvoid\nvoid 3\n")
    assert ran.out.count("There is no entry yet.") == 4
    assert ran.out.count("No entry is voided.") == 1
    assert ran.out.count("Every entry is voided.") == 1
    assert ran.out.count("Give the number of an entry, from 1 to 1.") == 1


def test_rules_alone_asks_which(run: Run) -> None:
    ran = run("play", "revolucion", typed="rules\n")
    assert "Say which rule" in ran.out
    assert "No rule contains" not in ran.out


@pytest.mark.parametrize(
    "field", ('"light=night full moon"', 'light="night full moon"', "'light=night full moon'", "light=night full moon")
)
def test_a_field_is_read_however_a_shell_would_have_it_quoted(run: Run, tmp_path: Path, field: str) -> None:
    run("play", "mexican_american_war", typed=f"set_light {field}\n\n")
    entries = log_of(tmp_path / "state" / "play-mexican_american_war.json")
    assert [entry["record"]["fields"]["light"] for entry in entries] == ["night full moon"]


MERGED = (
    "unit_entry side=Player name=P actor=Veteran figures=5\n\n"
    "unit_entry side=Player name=Q actor=Conscript figures=6\n\n"
    "merge parts.1.name=p parts.2.name=Q\n\n\n\nbooks\n"
)


def test_units_that_merge_are_rated_as_the_roster_knows_them(run: Run, tmp_path: Path) -> None:
    ran = run("play", "uprising1848", typed=MERGED)
    assert "Conscripts, 11 of 11" in ran.out
    assert "0 of 6" not in ran.out
    parts = log_of(tmp_path / "state" / "play-uprising1848.json")[-1]["record"]["fields"]["parts"]
    assert [(part["name"], part["actor"], part["figures"]) for part in parts] == [
        ("P", "Veteran", 5),
        ("Q", "Conscript", 6),
    ]


def test_a_structure_is_searched_out_however_its_name_is_written(run: Run, tmp_path: Path) -> None:
    searched = "".join(f'search_structure target_name="{name}"\ndice\n17\n' for name in ("Mill", "mill", "Mill "))
    run("play", "uprising1848", typed=searched)
    assert len(log_of(tmp_path / "state" / "play-uprising1848.json")) == 1


def test_whoever_is_thrown_out_is_what_the_roster_knows(run: Run, tmp_path: Path) -> None:
    typed = (
        "roster_entry side=Government name=Rurales unit=RegularCavalry bases=3\n\n"
        "wreck vehicle=train passengers.1.name=rurales\n\n\n\n"
    )
    run("play", "revolucion", typed=typed)
    (passenger,) = log_of(tmp_path / "state" / "play-revolucion.json")[-1]["record"]["fields"]["passengers"]
    assert (passenger["name"], passenger["target_type"], passenger["bases_of_target"]) == (
        "Rurales",
        "RegularCavalry",
        3,
    )


def test_a_card_is_of_the_unit_that_its_first_name_is_of_and_of_no_other(run: Run, tmp_path: Path) -> None:
    """The enemy whom an order is at, or whom half a unit has fired at, is not who gets the order or fires."""
    foot = "".join(
        f"roster_entry side={side} name={name} weapon=club strength=4\n\n"
        for side, name in (("West", "Jaguars"), ("East", "Eagles"))
    )
    run(
        "play",
        "mesoamerica",
        typed=f"{foot}orders side=West orders.1.name=Jaguars orders.1.order=charge orders.1.at=eagles\n\n\n",
    )
    (order,) = log_of(tmp_path / "state" / "play-mesoamerica.json")[-1]["record"]["fields"]["orders"]
    assert order == {"name": "Jaguars", "order": "charge", "at": "eagles"}
    guns = "roster palo alto\nfire side=MEX firers.1.name='1st Line' firers.1.range=4 firers.1.fired_at='8th US'\n\n\n"
    run("play", "mexican_american_war", typed=guns)
    (firer,) = log_of(tmp_path / "state" / "play-mexican_american_war.json")[-1]["record"]["fields"]["firers"]
    assert (firer["name"], firer["fired_at"]) == ("1st Line", "8th US")
