"""The desk of any table of the kit: what is seen, what can be ordered and with what prospects, and what happened, in words."""
