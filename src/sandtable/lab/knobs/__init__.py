"""Numbers of the tables as knobs: each turned one step either way, on battles that are otherwise the same."""
