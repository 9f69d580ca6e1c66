"""The sums of the opponent that are compiled to machine code, as those of geometry are."""
