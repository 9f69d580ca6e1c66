"""Mesoamerica: battles of Pre-Hispanic Mexico, on the umpire."""
