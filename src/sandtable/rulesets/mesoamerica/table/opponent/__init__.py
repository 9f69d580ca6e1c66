"""The opponent of Mesoamerica's table."""
