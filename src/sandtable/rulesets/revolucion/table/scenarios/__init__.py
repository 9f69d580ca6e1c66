"""Battles that come with the game, those made by chance, and how any battle is set up."""
