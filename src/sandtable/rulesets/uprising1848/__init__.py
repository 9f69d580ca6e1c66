"""1848!: co-operative skirmishes of the uprisings of 1848 and 1849, with a referee."""
