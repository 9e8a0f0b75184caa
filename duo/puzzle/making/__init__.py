"""Finding new puzzles: searches for each kind, parallel making, drafts."""
