"""Puzzles: searching, proving, grading, packs, and the ratings of solvers."""
