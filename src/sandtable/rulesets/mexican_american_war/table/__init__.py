"""The Mexican-American War on the table: stands in formation, one die for many units, charges and their replies."""
