"""Revolucion! on the digital table: positions make the situations of the rules, geometry answers what they ask, effects change the units.

From the bottom up, each built on those before it: `ground`; `state`, `orders`, `events`; `hidden`; `leadership`, `permission`; `damage`;
`vehicles`; `movement`; `combat`; `rest`, `rounds`; `scenarios`; `legality`, `offers`; `desk` and `opponent`; `rules`.
"""
