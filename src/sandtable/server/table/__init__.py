"""Battles over the network: seats, live battles, what each seat is told."""
