"""Bounded reading of untrusted files, JSON schemas, locks and atomic writing."""
