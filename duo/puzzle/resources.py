"""The resources of one language for making and proving puzzles: its word list, its clue checker and its ears.

An ear is a listener, a model of a person who hears a clue, that uses a chosen set of the language model's signals. The
partner's ear is the one for whom the AI giver chooses clues. The main ear reads the clues of puzzles. The other ears
must agree with it. A word comes firmly to mind for an ear if it is several times as likely to come to mind as nothing.
"""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.giver.giver import HUMAN_TRUST, partner_weights
from duo.mind.model.manifest import read_manifest, shipped_model_dir
from duo.mind.registry import listener, single_signal_ear
from duo.puzzle.survey import MAX_CANDIDATES, MIN_FIRMNESS, StandoutSurvey
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


class PuzzleResources:
    """The word list, clue checker and ears of one language. Each is loaded when it is first needed."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @cached_property
    def wordlist(self) -> WordList:
        return shipped_wordlist(self.lang)

    @cached_property
    def puzzle_words(self) -> WordList:
        """The words that puzzles deal: the word list without its entries of several words.

        The ears know too little about entries of several words.
        """
        return WordList(self.lang, tuple(word for word in self.wordlist.words if " " not in word))

    @cached_property
    def partner_ear(self) -> "Listener":
        """The listener for whom the AI giver chooses its clues."""
        return listener(self.lang, PARTNER_EAR)

    @cached_property
    def main_ear(self) -> "Listener":
        """The listener whose reading of the clues decides the answer of a puzzle. `other_ears` must agree with it."""
        return listener(self.lang, main_ear_name(self.lang))

    @cached_property
    def other_ears(self) -> "tuple[Listener, ...]":
        """The ears that must agree with the main ear. The first of them shares no signal and no weight with it."""
        known = self.partner_ear.model.manifest.ears
        return tuple(listener(self.lang, ear) for ear in other_ear_names(self.lang) if ear in known)

    @property
    def ears(self) -> "tuple[Listener, ...]":
        """The main ear, then the other ears."""
        return (self.main_ear, *self.other_ears)

    @cached_property
    def ear_digests(self) -> tuple[str, ...]:
        """Names and digests of the ears that prove puzzles. They change if a signal or a weight changes."""
        models = [ear.model for ear in dict.fromkeys((self.main_ear, *self.other_ears, self.partner_ear))]
        return tuple(
            f"{model.ear}-{hashlib.sha256(model.digest.encode() + model.weights.tobytes()).hexdigest()[:16]}"
            for model in models
        )

    @cached_property
    def candidate_clues(self) -> tuple[str, ...]:
        """The words that puzzles use as clues, most familiar first."""
        return self.main_ear.candidates[:MAX_CANDIDATES]

    @cached_property
    def survey(self) -> StandoutSurvey:
        """How far each word that puzzles deal stands out for each candidate clue."""
        blended = tuple(dict.fromkeys((self.main_ear, self.partner_ear)))
        return StandoutSurvey.from_ears(
            self.puzzle_words.words, blended, tuple(dict.fromkeys((self.partner_ear, *self.ears)))
        )

    def touch_chances(self, words: Sequence[str], rows: "Rows") -> "NDArray[np.float64]":
        """Return the main ear's chance to touch each word next, for the candidate clues of these rows."""
        return self.main_ear.touch_chances(self._look_up_associations(self.main_ear, words, rows).astype("float64"))

    def candidate_weights(self, words: Sequence[str], rows: "Rows") -> "tuple[Weights, Weights]":
        """Return the weights of these words, and the weight of nothing coming to mind, for the partner's ear.

        The arrays are (rows, words) and (rows,), for the candidate clues in these rows. The AI giver uses them.
        """
        return partner_weights(
            self._look_up_associations(self.partner_ear, words, rows) ** HUMAN_TRUST, self.partner_ear.familiarity[rows]
        )

    def candidate_associations(self, words: Sequence[str]) -> "Weights":
        """Return how strongly the partner's ear associates every candidate clue with each of these words."""
        return self._look_up_associations(self.partner_ear, words)

    def _look_up_associations(
        self, ear: "Listener", words: Sequence[str], rows: "Rows | slice" = slice(None)
    ) -> "Weights":
        """Return how strongly an ear associates the candidate clues in these rows with each of these words.

        The values are taken from the survey if it covers all the words, and computed otherwise.
        """
        columns = self.survey.word_columns
        if all(word in columns for word in words):
            found: Weights = self.survey.associations[ear].T[[columns[word] for word in words]].T[rows]
            return found
        return ear.candidate_associations(words, 1.0)[: len(self.candidate_clues)][rows]

    def clue_weights(self, clue: str, words: Sequence[str]) -> "tuple[Weights, Weights]":
        """Return the weights of these words (1, words) and of nothing (1,) for the partner's ear and any clue."""
        return partner_weights(
            self.partner_ear.associations(clue, words, HUMAN_TRUST), np.array([self.partner_ear.clue_familiarity(clue)])
        )

    def word_firmness(self, ear: "Listener", clue: str, words: Sequence[str]) -> "Weights":
        """Return the firmness of each word: how many times as likely it is to come to this ear's mind as nothing."""
        weights, nothing = partner_weights(
            ear.associations(clue, words, HUMAN_TRUST), np.array([ear.clue_familiarity(clue)])
        )
        ratios: Weights = weights[0] / nothing[0]
        return ratios

    def evoked_mask(self, row: int) -> "NDArray[np.bool_]":
        """Return which puzzle words the partner's listener firmly associates with the candidate clue in this row."""
        associations = self.survey.associations[self.partner_ear][row, :, None] ** HUMAN_TRUST
        weights, nothing = partner_weights(associations, np.full(len(associations), self.partner_ear.familiarity[row]))
        is_firm: NDArray[np.bool_] = weights[:, 0] >= MIN_FIRMNESS * nothing
        return is_firm

    def legal_candidates(self, words: Sequence[str], rows: "Rows") -> "Rows":
        """Return the rows of the legal clues, by the strict rules for AI clues, while these words are visible."""
        clues = [self.candidate_clues[row] for row in rows]
        return rows[np.array(legality.legal_mask(clues, words, self.lang, strict=True), dtype=np.bool_)]

    def check_clue(self, clue: str, count: int, words: Sequence[str], *, strict: bool = False) -> "Ruling":
        """Return whether a clue is legal while these words are visible. `strict` applies the rules for AI clues."""
        return legality.check(clue, count, words, self.lang, strict=strict)

    def association_strengths(self, clues: Sequence[str], words: Sequence[str]) -> "Matrix":
        """Return how strongly the main ear associates clues and words: (clues, words)."""
        return self.main_ear.model.associate(clues, words)

    def clue_signals(self, clue: str, words: Sequence[str]) -> "tuple[tuple[str, ...], Matrix]":
        """Return the names of the main ear's signals, and their values for a clue and each word: (signals, words)."""
        model = self.main_ear.model
        values: Matrix = model.signals([clue], words)[:, 0]
        return model.signal_names, values

    def dense_signals(self, clue: str, words: Sequence[str]) -> "Matrix":
        """Return the values of the main ear's dense signals, which are nonzero for most words."""
        names, values = self.clue_signals(clue, words)
        return values[[place for place, name in enumerate(names) if name not in _SPARSE_SIGNALS]]

    def compound_strengths(self, clue: str, words: Sequence[str]) -> "Matrix":
        """Return how strongly the clue and each word form one expression. All are 0 if the model has no such signal."""
        names, values = self.clue_signals(clue, words)
        return values[names.index(_COMPOUND_SIGNAL)] if _COMPOUND_SIGNAL in names else np.zeros(len(words))


def main_ear_name(lang: str) -> str:
    """Return the name of the main ear, which reads the puzzles of a language."""
    return _MAIN_EAR if _MAIN_EAR in read_manifest(shipped_model_dir(lang)).ears else PARTNER_EAR


def other_ear_names(lang: str) -> tuple[str, ...]:
    """Return the names of the ears that must agree with the main ear.

    The first of them shares no signal with the main ear. Each of the rest uses half of the partner's signals, or other
    signals. So no single signal can decide an answer.
    """
    plain = single_signal_ear(lang)
    done = {main_ear_name(lang), PARTNER_EAR, plain}
    return (plain, *(ear for ear in read_manifest(shipped_model_dir(lang)).ears if ear not in done))
