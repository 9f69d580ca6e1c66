"""What is typed for a field: it counts, it is refused with what would be right, or it is said that it was left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel import registry
from tests.cli.conftest import FIRE, Run

MERGE = ("uprising1848", "merge", "parts.1.actor=Veteran", "parts.2.actor=Conscript")
GUNS = ("mexican_american_war", "fire", "side=US", "firers.1.weapon=M", "firers.1.stands=10", "firers.1.range=4")
VOLLEY = (*GUNS, "target_arm=infantry", "target_stands=6")
NIGHT_GUARD = ("units.1.unit_class=national guard", "units.1.experience=Veteran", "units.1.effectiveness=Fresh")


def of_fire(*fields: str) -> tuple[str, ...]:
    return tuple(field for field in FIRE if not field.startswith("range=")) + fields


@pytest.mark.parametrize(
    ("words", "wrong", "said"),
    (
        (MERGE, "parts.1.number_of_figures=5", "There is no field number_of_figures in Units"),
        (
            ("uprising1848", "test_blast", "testers.1.actor=Conscript"),
            "testers.1.targets=5",
            "There is no field targets in ",
        ),
        (
            ("average_dice", "general_killed", "side=villista"),
            "units.1.name=A",
            "There is no field units in General killed",
        ),
        (("uprising1848", "move", "actor=Average"), "obstacles.1.kind=wall", "Did you mean obstacles?"),
        (VOLLEY, "firers.0.weapon=M", "firers.1 to firers.2"),
        (VOLLEY, "firers.3.weapon=M", "firers.1 to firers.2"),
        (VOLLEY, "firers.1.waepon=M", "Did you mean weapon?"),
        (FIRE, "cvoer=open", "Did you mean cover?"),
    ),
)
def test_a_wrong_field_is_refused_inside_a_group_as_outside(
    run: Run, words: tuple[str, ...], wrong: str, said: str
) -> None:
    ran = run("umpire", *words, wrong)
    ran.refused(said)
    assert len(ran.err) < 1500, "the few that are near, or those of the card; not every field there is"


def test_a_field_of_a_card_that_does_not_count_is_told(run: Run) -> None:
    ran = run("umpire", "mexican_american_war", "maneuver_check", "side=MEX", *NIGHT_GUARD, "--seed", "1")
    assert ran.code == 0, ran.err
    assert "Not needed here, and left out: units.1.experience." in ran.err
    told = run("umpire", "mexican_american_war", "maneuver_check", "side=MEX", *NIGHT_GUARD, "--seed", "1", "--json")
    assert told.json["left_out"] == ["units.1.experience"]


def test_a_question_that_is_never_asked_is_told(run: Run) -> None:
    ran = run("odds", *of_fire("range=40"), "leader_with_target=1", "--json")
    assert ran.json["left_out"] == ["leader_with_target"]


def test_a_field_that_a_rule_reads_and_does_not_ask_is_not_called_idle(run: Run) -> None:
    charge = ("uprising1848", "charge", "actor=Veteran", "target=Average", "reaction=move", "target_has_acted=no")
    ran = run("odds", *charge, "start_distance=7", "--json")
    assert ran.json["left_out"] == [], "the measured start decides whether they get away"
    assert run("odds", *charge, "start_distance=40", "--json").json["left_out"] == ["target_has_acted", "reaction"]


def test_a_field_of_an_option_that_is_off_is_told_once(run: Run) -> None:
    ran = run("umpire", "revolucion", "moving_fire", *FIRE[2:], "indirect=yes")
    ran.refused("Add --option indirect=on.")
    assert ran.err.count("indirect:") == 1


@pytest.mark.parametrize("name", ("situation.toml", "situation.json"))
def test_files_are_read_as_strictly_as_the_line(run: Run, tmp_path: Path, name: str) -> None:
    written = {
        "situation.toml": '[[parts]]\nactor = "Veteran"\nnumber_of_figures = 5\n[[parts]]\nactor = "Conscript"\n',
        "situation.json": '{"parts": [{"actor": "Veteran", "number_of_figures": 5}, {"actor": "Conscript"}]}',
    }
    (tmp_path / name).write_text(written[name], encoding="utf-8")
    run("umpire", *MERGE[:2], "--situation", name).refused("There is no field number_of_figures in Units")


def test_a_situation_may_begin_with_a_group(run: Run, tmp_path: Path) -> None:
    cards = '[[firers]]  # the guns\nweapon = "M"\nstands = 10\nrange = 4\n'
    (tmp_path / "a.toml").write_text(cards, encoding="utf-8")
    plain = run("odds", *VOLLEY, "--json").json
    rest = ("mexican_american_war", "fire", "side=US", "target_arm=infantry", "target_stands=6")
    assert run("odds", *rest, "--situation", "a.toml", "--json").json == plain
    more = run("odds", *rest, "firers.1.Stands=4", "firers.2.weapon=M", "firers.2.stands=6", "firers.2.range=4",
               "--situation", "a.toml", "--json")  # fmt: skip
    assert [card["stands"] for card in more.json["situation"]["firers"]] == [4, 6]


def test_a_card_of_which_nothing_is_said_is_a_card(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"parts": [{}, {"actor": "Conscript"}]}', encoding="utf-8")
    told = run("umpire", *MERGE[:2], "--situation", "a.json", "--json")
    assert len(told.json["situation"]["parts"]) == 2


@pytest.mark.parametrize(
    ("typed", "measure", "band"),
    (
        ("range=30cm", (), "6\N{EN DASH}12 in"),
        ("range=12cm", (), "3\N{EN DASH}6 in"),
        ('range=10"', (), "6\N{EN DASH}12 in"),
        ("range=1 foot", (), "6\N{EN DASH}12 in"),
        ("range=5in", ("--unit", "cm"), "7.5\N{EN DASH}15 cm"),
        ("range=12-24", ("--scale", "2"), "12\N{EN DASH}24 in"),
        ("range=20", ("--scale", "2"), "12\N{EN DASH}24 in"),
        ("range=3-6", ("--scale", "1/2"), "3\N{EN DASH}6 in"),
        ("range=6-12", ("--unit", "cm_for_in"), "6\N{EN DASH}12 cm"),
    ),
)
def test_a_distance_is_in_the_unit_that_is_said_and_a_band_as_it_is_shown(
    run: Run, typed: str, measure: tuple[str, ...], band: str
) -> None:
    told = run("odds", *of_fire(typed), *measure, "--json")
    assert told.code == 0, told.err
    assert band in told.json["why"][0]["rows"][0]["reason"]


def test_a_band_that_is_not_shown_is_refused_with_those_that_are(run: Run) -> None:
    run("odds", *of_fire("range=12-18"), "--scale", "2").refused("Range", "6-12, 12-24")
    run("odds", *of_fire("range=12 yards")).refused("12 yards is not a distance")
    run("odds", *of_fire("range=2000"), "--scale", "2").refused("too far", " in at most")


def test_pairs_that_are_none(run: Run) -> None:
    run("odds", *FIRE, "=X").refused("=X has no name before the =")
    run("odds", *FIRE, "cover").refused("cover has no =")


CLOSED = [(name, action.id) for name in registry.names() for action in registry.ruleset(name).actions if action.option]


@pytest.mark.parametrize("command", ("actions", "umpire", "odds"))
def test_an_action_that_an_option_opens_names_the_option(run: Run, command: str) -> None:
    for name, action in CLOSED:
        ruleset = registry.ruleset(name)
        option = ruleset.by_id[action].option
        if option is not None and not ruleset.by_id[action].open_under(ruleset.default_tables):
            run(command, name, action).refused(f"belongs to the option {option[0]}, which is off")


def test_a_game_names_the_option_too(run: Run) -> None:
    ran = run("play", "revolucion", typed="bomb\n")
    assert "belongs to the option aircraft, which is off" in ran.out


def test_distances_are_told_in_words(run: Run) -> None:
    shown = run("actions", "uprising1848", "charge").out
    assert "in in " not in shown
    assert " ," not in shown
    assert "a distance in inches" in shown
    assert "12-24" in run("actions", "revolucion", "deployed_fire", "--scale", "2").out


@pytest.mark.parametrize(("measure", "reach"), ((("--unit", "cm"), "20 cm"), (("--scale", "2"), "16 in"), ((), "8 in")))
def test_a_refusal_tells_distances_in_the_players_measure(run: Run, measure: tuple[str, ...], reach: str) -> None:
    far = tuple("firers.1.range=90" if field.startswith("firers.1.range") else field for field in VOLLEY)
    ran = run("umpire", *far, *measure)
    assert ran.code == 2
    assert f"M musket reaches {reach}" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    (
        (
            ("umpire", "mexican_american_war", "fire", "side=US", "firers.weapon=M", "target_stands=5"),
            "Write firers.1.weapon.\n",
        ),
        (
            ("umpire", "mexican_american_war", "fire", "side=US", "firers.0.weapon=M"),
            "Number them from 1: the first is firers.1.\n",
        ),
        (("odds", "mesoamerica", "score"), "armies: Armies: give at least two.\n"),
        (("umpire", *FIRE, "--scale", "3"), "--scale: 3 is not one of the choices.\n    Choices: 1, 2, 1/2\n"),
        (
            ("print", "reference", "revolucion", "--paper", "x"),
            "--paper: x is not one of the choices.\n    Choices: a4, letter\n",
        ),
    ),
)
def test_what_would_be_right_is_said(run: Run, words: tuple[str, ...], said: str) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert said in ran.err
    assert "Did you mean" not in ran.err


def test_one_die_is_spoken_of_as_one(run: Run) -> None:
    ran = run("umpire", "average_dice", "fire", "weapon=hotchpotch", "range=6", "--answer", "fire.hits=3,3")
    ran.refused("This throw is 1 die (average die). Give 1 face, or a count for each of the 4 bands.")
