"""How much one line may carry."""

LARGEST_FRAME = 32_768
MOST_AT_ONCE, PER_SECOND = 120.0, 60.0  # a dragging finger asks for a preview at every move
STRIKES = 200  # refusals for haste after which a line is closed
HELLO_WITHIN = 20.0  # seconds
