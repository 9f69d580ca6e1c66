"""Players against players: who is stronger, by how much, and how sure that is."""
