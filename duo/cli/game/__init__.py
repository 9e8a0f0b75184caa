"""Commands that play, watch, review and score games."""
