"""What is hidden from a side, and what shows it (REV-10.92, REV-G.37)."""
