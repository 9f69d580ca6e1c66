"""Revolucion! on the digital table: positions make the situations of the rules, geometry answers what they ask, effects change the units."""
