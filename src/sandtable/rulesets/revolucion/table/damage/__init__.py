"""What is done to units: the effects of a verdict, falling back, blasts, mines (chapter 5, REV-10.88 to REV-10.91)."""
