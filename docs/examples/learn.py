"""A small learner: it watches the player that goes for the nearest enemy, and learns what to wish for. It takes about a minute.

    python docs/examples/learn.py

What it learns is a weight for each kind of order and for getting nearer to the enemy: a softmax over the candidates, fitted by gradient ascent.
"""

from __future__ import annotations

import numpy as np

from sandtable.lab.learning.gym import BattleGym
from sandtable.lab.learning.zoo import BattleZoo

WATCHED, TRIED, STEPS, RATE = 8, 20, 400, 0.5


def wishes(seen, kinds):
    """A row of numbers for each order that may be given: its kind, and how much nearer it leads to the nearest enemy."""
    number = int(seen["action_mask"].sum())
    orders, table = seen["orders"][:number], seen["observation"]
    enemies = table[(table[:, 0] > 0) & (table[:, 1] < 0), 2:4]
    rows = np.zeros((number, kinds + 3), np.float64)
    rows[np.arange(number), np.rint(orders[:, 1] * kinds).astype(int)] = 1
    if len(enemies):
        far = [np.linalg.norm(enemies[None] - orders[:, place, None].swapaxes(1, 2), axis=2).min(axis=1)
               for place in (slice(3, 5), slice(9, 11))]
        rows[:, -2] = np.where(orders[:, 8] > 0, 10 * (far[0] - far[1]), 0)
    rows[:, -1] = orders[:, 11] * orders[:, 5]
    return rows


def like(order, offered):
    """The candidate that is most like an order: the same, else of its kind and unit with the nearest end."""
    def apart(label):
        same = [label.get(key) == order.get(key) for key in ("kind", "unit", "leader", "target", "order", "column")]
        ends = [np.array(one.get("path") or [[0, 0]], float)[-1][:2] for one in (label, order)]
        return (label != order, same.count(False), float(np.linalg.norm(ends[0] - ends[1])))
    return min(range(len(offered)), key=lambda number: apart(offered[number]))


def watched(battles):
    """Decisions of the player that goes for the nearest enemy: what there was to choose from, and what it chose."""
    from sandtable.battle.order import write_order

    env, lessons = BattleZoo("tutorial"), []
    for seed in range(battles):
        env.reset(seed=seed)
        teachers = {side: env.session.rules.players["nearest"]("", f"{seed}") for side in env.possible_agents}
        for agent in env.agent_iter():
            seen, _, over, cut_off, info = env.last()
            decision = env.session.decision
            if over or cut_off or decision is None:
                env.step(None if over or cut_off else 0)
                continue
            order = write_order(teachers[agent].order(env.session.view(agent), decision))
            chosen = like(order, info["orders"])
            lessons.append((wishes(seen, len(env.pen.kinds)), chosen))
            env.step(chosen)
    return lessons


def learned(lessons):
    """The weights under which what was chosen is likeliest."""
    weights = np.zeros(lessons[0][0].shape[1])
    for _ in range(STEPS):
        slope = -0.01 * weights
        for rows, chosen in lessons:
            likely = np.exp(rows @ weights - (rows @ weights).max())
            slope += (rows[chosen] - likely @ rows / likely.sum()) / len(lessons)
        weights += RATE * slope
    return weights


def score(choose, battles=TRIED, first=10_000):
    """Battles won less battles lost against `random`, on both sides and on seeds that nobody has learned from."""
    total = 0.0
    for number in range(battles):
        env = BattleGym("tutorial", against="random", side=("Revolutionary", "Government")[number % 2])
        seen, _ = env.reset(seed=first + number)
        over = cut_off = False
        while not (over or cut_off):
            seen, reward, over, cut_off, _ = env.step(choose(seen, len(env.pen.kinds)))
            total += reward
        env.close()
    return total


if __name__ == "__main__":
    weights = learned(watched(WATCHED))
    luck = np.random.default_rng(4)
    print("chance: ", score(lambda seen, _: int(luck.integers(seen["action_mask"].sum()))), "of", TRIED)
    print("learned:", score(lambda seen, kinds: int((wishes(seen, kinds) @ weights).argmax())), "of", TRIED)
