"""Looking for tasks that may be puzzles: tables are dealt, and every familiar clue word is tried on them at once."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from duo.core.key import deal
from duo.mind import plackett_luce
from duo.mind.clue_memory import ClueMemory
from duo.puzzle.give import Give
from duo.puzzle.ranking import FIRM, MARGIN, REACH
from duo.puzzle.read import Read
from duo.words.wordlist import draw

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.puzzle.bench import Bench

    Array = NDArray[np.float64]
    Places = NDArray[np.intp]
    Chosen = NDArray[np.bool_]

_TRIED = 40  # clues that are tried on one table
_TAKEN = 4  # clues of one table that become tasks, so that tables differ
_ALONE = 0.5  # the chance with which a clue for one word is read; less of it is no clue to anything
_REMEMBERED = 0.3  # the chance with which an earlier clue was read
# By the grade that is wanted: how many words an earlier clue meant, how many of them were found, and how many words
# the clue to read means. An earlier clue for none was not given.
_READINGS = {
    1: ((0, 0, 1), (0, 0, 1), (0, 0, 2)), 2: ((0, 0, 1), (0, 0, 2), (0, 0, 2)), 3: ((0, 0, 2), (0, 0, 3), (2, 1, 1)),
    4: ((0, 0, 3), (0, 0, 3), (2, 1, 1), (2, 1, 2)), 5: ((2, 0, 2), (2, 1, 2)),
}  # fmt: skip
# How many words the clue is to mean, by the grade that is wanted.
_SIZES = {1: (2,), 2: (2, 2, 3), 3: (2, 3), 4: (3,), 5: (3, 4)}


@dataclass(frozen=True, slots=True)
class OpenWords:
    """The words that are still open, with the giver's colours."""

    words: tuple[str, ...]
    own: str

    def of_colour(self, colour: str) -> tuple[str, ...]:
        return tuple(word for word, letter in zip(self.words, self.own, strict=True) if letter == colour)

    def without(self, gone: Sequence[str]) -> "OpenWords":
        left = [(word, letter) for word, letter in zip(self.words, self.own, strict=True) if word not in gone]
        return OpenWords(tuple(word for word, _ in left), "".join(letter for _, letter in left))


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """How every candidate clue for n words reads: the places it draws most, their chance and the next best."""

    places: "Places"
    chance: "Array"
    next_chance: "Array"
    firm: "Array"

    @classmethod
    def of(cls, bench: "Bench", words: Sequence[str], count: int) -> "Readings":
        weights = bench.touch_all(words)
        order = np.argsort(-weights, axis=1, kind="stable")[:, : count + 1]
        heaviest = np.take_along_axis(weights, order, axis=1)
        total = weights.sum(axis=1)
        best, rival = heaviest[:, :count], np.delete(heaviest, count - 1, axis=1)
        chances = [plackett_luce.run(own, total - own.sum(axis=1), count)[-1] for own in (best, rival)]
        drawn, nothing = bench.draw_all(words)
        firm = np.take_along_axis(drawn, order[:, :count], axis=1).min(axis=1) / nothing
        return cls(order[:, :count], chances[0], chances[1], firm)

    def clear(self, wanted: "Chosen") -> "Chosen":
        """Whether the answer stands out, comes to mind and lies wholly in the wanted places."""
        stands_out = (self.chance >= MARGIN * self.next_chance) & (self.firm >= FIRM)
        return stands_out & wanted[self.places].all(axis=1)


def deal_table(rng: random.Random, bench: "Bench", most_gone: int) -> OpenWords:
    """A table in mid-game: some greens have been found, some bystanders are covered."""
    words, own = draw(bench.wordlist, rng), deal(rng).a
    gone = rng.randrange(most_gone + 1)
    touched = [word for word, letter in zip(words, own, strict=True) if letter != "x"]
    return OpenWords(words, own).without(rng.sample(touched, gone))


def read_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[Read]:
    """Readings of about this grade, without end."""
    while True:
        table = deal_table(rng, bench, 10)
        meant, found, count = rng.choice(_READINGS[grade])
        earlier: tuple[ClueMemory, ...] = ()
        if meant:
            table, earlier = _with_history(rng, bench, table, meant, found)
        green = np.array([letter == "g" for letter in table.own])
        if len(earlier) != bool(meant) or green.sum() < meant - found + count:
            continue
        readings = Readings.of(bench, table.words, count)
        fits = readings.clear(green) & bench.sayable(table.words)
        if count == 1:
            fits &= readings.chance >= _ALONE
        for row in islice(agreed(rng, bench, table.words, readings, fits), _TAKEN):
            clue = ClueMemory(bench.candidates[row].upper(), count)
            yield Read(table.words, (*earlier, clue), table.of_colour("x"))


def _with_history(
    rng: random.Random, bench: "Bench", table: OpenWords, count: int, found: int
) -> tuple[OpenWords, tuple[ClueMemory, ...]]:
    """A clue for so many was given, and so many of its words have been found; nothing if no clue lends itself."""
    green = np.array([letter == "g" for letter in table.own])
    readings = Readings.of(bench, table.words, count)
    fits = readings.clear(green) & bench.sayable(table.words) & (readings.chance >= _REMEMBERED)
    for row in agreed(rng, bench, table.words, readings, fits):
        gone = tuple(table.words[int(place)] for place in readings.places[row, :found])
        return table.without(gone), (ClueMemory(bench.candidates[row].upper(), count, gone),)
    return table, ()


def agreed(
    rng: random.Random, bench: "Bench", words: Sequence[str], readings: Readings, fits: "Chosen", most: int = _TRIED
) -> Iterator[int]:
    """Some of the clues that fit, in a random order: those that the other ears read in the same way."""
    rows = np.flatnonzero(fits)
    if not len(rows):
        return
    tried = rng.sample(rows.tolist(), min(most, len(rows)))
    count = readings.places.shape[1]
    alike = np.ones(len(tried), dtype=np.bool_)
    for ear in bench.others:
        left = np.flatnonzero(alike)
        if not len(left):
            return
        touch = ear.touch_each([bench.candidates[tried[row]] for row in left], words)
        order = np.argsort(-touch, axis=1, kind="stable")
        same = (np.sort(order[:, :count]) == np.sort(readings.places[[tried[row] for row in left]])).all(axis=1)
        weakest, next_ = (np.take_along_axis(touch, order[:, [at]], axis=1)[:, 0] for at in (count - 1, count))
        alike[left] = same & (weakest >= REACH * next_)
    yield from (tried[row] for row in np.flatnonzero(alike))


def give_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[Give]:
    """Tables on which a clue is to be given, without end."""
    while True:
        table = deal_table(rng, bench, 14)
        size = rng.choice(_SIZES[grade])
        task = Give(table.words, table.own, size)
        if table.own.count("g") >= size and task.likely_grade(bench) == grade:
            yield task
