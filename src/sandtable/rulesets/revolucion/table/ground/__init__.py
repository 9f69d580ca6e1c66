"""The ground and what stands on it in inches: kinds of ground, what they cost, the shapes of formations (chapters 2, 4 and 8)."""
