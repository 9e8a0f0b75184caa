"""The word list, clue checker and ears of a language, with which puzzles are made and proven.

An ear is a listener built from a chosen set of the model's sources. Everything is loaded when it is first needed.
"""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.giver.giver import HUMAN_TRUST, partner_weights
from duo.mind.model.manifest import read_manifest, shipped_model_dir
from duo.mind.registry import listener, plain_ear
from duo.puzzle.survey import MAX_CANDIDATES, MIN_FIRMNESS, Survey
from duo.words import legality
from duo.words.wordlist import WordList, shipped_wordlist

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.listener.listener import Listener
    from duo.words.legality import Ruling

    Matrix = NDArray[np.floating]
    Rows = NDArray[np.intp]
    Weights = NDArray[np.float32]

PARTNER_EAR = "duo"  # the listener for whom the AI giver chooses its clues
_MAIN_EAR = "apart"  # reads puzzles where the model has it; it uses no list that the partner has learnt by heart
_COMPOUND_SIGNAL = "compounds"
# Signals that are zero for most pairs of words.
_SPARSE_SIGNALS = frozenset(
    {_COMPOUND_SIGNAL, "cooccurrence", "links", "synonyms", "associations", "associations-alone"}
)


class Bench:
    """The word list, clue checker and ears of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @cached_property
    def wordlist(self) -> WordList:
        return shipped_wordlist(self.lang)

    @cached_property
    def puzzle_words(self) -> WordList:
        """The words that puzzles deal.

        Names of several words are left out because the ears know too little about them.
        """
        return WordList(self.lang, tuple(word for word in self.wordlist.words if " " not in word))

    @cached_property
    def partner(self) -> "Listener":
        """The listener for whom the AI giver chooses its clues."""
        return listener(self.lang, PARTNER_EAR)

    @cached_property
    def main_ear(self) -> "Listener":
        """The calibrated listener that reads clues."""
        return listener(self.lang, main_ear_name(self.lang))

    @cached_property
    def other_ears(self) -> "tuple[Listener, ...]":
        """The ears that must agree. The first shares no source and no fitted weight with the main ear."""
        known = self.partner.model.manifest.ears
        return tuple(listener(self.lang, ear) for ear in other_ear_names(self.lang) if ear in known)

    @property
    def ears(self) -> "tuple[Listener, ...]":
        return (self.main_ear, *self.other_ears)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """Digests of the ears that prove puzzles."""
        models = [ear.model for ear in dict.fromkeys((self.main_ear, *self.other_ears, self.partner))]
        return tuple(
            f"{model.ear}-{hashlib.sha256(model.digest.encode() + model.weights.tobytes()).hexdigest()[:16]}"
            for model in models
        )

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """The words that puzzles use as clues, most familiar first."""
        return self.main_ear.candidates[:MAX_CANDIDATES]

    @cached_property
    def survey(self) -> Survey:
        """The survey of all candidates and all words that puzzles deal."""
        blended = tuple(dict.fromkeys((self.main_ear, self.partner)))
        return Survey.build(self.puzzle_words.words, blended, tuple(dict.fromkeys((self.partner, *self.ears))))

    def touch_chances(self, words: Sequence[str], rows: "Rows") -> "NDArray[np.float64]":
        """Return the main ear's chances to touch each word next, by candidate: (rows, words)."""
        return self.main_ear.touch_chances(self._associations(self.main_ear, words, rows).astype("float64"))

    def candidate_weights(self, words: Sequence[str], rows: "Rows") -> "tuple[Weights, Weights]":
        """Return the partner's weights of words (rows, words), and of nothing coming to mind (rows,).

        The giver expects the same weights.
        """
        return partner_weights(
            self._associations(self.partner, words, rows) ** HUMAN_TRUST, self.partner.familiarity[rows]
        )

    def candidate_associations(self, words: Sequence[str]) -> "Weights":
        """Return the partner's associations between every candidate and these words, at full sharpness."""
        return self._associations(self.partner, words)

    def _associations(self, ear: "Listener", words: Sequence[str], rows: "Rows | slice" = slice(None)) -> "Weights":
        """Return an ear's associations between these candidates and words, at full sharpness.

        They come from the survey where it covers all the words.
        """
        columns = self.survey.columns
        if all(word in columns for word in words):
            found: Weights = self.survey.associations[ear].T[[columns[word] for word in words]].T[rows]
            return found
        return ear.candidate_associations(words, 1.0)[: len(self.candidates)][rows]

    def clue_weights(self, clue: str, words: Sequence[str]) -> "tuple[Weights, Weights]":
        """Return the partner's weights for one clue, which may be any word: (1, words), (1,)."""
        return partner_weights(
            self.partner.associations(clue, words, HUMAN_TRUST), np.array([self.partner.clue_familiarity(clue)])
        )

    def firmness(self, ear: "Listener", clue: str, words: Sequence[str]) -> "Weights":
        """Return how many times as likely as nothing each word is to come to mind for this ear."""
        weights, nothing = partner_weights(
            ear.associations(clue, words, HUMAN_TRUST), np.array([ear.clue_familiarity(clue)])
        )
        ratios: Weights = weights[0] / nothing[0]
        return ratios

    def evoked_mask(self, row: int) -> "NDArray[np.bool_]":
        """Return which of the puzzle words, each on its own, come firmly to the partner's mind."""
        associations = self.survey.associations[self.partner][row, :, None] ** HUMAN_TRUST
        weights, nothing = partner_weights(associations, np.full(len(associations), self.partner.familiarity[row]))
        is_firm: NDArray[np.bool_] = weights[:, 0] >= MIN_FIRMNESS * nothing
        return is_firm

    def legal_candidates(self, words: Sequence[str], rows: "Rows") -> "Rows":
        """Return those candidates that are legal while these words are visible, by the strict rules for AI clues."""
        clues = [self.candidates[row] for row in rows]
        return rows[np.array(legality.legal_mask(clues, words, self.lang, strict=True), dtype=np.bool_)]

    def check(self, clue: str, count: int, words: Sequence[str], *, strict: bool = False) -> "Ruling":
        return legality.check(clue, count, words, self.lang, strict=strict)

    def associate(self, clues: Sequence[str], words: Sequence[str]) -> "Matrix":
        """Return how strongly the main ear associates clues and words: (clues, words)."""
        return self.main_ear.model.associate(clues, words)

    def signals(self, clue: str, words: Sequence[str]) -> "tuple[tuple[str, ...], Matrix]":
        """Return the names and values of the main ear's signals for a clue and every word: (signals, words)."""
        model = self.main_ear.model
        values: Matrix = model.signals([clue], words)[:, 0]
        return model.signal_names, values

    def dense_signals(self, clue: str, words: Sequence[str]) -> "Matrix":
        """Return the values of the signals that are nonzero for most words."""
        names, values = self.signals(clue, words)
        return values[[place for place, name in enumerate(names) if name not in _SPARSE_SIGNALS]]

    def compound_strengths(self, clue: str, words: Sequence[str]) -> "Matrix":
        """Return how firmly the clue and each word form one expression. Zeros if the model does not know."""
        names, values = self.signals(clue, words)
        return values[names.index(_COMPOUND_SIGNAL)] if _COMPOUND_SIGNAL in names else np.zeros(len(words))


def main_ear_name(lang: str) -> str:
    """Return the name of the calibrated ear that reads the puzzles of a language."""
    return _MAIN_EAR if _MAIN_EAR in read_manifest(shipped_model_dir(lang)).ears else PARTNER_EAR


def other_ear_names(lang: str) -> tuple[str, ...]:
    """Return the names of the ears that must agree with the main one.

    The first shares no source with it. The others are built from halves of the partner's sources and from other
    sources, so that no single source can carry an answer.
    """
    plain = plain_ear(lang)
    done = {main_ear_name(lang), PARTNER_EAR, plain}
    return (plain, *(ear for ear in read_manifest(shipped_model_dir(lang)).ears if ear not in done))
