"""How hard a clear answer is, which other word is nearest to it, and why each word is meant.

All this comes from ears. An ear is a set of model signals that reads clues. A signal gives a number for a clue and a
word, such as how often they occur together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.belief.clue_history import ClueMemory
from duo.puzzle.proof.grade import DifficultyFeatures
from duo.text import N_, _

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.puzzle.resources import PuzzleResources

    Array = NDArray[np.floating]

_LOW_RANK_DISTANCE = 5  # a word that at least this many other words precede ranks low
MAX_NEARNESS = 0.25  # maximum weight of another word, as a share of the weakest word of the answer
_DEFAULT_SIGNAL = "sense"  # for signals that have no sentence of their own
# The link between a clue and a word, by the strongest signal.
_SIGNAL_SENTENCES = {
    "compounds": N_("{clue} and {word} go together in one expression"),
    "joined": N_("{clue} and {word} go together in one expression"),
    "gloss-of-word": N_("a dictionary explains {word} by {clue}"),
    "gloss-of-clue": N_("a dictionary explains {clue} by {word}"),
    "meaning-of-word": N_("a dictionary explains {word} by {clue}"),
    "meaning-of-clue": N_("a dictionary explains {clue} by {word}"),
    "synonyms": N_("{clue} and {word} are near in meaning"),
    "links": N_("dictionaries link {clue} and {word}"),
    "cooccurrence": N_("{clue} and {word} often occur together"),
    "associations": N_("{clue} brings {word} to mind"),
    "associations-alone": N_("{clue} brings {word} to mind"),
    "llm-association": N_("{clue} brings {word} to mind"),
    "llm-word-after-clue": N_("{clue} brings {word} to mind"),
    "llm-clue-after-word": N_("{word} brings {clue} to mind"),
    _DEFAULT_SIGNAL: N_("{clue} and {word} are related in meaning"),
}


@dataclass(frozen=True, slots=True)
class MeantWords:
    """A clue and the places of the words that it means.

    `words` are all the words that the guesser may touch, and `places` are indices of `words`.
    """

    clue: str
    places: tuple[int, ...]
    words: tuple[str, ...]

    @property
    def meant(self) -> tuple[str, ...]:
        """The words that the clue means."""
        return tuple(self.words[place] for place in self.places)


def assign_words_to_clues(
    resources: "PuzzleResources", clues: Sequence[ClueMemory], words: Sequence[str], places: Sequence[int]
) -> list[MeantWords]:
    """Return for each clue which words of the answer it means, in the assignment that is most likely for the main ear.

    `places` are the places of the answer among `words`.
    """
    slots = [row for row, clue in enumerate(clues) for _ in range(clue.remaining)]
    touch = np.log([resources.main_ear.touch(clue.word, words) for clue in clues])
    assignments = permutations(places)
    best = max(
        assignments, key=lambda assignment: sum(touch[row, place] for row, place in zip(slots, assignment, strict=True))
    )
    meant: dict[int, list[int]] = {row: [] for row in slots}
    for row, place in zip(slots, best, strict=True):
        meant[row].append(place)
    return [MeantWords(clues[row].word, tuple(sorted(chosen)), tuple(words)) for row, chosen in meant.items()]


def difficulty_features(
    resources: "PuzzleResources", meant_words: Sequence[MeantWords], chances: Sequence[float]
) -> DifficultyFeatures:
    """Return the features that predict how hard an answer is.

    They come from the answer's chance for every ear, and from the words that its clues mean.
    """
    kinships = [
        mean_kinship(resources.association_strengths(clue_words.meant, clue_words.words), clue_words.places)
        for clue_words in meant_words
    ]
    low_ranks = [
        value
        for clue_words in meant_words
        for value in low_rank_shares(resources.dense_signals(clue_words.clue, clue_words.words), clue_words.places)
    ]
    size = sum(len(clue_words.places) for clue_words in meant_words)
    return DifficultyFeatures(tuple(chances), size, float(np.mean(kinships)), float(np.mean(low_ranks)))


def mean_kinship(mutual: "Array", places: Sequence[int]) -> float:
    """Return how much more closely the meant words are associated with one another than with a median word.

    `mutual` has the association of each meant word with every word, and `places` are the places of the meant words.
    """
    medians = np.median(mutual, axis=1)
    pairs = [mutual[i, places[j]] - medians[i] for i, j in permutations(range(len(places)), 2)]
    return float(np.mean(pairs)) if pairs else 0.0


def low_rank_shares(signals: "Array", places: Sequence[int]) -> list[float]:
    """Return for each meant word the share of signals that rank it behind several words that are not meant.

    `signals` has a row for each signal and a column for each word. `places` are the places of the meant words.
    """
    ranks = [(signals > signals[:, [place]]).sum(axis=1) for place in places]
    return [float((rank >= len(places) - 1 + _LOW_RANK_DISTANCE).mean()) for rank in ranks]


@dataclass(frozen=True, slots=True)
class NearestWord:
    """The word outside an answer that a guesser is most likely to touch by mistake, called the trap.

    `trap_place` is its place, and `weakest_place` the place of the weakest word of the answer. `nearness` is the trap's
    weight as a share of the weakest word's weight. Weights are means over all ears.
    """

    trap_place: int
    weakest_place: int
    nearness: float


def find_nearest_word(
    resources: "PuzzleResources", clues: Sequence[str], words: Sequence[str], answer: Sequence[int]
) -> NearestWord:
    """Return the word outside the answer that these clues of one giver suggest most. `answer` has places of `words`."""
    log_weights = np.mean(
        [np.log(np.max([ear.touch(clue, words) for clue in clues], axis=0)) for ear in resources.ears], axis=0
    )
    others = [place for place in range(len(words)) if place not in answer]
    trap, weakest = max(others, key=lambda place: log_weights[place]), min(answer, key=lambda place: log_weights[place])
    return NearestWord(trap, weakest, float(np.exp(log_weights[trap] - log_weights[weakest])))


def clue_links(
    resources: "PuzzleResources", meant_words: Sequence[MeantWords], answer: Sequence[str]
) -> tuple[str, ...]:
    """Return for each word of the answer its clue and the signal that links them most, such as `BEER:cooccurrence`."""
    by_word = {
        word: f"{clue_words.clue}:{link}"
        for clue_words in meant_words
        for word, link in zip(clue_words.meant, _strongest_signals(resources, clue_words), strict=True)
    }
    return tuple(by_word[word] for word in answer)


def _strongest_signals(resources: "PuzzleResources", clue_words: MeantWords) -> Iterator[str]:
    """Yield the name of the strongest signal for each word that a clue means. Signals are compared by their spread."""
    names, values = resources.clue_signals(clue_words.clue, clue_words.words)
    spread = values.std(axis=1, keepdims=True)
    height = np.divide(
        values - np.median(values, axis=1, keepdims=True), spread, out=np.zeros_like(values), where=spread > 0
    )
    for place in clue_words.places:
        name = names[int(np.argmax(height[:, place]))]
        yield name if name in _SIGNAL_SENTENCES else _DEFAULT_SIGNAL


def explain_links(words: Sequence[str], recorded_links: Sequence[str]) -> list[str]:
    """Return a sentence for each word that says why it is meant.

    A recorded link is a clue and a signal, such as `BEER:cooccurrence`. Returns an empty list if there are none.
    """
    sentences = []
    for word, link in zip(words, recorded_links, strict=False):
        clue, _colon, kind = link.partition(":")
        sentence = _(_SIGNAL_SENTENCES.get(kind, _SIGNAL_SENTENCES[_DEFAULT_SIGNAL]), clue=clue, word=word)
        sentences.append(f"{sentence[0].upper()}{sentence[1:]}.")
    return sentences
