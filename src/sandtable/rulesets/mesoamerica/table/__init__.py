"""Mesoamerica on the table."""
