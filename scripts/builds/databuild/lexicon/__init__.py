"""Builds `wordlists/lexicon` from public data. The package `duo` does not import it."""
