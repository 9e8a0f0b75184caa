"""The listener: which word a person touches after a clue. It is a softmax over the scores of a model.

A candidate is a word that the model may give as a clue. An association is the exponential of a score: how strongly a
clue brings a word to mind. An ear is the set of a model's signals that a listener uses.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.model import Model, read_fits
from duo.mind.model.word_score_cache import WordScoreCache

_Float = TypeVar("_Float", np.float32, np.float64)
Chances = NDArray[np.float64]
_MAX_CACHED_WORDS = 75  # the words of three tables; the scores of all candidates for one word take 90 kB
_MIN_EXPONENT, _MAX_EXPONENT = np.float32(-80), np.float32(40)  # a table's associations must add up in float32


class Listener:
    """A model of how people understand clues.

    Its parameters are in `listener.json` in the folder of the model. They are fitted on people and calibrated: of the
    words that get a chance of 70 %, people touched 70 % first. The parameter `lapse` is how often a person touches a
    random word.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        fit = read_fits(model.manifest.folder).get(model.ear, {})
        self._candidate_cache = WordScoreCache(partial(model.associate, model.candidates), _MAX_CACHED_WORDS)
        self._cached_kinship = lru_cache(maxsize=16)(self._compute_kinship)
        self._lapse = float(fit.get("lapse", 0.0))

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
        """Return for each of the open words the chance that a person who hears the clue touches it next."""
        if not self.model.can_read(clue):
            return np.full(len(words), 1 / max(len(words), 1))
        chances: Chances = self.touch_chances(
            associations_from_scores(self._scores_of_all_words([clue], words).astype(np.float64), 1.0)
        )[0]
        return chances

    def touch_each(self, clues: Sequence[str], words: Sequence[str]) -> Chances:
        """Return the chance that each word is touched next after each clue: (clues, words).

        Raises UnknownWord for a clue that the model cannot read.
        """
        return self.touch_chances(
            associations_from_scores(self._scores_of_all_words(clues, words).astype(np.float64), 1.0)
        )

    def touch_all(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Return the chance that each word is touched next after each candidate of the model: (candidates, words)."""
        return self.touch_chances(self.candidate_associations(words, 1.0))

    def candidate_associations(self, words: Sequence[str], sharpness: float) -> NDArray[np.float32]:
        """Return how strongly each candidate brings each word to mind: (candidates, words).

        The association with a word does not depend on the other words. `sharpness` is the power to which it is raised.
        """
        return associations_from_scores(self._scores_of_all_words(self.model.candidates, words), sharpness)

    def associations(self, clue: str, words: Sequence[str], sharpness: float) -> NDArray[np.float32]:
        """Return how strongly a clue brings each word to mind: (1, words).

        The clue may be any word. All associations are 0 if the model cannot read it.
        """
        if not self.model.can_read(clue):
            return np.zeros((1, len(words)), np.float32)
        return associations_from_scores(self._scores_of_all_words([clue], words), sharpness)

    def touch_chances(self, associations: NDArray[_Float]) -> NDArray[_Float]:
        """Turn associations of sharpness 1 into the chances that each word is touched next: (clues, words)."""
        chances: NDArray[_Float] = associations / associations.sum(axis=1, keepdims=True)
        chances *= 1 - self._lapse
        chances += self._lapse / chances.shape[1]
        return chances

    def kinship(self, words: Sequence[str]) -> Chances:
        """Return how strongly every two of the words are associated with each other: (words, words).

        The unit is the standard deviation over all pairs of these words, and the mean is 0.
        """
        order = sorted(range(len(words)), key=words.__getitem__)
        kinship = self._cached_kinship(tuple(words[place] for place in order))
        inverse = np.argsort(order)
        return kinship[np.ix_(inverse, inverse)]

    def _compute_kinship(self, words: tuple[str, ...]) -> Chances:
        """Return the kinship of sorted words, 0 for words that the model cannot read."""
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
        """Return how well people know a clue, which may be any word, from 0 to 1.

        Words that the model reads but never gives as a clue, such as names and plurals, count as known.
        """
        if not self.model.can_read(clue):
            return 0.0
        rows = [row for row in self.model.vocabulary.reading(clue) if row < len(self.familiarity)]
        return min((float(self.familiarity[row]) for row in rows), default=1.0)

    def _scores_of_all_words(self, clues: Sequence[str], words: Sequence[str]) -> NDArray[np.float32]:
        """Return the scores: (clues, words). A word that the model cannot read gets the mean score of other words."""
        known = [place for place, word in enumerate(words) if self.model.can_read(word)]
        if len(known) == len(words):
            return self._scores_of_known_words(clues, words)
        scores = np.zeros((len(clues), len(words)), np.float32)
        if known:
            known_scores = self._scores_of_known_words(clues, [words[place] for place in known])
            scores += known_scores.mean(axis=1, keepdims=True)
            scores[:, known] = known_scores
        return scores

    def _scores_of_known_words(self, clues: Sequence[str], words: Sequence[str]) -> NDArray[np.float32]:
        """Return the scores of words that the model can read: (clues, words). Those of all candidates are cached."""
        if clues is self.model.candidates and words:
            return self._candidate_cache.scores(words)
        return self.model.associate(clues, words)


def associations_from_scores(scores: NDArray[_Float], sharpness: float) -> NDArray[_Float]:
    """Return the associations of these scores: the exponentials of `sharpness` times the score."""
    associations: NDArray[_Float] = np.exp(np.clip(scores.dtype.type(sharpness) * scores, _MIN_EXPONENT, _MAX_EXPONENT))
    return associations
