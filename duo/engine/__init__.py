"""The engine: duo for other programs, as JSON requests and answers, one object a line."""
