"""Reads a word aloud by ordered rules: the longest rule that fits where the reader stands."""

import re
from collections.abc import Sequence

Rule = tuple[re.Pattern[str], str]


def parse_rules(text: str) -> list[Rule]:
    """Rules written one a line as `letters sounds`; letters are a pattern, `_` for sounds is silence."""
    found = []
    for line in text.strip().splitlines():
        letters, sounds = line.split()
        found.append((re.compile(letters), "" if sounds == "_" else sounds))
    return found


def pronounce(word: str, rules: Sequence[Rule]) -> str:
    """The sounds of the word, each rule tried in its order where the one before has ended."""
    said, place = [], 0
    while place < len(word):
        for pattern, sounds in rules:
            if match := pattern.match(word, place):
                said.append(sounds)
                place = max(match.end(), place + 1)
                break
        else:
            place += 1
    return "".join(said)
