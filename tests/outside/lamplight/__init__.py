"""A made-up game of keepers and shades, in a package of its own: what somebody outside Sandtable would install."""
