"""The AI partner: a model of word associations, and the givers and guessers built on it."""
