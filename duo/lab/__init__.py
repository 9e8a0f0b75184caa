"""Self-play: seeded runs in parallel, and reports about them."""
