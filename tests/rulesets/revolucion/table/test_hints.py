"""The first battle's lesson: the hints follow what is done, and what they advise can be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.desk import Draft
from sandtable.battle.matches.play import play
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.seat import Seat
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.hints import DECISIONS, hint
from sandtable.rulesets.revolucion.table.hints import about as about_whom
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Phase, State
from sandtable.rulesets.revolucion.vocabulary import FireMode, Order
from tests.rulesets.revolucion.table.field import GOV, REV, Game, game, leader, pose, unit
from tests.support.talk import Fields

SEATS = {side: Seat(side.value.lower(), (side.value,)) for side in (REV, GOV)}
OFTEN = 3  # so often a hint is tried out before it is believed
FIRST: Fields = {REV: 90, GOV: 10}  # the throw for initiative that each side wins


def told(playing: Game | State, side=REV) -> Hint | None:
    state = playing.state if isinstance(playing, Game) else playing
    return hint(TABLE.view(state, SEATS[side]), SEATS[side])


def tutorial() -> Game:
    return Game(TABLE.set_up(source_of("tutorial")[0], RULESET.default_tables))


def about(playing: Game, side=REV) -> tuple[str, str]:
    """The conditions of the hint that is shown: when, and for which unit."""
    shown = told(playing, side)
    assert shown is not None
    return shown.when, shown.unit


def begun(first) -> Game:
    """Both sides are ready; one of them has the initiative."""
    playing = tutorial()
    for side in (GOV, REV):
        assert about(playing, side)[0] == "set_up"
        playing.do(orders.Ready(by=side.value), **({"initiative__side": FIRST[first]} if side is REV else {}))
    return playing


def fire(side, unit_name: str, target: str) -> orders.Fire:
    return orders.Fire(by=side.value, unit=unit_name, target=target, mode=FireMode.DEPLOYED)


def test_the_first_turn_of_the_revolutionaries_can_be_played_as_the_hints_say():
    playing = begun(REV)
    assert about(playing) == ("round", "")
    assert about(playing, GOV) == ("waiting", "")
    playing.do(orders.Activate(by=REV.value, column="contreras-column"))
    assert about(playing) == ("", "rev-guns")
    playing.do(fire(REV, "rev-guns", "gendarmes"), fire__effect=1)
    assert about(playing) == ("", "san-dimas")
    playing.do(fire(REV, "san-dimas", "gendarmes"), fire__effect=1)
    assert about(playing) == ("", "nazas")
    playing.do(orders.Command(by=REV.value, unit="nazas", order=Order.DEPLOY_TACTICAL), order__result=10)
    assert about(playing) == ("deploy", "")
    playing.do(orders.Form(by=REV.value, unit="nazas"))
    assert about(playing) == ("", "cuencame")
    playing.do(orders.Command(by=REV.value, unit="cuencame", order=Order.MANEUVER), order__result=10)
    assert about(playing) == ("move", "cuencame")
    playing.do(orders.Move(by=REV.value, unit="cuencame", path=(pose(12.2, 13.3, 0),)))
    assert about(playing) == ("", "escolta")
    playing.do(orders.Command(by=REV.value, unit="escolta", order=Order.MARCH), order__result=10)
    assert about(playing) == ("move", "")
    playing.do(orders.Move(by=REV.value, unit="escolta", path=(pose(29.2, 12.5, 0),)))
    assert about(playing) == ("", "")
    playing.do(orders.Finish(by=REV.value))
    assert about(playing) == ("waiting", "")


def test_the_first_turn_of_the_government_can_be_played_as_the_hints_say():
    playing = begun(GOV)
    assert about(playing, GOV) == ("round", "")
    playing.do(orders.Activate(by=GOV.value, column="rojas-column"))
    assert about(playing, GOV) == ("", "1st-of-the-23rd")
    playing.do(fire(GOV, "1st-of-the-23rd", "nazas"), fire__effect=1)
    assert about(playing, GOV) == ("", "gendarmes")
    playing.do(fire(GOV, "gendarmes", "nazas"), fire__effect=1)
    assert about(playing, GOV) == ("", "rurales")
    playing.do(orders.Rest(by=GOV.value, unit="rurales"))
    assert about(playing, GOV) == ("", "")


def test_an_order_that_comes_late_or_not_at_all_is_explained():
    playing = begun(REV)
    playing.do(orders.Activate(by=REV.value, column="contreras-column"))
    late = orders.Command(by=REV.value, unit="cuencame", order=Order.MANEUVER)
    playing.do(late, order__result=2)
    shown = told(playing)
    assert shown is not None
    assert shown.fact == "order_delayed"
    playing.do(orders.Stay(by=REV.value, unit="cuencame"))
    playing.do(orders.Command(by=REV.value, unit="escolta", order=Order.MARCH), order__result=1)
    shown = told(playing)
    assert shown is not None
    assert shown.fact == "order_lost"


@pytest.mark.parametrize(("deploys", "fact"), ((True, "can_fire"), (False, "")))
def test_the_second_turn_speaks_of_deployed_fire_only_to_whoever_deployed(deploys, fact):
    playing = begun(REV)
    playing.do(orders.Activate(by=REV.value, column="contreras-column"))
    if deploys:
        playing.do(orders.Command(by=REV.value, unit="nazas", order=Order.DEPLOY_TACTICAL), order__result=10)
        playing.do(orders.Form(by=REV.value, unit="nazas"))
    playing.do(orders.Finish(by=REV.value))
    playing.do(orders.Finish(by=GOV.value), initiative__side=FIRST[REV])
    playing.do(orders.Activate(by=REV.value, column="contreras-column"))
    shown = told(playing)
    assert shown is not None
    assert (shown.turn, shown.unit, shown.fact) == (2, "nazas", fact)


@pytest.mark.parametrize("seed", range(2))
def test_whoever_has_to_decide_always_has_a_hint_that_can_be_followed(seed):
    """Whole battles of chance: the lesson never leaves the beginner alone, and every condition is met at some time."""
    start = tutorial().state
    players = {role: Listening(f"{seed}/{role}") for role in TABLE.sides(start)}
    end, _ = play(TABLE, start, players, DiceStream(str(seed)))
    assert told(end) is not None
    assert {each.when for player in players.values() for each in player.heard} >= {"", "set_up", "round", "move"}


class Listening(ChancePlayer):
    """A player of chance who is told a hint before every order."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.heard: list[Hint] = []

    def order(self, view, decision):
        shown = hint(view, Seat("pupil", (decision.by,)))
        assert shown is not None, f"no hint for {decision}"
        assert shown.side == decision.by
        if self.heard.count(shown) < OFTEN:
            assert followed(view, shown), f"nobody can do what this says: {shown.text}"
        self.heard.append(shown)
        return super().order(view, decision)


