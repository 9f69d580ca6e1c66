"""Who holds the government's seat: the rules, a referee who sees all, or a friend; and it changes hands (R48-4.01, R48-4.03, R48-A.26, R48-G.61)."""

from __future__ import annotations

import pytest

from sandtable.battle.desk import Draft
from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.matches.match import Match, play_logged, players_of
from sandtable.battle.order import Decision, Order, read_order
from sandtable.battle.scenario.library import source_of
from sandtable.battle.seat import Role, Seat
from sandtable.geometry.measure import Point
from sandtable.kernel.messages import Texts
from sandtable.kernel.requests import Choose
from sandtable.miniatures.acting import may_do
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.table.rules import KIT, STANCES, TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField
from sandtable.rulesets.uprising1848.table.state import REFEREE as WHO_PLACES
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CONSCRIPT,
    act,
    gov,
    laid,
    opening,
    plain,
    rebels,
    row,
    troops,
)

PLAYERS = (Seat("hecker", (PLAYER,), part="hecker-column"), Seat("struve", (PLAYER,), part="struve-column"))
FRIEND, REFEREE = Seat("friend", (GOVERNMENT,)), Seat("referee", (GOVERNMENT, WHO_PLACES), referee=True)
CORE = rebels("Core", row(10, 10, 12, 1.2), books={"player": "hecker-column"})
SECOND = rebels("Second", row(30, 10, 3), books={"player": "struve-column"})
LINE = troops("Line", row(10, 24, 10, 1.2), quality=CONSCRIPT, men=plain(10, CONSCRIPT), nco=False)
KEPT = troops("Kept", row(30, 60, 3), books={"secret": True})
ACT = Decision(GOVERNMENT, "act", (Act.kind,))


def begun(*more: Seat, side: str = GOVERNMENT) -> Battle[UprisingField]:
    text = opening(CORE, SECOND, LINE, troops("Guard", row(30, 40, 4), quality=AVERAGE), side=side)
    return Battle.begin(TABLE, text, (*PLAYERS, *more), "holders")


def accepted(outcome: Accepted[UprisingField] | Refused) -> Battle[UprisingField]:
    assert isinstance(outcome, Accepted), outcome
    return outcome.battle


@pytest.mark.rule("R48-4.01", "R48-A.01", "R48-A.26")
def test_the_rules_hold_the_seat_in_three_tempers():
    assert tuple(TABLE.levels) == STANCES
    field = laid(CORE, LINE, side=GOVERNMENT)
    told = {stance: TABLE.players["opponent"](stance, "x").order(field, ACT) for stance in STANCES}
    actions = {stance: order.action for stance, order in told.items() if isinstance(order, Act)}
    assert actions == {"gentle": "move", "fair": "move", "harsh": "fire_musket"}  # ten to thirty-six


@pytest.mark.rule("R48-A.26", "R48-G.61", "R48-11.44")
def test_a_referee_sees_all_is_advised_and_gives_what_orders_he_likes():
    battle = begun(FRIEND, REFEREE)
    assert battle.view("referee") == battle.state
    (decision,) = battle.decisions()
    assert battle.awaited("referee").roles == (GOVERNMENT,)
    told = TABLE.advised(battle.view("referee"), decision, "fair")
    assert told is not None
    assert may_do(KIT, battle.state, told.order) if isinstance(told.order, Act) else False
    assert told.why
    assert isinstance(told.order, Act)
    assert told.words.startswith(f"{told.order.piece}: ")
    assert TABLE.advised(battle.view("referee"), Decision(PLAYER, "act", (Act.kind,)), "fair") is None
    other = gov("stand", "Guard")
    assert told.order != other
    assert accepted(battle.submit("referee", other)).state.unit("Guard").has_acted
    assert isinstance(battle.submit("hecker", other), Refused)


