"""What each language knows of its own words: one file a language, the same names in each."""
