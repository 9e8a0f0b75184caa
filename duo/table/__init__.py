"""Playing a game: players, sessions, campaigns and stores."""
