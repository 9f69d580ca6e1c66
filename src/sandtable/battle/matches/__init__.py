"""The computer against itself: one battle straight through, or a series of them."""
