"""Work that does not belong to a single request: AI moves, event streams, and lanes for expensive requests."""
