"""A battle that is over, reckoned up: who lost what, how it ended, and how the dice fell against their odds."""
