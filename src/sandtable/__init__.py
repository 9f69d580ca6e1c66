"""The umpire, the table and the opponent for historical miniatures wargames."""

__version__ = "0.1.0"
