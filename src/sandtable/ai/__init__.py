"""Tools for opponents: maps of what is seen and threatened, and reasons that can be told. They know no ruleset."""
