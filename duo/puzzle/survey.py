"""How far every word that puzzles deal stands out for every familiar clue, computed once per process.

On any board some words fit a clue best, and among nine thousand clues some fit by chance. So a puzzle requires that a
meant word stands out among all words that puzzles deal, not only among those on the table. It must do so for most
signals of the model. A signal gives a number for a clue and a word, such as how often they occur together. How far a
word stands out is measured in standard deviations. An ear is a listener, which reads clues by a set of signals. A word
is firm for an ear if it is several times as likely to come to mind as nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.listener.listener import associations_from_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.listener.listener import Listener

    Rows = NDArray[np.intp]
    Weights = NDArray[np.float32]
    Small = NDArray[np.float16]

MIN_MARGIN = 2.0  # the answer must be this many times as likely as the next one
MIN_FIRMNESS = 4.0  # each word of the answer must be this many times as likely to come to mind as nothing
# The most familiar clue words. Rarer ones would make a puzzle a test of vocabulary.
MAX_CANDIDATES = 9_000
_CLUES_PER_BLOCK = 1000
_RARITY_SAMPLE_STRIDE = 10  # one in so many clues is enough to estimate how rare a height is
_RARITY_INTERPOLATION_POINTS = 4000
_WORDS_PER_BLOCK = 25  # fixed, so that every process computes the same last digits
_MAX_DEVIATION = np.float32(3.5)  # deviations are capped here, so that no single signal can carry a clue
_DIRECTION_SUFFIXES = ("-of-word", "-of-clue")  # two directions of the same signal


@dataclass(frozen=True, slots=True)
class ClarityBounds:
    """How clearly a clue must point to the words that it means.

    Rarities are powers of ten: 2 means that one pair of clue and word in a hundred stands out so far. A meant word has
    at least the rarity `min_rarity_alone` if the clue means one word, and `min_rarity_together` if it means more. Any
    other word on the table has at most the rarity `max_other_rarity`, and at least `min_rarity_gap` less than any meant
    word. Its deviation is at most `max_other_reach` for every signal. The answer must be `min_margin` times as likely
    as the next best answer. Each meant word must be `min_firmness` times as likely to come to mind as nothing.
    """

    min_rarity_alone: float
    min_rarity_together: float
    min_rarity_gap: float
    max_other_rarity: float
    max_other_reach: float
    min_margin: float
    min_firmness: float

    def min_rarity(self, count: int) -> float:
        return self.min_rarity_alone if count == 1 else self.min_rarity_together


# For puzzles built around a clue; for endgames, which come from played games; for clues that people give in a game.
CLEAR_BOUNDS = ClarityBounds(
    min_rarity_alone=2.8,
    min_rarity_together=2.5,
    min_rarity_gap=1.4,
    max_other_rarity=1.0,
    max_other_reach=2.5,
    min_margin=MIN_MARGIN,
    min_firmness=MIN_FIRMNESS,
)
ENDGAME_BOUNDS = ClarityBounds(
    min_rarity_alone=2.8,
    min_rarity_together=2.5,
    min_rarity_gap=1.3,
    max_other_rarity=1.2,
    max_other_reach=3.5,
    min_margin=MIN_MARGIN,
    min_firmness=MIN_FIRMNESS,
)
PLAY_BOUNDS = ClarityBounds(
    min_rarity_alone=2.0,
    min_rarity_together=1.5,
    min_rarity_gap=0.1,
    max_other_rarity=9.0,
    max_other_reach=9.0,
    min_margin=1.2,
    min_firmness=1.0,
)


@dataclass(frozen=True, slots=True, eq=False)
class StandoutSurvey:
    """How far words stand out for clues: arrays with a row for each clue and a column for each word.

    `word_columns` has the column of each word. `associations` has how strongly clues and words are associated, by ear.
    `rarity` says how rarely a word stands out so far in the mean of the dense signals. Dense signals are nonzero for
    most words. `reach` is the highest deviation of any signal, dense or not: a word with a high reach may come to mind.
    The standout counts are how many words stand out for each clue, if it means one word and if it means more.
    """

    word_columns: Mapping[str, int]
    associations: "Mapping[Listener, Weights]"
    rarity: "Small"
    reach: "Small"
    standout_counts_alone: "Rows"
    standout_counts_together: "Rows"

    @classmethod
    def from_ears(
        cls, words: Sequence[str], blended: "Sequence[Listener]", ears: "Sequence[Listener]"
    ) -> "StandoutSurvey":
        """Return the survey of these words.

        It has the associations of the ears in `blended`. Rarity and reach use the signals of all `ears`.
        """
        associations: dict[Listener, list[Weights]] = {ear: [] for ear in blended}
        signals: dict[str, list[Small]] = {}
        for start in range(0, len(words), _WORDS_PER_BLOCK):
            block = words[start : start + _WORDS_PER_BLOCK]
            block_signals = _signals_of_all_ears(ears, block)
            for ear, parts in associations.items():
                model = ear.model
                blend = model.blend([block_signals[name] for name in model.signal_names], model.candidates, block)
                parts.append(associations_from_scores(blend[:MAX_CANDIDATES], 1.0))
            for name, matrix in block_signals.items():
                signals.setdefault(name, []).append(matrix[:MAX_CANDIDATES].astype(np.float16))
        height, reach = _mean_and_highest_signals(
            {name: np.concatenate(parts, axis=1) for name, parts in signals.items()}
        )
        columns = {word: column for column, word in enumerate(words)}
        rarity = _rarity_of_heights(height)
        alone, together = ((rarity >= CLEAR_BOUNDS.min_rarity(count)).sum(axis=1) for count in (1, 2))
        # Stored by word, because boards look up a few words for all clues.
        by_word = {ear: np.concatenate([part.T for part in parts]).T for ear, parts in associations.items()}
        return cls(columns, by_word, np.asfortranarray(rarity), np.asfortranarray(reach), alone, together)

    def clues_for(self, count: int) -> "Rows":
        """Return the rows of the clues for which at least `count` words stand out."""
        return np.flatnonzero((self.standout_counts_alone if count == 1 else self.standout_counts_together) >= count)

    def standout_words(self, row: int, count: int) -> "Rows":
        """Return the columns of the words that stand out for the clue in this row, if it means `count` words."""
        return np.flatnonzero(self.rarity[row] >= CLEAR_BOUNDS.min_rarity(count))

    def harmless_words(
        self, row: int, meant: Sequence[int], bounds: ClarityBounds = CLEAR_BOUNDS
    ) -> "NDArray[np.bool_]":
        """Return which words may lie on the table and leave no doubt that this row's clue means the `meant` columns."""
        rarity = self.rarity[row].astype(np.float32)
        limit = min(bounds.max_other_rarity, rarity[meant].min() - bounds.min_rarity_gap)
        is_harmless: NDArray[np.bool_] = (rarity <= limit) & (self.reach[row] <= bounds.max_other_reach)
        return is_harmless

    def standout_clues(
        self,
        words: Sequence[str],
        wanted: "NDArray[np.bool_]",
        count: int,
        bounds: ClarityBounds = CLEAR_BOUNDS,
        among: "Rows | None" = None,
    ) -> "tuple[Rows, Rows]":
        """Return the rows of the clues for which exactly `count` of these words stand out, all of them wanted.

        Also returns the sorted places of the words that stand out, one row for each clue. `among` limits the search to
        these rows.
        """
        columns = np.array([self.word_columns[word] for word in words])
        has_enough = (self.rarity.T[columns[wanted]] >= bounds.min_rarity(count)).sum(axis=0) >= count
        clues = np.flatnonzero(has_enough) if among is None else among[has_enough[among]]
        rarity = self._submatrix(self.rarity, clues, columns)
        negative = np.partition(-rarity, (count - 1, count), axis=1)
        weakest, next_ = -negative[:, count - 1], -negative[:, count]
        is_clear = (weakest >= bounds.min_rarity(count)) & (
            next_ <= np.minimum(bounds.max_other_rarity, weakest - bounds.min_rarity_gap)
        )
        rows, places = clues[is_clear], np.sort(np.argsort(-rarity[is_clear], axis=1, kind="stable")[:, :count])
        reach = self._submatrix(self.reach, rows, columns)
        np.put_along_axis(reach, places, -np.inf, axis=1)
        fits = wanted[places].all(axis=1) & (reach.max(axis=1) <= bounds.max_other_reach)
        return rows[fits], places[fits]

    def _submatrix(self, table: "Small", rows: "Rows", columns: "Rows") -> "Weights":
        """Return the given rows and columns of an array of the survey."""
        found: Weights = table[np.ix_(rows, columns)].astype(np.float32)
        return found


