"""Choosing what to touch: the query, the decision, and its explanation."""
