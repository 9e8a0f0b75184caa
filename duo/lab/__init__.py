"""Self-play: seeded runs in parallel, and their reports."""
