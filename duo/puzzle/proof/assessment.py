"""What the ears know of a clear answer: how hard it is for people, what is nearest to it, and why it holds."""

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

_FAR_RANK = 5  # how many other words stand before a word that is far down the board
MAX_NEARNESS = 0.25  # how near to the weakest word of an answer another may be for all ears together
_DEFAULT_LINK = "sense"  # where no kind of knowledge stands out
# What links a clue with a word, by the kind of knowledge that speaks for it most.
_LINKS = {
    "compounds": N_("{clue} and {word} go together in one expression"),
    "joined": N_("{clue} and {word} go together in one expression"),
    "gloss-of-word": N_("a dictionary explains {word} by {clue}"),
    "gloss-of-clue": N_("a dictionary explains {clue} by {word}"),
    "meaning-of-word": N_("a dictionary explains {word} by {clue}"),
    "meaning-of-clue": N_("a dictionary explains {clue} by {word}"),
    "synonyms": N_("{clue} and {word} are near in meaning"),
    "links": N_("dictionaries link {clue} and {word}"),
    "cooccurrence": N_("{clue} and {word} are often met together"),
    "associations": N_("{clue} makes one think of {word}"),
    "associations-alone": N_("{clue} makes one think of {word}"),
    "llm-association": N_("{clue} makes one think of {word}"),
    "llm-word-after-clue": N_("{clue} makes one think of {word}"),
    "llm-clue-after-word": N_("{word} makes one think of {clue}"),
    _DEFAULT_LINK: N_("{clue} and {word} are near in sense"),
}


@dataclass(frozen=True, slots=True)
class MeantWords:
    """A clue and the words of an answer that it means, as places among the words that its hearer may touch."""

    clue: str
    places: tuple[int, ...]
    words: tuple[str, ...]

    @property
    def meant(self) -> tuple[str, ...]:
        return tuple(self.words[place] for place in self.places)


def assign_words_to_clues(
    bench: "Bench", clues: Sequence[ClueMemory], words: Sequence[str], places: Sequence[int]
) -> list[MeantWords]:
    """The words of an answer by the clue that means them: the likeliest way to share them out."""
    slots = [row for row, clue in enumerate(clues) for _ in range(clue.remaining)]
    touch = np.log([bench.main_ear.touch(clue.word, words) for clue in clues])
    orders = permutations(places)
    best = max(orders, key=lambda order: sum(touch[row, place] for row, place in zip(slots, order, strict=True)))
    meant: dict[int, list[int]] = {row: [] for row in slots}
    for row, place in zip(slots, best, strict=True):
        meant[row].append(place)
    return [MeantWords(clues[row].word, tuple(sorted(chosen)), tuple(words)) for row, chosen in meant.items()]


def features(bench: "Bench", shares: Sequence[MeantWords], chances: Sequence[float]) -> Features:
    """What makes this answer hard, out of its chance under every ear and of what its clues mean."""
    kin = [kinship(bench.associate(share.meant, share.words), share.places) for share in shares]
    far = [
        value
        for share in shares
        for value in low_rank_shares(bench.dense_signals(share.clue, share.words), share.places)
    ]
    size = sum(len(share.places) for share in shares)
    return Features(tuple(chances), size, float(np.mean(kin)), float(np.mean(far)))


def kinship(mutual: "Array", places: Sequence[int]) -> float:
    """How much more the words have to do with one another than with a usual word: (words meant, words) to a figure."""
    usual = np.median(mutual, axis=1)
    pairs = [mutual[i, places[j]] - usual[i] for i, j in permutations(range(len(places)), 2)]
    return float(np.mean(pairs)) if pairs else 0.0


def low_rank_shares(opinions: "Array", places: Sequence[int]) -> list[float]:
    """For each place, the share of the kinds of knowledge that put it behind many words that are not meant."""
    before = [(opinions > opinions[:, [place]]).sum(axis=1) for place in places]
    return [float((rank >= len(places) - 1 + _FAR_RANK).mean()) for rank in before]


@dataclass(frozen=True, slots=True)
class NearestWord:
    """The place outside an answer that all ears put nearest, the weakest of the answer, and how near it is."""

    trap: int
    weakest: int
    near: float


def nearest_word(bench: "Bench", clues: Sequence[str], words: Sequence[str], answer: Sequence[int]) -> NearestWord:
    """The nearest word that is not meant by these clues of one giver."""
    reach = np.mean([np.log(np.max([ear.touch(clue, words) for clue in clues], axis=0)) for ear in bench.ears], axis=0)
    others = [place for place in range(len(words)) if place not in answer]
    trap, weakest = max(others, key=lambda place: reach[place]), min(answer, key=lambda place: reach[place])
    return NearestWord(trap, weakest, float(np.exp(reach[trap] - reach[weakest])))


def links(bench: "Bench", shares: Sequence[MeantWords], answer: Sequence[str]) -> tuple[str, ...]:
    """For each word of the answer its clue and what links the two, such as `BEER:cooccurrence`."""
    by_word = {
        word: f"{share.clue}:{link}"
        for share in shares
        for word, link in zip(share.meant, _strongest_links(bench, share), strict=True)
    }
    return tuple(by_word[word] for word in answer)


def _strongest_links(bench: "Bench", share: MeantWords) -> Iterator[str]:
    """The kind of knowledge that speaks most for each word that a clue means, each measured by its own spread."""
    names, said = bench.signals(share.clue, share.words)
    spread = said.std(axis=1, keepdims=True)
    height = np.divide(said - np.median(said, axis=1, keepdims=True), spread, out=np.zeros_like(said), where=spread > 0)
    for place in share.places:
        name = names[int(np.argmax(height[:, place]))]
        yield name if name in _LINKS else _DEFAULT_LINK


def reasons(words: Sequence[str], recorded_links: Sequence[str]) -> list[str]:
    """Why each of these words is meant; nothing where no links were noted."""
    told = []
    for word, link in zip(words, recorded_links, strict=False):
        clue, _colon, kind = link.partition(":")
        sentence = _(_LINKS.get(kind, _LINKS[_DEFAULT_LINK]), clue=clue, word=word)
        told.append(f"{sentence[0].upper()}{sentence[1:]}.")
    return told
