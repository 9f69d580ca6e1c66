"""What the kit's opponent has to know to play Average Dice."""
