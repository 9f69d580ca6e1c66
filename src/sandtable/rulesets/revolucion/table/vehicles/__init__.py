"""Vehicles on the table: trains and their tracks, wrecks, aircraft, the máquina loca (chapter 10)."""
