"""What puzzles of a language are made and proven with; each thing is loaded when it is first needed."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from duo.puzzle.puzzle import Kind
from duo.words import legality
from duo.words.wordlist import WordList, shipped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from duo.mind.listener import Listener

# Clue words in the order of familiarity that puzzles may use; rarer ones would be riddles of vocabulary.
FAMILIAR = 9_000
USUAL = ("universal",)  # the signal of the usual meaning of words
SECOND = {"en": "glove", "fr": "news"}


class Bench:
    """The word list, the referee and the two minds of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @cached_property
    def wordlist(self) -> WordList:
        return shipped(self.lang)

    @cached_property
    def first(self) -> "Listener":
        """The calibrated listener."""
        from duo.mind.listener import Listener
        from duo.mind.model import Model

        return Listener(Model.load(self.lang))

    @cached_property
    def second(self) -> "Listener":
        """A mind that shares no source and no fitted weight with the first."""
        from duo.mind.listener import Listener
        from duo.mind.model import Model

        return Listener(Model.load(self.lang, SECOND[self.lang]))

    def minds_for(self, kind: Kind) -> tuple[str, ...]:
        """The digests of the minds that prove puzzles of this kind; counting needs none."""
        return () if kind is Kind.DEDUCE else (self.first.model.digest, self.second.model.digest)

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """The words that puzzles use as clues, the most familiar first."""
        return self.first.candidates[:FAMILIAR]

    def touch_all(self, words: Sequence[str]) -> "NDArray[np.float64]":
        """What each candidate draws: (candidates, words)."""
        return self.first.touch_all(words)[:FAMILIAR].astype("float64")

    def sayable(self, words: Sequence[str]) -> "NDArray[np.bool_]":
        """Which candidates are legal while these words are visible."""
        import numpy as np

        return np.array(legality.allowed(self.candidates, words, self.lang), dtype=np.bool_)

    def check(self, clue: str, count: int, words: Sequence[str]) -> legality.Ruling:
        return legality.check(clue, count, words, self.lang)

    def plain(self, clues: Sequence[str], words: Sequence[str]) -> "NDArray[np.floating]":
        """How close clues come to words by their usual meanings, from the word vectors alone: (clues, words)."""
        return self._signals(clues, words, USUAL).mean(axis=0)

    def compounds(self, clues: Sequence[str], words: Sequence[str]) -> "NDArray[np.floating]":
        """How firmly clues and words are one expression: (clues, words)."""
        return self._signals(clues, words, ("compounds",)).max(axis=0)

    def _signals(self, clues: Sequence[str], words: Sequence[str], names: Sequence[str]) -> "NDArray[np.floating]":
        model = self.first.model
        chosen = [place for place, name in enumerate(model.signal_names) if name in names]
        return model.signals(clues, words)[chosen]
