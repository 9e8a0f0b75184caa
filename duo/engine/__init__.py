"""The engine: what duo can do, for other programs, one JSON object a line."""
