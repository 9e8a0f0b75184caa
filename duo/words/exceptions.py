"""What single words need beyond the compiled tables: one file, written by hand, a reason in every line.

A line has a language, a kind, words, and why. The kinds:

    kin         words of one family; the first is the one that the others are made from
    not-kin     a word, and what the tables wrongly take for its kin
    parts       a compound, and the words it is made of; alone, it is no compound
    sounds      a word, and its pronunciations
    means       a word, and translations that the dictionaries lack
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
    """The exceptions of one language; of none without a file."""

    def __init__(self, path: Path | None, lang: str) -> None:
        self.kin: dict[str, set[str]] = defaultdict(set)
        self.not_kin: dict[str, set[str]] = defaultdict(set)
        self.own: set[str] = set()
        self.means: dict[str, set[str]] = defaultdict(set)
        self.parts: dict[str, str] = {}
        self.sounds: dict[str, str] = {}
        self.others: dict[str, str] = {}
        for kind, words in _read_rows(path, lang) if path else ():
            self._add(kind, words)

    def _add(self, kind: str, words: str) -> None:
        first, *rest = words.split()
        if kind == "kin":
            for word in words.split():
                self.kin[word].update({first} - {word})
        elif kind in ("parts", "sounds"):
            (self.parts if kind == "parts" else self.sounds)[first] = " ".join(rest)
        elif kind in ("not-kin", "means"):
            (self.not_kin if kind == "not-kin" else self.means)[first].update(rest)
        elif kind == "own":
            self.own.update(words.split())
        else:
            self.others |= dict.fromkeys([words] if kind == "name" else words.split(), kind)


def _read_rows(path: Path, lang: str) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            language, kind, words, _why = line.split("\t")
            if language == lang:
                yield kind, words
