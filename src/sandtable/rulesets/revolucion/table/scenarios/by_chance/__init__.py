"""Battles made by a seed: casual forces on ground of its own (REV-2.44, REV-8.41)."""
