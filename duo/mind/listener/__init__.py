"""From associations to guess probabilities: which words a clue brings to mind, and which ones a giver means."""
