"""Duels: what comes of units that act against each other by a script, round after round, exactly."""
