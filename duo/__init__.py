"""Codenames Duo: the game, its partner, its cards and its puzzles."""

__version__ = "0.2.0.dev0"
