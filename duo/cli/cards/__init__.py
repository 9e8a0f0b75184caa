"""Commands for key cards, decks, boards and printing."""
