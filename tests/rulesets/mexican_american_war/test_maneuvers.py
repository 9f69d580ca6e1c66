"""What an effect lets a unit do, and what becomes of it: lists, formations, squares, guns, defiles (chapters 2, 7, 13, 15, 16)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulesets.mexican_american_war.play import checked, effect, kinds, problems, refused_by, verdict
from tests.support.talk import Fields

TROOPS_FAST = {
    "full move", "change formation", "passage of lines", "march by the flank", "change front", "face by the rear rank",
    "scale an obstacle", "form a storming column", "replenish ammunition", "hold",
}  # fmt: skip
TROOPS_SLOW = {
    "half move", "full move in disorder", "change formation", "face by the rear rank", "scale an obstacle", "hold",
}  # fmt: skip


def allowed(total, **unit):
    return set(effect(checked(total, **unit), "checked").maneuvers)


def drill(maneuver, **about):
    return verdict("maneuver", **{"side": "US", "maneuver": maneuver, **about})


def refused(maneuver, **about):
    return refused_by("maneuver", **{"side": "US", "maneuver": maneuver, **about})


@pytest.mark.rule("MAW-2.19", "MAW-2.23", "MAW-7.10")
def test_the_troop_lists():
    worn: Fields = {"effectiveness": "Worn", "low_ammunition": True}
    assert allowed(5, **worn) == allowed(8, **worn) == TROOPS_FAST
    assert allowed(2, **worn) == TROOPS_SLOW
    column: Fields = {"effectiveness": "Worn", "formation": "march column"}
    assert "deploy to the front" in allowed(5, **column)
    assert "deploy to the front" not in allowed(2, **column)
    for total in (0, -2):
        assert allowed(total, effectiveness="Spent", experience="Raw") == set()


@pytest.mark.rule("MAW-2.28", "MAW-2.29", "MAW-21.02", "MAW-21.03")
def test_the_gun_lists():
    light: Fields = {"arm": "guns", "carriage": "hlc", "low_ammunition": True}
    heavy: Fields = {"arm": "guns", "carriage": "hc field", "low_ammunition": True}
    assert allowed(5, **heavy) == {"fire", "limber", "pivot", "replenish ammunition", "hold"}
    assert allowed(5, **heavy, limbered=True) == {"full move", "unlimber", "replenish ammunition", "hold"}
    assert allowed(5, **heavy, silenced=True) == {"limber", "pivot", "rally the guns", "replenish ammunition", "hold"}
    assert allowed(5, **light) - allowed(5, **heavy) == {"limber and full move", "pivot and fire", "hand haul"}
    assert allowed(5, **light, limbered=True) - allowed(5, **heavy, limbered=True) == {
        "full move and unlimber",
        "unlimber and fire",
    }


@pytest.mark.rule("MAW-2.31", "MAW-2.31a", "MAW-2.32", "MAW-9.02", "MAW-G.40")
def test_guns_on_a_tardy_result():
    heavy: Fields = {"arm": "guns", "carriage": "hc siege", "experience": "Raw", "outflanked": True}
    light: Fields = {**heavy, "carriage": "olc"}
    assert allowed(2, **heavy) == allowed(2, **light) == {"fire", "limber", "pivot", "hold"}
    assert allowed(2, **heavy, limbered=True) == {"full move", "unlimber", "hold"}
    assert allowed(2, **heavy, silenced=True) == {"limber", "pivot", "hold"}, "no rally on Tardy"
    assert allowed(2, **light, silenced=True) == {"limber", "pivot", "hold", "limber and full retreat silenced"}
    any_gun: Fields = {"options": {"tardyLimber": "any"}, **heavy, "silenced": True}
    assert "limber and full retreat silenced" in allowed(2, **any_gun)
    gone = drill("limber and full retreat silenced", arm="guns", carriage="olc", silenced=True, check_effect="Tardy")
    assert kinds(gone) == ["maneuvers", "limbers", "silenced", "full_retreat", "may_fire"]
    assert not effect(gone, "may_fire").fire


@pytest.mark.rule("MAW-1.21")
def test_light_carriages_may_do_all_that_heavy_ones_may():
    for total in (1, 3, 8):
        for limbered in (False, True):
            gun: Fields = {"arm": "guns", "limbered": limbered, "experience": "Raw", "outflanked": True}
            heavy = allowed(total, **gun, carriage="hc field")
            for carriage in ("hlc", "olc", "mlc", "flc", "lc rocket"):
                assert allowed(total, **gun, carriage=carriage) >= heavy
    for ground in ("open", "broken", "rough"):
        for pace in ("Well Handled", "Double Quick"):

            def rate(carriage, ground=ground, pace=pace):
                fields: Fields = {
                    "side": "US",
                    "mover": "guns",
                    "carriage": carriage,
                    "ground": ground,
                    "check_effect": pace,
                }
                return verdict("move", **fields).measure("distance")

            assert rate("hc siege") <= rate("hc field") <= rate("olc") <= rate("hlc") <= rate("flc")


@pytest.mark.rule("MAW-2.29a", "MAW-19.07", "MAW-19.11a")
def test_guns_are_hauled_by_hand():
    for carriage, inches in {"hlc": 2, "olc": 2, "flc": 2, "mlc": 4, "lc rocket": 4}.items():
        assert drill("hand haul", arm="guns", carriage=carriage).measure("distance") == inches
    assert refused("hand haul", arm="guns", carriage="hc field") == {"MAW-2.28"}


@pytest.mark.rule("MAW-G.26b", "MAW-G.26")
def test_fixed_guns_never_move():
    assert allowed(5, arm="guns", fixed=True) == {"fire", "pivot", "pivot and fire", "hold"}
    assert "rally the guns" in allowed(5, arm="guns", fixed=True, silenced=True)
    rallied = drill("rally the guns", arm="guns", silenced=True)
    assert kinds(rallied) == ["maneuvers", "guns_rallied", "may_fire"]


@pytest.mark.rule("MAW-2.20", "MAW-2.22", "MAW-2.24", "MAW-7.12", "MAW-15.10", "MAW-15.16")
@pytest.mark.parametrize(
    "about",
    (
        {"maneuver": "change formation", "new_formation": "field column"},
        {"maneuver": "change formation", "check_effect": "Tardy", "new_formation": "open order thin"},
        {"maneuver": "change formation", "new_formation": "deliberate square"},
        {"maneuver": "change formation", "formation": "deliberate square", "new_formation": "line"},
        {"maneuver": "deploy to the front", "formation": "march column"},
    ),
)
def test_raw_troops_lose_their_order_on_hard_ground(about):
    for ground in ("broken", "rough"):
        assert verdict("maneuver", side="US", experience="Raw", ground=ground, **about).measure("disordered")
        assert not verdict("maneuver", side="US", experience="Trained", ground=ground, **about).measure("disordered")
    assert not verdict("maneuver", side="US", experience="Raw", ground="open", **about).measure("disordered")


@pytest.mark.rule("MAW-2.21")
def test_passage_of_lines_may_shake_both_units():
    calm = drill("passage of lines")
    assert (calm.measure("distance"), calm.measure("disordered")) == (6, False)
    for cause in ({"experience": "Raw"}, {"ground": "broken"}, {"ground": "rough"}, {"other_unit_shaky": True}):
        found = drill("passage of lines", **cause)
        assert [one.whom for one in found.effects if one.kind == "order_becomes"] == ["unit", "friend"], cause


@pytest.mark.rule("MAW-G.56", "MAW-2.19")
def test_half_moves_go_with_a_change_of_formation_and_a_passage_only():
    halves = {"change formation", "passage of lines", "march by the flank", "form a storming column"}
    for maneuver in TROOPS_FAST - halves - {"full move"}:
        assert drill(maneuver, low_ammunition=True).measure("distance") == 0, maneuver
    for maneuver in halves:
        assert drill(maneuver).measure("distance") == 6, maneuver
    assert drill("full move").measure("distance") == 12
    assert refused("replenish ammunition", low_ammunition=True, moved_already=True) == {"MAW-G.56"}


@pytest.mark.rule("MAW-7.02", "MAW-7.03", "MAW-7.08")
def test_a_rallied_unit_may_stay_disordered_and_move_full():
    stays = drill("full move in disorder", order="disordered", check_effect="Rally")
    assert (stays.measure("distance"), stays.measure("disordered")) == (12, True)
    rallies = drill("half move", order="disordered", check_effect="Rally")
    assert effect(rallies, "order_becomes").order == "good order"
    broken = drill("full move in disorder", order="broken", check_effect="Rally")
    assert kinds(broken)[:3] == ["maneuvers", "may_move", "reforms"]
    assert broken.measure("distance") == 12, "it moves as the line it has formed"
    cavalry = drill("full move in disorder", side="MEX", arm="cavalry", check_effect="Tardy")
    assert cavalry.measure("distance") == 18, "Mexican cavalry may move so, but not charge"


@pytest.mark.rule("MAW-7.10", "MAW-7.10a")
def test_deploying_to_the_front_is_the_whole_maneuver():
    found = drill("deploy to the front", formation="march column")
    assert found.measure("distance") == 0
    assert effect(found, "formation_becomes").formation == "line"
    assert refused("deploy to the front", formation="line") == {"MAW-2.19"}
    assert refused("deploy to the front", formation="march column", check_effect="Tardy") == {"MAW-2.19"}
    assert refused("deploy to the front", formation="march column", moved_already=True) == {"MAW-7.10a"}


@pytest.mark.rule("MAW-13.02", "MAW-13.06", "MAW-13.09", "MAW-13.10")
def test_open_order_is_for_light_troops():
    open_order: Fields = {"maneuver": "change formation", "new_formation": "open order thin"}
    assert refused_by("maneuver", side="US", **open_order, light_troops=False) == {"MAW-13.02"}
    found = verdict("maneuver", side="US", **open_order)
    assert effect(found, "formation_becomes").formation == "open order thin"
    assert found.measure("distance") == 6
    for new in ("line", "field column", "garrison"):
        fields: Fields = {"maneuver": "change formation", "new_formation": new, "open_order_only": True}
        assert "MAW-13.10" in refused_by("maneuver", side="US", formation="open order deep", **fields)
    back: Fields = {"maneuver": "change formation", "formation": "open order thin", "new_formation": "line"}
    assert not problems("maneuver", side="US", **back, check_effect="Tardy")


@pytest.mark.rule("MAW-13.08")
def test_open_order_changes_its_frontage_once_a_turn():
    fields: Fields = {
        "maneuver": "change formation",
        "formation": "open order thin",
        "new_formation": "open order deep",
    }
    assert not problems("maneuver", side="US", **fields)
    assert refused_by("maneuver", side="US", **fields, frontage_changed=True) == {"MAW-13.08"}


@pytest.mark.rule("MAW-15.05")
def test_only_infantry_forms_square():
    for cavalry in ({"mounted": True}, {"mounted": False}):
        fields: Fields = {
            "arm": "cavalry",
            **cavalry,
            "maneuver": "change formation",
            "new_formation": "deliberate square",
        }
        assert "MAW-15.05" in refused_by("maneuver", side="US", **fields)
    assert "MAW-15.05" in refused_by(
        "maneuver_check", side="US", units=[{"arm": "cavalry", "formation": "hasty square"}]
    )


@pytest.mark.rule("MAW-15.07", "MAW-15.08", "MAW-15.09")
def test_deliberate_squares():
    square: Fields = {"maneuver": "change formation", "new_formation": "deliberate square"}
    for formation in ("line", "field column", "open order thin", "march column"):
        found = verdict("maneuver", side="US", **square, formation=formation)
        assert found.measure("distance") == 6, "with a half move"
    for formation in ("line", "supported line", "field column"):
        assert (
            verdict("maneuver", side="US", **square, formation=formation, check_effect="Tardy").measure("distance") == 0
        )
    for formation in ("open order thin", "open order deep", "march column"):
        assert refused_by("maneuver", side="US", **square, formation=formation, check_effect="Tardy") == {"MAW-15.09"}


@pytest.mark.rule("MAW-15.13", "MAW-15.13a")
def test_squares_move_by_inches():
    square: Fields = {"formation": "deliberate square"}
    assert [
        drill("full move", **square, ground=ground).measure("distance") for ground in ("open", "broken", "rough")
    ] == [4, 3, 2]
    tardy = [
        drill("half move", **square, ground=g, check_effect="Tardy").measure("distance")
        for g in ("open", "broken", "rough")
    ]
    assert tardy == [2, Fraction(3, 2), 1]
    assert refused("full move in disorder", **square, check_effect="Tardy") == {"MAW-2.19"}


@pytest.mark.rule("MAW-15.14", "MAW-15.15", "MAW-G.61", "MAW-2.23")
def test_leaving_a_square():
    out: Fields = {"maneuver": "change formation", "formation": "deliberate square"}
    for new in ("line", "open order thin", "field column"):
        assert not problems("maneuver", side="US", **out, new_formation=new, check_effect="Tardy")
    assert refused_by("maneuver", side="US", **out, new_formation="march column", check_effect="Tardy") == {"MAW-2.23"}
    column = verdict("maneuver", side="US", **out, new_formation="march column")
    assert effect(column, "formation_becomes").formation == "march column"
    from_line: Fields = {**out, "formation": "line"}
    assert refused_by("maneuver", side="US", **from_line, new_formation="field column", check_effect="Tardy") == {
        "MAW-2.23"
    }


@pytest.mark.rule("MAW-16.02", "MAW-16.03b", "MAW-16.04")
def test_storming_columns_form_near_a_defile():
    for pace, inches in (("Well Handled", 6), ("Double Quick", 8), ("Rally with Elan", 6)):
        found = drill(
            "form a storming column", check_effect=pace, order="disordered" if "Rally" in pace else "good order"
        )
        assert found.measure("distance") == inches
        assert effect(found, "formation_becomes").formation == "storming column"
    assert refused("form a storming column", check_effect="Tardy") == {"MAW-2.19"}
    assert refused("form a storming column", defile_within_half_move=False) == {"MAW-16.02"}
    assert "MAW-16.03b" in refused("form a storming column", arm="cavalry", mounted=False, formation="open order thin")


@pytest.mark.rule("MAW-G.06b")
def test_ammunition_comes_up_away_from_the_enemy():
    low: Fields = {"low_ammunition": True}
    assert kinds(drill("replenish ammunition", **low)) == ["maneuvers", "replenished"]
    assert refused("replenish ammunition", **low, enemy_near=True) == {"MAW-G.06b"}
    assert refused("replenish ammunition", **low, check_effect="Tardy") == {"MAW-2.19"}
    assert refused("replenish ammunition") == {"MAW-2.19"}, "nothing to replenish"


@pytest.mark.rule("MAW-15.43", "MAW-15.43a", "MAW-G.47")
def test_a_sheltered_crew_stays_or_returns_and_then_rallies():
    crew: Fields = {"arm": "guns", "silenced": True, "crew_sheltered": True}
    assert allowed(5, **crew) == {"return to the guns", "hold"}
    assert kinds(drill("return to the guns", **crew)) == ["maneuvers", "crew_returns", "may_fire"]
    assert refused("return to the guns", **crew, enemy_near=True) == {"MAW-G.47"}
    assert "rally the guns" in allowed(5, arm="guns", silenced=True)


@pytest.mark.rule("MAW-G.09a")
def test_major_obstacles_are_scaled_with_the_whole_maneuver():
    for pace in ("Well Handled", "Tardy"):
        assert drill("scale an obstacle", check_effect=pace).measure("distance") == 0


@pytest.mark.rule("MAW-G.19h")
def test_cavalry_mounts_and_dismounts_by_changing_formation():
    down = drill("change formation", arm="cavalry", mounted_after=False, new_formation="line")
    assert [(one.kind, getattr(one, "formation", None)) for one in down.effects[-2:]] == [
        ("mounts", None),
        ("formation_becomes", "open order thin"),
    ]
    up = drill("change formation", arm="cavalry", mounted=False, mounted_after=True, new_formation="line")
    assert effect(up, "mounts").mounted
    assert effect(up, "formation_becomes").formation == "line"
    assert drill("full move", arm="cavalry", mounted=False).measure("distance") == 12, (
        "on foot it moves as skirmishers do"
    )


@pytest.mark.rule("MAW-G.46")
def test_irregulars_fight_in_open_order_only():
    irregular = {"unit_class": "irregular", "formation": "line"}
    assert refused_by("maneuver_check", side="MEX", units=[irregular]) == {"MAW-G.46"}
    fields: Fields = {"unit_class": "irregular", "formation": "open order thin", "maneuver": "change formation"}
    assert "MAW-13.10" in refused_by("maneuver", side="MEX", **fields, new_formation="line")
    assert "MAW-13.10" in refused_by("maneuver", side="MEX", **fields, new_formation="deliberate square")


@pytest.mark.rule("MAW-G.07j")
def test_guns_say_whether_they_may_still_fire():
    for maneuver, gun, fires in (
        ("fire", {}, True),
        ("pivot and fire", {}, True),
        ("unlimber and fire", {"limbered": True}, True),
        ("pivot", {}, False),
        ("limber", {}, False),
        ("hold", {}, True),
        ("hold", {"silenced": True}, False),
    ):
        assert effect(drill(maneuver, arm="guns", **gun), "may_fire").fire is fires, maneuver


@pytest.mark.rule(
    "MAW-2.18",
    "MAW-21.01",
    "MAW-21.04",
    "MAW-21.04b",
    "MAW-20.08",
    "MAW-20.09",
    "MAW-19.08",
    "MAW-19.09",
    "MAW-19.10",
    "MAW-20.10",
    "MAW-19.05",
    "MAW-19.06",
    "MAW-20.07",
    "MAW-20.07a",
    "MAW-19.11",
)
def test_guns_move_by_carriage_and_draft():
    def rates(carriage):
        fields: Fields = {"side": "US", "mover": "guns", "carriage": carriage}
        grounds = ("open", "broken", "rough")
        return [
            tuple(
                verdict("move", **fields, ground=g, check_effect=pace).measure("distance")
                for pace in ("Well Handled", "Double Quick")
            )
            for g in grounds
        ]

    assert rates("hc siege") == [(6, 8), (4, 6), (2, 4)]
    assert rates("hc field") == rates("olc") == [(8, 12), (6, 10), (4, 6)]
    assert rates("hlc") == rates("mlc") == rates("lc rocket") == [(12, 16), (8, 12), (4, 6)]
    assert rates("flc") == [(18, 24), (12, 16), (4, 6)]


CHART = {
    ("infantry", "open order thin"): [(12, 16), (10, 14), (8, 12)],
    ("infantry", "open order deep"): [(12, 16), (10, 14), (8, 12)],
    ("infantry", "field column"): [(12, 16), (10, 14), (8, 12)],
    ("infantry", "march column"): [(12, 16), (10, 14), (8, 12)],
    ("cavalry", "line"): [(18, 24), (12, 16), (4, 6)],
    ("cavalry", "open order thin"): [(18, 24), (14, 20), (6, 8)],
    ("cavalry", "field column"): [(18, 24), (14, 20), (6, 8)],
    ("cavalry", "march column"): [(18, 24), (14, 20), (6, 8)],
}


@pytest.mark.rule("MAW-2.12", "MAW-G.21a")
def test_the_movement_chart():
    grounds, paces = ("open", "broken", "rough"), ("Well Handled", "Double Quick")
    for (mover, formation), rates in CHART.items():
        fields: Fields = {"side": "US", "mover": mover, "formation": formation}
        assert [
            tuple(verdict("move", **fields, ground=g, check_effect=p).measure("distance") for p in paces)
            for g in grounds
        ] == rates
    for mover, paced in {"infantry": (16, 14, 12), "cavalry": (24, 20, 8)}.items():
        fields = {"side": "MEX", "mover": mover, "broken_troops": True}
        for pace in paces:
            assert (
                tuple(verdict("move", **fields, ground=g, check_effect=pace).measure("distance") for g in grounds)
                == paced
            )
    for mounted, ridden in {True: (24, 20, 12), False: (16, 14, 12)}.items():
        fields = {"side": "US", "mover": "leader", "mounted": mounted}
        assert tuple(verdict("move", **fields, ground=g).measure("distance") for g in grounds) == ridden
    foot: Fields = {"side": "US", "mover": "cavalry", "mounted": False, "formation": "open order thin"}
    assert tuple(verdict("move", **foot, ground=g).measure("distance") for g in grounds) == (12, 10, 8)


@pytest.mark.rule("MAW-8.12a")
def test_a_poor_road_is_open_ground_only():
    fields: Fields = {"side": "US", "mover": "guns", "carriage": "hlc"}
    assert (
        verdict("move", **fields, road="poor").measure("distance")
        == verdict("move", **fields).measure("distance")
        == 12
    )
    assert verdict("move", **fields, road="good").measure("distance") == 24


@pytest.mark.rule("MAW-G.49a", "MAW-16.02")
def test_a_storming_column_in_the_defile_goes_on_by_half_a_move_or_holds():
    column: Fields = {"side": "US", "formation": "storming column"}
    on = verdict("maneuver", **column, maneuver="form a storming column")
    assert on.measure("distance") == 6
    assert refused_by("maneuver", **column, maneuver="full move") == {"MAW-2.19"}
    for maneuver in ("half move", "full move in disorder", "change formation"):
        assert "MAW-2.19" in refused_by("maneuver", **column, check_effect="Tardy", maneuver=maneuver)
    assert not problems("maneuver", **column, check_effect="Tardy", maneuver="hold")


@pytest.mark.rule("MAW-7.13", "MAW-G.46")
def test_irregulars_march_and_take_open_order_again():
    rancheros: Fields = {
        "side": "MEX",
        "arm": "cavalry",
        "unit_class": "irregular",
        "light_troops": False,
        "formation": "march column",
    }
    found = verdict("maneuver", **rancheros, maneuver="change formation", new_formation="open order thin")
    assert [one.formation for one in found.effects if one.kind == "formation_becomes"] == ["open order thin"]
    deployed = verdict("maneuver", **rancheros, maneuver="deploy to the front")
    assert [one.formation for one in deployed.effects if one.kind == "formation_becomes"] == ["open order thin"]


@pytest.mark.rule("MAW-12.10")
def test_by_night_a_move_at_the_double_quick_is_a_tardy_one():
    night: Fields = {"side": "US", "light": "night moonlit", "check_effect": "Double Quick"}
    assert verdict("move", **night).measure("distance") == 12
    assert verdict("move", **night, move_part="half").measure("distance") == 6
    assert verdict("move", side="US", check_effect="Double Quick").measure("distance") == 16
