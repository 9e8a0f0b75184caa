"""Words: the lists, and what may be said."""
