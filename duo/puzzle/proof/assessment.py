"""What the ears say about a clear answer: its difficulty, the nearest other word, and why each word is meant."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.belief.clue_history import ClueMemory
from duo.puzzle.proof.grade import Features
from duo.text import N_, _

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.puzzle.bench import Bench

    Array = NDArray[np.floating]

_FAR_RANK = 5  # a word that at least this many other words precede ranks low
MAX_NEARNESS = 0.25  # maximum weight of another word, as a share of the weakest word of the answer
_DEFAULT_LINK = "sense"  # for signals that have no sentence of their own
# The link between a clue and a word, by the strongest signal.
_LINKS = {
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
    _DEFAULT_LINK: N_("{clue} and {word} are related in meaning"),
}


@dataclass(frozen=True, slots=True)
class MeantWords:
    """A clue and the words of an answer that it means.

    `words` are the words that its guesser may touch, and `places` index into them.
    """

    clue: str
    places: tuple[int, ...]
    words: tuple[str, ...]

    @property
    def meant(self) -> tuple[str, ...]:
        return tuple(self.words[place] for place in self.places)


def assign_words_to_clues(
    bench: "Bench", clues: Sequence[ClueMemory], words: Sequence[str], places: Sequence[int]
) -> list[MeantWords]:
    """Assign the words of an answer to the clues in the most likely way."""
    slots = [row for row, clue in enumerate(clues) for _ in range(clue.remaining)]
    touch = np.log([bench.main_ear.touch(clue.word, words) for clue in clues])
    assignments = permutations(places)
    best = max(
        assignments, key=lambda assignment: sum(touch[row, place] for row, place in zip(slots, assignment, strict=True))
    )
    meant: dict[int, list[int]] = {row: [] for row in slots}
    for row, place in zip(slots, best, strict=True):
        meant[row].append(place)
    return [MeantWords(clues[row].word, tuple(sorted(chosen)), tuple(words)) for row, chosen in meant.items()]


def features(bench: "Bench", meant_words: Sequence[MeantWords], chances: Sequence[float]) -> Features:
    """Return what makes the answer hard, from its chance under every ear and from the words that its clues mean."""
    kinships = [
        kinship(bench.associate(clue_words.meant, clue_words.words), clue_words.places) for clue_words in meant_words
    ]
    low_ranks = [
        value
        for clue_words in meant_words
        for value in low_rank_shares(bench.dense_signals(clue_words.clue, clue_words.words), clue_words.places)
    ]
    size = sum(len(clue_words.places) for clue_words in meant_words)
    return Features(tuple(chances), size, float(np.mean(kinships)), float(np.mean(low_ranks)))


def kinship(mutual: "Array", places: Sequence[int]) -> float:
    """Return how much more closely the meant words are associated with one another than with a median word.

    `mutual` is (meant words, words).
    """
    medians = np.median(mutual, axis=1)
    pairs = [mutual[i, places[j]] - medians[i] for i, j in permutations(range(len(places)), 2)]
    return float(np.mean(pairs)) if pairs else 0.0


def low_rank_shares(signals: "Array", places: Sequence[int]) -> list[float]:
    """Return, for each place, the share of signals that rank it behind many words that are not meant."""
    ranks = [(signals > signals[:, [place]]).sum(axis=1) for place in places]
    return [float((rank >= len(places) - 1 + _FAR_RANK).mean()) for rank in ranks]


@dataclass(frozen=True, slots=True)
class NearestWord:
    """The word outside an answer that is nearest to it.

    `trap` is its place, `weakest` the place of the weakest word of the answer, and `near` the trap's weight as a share
    of the weakest word's weight. Weights are means over all ears.
    """

    trap: int
    weakest: int
    near: float


def nearest_word(bench: "Bench", clues: Sequence[str], words: Sequence[str], answer: Sequence[int]) -> NearestWord:
    """Return the word nearest to the answer of these clues of one giver."""
    log_weights = np.mean(
        [np.log(np.max([ear.touch(clue, words) for clue in clues], axis=0)) for ear in bench.ears], axis=0
    )
    others = [place for place in range(len(words)) if place not in answer]
    trap, weakest = max(others, key=lambda place: log_weights[place]), min(answer, key=lambda place: log_weights[place])
    return NearestWord(trap, weakest, float(np.exp(log_weights[trap] - log_weights[weakest])))


def links(bench: "Bench", meant_words: Sequence[MeantWords], answer: Sequence[str]) -> tuple[str, ...]:
    """Return the clue and the link for each word of the answer, such as `BEER:cooccurrence`."""
    by_word = {
        word: f"{clue_words.clue}:{link}"
        for clue_words in meant_words
        for word, link in zip(clue_words.meant, _strongest_links(bench, clue_words), strict=True)
    }
    return tuple(by_word[word] for word in answer)


def _strongest_links(bench: "Bench", clue_words: MeantWords) -> Iterator[str]:
    """Yield the strongest signal for each word that a clue means, relative to the signal's own spread."""
    names, values = bench.signals(clue_words.clue, clue_words.words)
    spread = values.std(axis=1, keepdims=True)
    height = np.divide(
        values - np.median(values, axis=1, keepdims=True), spread, out=np.zeros_like(values), where=spread > 0
    )
    for place in clue_words.places:
        name = names[int(np.argmax(height[:, place]))]
        yield name if name in _LINKS else _DEFAULT_LINK


def reasons(words: Sequence[str], recorded_links: Sequence[str]) -> list[str]:
    """Return a sentence for each word that says why it is meant.

    Returns an empty list if no links were recorded.
    """
    sentences = []
    for word, link in zip(words, recorded_links, strict=False):
        clue, _colon, kind = link.partition(":")
        sentence = _(_LINKS.get(kind, _LINKS[_DEFAULT_LINK]), clue=clue, word=word)
        sentences.append(f"{sentence[0].upper()}{sentence[1:]}.")
    return sentences
