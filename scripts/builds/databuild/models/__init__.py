"""How `models/` is made from public word data; nothing here is loaded while playing."""
