"""Offensive words that are never offered as a clue. The list holds hashes so that it can be shown anywhere."""

import hashlib
from functools import cache
from pathlib import Path

_HASH_LENGTH = 12


def is_blocked(word: str) -> bool:
    return hashlib.sha256(word.encode()).hexdigest()[:_HASH_LENGTH] in _hashes()


@cache
def _hashes() -> frozenset[str]:
    return frozenset(Path(__file__).with_name("blocked.txt").read_text("utf-8").split())