class Advised:
    """Follows the advice, and keeps what was said of a unit and why."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str, str]] = []

    def order(self, view: UprisingField, decision: Decision) -> Order:
        advice = TABLE.advised(view, decision, "harsh")
        assert advice is not None
        assert isinstance(advice.order, Act)
        if advice.order.piece:
            self.told.append((advice.order.action, advice.words, advice.why))
        return advice.order

    def choose(self, _view: UprisingField, _role: Role, choice: Choose) -> str:
        return choice.usual


@pytest.mark.parametrize("seed", ("a", "b"))
def test_whatever_is_advised_of_a_unit_is_given_a_reason(seed):
    """Also in the middle of a move, and where nothing that the rules call for can be done."""
    followed = Advised()
    match = Match("uprising1848", source_of("kossuths-flight")[0], ((PLAYER, "random"), (GOVERNMENT, "opponent")))
    with players_of(match, seed) as own:
        play_logged(match, seed, players={**own, GOVERNMENT: followed})
    assert {"go", "move"} <= {action for action, _, _ in followed.told}
    assert [words for _, words, why in followed.told if not why] == []


@pytest.mark.rule("R48-4.03", "R48-G.61")
def test_a_friend_plays_the_government_and_knows_its_own_only():
    text = opening(CORE, SECOND, LINE, KEPT, side=GOVERNMENT)
    battle = Battle.begin(TABLE, text, (*PLAYERS, FRIEND), "friend")
    assert "Kept" in battle.view("friend").books.units
    assert "Kept" not in battle.view("hecker").books.units
    assert isinstance(battle.submit("friend", act("stand", "Core")), Refused)
    assert accepted(battle.submit("friend", gov("stand", "Line"))).state.unit("Line").has_acted


@pytest.mark.rule("R48-4.03", "R48-4.04", "R48-A.26")
def test_the_seat_changes_hands_in_the_middle():
    """The rules play a unit, then a friend sits down and plays the other one, and the log is whole."""
    battle = begun(FRIEND)
    rules = TABLE.players["opponent"]("fair", "x")
    battle = accepted(battle.submit("friend", rules.order(battle.view("friend"), battle.decisions()[0])))
    battle = accepted(battle.sit(REFEREE))
    acting = battle.state.acting[-1] if battle.state.acting else "Guard"
    if battle.state.moving is not None:
        battle = accepted(battle.submit("referee", gov("go", acting, ways=((),) * len(battle.state.men[acting]))))
    assert battle.log.seat("referee").referee
    assert Battle.resume(TABLE, battle.log, battle.seed).state == battle.state


@pytest.mark.rule("R48-4.04", "R48-1.02")
def test_each_of_several_players_gives_orders_to_his_own_units():
    battle = begun(FRIEND, side=PLAYER)
    assert isinstance(battle.submit("struve", act("stand", "Core")), Refused)
    battle = accepted(battle.submit("struve", act("stand", "Second")))
    assert battle.state.unit("Second").has_acted


@pytest.mark.rule("R48-4.04", "R48-4.23", "R48-4.25")
def test_a_merger_of_two_players_units_is_for_whoever_commands_both():
    """It is made as the players wish, and the other one has not been asked."""
    near = rebels("Near", row(10, 12, 4, 1.2), books={"player": "struve-column"})
    own = rebels("Own", row(10, 8, 4, 1.2), books={"player": "hecker-column"})
    whole = Seat("whole", (PLAYER,))
    text = opening(CORE, near, own, LINE, side=PLAYER)
    battle = Battle.begin(TABLE, text, (*PLAYERS, whole, FRIEND), "mergers")
    merger = act("merge", "Core", "Near")
    assert isinstance(battle.submit("hecker", merger), Refused)
    assert isinstance(battle.submit("struve", act("merge", "Near", "Core")), Refused)
    assert "Near" not in accepted(battle.submit("whole", merger)).state.pieces
    assert "Own" not in accepted(battle.submit("hecker", act("merge", "Core", "Own"))).state.pieces
    with Texts.strictly():
        told = TABLE.desk.panel(battle.view("hecker"), PLAYERS[0], "Core")
    assert "Merge with Own" in [offer.title for offer in told.offers]
    assert [each.objection.words for each in told.not_now if each.title == "Merge with Near"] == [
        "Near: a friend of yours gives the orders there. Whoever commands all of you can order it for both."
    ]


@pytest.mark.rule("R48-11.44", "R48-11.48a", "R48-11.44a")
def test_a_referee_is_offered_to_put_who_has_come_elsewhere_or_to_let_him_be():
    units = (CORE, troops("Infantry 1", row(20, 60, 3)))
    battle = Battle.begin(TABLE, opening(*units, side=None, last_arrivals=("Infantry 1",)), (*PLAYERS, REFEREE), "veto")
    with Texts.strictly():
        panel = TABLE.desk.panel(battle.view("referee"), REFEREE, "")
        told = TABLE.desk.preview(
            battle.view("referee"), REFEREE, Draft("", "place:Infantry 1", path=(Point(30000, 50000),))
        )
        own = TABLE.desk.panel(battle.view("hecker"), PLAYERS[0], "")
    titles = {offer.title: (offer.id, offer.needs) for offer in panel.offers}
    assert titles.keys() == {"Place Infantry 1 elsewhere", "Let it not happen", "Draw another event"}
    assert titles["Place Infantry 1 elsewhere"] == ("place:Infantry 1", ("place",))
    moved = accepted(battle.submit("referee", read_order(TABLE.orders, told.order))).state.pieces["Infantry 1"]
    assert abs(moved.figures[0].x - 30000) < 4000 > abs(moved.figures[0].y - 50000)
    again = next(offer.id for offer in panel.offers if offer.title == "Let it not happen")
    gone = TABLE.desk.preview(battle.view("referee"), REFEREE, Draft("", again))
    assert "Infantry 1" not in accepted(battle.submit("referee", read_order(TABLE.orders, gone.order))).state.pieces
    assert [offer.id for offer in own.offers] == ["initiative"]


@pytest.mark.rule("R48-12.07a")
def test_the_players_may_stop_where_nobody_is_left_and_press_unless_they_do():
    text = opening(CORE, side=None, turn=3)
    battle = Battle.begin(TABLE, text, (*PLAYERS, FRIEND), "stop")
    with Texts.strictly():
        panel = TABLE.desk.panel(battle.view("hecker"), PLAYERS[0], "")
    assert [offer.id for offer in panel.offers] == ["initiative", "stop"]
    assert panel.usual == "initiative"


@pytest.mark.rule("R48-11.44", "R48-11.48a", "R48-11.44a")
def test_nobody_waits_for_a_referee_who_may_change_what_has_come():
    field = laid(CORE, troops("Infantry 1", row(20, 60, 3)), side=None, last_arrivals=("Infantry 1",))
    assert {decision.by for decision in TABLE.decisions(field)} == {PLAYER}
    assert {decision.by for decision in TABLE.allowed(field)} == {WHO_PLACES}
    later = laid(CORE, troops("Infantry 1", row(20, 60, 3)), side=GOVERNMENT)
    assert TABLE.allowed(later) == ()