def followed(view: State, shown: Hint) -> list[str]:
    """What can be done of what a hint says: by whom it speaks of, or by the side as a whole."""
    seat = Seat("pupil", (shown.side,))
    pending = view.turn.pending
    found = []
    for piece in (about_whom(view, shown) if pending is None else pending.unit, ""):
        for offer in DESK.panel(view, seat, piece).offers:
            verb = DESK.preview(view, seat, Draft(piece=piece, offer=offer.id)).verb
            taken = offer.id.startswith("activate:") and "Take " in shown.text
            if taken or offer.title in shown.text or verb in shown.text:
                found.append(offer.title)
    return found


def with_hints(*hints: Hint, **more) -> State:
    pieces = (unit("one", REV, (10, 10, 0)), unit("two", REV, (20, 10, 0)), unit("foe", GOV, (20, 30, 180)))
    return replace(game(*pieces, leader("vega", REV, (5, 5)), **more).state, hints=hints)


def test_the_first_hint_whose_conditions_hold_is_shown():
    late, first, second = (
        Hint("Revolutionary", "late", turn=2),
        Hint("Revolutionary", "first", unit="one"),
        Hint("Revolutionary", "second"),
    )
    state = with_hints(late, first, second)
    assert told(state) == first
    assert told(state.with_unit(state.units["one"].did(acted=True))) == second
    assert told(replace(state, turn=replace(state.turn, number=2))) == late
    assert told(state, GOV) is None


def test_facts_are_those_of_the_unit_that_is_named():
    state = with_hints(Hint("Revolutionary", "shaken", unit="one", fact="shaken"))
    assert told(state) is None
    two = replace(state.units["two"], status=unit("x", REV, (1, 1, 0), status="Disordered").status)
    assert told(state.with_unit(two)) is None
    one = replace(state.units["one"], status=two.status)
    assert told(state.with_unit(one)) is not None


def test_a_hint_is_the_secret_of_the_side_it_is_for():
    """It may name what lies hidden."""
    state = with_hints(Hint("Government", "Keep foe where it is.", unit="foe"), Hint("Revolutionary", "Go."))
    state = state.with_unit(replace(state.units["foe"], hidden=True))
    assert [each.text for each in TABLE.view(state, SEATS[REV]).hints] == ["Go."]
    assert hint(state, Seat("watcher")) is None


def test_every_kind_of_decision_can_have_a_hint():
    """A decision that scenario files cannot name could never be taught."""
    start = tutorial().state
    kinds: set[str] = set()

    class Noting(ChancePlayer):
        def order(self, view, decision):
            kinds.add(decision.kind)
            return super().order(view, decision)

    for seed in range(2):
        play(TABLE, start, {role: Noting(f"{seed}/{role}") for role in TABLE.sides(start)}, DiceStream(str(seed)))
    assert kinds <= set(DECISIONS)
    assert Phase.COLUMN.value in kinds


def test_nobody_is_told_to_fire_at_an_enemy_who_has_left():
    playing = begun(REV)
    playing.do(orders.Activate(by=REV.value, column="contreras-column"))
    shown = told(playing)
    assert shown is not None
    assert shown.enemy == "gendarmes"
    left = replace(
        playing.state,
        units={**playing.state.units, "gendarmes": replace(playing.state.units["gendarmes"], stands=None)},
    )
    instead = told(left)
    assert instead is not None
    assert (instead.unit, instead.enemy) == (shown.unit, "")
