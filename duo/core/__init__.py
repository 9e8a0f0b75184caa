"""The game as immutable values and pure rules. Uses only the standard library."""
