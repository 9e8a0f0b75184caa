"""Commands for a real table: clues, guesses, rulings, word lists."""
