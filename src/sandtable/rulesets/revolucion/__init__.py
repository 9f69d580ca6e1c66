"""Revolucion!: battles of the Mexican Revolution, 1910-1920, at grand tactical scale."""
