"""Makes `wordlists/lexicon` from public data; nothing here is imported when people play."""
