"""Forms of two parties that are described once."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.form import Bar, FromTables, Section, choice, number, role, specs_of, values_of, when, yes_no
from sandtable.kernel.messages import PLAIN, Message, Vocabulary
from sandtable.kernel.reader import Form, plain_field, read_form
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling

TABLES = Tables({"unit.men": 12}, {})


class Arm(Vocabulary):
    FOOT = "foot"
    HORSE = "horse"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter:
    arm: Arm = choice(Arm)
    men: int = number(lowest=1, highest=30, usual=FromTables(lambda tables: tables.number("unit.men")))
    lances: bool = yes_no(
        usual=False,
        needed=when("arm", Arm.HORSE) & ~when("night", True),
        bars=(Bar((True,), when("men", 1), Message("alone")),),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    attacker: Fighter = role(Fighter, "attacker", section=Section.ACTOR, other="defender")
    night: bool = yes_no(usual=False)
    defender: Fighter = role(Fighter, "defender", section=Section.TARGET, other="attacker")


FIGHT = Action("fight", Fight, lambda _, __: Ruling.of("fought"), Ruling, "fight", ("X-1",))


def read(**fields: object) -> Form:
    found = read_form(FIGHT, fields, TABLES, PLAIN)
    assert isinstance(found, Form), found
    return found


def test_the_fields_of_a_role_have_its_name_before_them_and_swap_with_the_other():
    specs = {spec.name: spec for spec in specs_of(Fight)}
    assert list(specs) == [
        "attacker_arm", "attacker_men", "attacker_lances", "night", "defender_arm", "defender_men", "defender_lances",
    ]  # fmt: skip
    assert specs["attacker_arm"].pair == "defender_arm"
    assert (specs["attacker_men"].section, specs["defender_men"].section) == (Section.ACTOR, Section.TARGET)


def test_circumstances_of_two_parties_stand_in_pairs():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Tired:
        tired: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)
        men: int = number(lowest=1, highest=30)
        wet: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Chase:
        hunter: Tired = role(Tired, "hunter", section=Section.ACTOR, other="hunted")
        night: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)
        hunted: Tired = role(Tired, "hunted", section=Section.TARGET, other="hunter")

    assert [spec.name for spec in specs_of(Chase)] == [
        "hunter_tired", "hunted_tired", "hunter_men", "hunter_wet", "hunted_wet", "night", "hunted_men",
    ]  # fmt: skip


def test_conditions_of_a_role_are_about_its_own_fields_and_those_of_the_form():
    spec = {spec.name: spec for spec in specs_of(Fight)}["defender_lances"]
    assert spec.needed is not None
    needed = spec.under(TABLES).needed
    assert needed is not None
    assert needed.holds({"defender_arm": Arm.HORSE, "attacker_arm": Arm.FOOT})
    assert not needed.holds({"defender_arm": Arm.FOOT, "attacker_arm": Arm.HORSE})
    assert not needed.holds({"defender_arm": Arm.HORSE, "night": True})


def test_a_form_with_roles_is_read_into_its_parties():
    form = read(attacker_arm="horse", attacker_lances=True, attacker_men=5, defender_arm="foot")
    attacker = Fighter(arm=Arm.HORSE, men=5, lances=True)
    assert form.situation == Fight(attacker=attacker, night=False, defender=Fighter(arm=Arm.FOOT, men=12, lances=False))
    assert form.fields["attacker_men"] == 5


def test_a_record_of_roles_reads_back():
    form = read(attacker_arm="horse", defender_arm="foot", night=True)
    again = read(**form.fields)
    assert again == form
    told = values_of(form.situation)
    assert (told["attacker_arm"], told["night"], told["defender_men"]) == (Arm.HORSE, True, 12)
    assert plain_field(form.situation)["attacker_arm"] == "horse"


def test_problems_of_a_role_name_the_field_of_the_form():
    found = read_form(FIGHT, {"attacker_arm": "horse", "attacker_men": 1, "attacker_lances": True}, TABLES, PLAIN)
    assert not isinstance(found, Form)
    assert [problem.field for problem in found] == ["attacker_lances", "defender_arm"]
