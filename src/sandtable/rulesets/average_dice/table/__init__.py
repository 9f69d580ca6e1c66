"""The table of Average Dice: the umpire's books, actions and effects, with what geometry measures for them."""
