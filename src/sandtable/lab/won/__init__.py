"""Where a battle was won: the chance to win after each order, by playing on from there, and the orders and throws that moved it most."""
