"""Reads the tables of word endings that the languages write as text."""


def parse_endings(text: str) -> dict[str, tuple[str, ...]]:
    """Each ending with what may stand in its place in the base; a line is `ending … : base …`, and `-` is nothing."""
    found: dict[str, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        endings, bases = (part.split() for part in line.split(":"))
        found |= dict.fromkeys(endings, tuple(base.replace("-", "") for base in bases))
    return found
