"""What puzzles of a language are made and proven with; each thing is loaded when it is first needed."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.giver.giver import HUMAN_TRUST, partner_weights
from duo.mind.registry import listener
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

# The calibrated listener that reads clues, and the ears that must read them alike, as far as the model has them. The
# second shares no source with the first. No single source carries an answer: the halves of the house's sources must
# find it too, and so must the ears made of others.
EARS = {
    "en": ("duo", "glove", "usage", "knowledge", "stranger"),
    "fr": ("apart", "news", "usage", "knowledge", "translated", "stranger"),
}
PARTNER_EAR = "duo"  # the ear of the house, with which its giver gives clues
_COMPOUND_SIGNAL = "compounds"
# Signals that are silent about most words.
_SPARSE_SIGNALS = frozenset(
    {_COMPOUND_SIGNAL, "cooccurrence", "links", "synonyms", "associations", "associations-alone"}
)


class Bench:
    """The word list, the referee and the ears of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @cached_property
    def wordlist(self) -> WordList:
        return shipped_wordlist(self.lang)

    @cached_property
    def puzzle_words(self) -> WordList:
        """The words that puzzles deal: names of several words are left out, of which the ears know too little."""
        return WordList(self.lang, tuple(word for word in self.wordlist.words if " " not in word))

    @cached_property
    def partner(self) -> "Listener":
        """The listener to whom the house gives its clues."""
        return listener(self.lang, PARTNER_EAR)

    @cached_property
    def main_ear(self) -> "Listener":
        """The calibrated listener that reads clues."""
        return listener(self.lang, EARS[self.lang][0])

    @cached_property
    def other_ears(self) -> "tuple[Listener, ...]":
        """The ears that must agree; the first of them shares no source and no fitted weight with the listener."""
        known = self.partner.model.manifest.ears
        return tuple(listener(self.lang, ear) for ear in EARS[self.lang][1:] if ear in known)

    @property
    def ears(self) -> "tuple[Listener, ...]":
        return (self.main_ear, *self.other_ears)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """What tells the ears apart that prove puzzles."""
        models = [ear.model for ear in dict.fromkeys((self.main_ear, *self.other_ears, self.partner))]
        return tuple(
            f"{model.ear}-{hashlib.sha256(model.digest.encode() + model.weights.tobytes()).hexdigest()[:16]}"
            for model in models
        )

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """The words that puzzles use as clues, the most familiar first."""
        return self.main_ear.candidates[:MAX_CANDIDATES]

    @cached_property
    def survey(self) -> Survey:
        """What the candidates say of the words that boards are dealt from."""
        blended = tuple(dict.fromkeys((self.main_ear, self.partner)))
        return Survey.build(self.puzzle_words.words, blended, tuple(dict.fromkeys((self.partner, *self.ears))))

    def touch_chances(self, words: Sequence[str], rows: "Rows") -> "NDArray[np.float64]":
        """What the listener touches next on hearing each of these candidates: (rows, words)."""
        return self.main_ear.touch_chances(self._associations(self.main_ear, words, rows).astype("float64"))

    def candidate_weights(self, words: Sequence[str], rows: "Rows") -> "tuple[Weights, Weights]":
        """How these candidates draw people, and how likely nothing comes to mind, just as the giver expects it."""
        return partner_weights(
            self._associations(self.partner, words, rows) ** HUMAN_TRUST, self.partner.familiarity[rows]
        )

    def candidate_associations(self, words: Sequence[str]) -> "Weights":
        """The partner's pull of every candidate to each of these words, at full sharpness."""
        return self._associations(self.partner, words)

    def _associations(self, ear: "Listener", words: Sequence[str], rows: "Rows | slice" = slice(None)) -> "Weights":
        """The pull of these candidates to each of these words, at full sharpness."""
        columns = self.survey.columns
        if all(word in columns for word in words):
            found: Weights = self.survey.associations[ear].T[[columns[word] for word in words]].T[rows]
            return found
        return ear.candidate_associations(words, 1.0)[: len(self.candidates)][rows]

    def clue_weights(self, clue: str, words: Sequence[str]) -> "tuple[Weights, Weights]":
        """The same for one clue, which may be any word: (1, words), (1,)."""
        return partner_weights(
            self.partner.associations(clue, words, HUMAN_TRUST), np.array([self.partner.clue_familiarity(clue)])
        )

    def firmness(self, ear: "Listener", clue: str, words: Sequence[str]) -> "Weights":
        """How many times as likely as nothing at all each word comes to this mind."""
        weights, nothing = partner_weights(
            ear.associations(clue, words, HUMAN_TRUST), np.array([ear.clue_familiarity(clue)])
        )
        firm: Weights = weights[0] / nothing[0]
        return firm

    def evoked_mask(self, row: int) -> "NDArray[np.bool_]":
        """Which of the words that puzzles deal this candidate brings firmly to the partner's mind, each on its own."""
        pulls = self.survey.associations[self.partner][row, :, None] ** HUMAN_TRUST
        weights, nothing = partner_weights(pulls, np.full(len(pulls), self.partner.familiarity[row]))
        firm: NDArray[np.bool_] = weights[:, 0] >= MIN_FIRMNESS * nothing
        return firm

    def legal_candidates(self, words: Sequence[str], rows: "Rows") -> "Rows":
        """Those of these candidates that are legal while these words are visible, by the strict rule of AI clues."""
        said = [self.candidates[row] for row in rows]
        return rows[np.array(legality.legal_mask(said, words, self.lang, strict=True), dtype=np.bool_)]

    def check(self, clue: str, count: int, words: Sequence[str], *, strict: bool = False) -> "Ruling":
        return legality.check(clue, count, words, self.lang, strict=strict)

    def associate(self, clues: Sequence[str], words: Sequence[str]) -> "Matrix":
        """How strongly the first ear connects clues and words: (clues, words)."""
        return self.main_ear.model.associate(clues, words)

    def signals(self, clue: str, words: Sequence[str]) -> "tuple[tuple[str, ...], Matrix]":
        """The first ear's kinds of knowledge, and what each says of a clue and every word: (kinds, words)."""
        model = self.main_ear.model
        said: Matrix = model.signals([clue], words)[:, 0]
        return model.signal_names, said

    def dense_signals(self, clue: str, words: Sequence[str]) -> "Matrix":
        """The same of the kinds that are not silent about most words."""
        names, said = self.signals(clue, words)
        return said[[place for place, name in enumerate(names) if name not in _SPARSE_SIGNALS]]

    def compound_strengths(self, clue: str, words: Sequence[str]) -> "Matrix":
        """How firmly the clue and each word are one expression, where the language's model knows."""
        names, said = self.signals(clue, words)
        return said[names.index(_COMPOUND_SIGNAL)] if _COMPOUND_SIGNAL in names else np.zeros(len(words))
