"""The opponent of a small game that declares a few things about itself."""
