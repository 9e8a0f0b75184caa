"""Reads Princeton WordNet: synsets, glosses, pointers and irregular forms."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_FILE_NAMES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_MARKER = re.compile(r"\([a-z]+\)$")
_LETTER_OF_TYPE = "nvara"  # the synset types 1 to 5 of the sense index; 5 is an adjective satellite
_ENDINGS = (
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
    ("s", ""),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
    ("er", ""),
    ("est", ""),
    ("er", "e"),
    ("est", "e"),
)

_GROUP_FILE = 14  # lexicographer file number of noun.group

SynsetKey = tuple[str, str]  # letter of the part of speech, offset in its data file


@dataclass(frozen=True, slots=True)
class Pointer:
    """A link to another synset. `ends` numbers the word on each side; 0000 links the whole synsets."""

    symbol: str
    target: SynsetKey
    ends: str


@dataclass(frozen=True, slots=True)
class Synset:
    """One meaning and the words that share it (`_` for a space)."""

    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    gloss: str
    file: int  # lexicographer file number, one per subject

    @property
    def is_kind(self) -> bool:
        """Whether it is a kind of thing, and neither an individual nor an organisation such as NASA."""
        return not self.is_instance and self.file != _GROUP_FILE

    @property
    def is_instance(self) -> bool:
        """Whether it is an individual, such as a person or a city."""
        return any(pointer.symbol == "@i" for pointer in self.pointers)

    @property
    def definition(self) -> str:
        """The gloss without its examples."""
        return self.gloss.partition('; "')[0]


@dataclass(frozen=True)
class WordNet:
    synsets: dict[SynsetKey, Synset]
    # Word in lower case, with spaces -> its synsets, the most used first.
    senses: dict[str, list[SynsetKey]]
    irregular: dict[str, list[str]]  # form -> base forms: geese -> goose, fell -> fall

    def links(self, symbol: str) -> Iterator[tuple[str, str]]:
        """Yield the pairs of words that a lexical pointer joins, such as + for derivation."""
        for synset in self.synsets.values():
            for pointer in synset.pointers:
                if pointer.symbol == symbol and pointer.ends != "0000":
                    source, goal = bytes.fromhex(pointer.ends)
                    yield synset.words[source - 1], self.synsets[pointer.target].words[goal - 1]

    def attributes(self) -> Iterator[tuple[str, str]]:
        """Yield the single-word pairs of an adjective and the noun that names its attribute: deep, depth."""
        for synset in self.synsets.values():
            for pointer in synset.pointers:
                if pointer.symbol == "=":
                    others = self.synsets[pointer.target].words
                    words = ((one.lower(), other.lower()) for one in synset.words for other in others)
                    yield from ((one, other) for one, other in words if "_" not in one + other)

    @cached_property
    def parts_of_speech(self) -> dict[str, str]:
        """The parts of speech of each lower-case word: `nv` for dog."""
        found = defaultdict(set)
        for (part, _), synset in self.synsets.items():
            for word in synset.words:
                if word == word.lower():
                    found[word].add(part)
        return {word: "".join(sorted(kinds)) for word, kinds in found.items()}

    @cached_property
    def glosses(self) -> dict[str, list[str]]:
        """The glosses of each word, names included, by the word in lower case."""
        found = defaultdict(list)
        for synset in self.synsets.values():
            for word in synset.words:
                found[word.lower()].append(synset.gloss)
        return dict(found)

    def bases(self, word: str) -> list[str]:
        """Return the words that this one may be an inflected form of."""
        found = [base for base in self.irregular.get(word, []) if base in self.senses]
        for ending, replacement in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 2:
                base = word[: -len(ending)] + replacement
                if base in self.senses:
                    found.append(base)
                undoubled = base[:-1]
                if not replacement and len(base) > 3 and base[-1] == base[-2] and undoubled in self.senses:
                    found.append(undoubled)
        return [base for base in dict.fromkeys(found) if base != word]

    def definitions(self, word: str, limit: int) -> list[str]:
        return [self.synsets[key].definition for key in self.senses.get(word, ())[:limit]]


def read_wordnet(dictionary: Path, exceptions: Path) -> WordNet:
    """Read WordNet from the folder of its database. `exceptions` may be the folder of another version."""
    synsets = {
        key: synset
        for letter, part in _FILE_NAMES.items()
        for key, synset in _synsets(letter, (dictionary / f"data.{part}").read_text("utf-8"))
    }
    irregular: dict[str, list[str]] = defaultdict(list)
    for part in _FILE_NAMES.values():
        for line in (exceptions / f"{part}.exc").read_text("utf-8").splitlines():
            form, *bases = (entry.replace("_", " ") for entry in line.split())
            irregular[form] += bases
    index = dictionary / "index.sense"  # Debian ships it in another package
    senses = _senses(index.read_text("utf-8")) if index.is_file() else {}
    return WordNet(synsets, senses, dict(irregular))


def _senses(text: str) -> dict[str, list[SynsetKey]]:
    found: dict[str, list[tuple[int, int, SynsetKey]]] = defaultdict(list)
    for line in text.splitlines():
        sense, offset, number, count = line.split()
        lemma, _, rest = sense.partition("%")
        key = (_LETTER_OF_TYPE[int(rest[0]) - 1], offset)
        found[lemma.replace("_", " ")].append((-int(count), int(number), key))
    return {word: [key for *_, key in sorted(several)] for word, several in found.items()}


def _synsets(letter: str, text: str) -> Iterator[tuple[SynsetKey, Synset]]:
    for line in text.splitlines():
        if line.startswith("  "):  # the licence
            continue
        data, _, gloss = line.partition(" | ")
        fields = data.split()
        count = int(fields[3], 16)
        words = tuple(_MARKER.sub("", word) for word in fields[4 : 4 + 2 * count : 2])
        start = 5 + 2 * count
        pointers = tuple(
            Pointer(fields[i], ("a" if fields[i + 2] == "s" else fields[i + 2], fields[i + 1]), fields[i + 3])
            for i in range(start, start + 4 * int(fields[start - 1]), 4)
        )
        yield (letter, fields[0]), Synset(words, pointers, gloss.strip(), int(fields[1]))
