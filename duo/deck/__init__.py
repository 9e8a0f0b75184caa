"""Decks of key cards: generating, balancing and measuring them, and deck files."""
