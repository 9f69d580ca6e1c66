"""Exact duels: against a paper, against dice that are thrown, and against what players would say of scripts and units."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Refusal
from sandtable.umpire import desk
from sandtable.umpire.duels.duel import Duel
from sandtable.umpire.duels.entrants import books_with
from sandtable.umpire.duels.reading import read_duel
from sandtable.umpire.duels.script import read_script, script_text
from sandtable.umpire.setting import Setting, read_setting
from tests.umpire import duel_twin
from tests.umpire.risk.game import RULESET as RISK

GAMES = ("revolucion", "mexican_american_war", "mesoamerica", "average_dice", "uprising1848")
OPEN = "RegularInfantry 4 target_formation=deployed"
COVERED = "IrregularInfantry 6 target_formation=deployed cover=soft"
# J. A. Osborne, Markov chains for the RISK board game revisited, 2003: the attacker's chance, a row for each number of attackers
OSBORNE = {
    1: (0.417, 0.106, 0.027, 0.007, 0.002),
    2: (0.754, 0.363, 0.206, 0.091, 0.049),
    3: (0.916, 0.656, 0.470, 0.315, 0.206),
    4: (0.972, 0.785, 0.642, 0.477, 0.359),
    5: (0.990, 0.890, 0.769, 0.638, 0.506),
}


def risk() -> Setting:
    return Setting(RISK, RISK.default_tables, PLAIN, "", {})


def setting(game: str) -> Setting:
    return read_setting({"ruleset": game})


def asked(a: str = OPEN, b: str = COVERED, **more: Any) -> Duel:
    return read_duel(setting("revolucion"), {"A": a, "B": b}, **{"fields": {"range": "3-6"}, **more})


def refused(**more: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        asked(**more).answer()
    problem = refusal.value.problems[0]
    return f"{problem.field}: {setting('revolucion').say(problem.message)}"


@pytest.mark.parametrize("attackers", OSBORNE)
def test_risk_comes_out_as_in_osbornes_table(attackers: int) -> None:
    for defenders, chance in enumerate(OSBORNE[attackers], start=1):
        units = {"A": f"{attackers} armies", "B": f"{defenders} armies"}
        answer = read_duel(risk(), units, script="A attacks").answer()
        assert answer.exact
        assert float(answer.wins("A")) == pytest.approx(chance, abs=0.00051)
        assert answer.wins("A") + answer.wins("B") == 1


def test_a_duel_worked_out_by_hand() -> None:
    # One army against one: the attacker wins 15 of the 36 ways, and either way it is over after one round.
    answer = read_duel(risk(), {"A": "1", "B": "1"}, script="A attacks").answer()
    assert answer.wins("A") == Fraction(15, 36)
    assert (answer.mean_rounds, answer.mean_steps, answer.median) == (1, 1, 1)
    # On hills of two, 10 of 36 ways become 6: 6 beats 1, 2, 3; 5 beats 1, 2; 4 beats 1.
    hills = read_duel(risk(), {"A": "1", "B": "1"}, script="A attacks", fields={"hills": 2}).answer()
    assert hills.wins("A") == Fraction(6, 36)


def test_what_a_unit_cannot_do_it_does_not_and_does_the_next_thing_of_its_script() -> None:
    answer = read_duel(risk(), {"A": "3", "B": "3"}, script="A digs in, B attacks").answer()
    assert [(one.who, one.wanted, one.action) for one in answer.instead] == [("A", "dig_in", "")]
    other = read_duel(risk(), {"A": "3", "B": "3"}, script="A digs in or attacks, B attacks").answer()
    assert other.instead == ()  # what stands behind "or" was said beforehand
    assert other.wins("A") < answer.wins("A")  # three against three are better defended than attacked with


def test_the_duel_of_the_laboratorys_plan() -> None:
    answer = asked(script="A fires, B fires").answer()
    assert round(float(answer.wins("A")) * 100, 3) == 13.608
    assert answer.mean_steps is not None
    assert round(float(answer.mean_steps), 2) == 13.33
    regrouping = asked(script="A fires, B fires, A regroups, B fires").answer()
    assert round(float(regrouping.wins("A")) * 100, 3) == 32.768
    assert regrouping.median == 8
    assert regrouping.exact


def test_rounds_add_up_and_come_to_the_ends() -> None:
    answer = asked(rounds=100).answer()
    for one in answer.rounds:
        assert sum(one.won.values()) + one.going == 1
    assert float(answer.rounds[-1].won["A"]) == pytest.approx(float(answer.wins("A")), abs=1e-6)
    assert answer.rounds[0].standings[0].chance <= 1


def test_units_that_lose_nothing_are_never_beaten() -> None:
    answer = asked(fields={"range": "12-18"}).answer()
    assert answer.never == 1
    assert answer.mean_rounds is None


def test_the_range_shrinks_from_round_to_round() -> None:
    far = asked(fields={"range": "6-12"}, rounds=1).answer().rounds[0]
    near = asked(fields={"range": "0-3"}, rounds=1).answer().rounds[0]
    closing = asked(fields={"range": ["6-12", "0-3"]}, rounds=2).answer()
    assert closing.rounds[0].standings == far.standings
    assert closing.rounds[0].standings != near.standings
    assert closing.wins("A") != asked(fields={"range": "6-12"}).answer().wins("A")
    assert asked(fields={"range": "6-12,0-3"}, rounds=2).answer().wins("A") == closing.wins("A")


def test_what_stands_before_then_is_done_once() -> None:
    once = read_duel(risk(), {"A": "5", "B": "5"}, script="B attacks, then A attacks").answer()
    never = read_duel(risk(), {"A": "5", "B": "5"}, script="A attacks").answer()
    turns = read_duel(risk(), {"A": "5", "B": "5"}, script="B attacks, A attacks").answer()
    assert len({once.wins("A"), never.wins("A"), turns.wins("A")}) == 3


def test_who_is_beaten_before_he_is_gone() -> None:
    whole = read_duel(risk(), {"A": "6", "B": "6"}, script="A attacks").answer()
    half = read_duel(risk(), {"A": "6", "B": "6"}, script="A attacks", until=["half"]).answer()
    assert half.mean_rounds is not None
    assert whole.mean_rounds is not None
    assert half.mean_rounds < whole.mean_rounds
    assert {end.left_of("B") for end in half.ends if end.winner == "A"} == {2, 3}
    named = read_duel(risk(), {"A": "6", "B": "6"}, script="A attacks", until=["actor_armies<=3"]).answer()
    assert named.ends == half.ends
    shaken = asked(until=["status=Demoralized"]).answer()
    assert shaken.mean_rounds is not None
    assert shaken.mean_rounds < (asked().answer().mean_rounds or 0)


def test_three_units_and_who_fires_at_whom() -> None:
    units = {"A": OPEN, "B": COVERED, "C": "MachineGuns 1 target_formation=deployed side=Revolutionary"}
    many = read_duel(
        setting("revolucion"), units, script="A fires, C fires at B, B fires at C", fields={"range": "3-6"}
    )
    assert float(many.answer().wins("A")) > 0.5 > float(asked().answer().wins("A"))


def test_a_unit_that_begins_shaken_fares_worse() -> None:
    fresh, shaken = asked().answer(), asked(a=f"{OPEN} status=Disordered").answer()
    assert shaken.wins("A") < fresh.wins("A")


@pytest.mark.parametrize(
    ("written", "rounds", "again"),
    (
        ("A fires, B fires", 1, 0),
        ("A fires, B fires, A regroups, B fires", 2, 0),
        ("A fires, A fires, B fires", 2, 0),
        ("A fires, A assaults; B fires", 2, 0),
        ("A fires, B fires, A fires, B fires, then A assaults, B fires", 3, 2),
        ("A fires range=3-6, B fires at A", 1, 0),
        ("a regroups or fires", 1, 0),
    ),
)
def test_a_script_falls_into_rounds_and_can_be_typed_again(written: str, rounds: int, again: int) -> None:
    script = read_script(setting("revolucion"), written, ("A", "B"))
    assert (len(script.rounds), script.again) == (rounds, again)
    assert read_script(setting("revolucion"), script_text(script), ("A", "B")) == script


def test_what_is_wrong_is_said_in_a_sentence() -> None:
    assert refused(script="A dances").startswith("script.1: dances is nothing that a unit does")
    assert refused(script=" , ") == "script: The script is empty. Say who does what: A fires, B fires."
    assert refused(a="Dragons 4") == "A.: Dragons is no word for a unit here."
    assert refused(a="RegularInfantry") == "A.bases: Bases is missing."
    assert refused(b="RegularInfantry 4 formtion=deployed").startswith("B.formtion: There is no field called formtion.")
    assert refused(fields={"range": "near"}).startswith("range: Range: near is not a distance.")
    assert refused(fields={"rang": "3-6"}) == "rang: There is no field called rang."
    assert refused(fields={"range": "3-6", "actor_status": "OK"}).startswith(
        "actor_status: actor_status changes as the units"
    )
    assert refused(fields={"range": "3-6", "fire.nobody": "1"}).startswith(
        "fire.nobody: Nothing here asks for fire.nobody."
    )
    assert refused(until=["happy"]).startswith("until: happy does not say when a unit is beaten")
    assert refused(rounds=0) == "rounds: Ask for 1 to 200 rounds."
    assert refused(b="RegularInfantry 4", fields={}) == "A.range: Range is missing."
    assert refused(a=f"{OPEN} 'open").endswith("A quotation mark is open. Close it.")
    assert refused(b=f"{COVERED} side=Revolutionary").startswith("units: All of them are on one side.")
    assert refused(script=", ".join(["A fires"] * 50)) == "script: A script has at most 40 steps."


def test_a_fight_that_goes_too_far_is_told_after_its_rounds() -> None:
    whole = asked()
    short = Duel(whole.setting, whole.entrants, whole.script, whole.fields, (), 6, most_places=40)
    answer = short.answer()
    assert not answer.settled
    assert 1 <= len(answer.rounds) < 6 or answer.places > 40
    assert answer.wins("B") == answer.rounds[-1].won["B"]
    with pytest.raises(Refusal):
        Duel(whole.setting, whole.entrants, whole.script, whole.fields, (), 6, most_places=2).answer()


# ---- Against dice ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_duel_of_a_game_comes_out_as_thrown_dice_do(game: str) -> None:
    usual, thrown, rounds = setting(game).ruleset.duel, 100, 8
    assert usual.units is not None
    units = dict(zip("AB", usual.units, strict=True))
    duel = read_duel(setting(game), units, fields=usual.fields, rounds=rounds)
    exact = duel.answer().rounds[-1]
    seen = Counter(duel_twin.thrown(duel, seed, rounds) for seed in range(thrown))
    for who in ("A", "B", ""):
        chance = float(exact.won[who])
        assert abs(seen[who] - thrown * chance) <= 4 * sqrt(thrown * chance * (1 - chance)) + 1e-9, who


def test_what_the_usual_duel_says_of_both_units_counts_only_where_nobody_says_otherwise() -> None:
    def wins(clubs: str) -> Any:
        return read_duel(setting("mesoamerica"), {"A": "war_club", "B": clubs}).answer().wins("A")

    assert wins("club") == wins("club strength=3")  # as both units of the usual duel have it
    assert wins("club strength=3") > wins("club strength=4") > wins("club strength=5")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_roster_line_says_is_not_said_again_by_how_the_unit_stands(game: str) -> None:
    usual = setting(game).ruleset.duel.units
    assert usual is not None
    line = {spec.name for spec in setting(game).action(setting(game).ruleset.roster_action).fields}
    for entrant in read_duel(setting(game), dict(zip("AB", usual, strict=True))).entrants:
        assert not line & {*entrant.stands, *entrant.facts}


def test_what_the_usual_duel_says_of_both_units_is_so_where_nobody_says_otherwise() -> None:
    said = asked(
        "RegularInfantry 4 target_formation=deployed", "IrregularInfantry 6 target_formation=deployed cover=soft"
    )
    short = asked("RegularInfantry 4", "IrregularInfantry 6 cover=soft")
    assert short.answer().wins("A") == said.answer().wins("A")
    other = asked("RegularInfantry 4", "IrregularInfantry 6 cover=soft target_formation=march")
    assert other.answer().wins("A") != said.answer().wins("A")


def test_a_script_in_which_nobody_acts_says_so() -> None:
    duel = read_duel(setting("mesoamerica"), {"A": "war_club strength=3", "B": "club strength=3"}, script="morale")
    with pytest.raises(Refusal, match=r"kernel\.duel\.nobody_acts"):
        duel.answer()


# ---- The desk --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_desk_offers_a_form_and_answers_it(game: str) -> None:
    form = desk.call("duel_form", {"ruleset": game})
    assert {"line", "both"} <= {one["of"] for one in form["fields"]}
    body = {"ruleset": game, "units": dict(zip("AB", form["units"], strict=True))}
    view = desk.call("duel", {**body, "script": form["script"], "fields": form["values"]})
    told = "".join(piece["text"] for piece in view["sentence"])
    assert told.endswith(".")
    assert {piece["side"] for piece in view["sentence"]} == {"", "A", "B"}
    assert view["wins"]["a"] + view["wins"]["b"] + view["wins"]["neither"] + view["wins"]["never"] == pytest.approx(
        100, abs=0.001
    )
    assert sum(end["percent"] for end in view["ends"]) + view["wins"]["never"] == pytest.approx(100, abs=0.01)


def test_the_sentence_says_who_wins_and_when() -> None:
    body = {"ruleset": "revolucion", "units": {"A": OPEN, "B": COVERED}, "fields": {"range": "3-6"}}
    view = desk.call("duel", {**body, "script": "A fires, B fires, A regroups, B fires"})
    told = "".join(piece["text"] for piece in view["sentence"])
    assert told == "Irregular Infantry beats Regular Infantry in 67 of 100. Half of the duels are over by round 8."
    assert view["detail"].startswith("Exact, no error bar: A wins 32.768%. 9.8 rounds on average")
    assert view["notes"] == [
        "A cannot always regroup: Deployed Fire then. It is OK: there is nothing to regroup. Take another action."
    ]
    assert [(end["winner"], end["left"], round(end["percent"], 1)) for end in view["ends"]] == [
        ("A", 4, 28.6), ("A", 3, 4.2), ("B", 6, 59.1), ("B", 5, 5.5), ("B", 4, 2.6),
    ]  # fmt: skip
    never = desk.call("duel", {**body, "fields": {"range": "12-18"}})
    assert never["sentence"] == [{"text": "Neither is ever beaten.", "side": ""}]


def test_a_matrix_is_even_with_itself_and_turned_over_at_its_diagonal() -> None:
    body = {"ruleset": "revolucion", "unit": OPEN, "fields": {"range": "3-6"}, "count": 4}
    view = desk.call("duel_matrix", body)
    rows = [[cell["percent"] for cell in row[:4]] for row in view["rows"]]
    for one in range(4):
        for other in range(4):
            assert rows[one][other] + rows[other][one] == pytest.approx(100, abs=0.001)
    assert [round(share) for share in rows[0]] == [50, 33, 19, 69]  # as the plan's own table has them
    assert "Transports cannot fire" in view["rows"][0][view["values"].index("FastTransport")]["why"]


def test_a_hostile_body_is_refused_part_by_part() -> None:
    good = {"ruleset": "revolucion", "units": {"A": OPEN, "B": COVERED}, "fields": {"range": "3-6"}}
    wrongs: tuple[dict[str, Any], ...] = (
        {"units": 3}, {"units": {"A": 3, "B": OPEN}}, {"script": 3}, {"fields": []}, {"until": "half"}, {"rounds": "x"},
        {"rounds": True}, {"units": {}}, {"units": {"A": OPEN}}, {"units": {"A": OPEN, "Z": OPEN}}, {"rounds": 10**9},
        {"fields": {"range": []}}, {"fields": {"range": {"a": 1}}}, {"units": {"A": {}, "B": {}}},
    )  # fmt: skip
    for wrong in wrongs:
        reply = desk.call("duel", {**good, **wrong})
        assert reply.get("status") == "problems", wrong
    assert desk.call("duel_matrix", {**good, "unit": 3})["status"] == "problems"
    assert desk.call("duel_matrix", {**good, "unit": OPEN, "vary": "nothing"})["status"] == "problems"
    assert desk.call("duel_form", {"ruleset": "revolucion", "script": 4})["status"] == "problems"


@pytest.mark.parametrize("game", GAMES)
def test_books_at_rest_are_the_same_a_round_later(game: str) -> None:
    usual = setting(game).ruleset.duel
    assert usual.units is not None
    duel = read_duel(setting(game), dict(zip("AB", usual.units, strict=True)), fields=usual.fields)
    books: Any = books_with(duel.setting, duel.entrants)
    rested = books.next_round()
    assert rested.next_round() == rested
    assert all(unit.left()[0] == unit.left()[1] > 0 for unit in rested.units.values())
    gone = rested.with_units(*(unit.removed() for unit in rested.units.values()))
    assert all(unit.left()[0] == 0 for unit in gone.units.values())
