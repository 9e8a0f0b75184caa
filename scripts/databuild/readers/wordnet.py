"""Reads Princeton WordNet's database files."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from databuild.lexicon.sources import member

FILES = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
_MARKER = re.compile(r"\([a-z]+\)$")


@dataclass(frozen=True, slots=True)
class Synset:
    pos: str
    words: tuple[str, ...]
    pointers: tuple[tuple[str, tuple[str, str], str], ...]
    gloss: str

    @property
    def is_instance(self) -> bool:
        """A single thing, such as a person or a city, and no kind of thing."""
        return any(symbol == "@i" for symbol, _, _ in self.pointers)


@cache
def synsets() -> dict[tuple[str, str], Synset]:
    """Every synset by its file and offset."""
    found = {}
    for file in ("noun", "verb", "adj", "adv"):
        for line in member("wordnet", f"/data.{file}").decode().splitlines():
            if line.startswith(" "):
                continue
            head, _, gloss = line.partition(" | ")
            fields = head.split()
            size = int(fields[3], 16)
            words = tuple(_MARKER.sub("", word) for word in fields[4 : 4 + 2 * size : 2])
            start = 5 + 2 * size
            pointers = tuple(
                (fields[i], (FILES[fields[i + 2]], fields[i + 1]), fields[i + 3])
                for i in range(start, start + 4 * int(fields[start - 1]), 4)
            )
            found[file, fields[0]] = Synset(fields[2], words, pointers, gloss.strip())
    return found


def links(symbol: str) -> Iterator[tuple[str, str]]:
    """Pairs of words joined by a lexical pointer, such as + for derivation."""
    every = synsets()
    for synset in every.values():
        for kind, target, ends in synset.pointers:
            if kind == symbol and ends != "0000":
                source, goal = bytes.fromhex(ends)
                yield synset.words[source - 1], every[target].words[goal - 1]


def attributes() -> Iterator[tuple[str, str]]:
    """Adjectives with the nouns for what they measure, each with each, those of several words left out."""
    every = synsets()
    for synset in every.values():
        for kind, target, _ in synset.pointers:
            if kind == "=":
                words = ((one.lower(), other.lower()) for one in synset.words for other in every[target].words)
                yield from ((one, other) for one, other in words if "_" not in one + other)


@cache
def irregular() -> dict[str, set[str]]:
    """Irregular forms with their base forms: geese to goose, fell to fall."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in ("noun", "verb", "adj", "adv"):
        for line in member("wordnet", f"/{file}.exc").decode().splitlines():
            form, *bases = line.split()
            found[form] |= set(bases)
    return dict(found)


@cache
def poses() -> dict[str, str]:
    """The parts of speech of each word that stands in lower case: `nv` for dog."""
    found = defaultdict(set)
    for (file, _), synset in synsets().items():
        for word in synset.words:
            if word == word.lower():
                found[word].add(file[0] if file != "adv" else "r")
    return {word: "".join(sorted(kinds)) for word, kinds in found.items()}


@cache
def glosses() -> dict[str, list[str]]:
    """What WordNet says of each word, lower-case words and names alike, by the word in lower case."""
    found = defaultdict(list)
    for synset in synsets().values():
        for word in synset.words:
            found[word.lower()].append(synset.gloss)
    return dict(found)
