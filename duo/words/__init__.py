"""Word lists and the rules for legal clues."""
