"""Leaders: whom they command, where they ride."""
