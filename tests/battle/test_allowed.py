"""Orders that may be given though nobody waits for them."""

from __future__ import annotations

from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.order import Decision
from tests.battle.skirmish.game import SKIRMISH, LayPlot, Posture, Skirmish, Table
from tests.battle.skirmish.playing import SCENARIO, SEATS, SEED

AGAIN = LayPlot(by="red", posture=Posture.WARY, word="again")
FIRST = LayPlot(by="red", posture=Posture.BOLD, word="first")


class SecondThoughts(Skirmish):
    """Whoever has laid his plot may lay another until the others have."""

    def allowed(self, state: Table) -> tuple[Decision, ...]:
        return tuple(Decision(plot.owner, "plotted", ("plot",)) for plot in state.plots if state.active is None)


def plotted(rules: Skirmish) -> Battle[Table]:
    done = Battle.begin(rules, SCENARIO, SEATS, SEED).submit("anna", FIRST)
    assert isinstance(done, Accepted)
    return done.battle


def test_nobody_waits_for_what_is_only_allowed():
    battle = plotted(SecondThoughts())
    assert battle.awaited("anna").roles == ("blue",)
    assert battle.awaited("anna").decisions == ()
    assert [each.kind for each in battle.allowed("anna")] == ["plotted"]
    assert battle.allowed("boris") == battle.allowed("walter") == ()
    assert len(battle.allowed("rosa")) == 1


def test_it_may_be_given_and_no_other():
    assert isinstance(plotted(SecondThoughts()).submit("anna", AGAIN), Accepted)
    assert isinstance(plotted(SKIRMISH).submit("anna", AGAIN), Refused)
    assert plotted(SKIRMISH).allowed("anna") == ()


def test_it_is_not_made_late_by_what_the_others_do_meanwhile():
    battle = plotted(SecondThoughts())
    assert isinstance(battle.submit("anna", AGAIN, last=1), Accepted)
    late = battle.submit("anna", AGAIN, last=0)
    assert isinstance(late, Refused)
    assert late.problems[0].message.id == "battle.order.late"
