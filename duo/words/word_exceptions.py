"""Hand-written corrections to the compiled tables of the lexicon.

Each line of the file has a language, a kind, words and a reason. The kinds:

    kin         words of one family; the others derive from the first
    not-kin     a word, and words that the tables wrongly count as its family
    parts       a compound and its parts; without parts the word is not a compound
    sounds      a word and its pronunciations
    means       a word and translations that the dictionaries lack
    own         words that the language has borrowed
    acronym     acronyms
    name        a name of several words
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

EXCEPTIONS_FILE = "exceptions.tsv"
EXCEPTION_KINDS = ("kin", "not-kin", "parts", "sounds", "means", "own", "acronym", "name")


class WordExceptions:
    """The exceptions of one language; empty if `path` is None."""

    def __init__(self, path: Path | None, lang: str) -> None:
        self.kin: dict[str, set[str]] = defaultdict(set)
        self.not_kin: dict[str, set[str]] = defaultdict(set)
        self.borrowed: set[str] = set()
        self.translations: dict[str, set[str]] = defaultdict(set)
        self.parts: dict[str, str] = {}
        self.sounds: dict[str, str] = {}
        self.entry_kinds: dict[str, str] = {}
        for kind, words in _read_rows(path, lang) if path else ():
            self._add_row(kind, words)

    def _add_row(self, kind: str, words: str) -> None:
        first, *rest = words.split()
        if kind == "kin":
            for word in words.split():
                self.kin[word].update({first} - {word})
        elif kind in ("parts", "sounds"):
            (self.parts if kind == "parts" else self.sounds)[first] = " ".join(rest)
        elif kind in ("not-kin", "means"):
            (self.not_kin if kind == "not-kin" else self.translations)[first].update(rest)
        elif kind == "own":
            self.borrowed.update(words.split())
        else:
            self.entry_kinds |= dict.fromkeys([words] if kind == "name" else words.split(), kind)


def _read_rows(path: Path, lang: str) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            language, kind, words, _reason = line.split("\t")
            if language == lang:
                yield kind, words
