"""One thing at several values: the curve of the wins, where it is even, and steps of a handicap."""
