"""Letter-to-sound rules: the first rule that matches at each position gives its sounds."""

import re
from collections.abc import Sequence

PronunciationRule = tuple[re.Pattern[str], str]


def parse_rules(text: str) -> list[PronunciationRule]:
    """Parse one rule per line, `letters sounds`. Letters are a regular expression; the sound `_` is silence."""
    parsed = []
    for line in text.strip().splitlines():
        letters, sounds = line.split()
        parsed.append((re.compile(letters), "" if sounds == "_" else sounds))
    return parsed


def pronounce(word: str, rules: Sequence[PronunciationRule]) -> str:
    """Return the sounds of the word. Letters that no rule matches are silent."""
    pronounced, index = [], 0
    while index < len(word):
        for pattern, sounds in rules:
            if match := pattern.match(word, index):
                pronounced.append(sounds)
                index = max(match.end(), index + 1)
                break
        else:
            index += 1
    return "".join(pronounced)
