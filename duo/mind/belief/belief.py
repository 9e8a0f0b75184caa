"""A joint belief over what all clues of one giver meant.

A clue with the number n means n agents of the giver: this set of words is its meaning. The chance of a meaning grows
with the association between the clue and each word, and with the kinship of the words, which is how strongly they are
associated with each other (see `duo.mind.listener.intent`). With a small chance a clue is unexplained: it says nothing
about any word. A giver is more likely to mean a word again if an earlier clue meant it and it was not found. A clue
with the number 0 denies words: it means words that are not agents.

A hypothesis is a set of words that all clues together meant, and a set of words that they denied. The pattern is what
the rules say about key cards. The weight of a hypothesis is the product of the weights of the clues' meanings and of
the chance, by the pattern, that the meant words are agents and the denied words are not. A touch is evidence for all
clues: a word found is an agent, and a word missed was meant by no clue. Hypotheses of negligible weight are dropped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from duo.core.word import fold
from duo.mind.belief.forward_backward import (
    COUNTING_JOIN_LIMITS,
    FULL_JOIN_LIMITS,
    JoinLimits,
    join_clues,
    meaning_posteriors,
)
from duo.mind.belief.hypergeometric import DENIED_BIT_SHIFT, MAX_MASK_WORDS, Hypergeometric
from duo.mind.listener.intent import (
    DEFAULT_INTENT_MODEL,
    NO_MEANING,
    ClueListener,
    IntentModel,
    Meanings,
    word_set_chances,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.belief.clue_history import ClueMemory
    from duo.mind.belief.pattern import SidePrior

    Array = NDArray[np.float64]
    Masks = NDArray[np.uint64]

_MAX_MEANINGS_PER_CLUE = 512  # less likely meanings of a clue are dropped
_DECIMALS = 12  # rounds off floating-point noise, which must not decide between words that are alike


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """What a guesser believes about `words`, the words that it may touch.

    `other_words` are words that may not be touched any more but that some clue may have meant. `clues` has the possible
    meanings of each clue, oldest first. `hypotheses` has what all clues together may have meant. The lowest bits of a
    mask stand for `words`, the next for `other_words`. `found_mask` marks words that are assumed to have been found
    (see `with_agent_found`).
    """

    words: tuple[str, ...]
    other_words: tuple[str, ...]
    group_of_word: "NDArray[np.intp]"  # index of the pattern's group for each of `words`
    assassin_shares: "Array"  # by group: the chance that a word is an assassin if it is not an agent
    pattern: Hypergeometric
    clues: tuple[Meanings, ...]
    hypotheses: Meanings
    intent_model: IntentModel
    found_mask: int = 0

    def with_agent_found(self, place: int) -> "Belief":
        """Return the belief after the word at `place` was touched and turned out to be an agent."""
        return replace(self, found_mask=self.found_mask | 1 << place)

    def chances(self) -> "Array":
        """Return the chances of agent, bystander and assassin for each word: (words, 3).

        The row of a word in `found_mask` is 0.
        """
        masks, weights = self._weighted_hypotheses()
        meant, denied = _unpack_bits(masks, len(self.words)), _unpack_bits(masks >> DENIED_BIT_SHIFT, len(self.words))
        other = (weights * self.pattern.other_word_chances(masks))[self.group_of_word].T * ((1 - meant) * (1 - denied))
        agent = (weights @ meant + other.sum(axis=0)) / float(weights @ self.pattern.agents_left_chances(masks))
        agent = np.clip(agent.round(_DECIMALS), 0.0, 1.0)
        assassin = self.assassin_shares[self.group_of_word]
        chances = np.stack([agent, (1 - agent) * (1 - assassin), (1 - agent) * assassin], axis=1)
        chances[self._found_places()] = 0.0
        return chances

    def meant_chances(self) -> "Array":
        """Return for each word the chance that some clue meant it and that it is still to be found."""
        masks, weights = self._weighted_hypotheses()
        meant: Array = weights @ _unpack_bits(masks, len(self.words)) / weights.sum()
        meant[self._found_places()] = 0.0
        return meant

    def meant_chances_by_clue(self) -> "Array":
        """Return the chance that each clue meant each of `words` and `other_words`: (clues, words)."""
        width = len(self.words) + len(self.other_words)
        shares = [
            chances @ _unpack_bits(clue.masks, width)
            for clue, chances in zip(self.clues, self._meaning_posteriors(FULL_JOIN_LIMITS), strict=True)
        ]
        return np.array(shares).reshape(-1, width)

    def unfound_counts(self) -> "Array":
        """Return for each clue the expected number of words that it meant and that are still open.

        The expectation leaves out the case that the clue is unexplained.
        """
        counts = np.zeros(len(self.clues))
        for place, (clue, chances) in enumerate(
            zip(self.clues, self._meaning_posteriors(COUNTING_JOIN_LIMITS), strict=True)
        ):
            meant = chances @ _unpack_bits(clue.masks, len(self.words))
            counts[place] = meant.sum() / max(float(chances[clue.masks != 0].sum()), 1e-9)
        return counts

    def _meaning_posteriors(self, limits: JoinLimits) -> "list[Array]":
        """Return one array for each clue: the chance of each of its meanings, given the other clues and all touches."""
        return meaning_posteriors(self.clues, self.pattern, self.intent_model, np.uint64(self.found_mask), limits)

    def _weighted_hypotheses(self) -> "tuple[Masks, Array]":
        """Return the masks of the hypotheses with the words of `found_mask` added, and the weight of each."""
        masks = self.hypotheses.masks | np.uint64(self.found_mask)
        weights = self.hypotheses.weights * self.pattern.mask_chances(masks)
        if not weights.any():  # `found_mask` has more agents than the pattern: every hypothesis is impossible
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
    """Return the joint belief from the clues of one giver, oldest first, and all touches since."""
    belief = infer_clue_meanings(listener, words, side, clues, intent_model)
    return replace(belief, hypotheses=join_clues(belief.clues, belief.pattern, intent_model))


def infer_clue_meanings(
    listener: ClueListener,
    words: Sequence[str],
    side: "SidePrior",
    clues: Sequence["ClueMemory"],
    intent_model: IntentModel,
) -> Belief:
    """Return a belief with the meanings of each clue but without hypotheses, which take longer to infer.

    The methods `meant_chances_by_clue` and `unfound_counts` of such a belief work. The others need hypotheses.
    """
    table = _WordBits.from_side(words, side, clues)
    belief = _prior_belief(words, side, table.names[len(words) :])
    kinship = _LazyKinship(listener, table.names)
    meanings = tuple(
        table.clue_meanings(listener, kinship, place, belief.pattern, intent_model) for place in range(len(clues))
    )
    return replace(belief, clues=meanings, intent_model=intent_model)


def _prior_belief(words: Sequence[str], side: "SidePrior", other_words: Sequence[str]) -> Belief:
    """Return the belief before any clue: every chance follows from the pattern."""
    group_of = {fold(word): place for place, group in enumerate(side.groups) for word in group.words}
    bits = {fold(word): bit for bit, word in enumerate([*words, *other_words])}
    for word in group_of:  # covered words that no clue can mean
        bits.setdefault(word, len(bits))
    non_agents = [group.bystanders + group.assassins for group in side.groups]
    return Belief(
        words=tuple(words),
        other_words=tuple(other_words),
        group_of_word=np.array([group_of[fold(word)] for word in words], dtype=np.intp),
        assassin_shares=np.array(
            [group.assassins / n if n > 0 else 0.0 for group, n in zip(side.groups, non_agents, strict=True)]
        ),
        pattern=Hypergeometric.from_side(side, bits),
        clues=(),
        hypotheses=NO_MEANING,
        intent_model=DEFAULT_INTENT_MODEL,
    )


def prior_chances(words: Sequence[str], side: "SidePrior") -> "Array":
    """Return the chances of agent, bystander and assassin for each word by the pattern alone: (words, 3)."""
    return _prior_belief(words, side, ()).chances()


class _LazyKinship:
    """The kinship of every two words, computed when it is first needed. Clues with the number 1 do not need it."""

    def __init__(self, listener: ClueListener, names: Sequence[str]) -> None:
        self._listener = listener
        self._names = names
        self._matrix: Array | None = None

    def submatrix(self, places: Sequence[int]) -> "Array":
        if self._matrix is None:
            self._matrix = self._listener.kinship(self._names)
        return self._matrix[np.ix_(places, places)]


@dataclass(frozen=True, slots=True)
class _WordBits:
    """The bit that stands for each word in a mask: first the words that may be touched, then other words.

    `open_count` is the number of words that may be touched. `missed_mask` and `found_mask` mark the words that were
    touched and can no longer be.
    """

    names: tuple[str, ...]
    bits: dict[str, int]
    clues: tuple["ClueMemory", ...]
    open_count: int
    missed_mask: int
    found_mask: int
    agent_chances: dict[int, float]  # by bit: the chance, by the pattern, that a word of the side is an agent

    @classmethod
    def from_side(cls, words: Sequence[str], side: "SidePrior", clues: Sequence["ClueMemory"]) -> "_WordBits":
        names = {fold(word): word for word in words}
        for group in side.groups:
            names |= {fold(word): word for word in group.words if fold(word) not in names}
        unknown = len(names)
        touched = {fold(word): word for clue in clues for word in (*clue.found, *clue.missed)}
        names |= dict(
            islice(((name, word) for name, word in touched.items() if name not in names), MAX_MASK_WORDS - unknown)
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

    def clue_meanings(
        self,
        listener: ClueListener,
        kinship: _LazyKinship,
        place: int,
        pattern: Hypergeometric,
        intent_model: IntentModel,
    ) -> Meanings:
        """Return the sets of words that the clue at `place` may have meant, with their weights.

        A set has only words that were open when the clue was given. The first set is empty: it stands for the case that
        the clue is unexplained.
        """
        clue = self.clues[place]
        touched_since = {
            self.bits[fold(word)] for later in self.clues[place:] for word in later.touched_words if self._has_bit(word)
        }
        places = [*range(self.open_count), *sorted(touched_since - set(range(self.open_count)))]
        agents = sum(self.agent_chances.get(bit, 0.0 if self.missed_mask >> bit & 1 else 1.0) for bit in places)
        number = min(clue.count or intent_model.denied_words, len(places) if not clue.count else int(agents + 1e-9))
        if number < 1:
            return NO_MEANING
        associations = listener.associations(clue.word, [self.names[bit] for bit in places], 1.0)[0].astype(np.float64)
        if not associations.any():
            return NO_MEANING
        answers = {self.bits[fold(word)] for word in clue.found[: clue.count] if self._has_bit(word)}
        associations *= np.where([bit in answers for bit in places], intent_model.touch_factor, 1.0)
        pair_kinship = kinship.submatrix(places) if number > 1 else np.zeros((len(places), len(places)))
        sets, chances = word_set_chances(associations, pair_kinship, number, intent_model)
        masks = np.array([1 << bit for bit in places], np.uint64)[sets].sum(axis=1, dtype=np.uint64)
        if not clue.count:
            masks <<= DENIED_BIT_SHIFT
        impossible = np.uint64(self.missed_mask | self.found_mask << int(DENIED_BIT_SHIFT))
        prior = 1.0  # the chance that a set of this size fits the pattern, whatever its words
        for step in range(number):
            agent = (agents - step) / (len(places) - step)
            prior *= agent if clue.count else 1 - agents / len(places)
        unexplained = intent_model.unexplained_if_stopped if clue.stopped_early else intent_model.unexplained
        meanings = Meanings(masks, (1 - unexplained) * chances / max(prior, 1e-12))
        scores = np.where(masks & impossible, 0.0, meanings.weights * pattern.mask_chances(masks))
        kept = meanings.select_best(scores, _MAX_MEANINGS_PER_CLUE)
        weights: Array = np.concatenate([np.array([unexplained]), kept.weights])
        return Meanings(np.concatenate([NO_MEANING.masks, kept.masks]), weights)

    def _has_bit(self, word: str) -> bool:
        return fold(word) in self.bits


def _unpack_bits(masks: "Masks", width: int) -> "Array":
    """Return the first `width` bits of each mask as 0 and 1: (masks, width)."""
    places = np.arange(width, dtype=np.uint64)
    return ((masks[:, None] >> places) & np.uint64(1)).astype(np.float64)
