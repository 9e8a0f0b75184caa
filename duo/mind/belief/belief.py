"""What a giver's clues meant: one belief over all of them together.

A clue of n means n agents of the giver. Which ones is a draw of the ear (see `meaning`): a set of words is the
likelier, the more each of them comes to mind on hearing the clue, and the more they have to do with one another. With
a small chance the clue was given for a reason that nobody else sees, and then it says nothing of any word. Givers come
back to words that an earlier clue meant in vain. A clue of 0 speaks of words that are not green.

A hypothesis is a set of words that all clues together meant, and of those that they denied. Its weight is the product
of the clues' draws and of the chance, by the pattern, that all these words are green. What is known counts for every
clue: a word found is green, so that a clue that explains it is answered as far as it does; a word missed was meant by
none. Hypotheses of next to no weight are dropped; nothing else is approximated.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from duo.core.word import fold
from duo.mind.belief.forward_backward import COUNTING_LIMITS, FULL_LIMITS, JoinLimits, join_clues, meaning_posteriors
from duo.mind.belief.hypergeometric import DENIED_SHIFT, MAX_WORDS, Hypergeometric
from duo.mind.listener.intent import DEFAULT_INTENT_MODEL, NO_MEANING, ClueListener, IntentModel, Meanings, set_chances

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.belief.clue_history import ClueMemory
    from duo.mind.belief.pattern import SidePrior

    Array = NDArray[np.float64]
    Masks = NDArray[np.uint64]

_MAX_MEANINGS = 512  # of one clue that are joined with those of the others
_DIGITS = 12  # what is left of rounding must not decide between words that are alike


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """What a guesser thinks of the words that it may touch, `words`.

    `known` are further words that some clue may have meant, and `clues` what each clue may have meant, oldest first;
    the bits of a mask stand for `words` and then `known`. `found` marks words found green in thought.
    """

    words: tuple[str, ...]
    other_words: tuple[str, ...]
    group_of_word: "NDArray[np.intp]"  # of the pattern, for each of `words`
    assassin_shares: "Array"  # the chance of a word of each group to be an assassin, if it is not green
    pattern: Hypergeometric
    clues: tuple[Meanings, ...]
    hypotheses: Meanings
    intent_model: IntentModel
    found_mask: int = 0

    def with_green(self, place: int) -> "Belief":
        """The belief once this word has been touched and was green."""
        return replace(self, found_mask=self.found_mask | 1 << place)

    def chances(self) -> "Array":
        """The chances of each word to be green, bystander and assassin; none for a word found in thought."""
        masks, weights = self._weighted_hypotheses()
        meant, denied = _unpack_bits(masks, len(self.words)), _unpack_bits(masks >> DENIED_SHIFT, len(self.words))
        other = (weights * self.pattern.next_agent_chance(masks))[self.group_of_word].T * ((1 - meant) * (1 - denied))
        right = (weights @ meant + other.sum(axis=0)) / float(weights @ self.pattern.unfinished_chance(masks))
        right = np.clip(right.round(_DIGITS), 0.0, 1.0)
        black = self.assassin_shares[self.group_of_word]
        chances = np.stack([right, (1 - right) * (1 - black), (1 - right) * black], axis=1)
        chances[self._found_places()] = 0.0
        return chances

    def meant_chances(self) -> "Array":
        """The chance of each word to be meant by some clue and still to be found."""
        masks, weights = self._weighted_hypotheses()
        meant: Array = weights @ _unpack_bits(masks, len(self.words)) / weights.sum()
        meant[self._found_places()] = 0.0
        return meant

    def attribution(self) -> "Array":
        """The chance of each word, of `words` and then of `known`, to be one that each clue meant: (clues, words)."""
        width = len(self.words) + len(self.other_words)
        shares = [
            chances @ _unpack_bits(clue.masks, width)
            for clue, chances in zip(self.clues, self._meaning_posteriors(FULL_LIMITS), strict=True)
        ]
        return np.array(shares).reshape(-1, width)

    def unfound_counts(self) -> "Array":
        """How many of the words that each clue meant are still open, if it was given for a reason that can be seen."""
        left = np.zeros(len(self.clues))
        for place, (clue, chances) in enumerate(
            zip(self.clues, self._meaning_posteriors(COUNTING_LIMITS), strict=True)
        ):
            meant = chances @ _unpack_bits(clue.masks, len(self.words))
            left[place] = meant.sum() / max(float(chances[clue.masks != 0].sum()), 1e-9)
        return left

    def _meaning_posteriors(self, limits: JoinLimits) -> "list[Array]":
        """The chance of each meaning of each clue, given all the others."""
        return meaning_posteriors(self.clues, self.pattern, self.intent_model, np.uint64(self.found_mask), limits)

    def _weighted_hypotheses(self) -> "tuple[Masks, Array]":
        masks = self.hypotheses.masks | np.uint64(self.found_mask)
        weights = self.hypotheses.weights * self.pattern.chance(masks)
        if not weights.any():  # in thought more was found than the pattern has: nothing is left to say
            weights = np.ones(len(masks))
        return masks, weights

    def _found_places(self) -> list[int]:
        return [place for place in range(len(self.words)) if self.found_mask >> place & 1]


def infer_belief(
    listener: ClueListener,
    words: Sequence[str],
    side: "SidePrior",
    clues: Sequence["ClueMemory"],
    intent_model: IntentModel = DEFAULT_INTENT_MODEL,
) -> Belief:
    """Listen to the clues of one giver, oldest first, with all that has been touched since."""
    belief = infer_clue_meanings(listener, words, side, clues, intent_model)
    return replace(belief, hypotheses=join_clues(belief.clues, belief.pattern, intent_model))


def infer_clue_meanings(
    listener: ClueListener,
    words: Sequence[str],
    side: "SidePrior",
    clues: Sequence["ClueMemory"],
    intent_model: IntentModel,
) -> Belief:
    """The clues one by one: enough to tell what each of them meant, and with no hypothesis yet of all together."""
    table = _WordTable.from_side(words, side, clues)
    belief = _prior_belief(words, side, table.names[len(words) :])
    kinship = _LazyKinship(listener, table.names)
    meanings = tuple(
        table.meanings(listener, kinship, place, belief.pattern, intent_model) for place in range(len(clues))
    )
    return replace(belief, clues=meanings, intent_model=intent_model)


def _prior_belief(words: Sequence[str], side: "SidePrior", other_words: Sequence[str]) -> Belief:
    """Before any clue."""
    group_of = {fold(word): place for place, group in enumerate(side.groups) for word in group.words}
    bits = {fold(word): bit for bit, word in enumerate([*words, *other_words])}
    for word in group_of:  # covered words that no clue can have meant
        bits.setdefault(word, len(bits))
    wrong = [group.bystanders + group.assassins for group in side.groups]
    return Belief(
        words=tuple(words),
        other_words=tuple(other_words),
        group_of_word=np.array([group_of[fold(word)] for word in words], dtype=np.intp),
        assassin_shares=np.array(
            [group.assassins / w if w > 0 else 0.0 for group, w in zip(side.groups, wrong, strict=True)]
        ),
        pattern=Hypergeometric.from_side(side, bits),
        clues=(),
        hypotheses=NO_MEANING,
        intent_model=DEFAULT_INTENT_MODEL,
    )


def prior_chances(words: Sequence[str], side: "SidePrior") -> "Array":
    """The chances of each word by the pattern alone, as `Belief.chances` tells them."""
    return _prior_belief(words, side, ()).chances()


class _LazyKinship:
    """How much words belong together, asked for only if a clue is for several words."""

    def __init__(self, listener: ClueListener, names: Sequence[str]) -> None:
        self._listener = listener
        self._names = names
        self._found: Array | None = None

    def submatrix(self, places: Sequence[int]) -> "Array":
        if self._found is None:
            self._found = self._listener.kinship(self._names)
        return self._found[np.ix_(places, places)]


@dataclass(frozen=True, slots=True)
class _WordTable:
    """Every word that matters, by its bit: those that may be touched, then those that a clue may have meant before."""

    names: tuple[str, ...]
    bits: dict[str, int]
    clues: tuple["ClueMemory", ...]
    open_count: int
    missed_mask: int  # the words that were missed, and those that were found, as masks
    found_mask: int
    agent_chances: dict[int, float]  # how likely each word of the side is green by the pattern, by bit

    @classmethod
    def from_side(cls, words: Sequence[str], side: "SidePrior", clues: Sequence["ClueMemory"]) -> "_WordTable":
        names = {fold(word): word for word in words}
        for group in side.groups:
            names |= {fold(word): word for word in group.words if fold(word) not in names}
        unknown = len(names)
        touched = {fold(word): word for clue in clues for word in (*clue.found, *clue.missed)}
        names |= dict(
            islice(((name, word) for name, word in touched.items() if name not in names), MAX_WORDS - unknown)
        )
        bits = {name: bit for bit, name in enumerate(names)}
        missed = {bits[fold(word)] for clue in clues for word in clue.missed if fold(word) in bits}
        return cls(
            tuple(names.values()),
            bits,
            tuple(clues),
            len(words),
            sum(1 << bit for bit in missed if bit >= unknown),
            sum(1 << bit for bit in range(unknown, len(names)) if bit not in missed),
            {bits[fold(word)]: group.agents / len(group.words) for group in side.groups for word in group.words},
        )

    def meanings(
        self,
        listener: ClueListener,
        kinship: _LazyKinship,
        place: int,
        pattern: Hypergeometric,
        intent_model: IntentModel,
    ) -> Meanings:
        """What a clue may have meant of the words that were open when it was given; the first meaning is nothing."""
        clue = self.clues[place]
        since = {
            self.bits[fold(word)] for later in self.clues[place:] for word in later.touched_words if self._has(word)
        }
        places = [*range(self.open_count), *sorted(since - set(range(self.open_count)))]
        agents = sum(self.agent_chances.get(bit, 0.0 if self.missed_mask >> bit & 1 else 1.0) for bit in places)
        number = min(clue.count or intent_model.denied_words, len(places) if not clue.count else int(agents + 1e-9))
        if number < 1:
            return NO_MEANING
        pulls = listener.associations(clue.word, [self.names[bit] for bit in places], 1.0)[0].astype(np.float64)
        if not pulls.any():
            return NO_MEANING
        answers = {self.bits[fold(word)] for word in clue.found[: clue.count] if self._has(word)}
        pulls *= np.where([bit in answers for bit in places], intent_model.touch_factor, 1.0)
        near = kinship.submatrix(places) if number > 1 else np.zeros((len(places), len(places)))
        sets, chances = set_chances(pulls, near, number, intent_model)
        masks = np.array([1 << bit for bit in places], np.uint64)[sets].sum(axis=1, dtype=np.uint64)
        if not clue.count:
            masks <<= DENIED_SHIFT
        impossible = np.uint64(self.missed_mask | self.found_mask << int(DENIED_SHIFT))
        usual = 1.0
        for step in range(number):
            green = (agents - step) / (len(places) - step)
            usual *= green if clue.count else 1 - agents / len(places)
        astray = intent_model.unexplained_if_stopped if clue.stopped_early else intent_model.unexplained
        found = Meanings(masks, (1 - astray) * chances / max(usual, 1e-12))
        fitting = np.where(masks & impossible, 0.0, found.weights * pattern.chance(masks))
        kept = found.best(fitting, _MAX_MEANINGS)
        weights: Array = np.concatenate([np.array([astray]), kept.weights])
        return Meanings(np.concatenate([NO_MEANING.masks, kept.masks]), weights)

    def _has(self, word: str) -> bool:
        return fold(word) in self.bits


def _unpack_bits(masks: "Masks", width: int) -> "Array":
    """The first bits of each mask: (masks, width) of 0 and 1."""
    places = np.arange(width, dtype=np.uint64)
    return ((masks[:, None] >> places) & np.uint64(1)).astype(np.float64)
