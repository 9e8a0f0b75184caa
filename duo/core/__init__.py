"""The game: pure values and rules, standard library only."""
