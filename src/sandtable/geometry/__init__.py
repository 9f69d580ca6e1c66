"""The table in true inches: footprints, distances, arcs, lines of sight, paths. It knows no ruleset."""
