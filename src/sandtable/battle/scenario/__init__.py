"""A battle before its first turn: files that say the ground and the armies, read, checked and written."""
