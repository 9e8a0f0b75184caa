"""The words that a model knows, and what it makes of a word that it does not know."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field

from duo.core.refusal import Refusal
from duo.core.word import fold

_SHORTEST_PART = 2
_ALPHABET = "abcdefghijklmnopqrstuvwxyzàâçéèêëîïôûùü"
_LONGEST_SPELLED = 20


class UnknownWord(Refusal):
    """A word of which the model knows nothing, not even by its parts or its spelling."""


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Words by row, rows by word; a word's reading is the rows that stand for it."""

    words: tuple[str, ...]
    forms: InitVar[Mapping[str, str]]  # an inflected form -> the word that it stands for
    _rows: dict[str, int] = field(default_factory=dict)

    def __post_init__(self, forms: Mapping[str, str]) -> None:
        self._rows.update({word: row for row, word in enumerate(self.words)})
        self._rows.update({form: self._rows[base] for form, base in forms.items()})

    def __contains__(self, word: str) -> bool:
        return fold(word) in self._rows

    def reading(self, word: str) -> tuple[int, ...]:
        """The row of a known word; else the rows of its parts, or of the word that it misspells."""
        folded = fold(word)
        if folded in self._rows:
            return (self._rows[folded],)
        parts = self._joined(folded) or self._parts(folded)
        if parts:
            return parts
        for close in _misspellings(folded):
            if close in self._rows:
                return (self._rows[close],)
        raise UnknownWord("I do not know the word {word}.", word=word)

    def readings(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        return [self.reading(word) for word in words]

    def _parts(self, word: str) -> tuple[int, ...]:
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

    def _joined(self, word: str) -> tuple[int, ...]:
        """Wi-fi as wifi, ice cream as icecream."""
        whole = word.replace("-", "").replace(" ", "").replace("'", "")
        return (self._rows[whole],) if whole in self._rows else ()


def _misspellings(word: str) -> Iterator[str]:
    """Words one slip of the keyboard away, the likeliest slips first."""
    if not 4 <= len(word) <= _LONGEST_SPELLED:
        return
    for i in range(len(word) - 1):
        yield word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]
    for letter in _ALPHABET:
        for i in range(1, len(word)):
            yield word[:i] + letter + word[i + 1 :]
    for letter in _ALPHABET:
        for i in range(1, len(word) + 1):
            yield word[:i] + letter + word[i:]
