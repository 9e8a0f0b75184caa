"""The words that a model knows, and how it reads words that it does not know."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from functools import lru_cache

from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.text import LANGUAGES
from duo.words.closest_word import closest_word
from duo.words.language import find_language
from duo.words.spelling import strip_accents

Reading = tuple[
    int, ...
]  # rows that stand for a word: its own, those of its parts, or those that a name brings to mind
_MIN_PART_LENGTH = 2
_MAX_MISSPELT_LENGTH = 20
_MAX_CACHED_WORDS = 4096
# Short words that end a compound: wakeup, knockout. Any other part that people would not give as a clue is coincidence.
_COMPOUND_PARTICLES = frozenset({"up", "out", "off", "down", "in", "on", "over", "back"})


class UnknownWord(Refusal):
    """The refusal of a word that the model cannot read, not even by its parts or its spelling."""


@dataclass(frozen=True, slots=True, eq=False)
class WordIndex:
    """The words of a model by row, and the rows that stand for a word, which are called its reading.

    Row r of the model's arrays belongs to `words[r]`. The first `candidates` words may be given as clues.
    """

    words: tuple[str, ...]
    forms: InitVar[Mapping[str, str]]  # an inflected form -> its base word
    names: InitVar[Mapping[str, Sequence[str]]]  # a name -> the words that it brings to mind
    candidates: int
    lang: str
    _rows: dict[str, int] = field(default_factory=dict)
    _names: dict[str, Reading] = field(default_factory=dict)
    _known_clues: tuple[str, ...] = field(init=False)  # what people give as clues: words, then expressions and names
    _cached_unknown_reading: "Callable[[str], Reading]" = field(init=False)

    def __post_init__(self, forms: Mapping[str, str], names: Mapping[str, Sequence[str]]) -> None:
        self._rows.update({word: row for row, word in enumerate(self.words)})
        self._rows.update({form: self._rows[base] for form, base in forms.items()})
        for name, associated in names.items():
            own = [self._rows[name]] if name in self._rows else []
            self._names[name] = (*own, *(self._rows[word] for word in associated))
        expressions = (word for word in self.words[self.candidates :] if " " in word)
        object.__setattr__(self, "_known_clues", (*self.words[: self.candidates], *expressions, *self._names))
        object.__setattr__(self, "_cached_unknown_reading", lru_cache(_MAX_CACHED_WORDS)(self._read_unknown))

    def __contains__(self, word: str) -> bool:
        return (folded := fold(word)) in self._rows or folded in self._names

    def reading(self, word: str) -> Reading:
        """Return the rows that stand for a word.

        They are the rows of the word or name itself or, if the model does not have it, those of its parts or of the
        word that it misspells. Raises UnknownWord if there are none.
        """
        folded = fold(word)
        if folded in self._names:
            return self._names[folded]
        if folded in self._rows:
            return (self._rows[folded],)
        if found := self._cached_unknown_reading(folded):
            return found
        raise UnknownWord("I do not know the word {word}.", word=word)

    def readings(self, words: Sequence[str]) -> list[Reading]:
        return [self.reading(word) for word in words]

    def card_reading(self, word: str) -> Reading:
        """Return the reading of a word on a card. A common word comes before a name: queen, not the band Queen."""
        row = self._rows.get(fold(word))
        return self.reading(word) if row is None else (row,)

    def _read_unknown(self, word: str) -> Reading:
        """Return the reading of a word that the model does not have, empty if it cannot be read."""
        parts = self._read_parts(word)
        return (
            self._read_without_separators(word)
            or self._plausible_parts(word, parts)
            or self._read_misspelt(word)
            or parts
        )

    def _plausible_parts(self, word: str, parts: Reading) -> Reading:
        """Return the parts if a person would see them in the word, and nothing otherwise.

        A person sees parts that are separated, and two joined parts if both are words that people give as clues.
        """
        if len(word.replace("-", " ").replace("'", " ").split()) > 1:
            return parts
        part_words = [self.words[row] for row in parts]
        are_clues = all(
            row < self.candidates and len(part) > _MIN_PART_LENGTH for row, part in zip(parts, part_words, strict=True)
        )
        return parts if are_clues or (part_words and part_words[-1] in _COMPOUND_PARTICLES) else ()

    def _read_parts(self, word: str) -> Reading:
        """Read a word as known words side by side: NEW YORK, secretagent, wakeup. The most familiar pair is taken."""
        pieces = word.replace("-", " ").replace("'", " ").split()
        if len(pieces) > 1:
            return tuple(self._rows[piece] for piece in pieces if piece in self._rows)
        pairs = [
            (self._rows[word[:cut]], self._rows[word[cut:]])
            for cut in range(_MIN_PART_LENGTH, len(word) - _MIN_PART_LENGTH + 1)
            if word[:cut] in self._rows and word[cut:] in self._rows
        ]
        return min(pairs, key=max, default=())

    def _read_without_separators(self, word: str) -> Reading:
        """Read wi-fi as wifi, ice cream as icecream, d'Artagnan as dartagnan."""
        whole = word.replace("-", "").replace(" ", "").replace("'", "")
        return self._names.get(whole) or ((self._rows[whole],) if whole in self._rows else ())

    def _read_misspelt(self, word: str) -> Reading:
        """Read a misspelt word or name that people give as a clue: dectective, elefant, snowhite."""
        if self.lang not in LANGUAGES or len(word) > _MAX_MISSPELT_LENGTH:
            return ()
        closest = closest_word(word, self._known_clues, find_language(self.lang), max_sound_distance=1)
        if closest and _has_same_opening(strip_accents(word), strip_accents(closest)):
            return self.reading(closest)
        return ()


def _has_same_opening(word: str, other: str) -> bool:
    """Return whether two words have the same first letter, or the same first two letters swapped.

    A slip in the first letter usually makes another word.
    """
    return word[0] == other[0] or word[:2] == other[1::-1]
