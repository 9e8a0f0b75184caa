"""The kinds of puzzle: read, give, endgame and deduce."""
