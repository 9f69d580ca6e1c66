"""A battle in which both sides hide something: units in ambush, mines, columns that are still to come. Every secret has a name of its own."""

from __future__ import annotations

SCENARIO = """
ruleset = "revolucion"
title = "The Ambush"

[table]
width = 40
height = 30

[options]
mines = true
hidden = true

[[area]]
kind = "woods"
outline = [[3, 18], [13, 18], [13, 24], [3, 24]]

[[area]]
kind = "woods"
outline = [[26, 4], [36, 4], [36, 10], [26, 10]]

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
at = [24, 13, 0]

[[column.unit]]
name = "Coyotes of Yndé"
id = "hush-coyotes"
type = "RegularInfantry"
bases = 4
at = [31, 7.123, 0]
hidden = true

[[column]]
name = "Batopilas Relief"
id = "hush-relief"
side = "Revolutionary"
leader = { name = "Tecolote", id = "hush-tecolote" }

[[column.unit]]
name = "Batopilas Miners"
id = "hush-miners"
type = "RegularInfantry"
bases = 4

[[arrival]]
id = "hush-road"
turn = 11
at = [2.345, 0, 0]
columns = ["Batopilas Relief"]

[[column]]
name = "Second"
side = "Government"
leader = { name = "Rubio", at = [18, 26], chief = true }

[[column.unit]]
name = "Zaragoza Skirmishers"
id = "hush-zaragoza"
type = "RegularInfantry"
bases = 4
at = [8, 21.457, 180]
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

[[mark]]
id = "hush-mine-east"
kind = "mineSquare"
side = "Government"
at = [33.219, 15.871]
hidden = true

[[mark]]
id = "hush-mine-west"
kind = "commandMine"
side = "Government"
at = [4.377, 14.653]
hidden = true

[victory]
turns = 12
morale = false
"""

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
