"""A battle on the digital table: seats, orders, events, views, the log. It knows no ruleset."""
