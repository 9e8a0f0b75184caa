"""What a guesser can infer about the giver's side of the key card, from the rules of the card and from all clues."""
