"""What an army might do in a turn: storm, hold, or close up to where no charge reaches; each as what its units would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sandtable.ai.grid import Numbers
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.table.opponent.care import CAREFUL, Care
from sandtable.rulesets.mesoamerica.table.opponent.muster import BASE, Body, Muster, toward
from sandtable.rulesets.mesoamerica.table.opponent.odds import TENTH, best_targets, fought, volley
from sandtable.rulesets.mesoamerica.table.opponent.worth import WEIGHTS, Worth
from sandtable.rulesets.mesoamerica.vocabulary import Back, UnitType

MOST_TARGETS = 4  # of one volley (PRE-5.22)
CONTACT = 0.5  # inches
SHARE = 0.75  # of its movement that makes a shock (PRE-G.29)
ALMOST = 0.97  # of its movement, where a way may have a little bend
FIRING_LINE = 0.4  # inches that a unit goes farther than it has to, to be in range


class Posture(StrEnum):
    """What an army is about in a turn."""

    STORM = "storm"
    CLOSE = "close"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Intent:
    """What a unit would do: fire at some, charge one, go to a place; nothing of it: it stays."""

    targets: tuple[str, ...] = ()
    charge: str = ""
    to: tuple[float, float] | None = None
    worth: float = 0.0

    @property
    def moves(self) -> bool:
        return bool(self.charge) or self.to is not None


@dataclass(frozen=True)
class Tactics:
    """How one army would do each of the three."""

    muster: Muster
    worth: Worth
    tables: Tables
    most_targets: int = MOST_TARGETS
    care: Care = CAREFUL

    def intents(self, posture: Posture) -> Mapping[str, Intent]:
        """What each unit that is free would do."""
        aimed: Counter[str] = Counter()
        order = sorted(range(len(self.muster.own)), key=lambda each: (self._nearest(each), self.muster.own[each].id))
        return {self.muster.own[number].id: self._intent(number, posture, aimed) for number in order}

    def _nearest(self, number: int) -> float:
        row = self.muster.apart[number]
        return float(row.min()) if len(row) else 99.0

    def _intent(self, number: int, posture: Posture, aimed: Counter[str]) -> Intent:
        body = self.muster.own[number]
        if not body.free or not self.muster.foes:
            return Intent()
        if body.beside:
            return Intent() if body.strikes else self._gets_away(body)
        if body.troop.kind in (UnitType.LEADER, UnitType.PRIEST):
            return self._kept_back(number)
        if body.hidden:
            return self._ambush(number, aimed)
        if body.troop.fires:
            return self._fires(number) or self._comes_up(number, posture)
        if posture is Posture.STORM or self._nearest(number) < WEIGHTS("distance", "joined"):
            return self._charges(number, aimed)
        return self._closes(number) if posture is Posture.CLOSE else Intent()

    # ---- Missiles ------------------------------------------------------------------------------------------------------------

    def _fires(self, number: int) -> Intent | None:
        return self.fires_from(self.muster.own[number], self.muster.apart[number])

    def fires_from(self, body: Body, apart: Numbers) -> Intent | None:
        """At whom a unit fires that is so far from the enemies, and at how many at once: so that most fall."""
        near = [
            (foe, round(float(far) * TENTH))
            for foe, far in zip(self.muster.foes, apart, strict=True)
            if far <= body.reach and not foe.hidden
        ]
        most = min(self.most_targets, len(near))
        values = [[self._shot(body, foe, tenths, count) for count in range(1, most + 1)] for foe, tenths in near]
        value, chosen = best_targets(values, most)
        return Intent(targets=tuple(near[each][0].id for each in chosen), worth=value) if chosen else None

    def _shot(self, body: Body, foe: Body, tenths: int, count: int) -> float:
        moving = not foe.beside
        found = volley(body.troop, foe.troop, tenths, count, False, moving, self.muster.weather, self.tables)
        return found[0] * self.worth.killed + found[1] * self.worth.stunned

    def _comes_up(self, number: int, posture: Posture) -> Intent:
        """Toward the nearest enemy until he is in range; whoever waits does not."""
        if posture is Posture.HOLD:
            return Intent()
        body, foe, far = self._nearest_foe(number)
        short = far - body.reach + FIRING_LINE
        return Intent(to=toward(body, foe.x, foe.y, min(body.stride, max(0.0, short))))

    def _nearest_foe(self, number: int) -> tuple[Body, Body, float]:
        row = self.muster.apart[number]
        nearest = int(row.argmin())
        return self.muster.own[number], self.muster.foes[nearest], float(row[nearest])

    # ---- Blows ---------------------------------------------------------------------------------------------------------------

    def _charges(self, number: int, aimed: Counter[str]) -> Intent:
        """The enemy in reach whom it beats best, together with others; else on toward the nearest."""
        body = self.muster.own[number]
        found: list[tuple[float, str]] = []
        for foe, far in zip(self.muster.foes, self.muster.apart[number], strict=True):
            if foe.hidden or far - BASE - CONTACT > body.stride:
                continue
            crowd = WEIGHTS("worth", "crowd") * aimed[foe.id] + WEIGHTS("worth", "inch") * float(far)
            found.append((self._blow(body, foe, float(far), aimed) - crowd, foe.id))
        if found:
            value, whom = found[self.care.pick([value for value, _ in found])]
        else:
            value, whom = 0.0, self._nearest_foe(number)[1].id
        aimed[whom] += 1
        return Intent(charge=whom, worth=value)

    def _blow(self, body: Body, foe: Body, far: float, aimed: Counter[str]) -> float:
        """What it would do to an enemy: who fires stands still, and is shocked by who comes from far enough."""
        rolled = aimed[foe.id] > 0
        comes_far = far - BASE - CONTACT >= SHARE * body.stride
        shock = "own" if comes_far and foe.troop.fires and not foe.beside else ""
        value = fought(body.troop, foe.troop, shock, Back.NEITHER, rolled, self.worth, self.tables)
        if foe.troop.kind is UnitType.LEADER:
            return value + WEIGHTS("worth", "leader")
        silenced = foe.troop.fires and not foe.beside and not rolled
        return value + (WEIGHTS("worth", "silenced") if silenced else 0.0)

    def _gets_away(self, body: Body) -> Intent:
        """Who is no match for the enemies beside him goes away from them, if he can."""
        foes = [foe for foe in self.muster.foes if foe.id in body.beside]
        worst = min(-fought(foe.troop, body.troop, "", Back.NEITHER, False, self.worth, self.tables) for foe in foes)
        if worst > -WEIGHTS("worth", "stands"):
            return Intent()
        x, y = (sum(values) / len(foes) for values in ([foe.x for foe in foes], [foe.y for foe in foes]))
        return Intent(to=toward(body, x, y, -body.stride * ALMOST))

    def _ambush(self, number: int, aimed: Counter[str]) -> Intent:
        """Who hides waits for somebody whom a charge reaches, or until the others fight."""
        body, _, far = self._nearest_foe(number)
        joined = any(each.beside for each in self.muster.own)
        return self._charges(number, aimed) if joined or far - BASE - CONTACT <= body.stride else Intent()

    def _closes(self, number: int) -> Intent:
        """On toward the nearest enemy, but not to where a charge of his would reach."""
        body, foe, far = self._nearest_foe(number)
        room = far - BASE - WEIGHTS("distance", "line")
        if room <= 0.1:  # noqa: PLR2004 - nobody takes so small a step
            return Intent()
        return Intent(to=toward(body, foe.x, foe.y, min(body.stride, room)))

    # ---- Those who keep off ----------------------------------------------------------------------------------------------------

    def _kept_back(self, number: int) -> Intent:
        """Leaders and priests: away from whoever comes near, else after the line, some way behind it."""
        body, foe, far = self._nearest_foe(number)
        if far < WEIGHTS("distance", "safe"):
            return Intent(to=toward(body, foe.x, foe.y, -body.stride * ALMOST))
        line = [each for each in self.muster.own if each.strikes and each.free and not each.hidden]
        if not line:
            return Intent()
        y = sum(each.y for each in line) / len(line)
        back = WEIGHTS("distance", "apart") * (-1 if self.muster.edge == "south" else 1)
        gone = abs(y + back - body.y)
        return Intent(to=toward(body, body.x, y + back, min(body.stride, gone))) if gone > 1 else Intent()


def postures(tactics: Tactics) -> Sequence[tuple[Posture, Mapping[str, Intent]]]:
    """All that an army might do, each once."""
    found: list[tuple[Posture, Mapping[str, Intent]]] = []
    for posture in Posture:
        intents = tactics.intents(posture)
        if all(intents != each for _, each in found):
            found.append((posture, intents))
    return found
