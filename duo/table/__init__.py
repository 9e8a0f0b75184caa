"""Playing: players, sessions, campaigns, saving."""
