"""Readers for the formats of the sources, one module per source."""
