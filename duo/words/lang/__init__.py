"""Spelling, sounds and word formation of each language. All language modules define the same names."""
