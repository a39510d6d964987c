"""How a table is set up at the page: camera, view, seats, game, deck."""
