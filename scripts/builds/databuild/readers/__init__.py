"""Reads what others published, each in its own format: one reader a source."""
