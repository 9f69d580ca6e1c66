"""Who plays for the program: the government by its rules, and simple revolutionaries."""
