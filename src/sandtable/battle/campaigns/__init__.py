"""Battles that follow each other: what an army has lost it has lost."""
