"""Volleys, guns, attacks hand to hand and charges on the table (chapters 6, 8 and 9)."""
