"""Reads WikDict, bilingual dictionaries extracted from Wiktionary."""

import gzip
import re
from collections import defaultdict
from functools import cache

from databuild.downloads import source_file
from duo.core.word import fold

_HEADWORD_END = re.compile(r" /.*/| <[a-z ,]+>$")  # sound or part of speech, which only headwords have
_NUMBER = re.compile(r"^\d+\. | \d+\.$")


def multiword_names(pair: str) -> set[str]:
    """Return the folded proper nouns of several words."""
    return {name for name in proper_nouns(pair) if " " in name}


@cache
def single_word_names(pair: str) -> set[str]:
    """Return the folded proper nouns of one word, at least four letters long."""
    return {name for name in proper_nouns(pair) if name.isalpha() and len(name) > 3}


def _lines(pair: str) -> list[str]:
    return (
        gzip.decompress(source_file("dict-freedict-", f"/freedict-{pair}.dict.dz").read_bytes()).decode().splitlines()
    )


@cache
def proper_nouns(pair: str) -> set[str]:
    """Return the folded headwords that are marked as proper nouns."""
    return {
        fold(line[: head.start()]) for line in _lines(pair) if "<pn" in line and (head := _HEADWORD_END.search(line))
    }


@cache
def dictionary(pair: str) -> dict[str, tuple[str, ...]]:
    """Return the one-word translations of each word, best first, all folded."""
    translations: dict[str, dict[str, None]] = defaultdict(dict)
    word, after_headword = "", False
    for line in _lines(pair):
        if head := _HEADWORD_END.search(line):
            word, after_headword = fold(line[: head.start()]), True
            continue
        if word and (after_headword or re.match(r"\d+\. ", line)):
            for translation in _NUMBER.sub("", line).split(","):
                if re.fullmatch(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*", translation.strip()):
                    translations[word][fold(translation)] = None
        after_headword = False
    return {word: tuple(several) for word, several in translations.items()}
