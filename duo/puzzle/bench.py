"""What puzzles of a language are made and proven with; each thing is loaded when it is first needed."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.giver import PERSON, drawn
from duo.mind.registry import listener
from duo.words import legality
from duo.words.wordlist import WordList, shipped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.listener import Listener
    from duo.words.legality import Ruling

    Matrix = NDArray[np.floating]
    Weights = NDArray[np.float32]

# The calibrated listener that reads clues, and the ears that must read them alike, as far as the model has them. The
# second shares no source with the first. No single source carries an answer: the halves of the house's sources must
# find it too, and so must the ears made of others.
EARS = {
    "en": ("duo", "glove", "usage", "knowledge", "stranger"),
    "fr": ("apart", "news", "usage", "knowledge", "translated", "stranger"),
}
HOUSE = "duo"  # the ear of the house, with which its giver gives clues
_COMPOUNDS = "compounds"
_PAIRS = frozenset({_COMPOUNDS, "cooccurrence", "links", "synonyms"})  # signals that are silent about most words

# So many clue words, in the order of familiarity; rarer ones would make riddles of vocabulary.
FAMILIAR = 9_000
_PORTION = 25  # words that are looked at together


class Affinity:
    """How strongly one listener connects all familiar clue words with the words that boards are dealt from."""

    def __init__(self, listener: "Listener", words: Sequence[str]) -> None:
        self._listener = listener
        self._words = words

    def to(self, words: Sequence[str]) -> "Weights":
        """The pull of each familiar clue word to each of these words, at full sharpness: (clues, words)."""
        if all(word in self._kept for word in words):
            return np.stack([self._kept[word] for word in words], axis=1)
        return self._found(words)

    @cached_property
    def _kept(self) -> "dict[str, Weights]":
        """By words of the list; always found in the same portions, so that every process has the same last digits."""
        portions = [self._words[start : start + _PORTION] for start in range(0, len(self._words), _PORTION)]
        return {word: row for few in portions for word, row in zip(few, self._found(few).T.copy(), strict=True)}

    def _found(self, words: Sequence[str]) -> "Weights":
        return self._listener.pull_all(words, 1.0)[:FAMILIAR]


class Bench:
    """The word list, the referee and the ears of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @cached_property
    def wordlist(self) -> WordList:
        return shipped(self.lang)

    @cached_property
    def partner(self) -> "Listener":
        """The listener to whom the house gives its clues."""
        return listener(self.lang, HOUSE)

    @cached_property
    def first(self) -> "Listener":
        """The calibrated listener that reads clues."""
        return listener(self.lang, EARS[self.lang][0])

    @cached_property
    def others(self) -> "tuple[Listener, ...]":
        """The ears that must agree; the first of them shares no source and no fitted weight with the listener."""
        known = self.partner.model.manifest.ears
        return tuple(listener(self.lang, ear) for ear in EARS[self.lang][1:] if ear in known)

    @property
    def ears(self) -> "tuple[Listener, ...]":
        return (self.first, *self.others)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """What tells the ears apart that prove puzzles."""
        models = [ear.model for ear in dict.fromkeys((self.first, *self.others, self.partner))]
        return tuple(
            f"{model.ear}-{hashlib.sha256(model.digest.encode() + model.weights.tobytes()).hexdigest()[:16]}"
            for model in models
        )

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """The words that puzzles use as clues, the most familiar first."""
        return self.first.candidates[:FAMILIAR]

    @cached_property
    def _read(self) -> Affinity:
        return Affinity(self.first, self.wordlist.words)

    @cached_property
    def _given(self) -> Affinity:
        return self._read if self.partner is self.first else Affinity(self.partner, self.wordlist.words)

    def touch_all(self, words: Sequence[str]) -> "NDArray[np.float64]":
        """What the listener touches next on hearing each candidate: (candidates, words)."""
        return self.first.chances(self._read.to(words).astype("float64"))

    def draw_all(self, words: Sequence[str]) -> "tuple[Weights, Weights]":
        """How each candidate draws people, and how likely nothing comes to mind, just as the giver expects it."""
        return drawn(self._given.to(words) ** PERSON, self.partner.familiarity[:FAMILIAR])

    def draw(self, clue: str, words: Sequence[str]) -> "tuple[Weights, Weights]":
        """The same for one clue, which may be any word: (1, words), (1,)."""
        return drawn(self.partner.pull(clue, words, PERSON), np.array([self.partner.familiar(clue)]))

    def firm(self, ear: "Listener", clue: str, words: Sequence[str]) -> "Weights":
        """How many times as likely as nothing at all each word comes to this mind."""
        weights, nothing = drawn(ear.pull(clue, words, PERSON), np.array([ear.familiar(clue)]))
        firm: Weights = weights[0] / nothing[0]
        return firm

    def sayable(self, words: Sequence[str]) -> "NDArray[np.bool_]":
        """Which candidates are legal while these words are visible, by the strict rule that AI clues keep."""
        return np.array(legality.allowed(self.candidates, words, self.lang, strict=True), dtype=np.bool_)

    def check(self, clue: str, count: int, words: Sequence[str], *, strict: bool = False) -> "Ruling":
        return legality.check(clue, count, words, self.lang, strict=strict)

    def associate(self, clues: Sequence[str], words: Sequence[str]) -> "Matrix":
        """How strongly the first ear connects clues and words: (clues, words)."""
        return self.first.model.associate(clues, words)

    def knowledge(self, clue: str, words: Sequence[str]) -> "tuple[tuple[str, ...], Matrix]":
        """The first ear's kinds of knowledge, and what each says of a clue and every word: (kinds, words)."""
        model = self.first.model
        said: Matrix = model.signals([clue], words)[:, 0]
        return model.signal_names, said

    def opinions(self, clue: str, words: Sequence[str]) -> "Matrix":
        """The same of the kinds that are not silent about most words."""
        names, said = self.knowledge(clue, words)
        return said[[place for place, name in enumerate(names) if name not in _PAIRS]]

    def compounds(self, clue: str, words: Sequence[str]) -> "Matrix":
        """How firmly the clue and each word are one expression, where the language's model knows."""
        names, said = self.knowledge(clue, words)
        return said[names.index(_COMPOUNDS)] if _COMPOUNDS in names else np.zeros(len(words))
