"""Where battles are kept: SQLite in a file by default, PostgreSQL where several server processes share them."""
