"""Battles as environments for other people's learners."""
