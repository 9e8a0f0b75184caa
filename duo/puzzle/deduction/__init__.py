"""Deductions on a key card: premises, counting, and steps of inference."""
