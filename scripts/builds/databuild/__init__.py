"""Builds the shipped data from public packages: `lexicon` builds wordlists/lexicon, `models` builds models/."""
