"""Whom and what figures meet: people who talk, what a search finds, those who come onto the table."""
