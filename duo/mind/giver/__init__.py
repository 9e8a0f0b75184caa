"""Choosing a clue: the query, the search over candidates, and the reasons."""
