"""Fire and assault on the table (chapters 6 and 7)."""
