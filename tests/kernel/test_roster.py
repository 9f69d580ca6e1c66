"""Books with units: what they fill in, what they forget, whom an effect means, what rests on a voided entry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from sandtable.kernel.actions import actions_of
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect, effect_kinds, words_of
from sandtable.kernel.form import Section, choice, group, number, role, text
from sandtable.kernel.ledger import Deed, Entry, Offer, fold
from sandtable.kernel.messages import PLAIN, Message, Vocabulary
from sandtable.kernel.pasted import Line
from sandtable.kernel.record import Record
from sandtable.kernel.roster import BookUnit, RosterLedger, UnitEntered, filled, fills, roster_entry
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling, Verdict
from tests.support.talk import of_kind

TABLES = Tables({}, {})


class Colour(Vocabulary):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Band(BookUnit):
    side: Colour = filled(actor="side")
    men: int = filled(10, target=("target_men", "defenders"))
    fired: bool = filled(False, actor="fired_already", until="turn")
    tired: tuple[str, ...] = filled((), until=("turn", "phase"))
    gun: str | None = filled(None, actor="gun")

    @fills(actor="attackers", target="strength")
    def present(self) -> int:
        return max(1, self.men)

    def described(self) -> Message:
        return Message.of("label", men=self.men)

    def condition(self) -> Message:
        return Message("gone" if self.gone else "well")

    def reminder(self) -> Message | None:
        return Message("acted") if self.fired else None


@dataclass(frozen=True, kw_only=True)
class Books(RosterLedger[Band]):
    points: int = 0
    rests_on: ClassVar = {"score": ("points",)}
    named: ClassVar = {**RosterLedger.named, "helper": "unit", "house": "house"}

    def filled_from_books(self, _):
        return ({"alone": len(self.units) == 1}, {"watched": True})


@effect(icon="base-off")
class Loses(OnUnit):
    count: int

    def on(self, unit: Band) -> Band:
        return replace(unit, men=unit.men - self.count)


@effect(has_words=False)
class Fired(OnUnit):
    def on(self, unit: Band) -> Band:
        return replace(unit, fired=True, tired=("arms",))


@effect(says="{way?hard:soft}", touches=("points",))
class Scores(OnBooks):
    points: int
    way: str = ""
    units: tuple[str, ...] = ()

    def on(self, books: Books) -> Books:
        return replace(books, points=books.points + self.points)

    def leads_to(self, _books: Books, _deed: Deed, /) -> tuple[Offer, ...]:
        return (Offer(Message("again"), "score", {}),)


@effect()
class TurnBegins(OnBooks):
    side: Colour

    def on(self, books: Books) -> Books:
        return books.each(Band.rested, lambda unit: unit.side is self.side)


@dataclass(frozen=True)
class Helper:
    helper: str | None = text(optional=True)


@dataclass(frozen=True)
class Attack:
    actor_name: str | None = text(optional=True)
    target_name: str | None = text(optional=True)
    house: str | None = text(optional=True)
    helpers: tuple[Helper, ...] = group(Helper, lowest=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fencer:
    name: str | None = text(optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    actor: Fencer = role(Fencer, "actor", section=Section.ACTOR, other="target")
    target: Fencer = role(Fencer, "target", section=Section.TARGET, other="actor")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    side: Colour = choice(Colour, section=Section.ACTOR)
    name: str = text(section=Section.ACTOR)
    men: int = number(lowest=1, highest=20, optional=True)

    def unit(self, tables: Tables) -> Band:
        assert tables is TABLES
        return Band(name=self.name, side=self.side, men=self.men or 10)


read_list = roster_entry(Entered, "force", "X-1 X-2", columns=("side", "name"), more=("men",), name="muster")


def books(*units: Band) -> Books:
    return Books().with_units(*units)


ANA, BEA = Band(name="Ana", side=Colour.RED), Band(name="Bea", side=Colour.BLUE, men=0)


def entry(number: int, action: str, form: object, *effects: Effect, voided: bool = False) -> Entry:
    record = Record("muster", "1", action, {}, (), meta={"id": str(number), "side": "red"})
    return Entry(record, form, Verdict(effects=effects), voided)


# ---- Units -------------------------------------------------------------------------------------------------------------------


def test_a_unit_fills_in_what_it_declares_and_nothing_for_what_it_lacks():
    assert ANA.as_actor() == {"actor_name": "Ana", "side": Colour.RED, "fired_already": False, "attackers": 10}
    assert BEA.as_target() == {"target_name": "Bea", "target_men": 0, "defenders": 0, "strength": 1}
    assert replace(ANA, gun="Colt").as_actor()["gun"] == "Colt"


def test_a_unit_forgets_what_lasts_until_now():
    tired = replace(ANA, fired=True, tired=("legs",), men=3)
    assert tired.rested() == replace(ANA, men=3)
    assert tired.cleared("phase") == replace(tired, tired=())


def test_the_roster_shows_units_with_what_the_books_add():
    (shown,) = books(replace(ANA, fired=True)).roster()
    assert (shown.id, shown.side, shown.label, shown.status) == (
        "Ana",
        "red",
        Message.of("label", men=10),
        Message("well"),
    )
    assert (shown.note, shown.gone) == (Message("acted"), False)
    assert (shown.as_actor["alone"], shown.as_target["watched"]) == (True, True)


def test_a_unit_fills_in_one_role_what_it_fills_in_with_both():
    known = books(ANA, BEA)
    for unit in known.units.values():
        assert known.fills(unit) == (known.fills_acting(unit), known.fills_acted_on(unit))
    assert known.fills_acting(ANA)["alone"] is False, "what only the books know comes along"


def test_books_in_which_nobody_changes_stay_the_same():
    known = books(ANA, BEA)
    assert known.each(Band.removed, lambda unit: unit.men > 99) is known


# ---- Effects -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ("Bea", " bea ", "BEA"))
def test_an_effect_falls_on_the_unit_that_its_role_or_name_means(name):
    start = books(ANA, replace(BEA, men=8))
    by_role = start.with_deed(Deed("attack", Attack(target_name=name), (Loses(whom="target", count=3),)), TABLES)
    by_name = start.with_deed(Deed("attack", Attack(), (Loses(whom=name, count=3),)), TABLES)
    assert by_role == by_name
    assert (by_role.units["Bea"].men, by_role.units["Ana"].men) == (5, 10)


def test_a_role_of_a_form_may_be_a_party_described_with_others():
    form = Duel(actor=Fencer(name="ana"), target=Fencer(name="Bea"))
    after = books(ANA, BEA).with_deed(Deed("duel", form, (Loses(whom="actor", count=3),)), TABLES)
    assert (after.units["Ana"].men, after.units["Bea"].men) == (7, 0)
    assert after.reads(entry(1, "duel", form)) == {"unit.Ana", "unit.Bea"}


def test_an_effect_on_nobody_in_the_books_changes_nothing():
    start = books(ANA)
    for situation in (Attack(), Attack(target_name="Eva")):
        assert start.with_deed(Deed("attack", situation, (Loses(whom="target", count=3),)), TABLES) == start


def test_effects_fold_one_after_the_other_and_notes_come_last():
    verdict = Verdict(
        effects=(Loses(whom="actor", count=2), Scores(whom="red", points=5)), notes=(Fired(whom="actor"),)
    )
    record = Record("muster", "1", "attack", {}, (), meta={"side": "red"})
    after = books(ANA).after(Entry(record, Attack(actor_name="Ana"), verdict), TABLES)
    assert (after.points, after.units["Ana"]) == (5, replace(ANA, men=8, fired=True, tired=("arms",)))


def test_units_are_changed_by_their_names_and_strangers_passed_over():
    after = books(ANA, BEA).each_of(("bea", "Eva"), Band.removed)
    assert [(name, unit.gone) for name, unit in after.units.items()] == [("Ana", False), ("Bea", True)]


def test_a_turn_rests_the_units_of_its_side():
    tired = [replace(unit, fired=True) for unit in (ANA, BEA)]
    after = books(*tired).with_deed(Deed("turn", Attack(), (TurnBegins(whom="red", side=Colour.RED),)), TABLES)
    assert [unit.fired for unit in after.units.values()] == [False, True]


def test_an_effect_that_does_not_say_what_it_does_is_an_error_of_the_program():
    for kind in (OnUnit, OnBooks):
        with pytest.raises(NotImplementedError, match="does not say what it does"):
            kind(whom="Ana").fold(books(ANA), Deed("x", Attack(), ()), TABLES)
    assert Effect(whom="Ana").fold(books(ANA), Deed("x", Attack(), ()), TABLES) == books(ANA)


def test_words_are_chosen_by_data():
    assert Scores(whom="red", points=1, way="up").message.id == "effect.scores.hard"
    assert Scores(whom="red", points=1).message.id == "effect.scores.soft"
    assert Loses(whom="red", count=1).message == Message.of("effect.loses", whom="red", known_to="everyone", count=1)
    assert (Loses.icon, Loses.has_words, Fired.has_words) == ("base-off", True, False)
    for said, chosen in (
        ("effect.scores.hard", True),
        ("effect.scores.soft_detail", True),
        ("effect.scores.up", False),
    ):
        assert bool(words_of(Scores).fullmatch(said)) is chosen


def test_effects_are_known_by_their_names():
    assert {"loses", "scores", "turn_begins"} <= set(effect_kinds("tests.kernel"))
    assert "unit_entered" not in effect_kinds("tests.kernel")


def test_what_effects_lead_to_is_offered():
    offers = books(ANA).offers(entry(1, "score", Attack(), Scores(whom="red", points=1), Loses(whom="Ana", count=1)))
    assert [offer.action for offer in offers] == ["score"]


# ---- Marks -------------------------------------------------------------------------------------------------------------------


def test_an_entry_rests_on_what_its_form_names_and_was_filled_from():
    form = Attack(actor_name="ana", house="Inn", helpers=(Helper(helper="Bea"), Helper()))
    assert books(ANA, BEA).reads(entry(1, "score", form)) == {"unit.Ana", "unit.Bea", "house.Inn", "points"}


def test_an_entry_writes_what_its_effects_fall_on():
    form = Attack(actor_name="Ana", target_name="bea")
    effects = (Loses(whom="target", count=1), Scores(whom="red", points=1, units=("Eva",)))
    assert books(ANA, BEA).writes(entry(1, "attack", form, *effects)) == {"unit.Bea", "unit.red", "unit.Eva", "points"}


def test_what_rests_on_a_voided_entry_is_marked():
    log = [
        entry(1, "attack", Attack(target_name="Bea"), Loses(whom="target", count=1), voided=True),
        entry(2, "attack", Attack(target_name="Ana"), Loses(whom="target", count=1)),
        entry(3, "attack", Attack(actor_name="Bea"), Fired(whom="actor")),
    ]
    assert fold(books(ANA, BEA), log, TABLES).marks == {"3": "1"}


# ---- Entering ----------------------------------------------------------------------------------------------------------------


def test_one_line_makes_the_action_that_enters_a_unit():
    import tests.kernel.test_roster as here  # noqa: PLC0415 - this module is the ruleset

    (action,) = actions_of(here)
    assert (action.id, action.rules, action.layout, action.ledger_only) == ("muster", ("X-1", "X-2"), "plain", True)
    ruling = of_kind(Ruling, action.rule(Entered(side=Colour.RED, name="Ana"), TABLES))
    assert ruling.headline() == Message.of("outcome.roster.entered", name="Ana")
    assert ruling.effects == (UnitEntered(whom="Ana", unit=ANA),)
    mustered = books().with_deed(Deed("muster", Attack(), ruling.effects), TABLES)
    assert mustered == replace(books(ANA), entered={"Ana": ANA})


def test_a_pasted_list_says_what_its_columns_say_and_where():
    rows = read_list("# ours\nred, Ana\n\nblue, Bea, 7\nred, -, 3\ngreen", PLAIN)
    assert [dict(row) for row in rows] == [
        {"side": "red", "name": "Ana"},
        {"side": "blue", "name": "Bea", "men": "7"},
        {"side": "red", "men": "3"},
        {},
    ]
    lines = [row for row in rows if isinstance(row, Line)]
    assert [line.place for line in lines] == ["line 2", "line 4", "line 5", "line 6"]
    assert [len(line.problems) for line in lines] == [0, 0, 0, 1]
