"""Statistics: what may be said of a share, of a difference and of a run that somebody looks at while it goes on."""
