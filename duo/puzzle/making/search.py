"""Looking for tasks that may be puzzles: tables are dealt, and every familiar clue word is tried on them at once."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from duo.core.key import Colour, deal
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.listener import plackett_luce
from duo.puzzle.kinds.give import Give
from duo.puzzle.kinds.read import Read
from duo.puzzle.proof.ranking import REACH
from duo.puzzle.survey import CLEAR, Bounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.listener.listener import Listener
    from duo.puzzle.bench import Bench
    from duo.puzzle.survey import Survey

    Array = NDArray[np.float64]
    Places = NDArray[np.intp]
    Chosen = NDArray[np.bool_]

_MOST_GONE, _MOST_GONE_OF_GIVING = 10, 14  # words that may be covered when a clue is read, or to be given
# By the grade that is wanted: how many words each clue meant and how many of them were found, the clue to read last.
_ONE, _TWO, _THREE = ((1, 0),), ((2, 0),), ((3, 0),)
_READINGS = {
    1: (_ONE, _ONE, _TWO),
    2: (_ONE, _TWO, _TWO),
    3: (_TWO, _THREE, ((2, 1), (1, 0))),
    4: (_THREE, _THREE, ((2, 1), (1, 0)), ((2, 1), (2, 0))),
    5: (((2, 0), (2, 0)), ((2, 1), (2, 0)), ((2, 1), (3, 0)), ((3, 1), (2, 0))),
}
# How many words the clue is to mean, by the grade that is wanted.
_SIZES = {1: (2,), 2: (2, 2, 3), 3: (2, 3), 4: (3,), 5: (3, 4, 4)}


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

    def touched(self, rng: random.Random, most: int, spared: Sequence[str] = ()) -> list[str]:
        """Up to so many words, none of them an assassin or spared."""
        open_ = [w for w, letter in zip(self.words, self.own, strict=True) if letter != "x" and w not in spared]
        return rng.sample(open_, rng.randrange(most + 1))


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """Candidate clues for n words of a table, each with the places that it means and the chance that they are read."""

    rows: "Places"
    places: "Places"
    chance: "Array"

    @classmethod
    def of(
        cls, bench: "Bench", words: Sequence[str], wanted: "Chosen", count: int, bounds: Bounds = CLEAR
    ) -> "Readings":
        """Those for which the wanted places stand out, to the kinds of knowledge and to the listener, and come to mind.

        Legality is left to ask: it depends on all words that are visible.
        """
        rows, places = bench.survey.outstanding(words, wanted, count, bounds)
        weights = bench.touch_all(words, rows)
        order = np.argsort(-weights, axis=1, kind="stable")[:, : count + 1]
        heaviest = np.take_along_axis(weights, order, axis=1)
        total = weights.sum(axis=1)
        best, rival = heaviest[:, :count], np.delete(heaviest, count - 1, axis=1)
        chance, next_chance = (plackett_luce.run(own, total - own.sum(axis=1), count)[-1] for own in (best, rival))
        drawn, nothing = bench.draw_all(words, rows)
        firm = np.take_along_axis(drawn, places, axis=1).min(axis=1) / nothing
        same = (np.sort(order[:, :count]) == places).all(axis=1)
        fits = same & (chance >= bounds.margin * next_chance) & (firm >= bounds.firm)
        return cls(rows[fits], order[fits, :count], chance[fits])

    def only(self, fits: "Chosen | Places") -> "Readings":
        return Readings(self.rows[fits], self.places[fits], self.chance[fits])

    def sayable(self, bench: "Bench", visible: Sequence[str]) -> "Readings":
        return self.only(np.isin(self.rows, bench.sayable(visible, self.rows)))

    def some(self, rng: random.Random, most: int) -> "Readings":
        """So many of them, in a random order."""
        return self.only(np.array(rng.sample(range(len(self.rows)), min(most, len(self.rows))), dtype=np.intp))

    def agreed(self, bench: "Bench", words: Sequence[str]) -> "Readings":
        """Those that every other ear reads in the same way, with no other word within its reach."""
        left = self
        count = self.places.shape[1]
        for ear in bench.others:
            if not len(left.rows):
                break
            touch = ear.touch_each([bench.candidates[row] for row in left.rows], words)
            order = np.argsort(-touch, axis=1, kind="stable")
            same = (np.sort(order[:, :count]) == np.sort(left.places)).all(axis=1)
            weakest, next_ = (np.take_along_axis(touch, order[:, [at]], axis=1)[:, 0] for at in (count - 1, count))
            left = left.only(same & (weakest >= REACH * next_))
        return left


def read_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[Read]:
    """Readings of about this grade, without end."""
    while True:
        if task := _reading(rng, bench, rng.choice(_READINGS[grade])):
            yield task


def _reading(rng: random.Random, bench: "Bench", shape: Sequence[tuple[int, int]]) -> Read | None:
    """A table on which clues for so many words each were given, oldest first, and so many of them found.

    On a table that is dealt at random hardly any two clues leave no doubt. So clues come first, then the words that
    they mean, then others of which none comes to mind.
    """
    said = _said(rng, bench, [meant for meant, _found in shape])
    table = _table_for(rng, bench, said) if said else None
    if table is None:
        return None
    found = [meant[:number] for (_row, meant), (_meant, number) in zip(said, shape, strict=True)]
    visible = table.words
    if len(bench.sayable(visible, np.array([row for row, _meant in said]))) < len(said):
        return None
    table = table.without([word for some in found for word in some])
    left = [(row, meant[number:]) for (row, meant), (_meant, number) in zip(said, shape, strict=True)]
    if not all(heard(ear, bench, table.words, left) for ear in bench.ears):
        return None
    clues = (
        ClueMemory(bench.candidates[row].upper(), len(meant), tuple(some))
        for (row, meant), some in zip(said, found, strict=True)
    )
    return Read(table.words, tuple(clues), table.of_colour("x"))


def _said(rng: random.Random, bench: "Bench", counts: Sequence[int]) -> list[tuple[int, list[str]]]:
    """Rows of clues for so many words each, with these words; nothing if one clue brings to mind what another means."""
    survey, words = bench.survey, bench.dealt.words
    said: list[tuple[int, list[int]]] = []
    for count in counts:
        row = int(rng.choice(survey.clues_for(count)))
        brought = bench.brings(row)
        free = [
            column
            for column in survey.standing_out(row, count).tolist()
            if brought[column] and _apart(survey, said, column)
        ]
        if len(free) < count:
            return []
        meant = rng.sample(free, count)
        beside = survey.beside(row, meant)
        if not all(beside[column] for _row, columns in said for column in columns):
            return []
        said.append((row, meant))
    return [(row, [words[column] for column in columns]) for row, columns in said]


def _apart(survey: "Survey", said: Sequence[tuple[int, list[int]]], column: int) -> bool:
    return all(survey.beside(row, meant)[column] for row, meant in said)


def _table_for(
    rng: random.Random, bench: "Bench", said: Sequence[tuple[int, list[str]]], most_gone: int = _MOST_GONE
) -> OpenWords | None:
    """A table in mid-game with the words that clues mean, which are green, and others that none brings to mind."""
    survey = bench.survey
    meant = [word for _row, words in said for word in words]
    beside = [survey.beside(row, [survey.columns[word] for word in words]) for row, words in said]
    free = np.flatnonzero(np.logical_and.reduce(beside)).tolist()
    colours = list(deal(rng).a)
    for _word in meant:
        colours.remove(Colour.GREEN)
    if len(free) < len(colours):
        return None
    others = zip((bench.dealt.words[column] for column in rng.sample(free, len(colours))), colours, strict=True)
    cells = [*((word, str(Colour.GREEN)) for word in meant), *others]
    rng.shuffle(cells)
    table = OpenWords(tuple(word for word, _ in cells), "".join(colour for _, colour in cells))
    return table.without(table.touched(rng, most_gone, meant))


def heard(ear: "Listener", bench: "Bench", words: Sequence[str], said: Sequence[tuple[int, list[str]]]) -> bool:
    """Whether this ear thinks first of the words that clues mean, with no other word within its reach."""
    touch = ear.touch_each([bench.candidates[row] for row, _meant in said], words)
    return all(
        touch[line, [words.index(word) for word in meant]].min()
        >= REACH * max(touch[line, place] for place, word in enumerate(words) if word not in meant)
        for line, (_row, meant) in enumerate(said)
    )


def give_tasks(rng: random.Random, bench: "Bench", grade: int) -> Iterator[Give]:
    """Tables on which a clue is to be given, without end; each has one that leaves no doubt."""
    while True:
        size = rng.choice(_SIZES[grade])
        said = _said(rng, bench, [size])
        table = _table_for(rng, bench, said, _MOST_GONE_OF_GIVING) if said else None
        task = Give(table.words, table.own, size) if table else None
        if task and task.likely_grade(bench) == grade:
            yield task