def _signals_of_all_ears(ears: "Sequence[Listener]", words: Sequence[str]) -> "dict[str, Weights]":
    """Return the values of every signal that an ear uses, by its name, for all candidate clues and these words."""
    signals: dict[str, Weights] = {}
    for ear in ears:
        model = ear.model
        if not signals.keys() >= set(model.signal_names):
            signals |= zip(model.signal_names, model.signals(model.candidates, words), strict=True)
    return signals


def _mean_and_highest_signals(signals: "Mapping[str, Small]") -> "tuple[Small, Small]":
    """Return the mean deviation over the dense signals, and the highest deviation over all signals.

    The two directions of a signal, from clue to word and from word to clue, count as one signal.
    """
    kinds: dict[str, list[str]] = {}
    for name in signals:
        kinds.setdefault(name.removesuffix(_DIRECTION_SUFFIXES[0]).removesuffix(_DIRECTION_SUFFIXES[1]), []).append(
            name
        )
    # Sorted, because the last digit of a sum depends on the order.
    dense = sorted(
        kind for kind, names in kinds.items() if 2 * np.count_nonzero(signals[names[0]]) > signals[names[0]].size
    )
    shape = next(iter(signals.values())).shape
    mean, reach = np.empty(shape, np.float16), np.empty(shape, np.float16)
    # Blocks keep the memory down: all clues at once would take several times as much.
    for start in range(0, shape[0], _CLUES_PER_BLOCK):
        rows = slice(start, start + _CLUES_PER_BLOCK)
        height = {
            kind: np.maximum.reduce([_deviations_by_clue(signals[name][rows].astype(np.float32)) for name in names])
            for kind, names in kinds.items()
        }
        mean[rows] = np.mean([height[kind] for kind in dense], axis=0)
        reach[rows] = np.maximum.reduce(list(height.values()))
    return mean, reach


def _rarity_of_heights(height: "Small") -> "Small":
    """Return how rare each mean deviation is, as a power of ten: 2 for one pair of clue and word in a hundred."""
    sample = np.sort(height[::_RARITY_SAMPLE_STRIDE], axis=None).astype(np.float32)
    sample_rarity = -np.log10(1 - np.arange(len(sample), dtype=np.float32) / len(sample))
    points = np.searchsorted(sample, np.linspace(sample[0], sample[-1], _RARITY_INTERPOLATION_POINTS))
    return np.interp(height, sample[points], sample_rarity[points]).astype(np.float16)


def _deviations_by_clue(matrix: "Weights") -> "Weights":
    """Return by how many standard deviations each word exceeds the mean of its clue's row, up to a maximum.

    It is 0 for a clue that the signal does not know.
    """
    spread = matrix.std(axis=1, keepdims=True)
    difference = matrix - matrix.mean(axis=1, keepdims=True)
    found: Weights = np.minimum(
        np.divide(difference, spread, out=np.zeros_like(difference), where=spread > 0), _MAX_DEVIATION
    )
    return found
