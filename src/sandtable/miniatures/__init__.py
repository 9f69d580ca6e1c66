"""The miniatures kit: a table of figures on bases, made from a ruleset's own umpire and a declaration of what geometry measures for it."""
