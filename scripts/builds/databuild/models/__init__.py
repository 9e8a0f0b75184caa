"""Builds `models/` from public word data. The package `duo` does not import it."""
