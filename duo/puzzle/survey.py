"""How far every word of the puzzles stands out for every familiar clue, computed once per process.

For any board a listener can name the words that fit a clue best, and among nine thousand clues some fit by chance. So a
puzzle requires more: a meant word must stand out among all words that puzzles deal, not only among those on the table,
and it must do so for most of the model's signals. How far it stands out is measured in standard deviations.
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

MIN_MARGIN = 2.0  # the answer must be this many times as likely as the next one
MIN_FIRMNESS = 4.0  # each word of the answer must be this many times as likely to come to mind as nothing
# The most familiar clue words. Rarer ones would make a puzzle a test of vocabulary.
MAX_CANDIDATES = 9_000
_CLUES_PER_BLOCK = 1000
_SAMPLE_STRIDE = 10  # one in so many clues is enough to estimate how rare a height is
_INTERPOLATION_POINTS = 4000
_WORDS_PER_BLOCK = 25  # fixed, so that every process computes the same last digits
_MAX_DEVIATION = np.float32(3.5)  # deviations are capped here, so that no single signal can carry a clue
_DIRECTION_SUFFIXES = ("-of-word", "-of-clue")  # two directions of the same signal


@dataclass(frozen=True, slots=True)
class ClarityBounds:
    """How clearly a clue must point to its words.

    Rarities are powers of ten: 2 means that one pair in a hundred stands out so far. `alone` and `together` are the
    minimum rarity of a meant word, for clues for one word and for more. `gap` is by how much it must exceed the rarity
    of any other word on the table, and `others` is the maximum rarity of those. `reach` is the maximum deviation of
    another word for any single signal. For a listener, the answer must be `margin` times as likely as the next, and
    each word `firm` times as likely to come to mind as nothing.
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


