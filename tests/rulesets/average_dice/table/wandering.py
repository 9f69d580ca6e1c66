"""Battles by chance: units of both sides fire at whomever they can and wander about, on ground that a seed has strewn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.geometry.measure import Pose, inches
from sandtable.geometry.terrain import Area, Hill, Line
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.table.turning import open_now
from sandtable.rulesets.average_dice.vocabulary import Arm, Weapon
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    Laid,
    area,
    at,
    begun,
    gun,
    hill,
    pose,
    row,
    unit,
    wall,
)

RIFLES = (Weapon.MAUSER, Weapon.WINCHESTER, Weapon.HOTCHPOTCH)
AREAS = ("broken_ground", "trench", "river", "rubble")
LINES = ("fence", "low_wall", "barricade", "high_wall")


def strewn(chance: Random, gap: float = 22, **books: Any) -> Battle[AverageDiceField]:
    """Three units and a General a side, some of them few, some prone to desertion, so far apart."""
    units: list[Laid] = []
    for side, y in ((VILLISTA, 22), (FEDERAL, 22 + gap)):
        letter = side.value[0].upper()
        for number in range(3):
            arm = chance.choice((Arm.INFANTRY, Arm.INFANTRY, Arm.CAVALRY))
            places = row(3 + 15 * number, y + chance.random(), chance.choice((3, 6, 8)))
            deserters = side is FEDERAL and arm is Arm.INFANTRY and chance.random() < 0.3
            units.append(
                unit(f"{letter}{number}", side, places, arm, chance.choice(RIFLES), prone_to_desertion=deserters)
            )
        units.append(
            unit(
                f"{letter} General",
                side,
                at((chance.uniform(2, 40), y - 3 if side is VILLISTA else y + 3)),
                Arm.GENERAL,
            )
        )
    return begun(*units, ground=tuple(_ground(chance)), seed=str(chance.random()), **books)


def armed(chance: Random, gap: float) -> Battle[AverageDiceField]:
    """Before the first day: two units, one of them with throwers, a gun that may lack gunners and a General a side, and houses between them."""
    units: list[Laid] = []
    for side, y, turned in ((VILLISTA, 20.0, 0), (FEDERAL, 20.0 + gap, 180)):
        letter = side.value[0].upper()
        for number, arm in enumerate((Arm.INFANTRY, chance.choice((Arm.INFANTRY, Arm.CAVALRY)))):
            places = row(3 + 12 * number, y, chance.choice((3, 4, 7)))
            throwers, deserters = (2, False) if number == 0 else (0, side is FEDERAL and chance.random() < 0.5)
            weapon = chance.choice(RIFLES)
            units.append(
                unit(f"{letter}{number}", side, places, arm, weapon, throwers=throwers, prone_to_desertion=deserters)
            )
        arm = chance.choice((Arm.MACHINE_GUN, Arm.FIELD_GUN))
        crew = chance.choice((1, 2) if arm is Arm.MACHINE_GUN else (2, 3))
        behind = y - 3 if side is VILLISTA else y + 3
        units.append(gun(f"{letter} gun", side, arm, pose(32, behind, turned), crew))
        units.append(unit(f"{letter} General", side, at((40, behind)), Arm.GENERAL))
    houses = tuple(area("building", x, 20 + gap + 3, 3, 3) for x in (4, 12, 20))
    about = {"side": None, "day": 0, "boxes": 0, "turn": 0, "turns": 0}
    ground = (*houses, *_ground(chance))
    village = (tuple(each.id for each in houses),)
    return begun(*units, ground=ground, seed=str(chance.random()), villages=village, **about)


def _ground(chance: Random) -> Iterator[Area | Hill | Line]:
    for kind in AREAS:
        yield area(kind, chance.uniform(0, 40), chance.uniform(15, 50), chance.uniform(2, 8), chance.uniform(1, 4))
    yield area("building", chance.uniform(5, 40), chance.uniform(28, 38), 3, 3)
    yield hill(chance.uniform(0, 40), chance.uniform(15, 50), 6, 5)
    for kind in LINES:
        x, y = chance.uniform(0, 35), chance.uniform(15, 50)
        yield wall(kind, (x, y), (x + 8, y + chance.uniform(-2, 2)))


def orders(chance: Random, field: AverageDiceField, piece: Piece) -> Iterator[Act]:
    """What a unit might be told, the likelier first; none of it need be legal."""
    for enemy in _some(chance, field, piece):
        yield Act(by=piece.owner, action="melee", piece=piece.id, target=enemy)
        yield Act(by=piece.owner, action="fire", piece=piece.id, target=enemy)
    for _ in range(4):
        far, aside = inches(chance.uniform(-4, 6)), inches(chance.uniform(-2, 2))
        ways = tuple((Pose(each.x + aside, each.y + far, each.facing),) for each in piece.figures)
        chosen = chance.choice(({}, {"rate": "fast"}, {"go_prone_or_rise": True}, {"mover": "crawling"}))
        yield Act(by=piece.owner, action="move", piece=piece.id, ways=ways, chosen=chosen)


def _some(chance: Random, field: AverageDiceField, piece: Piece) -> list[str]:
    enemies = sorted(each.id for each in field.enemies_of(piece.owner))
    return chance.sample(enemies, min(2, len(enemies)))


def stepped(battle: Battle[AverageDiceField], chance: Random) -> tuple[Act, Battle[AverageDiceField]]:
    """One legal order, and the battle after it: what a unit can do, or how the game goes on."""
    ((side, actions),) = open_now(battle.state).items()
    seat = "pancho" if side == VILLISTA.value else "felipe"
    view = battle.view(seat)
    wishes = [order for piece in view.of(side) for order in orders(chance, view, piece) if chance.random() < 0.5]
    chance.shuffle(wishes)
    otherwise = "next_move" if "next_move" in actions else chance.choice(actions)
    legal = (each for each in wishes if each.action in actions and not TABLE.problems(view, each))
    order = next(legal, Act(by=side, action=otherwise))
    done = battle.submit(seat, order)
    assert isinstance(done, Accepted), done
    return order, done.battle
