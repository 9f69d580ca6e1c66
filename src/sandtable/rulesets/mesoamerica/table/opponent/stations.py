"""Where missiles do most: near enemies who are held by somebody else, out of reach of their blows (PRE-5.06, PRE-5.22, PRE-G.50)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import cos, radians, sin

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.rulesets.mesoamerica.table.opponent.muster import BASE, Body, distances, places
from sandtable.rulesets.mesoamerica.table.opponent.postures import CONTACT, Intent, Tactics
from sandtable.rulesets.mesoamerica.table.opponent.worth import WEIGHTS

NEAREST = 4  # enemies that are thought of
RINGS = (1.25, 1.5, 1.8, 2.4, 3.2)  # inches from their middles
DIRECTIONS = range(0, 360, 45)
ROOM = 0.66  # inches between the middles of friends
CLEAR = 0.12  # inches that a place is farther off than a contact


def stationed(tactics: Tactics, intents: Mapping[str, Intent], sent: Collection[str]) -> dict[str, Intent]:
    """Intents with missile units sent to where they would do more, if that is worth the turn in which they do not fire; not those who were ``sent`` just now and can fire."""
    found = dict(intents)
    taken = [(body.x, body.y) for body in tactics.muster.own]
    for number, body in enumerate(tactics.muster.own):
        if not body.troop.fires or not body.free or body.beside or body.hidden:
            continue
        now = intents[body.id]
        if now.targets and body.id in sent:
            continue
        others = [place for other, place in enumerate(taken) if other != number]
        best = max(_places(tactics, body, number, others), default=(0.0, (0.0, 0.0)))
        turns = WEIGHTS("fire", "turns")
        if best[0] * (turns - 1) > now.worth * turns and best[0] > 0:
            found[body.id] = Intent(to=best[1], worth=best[0])
            taken[number] = best[1]
    return found


def _places(
    tactics: Tactics, body: Body, number: int, others: list[tuple[float, float]]
) -> Iterator[tuple[float, tuple[float, float]]]:
    """Places that it can come to, with what it would do from there."""
    muster = tactics.muster
    foes = places(muster.foes)
    loose = np.array([not foe.beside and foe.strikes for foe in muster.foes])
    covered = _covered(tactics)
    for foe in muster.apart[number].argsort()[:NEAREST]:
        for ring in RINGS:
            for turn in DIRECTIONS:
                x, y = foes[foe][0] + ring * sin(radians(turn)), foes[foe][1] + ring * cos(radians(turn))
                far = ((x - body.x) ** 2 + (y - body.y) ** 2) ** 0.5
                if far > body.stride or any(abs(x - a) < ROOM and abs(y - b) < ROOM for a, b in others):
                    continue
                apart = distances(np.array([(x, y)]), foes)[0]
                if apart.min() < BASE + CONTACT + CLEAR:
                    continue
                fires = tactics.fires_from(body, apart)
                if fires is not None:
                    charged = loose & (apart < WEIGHTS("distance", "charge") + BASE) & (apart < covered)
                    danger = WEIGHTS("fire", "danger") if charged.any() else 0.0
                    yield fires.worth - danger, (float(x), float(y))


def _covered(tactics: Tactics) -> Numbers:
    """How near to each enemy somebody is who strikes: an enemy who goes for whom that one covers meets him first."""
    strikers = np.array([body.strikes and body.free for body in tactics.muster.own])
    apart = np.where(strikers[:, None], tactics.muster.apart, np.inf)
    nearest: Numbers = apart.min(axis=0)
    return nearest
