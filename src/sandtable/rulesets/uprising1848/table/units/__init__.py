"""Units as they gather, split, waver and rally (chapters 4 and 10)."""
