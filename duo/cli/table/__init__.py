"""Commands that help people who play with cards at a real table: clues, guesses, rulings and word lists."""
