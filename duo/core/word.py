"""Compare, check and write words."""

import unicodedata
from collections.abc import Iterator, Sequence

from duo.core.refusal import Refusal

BOARD_SIZE = 25
MAX_WORD_LENGTH = 40
_FORBIDDEN_CHARS = frozenset('":+~#=!{}')
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_EQUIVALENT_CHARS = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})  # noqa: RUF001


def fold(word: str) -> str:
    """Return a form for comparing words. It ignores case, ligatures, apostrophe style and extra blanks."""
    return " ".join(unicodedata.normalize("NFC", word).casefold().translate(_EQUIVALENT_CHARS).split())


def to_token(word: str) -> str:
    """A word without blanks, for one-line formats: NEW YORK becomes NEW_YORK."""
    return word.replace(" ", "_")


def from_token(token: str) -> str:
    return token.replace("_", " ")


def word_problems(word: str) -> Iterator[Refusal]:
    """Every reason why this cannot be a word on a table."""
    shown = printable(word[:MAX_WORD_LENGTH])
    if not word.strip():
        yield Refusal("a word is empty")
    if has_control_chars(word):
        yield Refusal("{word} has a control character", word=shown)
    if bad := sorted(_FORBIDDEN_CHARS.intersection(word)):
        yield Refusal("{word} has {letters}, which no word may have", word=shown, letters=" ".join(bad))
    if len(word) > MAX_WORD_LENGTH:
        yield Refusal("{word} … is longer than {most} characters", word=shown, most=MAX_WORD_LENGTH)


def word_problem(word: str) -> Refusal | None:
    """The first reason why this cannot be a word on a table, or None."""
    return next(word_problems(word), None)


def board_problems(words: Sequence[str]) -> list[Refusal]:
    """Every reason why these words cannot form a board."""
    problems = [problem for word in words for problem in word_problems(word)]
    if len(words) != BOARD_SIZE:
        problems.append(Refusal("a board has 25 words, not {count}", count=len(words)))
    seen: set[str] = set()
    for word in words:
        if fold(word) in seen:
            problems.append(Refusal("{word} is on the board twice", word=word))
        seen.add(fold(word))
    return problems


def has_control_chars(text: str) -> bool:
    """Whether the text has control or invisible characters."""
    return not text.isprintable() and any(unicodedata.category(letter) in _INVISIBLE_CATEGORIES for letter in text)


def printable(text: str, keep: str = "") -> str:
    """The text with control and invisible characters escaped, except those in `keep`."""
    if text.isprintable():
        return text
    return "".join(c if c in keep or not has_control_chars(c) else f"\\x{ord(c):02x}" for c in text)


def shorten(text: str, max_length: int) -> str:
    """The beginning and the end of a text that is longer than `max_length`."""
    half = max_length // 2
    return text if len(text) <= max_length else f"{text[:half]} … {text[-half:]}"
