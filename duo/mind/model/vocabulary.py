"""The words that a model knows, and what it makes of a word that it does not know."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from functools import lru_cache
from importlib import import_module

from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.text import LANGUAGES
from duo.words import nearness
from duo.words.spelling import bare

Reading = tuple[int, ...]  # the rows that stand for a word: one, those of its parts, or what a name brings to mind
_SHORTEST_PART = 2
_LONGEST_SPELLED = 20
_MOST_REMEMBERED = 4096
# Short words that end a word of two: wakeup, knockout. Any other part that people would not give as a clue is chance.
_PARTICLES = frozenset({"up", "out", "off", "down", "in", "on", "over", "back"})


class UnknownWord(Refusal):
    """A word of which the model knows nothing, not even by its parts or its spelling."""


@dataclass(frozen=True, slots=True, eq=False)
class WordIndex:
    """An index of words by row and of rows by word; a word's reading is the rows that stand for it."""

    words: tuple[str, ...]
    forms: InitVar[Mapping[str, str]]  # an inflected form -> the word that it stands for
    names: InitVar[Mapping[str, Sequence[str]]]  # a name -> the words that it brings to mind
    candidates: int
    lang: str
    _rows: dict[str, int] = field(default_factory=dict)
    _names: dict[str, Reading] = field(default_factory=dict)
    _given: tuple[str, ...] = field(init=False)  # what people give as clues: words, and behind them names
    _remembered: "Callable[[str], Reading]" = field(init=False)

    def __post_init__(self, forms: Mapping[str, str], names: Mapping[str, Sequence[str]]) -> None:
        self._rows.update({word: row for row, word in enumerate(self.words)})
        self._rows.update({form: self._rows[base] for form, base in forms.items()})
        for name, brought in names.items():
            own = [self._rows[name]] if name in self._rows else []
            self._names[name] = (*own, *(self._rows[word] for word in brought))
        expressions = (word for word in self.words[self.candidates :] if " " in word)
        object.__setattr__(self, "_given", (*self.words[: self.candidates], *expressions, *self._names))
        object.__setattr__(self, "_remembered", lru_cache(_MOST_REMEMBERED)(self._unknown))

    def __contains__(self, word: str) -> bool:
        return (folded := fold(word)) in self._rows or folded in self._names

    def reading(self, word: str) -> Reading:
        """The row of a known word; else the rows of its parts, or of the word that it misspells."""
        folded = fold(word)
        if folded in self._names:
            return self._names[folded]
        if folded in self._rows:
            return (self._rows[folded],)
        if found := self._remembered(folded):
            return found
        raise UnknownWord("I do not know the word {word}.", word=word)

    def readings(self, words: Sequence[str]) -> list[Reading]:
        return [self.reading(word) for word in words]

    def card(self, word: str) -> Reading:
        """The same for a word on the table, which is itself before it is a name: a queen is no band."""
        row = self._rows.get(fold(word))
        return self.reading(word) if row is None else (row,)

    def _unknown(self, word: str) -> Reading:
        parts = self._parts(word)
        return self._joined(word) or self._trusted(word, parts) or self._nearest(word) or parts

    def _trusted(self, word: str, parts: Reading) -> Reading:
        """Parts that a person would see in the word: separate ones, or two that people give as clues."""
        if len(word.replace("-", " ").replace("'", " ").split()) > 1:
            return parts
        spelt = [self.words[row] for row in parts]
        seen = all(row < self.candidates and len(part) > _SHORTEST_PART for row, part in zip(parts, spelt, strict=True))
        return parts if seen or (spelt and spelt[-1] in _PARTICLES) else ()

    def _parts(self, word: str) -> Reading:
        """NEW YORK, secretagent, wakeup: known words side by side, the most familiar pair of them."""
        pieces = word.replace("-", " ").replace("'", " ").split()
        if len(pieces) > 1:
            return tuple(self._rows[piece] for piece in pieces if piece in self._rows)
        pairs = [
            (self._rows[word[:cut]], self._rows[word[cut:]])
            for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
            if word[:cut] in self._rows and word[cut:] in self._rows
        ]
        return min(pairs, key=max, default=())

    def _joined(self, word: str) -> Reading:
        """Wi-fi as wifi, ice cream as icecream, d'Artagnan as dartagnan."""
        whole = word.replace("-", "").replace(" ", "").replace("'", "")
        return self._names.get(whole) or ((self._rows[whole],) if whole in self._rows else ())

    def _nearest(self, word: str) -> Reading:
        """What it misspells, a word or a name that people give as a clue: dectective, elefant, snowhite."""
        if self.lang not in LANGUAGES or len(word) > _LONGEST_SPELLED:
            return ()
        language = import_module(f"duo.words.lang.{self.lang}")
        close = nearness.nearest(word, self._given, language, aloud=1)
        return self.reading(close) if close and _begin_alike(bare(word), bare(close)) else ()


def _begin_alike(word: str, other: str) -> bool:
    """With the same letter or, if these changed places, with the same two: a slip there makes another word."""
    return word[0] == other[0] or word[:2] == other[1::-1]
