"""Lists of words: read from anywhere, checked line by line, drawn from."""

import hashlib
import os
import random
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from duo.core.refusal import Refusal, Refusals
from duo.core.word import BOARD_SIZE, MAX_WORD_LENGTH, fold, from_token, printable, word_problems
from duo.data import check_language, shipped_data_dir
from duo.files.reading import read_bytes

MAX_BYTES = 1_000_000
WHOLE_LIST = 0  # the line of a problem that no single line has
_MAX_LISTED_PROBLEMS = 20
_BLANKS = " \t\r"
_PLURALS = ("s", "es", "x")
_MIN_PART_LENGTH = 3
_MARKUP_CHARACTERS = frozenset("[]\\")
_PATH_CHARACTERS = frozenset("./\\")


@dataclass(frozen=True, slots=True)
class WordList:
    """Words to deal from; its text form is one word a line."""

    lang: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(f"{word}\n" for word in self.words)

    @property
    def digest(self) -> str:
        """Tells lists with different words apart, whatever file they came in."""
        return hashlib.sha256(str(self).encode()).hexdigest()[:16]


@cache
def shipped_wordlist(lang: str) -> WordList:
    """The project's own list in this language; read once."""
    return load(str(shipped_data_dir("wordlists") / f"{check_language(lang)}.txt"), lang)


def load(source: str, lang: str) -> WordList:
    """A list to deal boards from, out of any source that `read_source` takes."""
    return parse(read_source(source, BOARD_SIZE), lang)


def parse(text: str, lang: str) -> WordList:
    """A list to deal boards from, out of its text."""
    return WordList(lang, _checked_words(text, BOARD_SIZE))


def load_visible_words(source: str) -> tuple[str, ...]:
    """The words that lie on a table, be they ever so few, out of any source that `read_source` takes."""
    return _checked_words(read_source(source, 1), 1)


def draw_words(wordlist: WordList, rng: random.Random) -> tuple[str, ...]:
    """The words of a board, every choice and order being equally likely."""
    return tuple(rng.sample(wordlist.words, BOARD_SIZE))


def read_source(source: str, min_words: int = BOARD_SIZE) -> str:
    """The text of a file, of standard input (`-`), or of words separated by commas.

    Bytes that are not UTF-8 come through as lone surrogates, so that `problems` can name their lines.
    """
    if source == "-" or (os.path.exists(source) and not os.path.isdir(source)):  # noqa: PTH110, PTH112 - never raise
        return read_bytes(source, MAX_BYTES).decode("utf-8-sig", "surrogateescape")
    words = source.count(",") + 1
    if words < min_words or (words == 1 and _PATH_CHARACTERS.intersection(source)):
        raise Refusal(
            "{source} is neither a file nor words separated by commas, at least {fewest}",
            source=_printable_entry(source),
            fewest=min_words,
        )
    return source


def parse_words(text: str) -> tuple[str, ...]:
    """The words of a list in their order, in the form that the table shows."""
    return tuple(" ".join(unicodedata.normalize("NFC", entry).split()) for _line, entry in _entries(text))


def problems(text: str, min_words: int = BOARD_SIZE) -> list[tuple[int, Refusal]]:
    """Every problem of a list with its line, counted from 1; what concerns no single line comes last."""
    found: list[tuple[int, Refusal]] = []
    first: dict[str, int] = {}
    for line, entry in _entries(text):
        found += [(line, problem) for problem in _entry_problems(entry)]
        if (before := first.get(fold(entry))) is not None:
            twice = Refusal("{word} is already in line {first}", word=_printable_entry(entry), first=before)
            found.append((line, twice))
        first.setdefault(fold(entry), line)
    if len(first) < min_words:
        few = Refusal("at least {fewest} words are needed, not {count}", fewest=min_words, count=len(first))
        found.append((WHOLE_LIST, few if min_words > 1 else Refusal("at least one word is needed")))
    return found


def related_words(text: str) -> list[tuple[int, Refusal]]:
    """Words that share a whole part or are the plural of another, with their lines: playable, but not good together."""
    found: list[tuple[int, Refusal]] = []
    owner: dict[str, str] = {}
    entries = [(line, entry, fold(entry)) for line, entry in _entries(text)]
    for _line, _entry, word in entries:
        for part in word.split():
            owner.setdefault(part, word)
    for line, entry, word in entries:
        for part in (part for part in word.split() if len(part) >= _MIN_PART_LENGTH):
            roots = [part, *(part.removesuffix(ending) for ending in _PLURALS if part.endswith(ending))]
            kin = {owner[root] for root in roots if root in owner} - {word}
            found += [
                (
                    line,
                    Refusal(
                        "{word} is related to {other}",
                        word=_printable_entry(entry),
                        other=_printable_entry(other.upper()),
                    ),
                )
                for other in sorted(kin)
            ]
    return found


def with_line(line: int, problem: Refusal) -> Refusal:
    """The problem with its line in the sentence."""
    return problem if line == WHOLE_LIST else Refusal("line {line}: {problem}", line=line, problem=problem)


def _checked_words(text: str, min_words: int) -> tuple[str, ...]:
    if found := [with_line(line, problem) for line, problem in problems(text, min_words)]:
        if (left := len(found) - _MAX_LISTED_PROBLEMS) > 0:
            found[_MAX_LISTED_PROBLEMS:] = [
                Refusal("and {count} problems more; duo words check --json tells them all", count=left)
            ]
        raise Refusals(found)
    return parse_words(text)


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """Every word as it is written, with its line; blank lines and comments, which start with #, have none."""
    # Not splitlines(): it would break words at control characters and so hide them.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.lstrip(_BLANKS).startswith("#"):
            yield from ((number, entry) for part in line.split(",") if (entry := from_token(part).strip(_BLANKS)))


def _entry_problems(entry: str) -> Iterator[Refusal]:
    strays = sorted({ord(letter) - 0xDC00 for letter in entry if "\udc80" <= letter <= "\udcff"})
    if strays:
        written = " ".join(f"{byte:02X}" for byte in strays)
        yield Refusal("the bytes {bytes} are not UTF-8; save the list as UTF-8", bytes=written)
        entry = entry.encode("utf-8", "replace").decode()
    yield from word_problems(entry)
    if marks := sorted(_MARKUP_CHARACTERS.intersection(entry)):
        letters = " ".join(marks)
        yield Refusal(
            "{word} has {letters}, which no word in a list may have", word=_printable_entry(entry), letters=letters
        )


def _printable_entry(entry: str) -> str:
    return printable(entry[:MAX_WORD_LENGTH])
