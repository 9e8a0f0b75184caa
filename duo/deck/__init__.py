"""Key-card decks: generated, balanced, measured."""
