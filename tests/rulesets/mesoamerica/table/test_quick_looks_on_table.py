"""Quick looks find what a careful look at everybody finds: who is beside whom, who is near, how far the nearest is, what a bout costs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from sandtable.geometry.measure import INCH, Point, Pose
from sandtable.geometry.terrain import Area, Hill
from sandtable.kernel.drivers import enumerate_exactly
from sandtable.miniatures.shapes import between, gap
from sandtable.rulesets.mesoamerica.best_choice import Expected, _settled, choices
from sandtable.rulesets.mesoamerica.exchange import exchange
from sandtable.rulesets.mesoamerica.fighters import Combatant, HandToHand
from sandtable.rulesets.mesoamerica.numbers import paired
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.ground import _heights, _is_flat, _leaves, _open, centre, in_forest, sees
from sandtable.rulesets.mesoamerica.table.marching import nearest_of
from sandtable.rulesets.mesoamerica.table.nearness import HAIR, contacts, counted_near, far_between, sighted
from sandtable.rulesets.mesoamerica.table.rules import TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Back, Movement, UnitType, Weapon
from tests.rulesets.mesoamerica.table.laying import EAST, SEATS, WEST, laid, unit

HALF, TWO = INCH // 2, 2 * INCH


def crowded(seed: int) -> MesoamericaField:
    """Twenty of either side in a few square inches, one of each hidden."""
    chance = Random(seed)
    units = [
        unit(
            f"{side.value} {number}",
            side,
            chance.uniform(10, 18),
            chance.uniform(10, 18),
            facing=chance.uniform(0, 359),
            hidden=number == 0,
        )
        for side in (WEST, EAST)
        for number in range(20)
    ]
    return laid(*units)


def test_who_is_beside_and_near_whom_is_the_same_by_a_look_at_every_two():
    for seed in range(6):
        field = crowded(seed)
        seen = [piece for piece in field.pieces.values() if not piece.hidden]
        beside = contacts(field)
        for piece in seen:
            foes = sorted((far_between(piece, foe), foe.id) for foe in seen if foe.owner != piece.owner)
            assert beside[piece.id] == tuple(name for far, name in foes if far <= HALF + HAIR)
            near = [each for each in seen if each is not piece and far_between(piece, each) <= TWO + HAIR]
            friends = sum(each.owner == piece.owner for each in near)
            assert counted_near(field, piece) == (friends, len(near) - friends)
        assert any(beside.values())


def test_the_nearest_is_as_far_as_by_measuring_to_everybody():
    field, chance = crowded(9), Random(3)
    piece = field.pieces["West 3"]
    foes = field.foes(piece)
    near = nearest_of(piece, foes)
    for _ in range(300):
        x, y, facing = chance.uniform(8000, 20000), chance.uniform(8000, 20000), chance.randrange(0, 3600, 150)
        gaps = [
            gap(between(piece.base, facing, foe.base, foe.figures[0].facing), centre(foe).x - x, centre(foe).y - y)
            for foe in foes
        ]
        assert near(x, y, facing) == max(0.0, min(gaps))
    assert nearest_of(piece, ())(0, 0, 0) == 0


def test_what_is_measured_lasts_until_somebody_moves():
    field = crowded(1)
    before = contacts(field)
    later = replace(field, books=replace(field.books, turn=2))
    assert contacts(later) is before
    west = TABLE.view(later, SEATS[0])
    assert contacts(west) == {name: beside for name, beside in before.items() if name != "East 0"}
    moved = later.with_piece("West 1", figures=(Pose(1000, 1000, 0),))
    assert contacts(moved)["West 1"] == ()


def test_who_is_seen_at_a_glance_is_seen_by_a_careful_look_and_nobody_else():
    edges = [[10, 10], [13, 10], [13, 14], [10, 14]]
    for kind in ("forest", "hill", "uneven"):
        glances, blind = 0, 0
        for seed in range(4):
            field = crowded(seed)
            outline = tuple(Point(round(x * INCH), round(y * INCH)) for x, y in edges)
            hills = (Hill("hill", 2, outline),) if kind == "hill" else ()
            areas = () if kind == "hill" else (Area("trees", kind, outline),)
            field = replace(field, terrain=replace(field.terrain, areas=areas, hills=hills))
            for piece in field.seen():
                start, seen = centre(piece), set()
                for foe in field.foes(piece):
                    end = centre(foe)
                    careful = _open(field.terrain, start, _leaves(piece, start, end), end, _heights(field.tables))
                    glances += _is_flat(field.terrain, start, end)
                    if careful and not in_forest(field.terrain, end):
                        seen.add(foe.id)
                    assert sees(field, piece, foe) == (foe.id in seen)
                    blind += foe.id not in seen
                assert {foe.id for _, foe in sighted(field, piece)} == seen
        assert glances, "some are told at a glance"
        assert bool(blind) == (kind != "uneven")


def test_who_is_in_sight_is_looked_for_again_when_somebody_moves_and_not_when_the_books_change():
    field = crowded(1)
    piece = field.seen()[0]
    before = sighted(field, piece)
    assert sighted(replace(field, books=replace(field.books, turn=9)), piece) is before
    gone = before[0][1]
    assert gone.id not in {foe.id for _, foe in sighted(field.without(gone.id), piece)}


def test_a_bout_costs_what_its_own_law_says_whoever_was_alike_before():
    chance, tables = Random(11), RULESET.default_tables
    for _ in range(60):
        situation = HandToHand(
            attackers_on_target=1,
            actor_attacked_by_another=False,
            actor=_somebody(chance),
            target=_somebody(chance),
            target_hidden=False,
        )
        pair = paired(situation, chance.choice(list(Back)), tables)
        defender = pair.defender or "target"
        for (choice, reply), expected in choices(pair, defender, tables).exchanges.items():
            law = enumerate_exactly(partial(exchange, pair, defender, choice, partial(_settled, reply), tables)).law
            assert expected == Expected(
                law.mean(lambda fought: fought.defender.killed),
                law.mean(lambda fought: fought.defender.disarmed),
                law.mean(lambda fought: fought.aggressor.killed),
                law.mean(lambda fought: fought.aggressor.disarmed),
            )


def _somebody(chance: Random) -> Combatant:
    men = chance.randint(1, 20)
    unarmed = chance.randint(0, men) if chance.random() < 0.3 else 0
    return Combatant(
        name=chance.choice(("Eagles", "Jaguars", None)),
        type=UnitType.COMBAT,
        weapon=chance.choice((Weapon.CLUB, Weapon.WAR_CLUB, Weapon.SWORD, Weapon.BOW)),
        strength=chance.randint(1, 6),
        men=men,
        elite=chance.random() < 0.3,
        armoured=chance.random() < 0.3,
        movement=chance.choice(list(Movement)),
        unarmed=unarmed,
        unconscious=0,
        rolled=chance.random() < 0.2,
    )
