"""What `make bench` runs: speed in one run on one machine, as tables and ratios."""
