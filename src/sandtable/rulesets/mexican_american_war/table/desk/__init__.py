"""What people see at the table and pick from."""
