"""The opponent of the Mexican-American War."""
