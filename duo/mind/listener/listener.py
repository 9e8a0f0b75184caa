"""What a person would touch on hearing a clue: a softmax over the model's blend, fitted on people."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.model import Model, read_fits
from duo.mind.model.word_score_cache import WordScoreCache

_Float = TypeVar("_Float", np.float32, np.float64)
Chances = NDArray[np.float64]
_MAX_CACHED_WORDS = (
    75  # words that are remembered with all that may be said for them: those of three tables, 90 kB each
)
_MIN_EXPONENT, _MAX_EXPONENT = (
    np.float32(-80),
    np.float32(40),
)  # keep the sum of a table's pulls in float32 and above zero


class Listener:
    """A person's ear, as far as the model knows people.

    The weights in `listener.json` beside the model are fitted so that, of the touches given a chance of 70 %,
    70 % are words that the giver meant and a partner touched first; `lapse` is how often a person touches any word
    at all.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        calibration = read_fits(model.manifest.folder).get(model.ear, {})
        self._blend_of_candidates = WordScoreCache(partial(model.associate, model.candidates), _MAX_CACHED_WORDS)
        self._kinships = lru_cache(maxsize=16)(self._kinship)
        self._lapse = float(calibration.get("lapse", 0.0))

    @property
    def lang(self) -> str:
        return self.model.lang

    @property
    def candidates(self) -> tuple[str, ...]:
        return self.model.candidates

    @property
    def familiarity(self) -> NDArray[np.float32]:
        """How well people know each candidate, from 0 to 1."""
        return self.model.familiarity

    def touch(self, clue: str, words: Sequence[str]) -> Chances:
        """The chance of each open word to be the next one touched."""
        if not self.model.can_read(clue):
            return np.full(len(words), 1 / max(len(words), 1))
        chances: Chances = self.touch_chances(exp_scores(self._scores([clue], words).astype(np.float64), 1.0))[0]
        return chances

    def touch_each(self, clues: Sequence[str], words: Sequence[str]) -> Chances:
        """The same for several clues that the model knows: (clues, words)."""
        return self.touch_chances(exp_scores(self._scores(clues, words).astype(np.float64), 1.0))

    def touch_all(self, words: Sequence[str]) -> NDArray[np.float32]:
        """The same for every candidate: (candidates, words)."""
        return self.touch_chances(self.candidate_associations(words, 1.0))

    def candidate_associations(self, words: Sequence[str], sharpness: float) -> NDArray[np.float32]:
        """How strongly every candidate pulls to each word, whatever else lies on the table: (candidates, words)."""
        return exp_scores(self._scores(self.model.candidates, words), sharpness)

    def associations(self, clue: str, words: Sequence[str], sharpness: float) -> NDArray[np.float32]:
        """The same for one clue, which may be any word: (1, words). One that is not known pulls to nothing."""
        if not self.model.can_read(clue):
            return np.zeros((1, len(words)), np.float32)
        return exp_scores(self._scores([clue], words), sharpness)

    def touch_chances(self, associations: NDArray[_Float]) -> NDArray[_Float]:
        """The chance of each word to be the next one touched, out of pulls of full sharpness: (clues, words)."""
        chances: NDArray[_Float] = associations / associations.sum(axis=1, keepdims=True)
        # Now and then a person touches a word that nobody else would think of.
        chances *= 1 - self._lapse
        chances += self._lapse / chances.shape[1]
        return chances

    def kinship(self, words: Sequence[str]) -> Chances:
        """How much every two words bring each other to mind, in standard deviations of these pairs: (words, words)."""
        order = sorted(range(len(words)), key=words.__getitem__)
        found = self._kinships(tuple(words[place] for place in order))
        back = np.argsort(order)
        return found[np.ix_(back, back)]

    def _kinship(self, words: tuple[str, ...]) -> Chances:
        kinship = np.zeros((len(words), len(words)))
        known = [place for place, word in enumerate(words) if self.model.can_read(word)]
        if len(known) < 3:
            return kinship
        names = [words[place] for place in known]
        scores = self.model.associate(names, names).astype(np.float64)
        scores += scores.T
        pairs = scores[~np.eye(len(known), dtype=np.bool_)]
        scores = (scores - pairs.mean()) / max(float(pairs.std()), 1e-9)
        np.fill_diagonal(scores, 0.0)
        kinship[np.ix_(known, known)] = scores
        return kinship

    def clue_familiarity(self, clue: str) -> float:
        """How well people know a clue, which may be any word, from 0 to 1.

        What the model reads but would not say itself, such as names and plurals, is taken for known.
        """
        if not self.model.can_read(clue):
            return 0.0
        said = [row for row in self.model.vocabulary.reading(clue) if row < len(self.familiarity)]
        return min((float(self.familiarity[row]) for row in said), default=1.0)

    def _scores(self, clues: Sequence[str], words: Sequence[str]) -> NDArray[np.float32]:
        """The blend; a word that the model knows nothing of is as close to a clue as the others are on average."""
        known = [place for place, word in enumerate(words) if self.model.can_read(word)]
        if len(known) == len(words):
            return self._blend(clues, words)
        scores = np.zeros((len(clues), len(words)), np.float32)
        if known:
            some = self._blend(clues, [words[place] for place in known])
            scores += some.mean(axis=1, keepdims=True)
            scores[:, known] = some
        return scores

    def _blend(self, clues: Sequence[str], words: Sequence[str]) -> NDArray[np.float32]:
        if clues is self.model.candidates and words:
            return self._blend_of_candidates.scores(words)
        return self.model.associate(clues, words)


def exp_scores(scores: NDArray[_Float], sharpness: float) -> NDArray[_Float]:
    """How strongly clues pull, out of the model's blend."""
    pulled: NDArray[_Float] = np.exp(np.clip(scores.dtype.type(sharpness) * scores, _MIN_EXPONENT, _MAX_EXPONENT))
    return pulled
