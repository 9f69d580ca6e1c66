"""Charges, replies to them, combats, and what becomes of who goes back."""
