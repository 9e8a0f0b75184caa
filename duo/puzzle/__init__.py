"""Puzzles: how they are searched for, proven, graded, stored in packs and offered by rating."""
