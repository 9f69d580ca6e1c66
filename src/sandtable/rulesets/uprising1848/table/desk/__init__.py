"""What people see at the table and pick from, and how the log tells it."""
