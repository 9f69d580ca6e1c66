"""The command line: a thin surface over the umpire's desk. One module per command, loaded when it is called."""
