"""A turn as it would go if both armies did what they might: volleys, everybody's way in eight steps, and the fights that come of it, roughly and on average."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sandtable.ai.grid import Numbers
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.table.opponent.muster import BASE, Body, Muster, distances, places
from sandtable.rulesets.mesoamerica.table.opponent.odds import TENTH, fought, volley
from sandtable.rulesets.mesoamerica.table.opponent.postures import CONTACT, SHARE, Intent, Posture, Tactics
from sandtable.rulesets.mesoamerica.table.opponent.worth import WEIGHTS, Worth
from sandtable.rulesets.mesoamerica.vocabulary import Back

STEPS = 8  # as the rules move everybody (PRE-G.25)
Intents = Mapping[str, Intent]
Touch = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rehearsal:
    """Two armies and what men are worth."""

    muster: Muster
    far_edge: str
    worth: Worth
    tables: Tables

    def value(self, own: Intents, foes: Intents) -> float:
        """What comes of a turn, to the one who looks: this turn, and a storm of both after it for less."""
        now, after = self._turn(own, foes)
        if not after.own or not after.foes:
            return now
        later = replace(self, muster=after)
        stormed = later._turn(  # noqa: SLF001 - another of its kind
            Tactics(after, self.worth, self.tables).intents(Posture.STORM),
            Tactics(after.turned(self.far_edge), self.worth, self.tables).intents(Posture.STORM),
        )[0]
        return now + WEIGHTS("posture", "later") * stormed

    def _turn(self, own: Intents, foes: Intents) -> tuple[float, Muster]:
        muster = self.muster
        shot: set[str] = set()
        value = self._volleys(muster, own, foes, shot) - self._volleys(muster.turned(self.far_edge), foes, own, shot)
        here, there, went = self._moved(own, foes)
        apart = distances(here, there) - BASE
        touch = apart <= CONTACT + 0.1
        value += self._blows(touch, went, shot)
        after = Muster(
            tuple(
                _at(body, place, touch[number], muster.foes)
                for number, (body, place) in enumerate(zip(muster.own, here, strict=True))
            ),
            tuple(
                _at(body, place, touch[:, number], muster.own)
                for number, (body, place) in enumerate(zip(muster.foes, there, strict=True))
            ),
            muster.weather,
            muster.edge,
        )
        return value, after

    def _volleys(self, muster: Muster, own: Intents, foes: Intents, shot: set[str]) -> float:
        """What one army's fire is worth to it."""
        numbers = {foe.id: number for number, foe in enumerate(muster.foes)}
        value = 0.0
        for row, body in enumerate(muster.own):
            targets = own[body.id].targets
            for name in targets:
                foe = muster.foes[numbers[name]]
                tenths = round(float(muster.apart[row, numbers[name]]) * TENTH)
                moves = foes[name].moves
                killed, stunned = volley(
                    body.troop, foe.troop, tenths, len(targets), False, moves, muster.weather, self.tables
                )
                value += killed * self.worth.killed + stunned * self.worth.stunned
                shot.add(name)
        return value

    def _moved(self, own: Intents, foes: Intents) -> tuple[Numbers, Numbers, dict[str, float]]:
        """Where all are after eight steps, and what share of its movement each has gone; whoever comes near an enemy stops with him."""
        muster = self.muster
        here, there = places(muster.own), places(muster.foes)
        start = {body.id: (body.x, body.y) for body in (*muster.own, *muster.foes)}
        numbers = {body.id: number for number, body in enumerate(muster.own)} | {
            body.id: number for number, body in enumerate(muster.foes)
        }
        running = (
            [own[body.id].moves for body in muster.own],
            [foes[body.id].moves for body in muster.foes],
        )
        for _ in range(STEPS):
            if not any(running[0]) and not any(running[1]):
                break
            steps = (
                _step(muster.own, own, here, there, numbers, running[0]),
                _step(muster.foes, foes, there, here, numbers, running[1]),
            )
            here, there = here + steps[0], there + steps[1]
            near = distances(here, there) - BASE <= CONTACT
            running[0][:] = [goes and not near[number].any() for number, goes in enumerate(running[0])]
            running[1][:] = [goes and not near[:, number].any() for number, goes in enumerate(running[1])]
        went = {
            body.id: float(np.hypot(place[0] - start[body.id][0], place[1] - start[body.id][1])) / max(0.1, body.stride)
            for bodies, ends in ((muster.own, here), (muster.foes, there))
            for body, place in zip(bodies, ends, strict=True)
        }
        return here, there, went

    def _blows(self, touch: Touch, went: Mapping[str, float], shot: set[str]) -> float:
        """Each who is in contact strikes whom he beats best; whoever is struck by several rolls against the first."""
        muster = self.muster
        gained = self._struck(muster.own, muster.foes, touch, went, shot)
        return gained - self._struck(muster.foes, muster.own, touch.T, went, shot)

    def _struck(
        self,
        army: tuple[Body, ...],
        others: tuple[Body, ...],
        touch: Touch,
        went: Mapping[str, float],
        shot: set[str],
    ) -> float:
        """What the blows of one army are worth to it."""
        value = 0.0
        struck: set[str] = set()
        for number, body in enumerate(army):
            if not body.free or not body.troop.men.active:
                continue
            best, whom = 0.0, ""
            for other in np.flatnonzero(touch[number]):
                enemy = others[int(other)]
                shock = _shock(body, enemy, went, shot)
                gain = fought(body.troop, enemy.troop, shock, Back.NEITHER, enemy.id in struck, self.worth, self.tables)
                if gain > best:
                    best, whom = gain, enemy.id
            if whom:
                struck.add(whom)
                value += best
        return value


def _shock(body: Body, enemy: Body, went: Mapping[str, float], shot: set[str]) -> str:
    """Who of two has shock, if anybody."""
    for who, one, other in (("own", body, enemy), ("enemy", enemy, body)):
        if went[one.id] >= SHARE and went[other.id] == 0 and not one.beside and one.id not in shot:
            return who
    return ""


def _at(body: Body, place: Numbers, touch: Touch, others: tuple[Body, ...]) -> Body:
    """A unit where it has come to, beside whomever it touches."""
    beside = tuple(others[int(number)].id for number in np.flatnonzero(touch))
    return replace(body, x=float(place[0]), y=float(place[1]), beside=beside)


def _step(
    bodies: tuple[Body, ...],
    intents: Intents,
    here: Numbers,
    there: Numbers,
    numbers: Mapping[str, int],
    running: list[bool],
) -> Numbers:
    """What each goes in one of eight steps: toward whom it charges as he stands then, or to its place."""
    step = np.zeros_like(here)
    for number, body in enumerate(bodies):
        if not running[number]:
            continue
        intent = intents[body.id]
        goal = there[numbers[intent.charge]] if intent.charge else np.array(intent.to)
        way = goal - here[number]
        far = float(np.hypot(way[0], way[1]))
        if far > 1e-6:  # noqa: PLR2004 - it is there
            step[number] = way / far * min(body.stride / STEPS, far)
    return step
