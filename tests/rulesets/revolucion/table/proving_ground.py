"""A small battle with everything in it: trains and passengers, wire, mines, hidden units, vehicles, aircraft, a máquina loca."""

from __future__ import annotations

SCENARIO = """
ruleset = "revolucion"
title = "The Proving Ground"

[table]
width = 40
height = 30

[options]
wire = true
mines = true
hidden = true
aircraft = true
trackRipping = true
indirect = true

[[area]]
kind = "woods"
outline = [[4, 18], [12, 18], [12, 24], [4, 24]]

[[line]]
kind = "wire"
points = [[14, 16], [26, 16]]

[[road]]
id = "line"
kind = "railway"
points = [[30, 0], [30, 30]]

[[side]]
label = "Revolutionary"
name = "North"
quality = "motivated"
edge = "south"

[[side]]
label = "Government"
name = "South"
quality = "motivated"
edge = "north"

[[column]]
name = "First"
side = "Revolutionary"
leader = { name = "Vega", at = [18, 6], chief = true }

[[column.unit]]
name = "Foot"
type = "RegularInfantry"
bases = 4
at = [18, 12, 0]

[[column.unit]]
name = "Horse"
type = "IrregularCavalry"
bases = 4
at = [8, 12, 0]

[[column.unit]]
name = "Battery"
type = "Artillery"
bases = 2
formation = "deployed"
at = [22, 8, 0]

[[column.unit]]
name = "Convoy"
type = "truck"
bases = 2
at = [24, 5, 0]

[[column.unit]]
name = "Escort"
type = "RegularInfantry"
bases = 4
aboard = "convoy"

[[column.unit]]
name = "Tankettes"
type = "tankette"
bases = 1
at = [12, 8, 0]

[[column]]
name = "Engines"
side = "Revolutionary"

[[column.unit]]
name = "Loca"
type = "maquinaLoca"
bases = 1
on = "line"
along = 4
end = 28

[[column.unit]]
name = "Biplane"
type = "aircraft"
bases = 1
at = [2, 2, 0]
bombs = true
strafes = true

[[column]]
name = "Second"
side = "Government"
leader = { name = "Rubio", at = [18, 26], chief = true }

[[column.unit]]
name = "Ambush"
type = "RegularInfantry"
bases = 4
at = [8, 21, 180]
hidden = true

[[column.unit]]
name = "Line"
type = "RegularInfantry"
bases = 4
formation = "deployed"
at = [20, 20, 180]

[[column.unit]]
name = "Maxims"
type = "MachineGuns"
bases = 2
formation = "deployed"
at = [15, 21, 180]
aa = true

[[column.unit]]
name = "Express"
type = "train"
bases = 4
armored = true
on = "line"
along = 18
backwards = true

[[column.unit]]
name = "Guard"
type = "RegularInfantry"
bases = 4
aboard = "express"

[[column.unit]]
name = "Car-gun"
type = "MachineGuns"
bases = 1
aboard = "express"
emplaced = true

[[mark]]
id = "minefield-east"
kind = "mineSquare"
side = "Government"
at = [18, 15]
hidden = true

[[mark]]
id = "minefield-west"
kind = "mineSquare"
side = "Government"
at = [8, 15]
hidden = true

[[mark]]
id = "charge-road"
kind = "commandMine"
side = "Government"
at = [20, 17]
hidden = true

[[objective]]
name = "Away to the west"
kind = "exit"
edge = "west"

[victory]
turns = 5
"""
SECRETS = ("ambush", "minefield-east", "minefield-west", "charge-road")
