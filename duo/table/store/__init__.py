"""Saved games: one protocol, with a folder, SQLite or PostgreSQL behind it."""
