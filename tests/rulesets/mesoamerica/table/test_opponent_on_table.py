"""The opponent of Mesoamerica: it mixes what it does so that nobody gains by knowing how, fires at as many as is best, and gives only orders that may be given."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from sandtable.ai.player import Opponent
from sandtable.battle.matches.play import play
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Seat
from sandtable.kernel.messages import Texts
from sandtable.kernel.requests import Choose, Option
from sandtable.kernel.stream import DiceStream
from sandtable.miniatures.orders import Act, Plan
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.opponent.care import Care
from sandtable.rulesets.mesoamerica.table.opponent.mixed import drawn, solved
from sandtable.rulesets.mesoamerica.table.opponent.odds import Troop, best_targets, fought, roughly, volley
from sandtable.rulesets.mesoamerica.table.opponent.worth import worth_of
from sandtable.rulesets.mesoamerica.table.rules import TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Back, UnitType, Weapon, Weather
from tests.rulesets.mesoamerica.table.laying import EAST, FAR, WEST, area, laid, leader, priest, unit

TABLES = RULESET.default_tables
PLAN = Decision("West", Plan.kind, (Plan.kind,))


def opponent(level: str = "", seed: str = "tests") -> Opponent[MesoamericaField]:
    return TABLE.players["opponent"](level, seed)


def planned(field: MesoamericaField, level: str = "", seed: str = "tests") -> dict[str, tuple[str, ...]]:
    """What West is told to do by the opponent: the order of each unit, and at whom."""
    plan = opponent(level, seed).order(TABLE.view(field, Seat("ahuitzotl", ("West",))), PLAN)
    assert isinstance(plan, Plan)
    assert TABLE.problems(TABLE.view(field, Seat("ahuitzotl", ("West",))), plan) == ()
    return {act.piece: (act.action, *(name for name in (act.target, *act.targets) if name)) for act in plan.acts}


# ---- Games in which both choose at once --------------------------------------------------------------------------------------------------


def test_in_a_game_of_three_that_beat_each_other_all_are_played_alike():
    often, value = solved([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    assert often == pytest.approx([1 / 3] * 3)
    assert value == pytest.approx(0)


def test_a_game_by_hand():
    often, value = solved([[3, -1], [-2, 1]])  # p rows so that 3p - 2(1 - p) = -p + (1 - p): p = 3/7, 1/7 to who mixes
    assert often == pytest.approx([3 / 7, 4 / 7])
    assert value == pytest.approx(1 / 7)


def test_where_one_thing_is_always_best_it_is_done_always():
    often, value = solved([[2, 5, 3], [1, 1, 1]])
    assert often == pytest.approx([1, 0])
    assert value == 2


def test_who_knows_the_mixture_but_not_the_dice_gains_nothing_by_it():
    chance = Random(7)
    for _ in range(200):
        rows, columns = chance.choice((1, 2, 3)), chance.choice((1, 2, 3))
        table = np.array(
            [[chance.choice((-3, -1, 0, 1, 2, 4)) for _ in range(columns)] for _ in range(rows)], dtype=float
        )
        often, value = solved(table.tolist())
        assert often.sum() == pytest.approx(1)
        assert (often @ table).min() == pytest.approx(value), "whatever is done against it costs at least the value"
        _, other = solved((-table.T).tolist())
        assert -other == pytest.approx(value), "and the other side can hold it to that"


def test_dice_fall_on_a_row_as_often_as_it_is_played():
    counts = [drawn(np.array([0.25, 0.0, 0.75]), step / 100) for step in range(100)]
    assert [counts.count(row) for row in range(3)] == [25, 0, 75]


# ---- What it knows of fire and fights ------------------------------------------------------------------------------------------------------


def troop(weapon: Weapon = Weapon.CLUB, strength: int = 3, men: int = 20) -> Troop:
    return Troop(UnitType.COMBAT, weapon, strength, False, False, Men(men))


@pytest.mark.rule("PRE-5.06", "PRE-5.22", "PRE-5.22c")
def test_volleys_are_those_of_the_umpire():
    bows, mark = troop(Weapon.BOW), troop()
    assert volley(bows, mark, 20, 1, False, False, Weather.CLEAR, TABLES) == (2, 0)
    assert volley(bows, mark, 20, 2, False, False, Weather.CLEAR, TABLES) == (1, 0), "each of two"
    assert volley(bows, mark, 41, 1, False, False, Weather.CLEAR, TABLES) == (0, 0), "out of range"
    assert volley(bows, mark, 21, 1, False, False, Weather.SNOW, TABLES) == (0, 0), "ranges are halved"


def test_the_best_set_of_marks_is_the_best_of_all_sets():
    chance = Random(3)
    for _ in range(100):
        count = chance.randint(1, 6)
        most = min(4, count)
        values = [[chance.choice((0.0, 1.0, 1.4, 2.0)) for _ in range(most)] for _ in range(count)]
        slow = max(
            sum(values[number][size - 1] for number in some)
            for size in range(1, most + 1)
            for some in combinations(range(count), size)
        )
        value, chosen = best_targets(values, most)
        assert value == pytest.approx(slow)
        assert value == pytest.approx(sum(values[number][len(chosen) - 1] for number in chosen))


@pytest.mark.rule("PRE-G.53", "PRE-7.08")
def test_fights_are_worth_what_the_matrix_says():
    worth = worth_of(TABLES)
    strong, weak = troop(Weapon.WAR_CLUB, 4), troop(Weapon.CLUB, 3)
    assert fought(strong, strong, "", Back.NEITHER, False, worth, TABLES) == pytest.approx(0)
    even = fought(strong, weak, "", Back.NEITHER, False, worth, TABLES)
    assert even == pytest.approx(-fought(weak, strong, "", Back.NEITHER, False, worth, TABLES))
    assert fought(strong, weak, "own", Back.NEITHER, False, worth, TABLES) > even > 0
    assert fought(strong, weak, "", Back.NEITHER, True, worth, TABLES) >= even, "who has rolled does not roll again"


def test_units_below_ten_and_below_five_men_are_told_apart():
    assert [roughly(Men(count)).all for count in (20, 14, 10, 9, 5, 4)] == [20, 15, 11, 7, 7, 3]
    assert roughly(Men(4, 4)).active == 0


# ---- What it does ----------------------------------------------------------------------------------------------------------------------


def test_missiles_fire_at_whom_they_reach():
    field = laid(unit("Bows", WEST, 20, 18, Weapon.BOW), unit("E1", EAST, 20, 20.5), unit("E2", EAST, 21, 20.5), *FAR)
    action, *targets = planned(field)["Bows"]
    assert action == "fire_order"
    assert set(targets) <= {"E1", "E2"}


@pytest.mark.rule("PRE-5.22")
def test_a_general_fires_at_several_where_more_fall_and_a_recruit_at_one():
    row = [unit(f"E{n}", EAST, 19 + n * 0.7, 19.8) for n in range(4)]
    field = laid(unit("Bows", WEST, 20, 18, Weapon.BOW), *row, *FAR)
    assert len(planned(field, "general")["Bows"]) > 2
    told = [planned(field, "recruit", str(seed)) for seed in range(20)]
    assert {len(orders["Bows"]) for orders in told if "Bows" in orders} == {2}


def test_a_recruit_leaves_units_without_orders_and_a_general_none():
    field = laid(*(unit(f"W{n}", WEST, 14 + n, 18) for n in range(8)), unit("E1", EAST, 18, 28), *FAR)
    told = {level: [len(planned(field, level, str(seed))) for seed in range(30)] for level in TABLE.levels}
    assert set(told["general"]) == {8 + len(FAR) // 2}
    assert sum(told["recruit"]) < sum(told["soldier"]) < sum(told["general"])
    assert min(told["recruit"]) >= 1


def test_who_is_careless_takes_what_comes_near_the_best_and_who_is_not_only_that():
    worths = (0.2, 1.0, 0.7, 1.0)
    assert {Care(0.0, Random(seed)).pick(worths) for seed in range(50)} == {1}
    assert {Care(0.3, Random(seed)).pick(worths) for seed in range(50)} == {1, 2, 3}
    assert {Care(0.8, Random(seed)).pick(worths) for seed in range(50)} == {0, 1, 2, 3}


def test_a_recruit_does_not_always_attack_whom_a_general_would():
    field = laid(
        unit("W1", WEST, 20, 18, Weapon.WAR_CLUB),
        unit("E1", EAST, 19.7, 18.9, strength=2),
        unit("E2", EAST, 20.3, 18.9),
        *FAR,
        phase="fight",
        names_next=WEST,
    )
    view, told = TABLE.view(field, Seat("ahuitzotl", ("West",))), Decision("West", "act", ("act",))
    orders = {level: [opponent(level, str(seed)).order(view, told) for seed in range(30)] for level in TABLE.levels}
    named = {level: {order.target if isinstance(order, Act) else "" for order in all} for level, all in orders.items()}
    assert named["general"] == {"E1"}
    assert named["recruit"] >= {"E1", "E2"}


def test_leaders_and_priests_keep_off():
    field = laid(
        leader("Itzcoatl", WEST, 20, 18),
        priest("Priests", WEST, 22, 18),
        unit("E1", EAST, 21, 20.4, Weapon.WAR_CLUB),
        *FAR,
    )
    told = planned(field)
    assert told["Itzcoatl"][0] == told["Priests"][0] == "move_order"


def test_who_hides_waits_until_somebody_is_near():
    hidden = unit("Eagles", WEST, 20, 18, Weapon.WAR_CLUB, elite=True, hidden=True)
    assert "Eagles" not in planned(laid(hidden, unit("E1", EAST, 20, 26), *FAR))
    assert planned(laid(hidden, unit("E1", EAST, 20, 21.5), *FAR))["Eagles"] == ("charge_order", "E1")


@pytest.mark.rule("PRE-8.01", "PRE-7.06")
@pytest.mark.parametrize(("house", "does"), (("", "aggressive"), ("[victory]\nkilled = 0\n", "disarm")))
def test_in_a_fight_it_takes_weapons_where_the_dead_count_nothing_and_who_is_too_weak_defends(house: str, does: str):
    units = (unit("W1", WEST, 20, 18), priest("Priests", WEST, 22, 10), unit("E1", EAST, 20, 19))
    field = laid(*units, *FAR, house=house)
    options = tuple(Option(name, None) for name in ("defend", "aggressive", "disarm"))  # type: ignore[arg-type]

    def chosen(usual: str) -> str:
        return opponent().choose(field, "West", Choose("fight.defender", options, usual=usual))

    assert chosen("aggressive") == does
    assert chosen("defend") == "defend"


def test_plans_of_hidden_enemies_it_does_not_see_change_nothing():
    seen = (unit("W1", WEST, 20, 18), unit("Bows", WEST, 22, 18, Weapon.BOW), unit("E1", EAST, 20, 22), *FAR)
    ambush = unit("Ambush", EAST, 24, 21, Weapon.WAR_CLUB, elite=True, hidden=True)
    assert planned(laid(*seen)) == planned(laid(*seen, ambush))


def test_the_same_seed_plans_the_same_and_says_why():
    field = laid(unit("W1", WEST, 20, 18), unit("E1", EAST, 20, 23), *FAR)
    assert planned(field, seed="one") == planned(field, seed="one")
    player = opponent()
    player.order(TABLE.view(field, Seat("ahuitzotl", ("West",))), PLAN)
    with Texts.strictly():
        why = player.why()
    assert why is not None
    assert why.words.endswith(".")


def test_a_small_battle_of_two_opponents_comes_to_its_end_by_legal_orders():
    row = [unit(f"W{n}", WEST, 20 + n, 16, (Weapon.WAR_CLUB, Weapon.ATL_ATL)[n % 2]) for n in range(4)]
    other = [unit(f"E{n}", EAST, 20 + n, 21, (Weapon.WAR_CLUB, Weapon.SLING)[n % 2]) for n in range(4)]
    field = laid(
        *row,
        *other,
        leader("WL", WEST, 21, 12),
        leader("EL", EAST, 21, 25),
        priest("WP", WEST, 23, 12),
        priest("EP", EAST, 23, 25),
    )
    now = field

    def watched(order: Order, happened: list) -> None:
        nonlocal now
        assert TABLE.problems(TABLE.view(now, Seat("giver", (order.by,))), order) == (), order
        for event in happened:
            now = TABLE.after(now, event)

    players = {role: TABLE.players["opponent"]("general", role) for role in ("West", "East")}
    _, result = play(TABLE, field, players, DiceStream("opponents"), most=2000, on_order=watched)
    assert result is not None


# ---- On the march ------------------------------------------------------------------------------------------------------------------------


def marched(field: MesoamericaField) -> dict[str, tuple[float, float]]:
    """Where those of West go who are told to go somewhere: inches to the right and up."""
    view = TABLE.view(field, Seat("ahuitzotl", ("West",)))
    plan = opponent().order(view, PLAN)
    assert isinstance(plan, Plan)
    gone = {act.piece: (act.ways[0][-1], field.pieces[act.piece].figures[0]) for act in plan.acts if act.ways}
    return {name: ((end.x - pose.x) / 1000, (end.y - pose.y) / 1000) for name, (end, pose) in gone.items()}


@pytest.mark.rule("PRE-6.01")
def test_an_army_on_the_march_goes_round_a_swamp_where_that_is_faster():
    swamp = area("swampy", 4, 9, 22, 8)  # up to 26 inches from the left
    line = [unit(f"W{n}", WEST, 22 + n, 7) for n in range(3)]
    gone = marched(laid(*line, unit("E", EAST, 23, 30), ground=[swamp]))
    assert len(gone) == 3
    assert all(right > 0.8 for right, _ in gone.values()), gone


def test_who_is_far_ahead_of_the_others_waits_for_them():
    line = [unit(f"W{n}", WEST, 20 + n, 6) for n in range(4)]
    gone = marched(laid(*line, unit("Ahead", WEST, 22, 14), unit("E", EAST, 22, 33)))
    assert {name for name, (_, up) in gone.items() if up > 2.5} == {"W0", "W1", "W2", "W3"}
    assert gone.get("Ahead", (0, 0))[1] < 1


@pytest.mark.rule("PRE-9.02", "PRE-3.24")
def test_an_army_in_two_halves_comes_together_before_it_goes_on():
    halves = [unit(f"W{n}", WEST, (10 if n < 4 else 30) + n, 8) for n in range(8)]
    field = laid(*halves, unit("E", EAST, 24, 33))
    gone = marched(field)
    assert all(gone[f"W{n}"][0] > 2.5 for n in range(4)), "those on the left go to the right"
    assert all(gone[f"W{n}"][0] < -2.5 for n in range(4, 8)), "and those on the right to the left"


def test_an_army_that_is_together_storms_an_enemy_who_only_waits():
    """Nobody is in reach of a charge, and would not be if both went on waiting for the other."""
    line = [unit(f"W{n}", WEST, 20 + 0.75 * n, 12) for n in range(4)]
    waits = [unit(f"E{n}", EAST, 20 + 0.75 * n, 17.6) for n in range(3)]
    orders = planned(laid(*line, *waits))
    assert {orders[f"W{n}"][0] for n in range(4)} == {"charge_order"}


def test_when_friends_fight_near_by_who_is_free_goes_there():
    fight = [unit("Fights", WEST, 24, 14), unit("Theirs", EAST, 24, 14.9)]
    line = [unit(f"W{n}", WEST, 16 + n, 11) for n in range(3)]
    gone = marched(laid(*fight, *line, unit("E", EAST, 10, 30)))
    assert all(gone[f"W{n}"][0] > 2 for n in range(3)), gone


@pytest.mark.rule("PRE-5.06")
def test_missiles_go_to_where_they_reach_an_enemy_behind_those_who_cover_them():
    """Darts that have nobody in range come within two inches of enemies whom friends hold."""
    wall = [unit(f"W{n}", WEST, 20 + n, 18) for n in range(3)]
    darts = unit("Darts", WEST, 21, 16.2, Weapon.ATL_ATL, strength=4)
    foes = [unit(f"E{n}", EAST, 20 + n, 18.9) for n in range(3)]
    assert planned(laid(*wall, darts, *foes, *FAR))["Darts"][0] == "move_order"


# ---- Fights that are named ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-G.36", "PRE-7.18")
def test_an_even_fight_is_fought_and_rather_where_friends_are_beside_the_same_enemy():
    pair = [unit("Alone", WEST, 10, 18), unit("His", EAST, 10, 18.9)]
    three = [unit("One", WEST, 20, 18), unit("Two", WEST, 20.7, 18), unit("Theirs", EAST, 20.3, 18.9)]
    naming = Decision("West", "act", ("act",))
    for some, expected in ((pair, ("Alone", "His")), ([*pair, *three], ("One", "Theirs"))):
        field = laid(*some, *FAR, phase="fight", names_next=WEST)
        named = opponent().order(TABLE.view(field, Seat("ahuitzotl", ("West",))), naming)
        assert isinstance(named, Act)
        assert (named.action, named.piece, named.target) == ("name_fight", *expected)
