"""What a guesser can infer: the pattern of the key card, and a joint belief over all clues given so far."""
