"""What puzzles of a language are made and proven with; each thing is loaded when it is first needed."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from duo.puzzle.puzzle import Kind
from duo.words.wordlist import WordList, shipped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from duo.mind.listener import Listener
    from duo.words.legality import Ruling

    Matrix = NDArray[np.floating]

# Two minds of each language that share no source: the calibrated listener, and one that only hears with plain vectors.
MINDS = {"en": ("duo", "glove"), "fr": ("apart", "news")}
# So many clue words, in the order of familiarity; rarer ones would make riddles of vocabulary.
FAMILIAR = 9_000
_COMPOUNDS = "compounds"
_PAIRS = frozenset({_COMPOUNDS, "meetings", "links", "synonyms"})  # signals that are silent about most words


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
        return self._listener(MINDS[self.lang][0])

    @cached_property
    def second(self) -> "Listener":
        """A mind that shares no source and no fitted weight with the first."""
        return self._listener(MINDS[self.lang][1])

    def _listener(self, mind: str) -> "Listener":
        from duo.mind.listener import Listener
        from duo.mind.model import Model

        return Listener(Model.load(self.lang, mind))

    def minds_for(self, kind: Kind) -> tuple[str, ...]:
        """What tells the minds apart that prove puzzles of this kind; counting needs none."""
        return () if kind is Kind.DEDUCE else self._digests

    @cached_property
    def _digests(self) -> tuple[str, ...]:
        models = (self.first.model, self.second.model)
        return tuple(
            f"{model.mind}-{hashlib.sha256(model.digest.encode() + model.weights.tobytes()).hexdigest()[:16]}"
            for model in models
        )

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

        from duo.words import legality

        return np.array(legality.allowed(self.candidates, words, self.lang), dtype=np.bool_)

    def check(self, clue: str, count: int, words: Sequence[str]) -> "Ruling":
        from duo.words import legality

        return legality.check(clue, count, words, self.lang)

    def associate(self, clues: Sequence[str], words: Sequence[str]) -> "Matrix":
        """How strongly the first mind connects clues and words: (clues, words)."""
        return self.first.model.associate(clues, words)

    def opinions(self, clue: str, words: Sequence[str]) -> "Matrix":
        """What each kind of knowledge of the first mind says of a clue and every word: (kinds, words)."""
        model = self.first.model
        chosen = [place for place, name in enumerate(model.signal_names) if name not in _PAIRS]
        opinions: Matrix = model.signals([clue], words)[chosen, 0]
        return opinions

    def compounds(self, clue: str, words: Sequence[str]) -> "Matrix":
        """How firmly the clue and each word are one expression, where the language's model knows."""
        import numpy as np

        model = self.first.model
        if _COMPOUNDS not in model.signal_names:
            return np.zeros(len(words))
        firm: Matrix = model.signals([clue], words)[model.signal_names.index(_COMPOUNDS), 0]
        return firm
