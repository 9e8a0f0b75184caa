"""Guessers: what a guesser is asked, which word it touches or whether it stops, and why."""
