"""Paper: sheet geometry, and the files that carry it."""
