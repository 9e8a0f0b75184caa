"""How the data that ships is made from public packages: `lexicon` makes wordlists/lexicon, `models` makes models/."""
