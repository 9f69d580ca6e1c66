"""What people at the table see and may ask: stands, maneuvers by name with where they lead, one shot by all who bear, exact odds, and the log in words."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import partial
from itertools import accumulate, pairwise
from math import pi
from typing import Any, get_args, get_type_hints

import pytest
import shapely

from sandtable.battle.desk import Draft, HasDesk
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.fold import after_entry
from sandtable.battle.engine.log import Entry
from sandtable.battle.engine.retelling import moments_of
from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.order import read_order
from sandtable.battle.scenario.library import source_of
from sandtable.battle.texts import catalogue
from sandtable.geometry.measure import Point, inches
from sandtable.kernel.messages import Message, Texts
from sandtable.miniatures.acting import law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table.desk.tiles import GUNS_SELDOM, SELDOM, tiles
from sandtable.rulesets.mexican_american_war.table.rules import KIT, TABLE
from sandtable.rulesets.mexican_american_war.table.state import MawField, Stage
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Formation,
    Light,
    OrderState,
    Phase,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    SEATS,
    US,
    act,
    area,
    charge,
    checked,
    done,
    guns,
    horse,
    key,
    laid,
    leader,
    phase,
    pose,
    unit,
    with_unit,
)
from tests.rulesets.mexican_american_war.table.test_scenario_files import SMALL

UNITS = (
    unit("5th", US, pose(30, 20), 8),
    unit("8th", US, pose(40, 20), 8),
    horse("2nd Dragoons", US, pose(50, 16), 4),
    guns("Ringgold", US, pose(20, 18), 2),
    leader("Taylor", US, pose(32, 16), "5th", "8th"),
    unit("1st Line", MEX, pose(34, 27, DOWN), 9),
    horse("7th Cavalry", MEX, pose(60, 40, DOWN), 6),
)
FIELD = laid(*UNITS, ground=(area("light_woods", 5, 5, 6, 6),), keys=(key("The road", 48, 30),))
ZACHARY, MARIANO = SEATS
DESK: Any = TABLE.desk


@pytest.fixture(autouse=True)
def strictly():
    with Texts.strictly():
        yield


def offers(piece: str, field: MawField = FIELD, seat: Any = ZACHARY) -> dict[str, Any]:
    return {offer.id: offer for offer in DESK.panel(field, seat, piece).offers}


def ordered(preview: Any) -> Act:
    assert preview.order is not None, preview.objections
    order = read_order(TABLE.orders, preview.order)
    assert isinstance(order, Act)
    return order


def test_it_is_a_table_that_people_can_sit_down_at():
    assert isinstance(TABLE, HasDesk)


@pytest.mark.rule("MAW-G.19", "MAW-G.18b")
def test_units_are_drawn_stand_by_stand_with_their_front_and_key_positions_with_their_holder():
    scene = DESK.scene(FIELD, ZACHARY)
    foot = scene.pieces["5th"]
    assert (len(foot.corners), foot.front, foot.plate.now, foot.plate.grade) == (8, 8, 8, "V")
    assert scene.pieces["Taylor"].icon == "leader"
    assert scene.marks["The road"].reach == inches(4)
    assert [count.value for count in scene.counts] == ["0 of 22", "0 of 15", "nobody"]
    square = laid(unit("5th", US, pose(30, 20), 8, formation=Formation.DELIBERATE_SQUARE), *UNITS[1:])
    assert DESK.scene(square, ZACHARY).pieces["5th"].front == 0, "a square has no front"


@pytest.mark.rule("MAW-0.09", "MAW-12.04")
def test_the_clock_says_the_turn_and_the_light():
    assert DESK.scene(FIELD, ZACHARY).clock.detail == "Turn 1 of 12"
    timed = replace(FIELD, setting=replace(FIELD.setting, begins=14 * 60 + 30), books=replace(FIELD.books, turn=3))
    assert DESK.scene(timed, ZACHARY).clock.detail == "Turn 3 of 12, 15:00"
    dark = replace(timed, books=replace(timed.books, light=Light.EVENING_1))
    assert DESK.scene(dark, ZACHARY).clock.detail.startswith("Turn 3 of 12, 15:00, ")


def test_badges_say_who_is_disordered_silenced_low_and_who_is_with_a_unit():
    field = with_unit(FIELD, "5th", order=OrderState.DISORDERED, low_ammunition=True)
    field = with_unit(field, "Ringgold", silenced=True)
    pieces = DESK.scene(field, ZACHARY).pieces
    assert [badge.icon for badge in pieces["5th"].badges] == ["disordered", "ammunition"]
    assert [badge.words for badge in pieces["Ringgold"].badges] == ["silenced"]


# ---- What can be ordered -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-2.04", "MAW-6.01")
def test_a_leader_throws_one_check_for_all_that_he_commands():
    offer = offers("Taylor")["maneuver_check"]
    assert offer.title == "Throw a maneuver check"
    preview = DESK.preview(FIELD, ZACHARY, Draft("Taylor", "maneuver_check"))
    assert set(ordered(preview).helpers) >= {"5th", "8th"}
    assert preview.odds is not None
    assert preview.verb == "Throw the die"


@pytest.mark.rule("MAW-2.19", "MAW-G.20a")
def test_maneuvers_are_drawings_with_their_cost_and_show_where_they_lead():
    field = checked(FIELD, "5th", "Ringgold")
    mine = offers("5th", field)
    names = {offer.title for offer in mine.values()}
    assert {"Ahead", "Back", "Wheel", "Oblique", "Change front", "Form square", "About face", "Hold"} <= names
    assert all("was" in offer.picture for name, offer in mine.items() if name.startswith("maneuver:"))
    assert "swept" in mine["maneuver:wheel"].picture
    ahead = DESK.preview(field, ZACHARY, Draft("5th", "maneuver:ahead"))
    assert len(ahead.ghost) == 8
    moved = min(y for outline in ahead.ghost for _, y in outline) - inches(20 - 0.75)
    assert moved > inches(2), "as far as the enemy allows"
    assert (ordered(ahead).chosen["maneuver"], ahead.cost) == ("full move", moved)
    assert ahead.swept
    battery = {offer.title for offer in offers("Ringgold", field).values()}
    assert {"Limber", "Stay and fire", "Pivot", "Haul by hand"} <= battery
    assert not {"Form square", "About face"} & battery


@pytest.mark.rule("MAW-7.18", "MAW-G.20a")
def test_inches_and_degrees_are_set_by_number_by_hand_and_by_a_drag():
    field = checked(FIELD, "5th")
    wheel = DESK.preview(field, ZACHARY, Draft("5th", "maneuver:wheel", choices={"degrees": "-30", "far": "1"}))
    assert (wheel.values["degrees"], wheel.values["far"]) == ("-30", "1")
    assert [step.get("degrees") for step in ordered(wheel).chosen["steps"]] == [-30, None]
    assert wheel.cost == round(pi / 6 * inches(8)) + inches(1), "the outer corner goes round a circle of eight stands"
    assert wheel.sum == "wheel 30° 4.2 + advance 1"
    (corner, end) = wheel.grips
    assert (corner.turns, corner.pivot, end.reaches) == ("degrees", Point(inches(26), inches(20)), "far")
    dragged = DESK.preview(field, ZACHARY, Draft("5th", "maneuver:wheel", path=(Point(inches(30), inches(21.5)),)))
    assert [step["step"] for step in ordered(dragged).chosen["steps"]] == ["advance"]
    assert dragged.cost == inches(1.5)
    far = DESK.preview(field, ZACHARY, Draft("5th", "maneuver:ahead", choices={"far": "12"}))
    assert far.cost is not None
    assert far.cost < inches(12)
    assert far.limit is not None, "who wants to go further than he may is told why he stops"


@pytest.mark.rule("MAW-2.19")
def test_a_maneuver_that_is_not_possible_is_shown_with_the_reason():
    field = checked(laid(unit("5th", US, pose(30, 20), 8, formation=Formation.MARCH_COLUMN), *UNITS[1:]), "5th")
    refused = {each.title: each for each in DESK.panel(field, ZACHARY, "5th").not_now}
    assert refused["By the road"].objection.words == "No stand touches a road. Go to one first."
    assert "was" in refused["By the road"].picture


def test_every_tile_has_words():
    texts = catalogue(TABLE).texts
    shapes = (Formation.LINE, Formation.MARCH_COLUMN, Formation.DELIBERATE_SQUARE)
    found = []
    for formation in shapes:
        field = checked(laid(unit("5th", US, pose(30, 20), 8, formation=formation), *UNITS[1:]), "5th", "Ringgold")
        found += [*tiles(field, field.pieces["5th"]), *tiles(field, field.pieces["Ringgold"])]
    limbered = checked(laid(*UNITS[:3], guns("Ringgold", US, pose(20, 18), 2, limbered=True), *UNITS[4:]), "Ringgold")
    found += tiles(limbered, limbered.pieces["Ringgold"])
    assert {tile.name for tile in found if f"desk.offer.maneuver.{tile.name}" not in texts} == set()
    hows = {how for tile in found if len(tile.hows) > 1 for how in tile.hows}
    assert {how for how in hows if f"desk.how.maneuver.{how}" not in texts} == set()
    plain = {each.value for each in (*SELDOM, *GUNS_SELDOM)}
    assert {name for name in plain if f"desk.offer.maneuver.{name}" not in texts} == set()


@pytest.mark.rule("MAW-G.07c")
def test_a_shot_is_offered_with_all_who_bear_and_its_exact_odds():
    field = phase(FIELD, Phase.OFFENSIVE_FIRE)
    assert offers("5th", field)["fire"].title == "Fire, with all who bear"
    preview = DESK.preview(field, ZACHARY, Draft("5th", "fire", target="1st Line"))
    order = ordered(preview)
    assert "8th" in order.helpers
    ends = law_of(KIT, field, order).outcomes()
    assert [bar.chance for bar in preview.odds.bars] == [float(weight) for _, weight in ends]
    assert DESK.panel(field, ZACHARY, "Taylor").offers == () or "fire" not in offers("Taylor", field)


@pytest.mark.rule("MAW-G.07a")
def test_the_ground_that_a_unit_fires_at_is_drawn_before_its_front():
    (ground,) = DESK.outlook(FIELD, ZACHARY, "5th", "").arc
    ahead, behind = Point(inches(30), inches(23)), Point(inches(30), inches(18))
    whole = shapely.Polygon(ground)
    assert whole.contains(shapely.Point(ahead))
    assert not whole.contains(shapely.Point(behind))
    assert DESK.outlook(FIELD, MARIANO, "7th Cavalry", "").arc == (), "lancers have nothing to fire with"


@pytest.mark.rule("MAW-G.07")
def test_lancers_in_contact_do_not_fire_and_are_told_why():
    lancers = horse("7th Cavalry", MEX, pose(32, 20, DOWN), 6)  # front to front with the 5th
    near = unit("1st Line", MEX, pose(43, 22, DOWN), 9)
    field = phase(laid(*UNITS[:5], lancers, near), Phase.OFFENSIVE_FIRE, MEX)
    plan = DESK.preview(field, MARIANO, Draft(offer="shots"))
    idle = {each.title: each.objection.words for each in plan.idle}
    assert idle["7th Cavalry"] == "It has no firearms. It fights in charges."


@pytest.mark.rule("MAW-2.05", "MAW-15.17")
def test_replies_are_offered_to_the_side_that_is_charged():
    field = laid(
        horse("7th Cavalry", MEX, pose(30, 40, DOWN), 6), unit("5th", US, pose(30, 28), 8), *UNITS[1:6], side=MEX
    )
    field = checked(field, "7th Cavalry", effect=CheckEffect.DOUBLE_QUICK)
    field = replace(field, stage=Stage.DECLARE)
    field = done(done(field, charge("7th Cavalry", "5th", MEX)), act("go_in", MEX))
    assert field.stage is Stage.REPLY
    mine = offers("5th", field)
    assert mine["hasty_maneuver::hasty square"].title == "Form square"
    assert offers("7th Cavalry", field, MARIANO) == {}
    told = offers("8th", laid(*UNITS, phase=Phase.LEADERS))
    assert told["instruct::hasty square:horse"].title == "When charged by horse: form square"


@pytest.mark.rule("MAW-2.08", "MAW-2.12")
def test_a_leader_rides_by_a_drag_with_its_cost():
    offer = offers("Taylor")["move"]
    assert offer.needs == ("path",)
    draft = Draft("Taylor", "move", path=(Point(inches(32), inches(10)),))
    preview = DESK.preview(FIELD, ZACHARY, draft)
    assert (preview.cost, preview.budget) == (inches(6), inches(24))
    assert preview.verb == "Ride 6 in"
    far = DESK.preview(FIELD, ZACHARY, Draft("Taylor", "move", path=(Point(inches(70), inches(10)),)))
    assert far.limit is not None


# ---- The log ---------------------------------------------------------------------------------------------------------------------------


def test_a_whole_battle_is_told_in_words():
    """Every line, card and sentence of a battle by chance, strictly: no text is missing."""
    sides = (("US", "random"), ("MEX", "random"))
    short = SMALL.replace("turns = 6", "turns = 3")
    battle = play_logged(Match("mexican_american_war", short, sides, TABLE.levels[-1]), "told")
    entries = [entry for entry in battle.log.entries if isinstance(entry, Entry)]
    for seat in battle.log.seats:
        told = [entry.for_seat(seat, battle.log.seats, entry.number) for entry in entries]
        words = [line.words for entry in told for line in DESK.lines(battle.view(seat.id), entry)]
        assert len(words) == len(entries) > 30
        assert all(line.endswith(".") for line in words), [line for line in words if not line.endswith(".")]
        summed = DESK.round_told(battle.view(seat.id), told)
        assert summed is not None
        assert summed.did.endswith(".")
        DESK.scene(battle.view(seat.id), seat)
    assert TABLE.reckoner.reason(battle.state, (), SEATS[0]).headline
    states = list(accumulate(entries, partial(after_entry, TABLE), initial=battle.start))
    deeds = [DESK.deed(*told_of(battle, entry, *pair)) for entry, pair in zip(entries, pairwise(states), strict=True)]
    assert not [deed for deed in deeds if deed.words.startswith(":")]
    together = [deed for deed in deeds if len({change.piece for change in deed.changes}) > 1]
    assert together
    for deed in together:
        assert all(change.piece in change.words for change in deed.changes if change.piece), deed


@pytest.fixture(scope="module")
def fought() -> tuple[Battle[MawField], list[Entry], list[MawField]]:
    """A battle of the lesson that the computer has fought against itself, its entries, and the table before and after each."""
    sides = (("US", "opponent"), ("MEX", "opponent"))
    battle = play_logged(Match("mexican_american_war", source_of("ringgold-goes-forward")[0], sides), "7")
    entries = [entry for entry in battle.log.entries if isinstance(entry, Entry)]
    return battle, entries, list(accumulate(entries, partial(after_entry, TABLE), initial=battle.start))


@pytest.mark.rule("MAW-G.25a", "MAW-G.25b")
def test_a_combat_has_its_card_and_says_who_goes_back_recalls_or_carries_the_position(fought):
    battle, entries, states = fought
    also: set[str] = set()
    combats = 0
    for entry, pair in zip(entries, pairwise(states), strict=True):
        told = told_of(battle, entry, *pair)
        (line,) = DESK.lines(told[1], told[3])
        if told[0] and line.card and "fight" in line.words:
            combats += 1
            deed = DESK.deed(*told)
            assert deed.headline, line.words
            assert deed.changes, line.words
            assert deed.odds is not None, line.words
            assert deed.came is not None, line.words
        also |= {fact.removeprefix(piece) for fact in line.also for piece in states[0].pieces}
    assert combats > 2
    assert also >= {" goes back.", " carries the position.", " recalls."}


def test_a_line_says_what_a_check_brought_what_was_declared_and_what_was_replied(fought):
    battle, entries, states = fought
    words = [DESK.lines(told_of(battle, entry, *pair)[1], told_of(battle, entry, *pair)[3])[0].words
             for entry, pair in zip(entries[:90], pairwise(states), strict=False)]  # fmt: skip
    assert "10th Line checks: Well Handled." in words
    assert "One die: 5th US Infantry Rally and May's squadron Double Quick." in words
    assert "5th US Infantry declares a charge on 7th Line Cavalry with cold steel, up to 6 in." in words
    assert "7th Line Cavalry: counter charge." in words
    assert "Ringgold's Battery fires at 8th Line Cavalry: disordered." in words
    for line in words:
        for piece in states[0].pieces:
            assert f"{piece}: {piece}" not in line


def told_of(battle: Battle[MawField], entry: Entry, before: MawField, after: MawField) -> tuple[Any, ...]:
    """What an entry is told by, for the first seat."""
    seat = battle.log.seats[0]
    moments = tuple(moments_of(TABLE, before, entry, seat))
    return moments, TABLE.view(after, seat), (), entry.for_seat(seat, battle.log.seats, entry.number)


def test_both_seats_are_drawn_the_same_table_but_for_who_may_act_and_what_they_have_told_their_units():
    """Nothing is hidden in this game: step by step through a battle by chance."""
    seen: set[str] = set()

    def compare(now: Any) -> None:
        one, other = (DESK.scene(now.view(seat.id), seat) for seat in now.log.seats)
        told = {each.unit for each in now.state.instructions}
        for name, piece in one.pieces.items():
            own = {
                each.name
                for each in fields(piece)
                if getattr(piece, each.name) != getattr(other.pieces[name], each.name)
            }
            assert own <= ({"ready", "badges"} if name in told else {"ready"}), (name, own)
            seen.update(own)
        assert replace(one, pieces={}) == replace(other, pieces={})

    short = SMALL.replace("turns = 6", "turns = 3")
    sides = (("US", "random"), ("MEX", "random"))
    play_logged(Match("mexican_american_war", short, sides, TABLE.levels[-1]), "told", compare)
    assert seen == {"ready", "badges"}


@pytest.mark.parametrize(
    "chosen",
    (
        {},
        {"maneuver": "fly"},
        {"maneuver": ["full move"]},
        {"maneuver": "full move", "steps": "forward"},
        {"maneuver": "full move", "steps": [{"step": "advance", "inches": "far"}]},
        {"maneuver": "full move", "steps": [{"step": "advance", "inches": "-4"}]},
        {"maneuver": "full move", "steps": [{"step": "advance", "inches": "1e9"}]},
        {"maneuver": "full move", "steps": [{"step": "wheel", "degrees": 4000}]},
        {"maneuver": "full move", "steps": [{"step": "advance"}] * 500},
        {"maneuver": "change formation", "new_formation": "phalanx"},
        {"maneuver": "hold", "refuse_right": "all"},
    ),
    ids=str,
)
def test_nonsense_is_refused_in_words_and_nothing_breaks(chosen):
    problems = TABLE.problems(checked(FIELD, "5th"), act("maneuver", piece="5th", chosen=chosen))
    assert problems
    assert all(catalogue(TABLE).say(problem.message) for problem in problems)


def test_every_field_of_an_order_has_a_name_for_who_fills_it_in_wrongly():
    texts, seen = catalogue(TABLE), set()
    waiting: list[Any] = [deed.action.situation for deed in KIT.deeds.values()]
    while waiting:
        form = waiting.pop()
        seen.add(form)
        assert [each.name for each in fields(form) if f"field.{each.name}" not in texts.texts] == [], form
        parts = (part for hint in get_type_hints(form).values() for part in get_args(hint))
        waiting += [part for part in parts if is_dataclass(part) and part not in seen]


@pytest.mark.parametrize(
    "order",
    (
        act("maneuver_check", piece="Taylor", helpers=("5th", "5th")),
        act("maneuver_check", piece="Nobody", helpers=("5th",)),
        act("maneuver_check", piece="1st Line"),
        act("declare_charge", piece="5th", target="8th"),
        act("fire", piece="5th", target="Taylor"),
        act("move", piece="Taylor", ways=((pose(-500, 2000),),)),
        act("attach", piece="5th", target="8th"),
        act("hasty_maneuver", piece="5th", chosen={"hasty_maneuver": "hide"}),
    ),
    ids=lambda order: f"{order.action} {order.piece}",
)
def test_orders_that_make_no_sense_are_refused_in_words(order):
    problems = TABLE.problems(FIELD, order)
    assert problems
    assert all(catalogue(TABLE).say(problem.message) for problem in problems)


def test_every_action_of_the_table_has_a_line_and_a_label():
    texts = catalogue(TABLE)
    for name, deed in KIT.deeds.items():
        assert f"desk.line.{name}" in texts.texts, name
        assert texts.say(Message(f"action.{deed.action.id}.label"))


@pytest.mark.rule("MAW-G.27c")
def test_leaders_are_no_stands_that_a_side_has_lost():
    assert not TABLE.reckoner.remains(FIELD, "Taylor").counted
    assert TABLE.reckoner.remains(FIELD, "5th").counted


def test_the_bill_says_of_who_is_gone_that_he_is():
    lost = FIELD.books.units["5th"].removed()
    after = replace(FIELD, books=FIELD.books.with_units(lost))
    told = TABLE.reckoner.remains(after, "5th")
    assert (told.left, told.word) == (0, "gone")
    assert TABLE.reckoner.remains(FIELD, "5th").word == "Good order"


def test_losses_are_counted_against_the_number_at_which_the_scenario_lets_a_side_withdraw():
    limited = replace(FIELD, setting=replace(FIELD.setting, withdraws={"US": 9}))
    counts = {each.name: each.value for each in DESK.scene(limited, ZACHARY).counts}
    assert counts["American stands lost"] == "0, out at 9"
    assert counts["Mexican stands lost"].startswith("0 of ")
