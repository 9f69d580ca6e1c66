"""Who goes where: by a throw, in a charge, and where arrivals find room (chapters 7 and 9, R48-11.33 to R48-11.41b)."""
