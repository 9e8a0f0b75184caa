"""Puzzles: found, proven, graded."""
