"""Reads the bilingual dictionaries of WikDict, made from Wiktionary."""

import gzip
import re
from collections import defaultdict
from functools import cache

from databuild.downloads import source_file
from duo.core.word import fold

_HEADWORD_END = re.compile(r" /.*/| <[a-z ,]+>$")  # only a headword has its sound or its part of speech behind it
_NUMBER = re.compile(r"^\d+\. | \d+\.$")


def multiword_names(pair: str) -> set[str]:
    """Headwords of several words that are marked as proper nouns, folded."""
    return {name for name in proper_nouns(pair) if " " in name}


@cache
def single_word_names(pair: str) -> set[str]:
    """Headwords of one word that are marked as proper nouns, folded."""
    return {name for name in proper_nouns(pair) if name.isalpha() and len(name) > 3}


def _lines(pair: str) -> list[str]:
    return (
        gzip.decompress(source_file("dict-freedict-", f"/freedict-{pair}.dict.dz").read_bytes()).decode().splitlines()
    )


@cache
def proper_nouns(pair: str) -> set[str]:
    """Headwords that are marked as proper nouns, folded."""
    return {
        fold(line[: head.start()]) for line in _lines(pair) if "<pn" in line and (head := _HEADWORD_END.search(line))
    }


@cache
def dictionary(pair: str) -> dict[str, tuple[str, ...]]:
    """Words of the one language with their one-word translations, best first, both folded."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    word, fresh = "", False
    for line in _lines(pair):
        if head := _HEADWORD_END.search(line):
            word, fresh = fold(line[: head.start()]), True
            continue
        if word and (fresh or re.match(r"\d+\. ", line)):
            for meaning in _NUMBER.sub("", line).split(","):
                if re.fullmatch(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*", meaning.strip()):
                    found[word][fold(meaning)] = None
        fresh = False
    return {word: tuple(meanings) for word, meanings in found.items()}
