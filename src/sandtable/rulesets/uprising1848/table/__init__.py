"""The digital table of 1848!: figures, ground and places for the umpire's rules, and a government that plays by them."""
