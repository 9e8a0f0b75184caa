"""Reads and checks word lists, and draws boards from them."""

import hashlib
import os
import random
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from duo.core.refusal import Refusal, Refusals
from duo.core.word import BOARD_SIZE, MAX_WORD_LENGTH, fold, from_token, printable, word_problems
from duo.data import check_language, shipped_data_dir
from duo.files.reading import read_bytes

MAX_WORDLIST_BYTES = 1_000_000
WHOLE_LIST_LINE = 0  # the line number of a problem with the list as a whole
_MAX_LISTED_PROBLEMS = 20
_BLANK_CHARACTERS = " \t\r"
_PLURAL_ENDINGS = ("s", "es", "x")
_MIN_PART_LENGTH = 3
_MARKUP_CHARACTERS = frozenset("[]\\")
_PATH_CHARACTERS = frozenset("./\\")


@dataclass(frozen=True, slots=True)
class WordList:
    """Words to deal boards from. The text form has one word per line."""

    lang: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(f"{word}\n" for word in self.words)

    @property
    def digest(self) -> str:
        """A hash of the words, independent of the file they came from."""
        return hashlib.sha256(str(self).encode()).hexdigest()[:16]


@cache
def shipped_wordlist(lang: str) -> WordList:
    """Return the list of this language that ships with duo."""
    return load_wordlist(str(shipped_data_dir("wordlists") / f"{check_language(lang)}.txt"), lang)


def load_wordlist(source: str, lang: str) -> WordList:
    """Load a list to deal boards from. `read_wordlist_source` explains `source`."""
    return parse_wordlist(read_wordlist_source(source, BOARD_SIZE), lang)


def parse_wordlist(text: str, lang: str) -> WordList:
    """Parse the text of a list to deal boards from."""
    return WordList(lang, _parse_checked_words(text, BOARD_SIZE))


def wordlist_from_words(words: Sequence[str], lang: str) -> WordList:
    """Return a list of these words, at least 25. Raises Refusals with every problem."""
    check_language(lang)
    if problems_found := [problem for word in words for problem in word_problems(word)]:
        raise Refusals(problems_found)
    return WordList(lang, _parse_checked_words("\n".join(words), BOARD_SIZE))


def load_visible_words(source: str) -> tuple[str, ...]:
    """Load the visible words of a table, one or more. `read_wordlist_source` explains `source`."""
    return _parse_checked_words(read_wordlist_source(source, 1), 1)


def draw_words(wordlist: WordList, rng: random.Random) -> tuple[str, ...]:
    """Draw the words of a board uniformly at random."""
    return tuple(rng.sample(wordlist.words, BOARD_SIZE))


def read_wordlist_source(source: str, min_words: int = BOARD_SIZE) -> str:
    """Return the text of a file, of standard input (`-`), or the source itself if it is comma-separated words.

    Bytes that are not UTF-8 become lone surrogates, so that `problems` can report their lines.
    """
    if source == "-" or (os.path.exists(source) and not os.path.isdir(source)):  # noqa: PTH110, PTH112 - never raise
        return read_bytes(source, MAX_WORDLIST_BYTES).decode("utf-8-sig", "surrogateescape")
    words = source.count(",") + 1
    if words < min_words or (words == 1 and _PATH_CHARACTERS.intersection(source)):
        raise Refusal(
            "{source} is neither a file nor words separated by commas, at least {fewest}",
            source=_printable_entry(source),
            fewest=min_words,
        )
    return source


def parse_words(text: str) -> tuple[str, ...]:
    """Return the words of a list in order, as boards show them."""
    return tuple(" ".join(unicodedata.normalize("NFC", entry).split()) for _line, entry in _split_entries(text))


def wordlist_problems(text: str, min_words: int = BOARD_SIZE) -> list[tuple[int, Refusal]]:
    """Return every problem of a list with its line number. Problems of the whole list come last."""
    found: list[tuple[int, Refusal]] = []
    first_lines: dict[str, int] = {}
    for line, entry in _split_entries(text):
        found += [(line, problem) for problem in _entry_problems(entry)]
        if (first := first_lines.get(fold(entry))) is not None:
            duplicate = Refusal("{word} is already in line {first}", word=_printable_entry(entry), first=first)
            found.append((line, duplicate))
        first_lines.setdefault(fold(entry), line)
    if len(first_lines) < min_words:
        count = len(first_lines)
        too_few = Refusal("at least {fewest} words are needed, not {count}", fewest=min_words, count=count)
        found.append((WHOLE_LIST_LINE, too_few if min_words > 1 else Refusal("at least one word is needed")))
    return found


def related_word_warnings(text: str) -> list[tuple[int, Refusal]]:
    """Return a warning, with its line, for each word that shares a part with another or is its plural."""
    found: list[tuple[int, Refusal]] = []
    word_with_part: dict[str, str] = {}
    entries = [(line, entry, fold(entry)) for line, entry in _split_entries(text)]
    for _line, _entry, word in entries:
        for part in word.split():
            word_with_part.setdefault(part, word)
    for line, entry, word in entries:
        for part in (part for part in word.split() if len(part) >= _MIN_PART_LENGTH):
            roots = [part, *(part.removesuffix(ending) for ending in _PLURAL_ENDINGS if part.endswith(ending))]
            for other in sorted({word_with_part[root] for root in roots if root in word_with_part} - {word}):
                shown, related = _printable_entry(entry), _printable_entry(other.upper())
                found.append((line, Refusal("{word} is related to {other}", word=shown, other=related)))
    return found


def add_line_number(line: int, problem: Refusal) -> Refusal:
    """Return the problem with its line number in the sentence."""
    return problem if line == WHOLE_LIST_LINE else Refusal("line {line}: {problem}", line=line, problem=problem)


def _parse_checked_words(text: str, min_words: int) -> tuple[str, ...]:
    if found := [add_line_number(line, problem) for line, problem in wordlist_problems(text, min_words)]:
        if (omitted := len(found) - _MAX_LISTED_PROBLEMS) > 0:
            found[_MAX_LISTED_PROBLEMS:] = [
                Refusal("and {count} more problems; duo words check --json lists them all", count=omitted)
            ]
        raise Refusals(found)
    return parse_words(text)


def _split_entries(text: str) -> Iterator[tuple[int, str]]:
    """Yield every word as written, with its line. Comments start with #."""
    # splitlines() would also break at control characters, and so hide them.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.lstrip(_BLANK_CHARACTERS).startswith("#"):
            yield from (
                (number, entry) for part in line.split(",") if (entry := from_token(part).strip(_BLANK_CHARACTERS))
            )


def _entry_problems(entry: str) -> Iterator[Refusal]:
    invalid_bytes = sorted({ord(letter) - 0xDC00 for letter in entry if "\udc80" <= letter <= "\udcff"})
    if invalid_bytes:
        hexadecimal = " ".join(f"{byte:02X}" for byte in invalid_bytes)
        yield Refusal("the bytes {bytes} are not UTF-8; save the list as UTF-8", bytes=hexadecimal)
        entry = entry.encode("utf-8", "replace").decode()
    yield from word_problems(entry)
    if markup := sorted(_MARKUP_CHARACTERS.intersection(entry)):
        word, letters = _printable_entry(entry), " ".join(markup)
        yield Refusal("{word} has {letters}, which no word in a list may have", word=word, letters=letters)


def _printable_entry(entry: str) -> str:
    return printable(entry[:MAX_WORD_LENGTH])
