"""Proving and grading: ranking of answers, links between clue and words, tags, grades."""
