"""Finding new puzzles: a search for tasks of each kind, parallel generation, and drafts of packs."""
