"""What every familiar clue word says of every word that boards are dealt from, worked out once for a process.

An ear can always name the words of a board that a clue draws most, and of nine thousand clues some draw them by
chance. So a puzzle asks more: a word that is meant has to stand out among all words that are ever dealt, not only
among those that happen to lie on the table, and by most of the model's kinds of knowledge. How far it stands out is
told in standard deviations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.listener.listener import exp_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.listener.listener import Listener

    Rows = NDArray[np.intp]
    Weights = NDArray[np.float32]
    Small = NDArray[np.float16]

MIN_MARGIN = 2.0  # how many times as likely as the next answer the answer must be
MIN_FIRMNESS = 4.0  # how many times as likely to come to mind as nothing at all each word of the answer must be
# So many clue words, in the order of familiarity; rarer ones would make riddles of vocabulary.
MAX_CANDIDATES = 9_000
_CLUES_PER_BLOCK = 1000  # clues that are looked at together
_SAMPLE_STRIDE = 10  # clues that tell how rare something is
_INTERPOLATION_POINTS = 4000
_WORDS_PER_BLOCK = (
    25  # words that are looked at together, always the same, so that every process has the same last digits
)
_MAX_DEVIATION = np.float32(
    3.5
)  # deviations beyond which a word stands out no further: one kind is not to carry a clue
_DIRECTION_SUFFIXES = ("-of-word", "-of-clue")  # two directions of one kind of knowledge


@dataclass(frozen=True, slots=True)
class ClarityBounds:
    """How rarely a word stands out as far as one that is meant must, alone or with others: 2 is one pair in a hundred.

    `gap` is how much rarer that has to be than for any other word of the table, and `others` how rarely one of those
    may stand out; `reach` is how many deviations it may stand out by any one kind of knowledge. For the listener the
    answer has to be `margin` times as likely as the next, and each word `firm` times as likely to come to mind as none.
    """

    alone: float
    together: float
    gap: float
    others: float
    reach: float
    margin: float
    firm: float

    def min_rarity(self, count: int) -> float:
        return self.alone if count == 1 else self.together


# What a puzzle asks for that is built around its clue; of one that was played; and what people say in a game.
CLEAR_BOUNDS = ClarityBounds(
    alone=2.8, together=2.5, gap=1.4, others=1.0, reach=2.5, margin=MIN_MARGIN, firm=MIN_FIRMNESS
)
ENDGAME_BOUNDS = ClarityBounds(
    alone=2.8, together=2.5, gap=1.3, others=1.2, reach=3.5, margin=MIN_MARGIN, firm=MIN_FIRMNESS
)
PLAY_BOUNDS = ClarityBounds(alone=2.0, together=1.5, gap=0.1, others=9.0, reach=9.0, margin=1.2, firm=1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The arrays are (clues, words): by ear how strongly clues pull, and how far words stand out for them.

    `rarity` is how rarely a word stands out so far in the mean of the kinds of knowledge that have something to say of
    every pair. `reach` is the most that any kind says, with those that know only some pairs, such as compounds: a word
    within reach may be thought of. `alone` and `together` are the numbers of words that stand out for each clue.
    """

    columns: Mapping[str, int]
    associations: "Mapping[Listener, Weights]"
    rarity: "Small"
    reach: "Small"
    alone: "Rows"
    together: "Rows"

    @classmethod
    def build(cls, words: Sequence[str], blended: "Sequence[Listener]", ears: "Sequence[Listener]") -> "Survey":
        """Of these words, with the pulls of some ears and what all of them know."""
        drawn: dict[Listener, list[Weights]] = {ear: [] for ear in blended}
        said: dict[str, list[Small]] = {}
        for start in range(0, len(words), _WORDS_PER_BLOCK):
            few = words[start : start + _WORDS_PER_BLOCK]
            known = _all_signals(ears, few)
            for ear, parts in drawn.items():
                model = ear.model
                blend = model.blend([known[name] for name in model.signal_names], model.candidates, few)
                parts.append(exp_scores(blend[:MAX_CANDIDATES], 1.0))
            for name, matrix in known.items():
                said.setdefault(name, []).append(matrix[:MAX_CANDIDATES].astype(np.float16))
        height, reach = _combine_signals({name: np.concatenate(parts, axis=1) for name, parts in said.items()})
        columns = {word: column for column, word in enumerate(words)}
        rarity = _rarity(height)
        alone, together = ((rarity >= CLEAR_BOUNDS.min_rarity(count)).sum(axis=1) for count in (1, 2))
        # By words, as boards ask for them: a clue after another would be read from all over the memory.
        pulled = {ear: np.concatenate([part.T for part in parts]).T for ear, parts in drawn.items()}
        return cls(columns, pulled, np.asfortranarray(rarity), np.asfortranarray(reach), alone, together)

    def clues_for(self, count: int) -> "Rows":
        """The clues for which so many words stand out."""
        return np.flatnonzero((self.alone if count == 1 else self.together) >= count)

    def standout_words(self, row: int, count: int) -> "Rows":
        """The columns of the words that stand out for a clue for so many."""
        return np.flatnonzero(self.rarity[row] >= CLEAR_BOUNDS.min_rarity(count))

    def harmless_words(
        self, row: int, meant: Sequence[int], bounds: ClarityBounds = CLEAR_BOUNDS
    ) -> "NDArray[np.bool_]":
        """Which words may lie beside those that a clue means, with no doubt which are meant."""
        rarity = self.rarity[row].astype(np.float32)
        limit = min(bounds.others, rarity[meant].min() - bounds.gap)
        beside: NDArray[np.bool_] = (rarity <= limit) & (self.reach[row] <= bounds.reach)
        return beside

    def standout_clues(
        self,
        words: Sequence[str],
        wanted: "NDArray[np.bool_]",
        count: int,
        bounds: ClarityBounds = CLEAR_BOUNDS,
        among: "Rows | None" = None,
    ) -> "tuple[Rows, Rows]":
        """The clues for which so many of the wanted places stand out and no other does, and these places, sorted.

        With `among`, only these clues are looked at.
        """
        columns = np.array([self.columns[word] for word in words])
        enough = (self.rarity.T[columns[wanted]] >= bounds.min_rarity(count)).sum(axis=0) >= count
        clues = np.flatnonzero(enough) if among is None else among[enough[among]]
        rarity = self._select(self.rarity, clues, columns)
        negative = np.partition(-rarity, (count - 1, count), axis=1)
        weakest, next_ = -negative[:, count - 1], -negative[:, count]
        far = (weakest >= bounds.min_rarity(count)) & (next_ <= np.minimum(bounds.others, weakest - bounds.gap))
        rows, places = clues[far], np.sort(np.argsort(-rarity[far], axis=1, kind="stable")[:, :count])
        reach = self._select(self.reach, rows, columns)
        np.put_along_axis(reach, places, -np.inf, axis=1)
        fits = wanted[places].all(axis=1) & (reach.max(axis=1) <= bounds.reach)
        return rows[fits], places[fits]

    def _select(self, table: "Small", rows: "Rows", columns: "Rows") -> "Weights":
        """These clues and words in one of the arrays."""
        found: Weights = table[np.ix_(rows, columns)].astype(np.float32)
        return found


