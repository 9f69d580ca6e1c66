"""The opponent: plans by column, orders by what they are worth, and a reason for each."""
