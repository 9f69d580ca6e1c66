"""The opponent of any table of the kit: what a place is worth, what a unit could do, a plan for the side, and reasons in words. A ruleset gives values."""
