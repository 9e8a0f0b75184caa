"""Commands that make, solve and print puzzles."""
