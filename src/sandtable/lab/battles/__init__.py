"""Battles for the lab: what is played, by whom, over how many processes, and where what came of it is kept."""
