"""Imports published word vectors as a model for duo."""
