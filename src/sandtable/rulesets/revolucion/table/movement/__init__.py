"""Movement on the table: formations, moves, getting on and off, what is met on the way, leaving (chapter 4)."""
