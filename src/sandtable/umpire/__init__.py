"""The umpire's desk: JSON in, JSON out, the same on the server, on the command line and in the browser."""
