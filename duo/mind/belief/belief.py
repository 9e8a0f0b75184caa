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
from duo.mind.belief.forward_backward import FOR_COUNTING, FULL, Bounds, joined, posteriors
from duo.mind.belief.hypergeometric import DENIED, MOST, Hypergeometric
from duo.mind.listener.intent import LAW, NOTHING, Hearing, MeaningLaw, Meanings, draws

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.belief.clue_history import ClueMemory
    from duo.mind.belief.pattern import Side

    Array = NDArray[np.float64]
    Masks = NDArray[np.uint64]

_MOST_MEANINGS = 512  # of one clue that are joined with those of the others
_DIGITS = 12  # what is left of rounding must not decide between words that are alike


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """What a guesser thinks of the words that it may touch, `words`.

    `known` are further words that some clue may have meant, and `clues` what each clue may have meant, oldest first;
    the bits of a mask stand for `words` and then `known`. `found` marks words found green in thought.
    """

    words: tuple[str, ...]
    known: tuple[str, ...]
    groups: "NDArray[np.intp]"  # of the pattern, for each of `words`
    black: "Array"  # the chance of a word of each group to be an assassin, if it is not green
    pattern: Hypergeometric
    clues: tuple[Meanings, ...]
    hypotheses: Meanings
    law: MeaningLaw
    found: int = 0

    def with_green(self, place: int) -> "Belief":
        """The belief once this word has been touched and was green."""
        return replace(self, found=self.found | 1 << place)

    def chances(self) -> "Array":
        """The chances of each word to be green, bystander and assassin; none for a word found in thought."""
        masks, weights = self._weighed()
        meant, denied = _bits(masks, len(self.words)), _bits(masks >> DENIED, len(self.words))
        other = (weights * self.pattern.next_green(masks))[self.groups].T * ((1 - meant) * (1 - denied))
        right = (weights @ meant + other.sum(axis=0)) / float(weights @ self.pattern.unfinished(masks))
        right = np.clip(right.round(_DIGITS), 0.0, 1.0)
        black = self.black[self.groups]
        chances = np.stack([right, (1 - right) * (1 - black), (1 - right) * black], axis=1)
        chances[self._found_places()] = 0.0
        return chances

    def meant(self) -> "Array":
        """The chance of each word to be meant by some clue and still to be found."""
        masks, weights = self._weighed()
        meant: Array = weights @ _bits(masks, len(self.words)) / weights.sum()
        meant[self._found_places()] = 0.0
        return meant

    def attribution(self) -> "Array":
        """The chance of each word, of `words` and then of `known`, to be one that each clue meant: (clues, words)."""
        width = len(self.words) + len(self.known)
        shares = [
            chances @ _bits(clue.masks, width) for clue, chances in zip(self.clues, self._by_meaning(FULL), strict=True)
        ]
        return np.array(shares).reshape(-1, width)

    def unfound(self) -> "Array":
        """How many of the words that each clue meant are still open, if it was given for a reason that can be seen."""
        left = np.zeros(len(self.clues))
        for place, (clue, chances) in enumerate(zip(self.clues, self._by_meaning(FOR_COUNTING), strict=True)):
            meant = chances @ _bits(clue.masks, len(self.words))
            left[place] = meant.sum() / max(float(chances[clue.masks != 0].sum()), 1e-9)
        return left

    def _by_meaning(self, bounds: Bounds) -> "list[Array]":
        """The chance of each meaning of each clue, given all the others."""
        return posteriors(self.clues, self.pattern, self.law, np.uint64(self.found), bounds)

    def _weighed(self) -> "tuple[Masks, Array]":
        masks = self.hypotheses.masks | np.uint64(self.found)
        weights = self.hypotheses.weights * self.pattern.chance(masks)
        if not weights.any():  # in thought more was found than the pattern has: nothing is left to say
            weights = np.ones(len(masks))
        return masks, weights

    def _found_places(self) -> list[int]:
        return [place for place in range(len(self.words)) if self.found >> place & 1]


def believe(
    listener: Hearing, words: Sequence[str], side: "Side", clues: Sequence["ClueMemory"], law: MeaningLaw = LAW
) -> Belief:
    """Listen to the clues of one giver, oldest first, with all that has been touched since."""
    belief = heard(listener, words, side, clues, law)
    return replace(belief, hypotheses=joined(belief.clues, belief.pattern, law))


def heard(
    listener: Hearing, words: Sequence[str], side: "Side", clues: Sequence["ClueMemory"], law: MeaningLaw
) -> Belief:
    """The clues one by one: enough to tell what each of them meant, and with no hypothesis yet of all together."""
    table = _Table.of(words, side, clues)
    belief = _of_pattern(words, side, table.names[len(words) :])
    kinship = _Kinship(listener, table.names)
    meanings = tuple(table.meanings(listener, kinship, place, belief.pattern, law) for place in range(len(clues)))
    return replace(belief, clues=meanings, law=law)


