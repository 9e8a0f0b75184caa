"""Proving and grading: ranking of answers, reasons why a clue means a word, tags, grades."""
