"""A battle in which both sides hide something: units in ambush, mines, columns that are still to come. Every secret has a name of its own."""

from __future__ import annotations

from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY, column, part, scenario, unit

SCENARIO = scenario(
    "The Ambush",
    part("area", kind="woods", outline=[[3, 18], [13, 18], [13, 24], [3, 24]]),
    part("area", kind="woods", outline=[[26, 4], [36, 4], [36, 10], [26, 10]]),
    column(
        "First",
        REVOLUTIONARY,
        {"name": "Vega", "at": [18, 6], "chief": True},
        unit("Foot", "RegularInfantry", 4, [18, 12, 0]),
        unit("Horse", "IrregularCavalry", 4, [24, 13, 0]),
        unit("Coyotes of Yndé", "RegularInfantry", 4, [31, 7.123, 0], id="hush-coyotes", hidden=True),
    ),
    column(
        "Batopilas Relief",
        REVOLUTIONARY,
        {"name": "Tecolote", "id": "hush-tecolote"},
        unit("Batopilas Miners", "RegularInfantry", 4, id="hush-miners"),
        id="hush-relief",
    ),
    column(
        "Second",
        GOVERNMENT,
        {"name": "Rubio", "at": [18, 26], "chief": True},
        unit("Zaragoza Skirmishers", "RegularInfantry", 4, [8, 21.457, 180], id="hush-zaragoza", hidden=True),
        unit("Line", "RegularInfantry", 4, [20, 20, 180], formation="deployed"),
        unit("Maxims", "MachineGuns", 2, [15, 21, 180], formation="deployed"),
    ),
    part("arrival", id="hush-road", turn=11, at=[2.345, 0, 0], columns=["Batopilas Relief"]),
    part("mark", id="hush-mine-east", kind="mineSquare", side="Government", at=[33.219, 15.871], hidden=True),
    part("mark", id="hush-mine-west", kind="commandMine", side="Government", at=[4.377, 14.653], hidden=True),
    size=(40, 30),
    options=("mines", "hidden"),
    turns=12,
    morale=False,
)

# What gives a secret away, whoever's it is: names, and places, in thousandths of an inch as frames spell them and in inches as maps do.
GOVERNMENTS: dict[str, tuple[str, ...]] = {
    "hush-zaragoza": ("hush-zaragoza", "Zaragoza", "8000,21457", "21.457"),
    "hush-mine-east": ("hush-mine-east", "33219,15871", "32219,14871", "33.219", "15.871"),
    "hush-mine-west": ("hush-mine-west", "4377,14653", "3377,13653", "4.377", "14.653"),
}
REVOLUTIONARIES: dict[str, tuple[str, ...]] = {
    "hush-coyotes": ("hush-coyotes", "Coyotes", "31000,7123", "7.123"),
    "hush-miners": ("hush-miners", "Miners", "2345,0", "2.345", "hush-road"),
    "hush-tecolote": ("hush-tecolote", "Tecolote", "hush-relief", "Batopilas Relief"),
}
