"""Deductions about the partner's side: premises, counting of cards, steps of inference."""
