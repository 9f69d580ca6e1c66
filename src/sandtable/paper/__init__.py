"""Reference sheets: how a ruleset arranges its numbers on two sides of paper, and the pages drawn from that. Pure Python, so that phones draw them too."""
