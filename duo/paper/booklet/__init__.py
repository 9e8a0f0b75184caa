"""Puzzle booklets: pages, front page, and text forms."""
