"""How much one line, one seat and one address may ask for."""

LARGEST_FRAME = 32_768
MOST_AT_ONCE, PER_SECOND = 120.0, 60.0  # a dragging finger asks for a preview at every move
MOST_WORK, WORK_PER_SECOND = (
    5.0,
    0.4,
)  # seconds of thinking for one seat, all its lines together: no seat starves the others
STRIKES = 200  # refusals for haste after which a line is closed
HELLO_WITHIN = 20.0  # seconds
MOST_LINES = 24  # of one seat at the same time: tabs and phones
MOST_LINKS = 64  # to one battle
CALLS_AT_ONCE, CALLS_PER_SECOND = 300, 10.0  # of one address
OPENINGS_AT_ONCE, OPENINGS_PER_SECOND = 60, 1.0  # what is kept for good; a club night may share one address
POINTED_FOR = 8.0  # seconds that others see where somebody points
MOST_POINTED, POINTED_PER_SECOND = 6.0, 1.0  # by one seat
