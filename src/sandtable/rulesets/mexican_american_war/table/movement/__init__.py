"""Maneuvers: what units do with their steps, where stands end, defiles and works in the way."""
