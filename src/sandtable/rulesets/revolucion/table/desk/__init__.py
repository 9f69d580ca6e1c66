"""The desk of the table: what people see, may ask and may order, answered from their own view."""
