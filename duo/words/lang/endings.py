"""Parses the tables of word endings of the language modules."""


def parse_endings(text: str) -> dict[str, tuple[str, ...]]:
    """Map each ending to its possible replacements in the base word.

    A line is `ending … : replacement …`, where `-` is the empty replacement.
    """
    table: dict[str, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        endings, replacements = (part.split() for part in line.split(":"))
        table |= dict.fromkeys(endings, tuple(replacement.replace("-", "") for replacement in replacements))
    return table
