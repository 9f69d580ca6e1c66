"""A battle as it is run: the log, the state it leads to, what may be taken back, and the check of all of it."""
