"""Average Dice: Villistas against Federals, a skirmish of the Mexican Revolution fought with average dice."""
