"""A small battle with everything in it: trains and passengers, wire, mines, hidden units, vehicles, aircraft, a máquina loca."""

from __future__ import annotations

from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY, column, part, scenario, unit

SCENARIO = scenario(
    "The Proving Ground",
    part("area", kind="woods", outline=[[4, 18], [12, 18], [12, 24], [4, 24]]),
    part("line", kind="wire", points=[[14, 16], [26, 16]]),
    part("road", id="line", kind="railway", points=[[30, 0], [30, 30]]),
    column(
        "First",
        REVOLUTIONARY,
        {"name": "Vega", "at": [18, 6], "chief": True},
        unit("Foot", "RegularInfantry", 4, [18, 12, 0]),
        unit("Horse", "IrregularCavalry", 4, [8, 12, 0]),
        unit("Battery", "Artillery", 2, [22, 8, 0], formation="deployed"),
        unit("Convoy", "truck", 2, [24, 5, 0]),
        unit("Escort", "RegularInfantry", 4, aboard="convoy"),
        unit("Tankettes", "tankette", 1, [12, 8, 0]),
    ),
    column(
        "Engines",
        REVOLUTIONARY,
        None,
        unit("Loca", "maquinaLoca", 1, on="line", along=4, end=28),
        unit("Biplane", "aircraft", 1, [2, 2, 0], bombs=True, strafes=True),
    ),
    column(
        "Second",
        GOVERNMENT,
        {"name": "Rubio", "at": [18, 26], "chief": True},
        unit("Ambush", "RegularInfantry", 4, [8, 21, 180], hidden=True),
        unit("Line", "RegularInfantry", 4, [20, 20, 180], formation="deployed"),
        unit("Maxims", "MachineGuns", 2, [15, 21, 180], formation="deployed", aa=True),
        unit("Express", "train", 4, armored=True, on="line", along=18, backwards=True),
        unit("Guard", "RegularInfantry", 4, aboard="express"),
        unit("Car-gun", "MachineGuns", 1, aboard="express", emplaced=True),
    ),
    part("mark", id="minefield-east", kind="mineSquare", side="Government", at=[18, 15], hidden=True),
    part("mark", id="minefield-west", kind="mineSquare", side="Government", at=[8, 15], hidden=True),
    part("mark", id="charge-road", kind="commandMine", side="Government", at=[20, 17], hidden=True),
    part("objective", name="Away to the west", kind="exit", edge="west"),
    size=(40, 30),
    options=("wire", "mines", "hidden", "aircraft", "trackRipping", "indirect"),
    turns=5,
)
SECRETS = ("ambush", "minefield-east", "minefield-west", "charge-road")
