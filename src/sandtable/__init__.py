"""The umpire, the table, the opponent and the laboratory for historical miniatures wargames."""

__version__ = "0.1.0"
