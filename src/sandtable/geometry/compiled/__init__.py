"""The loops of geometry, compiled on first use and kept: plain arrays in, plain numbers out."""