# For puzzles built around a clue; for endgames, which come from played games; for clues that people give in a game.
CLEAR_BOUNDS = ClarityBounds(
    alone=2.8, together=2.5, gap=1.4, others=1.0, reach=2.5, margin=MIN_MARGIN, firm=MIN_FIRMNESS
)
ENDGAME_BOUNDS = ClarityBounds(
    alone=2.8, together=2.5, gap=1.3, others=1.2, reach=3.5, margin=MIN_MARGIN, firm=MIN_FIRMNESS
)
PLAY_BOUNDS = ClarityBounds(alone=2.0, together=1.5, gap=0.1, others=9.0, reach=9.0, margin=1.2, firm=1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """Arrays of (clues, words).

    `associations` has how strongly clues and words are associated, by ear. `rarity` says how rarely a word stands out
    so far in the mean of the dense signals. `reach` is the highest deviation of any signal, including sparse ones such
    as compounds: a word with a high reach may come to mind. `alone` and `together` are the numbers of words that stand
    out for each clue, for clues for one word and for more.
    """

    columns: Mapping[str, int]
    associations: "Mapping[Listener, Weights]"
    rarity: "Small"
    reach: "Small"
    alone: "Rows"
    together: "Rows"

    @classmethod
    def build(cls, words: Sequence[str], blended: "Sequence[Listener]", ears: "Sequence[Listener]") -> "Survey":
        """Survey these words: the associations of the ears in `blended`, and the signals of all `ears`."""
        associations: dict[Listener, list[Weights]] = {ear: [] for ear in blended}
        signals: dict[str, list[Small]] = {}
        for start in range(0, len(words), _WORDS_PER_BLOCK):
            block = words[start : start + _WORDS_PER_BLOCK]
            block_signals = _all_signals(ears, block)
            for ear, parts in associations.items():
                model = ear.model
                blend = model.blend([block_signals[name] for name in model.signal_names], model.candidates, block)
                parts.append(exp_scores(blend[:MAX_CANDIDATES], 1.0))
            for name, matrix in block_signals.items():
                signals.setdefault(name, []).append(matrix[:MAX_CANDIDATES].astype(np.float16))
        height, reach = _combine_signals({name: np.concatenate(parts, axis=1) for name, parts in signals.items()})
        columns = {word: column for column, word in enumerate(words)}
        rarity = _rarity(height)
        alone, together = ((rarity >= CLEAR_BOUNDS.min_rarity(count)).sum(axis=1) for count in (1, 2))
        # Stored by word, because boards look up a few words for all clues.
        by_word = {ear: np.concatenate([part.T for part in parts]).T for ear, parts in associations.items()}
        return cls(columns, by_word, np.asfortranarray(rarity), np.asfortranarray(reach), alone, together)

    def clues_for(self, count: int) -> "Rows":
        """Return the clues for which at least this many words stand out."""
        return np.flatnonzero((self.alone if count == 1 else self.together) >= count)

    def standout_words(self, row: int, count: int) -> "Rows":
        """Return the columns of the words that stand out for a clue with this number."""
        return np.flatnonzero(self.rarity[row] >= CLEAR_BOUNDS.min_rarity(count))

    def harmless_words(
        self, row: int, meant: Sequence[int], bounds: ClarityBounds = CLEAR_BOUNDS
    ) -> "NDArray[np.bool_]":
        """Return which words can lie on the table without doubt about which words the clue means."""
        rarity = self.rarity[row].astype(np.float32)
        limit = min(bounds.others, rarity[meant].min() - bounds.gap)
        is_harmless: NDArray[np.bool_] = (rarity <= limit) & (self.reach[row] <= bounds.reach)
        return is_harmless

    def standout_clues(
        self,
        words: Sequence[str],
        wanted: "NDArray[np.bool_]",
        count: int,
        bounds: ClarityBounds = CLEAR_BOUNDS,
        among: "Rows | None" = None,
    ) -> "tuple[Rows, Rows]":
        """Return the clues for which exactly `count` words stand out, all of them wanted, and the words' places.

        Places are sorted. `among` limits the search to these clues.
        """
        columns = np.array([self.columns[word] for word in words])
        has_enough = (self.rarity.T[columns[wanted]] >= bounds.min_rarity(count)).sum(axis=0) >= count
        clues = np.flatnonzero(has_enough) if among is None else among[has_enough[among]]
        rarity = self._select(self.rarity, clues, columns)
        negative = np.partition(-rarity, (count - 1, count), axis=1)
        weakest, next_ = -negative[:, count - 1], -negative[:, count]
        is_clear = (weakest >= bounds.min_rarity(count)) & (next_ <= np.minimum(bounds.others, weakest - bounds.gap))
        rows, places = clues[is_clear], np.sort(np.argsort(-rarity[is_clear], axis=1, kind="stable")[:, :count])
        reach = self._select(self.reach, rows, columns)
        np.put_along_axis(reach, places, -np.inf, axis=1)
        fits = wanted[places].all(axis=1) & (reach.max(axis=1) <= bounds.reach)
        return rows[fits], places[fits]

    def _select(self, table: "Small", rows: "Rows", columns: "Rows") -> "Weights":
        """Return these rows and columns of one of the arrays."""
        found: Weights = table[np.ix_(rows, columns)].astype(np.float32)
        return found


def _all_signals(ears: "Sequence[Listener]", words: Sequence[str]) -> "dict[str, Weights]":
    """Return the values of every signal of any ear, for all candidates and these words."""
    signals: dict[str, Weights] = {}
    for ear in ears:
        model = ear.model
        if not signals.keys() >= set(model.signal_names):
            signals |= zip(model.signal_names, model.signals(model.candidates, words), strict=True)
    return signals


def _combine_signals(signals: "Mapping[str, Small]") -> "tuple[Small, Small]":
    """Return the mean of the dense signals, and the maximum of all signals.

    Both directions of a signal count as one.
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
            kind: np.maximum.reduce([_deviations(signals[name][rows].astype(np.float32)) for name in names])
            for kind, names in kinds.items()
        }
        mean[rows] = np.mean([height[kind] for kind in dense], axis=0)
        reach[rows] = np.maximum.reduce(list(height.values()))
    return mean, reach


def _rarity(height: "Small") -> "Small":
    """Return how rare a height is, as a power of ten: 2 for one pair in a hundred, 3 for one in a thousand."""
    sample = np.sort(height[::_SAMPLE_STRIDE], axis=None).astype(np.float32)
    sample_rarity = -np.log10(1 - np.arange(len(sample), dtype=np.float32) / len(sample))
    points = np.searchsorted(sample, np.linspace(sample[0], sample[-1], _INTERPOLATION_POINTS))
    return np.interp(height, sample[points], sample_rarity[points]).astype(np.float16)


def _deviations(matrix: "Weights") -> "Weights":
    """Return the deviation of each word for each clue. It is 0 for a clue that the signal does not know."""
    spread = matrix.std(axis=1, keepdims=True)
    difference = matrix - matrix.mean(axis=1, keepdims=True)
    found: Weights = np.minimum(
        np.divide(difference, spread, out=np.zeros_like(difference), where=spread > 0), _MAX_DEVIATION
    )
    return found