def _all_signals(ears: "Sequence[Listener]", words: Sequence[str]) -> "dict[str, Weights]":
    """What each signal that some ear has says of every candidate and these words."""
    known: dict[str, Weights] = {}
    for ear in ears:
        model = ear.model
        if not known.keys() >= set(model.signal_names):
            known |= zip(model.signal_names, model.signals(model.candidates, words), strict=True)
    return known


def _combine_signals(said: "Mapping[str, Small]") -> "tuple[Small, Small]":
    """The mean over the kinds of knowledge that are not silent about most pairs, and the most of all kinds."""
    kinds: dict[str, list[str]] = {}
    for name in said:
        kinds.setdefault(name.removesuffix(_DIRECTION_SUFFIXES[0]).removesuffix(_DIRECTION_SUFFIXES[1]), []).append(
            name
        )
    full = {kind for kind, names in kinds.items() if 2 * np.count_nonzero(said[names[0]]) > said[names[0]].size}
    shape = next(iter(said.values())).shape
    mean, reach = np.empty(shape, np.float16), np.empty(shape, np.float16)
    for start in range(
        0, shape[0], _CLUES_PER_BLOCK
    ):  # block by block: all at once would take several times the memory
        rows = slice(start, start + _CLUES_PER_BLOCK)
        height = {
            kind: np.maximum.reduce([_deviations(said[name][rows].astype(np.float32)) for name in names])
            for kind, names in kinds.items()
        }
        mean[rows] = np.mean([height[kind] for kind in full], axis=0)
        reach[rows] = np.maximum.reduce(list(height.values()))
    return mean, reach


def _rarity(height: "Small") -> "Small":
    """How rare it is that a word stands out as far for a clue: 2 for one pair in a hundred, 3 for one in a thousand."""
    some = np.sort(height[::_SAMPLE_STRIDE], axis=None).astype(np.float32)
    rarer = -np.log10(1 - np.arange(len(some), dtype=np.float32) / len(some))
    kept = np.searchsorted(some, np.linspace(some[0], some[-1], _INTERPOLATION_POINTS))
    return np.interp(height, some[kept], rarer[kept]).astype(np.float16)


def _deviations(matrix: "Weights") -> "Weights":
    """How far each word stands out for a clue; of a clue that the kind does not know, no word does."""
    spread = matrix.std(axis=1, keepdims=True)
    away = matrix - matrix.mean(axis=1, keepdims=True)
    found: Weights = np.minimum(np.divide(away, spread, out=np.zeros_like(away), where=spread > 0), _MAX_DEVIATION)
    return found
