"""Rulesets: siblings on one kernel; none imports another."""