def _of_pattern(words: Sequence[str], side: "Side", known: Sequence[str]) -> Belief:
    """Before any clue."""
    group_of = {fold(word): place for place, group in enumerate(side.groups) for word in group.words}
    bits = {fold(word): bit for bit, word in enumerate([*words, *known])}
    for word in group_of:  # covered words that no clue can have meant
        bits.setdefault(word, len(bits))
    wrong = [group.bystander + group.assassin for group in side.groups]
    return Belief(
        words=tuple(words),
        known=tuple(known),
        groups=np.array([group_of[fold(word)] for word in words], dtype=np.intp),
        black=np.array([group.assassin / w if w > 0 else 0.0 for group, w in zip(side.groups, wrong, strict=True)]),
        pattern=Hypergeometric.of(side, bits),
        clues=(),
        hypotheses=NOTHING,
        law=LAW,
    )


def by_pattern(words: Sequence[str], side: "Side") -> "Array":
    """The chances of each word by the pattern alone, as `Belief.chances` tells them."""
    return _of_pattern(words, side, ()).chances()


class _Kinship:
    """How much words belong together, asked for only if a clue is for several words."""

    def __init__(self, listener: Hearing, names: Sequence[str]) -> None:
        self._listener = listener
        self._names = names
        self._found: Array | None = None

    def of(self, places: Sequence[int]) -> "Array":
        if self._found is None:
            self._found = self._listener.kinship(self._names)
        return self._found[np.ix_(places, places)]


@dataclass(frozen=True, slots=True)
class _Table:
    """Every word that matters, by its bit: those that may be touched, then those that a clue may have meant before."""

    names: tuple[str, ...]
    bits: dict[str, int]
    clues: tuple["ClueMemory", ...]
    open_words: int
    wrong: int  # the words that were missed, and those that were found, as masks
    right: int
    expected: dict[int, float]  # how likely each word of the side is green by the pattern, by bit

    @classmethod
    def of(cls, words: Sequence[str], side: "Side", clues: Sequence["ClueMemory"]) -> "_Table":
        names = {fold(word): word for word in words}
        for group in side.groups:
            names |= {fold(word): word for word in group.words if fold(word) not in names}
        unknown = len(names)
        touched = {fold(word): word for clue in clues for word in (*clue.found, *clue.missed)}
        names |= dict(islice(((name, word) for name, word in touched.items() if name not in names), MOST - unknown))
        bits = {name: bit for bit, name in enumerate(names)}
        missed = {bits[fold(word)] for clue in clues for word in clue.missed if fold(word) in bits}
        return cls(
            tuple(names.values()), bits, tuple(clues), len(words), sum(1 << bit for bit in missed if bit >= unknown),
            sum(1 << bit for bit in range(unknown, len(names)) if bit not in missed),
            {bits[fold(word)]: group.green / len(group.words) for group in side.groups for word in group.words},
        )  # fmt: skip

    def meanings(
        self, listener: Hearing, kinship: _Kinship, place: int, pattern: Hypergeometric, law: MeaningLaw
    ) -> Meanings:
        """What a clue may have meant of the words that were open when it was given; the first meaning is nothing."""
        clue = self.clues[place]
        since = {self.bits[fold(word)] for later in self.clues[place:] for word in later.touched if self._has(word)}
        places = [*range(self.open_words), *sorted(since - set(range(self.open_words)))]
        agents = sum(self.expected.get(bit, 0.0 if self.wrong >> bit & 1 else 1.0) for bit in places)
        number = min(clue.count or law.denied, len(places) if not clue.count else int(agents + 1e-9))
        if number < 1:
            return NOTHING
        pulls = listener.pull(clue.word, [self.names[bit] for bit in places], 1.0)[0].astype(np.float64)
        if not pulls.any():
            return NOTHING
        answers = {self.bits[fold(word)] for word in clue.found[: clue.count] if self._has(word)}
        pulls *= np.where([bit in answers for bit in places], law.touched, 1.0)
        near = kinship.of(places) if number > 1 else np.zeros((len(places), len(places)))
        sets, chances = draws(pulls, near, number, law)
        masks = np.array([1 << bit for bit in places], np.uint64)[sets].sum(axis=1, dtype=np.uint64)
        if not clue.count:
            masks <<= DENIED
        impossible = np.uint64(self.wrong | self.right << int(DENIED))
        usual = 1.0
        for step in range(number):
            green = (agents - step) / (len(places) - step)
            usual *= green if clue.count else 1 - agents / len(places)
        astray = law.unsure if clue.stopped else law.astray
        found = Meanings(masks, (1 - astray) * chances / max(usual, 1e-12))
        fitting = np.where(masks & impossible, 0.0, found.weights * pattern.chance(masks))
        kept = found.best(fitting, _MOST_MEANINGS)
        weights: Array = np.concatenate([np.array([astray]), kept.weights])
        return Meanings(np.concatenate([NOTHING.masks, kept.masks]), weights)

    def _has(self, word: str) -> bool:
        return fold(word) in self.bits


def _bits(masks: "Masks", width: int) -> "Array":
    """The first bits of each mask: (masks, width) of 0 and 1."""
    places = np.arange(width, dtype=np.uint64)
    return ((masks[:, None] >> places) & np.uint64(1)).astype(np.float64)
